//! Unsorted lists.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run, sums};
use finch_traits::algebra::Reduce;
use finch_traits::index::gather;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::U2;

type Unsorted = UnsortedList<Value>;
type Rows = Dense<Unsorted>;

conformance! {
    Unsorted, |level| [level.ptr(), level.idx(), level.child().val()];
    stores {
        some V9, 5 => [0 5] [1 2 3 4 7] [1 1 2 2 3];
        some Z4, 0 => [0 0] [] [];
        rows M5, 8 => [0 4 4 7 8 8] [1 2 3 4 0 1 2 3] [1 2 2 3 1 1 2 3];
    }
    refuses {
        |rows: usize, cols: usize, ptr: &[usize], idx: &[u8], len: usize| {
            Dense::new(rows, UnsortedList::new(cols, ptr.to_vec(), idx.to_vec(), zeros(len)))
        };
        2, 3, &[0, 2, 5], &[2, 0, 1, 0, 2], 5;
        3, 3, &[0, 2, 5], &[2, 0, 1, 0, 2], 5 => Invalid "pointers of a UnsortedList level are 3 where 3 fibers";
        2, 257, &[0, 2, 5], &[2, 0, 1, 0, 2], 5 => TooLarge "u8";
        2, 2, &[0, 2, 5], &[2, 0, 1, 0, 2], 5 => OutOfBounds
            "index 2 of fiber 0 of an UnsortedList level is not below the extent 2";
        2, 3, &[1, 2, 5], &[2, 0, 1, 0, 2], 5 => Invalid "start with 1";
        2, 3, &[0, 5, 2], &[2, 0, 1, 0, 2], 5 => Invalid "descend from 5 to 2";
        2, 3, &[0, 2, 6], &[2, 0, 1, 0, 2], 5 => Invalid "beyond its 5 entries";
        2, 3, &[0, 2, 5], &[2, 2, 1, 0, 2], 5 => Invalid "index 2 of fiber 0 of an UnsortedList level is there twice";
        2, 3, &[0, 2, 5], &[2, 0, 1, 2, 1], 5 => Invalid "index 1 of fiber 1 of an UnsortedList level is there twice";
        2, 3, &[0, 2, 5], &[2, 0, 1, 0, 2], 4 => Invalid "Element";
    }
    one_at_a_time {}
    // More entries than pointers count.
    counts { UnsortedList<Value, Vec<u8>, Vec<u16>>: 0..255 => 255, 0..256 => 255 }
    // More indices than there are numbers.
    widest { UnsortedList<Value, Vec<u8>, Vec<u16>>: u16 65_536 }
    merges_twins { [0 5 5 10] [1 2 3 4 7 1 2 3 4 7] [1 1 2 2 3 1 1 2 2 3] }
}

/// Row by row, without a workspace.
fn multiply<L: Written<U2>>(c: &mut Tensor<L>, b: &Csr<i64>, a: &Csr<i64>) {
    run! { c .= 0; for j, k, i { c[j, i] += b[j, k] * a[k, i]; } }
    c.validate().unwrap()
}

#[test]
fn keeps_the_order_of_writing() {
    let (y, x) = ([1, 2, 3, 0, 5, 1], [0, 0, 7, 0, 1, 0, 1, 0, 0, 2, 0, 3]);
    let mut c = UnsortedCsr::<i64>::default();
    multiply(&mut c, &csr(2, 3, &y), &csr(3, 4, &x));
    holds(&c, &product(&y, &x, 2, 3, 4), 8);
    assert!(c.to_string().contains("UnsortedList"));
    let sorted: Csr<i64> = c.clone().sort();
    sorted.validate().unwrap();
    assert_eq!(sorted, c);
    let (ptr, idx) = (vec![0, 4, 8], vec![2, 0, 1, 3, 0, 2, 1, 3]);
    assert_eq!(c.into_parts(), (2, 4, ptr.clone(), idx, vec![9, 2, 6, 9, 5, 5, 2, 3]));
    let idx = vec![0, 1, 2, 3, 0, 1, 2, 3];
    assert_eq!(sorted.into_parts(), (2, 4, ptr, idx, vec![2, 6, 9, 9, 5, 2, 5, 3]));
}

/// Outputs are kept from product to product, with extents that grow and shrink.
#[test]
fn multiplies_without_a_workspace() {
    let (mut dice, mut c) = (Dice(7), empty::<Rows>());
    let mut narrow = Tensor::<Dense<UnsortedList<Value, Vec<u16>, Vec<u8>>>>::default();
    let mut tables = empty::<SparseDict<SparseDict<Value>>>();
    for _ in 0..3 {
        for (rows, inner, columns, sides) in [
            (5, 7, 6, 2),
            (20, 30, 200, 9),
            (2, 9, 250, 3),
            (1, 20, 50, 4),
            // Few entries beside the table of places, again and again, and then more of them.
            (4, 2, 250, 40),
            (4, 2, 250, 30),
            (9, 4, 250, 20),
            (3, 0, 4, 1),
            (0, 3, 4, 1),
            (4, 3, 0, 1),
            (1, 1, 1, 1),
            (30, 8, 5, 1),
        ] {
            let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
            let expected = product(&b, &a, rows, inner, columns);
            let (b, a) = (csr(rows, inner, &b), csr(inner, columns, &a));
            multiply(&mut c, &b, &a);
            assert_eq!((all(&c), all(&c.clone().sort())), (expected.clone(), expected.clone()));
            multiply(&mut narrow, &b, &a);
            assert_eq!(all(&narrow), expected);
            multiply(&mut tables, &b, &a);
            assert_eq!(tables, c);
        }
    }
}

#[test]
fn is_converted_from_and_to_others() {
    let mut dice = Dice(8);
    for (rows, columns, sides) in [(6, 9, 2), (1, 40, 1), (0, 3, 1), (3, 0, 1), (9, 70, 5)] {
        let (b, a) = (dice.values(rows * rows, 2), dice.values(rows * columns, sides));
        let expected = product(&b, &a, rows, rows, columns);
        let mut c = empty::<Rows>();
        multiply(&mut c, &csr(rows, rows, &b), &csr(rows, columns, &a));
        let (list, places): (Csr<i64>, Coo<i64>) = (c.convert().unwrap(), c.convert().unwrap());
        let full: Matrix<i64> = c.convert().unwrap();
        assert_eq!(
            (all(&list), all(&places), all(&full)),
            (expected.clone(), expected.clone(), expected.clone())
        );
        assert!(list.same_storage(&c.clone().sort()));
        for back in [
            Tensor::<Rows>::from_tensor(&list).unwrap(),
            Tensor::from_tensor(&places).unwrap(),
            Tensor::from_tensor(&c).unwrap(),
            Tensor::from_triplets([rows, columns], c.to_triplets(), Add).unwrap(),
        ] {
            holds(&back, &expected, c.count_stored());
            assert_eq!(back, c)
        }
        assert_eq!(c.bytes(), list.bytes());
    }
}

#[test]
fn is_read_by_every_protocol() {
    let mut dice = Dice(3);
    for (sides, other) in [(2, 2), (1, 5), (20, 1), (50, 3), (1, 1)] {
        let (a, b) = (dice.values(300, sides), dice.values(300, other));
        let (_, mut idx, mut val) = list(&b).into_parts();
        idx.reverse();
        val.reverse();
        let w = Tensor::new(UnsortedList::new(300, vec![0, idx.len()], idx, Value::new(val))).unwrap();
        assert_eq!(all(&w), b);
        let (x, d, places) = (
            list(&a),
            line(&a),
            (0..300).map(|_| dice.below(300)).collect::<Vec<_>>(),
        );
        let at = Vector::from(places.clone());
        let (both, sum) = (dot(&a, &b), b.iter().sum::<i64>());
        sums! { for i;
            both => (x[i] * w[i]);
            both => (x[gallop(i)] * w[i]);
            both => (x[i] * w[follow(i)]);
            both => (d[i] * w[i]);
            both => (d[i] * w[follow(i)]);
            sum => (w[i]);
            sum + a.iter().sum::<i64>() => (w[i] + x[i]);
            dot(&b, &b) => (w[i] * w[i]);
        }
        // At places: in no order.
        indices!(j);
        let mut s = Scalar::<i64>::default();
        let sum = program().declare(&mut s);
        sum.body(|(s,)| forall(j, s.at(()).add(w.at((gather(at.at((j,))),)))))
            .run()
            .unwrap();
        assert_eq!(s.get(), places.iter().map(|&place| b[place]).sum::<i64>());
    }
}

#[test]
fn is_updated_in_place() {
    let rows = || (vec![0, 2, 2, 5], vec![4_u32, 1, 2, 0, 3], vec![1, 2, 3, 4, 5]);
    let (ptr, idx, val) = rows();
    let mut c = UnsortedCsr::<i64>::from_parts(3, 5, ptr, idx, val).unwrap();
    // Only what is last can be added to.
    let more = csr(3, 5, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 20, 0, 30]);
    for times in 1..=2 {
        U2::add(&mut c, &more).unwrap();
        let last = [4, 10 * times, 3 + 20 * times, 5, 30 * times];
        assert_eq!(all(&c), [[0, 2, 0, 0, 1], [0; 5], last].concat());
        assert_eq!(c.level().child().idx(), &[4, 1, 2, 0, 3, 1, 4]);
    }
    // Arrays may hold more fibers and entries than there are rows.
    let (ptr, idx, val) = rows();
    let mut c = UnsortedCsr::<i64>::from_parts(1, 5, ptr, idx, val).unwrap();
    U2::add(&mut c, &csr(1, 5, &[1, 1, 1, 0, 0])).unwrap();
    assert_eq!(c.into_parts(), (1, 5, vec![0, 4], vec![4, 1, 0, 2], vec![1, 3, 1, 1]));
}

/// Sums that cancel are stored, where there was something to sum up.
#[test]
fn stores_what_is_assigned() {
    let (a, mut c) = (csr(2, 4, &[1, 0, 2, 3, 0, 5, 0, 0]), empty::<Rows>());
    run! { c .= 0; for j, i { c[j, i] += a[j, i] - a[j, i]; } }
    assert_eq!((all(&c), c.level().child().idx()), (vec![0; 8], &vec![0, 2, 3, 1]));
    assert_eq!(c.drop_fills::<Dense<List>>().unwrap().count_stored(), 0);
}

#[test]
fn patterns() {
    let b = csr(3, 3, &[0, 1, 1, 1, 0, 0, 1, 1, 1]).pattern();
    let a = csr(3, 4, &[0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0]).pattern();
    let mut c = Tensor::<Dense<UnsortedList<Pattern>>>::default();
    run! { c .= _; for j, k, i { c[j, i] |= b[j, k] & a[k, i]; } }
    c.validate().unwrap();
    assert_eq!(c.level().child().idx(), &[0, 2, 1, 2, 3, 2, 3, 0, 1]);
    // What is taken back is not stored: here every second one.
    let xor = Reduce(|x: bool, y: bool| x ^ y);
    run! { c .= _; for j, k, i { c[j, i] <<xor>>= b[j, k] & a[k, i]; } }
    let wanted = [
        true, true, true, false, false, false, true, true, true, true, false, true,
    ];
    assert_eq!(all(&c), wanted);
    assert_eq!(c.count_stored(), wanted.iter().filter(|&&here| here).count());
}

/// Below others, and above others.
#[test]
fn in_other_nests() {
    fn checks<L: Written<U2>>() {
        let mut dice = Dice(11);
        for (rows, columns, sides) in [(6, 9, 2), (1, 40, 1), (0, 3, 1), (3, 0, 1), (9, 70, 5), (5, 5, 100)] {
            copies::<L, L>([rows, columns], &dice.values(rows * columns, sides));
        }
    }
    of_types! { checks():
        Rows, UnsortedList<Unsorted>, UnsortedList<Line>, UnsortedList<List>, UnsortedList<SparseByteMap<Value>>,
        UnsortedList<SparseDict<Value>>, UnsortedList<RunList<Value>>, UnsortedList<Hybrid<Value>>,
        SparseList<Unsorted>, Dense<Counted<Unsorted>>, Dense<Separate<Unsorted>>
    }
}

/// Columns come in any order, and again and again, over what is written at random as well.
#[test]
fn columns_in_any_order() {
    multiplies_by_outer_products::<UnsortedList<Line>>();
    multiplies_by_outer_products::<UnsortedList<SparseByteMap<Value>>>();
    multiplies_by_outer_products::<UnsortedList<SparseDict<Value>>>();
}

/// An operator that panics leaves a tensor that can be read, and written again: what the table of places says of the entries
/// that were lost is not believed.
#[test]
fn survives_panics() {
    let (mut c, a) = (empty::<Rows>(), csr(2, 6, &[1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1]));
    for bomb in 1..=6 {
        let explode = Reduce(move |x: i64, y: i64| if y == bomb { panic!("a bomb") } else { x + y });
        let run = AssertUnwindSafe(|| finch! { c .= 0; for j, i { c[j, i] <<explode>>= a[j, i]; } }.run());
        assert!(catch_unwind(run).is_err());
        holds(&c, &[0; 12], 0);
        let (y, x) = (
            [1, 1, 0, 0, 1, 1],
            [0, 0, 1, 0, 5, 0, 0, 3, 1, 0, 0, 0, 1, 0, 0, 0, 0, 2],
        );
        multiply(&mut c, &csr(2, 3, &y), &csr(3, 6, &x));
        assert_eq!(all(&c), product(&y, &x, 2, 3, 6));
    }
}

#[test]
fn refuses_rows_that_come_too_late() {
    let (b, a) = (csr(2, 3, &[0, 1, 1, 1, 0, 1]), csr(2, 4, &[1, 0, 2, 0, 0, 3, 0, 4]));
    let mut c = empty::<Rows>();
    let late = finch! { c .= 0; for k, j, i { c[j, i] += b[k, j] * a[k, i]; } };
    let words = [
        "UnsortedList",
        "index 1 was written to fiber 0",
        "left for a later fiber",
    ];
    refused(late.run(), ErrorKind::Order, &words);
    // What was in time is kept.
    assert_eq!(all(&c), [0, 0, 0, 0, 1, 0, 2, 0, 1, 3, 2, 4]);
    // One entry after the other.
    let mut c = empty::<Rows>();
    let mut writer = c.write_by([3, 4], Add).unwrap();
    for (index, value) in [([0, 3], 1), ([0, 1], 2), ([0, 3], 4), ([2, 0], 8)] {
        writer.put(index, value).unwrap()
    }
    refused(writer.put([1, 2], 16), ErrorKind::Order, &[]);
    writer.put([2, 0], 32).unwrap();
    writer.freeze().unwrap();
    assert_eq!(
        c.clone().into_parts(),
        (3, 4, vec![0, 2, 2, 3], vec![3, 1, 0], vec![5, 2, 40])
    );
    // What was written before a tensor is opened again is there.
    let mut writer = c.reopen_by(Add).unwrap();
    assert!(writer.put([0, 3], 1).is_err());
    writer.put([2, 0], 1).unwrap();
    writer.put([2, 3], 1).unwrap();
    writer.freeze().unwrap();
    assert_eq!(
        c.into_parts(),
        (3, 4, vec![0, 2, 2, 4], vec![3, 1, 0, 3], vec![5, 2, 41, 1])
    );
}

/// The same under conditions, where it is not known beforehand whether anything is written: only what is says so.
#[test]
fn refuses_late_rows_under_conditions() {
    let (b, a) = (csr(2, 3, &[0, 1, 1, 1, 1, 0]), csr(2, 4, &[9, 0, 2, 0, 5, 3, 5, 4]));
    let run = |least: i64| {
        let mut c = empty::<Rows>();
        let result = finch! { c .= 0; for k, j, i { if a[k, i] > least { c[j, i] += b[k, j] * a[k, i]; } } }.run();
        (result, all(&c))
    };
    let (result, values) = run(3);
    refused(result, ErrorKind::Order, &["index 0 was written to fiber 0"]);
    assert_eq!(values, [0, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0]);
    // Nothing is written too late where nothing is written.
    let (result, values) = run(9);
    result.unwrap();
    assert_eq!(values, [0; 12]);
}

/// A fiber whose last entries no pointer counts may be written again; it is what it was.
#[test]
fn goes_on_behind_what_was_dropped() {
    let values = [vec![1; 300], vec![2; 10], vec![0; 290]].concat();
    let (b, a) = (csr(2, 2, &[1, 1, 1, 1]), csr(2, 300, &values));
    let mut c = empty::<Dense<UnsortedList<Value, Vec<u8>, Vec<u16>>>>();
    let twice = finch! {
        c .= 0;
        for j { for k, i { c[j, i] += b[j, k] * a[k, i]; } for i { c[j, i] += a[j, i]; } }
    };
    refused(twice.run(), ErrorKind::TooLarge, &[]);
    assert_eq!(c.count_stored(), 255);
    assert_eq!((&all(&c)[..5], &all(&c)[10..255]), (&[4; 5][..], &[2; 245][..]));
    // It can be written again.
    c.copy_from(&csr(2, 300, &[&values[300..], &[0; 300]].concat()))
        .unwrap();
    assert_eq!(c.count_stored(), 10);
}

#[test]
fn one_statement_after_the_other_goes_on() {
    let (a, mut c) = (csr(2, 3, &[1, 0, 2, 0, 3, 0]), empty::<Rows>());
    refused(U2::both_at_once(&mut c, &a), ErrorKind::Order, &["UnsortedList"]);
    run! { c .= 0; for j { for i { c[j, i] += a[j, i]; } for i { c[j, i] += a[j, i]; } } }
    assert_eq!(all(&c), [2, 0, 4, 0, 6, 0]);
}

/// More indices than there is a table of places for.
#[test]
fn refuses_what_there_is_no_memory_for() {
    let mut wide = Tensor::<UnsortedList<Value, Vec<usize>, Vec<usize>>>::empty([1 << 60]).unwrap();
    let mut writer = wide.write_by([1 << 60], Add).unwrap();
    refused(writer.put([5], 1), ErrorKind::TooLarge, &[]);
    writer.freeze().unwrap();
    wide.validate().unwrap();
    assert_eq!(wide.count_stored(), 0)
}

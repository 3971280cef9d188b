//! Unsorted lists as programs write and read them.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_traits::algebra::Reduce;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Rows = Dense<UnsortedList<Value>>;

fn vector(values: &[i64]) -> Vector<i64> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

/// Row by row, without a workspace.
fn multiply<L: WriteLevel<T = i64, Fill = Zero, Rank = typenum::U2>>(c: &mut Tensor<L>, b: &Csr<i64>, a: &Csr<i64>) {
    indices!(j, k, i);
    program()
        .declare(&mut *c)
        .body(|(c,)| forall(j, forall(k, forall(i, c.at((j, i)).add(b.at((j, k)) * a.at((k, i)))))))
        .run()
        .unwrap();
    c.validate().unwrap()
}

#[test]
fn keeps_the_order_of_writing() {
    let b = csr(2, 3, &[1, 2, 3, 0, 5, 1]);
    let a = csr(3, 4, &[0, 0, 7, 0, 1, 0, 1, 0, 0, 2, 0, 3]);
    let mut c = UnsortedCsr::<i64>::default();
    multiply(&mut c, &b, &a);
    assert_eq!(
        all(&c),
        product(&[1, 2, 3, 0, 5, 1], &[0, 0, 7, 0, 1, 0, 1, 0, 0, 2, 0, 3], 2, 3, 4)
    );
    assert_eq!(c.count_stored(), 8);
    assert!(c.to_string().contains("UnsortedList"));
    let sorted: Csr<i64> = c.clone().sort();
    sorted.validate().unwrap();
    assert_eq!(sorted, c);
    let parts = c.into_parts();
    assert_eq!(
        parts,
        (
            2,
            4,
            vec![0, 4, 8],
            vec![2, 0, 1, 3, 0, 2, 1, 3],
            vec![9, 2, 6, 9, 5, 5, 2, 3]
        )
    );
    let (_, _, ptr, idx, val) = sorted.into_parts();
    assert_eq!(
        (ptr, idx, val),
        (
            vec![0, 4, 8],
            vec![0, 1, 2, 3, 0, 1, 2, 3],
            vec![2, 6, 9, 9, 5, 2, 5, 3]
        )
    );
}

/// Outputs are kept from product to product, with extents that grow and shrink.
#[test]
fn multiplies_without_a_workspace() {
    let mut dice = Dice(7);
    let mut c = empty::<Rows>();
    let mut narrow = Tensor::<Dense<UnsortedList<Value, Vec<u16>, Vec<u8>>>>::default();
    let mut tables = empty::<SparseDict<SparseDict<Value>>>();
    for _ in 0..3 {
        for (rows, inner, columns, sides) in [
            (5, 7, 6, 2),
            (20, 30, 200, 9),
            (2, 9, 250, 3),
            (1, 20, 50, 4),
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
            assert_eq!(all(&c), expected);
            assert_eq!(all(&c.clone().sort()), expected);
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
        let b = dice.values(rows * rows, 2);
        let a = dice.values(rows * columns, sides);
        let expected = product(&b, &a, rows, rows, columns);
        let mut c = empty::<Rows>();
        multiply(&mut c, &csr(rows, rows, &b), &csr(rows, columns, &a));
        let (list, places): (Csr<i64>, Coo<i64>) = (c.convert().unwrap(), c.convert().unwrap());
        let full: Matrix<i64> = c.convert().unwrap();
        assert_eq!((all(&list), all(&places)), (expected.clone(), expected.clone()));
        assert_eq!(all(&full), expected);
        assert!(list.same_storage(&c.clone().sort()));
        for back in [
            Tensor::<Rows>::from_tensor(&list).unwrap(),
            Tensor::from_tensor(&places).unwrap(),
            Tensor::from_tensor(&c).unwrap(),
            Tensor::from_triplets([rows, columns], c.to_triplets(), Add).unwrap(),
        ] {
            assert_eq!(all(&back), expected);
            assert_eq!(back.count_stored(), c.count_stored());
            assert_eq!(back, c)
        }
        assert_eq!(c.bytes(), list.bytes());
    }
}

#[test]
fn is_read_by_every_protocol() {
    indices!(i);
    let mut dice = Dice(3);
    for (sides, other) in [(2, 2), (1, 5), (20, 1), (50, 3), (1, 1)] {
        let (a, b) = (dice.values(300, sides), dice.values(300, other));
        let (_, idx, val) = list(&b).into_parts();
        let (idx, val): (Vec<u32>, Vec<i64>) = (idx.into_iter().rev().collect(), val.into_iter().rev().collect());
        let w = Tensor::new(UnsortedList::new(
            300,
            vec![0, idx.len()],
            idx,
            Element::<i64>::new(val),
        ))
        .unwrap();
        assert_eq!(all(&w), b);
        let (x, d) = (list(&a), vector(&a));
        let dot: i64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        let mut s = Tensor::new(Value::new(vec![0])).unwrap();
        macro_rules! sums {
            ($($expected:expr, $body:expr;)*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add($body))).run().unwrap();
                assert_eq!(s.level().val(), &[$expected]);
            )* };
        }
        sums! {
            dot, x.at((i,)) * w.at((i,));
            dot, x.at((gallop(i),)) * w.at((i,));
            dot, x.at((i,)) * w.at((follow(i),));
            dot, d.at((i,)) * w.at((i,));
            dot, d.at((i,)) * w.at((follow(i),));
            b.iter().sum::<i64>(), w.at((i,));
            b.iter().sum::<i64>() + a.iter().sum::<i64>(), w.at((i,)) + x.at((i,));
            b.iter().map(|b| b * b).sum::<i64>(), w.at((i,)) * w.at((i,));
        }
        // At places: in no order.
        let places: Vec<usize> = (0..300).map(|_| dice.below(300)).collect();
        let at = Vector::from(places.clone());
        indices!(j);
        let expected: i64 = places.iter().map(|&place| b[place]).sum();
        program()
            .declare(&mut s)
            .body(|(s,)| forall(j, s.at(()).add(w.at((finch_traits::index::gather(at.at((j,))),)))))
            .run()
            .unwrap();
        assert_eq!(s.level().val(), &[expected])
    }
}

#[test]
fn is_updated_in_place() {
    indices!(j, i);
    let rows = || (vec![0, 2, 2, 5], vec![4_u32, 1, 2, 0, 3], vec![1, 2, 3, 4, 5]);
    let (ptr, idx, val) = rows();
    let mut c = UnsortedCsr::<i64>::from_parts(3, 5, ptr, idx, val).unwrap();
    // Only what is last can be added to.
    let more = csr(3, 5, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 20, 0, 30]);
    for times in 1..=2 {
        program()
            .update(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(more.at((j, i))))))
            .run()
            .unwrap();
        c.validate().unwrap();
        let wanted = [
            0,
            2,
            0,
            0,
            1,
            0,
            0,
            0,
            0,
            0,
            4,
            10 * times,
            3 + 20 * times,
            5,
            30 * times,
        ];
        assert_eq!(all(&c), wanted);
        assert_eq!(c.level().child().idx(), &[4, 1, 2, 0, 3, 1, 4]);
    }
    // Arrays may hold more fibers and entries than there are rows.
    let (ptr, idx, val) = rows();
    let mut c = UnsortedCsr::<i64>::from_parts(1, 5, ptr, idx, val).unwrap();
    let more = csr(1, 5, &[1, 1, 1, 0, 0]);
    program()
        .update(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(
        c.clone().into_parts(),
        (1, 5, vec![0, 4], vec![4, 1, 0, 2], vec![1, 3, 1, 1])
    );
}

/// Sums that cancel are stored, where there was something to sum up.
#[test]
fn stores_what_is_assigned() {
    indices!(j, i);
    let a = csr(2, 4, &[1, 0, 2, 3, 0, 5, 0, 0]);
    let mut c = empty::<Rows>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(a.at((j, i)) - a.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(all(&c), [0; 8]);
    assert_eq!(c.level().child().idx(), &[0, 2, 3, 1]);
    let without: Csr<i64> = c.drop_fills().unwrap();
    assert_eq!(without.count_stored(), 0);
}

#[test]
fn patterns() {
    indices!(j, k, i);
    let (b, a) = (
        csr(3, 3, &[0, 1, 1, 1, 0, 0, 1, 1, 1]),
        csr(3, 4, &[0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0]),
    );
    let mut c = Tensor::<Dense<UnsortedList<Pattern>>>::default();
    let (b, a) = (b.pattern(), a.pattern());
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                forall(k, forall(i, c.at((j, i)).reduce(Or, b.at((j, k)) & a.at((k, i))))),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().child().idx(), &[0, 2, 1, 2, 3, 2, 3, 0, 1]);
    // What is taken back is not stored: here every second one.
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                forall(
                    k,
                    forall(
                        i,
                        c.at((j, i))
                            .reduce(Reduce(|x: bool, y: bool| x ^ y), b.at((j, k)) & a.at((k, i))),
                    ),
                ),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    let wanted = [
        true, true, true, false, false, false, true, true, true, true, false, true,
    ];
    assert_eq!(c.to_dense().unwrap(), wanted);
    assert_eq!(c.count_stored(), wanted.iter().filter(|&&here| here).count());
}

/// Below others, and above others.
#[test]
fn in_other_nests() {
    fn checks<L: WriteLevel<T = i64, Rank = typenum::U2> + Level + Default>() {
        let mut dice = Dice(11);
        let mut c = Tensor::<L>::default();
        for (rows, columns, sides) in [(6, 9, 2), (1, 40, 1), (0, 3, 1), (3, 0, 1), (9, 70, 5), (5, 5, 100)] {
            let values = dice.values(rows * columns, sides);
            c.copy_from(&csr(rows, columns, &values)).unwrap();
            assert_eq!(all(&c), values);
            let same: Tensor<L> = c.convert().unwrap();
            assert_eq!(all(&same), values);
            let list: Csr<i64> = c.convert().unwrap();
            assert_eq!(all(&list), values)
        }
    }
    checks::<Rows>();
    checks::<UnsortedList<UnsortedList<Value>>>();
    checks::<UnsortedList<Dense<Value>>>();
    checks::<UnsortedList<SparseList<Value>>>();
    checks::<UnsortedList<SparseByteMap<Value>>>();
    checks::<UnsortedList<SparseDict<Value>>>();
    checks::<UnsortedList<RunList<Value>>>();
    checks::<UnsortedList<Hybrid<Value>>>();
    checks::<SparseList<UnsortedList<Value>>>();
    checks::<Dense<Counted<UnsortedList<Value>>>>();
    checks::<Dense<Separate<UnsortedList<Value>>>>();
}

/// Columns come in any order, and again and again, over what is written at random as well.
#[test]
fn columns_in_any_order() {
    indices!(k, i, l);
    let mut dice = Dice(12);
    let (outer, extent, inner) = (9, 7, 5);
    let a: Vec<i64> = dice.values(outer * extent, 2);
    let x = dice.values(outer * inner, 2);
    let (a_list, x_list) = (csr(outer, extent, &a), csr(outer, inner, &x));
    let transposed: Vec<i64> = (0..extent * outer)
        .map(|place| a[place % outer * extent + place / outer])
        .collect();
    fn checks<L: WriteLevel<T = i64, Fill = Zero, Rank = typenum::U2> + Default>(
        a: &Csr<i64>,
        x: &Csr<i64>,
        expected: &[i64],
    ) {
        indices!(k, i, l);
        let mut c = Tensor::<L>::default();
        for _ in 0..2 {
            program()
                .declare(&mut c)
                .body(|(c,)| forall(k, forall(i, forall(l, c.at((i, l)).add(a.at((k, i)) * x.at((k, l)))))))
                .run()
                .unwrap();
            assert_eq!(all(&c), expected)
        }
    }
    let _ = (k, i, l);
    let expected = product(&transposed, &x, extent, outer, inner);
    checks::<UnsortedList<Dense<Value>>>(&a_list, &x_list, &expected);
    checks::<UnsortedList<SparseByteMap<Value>>>(&a_list, &x_list, &expected);
    checks::<UnsortedList<SparseDict<Value>>>(&a_list, &x_list, &expected);
}

/// An operator that panics leaves a tensor that can be read, and written again: what the table of places says of the entries
/// that were lost is not believed.
#[test]
fn survives_panics() {
    indices!(j, i);
    let mut c = empty::<Rows>();
    let a = csr(2, 6, &[1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1]);
    for bomb in 1..=6 {
        let explode = Reduce(move |x: i64, y: i64| if y == bomb { panic!("a bomb") } else { x + y });
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let run = program()
                .declare(&mut c)
                .body(|(c,)| forall(j, forall(i, c.at((j, i)).reduce(explode, a.at((j, i))))));
            run.run()
        }));
        assert!(outcome.is_err());
        c.validate().unwrap();
        assert_eq!(c.count_stored(), 0);
        let b = csr(2, 3, &[1, 1, 0, 0, 1, 1]);
        let rest = [0, 0, 1, 0, 5, 0, 0, 3, 1, 0, 0, 0, 1, 0, 0, 0, 0, 2];
        multiply(&mut c, &b, &csr(3, 6, &rest));
        assert_eq!(all(&c), product(&[1, 1, 0, 0, 1, 1], &rest, 2, 3, 6));
    }
}

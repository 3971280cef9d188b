//! Lists of coordinates.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, maps, run, sums};
use typenum::{U1, U2, U3, U4};

type Coo = SparseCoo<U2, Value>;
type Line1 = SparseCoo<U1, Value>;

conformance! {
    Line1, |level| [level.ptr(), level.idx()[0], level.child().val()];
    stores {
        some V9, 5 => [0 5] [1 2 3 4 7] [1 1 2 2 3];
        rows M5, 8 => [0 4 4 7 8 8] [1 2 3 4 0 1 2 3] [1 2 2 3 1 1 2 3];
    }
    refuses {
        |extents: [usize; 2], ptr: &[usize], outer: &'static [u8], inner: &'static [u8], len: usize| {
            SparseCoo::<U2, _, _, _>::new(extents, ptr.to_vec(), [outer, inner], zeros(len))
        };
        [2, 3], &[0, 2], &[0, 1], &[2, 0], 2;
        [2, 257], &[0, 2], &[0, 1], &[2, 0], 2 => TooLarge "u8";
        [2, 3], &[0], &[0, 1], &[2, 0], 2 => Invalid "pointers";
        [2, 3], &[0, 3], &[0, 1], &[2, 0], 3 => Invalid "beyond its 2 entries";
        [2, 3], &[0, 2], &[0, 1], &[2], 2 => Invalid "beyond its 1 entries";
        [2, 3], &[0, 2], &[0, 2], &[2, 0], 2 => OutOfBounds "index 2 along axis 0 of entry 1, in fiber 0";
        [2, 3], &[0, 2], &[0, 1], &[3, 0], 2 => OutOfBounds "index 3 along axis 1 of entry 0";
        [2, 3], &[0, 2], &[1, 0], &[0, 1], 2 => Invalid "[0, 1] follows [1, 0]";
        [2, 3], &[0, 2], &[1, 1], &[1, 1], 2 => Invalid "ascending";
        [2, 3], &[0, 2], &[0, 1], &[2, 0], 1 => Invalid "1 values";
    }
    fibers_ascend { 3, &[1; 6] }
    rows_go_on { Coo, Dense<Line1> }
    holds_nothing { Coo }
}

/// The matrix made of its coordinates.
fn coo(rows: usize, columns: usize, values: &[i64]) -> Tensor<Coo> {
    let entries = values.iter().enumerate().filter(|(_, value)| **value != 0);
    let (places, val): (Vec<usize>, Vec<i64>) = entries.map(|(place, &value)| (place, value)).unzip();
    let along = |index: fn(usize, usize) -> usize| places.iter().map(|&place| index(place, columns) as u32).collect();
    let idx = [
        along(|place, columns| place / columns),
        along(|place, columns| place % columns),
    ];
    Tensor::new(SparseCoo::new(
        [rows, columns],
        vec![0, val.len()],
        idx,
        Element::new(val),
    ))
    .unwrap()
}

/// One of `sides` values is not zero; every third row is empty.
fn values(dice: &mut Dice, rows: usize, columns: usize, sides: usize) -> Vec<i64> {
    let mut values = dice.values(rows * columns, sides);
    values
        .iter_mut()
        .enumerate()
        .filter(|(place, _)| place / columns % 3 == 1)
        .for_each(|(_, value)| *value = 0);
    values
}

#[test]
fn stores_coordinates_in_order() {
    let c: Tensor<Coo> = copied(&csr(5, 5, M5_COLUMNS.as_flattened()));
    holds(&c, M5_COLUMNS.as_flattened(), 8);
    assert_eq!(c.level().ptr(), &[0, 8]);
    assert_eq!(
        c.level().idx()[..],
        [vec![0, 1, 1, 2, 2, 3, 3, 4], vec![2, 0, 2, 0, 2, 0, 3, 0]]
    );
    let (x, v) = (list(&V9), copied::<Line1, _>(&list(&V9)));
    maps! { for i; V9, V9; |x, _| 2 * x => (v[i] + x[i]); }
}

#[test]
fn is_read_by_rows() {
    let mut dice = Dice(1);
    for (rows, columns, sides) in [
        (7, 5, 1),
        (9, 40, 3),
        (40, 9, 20),
        (30, 100, 1),
        (1, 1, 1),
        (1, 5, 2),
        (0, 5, 1),
        (5, 0, 1),
    ] {
        let values = values(&mut dice, rows, columns, sides);
        let (x, z) = (Vec::from_iter(0..columns as i64), Vec::from_iter(1..=rows as i64));
        let (a, tx, tz) = (coo(rows, columns, &values), line(&x), line(&z));
        assert_eq!(all(&a), values);
        let (mut along, mut across) = (Vector::<i64>::default(), Vector::<i64>::default());
        let sum: i64 = values.iter().sum();
        macro_rules! gathers {
            ($($j:ident, $i:ident: ($($access:tt)*);)*) => { $(
                run! { along .= 0; for $j, $i { along[$j] += $($access)* * tx[$i]; } }
                assert_eq!(all(&along), product(&values, &x, rows, columns, 1));
                run! { across .= 0; for $j, $i { across[$i] += $($access)* * tz[$j]; } }
                assert_eq!(all(&across), product(&z, &values, 1, rows, columns));
                sums! { for $j, $i; sum => ($($access)*); }
            )* };
        }
        gathers! {
            j, i: (a[j, i]);
            j, i: (a[gallop(j), i]);
            j, i: (a[j, gallop(i)]);
            j, i: (a[gallop(j), gallop(i)]);
        }
        // In several lanes, and over a part of the indices only.
        let mut fast = Scalar::<i64>::default();
        run! { fast .= 0; for j, i { fast[] <<FastAdd>>= a[j, i]; } }
        assert_eq!(fast.get(), sum);
        if rows > 3 && columns > 4 {
            run! { fast .= 0; for j in 1..rows - 1, i in 2..columns - 1 { fast[] <<FastAdd>>= a[j, i]; } }
            let row = |row: usize| values[row * columns..][2..columns - 1].iter().sum::<i64>();
            assert_eq!(fast.get(), (1..rows - 1).map(row).sum::<i64>())
        }
    }
}

#[test]
fn is_merged_with_anything() {
    let mut dice = Dice(2);
    for (rows, columns, first, second) in [
        (8, 9, 2, 3),
        (30, 60, 4, 30),
        (60, 30, 30, 2),
        (12, 50, 1, 9),
        (3, 4, 1, 1),
        (1, 1, 1, 1),
    ] {
        let (x, mut y) = (
            values(&mut dice, rows, columns, first),
            values(&mut dice, rows, columns, second),
        );
        // Rows that are empty in one need not be in the other.
        let len = y.len();
        y.rotate_left(columns % len);
        let (a, b, csr) = (coo(rows, columns, &x), coo(rows, columns, &y), csr(rows, columns, &y));
        let (dcsr, map): (Tensor<Lists>, Tensor<SparseByteMap<SparseByteMap<Value>>>) = (copied(&csr), copied(&csr));
        macro_rules! merges {
            (for $j:ident, $i:ident; $($b:ident)*) => { $(
                maps! { for $j, $i; x, y;
                    |x, y| x + y => (a[$j, $i] + $b[$j, $i]);
                    |x, y| x * y => ($b[$j, $i] * a[$j, $i]);
                }
                let mut c = empty::<Coo>();
                run! { c .= 0; for $j, $i { c[$j, $i] = a[$j, $i] * $b[$j, $i] + a[$j, $i]; } }
                assert_eq!(all(&c), zipped(&x, &y, |x, y| x * y + x));
                assert!(c.count_stored() <= a.count_stored());
            )* };
        }
        merges! { for j, i; b csr dcsr map }
        maps! { for j, i; x, y;
            |x, y| x * y => (a[gallop(j), gallop(i)] * dcsr[gallop(j), gallop(i)]);
            |x, y| x * y => (a[gallop(j), i] * b[gallop(j), gallop(i)]);
            |x, y| x * y => (a[j, gallop(i)] * b[gallop(j), i]);
            // Three at once.
            |x, y| x + 2 * y => (a[j, i] + dcsr[j, i] + b[j, i]);
        }
    }
}

#[test]
fn the_same_rows_are_read_several_times() {
    let (rows, columns, mut dice) = (9, 12, Dice(3));
    let (x, y) = (values(&mut dice, rows, columns, 3), values(&mut dice, 5, columns, 2));
    let (a, b, mut c) = (coo(rows, columns, &x), coo(5, columns, &y), Matrix::<i64>::default());
    run! { c .= 0; for j, k, i { c[j, k] += a[j, i] * b[k, i]; } }
    assert_eq!(all(&c), product(&x, &transposed(5, columns, &y), rows, columns, 5));
}

#[test]
fn spans_any_number_of_dimensions() {
    let mut dice = Dice(4);
    for sides in [1, 3, 12] {
        let values = dice.values(4 * 5 * 6, sides);
        let full = space([4, 5, 6], &values);
        let three: Tensor<SparseCoo<U3, Value>> = some(&full);
        let csf: Tensor<SparseList<Lists>> = copied(&three);
        let nested: Tensor<SparseCoo<U1, Coo>> = copied(&csf);
        let lists: Tensor<SparseCoo<U2, List>> = copied(&nested);
        let rows: Tensor<Dense<Coo>> = copied(&lists);
        let dense: Tensor<SparseCoo<U2, Line>> = copied(&rows);
        for copy in [
            copied::<Space, _>(&dense),
            copied(&three),
            copied(&nested),
            copied(&lists),
        ] {
            assert_eq!(all(&copy), values)
        }
        for copy in [copied::<SparseCoo<U3, Value>, _>(&rows), copied(&csf)] {
            assert_eq!(all(&copy), values)
        }
        maps! { for h, j, i; values, values; |x, _| 2 * x => (three[h, j, i] + nested[h, j, i]); }
        let mut four = empty::<SparseCoo<U4, Value>>();
        run! { four .= 0; for h, j, k, i { four[h, j, k, i] = three[h, j, k] * lists[h, j, i]; } }
        let expected: Vec<i64> = values.chunks(6).flat_map(|row| product(row, row, 6, 1, 6)).collect();
        assert_eq!(all(&four), expected);
    }
}

#[test]
fn refuses_coordinates_out_of_order() {
    let (x, mut c) = (plane(2, &[1; 6]), empty::<Coo>());
    let check = |outcome: finch_formats::Result<()>, c: &Tensor<Coo>| {
        refused(outcome, ErrorKind::Order, &["SparseCoo"]);
        all(c)
    };
    // The rows again, from the start.
    let again = finch! { c .= 0; for k, j, i { c[j, i] += x[k, i] * x[j, i]; } }.run();
    assert_eq!(check(again, &c), [1; 6]);
    // The same row again.
    let again = finch! { c .= 0; for j, k, i { c[j, i] += x[k, i] * x[j, i]; } }.run();
    check(again, &c);
    // Two statements at once.
    let both = U2::both_at_once(&mut c, &x);
    check(both, &c);
}

#[test]
fn refuses_what_does_not_fit() {
    let mut narrow = empty::<SparseCoo<U2, Value, Vec<usize>, Vec<u8>>>();
    refused(U2::set(&mut narrow, &csr(1, 300, &[1; 300])), ErrorKind::TooLarge, &[]);
    narrow.validate().unwrap();
    let (square, mut few) = (
        csr(20, 20, &[1; 400]),
        empty::<SparseCoo<U2, Value, Vec<u8>, Vec<u8>>>(),
    );
    refused(U2::set(&mut few, &square), ErrorKind::TooLarge, &[]);
    few.validate().unwrap();
    assert_eq!(few.count_stored(), 255);
    U2::set(&mut narrow, &square).unwrap();
    assert_eq!(all(&narrow), [1; 400]);
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, outer, inner, val) = ([0_u16, 3], [0_u8, 0, 2], [1_u8, 3, 0], [5, 6, 7]);
    let child = Element::<i64, Zero, _>::new(&val[..]);
    let level = SparseCoo::<U2, _, _, _>::new([3, 4], &ptr[..], [&outer[..], &inner[..]], child);
    let a = Tensor::new(level).unwrap();
    assert_eq!(all(&copied::<Plane, _>(&a)), [0, 5, 0, 6, 0, 0, 0, 0, 7, 0, 0, 0]);
}

#[test]
fn extents_may_be_small() {
    for (rows, columns) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (1, 2)] {
        let values = vec![3; rows * columns];
        let c: Tensor<Coo> = copied(&csr(rows, columns, &values));
        assert_eq!((all(&c), all(&copied::<Coo, _>(&c))), (values.clone(), values));
    }
}

//! Galloping over blocks: alone, together with blocks, lists, runs and dense fibers, within windows and moved, where blocks
//! lead and where they cannot.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{maps, run, sums};

type Blocks = SparseBlockList<Value>;

/// The program makes of `x` and `y` at each index of the range what is expected.
macro_rules! makes {
    ($range:expr, $extent:expr; for $i:ident: $($expected:expr => ($($value:tt)*);)*) => { $( {
        let mut made = line(&vec![0; $extent]);
        run! { mut made; for $i in $range { made[$i] += $($value)*; } }
        let expected = |k| if $range.contains(&k) { $expected(k) } else { 0 };
        let expected: Vec<i64> = (0..$extent).map(expected).collect();
        assert_eq!(made.values(), expected, "{} over {:?}", stringify!($($value)*), $range);
    } )* };
}

/// The same, summed over the range in any order.
macro_rules! fast_sums {
    ($range:expr; for $i:ident: $($expected:expr => ($($value:tt)*);)*) => { $( {
        let mut total = Scalar::<i64>::default();
        run! { total .= 0; for $i in $range { total[] <<FastAdd>>= $($value)*; } }
        assert_eq!(total.get(), $range.map($expected).sum::<i64>(), "{} over {:?}", stringify!($($value)*), $range);
    } )* };
}

fn ranges(extent: usize) -> [std::ops::Range<usize>; 6] {
    let (third, most) = (extent / 3, extent - extent / 5);
    [
        0..extent,
        third..most,
        third..third,
        0..third,
        most..extent,
        third..extent.min(third + 1),
    ]
}

#[test]
fn leads_and_follows() {
    for seed in 0..60 {
        let extent = [1, 2, 7, 40, 130][seed as usize % 5];
        let x = Dice(2 * seed + 1).blocks(extent, 2 + seed as usize % 9);
        let y = Dice(2 * seed + 2001).blocks(extent, 4);
        let (a, b, list) = (vector::<Blocks>(&x), vector::<Blocks>(&y), vector::<List>(&y));
        let (runs, sparse_runs, flat) = (
            vector::<RunList<Value>>(&y),
            vector::<SparseRunList<Value>>(&y),
            line(&y),
        );
        let product = |k: usize| x[k] * y[k];
        // A sum is no no-op where one of both is fill.
        let sum = |k: usize| x[k] + y[k];
        for range in ranges(extent) {
            makes! { range.clone(), extent; for i:
                |k: usize| x[k] => (a[gallop(i)]);
                product => (a[gallop(i)] * b[gallop(i)]);
                product => (a[gallop(i)] * b[i]);
                product => (a[gallop(i)] * list[gallop(i)]);
                product => (a[gallop(i)] * runs[i]);
                product => (sparse_runs[i] * a[gallop(i)]);
                product => (a[gallop(i)] * flat[i]);
                product => (a[gallop(i)] * list[follow(i)]);
                sum => (a[gallop(i)] + b[gallop(i)]);
                sum => (a[gallop(i)] + list[i]);
            }
            fast_sums! { range.clone(); for i:
                product => (a[gallop(i)] * b[gallop(i)]);
                product => (a[gallop(i)] * list[gallop(i)]);
                product => (list[i] * a[gallop(i)]);
            }
        }
    }
}

#[test]
fn three_leap() {
    for seed in 0..40 {
        let extent = 90;
        let [x, y, z] = [0, 1, 2].map(|k| Dice(6 * seed + 2 * k + 1).blocks(extent, 3 + k as usize));
        let (a, b, blocks, list) = (
            vector::<Blocks>(&x),
            vector::<Blocks>(&y),
            vector::<Blocks>(&z),
            vector::<List>(&z),
        );
        let product = |k: usize| x[k] * y[k] * z[k];
        for range in ranges(extent) {
            makes! { range.clone(), extent; for i:
                product => (a[gallop(i)] * b[gallop(i)] * blocks[gallop(i)]);
                product => (a[gallop(i)] * list[gallop(i)] * b[gallop(i)]);
                |k: usize| (x[k] + y[k]) * z[k] => ((a[gallop(i)] + b[i]) * list[gallop(i)]);
            }
        }
    }
}

#[test]
fn leads_matrices_and_what_is_moved() {
    for seed in 0..10 {
        let (x, y) = (Dice(2 * seed + 1).blocks(660, 3), Dice(2 * seed + 141).blocks(660, 5));
        let (a, b) = (
            matrix::<SparseBlockList<Blocks>>([20, 33], &x),
            matrix::<Dense<Blocks>>([20, 33], &y),
        );
        maps! { for j, i; x, y; |x, y| x * y => (a[gallop(j), gallop(i)] * b[j, gallop(i)]); }
        let (u, v) = (vector::<Blocks>(&x[..100]), vector::<Blocks>(&y[..100]));
        let ahead = u.offset([7]);
        let moved: i64 = (5..90).map(|k| x[k + 7] * y[k]).sum();
        sums! { for i in 5..90; moved => (ahead[gallop(i)] * v[gallop(i)]); }
    }
}

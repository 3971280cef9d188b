//! Galloping over blocks: alone, together with blocks, lists, runs and dense fibers, within windows and moved, where blocks
//! lead and where they cannot.

use crate::testing::*;
use finch_formats::prelude::*;

type Blocks = SparseBlockList<Value>;

/// The program makes of `x` and `y` at each index of the range what `expected` says.
macro_rules! makes {
    ($range:expr, $extent:expr, $value:expr, $expected:expr) => {{
        let (range, extent): (std::ops::Range<usize>, usize) = ($range, $extent);
        indices!(i);
        let mut made = Vector::<i64>::from(vec![0; extent]);
        program()
            .update(&mut made)
            .body(|(z,)| forall_in(i, range.clone(), z.at((i,)).add($value(i))))
            .run()
            .unwrap();
        let expected: Vec<i64> = (0..extent)
            .map(|k| if range.contains(&k) { $expected(k) } else { 0 })
            .collect();
        assert_eq!(made.values(), expected, "{} over {range:?}", stringify!($value));
    }};
}

/// The same, summed over the range in any order.
macro_rules! sums {
    ($range:expr, $value:expr, $expected:expr) => {{
        let range: std::ops::Range<usize> = $range;
        indices!(i);
        let mut total = Scalar::<i64>::default();
        program()
            .declare(&mut total)
            .body(|(t,)| forall_in(i, range.clone(), t.at(()).reduce(FastAdd, $value(i))))
            .run()
            .unwrap();
        let expected: i64 = range.clone().map($expected).sum();
        assert_eq!(total.get(), expected, "{} over {range:?}", stringify!($value));
    }};
}

fn ranges(extent: usize) -> Vec<std::ops::Range<usize>> {
    let (third, most) = (extent / 3, extent - extent / 5);
    vec![
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
        let (x, y) = (scattered(seed, extent, 2 + seed % 9), scattered(seed + 1000, extent, 4));
        let (a, b) = (some1::<Blocks>(&x), some1::<Blocks>(&y));
        let list = some1::<SparseList<Value>>(&y);
        let runs = some1::<RunList<Value>>(&y);
        let sparse_runs = some1::<SparseRunList<Value>>(&y);
        let flat = Vector::<i64>::from(y.clone());
        for range in ranges(extent) {
            let product = |k: usize| x[k] * y[k];
            makes!(range.clone(), extent, |i| a.at((gallop(i),)), |k: usize| x[k]);
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) * b.at((gallop(i),)),
                product
            );
            makes!(range.clone(), extent, |i| a.at((gallop(i),)) * b.at((i,)), product);
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) * list.at((gallop(i),)),
                product
            );
            sums!(range.clone(), |i| a.at((gallop(i),)) * b.at((gallop(i),)), product);
            sums!(range.clone(), |i| a.at((gallop(i),)) * list.at((gallop(i),)), product);
            sums!(range.clone(), |i| list.at((i,)) * a.at((gallop(i),)), product);
            makes!(range.clone(), extent, |i| a.at((gallop(i),)) * runs.at((i,)), product);
            makes!(
                range.clone(),
                extent,
                |i| sparse_runs.at((i,)) * a.at((gallop(i),)),
                product
            );
            makes!(range.clone(), extent, |i| a.at((gallop(i),)) * flat.at((i,)), product);
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) * list.at((follow(i),)),
                product
            );
            // A sum is no no-op where one of both is fill.
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) + b.at((gallop(i),)),
                |k: usize| x[k] + y[k]
            );
            makes!(range, extent, |i| a.at((gallop(i),)) + list.at((i,)), |k: usize| x[k]
                + y[k]);
        }
    }
}

#[test]
fn three_leap() {
    for seed in 0..40 {
        let extent = 90;
        let [x, y, z] = [0, 1, 2].map(|k| scattered(seed * 3 + k, extent, 3 + k));
        let [a, b] = [&x, &y].map(|values| some1::<Blocks>(values));
        let (blocks, list) = (some1::<Blocks>(&z), some1::<SparseList<Value>>(&z));
        let product = |k: usize| x[k] * y[k] * z[k];
        for range in ranges(extent) {
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) * b.at((gallop(i),)) * blocks.at((gallop(i),)),
                product
            );
            makes!(
                range.clone(),
                extent,
                |i| a.at((gallop(i),)) * list.at((gallop(i),)) * b.at((gallop(i),)),
                product
            );
            makes!(
                range,
                extent,
                |i| (a.at((gallop(i),)) + b.at((i,))) * list.at((gallop(i),)),
                |k: usize| (x[k] + y[k]) * z[k]
            );
        }
    }
}

#[test]
fn leads_matrices_and_what_is_moved() {
    indices!(j, i);
    let shape = [20, 33];
    for seed in 0..10 {
        let (x, y) = (scattered(seed, 660, 3), scattered(seed + 70, 660, 5));
        let a = some2::<SparseBlockList<Blocks>>(shape, &x);
        let b = some2::<Dense<Blocks>>(shape, &y);
        let mut made = Matrix::<i64>::default();
        program()
            .declare(&mut made)
            .body(|(c,)| {
                forall(
                    j,
                    forall(i, c.at((j, i)).add(a.at((gallop(j), gallop(i))) * b.at((j, gallop(i))))),
                )
            })
            .run()
            .unwrap();
        let expected: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
        assert_eq!(made.values(), expected);
        let (u, v) = (some1::<Blocks>(&x[..100]), some1::<Blocks>(&y[..100]));
        let ahead = u.offset([7]);
        let mut moved = Scalar::<i64>::default();
        program()
            .declare(&mut moved)
            .body(|(t,)| forall_in(i, 5..90, t.at(()).add(ahead.at((gallop(i),)) * v.at((gallop(i),)))))
            .run()
            .unwrap();
        assert_eq!(moved.get(), (5..90).map(|k| x[k + 7] * y[k]).sum::<i64>());
    }
}

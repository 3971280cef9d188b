//! Runs of whole fibers, over levels that are written in any order, in several dimensions, or in memory of their own.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{of_types, run};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use typenum::{U1, U2, U3};

type Map = SparseByteMap<Value>;
type Dict = SparseDict<Value>;

/// What the fiber at `position` stores.
fn stored<L: Level>(level: &L, position: usize) -> Vec<(Vec<usize>, L::T)> {
    let mut stored = Vec::new();
    level.for_each(position, &mut Vec::new(), &mut |index, value| {
        stored.push((index.to_vec(), value))
    });
    stored
}

/// No run stores what the one before it does.
fn is_merged<L: Level<T: PartialEq>>(tensor: &Tensor<RunList<L>>) {
    let (level, runs) = (tensor.level(), tensor.level().right().len());
    assert!((1..runs).all(|run| stored(level.child(), run - 1) != stored(level.child(), run)))
}

fn planes_of<L: Written<U1>>()
where
    RunList<L>: Written<U2>,
{
    holds_planes::<RunList<L>>(is_merged)
}

#[test]
fn runs_of_lists_of_coordinates() {
    planes_of::<SparseCoo<U1, Value>>();
    holds_spaces::<RunList<SparseCoo<U2, Value>>>();
    holds_spaces::<SparseRunList<Dense<SparseCoo<U1, Value>>>>()
}

#[test]
fn runs_of_byte_maps() {
    planes_of::<Map>();
    holds_spaces::<SparseRunList<SparseByteMap<Map>>>();
    holds_spaces::<RunList<Dense<Map>>>()
}

#[test]
fn runs_of_dictionaries() {
    planes_of::<Dict>();
    holds_spaces::<RunList<SparseDict<Line>>>();
    holds_spaces::<SparseRunList<SparseDict<Map>>>();
    holds_spaces::<RunList<Dense<Dict>>>();
    holds_planes::<SparseRunList<SparseDict<Value>>>(|_| ())
}

#[test]
fn runs_of_lists_or_dense_fibers() {
    planes_of::<Hybrid<Value>>();
    holds_spaces::<RunList<SparseList<Hybrid<Value>>>>()
}

#[test]
fn runs_of_separate_fibers() {
    planes_of::<Separate<List>>();
    holds_spaces::<SparseRunList<Separate<RunList<Separate<Line>>>>>();
    holds_spaces::<RunList<Dense<Separate<Runs>>>>()
}

#[test]
fn runs_of_blocks() {
    holds_spaces::<RunList<SparseBlocks<U2, U3, Value>>>();
    holds_runs_of_spaces::<SparseRunList<SparseBlocks<U2, U2, Value>>>()
}

/// `c[j, k] += a[j, i] * b[i, k]`, where entries of a row come in any order.
fn product<L: Written<U1>>()
where
    RunList<L>: Written<U2>,
{
    let mut dice = Dice(3);
    for _ in 0..20 {
        let row = dice.runs(5, 2, 3);
        let rows_of = |j| if j % 3 < 2 { row.clone() } else { dice.runs(5, 1, 2) };
        let (x, y) = ((0..7).flat_map(rows_of).collect::<Vec<i64>>(), dice.runs(45, 1, 4));
        let (a, b, mut c) = (csr(7, 5, &x), csr(5, 9, &y), empty::<RunList<L>>());
        run! { c .= 0; for j, i, k { c[j, k] += a[j, i] * b[i, k]; } }
        assert_eq!(all(&c), finch_tests::conformance::product(&x, &y, 7, 5, 9));
        is_merged(&c);
        assert!(c.level().right().len() <= 5)
    }
}

#[test]
fn rows_of_products() {
    product::<Map>();
    product::<Dict>()
}

/// `last[j, k] = a[i, k]` for all `i`, so that what is stored may be taken back.
fn pattern<L: WriteLevel<T = bool, Rank = U1> + Default>()
where
    RunList<L>: WriteLevel<T = bool, Rank = U2> + Default,
{
    for seed in 0..20 {
        let bits: Vec<bool> = Dice(seed).runs(24, 1, 2).iter().map(|&value| value != 0).collect();
        let a = Tensor::<Dense<Dense<Element<bool, False>>>>::from_dense([4, 6], &bits).unwrap();
        let rows = Tensor::<Dense<Element<bool, False>>>::from_dense([8], &[true; 8]).unwrap();
        let mut last = Tensor::<RunList<L>>::default();
        run! { last .= _; for j, i, k { last[j, k] := a[i, k] & rows[j]; } }
        assert_eq!(all(&last), bits[18..].repeat(8));
        assert_eq!(last.level().right(), &[8])
    }
}

#[test]
fn runs_of_patterns() {
    pattern::<SparseByteMap<Pattern>>();
    pattern::<SparseDict<Pattern>>();
    pattern::<SparseDict<Bit>>();
}

#[test]
fn runs_of_dictionaries_of_points() {
    let rows = [[[3, 0], [0, 5]], [[3, 0], [0, 5]], [[3, 0], [5, 0]], [[0, 0], [0, 5]]];
    let values = rows.concat().concat();
    let runs: Tensor<RunList<SparseDict<SparsePoint<Value>>>> = some(&space([4, 2, 2], &values));
    assert_eq!((all(&runs), runs.level().right()), (values, &vec![2, 3, 4]))
}

/// A fiber that repeats the one before it leaves nothing in its table: the one that takes its place is stored as if none had been there.
#[test]
fn what_is_merged_leaves_no_trace() {
    let rows = [
        [0, 3, 0, 0],
        [0, 3, 0, 0],
        [0, 4, 0, 0],
        [0, 4, 5, 0],
        [0, 4, 5, 0],
        [6, 0, 0, 0],
    ];
    let values = rows.concat();
    let runs: Tensor<RunList<Map>> = some(&plane(6, &values));
    assert_eq!((all(&runs), runs.level().right()), (values, &vec![2, 3, 5, 6]));
    runs.validate().unwrap();
    let map = runs.level().child();
    let listed = [0, 1, 2, 3].map(|run| stored(map, run).len());
    assert_eq!(listed, [1, 1, 2, 1]);

    let planes = [
        [rows[0], rows[2]],
        [rows[0], rows[2]],
        [rows[2], rows[3]],
        [rows[5], rows[0]],
    ];
    let values = planes.concat().concat();
    let runs: Tensor<RunList<RunList<Map>>> = some(&space([4, 2, 4], &values));
    assert_eq!((all(&runs), runs.level().right()), (values.clone(), &vec![2, 3, 4]));
    let runs: Tensor<RunList<SparseRunList<Map>>> = some(&space([4, 2, 4], &values));
    assert_eq!((all(&runs), runs.level().right()), (values, &vec![2, 3, 4]))
}

/// What is appended to what was there before merges with it.
fn goes_on<L: Written<U1>>()
where
    SparseRunList<L>: Written<U2>,
{
    let (row, none, other) = ([0, 3, 0, 5], [0; 4], [1, 0, 0, 5]);
    let mut c: Tensor<SparseRunList<L>> = some(&plane(6, &[none, row, row, none, none, none].concat()));
    let more: Tensor<Lists> = some(&plane(6, &[none, none, none, row, row, other].concat()));
    U2::add(&mut c, &more).unwrap();
    assert_eq!(all(&c), [none, row, row, row, row, other].concat());
    assert_eq!((c.level().left(), c.level().right()), (&vec![1, 5], &vec![5, 6]))
}

#[test]
fn updates() {
    of_types! { goes_on():
        SparseByteMap<Value>, SparseDict<Value>, SparseCoo<U1, Value>, Separate<List>, Separate<SparseDict<Value>>
    }
}

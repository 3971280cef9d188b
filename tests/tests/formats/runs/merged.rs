//! Runs of whole fibers, over levels that are written in any order, in several dimensions, or in memory of their own.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{
    Bit, Hybrid, Pattern, RunList, Separate, SparseBlocks, SparseByteMap, SparseCoo, SparseDict, SparsePoint,
    SparseRunList,
};
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

fn planes_of<L: WriteLevel<T = i64, Rank = U1> + Default>()
where
    RunList<L>: WriteLevel<T = i64, Rank = U2> + Default,
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
fn product<L: WriteLevel<T = i64, Rank = U1> + Default>()
where
    RunList<L>: WriteLevel<T = i64, Rank = U2> + Default,
{
    indices!(j, i, k);
    let mut dice = Dice(3);
    for _ in 0..20 {
        let row = dice.runs(5, 2, 3);
        let rows: Vec<i64> = (0..7)
            .flat_map(|j| if j % 3 < 2 { row.clone() } else { dice.runs(5, 1, 2) })
            .collect();
        let (a, b) = (some2::<Dense<List>, _>(&plane(7, &rows)), dice.runs(45, 1, 4));
        let b: Tensor<Dense<List>> = some2(&plane(5, &b));
        let (mut c, mut dense) = (empty::<RunList<L>>(), empty::<Plane>());
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, forall(k, c.at((j, k)).add(a.at((j, i)) * b.at((i, k)))))))
            .run()
            .unwrap();
        program()
            .declare(&mut dense)
            .body(|(c,)| forall(j, forall(i, forall(k, c.at((j, k)).add(a.at((j, i)) * b.at((i, k)))))))
            .run()
            .unwrap();
        c.validate().unwrap();
        assert_eq!(all(&c), all(&dense));
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
    indices!(j, i, k);
    for seed in 0..20 {
        let bits = Dice(seed)
            .runs(24, 1, 2)
            .iter()
            .map(|&value| value != 0)
            .collect::<Vec<_>>();
        let a = Tensor::new(Dense::new(4, Dense::new(6, Element::<bool, False>::new(bits.clone())))).unwrap();
        let rows = Tensor::new(Dense::new(8, Element::<bool, False>::new(vec![true; 8]))).unwrap();
        let mut last = Tensor::<RunList<L>>::default();
        program()
            .declare(&mut last)
            .body(|(c,)| {
                let value = a.at((i, k)) & rows.at((j,));
                forall(j, forall(i, forall(k, c.at((j, k)).reduce(Overwrite, value))))
            })
            .run()
            .unwrap();
        last.validate().unwrap();
        assert_eq!(last.to_dense().unwrap(), bits[18..].repeat(8));
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
    let runs: Tensor<RunList<SparseDict<SparsePoint<Value>>>> = some3(&space([4, 2, 2], &values));
    assert_eq!(all(&runs), values);
    assert_eq!(runs.level().right(), &[2, 3, 4])
}

/// What is appended to what was there before merges with it.
fn goes_on<L: WriteLevel<T = i64, Rank = U1> + Default>()
where
    SparseRunList<L>: WriteLevel<T = i64, Rank = U2> + Default,
{
    indices!(j, i);
    let (row, none, other) = ([0, 3, 0, 5], [0; 4], [1, 0, 0, 5]);
    let first = [none, row, row, none, none, none].concat();
    let second = [none, none, none, row, row, other].concat();
    let mut c: Tensor<SparseRunList<L>> = some2(&plane(6, &first));
    let more: Tensor<SparseList<List>> = some2(&plane(6, &second));
    program()
        .update(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(all(&c), [none, row, row, row, row, other].concat());
    assert_eq!((c.level().left(), c.level().right()), (&vec![1, 5], &vec![5, 6]))
}

#[test]
fn updates() {
    goes_on::<Map>();
    goes_on::<Dict>();
    goes_on::<SparseCoo<U1, Value>>();
    goes_on::<Separate<List>>();
    goes_on::<Separate<Dict>>()
}

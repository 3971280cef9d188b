//! Blocks of fibers: what is below changes places when blocks are sorted.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{Bit, RunList, Separate, SparsePoint, Triangular};
use finch_traits::lifecycle::WriteLevel;
use typenum::{U1, U2, U3};

type Line = Dense<Value>;
type List = SparseList<Value>;
type Cube = SparseCoo<U3, Value>;

/// Entries of some places, of which the blocks of a block row do not come in ascending order.
fn source([rows, cols, depth]: [usize; 3], seed: u64) -> Tensor<Cube> {
    let values = scattered(seed, rows * cols * depth, 5);
    let entries = values.iter().enumerate().filter(|(_, value)| **value != 0);
    let entries = entries.map(|(at, &value)| ([at / depth / cols, at / depth % cols, at % depth], value));
    Tensor::from_triplets([rows, cols, depth], entries, Add).unwrap()
}

fn holds<L: WriteLevel<T = i64, Rank = U3> + Default>() {
    for (seed, shape) in [[5, 9, 3], [6, 6, 4], [1, 12, 2], [7, 1, 5], [0, 3, 2], [3, 3, 0]]
        .into_iter()
        .enumerate()
    {
        for seed in [seed as u64, seed as u64 + 50] {
            let a = source(shape, seed);
            let b = Tensor::<L>::from_tensor(&a).unwrap();
            b.validate().unwrap();
            assert_eq!(b.to_dense().unwrap(), a.to_dense().unwrap());
            let entries = b.to_triplets().into_iter().filter(|&(_, value)| value != 0);
            assert_eq!(entries.collect::<Vec<_>>(), a.to_triplets())
        }
    }
}

#[test]
fn fibers_change_places_with_their_blocks() {
    holds::<SparseBlocks<U2, U3, Line>>();
    holds::<SparseBlocks<U3, U2, Separate<List>>>()
}

#[test]
fn leaves_points_and_halves_change_places() {
    // Block columns 2, 0 and 1, from one row to the next.
    let places = [[0, 4], [1, 1], [2, 2], [2, 5], [3, 0], [4, 3]];
    let flags = Tensor::<SparseCoo<U2, Element<bool, False>>>::from_triplets([5, 6], places.map(|at| (at, true)), Or);
    let flags = flags.unwrap();
    let bits = Tensor::<SparseBlocks<U3, U2, Bit>>::from_tensor(&flags).unwrap();
    assert_eq!(bits.to_dense().unwrap(), flags.to_dense().unwrap());
    let runs = Tensor::<RunList<SparseBlocks<U1, U2, Bit>>>::from_triplets(
        [3, 1, 4],
        [[0, 0, 3], [0, 0, 0], [1, 0, 0], [1, 0, 3], [2, 0, 1]].map(|at| (at, true)),
        Or,
    )
    .unwrap();
    runs.validate().unwrap();
    assert_eq!(runs.level().right(), &[2, 3]);
    let at = |[row, col]: [usize; 2]| ([row, col, (row + col) % 3], (row * 10 + col) as i64);
    let ones = Tensor::<Cube>::from_triplets([5, 6, 3], places.map(at), Add).unwrap();
    let points = Tensor::<SparseBlocks<U3, U2, SparsePoint<Value>>>::from_tensor(&ones).unwrap();
    points.validate().unwrap();
    assert_eq!(points.to_dense().unwrap(), ones.to_dense().unwrap());
    let below = |([row, col, at], value): ([usize; 3], i64)| ([row, col, at, at / 2], value);
    let entries = places.map(at).map(below);
    let halves = Tensor::<SparseBlocks<U3, U2, Triangular<Lower, Value>>>::from_triplets([5, 6, 3, 3], entries, Add);
    let halves = halves.unwrap();
    halves.validate().unwrap();
    for (index, value) in entries {
        assert_eq!(halves.get(index), Some(value))
    }
}

/// Looking at a place makes no block, and does not hide the one that another block row has there.
#[test]
fn what_is_not_assigned_makes_no_block() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([4, 4], &[[1, 0, 0, 0, 0, 0, 3, 0], [0; 8]].concat()).unwrap();
    let none = Matrix::<i64>::from_dense([4, 4], &[0; 16]).unwrap();
    let mut y = Tensor::<SparseBlocks<U2, U2, Value>>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| {
            let first = when(a.at((j, i)).ne(constant(0)), y.at((j, i)).add(a.at((j, i))));
            let first = forall_in(j, 0..2, forall(i, first));
            let look = when(none.at((j, i)).ne(constant(0)), y.at((j, i)).add(none.at((j, i))));
            then(first, then(forall_in(j, 0..4, forall(i, look)), first))
        })
        .run()
        .unwrap();
    y.validate().unwrap();
    assert_eq!((y.level().ptr(), y.level().idx()), (&vec![0, 2, 2], &vec![0, 1]));
    assert_eq!(y.to_dense().unwrap()[..8], [2, 0, 0, 0, 0, 0, 6, 0])
}

//! Blocks of fibers: what is below changes places when blocks are sorted.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::run;
use typenum::{U1, U2, U3};

type Cube = SparseCoo<U3, Value>;

/// Entries of some places, of which the blocks of a block row do not come in ascending order.
fn source(shape: [usize; 3], seed: u64) -> Tensor<Cube> {
    some(&space(shape, &Dice(2 * seed + 1).blocks(shape.iter().product(), 5)))
}

fn holds<L: Written<U3>>() {
    for (seed, shape) in [[5, 9, 3], [6, 6, 4], [1, 12, 2], [7, 1, 5], [0, 3, 2], [3, 3, 0]]
        .into_iter()
        .enumerate()
    {
        for seed in [seed as u64, seed as u64 + 50] {
            let a = source(shape, seed);
            let b = Tensor::<L>::from_tensor(&a).unwrap();
            assert_eq!(all(&b), all(&a));
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
    let flags = places.map(|at| (at, true));
    let flags = Tensor::<SparseCoo<U2, Element<bool, False>>>::from_triplets([5, 6], flags, Or).unwrap();
    let bits = Tensor::<SparseBlocks<U3, U2, Bit>>::from_tensor(&flags).unwrap();
    assert_eq!(all(&bits), all(&flags));
    let entries = [[0, 0, 3], [0, 0, 0], [1, 0, 0], [1, 0, 3], [2, 0, 1]].map(|at| (at, true));
    let runs = Tensor::<RunList<SparseBlocks<U1, U2, Bit>>>::from_triplets([3, 1, 4], entries, Or).unwrap();
    runs.validate().unwrap();
    assert_eq!(runs.level().right(), &[2, 3]);
    let at = |[row, col]: [usize; 2]| ([row, col, (row + col) % 3], (row * 10 + col) as i64);
    let ones = Tensor::<Cube>::from_triplets([5, 6, 3], places.map(at), Add).unwrap();
    let points = Tensor::<SparseBlocks<U3, U2, SparsePoint<Value>>>::from_tensor(&ones).unwrap();
    assert_eq!(all(&points), all(&ones));
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
    let a = plane(4, &[[1, 0, 0, 0, 0, 0, 3, 0], [0; 8]].concat());
    let (none, mut y) = (plane(4, &[0; 16]), Tensor::<SparseBlocks<U2, U2, Value>>::default());
    run! {
        y .= 0;
        {
            for j in 0..2, i { if a[j, i] != 0 { y[j, i] += a[j, i]; } }
            for j in 0..4, i { if none[j, i] != 0 { y[j, i] += none[j, i]; } }
            for j in 0..2, i { if a[j, i] != 0 { y[j, i] += a[j, i]; } }
        }
    }
    assert_eq!(all(&y)[..8], [2, 0, 0, 0, 0, 0, 6, 0]);
    assert_eq!((y.level().ptr(), y.level().idx()), (&vec![0, 2, 2], &vec![0, 1]))
}

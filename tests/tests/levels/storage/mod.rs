//! What each level holds after something was written to it: the reference cases, level by level.
//!
//! In the reference system indices start at 1 and the last index is the outermost one; here they start at 0, ends are
//! exclusive, and nests read from the outside in, so its columns are our rows.
//!
//! | module | |
//! |---|---|
//! | `vectors`, `matrices` | what arrays hold after a vector, a matrix was written |
//! | `memory` | arrays of others, arrays that are used again, and those that are longer than they need be |
//! | `mirrored` | which axes may be exchanged |
//! | `reference` | the reference's own table of cases |

mod matrices;
mod memory;
mod mirrored;
mod reference;
mod vectors;

use finch_algebra::Add;
use finch_tests::nests::Number;
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::iter::zip;

type Bytes = SparseByteMap<Number>;
type Coordinates = SparseCoo<U1, Number>;
type Flat = Dense<Number>;
type List = SparseList<Number>;

const V9: [f64; 9] = [0.0, 1.0, 1.0, 2.0, 2.0, 0.0, 0.0, 3.0, 0.0];
const B6: [f64; 6] = [0.0, 1.0, 1.0, 0.0, 0.0, 1.0];
const H6: [f64; 6] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
const Z4: [f64; 4] = [0.0; 4];

/// A vector without the zeros, as a program writes it.
fn sparse<L: WriteLevel<T = f64, Rank = U1> + Default>(values: &[f64]) -> Tensor<L> {
    let dense = Tensor::<Flat>::from(values.to_vec());
    let tensor = dense.drop_fills::<L>().unwrap();
    assert!(tensor.validate().is_ok() && tensor == dense);
    tensor
}

/// The reference matrix M5 without the zeros, a fiber for each of its columns.
fn m5<L: WriteLevel<T = f64, Rank = U2> + Default>() -> Tensor<L> {
    let entries = zip(
        [[0, 2], [1, 0], [1, 2], [2, 0], [2, 2], [3, 0], [3, 3], [4, 0]],
        [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0],
    );
    let tensor = Tensor::<L>::from_triplets([5, 5], entries, Add).unwrap();
    assert!(tensor.validate().is_ok());
    tensor
}

/// The arrays of a level, as lists of numbers: those of positions and indices, and the values below.
trait Arrays {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]);
}

fn numbers<I: Copy + TryInto<usize>>(array: &[I]) -> Vec<usize> {
    array.iter().map(|&number| number.try_into().ok().unwrap()).collect()
}

impl Arrays for List {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(self.idx())], self.child().val())
    }
}

impl Arrays for Bytes {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        let set: Vec<usize> = self.tbl().iter().map(|&set| usize::from(set)).collect();
        (vec![self.ptr().clone(), numbers(self.idx()), set], self.child().val())
    }
}

impl Arrays for Coordinates {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(&self.idx()[0])], self.child().val())
    }
}

impl<M> Arrays for RunList<Number, Vec<usize>, Vec<u32>, M> {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(self.right())], self.child().val())
    }
}

impl<M> Arrays for SparseRunList<Number, Vec<usize>, Vec<u32>, M> {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        let arrays = vec![self.ptr().clone(), numbers(self.left()), numbers(self.right())];
        (arrays, self.child().val())
    }
}

#[track_caller]
fn holds<L: Level + Arrays>(tensor: &Tensor<L>, arrays: &[&[usize]], val: &[f64]) {
    assert_eq!(
        tensor.level().arrays(),
        (arrays.iter().map(|array| array.to_vec()).collect(), val)
    );
}

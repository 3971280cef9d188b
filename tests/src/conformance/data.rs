//! Values, tensors of them, and numbers that look random.

use finch_formats::prelude::*;
use finch_traits::level::Level;

/// The leaf of most nests.
pub type Value = Element<i64>;
/// A dense vector.
pub type Line = Dense<Value>;
/// A dense matrix.
pub type Plane = Dense<Line>;
/// A dense tensor of three dimensions.
pub type Space = Dense<Plane>;
/// A sparse vector.
pub type List = SparseList<Value>;
/// A matrix that stores no empty rows.
pub type Lists = SparseList<List>;

/// The vectors of the reference cases.
pub const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
/// Ones in two runs.
pub const B6: [i64; 6] = [0, 1, 1, 0, 0, 1];
/// A single entry.
pub const H6: [i64; 6] = [0, 0, 1, 0, 0, 0];
/// Nothing.
pub const Z4: [i64; 4] = [0; 4];
/// The matrix of the reference cases.
pub const M5: [[i64; 5]; 5] = [
    [0, 1, 2, 2, 3],
    [0, 0, 0, 0, 0],
    [1, 1, 2, 0, 0],
    [0, 0, 0, 3, 0],
    [0, 0, 0, 0, 0],
];
/// Its columns.
pub const M5_COLUMNS: [[i64; 5]; 5] = {
    let mut columns = [[0; 5]; 5];
    let mut at = 0;
    while at < 25 {
        columns[at % 5][at / 5] = M5[at / 5][at % 5];
        at += 1
    }
    columns
};
/// Rows of which neighbours are equal.
pub const TWINS: [[i64; 9]; 5] = [V9, V9, [0; 9], [0; 9], V9];

/// A dense vector of `values`.
pub fn line(values: &[i64]) -> Tensor<Line> {
    Vector::from(values.to_vec())
}

/// A dense matrix of `rows` rows.
pub fn plane(rows: usize, values: &[i64]) -> Tensor<Plane> {
    let columns = values.len().checked_div(rows).unwrap_or(0);
    Matrix::from_dense([rows, columns], values).unwrap()
}

/// A dense tensor of three dimensions.
pub fn space(shape: [usize; 3], values: &[i64]) -> Tensor<Space> {
    Tensor::from_dense(shape, values).unwrap()
}

/// What is not zero, as a list.
pub fn list(values: &[i64]) -> SparseVector<i64> {
    SparseVector::from_dense([values.len()], values).unwrap()
}

/// A list of entries at `indices`, each one more than its index.
pub fn listed(extent: usize, indices: impl IntoIterator<Item = usize>) -> SparseVector<i64> {
    let entries = indices.into_iter().map(|i| ([i], i as i64 + 1));
    SparseVector::from_triplets([extent], entries, Add).unwrap()
}

/// What is not zero, as lists by row.
pub fn csr(rows: usize, columns: usize, values: &[i64]) -> Csr<i64> {
    Csr::from_dense([rows, columns], values).unwrap()
}

/// A leaf of so many zeros.
pub fn zeros(count: usize) -> Value {
    Element::new(vec![0; count])
}

/// A default tensor: of extents of zero.
pub fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

/// The values of a matrix of `rows` by `columns`, with rows and columns exchanged.
pub fn transposed(rows: usize, columns: usize, values: &[i64]) -> Vec<i64> {
    (0..rows * columns)
        .map(|place| values[place % rows * columns + place / rows])
        .collect()
}

/// What `f` makes of the values of both.
pub fn zipped(x: &[i64], y: &[i64], f: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect()
}

/// The sum of products.
pub fn dot(x: &[i64], y: &[i64]) -> i64 {
    zipped(x, y, |x, y| x * y).iter().sum()
}

/// The product of matrices, by three loops.
pub fn product(b: &[i64], a: &[i64], rows: usize, inner: usize, columns: usize) -> Vec<i64> {
    let mut c = vec![0; rows * columns];
    for row in 0..rows {
        for k in 0..inner {
            for column in 0..columns {
                c[row * columns + column] += b[row * inner + k] * a[k * columns + column]
            }
        }
    }
    c
}

/// Numbers that look random.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    /// One of `sides` values is not zero.
    pub fn values(&mut self, count: usize, sides: usize) -> Vec<i64> {
        let mut value = || match self.below(sides) {
            0 => self.below(9) as i64 + 1,
            _ => 0,
        };
        (0..count).map(|_| value()).collect()
    }

    /// Values that come in runs of about `length`, `sides - 1` of `sides` of which are not zero.
    pub fn runs(&mut self, count: usize, length: usize, sides: usize) -> Vec<i64> {
        let mut value = 0;
        let mut next = || {
            if self.below(length) == 0 {
                value = self.below(sides) as i64
            }
            value
        };
        (0..count).map(|_| next()).collect()
    }

    /// Values that come in blocks: one of `sparse` gaps ends at each index, and one of three blocks.
    pub fn blocks(&mut self, count: usize, sparse: usize) -> Vec<i64> {
        let mut inside = false;
        let mut next = || {
            if self.below(if inside { 3 } else { sparse }) == 0 {
                inside = !inside
            }
            if inside { 1 + self.below(7) as i64 } else { 0 }
        };
        (0..count).map(|_| next()).collect()
    }
}

/// Every value of a valid tensor, found without a program, in two ways: looked up, and listed in ascending order.
pub fn all<L: Level<T: Copy + PartialEq + std::fmt::Debug>>(tensor: &Tensor<L>) -> Vec<L::T> {
    tensor.validate().unwrap();
    let shape = tensor.shape();
    let mut all = vec![tensor.fill(); shape.iter().product()];
    let mut last = None;
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        assert!(last.as_deref() < Some(index), "{index:?} comes behind {last:?}");
        last = Some(index.to_vec());
        all[index
            .iter()
            .zip(&shape)
            .fold(0, |place, (at, extent)| place * extent + at)] = value
    });
    let mut index = vec![0; shape.len()];
    for &value in &all {
        assert!(
            tensor.level().get(0, &index) == value,
            "{value:?} is listed at {index:?}"
        );
        for (at, extent) in index.iter_mut().zip(&shape).rev() {
            *at += 1;
            if *at < *extent {
                break;
            }
            *at = 0
        }
    }
    all
}

/// What a valid vector stores.
pub fn stored<L: Level<T = i64>>(tensor: &Tensor<L>) -> Vec<(usize, i64)> {
    tensor.validate().unwrap();
    let mut stored = Vec::new();
    tensor.for_each(|index, value| stored.push((index[0], value)));
    stored
}

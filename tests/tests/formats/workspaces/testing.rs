//! What the tests of workspaces share: data, products by hand, and all that a tensor holds.

use finch_formats::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

pub(crate) type Value = Element<i64>;

pub(crate) const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];

/// The transpose of the reference's matrix, whose columns are outermost.
pub(crate) const M5: [[i64; 5]; 5] = [
    [0, 0, 1, 0, 0],
    [1, 0, 1, 0, 0],
    [2, 0, 2, 0, 0],
    [2, 0, 0, 3, 0],
    [3, 0, 0, 0, 0],
];

/// Numbers that look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    /// One of `sides` values is not zero.
    pub(crate) fn values(&mut self, count: usize, sides: usize) -> Vec<i64> {
        (0..count)
            .map(|_| {
                if self.below(sides) == 0 {
                    self.below(9) as i64 + 1
                } else {
                    0
                }
            })
            .collect()
    }
}

pub(crate) fn list(values: &[i64]) -> SparseVector<i64> {
    SparseVector::from_dense([values.len()], values).unwrap()
}

pub(crate) fn csr(rows: usize, columns: usize, values: &[i64]) -> Csr<i64> {
    Csr::from_dense([rows, columns], values).unwrap()
}

pub(crate) fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

/// All values of a valid tensor, found without a program, and listed in order.
pub(crate) fn all<L: Level<T = i64>>(tensor: &Tensor<L>) -> Vec<i64> {
    tensor.validate().unwrap();
    let mut shape = Vec::new();
    tensor.level().shape(&mut shape);
    let mut found = vec![0; shape.iter().product()];
    let index_of = |place: usize| {
        let mut rest = place;
        let mut index: Vec<usize> = shape
            .iter()
            .rev()
            .map(|extent| (rest % extent, rest /= extent).0)
            .collect();
        index.reverse();
        index
    };
    for (place, value) in found.iter_mut().enumerate() {
        *value = tensor.level().get(0, &index_of(place))
    }
    let (mut listed, mut last) = (vec![0; found.len()], None);
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        let place = index
            .iter()
            .zip(&shape)
            .fold(0, |place, (index, extent)| place * extent + index);
        assert!(last < Some(place), "entries ascend");
        last = Some(place);
        listed[place] = value
    });
    assert_eq!(found, listed);
    found
}

pub(crate) fn fill_from<W: WriteLevel<T = i64, Rank = typenum::U1>>(w: &mut Tensor<W>, a: &SparseVector<i64>) {
    indices!(i);
    program()
        .declare(&mut *w)
        .body(|(w,)| forall(i, w.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap();
    w.validate().unwrap()
}

pub(crate) fn product(b: &[i64], a: &[i64], rows: usize, inner: usize, columns: usize) -> Vec<i64> {
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

pub(crate) type List = SparseList<Value>;

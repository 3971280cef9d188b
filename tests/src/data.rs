//! Data: the entries of vectors, matrices and tensors.
//!
//! Values are small whole numbers, so that floating point results are exact. What an entry holds may be zero: that is
//! a fill that is stored.

use crate::oracle::{Array, Value};
use crate::random::Random;
use crate::scalar::Scalar;
use std::fmt;

/// The entries of a tensor, in ascending order of index.
#[derive(Clone, Debug)]
pub struct Data {
    name: String,
    shape: Vec<usize>,
    entries: Vec<(Vec<usize>, f64)>,
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name, self.shape)
    }
}

impl Data {
    /// Entries in any order, of which the last one counts if there are several at one place.
    pub fn new(name: impl Into<String>, shape: &[usize], entries: impl IntoIterator<Item = (Vec<usize>, f64)>) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        entries.reverse();
        entries.dedup_by(|(a, _), (b, _)| a == b);
        entries.reverse();
        for (index, _) in &entries {
            assert_eq!(index.len(), shape.len());
            assert!(
                index.iter().zip(shape).all(|(here, extent)| here < extent),
                "{index:?} is within {shape:?}"
            );
        }
        Data {
            name: name.into(),
            shape: shape.to_vec(),
            entries,
        }
    }

    /// The vector that stores the values that are not zero.
    pub fn vector(name: impl Into<String>, values: &[f64]) -> Self {
        let entries = values.iter().enumerate().filter(|(_, value)| **value != 0.0);
        Data::new(name, &[values.len()], entries.map(|(here, value)| (vec![here], *value)))
    }

    /// The matrix that stores the values that are not zero.
    pub fn matrix<const COLUMNS: usize>(name: impl Into<String>, rows: &[[f64; COLUMNS]]) -> Self {
        let entries = rows.iter().enumerate().flat_map(|(j, row)| {
            let row = row.iter().enumerate().filter(|(_, value)| **value != 0.0);
            row.map(move |(i, value)| (vec![j, i], *value))
        });
        Data::new(name, &[rows.len(), COLUMNS], entries)
    }

    /// A tensor of `shape` in which a place stores something with a probability of `percent`; of what is stored, one
    /// in ten is zero.
    pub fn random(shape: &[usize], percent: usize, random: &mut Random) -> Self {
        Data::from_indices(format!("random {percent}%"), shape, |_| {
            let stored = random.percent(percent);
            let value = random.value();
            let value = if random.percent(10) { 0.0 } else { value };
            stored.then_some(value)
        })
    }

    /// A tensor of `shape` that stores what `entry` says.
    pub fn from_indices(
        name: impl Into<String>,
        shape: &[usize],
        mut entry: impl FnMut(&[usize]) -> Option<f64>,
    ) -> Self {
        let all = Array::full(shape.to_vec(), Value::Missing);
        let entries = all
            .indices()
            .filter_map(|index| entry(&index).map(|value| (index, value)));
        Data::new(name, shape, entries)
    }

    /// What the data is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The entries, in ascending order of index.
    pub fn entries(&self) -> &[(Vec<usize>, f64)] {
        &self.entries
    }

    /// The values as another function of themselves.
    pub fn map(&self, function: impl Fn(f64) -> f64) -> Data {
        let mut data = self.clone();
        data.entries.iter_mut().for_each(|(_, value)| *value = function(*value));
        data
    }

    /// Rows and columns exchanged.
    pub fn transposed(&self) -> Data {
        let entries = self
            .entries
            .iter()
            .map(|(index, value)| (index.iter().rev().copied().collect(), *value));
        let shape: Vec<usize> = self.shape.iter().rev().copied().collect();
        Data::new(format!("{}, transposed", self.name), &shape, entries)
    }

    /// As a dense array of values of type `T` over a background of `fill`.
    pub fn array<T: Scalar>(&self, fill: Value) -> Array {
        let mut array = Array::full(self.shape.clone(), fill);
        for (index, value) in &self.entries {
            array.set(index, T::from_number(*value).value())
        }
        array
    }
}

/// What a vector of `n` looks like: names and the value at an index, if one is stored.
fn patterns(n: usize) -> Vec<Data> {
    let shape = [n];
    let single = |name: &str, at: usize| Data::new(name, &shape, [(vec![at], 3.0)]);
    let mut random = Random::seeded(n as u64);
    vec![
        Data::new("nothing", &shape, []),
        single("first", 0),
        single("middle", n / 2),
        single("last", n - 1),
        Data::from_indices("full", &shape, |index| Some(index[0] as f64 + 1.0)),
        Data::from_indices("stored zeros", &shape, |_| Some(0.0)),
        Data::from_indices("runs", &shape, |index| {
            [None, Some(2.0), Some(2.0), Some(0.0)][index[0] / 2 % 4]
        }),
        Data::from_indices("one run", &shape, |_| Some(4.0)),
        Data::from_indices("even", &shape, |index| (index[0] % 2 == 0).then_some(1.0)),
        Data::from_indices("odd", &shape, |index| (index[0] % 2 == 1).then_some(-1.0)),
        Data::random(&shape, 30, &mut random),
        Data::random(&shape, 80, &mut random),
    ]
}

/// Vectors, tiny ones first.
pub fn vectors() -> Vec<Data> {
    let mut random = Random::seeded(7);
    let mut vectors = vec![
        Data::new("empty", &[0], []),
        Data::new("nothing", &[1], []),
        Data::new("one", &[1], [(vec![0], 2.0)]),
        Data::new("stored zero", &[1], [(vec![0], 0.0)]),
        Data::vector("V9", &[0.0, 1.0, 1.0, 2.0, 2.0, 0.0, 0.0, 3.0, 0.0]),
        Data::vector("B6", &[0.0, 1.0, 1.0, 0.0, 0.0, 1.0]),
        Data::vector("Z4", &[0.0; 4]),
        Data::vector("H6", &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
    ];
    vectors.extend(patterns(10));
    vectors.extend([2, 50, 100].map(|percent| Data::random(&[70], percent, &mut random)));
    vectors.push(Data::from_indices("long runs", &[70], |index| {
        [Some(1.0), None, Some(2.0)][index[0] / 13 % 3]
    }));
    vectors
}

/// Pairs of vectors of the same extent.
pub fn pairs() -> Vec<(Data, Data)> {
    let of = |vectors: Vec<Data>| {
        let all: Vec<_> = vectors
            .iter()
            .flat_map(|a| vectors.iter().map(|b| (a.clone(), b.clone())))
            .collect();
        all
    };
    let (tiny, long): (Vec<Data>, Vec<Data>) = vectors().into_iter().partition(|vector| vector.shape()[0] < 2);
    let (empty, one): (Vec<Data>, Vec<Data>) = tiny.into_iter().partition(|vector| vector.shape()[0] == 0);
    let long = long.into_iter().filter(|vector| vector.shape()[0] == 70).collect();
    [of(empty), of(one), of(patterns(10)), of(long)].concat()
}

/// Three vectors of the same extent: a sample.
pub fn triples() -> Vec<[Data; 3]> {
    let patterns = patterns(10);
    let mut random = Random::seeded(3);
    let mut triples = vec![
        [0; 3].map(|_| Data::new("empty", &[0], [])),
        [3.0, 0.0, 5.0].map(|value| Data::new("one", &[1], [(vec![0], value)])),
    ];
    for _ in 0..60 {
        triples.push([(); 3].map(|()| patterns[random.below(patterns.len())].clone()));
    }
    for percent in [5, 30, 90] {
        triples.push([(); 3].map(|()| Data::random(&[50], percent, &mut random)));
    }
    triples
}

/// Matrices, square and rectangular.
pub fn matrices() -> Vec<Data> {
    let mut random = Random::seeded(11);
    let mut matrices = vec![
        Data::new("empty", &[0, 0], []),
        Data::new("no rows", &[0, 3], []),
        Data::new("no columns", &[3, 0], []),
        Data::new("nothing", &[1, 1], []),
        Data::new("one", &[1, 1], [(vec![0, 0], 2.0)]),
        Data::new("nothing", &[4, 5], []),
        Data::new("first", &[4, 5], [(vec![0, 0], 2.0)]),
        Data::new("last", &[4, 5], [(vec![3, 4], 2.0)]),
        Data::from_indices("full", &[3, 4], |index| Some((index[0] * 4 + index[1]) as f64 - 5.0)),
        Data::from_indices("stored zeros", &[3, 3], |_| Some(0.0)),
        Data::from_indices("diagonal", &[5, 5], |index| (index[0] == index[1]).then_some(2.0)),
        Data::from_indices("middle row", &[5, 4], |index| {
            (index[0] == 2).then_some(1.0 + index[1] as f64)
        }),
        Data::from_indices("last column", &[4, 5], |index| {
            (index[1] == 4).then_some(1.0 + index[0] as f64)
        }),
        Data::from_indices("equal rows", &[6, 7], |index| {
            (index[0] / 2 != 1).then_some((index[1] / 3) as f64)
        }),
        m5(),
    ];
    for (shape, percent) in [
        ([6, 6], 10),
        ([7, 5], 30),
        ([5, 9], 80),
        ([1, 12], 40),
        ([12, 1], 40),
        ([20, 20], 15),
    ] {
        matrices.push(Data::random(&shape, percent, &mut random));
    }
    matrices
}

/// Square matrices: edge weights of graphs, so none is negative.
pub fn squares() -> Vec<Data> {
    let matrices = matrices()
        .into_iter()
        .filter(|matrix| matrix.shape()[0] == matrix.shape()[1]);
    matrices.map(|matrix| matrix.map(f64::abs)).collect()
}

/// Square matrices that hold what is at and below the diagonal.
pub fn lower() -> Vec<Data> {
    let mut random = Random::seeded(19);
    let below = |index: &[usize]| index[1] <= index[0];
    let mut matrices = vec![
        Data::new("empty", &[0, 0], []),
        Data::new("nothing", &[1, 1], []),
        Data::new("one", &[1, 1], [(vec![0, 0], 2.0)]),
        Data::new("corner", &[4, 4], [(vec![3, 0], 2.0)]),
        Data::from_indices("full", &[5, 5], |index| {
            below(index).then_some((index[0] * 5 + index[1]) as f64 - 9.0)
        }),
        Data::from_indices("diagonal", &[5, 5], |index| (index[0] == index[1]).then_some(2.0)),
        Data::from_indices("last row", &[4, 4], |index| {
            (index[0] == 3).then_some(1.0 + index[1] as f64)
        }),
    ];
    for (extent, percent) in [(2, 70), (7, 30), (9, 90), (20, 15)] {
        let shape = [extent, extent];
        let random = Data::random(&shape, percent, &mut random);
        let entries = random.entries().iter().filter(|(index, _)| below(index)).cloned();
        matrices.push(Data::new(random.name(), &shape, entries))
    }
    matrices
}

/// The same, with what is below the diagonal above it as well.
pub fn symmetric() -> Vec<Data> {
    let both = |lower: &Data| {
        let entries = lower.transposed().entries.into_iter().chain(lower.entries.clone());
        Data::new(format!("{}, both halves", lower.name), &lower.shape, entries)
    };
    lower().iter().map(both).collect()
}

/// The matrix M5 of the reference cases.
pub fn m5() -> Data {
    let row = |row: [u8; 5]| row.map(f64::from);
    Data::matrix(
        "M5",
        &[
            row([0, 1, 2, 2, 3]),
            row([0; 5]),
            row([1, 1, 2, 0, 0]),
            row([0, 0, 0, 3, 0]),
            row([0; 5]),
        ],
    )
}

/// Matrices with a second one of the same shape.
pub fn matrix_pairs() -> Vec<(Data, Data)> {
    let mut random = Random::seeded(12);
    let mut pairs = Vec::new();
    for matrix in matrices() {
        for percent in [0, 25, 90] {
            pairs.push((matrix.clone(), Data::random(matrix.shape(), percent, &mut random)));
        }
        pairs.push((matrix.clone(), matrix));
    }
    pairs
}

/// Matrices that can be multiplied.
pub fn products() -> Vec<(Data, Data)> {
    let mut random = Random::seeded(13);
    let mut products = Vec::new();
    for matrix in matrices() {
        let (rows, columns) = (matrix.shape()[0], matrix.shape()[1]);
        products.push((matrix.clone(), matrix.transposed()));
        products.push((matrix.clone(), Data::random(&[columns, rows + 1], 40, &mut random)));
    }
    products
}

/// A vector of `n` for each matrix case, sparse and with zeros stored.
pub fn vector_for(n: usize) -> Data {
    Data::random(&[n], 60, &mut Random::seeded(n as u64 + 100))
}

/// Tensors of three dimensions.
pub fn cubes() -> Vec<Data> {
    let mut random = Random::seeded(17);
    let mut cubes = vec![
        Data::new("empty", &[0, 0, 0], []),
        Data::new("nothing inside", &[2, 0, 3], []),
        Data::new("nothing", &[2, 3, 4], []),
        Data::new("first", &[2, 3, 4], [(vec![0, 0, 0], 1.0)]),
        Data::new("last", &[2, 3, 4], [(vec![1, 2, 3], 1.0)]),
        Data::from_indices("full", &[2, 3, 2], |index| {
            Some((index[0] * 6 + index[1] * 2 + index[2]) as f64 - 4.0)
        }),
        Data::from_indices("one row", &[3, 4, 5], |index| {
            (index[0] == 1 && index[1] == 2).then_some(2.0)
        }),
    ];
    for (shape, percent) in [([4, 5, 6], 10), ([3, 3, 3], 50), ([6, 2, 7], 3)] {
        cubes.push(Data::random(&shape, percent, &mut random));
    }
    cubes
}

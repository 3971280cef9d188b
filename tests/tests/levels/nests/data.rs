//! What is converted: fixed data, random data that shrinks, small matrices from files, and nothing at all.

use finch_tests::market;
use finch_tests::prelude::Data;
use finch_tests::random::Random;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A random tensor of up to four dimensions: extents, then indices before they are cut to them, and values.
#[derive(Clone, Debug)]
pub(crate) struct Case<const RANK: usize> {
    extents: (u8, u8, u8, u8),
    entries: Vec<((u8, u8, u8, u8), i8)>,
}

impl<const RANK: usize> Arbitrary for Case<RANK> {
    fn arbitrary(g: &mut Gen) -> Self {
        Case {
            extents: Arbitrary::arbitrary(g),
            entries: Arbitrary::arbitrary(g),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let parts = (self.extents, self.entries.clone());
        Box::new(parts.shrink().map(|(extents, entries)| Case { extents, entries }))
    }
}

impl<const RANK: usize> Case<RANK> {
    /// Extents of 0 to 6, seldom some dozen; small whole numbers, zero among them.
    pub(crate) fn data(&self) -> Data {
        let extent = |seed: u8| match seed {
            240.. => usize::from(seed) - 210,
            _ => usize::from(seed % 7),
        };
        let all = |(a, b, c, d): (u8, u8, u8, u8)| [a, b, c, d];
        let shape: Vec<usize> = all(self.extents)[..RANK].iter().map(|&seed| extent(seed)).collect();
        if shape.contains(&0) {
            return Data::new("nothing", &shape, []);
        }
        let entries = self.entries.iter().map(|&(index, value)| {
            let index = all(index).into_iter().zip(&shape);
            let index = index.map(|(at, &extent)| usize::from(at) % extent).collect();
            (index, f64::from(value % 4))
        });
        Data::new("random", &shape, entries)
    }
}

/// Tries `property`, which panics where it does not hold, on random tensors; what fails shrinks.
pub(crate) fn random<const RANK: usize>(property: fn(Case<RANK>)) {
    QuickCheck::new().rng(Gen::new(30)).tests(40).quickcheck(property)
}

/// Tensors of every shape of `rank` that has an extent of zero, the others being 3.
pub(crate) fn nothing(rank: usize) -> Vec<Data> {
    let shapes =
        (1..1 << rank).map(|zeros: usize| (0..rank).map(move |axis| if zeros >> axis & 1 == 1 { 0 } else { 3 }));
    shapes
        .map(|shape| Data::new("nothing", &shape.collect::<Vec<_>>(), []))
        .collect()
}

/// Tensors of `rank`, which need not be small.
pub(crate) fn fixed(rank: usize) -> Vec<Data> {
    let mut random = Random::seeded(rank as u64);
    let mut fixed = match rank {
        1 => finch_tests::data::vectors(),
        2 => finch_tests::data::matrices(),
        _ => Vec::new(),
    };
    let shapes: &[&[usize]] = match rank {
        1 => &[&[1], &[200], &[255]],
        2 => &[&[1, 1], &[6, 200], &[200, 6]],
        3 => &[&[1, 1, 1], &[2, 3, 4], &[9, 7, 5], &[1, 20, 1], &[20, 1, 20]],
        _ => &[&[1, 1, 1, 1], &[2, 3, 2, 3], &[5, 1, 4, 6], &[1, 9, 2, 9]],
    };
    for shape in shapes {
        for percent in [0, 10, 60, 100] {
            fixed.push(Data::random(shape, percent, &mut random))
        }
        fixed.push(Data::from_indices("runs", shape, |index| {
            let slow = index.iter().map(|&at| at / 4).sum::<usize>();
            (slow % 2 == 0).then_some(1.0)
        }))
    }
    fixed
}

/// The small ones of the matrices from files: up to 1200 entries, 130 rows and columns.
pub(crate) fn files() -> Vec<Data> {
    let mut matrices = market::matrices();
    // All of their places are compared, over and over.
    matrices.retain(|a| a.entries().len() <= 1200 && a.shape().iter().all(|&extent| extent <= 130));
    matrices
}

//! Random data, made of what quickcheck knows how to shrink.

use finch_tests::operand::{Input, Operand};
use finch_tests::prelude::Data;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// An index before it is cut to its extents, and a value before it is made small.
type Seed = (u8, u8, u8, i8);

/// Random shapes and entries.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    extents: (u8, u8, u8),
    first: Vec<Seed>,
    second: Vec<Seed>,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        Case {
            extents: Arbitrary::arbitrary(g),
            first: Arbitrary::arbitrary(g),
            second: Arbitrary::arbitrary(g),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let parts = (self.extents, self.first.clone(), self.second.clone());
        Box::new(
            parts
                .shrink()
                .map(|(extents, first, second)| Case { extents, first, second }),
        )
    }
}

/// Entries within `shape`, of up to three dimensions; there may be several at one place.
fn entries(shape: &[usize], seeds: &[Seed]) -> Vec<(Vec<usize>, f64)> {
    if shape.contains(&0) {
        return Vec::new();
    }
    let entry = |&(k, j, i, seed): &Seed| {
        let index = shape
            .iter()
            .zip([i, j, k])
            .map(|(&extent, at)| usize::from(at) % extent);
        (index.collect(), f64::from(seed % 5))
    };
    seeds.iter().map(entry).collect()
}

impl Case {
    /// Three extents: 0 to 6, seldom some dozen.
    pub(crate) fn extents(&self) -> [usize; 3] {
        let (first, second, third) = self.extents;
        [first, second, third].map(|seed| match seed {
            250.. => usize::from(seed) - 210,
            _ => usize::from(seed % 7),
        })
    }

    /// Entries within `shape`: small whole numbers, zero among them. There may be several at one place.
    pub(crate) fn entries(&self, shape: &[usize]) -> Vec<(Vec<usize>, f64)> {
        entries(shape, &self.first)
    }

    /// The same as a tensor: of entries at one place the last one counts.
    pub(crate) fn first(&self, shape: &[usize]) -> Data {
        Data::new("first", shape, entries(shape, &self.first))
    }

    /// Another tensor.
    pub(crate) fn second(&self, shape: &[usize]) -> Data {
        Data::new("second", shape, entries(shape, &self.second))
    }

    /// Both, of these shapes.
    pub(crate) fn inputs<A: Operand, B: Operand>(&self, first: &[usize], second: &[usize]) -> (Input<A>, Input<B>) {
        (Input::new(&self.first(first)), Input::new(&self.second(second)))
    }
}

/// Tries `property`, which panics where it does not hold, on this many random cases.
pub(crate) fn holds(cases: u64, property: fn(Case)) {
    QuickCheck::new().rng(Gen::new(40)).tests(cases).quickcheck(property)
}

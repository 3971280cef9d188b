//! Random numbers.

use finch_formats::prelude::*;
use finch_formats::random::Random;

#[test]
fn numbers_are_those_of_the_authors() {
    // The first ones of xoshiro256++ from the state that SplitMix64 makes of the seed 0.
    let mut random = Random::seeded(0);
    let numbers: [u64; 3] = core::array::from_fn(|_| random.number());
    assert_eq!(numbers, [5987356902031041503, 7051070477665621255, 6633766593972829180]);
}

#[test]
fn numbers_are_below_their_end() {
    let mut random = Random::seeded(1);
    for end in [1, 2, 3, 1000, 1 << 63, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, u128::MAX] {
        assert!((0..100).all(|_| random.below(end) < end));
    }
    let mut seen = [false; 7];
    (0..1000).for_each(|_| seen[random.below(7) as usize] = true);
    assert_eq!(seen, [true; 7]);
    assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
}

#[test]
fn densities_are_from_nothing_to_all() {
    let stored = |density| SparseVector::<f64>::random_by_density([9], density, 1, |_| 1.0).map(|v| v.count_stored());
    assert_eq!([stored(0.0), stored(1.0)], [Ok(0), Ok(9)]);
    assert!(stored(-0.1).is_err() && stored(1.1).is_err() && stored(f64::NAN).is_err());
}

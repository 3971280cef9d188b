//! Sums of indices and numbers that might wrap around.

use crate::by_chance;
use finch_tests::attack::places;

#[test]
fn places_by_chance() {
    by_chance(600, 600, |bytes| places(bytes))
}

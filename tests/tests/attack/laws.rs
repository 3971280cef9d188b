//! Laws, comparisons and orders that lie: wrong values at most.

use crate::by_chance;
use finch_tests::attack::{laws, nests, subject::TWISTS};

#[test]
fn a_law_that_lies_never_leads_beyond_arrays() {
    by_chance(600, 600, |bytes| laws(bytes))
}

#[test]
fn each_law_lies_to_several_nests() {
    let subjects = nests::subjects::<&[u8]>();
    for law in TWISTS {
        let count = subjects
            .iter()
            .filter(|subject| subject.twists().contains(&law))
            .count();
        assert!(count >= 4, "{law:?} is of {count}")
    }
}

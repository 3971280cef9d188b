//! Random arrays through every constructor.

use crate::by_chance;
use finch_tests::attack::arrays;
use std::cell::RefCell;
use std::collections::BTreeMap;

#[test]
fn what_is_accepted_goes_through_every_program() {
    let accepted = RefCell::new(BTreeMap::new());
    by_chance(3500, 600, |bytes| {
        if let Some(found) = arrays(bytes) {
            *accepted.borrow_mut().entry(found).or_insert(0) += 1
        }
    });
    // Every nest was accepted now and then, with more than nothing in it.
    let accepted = accepted.into_inner();
    assert!(
        accepted.len() >= 41 && accepted.values().all(|&count| count > 20),
        "{accepted:#?}"
    );
}

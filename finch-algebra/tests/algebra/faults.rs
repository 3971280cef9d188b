//! The slot in which faults are kept.

use finch_algebra::fault::{Fault, is_clear, raise, restore, take, watched};
use finch_algebra::{BinaryOp, Div};
use std::panic::{catch_unwind, resume_unwind};

const OUTER: Fault = Fault::Overflow { operator: "outer" };

#[test]
fn the_slot_is_clear_until_a_fault_is_raised() {
    assert!(is_clear());
    raise(OUTER);
    assert!(!is_clear());
    assert_eq!(take(), Some(OUTER));
    assert!(is_clear());
    restore(Some(OUTER));
    assert_eq!(take(), Some(OUTER));
    raise(OUTER);
    restore(None);
    assert!(is_clear());
}

#[test]
fn what_is_watched_leaves_the_slot_as_it_was() {
    assert_eq!(watched(|| 1 + 1), (2, None));
    raise(OUTER);
    assert_eq!(watched(|| Div.apply(1, 0)), (0, Some(Fault::DivisionByZero)));
    assert_eq!(take(), Some(OUTER));

    raise(OUTER);
    let panicked = catch_unwind(|| {
        watched(|| {
            raise(Fault::DivisionByZero);
            resume_unwind(Box::new("on purpose"))
        })
    });
    assert!(panicked.is_err());
    assert_eq!(take(), Some(OUTER), "what ended early has put it back");
}

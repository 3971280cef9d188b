//! What attacks decide by.

use finch_tests::attack::{Source, bytes};

#[test]
fn decisions_end_with_the_first_possible_one() {
    let mut source = Source::new(&[7, 1, 2]);
    assert_eq!((source.below(5), source.below(1000), source.is_done()), (2, 258, true));
    assert_eq!((source.byte(), source.pick(&["first", "second"])), (0, "first"));
    assert_eq!((source.below(0), source.once_in(2)), (0, false));
}

#[test]
fn a_seed_makes_the_same_bytes_each_time() {
    assert_eq!(bytes(3, 20), bytes(3, 20));
    assert_ne!(bytes(3, 20), bytes(4, 20));
}

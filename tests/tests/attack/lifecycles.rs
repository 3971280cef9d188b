//! Random lives of tensors.

use crate::by_chance;
use finch_tests::attack::lifecycle;

#[test]
fn tensors_are_sound_whatever_happens_to_them() {
    by_chance(400, 1500, |bytes| lifecycle(bytes))
}

//! The sequence pass: one phase after the other. Each sequence narrows the region of its phase before the next leaf is
//! asked, so phases meet by intersection, in ascending order.

use crate::pass::looplet_pass;

looplet_pass! {
    /// Replaces sequences by one phase after the other.
    SequencePass asks sequence;
}

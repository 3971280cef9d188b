//! The run pass: a run's value takes the place of its access.

use crate::pass::looplet_pass;

looplet_pass! {
    /// Replaces runs by what they repeat.
    RunPass asks run;
}

//! The switch pass: a run-time condition chooses one of two looplets, and each choice goes on with a type of its own.

use crate::pass::looplet_pass;

looplet_pass! {
    /// Resolves switches.
    SwitchPass asks switch;
}

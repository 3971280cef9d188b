//! Whether something in a fiber was assigned.

use crate::knot::*;
use core::fmt::Debug;

/// How a fiber tells its parent that something in it was assigned.
///
/// *Being assigned* is what counts, not the value. Sparse parents lend a flag and store the coordinate if it was set;
/// dense ones pass on the flag that they were lent; below the root nobody asks.
pub trait Dirty: Copy + Debug {
    /// Whether anybody asks if something was assigned.
    type Asked: Bool;
    /// Notes that something was assigned.
    fn set(self);
    /// Whether something was assigned; false if nobody asks.
    fn get(self) -> bool;
    /// Takes the note back, which only a leaf without storage of its own may do.
    fn clear(self);
}

/// A parent that does not ask whether something in its child was assigned.
#[derive(Clone, Copy, Debug)]
pub struct Unasked;

impl Dirty for Unasked {
    type Asked = No;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set(self) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(self) -> bool {
        false
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(self) {}
}

impl Dirty for Lent<Cell<bool>> {
    type Asked = Yes;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set(self) {
        Cell::set(&self, true)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(self) -> bool {
        Cell::get(&self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(self) {
        Cell::set(&self, false)
    }
}

//! Differences of two indices: what they are at most, at least, or both.

use crate::expr::compare::Relation;
use crate::mask::{Before, From, Within};
use crate::sealed::Sealed;

/// The difference is at most this.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub isize);

/// The difference is at least this.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast(pub isize);

/// The difference is between these, both included.
#[derive(Clone, Copy, Debug)]
pub struct Between(pub isize, pub isize);

impl Sealed for AtMost {}
impl Relation for AtMost {
    type Right = From;
    type Left = Before;
    #[inline(always)]
    fn right(self, left: isize) -> From {
        From {
            start: left.saturating_sub(self.0),
        }
    }
    #[inline(always)]
    fn left(self, right: isize) -> Before {
        Before {
            end: right.saturating_add(self.0).saturating_add(1),
        }
    }
    fn notation(self, left: &str, right: &str) -> String {
        match self.0 {
            0 => format!("{left} <= {right}"),
            -1 => format!("{left} < {right}"),
            most => format!("{left} - {right} <= {most}"),
        }
    }
}

impl Sealed for AtLeast {}
impl Relation for AtLeast {
    type Right = Before;
    type Left = From;
    #[inline(always)]
    fn right(self, left: isize) -> Before {
        Before {
            end: left.saturating_sub(self.0).saturating_add(1),
        }
    }
    #[inline(always)]
    fn left(self, right: isize) -> From {
        From {
            start: right.saturating_add(self.0),
        }
    }
    fn notation(self, left: &str, right: &str) -> String {
        match self.0 {
            0 => format!("{left} >= {right}"),
            1 => format!("{left} > {right}"),
            least => format!("{left} - {right} >= {least}"),
        }
    }
}

impl Sealed for Between {}
impl Relation for Between {
    type Right = Within;
    type Left = Within;
    #[inline(always)]
    fn right(self, left: isize) -> Within {
        Within {
            start: left.saturating_sub(self.1),
            end: left.saturating_sub(self.0).saturating_add(1),
        }
    }
    #[inline(always)]
    fn left(self, right: isize) -> Within {
        Within {
            start: right.saturating_add(self.0),
            end: right.saturating_add(self.1).saturating_add(1),
        }
    }
    fn notation(self, left: &str, right: &str) -> String {
        match self {
            Between(0, 0) => format!("{left} == {right}"),
            Between(least, most) => format!("{least} <= {left} - {right} <= {most}"),
        }
    }
}

//! Differences of two indices: what they are at most, at least, both, or exactly.

use crate::mask::{Before, From, Only, Within};

/// The difference is at most this.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub isize);

/// The difference is at least this.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast(pub isize);

/// The difference is between these, both included.
#[derive(Clone, Copy, Debug)]
pub struct Between(pub isize, pub isize);

/// The difference is exactly this.
#[derive(Clone, Copy, Debug)]
pub struct Exactly(pub isize);

relations! {
    AtMost {
        right From = |most, left| From { start: left.saturating_sub(most.0) },
        left Before = |most, right| Before { end: right.saturating_add(most.0.saturating_add(1)) },
        written |most, left, right| match most.0 {
            0 => format!("{left} <= {right}"),
            -1 => format!("{left} < {right}"),
            most => format!("{left} - {right} <= {most}"),
        }
    }
    AtLeast {
        right Before = |least, left| Before { end: left.saturating_sub(least.0.saturating_sub(1)) },
        left From = |least, right| From { start: right.saturating_add(least.0) },
        written |least, left, right| match least.0 {
            0 => format!("{left} >= {right}"),
            1 => format!("{left} > {right}"),
            least => format!("{left} - {right} >= {least}"),
        }
    }
    Between {
        right Within = |band, left| Within {
            start: left.saturating_sub(band.1),
            end: left.saturating_sub(band.0.saturating_sub(1)),
        },
        left Within = |band, right| Within {
            start: right.saturating_add(band.0),
            end: right.saturating_add(band.1.saturating_add(1)),
        },
        written |band, left, right| format!("{} <= {left} - {right} <= {}", band.0, band.1)
    }
    Exactly {
        right Only = |by, left| Only { at: left.saturating_sub(by.0) },
        left Only = |by, right| Only { at: right.saturating_add(by.0) },
        written |by, left, right| match by.0 {
            0 => format!("{left} == {right}"),
            by => format!("{left} - {right} == {by}"),
        }
    }
}

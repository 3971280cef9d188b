//! Differences of two indices: what they are at most, at least, or both.

use crate::mask::{Before, From, Within};

/// The difference is at most this.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub isize);

/// The difference is at least this.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast(pub isize);

/// The difference is between these, both included.
#[derive(Clone, Copy, Debug)]
pub struct Between(pub isize, pub isize);

relations! {
    AtMost {
        right From = |most, left| From { start: left.saturating_sub(most.0) },
        left Before = |most, right| Before { end: right.saturating_add(most.0).saturating_add(1) },
        written |most, left, right| match most.0 {
            0 => format!("{left} <= {right}"),
            -1 => format!("{left} < {right}"),
            most => format!("{left} - {right} <= {most}"),
        }
    }
    AtLeast {
        right Before = |least, left| Before { end: left.saturating_sub(least.0).saturating_add(1) },
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
            end: left.saturating_sub(band.0).saturating_add(1),
        },
        left Within = |band, right| Within {
            start: right.saturating_add(band.0),
            end: right.saturating_add(band.1).saturating_add(1),
        },
        written |band, left, right| match band {
            Between(0, 0) => format!("{left} == {right}"),
            Between(least, most) => format!("{least} <= {left} - {right} <= {most}"),
        }
    }
}

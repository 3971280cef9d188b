//! Checked mode: what the driver and formats promise each other, tested while programs run.
//!
//! Programs read unchecked what was validated before. In checked mode, which is every build with debug assertions and
//! any with the feature `checked`, what makes this right is tested at each step: that positions are inside of their arrays,
//! that children follow each other in ascending order, that none is empty, that regions only get narrower, that extents are
//! what they were when the program was checked. Where one of these does not hold there is a bug, in a level or in the driver,
//! and the program panics and says which. Integers that overflow are a fault then, see [`number`](crate::algebra::number).

/// Whether promises are tested.
pub use finch_algebra::CHECKED;

/// A promise is broken.
#[cold]
#[inline(never)]
#[track_caller]
pub fn broken(promise: &str) -> ! {
    panic!("checked mode: a promise that programs rely on is broken: {promise}")
}

/// Tests, in [checked mode](mod@crate::promise), what unchecked code relies on.
///
/// ```should_panic
/// let (position, positions) = (3, 3);
/// finch_traits::promise!(position < positions);
/// # if !finch_traits::promise::CHECKED { panic!() }
/// ```
#[macro_export]
macro_rules! promise {
    ($holds:expr) => {
        $crate::promise!($holds, stringify!($holds))
    };
    ($holds:expr, $promise:expr) => {
        if $crate::promise::CHECKED && !$holds {
            $crate::promise::broken($promise)
        }
    };
}

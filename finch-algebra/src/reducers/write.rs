//! Reducers that keep one of the two values as it is.

use super::reducers;
use crate::fill::{False, Fill, Zero};
use crate::logic::{No, Yes};
use crate::number::Number;
use crate::operator::BinaryOp;
use crate::operators::Any;
use crate::phantom::phantom;

/// Keeps the new value: `y[i] := ..`. Every value is assigned, a known fill too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite;

/// Keeps the new value, but skips those that are known to be the fill of the target: what a copy into a target that
/// was just declared does, `y[i] = ..`, so that its structure is copied with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InitWrite;

phantom! {
    /// Keeps the first value that is not the fill `F`, `y[i] <<choose(0)>>= ..`: for any one of several candidates, such as a parent in a
    /// search. Nothing changes a value that is not the fill, so that a loop may end there.
    ///
    /// ```
    /// use finch_algebra::{Choose, NegInf, Reducer};
    ///
    /// let parent = Choose::<NegInf>::default();
    /// assert_eq!(parent.combine(i64::MIN, 4), 4);
    /// assert_eq!(parent.combine(4, 5), 4);
    /// assert!(parent.done(&4_i64));
    /// ```
    Choose<F>, what "The reducer.", |f| f.write_str("Choose")
}

/// Whether `value` is another one than `fill`. A fill that is NaN is not equal to itself, but stands for itself.
#[cfg_attr(not(debug_assertions), inline(always))]
#[expect(clippy::eq_op, reason = "what is not equal to itself is NaN")]
fn differs<T: Copy + PartialEq>(value: T, fill: T) -> bool {
    value != fill && (value == value || fill == fill)
}

reducers! {
    impl[T] ":=" of T, for Overwrite {
        skips(never), any order: No, groups: No, commutes: No, saturates: No, replaces what is there;
        |_this, _old, new| new;
    }
    #[diagnostic::do_not_recommend]
    impl[T] "=" of T, for InitWrite {
        skips(target), any order: No, groups: No, commutes: No, saturates: No, replaces what is there;
        |_this, _old, new| new;
    }
    #[diagnostic::do_not_recommend]
    impl[T: Copy + PartialEq + 'static, F: Fill<T>] "<<choose>>=" of T, for Choose<F> {
        skips(as F::Known), any order: No, groups: Yes, commutes: No, saturates: Yes;
        identity: F::value();
        |this, old, new| if this.done(&old) { old } else { new };
        done value: differs(value, F::value());
    }
    // One value is as good as another, so the first one stays: nothing that comes later can change it.
    impl[T: Number] "<<any>>=" of T, for Any {
        skips(Zero), any order: No, groups: Yes, commutes: No, saturates: Yes;
        identity: *T::ZERO;
        |_this, old, new| Any.apply(old, new);
        done value: value != *T::ZERO;
    }
    impl[] "<<any>>=" of bool, for Any {
        skips(False), any order: Yes, groups: Yes, commutes: Yes, saturates: Yes;
        instruction: BitOr;
        identity: false;
        |_this, old, new| old | new;
        done value: value;
    }
}

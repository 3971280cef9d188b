//! Accumulators: local copies of targets that do not depend on the loop.

use crate::pass::OnTarget;
use crate::prelude::*;
use crate::reduction::lanes::LANES;
use crate::target::{Target, settled_target};
use typenum::U0;

/// The local copy of a target that does not depend on the loop: without it, every store to the target may alias the
/// arrays that the loop reads.
pub struct Accumulator<'a, T, Short, Asked = No, Fill = Unknown, Out = U0> {
    value: &'a Cell<T>,
    assigned: Option<&'a Cell<bool>>,
    lanes: Option<&'a [Cell<T>; LANES]>,
    kind: PhantomData<(Short, Asked, Fill, Out)>,
}

impl<T, S, A, F, O> core::fmt::Debug for Accumulator<'_, T, S, A, F, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Accumulator")
    }
}

copied!(['a, T, S, A, F, O] Accumulator<'a, T, S, A, F, O>);

impl<'a, T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Accumulator<'a, T, S, A, F, O> {
    /// An accumulator in `value` that notes in `assigned`, if that is given, whether it was assigned.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn noting(value: &'a Cell<T>, assigned: Option<&'a Cell<bool>>) -> Self {
        Accumulator {
            value,
            assigned,
            lanes: None,
            kind: PhantomData,
        }
    }
}

impl<T, S, A, F, O> Cursor for Accumulator<'_, T, S, A, F, O> {}

impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Sealed for Accumulator<'_, T, S, A, F, O> {}
impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Target for Accumulator<'_, T, S, A, F, O> {
    type T = T;
    type Fill = F;
    type Output = O;
    type Short = S;
    type Asked = A;
    settled_target!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> T {
        self.value.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: T) {
        if A::VALUE
            && let Some(assigned) = self.assigned
        {
            assigned.set(true)
        }
        self.value.set(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_lanes<K: OnTarget<(), T>>(self, lanes: &[Cell<T>; LANES], k: K) {
        k.call(
            (),
            Accumulator::<'_, T, S, A, F, O> {
                value: self.value,
                assigned: self.assigned,
                lanes: Some(lanes),
                kind: PhantomData,
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes(&self) -> Option<&[Cell<T>; LANES]> {
        self.lanes
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assigned(&self) -> Option<&Cell<bool>> {
        if A::VALUE { self.assigned } else { None }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_noted(&self) -> bool {
        !A::VALUE || self.assigned.is_none_or(Cell::get)
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription::of::<Self>(TargetNode::Accumulator {
            short: S::VALUE,
            asked: A::VALUE,
        })
    }
}

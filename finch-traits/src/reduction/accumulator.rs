//! Accumulators: local copies of targets that do not depend on the loop.

use crate::knot::*;
use crate::reduction::lanes::LANES;
use crate::target::settled_target;

/// The local copy of a target that does not depend on the loop: without it, every store to the target may alias the
/// arrays that the loop reads. `Short` is `Yes` if the loop ends where nothing can change the value, `Asked` if it notes whether it was
/// assigned; `Fill` is what is known of the target's fill, `Out` the number of its output.
pub struct Accumulator<T, Short, Asked = No, Fill = Unknown, Out = U0> {
    value: Lent<Cell<T>>,
    assigned: Option<Lent<Cell<bool>>>,
    lanes: Option<Lent<[Cell<T>; LANES]>>,
    kind: PhantomData<(Short, Asked, Fill, Out)>,
}

shown!([T, S, A, F, O] Accumulator<T, S, A, F, O>);

copied!([T, S, A, F, O] Accumulator<T, S, A, F, O>);

impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Accumulator<T, S, A, F, O> {
    /// An accumulator in `value` that notes in `assigned`, if that is given, whether it was assigned.
    ///
    /// # Safety
    ///
    /// The caller uses it only while both are borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn noting(value: &Cell<T>, assigned: Option<&Cell<bool>>) -> Self {
        // SAFETY: as the caller promises.
        let (value, assigned) = unsafe { (Lent::new(value), assigned.map(|assigned| Lent::new(assigned))) };
        Accumulator {
            value,
            assigned,
            lanes: None,
            kind: PhantomData,
        }
    }
}

impl<T, S, A, F, O> Cursor for Accumulator<T, S, A, F, O> {}

impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Sealed for Accumulator<T, S, A, F, O> {}
impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Target for Accumulator<T, S, A, F, O> {
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
            && let Some(assigned) = &self.assigned
        {
            assigned.set(true)
        }
        self.value.set(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_lanes<K: OnTarget<(), T>>(self, lanes: &[Cell<T>; LANES], k: K) {
        k.call(
            (),
            Accumulator::<T, S, A, F, O> {
                // SAFETY: they are handed on from the frame that they live in.
                lanes: Some(unsafe { Lent::new(lanes) }),
                ..self
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes(&self) -> Option<&[Cell<T>; LANES]> {
        self.lanes.as_deref()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assigned(&self) -> Option<&Cell<bool>> {
        if A::VALUE { self.assigned.as_deref() } else { None }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_noted(&self) -> bool {
        !A::VALUE || self.assigned.is_none_or(|assigned| assigned.get())
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription::of::<Self>(TargetNode::Accumulator {
            short: S::VALUE,
            asked: A::VALUE,
            shared: self.lanes.is_some(),
        })
    }
}

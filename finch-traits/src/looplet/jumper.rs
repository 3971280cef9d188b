//! `Jumper`: children of which the largest end leads (the gallop protocol).

use crate::knot::*;
use crate::looplet::stepper::look_up;

/// A looplet of stored children that leads the loop: other operands skip to where it has a child. What the gallop protocol unfurls to.
/// Its region ends where the last child does, or before: what is behind is another phase of a [`Sequence`].
#[derive(Clone, Copy, Debug)]
pub struct Jumper<G>(pub G);

impl<G: Steps> Cursor for Jumper<G> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        self.0.seek(index)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn jump_stop(&self) -> usize {
        self.0.stop()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap<Steppers: Bool>(&mut self, end: usize, hi: usize) -> usize {
        if end > hi { end } else { self.0.leap(end) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn differs(&self, last: usize) -> usize {
        self.0.differs(last)
    }
}

/// What jumpers say, and do in a pass: each becomes the child or block where its steps stand, or a stepper. `Cut` is what lies
/// between these.
macro_rules! jumps {
    (|$this:ident| $steps:expr, $child:ident: $whole:ty, else $cut:ty) => {
        type T = G::T;
        type Style = style::Jumper;
        type Known = Unknown;
        type Truncated = <$cut as Looplet>::Known;
        type IsStepper = No;
        type IsJumper = Yes;
        type Steppers = Nought;
        type Stable = G::Stable;
        $crate::looplet::itself!();
        $crate::looplet::unchanged!();

        fn describe() -> Nest {
            Nest::steps::<Self, G, $whole, $cut>()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn jump_all<K: OnLeaf<JumpAll, G::T>>(self, pass: JumpAll, k: K) {
            let $this = self;
            k.hand_on(pass, $steps.$child())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn leap_all<K: OnLeaf<LeapAll, G::T>>(self, pass: LeapAll, k: K) {
            let $this = self;
            k.hand_on(pass, $steps.$child())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn bind<K: OnLeaf<Bind, G::T>>(self, pass: Bind, k: K) {
            let $this = self;
            look_up($steps, pass, k)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn demote<K: OnLeaf<Demote, G::T>>(self, pass: Demote, k: K) {
            let $this = self;
            k.looplet(pass, Stepper($steps))
        }
    };
}
pub(super) use jumps;

// SAFETY: by the promise of `Steps`.
unsafe impl<G: Steps> Looplet for Jumper<G> {
    jumps!(|steps| steps.0, child: G::Child, else G::Trunc);
}

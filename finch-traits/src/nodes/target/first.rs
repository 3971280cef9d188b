//! Targets of outputs that are not filled, each of whose values is a sum that a loop comes to once.

use crate::knot::*;
use crate::target::fresh::Fresh;
use core::hint::cold_path;

/// What those who come to one value after the other know of it.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    /// Whether the target is [first](First). Otherwise all of its values have to be filled.
    pub(crate) is_first: Cell<bool>,
    /// Whether the value was stored, if the target is first.
    pub(crate) is_stored: Cell<bool>,
}

/// What is known of a target that a loop comes to one value after the other, none of which is filled: what it loads is the fill, unless the
/// value was stored. Without a `fill` all are filled.
#[derive(Clone, Copy)]
pub(crate) struct First<T> {
    fill: Option<T>,
    stored: Lent<Stored>,
}

impl<T: Copy> Sealed for First<T> {}
impl<T: Copy> Taking for First<T> {
    type T = T;
    const STORED: bool = true;

    #[inline(always)]
    fn absent(self, _place: Option<*mut T>) -> Option<T> {
        match self.fill {
            Some(fill) if !self.stored.is_stored.get() => Some(fill),
            _ => {
                // An accumulator loads each value once, in front of a row that may be short: the usual way has no jump.
                cold_path();
                None
            }
        }
    }

    #[inline(always)]
    fn take(self, _place: Option<*mut T>, _len: usize) -> Option<T> {
        self.stored.is_stored.set(true);
        None
    }
}

/// Goes on with a statement whose target is [first](First), if `J` is its only index.
pub(crate) struct Begin<J> {
    /// The numbers of the outputs that are not filled: a bit for each.
    unfilled: u32,
    stored: Lent<Stored>,
    index: PhantomData<J>,
}

copied!([J] Begin<J>);

impl<J> Begin<J> {
    /// Nothing of the outputs in `unfilled` is filled.
    ///
    /// # Safety
    ///
    /// The statement has one assignment, to an output that is open, and does not read that; `stored` outlives it. If the target is first, the
    /// caller sets `is_stored` to false in front of each index of `J`, and fills the value there if it is false behind it. If not, the caller
    /// fills all values in front of the statement.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(unfilled: u32, stored: &Stored) -> Self {
        Begin {
            unfilled,
            // SAFETY: as the caller promises.
            stored: unsafe { Lent::new(stored) },
            index: PhantomData,
        }
    }
}

impl<J: Nat> Sealed for Begin<J> {}
impl<J: Nat> Pass for Begin<J> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, target: Write<F, R>, k: K) {
        branch!(if And<R::Declared, R::Is<J>> {
            let (room, stored) = (target.fiber.room(), self.stored);
            let is_unfilled = self.unfilled >> R::Output::VALUE & 1 == 1;
            let fill = room.filter(|_| is_unfilled).map(|room| room.fill());
            stored.is_first.set(fill.is_some());
            k.call(self, Fresh(target, First { fill, stored }))
        } else {
            k.call(self, target)
        })
    }

    no_region!();
}

//! Targets of outputs that are not filled, each of whose values is a sum that a loop comes to once.

use crate::pass::{OnTarget, Pass, continuation, no_region};
use crate::prelude::*;
use crate::target::{RemainingIndices, Target, Write, WriteFiber, target_seen_as};
use core::hint::cold_path;

/// What those who come to one value after the other know of it.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    /// Whether the target is [first](First). Otherwise all of its values have to be filled.
    pub(crate) is_first: Cell<bool>,
    /// Whether the value was stored, if the target is first.
    pub(crate) is_stored: Cell<bool>,
}

/// A target none of whose values is filled: what it loads is the fill, unless the value was stored. Without a `fill` all are filled.
pub(crate) struct First<W, T> {
    target: W,
    fill: Option<T>,
    stored: Lent<Stored>,
}

copied!([W: Copy, T: Copy] First<W, T>);

impl<W, T> core::fmt::Debug for First<W, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("First")
    }
}

impl<W, T> Cursor for First<W, T> {}

continuation! {
    struct ThenFirst<K, T> {
        fill: Option<T>,
        stored: Lent<Stored>,
        k: K,
    }
    impl[P, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<P, T>: |pass, target: W| {
        k.call(pass, First { target, fill, stored })
    }
}

impl<W, T: Copy> First<W, T> {
    /// The target inside, and what goes on with this around what becomes of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside<K>(self, k: K) -> (W, ThenFirst<K, T>) {
        let First { target, fill, stored } = self;
        (target, ThenFirst { fill, stored, k })
    }
}

impl<T: Copy + 'static, W: Target<T = T>> Sealed for First<W, T> {}
impl<T: Copy + 'static, W: Target<T = T>> Target for First<W, T> {
    target_seen_as!();
    type Once = W::Once;
    type FilledBy<J: Nat> = W::FilledBy<J>;
    type IsRowBelow<J: Nat, N: Nat> = No;
    type Given<V: Nat> = First<W::Given<V>, T>;
    type IsRowOf<N: Nat> = W::IsRowOf<N>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnTarget<P, T>>(self, pass: P, k: K) {
        let (target, k) = self.inside(k);
        target.traverse(pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        let First { target, fill, stored } = self;
        let target = target.given::<V, U>(value, known);
        First { target, fill, stored }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnTarget<(), T>>(self, driver: Driver, k: K) {
        let (target, k) = self.inside(k);
        target.enter(driver, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, K: OnTarget<P, T>>(self, pass: P, k: K) {
        let (target, k) = self.inside(k);
        target.settle(pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, driver: Driver) -> T {
        match self.fill {
            Some(fill) if !self.stored.is_stored.get() => fill,
            _ => {
                // An accumulator loads each value once, in front of a row that may be short: the usual way has no jump.
                cold_path();
                self.target.load(driver)
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, driver: Driver, value: T) {
        self.stored.is_stored.set(true);
        self.target.store(driver, value)
    }

    fn describe(&self) -> TargetDescription {
        self.target.describe()
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
            k.call(self, First { target, fill, stored })
        } else {
            k.call(self, target)
        })
    }

    no_region!();
}

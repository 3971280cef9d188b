//! Targets of outputs that are filled as late as possible.

use crate::knot::*;
use crate::target::OnBare;
use crate::unfilled::Unfilled;

/// A target of an output that is not filled yet, as `U` knows: what it loads is the fill, unless something was stored there. All targets of
/// the output in a statement are like this.
#[derive(Debug)]
pub(crate) struct Fresh<W, U>(pub(super) W, pub(super) U);

copied!([W: Copy, U: Copy] Fresh<W, U>);

impl<W, U> Cursor for Fresh<W, U> {}

continuation! {
    struct ThenFresh<K, U>(k: K, unfilled: U);
    impl[P, T: Copy + 'static, U: Taking<T = T>, K: OnTarget<P, T>] OnTarget<P, T>: |pass, target: W| {
        k.call(pass, Fresh(target, unfilled))
    }
}

impl<T: Copy + 'static, W: Target<T = T>, U: Taking<T = T>> Sealed for Fresh<W, U> {}
impl<T: Copy + 'static, W: Target<T = T>, U: Taking<T = T>> Target for Fresh<W, U> {
    target_seen_as!();
    type Once = W::Once;
    type FilledBy<J: Nat> = No;
    type IsRowBelow<J: Nat, N: Nat> = W::IsRowBelow<J, N>;
    type Given<V: Nat> = Fresh<W::Given<V>, U>;
    type IsRowOf<N: Nat> = W::IsRowOf<N>;
    const FIXED: Option<usize> = W::FIXED;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnTarget<P, T>>(self, pass: P, k: K) {
        self.0.traverse(pass, ThenFresh(k, self.1))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, X: Copy + 'static>(self, value: X, known: Knowledge) -> Self::Given<V> {
        Fresh(self.0.given::<V, X>(value, known), self.1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnTarget<(), T>>(self, driver: Driver, k: K) {
        self.0.enter(driver, ThenFresh(k, self.1))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, K: OnTarget<P, T>>(self, pass: P, k: K) {
        self.0.settle(pass, ThenFresh(k, self.1))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, driver: Driver) -> T {
        match self.1.absent(self.0.place()) {
            Some(fill) => fill,
            None => self.0.load(driver),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, driver: Driver, value: T) {
        self.1.take(self.0.place(), 1);
        self.0.store(driver, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<N: Nat, Len: TileLen, A: Taking<T = T>, K: OnTarget<(), T>>(
        self,
        driver: Driver,
        region: Region,
        _all: A,
        k: K,
    ) {
        self.0.tile::<N, Len, _, _>(driver, region, self.1, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Option<*mut T> {
        self.0.place()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bare<K: OnBare<T>>(self, k: K) {
        k.call(self.0, self.1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved<K: OnTarget<(), T>>(self, by: usize, k: K) {
        self.0.moved(by, ThenFresh(k, self.1))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn permitted<K: OnTarget<(), T>>(self, by: isize, limits: Range<isize>, k: K) {
        self.0.permitted(by, limits, ThenFresh(k, self.1))
    }

    fn describe(&self) -> TargetDescription {
        self.0.describe()
    }
}

/// Goes on with a statement whose targets that a loop over index `J` fills are [fresh](Fresh), and fills what is left afterwards.
pub(crate) struct Freshen<J> {
    /// The numbers of the outputs that are not filled: a bit for each.
    unfilled: u32,
    index: PhantomData<J>,
}

copied!([J] Freshen<J>);

impl<J> Freshen<J> {
    /// Nothing of the outputs in `unfilled` is filled.
    ///
    /// # Safety
    ///
    /// The statement writes each of these outputs, which are open, in one assignment, does not read them, and nobody else uses them meanwhile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(unfilled: u32) -> Self {
        Freshen {
            unfilled,
            index: PhantomData,
        }
    }
}

impl<J: Nat> Sealed for Freshen<J> {}
impl<J: Nat> Pass for Freshen<J> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        branch!(if And<R::Declared, R::Alone<J, U0>> {
            let is_unfilled = self.unfilled >> R::Output::VALUE & 1 == 1;
            let unfilled = Unfilled::new(write.fiber.room(), is_unfilled);
            // SAFETY: the statement is executed by the call, while this is in this frame.
            k.call(self, Fresh(write, unsafe { Lent::new(&unfilled) }));
            unfilled.finish()
        } else {
            k.call(self, write)
        })
    }

    no_region!();
}

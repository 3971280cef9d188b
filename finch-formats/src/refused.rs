//! A place for what is refused: levels that hold one entry per fiber know that a second one comes when it is assigned.

use crate::imports::*;

/// A fiber of any rank that holds fill whatever is assigned, and says that something was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused<T, F, D> {
    dirty: D,
    kind: PhantomData<(T, F)>,
}

impl<T, F, D> Refused<T, F, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(dirty: D) -> Self {
        Refused {
            dirty,
            kind: PhantomData,
        }
    }
}

// SAFETY: there is no storage.
unsafe impl<T: Copy + 'static, F: Fill<T>, D: Dirty> WriteFiber for Refused<T, F, D> {
    type T = T;
    type Fill = F::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    type IsRow = finch_traits::algebra::logic::No;
    const TOGETHER: usize = 0;

    crate::write_fiber!(@unfurl UnfurledTarget);

    fn load(self, _driver: Driver) -> T {
        F::value()
    }

    fn store(self, _driver: Driver, _value: T) {
        self.dirty.set()
    }
}

// SAFETY: there is no storage.
unsafe impl<T: Copy + 'static, F: Fill<T>, D: Dirty> WriteLooplet for Refused<T, F, D> {
    looked_up! { T, F::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, T>>(self, pass: Bind, rest: R, k: K) {
        k.call(pass, Write::new(self, rest))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept<R: RemainingIndices, K: OnTarget<Accept, T>>(self, pass: Accept, rest: R, k: K) {
        k.call(pass, Write::new(self, rest))
    }
}

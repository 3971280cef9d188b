//! Short stretches: several values are computed before the first of them is stored.
//!
//! Whether a store changes what is read next LLVM often learns by comparing addresses before a loop, which a block of a few
//! indices is too short for. What reads nothing that it writes needs no comparison: as many values as are left, up to eight,
//! are computed first, and go to consecutive places then.

use crate::knot::*;

/// A target for which several values are computed before the first of them is stored, so that loads need not wait for stores.
/// For short stretches of indices.
#[derive(Clone, Copy, Debug)]
pub struct ShortBlocks<W>(W);

impl<W: Target> ShortBlocks<W> {
    /// `target`, at whose indices little is done: what is done there is compiled several times.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(_driver: Driver, target: W) -> Self {
        ShortBlocks(target)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn chunk<const N: usize, O: Reducer<W::T>, E: Expr<T = W::T>>(self, op: O, value: E, index: usize) {
        let values = values_from::<N, O, W::Fill, _>(value, index);
        for (k, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                self.0
                    .traverse(Bind::at(index.wrapping_add(k)), CombineWith { op, value })
            }
        }
    }
}

/// Keeps LLVM from working on several turns of a loop at once. A turn that holds eight values fills vectors on its own; two of
/// them together would be shuffled through one another.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn one_after_the_other() {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    // SAFETY: no instructions.
    unsafe {
        core::arch::asm!("", options(nomem, nostack, preserves_flags))
    }
}

continuation! {
    struct ThenShortBlocks<K>(k: K);
    impl[P: Pass, T, K: OnTarget<P, T>] OnTarget<P, T>: |pass, target: W| {
        k.call(pass, ShortBlocks(target))
    }
}

impl<W> Cursor for ShortBlocks<W> {}

impl<W: Target> Sealed for ShortBlocks<W> {}
impl<W: Target> Target for ShortBlocks<W> {
    type Once = W::Once;
    target_seen_as!(ShortBlocks then ThenShortBlocks);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<O: Reducer<W::T>, E: Expr<T = W::T>>(self, _driver: Driver, op: O, value: E, region: Region) {
        let Region { lo, hi } = region;
        let len = hi - lo;
        let mut index = lo;
        while hi - index >= 8 {
            self.chunk::<8, _, _>(op, value, index);
            one_after_the_other();
            index += 8
        }
        if len & 4 != 0 {
            self.chunk::<4, _, _>(op, value, index);
            index += 4
        }
        if len & 2 != 0 {
            self.chunk::<2, _, _>(op, value, index);
            index += 2
        }
        if len & 1 != 0 {
            self.chunk::<1, _, _>(op, value, index)
        }
    }

    fn describe(&self) -> TargetDescription {
        self.0.describe()
    }
}

/// The values of `value` at the indices from `index` on, `N` of them: none where assigning it by `O` would change nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn values_from<const N: usize, O: Reducer<E::T>, F: Known, E: Expr>(
    value: E,
    index: usize,
) -> [Option<E::T>; N] {
    let mut values = [None; N];
    for (k, slot) in values.iter_mut().enumerate() {
        let place = Cell::new(None);
        let keep = KeepValue::<'_, E::T, O, F>(&place, PhantomData);
        value.traverse(Bind::at(index.wrapping_add(k)), keep);
        *slot = place.get();
    }
    values
}

continuation! {
    /// Keeps the value of an assignment, unless it would change nothing.
    struct KeepValue<'a, T, O, F>(place: &'a Cell<Option<T>>, _types: PhantomData<(O, F)>);
    impl['a, P: Pass, T: Copy, O: Reducer<T>, F: Known] OnExpr<P, T>, ASSIGNS [true]: |_pass, expr: E| {
        let known: Knowledge = expr.knowledge(Driver::new());
        if !known.is_missing() && !O::skips(known, F::AT_RUN_TIME) {
            place.set(Some(expr.value(Driver::new())))
        }
    }
}

continuation! {
    struct CombineWith<O, T> {
        op: O,
        value: T,
    }
    impl[P: Pass, T: Copy + 'static, O: Reducer<T>] OnTarget<P, T>: |_pass, target: W| {
        target.combine(Driver::new(), op, value)
    }
}

//! Targets that are moved along a dimension, and what lies beyond their extent.

use crate::knot::*;
use crate::target::settled_target;

continuation! {
    /// Continues with a target that has unfurled, moved: index `i` of `pass` is index `i + by` of the target.
    pub(crate) struct Moved<P, K> {
        pub(crate) k: K,
        pub(crate) pass: P,
        pub(crate) by: usize,
    }
    impl[P: Pass, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<P, T>: |_pass, target: W| {
        target.moved(by, WithPass(pass, k))
    }
}

continuation! {
    /// Continues with a target that has unfurled, moved: index `i` of `pass` is index `i + by` of the target, if that is not below
    /// `lo`, and below `hi`. What is assigned elsewhere is dropped.
    pub(crate) struct Permitted<P, K> {
        pub(crate) k: K,
        pub(crate) pass: P,
        pub(crate) by: isize,
        pub(crate) lo: isize,
        pub(crate) hi: isize,
    }
    impl[P: Pass, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<P, T>: |_pass, target: W| {
        target.permitted(by, lo..hi, WithPass(pass, k))
    }
}

continuation! {
    /// Continues with a target, by a pass.
    struct WithPass<P, K>(pass: P, k: K);
    impl[P: Pass, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<(), T>: |_pass, target: W| {
        k.call(pass, target)
    }
}

/// The looplet of a permissive target: it is moved, and what is assigned beyond the extent is dropped.
#[derive(Clone, Copy, Debug)]
pub struct Beyond<L> {
    inside: Shift<L>,
    lo: isize,
    hi: isize,
}

impl<L> Beyond<L> {
    /// Index `i` is index `i + by` of `looplet`, if that is within `limits`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(looplet: L, by: isize, limits: Range<isize>) -> Self {
        Beyond {
            inside: Shift::new(looplet, by as usize),
            lo: limits.start.saturating_sub(by),
            hi: limits.end.saturating_sub(by),
        }
    }
}

// SAFETY: by the promise of the inner looplet, which is bound within the extent only.
unsafe impl<L: WriteLooplet> WriteLooplet for Beyond<L> {
    type T = L::T;
    type Fill = L::Fill;
    // A run may lie beyond the extent in part, so each index is bound.
    type Style = style::Lookup;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index() as isize;
        if self.lo <= index && index < self.hi {
            self.inside.bind(pass, rest, k)
        } else {
            k.call(pass, Nowhere::<L::T, R::Output>::new())
        }
    }
}

/// A target that drops what is assigned to it.
#[derive(Debug)]
pub struct Nowhere<T, Out>(PhantomData<(T, Out)>);

impl<T, Out> Nowhere<T, Out> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        Nowhere(PhantomData)
    }
}

copied!([T, Out] Nowhere<T, Out>);

forward_cursor!([T, Out] Nowhere<T, Out>);

impl<T: Copy + 'static, Out: Nat> Target for Nowhere<T, Out> {
    type T = T;
    type Fill = Unknown;
    type Output = Out;
    type Short = No;
    type Asked = No;
    const EXISTS: bool = false;
    // Nothing is hoisted: there is no value to start from.
    settled_target!();

    fn store(self, _driver: Driver, _value: T) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<O: Reducer<T>>(self, _driver: Driver, _op: O, _value: T) {}

    fn repeat<O: Reducer<T>>(self, _driver: Driver, _op: O, _value: T, _count: usize) {}

    fn describe(&self) -> TargetDescription {
        let node = TargetNode::Accumulator {
            short: false,
            asked: false,
            shared: false,
        };
        TargetDescription {
            label: "nowhere".into(),
            ..TargetDescription::of::<Self>(node)
        }
    }
}

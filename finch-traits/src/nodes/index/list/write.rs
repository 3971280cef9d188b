//! What the terms of a target do: look up the first ones, which have a value, and unfurl the next one.

use crate::index::list::place::{is_all_inside, place_within};
use crate::index::list::unfurl::clipped;
use crate::index::list::{Holds, IsBound};
use crate::knot::*;
use crate::pass::choice::ways;
use crate::target::Place;
use crate::target::moved::{Moved, Nowhere, Permitted};

ways! {
    [N: Nat, F: WriteFiber, Out: Nat, Dec: Bool, H: IndexTerm, R: IndexList, K: OnTarget<Unfurl<N>, F::T>]
    ToUnfurl<Write<F, Place<Out, Dec, Cons<H, R>>>, Unfurl<N>, K>: |ToUnfurl(write, pass, k)|
    fn first() { write.fiber.unfurl(pass, Place::<Out, Dec, R>::new(write.rest.indices.1), k) }
    fn second() { write.unfurl_first(pass, k) }
    fn third() { write.unfurl_later(pass, k) }
}

impl<F: WriteFiber, Out: Nat, Dec: Bool, H: IndexTerm, R: IndexList> Write<F, Place<Out, Dec, Cons<H, R>>> {
    /// What is left behind the first term.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self) -> Place<Out, Dec, R> {
        Place::new(self.rest.indices.1)
    }

    /// Unfurls a target whose first term is the one to unfurl in a loop over `N`, and no index alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_first<N: Nat, K: OnTarget<Unfurl<N>, F::T>>(self, pass: Unfurl<N>, k: K) {
        let term = self.rest.indices.0;
        branch!(if H::IsPermissive {
            self.unfurl_beyond(pass, k)
        } else if H::IsChecked {
            // It was checked, before the program ran, that all of the loop is in bounds there.
            self.unfurl_moved(pass, k, term.position(Driver::new()) as usize)
        } else {
            // Data say where: if all of the loop is in bounds there.
            let by = term.position(Driver::new());
            if is_all_inside::<H>(pass.region(), by, term.limits_of_output()) {
                self.unfurl_moved(pass, k, by as usize)
            } else {
                k.call(pass, Nowhere::<F::T, Out>::new())
            }
        })
    }

    /// What a loop over `N` makes of a target whose first term is another: it is looked up there, waits, or stays.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_later<N: Nat, K: OnTarget<Unfurl<N>, F::T>>(self, pass: Unfurl<N>, k: K) {
        let Write { fiber, rest, .. } = self;
        branch!(if IsBound<H> {
            rest.indices
                .settle_target::<_, Out, Dec, _, _>(fiber, pass, ThenUnfurlTarget(k))
        } else if Holds<Cons<H, R>, N> {
            k.call(pass, LateWrite::<N, _, _>::new(self))
        } else {
            k.call(pass, self)
        })
    }

    /// Unfurls a target of which all that the loop writes is in bounds, moved by `by`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_moved<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K, by: usize) {
        let inner = pass.within(pass.region().shifted(by));
        self.fiber.unfurl(inner, self.below(), Moved { k, pass, by })
    }

    /// Unfurls a target of which some of what the loop writes may be out of bounds, where it is dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_beyond<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        let term = self.rest.indices.0;
        let (outer, by) = (pass.region(), term.position(Driver::new()));
        let limits = term.limits_of_output();
        let (lo, hi) = (limits.start as isize, limits.end as isize);
        let inner = pass.within(clipped(outer, by, &(lo..hi)));
        self.fiber
            .unfurl(inner, self.below(), Permitted { k, pass, by, lo, hi })
    }

    /// Hands on what the target is where its first term has a value, with the terms that are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn settle_first<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        let term = self.rest.indices.0;
        branch!(if H::IsChecked {
            self.write_at(pass, k, term.position(Driver::new()) as usize)
        } else {
            match place_within(term, term.limits_of_output(), F::FIXED) {
                Some(at) => self.write_at(pass, k, at),
                None => k.call(pass, Nowhere::<F::T, Out>::new()),
            }
        })
    }

    /// Looks the target up at index `at`, which is in bounds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_at<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K, at: usize) {
        self.fiber.unfurl(Bind::at(at), self.below(), WriteFound(pass, k))
    }
}

continuation! {
    struct ThenUnfurlTarget<K>(k: K);
    impl[P: Pass, T: Copy + 'static, K: OnTarget<P, T>] OnTarget<P, T>: |pass, target: W| {
        target.traverse(pass, k)
    }
}

continuation! {
    /// Continues with the target that was looked up.
    struct WriteFound<P, K>(outer: P, k: K);
    impl[T: Copy + 'static, P: Pass, K: OnTarget<P, T>] OnTarget<Bind, T>: |pass, target: W| {
        target.traverse(pass, WriteSettled(outer, k))
    }
}

continuation! {
    /// Continues by settling what is left.
    struct WriteSettled<P, K>(pass: P, k: K);
    impl[T: Copy + 'static, P: Pass, K: OnTarget<P, T>] OnTarget<Bind, T>: |_pass, target: W| {
        target.settle(pass, k)
    }
}

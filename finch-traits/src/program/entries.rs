//! Entries on their way to their places: what a writer hands to the fibers that it unfurls.

use crate::index::term::names_no_variable;
use crate::rank::Depth;
use crate::upper::*;

/// Which entries are written: they agree in the indices that are bound.
#[derive(Clone, Copy)]
pub(super) struct Group<'g> {
    pub(super) index: &'g [usize],
    pub(super) end: &'g [usize],
    pub(super) rank: usize,
    pub(super) range: &'g Cell<(usize, usize)>,
}

impl Group<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, entry: usize, axis: usize) -> usize {
        self.index[entry * self.rank + axis]
    }

    /// One past where an entry ends along `axis`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, entry: usize, axis: usize) -> usize {
        if axis + 1 == self.rank {
            self.end[entry]
        } else {
            self.at(entry, axis) + 1
        }
    }

    /// One past the last of the entries from `from` on that one loop along `axis` can bind: indices ascend in it, and only
    /// those above the last axis may be equal.
    fn ascending(&self, from: usize, to: usize, axis: usize) -> usize {
        let innermost = axis + 1 == self.rank;
        let mut entry = from + 1;
        while entry < to {
            let (before, here) = (self.at(entry - 1, axis), self.at(entry, axis));
            if here >= self.end(entry - 1, axis) || (!innermost && here == before) {
                entry += 1
            } else {
                break;
            }
        }
        entry
    }

    /// One past the last of the entries from `from` on that have the same index along `axis`.
    fn equal(&self, from: usize, to: usize, axis: usize) -> usize {
        let here = self.at(from, axis);
        let others = (from + 1..to).take_while(|&entry| self.at(entry, axis) == here);
        from + 1 + others.count()
    }
}

/// The indices of a group of entries, of which `D` are left.
pub(super) struct Entries<'g, D> {
    pub(super) group: Group<'g>,
    pub(super) depth: PhantomData<D>,
}

copied!(['a, D] Entries<'a, D>);

impl<D: Depth> Sealed for Entries<'_, D> {}
impl<D: Depth> RemainingIndices for Entries<'_, D> {
    type Output = U0;
    type Declared = No;
    type IsEmpty = D::IsEmpty;
    type Alone<J: Nat, Axis: Nat> = No;
    type Is<J: Nat> = No;
    type IsBelow<J: Nat, N: Nat> = No;
    type IsChecked = Yes;
    type Bound<L: Loops> = Yes;
    type Ascends<L: Loops> = Yes;
    type Bind<N: Nat> = Self;
    type IsGathered = No;
    type Uses<V: Nat> = No;
    names_no_variable!();

    fn bind<N: Nat>(self, _index: usize) -> Self {
        self
    }

    /// Hands on the place of each entry.
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        let group = self.group;
        branch!(if D::IsEmpty {
            k.call(pass, Write::new(fiber, self))
        } else {
            let axis = group.rank - D::VALUE;
            let rest = Entries::<D::Below> {
                group,
                depth: PhantomData,
            };
            let (mut from, to) = group.range.get();
            while from < to {
                let end = group.ascending(from, to, axis);
                group.range.set((from, end));
                let region = Region::new(group.at(from, axis), group.end(end - 1, axis));
                fiber.unfurl(Bind::at(0).within(region), rest, Each { group, axis, pass, k });
                from = end
            }
        })
    }

    type Updated = Self;

    fn updated(self) -> Self {
        self
    }

    fn sized(self, _driver: Driver, _extent: impl Fn(usize) -> Option<usize>) -> Self {
        self
    }

    fn unfurl<N: Nat, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(write: Write<F, Self>, pass: Unfurl<N>, k: K) {
        k.call(pass, write)
    }

    fn describe(self) -> Vec<Term> {
        Vec::new()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, _root: Option<*const ()>, _name: &'static str, _check: &mut C) -> Result<()> {
        Ok(())
    }
}

/// Binds the indices of the entries, which ascend.
#[derive(Clone, Copy)]
pub(super) struct Each<'g, P, K> {
    pub(super) group: Group<'g>,
    pub(super) axis: usize,
    pub(super) pass: P,
    pub(super) k: K,
}

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for Each<'_, P, K> {
    fn call<W: Target<T = T>>(self, _pass: Bind, target: W) {
        let Each { group, axis, pass, k } = self;
        let (mut from, to) = group.range.get();
        while from < to {
            let innermost = axis + 1 == group.rank;
            let next = if innermost {
                from + 1
            } else {
                group.equal(from, to, axis)
            };
            group.range.set((from, next));
            let region = Region::new(group.at(from, axis), group.end(from, axis));
            let settle = Settle { pass, k };
            if W::Style::KIND == Kind::AcceptRun && region.len() > 1 {
                target.traverse(Accept::over(region), settle)
            } else {
                for index in region.lo..region.hi {
                    target.traverse(Bind::at(index), settle)
                }
            }
            from = next
        }
    }
}

/// Goes on with the indices that are left.
#[derive(Clone, Copy)]
pub(super) struct Settle<P, K> {
    pub(super) pass: P,
    pub(super) k: K,
}

impl<T: Copy + 'static, P: Pass, Q: Pass, K: OnTarget<P, T>> OnTarget<Q, T> for Settle<P, K> {
    fn call<W: Target<T = T>>(self, _pass: Q, target: W) {
        target.settle(self.pass, self.k)
    }
}

/// Combines the place of an entry with its value.
pub(super) struct Put<'g, T, O> {
    pub(super) range: &'g Cell<(usize, usize)>,
    pub(super) val: &'g [T],
    pub(super) op: O,
}

copied!(['a, T, O: Copy] Put<'a, T, O>);

impl<P: Pass, T: Copy + 'static, O: Reducer<T>> OnTarget<P, T> for Put<'_, T, O> {
    fn call<W: Target<T = T>>(self, _pass: P, target: W) {
        let (from, to) = self.range.get();
        for &value in &self.val[from..to] {
            target.combine(Driver::new(), self.op, value)
        }
    }
}

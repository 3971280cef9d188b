//! A reduction of what is looked up, index by index.

use crate::knot::*;
use crate::reduction::lanes::{LANES, SINGLE, combine};

/// The loop of a reduction over values that are looked up, into several accumulators.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(pub(crate) Region);

impl Lanes {
    /// Reduces `value` over the region into `target`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reduce<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, target: W, op: O, value: E) {
        match (target.lanes(), O::identity()) {
            (Some(lanes), Some(identity)) => self.reduce_short_blocks(lanes, target.assigned(), identity, op, value),
            (_, identity) => self.reduce_long(target, identity, op, value),
        }
    }

    /// Many indices, by lanes of its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce_long<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(
        self,
        target: W,
        identity: Option<W::T>,
        op: O,
        value: E,
    ) {
        let Region { lo, hi } = self.0;
        // Counted from where the region starts: operands whose arrays start elsewhere share the counter.
        let (len, mut done) = (hi - lo, 0);
        if let Some(identity) = identity
            && len >= LANES
        {
            let mut sums = [identity; LANES];
            let assigned = Cell::new(!W::Asked::VALUE);
            while len - done >= LANES {
                let values = values::<LANES, _, _>(value, identity, Some(&assigned), |lane| Bind::at(lo + done + lane));
                for lane in 0..LANES {
                    sums[lane] = op.combine(sums[lane], values[lane]);
                }
                done += LANES;
            }
            // One after the other: by halves, LLVM would keep pairs of lanes in vectors of two.
            let [mut sum, rest @ ..] = sums;
            for lane in rest {
                sum = op.combine(sum, lane);
            }
            if assigned.get() {
                target.combine(Driver::new(), op, sum)
            }
        }
        while done < len {
            Assign { target, op, value }.traverse(Bind::at(lo + done), Exec);
            done += 1
        }
    }

    /// One of many stretches, which may each be short: into lanes that they share, four for four at once and for two that are
    /// left over, and one for one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce_short_blocks<T: Copy + 'static, O: Reducer<T>, E: Expr<T = T>>(
        self,
        lanes: &[Cell<T>; LANES],
        assigned: Option<&Cell<bool>>,
        identity: T,
        op: O,
        value: E,
    ) {
        // What does not fill four comes first, so that the loop ends where the stretch does.
        let len = self.0.hi - self.0.lo;
        let mut left = Counted::new(value, self.0);
        if len & 1 != 0 {
            combine::<1, _, _>(lanes, SINGLE, op, left.next(value, identity, assigned))
        }
        if len & 2 != 0 {
            combine::<2, _, _>(lanes, 0, op, left.next(value, identity, assigned))
        }
        while left.place != left.end {
            combine::<4, _, _>(lanes, 0, op, left.next(value, identity, assigned))
        }
    }
}

/// The values at `N` indices, of which `bind` finds the one for each lane; the identity where it is missing. That one is not is
/// noted in `assigned`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn values<const N: usize, T: Copy + 'static, E: Expr<T = T>>(
    value: E,
    identity: T,
    assigned: Option<&Cell<bool>>,
    bind: impl Fn(usize) -> Bind,
) -> [T; N] {
    let mut values = [identity; N];
    for (lane, slot) in values.iter_mut().enumerate() {
        let place = Cell::new(identity);
        value.traverse(
            bind(lane),
            ValueInto {
                place: &place,
                assigned,
            },
        );
        *slot = place.get();
    }
    values
}

continuation! {
    struct ValueInto<'a, T> {
        place: &'a Cell<T>,
        assigned: Option<&'a Cell<bool>>,
    }
    impl['a, P: Pass, T] OnExpr<P, T>, ASSIGNS [true]: |_pass, expr: E| {
        if !expr.knowledge(Driver::new()).is_missing() {
            place.set(expr.value(Driver::new()));
            if let Some(assigned) = assigned {
                assigned.set(true)
            }
        }
    }
}

/// A stretch of indices that is counted in places of the first operand whose array does not start with index 0. It and the
/// others are then found by one counter, which would else be kept as an index, and each of them found anew at each step.
#[derive(Clone, Copy, Debug)]
struct Counted {
    place: usize,
    end: usize,
    shift: usize,
    /// What is added to a place to make it an index. The optimiser does not know what it is: it would follow where each of
    /// the operands starts back to the borders of the stretch, and compute that for each of a few loops over it.
    back: usize,
}

impl Counted {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<E: Expr>(value: E, region: Region) -> Self {
        let (shift, back) = match value.shift() {
            Some(shift) => (shift, opaque(shift.wrapping_neg())),
            None => (0, 0),
        };
        Counted {
            place: region.lo.wrapping_add(shift),
            end: region.hi.wrapping_add(shift),
            shift,
            back,
        }
    }

    /// The values at `N` indices, which are the next.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next<const N: usize, T: Copy + 'static, E: Expr<T = T>>(
        &mut self,
        value: E,
        identity: T,
        assigned: Option<&Cell<bool>>,
    ) -> [T; N] {
        let first = self.place;
        self.place = first.wrapping_add(N);
        values(value, identity, assigned, |lane| {
            let place = first.wrapping_add(lane);
            Bind {
                region: Region::point(place.wrapping_add(self.back)),
                place,
                shift: self.shift,
            }
        })
    }
}

/// `number`, of which the optimiser forgets where it is from.
#[cfg_attr(not(debug_assertions), inline(always))]
fn opaque(number: usize) -> usize {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let number = {
        let mut number = number;
        // SAFETY: no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags)) }
        number
    };
    number
}

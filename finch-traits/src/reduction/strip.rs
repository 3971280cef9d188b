//! Strips: several children of a stepper at once, each with a sum of its own.
//!
//! In `s .= 0; for k { s[] += a[i, k] * b[j, k] }` each addition waits for the one before it, since a sum is taken in the order of its
//! loop. Those of different `j` do not: where a stepper says which `j` there are, `c[i, j] = x[i, j] * s[]` behind it, the sums of a few
//! children are taken in one loop over `k`, and what is computed for each child at a few `k` fills vectors. Each sum is of the same
//! values in the same order.
//!
//! Where the order is free each child has a vector of sums, to which that of its next products is added. Then what children have in common,
//! as `a[i, k]`, is loaded once for all of them.

mod values;
mod vectors;

use crate::knot::*;
use crate::pass::current::{ExecLocal, in_accumulator};
use crate::pass::stepper::StepAll;
use crate::reduction::packed::Packed;
use values::{TOGETHER, add};
use vectors::strip_in_lanes;
#[cfg(not(debug_assertions))]
use vectors::strip_in_vectors;

pub(crate) use values::STRIP;

/// How many children strips have, as explanations say.
#[cfg(any(feature = "explain", test))]
pub(crate) const STRIPS: &[usize] = match cfg!(debug_assertions) {
    true => &[STRIP],
    false => &[values::LONG_STRIP, STRIP],
};

/// How many values what is looked up at all children may have for sums to be taken by strips, if their order is free; and two times as many if
/// it is not. Where these do not fit the caches rows are best read one after the other, and not side by side.
const NEAR: usize = 1 << 20;

/// Drives the stepper of `consumer` over a region by strips. At each child, `producer` fills workspace number `N`, which holds `fill`
/// before, and the consumer reads it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn drive_in_strips<N: Nat, T: Copy + 'static, P: Stmt, C: Stmt>(
    fill: T,
    producer: P,
    consumer: C,
    region: Region,
) {
    let kind = PhantomData::<N>;
    let summed = producer.region_of_loop();
    let values = (region.hi - region.lo).saturating_mul(summed.hi - summed.lo);
    let strips = Strips {
        fill,
        producer,
        region,
        values,
        kind,
    };
    consumer.reserve(Coming::new(consumer, region), strips)
}

continuation! {
    struct Strips<N, T, P> {
        fill: T,
        producer: P,
        region: Region,
        values: usize,
        kind: PhantomData<N>,
    }
    impl[N: Nat, T: Copy + 'static, P: Stmt] OnStmt<()>: |_pass, consumer: C| {
        // Up to where the last child ends there is one more.
        let hi = region.hi.min(consumer.last());
        if region.lo < hi {
            let mut consumer = consumer;
            consumer.seek(region.lo);
            let (bound, end) = (hi - 1, consumer.look());
            if end <= bound {
                let children = Children { fill, producer, consumer, bound, values, kind };
                producer.traverse(Bind::at(end), children)
            }
        }
    }
}

continuation! {
    /// All children up to `bound`, where there is at least one.
    struct Children<N, T, P, C> {
        fill: T,
        producer: P,
        consumer: C,
        bound: usize,
        values: usize,
        kind: PhantomData<N>,
    }
    impl[Q: Pass, N: Nat, T: Copy + 'static, P: Stmt, C: Stmt] OnStmt<Q>: |_pass, at_first: S| {
        let region = producer.region_of_loop();
        at_first.sum(Driver::new(), region, Children { fill, producer, consumer, bound, values, kind })
    }
    impl[N: Nat, T: Copy + 'static, P: Stmt, C: Stmt] OnSum: |_target: W, op: O, _value: E| {
        let children = Children { fill, producer, consumer, bound, values, kind };
        branch!(if O::Reassociates {
            children.in_any_order(op)
        } else {
            children.in_order(op)
        })
    }
}

impl<N: Nat, T: Copy + 'static, P: Stmt, C: Stmt> Children<N, T, P, C> {
    /// Each sum in the order of its loop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_order<U: Copy + 'static, O: Reducer<U>>(mut self, op: O) {
        // In builds with debug assertions, where sums are not kept in registers, there is one kind of strips, which compiles sooner.
        #[cfg(not(debug_assertions))]
        if self.values < 2 * NEAR && !self.in_order_by::<{ values::LONG_STRIP }, U, O>(op) {
            return;
        }
        if self.values < 2 * NEAR && !self.in_order_by::<STRIP, U, O>(op) {
            return;
        }
        self.one_by_one()
    }

    /// Drives through children as long as they fill a strip, with each sum in the order of its loop. Returns whether any may be left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_order_by<const CHILDREN: usize, U: Copy + 'static, O: Reducer<U>>(&mut self, op: O) -> bool {
        let (producer, region) = (self.producer, self.producer.region_of_loop());
        self.by_strips::<CHILDREN>(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |fill, ends| {
                #[cfg(not(debug_assertions))]
                let sums = match Packed::<U>::is_vector() {
                    true => strip_in_vectors(*same_type(&fill), op, producer, region, ends),
                    false => strip(*same_type(&fill), op, producer, region, ends),
                };
                #[cfg(debug_assertions)]
                let sums = strip(*same_type(&fill), op, producer, region, ends);
                *same_type::<[U; CHILDREN], [T; CHILDREN]>(&sums)
            },
        )
    }

    /// Sums in any order, by lanes. Where these are not in vectors, those of several children gain nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_any_order<U: Copy + 'static, O: Reducer<U>>(mut self, op: O) {
        if Packed::<T>::is_vector()
            && self.values < NEAR
            && let Some(identity) = O::identity()
        {
            let (producer, region) = (self.producer, self.producer.region_of_loop());
            if !self.by_strips::<STRIP>(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |fill, ends| {
                    let sums = strip_in_lanes(*same_type(&fill), identity, op, producer, region, ends);
                    *same_type::<[U; STRIP], [T; STRIP]>(&sums)
                },
            ) {
                return;
            }
        }
        self.one_by_one()
    }

    /// Drives through children as long as they fill a strip, but for one. Returns whether any may be left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_strips<const LEN: usize>(&mut self, strip: impl Fn(T, [usize; LEN]) -> [T; LEN]) -> bool {
        let Children { fill, bound, .. } = *self;
        let consumer = &mut self.consumer;
        while consumer.count() >= LEN - 1 {
            let Some(ends) = ends::<LEN, C>(*consumer, bound) else {
                return true;
            };
            for sum in strip(fill, ends) {
                let end = consumer.look();
                if end > bound {
                    return false;
                }
                consume::<N, T, C>(*consumer, end, sum);
                if end == bound {
                    return false;
                }
                consumer.catch_up(end + 1)
            }
        }
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one_by_one(mut self) {
        loop {
            let end = self.consumer.look();
            if end > self.bound {
                return;
            }
            let (sum, assigned) = (Cell::new(self.fill), Cell::new(false));
            let into = Into {
                sum: &sum,
                assigned: &assigned,
                kind: PhantomData::<N>,
            };
            self.producer.traverse(Bind::at(end), into);
            consume::<N, T, C>(self.consumer, end, sum.get());
            if end == self.bound {
                return;
            }
            self.consumer.catch_up(end + 1)
        }
    }
}

/// Where the next `LEN` children end, if all or all but one end before `bound` or there. Where the last one does not, the one before it
/// stands for it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ends<const LEN: usize, C: Stmt>(mut ahead: C, bound: usize) -> Option<[usize; LEN]> {
    let (mut ends, last) = ([0; LEN], LEN - 1);
    for (child, slot) in ends[..last].iter_mut().enumerate() {
        let end = ahead.look();
        if end > bound || end == bound && child + 1 < last {
            return None;
        }
        *slot = end;
        if end < bound {
            ahead.catch_up(end + 1)
        }
    }
    let before = ends[last - 1];
    let end = if before < bound { ahead.look() } else { before };
    ends[last] = if end <= bound { end } else { before };
    Some(ends)
}

/// The sums of the children at `indices`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn strip<const CHILDREN: usize, T: Copy + 'static, O: Reducer<T>, P: Stmt>(
    fill: T,
    op: O,
    producer: P,
    region: Region,
    indices: [usize; CHILDREN],
) -> [T; CHILDREN] {
    let sums = [(); CHILDREN].map(|()| Cell::new(fill));
    let Region { lo: mut first, hi } = region;
    while hi - first >= TOGETHER {
        add::<CHILDREN, TOGETHER, T, O, P>(&sums, op, producer, region, indices, first);
        first += TOGETHER
    }
    while first < hi {
        add::<CHILDREN, 1, T, O, P>(&sums, op, producer, region, indices, first);
        first += 1
    }
    sums.map(|sum| sum.get())
}

continuation! {
    /// Executes the producer of a single child.
    struct Into<'a, N, T> {
        sum: &'a Cell<T>,
        assigned: &'a Cell<bool>,
        kind: PhantomData<N>,
    }
    impl['a, P: Pass, N: Nat, T: Copy + 'static] OnStmt<P>: |_pass, producer: S| {
        in_accumulator::<N, T, S, _>(producer, sum, assigned, ExecLocal)
    }
}

/// Runs the consumer at a child that ends at `end`, where the workspace holds `sum`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn consume<N: Nat, T: Copy + 'static, C: Stmt>(consumer: C, end: usize, sum: T) {
    consumer
        .with::<Apart<N>, Unknown, T>(sum, Knowledge::NOTHING)
        .change(StepAll(Region::new(end, end + 1)), LowerNonempty)
}

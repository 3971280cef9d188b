//! Strips: several children of a stepper at once, each with a sum of its own.
//!
//! In `s .= 0; for k { s[] += a[i, k] * b[j, k] }` each addition waits for the one before it, since a sum is taken in the order of its
//! loop. Those of different `j` do not: where a stepper says which `j` there are, `c[i, j] = x[i, j] * s[]` behind it, the sums of a few
//! children are taken in one loop over `k`, and what is computed for each child at a few `k` fills vectors. Each sum is of the same
//! values in the same order.

use crate::expr::Expr;
use crate::looplet::Coming;
use crate::pass::current::{ExecLocal, in_accumulator};
use crate::pass::lookup::Bind;
use crate::pass::stepper::StepAll;
use crate::pass::{LowerNonempty, OnStmt, Pass, continuation};
use crate::prelude::*;
use crate::reduction::short_blocks::KeepValue;
use crate::same_type::same_type;
use crate::stmt::{OnSum, Stmt};
use crate::target::Target;
use finch_algebra::nat::Apart;

/// How many children a strip has.
const STRIP: usize = 4;

/// How many children a strip has where there are so many: two times as many additions need not wait for each other.
const LONG_STRIP: usize = 2 * STRIP;

/// How many children strips have, as explanations say.
#[cfg(any(feature = "explain", test))]
pub(crate) const STRIPS: &[usize] = match cfg!(debug_assertions) {
    true => &[STRIP],
    false => &[LONG_STRIP, STRIP],
};

/// How many values of each child are computed before they are added.
const TOGETHER: usize = 4;

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
    consumer.reserve(
        Coming::new(consumer, region),
        Strips {
            fill,
            producer,
            region,
            kind,
        },
    )
}

continuation! {
    struct Strips<N, T, P> {
        fill: T,
        producer: P,
        region: Region,
        kind: PhantomData<N>,
    }
    impl[N: Nat, T: Copy + 'static, P: Stmt] OnStmt<()>: |_pass, consumer: C| {
        // Up to where the last child ends there is one more.
        let hi = region.hi.min(consumer.last());
        if region.lo < hi {
            drive::<N, T, P, C>(fill, producer, consumer, region.lo, hi - 1)
        }
    }
}

/// Drives through the children that end at `first` or behind it, up to `bound`, where one may end.
#[cfg_attr(not(debug_assertions), inline(always))]
fn drive<N: Nat, T: Copy + 'static, P: Stmt, C: Stmt>(
    fill: T,
    producer: P,
    mut consumer: C,
    first: usize,
    bound: usize,
) {
    consumer.seek(first);
    // In builds with debug assertions, where sums are not kept in registers, there is one kind of strips, which compiles sooner.
    #[cfg(not(debug_assertions))]
    if !by_strips::<LONG_STRIP, N, T, P, C>(fill, producer, &mut consumer, bound) {
        return;
    }
    if !by_strips::<STRIP, N, T, P, C>(fill, producer, &mut consumer, bound) {
        return;
    }
    loop {
        let end = consumer.look();
        if end > bound {
            return;
        }
        let (sum, assigned) = (Cell::new(fill), Cell::new(false));
        let into = Into {
            sum: &sum,
            assigned: &assigned,
            kind: PhantomData::<N>,
        };
        producer.traverse(Bind::at(end), into);
        consume::<N, T, C>(consumer, end, sum.get());
        if end == bound {
            return;
        }
        consumer.catch_up(end + 1)
    }
}

/// Drives through children as long as they fill a strip, but for one. Returns whether any may be left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_strips<const LEN: usize, N: Nat, T: Copy + 'static, P: Stmt, C: Stmt>(
    fill: T,
    producer: P,
    consumer: &mut C,
    bound: usize,
) -> bool {
    let region = producer.region_of_loop();
    while consumer.count() >= LEN - 1 {
        let Some(ends) = ends::<LEN, C>(*consumer, bound) else {
            return true;
        };
        for sum in strip(fill, producer, region, ends) {
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
fn strip<const CHILDREN: usize, T: Copy + 'static, P: Stmt>(
    fill: T,
    producer: P,
    region: Region,
    indices: [usize; CHILDREN],
) -> [T; CHILDREN] {
    let sums = [(); CHILDREN].map(|()| Cell::new(fill));
    let Region { lo: mut first, hi } = region;
    while hi - first >= TOGETHER {
        add::<CHILDREN, TOGETHER, T, P>(&sums, producer, region, indices, first);
        first += TOGETHER
    }
    while first < hi {
        add::<CHILDREN, 1, T, P>(&sums, producer, region, indices, first);
        first += 1
    }
    sums.map(|sum| sum.get())
}

/// Adds `LEN` values of each child, from that at `first` on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add<const CHILDREN: usize, const LEN: usize, T: Copy + 'static, P: Stmt>(
    sums: &[Cell<T>; CHILDREN],
    producer: P,
    region: Region,
    indices: [usize; CHILDREN],
    first: usize,
) {
    // One behind the other, and not a loop: sums stay in registers.
    let add = |child: usize| {
        let sum = &sums[child];
        producer.traverse(Bind::at(indices[child]), AddTo::<LEN, T> { sum, region, first })
    };
    add(0);
    add(1);
    add(2);
    add(3);
    if const { CHILDREN == LONG_STRIP } {
        add(4);
        add(5);
        add(6);
        add(7)
    }
    for [first, second] in sums.as_chunks().0 {
        let [one, other] = in_one_register([first.get(), second.get()]);
        first.set(one);
        second.set(other)
    }
}

/// Continues with the loop of a child, by adding values to its sum.
struct AddTo<'a, const LEN: usize, T> {
    sum: &'a Cell<T>,
    region: Region,
    first: usize,
}

copied!(['a, const LEN: usize, T] AddTo<'a, LEN, T>);

impl<const LEN: usize, P: Pass, T: Copy + 'static> OnStmt<P> for AddTo<'_, LEN, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        stmt.sum(Driver::new(), self.region, self)
    }
}

impl<const LEN: usize, T: Copy + 'static> OnSum for AddTo<'_, LEN, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, op: O, value: E) {
        let mut values = [None; LEN];
        for (k, slot) in values.iter_mut().enumerate() {
            let place = Cell::new(None);
            value.traverse(
                Bind::at(self.first + k),
                KeepValue::<'_, W::T, O, W::Fill>(&place, PhantomData),
            );
            *slot = place.get()
        }
        for two in values.as_chunks_mut().0 {
            if let [Some(first), Some(second)] = *two {
                *two = in_one_register([first, second]).map(Some)
            }
        }
        let sum: &Cell<W::T> = same_type(self.sum);
        for value in &values {
            if let Some(value) = *value {
                sum.set(op.combine(sum.get(), value))
            }
        }
    }
}

/// Two values, which are in one register from here on.
///
/// By it LLVM computes products of neighbours in one instruction, and puts those of two children beside one another afterwards, by two
/// instructions for two of each, to add them to two sums at once. It would rather put the operands beside one another, one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_one_register<T: Copy + 'static>(values: [T; 2]) -> [T; 2] {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions), not(miri)))]
    if core::any::TypeId::of::<T>() == core::any::TypeId::of::<f64>() {
        // SAFETY: both types are two numbers of 64 bits.
        let mut pair = unsafe { core::mem::transmute::<[f64; 2], core::arch::x86_64::__m128d>(*same_type(&values)) };
        // SAFETY: no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) pair, options(pure, nomem, nostack, preserves_flags)) }
        // SAFETY: both types are two numbers of 64 bits.
        return *same_type(&unsafe { core::mem::transmute::<core::arch::x86_64::__m128d, [f64; 2]>(pair) });
    }
    values
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

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
pub(crate) const STRIP: usize = 4;

/// Of fewer children, sums are taken one by one. Where one is missing in a strip, the one before it stands for it.
const LEAST: usize = STRIP - 1;

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
    let region = producer.region_of_loop();
    consumer.seek(first);
    'strips: while consumer.count() >= LEAST {
        let (mut ahead, mut ends) = (consumer, [0; STRIP]);
        for child in 0..STRIP {
            let end = ahead.look();
            if end > bound || end == bound && child + 1 < LEAST {
                if child < LEAST {
                    break 'strips;
                }
                ends[child] = ends[child - 1];
                break;
            }
            ends[child] = end;
            if end == bound {
                ends[STRIP - 1] = end;
                break;
            }
            if child + 1 < STRIP {
                ahead.catch_up(end + 1)
            }
        }
        let sums = strip(fill, producer, region, ends);
        for sum in &sums {
            let end = consumer.look();
            if end > bound {
                return;
            }
            consume::<N, T, C>(consumer, end, *sum);
            if end == bound {
                return;
            }
            consumer.catch_up(end + 1)
        }
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

/// The sums of the children at `indices`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn strip<T: Copy + 'static, P: Stmt>(fill: T, producer: P, region: Region, indices: [usize; STRIP]) -> [T; STRIP] {
    let sums = [Cell::new(fill), Cell::new(fill), Cell::new(fill), Cell::new(fill)];
    let Region { lo: mut first, hi } = region;
    while hi - first >= TOGETHER {
        add::<TOGETHER, T, P>(&sums, producer, region, indices, first);
        first += TOGETHER
    }
    while first < hi {
        add::<1, T, P>(&sums, producer, region, indices, first);
        first += 1
    }
    [sums[0].get(), sums[1].get(), sums[2].get(), sums[3].get()]
}

/// Adds `LEN` values of each child, from that at `first` on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add<const LEN: usize, T: Copy + 'static, P: Stmt>(
    sums: &[Cell<T>; STRIP],
    producer: P,
    region: Region,
    indices: [usize; STRIP],
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
    add(3)
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
        let sum: &Cell<W::T> = same_type(self.sum);
        for value in &values {
            if let Some(value) = *value {
                sum.set(op.combine(sum.get(), value))
            }
        }
    }
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
        .traverse(StepAll(Region::new(end, end + 1)), LowerNonempty)
}

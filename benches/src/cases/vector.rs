//! Kernels over generated vectors.

use super::{Case, Entrant, done};
use crate::data::{Random, sparse_vector};
use crate::twins::{self, Entries, Made, Runs};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// The kernels that [`over_vectors`] knows.
pub const VECTOR_KERNELS: &[&str] = &[
    "dot",
    "add",
    "multiply",
    "add-three",
    "sum-three",
    "gallop-dot",
    "gallop-or-walk",
    "sum-runs",
    "dot-runs",
    "sum-where-bits",
];

/// A kernel over vectors with `stored` entries out of ten times as many, or of as many runs; in `gallop-dot`, `stored / 1000`
/// against ten times `stored`. `sum-where-bits` sums dense values where a bit is set. `gallop-or-walk` is the same by galloping and by walking; apart, since a walk leaves nothing
/// of what others read in the caches. Those of [`over_halves`](super::over_halves) are known, too. `None` if there is no kernel of that name.
///
/// # Errors
///
/// `stored` is too large for indices of 32 bits.
pub fn over_vectors(kernel: &str, stored: usize) -> Result<Option<Case>> {
    let random = &mut Random::default();
    let extent = 10 * stored;
    let mut vector = |stored, extent| sparse_vector(stored, extent, random).map(Rc::new);
    Ok(Some(match kernel {
        "dot" => dot(vector(stored, extent)?, vector(stored, extent)?),
        "add" => add(vector(stored, extent)?, vector(stored, extent)?),
        "multiply" => multiply(vector(stored, extent)?, vector(stored, extent)?),
        "add-three" => add_three(
            vector(stored, extent)?,
            vector(stored, extent)?,
            vector(stored, extent)?,
        ),
        "sum-three" => sum_three(
            vector(stored, extent)?,
            vector(stored, extent)?,
            vector(stored, extent)?,
        ),
        "gallop-dot" => gallop_dot(vector(stored / 1000, 10 * extent)?, vector(extent, 10 * extent)?),
        "gallop-or-walk" => gallop_or_walk(vector(stored / 1000, 10 * extent)?, vector(extent, 10 * extent)?),
        "sum-runs" => sum_runs(runs(stored, extent, random)?),
        "dot-runs" => dot_runs(runs(stored, extent, random)?, runs(stored, extent, random)?),
        "sum-where-bits" => sum_where(vector(stored, extent)?)?,
        _ => return super::halves::over_halves(kernel, stored),
    }))
}

/// The sum of as many values as there are indices, where a bit is set.
fn sum_where(places: Rc<SparseVector<f64>>) -> Result<Case> {
    let extent = places.level().extent();
    let set = places.level().idx().iter().map(|&index| ([index as usize], true));
    let bits = BitVector::from_triplets([extent], set, Or)?;
    let x = Vector::from((0..extent).map(|index| (1 + index % 7) as f64).collect::<Vec<_>>());
    Ok(Case::of(
        "sum-where-bits",
        (bits, x),
        |sum: &mut f64, (bits, x)| *sum = twins::sum_where(bits.level().child().words(), x.values()),
        |sum: &mut Scalar<f64>, (bits, x)| {
            indices!(i);
            program()
                .declare(sum)
                .body(|(sum,)| forall(i, sieve(bits.at((i,)), sum.at(()).add(x.at((i,))))))
                .run()
        },
    ))
}

/// A vector of `count` runs.
fn runs(count: usize, extent: usize, random: &mut Random) -> Result<Rc<RunVector<f64>>> {
    let mut right = random.sorted(count.saturating_sub(1), extent.saturating_sub(1));
    for end in &mut right {
        *end += 1
    }
    right.push(extent as u32);
    let val = right.iter().map(|_| random.value()).collect();
    let level = RunList::new(extent, vec![0, right.len()], right, Element::new(val));
    Ok(Rc::new(Tensor::new(level)?))
}

/// Declares races of sums over two vectors.
macro_rules! sums {
    ($($name:ident $kernel:literal;)*) => { $(
        fn $name(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
            Case::of_numbers(
                $kernel,
                (a, b),
                |(a, b)| twins::$name(Entries::of(a), Entries::of(b)),
                |(a, b)| vector::$name(&**a, &**b),
            )
        }
    )* };
}

sums! {
    dot "dot";
    gallop_dot "gallop-dot";
}

fn gallop_or_walk(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let operands = Rc::new((a, b));
    let [galloping, hand, walking] = [(); 3].map(|()| Rc::clone(&operands));
    Case::new(
        "gallop-or-walk",
        vec![
            Entrant::writing("finch", move |sum: &mut f64| {
                *sum = done(vector::gallop_dot(&*galloping.0, &*galloping.1))
            }),
            Entrant::writing("hand-walk", move |sum: &mut f64| {
                *sum = twins::dot(Entries::of(&hand.0), Entries::of(&hand.1))
            }),
            Entrant::writing("finch-walk", move |sum: &mut f64| {
                *sum = done(vector::dot(&*walking.0, &*walking.1))
            }),
        ],
    )
}

fn add(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let pushing = (Rc::clone(&a), Rc::clone(&b));
    let mut case = Case::of(
        "add",
        (a, b),
        |c: &mut Made, (a, b)| twins::add(c, Entries::of(a), Entries::of(b)),
        |c: &mut SparseVector<f64>, (a, b)| vector::add_into(c, &**a, &**b),
    );
    case.entrants
        .push(Entrant::writing("hand-pushing", move |c: &mut Made| {
            twins::add_pushing(c, Entries::of(&pushing.0), Entries::of(&pushing.1))
        }));
    case
}

fn multiply(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    Case::of(
        "multiply",
        (a, b),
        |c: &mut Made, (a, b)| twins::multiply(c, Entries::of(a), Entries::of(b)),
        |c: &mut SparseVector<f64>, (a, b)| vector::multiply_into(c, &**a, &**b),
    )
}

fn add_three(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>, c: Rc<SparseVector<f64>>) -> Case {
    Case::of(
        "add-three",
        (a, b, c),
        |d: &mut Made, (a, b, c)| twins::add_three(d, Entries::of(a), Entries::of(b), Entries::of(c)),
        |d: &mut SparseVector<f64>, (a, b, c)| vector::add_three_into(d, &**a, &**b, &**c),
    )
}

fn sum_three(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>, c: Rc<SparseVector<f64>>) -> Case {
    Case::of(
        "sum-three",
        (a, b, c),
        |sum: &mut f64, (a, b, c)| *sum = twins::sum_three(Entries::of(a), Entries::of(b), Entries::of(c)),
        |sum: &mut Scalar<f64>, (a, b, c)| {
            indices!(i);
            program()
                .declare(sum)
                .body(|(sum,)| forall(i, sum.at(()).add(a.at((i,)) + b.at((i,)) + c.at((i,)))))
                .run()
        },
    )
}

fn sum_runs(a: Rc<RunVector<f64>>) -> Case {
    Case::of_numbers(
        "sum-runs",
        a,
        |a| twins::sum_runs(Runs::of(a)),
        |a| reduce::sum_vector(&**a),
    )
}

fn dot_runs(a: Rc<RunVector<f64>>, b: Rc<RunVector<f64>>) -> Case {
    Case::of_numbers(
        "dot-runs",
        (a, b),
        |(a, b)| twins::dot_runs(Runs::of(a), Runs::of(b)),
        |(a, b)| vector::dot(&**a, &**b),
    )
}

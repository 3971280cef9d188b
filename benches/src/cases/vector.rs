//! Kernels over generated vectors.

use super::{Answer, Case, Entrant, done};
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
    let bits = Rc::new(BitVector::from_triplets([extent], set, Or)?);
    let values = (0..extent).map(|index| (1 + index % 7) as f64).collect::<Vec<_>>();
    let x = Rc::new(Vector::from(values));
    let same = (Rc::clone(&bits), Rc::clone(&x));
    Ok(Case {
        kernel: "sum-where-bits",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                *sum = twins::sum_where(same.0.level().child().words(), same.1.values())
            }),
            Entrant::new(
                "finch",
                Scalar::new(0.0),
                |sum| Answer::scalar(&sum.get()),
                move |sum| {
                    indices!(i);
                    let program = program()
                        .declare(sum)
                        .body(|(sum,)| forall(i, sieve(bits.at((i,)), sum.at(()).add(x.at((i,))))));
                    done(program.run())
                },
            ),
        ],
    })
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

fn dot(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let inputs = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "dot",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                *sum = twins::dot(Entries::of(&inputs.0), Entries::of(&inputs.1))
            }),
            Entrant::new("finch", 0.0, Answer::scalar, move |sum| {
                *sum = done(vector::dot(&a, &b))
            }),
        ],
    }
}

fn gallop_dot(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let hand = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "gallop-dot",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                *sum = twins::gallop_dot(Entries::of(&hand.0), Entries::of(&hand.1))
            }),
            Entrant::new("finch", 0.0, Answer::scalar, move |sum| {
                *sum = done(vector::gallop_dot(&a, &b))
            }),
        ],
    }
}

fn gallop_or_walk(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let hand = (Rc::clone(&a), Rc::clone(&b));
    let walk = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "gallop-or-walk",
        entrants: vec![
            Entrant::new("finch", 0.0, Answer::scalar, move |sum| {
                *sum = done(vector::gallop_dot(&a, &b))
            }),
            Entrant::new("hand-walk", 0.0, Answer::scalar, move |sum| {
                *sum = twins::dot(Entries::of(&hand.0), Entries::of(&hand.1))
            }),
            Entrant::new("finch-walk", 0.0, Answer::scalar, move |sum| {
                *sum = done(vector::dot(&walk.0, &walk.1))
            }),
        ],
    }
}

fn add(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let hand = (Rc::clone(&a), Rc::clone(&b));
    let pushing = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "add",
        entrants: vec![
            Entrant::new("hand", Made::default(), Answer::made, move |c| {
                twins::add(c, Entries::of(&hand.0), Entries::of(&hand.1))
            }),
            Entrant::new("finch", SparseVector::default(), Answer::sparse, move |c| {
                done(vector::add_into(c, &a, &b))
            }),
            Entrant::new("hand-pushing", Made::default(), Answer::made, move |c| {
                twins::add_pushing(c, Entries::of(&pushing.0), Entries::of(&pushing.1))
            }),
        ],
    }
}

fn multiply(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>) -> Case {
    let inputs = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "multiply",
        entrants: vec![
            Entrant::new("hand", Made::default(), Answer::made, move |c| {
                twins::multiply(c, Entries::of(&inputs.0), Entries::of(&inputs.1))
            }),
            Entrant::new("finch", SparseVector::default(), Answer::sparse, move |c| {
                done(vector::multiply_into(c, &a, &b))
            }),
        ],
    }
}

type Three = (Rc<SparseVector<f64>>, Rc<SparseVector<f64>>, Rc<SparseVector<f64>>);

fn add_three(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>, c: Rc<SparseVector<f64>>) -> Case {
    let inputs: Three = (Rc::clone(&a), Rc::clone(&b), Rc::clone(&c));
    Case {
        kernel: "add-three",
        entrants: vec![
            Entrant::new("hand", Made::default(), Answer::made, move |d| {
                let (a, b, c) = &inputs;
                twins::add_three(d, Entries::of(a), Entries::of(b), Entries::of(c))
            }),
            Entrant::new("finch", SparseVector::default(), Answer::sparse, move |d| {
                done(vector::add_three_into(d, &a, &b, &c))
            }),
        ],
    }
}

fn sum_three(a: Rc<SparseVector<f64>>, b: Rc<SparseVector<f64>>, c: Rc<SparseVector<f64>>) -> Case {
    let inputs: Three = (Rc::clone(&a), Rc::clone(&b), Rc::clone(&c));
    let program = move |sum: &mut Scalar<f64>| {
        indices!(i);
        let (a, b, c) = (&*a, &*b, &*c);
        done(
            program()
                .declare(sum)
                .body(|(sum,)| forall(i, sum.at(()).add(a.at((i,)) + b.at((i,)) + c.at((i,)))))
                .run(),
        )
    };
    Case {
        kernel: "sum-three",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                let (a, b, c) = &inputs;
                *sum = twins::sum_three(Entries::of(a), Entries::of(b), Entries::of(c))
            }),
            Entrant::new("finch", Scalar::default(), |sum| Answer::scalar(&sum.get()), program),
        ],
    }
}

fn sum_runs(a: Rc<RunVector<f64>>) -> Case {
    let input = Rc::clone(&a);
    Case {
        kernel: "sum-runs",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                *sum = twins::sum_runs(Runs::of(&input))
            }),
            Entrant::new("finch", 0.0, Answer::scalar, move |sum| {
                *sum = done(reduce::sum_vector(&a))
            }),
        ],
    }
}

fn dot_runs(a: Rc<RunVector<f64>>, b: Rc<RunVector<f64>>) -> Case {
    let inputs = (Rc::clone(&a), Rc::clone(&b));
    Case {
        kernel: "dot-runs",
        entrants: vec![
            Entrant::new("hand", 0.0, Answer::scalar, move |sum| {
                *sum = twins::dot_runs(Runs::of(&inputs.0), Runs::of(&inputs.1))
            }),
            Entrant::new("finch", 0.0, Answer::scalar, move |sum| {
                *sum = done(vector::dot(&a, &b))
            }),
        ],
    }
}

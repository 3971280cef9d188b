//! Systems of linear equations.

use super::communicator::{Communicator, all_gather};
use super::matrix::DistributedMatrix;
use super::vector::{DistributedVector, check_cut};
use crate::imports::*;
use crate::operand::MatrixOf;

/// The method of conjugate gradients (Hestenes and Stiefel, 1952), for matrices that are symmetric and positive definite. A round takes one product
/// with a vector and two sums over all ranks.
///
/// ```
/// use finch_kernels::distributed::{ConjugateGradients, DistributedMatrix, DistributedVector, on_threads};
/// use finch_kernels::prelude::*;
///
/// let entries = (0..9).flat_map(|i| [([i, i + 1], -1.0), ([i + 1, i], -1.0)]).chain((0..10).map(|i| ([i, i], 3.0)));
/// let a = Csr::from_triplets([10, 10], entries.collect::<Vec<_>>(), Add)?;
/// let found = on_threads(3, |ranks| {
///     let a = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
///     let b = DistributedVector::from_fn(ranks, a.rows(), |_| 1.0)?;
///     let solved = ConjugateGradients::new().tolerance(1e-12).run(ranks, &a, &b)?;
///     assert!(solved.converged());
///     solved.x().all_gather(ranks)
/// })?;
/// let rest = spmv(&a, &found[0])?;
/// assert!(rest.values().iter().all(|value| (value - 1.0).abs() < 1e-11));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConjugateGradients {
    tolerance: f64,
    rounds: usize,
}

/// The solution that [`ConjugateGradients`] has found, and how good it is.
#[derive(Clone, Debug)]
pub struct Solved {
    x: DistributedVector<f64>,
    rounds: usize,
    residual: f64,
    tolerance: f64,
}

impl Solved {
    /// The solution, as far as it was found, cut like the right side.
    pub fn x(&self) -> &DistributedVector<f64> {
        &self.x
    }

    /// How many rounds were taken.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The norm of what is left of the right side, divided by the norm of the right side: 0 if both are 0. It is kept up to date from round to
    /// round, and may drift from `b - a x` by what is rounded.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// Whether the residual is at most the tolerance.
    pub fn converged(&self) -> bool {
        self.residual <= self.tolerance
    }
}

impl Default for ConjugateGradients {
    fn default() -> Self {
        ConjugateGradients {
            tolerance: 1e-8,
            rounds: 1000,
        }
    }
}

impl ConjugateGradients {
    /// Until the residual is 10^-8 of the right side, or for 1000 rounds.
    pub fn new() -> Self {
        ConjugateGradients::default()
    }

    /// Sets at which residual to stop, relative to the right side: by default 10^-8.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Sets how many rounds to take at most: by default 1000. [`Solved::converged`] says whether they sufficed.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Solves `a x = b`, from zeros on.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a`, its rows and `b` are not cut in the same way.
    /// * [`Invalid`](crate::ErrorKind::Invalid): `b`, or a sum of products with `a`, is not finite; a direction is found along which `a` is not positive;
    ///   the tolerance is not a number.
    /// * Those of [`spmv`](DistributedMatrix::spmv).
    pub fn run(
        &self,
        ranks: &impl Communicator,
        a: &DistributedMatrix<Tensor<impl MatrixOf<f64>>>,
        b: &DistributedVector<f64>,
    ) -> Result<Solved> {
        check_cut(a.rows(), a.columns(), "the rows and the columns of a matrix")?;
        check_cut(a.rows(), b.partition(), "the rows of a matrix and the right side")?;
        ensure!(!self.tolerance.is_nan(), else Invalid, "a tolerance that is not a number");
        let mut x = DistributedVector::from_fn(ranks, a.rows(), |_| 0.0)?;
        // Divided by a power of two, so that squares neither overflow nor vanish: nothing is rounded by that.
        let largest = b.own().iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let all_numbers = b.own().iter().all(|value| value.is_finite());
        let largest = all_gather(ranks, if all_numbers { largest } else { f64::INFINITY })?
            .into_iter()
            .fold(0.0, f64::max);
        ensure!(!largest.is_infinite(), else Invalid, "the right side is not finite");
        let exponent = if largest == 0.0 {
            0.0
        } else {
            largest.log2().floor().clamp(-1000.0, 1000.0)
        };
        let scale = 2.0_f64.powi(exponent as i32);
        let mut rest = b.clone();
        rest.own_mut().iter_mut().for_each(|value| *value /= scale);
        let mut direction = rest.clone();
        let (mut product, mut all) = (x.clone(), Vec::new());
        let norm = rest.dot(ranks, &rest)?;
        let (mut square, mut round) = (norm, 0);
        let residual = |square: f64| if norm == 0.0 { 0.0 } else { (square / norm).sqrt() };
        while round < self.rounds && square != 0.0 && residual(square) > self.tolerance {
            a.spmv_semiring_into(ranks, PlusTimes, &mut product, &direction, &mut all)?;
            let along = direction.dot(ranks, &product)?;
            ensure!(along.is_finite() && along > 0.0, else Invalid,
                "in round {round} the matrix is {along} along a direction: it is not symmetric and positive definite, or not finite");
            let step = square / along;
            add(x.own_mut(), step, direction.own());
            add(rest.own_mut(), -step, product.own());
            let before = core::mem::replace(&mut square, rest.dot(ranks, &rest)?);
            ensure!(square.is_finite(), else Invalid, "in round {round} the residual is not finite");
            let share = square / before;
            for (along, rest) in direction.own_mut().iter_mut().zip(rest.own()) {
                *along = rest + share * *along
            }
            round += 1
        }
        x.own_mut().iter_mut().for_each(|value| *value *= scale);
        Ok(Solved {
            x,
            rounds: round,
            residual: residual(square),
            tolerance: self.tolerance,
        })
    }
}

/// Adds `times` the entries of one vector to those of another.
fn add(to: &mut [f64], times: f64, of: &[f64]) {
    for (to, of) in to.iter_mut().zip(of) {
        *to += times * of
    }
}

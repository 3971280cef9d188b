//! Systems of linear equations.

use super::{grid, value};
use finch_graph::prelude::*;
use finch_kernels::Result;
use finch_kernels::distributed::{Communicator, ConjugateGradients, DistributedMatrix, DistributedVector};

pub(super) fn conjugate_gradients<R: Communicator>(ranks: &R) -> Result<()> {
    let a = grid(7);
    let spread = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
    let b = DistributedVector::from_fn(ranks, spread.rows(), value)?;
    let solved = ConjugateGradients::new()
        .tolerance(1e-12)
        .rounds(200)
        .run(ranks, &spread, &b)?;
    assert!(
        solved.converged() && solved.rounds() <= 49 + 5,
        "{} rounds",
        solved.rounds()
    );
    let x = Vector::from(solved.x().all_gather(ranks)?);
    let rest = spmv(&a, &x)?;
    assert!(
        rest.values()
            .iter()
            .enumerate()
            .all(|(i, left)| (left - value(i)).abs() < 1e-9)
    );
    let nothing = DistributedVector::from_fn(ranks, spread.rows(), |_| 0.0)?;
    let solved = ConjugateGradients::new().run(ranks, &spread, &nothing)?;
    assert_eq!((solved.rounds(), solved.residual()), (0, 0.0));
    // Numbers whose squares are no numbers any more are solved for as others are.
    for scale in [1e-200, 1e200, 4e-320] {
        let b = DistributedVector::from_fn(ranks, spread.rows(), |i| value(i) * scale)?;
        let solved = ConjugateGradients::new().tolerance(1e-12).run(ranks, &spread, &b)?;
        let rest = spmv(&a, &Vector::from(solved.x().all_gather(ranks)?))?;
        let near = |(i, left): (usize, &f64)| (left - value(i) * scale).abs() <= 1e-9 * scale + 1e-321;
        assert!(
            solved.rounds() > 10 && rest.values().iter().enumerate().all(near),
            "{scale}"
        )
    }
    // One entry is found in one round, and nothing is left then.
    let one =
        DistributedMatrix::<Csr<f64>>::from_triplets(ranks, [1, 1], (ranks.rank() == 0).then_some(([0, 0], 2.0)), Add)?;
    let eight = DistributedVector::from_fn(ranks, one.rows(), |_| 8.0)?;
    let solved = ConjugateGradients::new().tolerance(-1.0).run(ranks, &one, &eight)?;
    assert_eq!((solved.rounds(), solved.x().all_gather(ranks)?), (1, vec![4.0]));
    for wrong in [f64::NAN, f64::INFINITY] {
        let with = DistributedVector::from_fn(ranks, spread.rows(), |i| if i == 30 { wrong } else { 1.0 })?;
        let kind = |solve: ConjugateGradients, b| solve.run(ranks, &spread, b).unwrap_err().kind();
        assert_eq!(kind(ConjugateGradients::new(), &with), ErrorKind::Invalid);
        assert_eq!(
            kind(ConjugateGradients::new().tolerance(f64::NAN), &b),
            ErrorKind::Invalid
        );
        let entries = (0..49)
            .filter(|i| i % ranks.count() == ranks.rank())
            .map(|i| ([i, i], if i == 7 { wrong } else { 1.0 }));
        let not_finite = DistributedMatrix::<Csr<f64>>::from_triplets_cut(
            ranks,
            [spread.rows().clone(), spread.rows().clone()],
            entries,
            Add,
        )?;
        let error = ConjugateGradients::new().run(ranks, &not_finite, &b).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid)
    }
    // Not positive definite.
    let negative = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &(-&a).compute()?)?;
    let error = ConjugateGradients::new().run(ranks, &negative, &b).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    Ok(())
}

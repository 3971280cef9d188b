//! What the adviser chooses, and what it says.

use super::{Case, Numbers, cases};
use finch_kernels::advise::{Advice, IntoBest, Model, Sample, Structure, Symmetry, Workload, advise, advise_for};
use finch_kernels::prelude::*;

/// What is chosen for products with a vector.
fn chosen(shape: [usize; 2], entries: impl IntoIterator<Item = ([usize; 2], f64)>) -> (MatrixFormat, Advice) {
    let case = Case::new("generated", shape, entries);
    let advice = advise(&case.rows).expect("memory");
    let any = case.rows.into_best().expect("the format can hold it");
    assert_eq!(any.format(), advice.best(), "{advice}");
    assert_eq!(
        any.bytes(),
        advice.candidate(advice.best()).expect("a candidate").bytes,
        "{advice}"
    );
    (advice.best(), advice)
}

/// Numbers of which no two that follow each other are equal.
fn value(at: usize) -> f64 {
    0.5 + (at * 7 % 1009) as f64
}

#[test]
fn structured_matrices_get_the_format_of_their_structure() {
    let all = |rows: usize, cols: usize| (0..rows).flat_map(move |row| (0..cols).map(move |col| [row, col]));
    let n = 1200;
    let (full, advice) = chosen([300, 300], all(300, 300).map(|at| (at, value(at[0] * 300 + at[1]))));
    assert_eq!(full, MatrixFormat::Full, "{advice}");
    let near = (0..n).flat_map(|row: usize| (row.saturating_sub(20)..(row + 21).min(n)).map(move |col| [row, col]));
    let (band, advice) = chosen([n, n], near.map(|at| (at, value(at[0] * n + at[1]))));
    assert!(
        [MatrixFormat::Band, MatrixFormat::Stretches].contains(&band),
        "{advice}"
    );
    let (diagonal, advice) = chosen([n, n], (0..n).map(|row| ([row, row], value(row))));
    assert!(
        [MatrixFormat::Points, MatrixFormat::Band].contains(&diagonal),
        "{advice}"
    );

    // Three blocks of 4 by 4 in each block row.
    let mut numbers = Numbers(11);
    let starts: Vec<[usize; 2]> = (0..n / 4)
        .flat_map(|row| [0, 1, 2].map(|_| [row, numbers.below(n / 4)]))
        .collect();
    let in_blocks = starts
        .iter()
        .flat_map(|&[row, col]| all(4, 4).map(move |at| [4 * row + at[0], 4 * col + at[1]]));
    let (blocks, advice) = chosen([n, n], in_blocks.map(|at| (at, value(at[0] * n + at[1]))));
    assert!(
        [MatrixFormat::Blocks4, MatrixFormat::Blocks2].contains(&blocks),
        "{advice}"
    );

    // Two long runs of equal values in each row.
    let runs = (0..400).flat_map(|row: usize| {
        (0..2000)
            .filter(move |col| col % 1000 < 600)
            .map(move |col| ([row, col], (1 + col / 1000) as f64))
    });
    let (runs, advice) = chosen([400, 2000], runs);
    assert_eq!(advice.structure().runs, 800);
    assert!(runs != MatrixFormat::Csr, "{advice}");
    let bytes = |format| advice.candidate(format).expect("a candidate").bytes;
    assert!(
        MatrixFormat::ALL
            .iter()
            .all(|&other| advice.candidate(other).is_none() || bytes(MatrixFormat::Runs) <= bytes(other))
    );

    // Of a hundred thousand rows, ten hold something.
    let few = (0..10).flat_map(|row: usize| (0..3).map(move |col| ([row * 9973, col * 100], value(row + col))));
    let (few, advice) = chosen([100_000, 400], few);
    assert!([MatrixFormat::Dcsr, MatrixFormat::Coo].contains(&few), "{advice}");

    // Nothing to be had.
    let mut numbers = Numbers(5);
    let anywhere: Vec<_> = (0..6 * n).map(|at| ([at / 6, numbers.below(n)], value(at))).collect();
    let (rows, advice) = chosen([n, n], anywhere);
    assert_eq!(rows, MatrixFormat::Csr, "{advice}");
}

#[test]
fn a_symmetric_matrix_may_be_half_as_large() {
    let entries = (0..200).flat_map(|row| (0..200).map(move |col| ([row, col], value(row * col))));
    let case = Case::new("symmetric", [200, 200], entries);
    let advice = advise(&case.rows).expect("memory");
    assert_eq!(advice.structure().symmetry, Symmetry::Yes);
    let dense = advice.candidate(MatrixFormat::Full).expect("a candidate").bytes;
    assert_eq!(
        advice.best_within(dense - 1),
        Some(MatrixFormat::FullSymmetric),
        "{advice}"
    );
    assert_eq!(advice.best_within(1000), None);
    assert_eq!(advice.best_within(usize::MAX), Some(advice.best()));
}

#[test]
fn every_case_has_a_table() {
    for case in cases() {
        for work in [Workload::Spmv, Workload::Spmm(1), Workload::Spmm(32), Workload::Iterate] {
            let advice = advise_for(&case.rows, work, &Model::default()).expect("memory");
            let best = advice.candidate(advice.best()).expect("it can hold the matrix");
            assert!(
                advice
                    .candidates()
                    .iter()
                    .all(|other| other.seconds.is_finite() && other.seconds >= 0.0),
                "{advice}"
            );
            assert!(
                advice
                    .candidates()
                    .is_sorted_by(|one, next| one.seconds <= next.seconds),
                "{advice}"
            );
            assert!(
                best.seconds <= advice.candidate(MatrixFormat::Csr).expect("compressed rows").seconds,
                "{advice}"
            );
            let table = advice.to_string();
            for candidate in advice.candidates() {
                let reason = advice.reason(candidate.format);
                let line = |line: &str| line.starts_with(candidate.format.name()) && line.ends_with(&reason);
                assert!(table.lines().any(line), "{table}")
            }
        }
        let again = AnyMatrix::from_tensor(MatrixFormat::Full, &case.rows).and_then(AnyMatrix::into_best);
        assert_eq!(
            again.expect("a format").shape(),
            [case.rows.shape()[0], case.rows.shape()[1]]
        )
    }
}

#[test]
fn numbers_that_do_not_fit_stay_predictions() {
    let wide = Csr::from_triplets([1 << 20, 1 << 32], [([5, 0], 1.0), ([5, (1 << 32) - 1], 2.0)], Add);
    let advice = advise(&wide.expect("a sparse matrix")).expect("memory");
    assert_eq!(advice.structure().bytes(MatrixFormat::Full), Some(1 << 55));
    assert_eq!(advice.structure().band, 1 << 32);
    assert!(
        advice
            .candidates()
            .iter()
            .all(|candidate| candidate.seconds.is_finite()),
        "{advice}"
    );
    assert!(
        [MatrixFormat::Dcsr, MatrixFormat::Coo].contains(&advice.best()),
        "{advice}"
    );

    let mut structure = advice.structure().clone();
    (structure.rows, structure.cols, structure.band, structure.stored) =
        (usize::MAX, usize::MAX, usize::MAX, usize::MAX);
    (structure.symmetry, structure.value_bytes, structure.blocks) = (Symmetry::Yes, usize::MAX, Some([usize::MAX; 3]));
    for &format in MatrixFormat::ALL {
        let seconds = Model::default().predict(&structure, format, Workload::Spmm(usize::MAX));
        assert!(seconds.is_none_or(|seconds| !seconds.is_nan()), "{format}");
        assert!(matches!(structure.bytes(format), None | Some(usize::MAX)), "{format}")
    }
}

#[test]
fn a_model_is_fitted_to_what_was_measured() {
    // Every entry takes three nanoseconds, every row two.
    let mut numbers = Numbers(3);
    let mut samples = Vec::new();
    for size in [20, 50, 90, 130, 200, 300, 400, 700, 1000] {
        let entries: Vec<_> = (0..size * (1 + size % 7))
            .map(|_| ([numbers.below(size), numbers.below(size)], 1.0))
            .collect();
        let structure = Structure::of(&Case::new("drawn", [size, size], entries).rows).expect("memory");
        let seconds = 1e-9 * (3 * structure.stored + 2 * structure.rows) as f64;
        samples.push(Sample::new(structure, MatrixFormat::Csr, Workload::Spmv, seconds))
    }
    let model = Model::default().fitted(&samples);
    for sample in &samples {
        let seconds = model
            .predict(&sample.structure, MatrixFormat::Csr, Workload::Spmv)
            .expect("a prediction");
        assert!(
            (seconds / sample.seconds - 1.0).abs() < 0.01,
            "{seconds:e} for {sample:?}"
        )
    }
    // Of other formats there were no times.
    let other = |model: &Model| model.predict(&samples[0].structure, MatrixFormat::Band, Workload::Spmv);
    assert_eq!(other(&model), other(&Model::default()));
}

//! The costs of the machine that this runs on.

use super::model::{COLUMNS, FORMATS, Model, Workload};
use super::structure::Structure;
use crate::imports::*;
use crate::spmv::{spmm_into, spmv_any_into};
use finch_formats::traits::algebra::reducers::Overwrite;
use finch_formats::with_format;
use std::hint::black_box;
use std::time::Instant;

/// How often work is measured: the fastest time counts.
const TIMES: usize = 15;

/// A measurement runs at least so long, so that the clock can tell.
const SECONDS: f64 = 20e-6;

/// The least time that `run` takes.
fn fastest(mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    run()?;
    let begin = Instant::now();
    run()?;
    let count = (SECONDS / begin.elapsed().as_secs_f64().max(1e-8)).clamp(1.0, 1000.0) as usize;
    let mut least = f64::INFINITY;
    for _ in 0..TIMES {
        let begin = Instant::now();
        for _ in 0..count {
            run()?
        }
        least = least.min(begin.elapsed().as_secs_f64() / count as f64)
    }
    Ok(least)
}

/// Matrices of several kinds, with a few ten thousand entries each.
fn matrices<T: Number>() -> Result<Vec<Csr<T>>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % end
    };
    let size = 3000;
    let mut kinds: Vec<([usize; 2], Vec<[usize; 2]>)> = vec![
        ([size, size], (0..size).map(|row| [row, row]).collect()),
        ([150, 150], (0..150 * 150).map(|at| [at / 150, at % 150]).collect()),
        (
            [size, size],
            (0..size * 5)
                .map(|at| [at / 5, (at / 5 + at % 5).min(size - 1)])
                .collect(),
        ),
        (
            [size, size],
            (0..size * 20)
                .map(|at| [at / 20, (at / 20 + at % 20).min(size - 1)])
                .collect(),
        ),
    ];
    for per_row in [3, 12] {
        kinds.push((
            [size, size],
            (0..size * per_row).map(|at| [at / per_row, below(size)]).collect(),
        ))
    }
    // Rows of different lengths, most of them empty; and blocks of four by four.
    let mut uneven = || {
        let end = 1 + below(size);
        [below(end), below(size)]
    };
    kinds.push(([size, size], (0..20_000).map(|_| uneven()).collect()));
    let blocks: Vec<[usize; 2]> = (0..size).map(|at| [at / 4, below(size / 4)]).collect();
    let inside = blocks
        .iter()
        .flat_map(|&[row, col]| (0..16).map(move |at| [4 * row + at / 4, 4 * col + at % 4]));
    kinds.push(([size, size], inside.collect()));
    let one = |index: [usize; 2]| (index, *T::ONE);
    let made = kinds.into_iter();
    made.map(|(shape, entries)| Csr::from_triplets(shape, entries.into_iter().map(one), Overwrite))
        .collect()
}

impl Model {
    /// The model of the machine that this runs on, for values of type `T`. It measures products and conversions of generated matrices, and
    /// scales the shipped costs of each work in each format by the geometric mean of measured by predicted times.
    ///
    /// Takes some seconds, on a machine that does nothing else; keep the model as long as the program runs. Compiles products
    /// and conversions for all twelve formats.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn calibrate<T: Number>() -> Result<Model> {
        let mut model = Model::default();
        let mut logs = [[(0.0, 0); 3]; FORMATS];
        for a in matrices::<T>()? {
            let structure = Structure::of(&a)?;
            let x = Vector::from(vec![*T::ONE; structure.cols]);
            let b = Matrix::filled([structure.cols, COLUMNS], *T::ONE)?;
            let (mut y, mut c) = (Vector::default(), Matrix::default());
            let most = structure.bytes(MatrixFormat::Csr).map(|bytes| 4 * bytes);
            for &format in MatrixFormat::ALL {
                if structure.bytes(format).is_none() || structure.bytes(format) > most {
                    continue;
                }
                let any = AnyMatrix::from_tensor(format, &a)?;
                let times = [
                    fastest(|| spmv_any_into(&mut y, &any, &x))?,
                    fastest(|| with_format!(&any, |a| spmm_into(&mut c, a, &b)))?,
                    fastest(|| {
                        any.for_each(|at, value| {
                            black_box((at[0], value));
                        });
                        Ok(())
                    })?,
                ];
                let works = [Workload::Spmv, Workload::Spmm(COLUMNS), Workload::Iterate];
                for ((seconds, work), (sum, count)) in times.into_iter().zip(works).zip(&mut logs[format as usize]) {
                    if let Some(predicted) = model.predict(&structure, format, work).filter(|&time| time > 0.0) {
                        *sum += (seconds / predicted).ln();
                        *count += 1
                    }
                }
            }
        }
        for (format, logs) in logs.into_iter().enumerate() {
            let tables = [&mut model.spmv, &mut model.spmm, &mut model.iterate];
            for (table, (sum, count)) in tables.into_iter().zip(logs) {
                if count > 0 {
                    let factor = f64::exp(sum / f64::from(count));
                    table[format].iter_mut().for_each(|cost| *cost *= factor)
                }
            }
        }
        Ok(model)
    }
}

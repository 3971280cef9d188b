//! Conversions from and to other libraries, beside copying the arrays that are converted.
//!
//!     FINCH_DATA=.. cargo run --release -p finch-benches --no-default-features --features conversions --bin conversions
//!
//! With `--json file` each factor is kept as a line of JSON besides, of which `benches/peers/results.py` makes the page of results.

use faer::sparse::SparseRowMat;
use finch_benches::race::{Laps, geometric_mean, race, ratio_line};
use finch_kernels::formats::interop::{Compressed, CompressedView};
use finch_kernels::formats::{Csr, Matrix, MatrixView, Tensor};
use nalgebra_sparse::CsrMatrix;
use ndarray::Array2;
use sprs::CsMat;
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How many times as long conversions take as copying does, by what they are, and over which matrix.
type Factors = BTreeMap<&'static str, Vec<(f64, String)>>;

fn main() -> Outcome<()> {
    let folder = std::env::var_os("FINCH_DATA").ok_or("FINCH_DATA is not set")?;
    let json = match &std::env::args().skip(1).collect::<Vec<_>>()[..] {
        [] => None,
        [option, file] if option == "--json" => Some(file.clone()),
        words => return Err(format!("{words:?} is not --json and a file").into()),
    };
    let mut factors = Factors::new();
    for file in std::fs::read_dir(Path::new(&folder).join("matrices"))? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Those of real numbers.
        if let Ok(a) = Csr::<f64>::read_matrix_market(&path)
            && a.count_stored() >= 20_000
        {
            over(name.split('.').next().unwrap_or_default(), &a, &mut factors)?
        }
    }
    println!("times of conversions by that of copying the same arrays: geometric means, and the greatest");
    for (what, factors) in &factors {
        let (worst, name) = factors.iter().max_by(|a, b| a.0.total_cmp(&b.0)).ok_or("no factors")?;
        let mean = geometric_mean(&factors.iter().map(|(factor, _)| *factor).collect::<Vec<_>>());
        println!("  {what:44} {:6.3}, at most {worst:6.3} ({name})", mean.unwrap_or(1.0))
    }
    if let Some(file) = json {
        let mut text = String::new();
        for (what, factors) in &factors {
            let (library, conversion) = what.split_once(", ").unwrap_or((what, ""));
            for (factor, input) in factors {
                text += &ratio_line(conversion, library, input, *factor)
            }
        }
        std::fs::write(file, text)?
    }
    Ok(())
}

fn over(name: &str, a: &Csr<f64>, factors: &mut Factors) -> Outcome<()> {
    // In the integers of other libraries.
    let ours: Compressed<f64, usize, usize> = a.convert()?;
    let (sprs, faer) = (
        CsMat::<f64>::try_from(&ours)?,
        SparseRowMat::<usize, f64>::try_from(&ours)?,
    );
    let nalgebra = CsrMatrix::<f64>::try_from(&ours)?;
    let (_, _, ptr, idx, val) = ours.view().into_parts();
    let copy = &mut || drop(black_box((ptr.to_vec(), idx.to_vec(), val.to_vec())));
    let mut conversions = |line: &mut [(&'static str, &mut dyn FnMut())], copy: &mut dyn FnMut()| {
        let mut runs: Vec<&mut dyn FnMut()> = vec![copy];
        runs.extend(line.iter_mut().map(|(_, run)| &mut **run as &mut dyn FnMut()));
        let laps = Laps {
            time: Duration::from_millis(400),
            ..Laps::default()
        };
        let times = race(laps, &mut runs);
        drop(runs);
        for ((what, _), time) in line.iter().zip(&times[1..]) {
            factors
                .entry(what)
                .or_default()
                .push((time.min / times[0].min, name.into()))
        }
    };
    conversions(
        &mut [
            // What is moved is checked like this, too.
            ("sprs, view of theirs", &mut || {
                drop(black_box(CompressedView::try_from(&sprs)))
            }),
            ("faer, view of theirs", &mut || {
                drop(black_box(CompressedView::try_from(&faer)))
            }),
            ("nalgebra-sparse, view of theirs", &mut || {
                drop(black_box(CompressedView::try_from(&nalgebra)))
            }),
            ("sprs, copied from ours", &mut || {
                drop(black_box(CsMat::<f64>::try_from(&ours)))
            }),
            ("faer, copied from ours", &mut || {
                drop(black_box(SparseRowMat::<usize, f64>::try_from(&ours)))
            }),
            ("nalgebra-sparse, copied from ours", &mut || {
                drop(black_box(CsrMatrix::<f64>::try_from(&ours)))
            }),
        ],
        copy,
    );
    // As many values, in rows of a thousand.
    let shape = (val.len() / 1000, 1000);
    let values = &val[..shape.0 * shape.1];
    let theirs = Array2::from_shape_vec(shape, values.to_vec())?;
    let by_columns = theirs.t();
    let dense = Matrix::from_dense([shape.0, shape.1], values)?;
    // Each beside a copy of the same arrays, since it matters for those that caches hold where in memory they lie.
    conversions(
        &mut [
            ("ndarray, view of theirs", &mut || {
                drop(black_box(MatrixView::try_from(&theirs)))
            }),
            ("ndarray, theirs moved, of a copy", &mut || {
                drop(black_box(Matrix::try_from(theirs.clone())))
            }),
        ],
        &mut || drop(black_box(theirs.clone())),
    );
    conversions(
        &mut [("ndarray, moved from ours, of a copy", &mut || {
            drop(black_box(Array2::try_from(dense.clone())))
        })],
        &mut || drop(black_box(dense.clone())),
    );
    // What is stored by columns changes its order: ndarray does the same to the same copy in the time that it is compared with.
    conversions(
        &mut [("ndarray, by columns, beside ndarray's copy", &mut || {
            drop(black_box(
                Tensor::try_from(by_columns.to_owned()).map(|copy: Matrix<f64>| copy),
            ))
        })],
        &mut || drop(black_box(by_columns.to_owned().as_standard_layout().into_owned())),
    );
    Ok(())
}

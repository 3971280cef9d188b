//! Parallel loops over a matrix, on one thread and on several.
//!
//!     cargo run --release --features parallel,files --example parallel -- matrix.mtx [--threads n]
//!
//! Times are the least of many runs, taken in turns.

mod common;

use common::command::{Arguments, run};
use common::{Outcome, Progress, read};
use finch_kernels::formats::{Dense, Element, SparseByteMap, SparseList};
use finch_kernels::policy::Policy;
use finch_kernels::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

type Rows = Dense<SparseList<Element<f64>>>;

/// The least time of each of these, in microseconds, taken in turns.
fn times(rounds: usize, works: &mut [(&str, &mut (dyn FnMut() + Send))]) {
    let mut least = vec![f64::INFINITY; works.len()];
    let mut line = Progress::new();
    for round in 0..rounds {
        line.tell(|| format!("round {round} of {rounds}"));
        for ((_, work), least) in works.iter_mut().zip(&mut least) {
            let start = Instant::now();
            work();
            *least = least.min(start.elapsed().as_secs_f64() * 1e6)
        }
    }
    drop(line);
    for ((name, _), time) in works.iter().zip(&least) {
        println!("  {name:24} {time:12.1} us, {:.2} of the first", time / least[0])
    }
}

macro_rules! product {
    ($y:ident, $a:ident, $x:ident) => {
        finch! { $y .= 0; parallel for j, i { $y[j] += $a[j, i] * $x[i] } }
    };
}

macro_rules! scatter {
    ($y:ident, $a:ident, $x:ident) => {
        finch! { $y .= 0; parallel for j, i { $y[i] <<FastAdd>>= $a[j, i] * $x[j] } }
    };
}

/// The sum of the squares of what the product of the matrix with itself holds, row by row.
macro_rules! squares {
    ($s:ident, $w:ident, $a:ident) => {
        finch! {
            $s .= 0;
            parallel for j {
                $w .= 0;
                for k, i { $w[i] += $a[j, k] * $a[k, i] }
                for i { $s[] <<FastAdd>>= $w[i] * $w[i] }
            }
        }
    };
}

/// The product of a matrix with itself, under a policy.
fn square<'a, P>(policy: P, c: &mut Csr<f64>, a: &'a Csr<f64>)
where
    P: for<'c> Policy<spgemm::Gustavson<'c, 'a, f64, PlusTimes, Rows, SparseByteMap<Element<f64>>, Rows, Rows>>,
{
    spgemm::gustavson_by(policy, PlusTimes, c, a, a, &mut spgemm::Workspace::default()).unwrap()
}

const HELP: &str = "parallel matrix.mtx [--threads <n>]
  matrix.mtx       a square matrix, as a Matrix Market file
  --threads <n>    how many threads are compared with one (2)";

fn main() -> ExitCode {
    run(HELP, compare)
}

fn compare(arguments: Arguments) -> Outcome {
    arguments.at_most(1)?;
    let path = arguments.files.first().ok_or("which matrix? --help says more")?;
    let threads = arguments.number("--threads", 2)?;
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (one, many) = (pool(1)?, pool(threads)?);
    let a = read(path)?;
    let [rows, columns] = [a.shape()[0], a.shape()[1]];
    println!(
        "{}: {rows} x {columns}, {} entries",
        path.display(),
        a.level().child().idx().len()
    );
    let vector = |n: usize| Vector::<f64>::from((0..n).map(|i| (i % 17) as f64).collect::<Vec<_>>());
    let (x, z) = (vector(columns), vector(rows));
    let several = format!("{threads} threads");

    println!("matrix times vector, rows owned");
    let (mut y, mut y1, mut y2) = (Vector::default(), Vector::default(), Vector::default());
    let (mut serial, mut on_one, mut on_many) = (
        || product!(y, a, x).run().unwrap(),
        || product!(y1, a, x).run_parallel().unwrap(),
        || product!(y2, a, x).run_parallel().unwrap(),
    );
    one.install(|| times(400, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
    many.install(|| times(400, &mut [("serial", &mut serial), (&several, &mut on_many)]));
    assert!(y.values() == y1.values() && y.values() == y2.values());

    println!("its transpose times vector, columns reduced");
    let (mut y, mut y1, mut y2) = (Vector::default(), Vector::default(), Vector::default());
    let (mut serial, mut on_one, mut on_many) = (
        || scatter!(y, a, z).run().unwrap(),
        || scatter!(y1, a, z).run_parallel().unwrap(),
        || scatter!(y2, a, z).run_parallel().unwrap(),
    );
    one.install(|| times(400, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
    many.install(|| times(400, &mut [("serial", &mut serial), (&several, &mut on_many)]));
    assert!(y1.values() == y2.values());

    if rows == columns {
        println!("norm of the square, rows in workspaces");
        let (mut w, mut w1, mut w2) = (
            ByteMapVector::default(),
            ByteMapVector::default(),
            ByteMapVector::default(),
        );
        let (mut s, mut s1, mut s2) = (
            Scalar::<f64>::default(),
            Scalar::<f64>::default(),
            Scalar::<f64>::default(),
        );
        let (mut serial, mut on_one, mut on_many) = (
            || squares!(s, w, a).run().unwrap(),
            || squares!(s1, w1, a).run_parallel().unwrap(),
            || squares!(s2, w2, a).run_parallel().unwrap(),
        );
        one.install(|| times(30, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
        many.install(|| times(30, &mut [("serial", &mut serial), (&several, &mut on_many)]));
        assert!(s1.get() == s2.get() && (s.get() - s1.get()).abs() <= 1e-9 * s.get().abs());
    }

    if rows == columns {
        println!("square, stored row by row");
        let (mut c, mut c1, mut c2) = (Csr::default(), Csr::default(), Csr::default());
        let (mut serial, mut on_one, mut on_many) = (
            || square(Serial, &mut c, &a),
            || square(Parallel::new(), &mut c1, &a),
            || square(Parallel::new(), &mut c2, &a),
        );
        one.install(|| times(30, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
        many.install(|| times(30, &mut [("serial", &mut serial), (&several, &mut on_many)]));
        assert!(c.same_storage(&c1) && c.same_storage(&c2));
        println!("  {} entries", c.count_stored());

        println!("sampled product of two matrices of 32 columns");
        let factors = Matrix::<f64>::from_dense([rows, 32], vector(32 * rows).values())?;
        let (mut c, mut c1, mut c2) = (Csr::default(), Csr::default(), Csr::default());
        let (mut serial, mut on_one, mut on_many) = (
            || sampled::sddmm_by(Serial, PlusTimes, &mut c, &a, &factors, &factors).unwrap(),
            || sampled::sddmm_by(Parallel::new(), PlusTimes, &mut c1, &a, &factors, &factors).unwrap(),
            || sampled::sddmm_by(Parallel::new(), PlusTimes, &mut c2, &a, &factors, &factors).unwrap(),
        );
        one.install(|| times(60, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
        many.install(|| times(60, &mut [("serial", &mut serial), (&several, &mut on_many)]));
        assert!(c.same_storage(&c1) && c.same_storage(&c2));

        println!("sum of the matrix and its square, entry by entry");
        let mut b = Csr::default();
        square(Serial, &mut b, &a);
        let (mut c, mut c1, mut c2) = (Csr::default(), Csr::default(), Csr::default());
        let (mut serial, mut on_one, mut on_many) = (
            || matrix::add_by(Serial, &mut c, &a, &b).unwrap(),
            || matrix::add_by(Parallel::new(), &mut c1, &a, &b).unwrap(),
            || matrix::add_by(Parallel::new(), &mut c2, &a, &b).unwrap(),
        );
        one.install(|| times(60, &mut [("serial", &mut serial), ("1 thread", &mut on_one)]));
        many.install(|| times(60, &mut [("serial", &mut serial), (&several, &mut on_many)]));
        assert!(c.same_storage(&c1) && c.same_storage(&c2));
    }

    println!("entering: 16 values, and in two parts");
    let x = vector(16);
    let (mut y, mut y1, mut y2) = (
        Vector::<f64>::default(),
        Vector::<f64>::default(),
        Vector::<f64>::default(),
    );
    let (mut serial, mut in_one, mut in_two) = (
        || finch! { y .= 0; parallel for i { y[i] = x[i] } }.run().unwrap(),
        || {
            finch! { y1 .= 0; parallel for i { y1[i] = x[i] } }
                .run_parallel()
                .unwrap()
        },
        || {
            finch! { y2 .= 0; parallel for i { y2[i] = x[i] } }
                .run_parallel_by(16)
                .unwrap()
        },
    );
    many.install(|| {
        times(
            2000,
            &mut [
                ("serial", &mut serial),
                ("run_parallel", &mut in_one),
                ("in two parts", &mut in_two),
            ],
        )
    });
    Ok(())
}

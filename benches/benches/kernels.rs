//! Criterion's view of the kernels: a group for each, over a generated matrix and, if `FINCH_DATA` is set, two real ones.

use criterion::{BenchmarkId, Criterion};
use finch_benches::cases::{Case, MATRIX_KERNELS, VECTOR_KERNELS, over_matrix, over_vectors};
use finch_benches::data::{self, Named};
use finch_benches::measure;
use finch_benches::measure::problem::{Kernel, Problem};
use finch_kernels::prelude::Csr;
use std::rc::Rc;
use std::time::Duration;

/// Real matrices that differ: one of a finite element mesh with blocks, one of scattered entries.
const FILES: [&str; 2] = ["matrices/HB_bcsstk16.mtx.gz", "matrices/vanHeukelum_cage10.mtx.gz"];

fn bench(criterion: &mut Criterion, input: &str, case: Option<Case>) {
    let Some(mut case) = case else { return };
    if let Err(error) = case.check() {
        panic!("{input}: {error}")
    }
    let mut group = criterion.benchmark_group(case.kernel);
    for entrant in &mut case.entrants {
        let id = BenchmarkId::new(entrant.name(), input);
        group.bench_function(id, |bencher| bencher.iter(|| entrant.run()));
    }
    group.finish()
}

/// By hand, in compressed rows, and by other libraries, as `measure` has them.
fn bench_rows(criterion: &mut Criterion, problem: &Problem) {
    let rows = measure::rows(problem, &["csr".into()], &mut std::io::sink());
    let mut rows = rows.unwrap_or_else(|error| panic!("{}: {error}", problem.input));
    if let Err(error) = measure::row::check(problem, &mut rows) {
        panic!("{error}")
    }
    let mut group = criterion.benchmark_group(format!("measure-{}", problem.kernel.name()));
    for row in &mut rows {
        let id = format!("{} {}", row.implementation, row.output.name());
        let entrant = &mut row.entrant;
        group.bench_function(BenchmarkId::new(id, &problem.input), |bencher| {
            bencher.iter(|| entrant.run())
        });
    }
    group.finish()
}

/// Files to compressed rows, and by another library.
fn bench_reading(criterion: &mut Criterion, named: &Named) -> finch_kernels::Result<()> {
    let path = std::env::temp_dir().join(format!("finch-{}-{}.mtx", named.name, std::process::id()));
    named.matrix.write_matrix_market(&path)?;
    let mut group = criterion.benchmark_group("read");
    group.bench_function(BenchmarkId::new("finch", &named.name), |bencher| {
        bencher.iter(|| Csr::<f64>::read_matrix_market(&path))
    });
    #[cfg(feature = "peers")]
    group.bench_function(BenchmarkId::new("sprs", &named.name), |bencher| {
        bencher.iter(|| {
            let read = sprs::io::read_matrix_market::<f64, usize, _>(&path);
            read.map(|triplets| triplets.to_csr::<usize>())
        })
    });
    group.finish();
    drop(std::fs::remove_file(&path));
    Ok(())
}

fn inputs() -> finch_kernels::Result<Vec<Named>> {
    let mut inputs = vec![data::uniform(2_000, 8, &mut data::Random::default())?];
    if let Some(folder) = data::folder() {
        for file in FILES {
            inputs.push(data::read(&folder.join(file))?)
        }
    }
    Ok(inputs)
}

fn all(criterion: &mut Criterion) -> finch_kernels::Result<()> {
    for named in inputs()? {
        bench_reading(criterion, &named)?;
        let matrix = Rc::new(named.matrix);
        for kernel in MATRIX_KERNELS {
            bench(criterion, &named.name, over_matrix(kernel, &matrix)?)
        }
        for kernel in Kernel::ALL {
            for problem in Problem::of(kernel, &named.name, &matrix)? {
                bench_rows(criterion, &problem)
            }
        }
    }
    for kernel in VECTOR_KERNELS {
        bench(criterion, "100000 stored", over_vectors(kernel, 100_000)?)
    }
    Ok(())
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    if let Err(error) = all(&mut criterion) {
        panic!("{error}")
    }
    criterion.final_summary()
}

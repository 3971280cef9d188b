//! Kernels on one thread and on two: a line for each.

use finch_benches::race::{Laps, race_timed, time};
use finch_graph::generate::{Xorshift, kronecker};
use finch_graph::page_rank::PageRank;
use finch_graph::triangles::{OrderedGraph, Protocol};
use finch_image::InParts;
use finch_image::prelude::*;
use finch_kernels::spmv::{spmv_by, spmv_transposed_by};
use finch_kernels::traits::algebra::semiring::FastPlusTimes;
use finch_kernels::transpose::transposed_by;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::ExitCode;
use std::time::Duration;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const HELP: &str = "\
threads [options] [text ..]   times kernels whose names hold one of the texts: run, on one thread of a pool, and on several

  --seconds s    per kernel (3)
  --threads n    how many (2)

Times are the fastest of interleaved laps, in microseconds. Behind those of the pools stands how many times as fast as `run` they are.
What programs compute is compared before it is timed.";

/// Pools of one thread and of several, and how long to race.
struct Bench {
    one: ThreadPool,
    several: ThreadPool,
    laps: Laps,
    named: Vec<String>,
}

impl Bench {
    /// Whether that is to be timed.
    fn has(&self, name: &str) -> bool {
        self.named.is_empty() || self.named.iter().any(|text| name.contains(text))
    }

    /// Races three runners of the same work: `run`, and the same program in both pools.
    fn line(
        &self,
        name: &str,
        mut serial: impl FnMut() + Send,
        mut one: impl FnMut() + Send,
        mut several: impl FnMut() + Send,
    ) {
        // Each runs twice, and the second time counts, inside of the pool: threads are awake then, as they are where one kernel comes after
        // another.
        fn second(mut runner: impl FnMut()) -> Duration {
            runner();
            time(runner)
        }
        let timings = race_timed(
            self.laps,
            &mut [
                &mut || second(&mut serial),
                &mut || self.one.install(|| second(&mut one)),
                &mut || self.several.install(|| second(&mut several)),
            ],
        );
        let [serial, one, several] = [0, 1, 2].map(|at| timings[at].min * 1e6);
        println!(
            "  {name:34} {serial:12.1} {one:12.1} {:5.2} {several:12.1} {:5.2}   {} laps",
            serial / one,
            serial / several,
            timings[0].laps
        )
    }
}

/// Times `$run` under both policies, into outputs of its own for each runner; what the first and the last one hold must be the same.
macro_rules! policies {
    ($bench:expr, $name:expr, $same:expr, |$policy:ident, $c:ident: $type:ty| $run:expr) => {
        let name = String::from($name);
        if $bench.has(&name) {
            let [mut serial, mut one, mut several] = [<$type>::default(), <$type>::default(), <$type>::default()];
            $bench.line(
                &name,
                || {
                    let ($policy, $c) = (Serial, &mut serial);
                    $run.unwrap();
                },
                || {
                    let ($policy, $c) = (Parallel::new(), &mut one);
                    $run.unwrap();
                },
                || {
                    let ($policy, $c) = (Parallel::new(), &mut several);
                    $run.unwrap();
                },
            );
            assert!(one.same_storage(&several), "{name} differs between pools");
            assert!(!$same || serial.same_storage(&several), "{name} differs from `run`");
        }
    };
}

/// A square matrix of `n` rows with `per_row` entries each, one in each stretch of columns.
fn uniform(n: usize, per_row: usize, random: &mut Xorshift) -> Outcome<Csr<f64>> {
    let width = n / per_row;
    let idx: Vec<u32> = (0..n * per_row)
        .map(|at| (at % per_row * width + random.below(width)) as u32)
        .collect();
    let val = idx.iter().map(|&column| 0.5 + column as f64 / n as f64).collect();
    let ptr = (0..=n).map(|row| row * per_row).collect();
    Ok(Csr::from_parts(n, n, ptr, idx, val)?)
}

/// Products of a matrix with so many entries in a row, and its transposed one.
fn products(bench: &Bench, a: &Csr<f64>, x: &Vector<f64>, per_row: &str) {
    policies!(bench, format!("spmv, {per_row}"), true, |policy, y: Vector<f64>| {
        spmv_by(policy, PlusTimes, y, a, x)
    });
    policies!(
        bench,
        format!("spmv transposed, {per_row}"),
        true,
        |policy, y: Vector<f64>| { spmv_transposed_by(policy, PlusTimes, y, a, x) }
    );
    let any_order = format!("spmv transposed, any order, {per_row}");
    policies!(bench, any_order, false, |policy, y: Vector<f64>| {
        spmv_transposed_by(policy, FastPlusTimes, y, a, x)
    });
    policies!(bench, format!("transpose, {per_row}"), true, |policy, b: Csr<f64>| {
        transposed_by(policy, b, a)
    });
}

fn linear_algebra(bench: &Bench) -> Outcome<()> {
    let mut random = Xorshift::new(1);
    // 160 MB: beyond all caches.
    if ["reading", "spmv", "transpose"].iter().any(|name| bench.has(name)) {
        let a = uniform(1 << 20, 12, &mut random)?;
        let n = a.shape()[0];
        let x = Vector::from((0..n).map(|i| 1.0 / (1 + i % 17) as f64).collect::<Vec<_>>());
        if bench.has("reading the same bytes") {
            let (idx, val) = (a.level().child().idx(), a.level().child().child().val());
            let sum = |from: usize, to: usize| {
                let columns: u64 = idx[from..to].iter().map(|&column| column as u64).sum();
                let bits: u64 = val[from..to].iter().map(|value| value.to_bits() & 1).sum();
                std::hint::black_box(columns + bits)
            };
            let (half, all) = (idx.len() / 2, idx.len());
            bench.line(
                "reading the same bytes",
                || {
                    sum(0, all);
                },
                || {
                    sum(0, all);
                },
                || {
                    rayon::join(|| sum(0, half), || sum(half, all));
                },
            )
        }
        products(bench, &a, &x, "12 a row");
    }
    if ["spmv", "transpose"].iter().any(|name| bench.has(name)) {
        let a = uniform(1 << 15, 200, &mut random)?;
        let x = Vector::from((0..1 << 15).map(|i| 1.0 / (1 + i % 17) as f64).collect::<Vec<_>>());
        products(bench, &a, &x, "200 a row");
        policies!(bench, "copy as Dcsr, 200 a row", true, |policy, b: Dcsr<f64>| {
            matrix::copy_by(policy, b, &a)
        });
    }
    if bench.has("spgemm") {
        let a = uniform(1 << 14, 16, &mut random)?;
        policies!(bench, "spgemm", true, |policy, c: Csr<f64>| spgemm::gustavson_by(
            policy,
            PlusTimes,
            c,
            &a,
            &a,
            &mut spgemm::Workspace::default()
        ));
        policies!(bench, "spgemm, unsorted", true, |policy, c: UnsortedCsr<f64>| {
            spgemm::unsorted_by(policy, PlusTimes, c, &a, &a)
        });
    }
    Ok(())
}

fn graphs(bench: &Bench) -> Outcome<()> {
    if !["triangles", "pagerank", "sddmm"].iter().any(|name| bench.has(name)) {
        return Ok(());
    }
    let graph = kronecker(16, 16, 1)?;
    if bench.has("triangles") {
        let serial = OrderedGraph::new(&graph)?;
        let parallel = OrderedGraph::new(&graph)?.parallel();
        let (serial, parallel) = (
            || serial.count_by(Protocol::Mark).unwrap(),
            || parallel.count_by(Protocol::Mark).unwrap(),
        );
        assert_eq!(serial(), bench.several.install(parallel));
        bench.line(
            "triangles, kronecker-16",
            || {
                serial();
            },
            || {
                parallel();
            },
            || {
                parallel();
            },
        )
    }
    if bench.has("pagerank") {
        let serial = || PageRank::new().rounds(20).run(&graph).unwrap();
        let parallel = || PageRank::new().rounds(20).parallel().run(&graph).unwrap();
        assert_eq!(bench.one.install(parallel), bench.several.install(parallel));
        bench.line(
            "pagerank, 20 steps, kronecker-16",
            || drop(serial()),
            || drop(parallel()),
            || drop(parallel()),
        )
    }
    if bench.has("sddmm") {
        let mut places = Vec::new();
        graph.rows().for_each(|edge, _| places.push(([edge[0], edge[1]], 1.0)));
        let (n, s) = (
            graph.vertices(),
            Csr::<f64>::from_triplets([graph.vertices(); 2], places, Add)?,
        );
        let factors = (0..32 * n).map(|at| (at % 23) as f64).collect::<Vec<_>>();
        let factors = Matrix::<f64>::from_dense([n, 32], &factors)?;
        policies!(bench, "sddmm, 32 columns, kronecker-16", true, |policy, c: Csr<f64>| {
            sampled::sddmm_by(policy, PlusTimes, c, &s, &factors, &factors)
        });
    }
    Ok(())
}

/// Rows of runs.
type Rows = Tensor<Dense<SparseRunList<Pattern>>>;

fn images(bench: &Bench) -> Outcome<()> {
    let pixels: Vec<u8> = (0..1 << 24).map(|at: usize| (at / 97 * 13 % 251) as u8).collect();
    let bytes = finch_image::grey([4096, 4096], pixels)?;
    let runs: Rows = finch_image::below(&bytes, 200)?;
    macro_rules! tensors {
        ($name:literal, $image:expr) => {
            if bench.has($name) {
                let image = InParts($image);
                let made = || (image.clone(), finch_image::morphology::Scratch::default());
                let [mut one, mut several] = [made(), made()];
                let (mut serial, mut scratch) = (image.0.clone(), finch_image::morphology::Scratch::default());
                bench.line(
                    $name,
                    || {
                        image
                            .0
                            .erode_into(&mut serial, Footprint::SQUARE, &mut scratch)
                            .unwrap()
                    },
                    || {
                        image
                            .erode_into(&mut one.0, Footprint::SQUARE, &mut one.1)
                            .unwrap()
                    },
                    || {
                        image
                            .erode_into(&mut several.0, Footprint::SQUARE, &mut several.1)
                            .unwrap()
                    },
                );
                assert!(serial == several.0.0 && one.0 == several.0, $name);
            }
        };
    }
    tensors!("erosion of bytes, 3 x 3, 16 Mpx", bytes);
    tensors!("erosion of rows of runs, 3 x 3, 16 Mpx", runs);
    if !bench.has("erosion by words") {
        return Ok(());
    }
    let image = BitImage::from_pixels([4096, 4096], |[y, x]| (x * x + 7 * y) % 61 > 1)?;
    let wide = Footprint::rectangle(31, 31)?;
    for (name, footprint) in [
        ("erosion by words, 3 x 3, 16 Mpx", Footprint::SQUARE),
        ("erosion by words, 31 x 31, 16 Mpx", wide),
    ] {
        let images = || (BitImage::default(), finch_image::morphology::Scratch::default());
        let erode = |(out, scratch): &mut (BitImage, _), footprint| image.erode_into(out, footprint, scratch).unwrap();
        let [mut serial, mut one, mut several] = [images(), images(), images()];
        bench.line(
            name,
            || erode(&mut serial, footprint),
            || erode(&mut one, footprint.parallel()),
            || erode(&mut several, footprint.parallel()),
        );
        assert!(serial.0 == several.0 && one.0 == several.0, "{name}");
    }
    Ok(())
}

/// How often numbers occur, into copies that are joined and into atomic values: few different numbers, and many.
fn counting(bench: &Bench) -> Outcome<()> {
    if !bench.has("counting") {
        return Ok(());
    }
    for log in [8, 14, 20, 24] {
        let mut random = Xorshift::new(1);
        let x: Vec<u32> = (0..1 << 24).map(|_| random.below(1 << log) as u32).collect();
        macro_rules! counts {
            ($name:literal, $type:ty) => {{
                let made = || <$type>::empty([1 << log]);
                let [mut serial, mut one, mut several] = [made()?, made()?, made()?];
                let run = |h: &mut $type| finch! { h .= 0; parallel for i { h[x[i]] += 1 } }.run().unwrap();
                let in_parts = |h: &mut $type| {
                    finch! { h .= 0; parallel for i { h[x[i]] += 1 } }
                        .run_parallel()
                        .unwrap()
                };
                bench.line(
                    &format!("counting, 2^{log} numbers, {}", $name),
                    || run(&mut serial),
                    || in_parts(&mut one),
                    || in_parts(&mut several),
                );
                assert!(serial.values() == several.values() && one.values() == several.values());
            }};
        }
        counts!("joined", Vector<u32>);
        counts!("atomic", AtomicVector<u32>);
    }
    Ok(())
}

/// What it costs to enter a parallel program: of 16 values, in one part and in two.
fn entering(bench: &Bench) {
    let x = vec![1.0; 16];
    for (name, grain) in [
        ("entering, 16 values", usize::MAX),
        ("entering, 16 values in two parts", 8),
    ] {
        if bench.has(name) {
            let [mut serial, mut one, mut several] = [(); 3].map(|()| Vector::<f64>::default());
            // Many times, inside of the pool: going there is what the caller does once.
            let enter = |y: &mut Vector<f64>| {
                for _ in 0..100 {
                    finch! { y .= 0; parallel for i { y[i] = x[i] } }
                        .run_parallel_by(grain)
                        .unwrap()
                }
            };
            let run = |y: &mut Vector<f64>| {
                for _ in 0..100 {
                    finch! { y .= 0; parallel for i { y[i] = x[i] } }.run().unwrap()
                }
            };
            bench.line(
                &format!("{name}, 100 times"),
                || run(&mut serial),
                || enter(&mut one),
                || enter(&mut several),
            )
        }
    }
}

fn run() -> Outcome<()> {
    let (mut seconds, mut threads, mut named) = (3.0, 2, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| format!("something is missing after {word}"));
        match &*word {
            "--help" | "-h" => {
                println!("{HELP}");
                return Ok(());
            }
            "--seconds" => seconds = next()?.parse()?,
            "--threads" => threads = next()?.parse()?,
            text => named.push(text.into()),
        }
    }
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    let bench = Bench {
        one: pool(1)?,
        several: pool(threads)?,
        laps: Laps {
            least: 5,
            most: 4000,
            time: Duration::from_secs_f64(seconds),
        },
        named,
    };
    println!(
        "  {:34} {:>12} {:>18} {:>18}",
        "",
        "run",
        "1 thread",
        format!("{threads} threads")
    );
    linear_algebra(&bench)?;
    counting(&bench)?;
    graphs(&bench)?;
    images(&bench)?;
    entering(&bench);
    Ok(())
}

fn main() -> ExitCode {
    finch_benches::ended("threads", run())
}

//! Programs that are run again.

use super::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::algebra::Unary;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The shortest ways from vertex 0 over at most so many edges, or more, by loops.
fn ways(edges: &[f64], vertices: usize, rounds: usize) -> Vec<f64> {
    let mut way = vec![f64::INFINITY; vertices];
    way[0] = 0.0;
    for _ in 0..rounds {
        for i in 0..vertices {
            for j in 0..vertices {
                way[j] = way[j].min(way[i] + edges[i * vertices + j])
            }
        }
    }
    way
}

#[test]
fn rounds_go_on_from_where_they_were() {
    const N: usize = 5;
    let mut edges = vec![f64::INFINITY; N * N];
    // Against the order of the loops, so that each round finds one more vertex.
    for (from, to, length) in [(0, 4, 2.0), (4, 3, 0.5), (3, 2, 1.0), (2, 1, 4.0), (0, 1, 9.0)] {
        edges[from * N + to] = length
    }
    let w = Matrix::<f64>::from_dense([N, N], &edges).unwrap();
    for rounds in 0..5 {
        let mut start = vec![f64::INFINITY; N];
        start[0] = 0.0;
        let mut d = Vector::from(start);
        let mut round = finch! { mut d; for i, j { d[j] <<min>>= d[i] + w[i, j]; } };
        for _ in 0..rounds {
            round.run_mut().unwrap()
        }
        let mut prepared = round.prepare().unwrap();
        // On another thread: what was found out may go there.
        std::thread::scope(|threads| {
            threads.spawn(|| {
                for _ in 0..rounds {
                    prepared.run().unwrap()
                }
            });
        });
        assert_eq!(d.values(), ways(&edges, N, 2 * rounds), "after twice {rounds} rounds");
    }
}

#[test]
fn what_is_declared_starts_afresh() {
    let x = Vector::from(vec![1.0, 2.0, 4.0]);
    let (mut y, mut all) = (SparseVector::<f64>::default(), Scalar::<f64>::from(1.0));
    let mut program = finch! {
        y .= 0;
        mut all;
        for i { if x[i] > 1.0 { y[i] = x[i]; } }
        for i { all[] += x[i]; }
    };
    for _ in 0..3 {
        program.run_mut().unwrap()
    }
    let mut prepared = program.prepare().unwrap();
    prepared.run().unwrap();
    // Whoever forgets it has the outputs as the last run has left them.
    core::mem::forget(prepared);
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), [0.0, 2.0, 4.0]);
    assert_eq!(all.get(), 29.0);
}

#[test]
fn errors_come_again() {
    let (x, z) = (Vector::from(vec![1.0; 3]), Vector::from(vec![1.0; 4]));
    let mut y = Vector::<f64>::default();
    let mut program = finch! { y .= 0; for i { y[i] = x[i] * z[i]; } };
    for _ in 0..2 {
        refused(program.run_mut(), ErrorKind::Mismatch, &["`i`", "extent 3", "4 in `z`"]);
    }
    refused(
        program.prepare().map(drop),
        ErrorKind::Mismatch,
        &["`i`", "extent 3", "4 in `z`"],
    );
}

#[test]
fn a_run_that_panics_is_followed_by_another() {
    thread_local! {
        static FAILS: Cell<bool> = const { Cell::new(false) };
    }
    fn double(x: f64) -> f64 {
        assert!(!FAILS.get(), "as it is told");
        2.0 * x
    }
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::from(vec![1.0, 1.0]);
    indices!(i);
    let mut program = program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(map1(Unary(double), x.at((i,))))));
    program.run_mut().unwrap();
    FAILS.set(true);
    assert!(catch_unwind(AssertUnwindSafe(|| program.run_mut())).is_err());
    FAILS.set(false);
    // The panic has emptied the output, which keeps its extent.
    program.run_mut().unwrap();
    program.run_mut().unwrap();
    let mut prepared = program.prepare().unwrap();
    prepared.run().unwrap();
    FAILS.set(true);
    for _ in 0..2 {
        assert!(catch_unwind(AssertUnwindSafe(|| prepared.run())).is_err());
    }
    FAILS.set(false);
    // It is checked again first, since the panic may have changed what was checked.
    prepared.run().unwrap();
    prepared.run().unwrap();
    assert_eq!(y.values(), [4.0, 8.0]);
}

#[test]
fn a_place_beyond_the_output_is_reported_by_each_run() {
    let places = Vector::from(vec![0_usize, 7]);
    let mut y = Vector::from(vec![0.0; 2]);
    let mut prepared = finch! { mut y; for i { let p = places[i]; y[p] += 1.0; } }
        .prepare()
        .unwrap();
    for _ in 0..3 {
        refused(prepared.run(), ErrorKind::OutOfBounds, &["`y`", "7"]);
    }
    y.validate().unwrap();
    assert_eq!(y.values(), [3.0, 0.0]);
}

#[test]
fn passes_that_read_what_another_writes_are_prepared() {
    let x = Vector::from(vec![1.0, 2.0, 4.0]);
    let (mut y, mut z) = (SparseVector::<f64>::default(), Vector::<f64>::default());
    let mut prepared = finch! {
        y .= 0;
        z .= 0;
        for i { if x[i] > 1.0 { y[i] = x[i]; } }
        for i { z[i] = 2.0 * y[i]; }
    }
    .prepare()
    .unwrap();
    for _ in 0..3 {
        prepared.run().unwrap()
    }
    assert_eq!(z.values(), [0.0, 4.0, 8.0]);
    y.validate().unwrap();
}

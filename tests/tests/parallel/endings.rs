//! Faults, panics and errors in parts: the first in the order of the program is what the caller gets.

use crate::{POOLS, ends, in_parts};
use finch_formats::prelude::*;
use finch_traits::ErrorKind;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

type Whole = Tensor<Dense<Element<i64>>>;

/// Whole numbers, none of them zero but those at `zeros`.
fn numbers(zeros: &[usize]) -> Whole {
    Whole::from(
        (0..1000)
            .map(|i| if zeros.contains(&i) { 0 } else { 1 + i as i64 % 9 })
            .collect::<Vec<_>>(),
    )
}

#[test]
fn the_first_fault_is_returned_and_outputs_are_those_of_the_serial_program() {
    let x = numbers(&[300, 900]);
    for (place, kind) in [(100, ErrorKind::OutOfBounds), (600, ErrorKind::Arithmetic)] {
        let mut at: Vec<usize> = (0..1000).collect();
        at[place] = 5000;
        let found = in_parts([1, 10, 333], PartialEq::eq, |parts| {
            let mut y = Whole::default();
            let error = ends!(parts, y .= 0; parallel for i { y[i] = x[at[i]] + 100 / x[i] }).unwrap_err();
            y.validate().unwrap();
            (error.kind(), error.to_string(), y.values().to_vec())
        });
        assert_eq!(found.0, kind);
    }
}

#[test]
fn the_first_panic_goes_on_in_the_caller() {
    let x: Vec<f64> = (0..1000).map(|i| i as f64).collect();
    let operator = |x: f64| {
        match x as usize {
            300 => {
                // Others panic before.
                thread::sleep(Duration::from_millis(20));
                panic!("at 300")
            }
            i @ (900 | 999) => panic!("at {i}"),
            _ => x,
        }
    };
    for pool in &*POOLS {
        for _ in 0..5 {
            let (mut y, mut s) = (Vector::<f64>::from(vec![1.0; 3]), Scalar::<f64>::from(5.0));
            let outcome = pool.install(|| {
                catch_unwind(AssertUnwindSafe(|| {
                    finch! { y .= 0; mut s; parallel for i { y[i] = operator(x[i]); s[] <<FastAdd>>= x[i] } }
                        .run_parallel_by(10)
                        .unwrap()
                }))
            });
            assert_eq!(outcome.unwrap_err().downcast_ref::<&str>(), Some(&"at 300"));
            // Outputs are empty and valid, and the pool lives on.
            y.validate().unwrap();
            assert!(y.values().iter().all(|y| *y == 0.0));
            assert_eq!(s.get(), 0.0);
            pool.install(|| {
                finch! { y .= 0; parallel for i { y[i] = x[i] } }
                    .run_parallel_by(10)
                    .unwrap()
            });
            assert_eq!(y.values(), x);
        }
    }
}

#[test]
fn a_fault_of_a_program_around_stays() {
    let zero = Scalar::<i64>::from(0);
    let x = numbers(&[]);
    let mut s = Scalar::<i64>::default();
    let inner = |x: i64| {
        let mut y = Whole::default();
        let ones = vec![1_i64; 50];
        finch! { y .= 0; parallel for i { y[i] = ones[i] } }
            .run_parallel_by(5)
            .unwrap();
        x
    };
    let error = finch! { s .= 0; for i { s[] += inner(x[i]) / zero[] } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Arithmetic);
}

/// A sum that panics when more than 100 comes at once, as only joining does here.
#[derive(Clone, Copy, Debug)]
struct Little;

impl finch_algebra::reducer::Reducer<i64> for Little {
    finch_algebra::skips!(Zero);
    finch_algebra::claims!(Groups);
    const SYMBOL: &'static str = "<<little>>=";
    fn combine(&self, old: i64, new: i64) -> i64 {
        assert!(new <= 100, "too much at once");
        old + new
    }
    fn repeat(&self, old: i64, new: i64, count: usize) -> i64 {
        (0..count).fold(old, |sum, _| self.combine(sum, new))
    }
}

#[test]
fn a_panic_while_parts_are_joined_goes_on_in_the_caller() {
    let x = numbers(&[]);
    let total: i64 = x.values().iter().sum();
    for pool in &*POOLS {
        let run = |grain: usize| {
            let mut s = Scalar::<i64>::from(3);
            let program = finch! { s .= 0; parallel for i { s[] <<Little>>= x[i] } };
            let outcome = pool.install(|| catch_unwind(AssertUnwindSafe(|| program.run_parallel_by(grain).unwrap())));
            (outcome.is_ok(), s.get())
        };
        assert_eq!(run(8), (true, total));
        assert_eq!(run(usize::MAX), (true, total));
        assert_eq!(run(200), (false, 0));
    }
}

/// The threads that compute something in `program`, which calls its argument on each value.
fn threads(program: impl FnOnce(&(dyn Fn(f64) -> f64 + Sync))) -> HashSet<thread::ThreadId> {
    let seen = Mutex::new(HashSet::new());
    program(&|x| {
        seen.lock().unwrap().insert(thread::current().id());
        x
    });
    seen.into_inner().unwrap()
}

#[test]
fn little_work_and_serial_runs_stay_with_the_caller() {
    let me = HashSet::from([thread::current().id()]);
    let few = vec![1.0; 1000];
    let many = vec![1.0; 100_000];
    for (x, parallel) in [(few, true), (many, false)] {
        let seen = threads(|note| {
            let mut y = Vector::<f64>::default();
            let note = |x: f64| note(x);
            let program = finch! { y .= 0; parallel for i { y[i] = note(x[i]) } };
            match parallel {
                true => program.run_parallel().unwrap(),
                false => program.run().unwrap(),
            }
        });
        assert_eq!(seen, me)
    }
}

#[test]
fn several_threads_take_part() {
    let x = vec![1.0; 64];
    let pool = &POOLS[2];
    let taken = threads(|note| {
        let mut y = Vector::<f64>::default();
        let slow = |x: f64| {
            thread::sleep(Duration::from_millis(2));
            note(x)
        };
        pool.install(|| {
            finch! { y .= 0; parallel for i { y[i] = slow(x[i]) } }
                .run_parallel_by(1)
                .unwrap()
        });
        assert_eq!(y.values(), x);
    });
    assert!(
        taken.len() == 3 && !taken.contains(&thread::current().id()),
        "{taken:?}"
    );
}

#[test]
fn extents_that_disagree_are_refused_before_anything_runs() {
    let (x, z) = (vec![1.0; 5], vec![1.0; 6]);
    let mut y = Vector::<f64>::from(vec![2.0]);
    let error = finch! { y .= 0; parallel for i { y[i] = x[i] + z[i] } }
        .run_parallel_by(1)
        .unwrap_err();
    assert_eq!((error.kind(), y.values()), (ErrorKind::Mismatch, &[2.0][..]));
}

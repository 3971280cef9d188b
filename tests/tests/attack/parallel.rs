//! Parallel loops of which parts panic, and whose laws do not hold: outputs are valid, and empty if anything did panic.

use finch_formats::prelude::*;
use finch_formats::{Hybrid, SparseBlocks};
use finch_tests::attack::fuse::{Contrary, Fuse, SUM, Saturated, fused, is_bomb, lied_to};
use finch_tests::prelude::algebra::Reducer;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::U2;

type Lists = Tensor<Dense<SparseList<Element<Fuse>>>>;
type Runs = Tensor<Dense<RunList<Element<Fuse>>>>;
type Mixed = Tensor<Dense<Hybrid<Element<Fuse>>>>;
type Blocks = Tensor<SparseBlocks<U2, U2, Element<Fuse>>>;
type Whole = Tensor<Dense<Element<Fuse>>>;
type Map = Tensor<SparseByteMap<Element<Fuse>>>;

/// All that programs write here.
#[derive(Default)]
struct Outputs {
    /// Each part writes places of its own.
    own: Whole,
    /// Parts are put behind each other.
    lists: Lists,
    runs: Runs,
    mixed: Mixed,
    blocks: Blocks,
    /// Parts are combined.
    sum: Scalar<Fuse>,
    sums: Whole,
    /// Each part has one.
    workspace: Map,
}

impl Outputs {
    fn validate(&self) {
        self.own.validate().unwrap();
        self.lists.validate().unwrap();
        self.runs.validate().unwrap();
        self.mixed.validate().unwrap();
        self.blocks.validate().unwrap();
        self.sums.validate().unwrap();
        self.workspace.validate().unwrap()
    }

    fn is_empty(&self) -> bool {
        let numbers = self.own.values().iter().chain(self.sums.values());
        let runs = self.runs.to_dense().unwrap();
        let stored = [
            self.lists.count_stored(),
            self.mixed.count_stored(),
            self.blocks.count_stored(),
        ];
        stored == [0; 3] && self.sum.get().0 == 0 && numbers.chain(&runs).all(|number| number.0 == 0)
    }
}

/// All of it, from a matrix, in parts of about so much work.
fn run<O: Reducer<Fuse> + Send + Sync>(x: &Lists, out: &mut Outputs, grain: usize, op: O) -> finch_formats::Result<()> {
    let Outputs {
        own,
        lists,
        runs,
        mixed,
        blocks,
        sum,
        sums,
        workspace: w,
    } = out;
    finch! {
        own .= 0; lists .= 0; runs .= 0; mixed .= 0; blocks .= 0; sum .= 0; sums .= 0;
        parallel for j {
            w .= 0;
            for i { w[i] <<SUM>>= x[j, i] }
            for i { own[j] <<op>>= w[i]; lists[j, i] = w[i]; runs[j, i] = w[i]; mixed[j, i] = w[i]; blocks[j, i] = w[i]; sum[] <<SUM>>= w[i]; sums[i] <<SUM>>= w[i] }
        }
    }
    .run_parallel_by(grain)
}

fn numbers() -> Lists {
    let entries = (0..40).map(|place| ([place * 7 % 12, place * 5 % 9], Fuse(place as i32 % 5 - 1)));
    Lists::from_triplets([12, 9], entries, SUM).unwrap()
}

fn pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(3).build().unwrap()
}

#[test]
fn a_panic_in_each_call_of_each_thread() {
    let (x, pool) = (numbers(), pool());
    for grain in [1, 20] {
        let mut out = Outputs::default();
        let mut bombs = 0;
        // Each thread has as many calls before it panics: later and later, until none does.
        for calls in (0..).step_by(3) {
            pool.broadcast(|_| fused(Some(calls)));
            let outcome = pool.install(|| catch_unwind(AssertUnwindSafe(|| run(&x, &mut out, grain, SUM))));
            pool.broadcast(|_| fused(None));
            out.validate();
            match outcome {
                Ok(outcome) => {
                    outcome.unwrap();
                    assert!(out.lists == x && out.mixed == x && out.blocks == x);
                    break;
                }
                Err(panic) => assert!(is_bomb(&*panic) && out.is_empty(), "bomb {calls}"),
            }
            bombs += 1
        }
        assert!(bombs > 10, "{bombs}")
    }
}

#[test]
fn laws_that_lie_on_several_threads() {
    let (x, pool) = (numbers(), pool());
    let mut out = Outputs::default();
    for seed in 0..60 {
        let grain = [1, 7, 30][seed as usize % 3];
        pool.broadcast(|thread| lied_to((seed % 2 == 1).then_some(seed ^ thread.index() as u64)));
        // Whatever it says.
        let _ = pool.install(|| match seed % 4 {
            0 | 1 => run(&x, &mut out, grain, Contrary),
            2 => run(&x, &mut out, grain, SUM),
            _ => run(&x, &mut out, grain, Saturated),
        });
        pool.broadcast(|_| lied_to(None));
        out.validate()
    }
}

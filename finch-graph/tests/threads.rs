//! Algorithms on several threads: what they find on one.

use finch_graph::generate::{kronecker, uniform};
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_graph::triangles::{Ordered, Protocol};
use rayon::ThreadPoolBuilder;

/// What `work` returns in pools of 1, 2, 3 and 8 threads, where it is the same.
fn in_pools<R: PartialEq + std::fmt::Debug + Send>(work: impl Fn() -> R + Sync) -> R {
    let run = |threads| {
        // Programs of debug builds need larger stacks than rayon gives to threads.
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20);
        pool.build().unwrap().install(&work)
    };
    let first = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(first, run(threads), "on {threads} threads");
    }
    first
}

/// Each with enough to do for several parts.
fn graphs() -> [Graph; 2] {
    [kronecker(12, 12, 1).unwrap(), uniform(15, 4, 2).unwrap()]
}

#[test]
fn ranks_have_the_same_bits_on_any_number_of_threads() {
    for graph in graphs() {
        let serial = PageRank::new().rounds(4).run(&graph).unwrap();
        let ranks = in_pools(|| {
            let ranks = PageRank::new().rounds(4).parallel().run(&graph).unwrap();
            ranks.values().iter().map(|rank| rank.to_bits()).collect::<Vec<_>>()
        });
        let differs = |(a, b): (&u64, &f64)| (f64::from_bits(*a) - b).abs() > 1e-12 * b;
        assert!(!ranks.iter().zip(serial.values()).any(differs));
    }
}

#[test]
fn triangles_are_as_many() {
    for graph in graphs() {
        let serial = triangles::count(&graph).unwrap();
        let ordered = Ordered::new(&graph).unwrap().parallel();
        for protocol in [Protocol::Walk, Protocol::Gallop, Protocol::Mark] {
            assert_eq!(in_pools(|| ordered.count_by(protocol).unwrap()), serial, "{protocol:?}");
        }
    }
}

//! Vectors: each converted into a dense one or into runs, by turns, and back, and into itself.

use super::data;
use super::trips::{entries, same};
use finch_formats::{Lengths, Separate, SparseInterval, SparsePoint};
use finch_tests::nest::tensor;
use finch_tests::prelude::algebra::{Add, Zero};
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;

type One = SparseCoo<U1, Number>;

trait Vector: WriteLevel<T = f64, Fill = Zero, Rank = U1> + Default + Debug {}

impl<L: WriteLevel<T = f64, Fill = Zero, Rank = U1> + Default + Debug> Vector for L {}

type Point = SparsePoint<Number>;
type Interval = SparseInterval<Number>;
type Apart = Separate<List>;
type LilVector = SparseList<Number, Lengths>;

/// Calls `$to` with each of all names and itself, and with one of the first two beside it, by turns: they stand for what vectors are read and
/// written as, values at every place, and runs. The suite `levels` has trips by way of entries. How a vector is read does not depend on what is
/// written otherwise.
macro_rules! pairs {
    ($to:ident: $one:ident $other:ident; $($a:ident)*) => {
        #[allow(non_snake_case)]
        mod $to {
            pairs!(@ $to [$one $other] $one $other $($a)*);
        }
    };
    (@ $to:ident $kinds:tt) => {};
    (@ $to:ident [$kind:ident $next:ident] $a:ident $($more:ident)*) => {
        #[test]
        fn $a() {
            super::$to::<super::$a, super::$next>();
            super::$to::<super::$a, super::$a>();
        }
        pairs!(@ $to [$next $kind] $($more)*);
    };
}

/// What both hold, of all that every one can, there and back: at most one entry.
fn convert<A: Vector, B: Vector>() {
    for extent in [0, 1, 6, 130] {
        let source = |entry: Option<usize>| {
            let entry = entry.map(|at| ([at], 3.0));
            Tensor::<List>::from_triplets([extent], entry, Add).unwrap()
        };
        let places = [Some(0), Some(extent / 2), extent.checked_sub(1), None];
        for list in places.map(|place| source(place.filter(|&at| at < extent))) {
            let a = list.drop_fills::<A>().unwrap();
            let b = a.drop_fills::<B>().unwrap();
            same(&b, &list, "from another vector");
            let again = b.drop_fills::<A>().unwrap();
            same(&again, &list, "from another vector and back");
            assert_eq!((again.count_stored(), again.bytes()), (a.count_stored(), a.bytes()));
            assert_eq!(entries(&again), entries(&list));
        }
    }
    // More, where there is no limit, or an error of the level that has it.
    for data in &data::fixed(1) {
        let list = tensor::<List>(data);
        let Ok(a) = list.drop_fills::<A>() else {
            continue;
        };
        match a.drop_fills::<B>() {
            Ok(b) => same(&b, &list, "from another vector"),
            Err(error) => {
                let message = error.to_string();
                let limited = ["SparsePoint", "SparseInterval"]
                    .iter()
                    .any(|level| message.contains(level));
                assert!(limited && message.contains("fiber 0"), "{message}")
            }
        }
    }
}

pairs!(convert:
    Flat Runs; List LilVector Pairs Unsorted Map Dict One SparseRuns PackedBits Mixed Blocks Band RaggedVector Apart Point Interval);

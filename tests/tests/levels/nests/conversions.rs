//! Vectors: each converted into each.

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

/// Calls `$to` with each ordered pair.
macro_rules! pairs {
    ($to:ident: $($a:ident)*) => { pairs!(@ $to [$($a)*] [$($a)*]); };
    (@ $to:ident [$($a:ident)*] $bs:tt) => {
        #[allow(non_snake_case)]
        mod $to {
            $( pairs!(@one $to $a $bs); )*
        }
    };
    (@one $to:ident $a:ident [$($b:ident)*]) => {
        #[test]
        fn $a() {
            $( super::$to::<super::$a, super::$b>(); )*
        }
    };
}

/// What both hold, of all that every one can: at most one entry.
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
    Flat List LilVector Pairs Unsorted Map Dict One Runs SparseRuns PackedBits Mixed Blocks Band RaggedVector Apart Point Interval);

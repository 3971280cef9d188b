//! What is refused while a program runs. What types refuse is in `refused` and `notation_refused`.

use finch_formats::{SparseInterval, SparsePoint};
use finch_tests::prelude::*;
use finch_traits::finch;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::{Error, ErrorKind};

/// 50: extents that do not agree.
#[test]
fn extents_differ() {
    fn sum<A, C>()
    where
        A: WriteLevel<T = f64, Rank = U2> + Default,
        C: WriteLevel<T = f64, Rank = U2> + Default,
    {
        let (a, c) = (
            Tensor::<A>::empty([10, 11]).unwrap(),
            Tensor::<C>::empty([10, 10]).unwrap(),
        );
        let mut y = Tensor::<FlatFlat>::default();
        let outcome = finch! {
            y .= 0;
            for j, i { y[j, i] = a[j, i] + c[j, i]; }
        }
        .run();
        let error: Error = fails(outcome, &["index `i`", "extent 11 in `a`", "10 in `c`"]);
        assert_eq!(error.kind(), ErrorKind::Mismatch);
    }
    sum::<FlatFlat, FlatFlat>();
    sum::<Csr, Coo>();
    sum::<FlatRuns, Dcsr>();
}

/// 52: two entries where a level holds one, two runs where it holds one.
#[test]
fn written_twice() {
    fn twice<Y: WriteLevel<T = f64, Rank = U1> + Default>(name: &str) {
        let x = Tensor::<List>::from_dense([6], &[0.0, 1.0, 0.0, 2.0, 0.0, 0.0]).unwrap();
        let mut y = Tensor::<Y>::default();
        let outcome = finch! {
            y .= _;
            for i { y[i] = x[i]; }
        }
        .run();
        fails(outcome, &[name]);
        y.validate().unwrap();
    }
    twice::<SparsePoint<Number>>("SparsePoint");
    twice::<SparseInterval<Number>>("SparseInterval");
}

/// 51: a level that is appended to is not written out of order, by two loops in one fiber.
#[test]
fn written_again() {
    fn again<Y: WriteLevel<T = f64, Rank = U1> + Default>(name: &str) {
        let x = Tensor::<Flat>::from(vec![1.0, 2.0, 3.0]);
        let mut y = Tensor::<Y>::default();
        let outcome = finch! {
            y .= _;
            for i { y[i] = x[i]; }
            for i { y[i] += x[i]; }
        }
        .run();
        let error: Error = fails(outcome, &[name]);
        assert_eq!(error.kind(), ErrorKind::Order, "{error}");
        y.validate().unwrap();
    }
    again::<List>("SparseList");
    again::<Runs>("RunList");
    again::<Blocks>("SparseBlockList");
    again::<Pairs>("SparsePairs");
}

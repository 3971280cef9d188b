//! A panic in user code that writes no tensor: what is read stays as it was, and what was to be made is not.

use finch_formats::io::matrix_market::Reader;
use finch_kernels::prelude::*;
use finch_tests::attack::fuse::{Fuse, SUM, exploding};
use finch_tests::prelude::algebra::Reduce;
use finch_tests::prelude::algebra::fault::{self, Fault};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Numbers = Tensor<Dense<SparseList<Element<Fuse>>>>;

fn entries() -> Vec<([usize; 2], Fuse)> {
    // Two of them at one place.
    vec![
        ([0, 1], Fuse(2)),
        ([2, 0], Fuse(3)),
        ([0, 1], Fuse(1)),
        ([2, 2], Fuse(0)),
    ]
}

fn numbers() -> Numbers {
    Numbers::from_triplets([3, 3], entries(), SUM).unwrap()
}

/// Sets off a bomb in each call of user code that `run` makes of a tensor; there are so many calls or more.
fn bombs<T>(least: u32, run: impl Fn(&Numbers) -> T) {
    let a = numbers();
    let calls = (0..)
        .find(|&calls| exploding(calls, || drop(run(&a))).is_some())
        .expect("an end");
    assert!(calls >= least, "{calls} calls");
    a.validate().unwrap();
    assert!(a == numbers());
}

#[test]
// Cloning is a call of user code, even where there is no need for it.
#[allow(clippy::clone_on_copy, clippy::map_clone)]
fn what_is_read_stays_as_it_was() {
    bombs(3, |a| format!("{a:?}"));
    bombs(3, |a| format!("{a}"));
    bombs(2, |a| *a == numbers());
    bombs(1, |_| numbers());
    bombs(1, |a| a.drop_fills::<SparseList<SparseList<Element<Fuse>>>>());
    bombs(1, |a| a.convert::<RunList<RunList<Element<Fuse>>>>());
    bombs(1, |a| {
        a.clone()
            .set_fill::<Inf>()
            .convert::<SparseByteMap<SparseDict<Element<Fuse, Inf>>>>()
    });
    bombs(3, |a| a.for_each(|_, value| _ = value.clone()));
    bombs(3, |a| {
        let twice = |leaf: Element<Fuse>| Element::new(leaf.val().iter().map(|value| value.clone()).collect());
        a.clone().map_leaf::<Element<Fuse>>(twice)
    });
    bombs(4, |_| {
        Numbers::from_triplets(
            [3, 3],
            entries().iter().map(|(index, value)| (*index, value.clone())),
            SUM,
        )
    });
}

#[test]
fn a_file_is_read_on() {
    let file = "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 5\n2 1 7\n";
    let reader = Reader::new(file.as_bytes()).unwrap();
    let cut_off = catch_unwind(AssertUnwindSafe(|| {
        reader.for_each(|_, _, _: i32| panic!("no entries wanted"))
    }));
    assert!(cut_off.is_err());
    let again = Csr::<i32>::from(finch_formats::io::matrix_market::read(file.as_bytes()).unwrap());
    assert_eq!(again.to_dense().unwrap(), [5, 0, 7, 0]);
}

#[test]
fn faults_do_not_outlive_a_panic() {
    let cut_off = |run: &dyn Fn(f64, f64) -> f64| {
        let twice = [([0], 1.0), ([0], 2.0)];
        let made = catch_unwind(AssertUnwindSafe(|| {
            SparseVector::<f64>::from_triplets([2], twice, Reduce(run))
        }));
        assert!(made.is_err());
    };
    cut_off(&|_, _| {
        fault::raise(Fault::DivisionByZero);
        panic!("after a fault")
    });
    assert!(fault::take().is_none());
    let x = SparseVector::<f64>::from_triplets([2], [([0], 1.0)], Add).unwrap();
    let mut y = Vector::<f64>::default();
    finch! { y .= 0; for i { y[i] = x[i] } }.run().unwrap();
}

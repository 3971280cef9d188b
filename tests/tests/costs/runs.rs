//! Loops over runs cost what the runs are, however long they are.

use crate::{Leaf, read_by, reads};
use finch_formats::SparseInterval;
use finch_tests::prelude::algebra::{Add, Any, Max, Min, NegInf, Or};
use finch_tests::prelude::*;
use std::num::Wrapping;

/// So long that nobody would live to see a loop over its indices end.
const EXTENT: usize = 1 << 60;

type Runs = Tensor<RunList<Leaf, Vec<usize>, Vec<u64>>>;
type SparseRuns = Tensor<SparseRunList<Leaf, Vec<usize>, Vec<u64>>>;

fn runs(right: &[usize], val: &[f64]) -> Runs {
    let ends = right.iter().map(|&end| end as u64).collect();
    let leaf = Counted::new(Element::new(val.to_vec()));
    Tensor::new(RunList::new(EXTENT, vec![0, right.len()], ends, leaf)).unwrap()
}

fn sparse_runs(left: &[usize], right: &[usize], val: &[f64]) -> SparseRuns {
    let ends = |array: &[usize]| array.iter().map(|&end| end as u64).collect();
    let leaf = Counted::new(Element::new(val.to_vec()));
    Tensor::new(SparseRunList::new(
        EXTENT,
        vec![0, left.len()],
        ends(left),
        ends(right),
        leaf,
    ))
    .unwrap()
}

const K: usize = 1 << 50;

/// Runs that end at 1, 3, 4 and 1024 times `K`.
fn four() -> Runs {
    runs(&[K, 3 * K, 4 * K, EXTENT], &[1.0, 2.0, 0.0, 4.0])
}

/// Runs that end at 2, 3 and 1024 times `K`.
fn three() -> Runs {
    runs(&[2 * K, 3 * K, EXTENT], &[1.0, 10.0, 100.0])
}

/// Runs 1..2, 5..6 and 6..1024 times `K`.
fn sparse() -> SparseRuns {
    sparse_runs(&[K, 5 * K, 6 * K], &[2 * K, 6 * K, EXTENT], &[1.0, 10.0, 100.0])
}

const LONG: f64 = K as f64;

#[test]
fn a_sum_reads_each_run_once() {
    let (a, b, mut s, mut t) = (four(), sparse(), Scalar::new(0.0), Scalar::new(0.0));
    indices!(i);
    let counts = read_by(&a, &b, || {
        program()
            .declare(&mut s)
            .declare(&mut t)
            .body(|(s, t)| block(forall(i, s.at(()).add(a.at((i,)))), forall(i, t.at(()).add(b.at((i,))))))
            .run()
            .unwrap()
    });
    assert_eq!(counts, (4, 3));
    assert_eq!(s.get(), LONG * (1.0 + 4.0 + 0.0 + 4.0 * 1020.0));
    assert_eq!(t.get(), LONG * (1.0 + 10.0 + 100.0 * 1018.0));
}

#[test]
fn extrema_read_each_run_once() {
    let (a, b) = (four(), sparse());
    let (mut least, mut most) = (Scalar::<f64, algebra::Inf>::default(), Scalar::<f64, NegInf>::default());
    indices!(i);
    let counts = read_by(&a, &b, || {
        program()
            .declare(&mut least)
            .declare(&mut most)
            .body(|(least, most)| {
                block(
                    forall(i, least.at(()).reduce(Min, a.at((i,)))),
                    forall(i, most.at(()).reduce(Max, b.at((i,)))),
                )
            })
            .run()
            .unwrap()
    });
    assert_eq!(counts, (4, 3));
    assert_eq!((least.get(), most.get()), (0.0, 100.0));
}

/// The run from `left` to `right`, which holds 3.
fn interval(left: usize, right: usize) -> Tensor<SparseInterval<Leaf, Vec<u64>>> {
    let leaf = Counted::new(Element::new(vec![3.0]));
    Tensor::new(SparseInterval::new(EXTENT, vec![left as u64], vec![right as u64], leaf)).unwrap()
}

/// Sums, extrema, any value, and a dot product over what has at most one run.
#[test]
fn an_interval_is_read_once() {
    let (a, b) = (interval(K, 5 * K), interval(3 * K, 9 * K));
    let (mut sum, mut dot) = (Scalar::new(0.0), Scalar::new(0.0));
    let (mut most, mut any) = (Scalar::<f64, NegInf>::default(), Scalar::new(0.0));
    indices!(i);
    let counts = read_by(&a, &b, || {
        program()
            .declare(&mut sum)
            .body(|(sum,)| forall(i, sum.at(()).add(a.at((i,)))))
            .run()
            .unwrap();
        program()
            .declare(&mut most)
            .body(|(most,)| forall(i, most.at(()).reduce(Max, b.at((i,)))))
            .run()
            .unwrap();
        program()
            .declare(&mut any)
            .body(|(any,)| forall(i, any.at(()).reduce(Any, a.at((i,)))))
            .run()
            .unwrap();
        program()
            .declare(&mut dot)
            .body(|(dot,)| forall(i, dot.at(()).add(a.at((i,)) * b.at((i,)))))
            .run()
            .unwrap()
    });
    assert_eq!((sum.get(), most.get(), any.get()), (12.0 * LONG, 3.0, 3.0));
    assert_eq!(dot.get(), 2.0 * 9.0 * LONG);
    assert_eq!(counts, (3, 2));
}

/// Whether any is true: each run is looked at once, up to the first that decides where the scalar is short.
#[test]
fn any_reads_each_run_once() {
    let flags = |val: &[bool]| {
        let ends = vec![K as u64, 3 * K as u64, 4 * K as u64, EXTENT as u64];
        let leaf = Counted::new(Element::<bool>::new(val.to_vec()));
        Tensor::new(RunList::<_, Vec<usize>, Vec<u64>>::new(EXTENT, vec![0, 4], ends, leaf)).unwrap()
    };
    let (nothing, third) = (flags(&[false; 4]), flags(&[false, false, true, true]));
    indices!(i);
    let any = |a: &Tensor<RunList<Leaf<bool>, Vec<usize>, Vec<u64>>>| {
        let (before, mut s, mut t) = (reads(a), Scalar::new(false), ShortScalar::new(false));
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).reduce(Or, a.at((i,)))))
            .run()
            .unwrap();
        let long = reads(a) - before;
        program()
            .declare(&mut t)
            .body(|(t,)| forall(i, t.at(()).reduce(Or, a.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(s.get(), t.get());
        (s.get(), long, reads(a) - before - long)
    };
    assert_eq!(any(&nothing), (false, 4, 4));
    assert_eq!(any(&third), (true, 4, 3));
}

/// Each piece between two ends, of either, is one step.
#[test]
fn a_dot_product_reads_merged_runs() {
    let (a, b, mut s) = (four(), three(), Scalar::new(0.0));
    let counts = read_for!(a, b, s, |i| s.at(()).add(a.at((i,)) * b.at((i,))));
    // The ends are 1, 2, 3, 4 and 1024.
    assert_eq!(counts, (5, 5));
    assert_eq!(s.get(), LONG * (1.0 + 2.0 + 20.0 + 0.0 + 400.0 * 1020.0));
}

#[test]
fn a_dot_product_with_gaps_reads_where_both_have_runs() {
    let (a, b, mut s) = (
        sparse(),
        sparse_runs(&[0, 6 * K], &[3 * K, 7 * K], &[1.0, 2.0]),
        Scalar::new(0.0),
    );
    let counts = read_for!(a, b, s, |i| s.at(()).add(a.at((i,)) * b.at((i,))));
    assert_eq!(s.get(), LONG * (1.0 + 200.0));
    // They have runs in common up to 3 and from 6 on; behind the last one of `b` nothing is left to do.
    assert_eq!(counts, (2, 2));
}

/// A list leads, and runs are looked up where it stores something.
#[test]
fn a_list_leads_runs() {
    let a = Tensor::<SparseList<Leaf, Vec<usize>, Vec<u64>>>::from_triplets(
        [EXTENT],
        [([5], 1.0), ([2 * K], 2.0), ([2 * K + 1], 3.0), ([500 * K], 4.0)],
        Add,
    )
    .unwrap();
    let (b, mut s) = (four(), Scalar::new(0.0));
    let counts = read_for!(a, b, s, |i| s.at(()).add(a.at((i,)) * b.at((i,))));
    assert_eq!(s.get(), 1.0 + 4.0 + 6.0 + 16.0);
    assert_eq!(counts, (4, 4));
}

/// Into runs, one assignment stands for each piece.
#[test]
fn a_sum_of_runs_is_runs() {
    let (a, b) = (four(), sparse());
    let mut y = Tensor::<RunList<Element<f64>, Vec<usize>, Vec<u64>>>::default();
    let counts = read_for!(a, b, y, |i| y.at((i,)).set(a.at((i,)) + b.at((i,))));
    let ends: Vec<usize> = y.level().right().iter().map(|&end| end as usize / K).collect();
    assert_eq!(ends, [1, 2, 3, 4, 5, 6, 1024]);
    assert_eq!(y.level().child().val()[..], [1.0, 3.0, 2.0, 0.0, 4.0, 14.0, 104.0]);
    // Runs and the gaps before them end at 1, 2, 3, 4, 6 and 1024.
    assert_eq!(counts, (6, 6));
}

/// A condition on runs trims the loop over what is dense.
#[test]
fn a_condition_on_runs_trims_the_loop() {
    let n = 1000;
    let flag = Tensor::new(SparseRunList::new(
        n,
        vec![0, 2],
        vec![10_u32, 500],
        vec![20, 503],
        Element::<bool, algebra::False>::new(vec![true, false]),
    ))
    .unwrap();
    let x = Tensor::new(Dense::new(n, <Leaf>::new(Element::new(vec![1.0; n])))).unwrap();
    let mut s = Scalar::new(0.0);
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, sieve(flag.at((i,)), s.at(()).add(x.at((i,))))))
        .run()
        .unwrap();
    // That a run is false only run time knows, who tests it in front of the loop over the run.
    assert_eq!((s.get(), reads(&x)), (10.0, 10));
}

/// What does not depend on a loop is done once, and counted as often as the loop is long.
#[test]
fn a_loop_that_nothing_depends_on() {
    let (mut s, mut product, mut last) = (
        Scalar::new(0_u64),
        Scalar::<Wrapping<u64>, algebra::One>::default(),
        Scalar::new(0.0),
    );
    indices!(j, i);
    program()
        .declare(&mut s)
        .declare(&mut product)
        .declare(&mut last)
        .body(|(s, product, last)| {
            let sum = forall_in(j, 0..1 << 30, forall_in(i, 0..1 << 30, s.at(()).add(constant(3_u64))));
            let power = forall_in(
                i,
                0..EXTENT + 3,
                product.at(()).reduce(algebra::Mul, constant(Wrapping(3_u64))),
            );
            block(
                sum,
                block(power, forall_in(i, 0..EXTENT, last.at(()).set(constant(2.0)))),
            )
        })
        .run()
        .unwrap();
    assert_eq!(s.get(), 3 << 60);
    // Powers of three repeat after 2^62, and 3^(2^60) is 1 + 2^62 modulo 2^64.
    assert_eq!(product.get().0, (1_u64 << 62).wrapping_add(1).wrapping_mul(27));
    assert_eq!(last.get(), 2.0);
}

/// A running maximum reads each run twice, wherever a segment starts; what it writes are runs.
#[test]
fn scans_by_what_settles_read_each_run_twice() {
    let (a, b) = (four(), sparse());
    let (mut most, mut least) = (Scalar::<f64, NegInf>::default(), Scalar::<f64, algebra::Inf>::default());
    let (mut y, mut z) = <(RunsOut, RunsOut)>::default();
    let counts = read_by(&a, &b, || {
        finch_traits::finch! {
            most .= -inf;
            y .= 0;
            for i { most[] <<max>>= a[i]; y[i] = most[]; }
        }
        .run()
        .unwrap();
        finch_traits::finch! {
            least .= inf;
            z .= 0;
            for i {
                if b[i] == 10.0 { least[] = 10.0; }
                let before = least[];
                least[] <<min>>= b[i];
                z[i] = before;
            }
        }
        .run()
        .unwrap();
    });
    assert!(counts.0 <= 8 && counts.1 <= 12, "{counts:?}");
    let at = |y: &RunsOut, places: [usize; 4]| places.map(|place| y.get([place]).unwrap());
    assert_eq!(at(&y, [0, K, 4 * K, EXTENT - 1]), [1.0, 2.0, 4.0, 4.0]);
    assert_eq!(at(&z, [0, 1, 5 * K, EXTENT - 1]), [f64::INFINITY, 0.0, 10.0, 10.0]);
}

type RunsOut = Tensor<RunList<Element<f64>, Vec<usize>, Vec<u64>>>;

//! Outputs of atomic values, which several parts combine at the same time.

use crate::{agrees, in_pools};
use finch_formats::atomic::Atomic;
use finch_formats::prelude::*;
use finch_tests::data;
use finch_tests::nest::tensor;
use finch_tests::nests::{Flat, List};
use finch_traits::algebra::fill::Fill;

/// A matrix with entries, and places that data name: of each row, and of each column.
fn sample() -> (Tensor<Dense<List>>, Tensor<Flat>, Vector<usize>) {
    let data = data::squares()
        .into_iter()
        .max_by_key(|data| data.entries().len())
        .unwrap();
    let n = data.shape()[0];
    let places = (0..n).map(|j| j * j % 3).collect::<Vec<_>>();
    (
        tensor(&data),
        tensor(&data::vector_for(data.shape()[1])),
        Vector::from(places),
    )
}

fn atomic<T: Atomic, F: Fill<T>>(values: Vec<T>) -> AtomicVectorWithFill<T, F> {
    Tensor::new(Dense::new(values.len(), Element::new(values.into()))).unwrap()
}

#[test]
fn reducers_that_commute() {
    let (a, x, p) = sample();
    let before = || atomic::<f64, Zero>(vec![7.0, -1.0, 2.0]);
    agrees!(
        "for j, i { y[p[j]] min= a[j, i] * x[i] }",
        [a, x, p],
        [old y = before()],
        {
            mut y;
            parallel for j, i { y[p[j]] <<min>>= a[j, i] * x[i] }
        }
    );
    agrees!(
        "for j, i { y[p[j]] max= a[j, i] * x[i] }",
        [a, x, p],
        [new y = AtomicVectorWithFill::<f64, NegInf>::empty([3]).unwrap()],
        {
            y .= -inf;
            parallel for j, i { y[p[j]] <<max>>= a[j, i] * x[i] }
        }
    );
    agrees!(
        "for j { for i in 0..4 { if x[j] > 0 { h[p[j]] += 1 } } }",
        [a, x, p],
        [old h = atomic::<i64, Zero>(vec![5, 0, -3])],
        {
            mut h;
            parallel for j { for i in 0..4 { if x[j] > 0 { h[p[j]] += 1 } } }
        }
    );
    agrees!(
        "for j, i { c[p[j], p[i]] max= a[j, i] }",
        [a, p],
        [new c = AtomicMatrix::<f64>::empty([3, 3]).unwrap()],
        {
            c .= 0;
            parallel for j, i { c[p[j], p[i]] <<max>>= a[j, i] }
        }
    );
}

#[test]
fn what_does_not_commute_is_owned_or_reduced() {
    let (a, x, _) = sample();
    agrees!(
        "for j, i { y[j] += a[j, i] * x[i]; z[i] += a[j, i] }",
        [a, x],
        [new y = AtomicVector::<f64>::default(), new z = AtomicVector::<f64>::default()],
        {
            y .= 0;
            z .= 0;
            parallel for j, i { y[j] += a[j, i] * x[i]; z[i] <<FastAdd>>= a[j, i] }
        }
    );
}

/// What is read is what iterations have come to by then: rounds may differ, and what they end with does not.
#[test]
fn relaxations() {
    type Lengths = Tensor<Dense<SparseList<Element<f64, Inf>>>>;
    let n = 60;
    let entries = (0..n * 4).map(|at| ([at % n, (at * 7 + at / n * 13) % n], (at * 31 % 17) as f64 + 1.0));
    let lengths = Lengths::from_triplets([n, n], entries, Min).unwrap();
    let mut expected = vec![f64::INFINITY; n];
    expected[3] = 0.0;
    for _ in 0..n {
        for i in 0..n {
            for j in 0..n {
                expected[j] = expected[j].min(expected[i] + lengths.get([i, j]).unwrap())
            }
        }
    }
    assert!(expected.iter().filter(|length| length.is_finite()).count() > n / 2);
    for grain in [1, 16] {
        let found = in_pools(|| {
            let mut d = atomic::<f64, Inf>((0..n).map(|i| if i == 3 { 0.0 } else { f64::INFINITY }).collect());
            loop {
                let before = d.values().to_vec();
                let round = finch! { mut d; parallel for i, j { d[j] <<min>>= d[i] + lengths[i, j] } };
                round.run_parallel_by(grain).unwrap();
                if d.values() == before {
                    return before;
                }
            }
        });
        assert_eq!(found, expected);
    }
    // Under a condition, by an operator that has an instruction, and a value that is named.
    let edges = lengths.pattern();
    let reached = in_pools(|| {
        let mut seen = atomic::<bool, False>((0..n).map(|i| i == 3).collect());
        for _ in 0..n {
            finch! { mut seen; parallel for i { let here = seen[i]; if here { for j { if edges[i, j] { seen[j] |= here } } } } }
                .run_parallel_by(4)
                .unwrap();
        }
        seen.values().to_vec()
    });
    let finite: Vec<bool> = expected.iter().map(|length| length.is_finite()).collect();
    assert_eq!(reached, finite);
}

/// All iterations combine and read the same value: what each reads has some of the others in it, and nothing is lost.
#[test]
fn one_value_is_read_by_all() {
    let x = Vector::from((0..500).map(|i| i * 7919 % 500).collect::<Vec<i64>>());
    for grain in [1, 16] {
        in_pools(|| {
            let (mut s, mut t) = (
                atomic::<i64, Zero>(vec![0; 3]),
                Tensor::<AtomicElement<i64>>::empty([]).unwrap(),
            );
            let (mut y, mut z) = (Vector::<i64>::default(), Vector::<i64>::default());
            finch! {
                mut s;
                mut t;
                y .= 0;
                z .= 0;
                parallel for i { s[2] <<max>>= x[i]; y[i] = s[2]; t[] += 1; z[i] = t[]; }
            }
            .run_parallel_by(grain)
            .unwrap();
            assert_eq!((s.values(), t.get([])), (&[0, 0, 499][..], Some(500)));
            assert!(y.values().iter().zip(x.values()).all(|(y, x)| x <= y && *y < 500));
            assert!(z.values().iter().all(|z| (1..=500).contains(z)));
        })
    }
}

/// What several iterations combine by two reducers depends on their order.
#[test]
fn two_reducers() {
    let x = Vector::from((0..200).map(|i| i * 7 % 31).collect::<Vec<i64>>());
    let expected = x.values().iter().fold(0, |s: i64, &x| (s + x) | x);
    for grain in [1, 16] {
        let (in_scalar, in_atomic) = in_pools(|| {
            let (mut s, mut y) = (Scalar::<i64>::default(), atomic::<i64, Zero>(vec![0]));
            indices!(i);
            program()
                .update(&mut s)
                .body(|(s,)| parallel(i, interleave(s.at(()).add(x.at((i,))), s.at(()).reduce(Or, x.at((i,))))))
                .run_parallel_by(grain)
                .unwrap();
            program()
                .update(&mut y)
                .body(|(y,)| {
                    let first = y.at((0_usize,));
                    parallel(i, interleave(first.add(x.at((i,))), first.reduce(Or, x.at((i,)))))
                })
                .run_parallel_by(grain)
                .unwrap();
            (s.get(), y.values()[0])
        });
        assert_eq!((in_scalar, in_atomic), (expected, expected));
    }
}

/// All threads at one place, by each instruction and where there is none.
#[test]
fn nothing_is_lost() {
    const COUNT: usize = 20_000;
    fn all<T: Atomic + PartialEq + std::fmt::Debug + Send + Sync>(
        values: &[T],
        expected: [T; 2],
        add: impl Fn(&[T], &mut AtomicVector<T>) + Sync,
    ) where
        Zero: Fill<T>,
    {
        let found = in_pools(|| {
            let mut y = AtomicVector::<T>::empty([2]).unwrap();
            add(values, &mut y);
            y.values().to_vec()
        });
        assert_eq!(found, expected);
    }
    macro_rules! integers {
        ($($t:ty)*) => { $(
            let values = (0..COUNT).map(|i| (i % 3) as $t).collect::<Vec<_>>();
            let sum = values.iter().fold(0 as $t, |sum, value| sum.wrapping_add(*value));
            all::<$t>(&values, [sum, 2], |values, y| {
                finch! {
                    y .= 0;
                    parallel for i { y[0] += values[i] }
                    parallel for i { y[1] |= values[i] & 2 }
                }
                .run_parallel_by(64)
                .unwrap()
            });
        )* };
    }
    integers! { u16 i16 u32 i32 u64 i64 usize isize }
    macro_rules! floats {
        ($($t:ty)*) => { $(
            let values = (0..COUNT).map(|i| (i * 7919 % COUNT) as $t).collect::<Vec<_>>();
            all::<$t>(&values, [(COUNT - 1) as $t, -((COUNT - 1) as $t)], |values, y| {
                finch! {
                    y .= 0;
                    parallel for i { y[0] <<max>>= values[i] }
                    parallel for i { y[1] <<min>>= -values[i] }
                }
                .run_parallel_by(64)
                .unwrap()
            });
        )* };
    }
    floats! { f32 f64 }
}

#[test]
fn booleans() {
    let set = (0..500).map(|i| i % 97 == 13).collect::<Vec<bool>>();
    let p = (0..500).map(|i| i * i % 11).collect::<Vec<usize>>();
    let mut expected = vec![false; 11];
    for (set, &p) in set.iter().zip(&p) {
        expected[p] |= set
    }
    let found = in_pools(|| {
        let mut y = atomic::<bool, False>(vec![false; 11]);
        finch! { mut y; parallel for i { y[p[i]] |= set[i] } }
            .run_parallel_by(1)
            .unwrap();
        y.values().to_vec()
    });
    assert_eq!(found, expected);
}

/// A sum that is too large is an error, as it is of other values.
#[test]
fn overflow() {
    let x = vec![200_u8; 64];
    let (mut y, mut z) = (
        AtomicVector::<u8>::empty([1]).unwrap(),
        Vector::<u8>::empty([1]).unwrap(),
    );
    let atomic = finch! { y .= 0; parallel for i { y[0] += x[i] } }.run_parallel_by(1);
    let plain = finch! { z .= 0; for i { z[0] += x[i] } }.run();
    assert_eq!(
        atomic.map_err(|error| error.kind()),
        plain.map_err(|error| error.kind())
    );
}

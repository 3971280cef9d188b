//! Whatever the fill is, nothing is done where the operators make nothing of it.

use crate::{Leaf, read_by};
use finch_tests::prelude::algebra::known::{Tagged, UserTag};
use finch_tests::prelude::algebra::{
    self, Add, BinaryOp, Fill, Inf, Max, Min, NegInf, Or, Overwrite, Reducer, Zero, binary_laws,
};
use finch_tests::prelude::*;

/// Stored of one hundred: every third, and every fifth. Seven are stored in both.
const THIRDS: usize = 34;
const FIFTHS: usize = 20;
const BOTH: u64 = 7;

type List<T, F> = Tensor<SparseList<Leaf<T, F>>>;

fn every<T: Copy + 'static, F: Fill<T>>(step: usize, value: impl Fn(usize) -> T) -> List<T, F> {
    let entries = (0..100).step_by(step).map(|index| ([index], value(index)));
    List::from_triplets([100], entries, Overwrite).unwrap()
}

/// A dense vector that counts.
fn dense<T: Copy + 'static, F: Fill<T>>(value: impl Fn(usize) -> T) -> Tensor<Dense<Leaf<T, F>>> {
    let values = (0..100).map(value).collect();
    Tensor::new(Dense::new(100, Counted::new(Element::new(values)))).unwrap()
}

/// `s <<plus>>= a[i] times b[i]`: two lists are read where both store something, a dense vector where the list does.
fn products<T, F, P, O>(plus: P, times: O, value: impl Fn(usize) -> T + Copy, expected: T)
where
    T: Copy + PartialEq + std::fmt::Debug + 'static,
    F: Fill<T>,
    P: Reducer<T>,
    O: BinaryOp<T, T, Out = T>,
{
    let (a, b) = (every::<T, F>(3, value), every::<T, F>(5, value));
    let d = dense::<T, F>(value);
    let mut s = Scalar::<T, F>::default();
    let both = read_for!(a, b, s, |i| s.at(()).reduce(plus, map2(times, a.at((i,)), b.at((i,)))));
    assert_eq!(both, (BOTH, BOTH));
    assert_eq!(s.get(), expected);
    let led = read_for!(a, d, s, |i| s.at(()).reduce(plus, map2(times, a.at((i,)), d.at((i,)))));
    assert_eq!(led, (THIRDS as u64, THIRDS as u64));
}

#[test]
fn zero_in_sums_of_products() {
    let squares = (0..100).step_by(15).map(|index| (index * index) as f64).sum();
    products::<f64, Zero, _, _>(Add, algebra::Mul, |index| index as f64, squares);
    products::<i32, Zero, _, _>(Add, algebra::Mul, |_| 1, BOTH as i32);
}

#[test]
fn infinity_in_minima_of_sums() {
    products::<f64, Inf, _, _>(Min, Add, |index| 100.0 - index as f64, 20.0);
    products::<u32, Inf, _, _>(Min, Add, |index| 100 - index as u32, 20);
}

#[test]
fn negative_infinity_in_maxima_of_sums() {
    products::<f64, NegInf, _, _>(Max, Add, |index| index as f64, 180.0);
}

#[test]
fn false_in_disjunctions_of_conjunctions() {
    products::<bool, algebra::False, _, _>(Or, algebra::And, |index| index == 45, true);
}

/// A fill of one's own.
#[derive(Clone, Copy, Debug, Default)]
struct NoEdge;

impl Fill<f64> for NoEdge {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static f64 = &-1.0;
}

impl algebra::NamedFill for NoEdge {
    type Tag = UserTag<U0>;
}

/// The smaller capacity of two edges, if there are both.
#[derive(Clone, Copy, Debug)]
struct Through;

binary_laws! {
    impl BinaryOp<f64, f64> for Through {
        type Out = f64;
        const SYMBOL = "through";
        forced {
            (NoEdge, _) => NoEdge = -1.0;
            (_, NoEdge) => NoEdge = -1.0;
        }
        natural {}
        fn apply(&self, a, b) { a.min(b) }
    }
}

/// The widest of those edges that there are.
#[derive(Clone, Copy, Debug)]
struct Widest;

impl Reducer<f64> for Widest {
    algebra::skips!(NoEdge);
    algebra::claims!(Gathers);
    const SYMBOL: &'static str = "widest";
    fn combine(&self, old: f64, new: f64) -> f64 {
        old.max(new)
    }
    fn repeat(&self, old: f64, new: f64, _count: usize) -> f64 {
        old.max(new)
    }
}

#[test]
fn a_fill_of_ones_own_in_operators_of_ones_own() {
    products::<f64, NoEdge, _, _>(Widest, Through, |index| index as f64, 90.0);
}

/// Without any law of operators: a copy skips the fill of its target, and a comparison with the fill is known.
#[test]
fn a_fill_of_ones_own_in_copies_and_conditions() {
    let (a, d) = (
        every::<f64, NoEdge>(3, |index| index as f64),
        dense::<f64, Zero>(|_| 2.0),
    );
    let (mut y, mut s) = (Tensor::<SparseList<Element<f64, NoEdge>>>::default(), Scalar::new(0.0));
    indices!(i);
    let counts = read_by(&a, &d, || {
        program()
            .declare(&mut y)
            .declare(&mut s)
            .body(|(y, s)| {
                let there = a.at((i,)).ne(literal::<f64, NoEdge>());
                block(
                    forall(i, y.at((i,)).set(a.at((i,)))),
                    forall(i, sieve(there, s.at(()).add(d.at((i,))))),
                )
            })
            .run()
            .unwrap()
    });
    assert_eq!(y.count_stored(), THIRDS);
    assert_eq!(s.get(), 2.0 * THIRDS as f64);
    // Each is read where the list stores something: once for the copy, once for the condition.
    assert_eq!(counts, (2 * THIRDS as u64, THIRDS as u64));
}

/// A sum needs each entry of either once, and nothing else.
#[test]
fn sums_read_every_entry_once() {
    let (a, b) = (every::<f64, Zero>(3, |_| 1.0), every::<f64, Zero>(5, |_| 1.0));
    let mut y = Tensor::<SparseList<Element<f64>>>::default();
    let counts = read_for!(a, b, y, |i| y.at((i,)).set(a.at((i,)) + b.at((i,))));
    assert_eq!(counts, (THIRDS as u64, FIFTHS as u64));
    assert_eq!(y.count_stored(), THIRDS + FIFTHS - BOTH as usize);
}

/// An operator without laws reads everything that is stored, at every index.
#[test]
fn an_operator_without_laws_skips_nothing() {
    let (a, d) = (every::<f64, Zero>(3, |_| 1.0), dense::<f64, Zero>(|_| 1.0));
    let mut s = Scalar::new(0.0);
    let sum = algebra::Binary(|a: f64, b: f64| a + b);
    let counts = read_for!(a, d, s, |i| s.at(()).add(map2(sum, a.at((i,)), d.at((i,)))));
    assert_eq!(counts, (THIRDS as u64, 100));
    assert_eq!(s.get(), 134.0);
}

/// What is named by `let` is read once, what is written twice is read twice.
#[test]
fn a_name_is_read_once() {
    let (a, d) = (every::<f64, Zero>(3, |_| 3.0), dense::<f64, Zero>(|_| 2.0));
    let mut s = Scalar::new(0.0);
    let named = read_for!(a, d, s, |i| define::<U0, _, _>(a.at((i,)), |a| {
        define::<U1, _, _>(d.at((i,)), |d| s.at(()).add(a * a * d * d))
    }));
    assert_eq!(s.get(), 36.0 * THIRDS as f64);
    assert_eq!(named, (THIRDS as u64, THIRDS as u64));
    let twice = read_for!(a, d, s, |i| s.at(()).add(a.at((i,)) * a.at((i,)) * d.at((i,))));
    assert_eq!(twice, (2 * THIRDS as u64, THIRDS as u64));
}

//! Operators that panic, and programs inside of operators.

use super::refused;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_tests::of_types;
use finch_tests::prelude::algebra::{Binary, Unary, fault};
use finch_tests::prelude::{U1, U2, algebra};
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Number = Element<f64>;

/// Fails at 7.
fn not_seven(value: f64) -> f64 {
    assert!(value != 7.0, "seven");
    value
}

fn panics<T>(run: impl FnOnce() -> T) {
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "a program that panics")
}

/// A matrix of which a value in the middle is 7.
fn source() -> Matrix<f64> {
    Matrix::from_dense([3, 4], &[1.0, 1.0, 0.0, 2.0, 3.0, 7.0, 7.0, 4.0, 0.0, 5.0, 6.0, 0.0]).unwrap()
}

/// An operator panics while `L` is written, declared or updated: the output is valid and empty, has its extents, and can
/// be written again.
fn is_left_empty<L: WriteLevel<T = f64, Rank = U2, Fill = Zero> + Default>(update: bool) {
    let a = source();
    let mut y = Tensor::<L>::from_triplets([3, 4], [([0, 0], 9.0)], Add).unwrap();
    indices!(j, i);
    if update {
        panics(|| {
            program()
                .update(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(map1(Unary(not_seven), a.at((j, i)))))))
                .run()
        });
    } else {
        panics(|| {
            program()
                .declare(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(map1(Unary(not_seven), a.at((j, i)))))))
                .run()
        });
    }
    y.validate().unwrap();
    assert_eq!(y.shape()[..], [3, 4]);
    assert_eq!(y.to_dense().unwrap(), [0.0; 12]);
    y.copy_from(&a).unwrap();
    y.validate().unwrap();
    assert!(y == a);
}

#[test]
fn a_declared_output_is_left_empty() {
    of_types! { is_left_empty(false):
        Dense<Dense<Number>>, Dense<SparseList<Number>>, SparseList<SparseList<Number>>, SparseCoo<U2, Number>,
        SparseList<SparseCoo<U1, Number>>, Dense<RunList<Number>>, RunList<SparseList<Number>>, Dense<SparseRunList<Number>>,
        SparseRunList<Dense<Number>>, SparseByteMap<SparseByteMap<Number>>, Dense<Hybrid<Number>>, Dense<Ragged<Number>>,
        Ragged<SparseList<Number>>
    }
}

#[test]
fn an_updated_output_is_left_empty() {
    of_types! { is_left_empty(true):
        Dense<Dense<Number>>, Dense<SparseList<Number>>, Dense<SparseByteMap<Number>>, Dense<Hybrid<Number>>
    }
}

/// A reducer may panic too, and all outputs of its program are reset.
#[test]
fn all_outputs_are_left_empty() {
    let a = source();
    let mut rows = SparseVector::<f64>::default();
    let (mut total, mut most) = (Scalar::new(3.0), Scalar::<f64, NegInf>::from(3.0));
    let mut w = ByteMapVector::<f64>::default();
    indices!(j, i);
    panics(|| {
        program()
            .declare(&mut rows)
            .declare(&mut total)
            .declare(&mut most)
            .workspace(&mut w)
            .body(|(rows, total, most, w)| {
                let sum = algebra::Reduce(|old: f64, new| old + not_seven(new));
                let produce = forall(i, w.at((i,)).reduce(sum, a.at((j, i))));
                let consume = forall(
                    i,
                    block(total.at(()).add(w.read((i,))), rows.at((j,)).add(w.read((i,)))),
                );
                block(
                    forall(j, forall(i, most.at(()).reduce(Max, a.at((j, i))))),
                    forall(j, w.within(produce, consume)),
                )
            })
            .run()
    });
    rows.validate().unwrap();
    w.validate().unwrap();
    assert_eq!((rows.shape()[..].to_vec(), rows.count_stored()), (vec![3], 0));
    assert_eq!(w.to_dense().unwrap(), [0.0; 4]);
    assert_eq!((total.get(), most.get()), (0.0, f64::NEG_INFINITY));
}

/// A program that is never run has done nothing.
#[test]
fn a_program_that_is_dropped_changes_nothing() {
    let (a, mut y) = (
        source(),
        Csr::<f64>::from_triplets([1, 1], [([0, 0], 9.0)], Add).unwrap(),
    );
    indices!(j, i);
    drop(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)))))),
    );
    assert_eq!((y.shape()[..].to_vec(), y.get([0, 0])), (vec![1, 1], Some(9.0)));
}

fn sum_of_quotients(a: &Vector<i64>, b: &Vector<i64>) -> Result<i64> {
    let mut s = Scalar::new(0);
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) / b.at((i,)))))
        .run()?;
    Ok(s.get())
}

/// What goes wrong in a program that an operator runs is that program's error, and not that of the one around it.
#[test]
fn an_inner_fault_is_not_an_outer_one() {
    let [a, b, zero] = [[4, 6], [2, 3], [0, 0]].map(|values: [i64; 2]| Vector::from(values.to_vec()));
    let mut s = Scalar::new(0);
    indices!(i);
    let inner = Unary(|value: i64| {
        let failed = sum_of_quotients(&a, &zero);
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Arithmetic);
        value * sum_of_quotients(&a, &b).unwrap()
    });
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(map1(inner, a.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(s.get(), 40);
}

/// What went wrong in a program before an operator runs another one is told all the same.
#[test]
fn an_outer_fault_outlives_an_inner_program() {
    let (a, zero) = (Vector::<i64>::from(vec![4, 6]), Vector::<i64>::from(vec![0, 3]));
    let mut s = Scalar::new(0);
    indices!(i);
    let inner = Unary(|value: i64| value + sum_of_quotients(&a, &a).unwrap());
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(map1(inner, a.at((i,)) / zero.at((i,))))))
        .run();
    refused(outcome, ErrorKind::Arithmetic, &["division by zero"]);
    assert_eq!(s.get(), 2 + 4);
    assert_eq!(fault::take(), None);
}

/// A program that faults and then panics leaves nothing behind for the next one.
#[test]
fn a_fault_before_a_panic_is_not_told_by_the_next_program() {
    let (a, zero) = (Vector::<i64>::from(vec![4, 7]), Vector::<i64>::from(vec![0, 1]));
    let mut s = Scalar::new(0);
    indices!(i);
    let quotient = Binary(|a: i64, b: i64| {
        assert!(a != 7);
        algebra::BinaryOp::apply(&algebra::Div, a, b)
    });
    panics(|| {
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(map2(quotient, a.at((i,)), zero.at((i,))))))
            .run()
    });
    assert_eq!(s.get(), 0);
    assert_eq!(sum_of_quotients(&a, &a).unwrap(), 2);
}

/// A program inside an operator, which catches its panic: what went wrong in it before the panic is not the outer
/// program's, and what went wrong there is not forgotten.
#[test]
fn a_panic_is_caught_inside_an_operator() {
    let [a, zero, one] = [[4, 7], [0, 1], [1, 1]].map(|values: [i64; 2]| Vector::from(values.to_vec()));
    let outer = |outer: &Vector<i64>, inner: &Vector<i64>| {
        let panicking = Unary(|value: i64| {
            let mut s = Scalar::new(0);
            indices!(i);
            panics(|| {
                let seven = Unary(|value: i64| {
                    assert!(value != 7);
                    value
                });
                program()
                    .declare(&mut s)
                    .body(|(s,)| forall(i, s.at(()).add(map1(seven, a.at((i,)) / inner.at((i,))))))
                    .run()
            });
            value
        });
        let mut s = Scalar::new(0);
        indices!(i);
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(map1(panicking, a.at((i,)) / outer.at((i,))))))
            .run()
    };
    outer(&one, &one).unwrap();
    outer(&one, &zero).unwrap();
    refused(outer(&zero, &one), ErrorKind::Arithmetic, &["division by zero"]);
    assert_eq!(fault::take(), None);
}

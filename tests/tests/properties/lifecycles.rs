//! Sequences of programs on one output: declared and updated, emptied and resized, cut off by panics.

use crate::data::{Case, holds};
use finch_tests::nest::{Nest, read, tensor};
use finch_tests::oracle::{Array, Value};
use finch_tests::prelude::algebra::{Unary, Zero};
use finch_tests::prelude::*;
use finch_tests::random::Random;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Fails at -4.
fn not_minus_four(value: f64) -> f64 {
    assert!(value != -4.0, "a value that an operator does not take");
    value
}

/// The values of data, of which there are `extent`.
fn values(data: &Data) -> Vec<f64> {
    let mut values = vec![0.0; data.shape()[0]];
    data.entries()
        .iter()
        .for_each(|(index, value)| values[index[0]] = *value);
    values
}

#[track_caller]
fn is<L: Nest>(y: &Tensor<L>, expected: &[f64], what: &str) {
    let expected = Array::vector(expected.iter().map(|&value| Value::Real(value)));
    let found = read(y).unwrap();
    assert_eq!(found.shape(), expected.shape(), "{what}");
    assert!(found.difference(&expected).is_none(), "{what}: {found} is {expected}");
}

/// An output is declared, updated, and cut off, again and again; `anywhere` says that it is updated at any index, and
/// not only behind what it holds.
fn sequence<L>(case: &Case, anywhere: bool)
where
    L: Nest<T = f64, Fill = Zero, Rank = U1> + WriteLevel + Default,
{
    let [first, second, steps] = case.extents();
    let mut random = Random::seeded((first + 7 * second + 49 * steps) as u64);
    let (mut y, mut expected) = (Tensor::<L>::default(), Vec::new());
    indices!(i);
    for _ in 0..steps {
        let n = if random.percent(50) { first } else { second };
        let fresh = if random.percent(50) {
            case.first(&[n])
        } else {
            case.second(&[n])
        };
        match random.below(4) {
            0 => {
                let x = tensor::<List>(&fresh);
                let outcome = program()
                    .declare(&mut y)
                    .body(|(y,)| forall(i, y.at((i,)).set(x.at((i,)))))
                    .run();
                outcome.unwrap();
                expected = values(&fresh);
                is(&y, &expected, "declared")
            }
            1 => {
                let x = tensor::<List>(&fresh);
                let run = || {
                    program()
                        .declare(&mut y)
                        .body(|(y,)| forall(i, y.at((i,)).set(map1(Unary(not_minus_four), x.at((i,))))))
                        .run()
                };
                let panicked = catch_unwind(AssertUnwindSafe(run)).is_err();
                // An operator without laws is asked about zeros too.
                assert_eq!(panicked, fresh.entries().iter().any(|entry| entry.1 == -4.0));
                expected = if panicked { vec![0.0; n] } else { values(&fresh) };
                is(&y, &expected, "declared with an operator that panics")
            }
            2 => {
                y.copy_from(&Tensor::<List>::empty([n]).unwrap()).unwrap();
                expected = vec![0.0; n];
                is(&y, &expected, "emptied")
            }
            _ => {
                let last = y.to_triplets().last().map_or(0, |(index, _)| index[0] + 1);
                let from = if anywhere { 0 } else { last };
                let n = expected.len();
                let kept = case
                    .second(&[n])
                    .entries()
                    .iter()
                    .filter(|(index, _)| index[0] >= from)
                    .cloned()
                    .collect::<Vec<_>>();
                let more = Data::new("more", &[n], kept);
                let x = tensor::<List>(&more);
                let outcome = program()
                    .update(&mut y)
                    .body(|(y,)| forall(i, y.at((i,)).add(x.at((i,)))))
                    .run();
                outcome.unwrap();
                expected
                    .iter_mut()
                    .zip(values(&more))
                    .for_each(|(old, new)| *old += new);
                is(&y, &expected, "updated")
            }
        }
    }
}

#[test]
fn of_outputs_that_are_written_anywhere() {
    holds(200, |case| {
        sequence::<Flat>(&case, true);
        sequence::<Map>(&case, true);
    })
}

#[test]
fn of_outputs_that_are_appended_to() {
    holds(200, |case| {
        sequence::<List>(&case, false);
        sequence::<Narrow>(&case, false);
        sequence::<SparseRuns>(&case, false);
        sequence::<SparseRunsApart>(&case, false);
        sequence::<Mixed>(&case, false);
        sequence::<SparseCoo<U1, Number>>(&case, false);
    })
}

/// A matrix output is declared, updated at any place, and used again with other extents.
fn matrix_sequence<L>(case: &Case)
where
    L: Nest<T = f64, Fill = Zero, Rank = U2> + WriteLevel + Default,
{
    let [first, second, steps] = case.extents();
    let mut random = Random::seeded((first + 7 * second + 49 * steps) as u64);
    let mut y = Tensor::<L>::default();
    let mut expected = Array::full(vec![0, 0], Value::Real(0.0));
    indices!(j, i);
    for step in 0..steps {
        let add = step > 0 && random.percent(60);
        let shape = match (add, random.percent(50)) {
            (true, _) => expected.shape().to_vec(),
            (false, true) => vec![first, second],
            (false, false) => vec![second, first],
        };
        let data = if random.percent(50) {
            case.first(&shape)
        } else {
            case.second(&shape)
        };
        let x = tensor::<Dcsr>(&data);
        let outcome = if add {
            program()
                .update(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(x.at((j, i))))))
                .run()
        } else {
            expected = Array::full(shape, Value::Real(0.0));
            program()
                .declare(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(x.at((j, i))))))
                .run()
        };
        outcome.unwrap();
        for (index, value) in data.entries() {
            let old = expected.get(index).number().unwrap_or_default();
            expected.set(index, Value::Real(old + value))
        }
        let found = read(&y).unwrap();
        assert_eq!(found.shape(), expected.shape());
        assert!(
            found.difference(&expected).is_none(),
            "step {step}: {found} is {expected}"
        );
    }
}

#[test]
fn of_matrices_that_are_written_anywhere() {
    holds(150, |case| {
        matrix_sequence::<FlatFlat>(&case);
        matrix_sequence::<FlatMap>(&case);
        matrix_sequence::<MapMap>(&case);
        matrix_sequence::<SparseByteMap<Flat>>(&case);
    })
}

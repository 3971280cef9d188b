//! Programs over many formats.

use crate::agrees;
use finch_formats::prelude::*;
use finch_tests::data::{self, Data};
use finch_tests::nest::tensor;
use finch_tests::nests::{self, Blocks, Dict, Flat, List, Map, Mixed, Pairs, Runs, SparseRuns, Unsorted};
use finch_traits::level::{Contents, Fibers, Level};

/// Matrices of the suite, and such as have little to share out.
fn matrices() -> Vec<Data> {
    let mut matrices = data::matrices();
    for shape in [[0, 0], [0, 3], [3, 0], [1, 1], [1, 5], [7, 1]] {
        matrices.push(Data::new(format!("{shape:?}"), &shape, []));
    }
    matrices
}

/// Runs `body` for each of some types, called `A` there.
macro_rules! for_each_nest {
    ($A:ident in [$($nest:ty),+ $(,)?] $body:block) => { $( {
        type $A = $nest;
        $body
    } )+ };
}

type V = Vector<f64>;

#[test]
fn rows_are_owned() {
    for_each_nest!(A in [
        Dense<Flat>, Dense<List>, nests::Dcsr, nests::Coo, Dense<Blocks>, Dense<Runs>, Dense<SparseRuns>, Dense<Map>, Dense<Dict>,
        Dense<Mixed>, Dense<Pairs>, nests::RunsFlat,
    ] {
        for data in matrices() {
            let (a, x) = (tensor::<A>(&data), tensor::<Flat>(&data::vector_for(data.shape()[1])));
            agrees!("for j, i { y[j] += a[j, i] * x[i] }", [a, x], [new y = V::default()], {
                y .= 0;
                parallel for j, i { y[j] += a[j, i] * x[i] }
            });
        }
    });
}

#[test]
fn columns_are_reduced() {
    for_each_nest!(A in [Dense<Flat>, Dense<List>, nests::Dcsr, nests::Coo, Dense<Runs>, Dense<Map>] {
        for data in matrices() {
            let (a, x) = (tensor::<A>(&data), tensor::<Flat>(&data::vector_for(data.shape()[0])));
            agrees!("for j, i { y[i] += a[j, i] * x[j] }", [a, x], [new y = V::default()], {
                y .= 0;
                parallel for j, i { y[i] <<FastAdd>>= a[j, i] * x[j] }
            });
        }
    });
}

#[test]
fn vectors_are_summed() {
    for_each_nest!(A in [Flat, List, Pairs, Map, Dict, Unsorted, Runs, SparseRuns, Mixed] {
        for (first, second) in data::pairs() {
            let (x, z) = (tensor::<A>(&first), tensor::<List>(&second));
            agrees!(
                "for i { s[] += x[i] * z[i]; m[] max= x[i] + z[i] }",
                [x, z],
                [new s = Scalar::<f64>::default(), new m = Scalar::<f64, NegInf>::default()],
                {
                    s .= 0;
                    m .= -inf;
                    parallel for i { s[] <<FastAdd>>= x[i] * z[i]; m[] <<max>>= x[i] + z[i] }
                }
            );
        }
    });
}

#[test]
fn products_through_workspaces() {
    // Each workspace with each kind of operand; operands that unfurl alike take turns.
    for_each_nest!(A in [Dense<List>, Dense<Flat>] {
        for data in data::squares() {
            let a = tensor::<A>(&data);
            agrees!(
                "for j, k, i { c[j, i] += a[j, k] * a[k, i] }",
                [a],
                [new c = Tensor::<Dense<Flat>>::default()],
                with w = Tensor::<Map>::default(),
                {
                    c .= 0;
                    parallel for j {
                        w .= 0;
                        for k, i { w[i] += a[j, k] * a[k, i] }
                        for i { c[j, i] = w[i] }
                    }
                }
            );
        }
    });
    for_each_nest!(A in [nests::Dcsr, Dense<Flat>, Dense<Map>] {
        for data in data::squares() {
            let a = tensor::<A>(&data);
            agrees!(
                "for j, k, i { c[j, i] += a[j, k] * a[k, i] }",
                [a],
                [new c = Tensor::<Dense<Flat>>::default()],
                with d = V::default(),
                {
                    c .= 0;
                    parallel for j {
                        d .= 0;
                        for k, i { d[i] += a[j, k] * a[k, i] }
                        for i { c[j, i] = d[i] }
                    }
                }
            );
        }
    });
}

/// What parts are cut by.
#[test]
fn rows_say_how_much_is_stored_before_them() {
    for data in matrices() {
        let a = tensor::<Dense<List>>(&data);
        let rows = a.level().child();
        for row in 0..=data.shape()[0] {
            // SAFETY: the tensor is borrowed.
            let stored = unsafe { rows.fibers() }.stored_before(row);
            assert_eq!(stored, rows.count_stored(row), "{data}");
        }
    }
}

//! Outputs that are stored in the order in which they are written: parts write pieces, which are put together.

use crate::{POOLS, appends, ends, in_parts, in_pools};
use finch_algebra::fill::Zero;
use finch_formats::prelude::*;
use finch_formats::{
    Dense, Element, PackBits, Pattern, Ragged, RunList, SparseBlockList, SparseList, SparseRunList, UnsortedList,
};
use finch_tests::data::{self, Data};
use finch_tests::nest::tensor;
use finch_tests::nests::{self, Flat, List, Map, Pairs};
use finch_tests::random::Random;
use finch_traits::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Matrices of the suite, without rows, without columns, and of many entries.
fn matrices() -> Vec<Data> {
    let mut matrices = data::squares();
    for shape in [[0, 0], [0, 3], [3, 0], [1, 5], [7, 1]] {
        matrices.push(Data::new(format!("{shape:?}"), &shape, []));
    }
    matrices.push(Data::random(&[40, 40], 15, &mut Random::seeded(7)));
    matrices
}

/// Copies a matrix into nests of those levels.
macro_rules! copies {
    ($($level:ty),+ $(,)?) => { $( {
        for data in matrices() {
            let a = tensor::<Dense<List>>(&data);
            appends!("for j, i { c[j, i] = a[j, i] }", [a], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j, i { c[j, i] = a[j, i] }
            });
        }
    } )+ };
}

#[test]
fn rows_of_any_kind_are_put_behind_each_other() {
    copies! {
        Dense<List>, Dense<Pairs>, Dense<SparseBlockList<Element<f64>>>, Dense<RunList<Element<f64>>>,
        Dense<SparseRunList<Element<f64>>>, Dense<Ragged<Element<f64>>>, Dense<PackBits<Element<f64>>>, nests::Dcsr,
        SparseList<Pairs>, SparseList<Flat>, Dense<SparseList<Element<f64>, Vec<u16>, Vec<u8>>>,
        Dense<UnsortedList<Element<f64>>>, SparseList<UnsortedList<Element<f64>>>,
    }
}

/// Rows and values that are equal for some time, of which some are fill.
fn repeating(len: usize) -> (Tensor<Dense<List>>, Tensor<List>) {
    let n = 60;
    let value = |j: usize, i: usize| {
        if !(j / len + i).is_multiple_of(4) {
            (j / len % 3) as f64
        } else {
            0.0
        }
    };
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for j in 0..n {
        rows.extend((0..5).map(|i| value(j, i)));
        values.push(value(j, 0))
    }
    (
        Tensor::from_dense([n, 5], &rows).unwrap(),
        Tensor::from_dense([n], &values).unwrap(),
    )
}

#[test]
fn runs_meet_where_parts_do() {
    macro_rules! runs {
        ($a:ident to $($level:ty),+ $(,)?) => { $(
            appends!("for j, i { c[j, i] = a[j, i] }", [$a], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j, i { c[j, i] = $a[j, i] }
            });
            appends!("for j in 7..50, i { c[j, i] = a[j, i] }", [$a], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j in 7..50, i { c[j, i] = $a[j, i] }
            });
        )+ };
        (vector $x:ident to $($level:ty),+ $(,)?) => { $(
            appends!("for j { c[j] = x[j] }", [$x], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j { c[j] = $x[j] }
            });
            appends!("for j in 7..50 { if x[j] > 1 { c[j] = x[j] } }", [$x], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j in 7..50 { if $x[j] > 1.0 { c[j] = $x[j] } }
            });
        )+ };
    }
    for len in [1, 4, 9, 100] {
        let (a, x) = repeating(len);
        runs! { a to
            RunList<Dense<Element<f64>>>, RunList<List>, RunList<Pairs>, RunList<RunList<Element<f64>>>,
            RunList<SparseRunList<Element<f64>>>, RunList<SparseBlockList<Element<f64>>>, RunList<PackBits<Element<f64>>>,
            SparseRunList<List>, SparseRunList<RunList<Element<f64>>>, SparseRunList<SparseRunList<Element<f64>>>,
            SparseList<RunList<Element<f64>>>,
        }
        runs! { vector x to
            RunList<Element<f64>>, SparseRunList<Element<f64>>, RunList<Element<f64>, Vec<u8>, Vec<u8>>,
            SparseRunList<Element<f64>, Vec<usize>, Vec<u32>, finch_traits::algebra::logic::No>,
        }
        let program = |grain: usize| {
            let (mut c, mut image) = (
                Tensor::<RunList<SparseRunList<Pattern>>>::default(),
                Tensor::<SparseRunList<Pattern>>::default(),
            );
            finch! { c .= false; parallel for j, i { if a[j, i] > 0.0 { c[j, i] = true } } }
                .run_parallel_by(grain)
                .unwrap();
            // All is written, and all is one run.
            finch! { image .= false; parallel for j { if x[j] > -1.0 { image[j] = true } } }
                .run_parallel_by(grain)
                .unwrap();
            c.validate().unwrap();
            image.validate().unwrap();
            (c, image)
        };
        let (c, image) = program(usize::MAX);
        for grain in [1, 7, 25] {
            let (parts, whole) = in_pools(|| program(grain));
            assert!(
                parts.same_storage(&c) && whole.same_storage(&image),
                "in parts of {grain}"
            );
        }
    }
}

#[test]
fn products_row_by_row() {
    for data in matrices().into_iter().filter(|data| data.shape()[0] == data.shape()[1]) {
        let a = tensor::<Dense<List>>(&data);
        appends!(
            "for j, k, i { c[j, i] += a[j, k] * a[k, i] } for j, k, i { d[j] += a[j, k] * a[k, i] }",
            [a],
            [c = Csr::<f64>::default(), d = SparseVector::<f64>::default()],
            with w = Tensor::<Map>::default(),
            {
                c .= 0;
                d .= 0;
                parallel for j {
                    w .= 0;
                    for k, i { w[i] += a[j, k] * a[k, i] }
                    for i { c[j, i] = w[i]; d[j] += w[i] }
                }
            }
        );
    }
}

#[test]
fn patterns_and_tensors_of_three_dimensions() {
    for data in matrices() {
        let a = tensor::<nests::Dcsr>(&data);
        let x = tensor::<List>(&data::vector_for(3));
        appends!("for j, i { c[j, i] = a[j, i] > 1 }", [a], [c = Tensor::<Dense<SparseList<Pattern>>>::default()], {
            c .= false;
            parallel for j, i { if a[j, i] > 1.0 { c[j, i] = true } }
        });
        appends!(
            "for j, i, k { c[j, i, k] = a[j, i] * x[k]; d[j, i] = a[j, i] + 1 }",
            [a, x],
            [c = Tensor::<Dense<Dense<List>>>::default(), d = Matrix::<f64>::default()],
            {
                c .= 0;
                d .= 0;
                parallel for j, i { d[j, i] = a[j, i] + 1.0; for k { c[j, i, k] = a[j, i] * x[k] } }
            }
        );
    }
}

/// Loops in front of the parallel one, behind it, and over some of the rows.
#[test]
fn some_of_the_rows_and_several_passes() {
    let data = Data::random(&[30, 30], 20, &mut Random::seeded(3));
    let a = tensor::<Dense<List>>(&data);
    appends!("for j in 5..20, i { c[j, i] = a[j, i] }", [a], [c = Csr::<f64>::default()], {
        c .= 0;
        parallel for j in 5..20, i { c[j, i] = a[j, i] }
    });
    appends!(
        "for j in 5..20, i { c[j, i] = a[j, i] } for j in 20..30, i { c[j, i] = 2 * a[j, i] } for j, i { d[j] += c[j, i] }",
        [a],
        [c = Csr::<f64>::default(), d = SparseVector::<f64>::default()],
        {
            c .= 0;
            d .= 0;
            parallel for j in 5..20, i { c[j, i] = a[j, i] }
            parallel for j in 20..30, i { c[j, i] = a[j, i] * 2.0 }
            parallel for j, i { d[j] += c[j, i] }
        }
    );
    appends!(
        "for j in 0..7, i { c[j, i] = a[j, i] } for j in 7..30, i { c[j, i] = 2 * a[j, i] }",
        [a],
        [c = Dcsr::<f64>::default()],
        {
            c .= 0;
            for j in 0..7, i { c[j, i] = a[j, i] }
            parallel for j in 7..30, i { c[j, i] = a[j, i] * 2.0 }
        }
    );
    // Runs cannot be opened again once they are sealed.
    appends!(
        "for j in 0..7, i { c[j, i] = a[j, i] } for j in 7..30, i { c[j, i] = 2 * a[j, i] }",
        [a],
        [c = Tensor::<Dense<RunList<Element<f64>>>>::default()],
        {
            c .= 0;
            parallel for j in 0..7, i { c[j, i] = a[j, i] }
            parallel for j in 7..30, i { c[j, i] = a[j, i] * 2.0 }
        }
    );
}

/// What an output holds is replaced, and its memory used again.
#[test]
fn outputs_are_written_again() {
    let [a, b] = [3, 4].map(|seed| {
        let n = 10 * seed as usize;
        tensor::<Dense<List>>(&Data::random(&[n, n], 20, &mut Random::seeded(seed)))
    });
    let sum = |a: &Csr<f64>, c: &mut Csr<f64>, d: &mut Dcsr<f64>| {
        finch! { c .= 0; d .= 0; parallel for j, i { c[j, i] = a[j, i]; d[j, i] = a[j, i] } }
            .run_parallel_by(10)
            .unwrap();
        assert!(c.same_storage(a));
        assert_eq!(c, d);
        d.validate().unwrap();
    };
    POOLS[1].install(|| {
        let (mut c, mut d) = (Csr::default(), Dcsr::default());
        sum(&b, &mut c, &mut d);
        let memory = c.level().child().idx().as_ptr();
        for a in [&b, &a, &b] {
            sum(a, &mut c, &mut d);
            assert_eq!(memory, c.level().child().idx().as_ptr());
        }
    });
}

#[test]
fn faults_and_what_is_left() {
    let n = 300;
    let zeros = [100, 250];
    let x: Vec<i64> = (0..n)
        .map(|i| if zeros.contains(&i) { 0 } else { 1 + i as i64 % 9 })
        .collect();
    let found = in_parts([1, 40, 200], PartialEq::eq, |parts| {
        let mut y = SparseVector::<i64>::default();
        let error = ends!(parts, y .= 0; parallel for i { y[i] = 100 / x[i] }).unwrap_err();
        y.validate().unwrap();
        (error.kind(), error.to_string(), y.to_dense().unwrap())
    });
    assert_eq!(found.0, ErrorKind::Arithmetic);
}

/// A row that several turns of a loop write, each of them from its start.
#[test]
fn rows_that_are_written_out_of_order() {
    let n = 40;
    let entries = (0..3 * n).map(|at| ([at % n, (at * 7 + at / n) % n], 1.0));
    let a = Csr::<f64>::from_triplets([n, n], entries, Add).unwrap();
    let found = in_parts([1, 40, 200], PartialEq::eq, |parts| {
        let mut c = Csr::<f64>::default();
        let error = ends!(parts, c .= 0; parallel for i, k, j { c[i, j] += a[i, k] * a[k, j] }).unwrap_err();
        c.validate().unwrap();
        // Which fiber it is counts from the start of the part.
        let message = error.to_string();
        let (before, after) = message.split_once(" of a SparseList level").unwrap();
        let (before, _) = before.rsplit_once(' ').unwrap();
        (error.kind(), format!("{before} {after}"), c.to_dense().unwrap())
    });
    assert_eq!(found.0, ErrorKind::Order);
    assert!(found.1.starts_with("`c`: index 1 was written to fiber "), "{}", found.1);
}

#[test]
fn panics_leave_outputs_empty() {
    let x: Vec<f64> = (0..1000).map(|i| i as f64).collect();
    let operator = |x: f64| match x as usize {
        i @ (300 | 900) => panic!("at {i}"),
        _ => x,
    };
    for pool in &*POOLS {
        let mut y = SparseVector::<f64>::from_triplets([3], [([1], 1.0)], Add).unwrap();
        let outcome = pool.install(|| {
            catch_unwind(AssertUnwindSafe(|| {
                finch! { y .= 0; parallel for i { y[i] = operator(x[i]) } }.run_parallel_by(10)
            }))
        });
        assert_eq!(outcome.unwrap_err().downcast_ref::<String>().unwrap(), "at 300");
        y.validate().unwrap();
        assert_eq!(y.count_stored(), 0);
        pool.install(|| finch! { y .= 0; parallel for i { y[i] = x[i] } }.run_parallel_by(10))
            .unwrap();
        assert_eq!(y.to_dense().unwrap(), x);
    }
}

/// Each part has few entries, all together too many for the pointers.
#[test]
fn pointers_that_all_entries_do_not_fit() {
    type Narrow = Tensor<Dense<SparseList<Element<f64>, Vec<u8>, Vec<u32>>>>;
    type NarrowVector = Tensor<SparseList<Element<f64, Zero>, Vec<u8>, Vec<u32>>>;
    let a = Matrix::<f64>::from_dense([20, 20], &[1.0; 400]).unwrap();
    let x = vec![1.0; 400];
    for pool in &*POOLS {
        for grain in [1, 50, usize::MAX] {
            let (mut c, mut y) = (Narrow::default(), NarrowVector::default());
            let error =
                pool.install(|| finch! { c .= 0; parallel for j, i { c[j, i] = a[j, i] } }.run_parallel_by(grain));
            assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
            c.validate().unwrap();
            let error = pool.install(|| finch! { y .= 0; parallel for i { y[i] = x[i] } }.run_parallel_by(grain));
            assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
            y.validate().unwrap();
            // They can be written again.
            pool.install(|| finch! { c .= 0; parallel for j in 0..10, i { c[j, i] = a[j, i] } }.run_parallel_by(grain))
                .unwrap();
            assert_eq!(c.count_stored(), 200);
        }
    }
}

//! Cases of matrices.

use crate::{held, stored};
use finch_algebra::{Inf, NegInf, One};
use finch_formats::SparsePoint;
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;

/// The matrix of the cases of the array interface.
fn a43() -> Data {
    Data::matrix(
        "A43",
        &[[0.0, 0.0, 4.4], [1.1, 0.0, 0.0], [2.2, 0.0, 5.5], [3.3, 0.0, 0.0]],
    )
}

/// Close enough for sums of decimals.
#[track_caller]
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} is {expected}")
    }
}

/// 21: a matrix times a vector, by rows and by columns, and with the loops the other way round.
fn spmv<A: Matrix>() {
    let data = Data::matrix(
        "A",
        &[[0.0, 0.0, 3.3], [1.1, 0.0, 0.0], [2.2, 0.0, 4.4], [0.0, 0.0, 5.5]],
    );
    let (a, t) = (Input::<A>::new(&data), Input::<A>::new(&data.transposed()));
    let x = Tensor::<Flat>::from(vec![1.0, 2.0, 3.0]);
    let (mut by_rows, mut by_columns) = (Tensor::<Flat>::default(), Tensor::<Flat>::default());
    let (mut rows_last, mut columns_last) = (Tensor::<Flat>::default(), Tensor::<Flat>::default());
    run! {
        by_rows .= 0;
        by_columns .= 0;
        rows_last .= 0;
        columns_last .= 0;
        for j, i { by_rows[j] += {a.at2(j, i)} * x[i]; }
        for j, i { by_columns[i] += {t.at2(j, i)} * x[j]; }
        for i, j { rows_last[j] += {a.at2(j, i)} * x[i]; }
        for i, j { columns_last[i] += {t.at2(j, i)} * x[j]; }
    }
    let expected = [9.9, 1.1, 15.4, 16.5];
    close(&held(&by_rows), &expected);
    close(&held(&by_columns), &expected);
    close(&held(&rows_last), &expected);
    close(&held(&columns_last), &expected);
}

each!(spmv: some_matrices);

/// 31: how many indices each chunk, each part has, as a matrix of any format.
fn chunks<M: WriteLevel<T = bool, Rank = U2, Fill = algebra::False> + Default>() {
    let counted = |n: usize, width: usize| {
        let (mut chunks, mut parts) = (Tensor::<M>::default(), Tensor::<M>::default());
        let number = n.div_ceil(width);
        run! {
            chunks .= false;
            parts .= false;
            for c in 0..number, i in 0..n { if i.in_chunk(c, width) { chunks[c, i] = true; } }
            for t in 0..width, i in 0..n { if i.in_part(t, n, width) { parts[t, i] = true; } }
        }
        let sizes = |m: &Tensor<M>| -> Vec<usize> {
            let rows = held(m);
            rows.chunks(n)
                .map(|row| row.iter().filter(|value| **value).count())
                .collect()
        };
        // Each index is in one of them, and they ascend.
        for m in [&chunks, &parts] {
            let inside = stored(m).into_iter().filter(|entry| entry.1);
            let indices: Vec<usize> = inside.map(|entry| entry.0[1]).collect();
            assert_eq!(indices, (0..n).collect::<Vec<_>>());
        }
        (sizes(&chunks), sizes(&parts))
    };
    assert_eq!(counted(14, 5), (vec![5, 5, 4], vec![2, 3, 3, 3, 3]));
    assert_eq!(counted(10, 3), (vec![3, 3, 3, 1], vec![3, 3, 4]));
}

#[test]
fn chunks_of_every_level() {
    type Truth = Element<bool, algebra::False>;
    chunks::<Dense<Dense<Truth>>>();
    chunks::<Dense<SparseList<Pattern>>>();
    chunks::<Dense<SparseRunList<Pattern>>>();
    chunks::<SparseCoo<U2, Truth>>();
}

/// 38, and 39: the trace, and sums under masks, the rows outside and the columns outside.
fn sums<A: Matrix>() {
    let a = Input::<A>::new(&Data::matrix("A", &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]));
    let (mut trace, mut s) = (Scalar::new(0.0), Scalar::new(0.0));
    run! {
        trace .= 0;
        for i { trace[] += {a.at2(i, i)}; }
    }
    assert_eq!(trace.get(), 15.0);
    macro_rules! sum {
        ($($a:ident $op:tt $b:ident, $expected:literal;)*) => { $(
            run! {
                s .= 0;
                for $a, $b { if $a $op $b { s[] += {a.at2($a, $b)}; } }
            }
            assert_eq!(s.get(), $expected, stringify!($a $op $b));
        )* };
    }
    // The case has its columns outside: what is below its diagonal is above this one.
    sum! {
        j < i, 11.0;
        j <= i, 26.0;
        j > i, 19.0;
        j >= i, 34.0;
        j == i, 15.0;
        j != i, 30.0;
    }
}

each!(sums: some_matrices);

/// What can be written again, and anywhere.
macro_rules! any_order {
    ($check:ident: $($level:ty),*) => { mod $check {
        use super::*;
        #[test]
        fn of_every_level() {
            $( $check!($level); )*
        }
    } };
}

/// 41: one is added, and the result is transposed through what lies between, in three passes of one program.
macro_rules! transposed {
    ($level:ty) => {
        let (mut a, mut t) = (
            Tensor::<$level>::from_dense([2, 2], &[1.0, 3.0, 0.0, 1.0]).unwrap(),
            Tensor::<$level>::default(),
        );
        run! {
            mut a;
            t .= 0;
            for j in 0..2, i in 0..2 { a[j, i] += 1; }
            for j, i { t[i, j] = a[j, i]; }
            for j, i { a[j, i] := t[j, i]; }
        }
        assert_eq!(
            (held(&a), held(&t)),
            (vec![2.0, 1.0, 4.0, 2.0], vec![2.0, 1.0, 4.0, 2.0])
        );
    };
}

any_order!(transposed: FlatFlat, FlatMap, MapMap, FlatDict, DictDict);

/// 42: `C *= beta`, then `C += alpha * A * B`.
macro_rules! scaled_and_added {
    ($level:ty) => {
        let ones = Tensor::<Csr>::from_dense([3, 3], &[1.0; 9]).unwrap();
        let mut c = Tensor::<$level>::from_dense([3, 3], &[1.0; 9]).unwrap();
        let (alpha, beta) = (1.0, 0.0);
        let mut run = |alpha: f64, beta: f64| {
            run! {
                mut c;
                for j, i { c[j, i] *= beta; }
                for j, k, i { c[j, i] += alpha * ones[j, k] * ones[k, i]; }
            }
            held(&c)
        };
        assert_eq!(run(alpha, beta), [3.0; 9]);
        assert_eq!(run(2.0, 0.5), [7.5; 9]);
    };
}

any_order!(scaled_and_added: FlatFlat, FlatMap, MapMap, FlatDict, DictDict);

/// 45: who is reached first, by whom.
fn first_parents<A: WriteLevel<T = bool, Rank = U2> + Default>() {
    let edges = [false, true, true, false, false, true, false, false];
    let (a, y) = (
        Tensor::<A>::from_dense([2, 4], &edges).unwrap(),
        Tensor::<Dense<Element<bool>>>::from(vec![true; 4]),
    );
    let mut p = Tensor::<Dense<Element<usize, Inf>>>::default();
    run! {
        p .= inf;
        for j, i { p[j] <<choose(inf)>>= select(a[j, i] && y[i], i.value(), {literal::<usize, Inf>()}); }
    }
    assert_eq!(held(&p), [1, 1]);
}

#[test]
fn first_parents_of_every_level() {
    first_parents::<Dense<Dense<Element<bool>>>>();
    first_parents::<Dense<SparseList<Pattern>>>();
    first_parents::<SparseList<SparseList<Element<bool>>>>();
    first_parents::<Dense<SparseRunList<Element<bool>>>>();
}

/// 47: rows that are not touched are not stored, though they are dense.
fn stamped<P: WriteLevel<T = f64, Rank = U1> + Default>() {
    let point = Tensor::<P>::from_dense([3], &[1.0, 0.0, 0.0]).unwrap();
    let kernel = Tensor::<Flat>::from(vec![0.0, 1.0]);
    let mut c = Tensor::<ListFlat>::default();
    run! {
        c .= 0;
        for j, i { c[j, i] = point[j] * kernel[i]; }
    }
    assert_eq!(held(&c), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(c.level().idx()[..], [0]);
}

#[test]
fn stamped_by_every_level() {
    stamped::<List>();
    stamped::<SparsePoint<Number>>();
    stamped::<Map>();
}

/// 53: with constants and vectors, into fills that the result has where nothing is stored.
fn elementwise<A: Matrix>() {
    let a = Input::<A>::new(&a43());
    let v = Tensor::<Flat>::from(vec![1.0, 2.0, 3.0, 4.0]);
    let (mut more, mut twice) = <(Tensor<Dense<SparseList<Element<f64, One>>>>, Tensor<Csr>)>::default();
    let (mut shifted, mut scaled) = (Tensor::<FlatFlat>::default(), Tensor::<Csr>::default());
    let mut through = Tensor::<Dense<SparseList<Element<f64, Inf>>>>::default();
    let mut which = Tensor::<Dense<SparseList<Element<f64, One>>>>::default();
    run! {
        more .= 1;
        twice .= 0;
        through .= inf;
        shifted .= 0;
        scaled .= 0;
        which .= 1;
        for j, i { more[j, i] = {a.at2(j, i)} + {literal::<f64, One>()}; }
        for j, i { twice[j, i] = 2.0 * {a.at2(j, i)}; }
        for j, i { through[j, i] = 3.0 / {a.at2(j, i)}; }
        for j, i { shifted[j, i] = {a.at2(j, i)} + v[j]; }
        for j, i { scaled[j, i] = {a.at2(j, i)} * v[j]; }
        for j, i { if ({a.at2(j, i)}) != 0 { which[j, i] = 2.0; } }
    }
    let inf = f64::INFINITY;
    close(
        &held(&more),
        &[1.0, 1.0, 5.4, 2.1, 1.0, 1.0, 3.2, 1.0, 6.5, 4.3, 1.0, 1.0],
    );
    close(
        &held(&twice),
        &[0.0, 0.0, 8.8, 2.2, 0.0, 0.0, 4.4, 0.0, 11.0, 6.6, 0.0, 0.0],
    );
    close(
        &held(&shifted),
        &[1.0, 1.0, 5.4, 3.1, 2.0, 2.0, 5.2, 3.0, 8.5, 7.3, 4.0, 4.0],
    );
    close(
        &held(&scaled),
        &[0.0, 0.0, 4.4, 2.2, 0.0, 0.0, 6.6, 0.0, 16.5, 13.2, 0.0, 0.0],
    );
    let quotients = held(&through);
    for (quotient, value) in quotients.iter().zip(held(&a.tensor)) {
        assert_eq!(*quotient, if value == 0.0 { inf } else { 3.0 / value })
    }
    close(
        &held(&which),
        &[1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0],
    );
    // What is skipped of the operand is not stored, whatever the fill.
    let stored = a.tensor.count_stored();
    assert_eq!((twice.count_stored(), scaled.count_stored()), (stored, stored));
    assert_eq!(more.count_stored(), stored, "zero and one are known to be one");
    assert_eq!(which.count_stored(), 5);
}

each!(elementwise: few_matrices);

/// 55: products of a matrix with itself, the sum of a product, its trace, and one over maxima of sums.
fn products<A: Matrix>() {
    let a = Input::<A>::new(&Data::matrix(
        "A",
        &[[0.0, 0.0, 44.0], [11.0, 0.0, 0.0], [22.0, 0.0, 55.0], [33.0, 0.0, 0.0]],
    ));
    let mut gram = Tensor::<FlatFlat>::default();
    run! {
        gram .= 0;
        for j, i, k { gram[j, i] += {a.at2(j, k)} * {a.at2(i, k)}; }
    }
    let expected = [
        1936.0, 0.0, 2420.0, 0.0, 0.0, 121.0, 242.0, 363.0, 2420.0, 242.0, 3509.0, 726.0, 0.0, 363.0, 726.0, 1089.0,
    ];
    assert_eq!(held(&gram), expected);

    let b = Input::<A>::new(&Data::matrix("B", &[[1.0, 2.0], [3.0, 4.0]]));
    let c = Input::<A>::new(&Data::matrix("C", &[[5.0, 6.0], [7.0, 8.0]]));
    let (mut product, mut sum, mut trace) = (Tensor::<FlatFlat>::default(), Scalar::new(0.0), Scalar::new(0.0));
    let mut longest = Tensor::<Dense<Dense<Element<f64, NegInf>>>>::default();
    run! {
        product .= 0;
        sum .= 0;
        trace .= 0;
        longest .= -inf;
        for j, k, i { product[j, i] += {b.at2(j, k)} * {c.at2(k, i)}; }
        for j, i { sum[] += product[j, i]; }
        for i { trace[] += product[i, i]; }
        for j, k, i { longest[j, i] <<max>>= {b.at2(j, k)} + {c.at2(k, i)}; }
    }
    assert_eq!(held(&product), [19.0, 22.0, 43.0, 50.0]);
    assert_eq!((sum.get(), trace.get()), (134.0, 69.0));
    assert_eq!(held(&longest), [9.0, 10.0, 11.0, 12.0]);
}

each!(products: few_matrices);

/// 64: mean, variance and deviation in one program, of all and of each column.
fn statistics<A: Matrix>() {
    let data = Data::matrix(
        "A",
        &[[0.0, 0.0, 44.0], [11.0, 0.0, 0.0], [22.0, 0.0, 55.0], [33.0, 0.0, 0.0]],
    );
    let a = Input::<A>::new(&data);
    let (mut mean, mut var) = (Scalar::new(0.0), Scalar::new(0.0));
    let (mut means, mut vars) = (Tensor::<Flat>::default(), Tensor::<Flat>::default());
    run! {
        mean .= 0;
        var .= 0;
        means .= 0;
        vars .= 0;
        for j, i { mean[] += {a.at2(j, i)} / 12.0; }
        for j, i {
            let d = {a.at2(j, i)} - mean[];
            var[] += d * d;
        }
        for j, i { means[i] += {a.at2(j, i)} / 4.0; }
        for j, i {
            let d = {a.at2(j, i)} - means[i];
            vars[i] += d * d / 4.0;
        }
    }
    close(&[mean.get()], &[13.75]);
    assert!((var.get() / 12.0 - 365.520_833_333_333_3).abs() < 1e-9);
    assert!((var.get() / 11.0 - 398.75).abs() < 1e-9);
    close(&held(&means), &[16.5, 0.0, 24.75]);
    close(&held(&vars), &[151.25, 0.0, 627.6875]);
}

each!(statistics: few_matrices);

/// 67: ones where three indices agree, in a tensor of three dimensions.
fn unit<Y: CubeOutput + Default>() {
    let mut e = Tensor::<Y>::default();
    run! {
        e .= 0;
        for k in 0..5, j in 0..6, i in 0..7 { if k == j && j == i { e[k, j, i] = 1; } }
    }
    assert_eq!(e.shape().to_vec(), [5, 6, 7]);
    let ones: Vec<_> = stored(&e).into_iter().filter(|entry| entry.1 != 0.0).collect();
    assert_eq!(ones, (0..5).map(|k| (vec![k; 3], 1.0)).collect::<Vec<_>>());
}

some!(unit: FlatFlatFlat, Csf, FlatCsr, Coo3, ListCoo, CooFlat, ListFlatRuns);

/// 71: twice a half, and a product of three that share an index each.
fn fused<A: Matrix>() {
    let a = Input::<A>::new(&a43());
    let mut same = Tensor::<Csr>::default();
    run! {
        same .= 0;
        for j, i { same[j, i] = ({a.at2(j, i)} + {a.at2(j, i)}) * 0.5; }
    }
    assert_eq!(held(&same), held(&a.tensor));
    let mut random = finch_tests::random::Random::seeded(71);
    let [c, p, b] = [[4, 3], [4, 5], [3, 5]].map(|shape| Data::random(&shape, 50, &mut random));
    let (c, p, b) = (Input::<A>::new(&c), Input::<A>::new(&p), Input::<A>::new(&b));
    let mut product = Tensor::<FlatFlatFlat>::default();
    run! {
        product .= 0;
        for i, j, k { product[i, j, k] = {c.at2(i, j)} * {p.at2(i, k)} * {b.at2(j, k)}; }
    }
    let (c, p, b) = (held(&c.tensor), held(&p.tensor), held(&b.tensor));
    let mut expected = Vec::new();
    for i in 0..4 {
        for j in 0..3 {
            for k in 0..5 {
                expected.push(c[i * 3 + j] * p[i * 5 + k] * b[j * 5 + k])
            }
        }
    }
    assert_eq!(held(&product), expected);
}

each!(fused: few_matrices);

/// 72, and 56: a dimension of one in front, between and behind, and away again.
fn dimensions_of_one<A: Matrix>() {
    let a = Input::<A>::new(&a43());
    let (mut front, mut between) = (Tensor::<Coo3>::default(), Tensor::<FlatCsr>::default());
    let (mut behind, mut dropped) = (Tensor::<Csf>::default(), Tensor::<Csr>::default());
    run! {
        front .= 0;
        between .= 0;
        behind .= 0;
        dropped .= 0;
        for o in 0..1, j, i { front[o, j, i] = {a.at2(j, i)}; }
        for j, o in 0..1, i { between[j, o, i] = {a.at2(j, i)}; }
        for j, i, o in 0..1 { behind[j, i, o] = {a.at2(j, i)}; }
        for j, o, i { dropped[j, i] += between[j, o, i]; }
    }
    let expected = held(&a.tensor);
    assert_eq!(
        (front.shape().to_vec(), held(&front)),
        (vec![1, 4, 3], expected.clone())
    );
    assert_eq!(
        (between.shape().to_vec(), held(&between)),
        (vec![4, 1, 3], expected.clone())
    );
    assert_eq!(
        (behind.shape().to_vec(), held(&behind)),
        (vec![4, 3, 1], expected.clone())
    );
    assert_eq!((dropped.shape().to_vec(), held(&dropped)), (vec![4, 3], expected));
}

each!(dimensions_of_one: few_matrices);

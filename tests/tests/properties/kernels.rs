//! Kernels over random data, beside the oracle.

use crate::data::{Case, holds};
use finch_kernels::prelude::{MinPlus, matrix, reduce, relax, spgemm, spmspv, spmv, vector};
use finch_tests::check::{Given, Made};
use finch_tests::operand::Operand;
use finch_tests::oracle::Value;
use finch_tests::prelude::algebra::{False, Inf};
use finch_tests::prelude::*;
use finch_traits::Result;
use finch_traits::level::{Follows, Gallops, RowsFollow, RowsGallop};

/// What a kernel computes from `inputs` is what the oracle makes of `text`.
fn agrees<Nests>(
    text: &str,
    case: &Case,
    inputs: &[(&str, &dyn Given)],
    outcome: Result<()>,
    outputs: &[(&str, &dyn Made)],
) {
    Check::of::<Nests>(text).case(format!("{case:?}"), inputs, outcome, outputs)
}

/// What a kernel returns.
fn returned<T: Copy>(into: &mut Scalar<T>, outcome: Result<T>) -> Result<()> {
    outcome.map(|value| into.set(value))
}

fn matrix_times_vector<A: Matrix, X: Vector>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let a = Input::<A>::new(&case.first(&[rows, columns]));
        let (x, z) = (
            Input::<X>::new(&case.second(&[columns])),
            Input::<X>::new(&case.second(&[rows])),
        );
        let (mut y, mut w) = (Output::<Flat>::stale(), Output::<Map>::stale());
        let outcome = spmv::spmv_into(&mut y.tensor, &a.tensor, &x.tensor);
        let text = "for j, i { y[j] += a[j, i] * x[i] }";
        agrees::<(A, X)>(text, &case, &[("a", &a), ("x", &x)], outcome, &[("y", &y)]);
        let outcome = spmv::spmv_transposed_into(&mut w.tensor, &a.tensor, &z.tensor);
        let text = "for j, i { w[i] += a[j, i] * z[j] }";
        agrees::<(A, X)>(text, &case, &[("a", &a), ("z", &z)], outcome, &[("w", &w)]);
    })
}

/// Products of matrices `A` and sparse vectors `X`, by these kernels.
macro_rules! sparse_products {
    ($a:ident, $x:ident, $case:expr; $($kernel:ident)*) => {
        let [rows, columns, _] = $case.extents();
        let (a, x) = $case.inputs::<$a, $x>(&[rows, columns], &[columns]);
        $(
            let mut y = Output::<List>::stale();
            let outcome = spmspv::$kernel(&mut y.tensor, &a.tensor, &x.tensor);
            let text = "for j, i { y[j] += a[j, i] * x[i] }";
            agrees::<($a, $x)>(text, $case, &[("a", &a), ("x", &x)], outcome, &[("y", &y)]);
        )*
    };
}

/// A matrix and a sparse vector, both walking.
fn matrix_times_sparse_vector<A: Matrix, X: Vector>() {
    holds(100, |case| {
        sparse_products!(A, X, &case; walk_into);
    })
}

/// The other protocols of a sparse matrix and a sparse vector.
fn by_protocols<A, X>()
where
    A: Matrix + Operand<Nest: RowsGallop + RowsFollow>,
    X: Vector + Operand<Nest: Gallops + Follows>,
{
    holds(100, |case| {
        sparse_products!(A, X, &case; gallop_into lead_matrix_into lead_vector_into);
    })
}

fn elementwise<A: Matrix, B: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, b) = case.inputs::<A, B>(&[rows, columns], &[rows, columns]);
        let (mut y, mut z) = (Output::<Csr>::stale(), Output::<Coo>::stale());
        let outcome = matrix::add_into(&mut y.tensor, &a.tensor, &b.tensor)
            .and_then(|()| matrix::multiply_into(&mut z.tensor, &a.tensor, &b.tensor));
        let text = "for j, i { y[j, i] = a[j, i] + b[j, i] } for j, i { z[j, i] = a[j, i] * b[j, i] }";
        agrees::<(A, B)>(text, &case, &[("a", &a), ("b", &b)], outcome, &[("y", &y), ("z", &z)]);
    })
}

/// The same by protocols of the operands.
fn elementwise_leading<A: Matrix, B: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let (a, b) = case.inputs::<A, B>(&[rows, columns], &[rows, columns]);
        let (mut y, mut z) = (Output::<Dcsr>::stale(), Output::<Coo>::stale());
        indices!(j, i);
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                block(
                    forall(j, forall(i, y.at((j, i)).set(a.at2(j, i) + b.at2(j, i)))),
                    forall(j, forall(i, z.at((j, i)).set(a.at2(j, i) * b.at2(j, i)))),
                )
            })
            .run();
        let text = "for j, i { y[j, i] = a[j, i] + b[j, i] } for j, i { z[j, i] = a[j, i] * b[j, i] }";
        agrees::<(A, B)>(text, &case, &[("a", &a), ("b", &b)], outcome, &[("y", &y), ("z", &z)]);
    })
}

fn matrix_product<A: Matrix, B: Matrix>() {
    holds(100, |case| {
        let [rows, inner, columns] = case.extents();
        let (a, b) = case.inputs::<A, B>(&[rows, inner], &[inner, columns]);
        let mut y = Output::<Csr>::stale();
        let outcome = spgemm::gustavson_into(&mut y.tensor, &a.tensor, &b.tensor);
        let text = "for j, k, i { y[j, i] += a[j, k] * b[k, i] }";
        agrees::<(A, B)>(text, &case, &[("a", &a), ("b", &b)], outcome, &[("y", &y)]);
    })
}

fn vectors<A: Vector, B: Vector>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let mut s = Scalar::new(0.0);
        let (mut y, mut z, mut w) = (
            Output::<List>::stale(),
            Output::<Runs>::stale(),
            Output::<List>::stale(),
        );
        let outcome = returned(&mut s, vector::dot(&a.tensor, &b.tensor))
            .and_then(|()| vector::add_into(&mut y.tensor, &a.tensor, &b.tensor))
            .and_then(|()| vector::add_three_into(&mut z.tensor, &a.tensor, &b.tensor, &a.tensor))
            .and_then(|()| vector::multiply_into(&mut w.tensor, &a.tensor, &b.tensor));
        let text = "for i {
            s[] += a[i] * b[i];
            y[i] = a[i] + b[i];
            z[i] = a[i] + b[i] + a[i];
            w[i] = a[i] * b[i]
        }";
        let outputs: [(&str, &dyn Made); 4] = [("s", &s), ("y", &y), ("z", &z), ("w", &w)];
        agrees::<(A, B)>(text, &case, &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

fn galloping<A: Vector + Operand<Nest: Gallops>, B: Vector + Operand<Nest: Gallops>>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let mut s = Scalar::new(0.0);
        let outcome = returned(&mut s, vector::gallop_dot(&a.tensor, &b.tensor));
        let text = "for i { s[] += a[i] * b[i] }";
        agrees::<(A, B)>(text, &case, &[("a", &a), ("b", &b)], outcome, &[("s", &s)]);
    })
}

some!(by_protocols: Csr List, FlatMixed Narrow, FlatDict Dict, FlatMap Mixed, FlatPairs Pairs, Dcsr Map);
some!(galloping: List List, Narrow Map, Dict Mixed, Pairs List);

fn sums<A: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let a = Input::<A>::new(&case.first(&[rows, columns]));
        let (mut s, mut upper, mut band) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
        let outcome = returned(&mut s, reduce::sum_matrix(&a.tensor))
            .and_then(|()| returned(&mut upper, reduce::sum_upper(&a.tensor)))
            .and_then(|()| returned(&mut band, reduce::sum_band(&a.tensor, -1, 2)));
        let text = "for j, i {
            s[] += a[j, i];
            if j <= i { upper[] += a[j, i] }
            if (j + 1 >= i) & (j <= i + 2) { band[] += a[j, i] }
        }";
        let outputs: [(&str, &dyn Made); 3] = [("s", &s), ("upper", &upper), ("band", &band)];
        agrees::<A>(text, &case, &[("a", &a)], outcome, &outputs);
    })
}

/// Shortest ways: a step of Bellman and Ford, and a product over minima and sums.
fn relaxation<A, D>()
where
    A: finch_tests::operand::Operand<Nest: finch_tests::nest::Nest<T = f64, Fill = Inf, Rank = U2>>,
    D: finch_tests::operand::Operand<Nest: finch_tests::nest::Nest<T = f64, Fill = Inf, Rank = U1>>,
{
    type Flags = SparseByteMap<Element<bool, False>>;
    type Distances = Dense<Element<f64, Inf>>;
    holds(100, |case| {
        let n = case.extents()[0];
        let edges = Input::<A>::new(&case.first(&[n, n]).map(f64::abs));
        let (distance, active) = (case.second(&[n]).map(|value| 3.0 * value), case.second(&[n]));
        let (old, flags) = (Input::<D>::new(&distance), Input::<Flags>::new(&active));
        let (mut closer, mut changed) = (Output::<Distances>::of(&distance), Output::<Flags>::stale());
        let outcome = relax::step_into(
            &mut closer.tensor,
            &mut changed.tensor,
            &edges.tensor,
            &old.tensor,
            &flags.tensor,
        );
        let text = "for j, i {
            if active[j] {
                closer[i] min= old[j] + edges[j, i];
                changed[i] |= old[j] + edges[j, i] < old[i]
            }
        }";
        let inputs: [(&str, &dyn Given); 3] = [("edges", &edges), ("old", &old), ("active", &flags)];
        agrees::<(A, D)>(
            text,
            &case,
            &inputs,
            outcome,
            &[("closer", &closer), ("changed", &changed)],
        );

        let mut y = Output::<Distances>::stale();
        let outcome = spmv::spmv_semiring_into(MinPlus, &mut y.tensor, &edges.tensor, &old.tensor);
        let text = "for j, i { y[j] min= edges[j, i] + old[i] }";
        agrees::<(A, D)>(text, &case, &[("edges", &edges), ("old", &old)], outcome, &[("y", &y)]);
        assert!(y.array().is_ok_and(|array| !array.values().contains(&Value::Missing)));
    })
}

some!(matrix_times_vector: Csr Flat, Dcsr List, Coo Runs, FlatRuns List, FlatMixed Flat, RunsList SparseRuns, MapMap Map);
some!(matrix_times_sparse_vector: Csr List, FlatMap Map, FlatMixed List);
some!(elementwise: Csr Dcsr, Coo Csr, FlatRuns FlatSparseRuns, FlatMixed ListFlat, RunsFlat Coo, SparseRunsRuns FlatFlat);
some!(elementwise_leading: DcsrGallop CooGallop, MapMapGallop Dcsr, CsrGallop DcsrFollow);
some!(matrix_product: Csr Csr, Dcsr Coo, FlatSparseRuns Dcsr, MapMap FlatMap);
some!(vectors: List List, Narrow Map, Runs SparseRuns, Mixed List, Flat Runs);
some!(sums: FlatFlat, Csr, Coo, FlatRuns, FlatSparseRuns, FlatMixed, RunsList);

mod over_infinity {
    use super::*;

    #[test]
    fn some() {
        relaxation::<Dense<SparseList<Element<f64, Inf>>>, Dense<Element<f64, Inf>>>();
        relaxation::<SparseCoo<U2, Element<f64, Inf>>, SparseList<Element<f64, Inf>>>();
        relaxation::<Dense<SparseRunList<Element<f64, Inf>>>, RunList<Element<f64, Inf>>>();
    }
}

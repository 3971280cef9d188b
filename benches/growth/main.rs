//! What programs cost the compiler: `benches/growth.sh` compiles each of these alone, and on top of `empty`.
//!
//! A program is chosen by `--cfg growth --cfg 'growth="name"'`; without one, all are compiled.

#![allow(unexpected_cfgs, reason = "the script passes them to this file alone")]
// With one program, the operands of the others are idle, and so are some of these imports.
#![allow(dead_code, unused_imports)]
// A stencil of nine accesses is as deep as it is long.
#![recursion_limit = "512"]

mod images;

use finch_kernels::Result;
use finch_kernels::formats::traits::algebra::typenum::U0;
use finch_kernels::prelude::*;
use std::hint::black_box;

/// What programs read and write. All are made whatever the program, so that `empty` has the cost of that.
struct Operands {
    vectors: [SparseVector<f64>; 6],
    matrices: [Csr<f64>; 6],
    dense: [Vector<f64>; 2],
    runs: RunVector<f64>,
    edges: CsrWithFill<f64, Inf>,
    distance: VectorWithFill<f64, Inf>,
    active: SparseVectorWithFill<bool, False>,
    sums: [Scalar<f64>; 4],
    least: Scalar<f64, Inf>,
    to_dense: [Vector<f64>; 3],
    to_vector: SparseVector<f64>,
    to_matrix: Csr<f64>,
    row: spgemm::Workspace<f64>,
    closer: VectorWithFill<f64, Inf>,
    changed: ByteMapVectorWithFill<bool, False>,
    tensor: Csf<f64>,
    factors: [Matrix<f64>; 2],
    to_dense_matrix: Matrix<f64>,
    images: images::Images,
}

fn vector<T: Copy + 'static, F>(n: usize, value: T) -> Result<SparseVectorWithFill<T, F>>
where
    F: finch_kernels::traits::algebra::fill::Fill<T>,
{
    Tensor::<SparseList<Element<T, F>>>::from_parts(n, vec![0], vec![value])
}

fn matrix<F: finch_kernels::traits::algebra::fill::Fill<f64>>(n: usize) -> Result<CsrWithFill<f64, F>> {
    Tensor::<Dense<SparseList<Element<f64, F>>>>::from_parts(n, n, vec![0; n + 1], Vec::new(), Vec::new())
}

fn main() -> Result<()> {
    let n = std::env::args().count();
    let v = || vector(n, 1.0);
    let m = || matrix(n);
    let d = || Vector::from(vec![1.0; n]);
    let mut operands = Operands {
        vectors: [v()?, v()?, v()?, v()?, v()?, v()?],
        matrices: [m()?, m()?, m()?, m()?, m()?, m()?],
        dense: [d(), d()],
        runs: Tensor::new(RunList::new(n, vec![0, 1], vec![n as u32], Element::new(vec![1.0])))?,
        edges: matrix(n)?,
        distance: Tensor::new(Dense::new(n, Element::new(vec![1.0; n])))?,
        active: vector(n, true)?,
        sums: Default::default(),
        least: Scalar::default(),
        to_dense: [d(), d(), d()],
        to_vector: SparseVector::default(),
        to_matrix: Csr::default(),
        row: Tensor::default(),
        closer: Tensor::new(Dense::new(n, Element::new(vec![1.0; n])))?,
        changed: Tensor::default(),
        tensor: Csf::from_triplets([n; 3], [([0; 3], 1.0)], Add)?,
        factors: [
            Matrix::from_dense([n, 1], &vec![1.0; n])?,
            Matrix::from_dense([n, 1], &vec![1.0; n])?,
        ],
        to_dense_matrix: Matrix::default(),
        images: images::Images::new(n)?,
    };
    run(black_box(&mut operands))?;
    black_box(operands);
    Ok(())
}

macro_rules! programs {
    ($($name:literal $function:ident: |$operands:ident| $program:expr;)*) => {
        $(
            #[cfg(any(not(growth), growth = $name))]
            #[inline(never)]
            fn $function($operands: &mut Operands) -> Result<()> {
                $program
            }
        )*

        fn run(operands: &mut Operands) -> Result<()> {
            $(
                #[cfg(any(not(growth), growth = $name))]
                $function(operands)?;
            )*
            let _ = operands;
            Ok(())
        }
    };
}

/// `sum over i` of an expression in vectors.
#[allow(unused_macros)]
macro_rules! sum {
    ($operands:ident, $i:ident, [$($a:ident)*] $expr:expr) => {{
        indices!($i);
        let [$($a,)* ..] = &$operands.vectors;
        $(let $a = $a.at(($i,));)*
        program()
            .declare(&mut $operands.sums[0])
            .body(|(sum,)| forall($i, sum.at(()).add($expr)))
            .run()
    }};
}

/// `sum over j, k, i` of an expression in six matrices.
#[allow(unused_macros)]
macro_rules! nested {
    ($operands:ident, [$($a:ident)*] $expr:expr) => {{
        indices!(j, k, i);
        let [a, b, c, d, e, f] = &$operands.matrices;
        let ($($a,)*) = (a.at((j, k)), b.at((k, i)), c.at((j, i)), d.at((j, k)), e.at((k, i)), f.at((j, i)));
        program()
            .declare(&mut $operands.sums[0])
            .body(|(sum,)| forall(j, forall(k, forall(i, sum.at(()).add($expr)))))
            .run()
    }};
}

programs! {
    "union-2" union_2: |o| sum!(o, i, [a b] a + b);
    "union-3" union_3: |o| sum!(o, i, [a b c] a + b + c);
    "union-4" union_4: |o| sum!(o, i, [a b c d] a + b + c + d);
    "union-5" union_5: |o| sum!(o, i, [a b c d e] a + b + c + d + e);
    "union-6" union_6: |o| sum!(o, i, [a b c d e f] a + b + c + d + e + f);
    "product-6" product_6: |o| sum!(o, i, [a b c d e f] a * b * c * d * e * f);
    "nested-product-6" nested_product_6: |o| nested!(o, [a b c d e f] a * b * c * d * e * f);
    "nested-sum-6" nested_sum_6: |o| nested!(o, [a b c d e f] a + b + c + d + e + f);
    "ten-statements" ten_statements: |o| ten(o);

    "kernel-spmv-gather" gather: |o| spmv::spmv_into(&mut o.to_dense[0], &o.matrices[0], &o.dense[0]);
    "kernel-spmv-scatter" scatter: |o| spmv::spmv_transposed_into(&mut o.to_dense[0], &o.matrices[0], &o.dense[0]);
    "kernel-dot" dot: |o| vector::dot(&o.vectors[0], &o.vectors[1]).map(keep);
    "kernel-gallop-dot" gallop_dot: |o| vector::gallop_dot(&o.vectors[0], &o.vectors[1]).map(keep);
    "kernel-add" add: |o| vector::add_into(&mut o.to_vector, &o.vectors[0], &o.vectors[1]);
    "kernel-add-three" add_three: |o|
        vector::add_three_into(&mut o.to_vector, &o.vectors[0], &o.vectors[1], &o.vectors[2]);
    "kernel-multiply" multiply: |o| vector::multiply_into(&mut o.to_vector, &o.vectors[0], &o.vectors[1]);
    "kernel-matrix-add" matrix_add: |o| matrix::add_into(&mut o.to_matrix, &o.matrices[0], &o.matrices[1]);
    "kernel-matrix-multiply" matrix_multiply: |o|
        matrix::multiply_into(&mut o.to_matrix, &o.matrices[0], &o.matrices[1]);
    "kernel-spmspv-walk" spmspv_walk: |o| spmspv::walk_into(&mut o.to_dense[0], &o.matrices[0], &o.vectors[0]);
    "kernel-spmspv-gallop" spmspv_gallop: |o|
        spmspv::gallop_into(&mut o.to_dense[0], &o.matrices[0], &o.vectors[0]);
    "kernel-spmspv-lead-matrix" spmspv_lead_matrix: |o|
        spmspv::lead_matrix_into(&mut o.to_dense[0], &o.matrices[0], &o.vectors[0]);
    "kernel-spmspv-lead-vector" spmspv_lead_vector: |o|
        spmspv::lead_vector_into(&mut o.to_dense[0], &o.matrices[0], &o.vectors[0]);
    "kernel-spgemm" gustavson: |o|
        spgemm::gustavson_semiring_into(PlusTimes, &mut o.to_matrix, &o.matrices[0], &o.matrices[1], &mut o.row);
    "kernel-sum-vector" sum_vector: |o| reduce::sum_vector(&o.vectors[0]).map(keep);
    "kernel-sum-runs" sum_runs: |o| reduce::sum_vector(&o.runs).map(keep);
    "kernel-dot-runs" dot_runs: |o| vector::dot(&o.runs, &o.runs).map(keep);
    "kernel-sum-matrix" sum_matrix: |o| reduce::sum_matrix(&o.matrices[0]).map(keep);
    "kernel-sum-upper" sum_upper: |o| reduce::sum_upper(&o.matrices[0]).map(keep);
    "kernel-sum-band" sum_band: |o| reduce::sum_band(&o.matrices[0], -1, 1).map(keep);
    "array-1" array_1: |o| (-&o.matrices[0]).assign_to(&mut o.to_matrix);
    "array-3" array_3: |o| (&o.matrices[0] * (&o.matrices[1] + &o.matrices[2])).assign_to(&mut o.to_matrix);
    "array-6" array_6: |o| {
        let [a, b, c, d, e, f] = &o.matrices;
        (a * (b + c) - d * e * f).assign_to(&mut o.to_matrix)
    };
    "array-rows" array_rows: |o| (&o.matrices[0] * &o.matrices[1]).sum_axis::<1>().assign_to(&mut o.to_dense[0]);
    "array-sampled" array_sampled: |o| {
        let [u, v] = &o.factors;
        (&o.matrices[0] * u.matmul(&v.t())).assign_to(&mut o.to_matrix)
    };
    "array-bilinear" array_bilinear: |o| (&o.dense[0] * o.matrices[0].matmul(&o.dense[1])).sum().map(keep);
    "array-product" array_product: |o| o.matrices[0].matmul(&o.matrices[1]).assign_to(&mut o.to_matrix);
    "einsum-product" einsum_product: |o| {
        let ([a, b, ..], y) = (&o.matrices, &mut o.to_matrix);
        einsum!(y[i, j] += a[i, k] * b[k, j]).run()
    };
    "einsum-sampled" einsum_sampled: |o| {
        let ([s, ..], [u, v], y) = (&o.matrices, &o.factors, &mut o.to_matrix);
        einsum!(y[i, j] += s[i, j] * u[i, k] * v[j, k]).run()
    };
    "einsum-triangles" einsum_triangles: |o| {
        let [a, b, c, ..] = &o.matrices;
        einsum!([] += a[i, j] * b[j, k] * c[i, k]).value().map(keep)
    };
    "einsum-chain" einsum_chain: |o| {
        let ([a, b, ..], [d, _], y) = (&o.matrices, &o.factors, &mut o.to_dense_matrix);
        einsum!(y[i, l] += a[i, j] * b[j, k] * d[k, l]).run()
    };
    "einsum-mttkrp" einsum_mttkrp: |o| {
        let (x, [b, c], y) = (&o.tensor, &o.factors, &mut o.to_dense_matrix);
        einsum!(y[i, r] += x[i, j, k] * b[j, r] * c[k, r]).run()
    };
    "stencil-bytes" stencil_bytes: |o| images::stencil(&mut o.images.to_bytes, &o.images.bytes);
    "stencil-runs" stencil_runs: |o| images::stencil(&mut o.images.to_bytes, &o.images.runs);
    "stencil-bits" stencil_bits: |o| images::stencil_words(&mut o.images.to_words, &o.images.words);
    "masked-erosion-bits" erosion: |o| images::erode(&mut o.images.to_words, &o.images.words, &o.images.mask);
    "bfs-pull" pull: |o| images::pull(&mut o.images.found, &mut o.images.parents, &o.images.edges, &o.images.visited, &o.images.frontier);
    "kernel-relax" relaxed: |o| relax::step_into(&mut o.closer, &mut o.changed, &o.edges, &o.distance, &o.active);
}

fn keep(value: f64) {
    black_box(value);
}

/// Ten statements in two loops over five sparse matrices and a mask: three in the outer loop; in the inner one a `let`
/// over all that follow it, one of them under the mask.
fn ten(operands: &mut Operands) -> Result<()> {
    let Operands {
        matrices: [a, b, c, d, e, _],
        dense: [x, z],
        sums: [s1, s2, s3, s4],
        least,
        to_dense: [y1, y2, y3],
        ..
    } = operands;
    indices!(j, i);
    program()
        .declare(s1)
        .declare(s2)
        .declare(s3)
        .declare(s4)
        .declare(least)
        .update(y1)
        .update(y2)
        .update(y3)
        .body(|(s1, s2, s3, s4, least, y1, y2, y3)| {
            let (xj, xi, zj) = (x.at((j,)), x.at((i,)), z.at((j,)));
            let inner = define::<U0, _, _>(a.at((j, i)) * xi, |product| {
                block(
                    y2.at((i,)).add(product),
                    block(
                        y3.at((j,)).add(product * zj),
                        block(
                            sieve(j.le(i), s3.at(()).add(b.at((j, i)) + c.at((j, i)))),
                            block(
                                s4.at(()).add(d.at((j, i)) * e.at((j, i)) * (xi + zj)),
                                least.at(()).reduce(Min, xi.min(zj)),
                            ),
                        ),
                    ),
                )
            });
            forall(
                j,
                block(
                    s1.at(()).add(xj * zj),
                    block(
                        s2.at(()).add(xj * xj * zj),
                        block(y1.at((j,)).add(xj + zj * 3.0), forall(i, inner)),
                    ),
                ),
            )
        })
        .run()
}

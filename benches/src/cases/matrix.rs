//! Kernels over a matrix, with what else they need derived from it.

use super::{Answer, Case, Entrant, Written, done};
use crate::data::{rotated, spread, tenth, transposed};
use crate::twins::{self, Accumulator, Changed, Entries, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// The kernels that [`over_matrix`] knows.
pub const MATRIX_KERNELS: &[&str] = &[
    "spmv-gather",
    "spmv-scatter",
    "spgemm",
    "spgemm-fused",
    "spgemm-allocating",
    "spgemm-unsorted",
    "spmspv-walk",
    "spmspv-gallop",
    "spmspv-lead-matrix",
    "spmspv-lead-vector",
    "matrix-add",
    "matrix-multiply",
    "sum-upper",
    "sum-band",
    "moments",
    "relax",
];

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather`, `spmv-scatter` | `a x` and `aᵀ x` for the vector of [`spread`] |
/// | `spgemm` | `a a`, or `a aᵀ` if `a` is not square, of as many leading rows as make at most 2^25 products, into an output that is kept; `spgemm-fused` against a twin that clears while it copies; `spgemm-allocating` into a new output; `spgemm-unsorted` into rows in which columns stand as they come up |
/// | `spmspv-..` | `a x` for a vector that stores a tenth of [`spread`] |
/// | `matrix-add`, `matrix-multiply` | `a + b`, `a ∘ b` for `a` with its columns rotated by one |
/// | `sum-upper`, `sum-band` | the upper triangle, and three diagonals on each side of the main one |
/// | `moments` | the sums of `a[j, i] x[i]` and of their squares: a name that is used in two statements |
/// | `relax` | a step from every tenth vertex, if `a` is square; else over its square part |
///
/// # Errors
///
/// `a` is too large.
pub fn over_matrix(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Case>> {
    let a = Rc::clone(a);
    Ok(Some(match kernel {
        "spmv-gather" => gather(a),
        "spmv-scatter" => scatter(a),
        "spgemm" => spgemm("spgemm", a, twins::gustavson)?,
        "spgemm-fused" => spgemm("spgemm-fused", a, twins::gustavson_fused)?,
        "spgemm-allocating" => spgemm_allocating(a)?,
        "spgemm-unsorted" => spgemm_unsorted(a)?,
        "spmspv-walk" => spmspv("spmspv-walk", a, twins::spmspv_walk, spmspv::walk_into)?,
        "spmspv-gallop" => spmspv("spmspv-gallop", a, twins::spmspv_gallop, spmspv::gallop_into)?,
        "spmspv-lead-matrix" => spmspv(
            "spmspv-lead-matrix",
            a,
            twins::spmspv_lead_matrix,
            spmspv::lead_matrix_into,
        )?,
        "spmspv-lead-vector" => spmspv(
            "spmspv-lead-vector",
            a,
            twins::spmspv_lead_vector,
            spmspv::lead_vector_into,
        )?,
        "matrix-add" => combine("matrix-add", a, twins::add_matrices, matrix::add_into)?,
        "matrix-multiply" => combine("matrix-multiply", a, twins::multiply_matrices, matrix::multiply_into)?,
        "sum-upper" => sum_upper(a),
        "sum-band" => sum_band(a),
        "moments" => moments(a),
        "relax" => relax_step(a)?,
        _ if super::SAMPLED_KERNELS.contains(&kernel) => return super::over_sampled(kernel, &a),
        _ if super::EXPRESSION_KERNELS.contains(&kernel) => return super::over_expressions(kernel, &a),
        _ if super::EINSUM_KERNELS.contains(&kernel) => return super::over_einsum(kernel, &a),
        _ if super::PACKED_KERNELS.contains(&kernel) => return super::over_packed(kernel, &a),
        _ => return super::blocks::over_blocks(kernel, &a),
    }))
}

fn cols(a: &Csr<f64>) -> usize {
    a.level().child().extent()
}

fn gather(a: Rc<Csr<f64>>) -> Case {
    let x = Vector::<f64>::from(spread(cols(&a)));
    Case::of_vectors(
        "spmv-gather",
        (a, x),
        |y, (a, x)| twins::gather(y, Rows::of(a), x.values()),
        |y, (a, x)| spmv::spmv_into(y, &**a, x),
    )
}

fn scatter(a: Rc<Csr<f64>>) -> Case {
    let x = Vector::<f64>::from(spread(a.level().extent()));
    Case::of_vectors(
        "spmv-scatter",
        (a, x),
        |y, (a, x)| twins::scatter(y, Rows::of(a), x.values()),
        |y, (a, x)| spmv::spmv_transposed_into(y, &**a, x),
    )
}

/// The operands of a product that has at most 2^25 scalar products: leading rows of `a`, and what they are multiplied by.
pub(super) fn operands(a: &Csr<f64>) -> Result<(Csr<f64>, Csr<f64>)> {
    const MOST: usize = 1 << 25;
    let right = if a.level().extent() == cols(a) {
        a.clone()
    } else {
        transposed(a)?
    };
    let (list, row_starts) = (a.level().child(), right.level().child().ptr());
    let mut products = 0;
    let mut rows = 0;
    while rows < a.level().extent() {
        let row = &list.idx()[list.ptr()[rows]..list.ptr()[rows + 1]];
        products += row
            .iter()
            .map(|&k| row_starts[k as usize + 1] - row_starts[k as usize])
            .sum::<usize>();
        if products > MOST {
            break;
        }
        rows += 1
    }
    let stored = list.ptr()[rows];
    let left = Tensor::<Dense<SparseList<Element<f64>>>>::from_parts(
        rows,
        cols(a),
        list.ptr()[..=rows].to_vec(),
        list.idx()[..stored].to_vec(),
        list.child().val()[..stored].to_vec(),
    )?;
    Ok((left, right))
}

fn spgemm(
    kernel: &'static str,
    a: Rc<Csr<f64>>,
    hand: fn(&mut MadeRows, Rows<'_>, Rows<'_>, &mut Accumulator),
) -> Result<Case> {
    Ok(Case::of(
        kernel,
        operands(&a)?,
        move |(c, row): &mut (MadeRows, Accumulator), (a, b)| hand(c, Rows::of(a), Rows::of(b), row),
        |(c, row): &mut (Csr<f64>, spgemm::Workspace<f64>), (a, b)| {
            spgemm::gustavson_semiring_into(PlusTimes, c, a, b, row)
        },
    ))
}

fn spgemm_allocating(a: Rc<Csr<f64>>) -> Result<Case> {
    Ok(Case::of(
        "spgemm-allocating",
        operands(&a)?,
        |c, (a, b)| {
            *c = MadeRows::default();
            twins::gustavson(c, Rows::of(a), Rows::of(b), &mut Accumulator::default())
        },
        |c, (a, b)| {
            *c = Csr::default();
            spgemm::gustavson_into(c, a, b)
        },
    ))
}

fn spgemm_unsorted(a: Rc<Csr<f64>>) -> Result<Case> {
    Ok(Case::of(
        "spgemm-unsorted",
        operands(&a)?,
        |(c, places): &mut (MadeRows, Vec<_>), (a, b)| twins::gustavson_unsorted(c, Rows::of(a), Rows::of(b), places),
        |c: &mut UnsortedCsr<f64>, (a, b)| spgemm::unsorted_into(c, a, b),
    ))
}

fn spmspv(
    kernel: &'static str,
    a: Rc<Csr<f64>>,
    hand: fn(&mut Vec<f64>, Rows<'_>, Entries<'_>),
    finch: fn(&mut Vector<f64>, &Csr<f64>, &SparseVector<f64>) -> Result<()>,
) -> Result<Case> {
    let x = tenth(cols(&a))?;
    Ok(Case::of(
        kernel,
        (a, x),
        move |y, (a, x)| hand(y, Rows::of(a), Entries::of(x)),
        move |y, (a, x)| finch(y, a, x),
    ))
}

fn combine(
    kernel: &'static str,
    a: Rc<Csr<f64>>,
    hand: fn(&mut MadeRows, Rows<'_>, Rows<'_>),
    finch: fn(&mut Csr<f64>, &Csr<f64>, &Csr<f64>) -> Result<()>,
) -> Result<Case> {
    let b = rotated(&a)?;
    Ok(Case::of(
        kernel,
        (a, b),
        move |c, (a, b)| hand(c, Rows::of(a), Rows::of(b)),
        move |c, (a, b)| finch(c, a, b),
    ))
}

fn sum_upper(a: Rc<Csr<f64>>) -> Case {
    Case::of_numbers(
        "sum-upper",
        a,
        |a| twins::sum_upper(Rows::of(a)),
        |a| reduce::sum_upper(&**a),
    )
}

fn sum_band(a: Rc<Csr<f64>>) -> Case {
    Case::of_numbers(
        "sum-band",
        a,
        |a| twins::sum_band(Rows::of(a), -3, 3),
        |a| reduce::sum_band(&**a, -3, 3),
    )
}

/// An access and a product that are named, and read twice.
fn named_moments(a: &Csr<f64>, x: &Vector<f64>) -> Result<[f64; 2]> {
    let (mut sum, mut squares) = (Scalar::<f64>::default(), Scalar::<f64>::default());
    finch! {
        sum .= 0;
        squares .= 0;
        for j, i {
            let product = a[j, i] * x[i];
            sum[] += product;
            squares[] += product * product;
        }
    }
    .run()?;
    Ok([sum.get(), squares.get()])
}

fn moments(a: Rc<Csr<f64>>) -> Case {
    let x = Vector::<f64>::from(spread(cols(&a)));
    Case::of(
        "moments",
        (a, x),
        |sums: &mut [f64; 2], (a, x)| *sums = twins::moments(Rows::of(a), x.values()),
        |sums: &mut [f64; 2], (a, x)| {
            *sums = named_moments(a, x)?;
            Ok(())
        },
    )
}

struct Graph {
    edges: CsrWithFill<f64, Inf>,
    distance: VectorWithFill<f64, Inf>,
    active: SparseVectorWithFill<bool, False>,
}

type Parts<'a> = (
    &'a CsrWithFill<f64, Inf>,
    &'a VectorWithFill<f64, Inf>,
    &'a SparseVectorWithFill<bool, False>,
);

impl Graph {
    fn parts(&self) -> Parts<'_> {
        (&self.edges, &self.distance, &self.active)
    }
}

fn graph(a: &Csr<f64>) -> Result<Graph> {
    let vertices = a.level().extent().min(cols(a));
    let mut edges = a.to_triplets();
    edges.retain(|(index, _)| index[0] < vertices && index[1] < vertices);
    let lengths = edges.iter().map(|(index, value)| ([index[0], index[1]], value.abs()));
    let edges = CsrWithFill::from_triplets([vertices, vertices], lengths, Min)?;
    let distance = spread(vertices).iter().map(|x| x * 1e3).collect::<Vec<_>>();
    let active = (0..vertices).step_by(10).map(|vertex| ([vertex], true));
    Ok(Graph {
        edges,
        distance: VectorWithFill::from(distance),
        active: SparseVectorWithFill::from_triplets([vertices], active, Or)?,
    })
}

fn relax_step(a: Rc<Csr<f64>>) -> Result<Case> {
    let graph = Rc::new(graph(&a)?);
    let same = Rc::clone(&graph);
    // Both start with a copy of the distances; a step that is repeated reads and writes as much as the first one.
    let closer = graph.distance.clone();
    Ok(Case::new(
        "relax",
        vec![
            Entrant::new(
                "hand",
                (closer.values().to_vec(), Changed::default()),
                |(closer, changed)| {
                    let mut answer = Answer::values(closer);
                    for (index, value) in changed.entries() {
                        answer.indices.extend([index, usize::from(value)])
                    }
                    answer
                },
                move |(closer, changed)| {
                    let (edges, distance, active) = same.parts();
                    twins::relax(closer, changed, Rows::of(edges), distance.values(), Entries::of(active))
                },
            ),
            Entrant::new(
                "finch",
                (closer, ByteMapVectorWithFill::<bool, False>::default()),
                |(closer, changed)| {
                    let mut answer = closer.answer();
                    changed.for_each(|index, value| answer.indices.extend([index[0], usize::from(value)]));
                    answer
                },
                move |(closer, changed)| {
                    let (edges, distance, active) = graph.parts();
                    done(relax::step_into(closer, changed, edges, distance, active))
                },
            ),
        ],
    ))
}

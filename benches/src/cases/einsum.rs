//! Sums of products whose order of loops `einsum!` finds, beside the same sums by hand in the order that is best for them.

use super::{Case, Cube, NamedTensor, factor};
use crate::data::{numbers, spread};
use crate::twins::{self, Fibers, Rows};
use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};
use std::rc::Rc;

/// The kernels that [`over_einsum`] knows.
pub const EINSUM_KERNELS: &[&str] = &[
    "einsum-chain-vector",
    "einsum-chain-8",
    "einsum-triangles",
    "einsum-triangles-marked",
];

/// The kernels that [`over_einsum_of_tensor`] knows, the last one of tensors of three dimensions only.
pub const EINSUM_TENSOR_KERNELS: &[&str] = &["einsum-mttkrp-16", "einsum-batched-4"];

/// A sum of products of `a`, a square part of it at the top left. `None` if there is none of that name.
///
/// | kernel | computes | by hand |
/// |---|---|---|
/// | `einsum-chain-vector` | `y[i] += a[i, j] * a[j, k] * x[k]` | two products with a vector |
/// | `einsum-chain-8` | `y[i, l] += a[i, j] * a[j, k] * d[k, l]` for a dense `d` of 8 columns | two products with dense columns |
/// | `einsum-triangles` | the sum of `l[i, j] * l[j, k] * l[i, k]` for `l` below the diagonal of `a` | two pointers for each `l[i, j]` |
/// | `einsum-triangles-marked` | the same | rows `j` are looked up in a dense copy of row `i` |
///
/// # Errors
///
/// There is not enough memory.
pub fn over_einsum(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Case>> {
    let case = match kernel {
        "einsum-chain-vector" => {
            let a = square(a, |_, _| true)?;
            let x = Vector::<f64>::from(spread(a.shape()[0]));
            Case::of(
                "einsum-chain-vector",
                (a, x),
                |(y, t): &mut (Vec<f64>, Vec<f64>), (a, x)| {
                    twins::gather(t, Rows::of(a), x.values());
                    twins::gather(y, Rows::of(a), t)
                },
                |y: &mut Vector<f64>, (a, x)| {
                    einsum!(y[i] += a[i, j] * a[j, k] * x[k]).run()?;
                    Ok(())
                },
            )
        }
        "einsum-chain-8" => {
            let a = square(a, |_, _| true)?;
            let d = factor(a.shape()[0], 8, &mut numbers())?;
            Case::of(
                "einsum-chain-8",
                (a, d),
                |(y, t): &mut (Vec<f64>, Vec<f64>), (a, d)| {
                    twins::multiply_dense(t, Rows::of(a), d.values(), 8);
                    twins::multiply_dense(y, Rows::of(a), t, 8)
                },
                |y: &mut Matrix<f64>, (a, d)| {
                    einsum!(y[i, l] += a[i, j] * a[j, k] * d[k, l]).run()?;
                    Ok(())
                },
            )
        }
        "einsum-triangles" => {
            let l = square(a, |i, j| j < i)?;
            Case::of_numbers("einsum-triangles", l, |l| twins::cycles(Rows::of(l)), triangles)
        }
        "einsum-triangles-marked" => {
            let l = square(a, |i, j| j < i)?;
            Case::of(
                "einsum-triangles-marked",
                l,
                |(sum, (row, stored)): &mut (f64, (Vec<f64>, Vec<bool>)), l| {
                    *sum = twins::cycles_marked(Rows::of(l), row, stored)
                },
                |sum: &mut f64, l| {
                    *sum = triangles(l)?;
                    Ok(())
                },
            )
        }
        _ => return Ok(None),
    };
    Ok(Some(case.in_any_order()))
}

fn triangles(l: &Csr<f64>) -> Result<f64> {
    einsum!([] += l[i, j] * l[j, k] * l[i, k]).value()
}

/// The largest square at the top left of `a`, of those entries whose row and column are `kept`.
fn square(a: &Csr<f64>, kept: fn(usize, usize) -> bool) -> Result<Csr<f64>> {
    let extent = a.shape()[0].min(a.shape()[1]);
    let entries = a.iter().filter(|([i, j], _)| i.max(j) < &extent && kept(*i, *j));
    Csr::from_triplets([extent; 2], entries, Add)
}

/// A sum of products of a tensor and dense factors. `None` if there is none of that name for its number of dimensions.
///
/// | kernel | computes | by hand |
/// |---|---|---|
/// | `einsum-mttkrp-16` | `y[i, r] += x[i, j, k] * b[j, r] * c[k, r]`, and that in four dimensions, for factors of 16 columns | the loops of `mttkrp` |
/// | `einsum-batched-4` | `y[i, j, r] += x[i, j, k] * b[i, k, r]` for a dense `b` of 4 columns | a product with dense columns for each `i` |
///
/// # Errors
///
/// There is not enough memory.
pub fn over_einsum_of_tensor(kernel: &str, tensor: &NamedTensor) -> Result<Option<Case>> {
    let numbers = &mut numbers();
    let case = match (kernel, tensor) {
        ("einsum-mttkrp-16", NamedTensor::Three(x)) => {
            let shape = x.shape();
            let factors = [factor(shape[1], 16, numbers)?, factor(shape[2], 16, numbers)?];
            Case::of(
                "einsum-mttkrp-16",
                (x.clone(), factors),
                |(y, row): &mut (Vec<f64>, Vec<f64>), (x, [b, c])| {
                    twins::mttkrp(y, row, Fibers::of(x), b.values(), c.values(), 16)
                },
                |y: &mut Matrix<f64>, (x, [b, c])| {
                    einsum!(y[i, r] += x[i, j, k] * b[j, r] * c[k, r]).run()?;
                    Ok(())
                },
            )
        }
        ("einsum-mttkrp-16", NamedTensor::Four(x)) => {
            let shape = x.shape();
            let factors = [
                factor(shape[1], 16, numbers)?,
                factor(shape[2], 16, numbers)?,
                factor(shape[3], 16, numbers)?,
            ];
            Case::of(
                "einsum-mttkrp-16",
                (x.clone(), factors),
                |(y, rows): &mut (Vec<f64>, [Vec<f64>; 2]), (x, [b, c, d])| {
                    let factors = [b.values(), c.values(), d.values()];
                    twins::mttkrp_4(y, rows, twins::Fibers4::of(x), factors, 16)
                },
                |y: &mut Matrix<f64>, (x, [b, c, d])| {
                    einsum!(y[h, r] += x[h, i, j, k] * b[i, r] * c[j, r] * d[k, r]).run()?;
                    Ok(())
                },
            )
        }
        ("einsum-batched-4", NamedTensor::Three(x)) => {
            let [batches, _, rows] = *x.shape() else {
                return Ok(None);
            };
            let b: Vec<f64> = numbers.take(batches * rows * 4).collect();
            let b = Cube::from_dense([batches, rows, 4], &b)?;
            Case::of(
                "einsum-batched-4",
                (x.clone(), b),
                |y: &mut Vec<f64>, (x, b)| twins::batched(y, Fibers::of(x), b.level().child().child().child().val(), 4),
                |y: &mut Cube, (x, b)| {
                    einsum!(y[i, j, r] += x[i, j, k] * b[i, k, r]).run()?;
                    Ok(())
                },
            )
        }
        _ => return Ok(None),
    };
    Ok(Some(case.in_any_order()))
}

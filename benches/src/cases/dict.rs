//! Dictionaries beside twins over the same arrays: walked, looked up, and as a workspace; and rows in memory of their own.

use super::Case;
use super::blocks::whole;
use super::matrix::operands;
use crate::twins::{self, Dicts, HashAccumulator, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::formats::traits::algebra::semiring::PlusTimes;
use finch_kernels::prelude::*;

/// The kernels that [`over_dicts`] knows.
pub const DICT_KERNELS: &[&str] = &[
    "spmv-gather-dict",
    "look-up-dict",
    "spgemm-dict",
    "spmv-gather-separate",
];

type DictRows = Tensor<Dense<SparseDict<Element<f64>>>>;

struct Operands {
    rows: Csr<f64>,
    matrix: DictRows,
    across: Vector<f64>,
}

/// Both sides of a case whose answer is a vector.
fn case(
    kernel: &'static str,
    a: &Csr<f64>,
    hand: fn(&mut Vec<f64>, &Dicts<'_>, &Operands),
    finch: fn(&mut Vector<f64>, &Operands) -> Result<()>,
) -> Result<Case> {
    let columns = a.level().child().extent();
    let operands: &'static Operands = Box::leak(Box::new(Operands {
        rows: a.clone(),
        matrix: a.convert()?,
        across: Vector::from((0..columns).map(whole).collect::<Vec<_>>()),
    }));
    let dicts = Dicts::of(&operands.matrix);
    Ok(Case::of_vectors(
        kernel,
        dicts,
        move |y, dicts| hand(y, dicts, operands),
        move |y, _| finch(y, operands),
    ))
}

/// The product of a row with the same one, which is looked up.
fn look_up(y: &mut Vector<f64>, a: &DictRows, b: &Csr<f64>) -> Result<()> {
    indices!(j, i);
    program()
        .declare(y)
        .body(|(y,)| {
            let product = a.at((j, follow(i))) * b.at((j, i));
            forall(j, forall(i, y.at((j,)).add(product)))
        })
        .run()
}

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather-dict` | `a x` where the rows of `a` are dictionaries |
/// | `look-up-dict` | the product of each row with itself, one of them compressed and the other looked up |
/// | `spgemm-dict` | as `spgemm`, each row summed in a dictionary |
/// | `spmv-gather-separate` | `a x` where each row of `a` has arrays of its own |
///
/// # Errors
///
/// `a` is too large.
pub fn over_dicts(kernel: &str, a: &Csr<f64>) -> Result<Option<Case>> {
    Ok(Some(match kernel {
        "spmv-gather-dict" => case(
            "spmv-gather-dict",
            a,
            |y, dicts, o| twins::gather_dicts(y, dicts, o.across.values()),
            |y, o| spmv::spmv_into(y, &o.matrix, &o.across),
        )?,
        "look-up-dict" => case(
            "look-up-dict",
            a,
            |y, dicts, o| twins::look_up_dicts(y, dicts, Rows::of(&o.rows)),
            |y, o| look_up(y, &o.matrix, &o.rows),
        )?,
        "spgemm-dict" => Case::of(
            "spgemm-dict",
            operands(a)?,
            |(c, row): &mut (MadeRows, HashAccumulator), (a, b)| {
                twins::gustavson_dict(c, Rows::of(a), Rows::of(b), row)
            },
            |(c, row): &mut (Csr<f64>, DictVector<f64>), (a, b)| {
                spgemm::gustavson_semiring_into(PlusTimes, c, a, b, row)
            },
        ),
        "spmv-gather-separate" => {
            let columns = a.level().child().extent();
            let x = Vector::from((0..columns).map(whole).collect::<Vec<_>>());
            let matrix: SeparateCsr<f64> = a.convert()?;
            Case::of_vectors(
                "spmv-gather-separate",
                (matrix, x),
                |y, (a, x)| twins::gather_separate(y, a, x.values()),
                |y, (a, x)| spmv::spmv_into(y, a, x),
            )
        }
        _ => return super::over_patterns(kernel, a),
    }))
}

//! Dictionaries beside twins over the same arrays: walked, looked up, and as a workspace; and rows in memory of their own.

use super::matrix::operands;
use super::{Answer, Case, Entrant, done};
use crate::twins::{self, Dicts, HashAccumulator, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::formats::traits::algebra::semiring::PlusTimes;
use finch_kernels::prelude::*;
use std::rc::Rc;

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
        across: Vector::from((0..columns).map(|index| (1 + index % 7) as f64).collect::<Vec<_>>()),
    }));
    let dicts = Dicts::of(&operands.matrix);
    Ok(Case {
        kernel,
        entrants: vec![
            Entrant::new(
                "hand",
                Vec::new(),
                |y| Answer::values(y),
                move |y| hand(y, &dicts, operands),
            ),
            Entrant::new("finch", Vector::default(), Answer::dense, move |y| {
                done(finch(y, operands))
            }),
        ],
    })
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
        "spgemm-dict" => {
            let inputs = Rc::new(operands(a)?);
            let same = Rc::clone(&inputs);
            Case {
                kernel: "spgemm-dict",
                entrants: vec![
                    Entrant::new(
                        "hand",
                        (MadeRows::default(), HashAccumulator::default()),
                        |(c, _)| Answer::rows(c),
                        move |(c, row)| twins::gustavson_dict(c, Rows::of(&same.0), Rows::of(&same.1), row),
                    ),
                    Entrant::new(
                        "finch",
                        (Csr::default(), DictVector::<f64>::default()),
                        |(c, _)| Answer::csr(c),
                        move |(c, row)| done(spgemm::gustavson_semiring_into(PlusTimes, c, &inputs.0, &inputs.1, row)),
                    ),
                ],
            }
        }
        "spmv-gather-separate" => {
            let columns = a.level().child().extent();
            let x = Rc::new(Vector::from(
                (0..columns).map(|index| (1 + index % 7) as f64).collect::<Vec<_>>(),
            ));
            let matrix: Rc<SeparateCsr<f64>> = Rc::new(a.convert()?);
            let same = (Rc::clone(&matrix), Rc::clone(&x));
            Case {
                kernel: "spmv-gather-separate",
                entrants: vec![
                    Entrant::new(
                        "hand",
                        Vec::new(),
                        |y| Answer::values(y),
                        move |y| twins::gather_separate(y, &same.0, same.1.values()),
                    ),
                    Entrant::new("finch", Vector::default(), Answer::dense, move |y| {
                        done(spmv::spmv_into(y, &matrix, &x))
                    }),
                ],
            }
        }
        _ => return super::over_patterns(kernel, a),
    }))
}

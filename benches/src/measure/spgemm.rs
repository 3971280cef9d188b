//! The ways to multiply sparse matrices, each beside its twin: rows of `measure spgemm` besides the formats.
//!
//! | kernel | formats | computes |
//! |---|---|---|
//! | `spgemm` | `csr-kept` | `A B`, row by row, storing sums that cancel too |
//! | | `csr-unsorted` | the same into rows in which columns stand as they come up |
//! | | `csr-inner`, `csr-outer`, `csr-dict` | the same as inner and as outer products, and row by row in tables |
//! | | `csr-chosen` | the same in the way that is chosen by counting, which is timed too |
//! | `spgemm-masked` | `csr-masked`, `csr-inner-masked`, `csr-chosen-masked` | `A B` where `A` stores something |
//! | `spgemm-complemented` | `csr-complemented`, `csr-inner-complemented` | `A B` where `A` stores nothing |
//!
//! Other libraries have no masks. Those of the rows of `B` or columns of `A` are transposed beforehand, save where it is
//! chosen. Masks are for square matrices.

use super::problem::{Kernel, Problem, extents};
use super::row::{Row, sum};
use crate::cases::done;
use crate::data::transposed;
use crate::policy::POLICY;
use crate::twins::{self, Accumulator, Edges, HashAccumulator, MadeRows, Rows, Table};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spgemm::{DictWorkspace, MaskWorkspace, OuterWorkspace, Workspace};
use std::error::Error;
use std::io::Write;
use std::rc::Rc;

/// The names of the ways to compute the whole product, as formats.
pub const WAYS: [&str; 6] = [
    "csr-kept",
    "csr-unsorted",
    "csr-inner",
    "csr-outer",
    "csr-dict",
    "csr-chosen",
];

/// Those under a mask, by the kernel that they compute.
pub const MASKED: [(&str, &[&str]); 2] = [
    (
        "spgemm-masked",
        &["csr-masked", "csr-inner-masked", "csr-chosen-masked"],
    ),
    ("spgemm-complemented", &["csr-complemented", "csr-inner-complemented"]),
];

/// The most steps that are taken by a way that takes more than others unless it is named.
const MOST_STEPS: usize = 1 << 27;

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    WAYS.into_iter()
        .chain(MASKED.iter().flat_map(|(_, names)| names.iter().copied()))
}

fn sum_made(made: &MadeRows) -> f64 {
    sum(&made.entries.val)
}

fn sum_csr(made: &Csr<f64>) -> f64 {
    sum(made.level().child().child().val())
}

/// What a twin writes into, and works with.
type Twin<W> = (MadeRows, W);

/// What a program writes into, and works with.
type Finch<W> = (Csr<f64>, W);

fn twin<W: Default + 'static>(name: &'static str, run: impl Fn(&mut MadeRows, &mut W) + Clone + 'static) -> Vec<Row> {
    Row::both(
        "hand",
        name,
        |(c, _): &Twin<W>| sum_made(c),
        move |(c, work)| run(c, work),
    )
}

fn finch<W: Default + 'static>(
    name: &'static str,
    run: impl Fn(&mut Csr<f64>, &mut W) -> Result<()> + Clone + 'static,
) -> Vec<Row> {
    Row::both(
        "finch",
        name,
        |(c, _): &Finch<W>| sum_csr(c),
        move |(c, work)| done(run(c, work)),
    )
}

/// How many steps a way takes that may take many more than there are products: merges, or products in tables.
fn steps(name: &str, problem: &Problem) -> usize {
    let (a, b) = (&problem.a, &problem.b);
    let ([rows, _], [_, columns]) = (extents(a), extents(b));
    let (of_a, of_b) = (a.count_stored(), b.count_stored());
    let average = of_b / columns.max(1) + of_a / rows.max(1);
    match name {
        "csr-inner" | "csr-inner-complemented" => {
            columns.saturating_mul(of_a).saturating_add(rows.saturating_mul(of_b))
        }
        "csr-inner-masked" => of_a.saturating_mul(average),
        "csr-outer" | "csr-dict" => spgemm::Counts::of(a, b).products.saturating_mul(8),
        _ => 0,
    }
}

/// Those among `names` that are wanted: all that do not take too long if none is named.
fn chosen<'n>(
    names: &'n [&'static str],
    problem: &Problem,
    wanted: &[String],
    remarks: &mut dyn Write,
) -> std::io::Result<Vec<&'n &'static str>> {
    let mut chosen = Vec::new();
    for name in names {
        if !wanted.is_empty() {
            if wanted.iter().any(|wanted| wanted == name) {
                chosen.push(name)
            }
            continue;
        }
        let steps = steps(name, problem);
        if steps <= MOST_STEPS {
            chosen.push(name)
        } else {
            writeln!(
                remarks,
                "{name}: left out, it would take {steps} steps; name it by --format"
            )?
        }
    }
    Ok(chosen)
}

/// The ways to compute a whole product.
///
/// # Errors
///
/// Matrices are too large, or remarks cannot be written.
pub fn rows(problem: &Problem, wanted: &[String], remarks: &mut dyn Write) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    if problem.kernel != Kernel::Spgemm {
        return Ok(rows);
    }
    for &name in chosen(&WAYS, problem, wanted, remarks)? {
        let (a, b) = (Rc::clone(&problem.a), Rc::clone(&problem.b));
        let (same_a, same_b) = (Rc::clone(&a), Rc::clone(&b));
        match name {
            "csr-kept" => {
                rows.extend(twin(name, move |c, row: &mut Accumulator| {
                    twins::gustavson_kept(c, Rows::of(&a), Rows::of(&b), row)
                }));
                rows.extend(finch(name, move |c, row: &mut Workspace<f64>| {
                    spgemm::gustavson_by(POLICY, KeepExplicitZeros(PlusTimes), c, &same_a, &same_b, row)
                }))
            }
            "csr-unsorted" => {
                rows.extend(twin(name, move |c, places: &mut Vec<u32>| {
                    twins::gustavson_unsorted(c, Rows::of(&a), Rows::of(&b), places)
                }));
                rows.extend(Row::both(
                    "finch",
                    name,
                    |c: &UnsortedCsr<f64>| sum(c.level().child().child().val()),
                    move |c| done(spgemm::unsorted_by(POLICY, PlusTimes, c, &same_a, &same_b)),
                ))
            }
            "csr-inner" => {
                let bt = Rc::new(transposed(&b)?);
                let same_bt = Rc::clone(&bt);
                rows.extend(twin(name, move |c, ()| twins::inner(c, Rows::of(&a), Rows::of(&bt))));
                rows.extend(finch(name, move |c, ()| spgemm::inner_into(c, &same_a, &same_bt)))
            }
            "csr-outer" => {
                let at = Rc::new(transposed(&a)?);
                let same_at = Rc::clone(&at);
                rows.extend(twin(name, move |c, table: &mut Table| {
                    twins::outer(c, Rows::of(&at), Rows::of(&b), table)
                }));
                rows.extend(finch(name, move |c, table: &mut OuterWorkspace<f64>| {
                    spgemm::outer_semiring_into(PlusTimes, c, &same_at, &same_b, table)
                }))
            }
            "csr-dict" => {
                rows.extend(twin(name, move |c, row: &mut HashAccumulator| {
                    twins::gustavson_dict(c, Rows::of(&a), Rows::of(&b), row)
                }));
                rows.extend(finch(name, move |c, row: &mut DictWorkspace<f64>| {
                    spgemm::gustavson_by(POLICY, PlusTimes, c, &same_a, &same_b, row)
                }))
            }
            _ => rows.extend(finch(name, move |c, ()| {
                spgemm::spgemm_by(POLICY, PlusTimes, c, &same_a, &same_b).map(drop)
            })),
        }
    }
    Ok(rows)
}

/// The products under masks: for each kernel its name, its rows and the magnitude of what it computes.
///
/// # Errors
///
/// As for [`rows`].
pub fn masked(
    problem: &Problem,
    wanted: &[String],
    remarks: &mut dyn Write,
) -> Result<Vec<(&'static str, Vec<Row>, f64)>, Box<dyn Error>> {
    let mut kernels = Vec::new();
    if problem.kernel != Kernel::Spgemm {
        return Ok(kernels);
    }
    let [height, width] = extents(&problem.a);
    let mask = Rc::new(problem.a.pattern());
    for (kernel, names) in MASKED {
        let chosen = chosen(names, problem, wanted, remarks)?;
        if chosen.is_empty() {
            continue;
        }
        if height != width {
            writeln!(
                remarks,
                "{kernel}: left out, {height} by {width} is no mask for the product"
            )?;
            continue;
        }
        let is_complement = kernel == "spgemm-complemented";
        let mut rows = Vec::new();
        for &name in chosen {
            rows.extend(under_mask(name, is_complement, problem, &mask)?)
        }
        // The twin comes first: others are compared with it.
        if !rows.iter().any(|row| row.implementation == "hand") {
            let first = if is_complement {
                "csr-complemented"
            } else {
                "csr-masked"
            };
            rows.splice(
                0..0,
                under_mask(first, is_complement, problem, &mask)?.into_iter().take(2),
            );
        }
        let (a, b) = (Rows::of(&problem.a), Rows::of(&problem.b));
        let (mut c, mut row, mut marked) = (MadeRows::default(), Accumulator::default(), Vec::new());
        let edges = Edges::of(&mask);
        if is_complement {
            twins::masked::<true>(&mut c, edges, a, b, (&mut row, &mut marked))
        } else {
            twins::masked::<false>(&mut c, edges, a, b, (&mut row, &mut marked))
        }
        let magnitude = c.entries.val.iter().map(|value| value.abs()).sum();
        kernels.push((kernel, rows, magnitude))
    }
    Ok(kernels)
}

fn under_mask(
    name: &'static str,
    is_complement: bool,
    problem: &Problem,
    mask: &Rc<CsrPattern>,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let (a, b) = (Rc::clone(&problem.a), Rc::clone(&problem.b));
    let (same_a, same_b) = (Rc::clone(&a), Rc::clone(&b));
    let (mask, same) = (Rc::clone(mask), Rc::clone(mask));
    type Marks = (Accumulator, Vec<bool>);
    type Work = (Workspace<f64>, MaskWorkspace);
    let mut rows = Vec::new();
    match name {
        "csr-masked" | "csr-complemented" => {
            rows.extend(twin(name, move |c, (row, marked): &mut Marks| {
                let (edges, a, b) = (Edges::of(&mask), Rows::of(&a), Rows::of(&b));
                if is_complement {
                    twins::masked::<true>(c, edges, a, b, (row, marked))
                } else {
                    twins::masked::<false>(c, edges, a, b, (row, marked))
                }
            }));
            rows.extend(finch(name, move |c, (row, marked): &mut Work| {
                if is_complement {
                    spgemm::complemented_semiring_into(PlusTimes, c, &same, &same_a, &same_b, (row, marked))
                } else {
                    spgemm::masked_semiring_into(PlusTimes, c, &same, &same_a, &same_b, (row, marked))
                }
            }))
        }
        "csr-chosen-masked" => rows.extend(finch(name, move |c, ()| {
            spgemm::spgemm_masked_into(c, &same, &same_a, &same_b).map(drop)
        })),
        _ => {
            let bt = Rc::new(transposed(&b)?);
            let same_bt = Rc::clone(&bt);
            if !is_complement {
                rows.extend(twin(name, move |c, ()| {
                    twins::inner_masked(c, Edges::of(&mask), Rows::of(&a), Rows::of(&bt))
                }))
            }
            rows.extend(finch(name, move |c, ()| {
                if is_complement {
                    spgemm::inner_complemented_into(c, &same, &same_a, &same_bt)
                } else {
                    spgemm::inner_masked_into(c, &same, &same_a, &same_bt)
                }
            }))
        }
    }
    Ok(rows)
}

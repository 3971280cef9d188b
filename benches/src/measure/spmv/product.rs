//! `A x` in all formats that suit a matrix.

use super::input::Input;
use super::structured;
use crate::measure::row::Row;
use crate::policy::{POLICY, SUMS};
use crate::twins::{self, Blocks, FixedBlocks, PairRows, Rows};
use finch_kernels::MatrixOf;
use finch_kernels::Result;
use finch_kernels::formats::traits::level::Level;
use finch_kernels::prelude::*;
use finch_kernels::spmv::LowerTriangle;
use std::collections::HashSet;
use std::rc::Rc;
use typenum::{U1, U2, U3, U4, U5, U6, U7, U8, U16, U32};

/// Compressed rows of narrow indices.
pub(super) type NarrowCsr = Tensor<Dense<NarrowList>>;
/// A list of narrow indices.
pub(super) type NarrowList = SparseList<Element<f64>, Vec<u32>, Vec<u16>>;

/// A format may store so many times the entries.
const FILL: f64 = 1.6;
/// A format whose entries take no lookups may store so many times the entries.
const PADDING: f64 = 2.5;

/// A matrix that any policy can read.
trait Read: MatrixOf<f64> + for<'a> Level<Fibers<'a>: Send + Sync> + 'static {}
impl<L: MatrixOf<f64> + for<'a> Level<Fibers<'a>: Send + Sync> + 'static> Read for L {}

/// Both gathers over a matrix.
fn gathers<L: Read>(input: &Input, [plain, fast]: [&'static str; 2], a: Rc<Tensor<L>>, rows: &mut Vec<Row>) {
    let (same, x, same_x) = (Rc::clone(&a), Rc::clone(&input.x), Rc::clone(&input.x));
    let bytes = a.bytes();
    rows.push(input.program(plain, bytes, move |y| spmv::spmv_by(POLICY, PlusTimes, y, &a, &x)));
    rows.push(input.program(fast, bytes, move |y| {
        spmv::spmv_by(POLICY, FastPlusTimes, y, &same, &same_x)
    }))
}

/// The gather in order.
fn gather<L: Read>(input: &Input, format: &'static str, a: Rc<Tensor<L>>, rows: &mut Vec<Row>) {
    let x = Rc::clone(&input.x);
    rows.push(input.program(format, a.bytes(), move |y| spmv::spmv_by(POLICY, PlusTimes, y, &a, &x)))
}

/// A product of a matrix with a vector, by hand.
type Hand<A> = fn(&mut Vec<f64>, &A, &[f64]);

/// A product of a symmetric matrix with a vector, by hand: of what is below the diagonal, and the diagonal.
type SymmetricHand = fn(&mut Vec<f64>, Rows<'_>, &[f64], &[f64]);

/// A row by hand.
fn by_hand<A: 'static>(input: &Input, format: &'static str, a: &Rc<A>, run: Hand<A>, rows: &mut Vec<Row>) {
    let (a, x) = (Rc::clone(a), Rc::clone(&input.x));
    rows.push(input.row("hand", format, move |y| run(y, &a, x.values())))
}

/// How many places blocks of this size store, for each entry.
fn fill_of(input: &Input, height: usize, width: usize) -> f64 {
    let list = input.a.level().child();
    let mut blocks = 0;
    let mut seen = HashSet::new();
    for block_row in (0..input.rows).step_by(height) {
        seen.clear();
        let end = (block_row + height).min(input.rows);
        seen.extend(
            list.idx()[list.ptr()[block_row]..list.ptr()[end]]
                .iter()
                .map(|&column| column as usize / width),
        );
        blocks += seen.len()
    }
    (blocks * height * width) as f64 / input.stored.max(1) as f64
}

/// Stretches of consecutive columns, and places from the first to the last entry of each row.
fn stretches_and_band(input: &Input) -> (usize, usize) {
    let list = input.a.level().child();
    let (mut stretches, mut band) = (0, 0);
    for row in list.ptr().windows(2) {
        let row = &list.idx()[row[0]..row[1]];
        stretches += usize::from(!row.is_empty()) + row.windows(2).filter(|pair| pair[0] + 1 < pair[1]).count();
        if let (Some(&first), Some(&last)) = (row.first(), row.last()) {
            band += (last - first) as usize + 1
        }
    }
    (stretches, band)
}

/// All who compute `A x`: by hand over compressed rows first.
pub(super) fn rows(input: &Input) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let a = &input.a;
    let (cells, stored) = (input.rows.saturating_mul(input.cols), input.stored as f64);
    by_hand(input, "csr", a, |y, a, x| twins::gather(y, Rows::of(a), x), &mut rows);
    by_hand(
        input,
        "csr-fast",
        a,
        |y, a, x| twins::gather_fast(y, Rows::of(a), x),
        &mut rows,
    );
    by_hand(
        input,
        "csr-fast-8",
        a,
        |y, a, x| twins::gather_in_lanes::<8>(y, Rows::of(a), x),
        &mut rows,
    );
    by_hand(
        input,
        "csr-fast-2",
        a,
        |y, a, x| twins::gather_in_lanes::<2>(y, Rows::of(a), x),
        &mut rows,
    );
    gathers(input, ["csr", "csr-fast"], Rc::clone(a), &mut rows);
    let (same, x) = (Rc::clone(a), Rc::clone(&input.x));
    rows.push(input.program("csr-auto", a.bytes(), move |y| {
        spmv::spmv_auto_into(y, &same, &x).map(drop)
    }));
    if input.cols <= 1 << 16 && u32::try_from(input.stored).is_ok() {
        let narrow: NarrowCsr = a.convert()?;
        gathers(input, ["csr-16", "csr-16-fast"], Rc::new(narrow), &mut rows)
    }
    let pairs: Rc<PackedCsr<f64>> = Rc::new(a.convert()?);
    let hand: Hand<_> = |y, a, x| twins::gather_pairs(y, PairRows::of(a), x);
    by_hand(input, "pairs", &pairs, hand, &mut rows);
    gather(input, "pairs", pairs, &mut rows);
    // By columns: the rows of the transposed matrix.
    let columns = Rc::new(crate::data::transposed(a)?);
    by_hand(
        input,
        "csc",
        &columns,
        |y, a, x| twins::scatter(y, Rows::of(a), x),
        &mut rows,
    );
    let x = Rc::clone(&input.x);
    rows.push(input.program("csc", columns.bytes(), move |y| {
        spmv::spmv_transposed_by(POLICY, SUMS, y, &columns, &x)
    }));
    // Entry by entry.
    let (coordinates, x) = (a.convert::<SparseCoo<U2, Element<f64>>>()?, Rc::clone(&input.x));
    rows.push(input.program("coo", coordinates.bytes(), move |y| {
        spmv::by_coordinates_semiring_into(PlusTimes, y, &coordinates, &x)
    }));
    let lil: Rc<Lil<f64>> = Rc::new(a.convert()?);
    by_hand(input, "lil", &lil, twins::gather_lengths, &mut rows);
    gather(input, "lil", lil, &mut rows);

    let (stretches, band) = stretches_and_band(input);
    if stored >= 1.5 * stretches as f64 {
        let blocks: Rc<BlockCsr<f64>> = Rc::new(a.convert()?);
        let hand: Hand<_> = |y, a, x| twins::gather_blocks(y, Blocks::of(a), x);
        by_hand(input, "blocks", &blocks, hand, &mut rows);
        gathers(input, ["blocks", "blocks-fast"], blocks, &mut rows)
    }
    if band as f64 <= FILL * stored {
        let band: Rc<BandMatrix<f64>> = Rc::new(a.convert()?);
        by_hand(
            input,
            "band",
            &band,
            |y, a, x| twins::gather_bands(y, twins::Bands::of(a), x),
            &mut rows,
        );
        gathers(input, ["band", "band-fast"], band, &mut rows)
    }
    if cells as f64 <= FILL * stored {
        gathers(
            input,
            ["dense", "dense-fast"],
            Rc::new(a.convert::<Dense<Dense<Element<f64>>>>()?),
            &mut rows,
        )
    }
    macro_rules! fixed {
        ($($size:ty, $number:literal, $names:expr;)*) => { $(
            if fill_of(input, $number, $number) <= FILL {
                let blocks: Rc<Bcsr<f64, $size, $size>> = Rc::new(a.convert()?);
                let hand: fn(&mut Vec<f64>, &Bcsr<f64, $size, $size>, &[f64]) =
                    |y, a, x| twins::gather_fixed::<$number, $number>(y, FixedBlocks::of(a), x);
                // The twin knows no padding.
                if input.rows % $number == 0 && input.cols % $number == 0 {
                    by_hand(input, $names[0], &blocks, hand, &mut rows)
                }
                gathers(input, $names, blocks, &mut rows)
            }
        )* };
    }
    fixed! {
        U2, 2, ["bcsr-2", "bcsr-2-fast"];
        U3, 3, ["bcsr-3", "bcsr-3-fast"];
        U4, 4, ["bcsr-4", "bcsr-4-fast"];
    }
    macro_rules! blocked {
        ($($size:ty, $number:literal, $name:literal;)*) => { $(
            if fill_of(input, $number, $number) <= FILL {
                rows.push(structured::blocked::<$size>(input, $name)?)
            }
        )* };
    }
    blocked! {
        U2, 2, "blocked-2";
        U3, 3, "blocked-3";
        U4, 4, "blocked-4";
        U6, 6, "blocked-6";
    }
    let lengths = || a.level().child().ptr().windows(2).map(|row| row[1] - row[0]);
    let length = lengths().next().unwrap_or(0);
    if lengths().all(|other| other == length) {
        macro_rules! ellpack {
            ($($size:ty, $number:literal;)*) => {
                match length {
                    $($number => {
                        let name = concat!("ellpack-", $number);
                        rows.extend(structured::ellpack::<$size>(input, name)?)
                    })*
                    _ => {}
                }
            };
        }
        ellpack! { U1, 1; U2, 2; U3, 3; U4, 4; U5, 5; U6, 6; U7, 7; U8, 8; U16, 16; U32, 32; }
    }
    if let Some(diagonals) = structured::diagonals(input, FILL)? {
        let (diagonals, x) = (Rc::new(diagonals), Rc::clone(&input.x));
        by_hand(input, "diagonals", &diagonals, twins::by_diagonals, &mut rows);
        rows.push(input.program("diagonals", diagonals.bytes(), move |y| {
            spmv::by_diagonals_into(y, &diagonals, &x)
        }))
    }
    rows.extend(structured::sliced(input, PADDING)?);
    rows.extend(structured::sell(input)?);
    if a.level().child().child().val().iter().all(|&value| value == 1.0) {
        let pattern: Rc<CsrPattern> = Rc::new(a.pattern());
        by_hand(input, "pattern", &pattern, twins::gather_pattern, &mut rows);
        let (same, x, same_x) = (Rc::clone(&pattern), Rc::clone(&input.x), Rc::clone(&input.x));
        let bytes = pattern.bytes();
        rows.push(input.program("pattern", bytes, move |y| {
            spmv::spmv_pattern_by(POLICY, PlusTimes, y, &pattern, &x)
        }));
        rows.push(input.program("pattern-fast", bytes, move |y| {
            spmv::spmv_pattern_by(POLICY, FastPlusTimes, y, &same, &same_x)
        }))
    }
    if let Some(triangles) = triangles(input, stretches)? {
        rows.extend(triangles)
    }
    let buffer = input.buffer();
    for format in ["csr", "csr-16", "blocks", "band", "diagonals", "triangle"] {
        rows.extend(input.plain_sum(format, &buffer))
    }
    #[cfg(feature = "peers")]
    rows.extend(super::peers::vector(input));
    Ok(rows)
}

/// A program over a triangle.
fn triangle<L>(input: &Input, format: &'static str, a: LowerTriangle<L>, rows: &mut Vec<Row>)
where
    L: Read + Level<Fill = Zero>,
{
    let x = Rc::clone(&input.x);
    let bytes = a.below().bytes() + a.diagonal().bytes();
    rows.push(input.program(format, bytes, move |y| spmv::symmetric_by(POLICY, SUMS, y, &a, &x)))
}

/// All who compute `A x` from one triangle, if the matrix is symmetric: by hand first.
pub(super) fn triangles(input: &Input, stretches: usize) -> Result<Option<Vec<Row>>> {
    if input.rows != input.cols {
        return Ok(None);
    }
    let below: LowerTriangle<Dense<SparseList<Element<f64>>>> = match LowerTriangle::of(&input.a) {
        Ok(triangle) => triangle,
        Err(error) if error.kind() == ErrorKind::Invalid => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut rows = Vec::new();
    let by_hand: [(_, SymmetricHand); 2] = [("triangle", twins::symmetric), ("triangle-fast", twins::symmetric_fast)];
    for (format, run) in by_hand {
        let (same, x) = (below.clone(), Rc::clone(&input.x));
        rows.push(input.row("hand", format, move |y| {
            run(y, Rows::of(same.below()), same.diagonal().values(), x.values())
        }))
    }
    if input.cols <= 1 << 16 && u32::try_from(input.stored).is_ok() {
        triangle(
            input,
            "triangle-16",
            LowerTriangle::<Dense<NarrowList>>::of(&input.a)?,
            &mut rows,
        )
    }
    if input.stored as f64 >= 2.0 * stretches as f64 {
        let blocks = LowerTriangle::<Dense<SparseBlockList<Element<f64>>>>::of(&input.a)?;
        triangle(input, "triangle-blocks", blocks, &mut rows)
    }
    let pairs = LowerTriangle::<Dense<SparsePairs<f64>>>::of(&input.a)?;
    triangle(input, "triangle-pairs", pairs, &mut rows);
    let (same, x) = (below.clone(), Rc::clone(&input.x));
    triangle(input, "triangle", below, &mut rows);
    let bytes = same.below().bytes() + same.diagonal().bytes();
    rows.push(input.program("triangle-fast", bytes, move |y| {
        spmv::symmetric_by(POLICY, FastPlusTimes, y, &same, &x)
    }));
    Ok(Some(rows))
}

/// Stretches of consecutive columns.
pub(super) fn stretches(input: &Input) -> usize {
    stretches_and_band(input).0
}

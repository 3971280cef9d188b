//! Steps over words of 64 pixels.

use super::{MorphKind, MorphOp, Morphology, Scratch, StepAxis, enough, masked};
use crate::footprint::steps;
use crate::operator::{higher, lower};
use crate::packed::BitImage;
use crate::similarity::same_extents;
use finch_kernels::Result;
use finch_kernels::formats::traits::algebra;
use finch_kernels::formats::traits::algebra::operator::BinaryOp;
use finch_kernels::prelude::*;
use finch_kernels::traits::error;

/// A word of pixels that are on, or off.
pub(super) fn word_of(on: bool) -> u64 {
    if on { !0 } else { 0 }
}

impl BitImage {
    /// Makes the bits that no pixel has what lies outside.
    pub(super) fn pad(&mut self, on: bool) -> Result<()> {
        let padding = self.padding();
        match self.words().shape()[0].checked_sub(1) {
            Some(last) => pad(self.words_mut(), last, padding, on),
            None => Ok(()),
        }
    }

    /// A step from an image whose padding is what lies outside, if the step goes across.
    fn padded_step(&self, out: &mut Self, axis: StepAxis, by: usize, op: MorphOp) -> Result<()> {
        let words = self.words();
        out.rewrite(self.shape()[1], |out| match (axis, op.kind) {
            (StepAxis::Down, MorphKind::Erode) => down(out, words, by, algebra::And, op),
            (StepAxis::Down, MorphKind::Dilate) => down(out, words, by, algebra::Or, op),
            (StepAxis::Across, MorphKind::Erode) => across(out, words, by, algebra::And, op),
            (StepAxis::Across, MorphKind::Dilate) => across(out, words, by, algebra::Or, op),
        })
    }
}

/// Makes the bits `padding` of each word in column `last` on or off.
pub(super) fn pad(words: &mut Matrix<u64>, last: usize, padding: u64, on: bool) -> Result<()> {
    if padding == 0 {
        return Ok(());
    }
    if on {
        finch! {
            mut words;
            for y { words[last, y] |= padding; }
        }
        .run()
    } else {
        let pixels = !padding;
        finch! {
            mut words;
            for y { words[last, y] &= pixels; }
        }
        .run()
    }
}

/// The longest step that stays within the words next to a word.
const LONGEST: usize = 63;

impl Morphology for BitImage {
    fn extents(&self) -> [usize; 2] {
        self.shape()
    }

    fn step(&self, out: &mut Self, axis: StepAxis, by: usize, op: MorphOp) -> Result<()> {
        if axis == StepAxis::Across && !(1..=LONGEST).contains(&by) {
            return Err(error!(
                TooLarge,
                "a step of {by} across words: from 1 to {LONGEST} is possible"
            ));
        }
        if axis == StepAxis::Across && op.on_border && self.padding() != 0 {
            let mut padded = self.clone();
            padded.pad(true)?;
            padded.padded_step(out, axis, by, op)?
        } else {
            self.padded_step(out, axis, by, op)?
        }
        out.pad(false)
    }

    /// Down first: no step down depends on the padding, and none leaves the image that it is made of as it is.
    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], op: MorphOp) -> Result<()> {
        let extents = self.extents();
        let down = steps(enough(reach[0], extents[0]), usize::MAX).map(|by| (StepAxis::Down, by));
        let across = steps(enough(reach[1], extents[1]), LONGEST).map(|by| (StepAxis::Across, by));
        let mut done = 0;
        for (axis, by) in down.chain(across) {
            let needs_padding = axis == StepAxis::Across && op.on_border && self.padding() != 0;
            match done {
                0 if !needs_padding => self.padded_step(out, axis, by, op)?,
                _ => {
                    match done {
                        0 => spare.clone_from(self),
                        _ => core::mem::swap(out, spare),
                    }
                    if axis == StepAxis::Across {
                        spare.pad(op.on_border)?
                    }
                    spare.padded_step(out, axis, by, op)?
                }
            }
            done += 1
        }
        if done == 0 {
            out.clone_from(self)
        }
        out.pad(false)
    }

    fn combine(&self, other: &Self, out: &mut Self, kind: MorphKind) -> Result<()> {
        same_extents(self.shape(), other.shape())?;
        let (a, b) = (self.words(), other.words());
        out.rewrite(self.shape()[1], |out| match kind {
            MorphKind::Erode => pairs(out, a, b, algebra::And),
            MorphKind::Dilate => pairs(out, a, b, algebra::Or),
        })
    }

    fn combine_moved(&self, other: &Self, [down, across]: [isize; 2], out: &mut Self, op: MorphOp) -> Result<()> {
        let mut padded;
        let other = match op.on_border && other.padding() != 0 {
            true => {
                padded = other.clone();
                padded.pad(true)?;
                &padded
            }
            false => other,
        };
        let by = [across.div_euclid(64), down];
        let (bits, outside) = (across.rem_euclid(64) as u32, word_of(op.on_border));
        let (a, b) = (self.words(), other.words());
        out.rewrite(self.shape()[1], |words| match op.kind {
            MorphKind::Erode => moved(words, a, b, by, bits, algebra::And, outside),
            MorphKind::Dilate => moved(words, a, b, by, bits, algebra::Or, outside),
        })?;
        out.pad(false)
    }

    fn subtract(&self, other: &Self, out: &mut Self) -> Result<()> {
        same_extents(self.shape(), other.shape())?;
        let without = algebra::Binary(|a: u64, b: u64| a & !b);
        out.rewrite(self.shape()[1], |out| pairs(out, self.words(), other.words(), without))
    }

    fn constant(out: &mut Self, [rows, columns]: [usize; 2], on: bool) -> Result<()> {
        *out = BitImage::of(Matrix::filled([columns.div_ceil(64), rows], 0)?, columns);
        match on {
            true => {
                out.words_mut().values_mut().fill(!0);
                out.pad(false)
            }
            false => Ok(()),
        }
    }

    fn crosses(
        &self,
        out: &mut Self,
        scratch: &mut Scratch<Self>,
        reach: [usize; 2],
        times: usize,
        op: MorphOp,
    ) -> Result<()> {
        match reach {
            [1, 1] => masked::crosses(self, out, times, op, |_| {}),
            _ => super::lines_meet(self, out, scratch, reach, times, op),
        }
    }
}

/// Gives `out` the extents of `a`, which it returns. Every word is about to be written, so nothing is declared: that would fill
/// all words first.
pub(super) fn fit(out: &mut Matrix<u64>, a: &Matrix<u64>) -> Result<(usize, usize)> {
    let shape = a.shape();
    if out.shape() != shape {
        *out = Matrix::filled(shape, 0)?
    }
    Ok((shape[0], shape[1]))
}

/// Runs a program, on several threads if there is a `grain`.
macro_rules! run_on {
    ($grain:expr, $program:expr) => {{
        #[cfg(feature = "parallel")]
        if let Some(grain) = $grain {
            return $program.run_parallel_by(grain);
        }
        $program.run()
    }};
}

fn down(
    out: &mut Matrix<u64>,
    a: &Matrix<u64>,
    by: usize,
    op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    of: MorphOp,
) -> Result<()> {
    let ((across, rows), outside) = (fit(out, a)?, word_of(of.on_border));
    let step = finch! {
        mut out;
        parallel for c in 0..across {
            for y in 0..rows {
                out[c, y] := map2(
                    op,
                    a[c, y],
                    map2(op, coalesce(a[c, ~(y - by)], outside), coalesce(a[c, ~(y + by)], outside))
                );
            }
        }
    }
    .wide();
    run_on!(of.grain, step)
}

/// `by` is from 1 to 63.
fn across(
    out: &mut Matrix<u64>,
    a: &Matrix<u64>,
    by: usize,
    op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    of: MorphOp,
) -> Result<()> {
    let ((across, rows), by, rest) = (fit(out, a)?, by as u32, 64 - by as u32);
    let outside = word_of(of.on_border);
    let step = finch! {
        mut out;
        parallel for c in 0..across {
            for y in 0..rows {
                let here = a[c, y];
                out[c, y] := map2(
                    op,
                    here,
                    map2(
                        op,
                        higher(here, by) | lower(coalesce(a[~(c - 1), y], outside), rest),
                        lower(here, by) | higher(coalesce(a[~(c + 1), y], outside), rest)
                    )
                );
            }
        }
    }
    .wide();
    run_on!(of.grain, step)
}

fn pairs(
    out: &mut Matrix<u64>,
    a: &Matrix<u64>,
    b: &Matrix<u64>,
    op: impl BinaryOp<u64, u64, Out = u64>,
) -> Result<()> {
    fit(out, a)?;
    finch! {
        mut out;
        for c, y { out[c, y] := map2(op, a[c, y], b[c, y]); }
    }
    .wide()
    .run()
}

/// Words of `a`, and pixels of `b` that are `by` words and rows and `bits` more pixels further on. `bits` is below 64.
fn moved(
    out: &mut Matrix<u64>,
    a: &Matrix<u64>,
    b: &Matrix<u64>,
    by: [isize; 2],
    bits: u32,
    op: impl BinaryOp<u64, u64, Out = u64>,
    outside: u64,
) -> Result<()> {
    let ((across, rows), rest) = (fit(out, a)?, 63 - bits);
    let ([right, down], [left, up]) = (by.map(|by| by.max(0) as usize), by.map(|by| by.min(0).unsigned_abs()));
    finch! {
        mut out;
        for c in 0..across {
            for y in 0..rows {
                out[c, y] := map2(
                    op,
                    a[c, y],
                    lower(coalesce(b[~(c + right - left), ~(y + down - up)], outside), bits)
                        | higher(higher(coalesce(b[~(c + right + 1 - left), ~(y + down - up)], outside), 1), rest)
                );
            }
        }
    }
    .wide()
    .run()
}

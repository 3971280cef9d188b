//! Steps over words of 64 pixels.

use super::columns::{Columns, PART, Step, in_parts};
use super::{MorphKind, MorphOp, Morphology, Scratch, StepAxis, masked};
use crate::footprint::Look;
use crate::operator::{Edge, higher, lower};
use crate::packed::BitImage;
use crate::similarity::same_extents;
use finch_kernels::Result;
use finch_kernels::formats::ensure;
use finch_kernels::formats::traits::algebra;
use finch_kernels::formats::traits::algebra::operator::BinaryOp;
use finch_kernels::prelude::*;

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
        out.rewrite(self.shape()[1], |out| {
            let [across, rows] = words.shape().into();
            fit(out, [across, rows])?;
            let step = Step {
                a: Columns::from_parts(across, rows, words.values())?,
                made: 0..across,
                from: 0,
                look: Look::At(by),
                edge: Edge::constant(op.on_border),
                looks_beyond: false,
                grain: op.grain,
            };
            match op.kind {
                MorphKind::Erode => step.take(out, axis, algebra::And),
                MorphKind::Dilate => step.take(out, axis, algebra::Or),
            }
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
        .wide()
        .run()
    } else {
        let pixels = !padding;
        finch! {
            mut words;
            for y { words[last, y] &= pixels; }
        }
        .wide()
        .run()
    }
}

/// The longest step that stays within the words next to a word.
pub(super) const LONGEST: usize = 63;

impl Morphology for BitImage {
    fn extents(&self) -> [usize; 2] {
        self.shape()
    }

    fn step(&self, out: &mut Self, axis: StepAxis, by: usize, op: MorphOp) -> Result<()> {
        ensure!(axis != StepAxis::Across || (1..=LONGEST).contains(&by), else TooLarge,
            "a step of {by} across words: from 1 to {LONGEST} is possible");
        if axis == StepAxis::Across && op.on_border && self.padding() != 0 {
            let mut padded = self.clone();
            padded.pad(true)?;
            padded.padded_step(out, axis, by, op)?
        } else {
            self.padded_step(out, axis, by, op)?
        }
        out.pad(false)
    }

    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], op: MorphOp) -> Result<()> {
        match op.kind {
            MorphKind::Erode => in_parts(self, out, spare, reach, algebra::And, op, PART),
            MorphKind::Dilate => in_parts(self, out, spare, reach, algebra::Or, op, PART),
        }
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

/// Gives `out` these extents. Every word is about to be written, so nothing is declared: that would fill all words first.
pub(super) fn fit(out: &mut Matrix<u64>, extents: [usize; 2]) -> Result<()> {
    if out.shape() != extents.into() {
        *out = Matrix::filled(extents, 0)?
    }
    Ok(())
}

fn pairs(
    out: &mut Matrix<u64>,
    a: &Matrix<u64>,
    b: &Matrix<u64>,
    op: impl BinaryOp<u64, u64, Out = u64>,
) -> Result<()> {
    fit(out, a.shape().into())?;
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
    let ([across, rows], rest) = (a.shape().into(), 63 - bits);
    fit(out, [across, rows])?;
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

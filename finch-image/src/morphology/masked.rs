//! Crosses over words, again and again, where something changes.

use super::packed::{fit, word_of};
use super::{MorphKind, MorphOp, Morphology};
use crate::footprint::Footprint;
use crate::imports::*;
use crate::operator::{higher, lower};
use crate::packed::BitImage;
use finch_kernels::formats::traits::algebra;
use finch_kernels::prelude::*;

/// Which words of a [`BitImage`] are worked on: for each column of words, runs of rows.
pub type Mask = Tensor<Dense<SparseRunList<Pattern>>>;

/// After how many repetitions the mask is made anew. A change spreads by a pixel each time, so it stays within the words
/// around it.
const REFRESH: usize = 8;

/// Which words the next repetitions work on: what [`BitImage::cross_where`] tells.
#[derive(Clone, Copy, Debug)]
pub struct Refresh<'a> {
    /// The words.
    pub mask: &'a Mask,
    /// How many repetitions work on them.
    pub repetitions: usize,
}

impl BitImage {
    /// Erodes or dilates by a cross of 3 by 3, as [`Footprint::CROSS`]`.times(times)` would; pixels outside of the image are
    /// `on_border`. Works on all words at first, later on those around which something has changed, and stops when nothing
    /// changes. Tells `see` which words these are, before they are worked on. A repetition takes time linear in these words.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn cross_where(
        &self,
        kind: MorphKind,
        times: usize,
        on_border: bool,
        see: impl FnMut(Refresh<'_>),
    ) -> Result<BitImage> {
        let mut out = BitImage::default();
        match times {
            0 => out.clone_from(self),
            _ => {
                let op = MorphOp {
                    kind,
                    on_border,
                    grain: None,
                };
                crosses(self, &mut out, times, op, see)?
            }
        }
        Ok(out)
    }
}

/// `times` is not 0.
pub(super) fn crosses(
    image: &BitImage,
    out: &mut BitImage,
    times: usize,
    op: MorphOp,
    see: impl FnMut(Refresh<'_>),
) -> Result<()> {
    match op.kind {
        MorphKind::Erode => repeat(image, out, times, op.on_border, algebra::And, see),
        MorphKind::Dilate => repeat(image, out, times, op.on_border, algebra::Or, see),
    }
}

fn repeat(
    image: &BitImage,
    out: &mut BitImage,
    times: usize,
    on_border: bool,
    op: impl BinaryOp<u64, u64, Out = u64>,
    mut see: impl FnMut(Refresh<'_>),
) -> Result<()> {
    let (mut now, shape) = (Framed::of(image, on_border)?, image.words().shape());
    // Words outside of the mask hold the same in both, so each can become the other.
    let mut before = now.clone();
    let mut mask = Mask::filled(shape, true)?;
    let mut changed = Mask::default();
    let mut done = 0;
    while done < times {
        let repetitions = REFRESH.min(times - done);
        see(Refresh {
            mask: &mask,
            repetitions,
        });
        for _ in 0..repetitions {
            core::mem::swap(&mut now, &mut before);
            cross(&mut now.words, &before.words, &mask, op)?;
            now.pad()?
        }
        done += repetitions;
        if done < times {
            compare(&mut changed, &now.words, &before.words, &mask)?;
            if changed.count_stored() == 0 {
                break;
            }
            mask = changed.dilate(Footprint::rectangle(3, 2 * REFRESH + 1)?)?
        }
    }
    out.rewrite(image.shape()[1], |out| inside(out, &now.words, shape[0], shape[1]))?;
    out.pad(false)
}

/// The words of an image in a frame of words of what lies outside, so that each has neighbours.
#[derive(Clone)]
struct Framed {
    words: Matrix<u64>,
    padding: u64,
    on_border: bool,
}

impl Framed {
    fn of(image: &BitImage, on_border: bool) -> Result<Self> {
        let a = image.words();
        let (across, rows) = (a.shape()[0], a.shape()[1]);
        let mut words = Matrix::filled([across + 2, rows + 2], word_of(on_border))?;
        finch! {
            mut words;
            for c in 0..across, y in 0..rows { words[c + 1, y + 1] := a[c, y]; }
        }
        .run()?;
        let mut framed = Framed {
            words,
            padding: image.padding(),
            on_border,
        };
        framed.pad()?;
        Ok(framed)
    }

    /// Makes the bits that no pixel has what lies outside.
    fn pad(&mut self) -> Result<()> {
        match self.words.shape()[0].checked_sub(2) {
            Some(last) => super::packed::pad(&mut self.words, last, self.padding, self.on_border),
            None => Ok(()),
        }
    }
}

/// What is in the frame.
fn inside(out: &mut Matrix<u64>, framed: &Matrix<u64>, across: usize, rows: usize) -> Result<()> {
    // Nothing says how large the output is but these: one that is used again would stay as it is.
    fit(out, [across, rows])?;
    finch! {
        mut out;
        for c in 0..across, y in 0..rows { out[c, y] := framed[c + 1, y + 1]; }
    }
    .run()
}

/// Once, at the words of the mask.
fn cross(out: &mut Matrix<u64>, a: &Matrix<u64>, mask: &Mask, op: impl BinaryOp<u64, u64, Out = u64>) -> Result<()> {
    let (across, rows) = (mask.shape()[0], mask.shape()[1]);
    finch! {
        mut out;
        for c in 0..across, y in 0..rows {
            if mask[c, y] {
                let here = a[c + 1, y + 1];
                out[c + 1, y + 1] := map2(
                    op,
                    map2(op, here, map2(op, a[c + 1, y], a[c + 1, y + 2])),
                    map2(
                        op,
                        higher(here, 1) | lower(a[c, y + 1], 63),
                        lower(here, 1) | higher(a[c + 2, y + 1], 63)
                    )
                );
            }
        }
    }
    .run()
}

/// The words of the mask that differ.
fn compare(changed: &mut Mask, a: &Matrix<u64>, b: &Matrix<u64>, mask: &Mask) -> Result<()> {
    let (across, rows) = (mask.shape()[0], mask.shape()[1]);
    finch! {
        changed .= false;
        for c in 0..across, y in 0..rows {
            if mask[c, y] { if a[c + 1, y + 1] != b[c + 1, y + 1] { changed[c, y] = true; } }
        }
    }
    .run()
}

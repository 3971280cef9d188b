//! Rectangles over images by runs: along rows by shorter runs, and through words where runs are short.

use super::strips::move_ends;
use super::through_words::{BAND, ThroughWords};
use super::{MorphKind, MorphOp, enough};
use crate::Footprint;
use crate::arrays::Arrays;
use crate::imports::*;
use finch_kernels::traits::algebra::operators::Unary;

/// With fewer words than this for each run, words are faster than runs.
const WORDS_FOR_A_RUN: usize = 4;

/// Erodes or dilates by a rectangle through words, one band of rows after the other, if both images are [`RunImage`]s and there are fewer than
/// [`WORDS_FOR_A_RUN`] words for each run. Takes time linear in words and runs, and less for each run than a step over runs does.
pub(super) fn as_words(image: &dyn Any, out: &mut dyn Any, reach: [usize; 2], op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let (runs, across) = (Runs::of(image), image.shape()[1].div_ceil(64));
    let words = runs.rows.saturating_mul(across);
    if words >= WORDS_FOR_A_RUN.saturating_mul(runs.left.len()) || reach == [0, 0] {
        return None;
    }
    Some(by_bands(&runs, out.downcast_mut()?, reach, op, BAND))
}

/// Works on bands of about so many pixels of an image that has columns.
fn by_bands(runs: &Runs, out: &mut RunImage, [down, across]: [usize; 2], op: MorphOp, band: usize) -> Result<()> {
    let shape = [runs.rows, runs.columns];
    let mut made = Arrays::in_place_of(core::mem::take(out), shape)?;
    let footprint = Footprint {
        down,
        across,
        ..Footprint::SQUARE
    };
    ThroughWords::default().in_bands(
        shape,
        footprint,
        MorphOp { grain: None, ..op },
        band,
        |words, rows| runs.rows_to_words(rows, words),
        |words, height, rows| {
            for (k, y) in rows.enumerate() {
                made.push_row(y, words[k..].iter().step_by(height).copied())?
            }
            Ok(())
        },
    )?;
    *out = made.into_image()?;
    Ok(())
}

impl Runs<'_> {
    /// The words of some rows.
    fn rows_to_words(&self, rows: Range<usize>, out: &mut BitImage) -> Result<()> {
        let height = rows.len();
        let first = self.below.partition_point(|&below| below as usize <= rows.start);
        out.rewrite(self.columns, |out| {
            super::packed::fit(out, [self.columns.div_ceil(64), height])?;
            let words = out.values_mut();
            words.fill(0);
            let mut top = 0;
            for (&below, ptr) in self.below[first..].iter().zip(self.ptr[first..].windows(2)) {
                let bottom = height.min(below as usize - rows.start);
                for (&left, &right) in self.left[ptr[0]..ptr[1]].iter().zip(&self.right[ptr[0]..ptr[1]]) {
                    let last = right - 1;
                    let (from, to) = (left / 64, last / 64);
                    for c in from..=to {
                        let behind = if c == from { !0 << (left % 64) } else { !0 };
                        let before = if c == to { !0 >> (63 - last % 64) } else { !0 };
                        let column = c as usize * height;
                        for word in &mut words[column + top..column + bottom] {
                            *word |= behind & before
                        }
                    }
                }
                top = bottom;
                if top == height {
                    break;
                }
            }
            Ok(())
        })
    }
}

/// The erosion by a line along rows that reaches so far to both sides, if the images are of runs: each run becomes shorter by that much at both
/// ends, but at borders beyond which pixels are on. Takes one step for any reach, linear in runs. Dilations are left to steps, since runs that
/// grow would have to be joined, and so are images in which one run starts where another one ends.
pub(super) fn erode_across(image: &dyn Any, out: &mut dyn Any, reach: usize, op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    // Places beyond the last column are numbers of 32 bits, too.
    if columns > i32::MAX as usize {
        return None;
    }
    let (runs, by) = (Runs::of(image), enough(reach, columns) as u32);
    if op.kind != MorphKind::Erode || by == 0 || rows == 0 || runs.touch() {
        return None;
    }
    let out: &mut RunImage = out.downcast_mut()?;
    if runs.are_wide(2 * by) {
        return Some(move_ends(&runs, out, [rows, columns], by, op.on_border));
    }
    Some(shorten(image, out, [rows, columns], by, op.on_border))
}

/// What becomes of the starts and ends of runs that are made shorter by `by` at both ends.
#[allow(clippy::type_complexity)]
pub(super) fn shorter(
    by: u32,
    columns: usize,
    on_border: bool,
) -> (Unary<impl Fn(u32) -> u32 + Copy>, Unary<impl Fn(u32) -> u32 + Copy>) {
    // The ends that stay where they are: if none does, those of no run.
    let (first, last) = match on_border {
        true => (0, columns as u32),
        false => (u32::MAX, 0),
    };
    (
        Unary(move |left: u32| if left == first { left } else { left.wrapping_add(by) }),
        Unary(move |right: u32| if right == last { right } else { right.saturating_sub(by) }),
    )
}

/// Makes runs shorter by `by` at both ends, but at borders if pixels beyond them are on.
fn shorten(image: &RunImage, out: &mut RunImage, shape: [usize; 2], by: u32, on_border: bool) -> Result<()> {
    let Runs {
        below,
        ptr,
        left,
        right,
        ..
    } = Runs::of(image);
    let (strips, ends) = (below.len(), &ptr[1..]);
    let (start_of, end_of) = shorter(by, shape[1], on_border);
    // Ranges that data give do not say how large it is.
    if out.shape() != shape.into() {
        *out = RunImage::empty(shape)?
    }
    finch! {
        out .= _;
        for q in 0..strips {
            let top = coalesce(below[~(q - 1)], 0_u32);
            for y in top..below[q] {
                for p in ptr[q]..ends[q] {
                    let from = map1(start_of, left[p]);
                    let to = map1(end_of, right[p]);
                    for x in from..to { out[y, x] = true; }
                }
            }
        }
    }
    .run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;
    use crate::morphology::{Morphology, step_by_step};

    /// Images some of whose rows are equal.
    fn images() -> impl Iterator<Item = BitImage> {
        let mut state = 1_u32;
        [[0, 4], [3, 0], [1, 1], [9, 140], [30, 7]]
            .into_iter()
            .map(move |shape| {
                BitImage::from_pixels(shape, |[y, _]| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 24 > 20 || y % 4 > 1
                })
                .unwrap()
            })
    }

    fn assert_same(out: &RunImage, wanted: &BitImage) {
        let wanted = wanted.to_runs().unwrap();
        out.validate().unwrap();
        assert_eq!(*out, wanted);
        assert_eq!(out.count_stored(), wanted.count_stored())
    }

    #[test]
    fn runs_become_shorter() {
        let (mut out, mut made, mut spare) = (RunImage::default(), BitImage::default(), BitImage::default());
        let wide = images().map(|image| image.magnify([1, 20]).unwrap());
        for image in images().chain(wide) {
            let runs = image.to_runs().unwrap();
            for reach in [1, 2, 3, 9, usize::MAX] {
                for on_border in [true, false] {
                    let op = MorphOp {
                        kind: MorphKind::Erode,
                        on_border,
                        grain: None,
                    };
                    match erode_across(&runs, &mut out, reach, op) {
                        Some(done) => done.unwrap(),
                        None => {
                            assert!(image.shape().contains(&0));
                            continue;
                        }
                    }
                    image.rectangle(&mut made, &mut spare, [0, reach], op).unwrap();
                    assert_same(&out, &made)
                }
            }
        }
    }

    #[test]
    fn through_words_and_by_steps() {
        let (mut out, mut between) = (RunImage::default(), RunImage::default());
        let (mut made, mut spare) = (BitImage::default(), BitImage::default());
        for image in images().filter(|image| !image.shape().contains(&0)) {
            let runs = image.to_runs().unwrap();
            for reach in [[1, 1], [0, 2], [3, 0], [2, 70]] {
                for (kind, on_border) in [
                    (MorphKind::Erode, true),
                    (MorphKind::Dilate, true),
                    (MorphKind::Dilate, false),
                ] {
                    let op = MorphOp {
                        kind,
                        on_border,
                        grain: None,
                    };
                    image.rectangle(&mut made, &mut spare, reach, op).unwrap();
                    for band in [1, 300, BAND] {
                        by_bands(&Runs::of(&runs), &mut out, reach, op, band).unwrap();
                        assert_same(&out, &made)
                    }
                    step_by_step(&runs, &mut out, &mut between, reach, op, false).unwrap();
                    assert_same(&out, &made)
                }
            }
        }
    }
}

//! Rectangles over images by runs: along rows by shorter runs, and through words where runs are short.

use super::strips::move_ends;
use super::through_words::{BAND, ThroughWords};
use super::{MorphKind, MorphOp, Morphology, StepAxis, enough};
use crate::arrays::Arrays;
use crate::footprint::{Footprint, steps, thirds};
use crate::imports::*;
use finch_kernels::traits::algebra::operators::Unary;

/// Erodes or dilates by a rectangle through words, one band of rows after the other, if both images are [`RunImage`]s and that is faster
/// than by runs. Takes time linear in words and runs, and less for each run than a step over runs does.
pub(super) fn as_words(image: &dyn Any, out: &mut dyn Any, reach: [usize; 2], op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let (runs, across) = (Runs::of(image), image.shape()[1].div_ceil(64));
    let words = runs.rows.saturating_mul(across);
    let steps_along = |axis: usize| steps(enough(reach[axis], image.shape()[axis]), usize::MAX).count();
    // How often all runs are merged, and how many of them there are then: an erosion makes them shorter first.
    let (merges, left) = match op.kind {
        MorphKind::Erode => (
            thirds(enough(reach[0], runs.rows), usize::MAX, false).count(),
            runs.wider(reach[1].saturating_mul(2)),
        ),
        MorphKind::Dilate => ([0, 1].map(steps_along).iter().sum(), runs.left.len()),
    };
    // The time of a word beside that of a run, which grows with how often it is merged: fitted to times on an AMD EPYC.
    if words.saturating_mul(2) >= left.saturating_mul(3 * merges + 2) || reach == [0, 0] {
        return None;
    }
    Some(by_bands(&runs, out.downcast_mut()?, reach, op, BAND))
}

/// Works on bands of about so many pixels of an image that has columns.
fn by_bands(runs: &Runs, out: &mut RunImage, [down, across]: [usize; 2], op: MorphOp, band: usize) -> Result<()> {
    let shape = [runs.rows, runs.columns];
    let mut made = Arrays::in_place_of(core::mem::take(out), shape)?;
    // Runs that touch are parts of a wider one.
    let vanishing = match op.kind == MorphKind::Erode && !runs.touch() {
        true => across.saturating_mul(2),
        false => 0,
    };
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
        |words, rows| runs.rows_to_words(rows, words, vanishing),
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
    /// The words of some rows, without runs that are no wider than `vanishing` and reach no border.
    fn rows_to_words(&self, rows: Range<usize>, out: &mut BitImage, vanishing: usize) -> Result<()> {
        let vanishes =
            |left: u32, right: u32| (right - left) as usize <= vanishing && left > 0 && (right as usize) < self.columns;
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
                    if vanishes(left, right) {
                        continue;
                    }
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
/// ends, but at borders beyond which pixels are on. Rows that become equal stay apart, but for those without runs. Takes one step for any reach,
/// linear in runs. Dilations are left to steps, since runs that grow would have to be joined, and so are images in which one run starts where
/// another one ends.
pub(super) fn erode_across(image: &dyn Any, out: &mut dyn Any, reach: usize, op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    // Places beyond the last column are numbers of 32 bits, too.
    if columns > i32::MAX as usize {
        return None;
    }
    let (runs, by) = (Runs::of(image), enough(reach, columns) as u32);
    if op.kind != MorphKind::Erode || by == 0 || rows == 0 || !runs.can_be_shortened() {
        return None;
    }
    Some(move_ends(&runs, out.downcast_mut()?, [rows, columns], by, op.on_border))
}

/// Erodes down the rest of a rectangle, of which `out` is eroded along rows already, if the images are of runs. Each step looks up to three times
/// as far as those before it: rows beyond a border are copies of the one there, which a row sees anyway that sees beyond it.
pub(super) fn erode_down(out: &mut dyn Any, spare: &mut dyn Any, reach: usize, op: MorphOp) -> Option<Result<()>> {
    let (out, spare): (&mut RunImage, &mut RunImage) = (out.downcast_mut()?, spare.downcast_mut()?);
    let rows = out.shape()[0];
    // Three times as many rows are a number of 32 bits, too.
    if op.kind != MorphKind::Erode || rows > i32::MAX as usize / 2 {
        return None;
    }
    Some(by_thirds(out, spare, enough(reach, rows), op))
}

fn by_thirds(out: &mut RunImage, spare: &mut RunImage, reach: usize, op: MorphOp) -> Result<()> {
    for (look, sees_beyond) in thirds(reach, usize::MAX, false) {
        let by = look.far();
        core::mem::swap(out, spare);
        if sees_beyond && op.on_border {
            let mut padded = Arrays::from_image(core::mem::take(spare));
            padded.pad_rows(by as u32);
            *spare = padded.into_image()?;
            meet_rows(out, spare, by)?
        } else {
            spare.step(out, StepAxis::Down, by, op)?
        }
    }
    Ok(())
}

/// Each row has what rows `by` above and below it have in common with it, of an image that has so many rows more above and below.
fn meet_rows(out: &mut RunImage, padded: &RunImage, by: usize) -> Result<()> {
    let (rows, (above, below)) = (padded.shape()[0] - 2 * by, (0_usize, 2 * by));
    let shape = [rows, padded.shape()[1]];
    if out.shape() != shape.into() {
        *out = RunImage::empty(shape)?
    }
    finch! {
        out .= _;
        for y in 0..rows { for x { out[y, x] = padded[y + above, x] & padded[y + by, x] & padded[y + below, x]; } }
    }
    .run()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;
    use crate::morphology::step_by_step;

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
                    out.validate().unwrap();
                    assert_eq!(out, made.to_runs().unwrap())
                }
            }
        }
    }

    #[test]
    fn rows_see_others_far_away() {
        let (mut out, mut between) = (RunImage::default(), RunImage::default());
        let (mut made, mut spare) = (BitImage::default(), BitImage::default());
        for image in images().filter(|image| !image.shape().contains(&0)) {
            let runs = image.to_runs().unwrap();
            for (reach, on_border) in [1, 2, 4, 7, 14, 40]
                .iter()
                .flat_map(|&reach| [(reach, true), (reach, false)])
            {
                let op = MorphOp {
                    kind: MorphKind::Erode,
                    on_border,
                    grain: None,
                };
                erode_across(&runs, &mut out, 1, op).unwrap().unwrap();
                erode_down(&mut out, &mut between, reach, op).unwrap().unwrap();
                between.validate().unwrap();
                image.rectangle(&mut made, &mut spare, [reach, 1], op).unwrap();
                assert_same(&out, &made)
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

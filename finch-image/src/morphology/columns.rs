//! Rectangles over words, some columns of words at a time.
//!
//! All steps are taken over some columns of words, and over as many around them as the steps see; then over the next ones. So what is between
//! the steps stays in the cache.

use super::packed::{LONGEST, fit, pad, word_of};
use super::{MorphOp, StepAxis, enough};
use crate::footprint::{Look, thirds};
use crate::imports::*;
use crate::operator::{Beyond, Edge, EdgeBit, higher, lower};
use crate::packed::BitImage;
use core::mem::take;
use finch_kernels::prelude::*;
use finch_kernels::traits::algebra::operator::UnaryOp;

/// Some columns of the words of an image.
pub(super) type Columns<'a> = Tensor<Dense<Dense<Element<u64, Zero, &'a [u64]>>>>;

/// About how many words are worked on together. They are in the second cache with what is made of them.
pub(super) const PART: usize = 1 << 15;

/// A rectangle, over parts of about so many words.
///
/// Down first: no step down depends on the padding, and none leaves the image that it is made of as it is.
pub(super) fn in_parts(
    image: &BitImage,
    out: &mut BitImage,
    spare: &mut BitImage,
    reach: [usize; 2],
    op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    of: MorphOp,
    part: usize,
) -> Result<()> {
    let [rows, columns] = image.shape();
    let reach = [enough(reach[0], rows), enough(reach[1], columns)];
    if rows == 0 || reach == [0, 0] {
        out.clone_from(image);
        return Ok(());
    }
    let all = || {
        let down = thirds(reach[0], usize::MAX, true).map(|look| (StepAxis::Down, look));
        down.chain(thirds(reach[1], LONGEST, true).map(|look| (StepAxis::Across, look)))
    };
    // The line around a pixel beyond a border has no pixels of the image but those that the line around the pixel at the border has.
    let outside = word_of(of.on_border);
    let nearest = match op.apply(outside, 1) == 1 && op.apply(outside, 0) == 0 {
        true => Edge::WORD,
        false => Edge::constant(of.on_border),
    };
    let (count, words, padding) = (all().count(), image.words(), image.padding());
    // Around a part there are as many columns of words as the steps see. What is made of them is right as far as the steps that are left see it.
    let (across, around) = (words.shape()[0], reach[1].div_ceil(64));
    let width = match of.grain {
        // Two steps are quicker over all words than over those around parts too, and so are more if an image and two more are in the cache.
        None if count > 2 && words.values().len() > 6 * part && part / rows >= 4 * around.max(1) => part / rows,
        _ => across,
    };
    let whole = width + 2 * around >= across;
    let width = if whole { across } else { width };
    let before = take(spare).into_words();
    let mut kept = Matrix::default();
    out.rewrite(columns, |out| {
        fit(out, words.shape().into())?;
        let mut arrays = [take(out), before, Matrix::default()];
        for left in (0..across).step_by(width.max(1)) {
            let right = across.min(left + width);
            let seen = left.saturating_sub(around)..across.min(right + around);
            let of_image = &words.values()[seen.start * rows..seen.end * rows];
            // Which array holds what the next step starts from, if it is not the image.
            let mut at = None;
            for (step, (axis, (look, looks_beyond))) in all().enumerate() {
                let last = step + 1 == count;
                let edge = if looks_beyond {
                    nearest
                } else {
                    Edge::constant(of.on_border)
                };
                // The last step writes to the output, the one before it to another array, and so on in turns.
                let [to, other] = match (count - 1 - step) % 2 {
                    0 if last || whole => [OUT, 1],
                    0 => [2, 1],
                    _ => [1, if whole { OUT } else { 2 }],
                };
                if axis == StepAxis::Across && padding != 0 && seen.end == across {
                    if at.is_none() {
                        fit(&mut arrays[other], [seen.len(), rows])?;
                        arrays[other].values_mut().copy_from_slice(of_image);
                        at = Some(other)
                    }
                    let last = seen.len() - 1;
                    match looks_beyond {
                        true => pad_by(&mut arrays[other], last, padding, edge.bit_below((columns % 64) as u32))?,
                        false => pad(&mut arrays[other], last, padding, of.on_border)?,
                    }
                }
                let mut target = take(&mut arrays[to]);
                if !last {
                    fit(&mut target, [seen.len(), rows])?
                }
                let from = at.map_or(of_image, |at| arrays[at].values());
                let step = Step {
                    a: Columns::from_parts(seen.len(), rows, from)?,
                    made: if last { left..right } else { 0..seen.len() },
                    from: if last { left - seen.start } else { 0 },
                    look,
                    edge,
                    looks_beyond,
                    grain: of.grain,
                };
                step.take(&mut target, axis, op)?;
                arrays[to] = target;
                at = Some(to)
            }
        }
        let [made, between, _] = arrays;
        (*out, kept) = (made, between);
        Ok(())
    })?;
    // It is kept for the next time.
    let wide = 64 * kept.shape()[0];
    *spare = BitImage::of(kept, wide);
    out.pad(false)
}

/// The array of all words that are made.
const OUT: usize = 0;

/// Makes the bits `padding` of each word in column `last` what `edge` makes of the word.
fn pad_by(words: &mut Matrix<u64>, last: usize, padding: u64, edge: EdgeBit) -> Result<()> {
    let pixels = !padding;
    finch! {
        mut words;
        for y {
            let word = words[last, y];
            words[last, y] := (word & pixels) | (map1(edge, word) & padding);
        }
    }
    .wide()
    .run()
}

/// A step that makes the columns `made`, of those of `a` from the column `from` on.
pub(super) struct Step<'a> {
    pub(super) a: Columns<'a>,
    pub(super) made: Range<usize>,
    pub(super) from: usize,
    /// If the step goes across it looks from 1 to 63 pixels far.
    pub(super) look: Look,
    pub(super) edge: Edge,
    /// The edge is no constant.
    pub(super) looks_beyond: bool,
    pub(super) grain: Option<usize>,
}

/// A step as a program, which is run on several threads if there is a grain: what the names stand for, and the statement for row `y` of column `c`
/// that is made, which is `c + from - to` of those in `a`.
macro_rules! over_columns {
    ($step:expr, $out:ident, |$a:ident, $c:ident, $y:ident, $from:ident, $to:ident| $($body:tt)*) => {{
        let Step { a: $a, made, from: $from, grain, .. } = $step;
        let (rows, $to) = ($a.shape()[1], made.start);
        let program = finch! {
            mut $out;
            parallel for $c in made.start..made.end {
                for $y in 0..rows { $($body)* }
            }
        }
        .wide();
        #[cfg(not(feature = "parallel"))]
        let _: Option<usize> = grain;
        #[cfg(feature = "parallel")]
        if let Some(grain) = grain {
            return program.run_parallel_by(grain);
        }
        program.run()
    }};
}

impl Step<'_> {
    pub(super) fn take(
        self,
        out: &mut Matrix<u64>,
        axis: StepAxis,
        op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    ) -> Result<()> {
        match (axis, self.look) {
            (StepAxis::Down, Look::At(by)) => self.down(out, by, op),
            (StepAxis::Down, Look::Twice(by)) => self.down_twice(out, by, op),
            (StepAxis::Across, Look::At(by)) if self.looks_beyond => {
                let (first, last) = (self.edge.bit_below(1), self.edge.bit_below(64));
                self.across(out, by, op, first, last)
            }
            (StepAxis::Across, Look::At(by)) => {
                let beyond = Beyond(self.edge.apply(0));
                self.across(out, by, op, beyond, beyond)
            }
            (StepAxis::Across, Look::Twice(by)) => self.across_twice(out, by, op),
        }
    }

    fn down(
        self,
        out: &mut Matrix<u64>,
        by: usize,
        op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    ) -> Result<()> {
        let Some(bottom) = self.a.shape()[1].checked_sub(1) else {
            return Ok(());
        };
        let (edge, top) = (self.edge, 0);
        over_columns!(self, out, |a, c, y, from, to| out[c, y] := map2(
            op,
            a[c + from - to, y],
            map2(
                op,
                coalesce(a[c + from - to, ~(y - by)], map1(edge, a[c + from - to, top])),
                coalesce(a[c + from - to, ~(y + by)], map1(edge, a[c + from - to, bottom]))
            )
        );)
    }

    /// What lies beyond is a constant.
    fn down_twice(
        self,
        out: &mut Matrix<u64>,
        by: usize,
        op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    ) -> Result<()> {
        let (far, beyond) = (2 * by, self.edge.apply(0));
        over_columns!(self, out, |a, c, y, from, to| out[c, y] := map2(
            op,
            a[c + from - to, y],
            map2(
                op,
                map2(
                    op,
                    coalesce(a[c + from - to, ~(y - by)], beyond),
                    coalesce(a[c + from - to, ~(y + by)], beyond)
                ),
                map2(
                    op,
                    coalesce(a[c + from - to, ~(y - far)], beyond),
                    coalesce(a[c + from - to, ~(y + far)], beyond)
                )
            )
        );)
    }

    fn across(
        self,
        out: &mut Matrix<u64>,
        by: usize,
        op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
        first: impl UnaryOp<u64, Out = u64> + Send + Sync,
        last: impl UnaryOp<u64, Out = u64> + Send + Sync,
    ) -> Result<()> {
        let (by, rest) = (by as u32, 64 - by as u32);
        let (before, behind) = (self.made.start + 1, self.from + 1);
        over_columns!(self, out, |a, c, y, from, to|
            let here = a[c + from - to, y];
            out[c, y] := map2(
                op,
                here,
                map2(
                    op,
                    higher(here, by) | lower(coalesce(a[~(c + from - before), y], map1(first, here)), rest),
                    lower(here, by) | higher(coalesce(a[~(c + behind - to), y], map1(last, here)), rest)
                )
            );
        )
    }

    /// What lies beyond is a constant.
    fn across_twice(
        self,
        out: &mut Matrix<u64>,
        by: usize,
        op: impl BinaryOp<u64, u64, Out = u64> + Send + Sync,
    ) -> Result<()> {
        let ([by, far], [rest, far_rest]) = ([by as u32, 2 * by as u32], [64 - by as u32, 64 - 2 * by as u32]);
        let (before, behind, beyond) = (self.made.start + 1, self.from + 1, self.edge.apply(0));
        over_columns!(self, out, |a, c, y, from, to|
            let here = a[c + from - to, y];
            let left = coalesce(a[~(c + from - before), y], beyond);
            let right = coalesce(a[~(c + behind - to), y], beyond);
            out[c, y] := map2(
                op,
                here,
                map2(
                    op,
                    map2(op, higher(here, by) | lower(left, rest), lower(here, by) | higher(right, rest)),
                    map2(op, higher(here, far) | lower(left, far_rest), lower(here, far) | higher(right, far_rest))
                )
            );
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morphology::{MorphKind, Morphology};
    use finch_kernels::formats::traits::algebra::{And, Or};

    #[test]
    fn parts_of_any_width() {
        let mut state = 1_u32;
        let (mut out, mut spare) = (BitImage::default(), BitImage::default());
        for shape in [[3, 3400], [5, 64]] {
            let image = BitImage::from_pixels(shape, |_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 24 > 20
            })
            .unwrap();
            let bytes = image.to_bytes().unwrap();
            for reach in [[0, 1], [1, 4], [2, 70]] {
                for (kind, on_border) in [
                    (MorphKind::Erode, true),
                    (MorphKind::Erode, false),
                    (MorphKind::Dilate, true),
                ] {
                    let op = MorphOp {
                        kind,
                        on_border,
                        grain: None,
                    };
                    let (mut wanted, mut between) = (Matrix::default(), Matrix::default());
                    bytes.rectangle(&mut wanted, &mut between, reach, op).unwrap();
                    // Parts of four and eight columns of words, and the whole.
                    for part in [4 * shape[0], 8 * shape[0], PART] {
                        match kind {
                            MorphKind::Erode => in_parts(&image, &mut out, &mut spare, reach, And, op, part).unwrap(),
                            MorphKind::Dilate => in_parts(&image, &mut out, &mut spare, reach, Or, op, part).unwrap(),
                        }
                        let same = out.to_bytes().unwrap() == wanted;
                        assert!(same, "{shape:?} {reach:?} {op:?} {part}");
                    }
                }
            }
        }
    }
}

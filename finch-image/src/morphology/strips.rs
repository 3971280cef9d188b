//! Erosion by rectangles of images by runs in which everything is large: no run vanishes, and no row sees more than two kinds of rows.

use super::runs::shorter;
use super::{MorphKind, MorphOp, enough};
use crate::arrays::Arrays;
use crate::imports::*;
use core::mem::take;
use finch_kernels::formats::traits::algebra::operators::Unary;
use finch_kernels::formats::{Pattern, SparseRunList};
use finch_kernels::prelude::*;

/// Each run of equal rows once.
type Strips<'a> = Tensor<Dense<SparseRunList<Pattern, &'a [usize], &'a [u32]>>>;

/// The erosion by a rectangle, which reaches `reach` pixels down and across. `None` unless the images are by runs, each run is wider than twice
/// the reach across, and each run of equal rows is at least twice as high as the reach down. All ends of runs are moved at once then, and a row
/// has the runs of one run of rows, or what those of two have in common. Takes time linear in runs, for any reach; `spare` lends its memory.
pub(super) fn erode(
    image: &dyn Any,
    out: &mut dyn Any,
    spare: &mut dyn Any,
    reach: [usize; 2],
    op: MorphOp,
) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let shape @ [rows, columns] = [image.shape()[0], image.shape()[1]];
    // Twice an extent is a number of 32 bits, too.
    let is_small = rows.max(columns) <= i32::MAX as usize && rows.min(columns) > 0;
    if op.kind != MorphKind::Erode || !is_small || reach == [0, 0] {
        return None;
    }
    let (runs, reach) = (Runs::of(image), [enough(reach[0], rows), enough(reach[1], columns)]);
    let [down, across] = reach.map(|reach| reach as u32);
    if !runs.are_high(2 * down) || !runs.are_wide(2 * across) || runs.touch() {
        return None;
    }
    Some(shrink(
        &runs,
        out.downcast_mut()?,
        spare.downcast_mut()?,
        shape,
        [down, across],
        op.on_border,
    ))
}

impl Runs<'_> {
    /// Whether each run of rows is at least so high.
    fn are_high(&self, height: u32) -> bool {
        let high = |&(top, below): &(&u32, &u32)| below - top >= height;
        let inner = self.below.iter().zip(&self.below[1..]);
        self.below[0] >= height && inner.filter(high).count() + 1 == self.below.len()
    }

    /// Whether each run of pixels is wider. All are asked, several at a time.
    pub(super) fn are_wide(&self, width: u32) -> bool {
        let wide = |&(left, right): &(&u32, &u32)| right - left > width;
        self.left.iter().zip(self.right).filter(wide).count() == self.left.len()
    }

    /// The arrays of an image in which all runs, each wider than twice `by`, are shorter by that at both ends: those of rows are left empty. Takes
    /// the memory of another image.
    fn moved_ends(&self, memory: &mut RunImage, shape: [usize; 2], by: u32, on_border: bool) -> Result<Arrays> {
        let mut made = Arrays::in_place_of(take(memory), shape)?;
        let (start_of, end_of) = shorter(by, self.columns, on_border);
        made.left = moved(made.left, self.left, start_of)?;
        made.right = moved(made.right, self.right, end_of)?;
        Ok(made)
    }
}

/// Makes runs shorter by `by` at both ends, each of which is wider than twice that: rows that differ do so afterwards.
pub(super) fn move_ends(runs: &Runs, out: &mut RunImage, shape: [usize; 2], by: u32, on_border: bool) -> Result<()> {
    let mut made = runs.moved_ends(out, shape, by, on_border)?;
    made.below.extend_from_slice(runs.below);
    made.ptr.extend_from_slice(&runs.ptr[1..]);
    *out = made.into_image()?;
    Ok(())
}

/// Erodes into `out`: moves the ends of runs in the memory of `spare`, and meets runs of rows.
fn shrink(
    runs: &Runs,
    out: &mut RunImage,
    spare: &mut RunImage,
    shape: [usize; 2],
    [down, across]: [u32; 2],
    on_border: bool,
) -> Result<()> {
    let mut kept = runs.moved_ends(spare, [0, 0], across, on_border)?;
    // Where pieces of rows end: in turns those that see one run of rows, and those that see two.
    let (inner, rows) = (&runs.below[..runs.below.len() - 1], shape[0] as u32);
    let (first, last) = if on_border { (0, rows) } else { (down, rows - down) };
    let ends = inner.iter().flat_map(|below| [below - down, below + down]);
    kept.below.extend(ends.chain([last]));

    let level = SparseRunList::new(shape[1], runs.ptr, &kept.left[..], &kept.right[..], Pattern);
    let strips = Strips::new(Dense::new(runs.below.len(), level))?;
    // Ranges that data give do not say how large it is.
    if out.shape() != shape.into() {
        *out = RunImage::empty(shape)?
    }
    meet(out, &strips, first, &kept.below)?;
    kept.below.clear();
    kept.left.clear();
    kept.right.clear();
    *spare = kept.into_image()?;
    Ok(())
}

/// What becomes of each end of a run, in the given memory.
fn moved(mut memory: Vec<u32>, ends: &[u32], by: Unary<impl Fn(u32) -> u32 + Copy>) -> Result<Vec<u32>> {
    let count = ends.len();
    let missing = count.saturating_sub(memory.len());
    ensure!(memory.try_reserve_exact(missing).is_ok(), else TooLarge, "there is no memory for {count} runs of an image");
    memory.resize(count, 0);
    let mut out = Vector::from_parts(count, memory)?;
    finch! {
        mut out;
        for p in 0..count { out[p] := map1(by, ends[p]); }
    }
    .wide()
    .run()?;
    Ok(out.into_parts().1)
}

/// Piece `k`, the rows up to `ends[k]`, has what the strips `k / 2` and `(k + 1) / 2` have in common.
fn meet(out: &mut RunImage, strips: &Strips, first: u32, ends: &[u32]) -> Result<()> {
    let (above, below) = (Unary(|k: usize| k / 2), Unary(|k: usize| k.div_ceil(2)));
    finch! {
        out .= _;
        for k in 0..ends.len() {
            let top = coalesce(ends[~(k - 1)], constant(first));
            for y in top..ends[k] {
                for x { out[y, x] = strips[map1(above, k as usize), x] & strips[map1(below, k as usize), x]; }
            }
        }
    }
    .run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, morphology::Morphology};

    #[test]
    fn large_runs_shrink() {
        let mut state = 1_u32;
        let (mut out, mut spare) = (RunImage::default(), RunImage::default());
        let (mut made, mut between) = (BitImage::default(), BitImage::default());
        for (shape, by) in [([1, 1], [4, 40]), ([5, 9], [6, 3]), ([9, 70], [2, 5]), ([3, 4], [1, 1])] {
            let mut lot = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 24 > 90
            };
            let image = BitImage::from_pixels(shape, |_| lot()).unwrap().magnify(by).unwrap();
            let runs = image.to_runs().unwrap();
            for reach in [[1, 1], [0, 2], [3, 0], [3, 1], [1, 2], [2, 19]] {
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
                    let is_large = kind == MorphKind::Erode && 2 * reach[0] <= by[0] && 2 * reach[1] < by[1];
                    match erode(&runs, &mut out, &mut spare, reach, op) {
                        Some(done) => done.unwrap(),
                        None => {
                            assert!(!is_large, "{shape:?} {by:?} {reach:?} {op:?}");
                            continue;
                        }
                    }
                    image.rectangle(&mut made, &mut between, reach, op).unwrap();
                    let wanted = made.to_runs().unwrap();
                    out.validate().unwrap();
                    spare.validate().unwrap();
                    assert_eq!(out, wanted, "{shape:?} {by:?} {reach:?} {op:?}");
                    assert_eq!(out.count_stored(), wanted.count_stored())
                }
            }
        }
    }
}

//! Erosion of images by runs whose ends move: along rows, and by rectangles where no row sees more than two kinds of rows.

use super::runs::shorter;
use super::{MorphKind, MorphOp, enough};
use crate::arrays::Arrays;
use crate::imports::*;
use core::mem::take;
use finch_kernels::formats::traits::algebra::operators::{Binary, Unary};
use finch_kernels::formats::{Pattern, SparseRunList};
use finch_kernels::prelude::*;

/// Each run of equal rows once.
type Strips<'a> = Tensor<Dense<SparseRunList<Pattern, &'a [usize], &'a [u32]>>>;

/// The erosion by a rectangle, which reaches `reach` pixels down and across. `None` unless the images are by runs, and each run of equal rows is
/// at least twice as high as the reach down. All ends of runs are moved at once then, and a row has the runs of one run of rows, or what those
/// of two have in common. Takes time linear in runs, for any reach, and memory for the runs that are made shorter.
pub(super) fn erode(image: &dyn Any, out: &mut dyn Any, reach: [usize; 2], op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let shape @ [rows, columns] = [image.shape()[0], image.shape()[1]];
    // Twice an extent is a number of 32 bits, too.
    let is_small = rows.max(columns) <= i32::MAX as usize && rows.min(columns) > 0;
    if op.kind != MorphKind::Erode || !is_small || reach == [0, 0] {
        return None;
    }
    let (runs, reach) = (Runs::of(image), [enough(reach[0], rows), enough(reach[1], columns)]);
    let [down, across] = reach.map(|reach| reach as u32);
    if !runs.are_high(2 * down) || !runs.can_be_shortened() {
        return None;
    }
    Some(shrink(&runs, out.downcast_mut()?, shape, [down, across], op.on_border))
}

impl Runs<'_> {
    /// Whether each run of rows is at least so high.
    fn are_high(&self, height: u32) -> bool {
        let high = |&(top, below): &(&u32, &u32)| below - top >= height;
        let inner = self.below.iter().zip(&self.below[1..]);
        self.below[0] >= height && inner.filter(high).count() + 1 == self.below.len()
    }

    /// Whether each run becomes at most one that is shorter, and their numbers are numbers of 32 bits.
    pub(super) fn can_be_shortened(&self) -> bool {
        self.left.len() < u32::MAX as usize && !self.touch()
    }

    /// How many runs of pixels are wider. All are asked, several at a time.
    pub(super) fn wider(&self, width: usize) -> usize {
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        let wide = |&(left, right): &(&u32, &u32)| right - left > width;
        self.left.iter().zip(self.right).filter(wide).count()
    }

    /// The arrays of an image in which all runs are shorter by `by` at both ends, without those of which nothing is left: those of rows are left
    /// empty. Takes the memory of other arrays.
    fn shorter(&self, mut made: Arrays, by: u32, on_border: bool) -> Result<Arrays> {
        let (start_of, end_of) = shorter(by, self.columns, on_border);
        made.below.clear();
        made.ptr.clear();
        if self.wider(2 * by as usize) == self.left.len() {
            self.move_all(&mut made, start_of, end_of)?
        } else {
            self.leave_out(&mut made, start_of, end_of)?
        }
        Ok(made)
    }

    /// Moves all ends of runs.
    fn move_all(
        &self,
        made: &mut Arrays,
        start_of: Unary<impl Fn(u32) -> u32 + Copy>,
        end_of: Unary<impl Fn(u32) -> u32 + Copy>,
    ) -> Result<()> {
        let count = self.left.len();
        let (mut left, mut right) = (
            vector(take(&mut made.left), count)?,
            vector(take(&mut made.right), count)?,
        );
        finch! {
            mut left;
            mut right;
            for p in 0..count {
                left[p] := map1(start_of, self.left[p]);
                right[p] := map1(end_of, self.right[p]);
            }
        }
        .wide()
        .run()?;
        (made.left, made.right) = (first(left, count), first(right, count));
        made.ptr.extend_from_slice(self.ptr);
        Ok(())
    }

    /// Puts each run of which something is left at the number of such runs before it. Takes three steps without a branch.
    fn leave_out(
        &self,
        made: &mut Arrays,
        start_of: Unary<impl Fn(u32) -> u32 + Copy>,
        end_of: Unary<impl Fn(u32) -> u32 + Copy>,
    ) -> Result<()> {
        let (count, starts) = (self.left.len(), self.ptr);
        let is_left = Binary(move |left: u32, right: u32| u32::from((start_of.0)(left) < (end_of.0)(right)));
        let (mut all, mut numbers) = (Scalar::<u32>::default(), vector(take(&mut made.below), count + 1)?);
        finch! {
            all .= 0;
            mut numbers;
            for p in 0..count {
                numbers[p] := all[];
                all[] += map2(is_left, self.left[p], self.right[p]);
            }
        }
        .run()?;
        let kept = all.get();
        numbers.values_mut()[count] = kept;

        // One place more, for runs that vanish behind the last one that is kept.
        let mut left = vector(take(&mut made.left), kept as usize + 1)?;
        let mut right = vector(take(&mut made.right), kept as usize + 1)?;
        finch! {
            mut left;
            mut right;
            for p in 0..count {
                left[numbers[p]] := map1(start_of, self.left[p]);
                right[numbers[p]] := map1(end_of, self.right[p]);
            }
        }
        .run()?;
        (made.left, made.right) = (first(left, kept as usize), first(right, kept as usize));

        made.ptr.resize(starts.len(), 0);
        let mut ptr = Vector::from_parts(starts.len(), take(&mut made.ptr))?;
        finch! {
            mut ptr;
            for q in 0..starts.len() { ptr[q] := map1(Unary(|number: u32| number as usize), numbers[starts[q]]); }
        }
        .run()?;
        made.ptr = ptr.into_parts().1;
        made.below = numbers.into_parts().1;
        made.below.clear();
        Ok(())
    }
}

/// Makes runs shorter by `by` at both ends, and leaves out those of which nothing is left. Of rows that become equal only
/// those without runs are merged.
pub(super) fn move_ends(runs: &Runs, out: &mut RunImage, shape: [usize; 2], by: u32, on_border: bool) -> Result<()> {
    let mut made = runs.shorter(Arrays::memory_of(take(out)), by, on_border)?;
    [made.rows, made.columns] = shape;
    if made.left.len() < runs.left.len() {
        made.end_all_rows(runs.below)
    } else {
        made.below.extend_from_slice(runs.below)
    }
    *out = made.into_image()?;
    Ok(())
}

/// Erodes into `out`: moves the ends of runs, and meets runs of rows.
fn shrink(runs: &Runs, out: &mut RunImage, shape: [usize; 2], [down, across]: [u32; 2], on_border: bool) -> Result<()> {
    // In memory of its own: where runs are few, allocating it takes less time than taking the arrays of an image and leaving an empty one there.
    let kept = runs.shorter(Arrays::default(), across, on_border)?;
    // Where pieces of rows end: in turns those that see one run of rows, and those that see two.
    let (inner, rows) = (&runs.below[..runs.below.len() - 1], shape[0] as u32);
    let (first, last) = if on_border { (0, rows) } else { (down, rows - down) };
    let mut ends = Vec::with_capacity(2 * inner.len() + 1);
    ends.extend(inner.iter().flat_map(|below| [below - down, below + down]));
    ends.push(last);

    let level = SparseRunList::new(shape[1], &kept.ptr[..], &kept.left[..], &kept.right[..], Pattern);
    let strips = Strips::new(Dense::new(runs.below.len(), level))?;
    // Ranges that data give do not say how large it is.
    if out.shape() != shape.into() {
        *out = RunImage::empty(shape)?
    }
    meet(out, &strips, first, &ends)
}

/// The first `count` numbers of a vector.
fn first(vector: Vector<u32>, count: usize) -> Vec<u32> {
    let mut numbers = vector.into_parts().1;
    numbers.truncate(count);
    numbers
}

/// So many numbers, whatever they are, in the given memory.
fn vector(mut memory: Vec<u32>, count: usize) -> Result<Vector<u32>> {
    let missing = count.saturating_sub(memory.len());
    ensure!(memory.try_reserve_exact(missing).is_ok(), else TooLarge, "there is no memory for {count} runs of an image");
    memory.resize(count, 0);
    Vector::from_parts(count, memory)
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
        let mut out = RunImage::default();
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
                    let is_large = kind == MorphKind::Erode && 2 * reach[0] <= by[0];
                    match erode(&runs, &mut out, reach, op) {
                        Some(done) => done.unwrap(),
                        None => {
                            assert!(!is_large, "{shape:?} {by:?} {reach:?} {op:?}");
                            continue;
                        }
                    }
                    image.rectangle(&mut made, &mut between, reach, op).unwrap();
                    let wanted = made.to_runs().unwrap();
                    out.validate().unwrap();
                    assert_eq!(out, wanted, "{shape:?} {by:?} {reach:?} {op:?}");
                    assert_eq!(out.count_stored(), wanted.count_stored())
                }
            }
        }
    }
}

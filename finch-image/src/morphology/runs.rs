//! Erosion along rows of images by runs.

use super::{MorphKind, MorphOp, enough};
use crate::imports::*;
use finch_kernels::traits::algebra::operators::Unary;

/// The erosion by a line along rows that reaches so far to both sides, if the images are of runs: each run becomes shorter by that much at both
/// ends, but at borders beyond which pixels are on. Takes one step for any reach, linear in runs. Dilations are left to steps, since runs that
/// grow would have to be joined, and so are images in which one run starts where another one ends.
pub(super) fn erode_across(image: &dyn Any, out: &mut dyn Any, reach: usize, op: MorphOp) -> Option<Result<()>> {
    let image: &RunImage = image.downcast_ref()?;
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    let (Ok(by), Ok(end)) = (u32::try_from(enough(reach, columns)), u32::try_from(columns)) else {
        return None;
    };
    if op.kind != MorphKind::Erode || by == 0 || rows == 0 || Runs::of(image).touch() {
        return None;
    }
    let out: &mut RunImage = out.downcast_mut()?;
    Some(shorten(image, out, [rows, columns], by, op.on_border.then_some(end)))
}

/// Makes runs shorter by `by` at both ends, but at 0 and at `end`.
fn shorten(image: &RunImage, out: &mut RunImage, shape: [usize; 2], by: u32, end: Option<u32>) -> Result<()> {
    let Runs {
        below,
        ptr,
        left,
        right,
        ..
    } = Runs::of(image);
    let strips = below.len();
    let start_of = Unary(move |left: u32| {
        if left == 0 && end.is_some() {
            0
        } else {
            left.saturating_add(by)
        }
    });
    let end_of = Unary(move |right: u32| {
        if Some(right) == end {
            right
        } else {
            right.saturating_sub(by)
        }
    });
    // Ranges that data give do not say how large it is.
    if out.shape() != shape.into() {
        *out = RunImage::empty(shape)?
    }
    finch! {
        out .= _;
        for q in 0..strips {
            let top = coalesce(below[~(q - 1)], 0_u32);
            for y in top..below[q] {
                for p in ptr[q]..ptr[q + 1] {
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
    use crate::morphology::Morphology;

    #[test]
    fn runs_become_shorter() {
        let mut state = 1_u32;
        let (mut out, mut made, mut spare) = (RunImage::default(), BitImage::default(), BitImage::default());
        for shape @ [rows, columns] in [[0, 4], [3, 0], [1, 1], [9, 140], [30, 7]] {
            let image = BitImage::from_pixels(shape, |[y, _]| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Some rows are equal.
                state >> 24 > 20 || y % 4 > 1
            })
            .unwrap();
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
                            assert!(rows == 0 || columns == 0);
                            continue;
                        }
                    }
                    image.rectangle(&mut made, &mut spare, [0, reach], op).unwrap();
                    let wanted = made.to_runs().unwrap();
                    out.validate().unwrap();
                    assert_eq!(out, wanted, "{shape:?} {reach} {on_border}");
                    assert_eq!(out.count_stored(), wanted.count_stored())
                }
            }
        }
    }
}

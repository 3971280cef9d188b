//! Erosion, dilation, opening and closing.
//!
//! The pixel at a place of an eroded image is the least one under the footprint there, that of a dilated image the
//! greatest one. A footprint that is applied several times is applied to the result each time.
//!
//! | footprint | how |
//! |---|---|
//! | rectangle | all its repetitions at once: a pass along rows, one along columns, each in few steps |
//! | cross | repetition by repetition: the same passes, both over the image, and where they meet |
//! | cross of 3 by 3 over words | one pass; from the second on only over words around which something has changed |
//!
//! A *step* by `s` takes the least of three pixels, `x - s`, `x` and `x + s`. Steps by 1, 2, 4, .. make lines of 3, 7,
//! 15, .. pixels, so a line of `n` takes about `log2 n` steps, however often it is repeated. Each step is one program:
//!
//! ```text
//! out[y, x] = min(min(coalesce(a[y, ~(x - s)], outside), a[y, x]), coalesce(a[y, ~(x + s)], outside))
//! ```
//!
//! Over bytes it is a loop over pixels, over [`BitImage`](crate::BitImage) images one over words of 64 pixels with shifts, over
//! runs one over runs, whose result is runs again: the time of a run does not depend on its length. After the Finch
//! paper, section 6.4 and figure 21; OpenCV's `erode` and `dilate` compute the same.

mod masked;
mod packed;
mod tensor;

pub use masked::{Mask, Refresh};

use crate::footprint::{Border, Footprint, Form, steps};
use finch_kernels::Result;

/// Along which dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From row to row.
    Down,
    /// From column to column.
    Across,
}

/// Erosion or dilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MorphKind {
    /// The least pixel.
    Erode,
    /// The greatest pixel.
    Dilate,
}

/// An erosion or a dilation, and what lies beyond the borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MorphOp {
    /// Whether the least or the greatest pixel is taken.
    pub kind: MorphKind,
    /// Pixels beyond the borders are on.
    pub on_border: bool,
}

impl MorphOp {
    fn of(kind: MorphKind, border: Border) -> Self {
        MorphOp {
            kind,
            on_border: match border {
                Border::Neutral => kind == MorphKind::Erode,
                Border::On => true,
                Border::Off => false,
            },
        }
    }
}

/// Memory for images in between, which later calls use again.
#[derive(Clone, Debug, Default)]
pub struct Scratch<I> {
    spare: I,
    across: I,
    down: I,
    next: I,
}

/// An image of which the morphology can be computed: [`BitImage`](crate::BitImage), and any tensor of two dimensions of
/// [pixels](crate::Pixel), rows first, that a program can write.
///
/// | tensor | pixels | time of a step |
/// |---|---|---|
/// | [`RunImage`](crate::RunImage), `Dense<SparseRunList<Pattern>>` | `bool` | linear in runs |
/// | `RunMatrix<u8>` | grey | linear in runs |
/// | `Matrix<u8>`, `BitMatrix`, any other | grey, `bool` | linear in pixels |
/// | [`BitImage`](crate::BitImage) | `bool` | linear in words of 64 pixels |
///
/// ```
/// use finch_image::prelude::*;
///
/// let image = Matrix::<u8>::from_dense([3, 5], &[0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0])?;
/// let eroded = image.erode(Footprint::SQUARE)?;
/// assert_eq!(eroded.to_dense()?, [0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
/// assert_eq!(eroded.dilate(Footprint::SQUARE)?, image.open(Footprint::SQUARE)?);
/// # Ok::<(), Error>(())
/// ```
pub trait Morphology: Sized + Clone + Default {
    /// Rows and columns.
    fn extents(&self) -> [usize; 2];

    /// `out[x]` is the least or greatest of `self[x - by]`, `self[x]` and `self[x + by]`, along `axis`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory; steps across words are from 1 to 63.
    fn step(&self, out: &mut Self, axis: Axis, by: usize, op: MorphOp) -> Result<()>;

    /// `out[y, x]` is the lesser or greater of `self[y, x]` and `other[y, x]`.
    ///
    /// # Errors
    ///
    /// The extents differ, or there is not enough memory.
    fn combine(&self, other: &Self, out: &mut Self, kind: MorphKind) -> Result<()>;

    /// A rectangle that reaches `reach[0]` rows and `reach[1]` columns, once. Along rows first: equal rows stay equal.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], op: MorphOp) -> Result<()> {
        let extents = self.extents();
        let across = steps(enough(reach[1], extents[1]), usize::MAX).map(|by| (Axis::Across, by));
        let down = steps(enough(reach[0], extents[0]), usize::MAX).map(|by| (Axis::Down, by));
        let mut done = 0;
        for (axis, by) in across.chain(down) {
            match done {
                0 => self.step(out, axis, by, op)?,
                _ => {
                    core::mem::swap(out, spare);
                    spare.step(out, axis, by, op)?
                }
            }
            done += 1
        }
        if done == 0 {
            out.clone_from(self)
        }
        Ok(())
    }

    /// A cross that reaches `down` rows and `across` columns, `times` times.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn crosses(
        &self,
        out: &mut Self,
        scratch: &mut Scratch<Self>,
        [down, across]: [usize; 2],
        times: usize,
        op: MorphOp,
    ) -> Result<()> {
        lines_meet(self, out, scratch, [down, across], times, op)
    }

    /// The erosion: on where all pixels under the footprint are on. The [module](self) says how many steps it takes,
    /// the [table](Morphology) what a step takes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn erode(&self, footprint: Footprint) -> Result<Self> {
        let mut out = Self::default();
        self.erode_into(&mut out, footprint, &mut Scratch::default())?;
        Ok(out)
    }

    /// The dilation: on where any pixel under the footprint is on. The [module](self) says how many steps it takes, the
    /// [table](Morphology) what a step takes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn dilate(&self, footprint: Footprint) -> Result<Self> {
        let mut out = Self::default();
        self.dilate_into(&mut out, footprint, &mut Scratch::default())?;
        Ok(out)
    }

    /// The opening: as many erosions as the footprint has repetitions, then as many dilations. What is smaller than the
    /// footprint is gone.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn open(&self, footprint: Footprint) -> Result<Self> {
        self.erode(footprint)?.dilate(footprint)
    }

    /// The closing: dilations, then as many erosions. Gaps that are smaller than the footprint are gone.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn close(&self, footprint: Footprint) -> Result<Self> {
        self.dilate(footprint)?.erode(footprint)
    }

    /// The [erosion](Self::erode) into `out`: what it holds is replaced, and its memory used again, as is that of the
    /// images in between, in `scratch`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn erode_into(&self, out: &mut Self, footprint: Footprint, scratch: &mut Scratch<Self>) -> Result<()> {
        apply(
            self,
            out,
            footprint,
            MorphOp::of(MorphKind::Erode, footprint.border),
            scratch,
        )
    }

    /// The [dilation](Self::dilate) into `out`: what it holds is replaced, and its memory used again, as is that of the
    /// images in between, in `scratch`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn dilate_into(&self, out: &mut Self, footprint: Footprint, scratch: &mut Scratch<Self>) -> Result<()> {
        apply(
            self,
            out,
            footprint,
            MorphOp::of(MorphKind::Dilate, footprint.border),
            scratch,
        )
    }
}

fn apply<I: Morphology>(
    image: &I,
    out: &mut I,
    footprint: Footprint,
    op: MorphOp,
    scratch: &mut Scratch<I>,
) -> Result<()> {
    let Footprint {
        form,
        down,
        across,
        times,
        ..
    } = footprint;
    if form == Form::Rectangle {
        // As often as it is said is once with a larger rectangle.
        let reach = [down.saturating_mul(times), across.saturating_mul(times)];
        image.rectangle(out, &mut scratch.spare, reach, op)
    } else if times == 0 || down == 0 && across == 0 {
        out.clone_from(image);
        Ok(())
    } else {
        image.crosses(out, scratch, [down, across], times, op)
    }
}

/// The least number of pixels that a line over `extent` pixels has to reach to see all of them and what lies outside.
fn enough(reach: usize, extent: usize) -> usize {
    reach.min(extent)
}

/// Each time a line along each axis, and where they meet.
fn lines_meet<I: Morphology>(
    image: &I,
    out: &mut I,
    scratch: &mut Scratch<I>,
    reach: [usize; 2],
    times: usize,
    op: MorphOp,
) -> Result<()> {
    let Scratch {
        spare,
        across,
        down,
        next,
    } = scratch;
    for time in 0..times {
        let from = if time == 0 { image } else { &*next };
        from.rectangle(across, spare, [0, reach[1]], op)?;
        from.rectangle(down, spare, [reach[0], 0], op)?;
        across.combine(down, out, op.kind)?;
        if time + 1 < times {
            core::mem::swap(out, next)
        }
    }
    Ok(())
}

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
//! Over bytes it is a loop over pixels, over [`Packed`](crate::Packed) images one over words of 64 pixels with shifts, over
//! runs one over runs, whose result is runs again: the time of a run does not depend on its length. After the Finch
//! paper, section 6.4 and figure 21; OpenCV's `erode` and `dilate` compute the same.

mod masked;
mod packed;
mod tensor;

pub use masked::{Mask, Refresh};

use crate::footprint::{Footprint, Form, Outside, steps};
use finch_kernels::prelude::Result;

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
pub enum Way {
    /// The least pixel.
    Erode,
    /// The greatest pixel.
    Dilate,
}

/// What is taken of which pixels, and what lies outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The least pixel or the greatest.
    pub way: Way,
    /// Pixels beyond the borders are on.
    pub on_outside: bool,
}

impl Rule {
    fn of(way: Way, outside: Outside) -> Self {
        Rule {
            way,
            on_outside: match outside {
                Outside::Neutral => way == Way::Erode,
                Outside::On => true,
                Outside::Off => false,
            },
        }
    }
}

/// Images in between, which later calls use again.
#[derive(Clone, Debug, Default)]
pub struct Space<I> {
    spare: I,
    across: I,
    down: I,
    next: I,
}

/// An image of which the morphology can be computed: [`Packed`](crate::Packed), and any tensor of two dimensions of
/// [pixels](crate::Pixel), rows first, that a program can write.
///
/// | tensor | pixels | time of a step |
/// |---|---|---|
/// | [`RunImage`](crate::RunImage), `Dense<SparseRunList<Pattern>>` | `bool` | linear in runs |
/// | `RunMatrix<u8>` | grey | linear in runs |
/// | `Matrix<u8>`, `BitMatrix`, any other | grey, `bool` | linear in pixels |
/// | [`Packed`](crate::Packed) | `bool` | linear in words of 64 pixels |
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
    fn step(&self, out: &mut Self, axis: Axis, by: usize, rule: Rule) -> Result<()>;

    /// `out[y, x]` is the lesser or greater of `self[y, x]` and `other[y, x]`.
    ///
    /// # Errors
    ///
    /// The extents differ, or there is not enough memory.
    fn meet(&self, other: &Self, out: &mut Self, way: Way) -> Result<()>;

    /// A rectangle that reaches `reach[0]` rows and `reach[1]` columns, once. Along rows first: equal rows stay equal.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], rule: Rule) -> Result<()> {
        let extents = self.extents();
        let across = steps(enough(reach[1], extents[1]), usize::MAX).map(|by| (Axis::Across, by));
        let down = steps(enough(reach[0], extents[0]), usize::MAX).map(|by| (Axis::Down, by));
        let mut done = 0;
        for (axis, by) in across.chain(down) {
            match done {
                0 => self.step(out, axis, by, rule)?,
                _ => {
                    core::mem::swap(out, spare);
                    spare.step(out, axis, by, rule)?
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
        space: &mut Space<Self>,
        [down, across]: [usize; 2],
        times: usize,
        rule: Rule,
    ) -> Result<()> {
        lines_meet(self, out, space, [down, across], times, rule)
    }

    /// The erosion: on where all pixels under the footprint are on.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn erode(&self, footprint: Footprint) -> Result<Self> {
        let mut out = Self::default();
        self.erode_into(&mut out, footprint, &mut Space::default())?;
        Ok(out)
    }

    /// The dilation: on where any pixel under the footprint is on.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn dilate(&self, footprint: Footprint) -> Result<Self> {
        let mut out = Self::default();
        self.dilate_into(&mut out, footprint, &mut Space::default())?;
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

    /// The erosion, into an image whose memory is used again, as is that of the images in between.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn erode_into(&self, out: &mut Self, footprint: Footprint, space: &mut Space<Self>) -> Result<()> {
        apply(self, out, footprint, Rule::of(Way::Erode, footprint.outside), space)
    }

    /// The dilation, into an image whose memory is used again, as is that of the images in between.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn dilate_into(&self, out: &mut Self, footprint: Footprint, space: &mut Space<Self>) -> Result<()> {
        apply(self, out, footprint, Rule::of(Way::Dilate, footprint.outside), space)
    }
}

fn apply<I: Morphology>(image: &I, out: &mut I, footprint: Footprint, rule: Rule, space: &mut Space<I>) -> Result<()> {
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
        image.rectangle(out, &mut space.spare, reach, rule)
    } else if times == 0 || down == 0 && across == 0 {
        out.clone_from(image);
        Ok(())
    } else {
        image.crosses(out, space, [down, across], times, rule)
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
    space: &mut Space<I>,
    reach: [usize; 2],
    times: usize,
    rule: Rule,
) -> Result<()> {
    let Space {
        spare,
        across,
        down,
        next,
    } = space;
    for time in 0..times {
        let from = if time == 0 { image } else { &*next };
        from.rectangle(across, spare, [0, reach[1]], rule)?;
        from.rectangle(down, spare, [reach[0], 0], rule)?;
        across.meet(down, out, rule.way)?;
        if time + 1 < times {
            core::mem::swap(out, next)
        }
    }
    Ok(())
}

//! Erosion and dilation, and what is made of them: opening, closing, top-hats, gradients, hit-or-miss.
//!
//! The pixel at a place of an eroded image is the least one under the footprint there, that of a dilated image the
//! greatest one. A footprint that is applied several times is applied to the result each time.
//!
//! | footprint | how |
//! |---|---|
//! | rectangle | all its repetitions at once: a pass along rows, one along columns, each in few steps |
//! | cross | repetition by repetition: the same passes, both over the image, and where they meet |
//! | cross of 3 by 3 over words | one pass; from the second on only over words around which something has changed |
//! | [any other](StructuringElement) | chord by chord: lines of 1, 2, 4, .. pixels, of which two make a chord |
//!
//! A *step* by `s` takes the least of three pixels, `x - s`, `x` and `x + s`. Steps by 1, 2, 4, .. make lines of 3, 7,
//! 15, .. pixels, so a line of `n` takes about `log2 n` steps, however often it is repeated. Each step is one program:
//!
//! ```text
//! out[y, x] = min(min(coalesce(a[y, ~(x - s)], outside), a[y, x]), coalesce(a[y, ~(x + s)], outside))
//! ```
//!
//! Where lines around pixels beyond the borders are known, each is three times as long as the one before it: steps by 1, 3, 9, .. A rectangle
//! takes such steps over a `Matrix` of pixels, one band of rows after the other, and over words, in large images some columns of words after
//! the others. The last step may look at five pixels in place of three: a rectangle of 5 by 5 takes one step along each axis. [`ThroughWords`] has
//! binary images by bytes worked on as words.
//!
//! Over bytes it is a loop over pixels, over [`BitImage`] images one over words of 64 pixels with shifts, over
//! runs one over runs, whose result is runs again: the time of a run does not depend on its length. Along rows of a [`RunImage`] a rectangle
//! erodes in one step, which moves the ends of all runs and leaves out those of which nothing is left. If each run of equal rows is at least
//! twice as high as the rectangle reaches, one step erodes along both axes. Where a [`RunImage`] has few words of 64 pixels for each run that
//! is left, as scans of text have, a rectangle is computed on words, some rows at a time. After the Finch
//! paper, section 6.4 and figure 21. OpenCV's `erode` computes the same; its `dilate` does not turn the element by 180 degrees, which
//! makes no difference to rectangles, crosses and discs. `grey_erosion` and `grey_dilation` of SciPy turn it as it is done here.

mod columns;
mod dense;
mod element;
mod masked;
mod packed;
mod runs;
mod strips;
mod tensor;
mod through_words;

pub(crate) use dense::rectangle as rectangle_of_dense;
pub use element::{AsElement, StructuringElement};
pub use masked::{Mask, Refresh};
#[cfg(feature = "parallel")]
pub use tensor::InParts;
pub use through_words::ThroughWords;

use crate::footprint::{Border, Footprint, Form, steps};
use crate::imports::*;

/// The dimension along which a step of morphology goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepAxis {
    /// From row to row.
    Down,
    /// From column to column.
    Across,
}

/// Whether an operation of morphology is an erosion or a dilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MorphKind {
    /// The least pixel.
    Erode,
    /// The greatest pixel.
    Dilate,
}

/// One erosion or dilation: which of both it is, and what pixels beyond the borders count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MorphOp {
    /// Whether the least or the greatest pixel is taken.
    pub kind: MorphKind,
    /// Pixels beyond the borders are on.
    pub on_border: bool,
    /// How many words a part of a step has at least, if steps over words run on several threads: see `Footprint::parallel_by`.
    pub grain: Option<usize>,
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
            grain: None,
        }
    }

    fn of_footprint(kind: MorphKind, footprint: &Footprint) -> Self {
        MorphOp {
            grain: footprint.grain,
            ..MorphOp::of(kind, footprint.border)
        }
    }
}

/// Memory for the images between the steps of an operation. Who keeps it for several calls allocates no image from the second one on.
#[derive(Clone, Debug, Default)]
pub struct Scratch<I> {
    spare: I,
    across: I,
    down: I,
    next: I,
}

/// An image of which the morphology can be computed: [`BitImage`], and any tensor of two dimensions of
/// [pixels](crate::Pixel), rows first, that a program can write.
///
/// | tensor | pixels | time of a step |
/// |---|---|---|
/// | [`RunImage`], `Dense<SparseRunList<Pattern>>` | `bool` | linear in runs; a rectangle over a [`RunImage`] of short runs: in runs and words |
/// | `RunMatrix<u8>` | grey | linear in runs |
/// | `Matrix<u8>`, `BitMatrix`, any other | grey, `bool` | linear in pixels |
/// | [`BitImage`] | `bool` | linear in words of 64 pixels |
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
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or `by` is too large: steps across words are from 1 to 63.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn step(&self, out: &mut Self, axis: StepAxis, by: usize, op: MorphOp) -> Result<()>;

    /// `out[y, x]` is the lesser or greater of `self[y, x]` and `other[y, x]`.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents differ.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn combine(&self, other: &Self, out: &mut Self, kind: MorphKind) -> Result<()>;

    /// `out[y, x]` is the lesser or greater of `self[y, x]` and `other[y + by[0], x + by[1]]`, where what lies outside of `other` counts
    /// as `op` says. `out` has the extents of `self`.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or `by` is too large.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn combine_moved(&self, other: &Self, by: [isize; 2], out: &mut Self, op: MorphOp) -> Result<()>;

    /// `out[y, x]` is `self[y, x] - other[y, x]`, 0 where that would be less: of binary images, what is on in `self` and off in `other`.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents differ.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn subtract(&self, other: &Self, out: &mut Self) -> Result<()>;

    /// Makes `out` an image of the given extents of which all pixels are on, or off.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or an extent does not fit the format.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the image cannot have these extents, since others are part of its type or it must be
    ///   square.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold such an image, such as one
    ///   that stores a single entry per row, or one half of a square.
    fn constant(out: &mut Self, extents: [usize; 2], on: bool) -> Result<()>;

    /// A rectangle that reaches `reach[0]` rows and `reach[1]` columns, once. Along rows first: equal rows stay equal.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], op: MorphOp) -> Result<()> {
        step_by_step(self, out, spare, reach, op, false)
    }

    /// A cross that reaches `down` rows and `across` columns, `times` times.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
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

    /// The erosion: on where all pixels under the element are on. The [module](self) says how many steps it takes,
    /// the [table](Morphology) what a step takes.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or the columns of the image and those of a
    ///   [`StructuringElement`] together do not fit the format.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the element is a [`StructuringElement`], and the number of columns is part of the type
    ///   of the image or must equal that of rows.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn erode(&self, element: impl AsElement) -> Result<Self> {
        let mut out = Self::default();
        self.erode_into(&mut out, element, &mut Scratch::default())?;
        Ok(out)
    }

    /// The dilation: on where any pixel under the element is on, which is [turned](StructuringElement) by 180 degrees. The
    /// [module](self) says how many steps it takes, the [table](Morphology) what a step takes.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn dilate(&self, element: impl AsElement) -> Result<Self> {
        let mut out = Self::default();
        self.dilate_into(&mut out, element, &mut Scratch::default())?;
        Ok(out)
    }

    /// The opening: as many erosions as a footprint has repetitions, then as many dilations. What is smaller than the
    /// element is gone.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn open(&self, element: impl AsElement) -> Result<Self> {
        self.erode(&element)?.dilate(element)
    }

    /// The closing: dilations, then as many erosions. Gaps that are smaller than the element are gone.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn close(&self, element: impl AsElement) -> Result<Self> {
        self.dilate(&element)?.erode(element)
    }

    /// The white top-hat: the image minus its [opening](Self::open). It shows what is lighter than its surroundings and smaller than
    /// the element. Takes an opening and a subtraction.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    ///
    /// ```
    /// use finch_image::prelude::*;
    ///
    /// // A light line on a ground that grows lighter, and what is left of it.
    /// let image = Matrix::<u8>::from_dense([1, 7], &[10, 20, 90, 40, 50, 60, 60])?;
    /// let line = image.white_top_hat(Footprint::rectangle(1, 3)?)?;
    /// assert_eq!(line.to_dense()?, [0, 0, 50, 0, 0, 0, 0]);
    /// # Ok::<(), Error>(())
    /// ```
    fn white_top_hat(&self, element: impl AsElement) -> Result<Self> {
        difference(self, &self.open(element)?)
    }

    /// The black top-hat: the [closing](Self::close) minus the image. It shows what is darker than its surroundings and smaller than
    /// the element. Takes a closing and a subtraction.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn black_top_hat(&self, element: impl AsElement) -> Result<Self> {
        difference(&self.close(element)?, self)
    }

    /// The morphological gradient: the dilation minus the erosion, which is large at edges. Takes a dilation, an erosion and a
    /// subtraction.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn gradient(&self, element: impl AsElement) -> Result<Self> {
        difference(&self.dilate(&element)?, &self.erode(element)?)
    }

    /// The hit-or-miss transform: on where all pixels under `hit` are on and all under `miss` are off, when the origins of both lie
    /// on the place. Of grey levels, how far the least one under `hit` is above the greatest one under `miss`, 0 where it is not
    /// (Soille: Morphological Image Analysis, 2nd edition, 2003, section 5.1). With [`Border::Neutral`], pixels beyond the borders
    /// fit both. Takes an erosion, a dilation and a subtraction.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    ///
    /// ```
    /// use finch_image::{StructuringElement, prelude::*};
    ///
    /// // Left ends of lines: a pixel that is on, and none to its left.
    /// let hit = StructuringElement::new(&Matrix::<u8>::from_dense([1, 2], &[0, 1])?, [0, 1])?;
    /// let miss = StructuringElement::new(&Matrix::<u8>::from_dense([1, 2], &[1, 0])?, [0, 1])?;
    /// let image = RunImage::from_dense([1, 7], &[true, true, false, true, true, true, false])?;
    /// let ends = image.hit_or_miss(&hit, &miss)?;
    /// assert_eq!(ends.to_dense()?, [true, false, false, true, false, false, false]);
    /// # Ok::<(), Error>(())
    /// ```
    fn hit_or_miss(&self, hit: &StructuringElement, miss: &StructuringElement) -> Result<Self> {
        difference(&self.erode(hit)?, &self.dilate(miss.reflected())?)
    }

    /// The [erosion](Self::erode) into `out`, in place of what it holds. A [`Footprint`] uses its memory again, and that of the
    /// images in between, in `scratch`; a [`StructuringElement`] makes some of these anew.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn erode_into(&self, out: &mut Self, element: impl AsElement, scratch: &mut Scratch<Self>) -> Result<()> {
        element.apply(self, out, MorphKind::Erode, scratch)
    }

    /// The [dilation](Self::dilate) into `out`, in place of what it holds. A [`Footprint`] uses its memory again, and that of the
    /// images in between, in `scratch`; a [`StructuringElement`] makes some of these anew.
    ///
    /// # Errors
    ///
    /// Those of [`erode`](Self::erode).
    fn dilate_into(&self, out: &mut Self, element: impl AsElement, scratch: &mut Scratch<Self>) -> Result<()> {
        element.apply(self, out, MorphKind::Dilate, scratch)
    }
}

fn difference<I: Morphology>(image: &I, other: &I) -> Result<I> {
    let mut out = I::default();
    image.subtract(other, &mut out)?;
    Ok(out)
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

/// A rectangle, each step over all of the image.
fn step_by_step<I: Morphology>(
    image: &I,
    out: &mut I,
    spare: &mut I,
    reach: [usize; 2],
    op: MorphOp,
    is_begun: bool,
) -> Result<()> {
    let extents = image.extents();
    let across = steps(enough(reach[1], extents[1]), usize::MAX).map(|by| (StepAxis::Across, by));
    let down = steps(enough(reach[0], extents[0]), usize::MAX).map(|by| (StepAxis::Down, by));
    let mut done = usize::from(is_begun);
    for (axis, by) in across.chain(down) {
        match done {
            0 => image.step(out, axis, by, op)?,
            _ => {
                core::mem::swap(out, spare);
                spare.step(out, axis, by, op)?
            }
        }
        done += 1
    }
    if done == 0 {
        out.clone_from(image)
    }
    Ok(())
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

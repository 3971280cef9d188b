//! Structuring elements of any form, and what erosion and dilation take them for.

use super::{MorphKind, MorphOp, Morphology, Scratch};
use crate::imports::*;
use crate::{BinaryImage, Border, Footprint};
use core::mem::swap;

/// What erosion and dilation look under: a [`Footprint`], or a [`StructuringElement`] of any form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a structuring element",
    note = "a `Footprint` is one, and so is a reference to a `StructuringElement`"
)]
pub trait AsElement {
    /// Writes the erosion or dilation of `image` to `out`, with images in between in `scratch`.
    ///
    /// # Errors
    ///
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or the columns of the image and those of a
    ///   [`StructuringElement`] together do not fit the format.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the element is a [`StructuringElement`], and the number of columns is part of the type
    ///   of the image or must equal that of rows.
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format cannot hold the result, such as one that
    ///   stores a single run per row, or one half of a square.
    fn apply<I: Morphology>(&self, image: &I, out: &mut I, kind: MorphKind, scratch: &mut Scratch<I>) -> Result<()>;
}

impl<S: AsElement + ?Sized> AsElement for &S {
    fn apply<I: Morphology>(&self, image: &I, out: &mut I, kind: MorphKind, scratch: &mut Scratch<I>) -> Result<()> {
        S::apply(self, image, out, kind, scratch)
    }
}

impl AsElement for Footprint {
    fn apply<I: Morphology>(&self, image: &I, out: &mut I, kind: MorphKind, scratch: &mut Scratch<I>) -> Result<()> {
        super::apply(image, out, *self, MorphOp::of_footprint(kind, self), scratch)
    }
}

/// A structuring element of any form: the pixels of a binary mask, relative to an origin, and what lies beyond the borders.
///
/// The eroded image has at each place the least pixel of those that lie under the element when its origin lies on the place. The dilated
/// image has the greatest pixel of those under the element turned by 180 degrees around its origin, so that opening and closing put back
/// what they took away (Serra: Image Analysis and Mathematical Morphology, 1982).
///
/// An element is kept by *chords*, the runs of its rows. An erosion or a dilation takes up to two steps for each chord, and one for each
/// power of two up to the length of the longest (after Urbach and Wilkinson: Efficient 2-D Grayscale Morphological Transformations With
/// Arbitrary Flat Structuring Elements, 2008). Chords that reach beyond the image are cut off first. Steps between powers of two are over
/// an image that is wider by up to the length of the longest chord, and 64 pixels. Rectangles and crosses around a pixel take fewer steps
/// as a [`Footprint`].
///
/// ```
/// use finch_image::{StructuringElement, prelude::*};
///
/// // A pixel, the one to its right and the one below.
/// let corner = StructuringElement::new(&Matrix::<u8>::from_dense([2, 2], &[1, 1, 1, 0])?, [0, 0])?;
/// let image = Matrix::<u8>::from_dense([3, 4], &[9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4])?;
/// assert_eq!(image.erode(&corner)?.to_dense()?, [5, 4, 3, 2, 1, 2, 2, 2, 1, 2, 3, 4]);
/// assert_eq!(image.dilate(&corner)?.to_dense()?, [9, 9, 8, 7, 9, 8, 7, 6, 5, 4, 3, 4]);
/// assert_eq!(image.dilate(&corner.reflected())?, Matrix::from_dense([3, 4], &[9, 8, 7, 6, 5, 4, 3, 4, 2, 3, 4, 4])?);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructuringElement {
    chords: Vec<Chord>,
    border: Border,
}

/// Consecutive pixels, the same ones of consecutive rows, relative to an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chord {
    top: isize,
    bottom: isize,
    first: isize,
    last: isize,
}

impl Chord {
    fn length(self) -> usize {
        self.first.abs_diff(self.last) + 1
    }

    fn reflected(self) -> Self {
        Chord {
            top: -self.bottom,
            bottom: -self.top,
            first: -self.last,
            last: -self.first,
        }
    }

    /// This chord, over an image of so many rows and columns: what is further away is beyond the borders, as is what is as far away.
    fn within(self, [rows, columns]: [usize; 2]) -> Self {
        let near = |by: isize, extent: usize| {
            let extent = isize::try_from(extent).unwrap_or(isize::MAX);
            by.clamp(-extent, extent)
        };
        Chord {
            top: near(self.top, rows),
            bottom: near(self.bottom, rows),
            first: near(self.first, columns),
            last: near(self.last, columns),
        }
    }
}

impl StructuringElement {
    /// The pixels of `mask` that are on, a binary image in any format, around the pixel `origin`, which need not be on itself. Takes the
    /// time of [`to_runs`](BinaryImage::to_runs), and `n log n` for `n` chords, which take 32 bytes each.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the origin lies outside of the mask.
    /// * [`Invalid`](crate::ErrorKind::Invalid): no pixel is on.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits, or there is not enough memory.
    pub fn new(mask: &impl BinaryImage, origin: [usize; 2]) -> Result<Self> {
        let mask = mask.to_runs()?;
        let shape @ [rows, columns] = [mask.shape()[0], mask.shape()[1]];
        ensure!(origin[0] < rows && origin[1] < columns, else OutOfBounds,
            "the origin {origin:?} of a structuring element lies outside of its mask of {shape:?}");
        let runs = Runs::of(&mask);
        let mut chords = reserved(runs.left.len(), "chords of a structuring element")?;
        for (rows, strip) in runs.strips() {
            chords.extend(strip.map(|run| Chord {
                top: rows.start as isize - origin[0] as isize,
                bottom: rows.end as isize - origin[0] as isize - 1,
                first: runs.left[run] as isize - origin[1] as isize,
                last: runs.right[run] as isize - origin[1] as isize - 1,
            }))
        }
        ensure!(!chords.is_empty(), else Invalid,
            "a structuring element without pixels: at least one of its mask of {shape:?} must be on");
        Ok(StructuringElement::of(chords))
    }

    /// A disc: all pixels whose centres are at most `radius` away. Takes time of `n log n` for `n` rows, and 32 bytes for each.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the radius is 2^31 or more, its square does not fit `usize`, or there is not enough
    /// memory.
    ///
    /// ```
    /// use finch_image::{StructuringElement, prelude::*};
    ///
    /// let mut dot = BitImage::from_pixels([5, 5], |place| place == [2, 2])?;
    /// let disc = dot.dilate(&StructuringElement::disc(2)?)?;
    /// assert_eq!(disc.count_on(), 1 + 3 + 5 + 3 + 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn disc(radius: usize) -> Result<Self> {
        let (Ok(reach), Some(square)) = (i32::try_from(radius), radius.checked_mul(radius)) else {
            return Err(error!(TooLarge, "a disc of radius {radius}: radii are below 2^31"));
        };
        let mut chords = reserved(2 * radius + 1, "chords of a structuring element")?;
        chords.extend((-reach..=reach).map(|row| {
            let down = row.unsigned_abs() as usize;
            let across = (square - down * down).isqrt() as isize;
            Chord {
                top: row as isize,
                bottom: row as isize,
                first: -across,
                last: across,
            }
        }));
        Ok(StructuringElement::of(chords))
    }

    fn of(mut chords: Vec<Chord>) -> Self {
        chords.sort_unstable_by_key(|chord| (chord.first, chord.last, chord.top));
        // Chords of rows that follow each other are one.
        chords.dedup_by(|next, chord| {
            let goes_on = (chord.first, chord.last, chord.bottom + 1) == (next.first, next.last, next.top);
            if goes_on {
                chord.bottom = next.bottom
            }
            goes_on
        });
        StructuringElement {
            chords,
            border: Border::Neutral,
        }
    }

    /// This element, turned by 180 degrees around its origin. Takes a copy of its chords, and sorting them.
    #[must_use]
    pub fn reflected(&self) -> Self {
        StructuringElement {
            border: self.border,
            ..StructuringElement::of(self.chords.iter().map(|chord| chord.reflected()).collect())
        }
    }

    /// This element, where pixels beyond the borders count as `border` says: by default [`Border::Neutral`].
    #[must_use]
    pub fn border(mut self, border: Border) -> Self {
        self.border = border;
        self
    }

    /// The number of its pixels. Takes time linear in the chords.
    pub fn count(&self) -> u64 {
        let pixels = |chord: &Chord| chord.length() as u64 * (chord.top.abs_diff(chord.bottom) as u64 + 1);
        self.chords.iter().map(pixels).sum()
    }
}

impl AsElement for StructuringElement {
    /// `line` holds lines of 1, 2, 4, .. pixels that start at each place, and at places in front of the image, so that those which
    /// reach into it count. A chord is two such lines, which overlap.
    fn apply<I: Morphology>(&self, image: &I, out: &mut I, kind: MorphKind, scratch: &mut Scratch<I>) -> Result<()> {
        let (op, extents) = (MorphOp::of(kind, self.border), image.extents());
        let [rows, columns] = extents;
        if rows == 0 || columns == 0 {
            out.clone_from(image);
            return Ok(());
        }
        let Scratch {
            spare,
            across: line,
            next,
            ..
        } = scratch;
        let neutral = kind == MorphKind::Erode;
        let mut chords = reserved(self.chords.len(), "chords of a structuring element")?;
        chords.extend(self.chords.iter().map(|&chord| match kind {
            MorphKind::Erode => chord.within(extents),
            MorphKind::Dilate => chord.reflected().within(extents),
        }));
        chords.sort_unstable_by_key(|chord| chord.length());
        let longest = chords.last().map_or(1, |chord| chord.length());
        // Whole words, so that the bits of the last one are all pixels.
        let wide = columns
            .checked_add(1 << longest.ilog2())
            .and_then(|wide| wide.checked_next_multiple_of(64));
        let wide =
            wide.ok_or_else(|| error!(TooLarge, "an element of {longest} columns over an image of {columns}"))?;
        let front = wide - columns;
        I::constant(spare, [rows, wide], neutral)?;
        spare.combine_moved(image, [0, -(front as isize)], line, op)?;
        I::constant(out, extents, neutral)?;
        let mut length = 1;
        for chord in chords {
            while 2 * length <= chord.length() {
                line.combine_moved(line, [0, length as isize], next, op)?;
                swap(line, next);
                length *= 2
            }
            let from = chord.first + front as isize;
            let starts = [from, from + (chord.length() - length) as isize];
            let lines = if starts[0] == starts[1] { 1 } else { 2 };
            for down in chord.top..=chord.bottom {
                for start in &starts[..lines] {
                    out.combine_moved(line, [down, *start], spare, op)?;
                    swap(out, spare)
                }
            }
        }
        Ok(())
    }
}

//! Footprints: which pixels around a place count.

use crate::imports::*;

/// What pixels beyond the borders of an image count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Border {
    /// On for erosion, off for dilation: borders neither shrink nor grow.
    #[default]
    Neutral,
    /// On.
    On,
    /// Off.
    Off,
}

/// The form of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Rectangle,
    Cross,
}

/// A structuring element: a rectangle or a cross around a pixel, how many times it is applied, and what lies beyond the borders.
///
/// ```
/// use finch_image::{Footprint, Border};
///
/// let square = Footprint::rectangle(3, 3)?;
/// assert_eq!(square, Footprint::SQUARE);
/// let four_times = Footprint::cross(3, 3)?.times(4).border(Border::Off);
/// assert_eq!(four_times.repetitions(), 4);
/// assert!(Footprint::rectangle(2, 3).is_err());
/// # Ok::<(), finch_image::prelude::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    pub(crate) form: Form,
    /// How many rows it reaches above and below.
    pub(crate) down: usize,
    /// How many columns it reaches to the left and to the right.
    pub(crate) across: usize,
    pub(crate) times: usize,
    pub(crate) border: Border,
    pub(crate) grain: Option<usize>,
}

impl Footprint {
    /// A square of 3 by 3: a pixel and its eight neighbours.
    pub const SQUARE: Footprint = Footprint::of(Form::Rectangle, 1, 1);
    /// A cross of 3 by 3: a pixel and its four neighbours.
    pub const CROSS: Footprint = Footprint::of(Form::Cross, 1, 1);

    const fn of(form: Form, down: usize, across: usize) -> Self {
        Footprint {
            form,
            down,
            across,
            times: 1,
            border: Border::Neutral,
            grain: None,
        }
    }

    /// All pixels of a rectangle of `rows` by `columns`, around its middle.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): one of them is even, so that there is no middle.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self> {
        Ok(Footprint::of(
            Form::Rectangle,
            reach("rows", rows)?,
            reach("columns", columns)?,
        ))
    }

    /// The middle row and the middle column of a rectangle of `rows` by `columns`.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): one of them is even, so that there is no middle.
    pub fn cross(rows: usize, columns: usize) -> Result<Self> {
        Ok(Footprint::of(
            Form::Cross,
            reach("rows", rows)?,
            reach("columns", columns)?,
        ))
    }

    /// This footprint, applied so many times: by default once, not at all if 0.
    #[must_use]
    pub const fn times(mut self, times: usize) -> Self {
        self.times = times;
        self
    }

    /// This footprint, where pixels beyond the borders count as `border` says: by default [`Border::Neutral`].
    #[must_use]
    pub const fn border(mut self, border: Border) -> Self {
        self.border = border;
        self
    }

    /// This footprint, whose lines are taken on the threads of the rayon pool that the caller is in, over
    /// [`BitImage`](crate::BitImage) images: the columns of words are shared among them. The result is the same on any number of threads.
    ///
    /// Rectangles are made of lines, and so are crosses but that of 3 by 3. Steps along rows over images of fewer than some 17 million pixels
    /// run on the caller's thread, and steps along columns over a third of that. So does all over other formats: see
    /// [`InParts`](crate::InParts).
    ///
    /// ```
    /// use finch_image::prelude::*;
    ///
    /// let image = BitImage::from_pixels([3, 70], |[y, x]| (y + x) % 7 > 0)?;
    /// assert_eq!(image.erode(Footprint::SQUARE.parallel())?, image.erode(Footprint::SQUARE)?);
    /// # Ok::<(), Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub const fn parallel(self) -> Self {
        // Reading a word takes a fraction of the time of a usual step of a loop.
        self.parallel_by(4 * finch_kernels::traits::program::GRAIN)
    }

    /// This footprint, whose lines are taken on several threads as by [`parallel`](Self::parallel), in parts that read at least `grain` words
    /// each. Less than two such parts stay on the caller's thread.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub const fn parallel_by(mut self, grain: usize) -> Self {
        self.grain = Some(grain);
        self
    }

    /// How many times it is applied.
    pub const fn repetitions(&self) -> usize {
        self.times
    }

    /// Rows and columns.
    pub const fn size(&self) -> [usize; 2] {
        [2 * self.down + 1, 2 * self.across + 1]
    }
}

fn reach(what: &str, extent: usize) -> Result<usize> {
    ensure!(!extent.is_multiple_of(2), else Invalid,
        "a footprint of {extent} {what} has no middle: the number must be odd");
    Ok(extent / 2)
}

/// The steps by which a line of three pixels grows to one that reaches `reach` to both sides: each may be one longer
/// than what is reached before it, up to `longest`, so that what lies beyond a border never hides what lies inside.
pub(crate) fn steps(reach: usize, longest: usize) -> impl Iterator<Item = usize> {
    let mut reached = 0;
    core::iter::from_fn(move || {
        let step = (reached + 1).min(reach - reached).min(longest);
        reached += step;
        (step > 0).then_some(step)
    })
}

/// Which lines a step looks at besides the one around a pixel, on both sides of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Those so many places away.
    At(usize),
    /// Those so many places away, and twice as many.
    Twice(usize),
}

impl Look {
    /// How far away the last of them is.
    pub(crate) fn far(self) -> usize {
        match self {
            Look::At(by) => by,
            Look::Twice(by) => 2 * by,
        }
    }
}

/// The steps by which a line of one pixel grows to one that reaches `reach` to both sides, where lines around pixels beyond the borders are
/// known too: each is up to three times as long as the one before it. If it `may_look_twice`, the last one looks at five lines in place of
/// three where that saves a step. No step looks further than `longest`.
///
/// With each step comes whether it must know the lines around pixels beyond the borders: it looks so far that these have pixels of the image
/// which no other line has that it looks at.
pub(crate) fn thirds(reach: usize, longest: usize, may_look_twice: bool) -> impl Iterator<Item = (Look, bool)> {
    let mut reached = 0;
    core::iter::from_fn(move || {
        let (left, next) = (reach - reached, reached + 1);
        let look = match may_look_twice && left == 2 * next && left <= longest {
            true => Look::Twice(next),
            false => Look::At((next + reached).min(left).min(longest)),
        };
        reached += look.far();
        (left > 0).then_some((look, matches!(look, Look::At(by) if by > next)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Look, steps, thirds};

    #[test]
    fn steps_reach() {
        for reach in 0..200 {
            assert_eq!(steps(reach, 63).sum::<usize>(), reach);
            assert!(steps(reach, 63).all(|step| step <= 63));
            let steps: Vec<usize> = steps(reach, usize::MAX).collect();
            assert_eq!(steps.iter().sum::<usize>(), reach);
            assert!(steps.len() <= (reach + 1).next_power_of_two().ilog2() as usize);
            let mut reached = 0;
            for step in steps {
                assert!(step <= reached + 1);
                reached += step
            }
        }
    }
    #[test]
    fn thirds_reach() {
        for reach in 0..200 {
            for (longest, twice) in [(63, true), (usize::MAX, true), (usize::MAX, false)] {
                let mut reached = 0;
                for (look, beyond) in thirds(reach, longest, twice) {
                    let by = match look {
                        Look::At(by) | Look::Twice(by) => by,
                    };
                    // Lines that are next to each other leave no gap, and what is not looked at beyond hides nothing.
                    assert!(by <= 2 * reached + 1 && look.far() <= longest);
                    assert_eq!(beyond, by > reached + 1);
                    reached += look.far()
                }
                assert_eq!(reached, reach);
            }
        }
        assert_eq!(thirds(2, 63, true).count(), 1);
        assert_eq!(thirds(2, 63, false).count(), 2);
        assert_eq!(thirds(4, 63, true).count(), 2);
        assert_eq!(thirds(14, 63, true).count(), 3)
    }
}

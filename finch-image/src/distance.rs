//! Distance transforms: how far each pixel is from the nearest one that is off.

use crate::convert::room;
use crate::imports::*;
use crate::packed::rows_of;
use crate::{BinaryImage, Border};
use finch_kernels::formats::traits::algebra::operator::UnaryOp;
use finch_kernels::formats::traits::algebra::{Cast, Ordered};
use finch_kernels::prelude::*;
use finch_kernels::traits::level::Level;

/// How the distance between two pixels `dy` rows and `dx` columns apart is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// `|dy| + |dx|`: steps to one of four neighbours.
    CityBlock,
    /// `max(|dy|, |dx|)`: steps to one of eight neighbours.
    Chessboard,
    /// `dy^2 + dx^2`, the square of the distance, which is exact in whole numbers.
    SquaredEuclidean,
}

/// The distance of each pixel that is on to the nearest pixel that is off. Pixels that are off have distance 0. If no pixel is off, all
/// distances are `u32::MAX`.
///
/// With [`Border::Off`], pixels beyond the borders are off. With [`Border::Neutral`] and [`Border::On`] they do not count. Negate an
/// image to measure to the nearest pixel that is on. All distances are exact.
///
/// City-block distances are found along columns first, up and down, and then along rows. So are chessboard distances, but up and down from
/// three neighbours instead of one (Rosenfeld and Pfaltz: Distance Functions on Digital Pictures, 1968). Along rows, each round looks
/// twice as far to both sides as the one before, until no pixel can be nearer: the time is linear in the pixels, times the logarithm of
/// the greatest distance. Beside the result, there are 2 bytes for each pixel, or 4 if rows and columns together are more than 32767.
///
/// For the Euclidean metric, two passes along columns find distances in columns, and the least square is found along each run of pixels that
/// are on, by the lower envelope of parabolas (Meijster, Roerdink and Hesselink: A General Algorithm for Computing Distance Transforms
/// in Linear Time, 2000; Felzenszwalb and Huttenlocher: Distance Transforms of Sampled Functions, 2012). Takes time linear in the
/// pixels and in the runs of the image, and memory for its runs and 24 bytes for each column.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): the sum of rows and columns is 2^31 or more, the square of a distance does not fit 32 bits, or
/// there is not enough memory.
///
/// ```
/// use finch_image::{Border, Metric, distance_transform, prelude::*};
///
/// let image = Matrix::<u8>::from_dense([3, 4], &[
///     0, 1, 1, 1, //
///     1, 1, 1, 1, //
///     1, 1, 1, 1,
/// ])?;
/// let steps = distance_transform(&image, Metric::CityBlock, Border::Neutral)?;
/// assert_eq!(steps.values(), [0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5]);
/// let squares = distance_transform(&image, Metric::SquaredEuclidean, Border::Neutral)?;
/// assert_eq!(squares.values(), [0, 1, 4, 9, 1, 2, 5, 10, 4, 5, 8, 13]);
/// let inside = distance_transform(&image, Metric::SquaredEuclidean, Border::Off)?;
/// assert_eq!(inside.values(), [0, 1, 1, 1, 1, 2, 4, 1, 1, 1, 1, 1]);
/// # Ok::<(), Error>(())
/// ```
pub fn distance_transform(image: &impl BinaryImage, metric: Metric, border: Border) -> Result<Matrix<u32>> {
    let [rows, columns] = image.extents();
    let far = rows.saturating_add(columns);
    ensure!(far <= i32::MAX as usize, else TooLarge,
        "distances in an image of {rows} by {columns}: rows and columns together must be below 2^31");
    if rows.min(columns) == 0 {
        return Matrix::filled([rows, columns], 0);
    }
    let far = far as u32;
    let beyond = if border == Border::Off { 0 } else { far };
    match metric {
        Metric::SquaredEuclidean => {
            let runs = image.to_runs()?;
            let up = &mut |near: &mut _, rows| along_columns(near, rows, Way::Up);
            let mut near = runs.started(&Start { beyond, far, margin: 0 }, up)?;
            along_columns(&mut near, 0..rows, Way::Down)?;
            envelopes(&mut near, &runs, border, far)?;
            Ok(near)
        }
        // Registers hold twice as many numbers of 16 bits as of 32.
        _ => match i16::try_from(far) {
            Ok(far) => steps(image, metric, beyond as u16, far as u16),
            Err(_) => steps(image, metric, beyond, far),
        },
    }
}

/// The numbers that steps are counted in: twice the sum of rows and columns is one of them.
pub trait StepCount: Ordered + Into<u32> {
    type Count: UnaryOp<usize, Out = Self> + Default;
}

impl StepCount for u16 {
    type Count = Cast<u16>;
}

impl StepCount for u32 {
    type Count = Cast<u32>;
}

/// City-block or chessboard distances, of which each is less than `far`.
///
/// Both passes down and up take some rows at a time, which stay in the cache: on the way up what they start with is found first, and on the way down
/// the distances along rows.
fn steps<T: StepCount>(image: &impl BinaryImage, metric: Metric, beyond: T, far: T) -> Result<Matrix<u32>> {
    let margin = MARGIN;
    let pass = match metric {
        Metric::Chessboard => along_cones::<T>,
        _ => along_columns::<T>,
    };
    let mut near = image.started(&Start { beyond, far, margin }, &mut |near, rows| {
        pass(near, rows, Way::Up)
    })?;
    along_rows(&mut near, beyond, far, |near, rows| pass(near, rows, Way::Down))
}

/// Which way a pass along columns goes.
#[derive(Clone, Copy, Debug)]
enum Way {
    Up,
    Down,
}

/// As many columns stand on both sides of an image while steps are counted.
const MARGIN: usize = 1;

/// What is done with an image and the rows of it that were found last.
pub(crate) type Each<'a, T> = &'a mut dyn FnMut(&mut Matrix<T>, Range<usize>) -> Result<()>;

/// What is known without looking at other pixels: what is off is at no distance, what is on at that of what is beyond the first and the
/// last row, if that is off.
#[derive(Clone, Copy, Debug)]
pub struct Start<T> {
    /// The distance of what is beyond the borders.
    beyond: T,
    /// More than any distance.
    far: T,
    /// So many columns are put to the left and to the right, of what is beyond.
    margin: usize,
}

impl<T: StepCount> Start<T> {
    /// Some rows at a time, from the last ones on: `each` is called when they are there.
    pub(crate) fn of<P: Pixel, L: Level<T = P, Rank = U2>>(
        &self,
        image: &Tensor<L>,
        each: Each<'_, T>,
    ) -> Result<Matrix<T>> {
        let Start { beyond, far, margin } = *self;
        let [rows, columns] = image.extents();
        let across = columns + 2 * margin;
        let mut near = Matrix::from_parts(rows, across, room(rows, across)?)?;
        let (most, more) = (far.into() as usize, beyond.into() as usize);
        let (none, count, off) = (T::default(), T::Count::default(), literal::<P, P::Off>());
        let band = rows_of(BAND, [rows, columns]);
        for top in (0..rows).step_by(band).rev() {
            let bottom = rows.min(top + band);
            finch! {
                mut near;
                for y in top..bottom {
                    near[y, 0] = beyond;
                    near[y, across - 1] = beyond;
                    for x in 0..columns {
                        let here = map1(count, min(most, min(y + 1, rows - y) + more));
                        near[y, x + margin] = select(image[y, x] != off, here, none);
                    }
                }
            }
            .wide_if::<IsDense<'_, L>>()
            .run()?;
            each(&mut near, top..bottom)?
        }
        Ok(near)
    }
}

/// Distances in columns, of some rows from those in front of them.
fn along_columns<T: StepCount>(near: &mut Matrix<T>, some: Range<usize>, way: Way) -> Result<()> {
    let (rows, columns, one) = (near.shape()[0], near.shape()[1], *T::ONE);
    let (from, to) = (some.start, some.end);
    match way {
        Way::Down => finch! {
            mut near;
            for y in from.max(1)..to { for x in 0..columns { near[y, x] <<min>>= near[y - 1, x] + one; } }
        }
        .wide()
        .run(),
        Way::Up => finch! {
            mut near;
            for y in (from..to.min(rows - 1)).rev() { for x in 0..columns { near[y, x] <<min>>= near[y + 1, x] + one; } }
        }
        .wide()
        .run(),
    }
}

/// Distances to pixels that are at most as many columns away as rows, of some rows: from the three neighbours above, or the three below. There is a
/// margin of one column.
fn along_cones<T: StepCount>(near: &mut Matrix<T>, some: Range<usize>, way: Way) -> Result<()> {
    let (rows, columns, one) = (near.shape()[0], near.shape()[1], *T::ONE);
    let (from, to) = (some.start, some.end);
    match way {
        Way::Down => finch! {
            mut near;
            for y in from.max(1)..to {
                for x in 1..columns - 1 {
                    near[y, x] <<min>>= min(near[y - 1, x - 1], min(near[y - 1, x], near[y - 1, x + 1])) + one;
                }
            }
        }
        .wide()
        .run(),
        Way::Up => finch! {
            mut near;
            for y in (from..to.min(rows - 1)).rev() {
                for x in 1..columns - 1 {
                    near[y, x] <<min>>= min(near[y + 1, x - 1], min(near[y + 1, x], near[y + 1, x + 1])) + one;
                }
            }
        }
        .wide()
        .run(),
    }
}

/// About so many pixels are worked on at a time.
const BAND: usize = 1 << 15;

/// The least of all that is known in a row, with as many steps more as it is columns away.
///
/// Rows are gone over until nothing in them can be nearer, each time with what is twice as far away on both sides. All that is done in a row
/// is done for several pixels at once: going along a row from pixel to pixel, each would wait for the one before. Some rows at a time stay
/// in the cache, from the first ones on: `before` is called when they are next.
fn along_rows<T: StepCount>(
    near: &mut Matrix<T>,
    beyond: T,
    far: T,
    before: impl Fn(&mut Matrix<T>, Range<usize>) -> Result<()>,
) -> Result<Matrix<u32>> {
    let (rows, columns) = (near.shape()[0], near.shape()[1] - 2 * MARGIN);
    let band = rows_of(BAND, [rows, columns]);
    let (none, one) = (T::default(), *T::ONE);
    let (mut from, mut to) = (
        Matrix::filled([band, columns], none)?,
        Matrix::filled([band, columns], none)?,
    );
    let (mut most, mut out) = (Scalar::<T>::default(), reserved::<u32>(rows * columns, "distances")?);
    for top in (0..rows).step_by(band) {
        let height = band.min(rows - top);
        before(near, top..top + height)?;
        finch! {
            mut from; most .= 0;
            for y in 0..height, x in 0..columns {
                let here = min(
                    near[y + top, x + MARGIN],
                    min(near[y + top, x + (MARGIN - 1)], near[y + top, x + (MARGIN + 1)]) + one
                );
                from[y, x] = here;
                most[] <<max>>= here;
            }
        }
        .wide()
        .run()?;
        let (mut columns_away, mut away) = (2, one.sum(one));
        // What is as far away as this, or farther, is not nearer.
        while columns_away <= columns && away < most.get() {
            finch! {
                mut to; most .= 0;
                for y in 0..height, x {
                    let here = min(
                        from[y, x],
                        min(coalesce(from[y, ~(x - columns_away)], beyond), coalesce(from[y, ~(x + columns_away)], beyond)) + away
                    );
                    to[y, x] = here;
                    most[] <<max>>= here;
                }
            }
            .wide()
            .run()?;
            core::mem::swap(&mut from, &mut to);
            columns_away *= 2;
            away = away.sum(away)
        }
        let distances = from.values()[..height * columns].iter();
        out.extend(distances.map(|&steps| steps.into()))
    }
    // Nothing is off, or every pixel is nearer than this.
    if out.first().is_some_and(|&first| first >= far.into()) {
        out.fill(u32::MAX)
    }
    Matrix::from_parts(rows, columns, out)
}

/// Makes distances in columns squares of distances to the nearest pixel that is off, run by run. Pixels that are off next to a run are
/// nearer to its pixels than all that lies beyond them, so that runs do not depend on each other.
fn envelopes(near: &mut Matrix<u32>, image: &RunImage, border: Border, far: u32) -> Result<()> {
    let columns = near.shape()[1];
    ensure!(near.shape() == image.shape(), else Mismatch,
        "an image has {:?} rows and columns by runs, and {:?} by pixels", &image.shape()[..], &near.shape()[..]);
    let runs = Runs::of(image);
    let mut envelope = Envelope {
        parabolas: reserved(columns + 2, "parabolas")?,
        too_large: false,
    };
    for (rows, strip) in runs.strips() {
        for row in near.values_mut()[rows.start * columns..rows.end * columns].chunks_exact_mut(columns) {
            for run in strip.clone() {
                let (from, to) = (runs.left[run] as usize, runs.right[run] as usize);
                let off_before = from > 0 || border == Border::Off;
                let off_behind = to < columns || border == Border::Off;
                envelope.along(&mut row[from..to], off_before, off_behind, far)
            }
        }
    }
    match envelope.too_large {
        true => Err(error!(
            TooLarge,
            "the square of a distance in an image of {} by {columns} does not fit 32 bits", runs.rows
        )),
        false => Ok(()),
    }
}

/// `(x - at)^2 + height`, the least of all from `from` on.
#[derive(Clone, Copy, Debug)]
struct Parabola {
    at: i64,
    height: i64,
    from: i64,
}

impl Parabola {
    fn over(self, x: i64) -> i64 {
        (x - self.at) * (x - self.at) + self.height
    }
}

/// The least of parabolas, from left to right.
struct Envelope {
    parabolas: Vec<Parabola>,
    too_large: bool,
}

impl Envelope {
    /// Squares of distances along a run, of which `run` holds those in columns, `far` where nothing is off.
    fn along(&mut self, run: &mut [u32], off_before: bool, off_behind: bool, far: u32) {
        let end = run.len() as i64;
        self.parabolas.clear();
        if off_before {
            self.add(-1, 0, end)
        }
        for (x, &height) in run.iter().enumerate() {
            if height < far {
                self.add(x as i64, i64::from(height) * i64::from(height), end)
            }
        }
        if off_behind {
            self.add(end, 0, end)
        }
        if self.parabolas.is_empty() {
            run.fill(u32::MAX)
        }
        for (number, &parabola) in self.parabolas.iter().enumerate() {
            let until = self.parabolas.get(number + 1).map_or(end, |next| next.from);
            for x in parabola.from..until {
                let square = parabola.over(x);
                self.too_large |= square >= i64::from(u32::MAX);
                run[x as usize] = square as u32
            }
        }
    }

    /// A parabola to the right of those that are there, over a run that ends at `end`.
    fn add(&mut self, at: i64, height: i64, end: i64) {
        let mut new = Parabola { at, height, from: 0 };
        while let Some(last) = self.parabolas.last() {
            if new.over(last.from) >= last.over(last.from) {
                // The last place where the other one is not above the new one.
                let apart = at * at - last.at * last.at + height - last.height;
                new.from = apart.div_euclid(2 * (at - last.at)) + 1;
                break;
            }
            self.parabolas.pop();
        }
        if new.from < end {
            self.parabolas.push(new)
        }
    }
}

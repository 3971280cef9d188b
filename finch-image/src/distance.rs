//! Distance transforms: how far each pixel is from the nearest one that is off.

use crate::convert::reserved;
use crate::{BinaryImage, Border, RunImage};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::traits::error;

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
/// City-block distances take two passes along columns and two along rows; chessboard distances take two passes over all pixels and
/// their neighbours, forward and backward. Each pass is part of a program that reads what it has written (Rosenfeld and Pfaltz:
/// Distance Functions on Digital Pictures, 1968). For the Euclidean metric, two passes along columns find distances in columns, and
/// the least square is found along each run of pixels that are on, by the lower envelope of parabolas (Meijster, Roerdink and
/// Hesselink: A General Algorithm for Computing Distance Transforms in Linear Time, 2000; Felzenszwalb and Huttenlocher: Distance
/// Transforms of Sampled Functions, 2012). Takes time linear in the pixels and in the runs of the image, and memory for its runs;
/// for the Euclidean metric also 24 bytes for each column.
///
/// # Errors
///
/// The sum of rows and columns is 2^31 or more, the square of a distance does not fit 32 bits, or there is not enough memory.
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
    let runs = image.to_runs()?;
    let [rows, columns] = [runs.shape()[0], runs.shape()[1]];
    let far = rows.saturating_add(columns);
    if far > i32::MAX as usize {
        return Err(error!(
            TooLarge,
            "distances in an image of {rows} by {columns}: rows and columns together must be below 2^31"
        ));
    }
    let far = far as u32;
    let mut near = started(&runs, metric, border, far)?;
    if near.values().is_empty() {
        return Ok(near);
    }
    match metric {
        Metric::CityBlock => {
            along_columns(&mut near)?;
            along_rows(&mut near)?
        }
        Metric::Chessboard => along_diagonals(&mut near, far)?,
        Metric::SquaredEuclidean => {
            along_columns(&mut near)?;
            envelopes(&mut near, &runs, border, far)?
        }
    }
    // Nothing is off, or every pixel is nearer than this.
    if near.values()[0] >= far && metric != Metric::SquaredEuclidean {
        near = Matrix::filled([rows, columns], u32::MAX)?
    }
    Ok(near)
}

/// What is known without looking at other pixels: what is off is at no distance, what is on at that of the borders, if they count.
fn started(image: &RunImage, metric: Metric, border: Border, far: u32) -> Result<Matrix<u32>> {
    let (mut near, [rows, columns]) = (Matrix::default(), [image.shape()[0], image.shape()[1]]);
    match (border, metric) {
        (Border::Neutral | Border::On, _) => finch! {
            near .= 0;
            for y, x { if image[y, x] { near[y, x] = far; } }
        }
        .run()?,
        (Border::Off, Metric::SquaredEuclidean) => finch! {
            near .= 0;
            for y, x { if image[y, x] { near[y, x] = min(y + 1, rows - y) as u32; } }
        }
        .run()?,
        (Border::Off, _) => finch! {
            near .= 0;
            for y, x {
                if image[y, x] { near[y, x] = min(min(y + 1, rows - y), min(x + 1, columns - x)) as u32; }
            }
        }
        .run()?,
    }
    Ok(near)
}

/// Distances in columns: down, and up again.
fn along_columns(near: &mut Matrix<u32>) -> Result<()> {
    let (rows, columns) = (near.shape()[0], near.shape()[1]);
    finch! {
        mut near;
        for y in 1..rows { for x in 0..columns { near[y, x] = min(near[y, x], near[y - 1, x] + 1); } }
        for y in (0..rows - 1).rev() { for x in 0..columns { near[y, x] = min(near[y, x], near[y + 1, x] + 1); } }
    }
    .wide()
    .run()
}

/// To the right, and to the left again.
fn along_rows(near: &mut Matrix<u32>) -> Result<()> {
    let (rows, columns) = (near.shape()[0], near.shape()[1]);
    finch! {
        mut near;
        for y in 0..rows {
            for x in 1..columns { near[y, x] = min(near[y, x], near[y, x - 1] + 1); }
            for x in (0..columns - 1).rev() { near[y, x] = min(near[y, x], near[y, x + 1] + 1); }
        }
    }
    .run()
}

/// From the three neighbours above and the one to the left, then from the three below and the one to the right.
fn along_diagonals(near: &mut Matrix<u32>, far: u32) -> Result<()> {
    let (rows, columns) = (near.shape()[0], near.shape()[1]);
    finch! {
        mut near;
        for y in 0..rows {
            for x in 0..columns {
                near[y, x] = min(
                    near[y, x],
                    min(
                        coalesce(near[~(y - 1), x], far),
                        min(coalesce(near[~(y - 1), ~(x - 1)], far), coalesce(near[~(y - 1), ~(x + 1)], far))
                    ) + 1
                );
            }
            for x in 1..columns { near[y, x] = min(near[y, x], near[y, x - 1] + 1); }
        }
        for y in (0..rows).rev() {
            for x in 0..columns {
                near[y, x] = min(
                    near[y, x],
                    min(
                        coalesce(near[~(y + 1), x], far),
                        min(coalesce(near[~(y + 1), ~(x - 1)], far), coalesce(near[~(y + 1), ~(x + 1)], far))
                    ) + 1
                );
            }
            for x in (0..columns - 1).rev() { near[y, x] = min(near[y, x], near[y, x + 1] + 1); }
        }
    }
    .run()
}

/// Makes distances in columns squares of distances to the nearest pixel that is off, run by run. Pixels that are off next to a run are
/// nearer to its pixels than all that lies beyond them, so that runs do not depend on each other.
fn envelopes(near: &mut Matrix<u32>, image: &RunImage, border: Border, far: u32) -> Result<()> {
    let columns = near.shape()[1];
    let (strips, runs) = (image.level().right(), image.level().child());
    let mut envelope = Envelope {
        parabolas: reserved(columns + 2, "parabolas")?,
        too_large: false,
    };
    let mut top = 0;
    for (strip, &end) in strips.iter().enumerate() {
        for row in near.values_mut()[top * columns..end as usize * columns].chunks_exact_mut(columns) {
            for run in runs.ptr()[strip]..runs.ptr()[strip + 1] {
                let (from, to) = (runs.left()[run] as usize, runs.right()[run] as usize);
                let off_before = from > 0 || border == Border::Off;
                let off_behind = to < columns || border == Border::Off;
                envelope.along(&mut row[from..to], off_before, off_behind, far)
            }
        }
        top = end as usize
    }
    match envelope.too_large {
        true => Err(error!(
            TooLarge,
            "the square of a distance in an image of {top} by {columns} does not fit 32 bits"
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

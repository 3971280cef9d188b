//! Rectangles over images that store all pixels in one array.
//!
//! All steps are taken over a band of rows, then over the next one, so that what is between them stays in the cache. In a band a step is one
//! loop over all of its pixels, whatever rows they are in: a step down by `by` rows goes by `by * columns` places. A step across sees
//! pixels of other rows beyond the ends of a row, and is taken once more there.
//!
//! Squares of 3 by 3 and of 5 by 5 over large images go row by row: the least of a row and its neighbours is a line that stays in the first cache,
//! and from it comes the row of the output. So memory is read and written at the same time, where a step over a band does one or the other.

use super::{MorphKind, MorphOp, StepAxis, enough};
use crate::footprint::{Look, thirds};
use crate::imports::*;
use crate::pixel::Pixel;
use core::mem::take;
use finch_kernels::formats::SliceMut;
use finch_kernels::prelude::*;

/// An image that stores all pixels in one array.
type Pixels<T, V = Vec<T>> = Tensor<Dense<Dense<Element<T, Zero, V>>>>;

/// All pixels of some rows, one row behind the other.
type Line<T> = Tensor<Dense<Element<T, Zero>>>;

/// About how many pixels a band has. A band and what is made of it are in the second cache together, and a step over it takes tens of
/// times as long as to enter its programs.
const BAND: usize = 1 << 17;

/// Images of so many pixels, in rows of so many, go row by row: smaller ones are in the second cache, where loops over bands are faster.
const LARGE: usize = 1 << 20;

/// Pixels of a row for which a loop of its own pays, and of which several rows are in the first cache.
const WIDE: Range<usize> = 256..8193;

/// [`Morphology::rectangle`](super::Morphology::rectangle), if the images are of this kind.
pub(crate) fn rectangle<T: Pixel>(
    image: &dyn Any,
    out: &mut dyn Any,
    spare: &mut dyn Any,
    reach: [usize; 2],
    op: MorphOp,
) -> Option<Result<()>>
where
    Zero: Fill<T>,
{
    let image = image.downcast_ref::<Pixels<T>>()?;
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    let reaches_far = 2 * enough(reach[0], rows) > rows || 2 * enough(reach[1], columns) > columns;
    if rows == 0 || columns == 0 || reach == [0, 0] || reaches_far {
        return None;
    }
    let (out, spare) = (out.downcast_mut::<Pixels<T>>()?, spare.downcast_mut::<Pixels<T>>()?);
    let beyond = if op.on_border { T::On::value() } else { T::Off::value() };
    let is_large = image.values().len() >= LARGE && WIDE.contains(&columns) && matches!(reach, [1, 1] | [2, 2]);
    Some(match (op.kind, is_large) {
        (MorphKind::Erode, false) => in_bands(image, out, spare, reach, T::Least::default(), beyond, BAND),
        (MorphKind::Erode, true) => by_rows(image, out, spare, reach[0], T::Least::default(), beyond),
        (MorphKind::Dilate, false) => in_bands(image, out, spare, reach, T::Greatest::default(), beyond, BAND),
        (MorphKind::Dilate, true) => by_rows(image, out, spare, reach[0], T::Greatest::default(), beyond),
    })
}

/// Makes room for so many values.
fn grow<T: Copy>(values: &mut Vec<T>, count: usize, value: T) -> Result<()> {
    if values.len() < count {
        values.clear();
        ensure!(values.try_reserve_exact(count).is_ok(), else TooLarge,
            "there is no memory for {count} pixels of an image");
        values.resize(count, value)
    }
    Ok(())
}

/// Where pixels are: in the image, or in one of the arrays in between.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Image,
    Array(usize),
}

/// The array of all pixels that are made. Others hold the rows that a step over a band makes.
const OUT: usize = 0;

/// Works on bands of about so many pixels.
fn in_bands<T: Pixel>(
    image: &Pixels<T>,
    out: &mut Pixels<T>,
    spare: &mut Pixels<T>,
    [down, across]: [usize; 2],
    op: impl BinaryOp<T, T, Out = T>,
    beyond: T,
    band: usize,
) -> Result<()>
where
    Zero: Fill<T>,
{
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    let all = || {
        let down = thirds(down, usize::MAX, true).map(|(look, _)| (StepAxis::Down, look));
        down.chain(thirds(across, usize::MAX, true).map(|(look, _)| (StepAxis::Across, look)))
    };
    let count = all().count();
    // All steps down but the last one make rows around the band too, so a band is to be higher than these.
    let height = (band / columns).max(4 * down).clamp(1, rows);
    let mut arrays = [take(out).into_parts().2, take(spare).into_parts().2, Vec::new()];
    grow(&mut arrays[OUT], rows * columns, beyond)?;
    arrays[OUT].truncate(rows * columns);
    for top in (0..rows).step_by(height) {
        let bottom = rows.min(top + height);
        // How many rows around the band the steps that are left look at, and what the next one starts from. Rows are counted from as far above
        // the image as any step looks.
        let (mut around, mut from, mut held) = (down, Place::Image, down..down + rows);
        for (step, (axis, look)) in all().enumerate() {
            if axis == StepAxis::Down {
                around -= look.far()
            }
            let made = down + top - around..down + bottom + around;
            // The last step writes to the output, the one before it to another array, and so on in turns. Rows around the band would
            // overwrite those of the band before.
            let to = match (count - 1 - step) % 2 {
                0 if around == 0 => OUT,
                0 => 2,
                _ => 1,
            };
            let mut target = take(&mut arrays[to]);
            grow(&mut target, made.len() * columns, beyond)?;
            let pixels = match from {
                Place::Image => &image.values()[..rows * columns],
                Place::Array(OUT) => &arrays[OUT][top * columns..bottom * columns],
                Place::Array(from) => &arrays[from][..held.len() * columns],
            };
            let part = Part {
                pixels,
                columns,
                first: held.start,
                from: made.start,
                to: if to == OUT { top } else { 0 },
                rows: made.len(),
            };
            arrays[to] = part.step(target, axis, look, op, beyond)?;
            (from, held) = (Place::Array(to), made)
        }
    }
    let [made, between, _] = arrays;
    *out = Pixels::from_parts(rows, columns, made)?;
    // It is kept for the next time.
    *spare = Pixels::from_parts(0, 0, between)?;
    Ok(())
}

/// A square that reaches so far, 1 or 2, row by row.
fn by_rows<T: Pixel>(
    image: &Pixels<T>,
    out: &mut Pixels<T>,
    spare: &mut Pixels<T>,
    reach: usize,
    op: impl BinaryOp<T, T, Out = T>,
    beyond: T,
) -> Result<()>
where
    Zero: Fill<T>,
{
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    let (mut made, mut line) = (take(out).into_parts().2, take(spare).into_parts().2);
    grow(&mut made, rows * columns, beyond)?;
    made.truncate(rows * columns);
    grow(&mut line, columns + 2 * reach, beyond)?;
    line.truncate(columns + 2 * reach);
    // What is beyond the ends of all rows.
    line[..reach].fill(beyond);
    line[columns + reach..].fill(beyond);
    let mut line = Line::from_parts(line.len(), line)?;
    let pixels = &image.values()[..rows * columns];
    // What the first and the last rows look at, with rows beyond the borders.
    let (outside, seen) = (reach * columns, 2 * reach * columns);
    let (mut first, mut last) = (Vec::new(), Vec::new());
    grow(&mut first, outside + seen, beyond)?;
    first[outside..].copy_from_slice(&pixels[..seen]);
    grow(&mut last, outside + seen, beyond)?;
    last[..seen].copy_from_slice(&pixels[pixels.len() - seen..]);
    let (above, rest) = made.split_at_mut(outside);
    let (between, below) = rest.split_at_mut(pixels.len() - seen);
    for (pixels, out) in [(&first[..], above), (pixels, between), (&last[..], below)] {
        let all = Pixels::<T, &[T]>::from_parts(pixels.len() / columns, columns, pixels)?;
        let mut out = Pixels::<T, SliceMut<'_, T>>::from_parts(out.len() / columns, columns, SliceMut::from(out))?;
        match reach {
            1 => threes(&all, &mut out, &mut line, op)?,
            _ => fives(&all, &mut out, &mut line, op)?,
        }
    }
    *out = Pixels::from_parts(rows, columns, made)?;
    // It is kept for the next time.
    let (places, line) = line.into_parts();
    *spare = Pixels::from_parts(1, places, line)?;
    Ok(())
}

/// Squares of 3 by 3: row `y` of the output from the rows `y..y + 3`. The line has a pixel beyond each end of a row.
fn threes<T: Pixel>(
    all: &Pixels<T, &[T]>,
    out: &mut Pixels<T, SliceMut<'_, T>>,
    line: &mut Line<T>,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()>
where
    Zero: Fill<T>,
{
    let (rows, columns) = (out.shape()[0], out.shape()[1]);
    finch! {
        mut line; mut out;
        for y in 0..rows {
            for x in 0..columns { line[x + 1] = map2(op, map2(op, all[y, x], all[y + 1, x]), all[y + 2, x]); }
            for x in 0..columns { out[y, x] = map2(op, map2(op, line[x], line[x + 1]), line[x + 2]); }
        }
    }
    .widest()
    .run()
}

/// Squares of 5 by 5: row `y` of the output from the rows `y..y + 5`. The line has two pixels beyond each end of a row.
fn fives<T: Pixel>(
    all: &Pixels<T, &[T]>,
    out: &mut Pixels<T, SliceMut<'_, T>>,
    line: &mut Line<T>,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()>
where
    Zero: Fill<T>,
{
    let (rows, columns) = (out.shape()[0], out.shape()[1]);
    finch! {
        mut line; mut out;
        for y in 0..rows {
            for x in 0..columns {
                line[x + 2] = map2(
                    op,
                    map2(op, map2(op, all[y, x], all[y + 1, x]), all[y + 2, x]),
                    map2(op, all[y + 3, x], all[y + 4, x])
                );
            }
            for x in 0..columns {
                out[y, x] = map2(op, map2(op, map2(op, line[x], line[x + 1]), line[x + 2]), map2(op, line[x + 3], line[x + 4]));
            }
        }
    }
    .widest()
    .run()
}

/// What a step makes: rows from the row `from` on, of those in `pixels`, which start at the row `first`. In the array that it writes to they
/// start at the row `to`.
struct Part<'a, T> {
    pixels: &'a [T],
    columns: usize,
    first: usize,
    from: usize,
    to: usize,
    rows: usize,
}

impl<T: Pixel> Part<'_, T>
where
    Zero: Fill<T>,
{
    fn step(
        &self,
        out: Vec<T>,
        axis: StepAxis,
        look: Look,
        op: impl BinaryOp<T, T, Out = T>,
        beyond: T,
    ) -> Result<Vec<T>> {
        let columns = self.columns;
        let mut line = Line::from_parts(out.len(), out)?;
        let places = if axis == StepAxis::Down { columns } else { 1 };
        let near = match look {
            Look::At(by) => {
                self.along(&mut line, by * places, op, beyond)?;
                by
            }
            Look::Twice(by) => {
                self.along_twice(&mut line, by * places, op, beyond)?;
                by
            }
        };
        let (places, out) = line.into_parts();
        if axis == StepAxis::Down {
            return Ok(out);
        }
        let (mut image, far) = (Pixels::from_parts(places / columns, columns, out)?, look.far());
        self.at_end(&mut image, 0..far, 0, [[near, far], [0, 0]], op, beyond)?;
        self.at_end(
            &mut image,
            columns - far..columns,
            columns - 1,
            [[0, 0], [near, far]],
            op,
            beyond,
        )?;
        Ok(image.into_parts().2)
    }

    /// A step by so many places in a line.
    fn along(&self, out: &mut Line<T>, by: usize, op: impl BinaryOp<T, T, Out = T>, beyond: T) -> Result<()> {
        let (pixels, beyond) = (self.pixels, constant(beyond));
        let [first, from, to] = [self.first, self.from, self.to].map(|row| row * self.columns);
        let (here, before, behind) = (to + first, to + first + by, from + by);
        finch! {
            mut out;
            for x in to..to + self.rows * self.columns {
                out[x] := map2(
                    op,
                    map2(op, coalesce(pixels[~(x + from - before)], beyond), coalesce(pixels[~(x + from - here)], beyond)),
                    coalesce(pixels[~(x + behind - here)], beyond)
                );
            }
        }
        .widest()
        .run()
    }

    /// A step that looks at places so far away, and twice as far.
    fn along_twice(&self, out: &mut Line<T>, by: usize, op: impl BinaryOp<T, T, Out = T>, beyond: T) -> Result<()> {
        let (pixels, beyond) = (self.pixels, constant(beyond));
        let [first, from, to] = [self.first, self.from, self.to].map(|row| row * self.columns);
        let here = to + first;
        let ([before, behind], [far_before, far_behind]) = ([here + by, from + by], [here + 2 * by, from + 2 * by]);
        finch! {
            mut out;
            for x in to..to + self.rows * self.columns {
                out[x] := map2(
                    op,
                    map2(
                        op,
                        map2(op, coalesce(pixels[~(x + from - far_before)], beyond), coalesce(pixels[~(x + from - before)], beyond)),
                        coalesce(pixels[~(x + from - here)], beyond)
                    ),
                    map2(op, coalesce(pixels[~(x + behind - here)], beyond), coalesce(pixels[~(x + far_behind - here)], beyond))
                );
            }
        }
        .widest()
        .run()
    }

    /// A step across in columns at an end of the rows, which looks inwards at the columns that lie `behind` or `before`. Where it looks beyond it
    /// looks at the column `last`: the line around a pixel further out has no other pixels inside of the image. What lies outside is in all of
    /// these lines.
    fn at_end(
        &self,
        out: &mut Pixels<T>,
        columns: Range<usize>,
        last: usize,
        [[behind, far_behind], [before, far_before]]: [[usize; 2]; 2],
        op: impl BinaryOp<T, T, Out = T>,
        beyond: T,
    ) -> Result<()> {
        let all = Pixels::<T, &[T]>::from_parts(self.pixels.len() / self.columns, self.columns, self.pixels)?;
        let ([from, to], beyond) = ([self.from - self.first, self.to], constant(beyond));
        finch! {
            mut out;
            for x in columns.start..columns.end {
                for y in to..to + self.rows {
                    out[y, x] := map2(
                        op,
                        map2(op, all[y + from - to, last], beyond),
                        map2(
                            op,
                            all[y + from - to, x],
                            map2(op, all[y + from - to, x + behind - before], all[y + from - to, x + far_behind - far_before])
                        )
                    );
                }
            }
        }
        .run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use finch_kernels::formats::traits::algebra::{Max, Min};

    /// Along each axis by itself, pixel by pixel.
    fn by_hand(
        [rows, columns]: [usize; 2],
        pixels: &[u8],
        reach: [usize; 2],
        op: fn(u8, u8) -> u8,
        beyond: u8,
    ) -> Vec<u8> {
        let line = |pixels: &[u8], extent: usize, reach: usize, place: &dyn Fn(usize) -> usize, at: usize| {
            let outside = at < reach || at + reach >= extent;
            let inside = (at.saturating_sub(reach)..extent.min(at + reach + 1)).map(|at| pixels[place(at)]);
            inside.chain(outside.then_some(beyond)).reduce(op).unwrap()
        };
        let all = || (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x)));
        let down: Vec<u8> = all()
            .map(|(y, x)| line(pixels, rows, reach[0], &|y| y * columns + x, y))
            .collect();
        all()
            .map(|(y, x)| line(&down, columns, reach[1], &|x| y * columns + x, x))
            .collect()
    }

    #[test]
    fn bands_of_any_height() {
        let mut state = 1_u32;
        let mut any = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let (mut out, mut spare) = (Pixels::default(), Pixels::default());
        for shape @ [rows, columns] in [[1, 8], [30, 2], [9, 11], [70, 33]] {
            let pixels: Vec<u8> = (0..rows * columns).map(|_| any()).collect();
            let image = Pixels::<u8>::from_parts(rows, columns, pixels.clone()).unwrap();
            for reach in [[1, 1], [2, 2], [0, 1], [1, 0], [2, 3], [4, 4], [5, 0], [14, 13]] {
                if 2 * reach[0] > rows || 2 * reach[1] > columns {
                    continue;
                }
                let in_rows = matches!(reach, [1, 1] | [2, 2]);
                for beyond in [0, 255].into_iter().filter(|_| in_rows) {
                    by_rows(&image, &mut out, &mut spare, reach[0], Min, beyond).unwrap();
                    assert_eq!(
                        out.values(),
                        by_hand(shape, &pixels, reach, u8::min, beyond),
                        "{shape:?} {reach:?}"
                    );
                    by_rows(&image, &mut out, &mut spare, reach[0], Max, beyond).unwrap();
                    assert_eq!(
                        out.values(),
                        by_hand(shape, &pixels, reach, u8::max, beyond),
                        "{shape:?} {reach:?}"
                    )
                }
                for (band, beyond) in [(1, 0), (5 * columns, 255), (BAND, 255), (BAND, 0)] {
                    in_bands(&image, &mut out, &mut spare, reach, Min, beyond, band).unwrap();
                    assert_eq!(
                        out.values(),
                        by_hand(shape, &pixels, reach, u8::min, beyond),
                        "{shape:?} {reach:?} {band}"
                    );
                    in_bands(&image, &mut out, &mut spare, reach, Max, beyond, band).unwrap();
                    assert_eq!(
                        out.values(),
                        by_hand(shape, &pixels, reach, u8::max, beyond),
                        "{shape:?} {reach:?} {band}"
                    );
                }
            }
        }
    }
}

//! Pixels one by one, row by row.

use super::{Geometry, magnified};
use crate::imports::*;
use finch_kernels::formats::traits::algebra::fill::Zero;

/// The image of which `write` appends the pixels.
fn made<T>([rows, columns]: [usize; 2], write: impl FnOnce(&mut Vec<T>)) -> Result<Matrix<T>>
where
    Zero: Fill<T>,
    T: Pixel,
{
    let mut pixels = reserved(rows.saturating_mul(columns), "pixels")?;
    write(&mut pixels);
    Matrix::from_parts(rows, columns, pixels)
}

impl<T: Pixel> Geometry for Matrix<T>
where
    Zero: Fill<T>,
{
    fn transposed(&self) -> Result<Self> {
        let mut out = Matrix::default();
        finch! {
            out .= _;
            for y, x { out[x, y] = self[y, x]; }
        }
        .run()?;
        Ok(out)
    }

    fn flip_vertical(&self) -> Result<Self> {
        let shape @ [_, columns] = [self.shape()[0], self.shape()[1]];
        made(shape, |pixels| {
            let rows = self.values().chunks_exact(columns.max(1)).rev();
            rows.for_each(|row| pixels.extend_from_slice(row))
        })
    }

    fn flip_horizontal(&self) -> Result<Self> {
        let shape @ [_, columns] = [self.shape()[0], self.shape()[1]];
        made(shape, |pixels| {
            let rows = self.values().chunks_exact(columns.max(1));
            rows.for_each(|row| pixels.extend(row.iter().rev()))
        })
    }

    fn magnify(&self, by: [usize; 2]) -> Result<Self> {
        let shape = [self.shape()[0], self.shape()[1]];
        let large = magnified(shape, by)?;
        made(large, |pixels| {
            for row in self.values().chunks_exact(shape[1].max(1)) {
                let from = pixels.len();
                for &pixel in row {
                    pixels.extend(core::iter::repeat_n(pixel, by[1]))
                }
                for _ in 1..by[0] {
                    pixels.extend_from_within(from..from + large[1])
                }
            }
        })
    }
}

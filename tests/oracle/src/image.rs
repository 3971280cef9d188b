//! Images, pixel by pixel.

/// The rows and columns that an image has, and its pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Pixels, row by row.
    pub pixels: Vec<u8>,
}

/// The least or the greatest of the pixels at some offsets of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The least: an erosion.
    Least,
    /// The greatest: a dilation.
    Greatest,
}

impl Image {
    /// The pixel `down` rows and `across` columns from the one at `[y, x]`; `outside` beyond the image.
    fn near(&self, [y, x]: [usize; 2], (down, across): (isize, isize), outside: u8) -> u8 {
        match (y.checked_add_signed(down), x.checked_add_signed(across)) {
            (Some(y), Some(x)) if y < self.rows && x < self.columns => self.pixels[y * self.columns + x],
            _ => outside,
        }
    }

    /// Each pixel becomes the extreme of those at `offsets` from it, rows down and columns across, where `outside` lies around the
    /// image.
    ///
    /// # Panics
    ///
    /// Panics if there are no offsets.
    pub fn extreme(&self, which: Extreme, offsets: &[(isize, isize)], outside: u8) -> Image {
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for y in 0..self.rows {
            for x in 0..self.columns {
                let (&first, others) = offsets.split_first().expect("there are offsets");
                let mut found = self.near([y, x], first, outside);
                for &offset in others {
                    let under = self.near([y, x], offset, outside);
                    found = match which {
                        Extreme::Least => found.min(under),
                        Extreme::Greatest => found.max(under),
                    }
                }
                pixels.push(found)
            }
        }
        Image { pixels, ..*self }
    }
}

//! Words of 64 pixels.

use super::{Geometry, magnified};
use crate::convert::room;
use crate::imports::*;

impl Geometry for BitImage {
    /// A square of 64 by 64 pixels is a column of words, before and after.
    fn transposed(&self) -> Result<Self> {
        let [rows, columns] = self.shape();
        let (words, mut turned) = (self.words().values(), room::<u64>(rows.div_ceil(64), columns)?);
        for (c, column) in words.chunks(rows.max(1)).enumerate() {
            for (r, words) in column.chunks(64).enumerate() {
                let mut square = [0; 64];
                square[..words.len()].copy_from_slice(words);
                transpose(&mut square);
                let places = r * columns + 64 * c..r * columns + columns.min(64 * c + 64);
                let count = places.len();
                turned[places].copy_from_slice(&square[..count])
            }
        }
        Ok(BitImage::of(
            Matrix::from_parts(rows.div_ceil(64), columns, turned)?,
            rows,
        ))
    }

    fn flip_vertical(&self) -> Result<Self> {
        let rows = self.shape()[0];
        let mut flipped = self.clone();
        let columns = flipped.words_mut().values_mut().chunks_mut(rows.max(1));
        columns.for_each(<[u64]>::reverse);
        Ok(flipped)
    }

    /// Words in reverse order, each reversed, and moved to where the bits beyond the last column came first.
    fn flip_horizontal(&self) -> Result<Self> {
        let [rows, columns] = self.shape();
        let (across, beyond) = (columns.div_ceil(64), self.padding().count_ones());
        let (words, mut flipped) = (self.words().values(), room::<u64>(across, rows)?);
        for (c, column) in flipped.chunks_mut(rows.max(1)).enumerate() {
            let last = across - 1 - c;
            let (here, before) = (
                &words[last * rows..],
                last.checked_sub(1).map(|before| &words[before * rows..]),
            );
            for (y, word) in column.iter_mut().enumerate() {
                let before = before.map_or(0, |before| before[y].reverse_bits());
                *word = here[y].reverse_bits() >> beyond | before << 1 << (63 - beyond)
            }
        }
        Ok(BitImage::of(Matrix::from_parts(across, rows, flipped)?, columns))
    }

    fn magnify(&self, by: [usize; 2]) -> Result<Self> {
        let [rows, columns] = self.shape();
        let [tall, wide] = magnified([rows, columns], by)?;
        let across = wide.div_ceil(64);
        if tall == 0 {
            return Ok(BitImage::of(Matrix::from_parts(across, tall, Vec::new())?, wide));
        }
        let (mut words, mut row) = (room::<u64>(across, tall)?, room::<u64>(1, across)?);
        for y in 0..rows {
            row.fill(0);
            for run in self.runs_of(y) {
                set(&mut row, run.start * by[1]..run.end * by[1])
            }
            for (c, &word) in row.iter().enumerate() {
                words[c * tall + y * by[0]..c * tall + (y + 1) * by[0]].fill(word)
            }
        }
        Ok(BitImage::of(Matrix::from_parts(across, tall, words)?, wide))
    }
}

/// Makes the bits of a range that is not empty on.
fn set(words: &mut [u64], range: core::ops::Range<usize>) {
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let (from, to) = (!0 << (range.start % 64), !0 >> (63 - (range.end - 1) % 64));
    if first == last {
        words[first] |= from & to
    } else {
        words[first] |= from;
        words[first + 1..last].fill(!0);
        words[last] |= to
    }
}

/// Bit `k` of word `m` in bit `m` of word `k`: squares of 32, 16, .. 1 bits change places with those on the other side of the diagonal
/// (Warren: Hacker's Delight, 2nd edition, 2013, section 7-3).
fn transpose(words: &mut [u64; 64]) {
    let (mut side, mut low) = (32, 0x0000_0000_ffff_ffff_u64);
    while side > 0 {
        for k in (0..64).filter(|k| k & side == 0) {
            let differ = (words[k] >> side ^ words[k + side]) & low;
            words[k] ^= differ << side;
            words[k + side] ^= differ
        }
        side /= 2;
        low ^= low << side
    }
}

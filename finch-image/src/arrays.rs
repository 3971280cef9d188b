//! The arrays of an image by runs.

use crate::imports::*;
use finch_kernels::formats::{Pattern, RunList, SparseRunList};
use std::ops::Range;

/// The arrays of a [`RunImage`].
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Where each run of rows ends.
    pub(crate) below: Vec<u32>,
    /// Where the pixels of each run of rows start, and the end of the last.
    pub(crate) ptr: Vec<usize>,
    pub(crate) left: Vec<u32>,
    pub(crate) right: Vec<u32>,
}

/// The arrays of a [`RunImage`], as far as they hold anything: those of a valid tensor may be longer.
pub(crate) struct Runs<'i> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Where each run of rows ends.
    pub(crate) below: &'i [u32],
    /// Where the pixels of each run of rows start, and the end of the last.
    pub(crate) ptr: &'i [usize],
    pub(crate) left: &'i [u32],
    pub(crate) right: &'i [u32],
}

impl<'i> Runs<'i> {
    pub(crate) fn of(image: &'i RunImage) -> Self {
        let (level, runs) = (image.level(), image.level().child());
        let strips = level.ptr()[1];
        let ptr = &runs.ptr()[..strips + 1];
        let count = ptr[strips];
        Runs {
            rows: image.shape()[0],
            columns: image.shape()[1],
            below: &level.right()[..strips],
            ptr,
            left: &runs.left()[..count],
            right: &runs.right()[..count],
        }
    }

    /// Whether a run of pixels starts where the one before it in its row ends. Programs make one of both. Takes time linear in runs.
    pub(crate) fn touch(&self) -> bool {
        // Counted in all rows at once, several at a time; most images have none.
        let next = self.left.iter().skip(1).zip(self.right);
        next.filter(|(left, right)| left == right).count() > 0
            && self.strips().any(|(_, at)| {
                let next = self.left[at.clone()].iter().skip(1);
                next.zip(&self.right[at]).any(|(left, right)| left == right)
            })
    }

    /// Each run of rows, and where its runs of pixels are.
    pub(crate) fn strips(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let mut top = 0;
        self.below.iter().zip(self.ptr.windows(2)).map(move |(&end, ptr)| {
            let rows = top..end as usize;
            top = rows.end;
            (rows, ptr[0]..ptr[1])
        })
    }
}

impl Arrays {
    /// The arrays of an image of this shape, before its first row is known.
    pub(crate) fn empty(shape: [usize; 2]) -> Result<Self> {
        Arrays::in_place_of(RunImage::default(), shape)
    }

    /// [`empty`](Self::empty), in the memory of another image.
    pub(crate) fn in_place_of(image: RunImage, [rows, columns]: [usize; 2]) -> Result<Self> {
        ensure!(rows.max(columns) <= u32::MAX as usize, else TooLarge,
            "an image of {rows} by {columns} by runs: ends of runs are numbers of 32 bits");
        let mut made = Arrays::memory_of(image);
        (made.rows, made.columns) = (rows, columns);
        made.below.clear();
        made.ptr.clear();
        made.ptr.push(0);
        made.left.clear();
        made.right.clear();
        Ok(made)
    }

    /// Those of an image that is not needed any more.
    pub(crate) fn from_image(image: RunImage) -> Self {
        let runs = Runs::of(&image);
        let (strips, count) = (runs.below.len(), runs.left.len());
        let mut made = Arrays::memory_of(image);
        made.below.truncate(strips);
        made.ptr.truncate(strips + 1);
        made.left.truncate(count);
        made.right.truncate(count);
        made
    }

    /// The arrays of an image as they are, with whatever lies behind its last run: for callers that use their memory again.
    pub(crate) fn memory_of(image: RunImage) -> Self {
        let [rows, columns] = [image.shape()[0], image.shape()[1]];
        let (_, _, below, runs) = image.into_level().into_parts();
        let (_, ptr, left, right, _) = runs.into_parts();
        Arrays {
            rows,
            columns,
            below,
            ptr,
            left,
            right,
        }
    }

    /// Puts `by` copies of the first row above it, and of the last one below it.
    pub(crate) fn pad_rows(&mut self, by: u32) {
        self.rows += 2 * by as usize;
        self.below.iter_mut().for_each(|end| *end += by);
        if let Some(last) = self.below.last_mut() {
            *last += by
        }
    }

    pub(crate) fn of(image: &RunImage) -> Self {
        let runs = Runs::of(image);
        Arrays {
            rows: runs.rows,
            columns: runs.columns,
            below: runs.below.to_vec(),
            ptr: runs.ptr.to_vec(),
            left: runs.left.to_vec(),
            right: runs.right.to_vec(),
        }
    }

    /// A run of the next rows, behind the last one.
    #[inline]
    pub(crate) fn push(&mut self, left: u32, right: u32) -> Result<()> {
        ensure!(self.left.try_reserve(1).is_ok() && self.right.try_reserve(1).is_ok(), else TooLarge,
            "there is no memory for {} runs of an image", self.left.len() + 1);
        self.left.push(left);
        self.right.push(right);
        Ok(())
    }

    /// Row `y`, of these words: 64 pixels each, the first in the lowest bit, and none on beyond the last column.
    #[inline]
    pub(crate) fn push_row(&mut self, y: usize, words: impl Iterator<Item = u64>) -> Result<()> {
        // Whether the pixel before is on, and where it has started to be.
        let (mut before, mut start, mut x) = (0, 0, 0);
        for word in words {
            let mut changes = word ^ (word << 1 | before);
            while changes != 0 {
                let at = x + changes.trailing_zeros();
                if before == 0 {
                    start = at
                } else {
                    self.push(start, at)?
                }
                before ^= 1;
                changes &= changes - 1
            }
            x = x.wrapping_add(64)
        }
        if before != 0 {
            self.push(start, self.columns as u32)?
        }
        self.end_rows(y as u32 + 1)
    }

    /// Ends a run of equal rows in front of row `end`. What was pushed since the last one ended are the runs of each of them.
    pub(crate) fn end_rows(&mut self, end: u32) -> Result<()> {
        let runs = self.left.len();
        if let (&[.., from, to], Some(last)) = (&self.ptr[..], self.below.last_mut()) {
            let is_same = |places: &[u32]| places[from..to] == places[to..];
            // `memcmp` of nothing takes a tenth of a microsecond where an array has no memory: its masked loads meet a page that is not there.
            let is_empty = from == to && to == runs;
            if is_empty || is_same(&self.left) && is_same(&self.right) {
                *last = end;
                self.left.truncate(to);
                self.right.truncate(to);
                return Ok(());
            }
        }
        ensure!(self.ptr.try_reserve(1).is_ok() && self.below.try_reserve(1).is_ok(), else TooLarge,
            "there is no memory for {end} rows of an image");
        self.ptr.push(runs);
        self.below.push(end);
        Ok(())
    }

    /// Ends runs of rows, whose runs of pixels are there, in front of these rows. Those without any that follow each other are one.
    pub(crate) fn end_all_rows(&mut self, below: &[u32]) {
        self.below.extend_from_slice(below);
        let (mut kept, mut from, mut is_last_empty) = (0, 0, false);
        for (strip, &end) in below.iter().enumerate() {
            let to = self.ptr[strip + 1];
            let is_empty = from == to;
            kept += usize::from(!(is_empty && is_last_empty));
            self.below[kept - 1] = end;
            self.ptr[kept] = to;
            (from, is_last_empty) = (to, is_empty)
        }
        self.below.truncate(kept);
        self.ptr.truncate(kept + 1)
    }

    pub(crate) fn into_image(self) -> Result<RunImage> {
        let runs = SparseRunList::new(self.columns, self.ptr, self.left, self.right, Pattern);
        Tensor::new(RunList::new(self.rows, vec![0, self.below.len()], self.below, runs))
    }
}

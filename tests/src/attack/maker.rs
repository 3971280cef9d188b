//! Numbers of random arrays: most are as they should be, a few are not.

use super::fuse::{Fuse, value};
use super::source::Source;
use finch_formats::Lengths;
use finch_formats::buffer::Buffer;
use finch_formats::width::Width;
use std::sync::Arc;

/// At most so many positions have arrays.
pub(crate) const MOST: usize = 600;

/// Makes arrays.
#[derive(Debug)]
pub struct Maker<'s, 'b> {
    pub(crate) source: &'s mut Source<'b>,
    /// One number in so many is wrong; 0 if none is.
    wild: usize,
}

impl<'s, 'b> Maker<'s, 'b> {
    /// Arrays by these decisions, some with no wrong number, some with a few.
    pub fn new(source: &'s mut Source<'b>) -> Self {
        let wild = source.pick(&[0, 200, 40, 10]);
        Maker { source, wild }
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.source.below(end)
    }

    /// So many extents.
    pub fn shape(&mut self, rank: usize) -> Vec<usize> {
        (0..rank)
            .map(|_| match self.source.below(60) {
                0 => self
                    .source
                    .pick(&[usize::MAX, isize::MAX as usize, 1 << 62, 1 << 33, 256, 255, 127]),
                extent => extent % 7,
            })
            .collect()
    }

    /// This number, or now and then another one.
    pub(crate) fn number(&mut self, number: usize) -> usize {
        if self.wild == 0 || !self.source.once_in(self.wild) {
            return number;
        }
        match self.source.below(6) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            2 => 0,
            3 => self.source.below(9),
            4 => usize::MAX,
            _ => self
                .source
                .pick(&[127, 128, 255, 256, 65535, 1 << 31, 1 << 32, isize::MAX as usize]),
        }
    }

    /// These numbers, more or less, in any type: what does not fit is cut off.
    pub(crate) fn narrow<A: Array<Item: Width>>(&mut self, numbers: &[usize]) -> A {
        let narrowed = numbers.iter().map(|&number| A::Item::truncate(self.number(number)));
        let mut narrow: Vec<A::Item> = narrowed.collect();
        match self.wild {
            0 => {}
            wild if self.source.once_in(4 * wild) => drop(narrow.pop()),
            wild if self.source.once_in(wild) => narrow.push(A::Item::truncate(self.source.below(9))),
            _ => {}
        }
        A::of(narrow)
    }

    /// Pointers of so many fibers, of at most `most` positions each.
    pub(crate) fn pointers(&mut self, positions: usize, most: usize) -> Vec<usize> {
        let mut ptr = vec![0];
        for fiber in 0..positions.min(MOST) {
            let last = ptr[fiber];
            let count = if last > MOST { 0 } else { self.below(most.min(8) + 1) };
            ptr.push(last + count)
        }
        ptr
    }

    /// `count` numbers below `extent`, ascending.
    pub(crate) fn ascending(&mut self, count: usize, extent: usize) -> Vec<usize> {
        let mut all: Vec<usize> = if extent <= 64 {
            (0..extent).collect()
        } else {
            (0..64).map(|step| step * (extent / 64)).collect()
        };
        while all.len() > count {
            let at = self.below(all.len());
            all.remove(at);
        }
        all
    }

    /// The indices of fibers of such pointers.
    pub(crate) fn indices(&mut self, ptr: &[usize], extent: usize) -> Vec<usize> {
        ptr.windows(2)
            .flat_map(|pair| self.ascending(pair[1] - pair[0], extent))
            .collect()
    }

    /// The borders of runs or blocks of such pointers: the starts and the ends.
    pub(crate) fn intervals(&mut self, ptr: &[usize], extent: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for pair in ptr.windows(2) {
            let starts = self.ascending(pair[1] - pair[0], extent);
            for (at, &start) in starts.iter().enumerate() {
                let next = starts.get(at + 1).copied().unwrap_or(extent);
                left.push(start);
                right.push(start + 1 + self.below((next - start).min(9)))
            }
        }
        (left, right)
    }

    pub(crate) fn values(&mut self, count: usize) -> Vec<Fuse> {
        let count = self.number(count.min(MOST)).min(2 * MOST);
        (0..count).map(|_| Fuse(value(self.source))).collect()
    }
}

/// An array that a level may have.
pub trait Array: Buffer {
    /// The array of these elements.
    fn of(elements: Vec<Self::Item>) -> Self;
}

impl<T: Copy> Array for Vec<T> {
    fn of(elements: Vec<T>) -> Self {
        elements
    }
}

impl<T: Copy> Array for Box<[T]> {
    fn of(elements: Vec<T>) -> Self {
        elements.into()
    }
}

impl<T: Copy> Array for Arc<[T]> {
    fn of(elements: Vec<T>) -> Self {
        elements.into()
    }
}

impl<P: Width> Array for Lengths<P> {
    fn of(elements: Vec<P>) -> Self {
        let distance = |pair: &[P]| pair[1].to_usize().wrapping_sub(pair[0].to_usize()) % 8;
        let lengths: Vec<usize> = elements.windows(2).map(distance).collect();
        Lengths::new(&lengths).unwrap_or_default()
    }
}

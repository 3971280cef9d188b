//! `Lengths`: where fibers start, said by how long they are (LIL).
//!
#![doc = include_str!("../pictures/lengths.svg")]
//!
//! ```text
//! lengths [ 2 | 0 | 3 ]          how many entries each fiber has: what is given and taken
//! offsets [ 0 | 2 | 2 | 5 ]      their sums: what is kept, and read as the pointers of a level
//! ```
//!
//! A matrix as lists of lists, `Lil`, is made of the length of each row, and of columns and values of all rows one after
//! the other. Reading needs to know where a row starts. "Generating Fast SpMV from a Functional IR" (CC 2020, section 5.2)
//! sums lengths up on the way; here it is done once, when lengths are given, so that rows can be read in any order and a
//! program over them is the same as over compressed rows. Bytes: one `P` per fiber, and one more. Making them from lengths
//! and giving lengths back takes time linear in the number of fibers.
//!
//! It is no level. A level that has it in place of its `Vec` of pointers has the same protocols, is written, frozen and
//! thawed the same way, and costs the same.

use crate::imports::*;

/// How long fibers are: the pointers of a level that is made of lengths.
///
/// Made for compatibility: a matrix whose arrays come as lengths of rows is made without a loop of one's own. What is read and
/// written is a [`SparseList`] like any other, in the same time.
///
/// ```
/// use finch_formats::lengths::Lengths;
/// use finch_formats::buffer::Buffer;
///
/// let rows = Lengths::<usize>::new(&[2_u8, 0, 3])?;
/// assert_eq!(rows.as_slice(), [0, 2, 2, 5]);
/// assert_eq!(rows.to_lengths::<u16>()?, [2, 0, 3]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths<P = usize> {
    offsets: Vec<P>,
}

impl<P: Width> Lengths<P> {
    /// Fibers of these lengths, one after the other. Takes time linear in the fibers, and memory for a number for each.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](ErrorKind::TooLarge): the sum of lengths does not fit `P`, where a negative one counts as larger than any extent, or
    /// there is not enough memory.
    pub fn new<N: Width>(lengths: &[N]) -> Result<Self> {
        let too_large = |message| Error::new(ErrorKind::TooLarge, message);
        let mut offsets = Vec::new();
        offsets
            .try_reserve_exact(lengths.len() + 1)
            .map_err(|_| too_large(format!("there is no memory for {} lengths", lengths.len())))?;
        let mut sum = 0_usize;
        offsets.push(P::default());
        for (fiber, length) in lengths.iter().enumerate() {
            let end = sum
                .checked_add(length.to_usize())
                // A negative length is above that.
                .filter(|&end| end <= isize::MAX as usize)
                .and_then(|end| Some((end, P::new(end)?)));
            let Some((end, offset)) = end else {
                return Err(too_large(format!(
                    "fiber {fiber} has length {length:?} and starts at {sum}: its end does not fit pointers of type {}",
                    P::NAME
                )));
            };
            sum = end;
            offsets.push(offset)
        }
        Ok(Lengths { offsets })
    }

    /// How many fibers there are.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// There are no fibers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How long the fiber at `position` is, if there is one.
    pub fn get(&self, position: usize) -> Option<usize> {
        match self.offsets.get(position..)? {
            [from, to, ..] => Some(to.to_usize().saturating_sub(from.to_usize())),
            _ => None,
        }
    }

    /// How long each fiber is. Takes constant time for each.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.offsets
            .windows(2)
            .map(|pair| pair[1].to_usize().saturating_sub(pair[0].to_usize()))
    }

    /// How long each fiber is, as an array. Takes time and memory linear in the fibers.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](ErrorKind::TooLarge): a length does not fit `N`.
    pub fn to_lengths<N: Width>(&self) -> Result<Vec<N>> {
        let narrow = |(fiber, length)| {
            ensure!(let Some(length) = N::new(length), else TooLarge,
                "fiber {fiber} has length {length}, which does not fit {}", N::NAME);
            Ok(length)
        };
        self.iter().enumerate().map(narrow).collect()
    }
}

/// No fibers.
impl<P: Width> Default for Lengths<P> {
    fn default() -> Self {
        Lengths {
            offsets: vec![P::default()],
        }
    }
}

// SAFETY: offsets change through `&mut` only.
unsafe impl<P: Width> Buffer for Lengths<P> {
    type Item = P;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_slice(&self) -> &[P] {
        &self.offsets
    }
}

// SAFETY: both are the offsets.
unsafe impl<P: Width> Growing for Lengths<P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vec(&mut self) -> &mut Vec<P> {
        &mut self.offsets
    }
}

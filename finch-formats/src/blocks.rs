//! What levels of blocks share: stretches of consecutive indices whose children are at consecutive positions.
//!
//! ```text
//! ofs [ 0 | 4 | 5 ]          two blocks, whose children are at the positions 0..4 and 4..5
//! ```

use crate::imports::*;

/// `ofs` delimits `blocks` blocks that are not empty. Returns the offsets of these blocks.
pub(crate) fn offsets<'a, P: Width>(level: &str, ofs: &'a [P], blocks: usize) -> Result<&'a [P]> {
    let invalid = |message: String| Err(Error::new(ErrorKind::Invalid, message));
    let Some(ofs) = ofs.get(..blocks + 1) else {
        return invalid(format!(
            "the offsets of a {level} level are {} where {blocks} blocks need one more than that",
            ofs.len()
        ));
    };
    if ofs[0].to_usize() != 0 {
        return invalid(format!("the offsets of a {level} level start with {:?}, not 0", ofs[0]));
    }
    if let Some(block) = ofs.windows(2).position(|pair| pair[0] >= pair[1]) {
        return invalid(format!(
            "the offsets of a {level} level do not ascend from {:?} to {:?} at block {block}: blocks are not empty",
            ofs[block],
            ofs[block + 1]
        ));
    }
    Ok(ofs)
}

/// A stretch of consecutive indices whose children are at consecutive positions, for reading: each is looked up in constant time.
#[derive(Clone, Copy, Debug)]
pub struct Contiguous<C> {
    /// What is added to an index to make a position, modulo the size of `usize`.
    shift: usize,
    child: C,
}

impl<C> Contiguous<C> {
    /// The block whose index `index` is at position `position` of `child`.
    ///
    /// # Safety
    ///
    /// For each index that is asked for, as many positions further, a position is stored in `child`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(index: usize, position: usize, child: C) -> Self {
        Contiguous {
            shift: position.wrapping_sub(index),
            child,
        }
    }
}

// SAFETY: whoever makes a block says that positions are stored for its indices, and hands it out for these only.
unsafe impl<C: Fibers> At for Contiguous<C> {
    type F = C::Fiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> C::Fiber {
        // SAFETY: the driver asks for indices of the block.
        unsafe { self.child.fiber(index.wrapping_add(self.shift)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind(self, bind: Bind) -> C::Fiber {
        // SAFETY: as above.
        unsafe { self.child.fiber(bind.shifted(self.shift)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(&self) -> Option<usize> {
        Some(self.shift)
    }
}

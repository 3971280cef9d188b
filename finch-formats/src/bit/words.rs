//! Bits as words: the same array, seen as a tensor of booleans or as one of `u64`.
//!
//! | | borrowed | owned |
//! |---|---|---|
//! | bits as words | [`Tensor::words`] | [`Tensor::into_words`] |
//! | words as bits | [`Tensor::bits`] | [`Tensor::into_bits`] |
//!
//! Both are nests of [`Dense`] levels, of the same extents but for the innermost one, which is 64 times as large in
//! bits. Rows follow each other without a gap, so a row must end where a word does: the innermost extent is a multiple
//! of 64. A vector of bits may have any extent; its last word may have bits behind it. Bit `b` of word `w` is index `64
//! w + b`.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let mut picture = BitMatrix::from_dense([2, 128], &[true; 256])?;
//! let shape = BitMatrix::from_triplets([2, 128], [([0, 3], true), ([1, 64], true)], Or)?;
//! // Both, 64 bits at a time.
//! indices!(y, w);
//! let (a, b) = (picture.words()?, shape.words()?);
//! let mut both = Matrix::<u64>::default();
//! program()
//!     .declare(&mut both)
//!     .body(|(both,)| forall(y, forall(w, both.at((y, w)).set(a.at((y, w)) & b.at((y, w))))))
//!     .run()?;
//! assert_eq!(both.values(), [8, 0, 0, 1]);
//! picture = both.into_bits()?;
//! assert_eq!(picture, shape);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use crate::bit::words_of;
use crate::imports::*;

/// A fill of bits for which words of 64 such bits have a fill, too: `false`, whose word is 0. A bound of
/// [`Tensor::words`](crate::Tensor::words).
pub trait WordFill: Fill<bool> {
    /// The fill of words of such bits.
    type Words: Fill<u64>;
}

impl WordFill for False {
    type Words = Zero;
}

impl WordFill for Zero {
    type Words = Zero;
}

/// What [`SeenAs`] sees an array as: words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct AsWords;

/// What [`SeenAs`] sees an array as: single bits.
#[derive(Clone, Copy, Debug)]
pub struct AsBits;

/// A nest of dense levels over bits or words, whose array can be seen as that of a nest `To`: [`AsWords`] or [`AsBits`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be seen as a nest of `{To}`",
    note = "`Dense` levels over `Bit` can be seen as words, if its fill is `False`, and `Dense` levels over `Element<u64>` as bits"
)]
pub trait SeenAs<To>: Level {
    /// The other nest, which owns the array.
    type Owned: Level;
    /// The other nest, which borrows the array.
    type View<'a>: Level
    where
        Self: 'a;

    /// The other nest, over the array itself. Every row of bits must end where a word does; only a nest that is `alone`, which has a
    /// single row, may end within its last word: anything else is a [`Mismatch`](ErrorKind::Mismatch). More bits in a row than can
    /// be counted are [`TooLarge`](ErrorKind::TooLarge). Moves the array, in constant time.
    fn into_seen(self, alone: bool) -> Result<Self::Owned>;
    /// The other nest, over the array as it is borrowed, with the errors of [`into_seen`](Self::into_seen). Copies nothing and takes
    /// constant time.
    fn seen(&self, alone: bool) -> Result<Self::View<'_>>;
}

fn in_words(extent: usize, alone: bool) -> Result<usize> {
    ensure!(alone || extent.is_multiple_of(64), else Mismatch,
        "rows of {extent} bits do not end where a word does: their extent must be a multiple of 64");
    Ok(words_of(extent))
}

fn in_bits(extent: usize) -> Result<usize> {
    let bits = extent.checked_mul(64).filter(|&bits| bits <= isize::MAX as usize);
    bits.ok_or_else(|| error!(TooLarge, "rows of {extent} words have more bits than can be counted"))
}

impl<F: WordFill, Array: Buffer<Item = u64>> SeenAs<AsWords> for Dense<Bit<F, Array>> {
    type Owned = Dense<Element<u64, F::Words, Array>>;
    type View<'a>
        = Dense<Element<u64, F::Words, &'a [u64]>>
    where
        Self: 'a;

    fn into_seen(self, alone: bool) -> Result<Self::Owned> {
        let extent = in_words(self.extent(), alone)?;
        Ok(Dense::new(extent, Element::new(self.into_child().into_words())))
    }

    fn seen(&self, alone: bool) -> Result<Self::View<'_>> {
        let extent = in_words(self.extent(), alone)?;
        Ok(Dense::new(extent, Element::new(self.child().words().as_slice())))
    }
}

impl<Array: Buffer<Item = u64>> SeenAs<AsBits> for Dense<Element<u64, Zero, Array>> {
    type Owned = Dense<Bit<False, Array>>;
    type View<'a>
        = Dense<Bit<False, &'a [u64]>>
    where
        Self: 'a;

    fn into_seen(self, _alone: bool) -> Result<Self::Owned> {
        let extent = in_bits(self.extent())?;
        Ok(Dense::new(extent, Bit::new(self.into_child().into_val())))
    }

    fn seen(&self, _alone: bool) -> Result<Self::View<'_>> {
        let extent = in_bits(self.extent())?;
        Ok(Dense::new(extent, Bit::new(self.child().val().as_slice())))
    }
}

impl<To, L: SeenAs<To>> SeenAs<To> for Dense<L> {
    type Owned = Dense<L::Owned>;
    type View<'a>
        = Dense<L::View<'a>>
    where
        Self: 'a;

    fn into_seen(self, _alone: bool) -> Result<Self::Owned> {
        let extent = self.extent();
        Ok(Dense::new(extent, self.into_child().into_seen(false)?))
    }

    fn seen(&self, _alone: bool) -> Result<Self::View<'_>> {
        Ok(Dense::new(self.extent(), self.child().seen(false)?))
    }
}

impl<L: SeenAs<AsWords>> Tensor<L> {
    /// This tensor of bits as a tensor of 64-bit words, which borrows the array. The innermost extent counts words, bit `b` of
    /// word `w` is index `64 w + b`; see [`words`](crate::bit::words). Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Mismatch`] if there is more than one dimension and the innermost extent is not a multiple of 64.
    pub fn words(&self) -> Result<Tensor<L::View<'_>>> {
        Tensor::new(self.level().seen(true)?)
    }

    /// This tensor of bits as a tensor of 64-bit words, as [`Tensor::words`], which takes the array over. Copies nothing and takes constant
    /// time. Errors are those of [`Tensor::words`].
    pub fn into_words(self) -> Result<Tensor<L::Owned>> {
        Tensor::new(self.into_level().into_seen(true)?)
    }
}

impl<L: SeenAs<AsBits>> Tensor<L> {
    /// This tensor of 64-bit words as a tensor of bits, which borrows the array. The innermost extent is 64 times as large, bit
    /// `b` of word `w` is index `64 w + b`; see [`words`](crate::bit::words). Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`] if there are more bits than can be counted.
    pub fn bits(&self) -> Result<Tensor<L::View<'_>>> {
        Tensor::new(self.level().seen(true)?)
    }

    /// This tensor of 64-bit words as a tensor of bits, as [`Tensor::bits`], which takes the array over. Copies nothing and takes constant
    /// time. Errors are those of [`Tensor::bits`].
    pub fn into_bits(self) -> Result<Tensor<L::Owned>> {
        Tensor::new(self.into_level().into_seen(true)?)
    }
}

//! What a tensor stores, as an iterator.

use crate::imports::*;

/// Ranks for which entries can be iterated over: their indices are an array, `[j, i]`, that a pattern can take apart.
pub trait Coordinates: Rank {
    /// One index for each dimension.
    type Array: Copy + std::fmt::Debug + PartialEq;

    /// As many indices as there are dimensions.
    #[doc(hidden)]
    fn array(index: &[usize]) -> Self::Array;
}

macro_rules! coordinates {
    ($($rank:ident = $count:literal)*) => { $(
        impl Coordinates for $rank {
            type Array = [usize; $count];

            #[inline]
            fn array(index: &[usize]) -> [usize; $count] {
                std::array::from_fn(|axis| index[axis])
            }
        }
    )* };
}

coordinates!(U0 = 0 U1 = 1 U2 = 2 U3 = 3 U4 = 4 U5 = 5 U6 = 6);

/// The entries that a tensor stores, in lexicographic order of their indices: see [`Tensor::iter`].
pub type Iter<A, T> = std::vec::IntoIter<(A, T)>;

impl<L: Level<Rank: Coordinates>> Tensor<L> {
    /// The entries that are stored, with their indices, in lexicographic order. A run has an entry for each of its indices;
    /// an entry that stores the fill is there, and what is not stored is not.
    ///
    /// Takes the time and the memory of a list of all entries, which is made at once. [`Tensor::for_each`] visits them
    /// without a list; a program does so without visiting them one by one.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([3, 4], [([2, 0], 1.5), ([0, 1], 2.0)], Add)?;
    /// for ([row, column], value) in &a {
    ///     println!("{row} {column}: {value}");
    /// }
    /// assert_eq!(a.iter().collect::<Vec<_>>(), [([0, 1], 2.0), ([2, 0], 1.5)]);
    /// assert_eq!(a.iter().map(|(_, value)| value).sum::<f64>(), 3.5);
    /// // Indices and values make a tensor again.
    /// assert_eq!(Dcsr::from_triplets([3, 4], &a, Add)?, a);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn iter(&self) -> Iter<<L::Rank as Coordinates>::Array, L::T> {
        let mut entries = Vec::new();
        self.for_each(|index, value| entries.push((L::Rank::array(index), value)));
        entries.into_iter()
    }
}

impl<L: Level<Rank: Coordinates>> IntoIterator for &Tensor<L> {
    type Item = (<L::Rank as Coordinates>::Array, L::T);
    type IntoIter = Iter<<L::Rank as Coordinates>::Array, L::T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

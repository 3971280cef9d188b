//! What a tensor holds, asked without any program.

use crate::tensor::Tensor;
use finch_traits::algebra::fill::Fill;
use finch_traits::level::Level;
use finch_traits::rank::Shape;

impl<L: Level> Tensor<L> {
    /// The value at `index`, stored or not, or `None` if an index is not below its extent. Takes the time of one search per
    /// level.
    pub fn get(&self, index: impl Into<Shape<L::Rank>>) -> Option<L::T> {
        let index = index.into();
        let inside = index.iter().zip(&self.shape()).all(|(index, extent)| index < extent);
        inside.then(|| self.level.get(0, &index))
    }

    /// The value at every place where nothing is stored.
    pub fn fill(&self) -> L::T {
        L::Fill::value()
    }

    /// How many values are stored: a run counts as one.
    pub fn count_stored(&self) -> usize {
        self.level.count_stored(1)
    }

    /// How many bytes the elements of its arrays take. What is allocated beyond them for later does not count, nor does the
    /// value that owns them.
    pub fn bytes(&self) -> usize {
        self.level.bytes()
    }
}

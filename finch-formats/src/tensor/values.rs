//! The values of a dense tensor as one slice.

use crate::imports::*;

/// Dense levels over values: all values stand in one array, the innermost index fastest.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are not all in one array",
    note = "those of `Dense` levels over an `Element` are; `Tensor::to_dense` copies the values of any tensor, stored or not"
)]
pub trait AllDense: Level + sealed::AllDense {
    /// The array of values.
    type Val: Buffer<Item = Self::T>;
    /// The array of values.
    #[doc(hidden)]
    fn val(&self) -> &Self::Val;
    /// The array of values, to be changed.
    #[doc(hidden)]
    fn val_mut(&mut self) -> &mut Self::Val;
    /// The array of values, for which the nest is taken apart.
    #[doc(hidden)]
    fn into_val(self) -> Self::Val;
    /// How many values a fiber has, if that can be counted.
    #[doc(hidden)]
    fn places(&self) -> Option<usize>;
}

/// Only these: what `val_mut` returns is believed to be the array of the level.
mod sealed {
    use crate::imports::*;

    pub trait AllDense {}
    impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> AllDense for Element<T, F, Val> {}
    impl<L: AllDense, X: Extent> AllDense for Dense<L, X> {}
}

impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> AllDense for Element<T, F, Val> {
    type Val = Val;
    fn val(&self) -> &Val {
        self.val()
    }
    fn val_mut(&mut self) -> &mut Val {
        self.val_mut()
    }
    fn into_val(self) -> Val {
        self.into_val()
    }
    fn places(&self) -> Option<usize> {
        Some(1)
    }
}

impl<L: AllDense, X: Extent> AllDense for Dense<L, X> {
    type Val = L::Val;
    fn val(&self) -> &L::Val {
        self.child().val()
    }
    fn val_mut(&mut self) -> &mut L::Val {
        self.child_mut().val_mut()
    }
    fn into_val(self) -> L::Val {
        self.into_child().into_val()
    }
    fn places(&self) -> Option<usize> {
        match (self.extent(), self.child().places()) {
            (0, _) | (_, Some(0)) => Some(0),
            (extent, below) => extent.checked_mul(below?),
        }
    }
}

impl<L: AllDense> Tensor<L> {
    /// How many values there are; the array may be longer.
    fn count_values(&self) -> usize {
        self.level.places().unwrap_or(0)
    }

    /// The values of a dense tensor, row by row: the innermost index fastest. Copies nothing and takes constant time.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Cube::<f64>::from_parts([1, 2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(a.values(), [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn values(&self) -> &[L::T] {
        &self.level.val().as_slice()[..self.count_values()]
    }

    /// The values of a dense tensor, row by row, to be changed. Copies nothing and takes constant time.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let mut a = Matrix::from_parts(2, 2, vec![1.0, 2.0, 3.0, 4.0])?;
    /// a.values_mut().reverse();
    /// assert_eq!(a[[0, 0]], 4.0);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn values_mut(&mut self) -> &mut [L::T]
    where
        L::Val: Values,
    {
        let count = self.count_values();
        let values = self.level.val_mut().as_mut_slice().unwrap_or_default();
        &mut values[..count]
    }
}

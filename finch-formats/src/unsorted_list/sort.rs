//! Sorting the rows of a matrix.

use crate::dense::Dense;
use crate::element::Element;
use crate::sparse_list::SparseList;
use crate::tensor::Tensor;
use crate::unsorted_list::UnsortedList;
use crate::width::Width;
use finch_traits::algebra::fill::Fill;

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> Tensor<Dense<UnsortedList<Element<T, F>, Vec<P>, Vec<I>>>> {
    /// The same matrix with sorted rows, in the same arrays: compressed sparse rows.
    ///
    /// Takes time `m log m` for each row of `m` entries that is not sorted, and room for the longest of these.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (ptr, idx, val) = (vec![0, 2, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]);
    /// let a = UnsortedCsr::<f64>::from_parts(2, 3, ptr, idx, val)?;
    /// let sorted: Csr<f64> = a.sort();
    /// assert_eq!(sorted.into_parts(), (2, 3, vec![0, 2, 3], vec![0, 2, 1], vec![2.0, 1.0, 3.0]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn sort(self) -> Tensor<Dense<SparseList<Element<T, F>, Vec<P>, Vec<I>>>> {
        let (rows, cols, ptr, mut idx, mut val) = self.into_parts();
        let mut row: Vec<(I, T)> = Vec::new();
        for pair in ptr[..=rows].windows(2) {
            let range = pair[0].to_usize()..pair[1].to_usize();
            let (idx, val) = (&mut idx[range.clone()], &mut val[range]);
            if idx.is_sorted() {
                continue;
            }
            row.clear();
            row.extend(idx.iter().copied().zip(val.iter().copied()));
            row.sort_unstable_by_key(|&(index, _)| index);
            for (at, &(index, value)) in row.iter().enumerate() {
                idx[at] = index;
                val[at] = value
            }
        }
        let level = Dense::new(rows, SparseList::new(cols, ptr, idx, Element::new(val)));
        // SAFETY: the arrays were valid, and the indices of a row, which differ, ascend now.
        unsafe { Tensor::new_unchecked(level) }
    }
}

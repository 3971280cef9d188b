//! Entries: indices with values, in any order, on their way into a tensor.

use crate::tensor::Tensor;
use crate::tensor::axes::Axes;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::reducer::Reducer;
use finch_traits::rank::Shape;
use finch_traits::{Error, ErrorKind, Result};

/// Entries of a tensor: the indices along each axis, and the values.
#[derive(Debug)]
pub(crate) struct Entries<T> {
    shape: Vec<usize>,
    columns: Vec<Vec<usize>>,
    val: Vec<T>,
}

impl<T: Copy + 'static> Entries<T> {
    /// The given entries, each of which lies within `shape`.
    pub(crate) fn collect<R: Axes, I: Into<Shape<R>>>(
        shape: &[usize],
        entries: impl IntoIterator<Item = (I, T)>,
    ) -> Result<Self> {
        let entries = entries.into_iter();
        let at_least = entries.size_hint().0;
        let mut columns: Vec<_> = shape.iter().map(|_| Vec::with_capacity(at_least)).collect();
        let mut val = Vec::with_capacity(at_least);
        for (number, (index, value)) in entries.enumerate() {
            let index: Shape<R> = index.into();
            for (axis, ((column, &index), &extent)) in columns.iter_mut().zip(&index).zip(shape).enumerate() {
                if index >= extent {
                    return Err(Error::new(
                        ErrorKind::OutOfBounds,
                        format!("entry {number} has index {index} along axis {axis}, whose extent is {extent}"),
                    ));
                }
                column.push(index)
            }
            val.push(value)
        }
        Ok(Entries {
            shape: shape.to_vec(),
            columns,
            val,
        })
    }

    fn compare(&self, entry: usize, other: usize) -> core::cmp::Ordering {
        let indices = |entry| self.columns.iter().map(move |column: &Vec<usize>| column[entry]);
        indices(entry).cmp(indices(other))
    }

    /// The entries in lexicographic order of their indices; those of equal indices stay in theirs.
    fn order(&self) -> Vec<usize> {
        let len = self.val.len();
        let order: Vec<usize> = (0..len).collect();
        if (1..len).all(|entry| self.compare(entry - 1, entry).is_le()) {
            return order;
        }
        // Distributing takes time linear in the extents; where these are much larger than the entries are many, comparing
        // is faster.
        let bound = len.saturating_mul(4);
        if self.shape.iter().all(|&extent| extent <= bound) {
            let axes = self.columns.iter().zip(&self.shape).rev();
            axes.fold(order, |order, (column, &extent)| distributed(&order, column, extent))
        } else {
            let mut order = order;
            order.sort_by(|&entry, &other| self.compare(entry, other));
            order
        }
    }

    /// Sorts the entries and combines those of equal indices by `op`, in the order in which they came.
    pub(crate) fn combined<O: Reducer<T>>(self, op: O) -> Self {
        let order = self.order();
        let mut val: Vec<T> = Vec::with_capacity(order.len());
        let mut kept = Vec::with_capacity(order.len());
        for &entry in &order {
            match (val.last_mut(), kept.last()) {
                (Some(last), Some(&previous)) if self.compare(previous, entry).is_eq() => {
                    *last = op.combine(*last, self.val[entry])
                }
                _ => {
                    val.push(self.val[entry]);
                    kept.push(entry)
                }
            }
        }
        let gather = |column: &Vec<usize>| kept.iter().map(|&entry| column[entry]).collect();
        Entries {
            columns: self.columns.iter().map(gather).collect(),
            val,
            shape: self.shape,
        }
    }

    /// A tensor that holds the entries, which are sorted and unique.
    pub(crate) fn compressed<R: Axes, F: Fill<T>>(self) -> Result<Tensor<R::Compressed<T, F>>> {
        Tensor::new(R::compressed(&self.shape, &self.columns, vec![0], self.val))
    }
}

/// `order` sorted by `column`, whose numbers are below `extent`; equal ones stay in their order.
fn distributed(order: &[usize], column: &[usize], extent: usize) -> Vec<usize> {
    let mut place = vec![0; extent];
    for &number in column {
        place[number] += 1
    }
    let mut start = 0;
    for place in &mut place {
        start += core::mem::replace(place, start)
    }
    let mut sorted = vec![0; order.len()];
    for &entry in order {
        let place = &mut place[column[entry]];
        sorted[*place] = entry;
        *place += 1
    }
    sorted
}

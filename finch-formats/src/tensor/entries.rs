//! Entries: indices with values, in any order, on their way into a tensor.

use crate::imports::*;
use crate::room::{copied, filled, push, room};
use crate::tensor::symmetric::asymmetric;
use crate::tensor::write::Writer;

/// The most entries that room is made for before the first one comes.
const FORESEEN: usize = 1 << 20;

/// Entries of a tensor of given shape: their indices, and as many values.
pub(crate) struct Entries<R: Axes, T> {
    shape: Shape<R>,
    index: Vec<Shape<R>>,
    val: Vec<T>,
}

impl<R: Axes, T: Copy + 'static> Entries<R, T> {
    /// The given entries, each of which lies within `shape`.
    pub(crate) fn collect<I: Into<Shape<R>>>(
        shape: Shape<R>,
        entries: impl IntoIterator<Item = (I, T)>,
    ) -> Result<Self> {
        let entries = entries.into_iter();
        // An iterator may promise more entries than it yields, so room for more than these is made as they come.
        let least = entries.size_hint().0.min(FORESEEN);
        let (mut index, mut val) = (room(least).unwrap_or_default(), room(least).unwrap_or_default());
        for (number, (at, value)) in entries.enumerate() {
            let at: Shape<R> = at.into();
            check_within(&shape, number, &at)?;
            push(&mut index, at)?;
            push(&mut val, value)?
        }
        Ok(Entries { shape, index, val })
    }

    /// The entries of these lists, as many indices as values, each of which lies within `shape`.
    #[cfg(feature = "files")]
    pub(crate) fn listed(shape: Shape<R>, index: Vec<Shape<R>>, val: Vec<T>) -> Result<Self> {
        for (number, at) in index.iter().enumerate() {
            check_within(&shape, number, at)?
        }
        Ok(Entries { shape, index, val })
    }

    /// Sorts the entries in lexicographic order of their indices; those of equal indices stay in their order.
    fn sort(&mut self) -> Result<()> {
        if self.index.is_sorted() {
            return Ok(());
        }
        // Distributing takes time linear in the extents; where these are much larger than the entries are many, comparing
        // is faster.
        let limit = self.index.len().saturating_mul(4);
        let (mut index, mut val) = (copied(&self.index)?, copied(&self.val)?);
        if self.shape.iter().all(|&extent| extent <= limit) {
            for axis in (0..self.shape.len()).rev() {
                self.distribute(axis, &mut index, &mut val)?;
                core::mem::swap(&mut self.index, &mut index);
                core::mem::swap(&mut self.val, &mut val)
            }
        } else {
            let order = ordered(&index)?;
            for (place, entry) in order.into_iter().enumerate() {
                self.index[place].clone_from(&index[entry]);
                self.val[place] = val[entry]
            }
        }
        Ok(())
    }

    /// Copies the entries to `index` and `val`, sorted along one axis; equal ones stay in their order.
    fn distribute(&self, axis: usize, index: &mut [Shape<R>], val: &mut [T]) -> Result<()> {
        let mut place = filled(self.shape[axis], 0)?;
        for at in &self.index {
            place[at[axis]] += 1
        }
        let mut start = 0;
        for place in &mut place {
            start += core::mem::replace(place, start)
        }
        for (at, &value) in self.index.iter().zip(&self.val) {
            let place = &mut place[at[axis]];
            index[*place] = at.clone();
            val[*place] = value;
            *place += 1
        }
        Ok(())
    }

    /// These entries, sorted in lexicographic order of their indices; those of equal indices stay in their order.
    pub(crate) fn sorted(mut self) -> Result<Self> {
        self.sort()?;
        Ok(self)
    }

    /// Indices that several entries have, which are sorted.
    #[cfg(feature = "binsparse")]
    pub(crate) fn repeated(&self) -> Option<&Shape<R>> {
        let mut neighbours = self.index.windows(2);
        neighbours.find(|pair| pair[0] == pair[1]).map(|pair| &pair[0])
    }

    /// Sorts the entries and combines those of equal indices by `op`, in the order in which they came.
    pub(crate) fn combined(mut self, combine: impl Fn(T, T) -> T) -> Result<Self> {
        self.sort()?;
        let mut kept = 0;
        for entry in 0..self.index.len() {
            let value = self.val[entry];
            if kept > 0 && self.index[kept - 1] == self.index[entry] {
                self.val[kept - 1] = combine(self.val[kept - 1], value)
            } else {
                self.index.swap(kept, entry);
                self.val[kept] = value;
                kept += 1
            }
        }
        self.index.truncate(kept);
        self.val.truncate(kept);
        Ok(self)
    }

    /// The entries, which are sorted and unique, at the places where a nest with these mirrored axes stores them, sorted and
    /// unique again. Those that come to stand at one place must be the same.
    pub(crate) fn folded(self, mirrored: &Mirrored<T>) -> Result<Self> {
        if !mirrored.is_square(&self.shape) {
            return Ok(self);
        }
        let mut places = copied(&self.index)?;
        for place in &mut places {
            mirrored.fold(place)
        }
        let (mut index, mut val): (Vec<Shape<R>>, Vec<T>) = (room(places.len())?, room(places.len())?);
        let mut first = 0;
        for entry in ordered(&places)? {
            if index.last() != Some(&places[entry]) {
                first = entry;
                index.push(places[entry].clone());
                val.push(self.val[entry])
            } else if !mirrored.same(&self.val[first], &self.val[entry]) {
                return Err(asymmetric(&self.index[first], &self.index[entry]));
            }
        }
        Ok(Entries {
            shape: self.shape,
            index,
            val,
        })
    }

    /// The shape that the entries lie in.
    pub(crate) fn shape(&self) -> &Shape<R> {
        &self.shape
    }

    /// Writes the entries one after the other; they are sorted and unique.
    pub(crate) fn write_to<L: WriteLevel<T = T, Rank = R>>(self, mut writer: Writer<'_, L>) -> Result<()> {
        for (index, value) in self.index.into_iter().zip(self.val) {
            writer.put(index, value)?
        }
        writer.freeze()
    }

    /// A tensor that holds the entries, which are sorted and unique.
    pub(crate) fn compressed<F: Fill<T>>(self) -> Result<Tensor<R::Compressed<T, F>>> {
        Tensor::new(R::compressed::<T, F, R>(&self.shape, &self.index, vec![0], self.val)?)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn check_within<R: Rank>(shape: &Shape<R>, number: usize, at: &Shape<R>) -> Result<()> {
    ensure!(!let Some(axis) = at.iter().zip(shape).position(|(index, extent)| index >= extent), else OutOfBounds,
        "entry {number} has index {} along axis {axis}, whose extent is {}", at[axis], shape[axis]);
    Ok(())
}

/// The order in which the indices ascend; equal ones stay in their order. Sorting takes no memory besides.
fn ordered<R: Rank>(index: &[Shape<R>]) -> Result<Vec<usize>> {
    let mut order = room(index.len())?;
    order.extend(0..index.len());
    order.sort_unstable_by(|&entry, &other| index[entry].cmp(&index[other]).then(entry.cmp(&other)));
    Ok(order)
}

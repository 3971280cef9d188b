//! Rows that are null: refused, or not stored.

use super::from::{FromArrow, another_type, too_short, values_of};
use crate::imports::*;
use crate::room::room;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, OffsetSizeTrait, PrimitiveArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};

/// Which of `rows` are null, if any is. Takes linear time if any row of the array is, by words of 64 rows.
pub(super) fn nulls_in(array: &dyn Array, rows: &Range<usize>) -> Result<Option<NullBuffer>> {
    if rows.start > rows.end || rows.end > array.len() {
        return Err(too_short(array, rows.clone()));
    }
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0);
    let nulls = nulls.map(|nulls| nulls.slice(rows.start, rows.len()));
    Ok(nulls.filter(|nulls| nulls.null_count() > 0))
}

/// None of `rows` is null.
pub(super) fn refuse_nulls(array: &dyn Array, rows: &Range<usize>) -> Result<()> {
    let Some(nulls) = nulls_in(array, rows)? else {
        return Ok(());
    };
    let first = nulls.iter().position(|is_valid| !is_valid).unwrap_or(0);
    Err(error!(
        Invalid,
        "{} of the {} rows of an array of type {} are null, the first of them row {}, and a dense tensor stores all: of numbers \
         `SparseVector::try_from(&array)` stores the others, of lists of numbers `Csr::try_from(&lists)`",
        nulls.null_count(),
        rows.len(),
        array.data_type(),
        rows.start + first
    ))
}

/// One list for each of `fibers`, which are rows of `array`: those that are not null, and their values.
fn valid<T: ArrowNativeType, I: Width>(
    array: &dyn Array,
    values: &[T],
    fibers: impl ExactSizeIterator<Item = Option<Range<usize>>>,
) -> Result<SparseList<Element<T, Zero>, Vec<usize>, Vec<I>>> {
    // There may be more lists without values than there is memory for pointers.
    let mut ptr = room(fibers.len().saturating_add(1))?;
    ptr.push(0);
    let (mut idx, mut val) = (Vec::new(), Vec::new());
    let (mut extent, mut behind) = (0, 0);
    for rows in fibers {
        if let Some(rows) = rows {
            ensure!(rows.start >= behind && rows.end >= rows.start, else Invalid,
                "the offsets of a list array descend from {} to {} at list {}", rows.start.max(behind), rows.end, ptr.len() - 1);
            behind = rows.end;
            let stored = values.get(rows.clone()).ok_or_else(|| too_short(array, rows.clone()))?;
            extent = extent.max(stored.len());
            // An extent that indices do not fit is found out when the tensor is made.
            match nulls_in(array, &rows)? {
                None => {
                    idx.extend((0..stored.len()).map(I::truncate));
                    val.extend_from_slice(stored)
                }
                Some(nulls) => {
                    idx.extend(nulls.valid_indices().map(I::truncate));
                    val.extend(nulls.valid_indices().map(|row| stored[row]))
                }
            }
        }
        ptr.push(idx.len())
    }
    Ok(SparseList::new(extent, ptr, idx, Element::new(val)))
}

conversions! {
    /// A copy of the values of an array that are not null, and of their indices. What is null is not stored; the fill is zero. Takes linear
    /// time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows does not fit the type of the indices.
    [P: ArrowPrimitiveType, I: Width] &PrimitiveArray<P> => Tensor<SparseList<Element<P::Native, Zero>, Vec<usize>, Vec<I>>>,
    where [Zero: Fill<P::Native>]:
        |array| Tensor::new(valid(array, array.values(), core::iter::once(Some(0..array.len())))?);
}

/// Where the rows of each list are among the values of an array of lists with offsets of type `O`.
fn listed<O: OffsetSizeTrait + Width>(
    array: &dyn Array,
) -> Option<(&ArrayRef, Box<dyn Fn(usize) -> Range<usize> + '_>)> {
    let list = array.as_list_opt::<O>()?;
    let offsets = list.value_offsets();
    let of_row = |row: usize| Width::to_usize(offsets[row])..Width::to_usize(offsets[row + 1]);
    Some((list.values(), Box::new(of_row)))
}

/// Where the rows of each list are among the values of an array of lists of one length.
fn of_fixed_size(array: &dyn Array) -> Option<(&ArrayRef, Box<dyn Fn(usize) -> Range<usize> + '_>)> {
    let list = array.as_fixed_size_list_opt()?;
    let size = Width::to_usize(list.value_length());
    let of_row = move |row: usize| row.saturating_mul(size)..(row + 1).saturating_mul(size);
    Some((list.values(), Box::new(of_row)))
}

impl<'a, T: ArrowNativeType, I: Width> FromArrow<'a> for SparseList<Element<T, Zero>, Vec<usize>, Vec<I>>
where
    Zero: Fill<T>,
{
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        let nulls = nulls_in(array, &rows)?;
        let lists = listed::<i32>(array)
            .or_else(|| listed::<i64>(array))
            .or_else(|| of_fixed_size(array));
        let (below, of_row) = lists.ok_or_else(|| another_type(array, "a list"))?;
        let is_null = |row: usize| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row - rows.start));
        let fibers = rows.clone().map(|row| (!is_null(row)).then(|| of_row(row)));
        valid(below, values_of(below)?, fibers)
    }
}

conversions! {
    /// An array of as many rows as a vector in any nest has indices. What the vector does not store is null; a dense one stores everything.
    /// Copies the values, in time and memory linear in the extent.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is no memory for as many values.
    [P: ArrowPrimitiveType, L: Level<T = P::Native, Rank = U1>] &Tensor<L> => PrimitiveArray<P>: |tensor| {
        let len = tensor.shape()[0];
        let (mut values, mut words) = (Vec::new(), Vec::new());
        ensure!(
            values.try_reserve_exact(len).is_ok() && words.try_reserve_exact(len.div_ceil(64)).is_ok(),
            else TooLarge,
            "there is no memory for an array of {len} rows"
        );
        values.resize(len, P::Native::default());
        words.resize(len.div_ceil(64), 0_u64);
        tensor.for_each(|index, value| {
            values[index[0]] = value;
            words[index[0] / 64] |= 1 << (index[0] % 64)
        });
        let nulls = NullBuffer::new(super::bits::packed(words, len));
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        Ok(PrimitiveArray::new(values.into(), nulls))
    };
}

//! Run-end encoded arrays in which runs may be null, which are [`SparseRunList`]s.

use super::from::{too_short, values_of};
use super::into::{ArrowValue, refused};
use super::nulls::nulls_in;
use crate::imports::*;
use crate::room::push;
use arrow_array::types::RunEndIndexType;
use arrow_array::{Array, PrimitiveArray, RunArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};

conversions! {
    /// A copy of the runs of an array that are not null. What is null is not stored; the fill is zero. Takes linear time in the runs.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the values are of another type than the tensor, or ends do not ascend up to the number of rows.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows does not fit the type of the indices, or there is not enough memory.
    [R: RunEndIndexType, T: ArrowNativeType, I: Width] &RunArray<R> => Tensor<SparseRunList<Element<T, Zero>, Vec<usize>, Vec<I>>>,
    where [R::Native: Width, Zero: Fill<T>]: |array| {
        let (ends, offset, len) = (array.run_ends().inner(), array.offset(), array.len());
        ensure!(I::new(len).is_some(), else TooLarge, "{len} rows do not fit indices of type {}", I::NAME);
        let values = values_of::<T>(array.values())?;
        let nulls = nulls_in(array.values(), &(0..values.len()))?;
        let (mut left, mut right, mut val) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        // The runs with a row among those of the slice.
        let first = ends.partition_point(|end| Width::to_usize(*end) <= offset);
        for run in first.. {
            if start >= len {
                break;
            }
            let end = ends
                .get(run)
                .map(|end| Width::to_usize(*end).saturating_sub(offset).min(len));
            let (Some(end), Some(&value)) = (end, values.get(run)) else {
                return Err(too_short(array.values(), 0..run.saturating_add(1)));
            };
            ensure!(end > start, else Invalid, "the ends of runs do not ascend: run {run} ends before row {end}");
            if nulls.as_ref().is_none_or(|nulls| nulls.is_valid(run)) {
                push(&mut left, I::truncate(start))?;
                push(&mut right, I::truncate(end))?;
                push(&mut val, value)?
            }
            start = end
        }
        let ptr = vec![0, val.len()];
        Tensor::new(SparseRunList::new(len, ptr, left, right, Element::new(val)))
    };

    /// A run-end encoded array of the runs of a vector. What the vector does not store is null. Copies the runs, in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the extent does not fit the type of the ends, or there is not enough memory.
    [R: RunEndIndexType, T: ArrowValue, F: Fill<T>, Val, Ptr, Idx, M] &Tensor<SparseRunList<Element<T, F, Val>, Ptr, Idx, M>> => RunArray<R>,
    where [R::Native: Width, Val: Buffer<Item = T>, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>]: |tensor| {
        let level = tensor.level();
        let (extent, runs) = (level.extent(), at(level.ptr(), 1));
        ensure!(R::Native::new(extent).is_some(), else TooLarge,
            "an extent of {extent} does not fit run ends of type {}", <R::Native as Width>::NAME);
        let (mut ends, mut val, mut valid) = (Vec::new(), Vec::new(), Vec::new());
        let mut put = |end: usize, value: Option<T>| -> Result<()> {
            push(&mut ends, R::Native::truncate(end))?;
            push(&mut val, value.unwrap_or_default())?;
            push(&mut valid, value.is_some())
        };
        let mut behind = 0;
        for run in 0..runs {
            let start = at(level.left(), run);
            if start > behind {
                put(start, None)?
            }
            behind = at(level.right(), run);
            put(behind, Some(level.child().val().as_slice()[run]))?
        }
        if extent > behind {
            put(extent, None)?
        }
        let nulls = Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0);
        let values = PrimitiveArray::<T::Type>::new(val.into(), nulls);
        let ends = PrimitiveArray::<R>::new(ends.into(), None);
        RunArray::try_new(&ends, &values).map_err(refused)
    };
}

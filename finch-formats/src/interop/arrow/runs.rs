//! Run-end encoded arrays, which are [`RunList`]s.

use super::from::{FromArrow, too_short};
use super::into::{IntoArrow, Numbers, refused};
use super::memory::Memory;
use crate::imports::*;
use arrow_array::types::RunEndIndexType;
use arrow_array::{Array, PrimitiveArray, RunArray};
use bytemuck::Pod;

conversions! {
    /// A view of runs, each of which ends before an index and has a value. Copies nothing but the ends of a slice that starts or ends
    /// inside of the array; the check of the ends takes linear time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the values are of another type than the tensor, or that of a run is null; or ends do not ascend
    /// up to the number of rows.
    ['a, R: RunEndIndexType, L, Idx] &'a RunArray<R> => Tensor<RunList<L, Vec<usize>, Idx>>,
    where [R::Native: Width, L: FromArrow<'a>, Idx: Memory<'a, Item = R::Native> + From<Vec<R::Native>>]: |array| {
        let (ends, offset, len) = (array.run_ends().inner(), array.offset(), array.len());
        let behind = offset.saturating_add(len);
        // The runs with a row among those of the slice.
        let first = ends.partition_point(|end| Width::to_usize(*end) <= offset);
        let last = ends.partition_point(|end| Width::to_usize(*end) < behind);
        let runs = if len == 0 { 0..0 } else { first..last.saturating_add(1) };
        let of_runs = ends.get(runs.clone()).ok_or_else(|| too_short(array, 0..len))?;
        let is_whole = offset == 0 && of_runs.last().is_none_or(|end| Width::to_usize(*end) == len);
        let right = match is_whole {
            true => Idx::of(ends, runs.clone()),
            // What does not ascend is found out when the tensor is made.
            false => {
                let inside = of_runs
                    .iter()
                    .map(|end| Width::to_usize(*end).wrapping_sub(offset).min(len));
                Some(inside.map(R::Native::truncate).collect::<Vec<_>>().into())
            }
        };
        let right = right.ok_or_else(|| too_short(array, 0..len))?;
        let child = L::from_rows(array.values(), runs.clone())?;
        Tensor::new(RunList::new(len, vec![0, runs.len()], right, child))
    };

    /// A run-end encoded array of the runs of a vector, which are moved. Copies nothing if the ends of the vector and those of the array are of
    /// one size, as `u32` and `i32` are; else the ends. Arrow checks them in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the extent does not fit the type of the ends.
    [R: RunEndIndexType, L, Ptr, Idx, M] Tensor<RunList<L, Ptr, Idx, M>> => RunArray<R>,
    where [R::Native: Width + Pod, L: IntoArrow, Ptr: Buffer<Item: Width>, Idx: Numbers]: |tensor| {
        let (_, ptr, right, child) = tensor.into_level().into_parts();
        let runs = at(&ptr, 1);
        let ends = PrimitiveArray::<R>::new(right.into_numbers(runs)?, None);
        RunArray::try_new(&ends, &child.into_rows(runs)?).map_err(refused)
    };
}

//! Tensors of Arrow arrays.

use super::memory::Memory;
use super::nulls::{nulls_in, refuse_nulls};
use crate::imports::*;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, FixedSizeListArray, GenericListArray, OffsetSizeTrait,
    PrimitiveArray, downcast_primitive,
};
use arrow_buffer::{ArrowNativeType, ScalarBuffer};
use core::any::{Any, type_name};

/// A level, with all that is below it, that some Arrow array is: what stands below the [`Dense`] level of the rows.
///
/// | level | array | copies |
/// |---|---|---|
/// | `Element<T, Zero, &[T]>` | `PrimitiveArray` without nulls, of any type whose values are `T` | nothing |
/// | `Bit<False, Cow<[u64]>>` | `BooleanArray` without nulls | nothing, if bits start and end with words of 64 bits; else the bits |
/// | `Bit` | `BooleanArray` without nulls | the bits |
/// | `Ragged<L, Cow<[O]>>` | `ListArray` where `O` is `i32`, `LargeListArray` where it is `i64`, of `L` | nothing; the offsets of a slice that does not start with the first list |
/// | `Dense<L>` | `FixedSizeListArray` of `L` | nothing |
/// | `SparseList<Element<T>>` | lists of a `PrimitiveArray` | values and indices of those that are not null |
///
/// With `ScalarBuffer<T>` in place of slices a tensor shares the memory of the array instead of borrowing it.
#[diagnostic::on_unimplemented(
    message = "no array of Arrow is a level `{Self}`",
    note = "`interop::arrow::FromArrow` has a table of levels and the arrays that they are made of; `tensor.convert()` copies a tensor of \
            one of these to other levels"
)]
pub trait FromArrow<'a>: Level + Sized {
    /// The level whose positions are the rows `rows` of `array`. A tensor checks it when it is made.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the array has another type or fewer rows, or some of the rows are null.
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self>;
}

/// There is no such level of an array of this type.
#[cold]
pub(super) fn another_type(array: &dyn Array, wanted: impl fmt::Display) -> Error {
    error!(Invalid, "an array of type {} is not {wanted}", array.data_type())
}

/// Some of these rows, or of what belongs to them, are beyond the array.
#[cold]
pub(super) fn too_short(array: &dyn Array, rows: Range<usize>) -> Error {
    error!(
        Invalid,
        "an array of type {} has {} rows where rows {}..{} are needed",
        array.data_type(),
        array.len(),
        rows.start,
        rows.end
    )
}

/// The values of all rows, null or not, of an array whose values are of type `T`.
pub(super) fn values_of<T: ArrowNativeType>(array: &dyn Array) -> Result<&ScalarBuffer<T>> {
    macro_rules! values {
        ($kind:ty) => {
            array
                .as_primitive_opt::<$kind>()
                .map(|array| array.values() as &dyn Any)
        };
    }
    let values = downcast_primitive! {
        array.data_type() => (values),
        _ => None,
    };
    let values = values.and_then(|values| values.downcast_ref());
    values.ok_or_else(|| another_type(array, format_args!("one of values of type {}", type_name::<T>())))
}

/// The values `rows` of an array, of which none may be null.
fn dense<'a, Val: Memory<'a>>(
    array: &'a dyn Array,
    values: &'a ScalarBuffer<Val::Item>,
    rows: Range<usize>,
) -> Result<Element<Val::Item, Zero, Val>> {
    refuse_nulls(array, &rows)?;
    match Val::of(values, rows.clone()) {
        Some(val) => Ok(Element::new(val)),
        None => Err(too_short(array, rows)),
    }
}

impl<'a, T: ArrowNativeType, Val: Memory<'a, Item = T>> FromArrow<'a> for Element<T, Zero, Val>
where
    Zero: Fill<T>,
{
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        dense(array, values_of(array)?, rows)
    }
}

impl<'a, O, L, Ptr> FromArrow<'a> for Ragged<L, Ptr>
where
    O: OffsetSizeTrait + Width,
    L: FromArrow<'a>,
    Ptr: Memory<'a, Item = O> + From<Vec<O>>,
{
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        let list = array.as_list_opt::<O>();
        let list = list.ok_or_else(|| another_type(array, format_args!("a list with offsets of type {}", O::NAME)))?;
        let nulls = nulls_in(array, &rows)?;
        let offsets = list.offsets().inner();
        let wanted = rows.start..rows.end.saturating_add(1);
        let of_rows = offsets.get(wanted.clone()).unwrap_or_default();
        let Some((first, last)) = of_rows.first().zip(of_rows.last()) else {
            return Err(too_short(array, rows));
        };
        let (first, last) = (Width::to_usize(*first), Width::to_usize(*last));
        let lengths = of_rows
            .windows(2)
            .map(|pair| Width::to_usize(pair[1]).saturating_sub(Width::to_usize(pair[0])));
        if let Some(nulls) = nulls
            && let Some(row) = lengths
                .clone()
                .enumerate()
                .position(|(row, len)| len > 0 && nulls.is_null(row))
        {
            return Err(error!(
                Invalid,
                "list {} of an array of type {} is null and has values: `Csr::try_from(&lists)` leaves them out, where lists are of numbers",
                rows.start + row,
                array.data_type()
            ));
        }
        let ptr = match first {
            0 => Ptr::of(offsets, wanted),
            // What is not sorted is found out when the tensor is made.
            _ => {
                let inside = of_rows
                    .iter()
                    .map(|offset| Width::to_usize(*offset).wrapping_sub(first));
                Some(inside.map(O::truncate).collect::<Vec<_>>().into())
            }
        };
        let ptr = ptr.ok_or_else(|| too_short(array, rows))?;
        Ok(Ragged::new(
            lengths.max().unwrap_or(0),
            ptr,
            L::from_rows(list.values(), first..last)?,
        ))
    }
}

impl<'a, L: FromArrow<'a>> FromArrow<'a> for Dense<L> {
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        let list = array.as_fixed_size_list_opt();
        let list = list.ok_or_else(|| another_type(array, "a list of fixed size"))?;
        refuse_nulls(array, &rows)?;
        let size = Width::to_usize(list.value_length());
        let below = rows.start.checked_mul(size).zip(rows.end.checked_mul(size));
        let (from, to) = below.ok_or_else(|| too_short(array, rows))?;
        Ok(Dense::new(size, L::from_rows(list.values(), from..to)?))
    }
}

macro_rules! columns {
    ($($(#[doc = $doc:literal])+ [$($of:tt)*] $array:ty, |$from:ident| $column:expr;)*) => { $(
        $(#[doc = $doc])+
        ///
        /// # Errors
        ///
        /// * [`Invalid`](crate::ErrorKind::Invalid): the array, or one inside of it, has another type than the tensor, or a null row; or
        ///   its offsets descend or lead beyond its values.
        /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the type of the indices.
        impl<'a, L: FromArrow<'a>, $($of)*> TryFrom<&'a $array> for Tensor<Dense<L>> {
            type Error = Error;

            fn try_from($from: &'a $array) -> Result<Self> {
                Tensor::new(Dense::new($from.len(), L::from_rows($column, 0..$from.len())?))
            }
        }
    )* };
}

columns! {
    /// The rows of an array of any type, such as a column of a record batch. The type of the tensor says which array is expected:
    /// [`FromArrow`] has a table, with what is copied. Offsets are checked in linear time; the rest takes constant time.
    [] (dyn Array + 'a), |array| array;
    /// The rows of an array of any type, such as a column of a record batch: the same as of `array.as_ref()`.
    [] ArrayRef, |array| array;
    /// A view of lists; no indices are stored, and the extent of the second dimension is the length of the longest list. A list that is
    /// null is empty. Copies nothing but the offsets of a slice that does not start with the first list; the check of the offsets takes
    /// linear time.
    [O: OffsetSizeTrait] GenericListArray<O>, |array| array;
    /// A view of lists of one length as a dense matrix. Copies nothing and takes constant time.
    [] FixedSizeListArray, |array| array;
    /// Booleans, 64 to a word. Copies nothing if they start and end with words of 64 bits and the tensor borrows them
    /// ([`BitVectorView`](super::BitVectorView)), and takes constant time then; else copies the words, in linear time.
    [] BooleanArray, |array| array;
}

conversions! {
    /// A view of an array without nulls, or a tensor that shares its memory. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): a row is null.
    ['a, P: ArrowPrimitiveType, Val: Memory<'a, Item = P::Native>] &'a PrimitiveArray<P> => Tensor<Dense<Element<P::Native, Zero, Val>>>,
    where [Zero: Fill<P::Native>]:
        |array| Tensor::new(Dense::new(array.len(), dense(array, array.values(), 0..array.len())?));
}

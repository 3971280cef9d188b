//! Arrow arrays of tensors.

use super::bits::packed;
use crate::imports::*;
use crate::interop::numbers::{all_fit, in_width};
use arrow_array::types::*;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, FixedSizeListArray, GenericListArray, OffsetSizeTrait,
    PrimitiveArray,
};
use arrow_buffer::{ArrowNativeType, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field};
use bytemuck::Pod;
use std::sync::Arc;

/// Values that have a type of Arrow of their own: `f64` is `Float64`.
#[diagnostic::on_unimplemented(
    message = "no type of Arrow is that of values of type `{Self}`",
    note = "integers of 8 to 64 bits and floats have one"
)]
pub trait ArrowValue: ArrowNativeType {
    /// This type.
    type Type: ArrowPrimitiveType<Native = Self>;
}

macro_rules! values {
    ($($value:ty: $kind:ty;)*) => { $(
        impl ArrowValue for $value {
            type Type = $kind;
        }
    )* };
}

values! {
    i8: Int8Type;
    i16: Int16Type;
    i32: Int32Type;
    i64: Int64Type;
    u8: UInt8Type;
    u16: UInt16Type;
    u32: UInt32Type;
    u64: UInt64Type;
    f32: Float32Type;
    f64: Float64Type;
}

#[cfg(feature = "half")]
values! {
    finch_traits::algebra::half::f16: Float16Type;
}

/// Pointers, offsets or ends of runs, as Arrow takes them: of another integer type and in shared memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become the offsets or run ends of an Arrow array",
    note = "a `Vec` and a `ScalarBuffer` of integers can; `tensor.convert()` copies a tensor that borrows its arrays"
)]
pub trait Numbers: Buffer<Item: Width> {
    /// The first `count` numbers, as numbers of type `M`. Copies nothing if both types are of one size.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): a number does not fit `M`.
    fn into_numbers<M: Width + ArrowNativeType + Pod>(self, count: usize) -> Result<ScalarBuffer<M>>;
}

impl<N: Width + Pod> Numbers for Vec<N> {
    fn into_numbers<M: Width + ArrowNativeType + Pod>(mut self, count: usize) -> Result<ScalarBuffer<M>> {
        self.truncate(count);
        all_fit::<N, M>(&self)?;
        match size_of::<N>() == size_of::<M>() {
            true => match bytemuck::allocation::try_cast_vec(self) {
                Ok(numbers) => Ok(ScalarBuffer::from(numbers)),
                Err((_, numbers)) => Ok(in_width(&numbers)?.into()),
            },
            false => Ok(in_width(&self)?.into()),
        }
    }
}

impl<N: Width + ArrowNativeType> Numbers for ScalarBuffer<N> {
    fn into_numbers<M: Width + ArrowNativeType + Pod>(self, count: usize) -> Result<ScalarBuffer<M>> {
        let numbers = self.slice(0, count.min(self.len()));
        all_fit::<N, M>(&numbers)?;
        match size_of::<N>() == size_of::<M>() && align_of::<N>() == align_of::<M>() {
            true => Ok(numbers.into_inner().into()),
            false => Ok(in_width(&numbers)?.into()),
        }
    }
}

/// A level, with all that is below it, that becomes an Arrow array, of a row for each of its positions.
///
/// | level | array | copies |
/// |---|---|---|
/// | `Element<T>` over a `Vec` or `ScalarBuffer` | `PrimitiveArray` of [`ArrowValue::Type`] | nothing |
/// | `Bit` | `BooleanArray` | nothing; bits that are borrowed |
/// | `Ragged<L>` | `ListArray` of `L` if pointers have up to 32 bits, else `LargeListArray` | nothing; pointers of less than 32 bits |
/// | `Dense<L>` | `FixedSizeListArray` of `L` | nothing |
#[diagnostic::on_unimplemented(
    message = "a level `{Self}` is no array of Arrow",
    note = "`interop::arrow::IntoArrow` has a table of levels and the arrays that they become; `tensor.convert()` copies a tensor to levels \
            of it"
)]
pub trait IntoArrow: Level + Sized {
    /// The array of the first `rows` positions.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there are fewer positions.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): a pointer or an extent does not fit the integers of Arrow.
    fn into_rows(self, rows: usize) -> Result<ArrayRef>;
}

/// There are no more than `len` of `rows` rows.
#[cold]
fn too_few(name: &str, len: usize, rows: usize) -> Error {
    error!(
        Invalid,
        "a level {name} holds {len} positions where an array of {rows} rows is made of it"
    )
}

#[cold]
pub(super) fn refused(cause: ArrowError) -> Error {
    Error::caused_by(ErrorKind::Invalid, format!("Arrow has no such array: {cause}"), cause)
}

/// The field of what is inside of a list, as Arrow calls it.
fn field(array: &dyn Array) -> Arc<Field> {
    Arc::new(Field::new_list_field(array.data_type().clone(), true))
}

/// The first `rows` values as an array.
fn primitive<P: ArrowPrimitiveType, F: Fill<P::Native>, Val>(
    leaf: Element<P::Native, F, Val>,
    rows: usize,
) -> Result<PrimitiveArray<P>>
where
    Val: Buffer<Item = P::Native> + Into<ScalarBuffer<P::Native>>,
{
    let val: ScalarBuffer<P::Native> = leaf.into_val().into();
    match val.len() < rows {
        true => Err(too_few("Element", val.len(), rows)),
        false => Ok(PrimitiveArray::new(val.slice(0, rows), None)),
    }
}

impl<T: ArrowValue, F: Fill<T>, Val: Buffer<Item = T> + Into<ScalarBuffer<T>>> IntoArrow for Element<T, F, Val> {
    fn into_rows(self, rows: usize) -> Result<ArrayRef> {
        Ok(Arc::new(primitive::<T::Type, F, Val>(self, rows)?))
    }
}

/// The first `rows` bits as an array.
fn booleans<F, Words: Into<Vec<u64>>>(leaf: Bit<F, Words>, rows: usize) -> Result<BooleanArray> {
    let words: Vec<u64> = leaf.into_words().into();
    match words.len() < rows.div_ceil(64) {
        true => Err(too_few("Bit", words.len().saturating_mul(64), rows)),
        false => Ok(BooleanArray::new(packed(words, rows), None)),
    }
}

impl<F: Fill<bool>, Words: Buffer<Item = u64> + Into<Vec<u64>>> IntoArrow for Bit<F, Words> {
    fn into_rows(self, rows: usize) -> Result<ArrayRef> {
        Ok(Arc::new(booleans(self, rows)?))
    }
}

/// The first `rows` fibers as lists.
fn lists<O: OffsetSizeTrait + Width + Pod, L: IntoArrow, Ptr: Numbers>(
    level: Ragged<L, Ptr>,
    rows: usize,
) -> Result<GenericListArray<O>> {
    let (_, ptr, child) = level.into_parts();
    let len = ptr.as_slice().len();
    let offsets = ptr.into_numbers::<O>(rows.saturating_add(1))?;
    let Some(last) = offsets.get(rows) else {
        return Err(too_few("Ragged", len.saturating_sub(1), rows));
    };
    ensure!(offsets.is_sorted(), else Invalid, "the pointers of a Ragged level descend");
    let values = child.into_rows(Width::to_usize(*last))?;
    GenericListArray::try_new(field(&values), OffsetBuffer::new(offsets), values, None).map_err(refused)
}

impl<L: IntoArrow, Ptr: Numbers> IntoArrow for Ragged<L, Ptr> {
    fn into_rows(self, rows: usize) -> Result<ArrayRef> {
        match size_of::<Ptr::Item>() <= size_of::<i32>() {
            true => Ok(Arc::new(lists::<i32, L, Ptr>(self, rows)?)),
            false => Ok(Arc::new(lists::<i64, L, Ptr>(self, rows)?)),
        }
    }
}

/// The first `rows` fibers as lists of one length.
fn lists_of_fixed_size<L: IntoArrow, X: Extent>(level: Dense<L, X>, rows: usize) -> Result<FixedSizeListArray> {
    let extent = level.extent();
    ensure!(let Some((size, len)) = i32::new(extent).zip(extent.checked_mul(rows)), else TooLarge,
        "{rows} rows of extent {extent} do not fit an array of lists of fixed size: extents have 32 bits");
    let values = level.into_child().into_rows(len)?;
    FixedSizeListArray::try_new_with_length(field(&values), size, values, None, rows).map_err(refused)
}

impl<L: IntoArrow, X: Extent> IntoArrow for Dense<L, X> {
    fn into_rows(self, rows: usize) -> Result<ArrayRef> {
        Ok(Arc::new(lists_of_fixed_size(self, rows)?))
    }
}

macro_rules! arrays {
    ($($(#[doc = $doc:literal])+ [$($of:tt)*] $level:ty => $array:ty, $make:expr;)*) => { $(
        $(#[doc = $doc])+
        impl<$($of)*> TryFrom<Tensor<Dense<$level>>> for $array {
            type Error = Error;

            fn try_from(tensor: Tensor<Dense<$level>>) -> Result<Self> {
                let rows = tensor.into_level();
                let count = rows.extent();
                $make(rows.into_child(), count)
            }
        }
    )* };
}

arrays! {
    /// An array of the values of a dense vector, which are moved: none is null. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// None: there is an array for every vector.
    [P: ArrowPrimitiveType, F: Fill<P::Native>, Val: Buffer<Item = P::Native> + Into<ScalarBuffer<P::Native>>]
    Element<P::Native, F, Val> => PrimitiveArray<P>, primitive;
    /// An array of the bits of a vector of booleans, which are moved, or copied if the tensor borrows them.
    ///
    /// # Errors
    ///
    /// None: there is an array for every vector.
    [F: Fill<bool>, Words: Buffer<Item = u64> + Into<Vec<u64>>]
    Bit<F, Words> => BooleanArray, booleans;
    /// Lists of the values and pointers of ragged rows, which are moved. Copies nothing if pointers and offsets are of one size, as `usize`
    /// and the `i64` of a `LargeListArray` are; else the pointers. Arrow checks them in linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): a pointer does not fit the type of the offsets.
    [O: OffsetSizeTrait + Width + Pod, L: IntoArrow, Ptr: Numbers]
    Ragged<L, Ptr> => GenericListArray<O>, lists;
    /// Lists of one length of the values of a dense matrix, which are moved. Copies nothing and takes constant time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent, other than that of the rows, does not fit an `i32`.
    [L: IntoArrow, X: Extent]
    Dense<L, X> => FixedSizeListArray, lists_of_fixed_size;
}

conversions! {
    /// An array of the rows of a tensor, of the type that [`IntoArrow`] has for its levels.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): a pointer or an extent does not fit the integers of Arrow.
    [L: IntoArrow] Tensor<Dense<L>> => ArrayRef: |tensor| {
        let rows = tensor.into_level();
        let count = rows.extent();
        rows.into_child().into_rows(count)
    };
}

//! Record batches of coordinates: a column for each index, and one of values.

use super::from::{another_type, too_short, values_of};
use super::into::{ArrowValue, refused};
use super::nulls::{nulls_in, refuse_nulls};
use crate::imports::*;
use crate::room::room;
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, RecordBatch};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{Field, Schema};
use std::borrow::Cow;
use std::sync::Arc;

/// Names of the columns of indices, outermost first.
const NAMES: [&str; 8] = ["i", "j", "k", "l", "m", "n", "o", "p"];

/// Values that stand in a column of a record batch: numbers, and booleans.
#[diagnostic::on_unimplemented(
    message = "no column of a record batch holds values of type `{Self}`",
    note = "integers, floats and `bool` stand in columns"
)]
pub trait FromColumn: Copy + 'static {
    /// The values of all rows, null or not. Booleans are copied.
    #[doc(hidden)]
    fn values(column: &dyn Array) -> Result<Cow<'_, [Self]>>;
}

/// Values that become a column of a record batch: numbers that have a type of Arrow of their own, and booleans.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` do not become a column of a record batch",
    note = "integers of 8 to 64 bits, floats and `bool` do"
)]
pub trait IntoColumn: FromColumn {
    /// A column of these values, none of which is null.
    #[doc(hidden)]
    fn column(values: Vec<Self>) -> ArrayRef;
}

macro_rules! numbers {
    ($($value:ty)*) => { $(
        impl FromColumn for $value {
            fn values(column: &dyn Array) -> Result<Cow<'_, [Self]>> {
                values_of::<$value>(column).map(|values| Cow::Borrowed(&values[..]))
            }
        }

        impl IntoColumn for $value {
            fn column(values: Vec<Self>) -> ArrayRef {
                Arc::new(PrimitiveArray::<<$value as ArrowValue>::Type>::new(values.into(), None))
            }
        }
    )* };
}

numbers! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

#[cfg(feature = "half")]
numbers! { finch_traits::algebra::half::f16 }

/// Of decimal numbers, without their scale.
impl FromColumn for i128 {
    fn values(column: &dyn Array) -> Result<Cow<'_, [Self]>> {
        values_of::<i128>(column).map(|values| Cow::Borrowed(&values[..]))
    }
}

impl FromColumn for bool {
    fn values(column: &dyn Array) -> Result<Cow<'_, [Self]>> {
        let booleans = column.as_boolean_opt();
        let booleans = booleans
            .ok_or_else(|| another_type(column, "one of booleans"))?
            .values();
        let mut values = room(booleans.len())?;
        values.extend(booleans);
        Ok(Cow::Owned(values))
    }
}

impl IntoColumn for bool {
    fn column(values: Vec<Self>) -> ArrayRef {
        Arc::new(BooleanArray::from(values))
    }
}

/// A column of indices of any integer type, none of which is null.
fn indices(column: &dyn Array, name: &str) -> Result<Vec<usize>> {
    refuse_nulls(column, &(0..column.len())).map_err(|error| error.context(format_args!("column `{name}`")))?;
    let found = listed::<u32>(column, name)
        .or_else(|| listed::<i64>(column, name))
        .or_else(|| listed::<i32>(column, name))
        .or_else(|| listed::<u64>(column, name))
        .or_else(|| listed::<u16>(column, name))
        .or_else(|| listed::<i16>(column, name))
        .or_else(|| listed::<u8>(column, name))
        .or_else(|| listed::<i8>(column, name));
    found.unwrap_or_else(|| {
        Err(another_type(
            column,
            format_args!("one of indices, as column `{name}` should be"),
        ))
    })
}

/// The numbers of a column, if they are of type `N`.
fn listed<N: ArrowNativeType + Width>(column: &dyn Array, name: &str) -> Option<Result<Vec<usize>>> {
    let numbers = values_of::<N>(column).ok()?;
    let list = || {
        let mut list = room(numbers.len())?;
        for (row, number) in numbers.iter().enumerate() {
            // A negative one is larger than all.
            let index = Width::to_usize(*number);
            ensure!(index <= isize::MAX as usize, else OutOfBounds,
                "column `{name}` holds {number:?} in row {row}, which is no index");
            list.push(index)
        }
        Ok(list)
    };
    Some(list())
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L: Level> Tensor<L> {
    /// A tensor of given shape of the rows of a record batch, in whatever order they come: a column of integers for each index, outermost
    /// first, and behind these a column of values, numbers or booleans. Names do not matter. A row whose value is null is not stored; rows of equal indices are
    /// combined by the reducer, from the first to the last.
    ///
    /// Takes time linear in the rows and the extents, or `n log n` for `n` rows in a shape that is much larger. Values and indices are
    /// copied, booleans twice.
    ///
    /// ```
    /// use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch};
    /// use finch_formats::prelude::*;
    /// use std::sync::Arc;
    ///
    /// let columns: [(&str, ArrayRef); 3] = [
    ///     ("source", Arc::new(Int64Array::from(vec![1, 0, 1]))),
    ///     ("target", Arc::new(Int64Array::from(vec![2, 1, 2]))),
    ///     ("weight", Arc::new(Float64Array::from(vec![0.5, 2.0, 0.25]))),
    /// ];
    /// let batch = RecordBatch::try_from_iter(columns)?;
    /// let a = Csr::<f64>::from_record_batch([2, 3], &batch, Add)?;
    /// assert_eq!(a.to_dense()?, [0.0, 2.0, 0.0, 0.0, 0.0, 0.75]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): there is not one column more than the tensor has dimensions.
    /// * [`Invalid`](crate::ErrorKind::Invalid): an index is null, a column of indices does not hold integers, or the one of values other
    ///   values than those of the tensor.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an index is negative, or not below its extent.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * What [`Tensor::from_triplets`] says if the nest cannot hold the entries, or the reducer fails.
    pub fn from_record_batch<O: Reducer<L::T>>(
        shape: impl IntoShape<L::Rank>,
        batch: &RecordBatch,
        reducer: O,
    ) -> Result<Self>
    where
        L: WriteLevel<T: FromColumn, Rank: Axes> + Default,
    {
        let rank = <L::Rank as Nat>::VALUE;
        ensure!(let Some((values, columns)) = batch.columns().split_last().filter(|(_, columns)| columns.len() == rank), else Mismatch,
            "a record batch of {} columns is no tensor of {rank} dimensions: it has {} columns, indices and behind them values",
            batch.num_columns(), rank + 1);
        let schema = batch.schema();
        let axes = columns.iter().zip(schema.fields());
        let axes: Vec<Vec<usize>> = axes
            .map(|(column, field)| indices(column, field.name()))
            .collect::<Result<_>>()?;
        let rows = 0..batch.num_rows();
        let nulls = nulls_in(values, &rows)?;
        let val = L::T::values(values).map_err(|error| error.context("the column of values"))?;
        let val = val.get(rows.clone()).ok_or_else(|| too_short(values, rows.clone()))?;
        let is_stored = |row: &usize| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(*row));
        let entry = |row: usize| {
            let index: Shape<L::Rank> = axes.iter().map(|axis| axis[row]).collect();
            (index, val[row])
        };
        Self::from_triplets(shape, rows.filter(is_stored).map(entry), reducer)
    }

    /// A record batch of what is stored, in lexicographic order of indices: a column for each index, outermost first, and one of values.
    /// The columns are called `i`, `j`, `k`, `l`, `m`, `n`, `o`, `p`, as many as there are dimensions, and `value`. Indices are `UInt32`,
    /// or `UInt64` if an extent does not fit. The shape and the fill are not in it.
    ///
    /// Copies what is stored, in time linear in it. A run has a row for each of its indices.
    ///
    /// ```
    /// use arrow_array::{Float64Array, UInt32Array};
    /// use finch_formats::prelude::*;
    ///
    /// let a = Coo::<f64>::from_triplets([2, 3], [([1, 2], 0.5), ([0, 1], 2.0)], Add)?;
    /// let batch = a.to_record_batch()?;
    /// assert_eq!(batch["j"].as_ref(), &UInt32Array::from(vec![1, 2]));
    /// assert_eq!(batch["value"].as_ref(), &Float64Array::from(vec![2.0, 0.5]));
    /// assert_eq!(Coo::<f64>::from_record_batch([2, 3], &batch, Add)?, a);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn to_record_batch(&self) -> Result<RecordBatch>
    where
        L: Level<T: IntoColumn, Rank: Axes>,
    {
        let shape = self.shape();
        let is_wide = shape.iter().any(|&extent| u32::try_from(extent).is_err());
        let columns = if is_wide {
            columns::<UInt64Type, L>(self)
        } else {
            columns::<UInt32Type, L>(self)
        };
        let columns = columns?;
        let names = NAMES.into_iter().take(shape.len()).chain(["value"]);
        let fields: Vec<Field> = names
            .zip(&columns)
            .map(|(name, column)| Field::new(name, column.data_type().clone(), false))
            .collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(refused)
    }
}

/// Columns of indices of type `P`, and one of values.
fn columns<P: ArrowPrimitiveType<Native: Width>, L: Level<T: IntoColumn>>(tensor: &Tensor<L>) -> Result<Vec<ArrayRef>> {
    let (index, val) = tensor.lists(|_, _| Ok(true))?;
    let indices = index
        .into_iter()
        .map(|index: Vec<P::Native>| PrimitiveArray::<P>::new(index.into(), None));
    let mut columns: Vec<ArrayRef> = indices.map(|column| Arc::new(column) as ArrayRef).collect();
    columns.push(L::T::column(val));
    Ok(columns)
}

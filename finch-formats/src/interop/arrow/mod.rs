//! [Apache Arrow](https://docs.rs/arrow-array/60) 60: columns of numbers, booleans, lists, dictionaries and runs. Feature `arrow`, which
//! brings `arrow-array` along.
//!
//! | array | tensor |
//! |---|---|
//! | `PrimitiveArray`: `Float64Array`, `Int32Array`, `TimestampSecondArray`, .. | [`VectorView`](crate::VectorView) |
//! | the same, with nulls | [`SparseVector`](crate::SparseVector), which stores what is not null |
//! | `BooleanArray` | [`BitVectorView`] |
//! | `ListArray`, `LargeListArray` | [`ListsView`]: ragged rows |
//! | the same, with nulls among the values | [`Csr`](crate::Csr), which stores what is not null |
//! | `FixedSizeListArray` | [`MatrixView`](crate::MatrixView) |
//! | `RunArray` | [`RunsView`] |
//! | the same, with nulls among the values | [`SparseRunVector`](crate::SparseRunVector), which stores what is not null |
//! | `DictionaryArray` | [`DictionaryView`]: codes, and values |
//! | `RecordBatch` of coordinates: columns of indices, and one of numbers or booleans | any nest, by [`Tensor::from_record_batch`] and [`Tensor::to_record_batch`] |
//!
//! What is inside of a list or behind a code is known when the program runs, so the type of the tensor says what is expected:
//! `ListsView::<f64>::try_from(&lists)?` fails if the lists are not of `f64`. Lists may be inside of lists: [`FromArrow`] and [`IntoArrow`]
//! say which levels are which arrays. A column of a record batch, an `ArrayRef`, is converted in the same way.
//!
//! A view borrows the array. [`SharedVector`], [`SharedLists`] and [`SharedRuns`] share its memory instead, as a clone of the array would,
//! and so have no lifetime. An Arrow array is never written; `view.convert()?` copies it to a tensor that is.
//!
//! Slices are converted like other arrays. Of lists and runs, which a slice does not start at 0, the offsets are copied; of booleans, which a
//! slice may start inside of a byte, all.
//!
//! # Nulls
//!
//! A null has no value, and what is not stored in a sparse tensor has the value of the fill; so a null becomes an index that is not stored.
//! Sums over a [`SparseVector`](crate::SparseVector) leave it out. Views store every index, so arrays with nulls are refused with an error
//! that says how many there are and where the first is, and that names the conversion that copies the rest. A whole list that is null becomes
//! an empty one. Back again: `Float64Array::try_from(&tensor)` makes a null of each index that any vector does not store.
//!
//! ```
//! use arrow_array::types::Float64Type;
//! use arrow_array::{Array, Float64Array, ListArray};
//! use finch_formats::interop::arrow::ListsView;
//! use finch_formats::prelude::*;
//!
//! let lists = [Some(vec![Some(1.0), Some(2.0)]), Some(vec![]), Some(vec![Some(3.0)])];
//! let lists = ListArray::from_iter_primitive::<Float64Type, _, _>(lists);
//! let weights = Float64Array::from(vec![Some(0.5), None]);
//!
//! let a = ListsView::<f64>::try_from(&lists)?;
//! let x = SparseVector::try_from(&weights)?;
//! let mut y = Vector::default();
//! finch! {
//!     y .= 0;
//!     for j, i { y[j] += a[j, i] * x[i] }
//! }
//! .run()?;
//! assert_eq!(Float64Array::try_from(y)?, Float64Array::from(vec![0.5, 0.0, 1.5]));
//! assert_eq!(Float64Array::try_from(&x)?, weights);
//! # Ok::<(), finch_formats::Error>(())
//! ```

mod bits;
mod coordinates;
mod dictionary;
mod from;
mod into;
mod memory;
mod null_runs;
mod nulls;
mod runs;

pub use coordinates::{FromColumn, IntoColumn};
pub use dictionary::{Dictionary, DictionaryView};
pub use from::FromArrow;
pub use into::{ArrowValue, IntoArrow, Numbers};
pub use memory::Memory;

use crate::imports::*;
use arrow_buffer::ScalarBuffer;
use std::borrow::Cow;

/// A dense vector that shares the memory of an array.
pub type SharedVector<T> = Tensor<Dense<Element<T, Zero, ScalarBuffer<T>>>>;

/// Booleans, 64 to a word, over the memory of an array, or over a copy where its bits are not whole words.
pub type BitVectorView<'a> = Tensor<Dense<Bit<False, Cow<'a, [u64]>>>>;

/// Ragged rows over the memory of an array of lists: a `ListArray`, or a `LargeListArray` if `O` is `i64`. The pointers are a copy if they
/// do not start with 0.
pub type ListsView<'a, T, O = i32> = Tensor<Dense<Ragged<Element<T, Zero, &'a [T]>, Cow<'a, [O]>>>>;

/// Ragged rows that share the memory of an array of lists, as [`ListsView`] borrows it.
pub type SharedLists<T, O = i32> = Tensor<Dense<Ragged<Element<T, Zero, ScalarBuffer<T>>, ScalarBuffer<O>>>>;

/// Runs over the memory of a run-end encoded array, whose ends are of type `I`. The ends are a copy if the array is a slice.
pub type RunsView<'a, T, I = i32> = Tensor<RunList<Element<T, Zero, &'a [T]>, Vec<usize>, Cow<'a, [I]>>>;

/// Runs that share the memory of a run-end encoded array, as [`RunsView`] borrows it.
pub type SharedRuns<T, I = i32> = Tensor<RunList<Element<T, Zero, ScalarBuffer<T>>, Vec<usize>, ScalarBuffer<I>>>;

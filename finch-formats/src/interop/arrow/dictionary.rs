//! Dictionary arrays: codes, and the values that they stand for.

use super::from::FromArrow;
use super::into::{IntoArrow, refused};
use super::memory::Memory;
use crate::imports::*;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{Array, DictionaryArray, PrimitiveArray};
use arrow_buffer::ScalarBuffer;

/// A dictionary array as two tensors: row `i` has the value `values[codes[i]]`, as a program writes it, too.
///
/// No level decodes: a program that reads `codes` alone, to count or to group, does not touch the values, and one that computes with the
/// values can do so once for each of them instead of once for each row.
///
/// ```
/// use arrow_array::types::Int32Type;
/// use arrow_array::{DictionaryArray, Float64Array, Int32Array};
/// use finch_formats::interop::arrow::{Dictionary, DictionaryView};
/// use finch_formats::prelude::*;
/// use std::sync::Arc;
///
/// let words = Float64Array::from(vec![0.5, 20.0]);
/// let array = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![1, 0, 1, 1]), Arc::new(words));
/// let Dictionary { codes, values } = DictionaryView::<i32, f64>::try_from(&array)?;
/// let mut decoded = Vector::default();
/// let mut count = Vector::from(vec![0; 2]);
/// finch! {
///     decoded .= 0;
///     mut count;
///     for i { decoded[i] = values[codes[i]] }
///     for i { count[codes[i]] += 1 }
/// }
/// .run()?;
/// assert_eq!(decoded.values(), [20.0, 0.5, 20.0, 20.0]);
/// assert_eq!(count.values(), [1, 3]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dictionary<C, V> {
    /// Where the value of each row is among the values.
    pub codes: Tensor<Dense<C>>,
    /// The values.
    pub values: Tensor<Dense<V>>,
}

/// A dictionary array over borrowed arrays, with codes of type `K`.
pub type DictionaryView<'a, K, T> = Dictionary<Element<K, Zero, &'a [K]>, Element<T, Zero, &'a [T]>>;

conversions! {
    /// A view of codes and values. Copies nothing; the codes are checked in linear time.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the values are of another type than the tensor; or a code or a value is null.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): there is no value for a code.
    ['a, K: ArrowDictionaryKeyType, L, Codes] &'a DictionaryArray<K> => Dictionary<Element<K::Native, Zero, Codes>, L>,
    where [K::Native: Width, Zero: Fill<K::Native>, L: FromArrow<'a>, Codes: Memory<'a, Item = K::Native>]: |array| {
        let dictionary = Dictionary {
            codes: Tensor::try_from(array.keys())?,
            values: Tensor::try_from(array.values())?,
        };
        let (codes, len) = (dictionary.codes.values(), array.values().len());
        ensure!(!let Some(row) = codes.iter().position(|code| Width::to_usize(*code) >= len), else OutOfBounds,
            "row {row} of a dictionary array has the code {:?}, and there are {len} values", codes[row]);
        Ok(dictionary)
    };

    /// A dictionary array of codes and values, which are moved. Copies nothing; Arrow checks the codes in linear time.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there is no value for a code.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): a pointer or an extent of the values does not fit the integers of Arrow.
    [K: ArrowDictionaryKeyType, F, Codes, V: IntoArrow] Dictionary<Element<K::Native, F, Codes>, V> => DictionaryArray<K>,
    where [F: Fill<K::Native>, Codes: Buffer<Item = K::Native> + Into<ScalarBuffer<K::Native>>]: |dictionary| {
        let codes = PrimitiveArray::<K>::try_from(dictionary.codes)?;
        DictionaryArray::try_new(codes, dictionary.values.try_into()?).map_err(refused)
    };
}

//! Dictionary arrays.

use super::slices;
use crate::common::refused;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, DictionaryArray, Float64Array, Int8Array, PrimitiveArray, StringArray};
use finch_formats::ErrorKind::{Invalid, OutOfBounds};
use finch_formats::interop::arrow::{Dictionary, DictionaryView};
use finch_formats::prelude::*;
use std::sync::Arc;

const CODES: [i8; 6] = [2, 0, 2, 1, 1, 2];

fn sample(codes: Int8Array) -> DictionaryArray<Int8Type> {
    DictionaryArray::new(codes, Arc::new(Float64Array::from(vec![0.5, 20.0, 7.0])))
}

/// What codes stand for, by a program.
macro_rules! decoded {
    ($values:ident, $codes:ident) => {{
        let mut decoded = Vector::default();
        finch! {
            decoded .= 0;
            for i { decoded[i] = $values[$codes[i]] }
        }
        .run()
        .unwrap();
        decoded
    }};
}

#[test]
fn codes_and_values() {
    let array = sample(CODES.to_vec().into());
    for (from, len) in slices(6) {
        let slice = array.slice(from, len);
        let Dictionary { codes, values } = DictionaryView::<i8, f64>::try_from(&slice).unwrap();
        assert_eq!(codes.values().as_ptr(), array.keys().values()[from..].as_ptr());
        let of_array = array.values().as_any().downcast_ref::<Float64Array>().unwrap();
        assert_eq!(values.values().as_ptr(), of_array.values().as_ptr());
        let decoded = decoded!(values, codes);
        let by_hand: Vec<f64> = CODES[from..from + len]
            .iter()
            .map(|&code| [0.5, 20.0, 7.0][code as usize])
            .collect();
        assert_eq!(decoded.values(), by_hand);
    }
}

#[test]
fn there_and_back() {
    let codes = Vector::from(vec![1_u16, 0, 1]);
    let values = Vector::from(vec![0.5, 20.0]);
    let at = (codes.values().as_ptr(), values.values().as_ptr());
    let array = DictionaryArray::<UInt16Type>::try_from(Dictionary { codes, values }).unwrap();
    let Dictionary { codes, values } = DictionaryView::<u16, f64>::try_from(&array).unwrap();
    assert_eq!((codes.values().as_ptr(), values.values().as_ptr()), at);
    assert_eq!((codes.values(), values.values()), (&[1, 0, 1][..], &[0.5, 20.0][..]));

    let (codes, values) = (Vector::from(vec![0_i8, 2]), Vector::from(vec![1.0, 2.0]));
    refused(
        DictionaryArray::<Int8Type>::try_from(Dictionary { codes, values }),
        Invalid,
        "Arrow has no such array",
    );
}

/// Codes of each type that Arrow has, there and back.
#[test]
fn every_type_of_codes() {
    macro_rules! of {
        ($($native:ident $key:ident)*) => { $({
            let codes = PrimitiveArray::<$key>::from_iter_values([2 as $native, 0, 1, 2]);
            let array = DictionaryArray::new(codes, sample(CODES.to_vec().into()).values().clone());
            let Dictionary { codes, values } = DictionaryView::<$native, f64>::try_from(&array).unwrap();
            assert_eq!((codes.values(), codes.values().as_ptr()), (&[2, 0, 1, 2][..], array.keys().values().as_ptr()));
            let decoded = decoded!(values, codes);
            assert_eq!(decoded.values(), [7.0, 0.5, 20.0, 7.0]);

            let codes = Vector::from(codes.values().to_vec());
            let (at, values) = (codes.values().as_ptr(), Vector::from(values.values().to_vec()));
            let back = DictionaryArray::<$key>::try_from(Dictionary { codes, values }).unwrap();
            assert_eq!((&back, back.keys().values().as_ptr()), (&array, at));
        })* };
    }
    of! { i8 Int8Type i16 Int16Type i32 Int32Type i64 Int64Type u8 UInt8Type u16 UInt16Type u32 UInt32Type u64 UInt64Type }
}

#[test]
fn refused_arrays() {
    let nulls = sample(vec![Some(1), None].into());
    refused(
        DictionaryView::<i8, f64>::try_from(&nulls),
        Invalid,
        "1 of the 2 rows of an array of type Int8 are null",
    );
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let words = DictionaryArray::<Int8Type>::new(vec![1, 0].into(), text);
    refused(DictionaryView::<i8, f64>::try_from(&words), Invalid, "type Utf8");
    // Codes of words are an array of numbers.
    assert_eq!(VectorView::try_from(words.keys()).unwrap().values(), [1, 0]);
    for code in [3, -1] {
        let codes = PrimitiveArray::from(vec![0, code]);
        // SAFETY: nothing of Arrow reads it; its arrays are handed on to what checks them.
        let array = unsafe {
            DictionaryArray::<Int8Type>::new_unchecked(codes, sample(CODES.to_vec().into()).values().clone())
        };
        let words = format!("row 1 of a dictionary array has the code {code}, and there are 3 values");
        refused(DictionaryView::<i8, f64>::try_from(&array), OutOfBounds, &words);
    }
}

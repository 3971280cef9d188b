//! Record batches of coordinates.

use crate::common::refused;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int64Type};
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, Int64Array, PrimitiveArray, RecordBatch,
    StringArray, UInt8Array, UInt32Array, UInt64Array,
};
use finch_formats::ErrorKind::{Arithmetic, Invalid, Mismatch, OutOfBounds};
use finch_formats::prelude::*;
use std::sync::Arc;

fn batch(columns: Vec<ArrayRef>) -> RecordBatch {
    let names = (0..).map(|column| format!("column{column}"));
    RecordBatch::try_from_iter(names.zip(columns)).unwrap()
}

fn shared(column: impl arrow_array::Array + 'static) -> ArrayRef {
    Arc::new(column)
}

#[test]
fn there_and_back() {
    let a = Csr::<f64>::from_triplets([3, 4], [([2, 1], 5.0), ([0, 3], 0.0), ([2, 0], 7.0)], Add).unwrap();
    let rows = a.to_record_batch().unwrap();
    let names: Vec<String> = rows
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    assert_eq!(names, ["i", "j", "value"]);
    assert_eq!(rows["i"].as_ref(), &UInt32Array::from(vec![0, 2, 2]));
    assert_eq!(rows["j"].as_ref(), &UInt32Array::from(vec![3, 0, 1]));
    assert_eq!(rows["value"].as_ref(), &Float64Array::from(vec![0.0, 7.0, 5.0]));
    let again = Csr::<f64>::from_record_batch([3, 4], &rows, Add).unwrap();
    assert!(again.same_storage(&a));
    let coordinates = Coo::<f64>::from_record_batch([3, 4], &rows, Add).unwrap();
    assert!(coordinates.same_storage(&Coo::from_tensor(&a).unwrap()));
    // A slice of the rows.
    let last = Csr::<f64>::from_record_batch([3, 4], &rows.slice(1, 2), Add).unwrap();
    assert_eq!(last, a);
    assert_eq!(last.count_stored(), 2);
    let cube = Csf::<i16>::from_triplets([2, 3, 1 << 20], [([1, 2, 70000], -3)], Add).unwrap();
    let again = Csf::<i16>::from_record_batch([2, 3, 1 << 20], &cube.to_record_batch().unwrap(), Add).unwrap();
    assert!(again.same_storage(&cube));
    let wide = WideDcsr::<f32>::from_triplets([1 << 40, 2], [([1 << 39, 1], 0.5)], Add).unwrap();
    let rows = wide.to_record_batch().unwrap();
    assert_eq!(rows["i"].as_ref(), &UInt64Array::from(vec![1_u64 << 39]));
    assert!(
        WideDcsr::<f32>::from_record_batch([1 << 40, 2], &rows, Add)
            .unwrap()
            .same_storage(&wide)
    );
    let none = SparseVector::<u8>::empty([5]).unwrap();
    let rows = none.to_record_batch().unwrap();
    assert_eq!((rows.num_rows(), rows.num_columns()), (0, 2));
    assert!(
        SparseVector::<u8>::from_record_batch([5], &rows, Add)
            .unwrap()
            .same_storage(&none)
    )
}

/// Booleans are values too, and what is missing is not stored.
#[test]
fn booleans() {
    let graph = CsrPattern::from_triplets([3, 70], (0..90).map(|at| ([at % 3, at % 70], true)), Or).unwrap();
    let rows = graph.to_record_batch().unwrap();
    assert_eq!(rows["value"].as_boolean().true_count(), graph.count_stored());
    let again = CsrPattern::from_record_batch([3, 70], &rows, Or).unwrap();
    assert!(again.same_storage(&graph));
    let part = CsrPattern::from_record_batch([3, 70], &rows.slice(5, 9), Or).unwrap();
    assert_eq!(part.to_triplets(), graph.to_triplets()[5..14]);
    let mixed = Coo::<bool>::from_triplets([2, 2], [([0, 1], true), ([1, 0], false)], Or).unwrap();
    let again = Coo::<bool>::from_record_batch([2, 2], &mixed.to_record_batch().unwrap(), Or).unwrap();
    assert!(again.same_storage(&mixed));
    let rows = batch(vec![
        shared(UInt8Array::from(vec![1, 0, 1])),
        shared(BooleanArray::from(vec![Some(false), None, Some(true)])),
    ]);
    let x = SparseVector::<bool>::from_record_batch([2], &rows, Or).unwrap();
    assert_eq!((x.to_dense().unwrap(), x.count_stored()), (vec![false, true], 1));
    refused(
        SparseVector::<u8>::from_record_batch([2], &rows, Add),
        Invalid,
        "the column of values",
    );
    let numbers = batch(vec![
        shared(UInt8Array::from(vec![1])),
        shared(UInt8Array::from(vec![1])),
    ]);
    refused(
        SparseVector::<bool>::from_record_batch([2], &numbers, Or),
        Invalid,
        "booleans",
    )
}

/// Any order, any type of integers, the same place again, and nulls.
#[test]
fn rows_of_others() {
    let rows = batch(vec![
        shared(PrimitiveArray::<Int8Type>::from(vec![1, 0, 1, 1])),
        shared(UInt8Array::from(vec![2, 1, 2, 0])),
        shared(Int32Array::from(vec![Some(5), Some(6), Some(7), None])),
    ]);
    let a = Csr::<i32>::from_record_batch([2, 3], &rows, Add).unwrap();
    assert_eq!(a.to_dense().unwrap(), [0, 6, 0, 0, 0, 12]);
    assert_eq!(a.count_stored(), 2, "a null is not stored");
    let product = Coo::<i32>::from_record_batch([2, 3], &rows, Mul).unwrap();
    assert_eq!(product.get([1, 2]), Some(35))
}

#[test]
fn what_is_refused() {
    let index = |numbers: Vec<i64>| shared(Int64Array::from(numbers));
    let values = || shared(Float64Array::from(vec![1.0, 2.0]));
    let read = |columns: Vec<ArrayRef>| Csr::<f64>::from_record_batch([2, 2], &batch(columns), Add);
    assert!(read(vec![index(vec![0, 1]), index(vec![1, 1]), values()]).is_ok());
    refused(
        read(vec![index(vec![0, 1]), values()]),
        Mismatch,
        "a record batch of 2 columns is no tensor of 2 dimensions: it has 3 columns",
    );
    refused(
        read(vec![index(vec![0, -1]), index(vec![1, 1]), values()]),
        OutOfBounds,
        "column `column0` holds -1 in row 1",
    );
    refused(
        read(vec![index(vec![0, 1]), index(vec![1, 2]), values()]),
        OutOfBounds,
        "entry 1 has index 2 along axis 1",
    );
    let null = PrimitiveArray::<Int64Type>::from(vec![Some(0), None]);
    refused(
        read(vec![index(vec![0, 1]), shared(null), values()]),
        Invalid,
        "column `column1`: 1 of the 2 rows",
    );
    let text = shared(StringArray::from(vec!["0", "1"]));
    refused(
        read(vec![text.clone(), index(vec![0, 1]), values()]),
        Invalid,
        "an array of type Utf8 is not one of indices, as column `column0` should be",
    );
    refused(
        read(vec![values(), index(vec![0, 1]), values()]),
        Invalid,
        "an array of type Float64 is not one of indices",
    );
    refused(
        read(vec![index(vec![0, 1]), index(vec![0, 1]), text]),
        Invalid,
        "the column of values: an array of type Utf8",
    );
    let single = shared(Float32Array::from(vec![1.0, 2.0]));
    refused(
        read(vec![index(vec![0, 1]), index(vec![0, 1]), single]),
        Invalid,
        "the column of values: an array of type Float32",
    );
    let full = batch(vec![index(vec![0, 0]), shared(UInt8Array::from(vec![200, 100]))]);
    refused(SparseVector::<u8>::from_record_batch([1], &full, Add), Arithmetic, "")
}

//! Arrays of numbers, with nulls and without.

use super::{entries, slices};
use crate::common::{SAMPLES, multiply, ramp, refused, sample};
use arrow_array::builder::Float64Builder;
use arrow_array::{
    Array, ArrayRef, Float32Array, Float64Array, Int8Array, Int64Array, PrimitiveArray, RecordBatch, StringArray,
    TimestampSecondArray, UInt16Array,
};
use finch_formats::ErrorKind::{Invalid, TooLarge};
use finch_formats::interop::arrow::SharedVector;
use finch_formats::prelude::*;
use std::sync::Arc;

#[test]
fn views_are_the_memory_of_the_array() {
    let array = Float64Array::from(ramp(9));
    for (from, len) in slices(9) {
        let slice = array.slice(from, len);
        let view = VectorView::try_from(&slice).unwrap();
        assert_eq!(view.values(), &ramp(9)[from..from + len]);
        assert_eq!(view.values().as_ptr(), array.values()[from..].as_ptr());
        let shared = SharedVector::try_from(&slice).unwrap();
        drop(slice);
        assert_eq!(shared.values().as_ptr(), array.values()[from..].as_ptr());
        let back = Float64Array::try_from(shared).unwrap();
        assert_eq!(back.values().as_ptr(), array.values()[from..].as_ptr());
        assert_eq!(back, array.slice(from, len));
    }
}

#[test]
fn values_are_moved() {
    for len in [0, 1, 9] {
        let vector = Vector::from(ramp(len));
        let at = vector.values().as_ptr();
        let array = Float64Array::try_from(vector).unwrap();
        assert_eq!((array.values().as_ptr(), array.null_count()), (at, 0));
        assert_eq!(array, Float64Array::from(ramp(len)));
    }
    // Spare values are none of the array.
    let vector = Vector::from_parts(2, vec![1_i8, 2, 3]).unwrap();
    let column = ArrayRef::try_from(vector).unwrap();
    assert_eq!(*column, *(Arc::new(Int8Array::from(vec![1, 2])) as ArrayRef));
    // A view is copied.
    let values = ramp(3);
    let copied = Float64Array::try_from(&VectorView::from(&values[..])).unwrap();
    assert_eq!(copied, Float64Array::from(values));
}

#[test]
fn types() {
    let times = TimestampSecondArray::from(vec![5, 7]);
    assert_eq!(VectorView::try_from(&times).unwrap().values(), [5_i64, 7]);
    let column: ArrayRef = Arc::new(times);
    assert_eq!(VectorView::<i64>::try_from(&column).unwrap().values(), [5, 7]);
    assert_eq!(VectorView::<i64>::try_from(column.as_ref()).unwrap().values(), [5, 7]);
    assert_eq!(
        TimestampSecondArray::try_from(Vector::from(vec![5_i64]))
            .unwrap()
            .value(0),
        5
    );
    let narrow: ArrayRef = Arc::new(Float32Array::from(vec![1.0, 2.0]));
    refused(
        VectorView::<f64>::try_from(&narrow),
        Invalid,
        "an array of type Float32 is not one of values of type f64",
    );
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
    refused(VectorView::<f64>::try_from(&text), Invalid, "type Utf8");
    refused(MatrixView::<f64>::try_from(&text), Invalid, "not a list of fixed size");

    let batch = RecordBatch::try_from_iter([("narrow", narrow), ("times", column)]).unwrap();
    let times = VectorView::<i64>::try_from(batch.column_by_name("times").unwrap()).unwrap();
    assert_eq!(times.values(), [5, 7]);
}

#[test]
fn half_precision() {
    use finch_formats::traits::algebra::half::f16;
    let array = ArrayRef::try_from(Vector::from(vec![f16::ONE])).unwrap();
    assert_eq!(array.data_type().to_string(), "Float16");
    assert_eq!(VectorView::<f16>::try_from(&array).unwrap().values(), [f16::ONE]);
}

/// Numbers of which every third is null, with values behind the nulls.
fn nullable() -> Float64Array {
    let nulls = (0..70).map(|row| row % 3 != 1).collect::<Vec<bool>>();
    PrimitiveArray::new(ramp(70).into(), Some(nulls.into()))
}

#[test]
fn nulls_are_not_stored() {
    let array = nullable();
    for (from, len) in slices(9).chain([(3, 67), (63, 7), (0, 70)]) {
        let slice = array.slice(from, len);
        let vector = SparseVector::try_from(&slice).unwrap();
        let valid = (from..from + len).filter(|row| row % 3 != 1);
        let expected: Vec<_> = valid.map(|row| (vec![row - from], 1.0 + row as f64)).collect();
        assert_eq!(vector.shape(), [len].into());
        assert_eq!(entries(&vector), expected);
        assert_eq!(Float64Array::try_from(&vector).unwrap(), slice);

        let view = VectorView::try_from(&slice);
        match slice.null_count() {
            0 => assert_eq!(view.unwrap().values().as_ptr(), array.values()[from..].as_ptr()),
            nulls => refused(
                view,
                Invalid,
                &format!("{nulls} of the {len} rows of an array of type Float64 are null"),
            ),
        }
    }
    refused(
        VectorView::try_from(&array.slice(2, 9)),
        Invalid,
        "the first of them row 2,",
    );
    // Some arrays say of each row that it is not null.
    let mut builder = Float64Builder::new();
    builder.append_value(1.0);
    builder.append_null();
    let first = builder.finish().slice(0, 1);
    assert_eq!(VectorView::try_from(&first).unwrap().values(), [1.0]);
    assert_eq!(entries(&SparseVector::try_from(&first).unwrap()), [(vec![0], 1.0)]);
}

#[test]
fn indices_that_do_not_fit() {
    type Narrow = Tensor<SparseList<Element<u16>, Vec<usize>, Vec<u8>>>;
    let rows = |len| UInt16Array::from_iter_values(0..len);
    assert_eq!(Narrow::try_from(&rows(256)).unwrap().count_stored(), 256);
    refused(Narrow::try_from(&rows(257)), TooLarge, "index type u8");
    // Nobody has memory for as many rows.
    let list = SparseList::new(
        1 << 60,
        vec![0_usize; 2],
        Vec::<usize>::new(),
        Element::<f64>::new(vec![]),
    );
    refused(
        Float64Array::try_from(&Tensor::new(list).unwrap()),
        TooLarge,
        "no memory",
    );
}

#[test]
fn programs() {
    for size in SAMPLES {
        let a = sample::<usize, usize>(size);
        let input = Float64Array::from(ramp(size[1]));
        let mut expected = vec![0.0; size[0]];
        for (at, value) in entries(&a) {
            expected[at[0]] += value * input.value(at[1])
        }
        let mut result = vec![f64::NAN; size[0]];
        let x = VectorView::try_from(&input).unwrap();
        multiply(&mut VectorMut::from(&mut result[..]), &a.view(), &x);
        assert_eq!(result, expected);
    }

    // Nulls are left out: a loop by hand over both arrays.
    let (x, y) = (nullable(), Float64Array::from(ramp(70)));
    let by_hand: f64 = x.iter().zip(y.values()).filter_map(|(x, y)| Some(x? * y)).sum();
    let (x, y) = (SparseVector::try_from(&x).unwrap(), SharedVector::try_from(&y).unwrap());
    let mut sum = Scalar::<f64>::default();
    finch! {
        sum .= 0;
        for i { sum[] += x[i] * y[i] }
    }
    .run()
    .unwrap();
    assert_eq!(sum.get(), by_hand);
    let more = Float64Array::try_from((&y + 1.0).compute().unwrap()).unwrap();
    assert_eq!(more.values()[..3], [2.0, 3.0, 4.0]);
}

#[test]
fn shared_tensors_are_sent_and_cloned() {
    let array = Int64Array::from(vec![3, 4]);
    let shared = SharedVector::try_from(&array).unwrap();
    let clone = shared.clone();
    drop(array);
    let sum = std::thread::spawn(move || clone.values().iter().sum::<i64>())
        .join()
        .unwrap();
    assert_eq!((sum, shared.values()), (7, &[3, 4][..]));
}

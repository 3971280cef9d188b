//! Arrays of lists.

use super::{entries, slices};
use crate::common::{product, ramp, refused};
use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float64Array, GenericListArray, Int32Array, LargeListArray, ListArray,
    OffsetSizeTrait,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use finch_formats::ErrorKind::{Invalid, TooLarge};
use finch_formats::interop::arrow::{ListsView, SharedLists};
use finch_formats::prelude::*;
use finch_formats::width::Width;
use std::borrow::Cow;
use std::sync::Arc;

const LENGTHS: [usize; 7] = [0, 3, 1, 0, 0, 4, 2];

/// A tensor of ragged rows.
type Rows<Ptr = Vec<usize>> = Tensor<Dense<Ragged<Element<f64>, Ptr>>>;

/// An array of lists, over any arrays.
fn lists<O: OffsetSizeTrait>(
    offsets: OffsetBuffer<O>,
    values: ArrayRef,
    nulls: Option<NullBuffer>,
) -> GenericListArray<O> {
    let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
    GenericListArray::new(field, offsets, values, nulls)
}

/// Lists of `1.0, 2.0, ..`
fn sample<O: OffsetSizeTrait>() -> GenericListArray<O> {
    lists(
        OffsetBuffer::from_lengths(LENGTHS),
        Arc::new(Float64Array::from(ramp(10))),
        None,
    )
}

fn numbers(array: &dyn Array) -> &[f64] {
    array.as_any().downcast_ref::<Float64Array>().unwrap().values()
}

fn every_slice<O: OffsetSizeTrait + Width + finch_formats::traits::algebra::Number + bytemuck::Pod>() {
    let array = sample::<O>();
    for (from, len) in slices(LENGTHS.len()) {
        let slice = array.slice(from, len);
        let a = ListsView::<f64, O>::try_from(&slice).unwrap();
        let longest = LENGTHS[from..from + len].iter().max().copied().unwrap_or(0);
        assert_eq!(a.shape(), [len, longest].into());
        let by_hand = |row| {
            numbers(&slice.value(row))
                .iter()
                .zip(1..)
                .map(|(x, i)| x * f64::from(i))
                .sum::<f64>()
        };
        assert_eq!(product(&a, &ramp(longest)), (0..len).map(by_hand).collect::<Vec<_>>());

        let (first, ragged) = (slice.value_offsets()[0].as_usize(), a.level().child());
        assert_eq!(ragged.child().val().as_ptr(), numbers(array.values())[first..].as_ptr());
        let shared = SharedLists::<f64, O>::try_from(&slice).unwrap();
        assert_eq!(
            shared.level().child().child().val().as_ptr(),
            ragged.child().val().as_ptr()
        );
        match (ragged.ptr(), first) {
            (Cow::Borrowed(ptr), 0) => {
                assert_eq!(ptr.as_ptr(), slice.value_offsets().as_ptr());
                assert_eq!(shared.level().child().ptr().as_ptr(), ptr.as_ptr());
            }
            (Cow::Owned(ptr), 1..) => assert_eq!(ptr[0].as_usize(), 0),
            (_, first) => panic!("offsets from {first} on"),
        }
        assert_eq!(GenericListArray::<O>::try_from(shared).unwrap(), slice);
    }
}

#[test]
fn views_of_slices() {
    every_slice::<i32>();
    every_slice::<i64>();
}

#[test]
fn empty_arrays() {
    let array = lists::<i32>(OffsetBuffer::new_empty(), Arc::new(Float64Array::from(ramp(0))), None);
    let a = ListsView::<f64>::try_from(&array).unwrap();
    assert_eq!(a.shape(), [0, 0].into());
    assert_eq!(
        ListArray::try_from(SharedLists::<f64>::try_from(&array).unwrap()).unwrap(),
        array
    );
}

#[test]
fn rows_are_moved() {
    let ptr = vec![0_usize, 0, 3, 4, 4, 4, 8, 10];
    let rows = || Rows::new(Dense::new(7, Ragged::new(5, ptr.clone(), Element::new(ramp(10))))).unwrap();
    let tensor = rows();
    let (at, of_ptr) = (
        tensor.level().child().child().val().as_ptr(),
        tensor.level().child().ptr().as_ptr(),
    );
    let array = LargeListArray::try_from(tensor).unwrap();
    assert_eq!(
        (numbers(array.values()).as_ptr(), array.value_offsets().as_ptr().addr()),
        (at, of_ptr.addr())
    );
    assert_eq!(array, sample());
    // Of another width, and what a column has by itself.
    assert_eq!(ListArray::try_from(rows()).unwrap(), sample());
    assert_eq!(
        *ArrayRef::try_from(rows()).unwrap(),
        *(Arc::new(sample::<i64>()) as ArrayRef)
    );
    let narrow = Rows::<Vec<u16>>::new(Dense::new(2, Ragged::new(3, vec![0, 1, 2, 9], Element::new(ramp(2)))));
    let expected = lists::<i32>(
        OffsetBuffer::from_lengths([1, 1]),
        Arc::new(Float64Array::from(ramp(2))),
        None,
    );
    assert_eq!(
        *ArrayRef::try_from(narrow.unwrap()).unwrap(),
        *(Arc::new(expected) as ArrayRef)
    );

    type Bits = Tensor<Dense<Ragged<Bit, Vec<usize>>>>;
    let long = 1 << 31;
    let wide = Bits::new(Dense::new(
        1,
        Ragged::new(long, vec![0, long], Bit::new(vec![0; long / 64])),
    ))
    .unwrap();
    refused(
        ListArray::try_from(wide),
        TooLarge,
        "2147483648 does not fit the type i32",
    );
}

#[test]
fn nulls() {
    let lists_of = [
        Some(vec![Some(1.0), None, Some(3.0)]),
        None,
        Some(vec![]),
        Some(vec![None, None]),
        Some(vec![Some(4.0)]),
    ];
    let array = ListArray::from_iter_primitive::<Float64Type, _, _>(lists_of.clone());
    let fixed = FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>(
        [
            Some(vec![Some(1.0), None, Some(3.0)]),
            None,
            Some(vec![None, Some(5.0), None]),
        ],
        3,
    );
    let large = LargeListArray::from_iter_primitive::<Float64Type, _, _>(lists_of.clone());
    for (from, len) in slices(5) {
        let slice = array.slice(from, len);
        let a = Csr::<f64>::try_from(&slice).unwrap();
        let expected = lists_of[from..][..len].iter().enumerate().flat_map(|(row, list)| {
            let list = list.iter().flatten().enumerate();
            list.filter_map(move |(col, value)| Some((vec![row, col], (*value)?)))
        });
        assert_eq!(entries(&a), expected.collect::<Vec<_>>());
        assert!(Csr::try_from(&large.slice(from, len)).unwrap().same_storage(&a));
    }
    let a = Csr::<f64>::try_from(&fixed).unwrap();
    assert_eq!(
        (a.shape(), entries(&a)),
        (
            [3, 3].into(),
            vec![(vec![0, 0], 1.0), (vec![0, 2], 3.0), (vec![2, 1], 5.0)]
        )
    );
    let a = Csr::<f64>::try_from(&fixed.slice(2, 1)).unwrap();
    assert_eq!(entries(&a), [(vec![0, 1], 5.0)]);

    refused(
        ListsView::<f64>::try_from(&array),
        Invalid,
        "3 of the 6 rows of an array of type Float64 are null",
    );
    refused(
        MatrixView::<f64>::try_from(&fixed),
        Invalid,
        "1 of the 3 rows of an array of type FixedSizeList",
    );
    // A list that is null is empty, and says so.
    let slice = array.slice(1, 2);
    let a = ListsView::<f64>::try_from(&slice).unwrap();
    assert_eq!((a.shape(), a.count_stored()), ([2, 0].into(), 0));
    let hidden = lists::<i32>(
        OffsetBuffer::from_lengths([1, 2]),
        Arc::new(Float64Array::from(ramp(3))),
        Some(vec![true, false].into()),
    );
    refused(
        ListsView::<f64>::try_from(&hidden),
        Invalid,
        "list 1 of an array of type List",
    );
    assert_eq!(
        ListsView::<f64>::try_from(&hidden.slice(0, 1)).unwrap().count_stored(),
        1
    );
    assert_eq!(entries(&Csr::<f64>::try_from(&hidden).unwrap()), [(vec![0, 0], 1.0)]);
}

#[test]
fn lists_of_one_length() {
    let array = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(
        (0..5).map(|row| Some([3 * row, 7, row].map(Some))),
        3,
    );
    let values = array
        .values()
        .as_any()
        .downcast_ref::<Int32Array>()
        .unwrap()
        .values()
        .clone();
    for (from, len) in slices(5) {
        let slice = array.slice(from, len);
        let a = MatrixView::<i32>::try_from(&slice).unwrap();
        assert_eq!(
            (a.shape(), a.values().as_ptr()),
            ([len, 3].into(), values[3 * from..].as_ptr())
        );
        let column: ArrayRef = Arc::new(slice.clone());
        let shared = Tensor::<Dense<Dense<Element<i32, Zero, ScalarBuffer<i32>>>>>::try_from(&column).unwrap();
        assert_eq!(FixedSizeListArray::try_from(shared).unwrap(), slice);
    }
    let matrix = Matrix::from_parts(2, 3, ramp(6)).unwrap();
    let at = matrix.values().as_ptr();
    let array = FixedSizeListArray::try_from(matrix).unwrap();
    assert_eq!(
        (numbers(array.values()).as_ptr(), array.len(), array.value_length()),
        (at, 2, 3)
    );
    let none = FixedSizeListArray::try_from(Matrix::<f64>::from_parts(4, 0, vec![]).unwrap()).unwrap();
    assert_eq!(
        (none.len(), MatrixView::<f64>::try_from(&none).unwrap().shape()),
        (4, [4, 0].into())
    );
    // Without values, more lists than there is memory for their pointers.
    let (field, values) = (
        Field::new_list_field(DataType::Float64, true),
        Arc::new(Float64Array::from(ramp(0))),
    );
    let many = FixedSizeListArray::try_new_with_length(Arc::new(field), 0, values, None, 1 << 60).unwrap();
    assert_eq!(MatrixView::<f64>::try_from(&many).unwrap().shape(), [1 << 60, 0].into());
    refused(Csr::<f64>::try_from(&many), TooLarge, "memory");
    let wide = Matrix::<f64>::from_parts(0, 1 << 31, vec![]).unwrap();
    refused(FixedSizeListArray::try_from(wide), TooLarge, "extents have 32 bits");
}

#[test]
fn lists_inside_of_lists() {
    let mut builder = ListBuilder::new(ListBuilder::new(Int32Builder::new()));
    for list in [vec![vec![1, 2], vec![]], vec![], vec![vec![3], vec![4, 5, 6], vec![7]]] {
        list.iter()
            .for_each(|inner| builder.values().append_value(inner.iter().copied().map(Some)));
        builder.append(true)
    }
    let array = builder.finish();
    type Nested =
        Tensor<Dense<Ragged<Ragged<Element<i32, Zero, ScalarBuffer<i32>>, ScalarBuffer<i32>>, ScalarBuffer<i32>>>>;
    let a = Nested::try_from(&array).unwrap();
    assert_eq!(a.shape(), [3, 3, 3].into());
    assert_eq!(
        entries(&a).iter().map(|entry| entry.1).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7]
    );
    assert_eq!(ListArray::try_from(a).unwrap(), array);
    let slice = array.slice(2, 1);
    let a = Nested::try_from(&slice).unwrap();
    assert_eq!(
        entries(&a),
        [
            (vec![0, 0, 0], 3),
            (vec![0, 1, 0], 4),
            (vec![0, 1, 1], 5),
            (vec![0, 1, 2], 6),
            (vec![0, 2, 0], 7)
        ]
    );
    assert_eq!(ListArray::try_from(a).unwrap(), slice);
    refused(
        ListsView::<i32>::try_from(&array),
        Invalid,
        "is not one of values of type i32",
    );
    let column: ArrayRef = Arc::new(array);
    refused(
        ListsView::<i32, i64>::try_from(&column),
        Invalid,
        "is not a list with offsets of type i64",
    );
    refused(
        Csr::<i32>::try_from(&Int32Array::from(vec![1]) as &dyn Array),
        Invalid,
        "is not a list",
    );
}

#[test]
fn offsets_that_lie() {
    for (offsets, words) in [
        (vec![0, 3, 2], "descend"),
        (vec![0, 3, 11], "10 rows where rows 0..11 are needed"),
        (vec![2, 3, 1], "10 rows where rows 2..1 are needed"),
        (vec![3, 1, 5], "descend"),
        (vec![-1, 3, 5], "rows"),
        (vec![0, -1, 5], "descend"),
    ] {
        // SAFETY: nothing of Arrow reads it; its arrays are handed on to what checks them.
        let bad = unsafe { OffsetBuffer::new_unchecked(ScalarBuffer::from(offsets.clone())) };
        let values: ArrayRef = Arc::new(Float64Array::from(ramp(10)));
        let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
        // SAFETY: as above.
        let array = unsafe { ListArray::new_unchecked(field, bad, values, None) };
        refused(ListsView::<f64>::try_from(&array), Invalid, words);
        refused(SharedLists::<f64>::try_from(&array), Invalid, words);
        let error = Csr::<f64>::try_from(&array).expect_err("an error");
        assert_eq!(error.kind(), Invalid, "{offsets:?}: {error}");
    }
}

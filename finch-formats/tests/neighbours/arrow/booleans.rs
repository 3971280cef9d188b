//! Arrays of booleans.

use crate::common::refused;
use arrow_array::{ArrayRef, BooleanArray};
use arrow_buffer::{BooleanBuffer, Buffer};
use finch_formats::ErrorKind::Invalid;
use finch_formats::interop::arrow::BitVectorView;
use finch_formats::prelude::*;

fn pattern(len: usize) -> Vec<bool> {
    (0..len).map(|row| row % 3 == 0 || row % 7 == 2).collect()
}

#[test]
fn every_slice() {
    let array = BooleanArray::from(pattern(200));
    for from in 0..70 {
        for len in [0, 1, 7, 8, 63, 64, 65, 128, 130] {
            let slice = array.slice(from, len);
            let expected = &pattern(200)[from..from + len];
            let view = BitVectorView::try_from(&slice).unwrap();
            assert_eq!(view.to_dense().unwrap(), expected, "{from} {len}");
            let copy = BitVector::try_from(&slice).unwrap();
            assert_eq!(copy.to_dense().unwrap(), expected, "{from} {len}");
            assert_eq!(BooleanArray::try_from(view).unwrap(), slice);
            assert_eq!(BooleanArray::try_from(copy).unwrap(), slice);
        }
    }
}

#[test]
fn whole_words_are_not_copied() {
    let words = vec![0x0123_4567_89ab_cdef_u64.to_le(), 5_u64.to_le(), u64::MAX];
    let start = words.as_ptr();
    let array = BooleanArray::new(BooleanBuffer::new(Buffer::from_vec(words), 0, 180), None);
    for (from, len) in [(0, 180), (0, 64), (64, 64), (64, 100), (128, 1)] {
        let slice = array.slice(from, len);
        let view = BitVectorView::try_from(&slice).unwrap();
        let at = view.level().child().words().as_ptr();
        assert_eq!(at == start.wrapping_add(from / 64), cfg!(target_endian = "little"));
        let expected: Vec<bool> = slice.values().iter().collect();
        assert_eq!(view.to_dense().unwrap(), expected);
    }
    // From byte 1 on, and up to a byte that no word ends with.
    for (from, len) in [(8, 64), (3, 64)] {
        let slice = array.slice(from, len);
        let view = BitVectorView::try_from(&slice).unwrap();
        let memory = array.values().inner().as_ptr_range();
        assert!(!memory.contains(&view.level().child().words().as_ptr().cast()));
    }

    let bits = BitVector::try_from(&array).unwrap();
    let at = bits.level().child().words().as_ptr();
    let back = BooleanArray::try_from(bits).unwrap();
    assert_eq!(back.values().inner().as_ptr(), at.cast());
    assert_eq!(back, array);
}

#[test]
fn nulls_and_other_types() {
    let array = BooleanArray::from(vec![Some(true), None, Some(false)]);
    refused(
        BitVectorView::try_from(&array),
        Invalid,
        "1 of the 3 rows of an array of type Boolean are null",
    );
    assert_eq!(
        BitVector::try_from(&array.slice(2, 1)).unwrap().to_dense().unwrap(),
        [false]
    );
    let column: ArrayRef = std::sync::Arc::new(array.slice(0, 1));
    assert_eq!(BitVectorView::try_from(&column).unwrap().to_dense().unwrap(), [true]);
    refused(
        VectorView::<u8>::try_from(&column),
        Invalid,
        "type Boolean is not one of values of type u8",
    );
}

#[test]
fn programs() {
    let (array, values) = (BooleanArray::from(pattern(150)).slice(3, 140), crate::common::ramp(140));
    let by_hand: f64 = values
        .iter()
        .zip(array.values())
        .filter(|(_, is_set)| *is_set)
        .map(|(value, _)| value)
        .sum();
    let mask = BitVectorView::try_from(&array).unwrap();
    let x = VectorView::from(&values[..]);
    let mut sum = Scalar::<f64>::default();
    finch! {
        sum .= 0;
        for i { if mask[i] { sum[] += x[i] } }
    }
    .run()
    .unwrap();
    assert_eq!(sum.get(), by_hand);
}

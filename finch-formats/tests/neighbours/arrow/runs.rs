//! Run-end encoded arrays.

use super::slices;
use crate::common::{ramp, refused, sum};
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, BooleanArray, Float64Array, PrimitiveArray, RunArray};
use arrow_buffer::{RunEndBuffer, ScalarBuffer};
use finch_formats::ErrorKind::{Invalid, TooLarge};
use finch_formats::interop::arrow::{RunsView, SharedRuns};
use finch_formats::prelude::*;
use finch_formats::width::Width;
use std::borrow::Cow;

const ENDS: [usize; 4] = [2, 3, 7, 8];

fn sample<R: RunEndIndexType<Native: Width>>() -> RunArray<R> {
    let ends = PrimitiveArray::from_iter_values(ENDS.map(R::Native::truncate));
    RunArray::try_new(&ends, &Float64Array::from(ramp(4))).unwrap()
}

fn values<R: RunEndIndexType>(array: &RunArray<R>) -> &[f64] {
    array.values().as_any().downcast_ref::<Float64Array>().unwrap().values()
}

fn every_slice<R: RunEndIndexType<Native: Width + bytemuck::Pod>>() {
    let array = sample::<R>();
    let all: Vec<f64> = (0..8)
        .map(|row| 1.0 + ENDS.iter().filter(|&&end| end <= row).count() as f64)
        .collect();
    for (from, len) in slices(8) {
        let slice = array.slice(from, len);
        let view = RunsView::<f64, R::Native>::try_from(&slice).unwrap();
        assert_eq!(view.to_dense().unwrap(), &all[from..from + len]);
        let first = ENDS.iter().filter(|&&end| end <= from).count();
        let level = view.level();
        if len > 0 {
            assert_eq!(level.child().val().as_ptr(), values(&array)[first..].as_ptr());
        }
        let is_whole = from == 0 && (len == 0 || ENDS.contains(&len));
        match level.right() {
            Cow::Borrowed(right) => {
                assert!(is_whole, "{from} {len}");
                assert_eq!(right.as_ptr(), array.run_ends().values().as_ptr())
            }
            Cow::Owned(_) => assert!(!is_whole, "{from} {len}"),
        }
        assert_eq!(sum(&view), all[from..from + len].iter().sum::<f64>());

        let shared = SharedRuns::<f64, R::Native>::try_from(&slice).unwrap();
        let right = shared.level().right().as_ptr();
        assert_eq!(right == array.run_ends().values().as_ptr(), is_whole, "{from} {len}");
        let back = RunArray::<R>::try_from(shared).unwrap();
        assert_eq!(back.run_ends().values().as_ptr(), right);
        let again = RunsView::<f64, R::Native>::try_from(&back).unwrap();
        assert_eq!(again.to_dense().unwrap(), &all[from..from + len]);
    }
}

#[test]
fn views_of_slices() {
    every_slice::<Int16Type>();
    every_slice::<Int32Type>();
    every_slice::<Int64Type>();
}

#[test]
fn runs_are_moved() {
    let vector = |ends: Vec<u32>| {
        let (extent, runs) = (ends.last().copied().unwrap_or(0) as usize, ends.len());
        RunVector::new(RunList::new(extent, vec![0, runs], ends, Element::new(ramp(runs)))).unwrap()
    };
    for ends in [vec![], vec![5], vec![2, 3, 7, 8]] {
        let tensor = vector(ends.clone());
        let dense = tensor.to_dense().unwrap();
        let (right, val) = (tensor.level().right().as_ptr(), tensor.level().child().val().as_ptr());
        let array = RunArray::<Int32Type>::try_from(tensor).unwrap();
        assert_eq!(
            (array.run_ends().values().as_ptr().addr(), values(&array).as_ptr()),
            (right.addr(), val)
        );
        assert_eq!(RunsView::<f64>::try_from(&array).unwrap().to_dense().unwrap(), dense);
        let array = RunArray::<Int64Type>::try_from(vector(ends)).unwrap();
        assert_eq!(
            RunsView::<f64, i64>::try_from(&array).unwrap().to_dense().unwrap(),
            dense
        );
    }
    refused(
        RunArray::<Int16Type>::try_from(vector(vec![1 << 15])),
        TooLarge,
        "32768 does not fit the type i16",
    );
    refused(
        RunArray::<Int32Type>::try_from(vector(vec![1 << 31])),
        TooLarge,
        "2147483648 does not fit the type i32",
    );
}

#[test]
fn refused_arrays() {
    let ends = PrimitiveArray::<Int32Type>::from_iter_values([1, 2]);
    let nulls = RunArray::try_new(&ends, &Float64Array::from(vec![Some(1.0), None])).unwrap();
    refused(
        RunsView::<f64>::try_from(&nulls),
        Invalid,
        "1 of the 2 rows of an array of type Float64 are null",
    );
    assert_eq!(
        RunsView::<f64>::try_from(&nulls.slice(0, 1))
            .unwrap()
            .to_dense()
            .unwrap(),
        [1.0]
    );
    let booleans = RunArray::try_new(&ends, &BooleanArray::from(vec![true, false])).unwrap();
    refused(RunsView::<f64>::try_from(&booleans), Invalid, "type Boolean");
}

#[test]
fn ends_that_lie() {
    for (ends, len, words) in [
        (vec![5, 3, 8, 8], 8, "run"),
        (vec![2, 3, 7, 8], 9, "rows"),
        (vec![-2, 3, 7, 8], 8, ""),
        (vec![2, 3, 7, 8, 9], 9, "has 4 rows where rows 0..5 are needed"),
        (vec![], 2, "rows"),
    ] {
        // SAFETY: nothing of Arrow reads it; its arrays are handed on to what checks them.
        let bad = unsafe { RunEndBuffer::new_unchecked(ScalarBuffer::<i32>::from(ends), 0, len) };
        let good = sample::<Int32Type>();
        // SAFETY: as above.
        let array =
            unsafe { RunArray::<Int32Type>::new_unchecked(good.data_type().clone(), bad, good.values().clone()) };
        for slice in [array.clone(), array.slice(1, len - 1)] {
            match RunsView::<f64>::try_from(&slice) {
                Err(error) => assert!(error.kind() == Invalid && error.to_string().contains(words), "{error}"),
                // What lies may be outside of the slice.
                Ok(view) => assert_eq!((slice.offset(), view.to_dense().unwrap().len()), (1, len - 1)),
            }
            // A copy holds the runs up to the last row, whatever stands behind.
            match SparseRunVector::<f64>::try_from(&slice) {
                Err(error) => assert_eq!(error.kind(), Invalid, "{error}"),
                Ok(runs) => runs.validate().unwrap(),
            }
        }
    }
}

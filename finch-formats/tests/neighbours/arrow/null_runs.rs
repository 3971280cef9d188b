//! Run-end encoded arrays in which runs are null.

use super::slices;
use crate::common::{refused, sum};
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, Float64Array, PrimitiveArray, RunArray};
use finch_formats::ErrorKind::{Invalid, TooLarge};
use finch_formats::prelude::*;
use finch_formats::width::Width;

type Runs<T, I> = Tensor<SparseRunList<Element<T>, Vec<usize>, Vec<I>>>;

const ENDS: [usize; 5] = [2, 3, 6, 7, 9];
const VALUES: [Option<f64>; 5] = [Some(1.5), None, Some(2.5), Some(2.5), None];

fn sample<R: RunEndIndexType<Native: Width>>() -> RunArray<R> {
    let ends = PrimitiveArray::from_iter_values(ENDS.map(R::Native::truncate));
    RunArray::try_new(&ends, &Float64Array::from(VALUES.to_vec())).unwrap()
}

/// The value of each row.
fn rows() -> Vec<Option<f64>> {
    (0..9)
        .map(|row| VALUES[ENDS.iter().filter(|&&end| end <= row).count()])
        .collect()
}

fn every_slice<R: RunEndIndexType<Native: Width>>() {
    let (array, all) = (sample::<R>(), rows());
    for (from, len) in slices(9) {
        let runs = Runs::<f64, u32>::try_from(&array.slice(from, len)).unwrap();
        let mut found = vec![None; len];
        runs.for_each(|index, value| found[index[0]] = Some(value));
        assert_eq!(found, all[from..from + len], "{from} {len}");
        let back = RunArray::<R>::try_from(&runs).unwrap();
        assert_eq!(back.len(), len);
        let again = Runs::<f64, u8>::try_from(&back).unwrap();
        let mut found = vec![None; len];
        again.for_each(|index, value| found[index[0]] = Some(value));
        assert_eq!(found, all[from..from + len], "{from} {len}")
    }
}

#[test]
fn slices_with_nulls() {
    every_slice::<Int16Type>();
    every_slice::<Int32Type>();
    every_slice::<Int64Type>()
}

#[test]
fn runs_as_they_are() {
    let runs = SparseRunVector::<f64>::try_from(&sample::<Int32Type>()).unwrap();
    // Runs of equal values that touch stay two.
    assert_eq!(runs.level().left(), &[0, 3, 6]);
    assert_eq!(runs.level().right(), &[2, 6, 7]);
    assert_eq!(sum(&runs), 13.0);
    let back = RunArray::<Int32Type>::try_from(&runs).unwrap();
    assert_eq!(back.run_ends().values(), &[2, 3, 6, 7, 9]);
    assert_eq!(
        back.values().as_any().downcast_ref(),
        Some(&Float64Array::from(VALUES.to_vec()))
    );
    // Nothing is null.
    let whole = SparseRunVector::<f64>::from_dense([3], &[1.0, 1.0, 2.0]).unwrap();
    let back = RunArray::<Int32Type>::try_from(&whole).unwrap();
    assert_eq!((back.run_ends().values(), back.values().null_count()), (&[2, 3][..], 0));
    // Everything is.
    let none = SparseRunVector::<f64>::empty([3]).unwrap();
    let back = RunArray::<Int32Type>::try_from(&none).unwrap();
    assert_eq!((back.run_ends().values(), back.values().null_count()), (&[3][..], 1))
}

#[test]
fn what_is_refused() {
    let long = SparseRunVector::<f64>::empty([40000]).unwrap();
    refused(
        RunArray::<Int16Type>::try_from(&long),
        TooLarge,
        "an extent of 40000 does not fit run ends",
    );
    let back = RunArray::<Int32Type>::try_from(&long).unwrap();
    refused(
        Runs::<f64, u8>::try_from(&back),
        TooLarge,
        "40000 rows do not fit indices of type u8",
    );
    refused(
        Runs::<f32, u32>::try_from(&back),
        Invalid,
        "an array of type Float64 is not one of values of type f32",
    )
}

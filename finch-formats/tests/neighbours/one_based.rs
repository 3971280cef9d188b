//! Arrays that count from 1.

use crate::common::{SAMPLES, places, product, ramp, refused, sample};
use finch_formats::ErrorKind::{Invalid, OutOfBounds, TooLarge};
use finch_formats::Result;
use finch_formats::interop::one_based::{CoordinatesView, OneBased, into_stored, slice, stored, vec as from_stored};
use finch_formats::interop::{Compressed, CompressedView, ListView};
use finch_formats::prelude::*;
use finch_formats::width::Width;

type From1<T, P, I> = Compressed<T, OneBased<P>, OneBased<I>>;

/// Rows whose arrays count from 1.
fn csr<'a, P, I>(
    [rows, cols]: [usize; 2],
    ptr: &'a [P],
    idx: &'a [I],
    val: &'a [f64],
) -> Result<CompressedView<'a, f64, OneBased<P>, OneBased<I>>>
where
    OneBased<P>: Width,
    OneBased<I>: Width,
{
    CompressedView::from_parts(rows, cols, slice(ptr), slice(idx), val)
}

/// Sorted coordinates that count from 1.
fn coordinates<'a>(shape: [usize; 2], idx: [&'a [u32]; 2], val: &'a [f64]) -> Result<CoordinatesView<'a, f64, u32>> {
    Tensor::new(SparseCoo::new(
        shape,
        vec![0, val.len()],
        idx.map(slice),
        Element::new(val),
    ))
}

/// A copy of `numbers` as the other languages store them.
fn from_1<M: TryFrom<usize>>(numbers: &[impl Width]) -> Vec<M> {
    let plus_1 = |number: &_| M::try_from(Width::to_usize(*number) + 1).ok().unwrap();
    numbers.iter().map(plus_1).collect()
}

/// A matrix whose arrays count from 1 is the matrix, computes what it computes, and is written again with the same arrays.
pub(crate) fn there_and_back<P: TryFrom<usize> + Copy, I: TryFrom<usize> + Copy>(a: &Csr<f64>)
where
    OneBased<P>: Width,
    OneBased<I>: Width,
{
    let (rows, cols, ptr, idx, val) = a.view().into_parts();
    let (ptr, idx) = (from_1::<P>(ptr), from_1::<I>(idx));
    let view = csr([rows, cols], &ptr, &idx, val).unwrap();
    assert_eq!(
        crate::common::addresses(&view),
        places(&ptr, &idx, val),
        "nothing is copied"
    );
    assert!(view.to_triplets() == a.to_triplets());
    let copy: Csr<f64> = view.convert().unwrap();
    assert!(copy.same_storage(a));

    let x = ramp(cols);
    assert_eq!(product(&view, &x), product(a, &x));

    let mut written = From1::<f64, P, I>::default();
    finch! {
        written .= 0;
        for j, i { written[j, i] = view[j, i] }
    }
    .run()
    .unwrap();
    let (_, _, new_ptr, new_idx, new_val) = written.into_parts();
    assert!(new_ptr == slice(&ptr) && new_idx == slice(&idx) && new_val == val);
}

#[test]
fn every_width() {
    for size in &SAMPLES[..7] {
        let a = sample(*size);
        there_and_back::<u8, u8>(&a);
        there_and_back::<i8, i8>(&a);
        there_and_back::<u16, i16>(&a);
        there_and_back::<i32, u32>(&a);
        there_and_back::<i32, i32>(&a);
        there_and_back::<u64, isize>(&a);
        there_and_back::<i64, i64>(&a);
        there_and_back::<usize, usize>(&a);
    }
}

/// What [`Width`] promises of every number, at the ends of the type.
fn keeps_its_promises<I: Copy + TryFrom<i128> + std::fmt::Debug>(least: i128, most: i128)
where
    OneBased<I>: Width,
{
    let stores = |stored: i128| OneBased::of_stored(I::try_from(stored).ok().unwrap());
    let largest = <OneBased<I> as Width>::MAX;
    assert_eq!(largest as i128, most - 1);
    assert_eq!(OneBased::<I>::default(), stores(1));
    for number in [0, 1, 2, largest / 2, largest - 1, largest] {
        let index = <OneBased<I> as Width>::new(number).unwrap();
        assert_eq!(index, stores(number as i128 + 1));
        assert_eq!((index.to_usize(), Width::truncate(number)), (number, index));
        assert_eq!(index.less(stores(1)), number);
    }
    assert_eq!(<OneBased<I> as Width>::new(largest + 1), None);
    // What is no index is in front of all others, and larger than any extent.
    for stored in [0, -1, least].into_iter().filter(|stored| *stored >= least) {
        assert!(stores(stored) < OneBased::default());
        assert!(
            stores(stored).to_usize() > largest,
            "{stored} of {}",
            <OneBased<I> as Width>::NAME
        );
    }
}

#[test]
fn numbers() {
    macro_rules! of {
        ($($t:ident)*) => { $( keeps_its_promises::<$t>($t::MIN.into(), $t::MAX.into()); )* };
    }
    of! { u8 u16 u32 u64 i8 i16 i32 i64 }
    keeps_its_promises::<usize>(0, usize::MAX as i128);
    keeps_its_promises::<isize>(isize::MIN as i128, isize::MAX as i128);
    assert_eq!(format!("{:?}", OneBased::of_stored(3)), "3 counted from 1");
}

#[test]
fn malformed_rows() {
    let val = &[1.0, 2.0][..];
    for (kind, words, rows, ptr, idx) in [
        (
            Invalid,
            "start with 0 counted from 1, not 0",
            1,
            &[0, 2][..],
            &[1, 2][..],
        ),
        (Invalid, "start with 2 counted from 1", 1, &[2, 3], &[1, 2]),
        (Invalid, "start with -1 counted from 1", 1, &[-1, 3], &[1, 2]),
        (Invalid, "descend", 2, &[1, 3, 2], &[1, 2]),
        (Invalid, "descend", 1, &[1, 0], &[1, 2]),
        (Invalid, "descend", 1, &[1, i32::MIN], &[1, 2]),
        (Invalid, "beyond its 2 entries", 1, &[1, 4], &[1, 2]),
        (Invalid, "beyond its 2 entries", 1, &[1, i32::MAX], &[1, 2]),
        (Invalid, "where 2 fibers need one more", 2, &[1, 3], &[1, 2]),
        (Invalid, "not strictly ascending", 1, &[1, 3], &[2, 1]),
        (Invalid, "not strictly ascending", 1, &[1, 3], &[2, 2]),
        (OutOfBounds, "index 0 counted from 1", 1, &[1, 3], &[0, 1]),
        (OutOfBounds, "index 0 counted from 1", 2, &[1, 2, 3], &[1, 0]),
        (OutOfBounds, "index -1 counted from 1", 1, &[1, 3], &[-1, 3]),
        (
            OutOfBounds,
            "index -2147483648 counted from 1",
            1,
            &[1, 3],
            &[i32::MIN, 3],
        ),
        (OutOfBounds, "index 4 counted from 1", 1, &[1, 3], &[1, 4]),
        (
            OutOfBounds,
            "index 2147483647 counted from 1",
            1,
            &[1, 3],
            &[1, i32::MAX],
        ),
    ] {
        refused(csr([rows, 3], ptr, idx, val), kind, words);
        // In other types, with a sign and without one.
        let wide = |numbers: &[i32]| numbers.iter().map(|&n| i64::from(n)).collect::<Vec<_>>();
        refused(csr([rows, 3], &wide(ptr), &wide(idx), val), kind, words);
        let unsigned = |numbers: &[i32]| numbers.iter().map(|&n| u32::try_from(n)).collect::<Result<Vec<_>, _>>();
        if let (Ok(ptr), Ok(idx)) = (unsigned(ptr), unsigned(idx)) {
            refused(csr([rows, 3], &ptr, &idx, val), kind, words)
        }
    }
    refused(csr([1, 3], &[1, 3], &[1, 2], &val[..1]), Invalid, "1 values where 2");
    refused(csr([1, 3], &[] as &[i64], &[] as &[i64], &[]), Invalid, "need one more");
    refused(
        csr([1, 3], &[1, 2], &[i64::MIN], &val[..1]),
        OutOfBounds,
        "counted from 1",
    );
    // 255 columns have the indices 1 to 255, and one more does not fit.
    csr([1, 255], &[1_u8, 2], &[255_u8], &val[..1]).unwrap();
    refused(
        csr([1, 256], &[1_u8, 2], &[255_u8], &val[..1]),
        TooLarge,
        "indices up to 255, which do not fit its index type OneBased<u8>",
    );
}

#[test]
fn columns() {
    // [1 0 2; 0 3 0] of Julia.
    let (colptr, rowval, nzval) = ([1_i64, 2, 3, 4], [1_i64, 2, 1], [1.0, 3.0, 2.0]);
    let a = csr([3, 2], &colptr, &rowval, &nzval).unwrap();
    assert_eq!(
        (a.shape(), a.to_dense().unwrap()),
        ([3, 2].into(), vec![1.0, 0.0, 0.0, 3.0, 2.0, 0.0])
    );

    // The same by `find` of MATLAB.
    let (i, j) = ([1_u32, 2, 1], [1_u32, 2, 3]);
    let b = coordinates([3, 2], [&j, &i], &nzval).unwrap();
    assert_eq!(b.to_triplets(), a.to_triplets());
    let [first, second] = b.level().idx() else {
        unreachable!()
    };
    assert_eq!(
        (first.as_ptr().addr(), second.as_ptr().addr()),
        (j.as_ptr().addr(), i.as_ptr().addr())
    );
    refused(coordinates([3, 3], [&i, &j], &nzval), Invalid, "");
    refused(coordinates([3, 2], [&[0, 2, 3], &i], &nzval), OutOfBounds, "");
    refused(coordinates([3, 2], [&[1, 2, 4], &i], &nzval), OutOfBounds, "");
    refused(coordinates([3, 2], [&j[..2], &i], &nzval), Invalid, "");
}

#[test]
fn vectors() {
    let (idx, val) = ([2_i32, 5], [2.0, 3.0]);
    let x = ListView::from_parts(5, slice(&idx), &val).unwrap();
    assert_eq!(x.to_dense().unwrap(), [0.0, 2.0, 0.0, 0.0, 3.0]);
    assert_eq!(x.level().idx().as_ptr().addr(), idx.as_ptr().addr());
    for (kind, idx) in [
        (OutOfBounds, [0, 1]),
        (OutOfBounds, [1, 6]),
        (Invalid, [5, 2]),
        (Invalid, [2, 2]),
    ] {
        refused(ListView::from_parts(5, slice(&idx), &val), kind, "counted from 1");
    }
}

#[test]
fn arrays_are_moved() {
    let (ptr, idx) = (vec![1_i32, 2, 4], vec![3_i32, 1, 2]);
    let at = [ptr.as_ptr(), idx.as_ptr()];
    let a = From1::from_parts(2, 3, from_stored(ptr), from_stored(idx), vec![1.0, 2.0, 3.0]).unwrap();
    assert_eq!(a.to_dense().unwrap(), [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    assert_eq!(stored(a.level().child().idx()), [3, 1, 2]);
    let (_, _, ptr, idx, _) = a.into_parts();
    let (ptr, idx) = (into_stored(ptr), into_stored(idx));
    assert_eq!(
        ([ptr.as_ptr(), idx.as_ptr()], &ptr[..], &idx[..]),
        (at, &[1, 2, 4][..], &[3, 1, 2][..])
    );
}

/// What the check has to find out of arrays from 1, looked at number by number.
fn are_rows([rows, cols]: [usize; 2], ptr: &[i64], idx: &[i64]) -> bool {
    let is_index = |&index: &i64| 1 <= index && index <= cols as i64;
    let goes_up = |row: &[i64]| row.iter().all(is_index) && row.windows(2).all(|pair| pair[0] < pair[1]);
    let within = |pair: &[i64]| 1 <= pair[0] && pair[0] <= pair[1] && pair[1] <= idx.len() as i64 + 1;
    ptr.len() > rows
        && ptr[0] == 1
        && ptr[..=rows].windows(2).all(within)
        && ptr[..=rows]
            .windows(2)
            .all(|pair| goes_up(&idx[pair[0] as usize - 1..pair[1] as usize - 1]))
}

#[test]
fn random_arrays_are_checked() {
    let mut random = finch_formats::random::Random::seeded(7);
    let (mut taken, mut not_taken) = (0, 0);
    for round in 0..20_000 {
        let mut below = |end: i64| random.below(end as u128) as i64;
        let shape = [below(3) as usize + 1, below(4) as usize + 1];
        // Mostly what may be right: pointers that ascend from 1, indices from 1.
        let least = if round % 4 == 0 { -1 } else { 1 };
        let mut ptr: Vec<i64> = (0..shape[0] as i64 + 1).map(|_| least + below(4)).collect();
        if round % 3 > 0 {
            ptr.sort_unstable();
            ptr[0] = 1;
        }
        let idx: Vec<i64> = (0..below(5)).map(|_| least + below(5)).collect();
        let val = ramp(idx.len());
        let expected = are_rows(shape, &ptr, &idx);
        // The same numbers of 8 bits.
        let narrow = |numbers: &[i64]| numbers.iter().map(|&number| number as i8).collect::<Vec<_>>();
        let (narrow_ptr, narrow_idx) = (narrow(&ptr), narrow(&idx));
        let a = csr(shape, &narrow_ptr, &narrow_idx, &val);
        assert_eq!(a.is_ok(), expected, "{shape:?} {ptr:?} {idx:?}");
        let a = csr(shape, &ptr, &idx, &val);
        assert_eq!(a.is_ok(), expected, "{shape:?} {ptr:?} {idx:?}");
        let Ok(a) = a else {
            not_taken += 1;
            continue;
        };
        taken += 1;
        let x = ramp(shape[1]);
        let by_hand = |row: usize| {
            let entries = ptr[row] as usize - 1..ptr[row + 1] as usize - 1;
            entries.map(|at| val[at] * x[idx[at] as usize - 1]).sum::<f64>()
        };
        let y = product(&a, &x);
        assert_eq!(y, (0..shape[0]).map(by_hand).collect::<Vec<_>>());
    }
    assert!(taken > 1000 && not_taken > 1000, "{taken} {not_taken}");
}

//! Sparse lists.

use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use finch_tests::conformance::*;
use finch_tests::{conformance, run};
use std::ops::Range;
use typenum::{U1, U2};

conformance! {
    List, |level| [level.ptr(), level.idx(), level.child().val()];
    stores {
        some V9, 5 => [0 5] [1 2 3 4 7] [1 1 2 2 3];
        some Z4, 0 => [0 0] [] [];
        rows M5, 8 => [0 4 4 7 8 8] [1 2 3 4 0 1 2 3] [1 2 2 3 1 1 2 3];
        whole B6, 6 => [0 6] [0 1 2 3 4 5] [0 1 1 0 0 1];
    }
    appends {
        [1 3] then [4 8] => [0 4] [1 3 4 8] [2 4 5 9];
        [1 3] then [] => [0 2] [1 3] [2 4];
        late [1 3] then [3 8];
        late [3 8] then [1 3];
    }
    one_at_a_time {}
    goes_on { [1 2] then [4] => [0 3] [1 2 4] [2 3 5]; }
    // Pointers that count to 255.
    counts { SparseList<Value, Vec<u8>>: 7..262 => 255, 7..263 => 255, 7..607 => 255 }
    survives_panics { V9, 3, false }
}

#[test]
fn a_copy_appends_what_is_stored() {
    let mut y = empty::<List>();
    for extent in [0, 1, 2, 5, 1000] {
        let a = listed(extent, (0..extent).step_by(3));
        for _ in 0..2 {
            U1::set(&mut y, &a).unwrap();
            assert_eq!(stored(&y), stored(&a));
        }
    }
}

#[test]
fn a_part_is_appended_without_room_for_the_rest() {
    let (a, mut y) = (listed(100_000, 0..100_000), empty::<List>());
    run! { y .= 0; for i in 50_000..50_003 { y[i] = a[i]; } }
    assert_eq!(stored(&y), [(50_000, 50_001), (50_001, 50_002), (50_002, 50_003)]);
    let (_, idx, _) = y.into_parts();
    assert!(idx.capacity() < 100, "room for {}", idx.capacity());
}

#[test]
fn a_condition_appends_what_it_lets_through() {
    // Few, more than room is made for at once, and many of which few are let through.
    for (extent, step) in [(20, 1), (9000, 2), (20_000, 1)] {
        let a = listed(extent, (0..extent).step_by(step));
        for least in [0, 5, 19_990] {
            let wanted: Vec<_> = stored(&a).into_iter().filter(|&(_, value)| value > least).collect();
            let mut y = empty::<List>();
            for _ in 0..2 {
                run! { y .= 0; for i { if a[i] > least { y[i] = a[i]; } } }
                assert_eq!(stored(&y), wanted);
            }
        }
    }
    // Room is not made for all that a condition may let through.
    let (a, mut y) = (listed(200_000, 0..200_000), empty::<List>());
    run! { y .= 0; for i { if a[i] > 199_990 { y[i] = a[i]; } } }
    let (_, idx, _) = y.into_parts();
    assert_eq!(idx.len(), 10);
    assert!(idx.capacity() < 10_000, "room for {}", idx.capacity());
}

/// What is above 10 of `a` goes behind what `y` holds.
fn append_large(a: &Tensor<List>, y: &mut Tensor<List>) -> Result<()> {
    finch! { mut y; for i { if a[i] > 10 { y[i] = a[i]; } } }.run()
}

/// An index that the condition does not let through may lie before the end of what is there already.
#[test]
fn a_condition_appends_behind_what_is_there() {
    let mut y = listed(40, [0, 12]);
    append_large(&listed(40, [1, 2, 3, 20, 30]), &mut y).unwrap();
    assert_eq!(stored(&y), [(0, 1), (12, 13), (20, 21), (30, 31)]);
    // One that it lets through may not.
    let mut y = listed(40, [0, 12]);
    refused(append_large(&listed(40, [1, 11, 20]), &mut y), ErrorKind::Order, &[]);
    assert_eq!(stored(&y), [(0, 1), (12, 13), (20, 21)]);
}

#[test]
fn a_second_loop_before_the_end_of_the_first_leaves_the_first() {
    for (a, b) in [([1, 3], [3, 8]), ([3, 8], [1, 3])] {
        let mut y = empty::<List>();
        refused(appended(&mut y, &a, &b), ErrorKind::Order, &["SparseList"]);
        assert_eq!(stored(&y), stored(&listed(10, a)));
    }
}

#[test]
fn rows_that_nothing_is_appended_to_need_no_pointers_beyond_the_last() {
    // 200 entries in each of two rows: the second row does not fit, the third would not store anything.
    let a = csr(3, 200, &[vec![1; 400], vec![0; 200]].concat());
    let mut y = empty::<Dense<SparseList<Value, Vec<u8>>>>();
    refused(U2::set(&mut y, &a), ErrorKind::TooLarge, &[]);
    y.validate().unwrap();
    assert_eq!(y.count_stored(), 255);
}

#[test]
fn sums_are_appended_row_by_row() {
    let triplets = (0..50).map(|k| ([k % 7, (k * 13) % 40], k as i64));
    let a = Csr::<i64>::from_triplets([7, 40], triplets, Add).unwrap();
    let mut sums = empty::<List>();
    run! { sums .= 0; for j, i { sums[j] += a[j, i]; } }
    let mut expected = [0; 7];
    a.for_each(|index, value| expected[index[0]] += value);
    assert_eq!(stored(&sums), expected.into_iter().enumerate().collect::<Vec<_>>());
}

/// All arrays of so many numbers up to the largest.
fn all_arrays(len: usize, least: i8, most: i8) -> Vec<Vec<i8>> {
    let mut arrays = vec![vec![]];
    for _ in 0..len {
        let longer = |array: &Vec<i8>| {
            (least..=most)
                .map(|number| [&array[..], &[number]].concat())
                .collect::<Vec<_>>()
        };
        arrays = arrays.iter().flat_map(longer).collect()
    }
    arrays
}

/// What is accepted of three rows and all arrays of few entries is what can be read: with and without a sign, in wide numbers and short ones.
#[test]
fn only_what_can_be_read_is_accepted() {
    let is_valid = |ptr: &[i8], idx: &[i8], extent: i8| {
        let fibers = |pair: &[i8]| usize::try_from(pair[0]).ok()..usize::try_from(pair[1]).ok();
        let is_fiber = |pair: &[i8]| match fibers(pair) {
            Range {
                start: Some(start),
                end: Some(end),
            } => idx.get(start..end).is_some_and(|fiber| {
                fiber.iter().all(|index| (0..extent).contains(index)) && fiber.windows(2).all(|pair| pair[0] < pair[1])
            }),
            _ => false,
        };
        ptr[0] == 0 && ptr.windows(2).all(is_fiber)
    };
    let (mut accepted, mut refused) = (0, 0);
    for len in 0..4 {
        let (all_ptr, all_idx) = (all_arrays(4, -1, 4), all_arrays(len, -1, 3));
        for (ptr, idx) in all_ptr.iter().flat_map(|ptr| all_idx.iter().map(move |idx| (ptr, idx))) {
            let valid = is_valid(ptr, idx, 3);
            let val = || Element::<i8>::new(vec![1; len]);
            let short = Tensor::new(Dense::new(3, SparseList::new(3, ptr.clone(), idx.clone(), val())));
            let wide = |array: &[i8]| array.iter().map(|&number| number as usize).collect::<Vec<_>>();
            let wide = Tensor::new(Dense::new(3, SparseList::new(3, wide(ptr), wide(idx), val())));
            assert_eq!((short.is_ok(), wide.is_ok()), (valid, valid), "{ptr:?} {idx:?}");
            *(if valid { &mut accepted } else { &mut refused }) += 1
        }
    }
    assert!(accepted > 100 && refused > 100_000, "{accepted} {refused}")
}

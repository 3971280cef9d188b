//! Byte maps.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, run};
use typenum::{U1, U2};

type Map = SparseByteMap<Value>;
type Maps = Dense<Map>;

conformance! {
    Map, |level| [level.ptr(), level.idx(), level.tbl(), level.child().val()];
    stores {
        some V9, 9 => [0 5] [1 2 3 4 7] [0 1 1 1 1 0 0 1 0] [0 1 1 2 2 0 0 3 0];
        some Z4, 4 => [0 0] [] [0 0 0 0] [0 0 0 0];
        some [7], 1 => [0 1] [0] [1] [7];
        rows M5_COLUMNS, 25 => [0 1 3 5 7 8] [2 0 2 0 2 0 3 0]
            [0 0 1 0 0 1 0 1 0 0 1 0 1 0 0 1 0 0 1 0 1 0 0 0 0] [0 0 1 0 0 1 0 1 0 0 2 0 2 0 0 2 0 0 3 0 3 0 0 0 0];
    }
    refuses {
        |extent: usize, ptr: &[usize], idx: &[u8], tbl: &[bool], val: usize| {
            SparseByteMap::new(extent, ptr.to_vec(), idx.to_vec(), tbl.to_vec(), zeros(val))
        };
        3, &[0, 1], &[1], &[false, true, false], 3;
        257, &[0, 1], &[1], &[false, true, false], 3 => TooLarge "u8";
        usize::MAX, &[0, 1], &[1], &[false, true, false], 3 => TooLarge "index type";
        3, &[0], &[1], &[false, true, false], 3 => Invalid "pointers";
        3, &[1, 1], &[1], &[false, true, false], 3 => Invalid "start with 1";
        3, &[0, 2], &[1], &[false, true, false], 3 => Invalid "beyond its 1 entries";
        3, &[0, 1], &[3], &[false, true, false], 3 => OutOfBounds "index 3 of fiber 0";
        3, &[0, 2], &[1, 1], &[false, true, false], 3 => Invalid "ascending";
        3, &[0, 1], &[1], &[false, true], 3 => Invalid "2 bytes";
        3, &[0, 1], &[1], &[false, false, false], 3 => Invalid "index 1 of fiber 0";
        3, &[0, 1], &[1], &[true, true, false], 3 => Invalid "index 0 of fiber 0";
        3, &[0, 1], &[1], &[false, true, false], 2 => Invalid "2 values";
    }
    rejects {
        Dense::new(3, SparseByteMap::new(usize::MAX, vec![0_usize; 4], Vec::<u64>::new(), vec![], zeros(0))) => TooLarge;
    }
    keeps { |level| (level.tbl().as_ptr(), level.child().val().as_ptr()) }
    widest { SparseByteMap<Value, Vec<usize>, Vec<u8>>: u8 256 }
    holds_nothing { Maps }
    survives_panics { V9, 3, true }
}

#[test]
fn programs_write_and_read_it_in_any_order() {
    multiplies_as_a_workspace::<Map>();
    multiplies_by_outer_products::<Maps>();
    is_read_by_every_protocol::<Map>();
    is_updated_in_place::<Map>();
    let c = absent_fibers_are_fill::<SparseList<Map>, SparseList<Map>>();
    // The outer level stores only what is assigned.
    assert!(c.level().idx().len() <= 20);
    several_statements_write_at_once::<Map>(|level, sum| assert_eq!(level.child().val(), sum));
    let mut w = empty::<Maps>();
    for seed in 6..9 {
        let expected = write_to_different_fibers(&mut w, seed).unwrap();
        assert_eq!(all(&w), expected)
    }
}

#[test]
fn holds_any_level() {
    holds! { by Plane: SparseByteMap<List>, SparseByteMap<Line>, SparseByteMap<Map>, SparseList<Map>, Maps }
    // Twice, into what is there.
    let values = Dice(7).values(12 * 11, 5);
    let mut maps: Tensor<SparseByteMap<Map>> = copied(&csr(12, 11, &values));
    U2::add(&mut maps, &csr(12, 11, &values)).unwrap();
    assert_eq!(all(&maps), zipped(&values, &values, |x, y| x + y));
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, idx, tbl, val) = ([0_u8, 2], [1_u16, 2], [false, true, true], [9, 4, 5]);
    let child = Element::<i64, Zero, _>::new(&val[..]);
    let w = Tensor::new(SparseByteMap::new(3, &ptr[..], &idx[..], &tbl[..], child)).unwrap();
    assert_eq!(all(&copied::<Line, _>(&w)), [0, 4, 5]);
}

#[test]
fn declares_again_without_allocating() {
    keeps_places::<Map, _>(|level| (level.tbl().as_ptr(), level.child().val().as_ptr(), level.idx().as_ptr()));
    let mut w: Tensor<Map> = copied(&list(&V9));
    U1::set(&mut w, &list(&[1, 2])).unwrap();
    assert_eq!(w.level().tbl().len(), 2);
}

#[test]
fn is_updated_when_made_of_arrays() {
    let tbl = vec![false, true, false, true, false, false, true, true];
    // What is not stored is garbage.
    let val = vec![99, 1, 99, 2, 99, 99, 3, 4, 99, 99];
    let map = SparseByteMap::new(3, vec![0, 1, 2, 3], vec![1_u32, 0, 0, 2], tbl, Element::<i64>::new(val));
    let mut w = Tensor::new(Dense::new(2, map)).unwrap();
    assert_eq!(all(&w), [0, 1, 0, 2, 0, 0]);
    let more = csr(2, 3, &[1, 1, 0, 0, 0, 1]);
    U2::add(&mut w, &more).unwrap();
    assert_eq!(all(&w), [1, 2, 0, 2, 0, 1]);
    run! { w .= 0; for j, i { w[j, i] += more[j, i]; } }
    assert_eq!(all(&w), all(&more));
}

#[test]
fn patterns() {
    let mut out = patterns_are_taken_back::<SparseByteMap<Pattern>>();
    // What was cleared is cleared when the map is declared again.
    let some = bits([true, false, false, true]);
    run! { out .= _; for i { out[i] := some[i]; } }
    assert_eq!(all(&out), [true, false, false, true]);
    // Fibers in memory of their own hold nothing either.
    patterns_are_taken_back::<SparseByteMap<Separate<Pattern>>>();
}

#[test]
fn refuses_extents_that_do_not_fit() {
    let mut narrow = empty::<SparseByteMap<Value, Vec<usize>, Vec<u8>>>();
    refused(U1::set(&mut narrow, &line(&[1; 300])), ErrorKind::TooLarge, &[]);
    narrow.validate().unwrap();
    let mut few = empty::<Dense<SparseByteMap<Value, Vec<u8>, Vec<u8>>>>();
    refused(U2::set(&mut few, &csr(2, 200, &[1; 400])), ErrorKind::TooLarge, &[]);
    few.validate().unwrap();
    U1::set(&mut narrow, &line(&[1; 256])).unwrap();
    assert_eq!(all(&narrow), [1; 256]);
}

#[test]
fn a_panic_leaves_fill_in_its_values() {
    let mut w: Tensor<Map> = copied(&list(&V9));
    let run = std::panic::AssertUnwindSafe(|| U1::explode(&mut w, &line(&V9), 3));
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!(w.level().child().val(), &[0; 9]);
    U1::set(&mut w, &list(&V9)).unwrap();
    assert_eq!(w.level().child().val(), &V9);
}

/// A workspace that is only looked up holds its last row when the program ends, in order.
#[test]
fn what_is_followed_is_in_order_afterwards() {
    let b = csr(2, 5, &[0, 3, 0, 0, 4, 1, 0, 0, 2, 0]);
    let (mut w, mut y) = (empty::<Map>(), Vector::<i64>::default());
    for (rows, idx, sums) in [(2, &[0, 1, 3, 4][..], &[7, 10][..]), (1, &[1, 4], &[7]), (0, &[], &[])] {
        let a = csr(rows, 2, &[1, 0, 1, 1][..2 * rows]);
        run! { y .= 0; for j { w .= 0; for k, i { w[i] += a[j, k] * b[k, i]; } for i { y[j] += w[follow(i)]; } } }
        w.validate().unwrap();
        assert_eq!((&w.level().idx()[..], y.values()), (idx, sums))
    }
}

/// Members of a set are taken out and put in again, more often than there is room for in its list.
#[test]
fn patterns_come_and_go() {
    let bits: Vec<bool> = (0..40 * 6).map(|at| (at / 6 + at % 6) % 2 == 0).collect();
    let a = Tensor::<Dense<Dense<Element<bool, False>>>>::from_dense([40, 6], &bits).unwrap();
    let rows = Tensor::<Dense<Element<bool, False>>>::from_dense([3], &[true; 3]).unwrap();
    let mut last = Tensor::<Dense<SparseByteMap<Pattern>>>::default();
    run! { last .= _; for j, i, k { last[j, k] := a[i, k] & rows[j]; } }
    last.validate().unwrap();
    assert_eq!(last.to_dense().unwrap(), bits[39 * 6..].repeat(3))
}

/// One statement puts in what another one takes out: neither alone knows how often.
#[test]
fn patterns_are_taken_back_by_others() {
    let a = Tensor::<Dense<Dense<Element<bool, False>>>>::from_dense([400, 6], &[true; 2400]).unwrap();
    let not = Tensor::<Dense<Dense<Element<bool, False>>>>::from_dense([400, 6], &[false; 2400]).unwrap();
    let mut last = Tensor::<Dense<SparseByteMap<Pattern>>>::default();
    let rows = Tensor::<Dense<Element<bool, False>>>::from_dense([3], &[true; 3]).unwrap();
    run! { last .= _; for j, i, k { last[j, k] := a[i, k] & rows[j]; last[j, k] := not[i, k]; } }
    last.validate().unwrap();
    assert_eq!(last.to_dense().unwrap(), [false; 18]);
    run! { last .= _; for j, i, k { last[j, k] := not[i, k] & rows[j]; last[j, k] := a[i, k]; } }
    last.validate().unwrap();
    assert_eq!(last.to_dense().unwrap(), [true; 18]);
    let mut apart = Tensor::<Dense<SparseByteMap<Separate<Pattern>>>>::default();
    run! { apart .= _; for j, i, k { apart[j, k] := a[i, k] & rows[j]; apart[j, k] := a[i, k]; } }
    apart.validate().unwrap();
    assert_eq!(apart.to_dense().unwrap(), [true; 18])
}

//! Dictionaries.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::width::Width;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run, sums};
use typenum::{U1, U2};

type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

conformance! {
    Dict, |level| [level.ptr(), level.idx(), level.slot(), level.child().val()];
    stores {
        some V9, 5 => [0 5] [1 2 3 4 7] [0 1 2 3 4] [1 1 2 2 3];
        some Z4, 0 => [0 0] [] [] [];
        rows M5_COLUMNS, 8 => [0 1 3 5 7 8] [2 0 2 0 2 0 3 0] [0 1 2 3 4 5 6 7] [1 1 1 2 2 2 3 3];
    }
    refuses {
        |extent: usize, ptr: &[i64], idx: &[i16], slot: &[i32], val: usize| dict(extent, ptr, idx, slot, val);
        1 << 16, &[0, 1], &[1], &[0], 1 => TooLarge "i16";
        3, &[], &[1], &[0], 1 => Invalid "pointers";
        3, &[0], &[1], &[0], 1 => Invalid "pointers";
        3, &[1, 1], &[1], &[0], 1 => Invalid "start with 1";
        3, &[0, -1], &[1], &[0], 1 => Invalid "descend from 0 to -1";
        3, &[-5, 1], &[1], &[0], 1 => Invalid "start with -5";
        3, &[0, 2], &[1], &[0, 1], 2 => Invalid "beyond its 1 entries";
        3, &[0, i64::MAX], &[1], &[0], 1 => Invalid "beyond its 1 entries";
        3, &[0, 1], &[3], &[0], 1 => OutOfBounds "index 3 of fiber 0";
        3, &[0, 1], &[-1], &[0], 1 => OutOfBounds "index -1 of fiber 0";
        3, &[0, 2], &[1, 1], &[0, 1], 2 => Invalid "ascending";
        3, &[0, 2], &[1, 2], &[0], 2 => Invalid "are 1 where its 2 entries";
        3, &[0, 2], &[1, 2], &[0, 0], 2 => Invalid "slot 0 of a SparseDict level is there twice, at 0 and 1";
        3, &[0, 2], &[1, 2], &[1, 2], 3 => OutOfBounds "slot 2 at 1";
        3, &[0, 2], &[1, 2], &[1, -1], 3 => OutOfBounds "slot -1 at 1";
        3, &[0, 1], &[1], &[0, 7], 9 => OutOfBounds "slot 7 at 1 of a SparseDict level is not below their number 2";
        3, &[0, 2], &[0, 1], &[1, 0], 1 => Invalid "1 values where 2";
    }
    rejects {
        dict(300, &[0_usize, 1], &[1_u8], &[0_u8], 1) => TooLarge "u8";
        // More slots than their type can tell apart.
        dict(300, &[0_usize, 300], &Vec::from_iter(0..300_u32), &Vec::from_iter((0..300).map(|slot| slot as u8)), 300)
            => Invalid "there twice";
        // Pointers that go to and fro: each pair would list everything again, which takes too long.
        to_and_fro(100_000) => Invalid "descend from 100000 to 0 at fiber 1";
    }
    keeps {
        |level| (level.ptr().as_ptr(), level.idx().as_ptr(), level.slot().as_ptr(), level.child().val().as_ptr())
    }
    holds_nothing { Dicts, DictDict, SparseDict<Line> }
    survives_panics { V9, 3, true }
}

fn dict<P: Width, I: Width, S: Width>(
    extent: usize,
    ptr: &[P],
    idx: &[I],
    slot: &[S],
    val: usize,
) -> SparseDict<Value, Vec<P>, Vec<I>, Vec<S>> {
    SparseDict::new(extent, ptr.to_vec(), idx.to_vec(), slot.to_vec(), zeros(val))
}

fn to_and_fro(len: usize) -> Dense<Dict> {
    let ptr = (0..len).map(|at| if at % 2 == 0 { 0 } else { len }).collect();
    let (idx, slot) = ((0..len as u32).collect(), (0..len as u32).rev().collect());
    Dense::new(len - 1, SparseDict::new(len, ptr, idx, slot, zeros(len)))
}

#[test]
fn rows_are_listed_too() {
    let w: DictMatrix<i64> = csr(5, 5, M5_COLUMNS.as_flattened()).convert().unwrap();
    assert_eq!(w.level().idx(), &[0, 1, 2, 3, 4]);
    assert_eq!(w.level().child().ptr(), &[0, 1, 3, 5, 7, 8]);
    assert_eq!(all(&w), M5_COLUMNS.as_flattened());
}

#[test]
fn slots_are_given_in_the_order_of_writing() {
    // The entries of the transpose are visited by rows, so those of a column come one by one.
    let (m, mut columns) = (csr(5, 5, M5_COLUMNS.as_flattened()), empty::<Dict>());
    run! { columns .= 0; for k, i { columns[i] += m[k, i]; } }
    assert_eq!(
        arrays(columns.level()),
        [vec![0, 3], vec![0, 2, 3], vec![1, 0, 2], vec![4, 8, 3]]
    );
    assert_eq!(all(&columns), [8, 0, 4, 3, 0]);
}

#[test]
fn programs_write_and_read_it_in_any_order() {
    multiplies_as_a_workspace::<Dict>();
    sums_up_outer_products::<DictDict>();
    of_types! { multiplies_by_outer_products():
        DictDict, Dicts, SparseDict<Line>, SparseDict<SparseByteMap<Value>>
    }
    is_read_by_every_protocol::<Dict>();
    is_updated_in_place::<Dict>();
    let c = absent_fibers_are_fill::<DictDict, SparseList<Dict>>();
    assert!(c.level().idx().len() <= 20);
    several_statements_write_at_once::<Dict>(|_, _| ());
    keeps_places::<Dict, _>(|level| {
        (
            level.ptr().as_ptr(),
            level.idx().as_ptr(),
            level.slot().as_ptr(),
            level.child().val().as_ptr(),
        )
    })
}

#[test]
fn lookups_read_what_they_find() {
    let (a, b) = (Dice(11).values(500, 9), Dice(12).values(500, 3));
    let (x, mut w) = (list(&a), empty::<SparseDict<Counted<Value>>>());
    w.copy_from(&list(&b)).unwrap();
    w.level().child().reset();
    sums! { for i; dot(&a, &b) => (x[i] * w[follow(i)]); }
    let both = a.iter().zip(&b).filter(|(a, b)| **a != 0 && **b != 0).count();
    assert_eq!(w.level().child().count() as usize, both);
}

#[test]
fn holds_any_level() {
    holds! { by SparseCoo<U2, Value>:
        SparseDict<List>, SparseDict<Line>, SparseDict<SparseByteMap<Value>>, DictDict, SparseDict<RunList<Value>>,
        SparseDict<SparseRunList<Value>>, SparseDict<SparseBlockList<Value>>, SparseDict<SparseBand<Value>>,
        SparseList<Dict>, SparseByteMap<Dict>, SparseBand<Dict>, Dense<SparseDict<Value, Vec<u8>, Vec<u8>, Vec<u8>>>,
        Dense<SparseDict<Value, Vec<u16>, Vec<u64>, Vec<i16>>>
    }
    let triplets = [([3, 0, 7], 1_i64), ([0, 4, 2], 2), ([3, 0, 1], 3), ([3, 9, 9], 4)];
    let deep = Tensor::<SparseDict<DictDict>>::from_triplets([4, 10, 10], triplets, Add).unwrap();
    assert_eq!(all(&deep).iter().sum::<i64>(), 10);
    assert!(deep.to_string().contains("SparseDict"), "{deep}");
}

#[test]
fn wide_indices_are_sorted() {
    let far = [5, 1 << 60, 1 << 40, 0, (1 << 60) + 1, 7];
    let entries = (0..).zip(far).map(|(value, index)| ([index], value + 1_i64));
    let x = Tensor::<SparseList<Value, Vec<usize>, Vec<u64>>>::from_triplets([1 << 62], entries, Add).unwrap();
    let w: Tensor<SparseDict<Value, Vec<usize>, Vec<u64>>> = x.convert().unwrap();
    w.validate().unwrap();
    assert_eq!(w.level().idx(), &[0, 5, 7, 1 << 40, 1 << 60, (1 << 60) + 1]);
    sums! { for i; 91 => (x[i] * w[follow(i)]); }
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, idx, slot, val) = ([0_u8, 2], [1_u16, 2], [2_u8, 0, 1], [4, 9, 5]);
    let level = SparseDict::new(3, &ptr[..], &idx[..], &slot[..], Element::<i64, Zero, _>::new(&val[..]));
    let (w, mut y) = (Tensor::new(level).unwrap(), Vector::<i64>::default());
    run! { y .= 0; for i { y[i] = w[i] + w[follow(i)]; } }
    assert_eq!(all(&y), [0, 10, 8]);
    let (extent, ptr, idx, slot, child) = w.into_level().into_parts();
    assert_eq!(
        (extent, ptr.len(), idx.len(), slot.len(), child.val().len()),
        (3, 2, 2, 3, 3)
    );
}

#[test]
fn a_small_fiber_after_a_large_one_leaves_nothing_behind() {
    let (mut w, mut dice) = (empty::<Dict>(), Dice(9));
    for (extent, sides) in [
        (5000, 1),
        (5000, 1000),
        (5000, 500),
        (3, 1),
        (5000, 5000),
        (5000, 2),
        (64, 8),
    ] {
        let values = dice.values(extent, sides);
        U1::set(&mut w, &list(&values)).unwrap();
        assert_eq!(all(&w), values)
    }
    // The same below a parent that clears its fibers one by one.
    let mut w = empty::<SparseByteMap<Dict>>();
    for (rows, columns, sides) in [(50, 60, 1), (50, 60, 90), (50, 60, 3), (3, 3, 1)] {
        let values = dice.values(rows * columns, sides);
        w.copy_from(&csr(rows, columns, &values)).unwrap();
        assert_eq!(all(&w), values)
    }
}

#[test]
fn rows_are_updated_in_an_order_that_is_not_theirs() {
    let mut dice = Dice(3);
    let mut sum = dice.values(12 * 15, 5);
    let mut w: Tensor<DictDict> = csr(12, 15, &sum).convert().unwrap();
    let more = dice.values(12, 2);
    let x = list(&more);
    run! { mut w; for k, j, i in 3..9 { w[j, i] += x[j] * x[k]; } }
    let total: i64 = more.iter().sum();
    for (place, sum) in sum.iter_mut().enumerate() {
        if (3..9).contains(&(place % 15)) {
            *sum += more[place / 15] * total
        }
    }
    assert_eq!(all(&w), sum);
}

#[test]
fn is_updated_when_made_of_arrays() {
    // Slots 1 and 4 are free and hold garbage.
    let (ptr, idx, slot) = (vec![0, 1, 2, 4], vec![1_u32, 0, 0, 2], vec![3_u32, 2, 0, 5, 4, 1]);
    let dict = SparseDict::new(3, ptr, idx, slot, Element::<i64>::new(vec![3, 99, 2, 1, 99, 4, 99]));
    let mut w = Tensor::new(Dense::new(3, dict)).unwrap();
    let mut declared = w.clone();
    holds(&w, &[0, 1, 0, 2, 0, 0, 3, 0, 4], 4);
    let more = csr(3, 3, &[1, 1, 1, 0, 0, 1, 0, 0, 7]);
    U2::add(&mut w, &more).unwrap();
    assert_eq!(all(&w), [1, 2, 1, 2, 0, 1, 3, 0, 11]);
    run! { declared .= 0; for j, i { declared[j, i] += more[j, i]; } }
    assert_eq!(all(&declared), all(&more));
    // Of more fibers than are needed.
    let (ptr, idx, slot) = (vec![0, 1, 3], vec![1_u32, 0, 2], vec![2_u32, 1, 0]);
    let mut w = Tensor::new(SparseDict::new(3, ptr, idx, slot, Element::<i64>::new(vec![5, 6, 7]))).unwrap();
    holds(&w, &[0, 7, 0], 1);
    U1::add(&mut w, &list(&[0, 1, 1])).unwrap();
    assert_eq!(all(&w), [0, 8, 1]);
    // A parent that clears what it does not list.
    let (ptr, idx, slot) = (vec![0, 1, 3, 4], vec![1_u32, 0, 1, 0], vec![3_u32, 1, 0, 2]);
    let dict = SparseDict::new(2, ptr, idx, slot, Element::<i64>::new(vec![1, 2, 3, 4]));
    let map = SparseByteMap::new(3, vec![0, 2], vec![0_u32, 1], vec![true, true, false], dict);
    let mut w = Tensor::new(map).unwrap();
    assert_eq!(all(&w), [0, 4, 2, 1, 0, 0]);
    U2::add(&mut w, &csr(3, 2, &[0, 0, 0, 1, 0, 1])).unwrap();
    assert_eq!(all(&w), [0, 4, 2, 2, 0, 1]);
}

#[test]
fn several_statements_write_to_rows_at_once() {
    // Below two levels.
    let (a, b) = (Dice(5).values(63, 3), Dice(6).values(63, 3));
    let (x, y, mut both) = (csr(7, 9, &a), csr(7, 9, &b), empty::<DictDict>());
    run! { both .= 0; for j, i { both[j, i] += x[j, i]; both[j, i] += y[j, i]; } }
    assert_eq!(all(&both), zipped(&a, &b, |a, b| a + b));
    // Into different fibers.
    let (mut flat, mut dicts) = (empty::<Dicts>(), empty::<SparseDict<SparseByteMap<Value>>>());
    for seed in 5..8 {
        let expected = write_to_different_fibers(&mut flat, seed).unwrap();
        assert_eq!(all(&flat), expected);
        // Row `k` would be given a slot while row `j` is being written.
        refused(
            write_to_different_fibers(&mut dicts, seed),
            ErrorKind::Order,
            &["SparseDict"],
        );
        dicts.validate().unwrap()
    }
}

#[test]
fn what_is_not_assigned_leaves_its_slot() {
    // Rows 1 and 2 store nothing below, so row 3 takes the slot they had.
    let a = csr(4, 3, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
    let w: Tensor<SparseDict<List>> = copied(&a);
    assert_eq!((w.level().idx(), w.level().slot()), (&vec![0, 3], &vec![0, 1]));
    assert_eq!(w.level().child().ptr(), &[0, 1, 2]);
    assert_eq!(all(&w), all(&a));
}

#[test]
fn patterns_are_taken_back_and_their_slots_used_again() {
    let mut out = patterns_are_taken_back::<SparseDict<Pattern>>();
    assert_eq!(out.level().idx(), &[0, 1, 3]);
    let mut slots = out.level().slot().clone();
    slots.sort();
    assert_eq!(slots, [0, 1, 2, 3], "one of them is free");
    let (on, some) = (bits([true; 4]), bits([true, false, false, true]));
    run! { mut out; for i { out[i] := on[i]; } }
    out.validate().unwrap();
    assert_eq!((out.level().idx(), out.level().slot().len()), (&vec![0, 1, 2, 3], 4));
    // Two statements at the same index.
    run! { mut out; for i { out[i] := some[i]; out[i] := some[i]; } }
    assert_eq!(all(&out), [true, false, false, true]);
    assert_eq!(out.to_triplets().len(), 2);
}

#[test]
fn refuses_what_does_not_fit() {
    let (long, short) = (line(&[1; 300]), line(&[1; 256]));
    let mut narrow = empty::<SparseDict<Value, Vec<usize>, Vec<u8>>>();
    let mut few = empty::<SparseDict<Value, Vec<usize>, Vec<u32>, Vec<u8>>>();
    let mut counted = empty::<SparseDict<Value, Vec<u8>, Vec<u32>, Vec<u16>>>();
    for outcome in [
        U1::set(&mut narrow, &long),
        U1::set(&mut few, &long),
        U1::set(&mut counted, &long),
    ] {
        refused(outcome, ErrorKind::TooLarge, &[]);
    }
    narrow.validate().unwrap();
    assert_eq!((few.count_stored(), counted.count_stored()), (256, 255));
    assert_eq!(
        (&all(&few)[..256], &all(&counted)[255..]),
        (&[1; 256][..], &[0; 45][..])
    );
    // All slots are taken: indices that are there can be written, others cannot.
    run! { mut few; for i in 0..256 { few[i] += long[i]; } }
    assert_eq!(all(&few)[..256], [2; 256]);
    U1::set(&mut narrow, &short).unwrap();
    U1::set(&mut few, &short).unwrap();
    assert_eq!(all(&narrow), all(&few));
    // As many fibers as can be counted, and more.
    let mut rows = empty::<Dense<SparseDict<Value, Vec<u8>, Vec<u8>, Vec<u8>>>>();
    refused(U2::set(&mut rows, &csr(2, 200, &[1; 400])), ErrorKind::TooLarge, &[]);
    rows.validate().unwrap();
    refused(Tensor::<Dicts>::empty([usize::MAX >> 1, 3]), ErrorKind::TooLarge, &[]);
}

#[test]
fn a_loop_inside_of_an_open_index_is_refused() {
    let (a, x, mut y) = (csr(6, 6, &Dice(8).values(36, 2)), line(&[1; 6]), empty::<Dict>());
    let symmetric = finch! { y .= 0; for j, i { y[j] += a[j, i] * x[i]; y[i] += a[j, i] * x[j]; } };
    refused(symmetric.run(), ErrorKind::Order, &["SparseDict"]);
    y.validate().unwrap();
    U1::set(&mut y, &list(&V9)).unwrap();
    assert_eq!(all(&y), V9);
}

#[test]
fn a_panic_leaves_no_slot_behind() {
    for update in [false, true] {
        let mut w: Tensor<Dict> = copied(&list(&V9));
        let run = if update { U1::explode_later } else { U1::explode };
        let run = std::panic::AssertUnwindSafe(|| run(&mut w, &line(&V9), 3));
        assert!(std::panic::catch_unwind(run).is_err());
        holds(&w, &[0; 9], 0);
        U1::set(&mut w, &list(&V9)).unwrap();
        assert_eq!(w.level().slot(), &[0, 1, 2, 3, 4]);
    }
    // Below another one.
    survives_panics::<DictDict, U2>(&plane(5, M5_COLUMNS.as_flattened()), 3, true)
}

//! What dictionaries refuse.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::width::Width;
use finch_traits::algebra::Binary;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

fn message<P: Width, I: Width, S: Width>(
    extent: usize,
    ptr: Vec<P>,
    idx: Vec<I>,
    slot: Vec<S>,
    val: Vec<i64>,
) -> (ErrorKind, String) {
    let error = Tensor::new(SparseDict::new(extent, ptr, idx, slot, Value::new(val)))
        .err()
        .unwrap();
    (error.kind(), error.to_string())
}

#[test]
fn refuses_malformed_arrays() {
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    let refused = |extent, ptr: &[i64], idx: &[i16], slot: &[i32], val: usize, kind, words: &str| {
        let (found, message) = message(extent, ptr.to_vec(), idx.to_vec(), slot.to_vec(), vec![5; val]);
        assert_eq!(found, kind, "{message}");
        assert!(
            message.contains("SparseDict") || message.contains("Element"),
            "{message}"
        );
        assert!(message.contains(words), "{message}")
    };
    refused(1 << 16, &[0, 1], &[1], &[0], 1, TooLarge, "i16");
    refused(3, &[], &[1], &[0], 1, Invalid, "pointers");
    refused(3, &[0], &[1], &[0], 1, Invalid, "pointers");
    refused(3, &[1, 1], &[1], &[0], 1, Invalid, "start with 1");
    refused(3, &[0, -1], &[1], &[0], 1, Invalid, "descend from 0 to -1");
    refused(3, &[-5, 1], &[1], &[0], 1, Invalid, "start with -5");
    refused(3, &[0, 2], &[1], &[0, 1], 2, Invalid, "beyond its 1 entries");
    refused(3, &[0, i64::MAX], &[1], &[0], 1, Invalid, "beyond its 1 entries");
    refused(3, &[0, 1], &[3], &[0], 1, OutOfBounds, "index 3 of fiber 0");
    refused(3, &[0, 1], &[-1], &[0], 1, OutOfBounds, "index -1 of fiber 0");
    refused(3, &[0, 2], &[1, 1], &[0, 1], 2, Invalid, "ascending");
    refused(3, &[0, 2], &[1, 2], &[0], 2, Invalid, "are 1 where its 2 entries");
    refused(
        3,
        &[0, 2],
        &[1, 2],
        &[0, 0],
        2,
        Invalid,
        "slot 0 of a SparseDict level is there twice, at 0 and 1",
    );
    refused(3, &[0, 2], &[1, 2], &[1, 2], 3, OutOfBounds, "slot 2 at 1");
    refused(3, &[0, 2], &[1, 2], &[1, -1], 3, OutOfBounds, "slot -1 at 1");
    refused(
        3,
        &[0, 1],
        &[1],
        &[0, 7],
        9,
        OutOfBounds,
        "slot 7 at 1 of a SparseDict level is not below their number 2",
    );
    refused(3, &[0, 2], &[0, 1], &[1, 0], 1, Invalid, "1 values where 2");
    let (kind, text) = message(300, vec![0_usize, 1], vec![1_u8], vec![0_u8], vec![1]);
    assert!(kind == TooLarge && text.contains("u8"), "{text}");
    // More slots than their type can tell apart.
    let many = 300_usize;
    let slots = (0..many).map(|slot| slot as u8).collect();
    let (kind, text) = message(many, vec![0, many], (0..many as u32).collect(), slots, vec![1; many]);
    assert!(kind == Invalid && text.contains("there twice"), "{text}");
}

#[test]
fn hostile_pointers_are_refused_in_linear_time() {
    // Pointers that go to and fro: each pair would list everything again.
    let len = 100_000;
    let ptr: Vec<usize> = (0..len).map(|at| if at % 2 == 0 { 0 } else { len }).collect();
    let idx: Vec<u32> = (0..len as u32).collect();
    let slot: Vec<u32> = (0..len as u32).rev().collect();
    let level = SparseDict::new(len, ptr, idx, slot, Value::new(vec![1; len]));
    let text = Tensor::new(Dense::new(len - 1, level)).err().unwrap().to_string();
    assert!(text.contains("descend from 100000 to 0 at fiber 1"), "{text}");
}

#[test]
fn refuses_what_does_not_fit() {
    indices!(j, i);
    let long = Vector::from(vec![1_i64; 300]);
    let mut narrow = empty::<SparseDict<Value, Vec<usize>, Vec<u8>>>();
    let mut few = empty::<SparseDict<Value, Vec<usize>, Vec<u32>, Vec<u8>>>();
    let mut counted = empty::<SparseDict<Value, Vec<u8>, Vec<u32>, Vec<u16>>>();
    macro_rules! copy {
        ($w:ident, $x:expr) => {
            program()
                .declare(&mut $w)
                .body(|(w,)| forall(i, w.at((i,)).set($x.at((i,)))))
                .run()
        };
    }
    for error in [copy!(narrow, long), copy!(few, long), copy!(counted, long)] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
    }
    narrow.validate().unwrap();
    assert_eq!((few.count_stored(), counted.count_stored()), (256, 255));
    assert_eq!(all(&few)[..256], [1; 256]);
    assert_eq!(all(&counted)[255..], [0; 45]);
    // All slots are taken: indices that are there can be written, others cannot.
    program()
        .update(&mut few)
        .body(|(w,)| forall_in(i, 0..256, w.at((i,)).add(long.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&few)[..256], [2; 256]);
    let short = Vector::from(vec![1_i64; 256]);
    copy!(narrow, short).unwrap();
    copy!(few, short).unwrap();
    assert_eq!(all(&narrow), all(&few));
    // As many fibers as can be counted, and more.
    let mut rows = empty::<Dense<SparseDict<Value, Vec<u8>, Vec<u8>, Vec<u8>>>>();
    let a = csr(2, 200, &[1; 400]);
    let error = program()
        .declare(&mut rows)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    rows.validate().unwrap();
    assert_eq!(
        Tensor::<Dicts>::empty([usize::MAX >> 1, 3]).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
}

#[test]
fn a_loop_inside_of_an_open_index_is_refused() {
    indices!(j, i);
    let a = csr(6, 6, &Dice(8).values(36, 2));
    let x = Vector::from(vec![1_i64; 6]);
    let mut y = empty::<Dict>();
    let symmetric = program().declare(&mut y).body(|(y,)| {
        forall(
            j,
            forall(
                i,
                then(
                    y.at((j,)).add(a.at((j, i)) * x.at((i,))),
                    y.at((i,)).add(a.at((j, i)) * x.at((j,))),
                ),
            ),
        )
    });
    let error = symmetric.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    assert!(error.to_string().contains("SparseDict"), "{error}");
    y.validate().unwrap();
    fill_from(&mut y, &list(&V9));
    assert_eq!(all(&y), V9);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(j, i);
    let divide = Binary(|a: i64, b: i64| if b == 0 { panic!("by zero") } else { a / b });
    let (nine, x) = (
        Vector::from(vec![9_i64; 9]),
        Vector::from(vec![3_i64, 2, 1, 0, 1, 2, 3, 4, 5]),
    );
    let mut w = empty::<Dict>();
    for _ in 0..2 {
        fill_from(&mut w, &list(&V9));
        let run = || {
            let value = map2(divide, nine.at((i,)), x.at((i,)));
            program()
                .update(&mut w)
                .body(|(w,)| forall(i, w.at((i,)).add(value)))
                .run()
        };
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert_eq!(all(&w), [0; 9]);
        assert_eq!(w.count_stored(), 0);
    }
    fill_from(&mut w, &list(&V9));
    assert_eq!(w.level().slot(), &[0, 1, 2, 3, 4]);
    // Below another one, and as a workspace.
    let mut w = empty::<DictDict>();
    let run = || {
        let value = map2(divide, nine.at((j,)), x.at((i,)));
        program()
            .declare(&mut w)
            .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(value))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    assert_eq!(all(&w), [0; 81]);
    w.copy_from(&csr(5, 5, M5.as_flattened())).unwrap();
    assert_eq!(all(&w), M5.as_flattened());
}

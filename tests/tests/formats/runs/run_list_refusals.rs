//! What run lists refuse, and what is left then.

use crate::run_list::{arrays, is_merged, runs};
use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, RunList};
use finch_traits::algebra::Binary;
use finch_traits::algebra::logic::No;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn is_appended_to_by_loop_after_loop() {
    indices!(j, i);
    let x = line(&V9);
    let mut c = empty::<Runs>();
    let first = |at: usize| at..at + 3;
    program()
        .declare(&mut c)
        .body(|(c,)| {
            then(
                forall_in(i, first(0), c.at((i,)).set(x.at((i,)))),
                then(
                    forall_in(i, first(3), c.at((i,)).set(x.at((i,)))),
                    forall_in(i, 7..8, c.at((i,)).set(x.at((i,)))),
                ),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    // The loops say how far it goes.
    assert_eq!(arrays(&c), runs(&V9[..8]));
    let a = plane(5, &M5);
    let mut c = empty::<Dense<Runs>>();
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                then(
                    forall_in(i, 0..2, c.at((j, i)).set(a.at((j, i)))),
                    forall_in(i, 2..5, c.at((j, i)).set(a.at((j, i)))),
                ),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    is_merged(&c);
    assert_eq!(all(&c), M5);
}

#[test]
fn refuses_what_comes_too_late() {
    indices!(j, i);
    let x = line(&V9);
    let refused = |error: finch_formats::Error| assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    let mut c = empty::<Runs>();
    let twice = program().declare(&mut c).body(|(c,)| {
        then(
            forall(i, c.at((i,)).set(x.at((i,)))),
            forall(i, c.at((i,)).set(x.at((i,)))),
        )
    });
    refused(twice.run().unwrap_err());
    c.validate().unwrap();
    assert_eq!(all(&c), V9);
    let late = program().declare(&mut c).body(|(c,)| {
        then(
            forall_in(i, 4..9, c.at((i,)).set(x.at((i,)))),
            forall_in(i, 2..5, c.at((i,)).set(x.at((i,)))),
        )
    });
    refused(late.run().unwrap_err());
    c.validate().unwrap();
    assert_eq!(all(&c), [0, 0, 0, 0, 2, 0, 0, 3, 0]);
    let both = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, then(c.at((i,)).add(x.at((i,))), c.at((i,)).add(x.at((i,))))));
    refused(both.run().unwrap_err());
    c.validate().unwrap();
    // Rows, too.
    let a = plane(5, &M5);
    let mut c = empty::<Dense<Runs>>();
    let twice = program().declare(&mut c).body(|(c,)| {
        then(
            forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))),
            forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))),
        )
    });
    refused(twice.run().unwrap_err());
    c.validate().unwrap();
    assert_eq!(all(&c), M5);
    let mut c = empty::<RunList<List>>();
    let twice = program().declare(&mut c).body(|(c,)| {
        then(
            forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))),
            forall_in(j, 2..3, forall(i, c.at((j, i)).set(a.at((j, i))))),
        )
    });
    refused(twice.run().unwrap_err());
    c.validate().unwrap();
    assert_eq!(all(&c), M5);
}

#[test]
fn is_not_updated_in_place() {
    indices!(i);
    let x = line(&V9);
    let mut c: Tensor<Runs> = copy1(&x);
    let error = program()
        .update(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).add(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Lifecycle);
    assert!(error.to_string().contains("RunList"), "{error}");
    c.validate().unwrap();
}

#[test]
fn refuses_malformed_arrays() {
    fn refused(extent: usize, ptr: &[usize], right: &[i16], val: &[i64], kind: ErrorKind, words: &str) {
        let level = RunList::new(extent, ptr.to_vec(), right.to_vec(), Element::<i64>::new(val.to_vec()));
        let error = Tensor::new(level).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(
            error.to_string().contains("RunList") || error.to_string().contains("Element"),
            "{error}"
        );
        assert!(error.to_string().contains(words), "{error}")
    }
    use ErrorKind::{Invalid, TooLarge};
    Tensor::new(RunList::new(
        5,
        vec![0, 2],
        vec![2_i16, 5],
        Element::<i64>::new(vec![1, 2]),
    ))
    .unwrap();
    refused(5, &[0, 2], &[2, 5], &[1], Invalid, "1 values");
    refused(
        5,
        &[0, 1],
        &[2, 5],
        &[1, 2],
        Invalid,
        "fiber 0 of a RunList level end at 2",
    );
    refused(5, &[0, 0], &[], &[], Invalid, "end at 0, not at its extent 5");
    refused(5, &[0, 2], &[2, 6], &[1, 2], Invalid, "run 1 of fiber 0");
    refused(5, &[0, 2], &[5, 5], &[1, 2], Invalid, "run 1 of fiber 0");
    refused(5, &[0, 2], &[0, 5], &[1, 2], Invalid, "goes from 0 to 0");
    refused(5, &[0, 2], &[-1, 5], &[1, 2], Invalid, "run 0 of fiber 0");
    refused(5, &[0, 3], &[3, 2, 5], &[1, 2, 3], Invalid, "from 3 to 2");
    refused(5, &[0, 3], &[2, 5], &[1, 2], Invalid, "beyond its 2 entries");
    refused(5, &[0], &[2, 5], &[1, 2], Invalid, "pointers");
    refused(5, &[1, 2], &[2, 5], &[1, 2], Invalid, "start with 1");
    refused(0, &[0, 1], &[0], &[1], Invalid, "run 0 of fiber 0");
    refused(40_000, &[0, 1], &[2], &[1], TooLarge, "i16");
    let rows = Dense::new(
        2,
        RunList::new(3, vec![0, 1, 2], vec![3_u8, 2], Element::<i64>::new(vec![1, 2])),
    );
    assert!(Tensor::new(rows).unwrap_err().to_string().contains("fiber 1"));
}

#[test]
fn narrow_widths() {
    indices!(j, i);
    type Narrow = RunList<Value, Vec<u8>, Vec<u8>>;
    let long = |len: usize| line(&(0..len as i64).collect::<Vec<_>>());
    let mut c = empty::<Narrow>();
    for len in [256, 300] {
        let x = long(len);
        let error = program()
            .declare(&mut c)
            .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        c.validate().unwrap();
    }
    // As many runs as there are pointers.
    let x = long(255);
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(all(&c), (0..255).collect::<Vec<_>>());
    // Runs that merge need no more of them, others do not fit.
    type Wide = RunList<Value, Vec<u8>, Vec<u16>>;
    let mut c = empty::<Wide>();
    let steps: Vec<i64> = (0..1000).map(|index: i64| index.min(253)).collect();
    let x = line(&steps);
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(all(&c), steps);
    let x = long(1000);
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    assert_eq!(all(&c)[..254], (0..254).collect::<Vec<_>>());
    // What later fibers are filled with has room.
    let mut c = empty::<Dense<Wide>>();
    let values: Vec<i64> = (0..3 * 200).collect();
    let a = plane(3, &values);
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    assert_eq!(all(&c)[..200], values[..200]);
    let a = plane(300, &[1; 300]);
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    // Below a list, and in another run list.
    let a = plane(100, &(0..200).collect::<Vec<_>>());
    let listed: Tensor<SparseList<Wide>> = copy2(&a);
    assert_eq!(all(&listed), (0..200).collect::<Vec<_>>());
    let in_runs: Tensor<RunList<Wide>> = copy2(&a);
    assert_eq!(all(&in_runs), (0..200).collect::<Vec<_>>());
    let mut c = empty::<RunList<RunList<Value, Vec<u8>, Vec<u16>, No>, Vec<u8>>>();
    let a = plane(100, &(0..1000).collect::<Vec<_>>());
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let x = line(&V9);
    let mut c: Tensor<Runs> = copy1(&x);
    let fail = Binary(|a: i64, b: i64| if b == 3 { panic!("three") } else { a + b });
    let run = || {
        program()
            .declare(&mut c)
            .body(|(c,)| forall(i, c.at((i,)).set(map2(fail, x.at((i,)), x.at((i,))))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    c.validate().unwrap();
    assert_eq!(all(&c), [0; 9]);
    let c: Tensor<Runs> = copy1(&x);
    assert_eq!(all(&c), V9);
}

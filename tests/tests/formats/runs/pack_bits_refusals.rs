//! What PackBits levels refuse, and what is left then.

use crate::pack_bits::{LONG, Packed, PackedList, arrays, is_packed, lines, packed};
use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, RunList};
use finch_traits::algebra::Binary;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn refuses_malformed_arrays() {
    fn refused(extent: usize, ptr: &[usize], right: &[i16], ofs: &[usize], len: usize, kind: ErrorKind, words: &str) {
        let child = Element::<i64>::new(vec![0; len]);
        let level = PackBits::new(extent, ptr.to_vec(), right.to_vec(), ofs.to_vec(), child);
        let error = Tensor::new(level).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        let message = error.to_string();
        assert!(message.contains("PackBits") || message.contains("Element"), "{message}");
        assert!(message.contains(words), "{message}")
    }
    use ErrorKind::{Invalid, TooLarge};
    let good = PackBits::new(
        5,
        vec![0, 2],
        vec![2_i16, 5],
        vec![0, 1, 4],
        Element::<i64>::new(vec![0; 4]),
    );
    Tensor::new(good).unwrap();
    refused(5, &[0, 2], &[2, 5], &[0, 1, 4], 3, Invalid, "3 values");
    refused(
        5,
        &[0, 1],
        &[2, 5],
        &[0, 1],
        4,
        Invalid,
        "fiber 0 of a PackBits level end at 2, not at its extent 5",
    );
    refused(5, &[0, 0], &[], &[0], 0, Invalid, "end at 0, not at its extent 5");
    refused(
        5,
        &[0, 2],
        &[2, 6],
        &[0, 1, 5],
        9,
        Invalid,
        "segment 1 of fiber 0 of a PackBits level goes from 2 to 6",
    );
    refused(5, &[0, 2], &[5, 5], &[0, 1, 2], 9, Invalid, "segment 1 of fiber 0");
    refused(5, &[0, 2], &[-1, 5], &[0, 1, 2], 9, Invalid, "segment 0 of fiber 0");
    refused(5, &[0, 2], &[0, 5], &[0, 1, 2], 9, Invalid, "goes from 0 to 0");
    refused(
        5,
        &[0, 2],
        &[2, 5],
        &[0, 1, 3],
        9,
        Invalid,
        "segment 1 of fiber 0 of a PackBits level has 2 positions for the indices 2..5: a run has one, a literal has 3",
    );
    refused(
        5,
        &[0, 2],
        &[2, 5],
        &[0, 3, 4],
        9,
        Invalid,
        "has 3 positions for the indices 0..2",
    );
    refused(
        5,
        &[0, 2],
        &[2, 5],
        &[0, 1, 1],
        9,
        Invalid,
        "do not ascend from 1 to 1 at block 1",
    );
    refused(
        5,
        &[0, 2],
        &[2, 5],
        &[0, 1],
        9,
        Invalid,
        "offsets of a PackBits level are 2",
    );
    refused(5, &[0, 2], &[2, 5], &[1, 2, 3], 9, Invalid, "start with 1");
    refused(5, &[0, 3], &[2, 5], &[0, 1, 2], 9, Invalid, "beyond its 2 entries");
    refused(5, &[0], &[2, 5], &[0, 1, 2], 9, Invalid, "pointers");
    refused(0, &[0, 1], &[0], &[0, 1], 9, Invalid, "segment 0 of fiber 0");
    refused(40_000, &[0, 1], &[2], &[0, 1], 9, TooLarge, "i16");
    let huge = PackBits::new(
        9,
        vec![0, 1],
        vec![9_u64],
        vec![0, usize::MAX],
        Element::<i64>::new(vec![0]),
    );
    assert_eq!(Tensor::new(huge).unwrap_err().kind(), Invalid);
    let second = PackBits::new(
        3,
        vec![0, 1, 2],
        vec![3_u8, 2],
        vec![0, 1, 2],
        Element::<i64>::new(vec![0; 2]),
    );
    let error = Tensor::new(Dense::new(2, second)).unwrap_err();
    assert!(error.to_string().contains("fiber 1"), "{error}");
}

#[test]
fn is_appended_to_by_loop_after_loop() {
    indices!(j, i);
    for values in lines().iter().filter(|values| values.len() >= 9) {
        let x = line(values);
        let (first, second) = (values.len() / 3, values.len() / 2);
        let mut c = empty::<Packed>();
        program()
            .declare(&mut c)
            .body(|(c,)| {
                then(
                    forall_in(i, 0..first, c.at((i,)).set(x.at((i,)))),
                    then(
                        forall_in(i, first..second, c.at((i,)).set(x.at((i,)))),
                        forall_in(i, second + 2..values.len() - 1, c.at((i,)).set(x.at((i,)))),
                    ),
                )
            })
            .run()
            .unwrap();
        c.validate().unwrap();
        let mut left_out = values[..values.len() - 1].to_vec();
        left_out[second..second + 2].fill(0);
        // The loops say how far it goes.
        assert_eq!(arrays(&c), packed(&left_out, LONG));
    }
    let a = plane(5, &M5);
    let mut c = empty::<Dense<Packed>>();
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
    is_packed(&c);
    assert_eq!(all(&c), M5);
}

#[test]
fn refuses_what_comes_too_late() {
    indices!(j, i);
    let x = line(&V9);
    let refused = |error: finch_formats::Error| {
        assert_eq!(error.kind(), ErrorKind::Order, "{error}");
        assert!(error.to_string().contains("PackBits"), "{error}")
    };
    let mut c = empty::<Packed>();
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
    let mut c = empty::<Dense<Packed>>();
    let twice = program().declare(&mut c).body(|(c,)| {
        then(
            forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))),
            forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))),
        )
    });
    refused(twice.run().unwrap_err());
    c.validate().unwrap();
    assert_eq!(all(&c), M5);
    let mut c = empty::<PackedList>();
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
    let mut c: Tensor<Packed> = copy1(&x);
    let error = program()
        .update(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).add(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Lifecycle);
    assert!(error.to_string().contains("PackBits"), "{error}");
    c.validate().unwrap();
    assert_eq!(all(&c), V9);
}

#[test]
fn declaring_again_keeps_allocations() {
    let mut c: Tensor<Packed> = copy1(&line(&lines().pop().unwrap()));
    let room = |c: &Tensor<Packed>| (c.level().right().capacity(), c.level().child().val().capacity());
    let before = room(&c);
    c.copy_from(&line(&V9)).unwrap();
    assert_eq!(arrays(&c), packed(&V9, LONG));
    assert_eq!(room(&c), before);
}

#[test]
fn narrow_widths() {
    indices!(j, i);
    let long = |len: usize| (0..len as i64).collect::<Vec<_>>();
    // Ends up to 255 fit a byte.
    type Narrow = PackBits<Value, Vec<u8>, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([255]).is_ok());
    let error = Tensor::<Narrow>::empty([256]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error.to_string().contains("256") && error.to_string().contains("u8"),
        "{error}"
    );
    // As many positions as pointers can count, in literals and in runs.
    assert_eq!(all(&copy1::<Narrow, _>(&line(&long(255)))), long(255));
    type Wide = PackBits<Value, Vec<u8>, Vec<u16>>;
    let mut c = empty::<Wide>();
    let steps: Vec<i64> = (0..1000).map(|index: i64| index.min(253)).collect();
    c.copy_from(&line(&steps)).unwrap();
    assert_eq!(all(&c), steps);
    for pairs in [vec![0_i64; 1], vec![0, 0], vec![0, 0, 1]] {
        let steps: Vec<i64> = (0..200)
            .flat_map(|step| pairs.iter().map(move |more| step + more))
            .collect();
        let x = line(&steps);
        let (mut c, fits) = (empty::<Wide>(), steps.chunk_by(|a, b| a == b).count() < 255);
        let outcome = program()
            .declare(&mut c)
            .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
            .run();
        c.validate().unwrap();
        match fits {
            true => assert_eq!((outcome.is_ok(), all(&c)), (true, steps)),
            false => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge),
        }
    }
    let x = line(&long(1000));
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    assert_eq!(all(&c)[..254], long(254));
    // What later fibers are filled with has room.
    let mut c = empty::<Dense<Wide>>();
    for (rows, values) in [(3, long(600)), (300, vec![1; 300])] {
        let a = plane(rows, &values);
        let error = program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        c.validate().unwrap();
    }
    // Below a list, and in runs.
    let a = plane(100, &long(200));
    assert_eq!(all(&copy2::<SparseList<Wide>, _>(&a)), long(200));
    assert_eq!(all(&copy2::<RunList<Wide>, _>(&a)), long(200));
    assert_eq!(all(&copy2::<PackBits<Wide, Vec<u8>, Vec<u8>>, _>(&a)), long(200));
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let x = line(&V9);
    let mut c: Tensor<Packed> = copy1(&x);
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
    assert_eq!(all(&copy1::<Packed, _>(&x)), V9);
}

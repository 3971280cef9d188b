//! Run lists.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run};
use finch_traits::algebra::logic::No;
use typenum::U1;

type Unmerged<L> = RunList<L, Vec<usize>, Vec<u32>, No>;

conformance! {
    Runs, |level| [level.ptr(), level.right(), level.child().val()];
    stores {
        some V9, 6 => [0 6] [1 3 5 7 8 9] [0 1 2 0 3 0];
        whole B6, 4 => [0 4] [1 3 5 6] [0 1 0 1];
        some H6, 3 => [0 3] [2 3 6] [0 1 0];
        whole Z4, 1 => [0 1] [4] [0];
        rows M5_COLUMNS, 17 => [0 3 7 11 15 17] [2 3 5 1 2 3 5 1 2 3 5 1 3 4 5 1 5] [0 1 0 1 0 1 0 2 0 2 0 2 0 3 0 3 0];
    }
    refuses {
        |extent: usize, ptr: &[usize], right: &[i16], len: usize| {
            RunList::new(extent, ptr.to_vec(), right.to_vec(), zeros(len))
        };
        5, &[0, 2], &[2, 5], 2;
        5, &[0, 2], &[2, 5], 1 => Invalid "1 values";
        5, &[0, 1], &[2, 5], 2 => Invalid "fiber 0 of a RunList level end at 2";
        5, &[0, 0], &[], 0 => Invalid "end at 0, not at its extent 5";
        5, &[0, 2], &[2, 6], 2 => Invalid "run 1 of fiber 0";
        5, &[0, 2], &[5, 5], 2 => Invalid "run 1 of fiber 0";
        5, &[0, 2], &[0, 5], 2 => Invalid "goes from 0 to 0";
        5, &[0, 2], &[-1, 5], 2 => Invalid "run 0 of fiber 0";
        5, &[0, 3], &[3, 2, 5], 3 => Invalid "from 3 to 2";
        5, &[0, 3], &[2, 5], 2 => Invalid "beyond its 2 entries";
        5, &[0], &[2, 5], 2 => Invalid "pointers";
        5, &[1, 2], &[2, 5], 2 => Invalid "start with 1";
        0, &[0, 1], &[0], 1 => Invalid "run 0 of fiber 0";
        40_000, &[0, 1], &[2], 1 => TooLarge "i16";
    }
    rejects { Dense::new(2, RunList::new(3, vec![0, 1, 2], vec![3_u8, 2], zeros(2))) => Invalid "fiber 1"; }
    survives_panics { V9, 3, false }
}

/// The arrays that a level of one fiber has for `values`, found by hand.
fn runs(values: &[i64]) -> Vec<Vec<i64>> {
    let runs: Vec<&[i64]> = values.chunk_by(|a, b| a == b).collect();
    let ends = runs.iter().scan(0, |end, run| {
        *end += run.len() as i64;
        Some(*end)
    });
    vec![
        vec![0, runs.len() as i64],
        ends.collect(),
        runs.iter().map(|run| run[0]).collect(),
    ]
}

#[test]
fn storage() {
    for values in [&V9[..], &B6, &H6, &Z4, &[5], &[]] {
        let dense = line(values);
        for tensor in [
            copied(&dense),
            some(&dense),
            copied(&list(values)),
            copied(&copied::<Runs, _>(&dense)),
        ] {
            assert_eq!(arrays(tensor.level()), runs(values))
        }
    }
}

#[test]
fn unmerged_storage() {
    let ends =
        |tensor: &Tensor<Unmerged<Value>>| (tensor.level().right().clone(), tensor.level().child().val().clone());
    let expected = (vec![1, 2, 3, 4, 5, 7, 8, 9], vec![0, 1, 1, 2, 2, 0, 3, 0]);
    assert_eq!(ends(&some(&line(&V9))), expected);
    assert_eq!(ends(&copied(&list(&V9))), expected);
    assert_eq!(ends(&copied(&line(&B6))), (vec![1, 2, 3, 4, 5, 6], B6.to_vec()));
    // What comes in runs stays in these.
    assert_eq!(
        ends(&copied(&copied::<Runs, _>(&line(&V9)))),
        (vec![1, 3, 5, 7, 8, 9], vec![0, 1, 2, 0, 3, 0])
    );
    assert_eq!(ends(&copied(&line(&[]))), (vec![], vec![]));
    let level = Runs::new(3, vec![0, 2], vec![1, 3], Element::new(vec![1, 2])).unmerged();
    assert_eq!(ends(&Tensor::new(level).unwrap()), (vec![1, 3], vec![1, 2]));
}

#[test]
fn drawing() {
    let tensor: Tensor<Dense<Runs>> = copied(&plane(5, M5_COLUMNS.as_flattened()));
    let lines = [
        "├─ [0]: RunList [5]",
        "│  ├─ [0..2]: 0",
        "│  ├─ [2..3]: 1",
        "│  ├─ [3..5]: 0",
    ];
    let text = tensor.to_string();
    let text: Vec<&str> = text.lines().take(6).collect();
    assert_eq!(
        text,
        [&["5 x 5 tensor of i64, fill 0, 17 stored", "Dense [5]"][..], &lines].concat()
    );
}

/// No run of a level equals its neighbour; checked by hand for one-dimensional fibers.
fn is_merged(tensor: &Tensor<Dense<Runs>>) {
    let level = tensor.level().child();
    for fiber in level.ptr().windows(2) {
        let val = &level.child().val()[fiber[0]..fiber[1]];
        assert!(val.windows(2).all(|pair| pair[0] != pair[1]), "{val:?}")
    }
}

#[test]
fn nests() {
    holds_planes::<Dense<Runs>>(is_merged);
    holds_planes::<Dense<Unmerged<Value>>>(|_| ());
    holds_planes::<RunList<Line>>(|tensor| {
        // Runs of whole rows are merged.
        let rows = tensor.level().child();
        let val = rows.child().val();
        assert_eq!(val.len(), tensor.level().right().len() * rows.extent());
        if rows.extent() > 0 {
            let next = val.chunks(rows.extent()).skip(1);
            assert!(val.chunks(rows.extent()).zip(next).all(|(a, b)| a != b))
        } else {
            assert!(tensor.level().right().len() <= 1)
        }
    });
    holds_planes::<RunList<List>>(|tensor| {
        let rows = tensor.level().child();
        let row = |at: usize| {
            let entries = rows.ptr()[at]..rows.ptr()[at + 1];
            (&rows.idx()[entries.clone()], &rows.child().val()[entries])
        };
        assert!((1..tensor.level().right().len()).all(|at| row(at - 1) != row(at)))
    });
    let rows_differ = |tensor: &Tensor<RunList<Runs>>| {
        let rows = tensor.level().child();
        let row = |at: usize| {
            let runs = rows.ptr()[at]..rows.ptr()[at + 1];
            (&rows.right()[runs.clone()], &rows.child().val()[runs])
        };
        assert!((1..tensor.level().right().len()).all(|at| row(at - 1) != row(at)))
    };
    holds_planes::<RunList<Runs>>(rows_differ);
    holds_planes::<RunList<Stretches>>(|_| ());
    holds_planes::<Unmerged<List>>(|_| ());
    holds_planes::<SparseList<Runs>>(|_| ());
    holds_runs_of_planes::<Dense<Runs>>(is_merged);
    holds_runs_of_planes::<RunList<List>>(|_| ());
    holds_runs_of_planes::<RunList<Runs>>(rows_differ);
    holds_runs_of_planes::<Unmerged<Unmerged<Value>>>(|_| ());
}

#[test]
fn deep_nests() {
    of_types! { holds_spaces():
        Dense<RunList<Line>>, RunList<Dense<Runs>>, RunList<Dense<List>>, RunList<SparseList<Runs>>,
        RunList<SparseRunList<Line>>, Unmerged<Dense<Runs>>, SparseList<Dense<Runs>>, SparseList<RunList<List>>
    }
    holds_runs_of_spaces::<RunList<RunList<Runs>>>();
    holds_runs_of_spaces::<RunList<Dense<Stretches>>>();
}

reads! { Runs, copied:
    Dense<Runs>, Dense<Runs>; Dense<List>, Dense<Runs>; SparseList<Runs>, SparseList<Runs>;
    Lists, SparseList<Runs>; SparseList<Runs>, Plane; RunList<Line>, RunList<Runs>;
}

#[test]
fn sums_of_runs_come_in_runs() {
    let mut dice = Dice(2);
    for (rows, columns, length) in [(6, 7, 9), (12, 3, 40), (1, 40, 3)] {
        let x = dice.runs(rows * columns, length, 3);
        let a: Tensor<RunList<Runs>> = copied(&plane(rows, &x));
        let rows_of_list: Tensor<Dense<List>> = copied(&plane(rows, &x));
        let mut c = empty::<Runs>();
        let sums: Vec<i64> = x.chunks(columns).map(|row| row.iter().sum()).collect();
        run! { c .= 0; for j, i { c[j] += a[j, i]; } }
        c.validate().unwrap();
        assert_eq!(arrays(c.level()), runs(&sums));
        run! { c .= 0; for j, i { c[j] += rows_of_list[j, i]; } }
        assert_eq!(arrays(c.level()), runs(&sums));
        // A row to which nothing is added is a gap.
        let one = 1_usize;
        run! { c .= 0; for j, i { if i.value() == one { c[j] += a[j, i]; } } }
        let second: Vec<i64> = x.chunks(columns).map(|row| row[1]).collect();
        assert_eq!(arrays(c.level()), runs(&second))
    }
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Runs> = copied(&line(&[]));
    assert_eq!(arrays(a.level()), runs(&[]));
    assert!(all(&copied::<Line, _>(&a)).is_empty());
    assert_eq!(arrays(copied::<Runs, _>(&line(&[4])).level()), runs(&[4]));
    assert_eq!(arrays(some::<Runs, _>(&line(&[0])).level()), runs(&[0]));
    assert!(all(&empty::<Runs>()).is_empty());
    let none: Tensor<SparseList<Runs>> = some(&plane(3, &[0; 12]));
    assert_eq!((none.level().child().ptr(), none.count_stored()), (&vec![0], 0));
}

#[test]
fn values_are_equal_by_operator() {
    let x = Vector::<f64>::from(vec![f64::NAN, f64::NAN, 1.0, 1.0, 0.0, -0.0]);
    let mut c = empty::<RunList<Element<f64>>>();
    run! { c .= 0; for i { c[i] = x[i]; } }
    c.validate().unwrap();
    assert_eq!(c.level().right(), &[1, 2, 4, 6]);
    assert!(c.level().child().val()[..2].iter().all(|value| value.is_nan()));
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let values = [far, 1.0, 1.0, far, far, 2.0, far];
    let (x, mut c) = (
        Vector::<f64>::from(values.to_vec()),
        empty::<RunList<Element<f64, Inf>>>(),
    );
    run! { c .= inf; for i { if x[i] < 5.0 { c[i] <<min>>= x[i]; } } }
    assert_eq!((all(&c), c.level().right()), (values.to_vec(), &vec![1, 3, 5, 6, 7]));
}

#[test]
fn a_pattern_has_no_fill() {
    let (x, mut c) = (Vector::<bool>::from(vec![true, false]), empty::<RunList<Pattern>>());
    let error = finch! { c .= _; for i { c[i] = x[i]; } }.run().unwrap_err();
    assert!(error.to_string().contains("SparseRunList"), "{error}");
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, right, val) = ([0_u8, 2, 3], [1_u16, 3, 3], [4_i64, 5, 6]);
    let level = RunList::new(3, &ptr[..], &right[..], Element::<i64, Zero, _>::new(&val[..]));
    let a = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&a), [4, 5, 5, 6, 6, 6]);
    assert_eq!(all(&copied::<Dense<Runs>, _>(&a)), [4, 5, 5, 6, 6, 6]);
}

#[test]
fn serves_as_a_workspace() {
    is_a_workspace::<Runs>()
}

#[test]
fn costs_follow_runs() {
    let ends = vec![1_u64 << 20, 1 << 30, 1 << 40];
    let level = RunList::new(1 << 40, vec![0, 3], ends, Element::<f64>::new(vec![1.0, 0.5, 2.0]));
    let (a, mut s) = (Tensor::new(level).unwrap(), Scalar::new(0.0));
    run! { s .= 0; for i { s[] += a[i] * a[i]; } }
    let lengths = [
        f64::from(1 << 20),
        f64::from((1 << 30) - (1 << 20)),
        ((1_u64 << 40) - (1 << 30)) as f64,
    ];
    assert_eq!(s.get(), lengths[0] + lengths[1] * 0.25 + lengths[2] * 4.0);
    let mut c = empty::<RunList<Element<f64>, Vec<usize>, Vec<u64>>>();
    run! { c .= 0; for i { c[i] = a[i] + a[i]; } }
    assert_eq!(
        (c.level().right(), c.level().child().val()),
        (a.level().right(), &vec![2.0, 1.0, 4.0])
    );
}

#[test]
fn is_appended_to_by_loop_after_loop() {
    loop_after_loop::<Runs>(|c, values| assert_eq!(arrays(c.level()), runs(values)));
    is_merged(&rows_in_pieces())
}

#[test]
fn refuses_late_loops_and_updates() {
    refuses_what_comes_too_late::<Runs, RunList<List>>();
    is_not_updated_in_place::<Runs>()
}

#[test]
fn narrow_widths() {
    type Narrow = RunList<Value, Vec<u8>, Vec<u8>>;
    too_many::<Narrow, U1>(&line(&long(256)), 0);
    let mut c = too_many::<Narrow, U1>(&line(&long(300)), 0);
    // As many runs as there are pointers.
    U1::set(&mut c, &line(&long(255))).unwrap();
    assert_eq!(all(&c), long(255));
    // Runs that merge need no more of them, others do not fit.
    type Wide = RunList<Value, Vec<u8>, Vec<u16>>;
    assert_eq!(all(&copied::<Wide, U1>(&line(&steps(253)))), steps(253));
    too_many::<Wide, U1>(&line(&long(1000)), 254);
    // What later fibers are filled with has room.
    too_many::<Dense<Wide>, _>(&plane(3, &long(600)), 200);
    too_many::<Dense<Wide>, _>(&plane(300, &[1; 300]), 0);
    // Below a list, and in another run list.
    assert_eq!(all(&copied::<SparseList<Wide>, _>(&plane(100, &long(200)))), long(200));
    assert_eq!(all(&copied::<RunList<Wide>, _>(&plane(100, &long(200)))), long(200));
    too_many::<RunList<RunList<Value, Vec<u8>, Vec<u16>, No>, Vec<u8>>, _>(&plane(100, &long(1000)), 0);
}

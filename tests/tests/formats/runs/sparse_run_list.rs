//! Sparse run lists through programs, against nested loops.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, SparseRunList};
use finch_traits::algebra::Binary;
use finch_traits::algebra::logic::No;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Unmerged<L> = SparseRunList<L, Vec<usize>, Vec<u32>, No>;

/// The arrays of a sparse run list of one fiber: `ptr` is what it must be.
fn arrays<M>(tensor: &Tensor<SparseRunList<Value, Vec<usize>, Vec<u32>, M>>) -> (Vec<u32>, Vec<u32>, Vec<i64>) {
    let level = tensor.level();
    assert_eq!(level.ptr(), &[0, level.right().len()]);
    assert_eq!(level.child().val().len(), level.right().len());
    (level.left().clone(), level.right().clone(), level.child().val().clone())
}

/// The runs of what is not zero in `values`, found by hand.
fn runs(values: &[i64]) -> (Vec<u32>, Vec<u32>, Vec<i64>) {
    let (mut left, mut right, mut val) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &value) in (0_u32..).zip(values).filter(|(_, value)| **value != 0) {
        if (right.last(), val.last()) == (Some(&index), Some(&value)) {
            right.pop();
        } else {
            left.push(index);
            val.push(value)
        }
        right.push(index + 1)
    }
    (left, right, val)
}

#[test]
fn storage() {
    for values in [&V9[..], &B6, &H6, &Z4, &[5], &[]] {
        let stored: Tensor<Stretches> = some1(&line(values));
        assert_eq!(arrays(&stored), runs(values));
        assert_eq!(arrays(&copy1::<Stretches, _>(&list(values))), runs(values));
        assert_eq!(arrays(&copy1::<Stretches, _>(&stored)), runs(values));
        assert_eq!(
            arrays(&some1::<Stretches, _>(&copy1::<Runs, _>(&line(values)))),
            runs(values)
        );
        assert_eq!(all(&stored), values)
    }
    assert_eq!(runs(&B6), (vec![1, 5], vec![3, 6], vec![1, 1]));
    assert_eq!(runs(&V9), (vec![1, 3, 7], vec![3, 5, 8], vec![1, 2, 3]));
    assert_eq!(some1::<Stretches, _>(&line(&Z4)).count_stored(), 0);
    // What is assigned is stored.
    assert_eq!(arrays(&copy1::<Stretches, _>(&line(&Z4))), (vec![0], vec![4], vec![0]));
    assert_eq!(
        arrays(&copy1::<Stretches, _>(&line(&B6))),
        (vec![0, 1, 3, 5], vec![1, 3, 5, 6], vec![0, 1, 0, 1])
    );
}

#[test]
fn unmerged_storage() {
    let singles = (vec![1, 2, 5], vec![2, 3, 6], vec![1, 1, 1]);
    assert_eq!(arrays(&some1::<Unmerged<Value>, _>(&line(&B6))), singles);
    assert_eq!(arrays(&copy1::<Unmerged<Value>, _>(&list(&B6))), singles);
    assert_eq!(
        arrays(&copy1::<Unmerged<Value>, _>(&some1::<Stretches, _>(&line(&B6)))),
        runs(&B6)
    );
    let level = Stretches::new(3, vec![0, 2], vec![0, 2], vec![1, 3], Element::new(vec![1, 2])).unmerged();
    assert_eq!(
        arrays(&Tensor::new(level).unwrap()),
        (vec![0, 2], vec![1, 3], vec![1, 2])
    );
}

#[test]
fn drawing() {
    let tensor: Tensor<Dense<Stretches>> = some2(&plane(5, &M5));
    assert_eq!(
        tensor.to_string().lines().take(6).collect::<Vec<_>>(),
        [
            "5 x 5 tensor of i64, fill 0, 8 stored",
            "Dense [5]",
            "├─ [0]: SparseRunList [5]",
            "│  ├─ [2..3]: 1",
            "├─ [1]: SparseRunList [5]",
            "│  ├─ [0..1]: 1"
        ]
    );
}

/// No run of a level equals a neighbour that it touches.
fn is_merged(tensor: &Tensor<Dense<Stretches>>) {
    let level = tensor.level().child();
    for fiber in level.ptr().windows(2) {
        for at in fiber[0] + 1..fiber[1] {
            let touches = level.right()[at - 1] == level.left()[at];
            assert!(!touches || level.child().val()[at - 1] != level.child().val()[at])
        }
    }
}

#[test]
fn nests() {
    holds_planes::<Dense<Stretches>>(is_merged);
    holds_planes::<SparseRunList<Line>>(|tensor| {
        let (level, rows) = (tensor.level(), tensor.level().child());
        let row = |at: usize| &rows.child().val()[at * rows.extent()..(at + 1) * rows.extent()];
        assert!((1..level.left().len()).all(|at| level.right()[at - 1] < level.left()[at] || row(at - 1) != row(at)))
    });
    holds_planes::<SparseRunList<List>>(|_| ());
    holds_planes::<SparseRunList<Runs>>(|_| ());
    holds_planes::<SparseRunList<Stretches>>(|_| ());
    holds_planes::<Unmerged<Line>>(|_| ());
    holds_planes::<Unmerged<Unmerged<Value>>>(|_| ());
    holds_planes::<SparseList<Stretches>>(|_| ());
    holds_runs_of_planes::<Dense<Stretches>>(is_merged);
    holds_runs_of_planes::<SparseRunList<Stretches>>(|_| ());
    holds_runs_of_planes::<SparseRunList<Line>>(|_| ());
}

#[test]
fn deep_nests() {
    holds_spaces::<Dense<SparseRunList<Line>>>();
    holds_spaces::<SparseRunList<Dense<Stretches>>>();
    holds_spaces::<SparseRunList<Dense<Runs>>>();
    holds_spaces::<SparseRunList<SparseList<Stretches>>>();
    holds_spaces::<SparseList<Dense<Stretches>>>();
    holds_spaces::<Unmerged<Dense<List>>>();
    holds_runs_of_spaces::<SparseRunList<SparseRunList<Stretches>>>();
}

#[test]
fn reads_with_others() {
    merges_planes::<Dense<Stretches>, Dense<Stretches>>();
    merges_planes::<Dense<Stretches>, Dense<List>>();
    merges_planes::<Dense<Runs>, Dense<Stretches>>();
    merges_planes::<SparseList<Stretches>, SparseList<Stretches>>();
    merges_planes::<SparseList<Stretches>, Plane>();
    merges_planes::<SparseRunList<Stretches>, SparseRunList<Runs>>();
}

#[test]
fn sums() {
    indices!(i);
    let mut dice = Dice(1);
    for (count, length, sides) in [(1, 1, 5), (50, 1, 3), (300, 5, 2), (300, 60, 4)] {
        let (x, y) = (dice.runs(count, length, sides), dice.runs(count, length + 1, 2));
        let (a, b): (Tensor<Stretches>, Tensor<Stretches>) = (some1(&line(&x)), some1(&line(&y)));
        let (c, d, e) = (list(&y), line(&y), copy1::<Runs, _>(&line(&y)));
        let dot: i64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
        let (xs, ys) = (x.iter().sum::<i64>(), y.iter().sum::<i64>());
        let mut s = Scalar::new(0_i64);
        macro_rules! sums {
            ($($value:expr => $expected:expr;)*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add($value))).run().unwrap();
                assert_eq!(s.get(), $expected);
            )* };
        }
        sums! {
            a.at((i,)) => xs;
            a.at((i,)) * b.at((i,)) => dot;
            a.at((i,)) + b.at((i,)) => xs + ys;
            a.at((i,)) * c.at((i,)) => dot;
            c.at((gallop(i),)) * a.at((i,)) => dot;
            a.at((i,)) + c.at((i,)) => xs + ys;
            a.at((i,)) * d.at((i,)) + e.at((i,)) => dot + ys;
        }
        let (from, to) = (count / 3, count - count / 4);
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, from..to, s.at(()).add(a.at((i,)) + b.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(
            s.get(),
            x[from..to].iter().sum::<i64>() + y[from..to].iter().sum::<i64>()
        )
    }
}

#[test]
fn combines_runs_into_runs() {
    indices!(i);
    let mut dice = Dice(2);
    for (count, length) in [(40, 3), (200, 9), (200, 70)] {
        let (x, y) = (dice.runs(count, length, 3), dice.runs(count, length, 2));
        let (a, b): (Tensor<Stretches>, Tensor<Stretches>) = (some1(&line(&x)), some1(&line(&y)));
        let mut c = empty::<Stretches>();
        program()
            .declare(&mut c)
            .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)) + b.at((i,)))))
            .run()
            .unwrap();
        c.validate().unwrap();
        let sum: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
        assert_eq!(arrays(&c), runs(&sum));
        program()
            .declare(&mut c)
            .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)) * b.at((i,)))))
            .run()
            .unwrap();
        c.validate().unwrap();
        let product: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
        assert_eq!(arrays(&c), runs(&product))
    }
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Stretches> = copy1(&line(&[]));
    assert_eq!(arrays(&a), (vec![], vec![], vec![]));
    assert_eq!(all(&copy1::<Line, _>(&a)), []);
    assert_eq!(arrays(&copy1::<Stretches, _>(&line(&[4]))), (vec![0], vec![1], vec![4]));
    assert_eq!(all(&empty::<Stretches>()), []);
    empty::<Stretches>().validate().unwrap();
    let none: Tensor<SparseList<Stretches>> = some2(&plane(3, &[0; 12]));
    assert_eq!(none.level().child().ptr(), &[0]);
}

#[test]
fn is_updated_in_place() {
    indices!(j, i);
    let x = line(&V9);
    let mut c = empty::<Stretches>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, when(i.below(4), c.at((i,)).set(x.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(arrays(&c), (vec![0, 1, 3], vec![1, 3, 4], vec![0, 1, 2]));
    // Appending goes on with the last run.
    program()
        .update(&mut c)
        .body(|(c,)| forall_in(i, 4..9, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(
        arrays(&c),
        (vec![0, 1, 3, 5, 7, 8], vec![1, 3, 5, 7, 8, 9], vec![0, 1, 2, 0, 3, 0])
    );
    let error = program()
        .update(&mut c)
        .body(|(c,)| forall_in(i, 8..9, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    c.validate().unwrap();
    assert_eq!(all(&c), V9);
    // Later rows, too, and longer arrays than there are runs.
    let level = Stretches::new(5, vec![0, 1, 1, 1], vec![1, 7], vec![2, 7], Element::new(vec![9, 8, 7]));
    let mut rows = Tensor::new(Dense::new(3, level)).unwrap();
    let a = plane(3, &M5[..15]);
    let row = |at: usize| M5[5 * at..5 * at + 5].to_vec();
    program()
        .update(&mut rows)
        .body(|(rows,)| {
            forall_in(
                j,
                1..3,
                forall(i, when(a.at((j, i)).ne(constant(0)), rows.at((j, i)).add(a.at((j, i))))),
            )
        })
        .run()
        .unwrap();
    rows.validate().unwrap();
    assert_eq!(all(&rows), [vec![0, 9, 0, 0, 0], row(1), row(2)].concat());
    let mut planes: Tensor<SparseRunList<Line>> = some2(&plane(2, &[1, 2, 3, 0, 0, 0]));
    let b = plane(2, &[4, 4, 4, 1, 2, 3]);
    program()
        .update(&mut planes)
        .body(|(c,)| forall_in(j, 1..2, forall(i, c.at((j, i)).set(b.at((j, i))))))
        .run()
        .unwrap();
    planes.validate().unwrap();
    assert_eq!(planes.level().right(), &[2]);
    assert_eq!(all(&planes), [1, 2, 3, 1, 2, 3]);
}

#[test]
fn refuses_what_comes_too_late() {
    indices!(j, i);
    let (x, a) = (line(&V9), plane(5, &M5));
    let refused = |error: finch_formats::Error| assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    let mut c = empty::<Stretches>();
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
    let mut c = empty::<SparseRunList<Stretches>>();
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
fn refuses_malformed_arrays() {
    fn refused(ptr: &[usize], left: &[i16], right: &[i16], val: &[i64], kind: ErrorKind, words: &str) {
        let level = SparseRunList::new(
            9,
            ptr.to_vec(),
            left.to_vec(),
            right.to_vec(),
            Element::<i64>::new(val.to_vec()),
        );
        let error = Tensor::new(level).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(
            error.to_string().contains("SparseRunList") || error.to_string().contains("Element"),
            "{error}"
        );
        assert!(error.to_string().contains(words), "{error}")
    }
    use ErrorKind::{Invalid, TooLarge};
    let level = SparseRunList::new(
        9,
        vec![0, 2],
        vec![1_i16, 4],
        vec![4_i16, 9],
        Element::<i64>::new(vec![1, 2]),
    );
    Tensor::new(level).unwrap();
    refused(&[0, 2], &[1, 4], &[4, 9], &[1], Invalid, "1 values");
    refused(&[0, 2], &[1, 4], &[4], &[1, 2], Invalid, "2 starts but 1 ends");
    refused(&[0, 2], &[1, 3], &[4, 9], &[1, 2], Invalid, "run 1 of fiber 0");
    refused(&[0, 2], &[1, 4], &[1, 9], &[1, 2], Invalid, "run 0 of fiber 0");
    refused(&[0, 2], &[1, 4], &[4, 10], &[1, 2], Invalid, "goes from 4 to 10");
    refused(&[0, 2], &[-1, 4], &[4, 9], &[1, 2], Invalid, "run 0 of fiber 0");
    refused(&[0, 2], &[1, 4], &[4, -9], &[1, 2], Invalid, "run 1 of fiber 0");
    refused(&[0, 3], &[1, 4], &[4, 9], &[1, 2], Invalid, "beyond its 2 entries");
    refused(&[0], &[1], &[4], &[1], Invalid, "pointers");
    let level = SparseRunList::new(300, vec![0, 0], vec![0_u8; 0], vec![], Element::<i64>::new(vec![]));
    assert_eq!(Tensor::new(level).unwrap_err().kind(), TooLarge);
}

#[test]
fn narrow_widths() {
    indices!(i);
    let long = |len: usize| line(&(0..len as i64).collect::<Vec<_>>());
    let mut c = empty::<SparseRunList<Value, Vec<u8>, Vec<u8>>>();
    let x = long(300);
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    let x = long(255);
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(all(&c), (0..255).collect::<Vec<_>>());
    // Runs that merge need no more pointers, others do not fit.
    let mut c = empty::<SparseRunList<Value, Vec<u8>, Vec<u16>>>();
    let steps: Vec<i64> = (0..1000).map(|index: i64| index.min(254)).collect();
    let x = line(&steps);
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&c), steps);
    let x = long(1000);
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    assert_eq!(all(&c)[..255], (0..255).collect::<Vec<_>>());
    let mut c = empty::<SparseRunList<Value, Vec<u8>, Vec<u16>, No>>();
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    c.validate().unwrap();
    assert_eq!(all(&c)[..256], (0..255).chain([0]).collect::<Vec<_>>());
}

#[test]
fn values_are_equal_by_operator() {
    indices!(i);
    let x = Vector::<f64>::from(vec![f64::NAN, f64::NAN, 1.0, 1.0]);
    let mut c = empty::<SparseRunList<Element<f64>>>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(
        (&c.level().left()[..], &c.level().right()[..]),
        (&[0, 1, 2][..], &[1, 2, 4][..])
    );
}

#[test]
fn patterns() {
    indices!(i);
    let x = Vector::<bool>::from(B6.map(|value| value == 1).to_vec());
    let mut c = empty::<SparseRunList<Pattern>>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).reduce(Or, x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(
        (&c.level().left()[..], &c.level().right()[..]),
        (&[1, 5][..], &[3, 6][..])
    );
    assert_eq!(all(&c), B6.map(|value| value == 1));
    let mut count = Scalar::new(0_i64);
    let y = line(&[1, 2, 4, 8, 16, 32]);
    program()
        .declare(&mut count)
        .body(|(s,)| forall(i, when(c.at((i,)), s.at(()).add(y.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(count.get(), 2 + 4 + 32);
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, left, right, val) = ([0_u8, 2, 2], [0_u16, 2], [1_u16, 3], [4_i64, 5]);
    let level = SparseRunList::new(
        3,
        &ptr[..],
        &left[..],
        &right[..],
        Element::<i64, Zero, _>::new(&val[..]),
    );
    let a = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&a), [4, 0, 5, 0, 0, 0]);
    assert_eq!(all(&copy2::<Dense<Stretches>, _>(&a)), [4, 0, 5, 0, 0, 0]);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let x = line(&V9);
    let mut c: Tensor<Stretches> = some1(&x);
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
}

#[test]
fn costs_follow_runs() {
    indices!(i);
    let level = SparseRunList::new(
        1 << 40,
        vec![0, 2],
        vec![1_u64 << 20, 1 << 39],
        vec![1_u64 << 30, 1 << 40],
        Element::<f64>::new(vec![0.5, 2.0]),
    );
    let a = Tensor::new(level).unwrap();
    let mut s = Scalar::new(0.0);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) + a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(s.get(), ((1_u64 << 30) - (1 << 20)) as f64 + (1_u64 << 39) as f64 * 4.0);
}

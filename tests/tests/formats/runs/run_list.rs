//! Run lists through programs, against nested loops.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{RunList, SparseRunList};
use finch_traits::algebra::logic::No;

pub(crate) type Unmerged<L> = RunList<L, Vec<usize>, Vec<u32>, No>;

/// The arrays of a run list of one fiber: `ptr` is what it must be.
pub(crate) fn arrays<M>(tensor: &Tensor<RunList<Value, Vec<usize>, Vec<u32>, M>>) -> (Vec<u32>, Vec<i64>) {
    let level = tensor.level();
    assert_eq!(level.ptr(), &[0, level.right().len()]);
    assert_eq!(level.child().val().len(), level.right().len());
    (level.right().clone(), level.child().val().clone())
}

/// The runs of `values`, found by hand.
pub(crate) fn runs(values: &[i64]) -> (Vec<u32>, Vec<i64>) {
    let (mut right, mut val) = (Vec::new(), Vec::new());
    for (index, &value) in values.iter().enumerate() {
        if val.last() == Some(&value) {
            right.pop();
            val.pop();
        }
        right.push(index as u32 + 1);
        val.push(value)
    }
    (right, val)
}

#[test]
fn storage() {
    for values in [&V9[..], &B6, &H6, &Z4, &[5], &[]] {
        let dense = line(values);
        assert_eq!(arrays(&copy1::<Runs, _>(&dense)), runs(values));
        assert_eq!(arrays(&some1::<Runs, _>(&dense)), runs(values));
        assert_eq!(arrays(&copy1::<Runs, _>(&list(values))), runs(values));
        assert_eq!(arrays(&copy1::<Runs, _>(&copy1::<Runs, _>(&dense))), runs(values))
    }
    assert_eq!(runs(&V9), (vec![1, 3, 5, 7, 8, 9], vec![0, 1, 2, 0, 3, 0]));
    assert_eq!(runs(&B6), (vec![1, 3, 5, 6], vec![0, 1, 0, 1]));
    assert_eq!(runs(&H6), (vec![2, 3, 6], vec![0, 1, 0]));
    assert_eq!(runs(&Z4), (vec![4], vec![0]));
    assert_eq!(copy1::<Runs, _>(&line(&Z4)).count_stored(), 1);
}

#[test]
fn unmerged_storage() {
    let (right, val) = arrays(&some1::<Unmerged<Value>, _>(&line(&V9)));
    assert_eq!(
        (&right[..], &val[..]),
        (&[1, 2, 3, 4, 5, 7, 8, 9][..], &[0, 1, 1, 2, 2, 0, 3, 0][..])
    );
    let (right, val) = arrays(&copy1::<Unmerged<Value>, _>(&list(&V9)));
    assert_eq!(
        (&right[..], &val[..]),
        (&[1, 2, 3, 4, 5, 7, 8, 9][..], &[0, 1, 1, 2, 2, 0, 3, 0][..])
    );
    let (right, val) = arrays(&copy1::<Unmerged<Value>, _>(&line(&B6)));
    assert_eq!((&right[..], &val[..]), (&[1, 2, 3, 4, 5, 6][..], &B6[..]));
    // What comes in runs stays in these.
    let (right, val) = arrays(&copy1::<Unmerged<Value>, _>(&copy1::<Runs, _>(&line(&V9))));
    assert_eq!((right, val), runs(&V9));
    assert_eq!(arrays(&copy1::<Unmerged<Value>, _>(&line(&[]))), (vec![], vec![]));
    let level = Runs::new(3, vec![0, 2], vec![1, 3], Element::new(vec![1, 2])).unmerged();
    assert_eq!(arrays(&Tensor::new(level).unwrap()), (vec![1, 3], vec![1, 2]));
}

#[test]
fn two_dimensional_storage() {
    let tensor: Tensor<Dense<Runs>> = copy2(&plane(5, &M5));
    let level = tensor.level().child();
    assert_eq!(level.ptr(), &[0, 3, 7, 11, 15, 17]);
    assert_eq!(level.right(), &[2, 3, 5, 1, 2, 3, 5, 1, 2, 3, 5, 1, 3, 4, 5, 1, 5]);
    assert_eq!(tensor.count_stored(), 17);
    assert_eq!(
        tensor.to_string().lines().take(6).collect::<Vec<_>>(),
        [
            "5 x 5 tensor of i64, fill 0, 17 stored",
            "Dense [5]",
            "├─ [0]: RunList [5]",
            "│  ├─ [0..2]: 0",
            "│  ├─ [2..3]: 1",
            "│  ├─ [3..5]: 0"
        ]
    );
}

/// No run of a level equals its neighbour; checked by hand for one-dimensional fibers.
pub(crate) fn is_merged(tensor: &Tensor<Dense<Runs>>) {
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
    holds_spaces::<Dense<RunList<Line>>>();
    holds_spaces::<RunList<Dense<Runs>>>();
    holds_spaces::<RunList<Dense<List>>>();
    holds_spaces::<RunList<SparseList<Runs>>>();
    holds_spaces::<RunList<SparseRunList<Line>>>();
    holds_spaces::<Unmerged<Dense<Runs>>>();
    holds_spaces::<SparseList<Dense<Runs>>>();
    holds_spaces::<SparseList<RunList<List>>>();
    holds_runs_of_spaces::<RunList<RunList<Runs>>>();
    holds_runs_of_spaces::<RunList<Dense<Stretches>>>();
}

#[test]
fn reads_with_others() {
    merges_planes::<Dense<Runs>, Dense<Runs>>();
    merges_planes::<Dense<List>, Dense<Runs>>();
    merges_planes::<SparseList<Runs>, SparseList<Runs>>();
    merges_planes::<SparseList<List>, SparseList<Runs>>();
    merges_planes::<SparseList<Runs>, Plane>();
    merges_planes::<RunList<Line>, RunList<Runs>>();
}

#[test]
fn sums() {
    indices!(i);
    let mut dice = Dice(1);
    for (count, length, sides) in [(1, 1, 5), (50, 1, 3), (300, 5, 9), (300, 60, 4)] {
        let (x, y) = (dice.runs(count, length, sides), dice.runs(count, length + 1, 3));
        let (a, b): (Tensor<Runs>, Tensor<Runs>) = (copy1(&line(&x)), copy1(&line(&y)));
        let (c, d) = (list(&y), line(&y));
        let dot: i64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
        let mut s = Scalar::new(0_i64);
        macro_rules! sums {
            ($($value:expr => $expected:expr;)*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add($value))).run().unwrap();
                assert_eq!(s.get(), $expected);
            )* };
        }
        sums! {
            a.at((i,)) => x.iter().sum::<i64>();
            a.at((i,)) * b.at((i,)) => dot;
            a.at((i,)) * c.at((i,)) => dot;
            a.at((i,)) * c.at((gallop(i),)) => dot;
            c.at((follow(i),)) * a.at((i,)) => dot;
            a.at((i,)) + c.at((i,)) => x.iter().sum::<i64>() + y.iter().sum::<i64>();
            a.at((i,)) * (b.at((i,)) + c.at((i,))) + d.at((i,)) => 2 * dot + y.iter().sum::<i64>();
        }
        // Over a part of the indices, from within a run to within another.
        let (from, to) = (count / 3, count - count / 4);
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, from..to, s.at(()).add(a.at((i,)) * b.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(
            s.get(),
            x[from..to].iter().zip(&y[from..to]).map(|(x, y)| x * y).sum::<i64>()
        );
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, from..to, s.at(()).add(a.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(s.get(), x[from..to].iter().sum::<i64>());
        let mut most = Scalar::<i64, NegInf>::default();
        program()
            .declare(&mut most)
            .body(|(m,)| forall(i, m.at(()).reduce(Max, a.at((i,)) + b.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(most.get(), x.iter().zip(&y).map(|(x, y)| x + y).max().unwrap())
    }
}

#[test]
fn sums_of_runs_come_in_runs() {
    indices!(j, i);
    let mut dice = Dice(2);
    for (rows, columns, length) in [(6, 7, 9), (12, 3, 40), (1, 40, 3)] {
        let x = dice.runs(rows * columns, length, 3);
        let a: Tensor<RunList<Runs>> = copy2(&plane(rows, &x));
        let mut c = empty::<Runs>();
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j,)).add(a.at((j, i))))))
            .run()
            .unwrap();
        c.validate().unwrap();
        let sums: Vec<i64> = x.chunks(columns).map(|row| row.iter().sum()).collect();
        assert_eq!(arrays(&c), runs(&sums));
        let rows_of_list: Tensor<Dense<List>> = copy2(&plane(rows, &x));
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j,)).add(rows_of_list.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(arrays(&c), runs(&sums));
        // A row to which nothing is added is a gap.
        program()
            .declare(&mut c)
            .body(|(c,)| {
                forall(
                    j,
                    forall(i, when(i.value().eq(constant(1)), c.at((j,)).add(a.at((j, i))))),
                )
            })
            .run()
            .unwrap();
        let second: Vec<i64> = x.chunks(columns).map(|row| row[1]).collect();
        assert_eq!(arrays(&c), runs(&second))
    }
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Runs> = copy1(&line(&[]));
    assert_eq!(arrays(&a), (vec![], vec![]));
    assert_eq!(all(&copy1::<Line, _>(&a)), []);
    assert_eq!(arrays(&copy1::<Runs, _>(&line(&[4]))), (vec![1], vec![4]));
    assert_eq!(arrays(&some1::<Runs, _>(&line(&[0]))), (vec![1], vec![0]));
    empty::<Runs>().validate().unwrap();
    assert_eq!(all(&empty::<Runs>()), []);
    let none: Tensor<SparseList<Runs>> = some2(&plane(3, &[0; 12]));
    assert_eq!(none.level().child().ptr(), &[0]);
    assert_eq!(none.count_stored(), 0);
}

#[test]
fn values_are_equal_by_operator() {
    indices!(i);
    let x = Vector::<f64>::from(vec![f64::NAN, f64::NAN, 1.0, 1.0, 0.0, -0.0]);
    let mut c = empty::<RunList<Element<f64>>>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().right(), &[1, 2, 4, 6]);
    assert!(c.level().child().val()[..2].iter().all(|value| value.is_nan()));
}

#[test]
fn any_fill() {
    indices!(i);
    let far = f64::INFINITY;
    let values = [far, 1.0, 1.0, far, far, 2.0, far];
    let x = Vector::<f64>::from(values.to_vec());
    let mut c = empty::<RunList<Element<f64, Inf>>>();
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                i,
                when(x.at((i,)).lt(constant(5.0)), c.at((i,)).reduce(Min, x.at((i,)))),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().right(), &[1, 3, 5, 6, 7]);
    assert_eq!(all(&c), values);
}

#[test]
fn a_pattern_has_no_fill() {
    indices!(i);
    let x = Vector::<bool>::from(vec![true, false]);
    let mut c = empty::<RunList<Pattern>>();
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap_err();
    assert!(error.to_string().contains("SparseRunList"), "{error}");
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, right, val) = ([0_u8, 2, 3], [1_u16, 3, 3], [4_i64, 5, 6]);
    let level = RunList::new(3, &ptr[..], &right[..], Element::<i64, Zero, _>::new(&val[..]));
    let a = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&a), [4, 5, 5, 6, 6, 6]);
    assert_eq!(all(&copy2::<Dense<Runs>, _>(&a)), [4, 5, 5, 6, 6, 6]);
}

#[test]
fn is_a_workspace() {
    indices!(j, i);
    let a = plane(5, &M5);
    let mut w = empty::<Runs>();
    let mut c = empty::<Dense<List>>();
    program()
        .declare(&mut c)
        .workspace(&mut w)
        .body(|(c, w)| {
            forall(
                j,
                w.within(
                    forall(i, w.at((i,)).set(a.at((j, i)) + a.at((j, i)))),
                    forall(i, when(w.read((i,)).ne(constant(0)), c.at((j, i)).set(w.read((i,))))),
                ),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    w.validate().unwrap();
    assert_eq!(all(&c), M5.map(|value| 2 * value));
}

#[test]
fn costs_follow_runs() {
    indices!(i);
    let a = Tensor::new(RunList::new(
        1 << 40,
        vec![0, 3],
        vec![1_u64 << 20, 1 << 30, 1 << 40],
        Element::<f64>::new(vec![1.0, 0.5, 2.0]),
    ))
    .unwrap();
    let mut s = Scalar::new(0.0);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) * a.at((i,)))))
        .run()
        .unwrap();
    let lengths = [
        f64::from(1 << 20),
        f64::from((1 << 30) - (1 << 20)),
        ((1_u64 << 40) - (1 << 30)) as f64,
    ];
    assert_eq!(s.get(), lengths[0] + lengths[1] * 0.25 + lengths[2] * 4.0);
    let mut c = empty::<RunList<Element<f64>, Vec<usize>, Vec<u64>>>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)) + a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(
        (c.level().right(), &c.level().child().val()[..]),
        (a.level().right(), &[2.0, 1.0, 4.0][..])
    );
}

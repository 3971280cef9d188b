//! What the tests of levels of runs share: data, nests that hold it, and what all of them refuse.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{maps, run, sums};
use finch_traits::level::Follows;
use typenum::{U1, U2, U3};

pub(crate) type Runs = RunList<Value>;
pub(crate) type Stretches = SparseRunList<Value>;

/// `0, 1, 2, ..`.
pub(crate) fn long(len: usize) -> Vec<i64> {
    (0..len as i64).collect()
}

/// `0, 1, 2, ..`, and then `last` up to the end of a thousand.
pub(crate) fn steps(last: i64) -> Vec<i64> {
    (0..1000).map(|index: i64| index.min(last)).collect()
}

/// Two-dimensional tensors of all sorts.
fn planes(dice: &mut Dice) -> Vec<([usize; 2], Vec<i64>)> {
    let mut planes = vec![
        ([5, 5], M5_COLUMNS.concat()),
        ([0, 0], vec![]),
        ([1, 1], vec![0]),
        ([1, 1], vec![7]),
        ([3, 0], vec![]),
        ([4, 6], vec![0; 24]),
    ];
    for (rows, columns, length, sides) in [
        (7, 5, 2, 2),
        (6, 9, 3, 3),
        (12, 12, 40, 3),
        (1, 30, 4, 4),
        (30, 1, 4, 2),
        (9, 4, 12, 2),
    ] {
        planes.push(([rows, columns], dice.runs(rows * columns, length, sides)));
        // Rows that repeat.
        let row = dice.runs(columns, 3, sides);
        let rows_of = |j| if j % 4 < 3 { row.clone() } else { vec![0; columns] };
        planes.push(([rows, columns], (0..rows).flat_map(rows_of).collect()))
    }
    planes
}

/// A nest of two levels holds what is written to it value by value, and what is not zero; `check` is handed the tensors.
pub(crate) fn holds_planes<L: Written<U2>>(check: impl Fn(&Tensor<L>)) {
    for (shape, values) in (0..5).flat_map(|seed| planes(&mut Dice(seed))) {
        let dense = Matrix::<i64>::from_dense(shape, &values).unwrap();
        for tensor in [copied::<L, _>(&dense), some(&dense)] {
            assert_eq!(all(&tensor), values);
            check(&tensor)
        }
    }
}

/// A nest of two levels holds what it is given by itself, run by run, and is read by programs.
pub(crate) fn holds_runs_of_planes<L: Written<U2>>(check: impl Fn(&Tensor<L>)) {
    for (shape, values) in (5..9).flat_map(|seed| planes(&mut Dice(seed))) {
        let tensor = copied::<L, _>(&some::<L, _>(&Matrix::<i64>::from_dense(shape, &values).unwrap()));
        assert_eq!(all(&tensor), values);
        assert_eq!(all(&copied::<Plane, _>(&tensor)), values);
        check(&tensor)
    }
}

/// Three-dimensional tensors of all sorts.
fn spaces(dice: &mut Dice) -> Vec<Tensor<Space>> {
    let mut spaces = Vec::new();
    for (shape, length, sides) in [
        ([4, 3, 5], 3, 2),
        ([5, 4, 2], 9, 3),
        ([3, 6, 4], 30, 2),
        ([2, 2, 2], 2, 1),
    ] {
        let len = shape.iter().product();
        let values = dice.runs(len, length, sides);
        // Planes that repeat.
        let part = values[..len / shape[0]].to_vec();
        spaces.extend([space(shape, &values), space(shape, &part.repeat(shape[0]))])
    }
    spaces.extend([[0, 3, 2], [3, 0, 2], [3, 2, 0]].map(|shape| space(shape, &[])));
    spaces.push(space([1, 1, 1], &[1]));
    spaces
}

/// A nest of three levels holds what is written to it and not zero.
pub(crate) fn holds_spaces<L: Written<U3>>() {
    for dense in (0..5).flat_map(|seed| spaces(&mut Dice(seed))) {
        assert_eq!(all(&some::<L, _>(&dense)), dense.to_dense().unwrap());
    }
}

/// A nest of three levels holds what it is given by itself, run by run.
pub(crate) fn holds_runs_of_spaces<L: Written<U3>>() {
    for dense in (5..9).flat_map(|seed| spaces(&mut Dice(seed))) {
        assert_eq!(all(&copied::<L, _>(&copied::<L, _>(&dense))), dense.to_dense().unwrap());
    }
}

/// Sums and products of two nests of two levels, read together.
pub(crate) fn merges_planes<A: Written<U2>, B: Written<U2>>() {
    let mut dice = Dice(13);
    for (rows, columns, length) in [(9, 8, 3), (5, 20, 6), (20, 5, 40)] {
        let (x, y) = (
            dice.runs(rows * columns, length, 3),
            dice.runs(rows * columns, length + 1, 2),
        );
        let (a, b): (Tensor<A>, Tensor<B>) = (some(&plane(rows, &x)), some(&plane(rows, &y)));
        maps! { for j, i; x, y; |x, y| x + y => (a[j, i] + b[j, i]); }
        sums! { for j, i; dot(&x, &y) => (a[j, i] * b[j, i]); }
    }
}

macro_rules! merges {
    ($($a:ty, $b:ty;)*) => { $( merges_planes::<$a, $b>(); )* };
}

pub(crate) use merges;

/// Declares tests of what is read of runs of a level, which are made by a function: beside other nests, and sums.
macro_rules! reads {
    ($level:ty, $made:ident: $($pairs:tt)*) => {
        #[test]
        fn reads_with_others() {
            merges! { $($pairs)* }
        }

        #[test]
        fn sums() {
            sums_up::<$level>($made)
        }
    };
}
pub(crate) use reads;

/// Sums over vectors `a` and `b` of runs, over lists, dense vectors and other runs: over all indices, and from within a run to within
/// another.
pub(crate) fn sums_up<L: Written<U1> + Follows>(copy: fn(&Tensor<Line>) -> Tensor<L>) {
    let mut dice = Dice(1);
    for (count, length, sides) in [(1, 1, 5), (50, 1, 3), (300, 5, 9), (300, 5, 2), (300, 60, 4)] {
        let (x, y) = (dice.runs(count, length, sides), dice.runs(count, length + 1, 3));
        let (a, b, c, d) = (copy(&line(&x)), copy(&line(&y)), list(&y), line(&y));
        let e: Tensor<Runs> = copied(&d);
        let (both, xs, ys) = (dot(&x, &y), x.iter().sum::<i64>(), y.iter().sum::<i64>());
        sums! { for i;
            xs => (a[i]);
            both => (a[i] * b[i]);
            xs + ys => (a[i] + b[i]);
            both => (a[i] * c[i]);
            both => (a[i] * c[gallop(i)]);
            both => (c[follow(i)] * a[i]);
            both => (a[follow(i)] * c[i]);
            xs + ys => (a[i] + c[i]);
            2 * both + ys => (a[i] * (b[i] + c[i]) + d[i]);
            both + ys => (a[i] * d[i] + e[i]);
        }
        let (mut fast, mut most) = (Scalar::<i64>::default(), Scalar::<i64, NegInf>::default());
        run! { fast .= 0; for i { fast[] <<FastAdd>>= a[i] * d[i]; } }
        run! { most .= -inf; for i { most[] <<max>>= a[i] + b[i]; } }
        assert_eq!(fast.get(), both);
        assert_eq!(most.get(), zipped(&x, &y, |x, y| x + y).into_iter().max().unwrap());
        let part = count / 3..count - count / 4;
        let (x, y) = (&x[part.clone()], &y[part.clone()]);
        let sum = x.iter().sum::<i64>();
        sums! { for i in part.clone();
            dot(x, y) => (a[i] * b[i]);
            sum => (a[i]);
            sum + y.iter().sum::<i64>() => (a[i] + b[i]);
        }
    }
}

/// Values in which runs of every length stand next to each other.
pub(crate) fn lines() -> Vec<Vec<i64>> {
    let mut lines = vec![
        V9.to_vec(),
        B6.to_vec(),
        H6.to_vec(),
        Z4.to_vec(),
        vec![5],
        vec![],
        vec![1, 1, 1, 2, 2, 2, 2, 3],
        vec![1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4],
        vec![1, 2, 2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0],
    ];
    for (seed, (length, sides)) in [(1, 3), (2, 2), (3, 9), (6, 3), (20, 4), (5, 2)]
        .into_iter()
        .enumerate()
    {
        lines.push(Dice(seed as u64).runs(200, length, sides))
    }
    // Short ones and long ones in turn.
    let mut dice = Dice(77);
    let mixed = (0..60).flat_map(|piece| {
        let (value, length) = (1 + dice.below(5) as i64 + 5 * (piece % 2), 1 + dice.below(7));
        vec![value; length]
    });
    lines.push(mixed.collect());
    lines
}

/// A level is appended to by loop after loop, with a gap between them; `check` is handed the tensor and what it must hold.
pub(crate) fn loop_after_loop<L: Written<U1>>(check: impl Fn(&Tensor<L>, &[i64])) {
    for values in lines().iter().filter(|values| values.len() >= 9) {
        let (x, mut c) = (line(values), Tensor::<L>::default());
        let (first, second, end) = (values.len() / 3, values.len() / 2, values.len() - 1);
        run! {
            c .= 0;
            {
                for i in 0..first { c[i] = x[i]; }
                for i in first..second { c[i] = x[i]; }
                for i in second + 2..end { c[i] = x[i]; }
            }
        }
        // The loops say how far it goes.
        let mut expected = values[..end].to_vec();
        expected[second..second + 2].fill(0);
        assert_eq!(all(&c), expected);
        check(&c, &expected)
    }
}

/// Rows are appended to in two pieces.
pub(crate) fn rows_in_pieces<L: Written<U2>>() -> Tensor<L> {
    let (a, mut c) = (plane(5, M5_COLUMNS.as_flattened()), Tensor::<L>::default());
    run! { c .= 0; for j { for i in 0..2 { c[j, i] = a[j, i]; } for i in 2..5 { c[j, i] = a[j, i]; } } }
    assert_eq!(all(&c), M5_COLUMNS.as_flattened());
    c
}

/// What comes too late is refused, of a vector `L`, of rows of such and of the rows of `N`.
pub(crate) fn refuses_what_comes_too_late<L, N>()
where
    L: Written<U1>,
    Dense<L>: Written<U2>,
    N: Written<U2>,
{
    let (x, mut c) = (line(&V9), Tensor::<L>::default());
    refused(U1::one_after_the_other(&mut c, &x, &x), ErrorKind::Order, &[L::NAME]);
    assert_eq!(all(&c), V9);
    let late = finch! { c .= 0; { for i in 4..9 { c[i] = x[i]; } for i in 2..5 { c[i] = x[i]; } } };
    refused(late.run(), ErrorKind::Order, &[L::NAME]);
    assert_eq!(all(&c), [0, 0, 0, 0, 2, 0, 0, 3, 0]);
    refused(U1::both_at_once(&mut c, &x), ErrorKind::Order, &[L::NAME]);
    c.validate().unwrap();
    // Rows, too.
    let (a, mut c) = (plane(5, M5_COLUMNS.as_flattened()), Tensor::<Dense<L>>::default());
    refused(U2::one_after_the_other(&mut c, &a, &a), ErrorKind::Order, &[L::NAME]);
    assert_eq!(all(&c), M5_COLUMNS.as_flattened());
    let mut c = Tensor::<N>::default();
    let twice = finch! { c .= 0; { for j, i { c[j, i] = a[j, i]; } for j in 2..3, i { c[j, i] = a[j, i]; } } };
    refused(twice.run(), ErrorKind::Order, &[N::NAME]);
    assert_eq!(all(&c), M5_COLUMNS.as_flattened())
}

/// What cannot be opened again says so, and keeps what it holds.
pub(crate) fn is_not_updated_in_place<L: Written<U1>>() {
    let mut c: Tensor<L> = copied(&line(&V9));
    refused(U1::add(&mut c, &line(&V9)), ErrorKind::Lifecycle, &[L::NAME]);
    assert_eq!(all(&c), V9)
}

/// A workspace of runs that is filled for each row.
pub(crate) fn is_a_workspace<L: Written<U1>>() {
    let (a, mut w, mut c) = (
        plane(5, M5_COLUMNS.as_flattened()),
        Tensor::<L>::default(),
        Csr::<i64>::default(),
    );
    run! {
        c .= 0;
        for j {
            w .= 0;
            for i { w[i] = a[j, i] + a[j, i]; }
            for i { if w[i] != 0 { c[j, i] = w[i]; } }
        }
    }
    w.validate().unwrap();
    assert_eq!(
        all(&c),
        M5_COLUMNS
            .as_flattened()
            .iter()
            .map(|value| 2 * value)
            .collect::<Vec<_>>()
    )
}

/// More runs than can be counted are refused; the first `kept` values are there.
pub(crate) fn too_many<L: Written<R>, R: Programs>(
    a: &Tensor<impl finch_traits::level::Level<T = i64, Rank = R>>,
    kept: usize,
) -> Tensor<L> {
    let mut c = Tensor::<L>::default();
    refused(R::set(&mut c, a), ErrorKind::TooLarge, &[]);
    c.validate().unwrap();
    assert_eq!(c.to_dense().unwrap()[..kept], a.to_dense().unwrap()[..kept]);
    c
}

//! What the suite checks: each function is one question, asked of a nest, with cases as data.

use super::data::{Dice, List, Lists, TWINS, all, csr, dot, line, listed, plane, stored};
use super::programs::{Programs, Written, matrix, some};
pub use crate::check::refused;
use crate::{maps, sums};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use finch_traits::level::Level;
use finch_traits::level::{Follows, RowsFollow};
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::{U1, U2};

/// A tensor holds `values`, in `count` entries, and gives them to programs.
#[track_caller]
pub fn holds<L: Level<T = i64>>(tensor: &Tensor<L>, values: &[i64], count: usize) {
    assert_eq!(all(tensor), values);
    assert_eq!(tensor.count_stored(), count, "entries that are stored");
    assert_eq!(tensor.to_dense().unwrap(), values)
}

/// How a tensor is drawn.
#[track_caller]
pub fn drawn(text: &str, lines: &[&str]) {
    assert_eq!(text.lines().collect::<Vec<_>>(), lines)
}

/// Parts are accepted where nothing is said, else refused with an error that names the level, or the leaf.
#[track_caller]
pub fn judged<L: Level>(level: L, name: &str, refusal: Option<(Option<ErrorKind>, &str)>) {
    let outcome = Tensor::new(level);
    let Some((kind, words)) = refusal else {
        outcome.map(drop).unwrap();
        return;
    };
    let Err(error) = outcome else {
        panic!("this is refused: {words}")
    };
    let message = error.to_string();
    assert!(message.contains(words), "`{message}` says `{words}`");
    assert!(message.contains(name) || message.contains("Element"), "{message}");
    assert!(kind.is_none_or(|kind| kind == error.kind()), "{kind:?}: {message}")
}

/// `a`, then `b`, are appended to one fiber of ten.
pub fn appended<L: Written<U1>>(y: &mut Tensor<L>, a: &[usize], b: &[usize]) -> Result<()> {
    let outcome = U1::one_after_the_other(y, &listed(10, a.iter().copied()), &listed(10, b.iter().copied()));
    y.validate().unwrap();
    outcome
}

/// `b` begins before the end of `a`: that is refused, and what came in time is kept.
#[track_caller]
pub fn appended_late<L: Written<U1>>(y: &mut Tensor<L>, a: &[usize], b: &[usize]) {
    refused(appended(y, a, b), ErrorKind::Order, &[L::NAME, "fiber 0"]);
    let held: Vec<usize> = stored(y)
        .into_iter()
        .filter(|entry| entry.1 != 0)
        .map(|entry| entry.0)
        .collect();
    let later: Vec<usize> = b.iter().copied().filter(|index| Some(index) > a.last()).collect();
    assert!(held == a || held == [a, &later].concat(), "{held:?} of {a:?} and {b:?}")
}

/// Two statements cannot write to one fiber at once, and the level is as good as new behind that.
pub fn refuses_two_at_once<L: Written<U1>>() {
    let mut y = Tensor::<L>::default();
    refused(U1::both_at_once(&mut y, &line(&[1; 10])), ErrorKind::Order, &[L::NAME]);
    y.validate().unwrap();
    refused(
        U1::both_at_once(&mut y, &listed(10, [1, 3])),
        ErrorKind::Order,
        &[L::NAME],
    );
    y.validate().unwrap();
    U1::set(&mut y, &listed(10, [1, 3])).unwrap();
    assert_eq!(all(&y), [0, 2, 0, 4, 0, 0, 0, 0, 0, 0])
}

/// What is opened again goes on where it ended, fiber by fiber.
pub fn rows_go_on<L: Written<U2>>() {
    let mut y = matrix::<L>([3, 4], &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let later = matrix::<Lists>([3, 4], &[0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    let expected = [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0];
    U2::add(&mut y, &later).unwrap();
    assert_eq!(all(&y), expected);
    refused(U2::add(&mut y, &later), ErrorKind::Order, &[]);
    assert_eq!(all(&y), expected);
    y.copy_from(&later).unwrap();
    assert_eq!(all(&y), all(&later))
}

/// Rows that are written once for each `k`: the second time they come after later ones.
pub fn refuses_fibers_again<L: Level>(columns: usize, values: &[i64])
where
    Dense<L>: Written<U2>,
{
    let a = matrix::<Lists>([values.len() / columns, columns], values);
    let (twice, mut y) = (line(&[1, 1]), Tensor::<Dense<L>>::default());
    let again = finch! { y .= 0; for k, j, i { y[j, i] += a[j, i] * twice[k]; } };
    refused(again.run(), ErrorKind::Order, &[L::NAME]);
    assert_eq!(all(&y), values)
}

/// Allocations are kept from one declaration to the next, at `places`.
pub fn keeps_allocations<L: Written<U1>, P: PartialEq + Debug>(places: impl Fn(&L) -> P) {
    let mut values = [7; 300];
    let mut y = Tensor::<L>::default();
    U1::set_some(&mut y, &line(&values)).unwrap();
    let before = places(y.level());
    for some in [9, 3, 300] {
        values[some..].fill(0);
        U1::set_some(&mut y, &line(&values)).unwrap();
        assert_eq!(all(&y), values);
        assert_eq!(places(y.level()), before, "declaring keeps allocations");
        values.fill(4)
    }
}

/// The largest extent whose indices fit `integer` is `extent`.
pub fn widest<L: WriteLevel<Rank = U1> + Default>(integer: &str, extent: usize) {
    assert!(Tensor::<L>::empty([extent]).is_ok());
    let more = (extent + 1).to_string();
    refused(
        Tensor::<L>::empty([extent + 1]).map(drop),
        ErrorKind::TooLarge,
        &[&more, integer],
    );
}

/// A copy of entries at `indices` of 1000 keeps the first `kept` of them, beyond which pointers cannot count, whether it is known
/// beforehand how many there are or not.
pub fn counts<L: Written<U1>>(indices: &[usize], kept: usize) {
    let a = listed(1000, indices.iter().copied());
    for copy in [U1::set::<L, List>, U1::set_some::<L, List>] {
        let mut y = Tensor::<L>::default();
        let outcome = copy(&mut y, &a);
        let held: Vec<_> = stored(&y).into_iter().filter(|(_, value)| *value != 0).collect();
        assert_eq!(held, stored(&a)[..kept]);
        if kept == indices.len() {
            outcome.unwrap()
        } else {
            refused(outcome, ErrorKind::TooLarge, &[L::NAME]);
        }
    }
}

/// An operator that panics at `bomb`, which is among `values`, leaves an empty tensor that can be written again; `update`
/// whether it can be opened again too.
pub fn survives_panics<L, R>(values: &Tensor<impl WriteLevel<T = i64, Rank = R>>, bomb: i64, update: bool)
where
    R: Programs,
    L: Written<R>,
{
    let (mut y, held) = (some::<L, R>(values), all(values));
    for later in [false, update] {
        let run = match later {
            true => R::explode_later,
            false => R::explode,
        };
        assert!(catch_unwind(AssertUnwindSafe(|| run(&mut y, values, bomb))).is_err());
        let nothing = Tensor::<L>::empty(y.shape()).unwrap();
        assert_eq!(
            (all(&y), y.count_stored()),
            (vec![0; held.len()], nothing.count_stored())
        );
        R::set_some(&mut y, values).unwrap();
        assert_eq!(all(&y), held)
    }
}

/// Nothing can be stored where an extent is zero.
pub fn holds_nothing<L: Written<U2>>() {
    for shape in [[0, 3], [3, 0], [0, 0]] {
        for nothing in [matrix::<L>(shape, &[]), Tensor::empty(shape).unwrap()] {
            assert_eq!((all(&nothing), nothing.count_stored()), (vec![], 0))
        }
    }
}

/// Equal neighbours are one run of rows.
pub fn merges_twins<L: Written<U1>>() -> Tensor<RunList<L>>
where
    RunList<L>: Written<U2>,
{
    let runs = matrix::<RunList<L>>([5, 9], TWINS.as_flattened());
    assert_eq!(all(&runs), TWINS.as_flattened());
    assert_eq!(runs.level().right(), &[2, 4, 5]);
    runs
}

/// What programs make of `a`, which holds `x`, together with lists and dense fibers that hold `y`.
pub fn reads_with<L: Level<T = i64, Rank = U2> + RowsFollow>(a: &Tensor<L>, x: &[i64], y: &[i64]) {
    let [rows, columns] = a.shape().into();
    let lists = matrix::<Lists>([rows, columns], y);
    let flat = Matrix::<i64>::from_dense([rows, columns], y).unwrap();
    maps! { for j, i; x, y;
        |x, _| x => (a[j, i]);
        |x, y| x + y => (a[j, i] + lists[j, i]);
        |x, y| x * y => (a[j, i] * lists[j, i]);
        |x, y| x * y => (a[j, follow(i)] * lists[j, i]);
        |x, y| x + y => (a[j, i] + flat[j, i]);
        |x, y| x * y => (a[j, follow(i)] * flat[j, i]);
        |x, y| x * y => (a[j, i] * lists[j, gallop(i)]);
    }
    // A part of the rows.
    let part = columns / 3..columns - columns / 4;
    let sum: i64 = x
        .chunks(columns.max(1))
        .map(|row| row[part.clone()].iter().sum::<i64>())
        .sum();
    sums! { for j, i in part.clone(); sum => (a[j, i]); }
}

/// Nests of blocks and the like are read with others and with themselves, and written as they are read.
pub fn merges<L: Written<U2> + RowsFollow>() {
    for (seed, shape) in [[3, 40], [9, 11], [1, 90], [30, 1], [6, 6]].into_iter().enumerate() {
        let values = |seed, sparse| Dice(seed).blocks(shape[0] * shape[1], sparse);
        let (x, y) = (values(seed as u64 * 2 + 1, 3), values(seed as u64 * 2 + 201, 5));
        let (a, other, lists) = (
            matrix::<L>(shape, &x),
            matrix::<L>(shape, &y),
            matrix::<Lists>(shape, &y),
        );
        assert_eq!(all(&a), x);
        reads_with(&a, &x, &y);
        maps! { for j, i; x, y;
            |x, y| x + y => (a[j, i] + other[j, i]);
            |x, y| x * y => (a[j, i] * other[j, i]);
            |x, y| x + y => (a[j, i] + lists[j, i]) in L;
            |x, y| x * y => (a[j, i] * other[j, i]) in L;
        }
    }
}

/// What [`merges`] asks of nests, in short: where the level is met by every program in another nest.
pub fn merges_lists<L: Written<U2>>() {
    for (seed, shape) in [[3, 40], [9, 11], [1, 90], [30, 1], [6, 6]].into_iter().enumerate() {
        let values = |seed, sparse| Dice(seed).blocks(shape[0] * shape[1], sparse);
        let (x, y) = (values(seed as u64 * 2 + 1, 3), values(seed as u64 * 2 + 201, 5));
        let (a, other) = (matrix::<L>(shape, &x), matrix::<L>(shape, &y));
        let lists = matrix::<Lists>(shape, &y);
        assert_eq!(all(&a), x);
        maps! { for j, i; x, y;
            |x, y| x * y => (a[j, i] * lists[j, i]);
            |x, y| x + y => (a[j, i] + lists[j, i]) in L;
            |x, y| x * y => (a[j, i] * other[j, i]);
        }
    }
}

/// A nest that holds `values`, its copy, and as many values of another matrix, of which every third is fill.
fn held<L: Written<U2>>(shape: [usize; 2], values: &[i64]) -> (Tensor<L>, Tensor<L>, Vec<i64>) {
    let a = Tensor::<L>::from_dense(shape, values).unwrap();
    assert_eq!(all(&a), values);
    let copy = Tensor::<L>::from_tensor(&a).unwrap();
    assert_eq!(all(&copy), values);
    let other: Vec<i64> = (0..values.len() as i64)
        .map(|k| if k % 3 == 0 { 0 } else { k })
        .collect();
    (a, copy, other)
}

/// A nest holds `values`, gives them to a copy, and is read together with lists, without protocols.
pub fn holds_beside_lists<L: Written<U2>>(shape: [usize; 2], values: &[i64]) {
    let (a, copy, other) = held::<L>(shape, values);
    let lists = matrix::<Lists>(shape, &other);
    maps! { for j, i; values, other;
        |x, y| x * y => (a[j, i] * lists[j, i]);
        |x, y| x + y => (a[j, i] + lists[j, i]);
        |x, _| 2 * x => (a[j, i] + copy[j, i]);
    }
}

/// A nest holds `values`, gives them to a copy, and is read together with lists and dense fibers, also where rows are looked up
/// and leapt over: for what cannot hold everything.
pub fn holds_and_merges<L>(shape: [usize; 2], values: &[i64])
where
    L: Written<U2> + Follows + RowsFollow,
{
    let (a, copy, other) = held::<L>(shape, values);
    reads_with(&a, values, &other);
    let (lists, flat) = (matrix::<Lists>(shape, &other), plane(shape[0], &other));
    maps! { for j, i; values, other;
        |x, y| x * y => (a[follow(j), follow(i)] * lists[j, i]);
        |x, y| x * y => (a[j, i] * lists[gallop(j), gallop(i)]);
        |x, y| x * y => (a[j, i] * flat[j, i]);
        |x, _| 2 * x => (a[j, i] + copy[j, i]);
    }
}

/// Sums of rows in any order, into a dense vector and into a list, are those of loops.
pub fn sums_in_any_order<L: Written<U2>>() {
    for (seed, shape) in [[6, 60], [9, 11], [1, 90], [30, 1], [6, 6]].into_iter().enumerate() {
        let x = Dice(seed as u64 + 50).blocks(shape[0] * shape[1], 3);
        let (a, w) = (matrix::<L>(shape, &x), line(&(0..shape[1] as i64).collect::<Vec<_>>()));
        let expected: Vec<i64> = x.chunks(shape[1]).map(|row| dot(row, w.values())).collect();
        let (mut flat, mut list) = (Vector::<i64>::default(), SparseVector::<i64>::default());
        crate::run! { flat .= 0; for j, i { flat[j] <<FastAdd>>= a[j, i] * w[i]; } }
        crate::run! { list .= 0; for j, i { list[j] <<FastAdd>>= a[j, i] * w[i]; } }
        assert_eq!((all(&flat), all(&list)), (expected.clone(), expected))
    }
}

/// A nest is made of lists, gives what it holds to the nest `M` and is made of that, and becomes lists again.
pub fn copies<L: Written<U2>, M: Written<U2>>([rows, columns]: [usize; 2], values: &[i64]) {
    let a = csr(rows, columns, values);
    let mut w: Tensor<L> = a.convert().unwrap();
    assert_eq!(all(&w), values);
    let other: Tensor<M> = w.convert().unwrap();
    assert_eq!(all(&other), values);
    assert_eq!(all(&other.convert::<L>().unwrap()), values);
    assert_eq!(w.drop_fills::<Dense<List>>().unwrap(), a);
    w.copy_from(&a).unwrap();
    assert_eq!(all(&w), values)
}

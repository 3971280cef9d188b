//! Functions of arrays: Finch paper, figure 24 and section 6.5; and the small examples of the documentation.

use crate::data::{Grid, grid, some, values, vector};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::known::{Tagged, UserTag};
use finch_formats::traits::algebra::{self, Fill, Reducer, Unary};
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::Map1;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U0, U1, U2};

type Rows = Dense<SparseList<Element<f64>>>;
type Full = Dense<Dense<Element<f64>>>;

/// A number as `scale * sqrt(sum)`, where `scale` is the largest there was: squares of it do not overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scaled {
    scale: f64,
    sum: f64,
}

/// Nothing so far.
#[derive(Clone, Copy, Debug, Default)]
struct Nothing;

impl Fill<Scaled> for Nothing {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static Scaled = &Scaled { scale: 0.0, sum: 0.0 };
}

/// Adds squares at the larger scale.
#[derive(Clone, Copy, Debug)]
struct ScaledPlus;

impl Reducer<Scaled> for ScaledPlus {
    algebra::skips!(never);
    algebra::claims!();
    const SYMBOL: &'static str = "scaled_plus";
    fn combine(&self, old: Scaled, new: Scaled) -> Scaled {
        let (large, small) = if old.scale < new.scale { (new, old) } else { (old, new) };
        let ratio = if large.scale == 0.0 {
            0.0
        } else {
            small.scale / large.scale
        };
        Scaled {
            scale: large.scale,
            sum: large.sum + small.sum * ratio * ratio,
        }
    }
    fn repeat(&self, old: Scaled, new: Scaled, count: usize) -> Scaled {
        let sum = new.sum * count as f64;
        self.combine(old, Scaled { sum, ..new })
    }
}

/// One summand.
fn scaled<E: Expr<T = f64>>(value: Value<E>) -> Value<Map1<Unary<fn(f64) -> Scaled>, E>> {
    map1(
        Unary(|value: f64| Scaled {
            scale: value.abs(),
            sum: 1.0,
        }),
        value,
    )
}

/// Figure 24: `norm2`, of numbers whose squares are infinite, too.
fn norm2<A: WriteLevel<T = f64, Rank = U2> + Default>(from: &Grid<f64>) -> f64 {
    let (a, mut s) = (from.tensor::<A>(), Scalar::<Scaled, Nothing>::default());
    finch! {
        s .= Nothing;
        for j, i { if a[j, i] != 0 { s[] <<ScaledPlus>>= scaled(a[j, i]); } }
    }
    .run()
    .unwrap();
    s.get().scale * s.get().sum.sqrt()
}

#[test]
fn norms() {
    let small = grid(7, 9, 40, 60);
    let expected = small.values.iter().map(|value| value * value).sum::<f64>().sqrt();
    let large = small.map(|_, _, value| value * 1e200);
    for found in [
        norm2::<Rows>(&small),
        norm2::<Full>(&small),
        norm2::<Dense<RunList<Element<f64>>>>(&small),
    ] {
        assert!((found - expected).abs() <= 1e-12 * expected, "{found} is {expected}");
    }
    let found = norm2::<Rows>(&large);
    assert!((found / 1e200 - expected).abs() <= 1e-12 * expected, "{found}");
}

/// Figure 24: `sum` along a dimension, `slice` and `cat`, as accesses and as views.
fn shaped<A: WriteLevel<T = f64, Rank = U1> + Default, M: WriteLevel<T = f64, Rank = U2> + Default>() {
    let (from, left, right) = (grid(6, 8, 50, 61), some(10, 60, 62), some(7, 60, 63));
    let (m, a, b) = (from.tensor::<M>(), vector::<A>(&left), vector::<A>(&right));
    let (mut sums, mut slice, mut viewed) = (Vector::default(), Vector::default(), Vector::default());
    let range = 3..8;
    let (mut joined, mut joined_views) = (SparseVector::default(), SparseVector::default());
    let (part, front, behind) = (a.window([range.clone()]), a.permissive(), b.permissive().offset([-10]));
    let n = 10;
    finch! {
        sums .= 0;
        slice .= 0;
        viewed .= 0;
        joined .= 0;
        joined_views .= 0;
        for j, i { sums[j] += m[j, i]; }
        for k { slice[k] = a[window(k, 3..8)]; }
        for k { viewed[k] = part[k]; }
        for i in 0..17 { joined[i] = coalesce(a[~i], b[~(i - n)]); }
        for i in 0..17 { joined_views[i] = coalesce(front[i], behind[i]); }
    }
    .run()
    .unwrap();
    let rows = from.values.chunks(8).map(|row| row.iter().sum::<f64>());
    assert_eq!(values(&sums), rows.collect::<Vec<_>>());
    assert_eq!(
        (values(&slice), values(&viewed)),
        (left[3..8].to_vec(), left[3..8].to_vec())
    );
    let both = [left, right].concat();
    assert_eq!((values(&joined), values(&joined_views)), (both.clone(), both));
}

#[test]
fn sums_slices_and_concatenations() {
    shaped::<SparseList<Element<f64>>, Rows>();
    shaped::<Dense<Element<f64>>, Full>();
    shaped::<RunList<Element<f64>>, Dense<RunList<Element<f64>>>>();
}

/// Section 6.5.2: a sampled product of dense matrices, the sum of a product, and what is pointwise, each fused.
fn fused<S, A>()
where
    S: WriteLevel<T = f64, Rank = U2> + Default,
    A: WriteLevel<T = f64, Rank = U2> + Default,
{
    let (mask, left, right) = (grid(6, 7, 30, 64), grid(6, 4, 90, 65), grid(4, 7, 90, 66));
    let other = grid(6, 7, 30, 67);
    let (c, a, b, bt) = (
        mask.tensor::<S>(),
        left.tensor::<A>(),
        right.tensor::<A>(),
        right.transposed().tensor::<A>(),
    );
    let d = other.tensor::<S>();
    let (mut sampled, mut total, mut chosen) = (Csr::<f64>::default(), Scalar::new(0.0), Csr::<f64>::default());
    finch! {
        sampled .= 0;
        total .= 0;
        chosen .= 0;
        for i, k, j { sampled[i, k] += c[i, k] * a[i, j] * bt[k, j]; }
        for i, j, k { total[] += a[i, j] * b[j, k]; }
        for i, k { chosen[i, k] = (c[i, k] + d[i, k]) * c[i, k]; }
    }
    .run()
    .unwrap();
    let product = |i: usize, k: usize| (0..4).map(|j| left.at(i, j) * right.at(j, k)).sum::<f64>();
    assert_eq!(values(&sampled), mask.map(|i, k, value| value * product(i, k)).values);
    assert_eq!(
        total.get(),
        mask.map(|i, k, _| product(i, k)).values.iter().sum::<f64>()
    );
    assert_eq!(
        values(&chosen),
        mask.map(|i, k, value| (value + other.at(i, k)) * value).values
    );
}

#[test]
fn fused_kernels() {
    fused::<Rows, Full>();
    fused::<SparseList<SparseList<Element<f64>>>, Rows>();
}

/// Documentation of `filterop`, `minby`, `maxby` and `overwrite`.
fn documented<A: WriteLevel<T = f64, Rank = U1> + Default, C: WriteLevel<T = bool, Rank = U1> + Default>() {
    let a = vector::<A>(&[0.0, 1.1, 0.0, 4.4, 0.0]);
    let c = vector::<C>(&[false, false, false, true, false]);
    let (mut x, mut last) = (SparseVector::<f64>::default(), Scalar::new(0.0));
    finch! {
        x .= 0;
        last .= 0;
        for i { x[i] = select(c[i], a[i], {literal::<f64, Zero>()}); }
        for i { last[] <<overwrite>>= a[i]; }
    }
    .run()
    .unwrap();
    assert_eq!((x.to_triplets(), last.get()), (vec![([3].into(), 4.4)], 0.0));
}

#[test]
fn documented_operators() {
    documented::<SparseList<Element<f64>>, SparseList<Element<bool>>>();
    documented::<SparseByteMap<Element<f64>>, SparseList<Pattern>>();
}

/// Documentation of `concordize`: `b[] += a[f(i)]`, where `f` is a table.
fn mirrored<A: WriteLevel<T = f64, Rank = U1> + Default>() {
    let from = some(9, 60, 68);
    let (a, f) = (
        vector::<A>(&from),
        Vector::from((0..9).map(|i| i * i % 9).collect::<Vec<usize>>()),
    );
    let (mut b, mut c) = (Scalar::new(0.0), Vector::default());
    let n = 9;
    finch! {
        b .= 0;
        c .= 0;
        for i { b[] += a[f[i]]; }
        for i in 0..n { c[i] = a[n - 1 - i]; }
    }
    .run()
    .unwrap();
    assert_eq!(b.get(), (0..9).map(|i| from[i * i % 9]).sum::<f64>());
    assert_eq!(values(&c), from.iter().rev().copied().collect::<Vec<_>>());
}

#[test]
fn functions_of_indices() {
    mirrored::<Dense<Element<f64>>>();
    mirrored::<SparseList<Element<f64>>>();
    mirrored::<RunList<Element<f64>>>();
}

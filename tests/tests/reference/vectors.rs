//! Cases of vectors.

use crate::{held, stored};
use finch_algebra::known::{Tagged, UserTag};
use finch_algebra::{Fill, Inf, Missing};
use finch_formats::SparseDict;
use finch_tests::nest::Nest;
use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{plus, times};
use finch_traits::index::permissive;
use finch_traits::lifecycle::WriteLevel;

/// 1.1, which no operator knows a law of.
#[derive(Clone, Copy, Debug, Default)]
struct Tilted;

impl Fill<f64> for Tilted {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static f64 = &1.1;
}

fn a10() -> Data {
    Data::vector("A", &[2.0, 0.0, 3.0, 0.0, 4.0, 0.0, 5.0, 0.0, 6.0, 0.0])
}

/// 22: added to what is 1.1 everywhere.
fn added_to_the_fill<A: Vector>() {
    fn into<A: Vector, B: WriteLevel<T = f64, Fill = Tilted, Rank = U1> + Default>() {
        let (a, mut b) = (Input::<A>::new(&a10()), Tensor::<B>::default());
        run! {
            b .= _;
            for i { b[i] += {a.at(i)}; }
        }
        assert_eq!(held(&b), [3.1, 1.1, 4.1, 1.1, 5.1, 1.1, 6.1, 1.1, 7.1, 1.1]);
    }
    type Leaf = Element<f64, Tilted>;
    into::<A, Dense<Leaf>>();
    into::<A, SparseList<Leaf>>();
    into::<A, SparseByteMap<Leaf>>();
}

each!(added_to_the_fill: some_vectors);

/// 23: what is stored of a sum and of a product, under any protocols.
fn combined<A: Vector, B: Vector>() {
    let entries = |name, entries: &[(usize, f64)]| Data::new(name, &[9], entries.iter().map(|&(at, v)| (vec![at], v)));
    let x = Input::<A>::new(&entries("x", &[(0, 2.0), (2, 3.0), (4, 4.0), (6, 5.0), (8, 6.0)]));
    let y = Input::<B>::new(&entries("y", &[(1, 1.0), (4, 1.0), (7, 1.0)]));
    let (mut sum, mut product) = (Tensor::<List>::default(), Tensor::<List>::default());
    run! {
        sum .= 0;
        product .= 0;
        for i { sum[i] = {x.at(i)} + {y.at(i)}; }
        for i { product[i] = {x.at(i)} * {y.at(i)}; }
    }
    let expected = [(0, 2.0), (1, 1.0), (2, 3.0), (4, 5.0), (6, 5.0), (7, 1.0), (8, 6.0)];
    assert_eq!(stored(&sum), expected.map(|(at, value)| (vec![at], value)));
    assert_eq!(stored(&product), [(vec![4], 4.0)]);
}

some! {
    combined: List List, ListGallop ListGallop, ListGallop List, ListFollow List, Narrow List, Map MapGallop,
    MapFollow MapGallop, Pairs PairsGallop, Blocks List, List Blocks, SparseRuns List, Dict Pairs,
}

/// 26: one index, by a condition and by a place.
fn selected<A: Vector>() {
    let a = Input::<A>::new(&a10());
    let (mut masked, mut looked_up) = (Scalar::new(0.0), Scalar::new(0.0));
    for (k, expected) in [2.0, 0.0, 3.0, 0.0, 4.0, 0.0, 5.0, 0.0, 6.0, 0.0]
        .into_iter()
        .enumerate()
    {
        run! {
            masked .= 0;
            looked_up .= 0;
            for i { if i == k { masked[] += {a.at(i)}; } }
            looked_up[] += {a.along(k)};
        }
        assert_eq!((masked.get(), looked_up.get()), (expected, expected), "at {k}");
    }
}

each!(selected: vectors);

/// 30: beyond the end there is nothing, and nothing is written.
fn beyond_the_end<A: Vector>() {
    fn into<A: Vector, Y: WriteLevel<T = f64, Fill = Missing, Rank = U1> + Default>() {
        let (x, mut y) = (
            Input::<A>::new(&Data::vector("zeros", &[0.0; 2])),
            Tensor::<Y>::default(),
        );
        run! {
            y .= _;
            for i in 0..4 { y[i] := {x.along(permissive(x.by(i)))}; }
        }
        assert_eq!((y.shape()[0], stored(&y)), (4, vec![(vec![0], 0.0), (vec![1], 0.0)]));
    }
    into::<A, SparseList<Element<f64, Missing>>>();
    into::<A, SparseByteMap<Element<f64, Missing>>>();
}

each!(beyond_the_end: few_vectors);

/// 32: written where data says.
fn scattered<B: WriteLevel<T = usize, Rank = U1> + Default>() {
    let b = Tensor::<B>::from_dense([3], &[1, 3, 4]).unwrap();
    macro_rules! into {
        ($($level:ident),*) => { $( {
            let mut a = Tensor::<$level<Element<usize>>>::empty([6]).unwrap();
            run! {
                mut a;
                for i { a[b[i]] := i.value() + 1; }
            }
            assert_eq!(held(&a), [0, 1, 0, 2, 3, 0]);
        } )* };
    }
    into!(Dense, SparseByteMap, SparseDict);
}

#[test]
fn scattered_by_every_level() {
    type Leaf = Element<usize>;
    scattered::<Dense<Leaf>>();
    scattered::<SparseList<Leaf>>();
    scattered::<RunList<Leaf>>();
    scattered::<SparseByteMap<Leaf>>();
}

/// 34: the same operand at two indices.
fn least_of_pairs<A: Vector>() {
    let (x, mut s) = (Input::<A>::new(&Data::vector("x", &[1.0, 2.0, 3.0])), Scalar::new(0.0));
    run! {
        s .= 0;
        for j, i { s[] += min({x.at(j)}, {x.at(i)}); }
    }
    assert_eq!(s.get(), 14.0);
}

each!(least_of_pairs: operands);

/// Not a number, where nothing is stored.
#[derive(Clone, Copy, Debug, Default)]
struct NotANumber;

impl Fill<f64> for NotANumber {
    type Known = Tagged<UserTag<U1>>;
    const VALUE: &'static f64 = &f64::NAN;
}

/// 37: the least of what is stored, over a fill of infinity, of what is not a number, and of what is missing.
fn least<I, N, M>()
where
    I: Nest<T = f64, Fill = Inf, Rank = U1>,
    N: Nest<T = f64, Fill = NotANumber, Rank = U1>,
    M: Nest<T = f64, Fill = Missing, Rank = U1>,
{
    let data = Data::new("a", &[6], [(vec![0], 2.0), (vec![3], 1.0), (vec![4], 3.0)]);
    let (a, b, c) = (Input::<I>::new(&data), Input::<N>::new(&data), Input::<M>::new(&data));
    let (mut s, mut t) = (Scalar::<f64, Inf>::default(), Scalar::<f64, Inf>::default());
    let (mut u, mut v) = (Scalar::<f64, Inf>::default(), Scalar::<f64, Inf>::default());
    run! {
        s .= inf;
        t .= inf;
        u .= inf;
        v .= inf;
        for i { s[] <<min>>= {a.at(i)}; }
        for i { t[] <<min>>= {b.at(i)}; }
        for i { u[] <<min>>= coalesce({c.at(i)}, f64::INFINITY); }
        for i { v[] <<min>>= {c.at(i)}; }
    }
    assert_eq!((s.get(), u.get(), v.get()), (1.0, 1.0, 1.0));
    assert_eq!(t.get().to_bits(), 1.0f64.to_bits(), "{}", t.get());
}

#[test]
fn least_of_every_level() {
    macro_rules! each {
        ($($level:ident),*) => {
            $( least::<$level<Element<f64, Inf>>, $level<Element<f64, NotANumber>>, $level<Element<f64, Missing>>>(); )*
        };
    }
    each!(SparseList, SparseByteMap, SparseRunList, SparseDict);
}

/// The example of `choose(1.1)`: zero is not 1.1, so it is kept.
fn chosen<A: Vector>() {
    let a = Input::<A>::new(&Data::vector("a", &[0.0, 1.1, 0.0, 4.4, 0.0]));
    let (mut x, mut y, mut z) = (Scalar::new(0.0), Scalar::<f64, Tilted>::default(), Scalar::new(0.0));
    run! {
        mut x;
        y .= _;
        z .= 0;
        for i { x[] <<choose(Tilted)>>= {a.at(i)}; }
        for i { y[] <<choose(Tilted)>>= {a.at(i)}; }
        for i { z[] <<choose(0)>>= {a.at(i)}; }
    }
    assert_eq!((x.get(), y.get(), z.get()), (0.0, 0.0, 1.1));
}

each!(chosen: few_vectors);

/// 63: a vector as a matrix of three rows, by places.
fn reshaped<A: Vector>() {
    let v = Input::<A>::new(&Data::from_indices("v", &[36], |index| Some(index[0] as f64 + 1.0)));
    let mut m = Tensor::<FlatFlat>::default();
    let n = 12;
    run! {
        m .= 0;
        for j in 0..3, i in 0..n { m[j, i] = {v.along(plus(times(n, j), i))}; }
    }
    assert_eq!((m.shape().to_vec(), held(&m)), (vec![3, 12], held(&v.tensor)));
}

each!(reshaped: few_vectors);

/// 43: names, and a name that covers another one.
#[test]
fn names() {
    let (mut c, mut d) = (Scalar::new(0), Scalar::new(0));
    let (one, five) = (Scalar::new(1), Scalar::new(5));
    run! {
        c .= 0;
        d .= 0;
        {
            let a = one[];
            let b = 2 * one[];
            c[] += a + b;
        }
        {
            let x = five[];
            let x = x + 2;
            d[] += x;
        }
    }
    assert_eq!((c.get(), d.get()), (3, 7));
}

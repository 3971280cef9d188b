//! Booleans, integers, other fills, and missing values.

use finch_algebra::known::{Tagged, UserTag};
use finch_algebra::{self as alg, Coalesce, False, Fill, Inf, Max, Min, Missing, NegInf, One, Or, True, Zero};
use finch_tests::nest::Nest;
use finch_tests::operand::{By, Following, Operand};
use finch_tests::prelude::*;

/// A vector of any type over any background.
trait Over<T, F>: Operand<Nest: Nest<T = T, Fill = F, Rank = U1>> {}

impl<T, F, A: Operand<Nest: Nest<T = T, Fill = F, Rank = U1>>> Over<T, F> for A {}

/// A test of `$shape` over kinds of vectors with leaf `$leaf`.
macro_rules! over {
    ($shape:ident: $leaf:ty) => {
        over!($shape: dense $leaf, sparse $leaf);
    };
    ($shape:ident: $(dense $dense:ty,)? sparse $leaf:ty) => {
        mod $shape {
            use super::*;

            #[test]
            fn of_every_level() {
                $(
                    $shape::<Dense<$dense>>();
                    $shape::<RunList<$dense>>();
                )?
                $shape::<SparseList<$leaf>>();
                $shape::<By<SparseList<$leaf>, Following>>();
                $shape::<SparseByteMap<$leaf>>();
                $shape::<SparseRunList<$leaf>>();
            }
        }
    };
}

type Truth = Element<bool, False>;

case! {
    any_and_all<A: Over<bool, False>>(i):
        "for i { any[] |= a[i]; all[] &= a[i]; odd[] |= !a[i]; y[i] = !a[i] & (i < 3) }";
    over a in &data::vectors();
    reads a: A;
    writes any: Truth, all: Element<bool, True>, odd: Truth, y: SparseList<Truth>;
    {
        let both = block(any.at(()).reduce(Or, a.at(i)), all.at(()).reduce(alg::And, a.at(i)));
        let odd = odd.at(()).reduce(Or, !a.at(i));
        forall(i, block(both, block(odd, y.at((i,)).set(!a.at(i) & i.below(3)))))
    }
}

over!(any_and_all: Truth);

/// Stored positions are true, and types know it.
fn pattern<A: Over<bool, False>>() {
    let check =
        Check::of::<A>("for i { any[] |= a[i]; y[i] = a[i] & b[i]; z[i] = a[i] | b[i]; if a[i] { s[] += c[i] } }");
    indices!(i);
    for (a, b) in &data::pairs() {
        // A pattern stores nothing but true.
        let kept = a.entries().iter().filter(|(_, value)| *value != 0.0).cloned();
        let a = Data::new(a.name(), a.shape(), kept);
        let (x, p, q) = (
            Input::<A>::new(&a),
            Input::<SparseList<Truth>>::new(b),
            Input::<List>::new(b),
        );
        let (mut any, mut s) = (Output::<Truth>::stale(), Output::<Number>::stale());
        let (mut y, mut z) = (
            Output::<SparseList<Pattern>>::stale(),
            Output::<SparseByteMap<Truth>>::stale(),
        );
        let outcome = program()
            .declare(&mut any.tensor)
            .declare(&mut s.tensor)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(any, s, y, z)| {
                let any = any.at(()).reduce(Or, x.at(i));
                let y = y.at((i,)).set(x.at(i) & p.at(i));
                let z = z.at((i,)).set(x.at(i) | p.at(i));
                forall(i, block(block(any, y), block(z, sieve(x.at(i), s.at(()).add(q.at(i))))))
            })
            .run();
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("a", &x), ("b", &p), ("c", &q)];
        check.case(
            format!("{a}, {b}"),
            &inputs,
            outcome,
            &[("any", &any), ("s", &s), ("y", &y), ("z", &z)],
        );
    }
}

over!(pattern: sparse Pattern);

case! {
    /// Whole numbers, bit by bit too.
    integers<A: Over<i64, Zero>>(i):
        "for i { s[] += a[i] * b[i] + 3; t[] |= a[i] & b[i]; u[] *= 1 - a[i] * a[i]; y[i] = a[i] ^ b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: SparseList<Element<i64>>;
    writes s: Element<i64>, t: Element<i64>, u: Element<i64, One>, y: SparseList<Element<i64>>;
    {
        let s = s.at(()).add(a.at(i) * b.at(i) + 3);
        let t = t.at(()).reduce(Or, a.at(i) & b.at(i));
        let u = u.at(()).reduce(alg::Mul, 1 - a.at(i) * a.at(i));
        forall(i, block(block(s, t), block(u, y.at((i,)).set(a.at(i) ^ b.at(i)))))
    }
}

over!(integers: Element<i64>);

case! {
    /// Division of whole numbers, where the divisor is stored or one.
    quotients<A: Over<i64, Zero>>(i): "for i { y[i] = a[i] / b[i]; if b[i] > 1 { z[i] = 7 / b[i] - a[i] } }";
    over (a, b) in &data::pairs();
    with b = &b.map(|value| if value == 0.0 { 1.0 } else { value });
    reads a: A, b: SparseList<Element<i64, One>>;
    writes y: SparseList<Element<i64>>, z: Dense<Element<i64>>;
    {
        let z = sieve(b.at(i).gt(literal::<i64, One>()), z.at((i,)).set(7 / b.at(i) - a.at(i)));
        forall(i, block(y.at((i,)).set(a.at(i) / b.at(i)), z))
    }
}

over!(quotients: Element<i64>);

case! {
    /// Shortest and longest: a background of infinity, against one of zero.
    distances<A: Over<f64, Inf>>(i):
        "for i { s[] min= a[i] + b[i]; y[i] = min(a[i], b[i]); if a[i] < inf { t[] += a[i] } }";
    over (a, b) in &data::pairs();
    reads a: A, b: SparseList<Element<f64, Inf>>;
    writes s: Element<f64, Inf>, t: Number, y: SparseList<Element<f64, Inf>>;
    {
        let s = s.at(()).reduce(Min, a.at(i) + b.at(i));
        let t = sieve(a.at(i).lt(literal::<f64, Inf>()), t.at(()).add(a.at(i)));
        forall(i, block(s, block(t, y.at((i,)).set(a.at(i).min(b.at(i))))))
    }
}

over!(distances: Element<f64, Inf>);

case! {
    /// A background of one, and one of negative infinity.
    factors<A: Over<f64, One>>(i):
        "for i { s[] *= a[i] * a[i]; t[] max= b[i] + 1; y[i] = a[i] * c[i]; z[i] = max(b[i], a[i]) }";
    over (a, b) in &data::pairs();
    with a = &a.map(f64::signum);
    reads a: A, b: SparseList<Element<f64, NegInf>>, c: List = &b;
    writes s: Element<f64, One>, t: Element<f64, NegInf>, y: List, z: SparseList<Element<f64, One>>;
    {
        let s = s.at(()).reduce(alg::Mul, a.at(i) * a.at(i));
        let t = t.at(()).reduce(Max, b.at(i) + 1.0);
        let y = y.at((i,)).set(a.at(i) * c.at(i));
        forall(i, block(block(s, t), block(y, z.at((i,)).set(b.at(i).max(a.at(i))))))
    }
}

over!(factors: Element<f64, One>);

/// A fill of one's own.
#[derive(Clone, Copy, Debug, Default)]
struct NoEdge;

impl Fill<f64> for NoEdge {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static f64 = &1e6;
}

case! {
    /// Operators know no law of such a fill; it is recognised as the fill of an output, and in comparisons.
    own_fill<A: Over<f64, NoEdge>>(i):
        "for i { y[i] = a[i]; z[i] = min(a[i], b[i]); if a[i] != 1000000 { s[] += a[i] } t[] += a[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: SparseList<Element<f64, NoEdge>>;
    writes y: SparseList<Element<f64, NoEdge>>, z: RunList<Element<f64, NoEdge>>, s: Number, t: Number;
    {
        let copies = block(y.at((i,)).set(a.at(i)), z.at((i,)).set(a.at(i).min(b.at(i))));
        let s = sieve(a.at(i).ne(literal::<f64, NoEdge>()), s.at(()).add(a.at(i)));
        forall(i, block(copies, block(s, t.at(()).add(a.at(i)))))
    }
}

over!(own_fill: Element<f64, NoEdge>);

case! {
    /// Where a value is missing nothing is assigned, unless there is another one instead. What a dense level or a run list
    /// stores where nobody wrote is not missing: it is a value.
    missing<A: Over<f64, Missing>>(i): "for i {
            s[] += a[i];
            y[i] = coalesce(a[i], b[i]) + 1;
            z[i] = coalesce(a[i] + b[i], coalesce(b[i], 3));
            if a[i] > 1 { t[] += 1.0 }
        }";
    over (a, b) in &data::pairs();
    reads a: A, b: SparseList<Element<f64, Missing>>;
    writes s: Number, y: List, z: Flat, t: Number;
    {
        let s = s.at(()).add(a.at(i));
        let y = y.at((i,)).set(map2(Coalesce, a.at(i), b.at(i)) + 1.0);
        let z = z
            .at((i,))
            .set((a.at(i) + b.at(i)).coalesce(b.at(i).coalesce(constant(3.0))));
        let t = sieve(a.at(i).gt(constant(1.0)), t.at(()).add(constant(1.0)));
        forall(i, block(block(s, y), block(z, t)))
    }
}

over!(missing: sparse Element<f64, Missing>);

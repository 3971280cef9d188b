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

fn any_and_all<A: Over<bool, False>>() {
    let check = Check::of::<A>("for i { any[] |= a[i]; all[] &= a[i]; odd[] |= !a[i]; y[i] = !a[i] & (i < 3) }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut any, mut all) = (Output::<Truth>::stale(), Output::<Element<bool, True>>::stale());
        let (mut odd, mut y) = (Output::<Truth>::stale(), Output::<SparseList<Truth>>::stale());
        let outcome = program()
            .declare(&mut any.tensor)
            .declare(&mut all.tensor)
            .declare(&mut odd.tensor)
            .declare(&mut y.tensor)
            .body(|(any, all, odd, y)| {
                let both = block(any.at(()).reduce(Or, x.at(i)), all.at(()).reduce(alg::And, x.at(i)));
                let odd = odd.at(()).reduce(Or, !x.at(i));
                forall(i, block(both, block(odd, y.at((i,)).set(!x.at(i) & i.below(3)))))
            })
            .run();
        check.case(
            a,
            &[("a", &x)],
            outcome,
            &[("any", &any), ("all", &all), ("odd", &odd), ("y", &y)],
        );
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

/// Whole numbers, bit by bit too.
fn integers<A: Over<i64, Zero>>() {
    let check = Check::of::<A>(
        "for i { s[] += a[i] * b[i] + 3; t[] |= a[i] & b[i]; u[] *= 1 - a[i] * a[i]; y[i] = a[i] ^ b[i] }",
    );
    indices!(i);
    for (a, b) in &data::pairs() {
        let (x, z) = (Input::<A>::new(a), Input::<SparseList<Element<i64>>>::new(b));
        let (mut s, mut t) = (Output::<Element<i64>>::stale(), Output::<Element<i64>>::stale());
        let (mut u, mut y) = (
            Output::<Element<i64, One>>::stale(),
            Output::<SparseList<Element<i64>>>::stale(),
        );
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut u.tensor)
            .declare(&mut y.tensor)
            .body(|(s, t, u, y)| {
                let s = s.at(()).add(x.at(i) * z.at(i) + 3);
                let t = t.at(()).reduce(Or, x.at(i) & z.at(i));
                let u = u.at(()).reduce(alg::Mul, 1 - x.at(i) * x.at(i));
                forall(i, block(block(s, t), block(u, y.at((i,)).set(x.at(i) ^ z.at(i)))))
            })
            .run();
        let outputs: [(&str, &dyn finch_tests::check::Made); 4] = [("s", &s), ("t", &t), ("u", &u), ("y", &y)];
        check.case(format!("{a}, {b}"), &[("a", &x), ("b", &z)], outcome, &outputs);
    }
}

over!(integers: Element<i64>);

/// Division of whole numbers, where the divisor is stored or one.
fn quotients<A: Over<i64, Zero>>() {
    let check = Check::of::<A>("for i { y[i] = a[i] / b[i]; if b[i] > 1 { z[i] = 7 / b[i] - a[i] } }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let b = &b.map(|value| if value == 0.0 { 1.0 } else { value });
        let (x, d) = (Input::<A>::new(a), Input::<SparseList<Element<i64, One>>>::new(b));
        let (mut y, mut z) = (
            Output::<SparseList<Element<i64>>>::stale(),
            Output::<Dense<Element<i64>>>::stale(),
        );
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                let z = sieve(d.at(i).gt(literal::<i64, One>()), z.at((i,)).set(7 / d.at(i) - x.at(i)));
                forall(i, block(y.at((i,)).set(x.at(i) / d.at(i)), z))
            })
            .run();
        check.case(
            format!("{a}, {b}"),
            &[("a", &x), ("b", &d)],
            outcome,
            &[("y", &y), ("z", &z)],
        );
    }
}

over!(quotients: Element<i64>);

/// Shortest and longest: a background of infinity, against one of zero.
fn distances<A: Over<f64, Inf>>() {
    let check = Check::of::<A>("for i { s[] min= a[i] + b[i]; y[i] = min(a[i], b[i]); if a[i] < inf { t[] += a[i] } }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let (x, z) = (Input::<A>::new(a), Input::<SparseList<Element<f64, Inf>>>::new(b));
        let (mut s, mut t) = (Output::<Element<f64, Inf>>::stale(), Output::<Number>::stale());
        let mut y = Output::<SparseList<Element<f64, Inf>>>::stale();
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut y.tensor)
            .body(|(s, t, y)| {
                let s = s.at(()).reduce(Min, x.at(i) + z.at(i));
                let t = sieve(x.at(i).lt(literal::<f64, Inf>()), t.at(()).add(x.at(i)));
                forall(i, block(s, block(t, y.at((i,)).set(x.at(i).min(z.at(i))))))
            })
            .run();
        check.case(
            format!("{a}, {b}"),
            &[("a", &x), ("b", &z)],
            outcome,
            &[("s", &s), ("t", &t), ("y", &y)],
        );
    }
}

over!(distances: Element<f64, Inf>);

/// A background of one, and one of negative infinity.
fn factors<A: Over<f64, One>>() {
    let check =
        Check::of::<A>("for i { s[] *= a[i] * a[i]; t[] max= b[i] + 1; y[i] = a[i] * c[i]; z[i] = max(b[i], a[i]) }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let a = &a.map(f64::signum);
        let (x, p) = (Input::<A>::new(a), Input::<SparseList<Element<f64, NegInf>>>::new(b));
        let q = Input::<List>::new(b);
        let (mut s, mut t) = (
            Output::<Element<f64, One>>::stale(),
            Output::<Element<f64, NegInf>>::stale(),
        );
        let (mut y, mut z) = (
            Output::<List>::stale(),
            Output::<SparseList<Element<f64, One>>>::stale(),
        );
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(s, t, y, z)| {
                let s = s.at(()).reduce(alg::Mul, x.at(i) * x.at(i));
                let t = t.at(()).reduce(Max, p.at(i) + 1.0);
                let y = y.at((i,)).set(x.at(i) * q.at(i));
                forall(i, block(block(s, t), block(y, z.at((i,)).set(p.at(i).max(x.at(i))))))
            })
            .run();
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("a", &x), ("b", &p), ("c", &q)];
        check.case(
            format!("{a}, {b}"),
            &inputs,
            outcome,
            &[("s", &s), ("t", &t), ("y", &y), ("z", &z)],
        );
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

/// Operators know no law of such a fill; it is recognised as the fill of an output, and in comparisons.
fn own_fill<A: Over<f64, NoEdge>>() {
    let check =
        Check::of::<A>("for i { y[i] = a[i]; z[i] = min(a[i], b[i]); if a[i] != 1000000 { s[] += a[i] } t[] += a[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let (x, p) = (Input::<A>::new(a), Input::<SparseList<Element<f64, NoEdge>>>::new(b));
        let (mut y, mut z) = (
            Output::<SparseList<Element<f64, NoEdge>>>::stale(),
            Output::<RunList<Element<f64, NoEdge>>>::stale(),
        );
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .body(|(y, z, s, t)| {
                let copies = block(y.at((i,)).set(x.at(i)), z.at((i,)).set(x.at(i).min(p.at(i))));
                let s = sieve(x.at(i).ne(literal::<f64, NoEdge>()), s.at(()).add(x.at(i)));
                forall(i, block(copies, block(s, t.at(()).add(x.at(i)))))
            })
            .run();
        let outputs: [(&str, &dyn finch_tests::check::Made); 4] = [("y", &y), ("z", &z), ("s", &s), ("t", &t)];
        check.case(format!("{a}, {b}"), &[("a", &x), ("b", &p)], outcome, &outputs);
    }
}

over!(own_fill: Element<f64, NoEdge>);

/// Where a value is missing nothing is assigned, unless there is another one instead. What a dense level or a run list
/// stores where nobody wrote is not missing: it is a value.
fn missing<A: Over<f64, Missing>>() {
    let check = Check::of::<A>(
        "for i {
            s[] += a[i];
            y[i] = coalesce(a[i], b[i]) + 1;
            z[i] = coalesce(a[i] + b[i], coalesce(b[i], 3));
            if a[i] > 1 { t[] += 1.0 }
        }",
    );
    indices!(i);
    for (a, b) in &data::pairs() {
        let (x, p) = (Input::<A>::new(a), Input::<SparseList<Element<f64, Missing>>>::new(b));
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
        let (mut y, mut z) = (Output::<List>::stale(), Output::<Flat>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut t.tensor)
            .body(|(s, y, z, t)| {
                let s = s.at(()).add(x.at(i));
                let y = y.at((i,)).set(map2(Coalesce, x.at(i), p.at(i)) + 1.0);
                let z = z
                    .at((i,))
                    .set((x.at(i) + p.at(i)).coalesce(p.at(i).coalesce(constant(3.0))));
                let t = sieve(x.at(i).gt(constant(1.0)), t.at(()).add(constant(1.0)));
                forall(i, block(block(s, y), block(z, t)))
            })
            .run();
        check.case(
            format!("{a}, {b}"),
            &[("a", &x), ("b", &p)],
            outcome,
            &[("s", &s), ("y", &y), ("z", &z), ("t", &t)],
        );
    }
}

over!(missing: sparse Element<f64, Missing>);

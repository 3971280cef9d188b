//! One operand, reduced to scalars.

use finch_algebra::{
    self as alg, Any, By, Cast, Choose, FastAdd, Inf, Keyed, Max, MaxBy, Min, MinBy, Mul, NegInf, One, Overwrite, Zero,
};
use finch_tests::prelude::*;

fn sum<A: Vector>() {
    let check = Check::of::<A>("for i { s[] += a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (mut s, x) = (Output::<Number>::stale(), Input::<A>::new(a));
        let outcome = program()
            .declare(&mut s.tensor)
            .body(|(s,)| forall(i, s.at(()).add(x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s)]);
    }
}

/// The same in any order, by several accumulators.
fn fast_sum<A: Vector>() {
    let check = Check::of::<A>("for i { s[] += a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (mut s, x) = (Output::<Number>::stale(), Input::<A>::new(a));
        let outcome = program()
            .declare(&mut s.tensor)
            .body(|(s,)| forall(i, s.at(()).reduce(FastAdd, x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s)]);
    }
}

fn product<A: Vector>() {
    let check = Check::of::<A>("for i { s[] *= a[i] + 2 }");
    indices!(i);
    // Powers of what is stored must not overflow.
    for a in data::vectors().iter().map(|a| a.map(|value| value.signum())) {
        let (mut s, x) = (Output::<Element<f64, One>>::stale(), Input::<A>::new(&a));
        let outcome = program()
            .declare(&mut s.tensor)
            .body(|(s,)| forall(i, s.at(()).reduce(Mul, x.at(i) + 2.0)))
            .run();
        check.case(&a, &[("a", &x)], outcome, &[("s", &s)]);
    }
}

/// Four reductions at once.
fn statistics<A: Vector>() {
    let check =
        Check::of::<A>("for i { least[] min= a[i]; most[] max= a[i]; sum[] += a[i]; squares[] += a[i] * a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let mut least = Output::<Element<f64, Inf>>::stale();
        let mut most = Output::<Element<f64, NegInf>>::stale();
        let (mut sum, mut squares) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut least.tensor)
            .declare(&mut most.tensor)
            .declare(&mut sum.tensor)
            .declare(&mut squares.tensor)
            .body(|(least, most, sum, squares)| {
                forall(
                    i,
                    block(
                        block(least.at(()).reduce(Min, x.at(i)), most.at(()).reduce(Max, x.at(i))),
                        block(sum.at(()).add(x.at(i)), squares.at(()).add(x.at(i) * x.at(i))),
                    ),
                )
            })
            .run();
        check.case(
            a,
            &[("a", &x)],
            outcome,
            &[("least", &least), ("most", &most), ("sum", &sum), ("squares", &squares)],
        );
    }
}

/// The first value that is not the fill, and the last value.
fn choices<A: Vector>() {
    let check = Check::of::<A>("for i { first[] choose= a[i]; last[] := a[i] }");
    indices!(i);
    for a in data::vectors()
        .iter()
        .map(|a| a.map(|value| if value == 0.0 { 1.0 } else { value }))
    {
        let x = Input::<A>::new(&a);
        let (mut first, mut last) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut first.tensor)
            .declare(&mut last.tensor)
            .body(|(first, last)| {
                let first = first.at(()).reduce(Choose::<Zero>::new(), x.at(i));
                forall(i, block(first, last.at(()).reduce(Overwrite, x.at(i))))
            })
            .run();
        check.case(&a, &[("a", &x)], outcome, &[("first", &first), ("last", &last)]);
    }
}

/// Any of the values that are not zero, stored or not.
fn any<A: Vector>() {
    let check = Check::of::<A>("for i { some[] any= a[i]; early[] any= a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut some, mut early) = (Output::<Number>::stale(), ShortScalar::new(7.0));
        let outcome = program()
            .declare(&mut some.tensor)
            .declare(&mut early)
            .body(|(some, early)| {
                forall(
                    i,
                    block(some.at(()).reduce(Any, x.at(i)), early.at(()).reduce(Any, x.at(i))),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("some", &some), ("early", &early)]);
    }
}

/// Where the least and the greatest value stand; the first of several.
fn arguments<A: Vector>() {
    let check = Check::of::<A>("for i { least[] min= by(a[i], i); most[] max= by(a[i], i) }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let mut least = Output::<Element<By<f64, usize>, Inf>>::stale();
        let mut most = Output::<Element<By<f64, usize>, NegInf>>::stale();
        let outcome = program()
            .declare(&mut least.tensor)
            .declare(&mut most.tensor)
            .body(|(least, most)| {
                let keyed = || map2(Keyed, x.at(i), i.value());
                forall(
                    i,
                    block(least.at(()).reduce(MinBy, keyed()), most.at(()).reduce(MaxBy, keyed())),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("least", &least), ("most", &most)]);
    }
}

/// The values of indices.
fn moments<A: Vector>() {
    let check = Check::of::<A>("for i { s[] += a[i] * real(i); t[] += real(i) }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .body(|(s, t)| {
                let real = || map1(Cast::<f64>::new(), i.value());
                forall(i, block(s.at(()).add(x.at(i) * real()), t.at(()).add(real())))
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t)]);
    }
}

/// Functions of one value that keep zero, and that do not.
fn functions<A: Vector>() {
    let check = Check::of::<A>("for i { s[] += abs(a[i]); t[] += -a[i] / 2; u[] += (1 - a[i]) * (3 + a[i]) }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut s, mut t, mut u) = (
            Output::<Number>::stale(),
            Output::<Number>::stale(),
            Output::<Number>::stale(),
        );
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut u.tensor)
            .body(|(s, t, u)| {
                let s = s.at(()).add(map1(alg::Abs, x.at(i)));
                let t = t.at(()).add(-x.at(i) / 2.0);
                let u = u.at(()).add((1.0 - x.at(i)) * (3.0 + x.at(i)));
                forall(i, block(s, block(t, u)))
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t), ("u", &u)]);
    }
}

/// A part of the extent, and none of it.
fn given<A: Vector>() {
    let check = Check::of::<A>("for i in 2..7 { s[] += a[i]; t[] += 1.0 } for i in 3..3 { s[] += a[i] + 1 }");
    indices!(i);
    for a in data::vectors().iter().filter(|a| a.shape()[0] >= 7) {
        let x = Input::<A>::new(a);
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .body(|(s, t)| {
                block(
                    forall_in(i, 2..7, block(s.at(()).add(x.at(i)), t.at(()).add(constant(1.0)))),
                    forall_in(i, 3..3, s.at(()).add(x.at(i) + 1.0)),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t)]);
    }
}

/// Masks along one index.
fn ranges<A: Vector>() {
    let check = Check::of::<A>(
        "for i {
            if i < 4 { s[] += a[i] + 1 }
            if i >= 4 { t[] += a[i] + 1 }
            if (3 <= i) & (i < 6) { u[] += a[i] + 1 }
            if !((3 <= i) & (i < 6)) { v[] += a[i] }
        }",
    );
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
        let (mut u, mut v) = (Output::<Number>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut u.tensor)
            .declare(&mut v.tensor)
            .body(|(s, t, u, v)| {
                let s = sieve(i.below(4), s.at(()).add(x.at(i) + 1.0));
                let t = sieve(i.from(4), t.at(()).add(x.at(i) + 1.0));
                let u = sieve(i.within(3..6), u.at(()).add(x.at(i) + 1.0));
                let v = sieve(!i.within(3..6), v.at(()).add(x.at(i)));
                forall(i, block(block(s, t), block(u, v)))
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t), ("u", &u), ("v", &v)]);
    }
}

each!(sum: vectors);
each!(fast_sum: operands);
each!(product: operands);
each!(statistics: followers);
each!(choices: operands);
each!(any: some_vectors);
each!(arguments: operands);
each!(moments: operands);
each!(functions: followers);
each!(given: operands);
each!(ranges: followers);

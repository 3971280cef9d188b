//! One operand, reduced to scalars.

use finch_algebra::{
    self as alg, Any, By, Cast, Choose, FastAdd, Inf, Keyed, Max, MaxBy, Min, MinBy, Mul, NegInf, One, Overwrite, Zero,
};
use finch_tests::prelude::*;

case! {
    sum<A: Vector>(i): "for i { s[] += a[i] }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number;
    forall(i, s.at(()).add(a.at(i)))
}

case! {
    /// The same in any order, by several accumulators.
    fast_sum<A: Vector>(i): "for i { s[] += a[i] }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number;
    forall(i, s.at(()).reduce(FastAdd, a.at(i)))
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

case! {
    /// Four reductions at once.
    statistics<A: Vector>(i):
        "for i { least[] min= a[i]; most[] max= a[i]; sum[] += a[i]; squares[] += a[i] * a[i] }";
    over a in &data::vectors();
    reads a: A;
    writes least: Element<f64, Inf>, most: Element<f64, NegInf>, sum: Number, squares: Number;
    forall(
        i,
        block(
            block(least.at(()).reduce(Min, a.at(i)), most.at(()).reduce(Max, a.at(i))),
            block(sum.at(()).add(a.at(i)), squares.at(()).add(a.at(i) * a.at(i))),
        ),
    )
}

case! {
    /// The first value that is not the fill, and the last value.
    choices<A: Vector>(i): "for i { first[] choose= a[i]; last[] := a[i] }";
    over a in data::vectors().iter().map(|a| a.map(|value| if value == 0.0 { 1.0 } else { value }));
    reads a: A;
    writes first: Number, last: Number;
    {
        let first = first.at(()).reduce(Choose::<Zero>::new(), a.at(i));
        forall(i, block(first, last.at(()).reduce(Overwrite, a.at(i))))
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

case! {
    /// Where the least and the greatest value stand; the first of several.
    arguments<A: Vector>(i): "for i { least[] min= by(a[i], i); most[] max= by(a[i], i) }";
    over a in &data::vectors();
    reads a: A;
    writes least: Element<By<f64, usize>, Inf>, most: Element<By<f64, usize>, NegInf>;
    {
        let keyed = || map2(Keyed, a.at(i), i.value());
        forall(
            i,
            block(least.at(()).reduce(MinBy, keyed()), most.at(()).reduce(MaxBy, keyed())),
        )
    }
}

case! {
    /// The values of indices.
    moments<A: Vector>(i): "for i { s[] += a[i] * real(i); t[] += real(i) }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number, t: Number;
    {
        let real = || map1(Cast::<f64>::new(), i.value());
        forall(i, block(s.at(()).add(a.at(i) * real()), t.at(()).add(real())))
    }
}

case! {
    /// Functions of one value that keep zero, and that do not.
    functions<A: Vector>(i): "for i { s[] += abs(a[i]); t[] += -a[i] / 2; u[] += (1 - a[i]) * (3 + a[i]) }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number, t: Number, u: Number;
    {
        let s = s.at(()).add(map1(alg::Abs, a.at(i)));
        let t = t.at(()).add(-a.at(i) / 2.0);
        let u = u.at(()).add((1.0 - a.at(i)) * (3.0 + a.at(i)));
        forall(i, block(s, block(t, u)))
    }
}

case! {
    /// A part of the extent, and none of it.
    given<A: Vector>(i): "for i in 2..7 { s[] += a[i]; t[] += 1.0 } for i in 3..3 { s[] += a[i] + 1 }";
    over a in data::vectors().iter().filter(|a| a.shape()[0] >= 7);
    reads a: A;
    writes s: Number, t: Number;
    block(
        forall_in(i, 2..7, block(s.at(()).add(a.at(i)), t.at(()).add(constant(1.0)))),
        forall_in(i, 3..3, s.at(()).add(a.at(i) + 1.0)),
    )
}

case! {
    /// Masks along one index.
    ranges<A: Vector>(i): "for i {
            if i < 4 { s[] += a[i] + 1 }
            if i >= 4 { t[] += a[i] + 1 }
            if (3 <= i) & (i < 6) { u[] += a[i] + 1 }
            if !((3 <= i) & (i < 6)) { v[] += a[i] }
        }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number, t: Number, u: Number, v: Number;
    {
        let s = sieve(i.below(4), s.at(()).add(a.at(i) + 1.0));
        let t = sieve(i.from(4), t.at(()).add(a.at(i) + 1.0));
        let u = sieve(i.within(3..6), u.at(()).add(a.at(i) + 1.0));
        let v = sieve(!i.within(3..6), v.at(()).add(a.at(i)));
        forall(i, block(block(s, t), block(u, v)))
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

//! Sieves, lets, blocks.

use finch_tests::prelude::*;

case! {
    /// Under a condition on data.
    sieves<A: Vector>(i):
        "for i { if a[i] > 0 { s[] += a[i]; y[i] = a[i] * 2 } if (a[i] != 0) & (a[i] < 3) { t[] += 1.0 } }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number, y: List, t: Number;
    {
        let zero = literal::<f64, algebra::Zero>();
        let positive = block(s.at(()).add(a.at(i)), y.at((i,)).set(a.at(i) * 2.0));
        let small = a.at(i).ne(zero) & a.at(i).lt(constant(3.0));
        forall(
            i,
            block(
                sieve(a.at(i).gt(zero), positive),
                sieve(small, t.at(()).add(constant(1.0))),
            ),
        )
    }
}

case! {
    /// A value with a name, used in several statements.
    lets<A: Vector>(i): "for i { let x = a[i] * 2; let z = x + 1; s[] += x * x; if x > 0 { y[i] = x } t[] += z * x }";
    over a in &data::vectors();
    reads a: A;
    writes s: Number, y: List, t: Number;
    {
        let body = define::<U0, _, _>(a.at(i) * 2.0, |x| {
            define::<U1, _, _>(x + 1.0, |z| {
                let squares = s.at(()).add(x * x);
                let positive = sieve(x.gt(literal::<f64, algebra::Zero>()), y.at((i,)).set(x));
                block(squares, block(positive, t.at(()).add(z * x)))
            })
        });
        forall(i, body)
    }
}

case! {
    /// A let of one operand and the other operand beside it.
    let_of_two<A: Vector, B: Vector>(i): "for i { let x = a[i] + b[i]; s[] += x * x; y[i] = x; t[] += x * b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number, y: List, t: Number;
    {
        let body = define::<U0, _, _>(a.at(i) + b.at(i), |x| {
            block(s.at(()).add(x * x), block(y.at((i,)).set(x), t.at(()).add(x * b.at(i))))
        });
        forall(i, body)
    }
}

fn let_of_more<A: Vector, B: Vector>() {
    let_of_two::<A, B>()
}

case! {
    /// What a loop wrote is there when the next one adds to it.
    two_loops<A: Vector, B: Vector>(i): "for i { y[i] += a[i] } for i { y[i] += b[i] * 3 }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes y: Flat;
    block(
        forall(i, y.at((i,)).add(a.at(i))),
        forall(i, y.at((i,)).add(b.at(i) * 3.0)),
    )
}

/// An output that keeps what it holds.
fn updates<A: Vector>() {
    let check = Check::of::<A>("for i { y[i] += a[i]; z[i] *= a[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let x = Input::<A>::new(a);
        let (mut y, mut z) = (Output::<Flat>::of(b), Output::<Flat>::of(b));
        let outcome = program()
            .update(&mut y.tensor)
            .update(&mut z.tensor)
            .body(|(y, z)| {
                forall(
                    i,
                    block(y.at((i,)).add(x.at(i)), z.at((i,)).reduce(algebra::Mul, x.at(i))),
                )
            })
            .run();
        check.case(format!("{a}, {b}"), &[("a", &x)], outcome, &[("y", &y), ("z", &z)]);
    }
}

/// Two ways to combine one output take turns where told so, in runs too; one of them may undo what decides a short scalar.
fn turns<A: Vector>() {
    let check = Check::of::<A>("for i { s[] += a[i]; s[] *= 0.5; t[] |= a[i] > 0; t[] &= a[i] < 3 }");
    indices!(i);
    for a in &data::vectors() {
        let x = Input::<A>::new(a);
        let (mut s, mut t) = (Scalar::new(0.0), ShortScalar::new(false));
        let outcome = program()
            .declare(&mut s)
            .declare(&mut t)
            .body(|(s, t)| {
                let halves = interleave(s.at(()).add(x.at(i)), s.at(()).reduce(algebra::Mul, constant(0.5)));
                let between = interleave(
                    t.at(()).reduce(algebra::Or, x.at(i).gt(constant(0.0))),
                    t.at(()).reduce(algebra::And, x.at(i).lt(constant(3.0))),
                );
                forall(i, block(halves, between))
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t)]);
    }
}

each!(sieves: followers);
each!(turns: few_vectors);
each!(lets: followers);
each!(updates: operands);
each!(let_of_two: few_vectors, few_vectors);
some!(let_of_more: ListGallop List, Map Mixed, SparseRuns SparseRuns, ListFollow List);
each!(two_loops: few_vectors, some_vectors);

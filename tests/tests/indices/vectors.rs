//! Vectors that are read.

use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{minus, modulo, over, plus, times};
use finch_traits::index::{gather, permissive, window};

/// The values that places are added to, one after the other.
fn filter() -> Data {
    Data::vector("filter", &[1.0, 0.0, 100.0])
}

/// Runs a statement over each vector that is at least three long: `$y` is written at `$i`. `{n}` stands for the extent.
macro_rules! over_vectors {
    ($(#[$doc:meta])* $name:ident: $text:literal, |$n:ident, $i:ident, $y:ident, $a:ident| $body:expr) => {
        $(#[$doc])*
        fn $name<A: Vector>() {
            indices!($i);
            for data in data::vectors().iter().filter(|data| data.shape()[0] >= 3) {
                let $n = data.shape()[0];
                let check = Check::of::<A>(&$text.replace("{n}", &$n.to_string()).replace("{n-2}", &($n - 2).to_string()));
                let $a = Input::<A>::new(data);
                let mut y = Output::<Flat>::stale();
                let outcome = program().declare(&mut y.tensor).body(|($y,)| $body).run();
                check.case(data, &[("a", &$a)], outcome, &[("y", &y)]);
            }
        }
        each!($name: vectors);
    };
}

over_vectors! {
    moved: "for i in 0..{n-2} { y[i] = a[i + 2] }",
    |n, i, y, a| forall_in(i, 0..n - 2, y.at((i,)).set(a.along(plus(a.by(i), 2))))
}

over_vectors! {
    /// The start of the range makes up for it.
    moved_back: "for i in 2..{n} { y[i] = a[i - 2] }",
    |n, i, y, a| forall_in(i, 2..n, y.at((i,)).set(a.along(minus(a.by(i), 2))))
}

over_vectors! {
    windowed: "for i in 0..2 { y[i] = a[i + 1] }",
    |n, i, y, a| {
        let _ = n;
        forall(i, y.at((i,)).set(a.along(window(a.by(i), 1..3))))
    }
}

over_vectors! {
    beyond: "for i in 0..{n} { y[i] = coalesce(a[~(i - 2)], 7) + coalesce(a[~(i + 1)], 9) }",
    |n, i, y, a| {
        let before = a.along(permissive(minus(a.by(i), 2))).coalesce(constant(7.0));
        let after = a.along(permissive(plus(a.by(i), 1))).coalesce(constant(9.0));
        forall_in(i, 0..n, y.at((i,)).set(before + after))
    }
}

over_vectors! {
    /// What is missing is not assigned.
    beyond_alone: "for i in 1..{n} { y[i] += a[~(i + 1)] }",
    |n, i, y, a| forall_in(i, 1..n, y.at((i,)).add(a.along(permissive(plus(a.by(i), 1)))))
}

over_vectors! {
    one_place: "for i in 0..2 { y[i] = a[2] }",
    |n, i, y, a| {
        let _ = n;
        forall_in(i, 0..2, y.at((i,)).set(a.along(2)))
    }
}

over_vectors! {
    product: "for i in 0..2 { y[i] = a[2 * i] }",
    |n, i, y, a| {
        let _ = n;
        forall_in(i, 0..2, y.at((i,)).set(a.along(times(2, i))))
    }
}

over_vectors! {
    quotient: "for i in 0..{n} { y[i] = a[(i + 1) / 2] }",
    |n, i, y, a| forall_in(i, 0..n, y.at((i,)).set(a.along(over(plus(i, 1), 2))))
}

over_vectors! {
    remainder: "for i in 0..{n} { y[i] = a[(i + 3) % {n}] }",
    |n, i, y, a| forall_in(i, 0..n, y.at((i,)).set(a.along(modulo(plus(i, 3), n))))
}

over_vectors! {
    mirrored: "for i in 0..{n} { y[i] = a[{n} - 1 - i] }",
    |n, i, y, a| forall_in(i, 0..n, y.at((i,)).set(a.along(minus(n - 1, i))))
}

/// Every place of a filter.
fn convolved<A: Vector, F: Vector>() {
    indices!(i, p);
    for data in data::vectors().iter().filter(|data| data.shape()[0] >= 3) {
        let inside = data.shape()[0] - 2;
        let check = Check::of::<(A, F)>(&format!("for i in 0..{inside}, p {{ y[i] += a[i + p] * f[p] }}"));
        let (a, f) = (Input::<A>::new(data), Input::<F>::new(&filter()));
        let mut y = Output::<Flat>::stale();
        // The extent of the loop over `i` is inferred from the two others.
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, forall(p, y.at((i,)).add(a.along(plus(i, a.by(p))) * f.at(p)))))
            .run();
        check.case(data, &[("a", &a), ("f", &f)], outcome, &[("y", &y)]);
    }
}

each!(convolved: vectors, matrix_factors);

/// The same with the filter's middle on each place.
fn convolved_beyond<A: Vector, F: Vector>() {
    indices!(i, p);
    for data in &data::vectors() {
        let n = data.shape()[0];
        let text = format!("for i in 0..{n}, p {{ y[i] += coalesce(a[~(i + p - 1)], 0) * f[p] }}");
        let check = Check::of::<(A, F)>(&text);
        let (a, f) = (Input::<A>::new(data), Input::<F>::new(&filter()));
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let place = permissive(minus(plus(i, a.by(p)), 1));
                let value = a.along(place).coalesce(constant(0.0)) * f.at(p);
                forall_in(i, 0..n, forall(p, y.at((i,)).add(value)))
            })
            .run();
        check.case(data, &[("a", &a), ("f", &f)], outcome, &[("y", &y)]);
    }
}

each!(convolved_beyond: more_vectors, matrix_factors);

case! {
    /// Differences, whichever index is bound first.
    differences<A: Vector>(j, i): format!(
        "for j in 0..{n}, i in 0..{n} {{ y[j] += coalesce(a[~(i - j)], 100); z[j] += coalesce(a[~(j - i)], 100) }}"
    );
    over data in &data::vectors();
    with n = data.shape()[0];
    reads a: A = &data;
    writes y: Flat, z: Flat;
    {
        let y = y
            .at((j,))
            .add(a.along(permissive(minus(i, j))).coalesce(constant(100.0)));
        let z = z
            .at((j,))
            .add(a.along(permissive(minus(j, i))).coalesce(constant(100.0)));
        forall_in(j, 0..n, forall_in(i, 0..n, block(y, z)))
    }
}

each!(differences: more_vectors);

/// Places that data names.
fn gathered<A: Vector, X: Vector>() {
    indices!(i);
    for data in &data::vectors() {
        let n = data.shape()[0];
        if n == 0 {
            continue;
        }
        let places = Data::from_indices("places", &[5], |index| Some((index[0] * 3 % n) as f64));
        let check = Check::of::<(A, X)>("for i { y[i] = a[x[i]] }");
        let (a, x) = (Input::<A>::new(data), Input::<X>::new(&places));
        let whole = Tensor::<Dense<Element<i32>>>::from_dense(
            [5],
            &places.entries().iter().map(|entry| entry.1 as i32).collect::<Vec<_>>(),
        );
        let whole = whole.unwrap();
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(a.along(gather(whole.at((i,)))))))
            .run();
        check.case(data, &[("a", &a), ("x", &x)], outcome, &[("y", &y)]);
    }
}

each!(gathered: vectors, few_outputs);

case! {
    /// One after the other, and then fill: concatenation and padding.
    joined<A: Vector, B: Vector>(i): format!(
        "for i in 0..{all} {{ y[i] = coalesce(a[~i], coalesce(b[~(i - {n})], 5)) }}"
    );
    over (a, b) in &data::pairs();
    with n = a.shape()[0], all = n + b.shape()[0] + 2;
    reads a: A, b: B;
    writes y: List;
    {
        let rest = b.along(permissive(minus(b.by(i), n))).coalesce(constant(5.0));
        let value = map2(algebra::Coalesce, a.along(permissive(a.by(i))), rest);
        forall_in(i, 0..all, y.at((i,)).set(value))
    }
}

once!(joined: operands, some_vectors);

case! {
    /// What is behind or in front of where two others meet.
    beside_meetings<A: Vector, B: Vector, C: Vector>(i):
        "for i { s[] += a[i] * b[i] * coalesce(c[~(i + 2)], 1) } for i { t[] += a[i] * b[i] * coalesce(c[~(i - 1)], 1) }";
    over (a, b) in &data::pairs();
    reads a: A, b: B, c: C = a;
    writes s: Number, t: Number;
    {
        let behind = c.along(permissive(plus(i, 2))).coalesce(constant(1.0));
        let before = c.along(permissive(minus(i, 1))).coalesce(constant(1.0));
        block(
            forall(i, s.at(()).add(a.at(i) * b.at(i) * behind)),
            forall(i, t.at(()).add(a.at(i) * b.at(i) * before)),
        )
    }
}

some! {
    beside_meetings:
    List List Flat, ListGallop ListGallop Flat, Pairs List Map, Dict Map RaggedVector, List Mixed Blocks, Blocks SparseRuns Flat,
    List List Runs, Map List List,
}

/// What does not fit is refused before anything runs.
#[test]
fn beyond_extents() {
    let a = Input::<List>::new(&Data::vector("five", &[1.0, 2.0, 3.0, 4.0, 5.0])).tensor;
    indices!(i, p);
    let mut y = Tensor::<Flat>::default();
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall_in(i, 0..4, y.at((i,)).set(a.at((plus(i, 2),)))))
            .run(),
        &["the place `i + 2` of an operand without a name (axis 0) goes up to 5, where the extent is 5"],
    );
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((minus(i, 1),)))))
            .run(),
        &["the place `i - 1` of an operand without a name (axis 0) starts at -1"],
    );
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((window(i, 2..7),)))))
            .run(),
        &["the window 2..7 lies beyond the extent 5"],
    );
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall_in(i, 0..2, y.at((i,)).set(a.at((5,)))))
            .run(),
        &["the place `5` of an operand without a name (axis 0) goes up to 5"],
    );
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, forall_in(p, 0..7, y.at((i,)).add(a.at((plus(i, p),))))))
            .run(),
        &["the place `i + p`"],
    );
    // What data names is found while it runs.
    let x = Tensor::<Dense<Element<u8>>>::from_dense([2], &[4, 9]).unwrap();
    fails(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((gather(x.at((i,))),)))))
            .run(),
        &["data names the place 9 of a dimension of extent 5"],
    );
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(a.at((permissive(gather(x.at((i,)))),)))))
        .run();
    outcome.unwrap();
    assert_eq!(y.values(), [5.0, 0.0]);
}

//! Two and three matrices.

use finch_tests::prelude::*;

case! {
    /// Union and intersection, entry by entry.
    elementwise<A: Matrix, B: Matrix>(j, i):
        "for j, i { y[j, i] = a[j, i] + b[j, i] } for j, i { z[j, i] = a[j, i] * b[j, i] }";
    over (a, b) in &data::matrix_pairs();
    reads a: A, b: B;
    writes y: Csr, z: Dcsr;
    block(
        forall(j, forall(i, y.at((j, i)).set(a.at2(j, i) + b.at2(j, i)))),
        forall(j, forall(i, z.at((j, i)).set(a.at2(j, i) * b.at2(j, i)))),
    )
}

case! {
    /// Into scalars, in one loop.
    inner<A: Matrix, B: Matrix>(j, i): "for j, i { s[] += a[j, i] * b[j, i]; t[] += a[j, i] - b[j, i] }";
    over (a, b) in &data::matrix_pairs();
    reads a: A, b: B;
    writes s: Number, t: Number;
    {
        let both = s.at(()).add(a.at2(j, i) * b.at2(j, i));
        forall(j, forall(i, block(both, t.at(()).add(a.at2(j, i) - b.at2(j, i)))))
    }
}

/// Gustavson's product, row by row through a workspace.
fn gustavson<A: Matrix, B: Matrix>() {
    let check = Check::of::<(A, B)>(
        "for j { with w { for k, i { w[i] += a[j, k] * b[k, i] } } then { for i { y[j, i] = w[i] } } }",
    );
    indices!(j, k, i);
    for (a, b) in &data::products() {
        let (p, q) = (Input::<A>::new(a), Input::<B>::new(b));
        let (mut y, mut w) = (Output::<Csr>::stale(), Output::<Map>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .workspace(&mut w.tensor)
            .body(|(y, w)| {
                let products = forall(k, forall(i, w.at((i,)).add(p.at2(j, k) * q.at2(k, i))));
                forall(j, w.within(products, forall(i, y.at((j, i)).set(w.read((i,))))))
            })
            .run();
        check.with_workspaces(
            format!("{a}, {b}"),
            &[("a", &p), ("b", &q)],
            outcome,
            &[("y", &y)],
            &[("w", &w)],
        );
    }
}

case! {
    /// The product as inner products of rows of `a` and rows of the transposed `b`.
    inner_products<A: Matrix, B: Matrix>(j, i, k): "for j, i, k { y[j, i] += a[j, k] * b[i, k] }";
    over (a, b) in &data::products();
    reads a: A, b: B = &b.transposed();
    writes y: Csr;
    forall(j, forall(i, forall(k, y.at((j, i)).add(a.at2(j, k) * b.at2(i, k)))))
}

case! {
    /// The product as a sum of outer products, into outputs that are written in any order.
    outer_products<A: Matrix, B: Matrix>(k, j, i):
        "for k, j, i { y[j, i] += a[k, j] * b[k, i]; z[j, i] += a[k, j] * b[k, i] }";
    over (a, b) in &data::products();
    reads a: A = &a.transposed(), b: B;
    writes y: FlatFlat, z: MapMap;
    {
        let product = || a.at2(k, j) * b.at2(k, i);
        forall(
            k,
            forall(
                j,
                forall(i, block(y.at((j, i)).add(product()), z.at((j, i)).add(product()))),
            ),
        )
    }
}

/// A product where a third matrix stores something.
fn sampled<S: Matrix, A: Matrix, B: Matrix>() {
    let check = Check::of::<(S, A, B)>("for j, i, k { y[j, i] += s[j, i] * a[j, k] * b[i, k] }");
    indices!(j, i, k);
    for (s, a) in &data::products() {
        let b = Data::random(
            &[s.shape()[1], a.shape()[0]],
            50,
            &mut finch_tests::random::Random::seeded(5),
        );
        let a = Data::random(
            &[s.shape()[0], a.shape()[0]],
            50,
            &mut finch_tests::random::Random::seeded(6),
        );
        let (s_, p, q) = (Input::<S>::new(s), Input::<A>::new(&a), Input::<B>::new(&b));
        let mut y = Output::<Csr>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                forall(
                    j,
                    forall(i, forall(k, y.at((j, i)).add(s_.at2(j, i) * p.at2(j, k) * q.at2(i, k)))),
                )
            })
            .run();
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("s", &s_), ("a", &p), ("b", &q)];
        check.case(s, &inputs, outcome, &[("y", &y)]);
    }
}

/// Three of one shape, of which rows are merged as well as entries.
fn elementwise_of_three<A: Matrix, B: Matrix, C: Matrix>() {
    let check = Check::of::<(A, B, C)>(
        "for j, i { y[j, i] = a[j, i] * (b[j, i] + c[j, i]) } for j, i { z[j, i] = a[j, i] * b[j, i] + b[j, i] * c[j, i] }",
    );
    indices!(j, i);
    let mut random = finch_tests::random::Random::seeded(7);
    for (a, b) in &data::matrix_pairs() {
        let c = Data::random(a.shape(), 40, &mut random);
        let (p, q, r) = (Input::<A>::new(a), Input::<B>::new(b), Input::<C>::new(&c));
        let (mut y, mut z) = (Output::<Csr>::stale(), Output::<Dcsr>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                let (a, b, c) = (|| p.at2(j, i), || q.at2(j, i), || r.at2(j, i));
                block(
                    forall(j, forall(i, y.at((j, i)).set(a() * (b() + c())))),
                    forall(j, forall(i, z.at((j, i)).set(a() * b() + b() * c()))),
                )
            })
            .run();
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("a", &p), ("b", &q), ("c", &r)];
        check.case(format!("{a}, {b}"), &inputs, outcome, &[("y", &y), ("z", &z)]);
    }
}

each!(elementwise: two of some_matrices);
once!(inner: some_matrices, few_matrices);
once!(gustavson: some_matrices, some_matrices);
each!(inner_products: few_matrices, few_matrices);
once!(outer_products: few_matrices, few_matrices);
some!(sampled: Csr FlatFlat FlatFlat, DcsrGallop FlatFlat FlatFlat, Coo Csr Csr, FlatFlat Csr Dcsr, FlatMixed CsrGallop CsrFollow, FlatRuns FlatRuns FlatRuns);
some!(elementwise_of_three: Csr Csr Csr, Dcsr Dcsr Dcsr, Coo Dcsr Csr, MapMap Coo Dcsr, Dcsr RunsList FlatMixed);

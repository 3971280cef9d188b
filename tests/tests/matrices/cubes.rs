//! Three dimensions.

use finch_tests::prelude::*;

case! {
    margins<A: Cube>(k, j, i): "for k, j, i { let v = a[k, j, i]; s[] += v; x[k] += v; y[k, j] += v; z[j, i] += v }";
    over a in &data::cubes();
    reads a: A;
    writes s: Number, x: Flat, y: Dcsr, z: FlatFlat;
    {
        let sums = define::<U0, _, _>(a.at3(k, j, i), |v| {
            let one = block(s.at(()).add(v), x.at((k,)).add(v));
            block(one, block(y.at((k, j)).add(v), z.at((j, i)).add(v)))
        });
        forall(k, forall(j, forall(i, sums)))
    }
}

case! {
    copy<A: Cube, Y: CubeOutput>(k, j, i): "for k, j, i { y[k, j, i] = a[k, j, i] }";
    over a in &data::cubes();
    reads a: A;
    writes y: Y;
    forall(k, forall(j, forall(i, y.at((k, j, i)).set(a.at3(k, j, i)))))
}

/// A tensor times two matrices (MTTKRP), and a union with itself shifted by a row.
fn times_matrices<A: Cube>() {
    let check = Check::of::<A>("for k, j, i, r { y[k, r] += a[k, j, i] * b[j, r] * c[i, r] }");
    indices!(k, j, i, r);
    let mut random = finch_tests::random::Random::seeded(19);
    for a in &data::cubes() {
        let b = Data::random(&[a.shape()[1], 3], 70, &mut random);
        let c = Data::random(&[a.shape()[2], 3], 70, &mut random);
        let (p, b, c) = (Input::<A>::new(a), Input::<FlatFlat>::new(&b), Input::<Csr>::new(&c));
        let mut y = Output::<FlatFlat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let product = p.at3(k, j, i) * b.at2(j, r) * c.at2(i, r);
                forall(k, forall(j, forall(i, forall(r, y.at((k, r)).add(product)))))
            })
            .run();
        let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("a", &p), ("b", &b), ("c", &c)];
        check.case(a, &inputs, outcome, &[("y", &y)]);
    }
}

/// With another tensor, entry by entry.
fn elementwise<A: Cube, B: Cube>() {
    let check = Check::of::<(A, B)>(
        "for k, j, i { s[] += a[k, j, i] * b[k, j, i] } for k, j, i { y[k, j, i] = a[k, j, i] + b[k, j, i] }",
    );
    indices!(k, j, i);
    let mut random = finch_tests::random::Random::seeded(23);
    for a in &data::cubes() {
        let b = Data::random(a.shape(), 40, &mut random);
        let (p, q) = (Input::<A>::new(a), Input::<B>::new(&b));
        let (mut s, mut y) = (Output::<Number>::stale(), Output::<Csf>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut y.tensor)
            .body(|(s, y)| {
                let product = s.at(()).add(p.at3(k, j, i) * q.at3(k, j, i));
                let sum = y.at((k, j, i)).set(p.at3(k, j, i) + q.at3(k, j, i));
                block(
                    forall(k, forall(j, forall(i, product))),
                    forall(k, forall(j, forall(i, sum))),
                )
            })
            .run();
        check.case(a, &[("a", &p), ("b", &q)], outcome, &[("s", &s), ("y", &y)]);
    }
}

each!(margins: cubes);
once!(copy: few_cubes, cube_outputs);
each!(times_matrices: cubes);
each!(elementwise: two of few_cubes);

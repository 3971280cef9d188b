//! Matrices that store one half: triangles and symmetric ones.

use finch_tests::prelude::*;

/// A nest that holds one half.
trait Halved: MatrixOutput {
    /// What fits.
    fn data() -> Vec<Data>;
}

macro_rules! halved {
    ($($nest:ident: $data:expr;)*) => { $(
        impl Halved for $nest {
            fn data() -> Vec<Data> {
                $data
            }
        }
    )* };
}

halved! {
    LowerHalf: data::lower();
    UpperHalf: data::lower().iter().map(Data::transposed).collect();
    LowerMirror: data::symmetric();
    UpperMirror: data::symmetric();
}

case! {
    /// Inner products of the rows, and sums of the rows, each by its factor.
    products<A: Halved>(j, i):
        "for j, i { y[j] += a[j, i] * x[i] } for j, i { z[i] += a[j, i] * x[j] } for j, i { w[j] += a[j, i] * v[i] }";
    over a in &A::data();
    with x = data::vector_for(a.shape()[0]);
    reads a: A, v: Runs = &x, x: List;
    writes y: Flat, z: Flat, w: List;
    {
        let rows = forall(j, forall(i, y.at((j,)).add(a.at2(j, i) * x.at(i))));
        let scattered = forall(j, forall(i, z.at((i,)).add(a.at2(j, i) * x.at(j))));
        let runs = forall(j, forall(i, w.at((j,)).add(a.at2(j, i) * v.at(i))));
        block(rows, block(scattered, runs))
    }
}

/// Union and intersection with another matrix.
fn elementwise<A: Halved, B: Matrix>() {
    let check =
        Check::of::<(A, B)>("for j, i { y[j, i] = a[j, i] + b[j, i] } for j, i { z[j, i] = a[j, i] * b[j, i] }");
    indices!(j, i);
    for a in &A::data() {
        let b = Data::random(a.shape(), 40, &mut finch_tests::random::Random::seeded(5));
        let (p, q) = (Input::<A>::new(a), Input::<B>::new(&b));
        let (mut y, mut z) = (Output::<Csr>::stale(), Output::<Dcsr>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                block(
                    forall(j, forall(i, y.at((j, i)).set(p.at2(j, i) + q.at2(j, i)))),
                    forall(j, forall(i, z.at((j, i)).set(p.at2(j, i) * q.at2(j, i)))),
                )
            })
            .run();
        check.case(
            format!("{a}, {b}"),
            &[("a", &p), ("b", &q)],
            outcome,
            &[("y", &y), ("z", &z)],
        );
    }
}

case! {
    /// Sums under masks, and early ends.
    masked<A: Halved>(j, i): "for j, i { if j <= i { s[] += a[j, i] } if i < j { t[] += a[j, i] } }
        for j { for i in 1..4 { m[] max= a[j, i] } }";
    over a in A::data().iter().filter(|a| a.shape()[0] >= 4);
    reads a: A;
    writes s: Number, t: Number, m: Element<f64, algebra::NegInf>;
    {
        let upper = sieve(j.le(i), s.at(()).add(a.at2(j, i)));
        let lower = sieve(i.lt(j), t.at(()).add(a.at2(j, i)));
        block(
            forall(j, forall(i, block(upper, lower))),
            forall(j, forall_in(i, 1..4, m.at(()).reduce(algebra::Max, a.at2(j, i)))),
        )
    }
}

case! {
    /// To other nests.
    from_halves<A: Halved, Y: MatrixOutput>(j, i): "for j, i { y[j, i] = a[j, i] }";
    over a in &A::data();
    reads a: A;
    writes y: Y;
    forall(j, forall(i, y.at((j, i)).set(a.at2(j, i))))
}

/// From other nests, which store nothing in the other half: what fits is copied, twice over.
fn to_triangle<A: Matrix>() {
    fn to<A: Matrix, Y: Halved>() {
        let check = Check::of::<(A, Y)>("for j, i { y[j, i] = a[j, i] } for j, i { y[j, i] += 2 * a[j, i] }");
        indices!(j, i);
        for a in &Y::data() {
            let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
            let outcome = program()
                .declare(&mut y.tensor)
                .body(|(y,)| {
                    block(
                        forall(j, forall(i, y.at((j, i)).set(x.at2(j, i)))),
                        forall(j, forall(i, y.at((j, i)).add(2.0 * x.at2(j, i)))),
                    )
                })
                .run();
            check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
        }
    }
    to::<A, LowerHalf>();
    to::<A, UpperHalf>()
}

/// One half of any square, by a mask.
macro_rules! by_mask {
    ($($name:ident -> $nest:ident: $text:literal, |$j:ident, $i:ident| $inside:expr;)*) => { $(
        #[test]
        fn $name() {
            let check = Check::of::<$nest>($text);
            indices!($j, $i);
            for a in &data::squares() {
                let (x, mut y) = (Input::<Csr>::new(a), Output::<$nest>::stale());
                let outcome = program()
                    .declare(&mut y.tensor)
                    .body(|(y,)| forall($j, forall($i, sieve($inside, y.at(($j, $i)).add(x.at2($j, $i))))))
                    .run();
                check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
            }
        }
    )* };
}

by_mask! {
    lower_by_mask -> LowerHalf: "for j, i { if i <= j { y[j, i] += a[j, i] } }", |j, i| i.le(j);
    upper_by_mask -> UpperHalf: "for j, i { if i >= j { y[j, i] += a[j, i] } }", |j, i| i.ge(j);
}

each!(products: halves);
once!(elementwise: halves, few_matrices);
each!(masked: halves);
once!(from_halves: halves, some_matrix_followers);
some!(to_triangle: Csr, Dcsr, DcsrGallop, Coo);

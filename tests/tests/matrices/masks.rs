//! Conditions on the indices of a matrix.

use finch_tests::prelude::*;

/// Compares the indices both ways round: `$text` is the condition with `p` and `q` for them.
macro_rules! compared {
    ($($name:ident: $text:literal, |$p:ident, $q:ident| $condition:expr;)*) => { $(
        fn $name<A: Matrix>() {
            let (ji, ij) = ($text.replace('p', "j").replace('q', "i"), $text.replace('p', "i").replace('q', "j"));
            let check = Check::of::<A>(&format!(
                "for j, i {{ if {ji} {{ s[] += a[j, i]; y[j] += 1.0 }} if {ij} {{ t[] += a[j, i] }} }}"
            ));
            indices!(j, i);
            for a in &data::matrices() {
                let x = Input::<A>::new(a);
                let (mut s, mut t) = (Output::<Number>::stale(), Output::<Number>::stale());
                let mut y = Output::<Flat>::stale();
                let outcome = program()
                    .declare(&mut s.tensor)
                    .declare(&mut t.tensor)
                    .declare(&mut y.tensor)
                    .body(|(s, t, y)| {
                        let ji = { let ($p, $q) = (j, i); $condition };
                        let ij = { let ($p, $q) = (i, j); $condition };
                        let counted = block(s.at(()).add(x.at2(j, i)), y.at((j,)).add(constant(1.0)));
                        forall(j, forall(i, block(sieve(ji, counted), sieve(ij, t.at(()).add(x.at2(j, i))))))
                    })
                    .run();
                check.case(a, &[("a", &x)], outcome, &[("s", &s), ("t", &t), ("y", &y)]);
            }
        }
    )* };
}

compared! {
    less: "p < q", |p, q| p.lt(q);
    at_most: "p <= q", |p, q| p.le(q);
    greater: "p > q", |p, q| p.gt(q);
    at_least: "p >= q", |p, q| p.ge(q);
    equal: "p == q", |p, q| p.eq(q);
    different: "p != q", |p, q| p.ne(q);
    band: "(-1 <= p - q) & (p - q <= 2)", |p, q| p.band(q, -1, 2);
    far_band: "(2 <= p - q) & (p - q <= 30)", |p, q| p.band(q, 2, 30);
    empty_band: "(1 <= p - q) & (p - q <= 0)", |p, q| p.band(q, 1, 0);
    in_chunks: "(q * 2 <= p) & (p < q * 2 + 2)", |p, q| p.in_chunk(q, 2);
    in_parts: "(q * 7 / 3 <= p) & (p < (q + 1) * 7 / 3) & (q < 3)", |p, q| p.in_part(q, 7, 3);
    a_block: "(1 <= p) & (p < 3) & (q < 4)", |p, q| p.within(1..3) & q.below(4);
    corner: "(p >= 2) | (q >= 3)", |p, q| p.from(2) | q.from(3);
    triangle_in_block: "(p < q) & (q < 4)", |p, q| p.lt(q) & q.below(4);
}

each!(less: some_matrix_followers);
each!(at_most: some_matrix_followers);
each!(greater: some_matrix_followers);
each!(at_least: some_matrix_followers);
each!(equal: more_matrix_followers);
each!(different: some_matrix_followers);
each!(band: matrix_followers);
each!(far_band: some_matrix_followers);
each!(empty_band: some_matrix_followers);
each!(in_chunks: some_matrix_followers);
each!(in_parts: some_matrix_followers);
// Of conditions on both indices at once each is a loop for each region of the other, over formats of each kind.
each!(a_block: few_stencils);
each!(corner: few_stencils);
each!(triangle_in_block: few_stencils);

case! {
    /// A mask in an output: the upper triangle of a matrix, and its diagonal as a vector.
    parts<A: Matrix, Y: MatrixOutput>(j, i):
        "for j, i { if j <= i { y[j, i] = a[j, i] + 1 } } for j, i { if j == i { d[j] = a[j, i] } }";
    over a in &data::matrices();
    reads a: A;
    writes y: Y, d: List;
    block(
        forall(j, forall(i, sieve(j.le(i), y.at((j, i)).set(a.at2(j, i) + 1.0)))),
        forall(j, forall(i, sieve(j.eq(i), d.at((j,)).set(a.at2(j, i))))),
    )
}

once!(parts: few_matrices, matrix_outputs);

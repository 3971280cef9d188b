//! Extents that disagree, or cannot be found. They are found out before anything is written.

use super::refused;
use finch_kernels::prelude::*;

fn vector(n: usize) -> Vector<f64> {
    Vector::from(vec![1.0; n])
}

fn matrix(rows: usize, columns: usize) -> Csr<f64> {
    Csr::from_triplets([rows, columns], [([0, 0], 1.0)], Add).unwrap()
}

#[test]
fn two_operands_disagree() {
    let (a, x, mut y) = (matrix(2, 3), vector(4), vector(7));
    indices!(j, i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            let product = a.at((j, i)).named("a") * x.at((i,)).named("x");
            forall(j, forall(i, y.at((j,)).named("y").add(product)))
        })
        .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["index `i`", "extent 3 in `a` (axis 1)", "4 in `x` (axis 0)"],
    );
    assert_eq!(y.values(), [1.0; 7], "nothing was written");
}

#[test]
fn operands_without_names_are_told_by_axis() {
    let (a, x, mut s) = (matrix(2, 3), vector(2), Scalar::new(5.0));
    indices!(j, i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, s.at(()).add(a.at((j, i)) + x.at((i,))))))
        .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &[
            "`i`",
            "3 in an operand without a name (axis 1)",
            "2 in an operand without a name (axis 0)",
        ],
    );
    assert_eq!(s.get(), 5.0);
}

#[test]
fn an_updated_output_has_its_extent() {
    let (x, mut y) = (vector(4), vector(3));
    indices!(i);
    let outcome = program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).named("y").add(x.at((i,)).named("x"))))
        .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`i`", "4 in `x` (axis 0)", "3 in `y` (axis 0)"],
    );
    assert_eq!(y.values(), [1.0; 3]);
}

#[test]
fn two_loops_size_an_output_differently() {
    let (a, b, mut y) = (vector(4), vector(3), vector(2));
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            let first = forall(i, y.at((i,)).named("y").add(a.at((i,)).named("a")));
            block(first, forall(i, y.at((i,)).named("y").add(b.at((i,)).named("b"))))
        })
        .run();
    refused(outcome, ErrorKind::Mismatch, &["`i`", "`y` (axis 0)", "3 in `b`", "4"]);
    assert_eq!(y.values(), [1.0; 2]);
}

/// The two loops are nested, and the output is written in each.
#[test]
fn an_outer_and_an_inner_loop_size_an_output_differently() {
    let (a, mut y) = (matrix(2, 3), Vector::<f64>::default());
    indices!(j, i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            forall(
                j,
                block(
                    y.at((j,)).named("y").add(constant(1.0)),
                    forall(i, y.at((i,)).named("y").add(a.at((j, i)).named("a"))),
                ),
            )
        })
        .run();
    refused(outcome, ErrorKind::Mismatch, &["`y` (axis 0)", "3", "2"]);
    y.validate().unwrap();
}

#[test]
fn a_range_goes_beyond_an_operand() {
    let (x, mut s) = (vector(3), Scalar::new(0.0));
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall_in(i, 1..5, s.at(()).add(x.at((i,)).named("x"))))
        .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`i` runs over 1..5", "extent 3", "`x` (axis 0)"],
    );
}

#[test]
fn a_range_goes_beyond_an_updated_output() {
    let mut y = SparseVector::<f64>::from_triplets([3], [([0], 1.0)], Add).unwrap();
    indices!(i);
    let outcome = program()
        .update(&mut y)
        .body(|(y,)| forall_in(i, 2..4, y.at((i,)).named("y").add(constant(1.0))))
        .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`i` runs over 2..4", "extent 3", "`y` (axis 0)"],
    );
    assert_eq!(y.to_dense().unwrap(), [1.0, 0.0, 0.0]);
}

/// An output takes the union of what its statements need, but what was read once stays as it is.
#[test]
fn an_output_grows_after_it_was_read() {
    let (x, mut y, mut s) = (vector(3), vector(1), Scalar::new(0.0));
    let outcome = finch! {
        y .= 0;
        s .= 0;
        for i { y[i] = x[i]; }
        for i { s[] += y[i]; }
        for i { y[i + 3] = x[i]; }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`i`", "3 in `x` (axis 0) but 0 in `y` (axis 0)", "before it is read"],
    );
    let outcome = finch! {
        y .= 0;
        s .= 0;
        for i { y[i] = x[i]; }
        for i { s[] += y[i]; }
        for i in 0..5 { y[i] += 1.0; }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`i` runs over 0..5", "extent 3", "`y` (axis 0)"],
    );
    let outcome = finch! {
        y .= 0;
        for i { y[i] = x[i] + y[i + 1]; }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`y` (axis 0) is used up to 4", "extent is 3", "~("],
    );
    assert_eq!((y.values(), s.get()), (&[1.0][..], 0.0));
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn a_range_runs_backwards() {
    let (x, mut s) = (vector(3), Scalar::new(0.0));
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall_in(i, 3..1, s.at(()).add(x.at((i,)))))
        .run();
    refused(outcome, ErrorKind::Mismatch, &["`i`", "3..1", "backwards"]);
}

#[test]
fn nothing_has_the_extent() {
    let mut s = Scalar::new(3.0);
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(constant(1.0))))
        .run();
    refused(outcome, ErrorKind::Unresolved, &["extent of index `i`"]);
    indices!(k);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(k, sieve(k.below(3), s.at(()).add(constant(1.0)))))
        .run();
    refused(outcome, ErrorKind::Unresolved, &["`k`", "give it to the loop"]);
    assert_eq!(s.get(), 3.0);
}

#[test]
fn a_workspace_is_as_large_as_it_was_sized() {
    let (x, b, mut y, mut w) = (vector(3), vector(2), Vector::<f64>::default(), Vector::<f64>::default());
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let copy = forall(i, w.at((i,)).add(x.at((i,))));
            w.within(
                copy,
                forall(i, y.at((i,)).set(w.read((i,)).named("w") * b.at((i,)).named("b"))),
            )
        })
        .run();
    refused(outcome, ErrorKind::Mismatch, &["`i`", "3 in `w`", "2 in `b`"]);
    y.validate().unwrap();
    w.validate().unwrap();
}

#[test]
fn a_kernel_names_its_operands() {
    let (a, x, mut y) = (matrix(2, 3), vector(5), vector(1));
    let outcome = spmv::spmv_into(&mut y, &a, &x);
    refused(
        outcome,
        ErrorKind::Mismatch,
        &["`a` (axis 1)", "`x` (axis 0)", "3", "5"],
    );
}

#[test]
fn a_filter_lies_inside_of_the_image() {
    let image = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    for extents in [[3, 1], [1, 4], [4, 1], [2, 9], [0, 2], [1, 0], [0, 0]] {
        let filter = Matrix::filled(extents, 1.0).unwrap();
        let said = format!("{} by {}", extents[0], extents[1]);
        let words = [&said[..], "2 by 3"];
        refused(convolve::valid(&image, &filter), ErrorKind::Mismatch, &words);
        let mut y = Matrix::filled([1, 1], 7.0).unwrap();
        let outcome = convolve::valid_into(&mut y, &image, &filter);
        refused(outcome, ErrorKind::Mismatch, &words);
        assert_eq!(y.to_dense().unwrap(), [7.0], "nothing was written");
    }
    // As large as the image it lies at one place.
    let filter = Matrix::filled([2, 3], 1.0).unwrap();
    assert_eq!(convolve::valid(&image, &filter).unwrap().to_dense().unwrap(), [21.0]);
    let mut y = Matrix::default();
    convolve::valid_into(&mut y, &image, &Matrix::filled([1, 3], 1.0).unwrap()).unwrap();
    assert_eq!(y.to_dense().unwrap(), [6.0, 15.0]);
}

#[test]
fn a_new_output_gives_its_loop_no_end() {
    let (mut y, mut c) = (Vector::<f64>::default(), Matrix::<f64>::default());
    let outcome = finch! { y .= 0; for i { y[i] = 1.0; } }.run();
    let words = [
        "index `i`",
        "`y` (axis 0), which its loop writes",
        "`for i in 0..n`",
        "empty([n])",
    ];
    refused(outcome, ErrorKind::Unresolved, &words);
    let x = vector(3);
    let outcome = finch! { c .= 0; for j, i { c[j, i] = x[i]; } }.run();
    refused(outcome, ErrorKind::Unresolved, &["index `j`", "`c` (axis 0)"]);
    // One that has extents does, and so does what another loop says, even if that is nothing.
    let mut z = Vector::<f64>::empty([2]).unwrap();
    finch! { y .= 0; z .= 0; for i in 0..0 { y[i] = 1.0; } for i { y[i] += 1.0; } for i { z[i] = 1.0; } }
        .run()
        .unwrap();
    assert_eq!((y.values(), z.values()), (&[][..], &[1.0, 1.0][..]));
    // Of two outputs in one loop, the one that has an extent says it.
    let mut new = Vector::<f64>::default();
    finch! { new .= 0; z .= 0; for i { new[i] = 1.0; z[i] = 2.0; } }
        .run()
        .unwrap();
    assert_eq!((new.values(), z.values()), (&[1.0, 1.0][..], &[2.0, 2.0][..]));
}

//! Indices, variables, outputs and workspaces where they do not belong.

use super::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::U1;

fn vector() -> Vector<f64> {
    Vector::from(vec![1.0, 2.0, 3.0])
}

#[test]
fn an_index_is_bound_by_two_loops() {
    let (x, mut s) = (vector(), Scalar::new(7.0));
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, forall(i, s.at(()).add(x.at((i,))))))
        .run();
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["loop over `i`", "number 0", "one `indices!`"],
    );
    assert_eq!(s.get(), 7.0);
}

/// The notation gives loops in each other different numbers, whatever they are called.
#[test]
fn a_name_is_bound_by_two_loops() {
    let (x, mut s) = (vector(), Scalar::new(7.0));
    let outcome = finch! {
        s .= _;
        for i in 0..3 { for i { s[] += x[i]; } }
    }
    .run();
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["loop over `i` stands inside the loop over `i`", "same name"],
    );
    assert_eq!(s.get(), 7.0);
}

/// Variables of two `indices!` have the same numbers, whatever they are called.
#[test]
fn two_indices_have_the_same_number() {
    let (x, mut s) = (vector(), Scalar::new(0.0));
    let outer = {
        indices!(j);
        j
    };
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(outer, forall(i, s.at(()).add(x.at((i,)) * x.at((outer,))))))
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`i`", "`j`", "one `indices!`"]);
}

/// One after the other, loops may have the same index.
#[test]
fn an_index_is_bound_again_behind_its_loop() {
    let (x, mut s) = (vector(), Scalar::new(0.0));
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| block(forall(i, s.at(()).add(x.at((i,)))), forall(i, s.at(()).add(x.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(s.get(), 12.0);
}

/// A handle that is taken out of its program is no output of another one.
#[test]
fn an_output_of_another_program() {
    let (x, mut y, mut s) = (vector(), vector(), Scalar::new(0.0));
    indices!(i);
    let mut stolen = None;
    let first = program().declare(&mut y).body(|(y,)| {
        stolen = Some(y);
        forall(i, y.at((i,)).add(x.at((i,))))
    });
    let handle = stolen.unwrap();
    let outcome = program()
        .declare(&mut s)
        .body(|(_,)| forall(i, handle.at((i,)).named("y").add(x.at((i,)))))
        .run();
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["`y`", "not introduced by this program"],
    );
    first.run().unwrap();
    assert_eq!(y.values(), [1.0, 2.0, 3.0]);
}

/// What becomes of a program over vector `$x` that writes vector `$y` by way of the workspace `$w`. Both can be read afterwards.
macro_rules! with_workspace {
    (|$x:ident, $y:tt, $w:ident, $i:ident| $body:expr) => {{
        let $x = vector();
        let (mut y, mut w) = <(Vector<f64>, Vector<f64>)>::default();
        indices!($i);
        let outcome = program().declare(&mut y).workspace(&mut w).body(|($y, $w)| $body).run();
        y.validate().unwrap();
        w.validate().unwrap();
        outcome
    }};
}

#[test]
fn a_workspace_is_read_before_it_is_finished() {
    let outcome = with_workspace!(|x, _, w, i| {
        let producer = forall(i, w.at((i,)).add(w.read((i,)).named("w") + x.at((i,))));
        w.within(producer, forall(i, w.at((i,)).add(x.at((i,)))))
    });
    refused(outcome, ErrorKind::Lifecycle, &["`w`", "not a finished workspace"]);
}

#[test]
fn a_workspace_is_read_outside_of_its_statement() {
    let outcome = with_workspace!(|x, y, w, i| {
        let within = w.within(
            forall(i, w.at((i,)).add(x.at((i,)))),
            forall(i, y.at((i,)).set(w.read((i,)))),
        );
        block(within, forall(i, y.at((i,)).set(w.read((i,)).named("w"))))
    });
    refused(outcome, ErrorKind::Lifecycle, &["`w`", "not a finished workspace"]);
}

#[test]
fn a_workspace_is_written_where_it_is_read() {
    let outcome = with_workspace!(|x, _, w, i| {
        w.within(
            forall(i, w.at((i,)).add(x.at((i,)))),
            forall(i, w.at((i,)).named("w").add(x.at((i,)))),
        )
    });
    refused(
        outcome,
        ErrorKind::Lifecycle,
        &["`w`", "first part of its workspace statement"],
    );
}

#[test]
fn a_workspace_is_entered_twice() {
    let (x, mut y, mut w) = (vector(), Vector::<f64>::default(), Scalar::new(0.0));
    indices!(j, i);
    let outcome = program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let inner = w.within(forall(i, w.at(()).add(x.at((i,)))), y.at((j,)).set(w.read(())));
            forall(j, w.within(w.at(()).add(x.at((j,))), inner))
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["workspace of its own"]);
}

#[test]
fn a_let_stands_in_one_of_the_same_number() {
    let (x, mut s) = (vector(), Scalar::new(0.0));
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| {
            forall(
                i,
                define::<U1, _, _>(x.at((i,)), |a| define::<U1, _, _>(a + 1.0, |b| s.at(()).add(a + b))),
            )
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`let`", "number 1"]);
}

/// Where the loops around a workspace give a place its value, it would be looked up before the workspace is filled: to
/// be read, to be written, and by what a workspace names.
#[test]
fn a_workspace_at_an_index_of_a_loop_around_it() {
    let (x, p) = (vector(), Vector::from(vec![2_usize, 1, 0]));
    let (mut y, mut s) = (Vector::filled([3], 0.0).unwrap(), Scalar::new(0.0));
    let (mut v, mut at) = (Vector::<f64>::empty([3]).unwrap(), Scalar::<usize>::default());
    let mut w = Csr::<f64>::empty([3, 3]).unwrap();
    let a = Matrix::from_dense([3, 3], &[1.0; 9]).unwrap();
    macro_rules! early {
        ($place:literal: $($program:tt)*) => {
            refused(
                finch! { $($program)* }.run(),
                ErrorKind::Lifecycle,
                &[$place, "before the workspace is filled"],
            );
        };
    }
    early!("`j` of `v`": y .= 0; for j in 0..3 { v .= 0; for i { v[i] = x[i]; } y[j] += v[j]; });
    early!("`1` of `v`": y .= 0; for j in 0..3 { v .= 0; for i { v[i] = x[i]; } y[j] += v[1]; });
    early!("`j` of `v`": y .= 0; for j in 0..3 { v .= 0; for i { v[i] = x[i]; } for i in 0..1 { y[j] += v[j] * x[i]; } });
    early!("`j` of `v`": s .= 0; for j in 0..3 { v .= 0; for i { v[j] += x[i]; } for i { s[] += v[i]; } });
    early!("`j` of `w`": s .= 0; for j in 0..3 { w .= 0; for k, i { w[k, i] = a[k, i]; } for i { s[] += w[j, i]; } });
    early!("of `x`": s .= 0; for j in 0..3 { at .= 0; at[] = p[j]; s[] += x[at[]]; });
    early!("of `a`": s .= 0; for j in 0..3 { at .= 0; at[] = p[j]; s[] += a[p[p[j]], at[]]; });
    early!("of `a`": s .= 0; for j in 0..3 { at .= 0; at[] = p[j]; s[] += a[at[], p[p[j]]]; });
    early!("of `y`": mut y; for j in 0..3 { at .= 0; at[] = p[j]; y[at[]] += 1.0; });
    // An index of a loop behind the declaration waits for it.
    finch! {
        y .= 0;
        s .= 0;
        for j in 0..3 {
            v .= 0;
            for i { v[i] = x[i] + 1.0 * x[j]; }
            for i { if i == j { y[j] += v[i]; } }
        }
        for j in 0..3 {
            w .= 0;
            for k, i { w[k, i] = a[k, i]; }
            for k { s[] += w[k, j]; }
        }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 9.0);
    assert_eq!(y.values(), x.values().iter().map(|x| 2.0 * x).collect::<Vec<_>>());
    // Outside of all loops there is nothing to be early for.
    finch! {
        s .= 0;
        {
            at .= 0;
            at[] = 2;
            s[] += x[at[]];
        }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), x.values()[2]);
}

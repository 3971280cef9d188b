//! Indices, variables, outputs and workspaces where they do not belong.

use crate::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::{U0, U1};

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
        .body(|(s,)| then(forall(i, s.at(()).add(x.at((i,)))), forall(i, s.at(()).add(x.at((i,))))))
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

#[test]
fn a_workspace_is_read_before_it_is_finished() {
    let (x, mut y, mut w) = (vector(), Vector::<f64>::default(), Vector::<f64>::default());
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(_, w)| {
            let producer = forall(i, w.at((i,)).add(w.read((i,)).named("w") + x.at((i,))));
            w.within(producer, forall(i, w.at((i,)).add(x.at((i,)))))
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`w`", "not a finished workspace"]);
    y.validate().unwrap();
    w.validate().unwrap();
}

#[test]
fn a_workspace_is_read_outside_of_its_statement() {
    let (x, mut y, mut w) = (vector(), Vector::<f64>::default(), Vector::<f64>::default());
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let within = w.within(
                forall(i, w.at((i,)).add(x.at((i,)))),
                forall(i, y.at((i,)).set(w.read((i,)))),
            );
            then(within, forall(i, y.at((i,)).set(w.read((i,)).named("w"))))
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`w`", "not a finished workspace"]);
}

#[test]
fn a_workspace_is_written_where_it_is_read() {
    let (x, mut y, mut w) = (vector(), Vector::<f64>::default(), Vector::<f64>::default());
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(_, w)| {
            w.within(
                forall(i, w.at((i,)).add(x.at((i,)))),
                forall(i, w.at((i,)).named("w").add(x.at((i,)))),
            )
        })
        .run();
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
                let_in::<U1, _, _>(x.at((i,)), |a| let_in::<U1, _, _>(a + 1.0, |b| s.at(()).add(a + b))),
            )
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["`let`", "number 1"]);
}

#[test]
fn a_variable_is_read_outside_of_its_let() {
    let (x, mut s) = (vector(), Scalar::new(7.0));
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| {
            let mut stolen = None;
            let square = let_in::<U0, _, _>(x.at((i,)), |x| {
                stolen = Some(x);
                s.at(()).add(x * x)
            });
            forall(i, then(square, s.at(()).add(stolen.unwrap())))
        })
        .run();
    refused(outcome, ErrorKind::Lifecycle, &["variable 0", "outside of the `let`"]);
    assert_eq!(s.get(), 7.0);
}

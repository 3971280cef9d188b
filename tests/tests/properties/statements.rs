//! Statements of one loop that write the same output in several ways, where told so, take turns, index by index.

use crate::data::holds;
use finch_tests::check::Made;
use finch_tests::prelude::algebra::{Max, Mul, Overwrite};
use finch_tests::prelude::*;

/// Several reducers on one output, where one does not commute with the other: what repeats over a run does so in turns.
fn reducers_take_turns<A: Vector, B: Vector>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let (mut s, mut t, mut u) = (Scalar::new(0.0), Scalar::new(0.0), Output::<Number>::stale());
        let (mut y, mut z) = (Output::<Flat>::stale(), Output::<Map>::stale());
        indices!(i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut t)
            .declare(&mut u.tensor)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(s, t, u, y, z)| {
                let s = interleave(s.at(()).add(a.at(i)), s.at(()).reduce(Max, b.at(i)));
                let t = interleave(t.at(()).add(a.at(i) * b.at(i)), t.at(()).reduce(Mul, constant(-1.0)));
                let u = interleave(u.at(()).add(a.at(i)), u.at(()).reduce(Mul, constant(0.5)));
                let y = interleave(y.at((i,)).add(a.at(i)), y.at((i,)).reduce(Mul, b.at(i) + 1.0));
                let z = interleave(
                    z.at((i,)).add(a.at(i)),
                    sieve(i.from(2), z.at((i,)).reduce(Overwrite, b.at(i))),
                );
                forall(i, block(block(s, t), block(u, block(y, z))))
            })
            .run();
        let text = "for i {
            s[] += a[i]; s[] max= b[i];
            t[] += a[i] * b[i]; t[] *= 0 - 1;
            u[] += a[i]; u[] *= 0.5;
            y[i] += a[i]; y[i] *= b[i] + 1;
            z[i] += a[i]; if i >= 2 { z[i] := b[i] }
        }";
        let outputs: [(&str, &dyn Made); 5] = [("s", &s), ("t", &t), ("u", &u), ("y", &y), ("z", &z)];
        Check::of::<(A, B)>(text).case(format!("{case:?}"), &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

/// The same where nothing depends on the index of a loop, or of the one around it.
#[test]
fn nothing_depends_on_the_index() {
    holds(50, |case| {
        let [n, m, _] = case.extents();
        let a = Input::<List>::new(&case.first(&[m]));
        let (mut s, mut t, mut u, mut v) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
        let mut w = Scalar::new(0.0);
        indices!(j, l, i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut t)
            .declare(&mut u)
            .declare(&mut v)
            .workspace(&mut w)
            .body(|(s, t, u, v, w)| {
                let turns = interleave(s.at(()).add(constant(3.0)), s.at(()).reduce(Mul, constant(-0.5)));
                let halves = interleave(t.at(()).add(a.at(i)), t.at(()).reduce(Mul, constant(0.5)));
                let named = define::<U0, _, _>(constant(0.25), |x| {
                    sieve(
                        j.below(3),
                        interleave(u.at(()).add(x), u.at(()).reduce(Max, x + a.at(i))),
                    )
                });
                let sums = w.within(forall(i, w.at(()).add(a.at(i))), v.at(()).add(w.read(())));
                block(
                    block(forall_in(i, 0..n, turns), forall_in(j, 0..n, forall(i, halves))),
                    block(
                        forall_in(j, 0..n, forall(i, named)),
                        forall_in(j, 0..n, forall_in(l, 0..2, sums)),
                    ),
                )
            })
            .run();
        let text = format!(
            "for i in 0..{n} {{ s[] += 3; s[] *= 0 - 0.5 }}
            for j in 0..{n} {{ for i {{ t[] += a[i]; t[] *= 0.5 }} }}
            for j in 0..{n} {{ for i {{ if j < 3 {{ u[] += 0.25; u[] max= 0.25 + a[i] }} }} }}
            for j in 0..{n} {{ for l in 0..2 {{ with w {{ for i {{ w[] += a[i] }} }} then {{ v[] += w[] }} }} }}"
        );
        Check::of::<()>(&text).with_workspaces(
            format!("{case:?}"),
            &[("a", &a)],
            outcome,
            &[("s", &s), ("t", &t), ("u", &u), ("v", &v)],
            &[("w", &w)],
        );
    })
}

some!(reducers_take_turns: Runs Runs, SparseRuns List, List List, Flat Runs);

/// A function sees every value, in order, however often a loop around it comes to the same.
#[test]
fn a_function_sees_every_value_in_order() {
    use finch_tests::prelude::algebra::Reduce;
    let a = Tensor::<List>::from_triplets([2], [([0], 1.0), ([1], 2.0)], algebra::Add).unwrap();
    let mut s = Scalar::new(0.0);
    indices!(j, i);
    let digits = Reduce(|old: f64, digit: f64| old * 10.0 + digit);
    program()
        .declare(&mut s)
        .body(|(s,)| forall_in(j, 0..3, forall(i, s.at(()).reduce(digits, a.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(s.get(), 121_212.0);
}

/// What reads an output that it writes sees what was written before: scans, and a recurrence.
fn what_is_written_is_read<A: Vector, B: Vector>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let n = shape[0];
        if n == 0 {
            return;
        }
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let (mut s, mut most) = (Scalar::new(0.0), Scalar::<f64, algebra::NegInf>::default());
        let (mut y, mut z, mut x) = (
            Output::<Flat>::stale(),
            Output::<Runs>::stale(),
            Output::<Flat>::stale(),
        );
        indices!(i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut most)
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut x.tensor)
            .body(|(s, most, y, z, x)| {
                let sums = block(s.at(()).add(a.at(i) * b.at(i)), y.at((i,)).set(s.read(())));
                let extrema = block(
                    z.at((i,)).set(most.read(()) + 1.0),
                    most.at(()).reduce(Max, a.at(i) + b.at(i)),
                );
                let decay = x.at((i,)).set(a.at(i) + x.read((i - 1,)) * 0.5);
                block(block(forall(i, sums), forall(i, extrema)), forall_in(i, 1..n, decay))
            })
            .run();
        let text = format!(
            "for i {{ s[] += a[i] * b[i]; y[i] = s[] }}
            for i {{ z[i] = most[] + 1; most[] max= a[i] + b[i] }}
            for i in 1..{n} {{ x[i] = a[i] + x[i - 1] * 0.5 }}"
        );
        let outputs: [(&str, &dyn Made); 5] = [("s", &s), ("most", &most), ("y", &y), ("z", &z), ("x", &x)];
        Check::of::<(A, B)>(&text).case(format!("{case:?}"), &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

some!(what_is_written_is_read: Runs Runs, SparseRuns List, List Flat, Map Runs);

/// Each place is updated by all others, those before it updated already: a step of Gauss and Seidel.
fn gauss_seidel<A: Matrix>() {
    holds(100, |case| {
        let [n, ..] = case.extents();
        let a = Input::<A>::new(&case.first(&[n, n]));
        let mut x = Output::<Flat>::of(&case.second(&[n]));
        indices!(j, i);
        let outcome = program()
            .update(&mut x.tensor)
            .body(|(x,)| forall(j, forall(i, x.at((j,)).add(a.at2(j, i) * x.read((i,)) * 0.25))))
            .run();
        let text = "for j { for i { x[j] += a[j, i] * x[i] * 0.25 } }";
        Check::of::<A>(text).case(format!("{case:?}"), &[("a", &a)], outcome, &[("x", &x)]);
    })
}

some!(gauss_seidel: Csr, FlatRuns, FlatFlat, Coo, FlatMap);

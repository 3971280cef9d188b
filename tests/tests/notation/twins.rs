//! A program by `finch!` has the type of the one that a person builds of the same nodes.

use finch_formats::prelude::*;
use finch_formats::traits::program::{NotYetRun, Outputs, Program};
use finch_formats::traits::stmt::Stmt;
use std::any::type_name_of_val;

/// The name of a type, without where the types of indices are declared, and with the names of outputs as they are given by hand.
fn tidy(name: &str) -> String {
    let name = name.replace("{{closure}}::", "");
    let mut parts = name.split("finch_traits::nodes::expr::access::Called<");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |tidy, part| {
        let behind = part.split_once('>').map_or(part, |(_, behind)| behind);
        tidy + "&str" + behind
    })
}

/// Both have the same type, but for where the types of their indices are declared and for the names of outputs, which are types where
/// `finch!` gives them; and the same explanation.
fn same<A: Outputs, S: Stmt, B: Outputs, T: Stmt>(
    written: &Program<NotYetRun, A, S>,
    explained: String,
    built: &Program<NotYetRun, B, T>,
) {
    assert_eq!(tidy(type_name_of_val(written)), tidy(type_name_of_val(built)));
    assert_eq!(explained, built.explain());
}

#[test]
fn gather() {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let (mut y, mut z) = (Vector::default(), Vector::default());
    let written = finch! {
        y .= 0;
        for j, i { y[j] += a[j, gallop(i)] * x[i]; }
    };
    let explained = written.explain();
    indices!(j, i);
    let built = program().declare(&mut z).body(|(y,)| {
        let product = a.at((j, gallop(i))).named("a") * x.at((i,)).named("x");
        forall(j, forall(i, y.at((j,)).named("y").add(product)))
    });
    same(&written, explained, &built);
}

#[test]
fn gustavson() {
    let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let (mut c, mut d) = (Csr::<f64>::default(), Csr::<f64>::default());
    let (mut w, mut v) = (ByteMapVector::<f64>::default(), ByteMapVector::<f64>::default());
    let written = finch! {
        c .= 0;
        for j {
            w .= 0;
            for k, i { w[i] += a[j, k] * a[k, i]; }
            for i { c[j, i] = w[i]; }
        }
    };
    let explained = written.explain();
    let built = program().declare(&mut d).workspace(&mut v).body(|(c, w)| {
        indices!(j, k, i);
        let product = a.at((j, k)).named("a") * a.at((k, i)).named("a");
        let producer = forall(k, forall(i, w.at((i,)).named("w").add(product)));
        let copy = {
            indices!(_outer, i);
            forall(i, c.at((j, i)).named("c").set(w.read((i,)).named("w")))
        };
        forall(j, w.within(producer, copy))
    });
    same(&written, explained, &built);
}

#[test]
fn relaxation() {
    let edges = CsrWithFill::<f64, Inf>::from_triplets([3, 3], [([0, 1], 2.0), ([1, 2], 1.0)], Min).unwrap();
    let distance = VectorWithFill::<f64, Inf>::from(vec![0.0, f64::INFINITY, f64::INFINITY]);
    let active = SparseVector::<bool>::from_triplets([3], [([0], true)], Or).unwrap();
    let (mut closer, mut nearer) = (distance.clone(), distance.clone());
    let (mut changed, mut moved) = (ByteMapVector::<bool>::default(), ByteMapVector::<bool>::default());
    let written = finch! {
        mut closer;
        changed .= false;
        for j {
            if active[j] {
                for i {
                    let through = distance[j] + edges[j, i];
                    closer[i] <<min>>= through;
                    changed[i] |= through < distance[i];
                }
            }
        }
    };
    let explained = written.explain();
    indices!(j, i);
    let built = program()
        .update(&mut nearer)
        .declare(&mut moved)
        .body(|(closer, changed)| {
            let through = distance.at((j,)).named("distance") + edges.at((j, i)).named("edges");
            let relax = define::<typenum::U0, _, _>(through, |through| {
                block(
                    closer.at((i,)).named("closer").reduce(Min, through),
                    changed
                        .at((i,))
                        .named("changed")
                        .reduce(Or, through.lt(distance.at((i,)).named("distance"))),
                )
            });
            forall(j, sieve(active.at((j,)).named("active"), forall(i, relax)))
        });
    same(&written, explained, &built);
}

#[test]
fn conditions() {
    let a = Csr::from_triplets([4, 4], [([0, 1], 2.0), ([1, 0], 1.0), ([2, 3], 4.0)], Add).unwrap();
    let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
    let least = 1.5;
    let written = finch! {
        s .= 0;
        for j in 1..3, i {
            if j <= i && i < 3 && i - j <= 2 || !(a[j, i] > least) && a[j, i] != 0 {
                s[] += a[j, i];
            }
        }
    };
    let explained = written.explain();
    indices!(j, i);
    let built = program().declare(&mut t).body(|(s,)| {
        let a = a.at((j, i)).named("a");
        use finch_formats::traits::expr::compare::{AtMost, Compare};
        use finch_formats::traits::expr::overload::Value;
        let close = Value::new(Compare::new(AtMost(2), i, j));
        let condition = (j.le(i) & i.below(3) & close) | (!a.gt(constant(least)) & a.ne(literal::<f64, Zero>()));
        forall_in(j, 1..3, forall(i, sieve(condition, s.at(()).named("s").add(a))))
    });
    same(&written, explained, &built);
}

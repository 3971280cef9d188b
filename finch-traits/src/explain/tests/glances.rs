//! Which programs a glance is enough for. That it agrees with a scope then is asserted whenever a program runs.

use super::formats::{Dense, List};
use super::outputs::{ByIndex, Scalar, Store};
use crate::expr::access::Access;
use crate::expr::map::Map1;
use crate::fiber::Fiber;
use crate::index::arithmetic::plus;
use crate::index::gather::{Gather, gather};
use crate::index::{IndexList, Indices, permissive};
use crate::indices;
use crate::notation::overload::{Value, block, constant, define, forall, forall_in, interleave, sieve};
use crate::program::{LoopOrder, NotYetRun, Outputs, Program, ReadWhileWritten, program};
use crate::scope::Glance;
use crate::stmt::Stmt;
use crate::stmt::workspace::NewWorkspace;
use crate::target::{Place, Write};
use core::ops::Range;
use finch_algebra::logic::No;
use finch_algebra::operators::{Max, Unary};
use typenum::{U0, U1, U2};

const X: Dense<'static> = Dense(&[1.0, 2.0, 3.0, 4.0]);
const W: Dense<'static> = Dense(&[1.0, 2.0, 3.0]);
const P: Dense<'static> = Dense(&[3.0, 0.0, 1.0, 1.0]);
const A: List<'static> = List {
    extent: 4,
    idx: &[0, 2],
    at: 0,
};

fn at<F: Fiber, I: Indices>(fiber: F, indices: I) -> Value<Access<F, I::List>>
where
    I::List: IndexList,
{
    Value::new(Access::new(fiber, indices.list()))
}

/// Whether a glance is enough, and what running the program says.
fn looked_at<O: Outputs, S>(program: Program<NotYetRun, O, S>) -> (bool, Option<String>)
where
    S: Stmt + LoopOrder<<S as Stmt>::Ordered<crate::index::Outermost>>,
    S::Reads<crate::index::Passes>: ReadWhileWritten,
{
    let mut glance = Glance::new();
    program.outputs.glance(&mut glance);
    let seen = { program.body }.infer_passes(&mut glance);
    let is_well = seen.is_ok() && glance.is_well();
    (is_well, program.run().err().map(|error| error.to_string()))
}

/// Looks at a program over outputs of extent 4 and how they are introduced.
macro_rules! look {
    ([$($output:ident: $kind:ident $how:ident),*] $body:expr) => {{
        $(let mut $output = Store::<$kind>::new(4);)*
        looked_at(program()$(.$how(&mut $output))*.body(|($($output,)*)| $body))
    }};
}

/// All of these look like `$wanted`.
macro_rules! looks {
    ($wanted:expr; $($outputs:tt $body:expr;)*) => { $(assert_eq!(look!($outputs $body), $wanted);)* };
}

/// A glance is enough for these or not, as `$is_well` says, and they are refused in these words.
macro_rules! refuses {
    ($is_well:literal; $($says:literal: $outputs:tt $body:expr;)*) => { $(
        assert_refused(look!($outputs $body), $is_well, $says);
    )* };
}

fn assert_refused((is_well, error): (bool, Option<String>), wanted: bool, says: &str) {
    let is_said = error.as_ref().is_some_and(|error| error.contains(says));
    assert!(is_well == wanted && is_said, "{is_well}, {error:?}")
}

/// Well, and not refused.
const WELL: (bool, Option<String>) = (true, None);
/// Not refused, but a glance is not enough.
const OPEN: (bool, Option<String>) = (false, None);

#[test]
fn enough() {
    indices!(i, j);
    looks! { WELL;
        [s: Scalar declare] forall(i, s.at(()).add(at(A, (i,)) * at(X, (i,))));
        [y: ByIndex declare] forall(i, y.at((i,)).add(at(A, (i,))));
        [y: ByIndex update] forall(i, y.at((i,)).add(at(A, (i,)) + at(X, (i,))));
        // One loop behind another, over the same index.
        [s: Scalar declare] block(forall(i, s.at(()).add(at(X, (i,)))), forall(i, s.at(()).add(at(W, (i,)))));
        [s: Scalar declare, y: ByIndex update] {
            forall(i, forall(j, sieve(i.le(j), block(s.at(()).add(at(X, (i,))), y.at((j,)).add(at(A, (j,)))))))
        };
        [s: Scalar declare] forall(i, define::<U0, _, _>(at(X, (i,)), |x| s.at(()).add(x * x)));
        [s: Scalar declare] forall_in(i, 1..3, s.at(()).add(at(X, (i,)) * at(W, (i,))));
        [y: ByIndex declare, w: Scalar workspace] {
            let total = forall(j, w.at(()).add(at(X, (j,)) * at(W, (i,))));
            forall(i, w.within(total, y.at((i,)).add(w.read(()))))
        };
        [s: Scalar update] forall(i, interleave(s.at(()).add(at(X, (i,))), s.at(()).reduce(Max, at(X, (i,)))));
    }
}

/// Places of indices that are moved and may lie beyond the extent.
#[test]
fn enough_for_what_is_moved() {
    indices!(i);
    looks! { WELL;
        [s: Scalar declare] forall(i, s.at(()).add(at(X, (permissive(i + 1),)).coalesce(at(X, (i,)))));
        [s: Scalar declare] forall_in(i, 0..9, s.at(()).add(at(X, (permissive(i - 2),)).coalesce(constant(1.0))));
    }
    // A number with which a sum might be too large for a number.
    let far = isize::MAX as usize >> 1;
    refuses! { false;
        // Who says nothing of the extent gives none.
        "": [s: Scalar declare] forall(i, s.at(()).add(at(X, (permissive(i + 1),)).coalesce(constant(1.0))));
        "too large": [s: Scalar declare] {
            forall_in(i, 0..9, s.at(()).add(at(X, (permissive(i + far),)).coalesce(constant(1.0))))
        };
    }
}

/// Numbers, and indices that are moved by numbers and have to lie inside.
#[test]
fn enough_for_numbers() {
    indices!(i);
    looks! { WELL;
        [s: Scalar declare] forall(i, s.at(()).add(at(X, (plus(i, 1),))));
        [s: Scalar declare] forall(i, s.at(()).add(at(X, (i + 1,)) * at(W, (i,))));
        [s: Scalar declare] forall_in(i, 1..4, s.at(()).add(at(X, (i - 1,)) + at(X, (i,))));
        [s: Scalar declare] forall_in(i, 0..1, s.at(()).add(at(X, (i + 1 + 2,))));
        [s: Scalar declare] s.at(()).add(at(X, (2,)));
    }
    let far = isize::MAX as usize;
    refuses! { false;
        "goes up to 4": [s: Scalar declare] s.at(()).add(at(X, (4,)));
        "starts at -1": [s: Scalar declare] forall(i, s.at(()).add(at(X, (i - 1,))));
        "starts at -1": [s: Scalar declare] forall_in(i, 0..3, s.at(()).add(at(X, (i - 1,))));
        "goes up to 4": [s: Scalar declare] forall_in(i, 0..4, s.at(()).add(at(X, (i + 1,))));
        "extent 3 in": [s: Scalar declare] forall(i, s.at(()).add(at(X, (i + 1,)) * at(X, (i,))));
        "too large": [s: Scalar declare] forall(i, s.at(()).add(at(X, (i + far + far,))));
    }
    // Over nothing, wherever that would be.
    looks! { OPEN; [s: Scalar declare] forall_in(i, 9..9, s.at(()).add(at(X, (i + 1,)))); }
}

/// Places that data name.
#[test]
fn enough_for_what_is_looked_up() {
    indices!(i, j);
    // The place that a value of `P` names.
    fn place<I: Indices>(indices: I) -> Gather<Map1<Unary<fn(f64) -> usize>, Access<Dense<'static>, I::List>>>
    where
        I::List: IndexList,
    {
        gather(Value::new(Map1::new(Unary(|place| place as usize), at(P, indices).0)))
    }
    let by = place((i,));
    looks! { WELL;
        [s: Scalar declare] forall(i, s.at(()).add(at(X, (by,))));
        [y: ByIndex update] forall(i, y.at((by,)).add(at(P, (i,))));
        [s: Scalar declare] forall(i, s.at(()).add(at(X, (permissive(by),)).coalesce(constant(1.0))));
        // A number.
        [s: Scalar declare] s.at(()).add(at(X, (place((1,)),)));
    }
    // What it is read from gives the loop its extent, and is refused as anywhere else.
    refuses! { false; "extent 4 in": [s: Scalar declare] forall(i, s.at(()).add(at(X, (by,)) * at(W, (i,)))); }
    // An output that has no extent yet.
    assert!(!look!([y: ByIndex declare] forall(i, y.at((by,)).add(at(X, (i,))))).0);
    // A workspace that is filled inside of a loop.
    let (is_well, _) = look!([s: Scalar declare, w: ByIndex workspace] {
        let fill = forall(j, w.at((j,)).add(at(X, (j,))));
        forall(i, w.within(fill, s.at(()).add(w.read((by,)) * at(X, (i,)))))
    });
    assert!(!is_well);
}

/// Outputs whose own extents are the last that loops can have.
#[test]
fn enough_for_own_extents() {
    indices!(i, j);
    looks! { WELL;
        [y: ByIndex declare] forall(i, y.at((i,)).add(constant(1.0)));
        [y: ByIndex declare, x: ByIndex declare] {
            forall(i, block(y.at((i,)).add(constant(1.0)), x.at((i,)).add(constant(1.0))))
        };
        [y: ByIndex declare] block(forall(i, y.at((i,)).add(at(X, (i,)))), forall(j, y.at((j,)).add(constant(1.0))));
    }
    // What is read behind it, or a loop inside, says otherwise.
    looks! { OPEN;
        [y: ByIndex declare, s: Scalar declare] forall(i, block(y.at((i,)).add(constant(1.0)), s.at(()).add(at(W, (i,)))));
        [y: ByIndex declare] forall(i, block(y.at((i,)).add(constant(1.0)), forall(j, y.at((j,)).add(at(W, (j,))))));
    }
}

/// Places that a variable names: what it names is compared with the extent when it is looked up.
#[test]
fn enough_for_names() {
    indices!(i, j);
    looks! { WELL;
        [s: Scalar declare] define::<U0, _, _>(constant(2_usize), |p| s.at(()).add(at(X, (p,))));
        [y: ByIndex update] forall(i, define::<U0, _, _>(constant(3_usize), |p| y.at((p,)).add(at(X, (i,)))));
    }
    let (is_well, error) =
        look!([y: ByIndex update] forall(i, define::<U0, _, _>(constant(4_usize), |p| y.at((p,)).add(at(X, (i,))))));
    assert!(is_well && error.is_some_and(|error| error.contains("y") && error.contains("4")));
    refuses! { true; "": [s: Scalar declare] define::<U0, _, _>(constant(7_usize), |p| s.at(()).add(at(X, (p,)))); }
    // What has no extent yet is sized by nothing that is named.
    let (is_well, _) = look!([y: ByIndex declare] {
        forall(i, define::<U0, _, _>(constant(3_usize), |p| y.at((p,)).add(at(X, (i,)))))
    });
    assert!(!is_well);
    // A workspace that is filled inside of a loop.
    let (is_well, _) = look!([s: Scalar declare, w: ByIndex workspace] {
        let fill = forall(j, w.at((j,)).add(at(X, (j,))));
        forall(i, w.within(fill, define::<U0, _, _>(constant(1_usize), |p| s.at(()).add(w.read((p,)) * at(X, (i,))))))
    });
    assert!(!is_well);
}

#[test]
fn not_enough() {
    indices!(i, j);
    // A scope finds these well.
    looks! { OPEN;
        [s: Scalar declare] forall(i, forall(j, s.at(()).add(at(X, (plus(i, j),)) * at(W, (j,)))));
        [y: ByIndex declare] forall_in(i, 0..2, y.at((i,)).add(at(X, (i,))));
        // What is not written keeps its extents.
        [s: Scalar declare, _y: ByIndex declare] forall(i, s.at(()).add(at(X, (i,))));
    }
    looks! { WELL;
        [y: ByIndex declare, s: Scalar declare] {
            block(forall(i, y.at((i,)).add(at(X, (i,)))), forall(j, s.at(()).add(at(X, (j,)))))
        };
    }
}

#[test]
fn refused() {
    indices!(i, j);
    let mut strange = Store::<Scalar>::new(1);
    let stranger = program().declare(&mut strange).handles().0;
    refuses! { false;
        "extent 4 in": [s: Scalar declare] forall(i, s.at(()).add(at(X, (i,)) * at(W, (i,))));
        // What is compared behind it is well.
        "extent 4 in": [s: Scalar declare] {
            let unequal = s.at(()).add(at(X, (i,)) * at(W, (i,)));
            forall(i, forall(j, block(unequal, sieve(i.le(j), s.at(()).add(at(X, (j,)))))))
        };
        "extent 3 in": [y: ByIndex update] forall(i, y.at((i,)).add(at(W, (i,))));
        "beyond the extent 3": [s: Scalar declare] forall_in(i, 1..4, s.at(()).add(at(X, (i,)) * at(W, (i,))));
        "runs backwards": [s: Scalar declare] forall_in(i, Range { start: 3, end: 1 }, s.at(()).add(at(X, (i,))));
        "stands inside the loop": [s: Scalar declare] forall(i, forall(i, s.at(()).add(at(X, (i,)))));
        "is written both by": [s: Scalar update] {
            forall(i, block(s.at(()).add(at(X, (i,))), s.at(()).reduce(Max, at(X, (i,)))))
        };
        "was not introduced": [s: Scalar declare] { let _ = s; forall(i, stranger.at(()).add(at(X, (i,)))) };
    }
}

/// Handles are used in programs that they were not introduced by, which roots alone would not tell.
#[test]
fn handles_of_other_programs() {
    indices!(i);
    let (mut x, mut y) = (Store::<ByIndex>::new(4), Store::<Scalar>::new(4));
    let says = "a handle is used in the program that it was introduced by";
    let refused = |seen| assert_refused(seen, false, says);
    macro_rules! at_place {
        ($number:ty, $indices:expr) => {
            looked_at(program().update(&mut x).update(&mut y).body(|(x, _y)| {
                let write = Write::new(x.to_root(), Place::<$number, No, _>::new($indices.list()));
                forall_in(i, 0..4, write.add(at(X, (i,))))
            }))
        };
    }
    assert_eq!(at_place!(U0, (i,)), WELL);
    refused(at_place!(U1, (i,)));
    refused(at_place!(U2, (i,)));
    refused(at_place!(U0, (i, i)));
    refused(at_place!(U0, ()));
    let workspace = looked_at(program().update(&mut x).workspace(&mut y).body(|(x, y)| {
        let other = NewWorkspace::<_, U0, _, _>::new(y.0, y.at(()).add(at(X, (i,))), x.at((i,)).set(y.read(())));
        forall_in(i, 0..4, other)
    }));
    refused(workspace)
}

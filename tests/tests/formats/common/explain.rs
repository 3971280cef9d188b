//! What `Program::explain` says of the programs that the papers work through.

use finch_formats::prelude::*;
use finch_tests::check::hands_out_what_it_describes;
use finch_tests::levels;
use finch_traits::algebra::typenum::{U0, U1, U2};
use finch_traits::explain::agree;
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::WriteLevel;
use finch_traits::looplet::lookup::At;

fn matrix() -> Csr<f64> {
    Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap()
}

fn list() -> SparseVector<f64> {
    SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([4], 1.0)], Add).unwrap()
}

/// The explanation of a program says every one of the lines, in that order.
macro_rules! says {
    ({ $($program:tt)* } $($line:literal)*) => { said(&finch! { $($program)* }.explain(), &[$($line),*]) };
    ($text:expr; $($line:literal)*) => { said(&$text, &[$($line),*]) };
}

/// `text` says every one of `lines`, in that order.
fn said(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("`{line}` is not said where it should be, in\n{text}"),
        }
    }
}

#[test]
fn spmv_by_rows() {
    let (a, x, mut y) = (matrix(), Vector::<f64>::from(vec![1.0; 3]), Vector::<f64>::default());
    assert_eq!(
        finch! { y .= 0; for j, i { y[j] += a[j, i] * x[i]; } }.explain(),
        "\
outputs
  y: declared, extents [2]

accesses
  y[j], written: j: Dense -> Lookup
  a[j, i]: j: Dense -> Lookup; i: SparseList -> Stepper(Spike(fill 0, leaf))
  x[i]: i: Dense -> Lookup

lowering
  declare y
  for j over 0..2 (extent of a[j, i]; sizes y[j])
    release builds: 3 rows abreast, if 16 values or more are stored for each on average
    Lookup: index by index
      for i over 0..3 (extent of a[j, i], x[i])
        y[j] is hoisted: the loop works on a local copy
        Stepper, driven: a[j, i] goes through its stored children
          each child
            Spike: a[j, i]
              before the last index: no-op (y[j] += 0 * x[i])
              at the last index: Lookup: y[j] += a[j, i] * x[i]
          behind the last child: no-op (y[j] += 0 * x[i])
  freeze y
"
    );
}

#[test]
fn rows_in_tiles() {
    let (a, b) = (
        Matrix::<f64>::from_dense([2, 2], &[1.0; 4]).unwrap(),
        Matrix::<f64>::from_dense([2, 2], &[2.0; 4]).unwrap(),
    );
    let mut c = Matrix::<f64>::default();
    says! { { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }
        "for j over 0..2 (extent of a[j, k]; sizes c[j, i])\n    release builds: tiles of 4 rows"
    }
}

/// What is followed says of each index whether it is stored; behind an index that is stored, there is nothing else to be.
#[test]
fn what_is_followed() {
    let (x, mut y) = (list(), Vector::<f64>::default());
    let map = Tensor::<SparseByteMap<SparseByteMap<Element<f64>>>>::default();
    let lists = Tensor::<SparseByteMap<SparseList<Element<f64>>>>::default();
    says! { { y .= 0; for i { y[i] += x[follow(i)]; } }
        "x[follow(i)]: i: SparseList -> Follow(leaf, fill 0)\n"
        "x[follow(i)] is stored: y[i] += x[follow(i)]\n"
        "x[follow(i)] is not stored: no-op"
    }
    says! { { y .= 0; for j, i { y[i] += map[follow(j), follow(i)]; } }
        "j: SparseByteMap -> Follow(SparseByteMap, fill 0); i: SparseByteMap -> Follow(leaf, fill 0)\n"
    }
    says! { { y .= 0; for j, i { y[i] += lists[follow(j), follow(i)]; } }
        "j: SparseByteMap -> Follow(SparseList, fill 0); i: SparseList -> Follow(leaf, fill 0)\n"
    }
}

#[test]
fn sparse_dot_product() {
    let (u, v, mut s) = (list(), list(), Scalar::<f64>::default());
    assert_eq!(
        finch! { s .= 0; for i { s[] += u[i] * v[i]; } }.explain(),
        "\
outputs
  s: declared

accesses
  s[], written: a scalar
  u[i]: i: SparseList -> Stepper(Spike(fill 0, leaf))
  v[i]: i: SparseList -> Stepper(Spike(fill 0, leaf))

lowering
  declare s
  for i over 0..5 (extent of u[i], v[i])
    s[] is hoisted: the loop works on a local copy
    Stepper, conjunctive: u[i] and v[i] are met where all of them end
      where all end
        Spike: u[i] and v[i]
          before the last index: no-op (s[] += 0 * 0)
          at the last index: s[] += u[i] * v[i]
      behind the last child: no-op (s[] += 0 * 0)
  freeze s
"
    );
}

#[test]
fn spmv_by_columns() {
    // What has no name is called by its levels.
    let (a, x, mut y) = (matrix(), Vector::<f64>::from(vec![1.0; 2]), Vector::<f64>::default());
    indices!(j, i);
    let columns = program().declare(&mut y);
    let text = columns
        .body(|(y,)| forall(j, forall(i, y.at((i,)).add(a.at((j, i)) * x.at((j,))))))
        .explain();
    says! { text;
        "out0: declared, extents [3]"
        "for j over 0..2 (extent of Dense<SparseList>[j, i], Dense[j])"
        "Lookup: index by index"
        "for i over 0..3 (extent of Dense<SparseList>[j, i]; sizes out0[i])"
        "Stepper, driven: Dense<SparseList>[j, i] goes through its stored children"
        "before the last index: no-op (out0[i] += 0 * Dense[j])"
        "at the last index: Lookup: out0[i] += Dense<SparseList>[j, i] * Dense[j]"
    }
    assert!(!text.contains("hoisted"), "{text}");
}

#[test]
fn union_of_two_lists() {
    let (u, v, mut y) = (list(), list(), SparseVector::<f64>::default());
    indices!(i);
    let union = program().declare(&mut y);
    says! { union.body(|(y,)| forall(i, y.at((i,)).set(u.at((i,)) + v.at((i,))))).explain();
        "out0[i], written: i: SparseList -> Lookup, appending"
        "Stepper, blended: from one end of SparseList#1[i] and SparseList#2[i] to the next, each present or fill\n"
        "before the last index: no-op (out0[i] = 0 + 0)"
        "at the last index: Lookup: out0[i] = (SparseList#1[i] or 0) + (SparseList#2[i] or 0)\n"
        "behind the last child: no-op (out0[i] = 0 + 0)"
    }
}

#[test]
fn a_sum_is_led_by_its_factor() {
    let (u, v, w, mut s) = (list(), list(), list(), Scalar::<f64>::default());
    indices!(i);
    let sum = program().declare(&mut s);
    says! { sum.body(|(s,)| forall(i, s.at(()).add(u.at((i,)) * (v.at((i,)) + w.at((i,)))))).explain();
        "Stepper, led: SparseList#1[i], SparseList#2[i] and SparseList#3[i] catch up with where the statement is no no-op next, \
         each present or fill there\n"
        "at the last index: out0[] += (SparseList#1[i] or 0) * ((SparseList#2[i] or 0) + (SparseList#3[i] or 0))\n"
    }
}

#[test]
fn galloping() {
    let (u, v, mut s) = (list(), list(), Scalar::<f64>::default());
    says! { { s .= 0; for i { s[] += u[gallop(i)] * v[gallop(i)]; } }
        "u[gallop(i)]: i: SparseList -> Sequence(Jumper(Spike(fill 0, leaf)), Run(fill 0))"
        "Sequence: one phase of u[gallop(i)] and v[gallop(i)] after the other"
        "u[gallop(i)] is a Jumper, v[gallop(i)] is a Jumper"
        "Jumper: u[gallop(i)] and v[gallop(i)] leapfrog, each to where the one before it has landed"
        "s[] += u[gallop(i)] * v[gallop(i)]"
        "u[gallop(i)] is 0, v[gallop(i)] is 0: no-op"
    }
    let a = BlockVector::<f64>::from_triplets([5], [([3], 1.0), ([4], 2.0)], Add).unwrap();
    let b = &a;
    says! { { s .= 0; for i { s[] += a[gallop(i)] * b[gallop(i)] * v[i]; } }
        "a[gallop(i)]: i: SparseBlockList -> Sequence(Jumper(Lookup), Run(fill 0))"
        "Jumper: a[gallop(i)], b[gallop(i)] and v[i] leapfrog, each to where the one before it has landed"
    }
    says! { { s .= 0; for i { s[] += a[gallop(i)] * b[gallop(i)]; } }
        "Jumper: a[gallop(i)] and b[gallop(i)] leapfrog, each to where the one before it has landed"
        "in all blocks"
    }
    says! { { s .= 0; for i { s[] += u[gallop(i)] + v[i]; } }
        "Jumper: u[gallop(i)] steps like the others"
        "Stepper, blended"
    }
    says! { { s .= 0; for i { s[] += u[i] * v[follow(i)]; } }
        "v[follow(i)]: i: SparseList -> Follow(leaf, fill 0)"
        "v[follow(i)] is stored: s[] += u[i] * v[follow(i)]"
        "v[follow(i)] is not stored: no-op (s[] += u[i] * 0)"
    }
}

#[test]
fn runs() {
    let values = [1.0, 1.0, 2.0, 2.0, 2.0];
    let r = Tensor::<RunList<Element<f64>>>::from_dense([5], &values).unwrap();
    let q = Tensor::<SparseRunList<Element<f64>>>::from_dense([5], &values).unwrap();
    let (u, mut s, mut z) = (
        list(),
        Scalar::<f64>::default(),
        Tensor::<RunList<Element<f64>>>::default(),
    );
    says! { { s .= 0; for i { s[] += r[i]; } }
        "r[i]: i: RunList -> Stepper(Run(leaf))"
        "Stepper, driven: r[i]"
        "s[] += r[i], for all indices at once"
    }
    says! { { s .= 0; for i { s[] += u[i] * r[i]; } }
        "Stepper, leading and trailing: r[i] is looked up behind the others"
        "Stepper, driven: u[i]"
    }
    says! { { s .= 0; for i { s[] += q[i] * q[i]; } }
        "Stepper, meeting: what q[i] and q[i] have in common, from the greatest start to the least end"
        "s[] += q[i] * q[i], for all indices at once"
    }
    says! { { z .= 0; for i { z[i] = r[i] + q[i]; } }
        "z[i], written: i: RunList -> AcceptRun, appending"
        "Stepper, stable: from one end of r[i] and q[i] to the next"
        "AcceptRun, one run of z[i]: z[i] = r[i] + 0"
    }
}

#[test]
fn masked_triangle() {
    let (a, mut s) = (matrix(), Scalar::<f64>::default());
    says! { { s .= 0; for j, i { if j <= i { s[] += a[j, i]; } } }
        "j <= i: j: Lookup; i: Sequence(Run(fill false), Run(fill true))"
        "s[] is hoisted"
        "for i over 0..3"
        "Sequence: one phase of j <= i after the other"
        "j <= i is false: no-op (if false: s[] += a[j, i])"
        "j <= i is true"
        "Stepper, driven: a[j, i]"
        "at the last index: s[] += a[j, i]"
    }
}

#[test]
fn blocks_and_lets() {
    let (u, v) = (list(), list());
    let (mut s, mut t) = (Scalar::<f64>::default(), Scalar::<f64>::default());
    says! { { s .= 0; t .= 0; for i { s[] += u[i]; t[] <<FastAdd>>= v[i]; } }
        "s[] is hoisted"
        "t[] is hoisted"
        "split: each statement by itself"
        "Stepper, driven: u[i] goes through its stored children\n"
        "Stepper, driven: v[i] goes through its stored children, into 4 accumulators in turn"
    }
    indices!(i);
    let both = program().declare(&mut s).declare(&mut t).body(|(s, t)| {
        let named = define::<U0, _, _>(u.at((i,)).named("u"), |n| {
            block(s.at(()).add(n * n), t.at(()).add(v.at((i,)).named("v")))
        });
        forall(i, named)
    });
    says! { both.explain();
        "split: those that read the let, then the others"
        "Stepper, driven: u[i]"
        "no-op (out0[] += 0 * 0)"
        "let v0 = u[i]"
        "out0[] += v0 * v0"
        "Stepper, driven: v[i]"
    }
    let both = program().declare(&mut s).declare(&mut t).body(|(s, t)| {
        let named = define::<U0, _, _>(u.at((i,)).named("u"), |n| {
            block(s.at(()).add(n * v.at((i,)).named("v")), t.at(()).add(n))
        });
        forall(i, named)
    });
    says! { both.explain();
        "Stepper, blended: from one end of u[i] and v[i]"
        "let v0 = (u[i] or 0)"
    }
}

#[test]
fn gustavson() {
    let (a, b) = (
        matrix(),
        Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0)], Add).unwrap(),
    );
    let (mut c, mut w) = (Csr::<f64>::default(), Tensor::<SparseByteMap<Element<f64>>>::default());
    says! { { c .= 0; for i { w .= 0; for k, j { w[j] += a[i, k] * b[k, j]; } for j { c[i, j] = w[j]; } } }
        "c: declared, extents [2, 4]"
        "w: workspace, extents [4]"
        "w[j], written: j: SparseByteMap -> Lookup, in any order"
        "declare c"
        "for i over 0..2"
        "declare w\n"
        "for k over 0..3 (extent of a[i, k], b[k, j])"
        "before the last index: no-op (for j: w[j] += 0 * b[k, j])"
        "for j over 0..4 (extent of b[k, j]; sizes w[j])"
        "Lookup: w[j] += a[i, k] * b[k, j]"
        "freeze w\n"
        "for j over 0..4 (extent of w[j]; sizes c[i, j])"
        "Lookup: c[i, j] = w[j]"
        "freeze c"
    }
}

#[test]
fn other_levels() {
    let values = [1.0, 1.0, 2.0, 2.0, 2.0, 0.0];
    let coo = Tensor::<SparseCoo<U2, Element<f64>>>::from_dense([2, 3], &values).unwrap();
    let (hybrid, mut s) = (
        HybridCsr::<f64>::from_dense([2, 3], &values).unwrap(),
        Scalar::<f64>::default(),
    );
    says! { { s .= 0; for j, i { s[] += coo[j, i] * hybrid[j, i]; } }
        "coo[j, i]: j: SparseCoo -> Stepper(Spike(fill 0, SparseCoo)); i: SparseCoo -> Stepper(Spike(fill 0, leaf))"
        "hybrid[j, i]: j: Dense -> Lookup; i: Hybrid -> Switch(Lookup, Stepper(Spike(fill 0, leaf)))"
        "before the last index: no-op (for i: s[] += 0 * hybrid[j, i])"
        "Switch: hybrid[j, i] by a run-time condition"
        "Stepper, conjunctive: coo[j, i] and hybrid[j, i] are met where all of them end"
    }
}

#[test]
fn early_exit_and_refusal() {
    let (u, x, mut s) = (list(), Vector::<f64>::from(vec![1.0; 4]), Scalar::<f64>::default());
    let mut any = ShortScalar::<bool>::default();
    says! { { any .= _; for i { any[] |= u[i] > 1.5; } }
        "until any[] cannot change any more"
        "any[] |= u[i] > 1.5"
    }
    says! { { s .= 0; for i { s[] += u[i] * x[i]; } }
        "This program is refused when it runs: index `i` has extent 5 in `u` (axis 0) but 4 in `x` (axis 0)"
        "for i (extent of u[i], x[i])"
    }
}

// ---- what fibers say of themselves is what they hand out ----

/// A level of two dimensions: its rows, too.
fn rows_hand_out<'a, L: Level<Fibers<'a>: Fibers<Fiber: At>>>(tensor: &'a Tensor<L>) {
    hands_out_what_it_describes(tensor);
    // SAFETY: a tensor holds one root fiber.
    unsafe { agree(tensor.level().fibers().fiber(0).at(1)) }.unwrap()
}

/// As much of `values` as a level can hold.
fn level_hands_out<L: WriteLevel<T = f64, Rank = U1> + Default>(values: &[f64]) {
    let mut made = [5, 4, 2]
        .into_iter()
        .map(|len| Tensor::<L>::from_dense([len], &values[..len]));
    hands_out_what_it_describes(&made.find_map(Result::ok).unwrap())
}

macro_rules! levels_hand_out {
    ($values:expr; $($level:ty;)*) => { $( level_hands_out::<$level>($values); )* };
}

#[test]
fn fibers_hand_out_what_they_describe() {
    type Value = Element<f64>;
    let values = [0.0, 1.0, 1.0, 0.0, 2.0];
    levels! { levels_hand_out { &values; } f64, Value {
        Dense<Value>;
        Counted<Dense<Value>>;
        Separate<SparseList<Value>>;
    } }
    hands_out_what_it_describes(&Coo::<f64>::from_dense([1, 5], &values).unwrap());
    hands_out_what_it_describes(&Bcsr::<f64, U2, U2>::from_dense([1, 5], &values).unwrap());
    hands_out_what_it_describes(&Csr::<f64>::from_dense([1, 5], &values).unwrap());
    hands_out_what_it_describes(&BitVector::from_dense([5], &values.map(|value| value != 0.0)).unwrap());
    let square = Matrix::<f64>::from_dense([2, 2], &[1.0, 0.0, 0.0, 2.0]).unwrap();
    rows_hand_out(&square.drop_fills::<Triangular<Lower, Element<f64>>>().unwrap());
    rows_hand_out(&square.drop_fills::<Triangular<Upper, Element<f64>>>().unwrap());
    rows_hand_out(&Tensor::<Symmetric<Lower, Element<f64>>>::from_tensor(&square).unwrap());
    rows_hand_out(&Tensor::<Symmetric<Upper, Element<f64>>>::from_tensor(&square).unwrap());
}

/// At the one index that a condition leaves, all is looked up; of several lists, each is asked how it goes on.
#[test]
fn one_index_is_left() {
    let (a, dense, mut s) = (
        matrix(),
        Matrix::<f64>::from_tensor(&matrix()).unwrap(),
        Scalar::<f64>::default(),
    );
    says! { { s .= 0; for j, i { if i == j { s[] += dense[j, i]; } } } "Single: looked up" "s[] += dense[j, i]" };
    says! { { s .= 0; for j, i { if i == j { s[] += a[j, i]; } } } "Single: looked up" "s[] += a[j, i]" };
    let text = finch! { s .= 0; for j, i { if i == j { s[] += a[j, i] * a[j, i]; } } }.explain();
    assert!(!text.contains("Single: looked up"), "{text}")
}

//! What `Program::explain` says of the programs that the papers work through.

use finch_formats::prelude::*;
use finch_formats::{RunList, SparseByteMap, SparseCoo, SparseRunList};
use finch_traits::algebra::typenum::{U0, U2};
use finch_traits::explain::agree;
use finch_traits::level::{Fibers, Level};
use finch_traits::looplet::lookup::At;

fn matrix() -> Csr<f64> {
    Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap()
}

fn list() -> SparseVector<f64> {
    SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([4], 1.0)], Add).unwrap()
}

/// `text` says every one of `lines`, in that order.
fn says(text: &str, lines: &[&str]) {
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
    let (a, x) = (matrix(), Vector::<f64>::from(vec![1.0; 3]));
    let mut y = Vector::<f64>::default();
    indices!(j, i);
    let text = program()
        .declare(&mut y)
        .body(|(y,)| {
            let product = a.at((j, i)).named("a") * x.at((i,)).named("x");
            forall(j, forall(i, y.at((j,)).named("y").add(product)))
        })
        .explain();
    assert_eq!(
        text,
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
fn sparse_dot_product() {
    let (u, v) = (list(), list());
    let mut s = Scalar::<f64>::default();
    indices!(i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            forall(
                i,
                s.at(()).named("s").add(u.at((i,)).named("u") * v.at((i,)).named("v")),
            )
        })
        .explain();
    assert_eq!(
        text,
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
    let (a, x) = (matrix(), Vector::<f64>::from(vec![1.0; 2]));
    let mut y = Vector::<f64>::default();
    indices!(j, i);
    let text = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((i,)).add(a.at((j, i)) * x.at((j,))))))
        .explain();
    says(
        &text,
        &[
            "out0: declared, extents [3]",
            "for j over 0..2 (extent of Dense<SparseList>[j, i], Dense[j])",
            "Lookup: index by index",
            "for i over 0..3 (extent of Dense<SparseList>[j, i]; sizes out0[i])",
            "Stepper, driven: Dense<SparseList>[j, i] goes through its stored children",
            "before the last index: no-op (out0[i] += 0 * Dense[j])",
            "at the last index: Lookup: out0[i] += Dense<SparseList>[j, i] * Dense[j]",
        ],
    );
    assert!(!text.contains("hoisted"), "{text}");
}

#[test]
fn union_of_two_lists() {
    let (u, v) = (list(), list());
    let mut y = SparseVector::<f64>::default();
    indices!(i);
    let text = program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(u.at((i,)) + v.at((i,)))))
        .explain();
    says(
        &text,
        &[
            "out0[i], written: i: SparseList -> Lookup, appending",
            "Stepper, blended: from one end of SparseList#1[i] and SparseList#2[i] to the next, each present or fill\n",
            "before the last index: no-op (out0[i] = 0 + 0)",
            "at the last index: Lookup: out0[i] = (SparseList#1[i] or 0) + (SparseList#2[i] or 0)\n",
            "behind the last child: no-op (out0[i] = 0 + 0)",
        ],
    );
}

#[test]
fn what_may_turn_out_to_be_nothing_is_asked() {
    let (u, v, w) = (list(), list(), list());
    let mut s = Scalar::<f64>::default();
    indices!(i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((i,)) * (v.at((i,)) + w.at((i,))))))
        .explain();
    says(
        &text,
        &[
            "run time asks which phases are no-ops",
            "((SparseList#2[i] or 0) + (SparseList#3[i] or 0)), unless that is a no-op",
        ],
    );
}

#[test]
fn galloping() {
    let (u, v) = (list(), list());
    let mut s = Scalar::<f64>::default();
    indices!(i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            forall(
                i,
                s.at(())
                    .add(u.at((gallop(i),)).named("u") * v.at((gallop(i),)).named("v")),
            )
        })
        .explain();
    says(
        &text,
        &[
            "u[gallop(i)]: i: SparseList -> Sequence(Jumper(Spike(fill 0, leaf)), Run(fill 0))",
            "Sequence: one phase of u[gallop(i)] and v[gallop(i)] after the other",
            "u[gallop(i)] is a Jumper, v[gallop(i)] is a Jumper",
            "Jumper: u[gallop(i)] and v[gallop(i)] leapfrog, each to where the one before it has landed",
            "out0[] += u[gallop(i)] * v[gallop(i)]",
            "u[gallop(i)] is 0, v[gallop(i)] is 0: no-op",
        ],
    );
    let blocks = BlockVector::<f64>::from_triplets([5], [([3], 1.0), ([4], 2.0)], Add).unwrap();
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            forall(
                i,
                s.at(()).add(
                    blocks.at((gallop(i),)).named("u") * blocks.at((gallop(i),)).named("v") * v.at((i,)).named("w"),
                ),
            )
        })
        .explain();
    says(
        &text,
        &[
            "u[gallop(i)]: i: SparseBlockList -> Sequence(Jumper(Lookup), Run(fill 0))",
            "Jumper: u[gallop(i)], v[gallop(i)] and w[i] leapfrog, each to where the one before it has landed",
        ],
    );
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            forall(
                i,
                s.at(())
                    .add(blocks.at((gallop(i),)).named("u") * blocks.at((gallop(i),)).named("v")),
            )
        })
        .explain();
    says(
        &text,
        &[
            "Jumper: u[gallop(i)] and v[gallop(i)] leapfrog, each to where the one before it has landed",
            "in all blocks",
        ],
    );
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((gallop(i),)).named("u") + v.at((i,)).named("v"))))
        .explain();
    says(
        &text,
        &["Jumper: u[gallop(i)] steps like the others", "Stepper, blended"],
    );
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((i,)).named("u") * v.at((follow(i),)).named("v"))))
        .explain();
    says(
        &text,
        &[
            "v[follow(i)]: i: SparseList -> Follow(leaf, fill 0)",
            "v[follow(i)] is stored: out0[] += u[i] * v[follow(i)]",
            "v[follow(i)] is not stored: no-op (out0[] += u[i] * 0)",
        ],
    );
}

#[test]
fn runs() {
    let values = [1.0, 1.0, 2.0, 2.0, 2.0];
    let r = Tensor::<RunList<Element<f64>>>::from_dense([5], &values).unwrap();
    let q = Tensor::<SparseRunList<Element<f64>>>::from_dense([5], &values).unwrap();
    let u = list();
    let (mut s, mut z) = (Scalar::<f64>::default(), Tensor::<RunList<Element<f64>>>::default());
    indices!(i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(r.at((i,)))))
        .explain();
    says(
        &text,
        &[
            "RunList[i]: i: RunList -> Stepper(Run(leaf))",
            "Stepper, driven: RunList[i]",
            "Run, one value of RunList[i]: out0[] += RunList[i], for all indices at once",
        ],
    );
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((i,)) * r.at((i,)))))
        .explain();
    says(
        &text,
        &[
            "Stepper, leading and trailing: RunList[i] is looked up behind the others",
            "Stepper, driven: SparseList[i]",
        ],
    );
    let text = program()
        .declare(&mut z)
        .body(|(z,)| forall(i, z.at((i,)).set(r.at((i,)) + q.at((i,)))))
        .explain();
    says(
        &text,
        &[
            "out0[i], written: i: RunList -> AcceptRun, appending",
            "Stepper, stable: from one end of RunList[i] and SparseRunList[i] to the next",
            "AcceptRun, one run of out0[i]: out0[i] = RunList[i] + 0",
        ],
    );
}

#[test]
fn masked_triangle() {
    let a = matrix();
    let mut s = Scalar::<f64>::default();
    indices!(j, i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, when(j.le(i), s.at(()).add(a.at((j, i)).named("a"))))))
        .explain();
    says(
        &text,
        &[
            "j <= i: j: Lookup; i: Sequence(Run(fill false), Run(fill true))",
            "out0[] is hoisted",
            "for i over 0..3",
            "Sequence: one phase of j <= i after the other",
            "j <= i is false: no-op (if false: out0[] += a[j, i])",
            "j <= i is true",
            "Stepper, driven: a[j, i]",
            "at the last index: out0[] += a[j, i]",
        ],
    );
}

#[test]
fn blocks_and_lets() {
    let (u, v) = (list(), list());
    let (mut s, mut t) = (Scalar::<f64>::default(), Scalar::<f64>::default());
    indices!(i);
    let text = program()
        .declare(&mut s)
        .declare(&mut t)
        .body(|(s, t)| forall(i, then(s.at(()).add(u.at((i,))), t.at(()).reduce(FastAdd, v.at((i,))))))
        .explain();
    says(
        &text,
        &[
            "out0[] is hoisted",
            "out1[] is hoisted",
            "split: each statement by itself",
            "Stepper, driven: SparseList#1[i] goes through its stored children\n",
            "Stepper, driven: SparseList#2[i] goes through its stored children, into 4 accumulators in turn",
        ],
    );
    let text = program()
        .declare(&mut s)
        .declare(&mut t)
        .body(|(s, t)| {
            let named = let_in::<U0, _, _>(u.at((i,)).named("u"), |n| {
                then(s.at(()).add(n * n), t.at(()).add(v.at((i,)).named("v")))
            });
            forall(i, named)
        })
        .explain();
    says(
        &text,
        &[
            "split: those that read the let, then the others",
            "Stepper, driven: u[i]",
            "no-op (out0[] += 0 * 0)",
            "let v0 = u[i]",
            "out0[] += v0 * v0",
            "Stepper, driven: v[i]",
        ],
    );
    let text = program()
        .declare(&mut s)
        .declare(&mut t)
        .body(|(s, t)| {
            let named = let_in::<U0, _, _>(u.at((i,)).named("u"), |n| {
                then(s.at(()).add(n * v.at((i,)).named("v")), t.at(()).add(n))
            });
            forall(i, named)
        })
        .explain();
    says(
        &text,
        &[
            "Stepper, blended: from one end of u[i] and v[i]",
            "let v0 = (u[i] or 0)",
        ],
    );
}

#[test]
fn gustavson() {
    let (a, b) = (
        matrix(),
        Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0)], Add).unwrap(),
    );
    let mut c = Csr::<f64>::default();
    let mut w = Tensor::<SparseByteMap<Element<f64>>>::default();
    indices!(i, k, j);
    let text = program()
        .declare(&mut c)
        .workspace(&mut w)
        .body(|(c, w)| {
            let product = a.at((i, k)).named("a") * b.at((k, j)).named("b");
            let row = w.within(
                forall(k, forall(j, w.at((j,)).named("w").add(product))),
                forall(j, c.at((i, j)).named("c").set(w.read((j,)))),
            );
            forall(i, row)
        })
        .explain();
    says(
        &text,
        &[
            "c: declared, extents [2, 4]",
            "w: workspace, extents [4]",
            "w[j], written: j: SparseByteMap -> Lookup, in any order",
            "declare c",
            "for i over 0..2",
            "declare w\n",
            "for k over 0..3 (extent of a[i, k], b[k, j])",
            "before the last index: no-op (for j: w[j] += 0 * b[k, j])",
            "for j over 0..4 (extent of b[k, j]; sizes w[j])",
            "Lookup: w[j] += a[i, k] * b[k, j]",
            "freeze w\n",
            "for j over 0..4 (extent of w[j]; sizes c[i, j])",
            "Lookup: c[i, j] = w[j]",
            "freeze c",
        ],
    );
}

#[test]
fn other_levels() {
    let values = [1.0, 1.0, 2.0, 2.0, 2.0, 0.0];
    let coo = Tensor::<SparseCoo<U2, Element<f64>>>::from_dense([2, 3], &values).unwrap();
    let hybrid = HybridCsr::<f64>::from_dense([2, 3], &values).unwrap();
    let mut s = Scalar::<f64>::default();
    indices!(j, i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, s.at(()).add(coo.at((j, i)) * hybrid.at((j, i))))))
        .explain();
    says(
        &text,
        &[
            "SparseCoo[j, i]: j: SparseCoo -> Stepper(Spike(fill 0, SparseCoo)); i: SparseCoo -> Stepper(Spike(fill 0, leaf))",
            "Dense<Hybrid>[j, i]: j: Dense -> Lookup; i: Hybrid -> Switch(Lookup, Stepper(Spike(fill 0, leaf)))",
            "before the last index: no-op (for i: out0[] += 0 * Dense<Hybrid>[j, i])",
            "Switch: Dense<Hybrid>[j, i] by a run-time condition",
            "Stepper, conjunctive: SparseCoo[j, i] and Dense<Hybrid>[j, i] are met where all of them end",
        ],
    );
}

#[test]
fn early_exit_and_refusal() {
    let (u, x) = (list(), Vector::<f64>::from(vec![1.0; 4]));
    let (mut any, mut s) = (ShortScalar::<bool>::default(), Scalar::<f64>::default());
    indices!(i);
    let text = program()
        .declare(&mut any)
        .body(|(any,)| forall(i, any.at(()).named("any").reduce(Or, u.at((i,)).gt(constant(1.5)))))
        .explain();
    says(
        &text,
        &["until any[] cannot change any more", "any[] |= SparseList[i] > 1.5"],
    );
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((i,)).named("u") * x.at((i,)).named("x"))))
        .explain();
    says(
        &text,
        &[
            "This program is refused when it runs: index `i` has extent 5 in `u` (axis 0) but 4 in `x` (axis 0)",
            "for i (extent of u[i], x[i])",
        ],
    );
}

// ---- what fibers say of themselves is what they hand out ----

#[test]
fn fibers_hand_out_what_they_describe() {
    fn of<L: Level>(tensor: &Tensor<L>) {
        let fibers = tensor.level().fibers();
        // SAFETY: a tensor holds one root fiber.
        let (fiber, present, absent) =
            unsafe { (fibers.fiber(0), fibers.fiber_if(0, true), fibers.fiber_if(0, false)) };
        // SAFETY: the tensor is borrowed.
        for outcome in unsafe { [agree(fiber), agree(present), agree(absent)] } {
            outcome.unwrap()
        }
    }
    /// A level of two dimensions: its rows, too.
    fn rows_of<'a, L: Level<Fibers<'a>: Fibers<Fiber: At>>>(tensor: &'a Tensor<L>) {
        of(tensor);
        // SAFETY: a tensor holds one root fiber.
        unsafe { agree(tensor.level().fibers().fiber(0).at(1)) }.unwrap()
    }
    let values = [0.0, 1.0, 1.0, 0.0, 2.0];
    of(&Vector::<f64>::from_dense([5], &values).unwrap());
    of(&SparseVector::<f64>::from_dense([5], &values).unwrap());
    of(&Tensor::<Counted<Dense<Element<f64>>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<Hybrid<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&PairVector::<f64>::from_dense([5], &values).unwrap());
    of(&Tensor::<RunList<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparseRunList<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<PackBits<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparsePoint<Element<f64>>>::from_dense([2], &values[..2]).unwrap());
    of(&Tensor::<SparseInterval<Element<f64>>>::from_dense([4], &values[..4]).unwrap());
    of(&Tensor::<SparseBand<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<Ragged<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparseBlockList<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparseByteMap<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparseDict<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<UnsortedList<Element<f64>>>::from_dense([5], &values).unwrap());
    of(&Tensor::<SparseCoo<U2, Element<f64>>>::from_dense([1, 5], &values).unwrap());
    of(&Bcsr::<f64, U2, U2>::from_dense([1, 5], &values).unwrap());
    of(&Csr::<f64>::from_dense([1, 5], &values).unwrap());
    let square = Matrix::<f64>::from_dense([2, 2], &[1.0, 0.0, 0.0, 2.0]).unwrap();
    rows_of(&square.drop_fills::<Triangular<Lower, Element<f64>>>().unwrap());
    rows_of(&square.drop_fills::<Triangular<Upper, Element<f64>>>().unwrap());
    rows_of(&Tensor::<Symmetric<Lower, Element<f64>>>::from_symmetric(&square).unwrap());
    rows_of(&Tensor::<Symmetric<Upper, Element<f64>>>::from_symmetric(&square).unwrap());
    of(&Tensor::<Separate<SparseList<Element<f64>>>>::from_dense([5], &values).unwrap());
    of(&BitVector::from_dense([5], &values.map(|value| value != 0.0)).unwrap());
}

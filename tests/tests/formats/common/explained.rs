//! What `Program::explain` says of statements beside each other, names, workspaces and outputs that are read again.

use finch_formats::prelude::*;

const VALUES: [f64; 5] = [1.0, 1.0, 2.0, 2.0, 2.0];

type Runs = Tensor<RunList<Element<f64>>>;
type Dense2 = Tensor<Dense<Dense<Element<f64>>>>;

fn runs() -> Runs {
    Runs::from_dense([5], &VALUES).unwrap()
}

fn list() -> SparseVector<f64> {
    SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([4], 1.0)], Add).unwrap()
}

/// What is said of how a program is lowered is all of this, `freeze` and `declare` of its outputs left out.
macro_rules! lowers {
    ({ $($program:tt)* } $expected:literal) => {
        let text = finch! { $($program)* }.explain();
        let (_, lowering) = text.split_once("lowering\n").unwrap();
        let outputs = ["  declare ", "  freeze ", "  thaw "];
        let lines = lowering.lines().filter(|line| outputs.iter().all(|start| !line.starts_with(start)));
        assert_eq!(lines.collect::<Vec<_>>().join("\n"), $expected)
    };
}

#[test]
fn names_of_one_value() {
    let (r, two, mut s, mut t) = (
        runs(),
        Scalar::new(2.0),
        Scalar::<f64>::default(),
        Scalar::<f64>::default(),
    );
    lowers! { { s .= 0; t .= 0; for i { let n = r[i]; s[] += n; t[] += n; } } "  \
  for i over 0..5 (extent of r[i])
    s[] is hoisted: the loop works on a local copy
    t[] is hoisted: the loop works on a local copy
    Stepper, driven: r[i] goes through its stored children
      let v0 = r[i]
      s[] += v0, for all indices at once
      t[] += v0, for all indices at once" }
    lowers! { { s .= 0; for i in 0..4 { let n = two[]; s[] += n; } } "  \
  for i over 0..4 (given)
    s[] is hoisted: the loop works on a local copy
    let v0 = two
    s[] += v0, for all indices at once" }
}

/// What stands below a run and does not name its index is done once, and counts for all of them.
#[test]
fn loops_within_runs() {
    let (r, x, mut s) = (runs(), Vector::<f64>::from(vec![1.0; 3]), Scalar::<f64>::default());
    lowers! { { s .= 0; for j, i { s[] += r[j] * x[i]; } } "  \
  for j over 0..5 (extent of r[j])
    s[] is hoisted: the loop works on a local copy
    Stepper, driven: r[j] goes through its stored children
      once, each assignment counting for all indices
        for i over 0..3 (extent of x[i])
          Lookup: index by index
            s[] += r[j] * x[i]" }
}

#[test]
fn a_name_is_a_place() {
    let (u, v, idx) = (list(), list(), Vector::<usize>::from(vec![1; 5]));
    let (mut y, mut t) = (Vector::<f64>::empty([5]).unwrap(), Scalar::<f64>::default());
    lowers! { { y .= 0; t .= 0; for i { let n = idx[i]; y[n] += u[i]; t[] += v[i]; } } "  \
  for i over 0..5 (extent of idx[i], u[i], v[i])
    t[] is hoisted: the loop works on a local copy
    split: those that read the let, then the others
      let v0 = idx[i]: y[v0] += u[i]
        Stepper, driven: u[i] goes through its stored children
          each child
            Spike: u[i]
              before the last index: no-op (let v0 = idx[i]: y[v0] += 0)
              at the last index
                Lookup
                  let v0 = idx[i]
                  y[v0] += u[i]
          behind the last child: no-op (let v0 = idx[i]: y[v0] += 0)
      t[] += v[i]
        Stepper, driven: v[i] goes through its stored children
          each child
            Spike: v[i]
              before the last index: no-op (t[] += 0)
              at the last index: t[] += v[i]
          behind the last child: no-op (t[] += 0)" }
}

/// Nobody reads a workspace where what reads it does nothing, but what is written beside it counts.
#[test]
fn what_is_written_beside_a_workspace() {
    let (u, x) = (list(), Vector::<f64>::from(vec![1.0; 3]));
    let (mut y, mut w) = (Vector::<f64>::default(), Vector::<f64>::default());
    let mut t = Scalar::<f64>::default();
    lowers! { { y .= 0; for j { w .= 0; for i { w[i] += x[i]; } for i { y[i] += w[i] * u[j]; } } } "  \
  for j over 0..5 (extent of u[j])
    Stepper, driven: u[j] goes through its stored children
      each child
        Spike: u[j]
          before the last index: no-op (for i: y[i] += w[i] * 0 where w is for i: w[i] += x[i])
          at the last index
            declare w
            for i over 0..3 (extent of x[i]; sizes w[i])
              Lookup: index by index
                w[i] += x[i]
            freeze w
            for i over 0..3 (extent of w[i]; sizes y[i])
              Lookup: index by index
                y[i] += w[i] * u[j]
      behind the last child: no-op (for i: y[i] += w[i] * 0 where w is for i: w[i] += x[i])" }
    let both = finch! {
        y .= 0; t .= 0;
        for j { w .= 0; for i { w[i] += x[i]; t[] += x[i]; } for i { y[i] += w[i] * u[j]; } }
    };
    assert!(!both.explain().contains("no-op"), "{}", both.explain())
}

/// A workspace of one that is filled is not read while it is written.
#[test]
fn workspaces_of_workspaces() {
    let x = Vector::<f64>::from(vec![1.0; 3]);
    let (mut y, mut w, mut v) = (
        Vector::<f64>::default(),
        Vector::<f64>::default(),
        Vector::<f64>::default(),
    );
    let nested = finch! {
        y .= 0;
        for j in 0..2 {
            w .= 0;
            for i in 0..4 { v .= 0; for k { v[k] += x[k]; } for k { w[i] += v[k]; } }
            for i { y[j] += w[i]; }
        }
    };
    let text = nested.explain();
    assert!(!text.contains("is read while it is written"), "{text}")
}

#[test]
fn outputs_are_read_again() {
    let (x, mut y, mut s) = (
        Vector::<f64>::from(vec![1.0; 5]),
        Vector::<f64>::default(),
        Scalar::<f64>::default(),
    );
    let text = finch! { y .= 0; s .= 0; for i { y[i] = x[i]; } for i { s[] += y[i]; } }.explain();
    let (_, lowering) = text.split_once("lowering\n").unwrap();
    assert_eq!(
        lowering,
        "  \
  declare y
  declare s
  for i over 0..5 (extent of x[i]; sizes y[i])
    Lookup: index by index
      y[i] = x[i]
  freeze y
  for i over 0..5 (extent of y[i])
    s[] is hoisted: the loop works on a local copy
    Lookup: index by index
      s[] += y[i]
  freeze s
"
    )
}

/// What is replaced first and then compared is the same from the second index of a run on.
#[test]
fn a_run_settles() {
    let (r, mut s, mut z) = (runs(), Scalar::<f64>::default(), Runs::default());
    lowers! { { z .= 0; s .= 0; for i { s[] = r[i]; s[] <<Max>>= 1.5; z[i] = s[]; } } "  \
  s is read while it is written: what reads it shares the loops of what writes it
  for i over 0..5 (extent of r[i]; sizes z[i])
    Stepper, driven: r[i] goes through its stored children
      at the first index
        s[] = r[i]
        s[] <<max>>= 1.5
        z[i] = s[]
      at all others at once, for nothing changes behind the first but what was written there
        s[] = r[i]
        s[] <<max>>= 1.5
        z[i] = s[]" }
}

/// One of two levels looks an index up, or steps through what it stores, whichever its fiber is: nine of them are too many cases to say.
#[test]
fn too_many_cases_are_left_out() {
    let a = Tensor::<Hybrid<Element<f64>>>::from_dense([5], &VALUES).unwrap();
    let (b, c, d, e, f, g, h, k) = (&a, &a, &a, &a, &a, &a, &a, &a);
    let mut s = Scalar::<f64>::default();
    let text =
        finch! { s .= 0; for i { s[] += a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i] + k[i]; } }.explain();
    let lines = text.lines().count();
    assert!(
        text.contains(": ...\n") && (500..2000).contains(&lines),
        "{lines} lines"
    )
}

/// What may be there or not, and is then asked index by index, is one of two things.
#[test]
fn tables_beside_lists() {
    let values = [VALUES, VALUES].concat();
    let map = Tensor::<SparseList<SparseByteMap<Element<f64>>>>::from_dense([2, 5], &values).unwrap();
    let lists = Dcsr::<f64>::from_dense([2, 5], &values).unwrap();
    let mut s = Scalar::<f64>::default();
    let text = finch! { s .= 0; for j, i { s[] += map[j, follow(i)] + lists[j, i]; } }.explain();
    assert!(text.contains("map[j, follow(i)] is a Follow\n"), "{text}");
    assert!(
        text.contains("map[j, follow(i)] is not stored: s[] += 0 + lists[j, i]\n"),
        "{text}"
    )
}

#[test]
fn conditions_over_runs() {
    let a = HybridCsr::<f64>::from_dense([2, 5], &[VALUES, VALUES].concat()).unwrap();
    let (r, mut s) = (runs(), Scalar::<f64>::default());
    lowers! { { s .= 0; for j, i { if i <= j { s[] += a[j, i] * r[i]; } } } "  \
  for j over 0..2 (extent of a[j, i])
    s[] is hoisted: the loop works on a local copy
    Lookup: index by index
      for i over 0..5 (extent of a[j, i], r[i])
        Switch: a[j, i] by a run-time condition
          a[j, i] is a Lookup
            Sequence: one phase of i <= j after the other
              i <= j is true
                Stepper, driven: r[i] goes through its stored children
                  Lookup: index by index
                    s[] += a[j, i] * r[i]
              i <= j is false: no-op (if false: s[] += a[j, i] * r[i])
          a[j, i] is a Stepper
            Sequence: one phase of i <= j after the other
              i <= j is true
                Stepper, leading and trailing: r[i] is looked up behind the others
                  Stepper, driven: a[j, i] goes through its stored children
                    each child
                      Spike: a[j, i]
                        before the last index: no-op (s[] += 0 * r[i])
                        at the last index: Lookup: s[] += a[j, i] * r[i]
                    behind the last child: no-op (s[] += 0 * r[i])
              i <= j is false: no-op (if false: s[] += a[j, i] * r[i])" }
}

/// What a loop adds to again and again is a tile of a row.
#[test]
fn tiles() {
    let both = [VALUES, VALUES].concat();
    let (a, b) = (
        Csr::<f64>::from_dense([2, 5], &both).unwrap(),
        Dense2::from_dense([5, 2], &both).unwrap(),
    );
    let (mut c, mut row) = (Dense2::default(), Vector::<f64>::default());
    lowers! { { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } } "  \
  for j over 0..2 (extent of a[j, k]; sizes c[j, i])
    Lookup: index by index
      for k over 0..5 (extent of a[j, k], b[k, i])
        c[j, i] by tiles of 12 values and of what is left: each is a local copy
          Stepper, driven: a[j, k] goes through its stored children
            each child
              Spike: a[j, k]
                before the last index: no-op (for i: c[j, i] += 0 * b[k, i])
                at the last index
                  Lookup
                    for i over 0..2 (extent of b[k, i]; sizes c[j, i])
                      Lookup: the tile at once
                        c[j, i] += a[j, k] * b[k, i]
            behind the last child: no-op (for i: c[j, i] += 0 * b[k, i])" }
    lowers! { { c .= 0; for j { row .= 0; for k, i { row[i] += b[k, j] * b[k, i]; } for i { c[j, i] += row[i]; } } } "  \
  for j over 0..2 (extent of b[k, j]; sizes c[j, i])
    Lookup: index by index
      row by tiles of 16 values, the last of fewer: local variables, which are never in memory
        for k over 0..5 (extent of b[k, j], b[k, i])
          Lookup: index by index
            for i over 0..2 (extent of b[k, i]; sizes row[i])
              Lookup: the tile at once
                row[i] += b[k, j] * b[k, i]
        for i over 0..2 (extent of row[i]; sizes c[j, i])
          Lookup: the tile at once
            c[j, i] += row[i]" }
}

/// Sums of a few children of a list are taken at once, the children of blocks share accumulators.
#[test]
fn strips_and_accumulators() {
    let a = Dense2::from_dense([2, 5], &[VALUES, VALUES].concat()).unwrap();
    let x = Csr::<f64>::from_dense([2, 2], &VALUES[..4]).unwrap();
    let (mut c, mut s) = (Csr::<f64>::default(), Scalar::<f64>::default());
    lowers! { { c .= 0; for i, j { s .= 0; for k { s[] += a[i, k] * a[j, k]; } c[i, j] = x[i, j] * s[]; } } "  \
  for i over 0..2 (extent of a[i, k], x[i, j]; sizes c[i, j])
    Lookup: index by index
      for j over 0..2 (extent of a[j, k], x[i, j]; sizes c[i, j])
        Stepper, driven: x[i, j] goes through its stored children, by strips of 4
          for all children of a strip at once, each with a sum of its own
            for k over 0..5 (extent of a[i, k], a[j, k])
              Lookup: index by index
                s[] += a[i, k] * a[j, k]
          then each child
            Spike: x[i, j]
              Lookup: c[i, j] = x[i, j] * s[]" }
    let blocks = Tensor::<SparseBlockList<Element<f64>>>::from_dense([5], &VALUES).unwrap();
    let text = finch! { s .= 0; for i { s[] <<FastAdd>>= blocks[i]; } }
        .widest()
        .explain();
    for said in [
        "AVX-512",
        "which share 4 accumulators",
        "into the 4 shared accumulators at once",
    ] {
        assert!(text.contains(said), "{text}")
    }
}

/// A loop that runs down opens and closes what it writes at each index.
#[test]
fn what_runs_down() {
    let (u, mut s) = (list(), Scalar::<f64>::default());
    let text = finch! { s .= 0; for i in (0..5).rev() { s[] += u[i]; } }.explain();
    assert!(text.contains("down, index by index"), "{text}")
}

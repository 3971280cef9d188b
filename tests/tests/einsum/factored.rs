//! Sums of products of which two operands are multiplied first.

use crate::naive::{Array, array, check, sum, sum_by};
use crate::tensors::times_two_matrices;
use finch_kernels::formats::traits::algebra::operators::{Add, Mul};
use finch_kernels::formats::traits::algebra::semiring::Semiring;
use finch_kernels::formats::traits::algebra::typenum::U2;
use finch_kernels::formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

/// The chosen plan.
fn plan(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("plan: ")).unwrap()
}

/// Three matrices of a chain whose extents are these.
fn chain([i, j, k, l]: [usize; 4], every: u64) -> ([Array; 3], Vec<i64>) {
    let all = [
        array(1, [i, j], every),
        array(2, [j, k], every),
        array(3, [k, l], every),
    ];
    let expected = sum("il", &[(&all[0], "ij"), (&all[1], "jk"), (&all[2], "kl")]);
    (all, expected)
}

/// The matrices of a chain, in nest `L`.
fn tensors<L: WriteLevel<T = i64, Rank = U2> + Default>(
    [i, j, k, l]: [usize; 4],
    [a, b, c]: [&Array; 3],
) -> Result<[Tensor<L>; 3]> {
    Ok([
        Tensor::from_dense([i, j], &a.values)?,
        Tensor::from_dense([j, k], &b.values)?,
        Tensor::from_dense([k, l], &c.values)?,
    ])
}

/// The product of three dense matrices.
fn dense_chain(a: &Matrix<i64>, b: &Matrix<i64>, c: &Matrix<i64>) -> Result<Matrix<i64>> {
    einsum!([i, l] += a[i, j] * b[j, k] * c[k, l]).compute()
}

#[test]
fn chains_of_dense_matrices() -> Result<()> {
    // What is multiplied first is that which leaves least to multiply.
    for (extents, first) in [
        (
            [3, 9, 8, 20],
            "for i: a[i, j] * b[j, k] first, in a row over k, for j, k; then the others for k, l",
        ),
        (
            [20, 9, 8, 3],
            "b[j, k] * c[k, l] first, in a temporary tensor over j, l, for j, k, l; then the others for i, j, l",
        ),
        ([1, 1, 1, 1], "for i, j, k, l"),
        ([4, 0, 5, 6], "for i, j, k, l"),
    ] {
        let (all, expected) = chain(extents, 1);
        let [a, b, c] = tensors::<Dense<Dense<Element<i64>>>>(extents, all.each_ref())?;
        let text = einsum!([i, l] += a[i, j] * b[j, k] * c[k, l]).explain_as::<Matrix<i64>>();
        assert!(plan(&text).starts_with(&format!("{first}: ")), "{text}");
        check!(dense_chain(&a, &b, &c), expected);
    }
    Ok(())
}

#[test]
fn chains_of_rows() -> Result<()> {
    for (extents, first) in [
        ([6, 12, 14, 20], "for i: a[i, j] * b[j, k] first, in a row over k"),
        (
            [60, 12, 14, 5],
            "b[j, k] * c[k, l] first, in a temporary tensor over j, l",
        ),
    ] {
        let (all, expected) = chain(extents, 2);
        let [a, b, c] = tensors::<Dense<SparseList<Element<i64>>>>(extents, all.each_ref())?;
        let text = einsum!([i, l] += a[i, j] * b[j, k] * c[k, l]).explain_as::<Csr<i64>>();
        assert!(plan(&text).starts_with(first), "{text}");
        let product = check!(
            einsum!([i, l] += a[i, j] * b[j, k] * c[k, l]).compute_as::<Csr<i64>>(),
            expected
        );
        assert_eq!(
            product.count_stored(),
            expected.iter().filter(|&&value| value != 0).count()
        );
    }
    Ok(())
}

#[test]
fn chains_that_end_in_a_vector() -> Result<()> {
    let (all, x) = (chain([9, 8, 7, 6], 2).0, array(4, [6], 1));
    let [s, t, u] = tensors::<Dense<SparseList<Element<i64>>>>([9, 8, 7, 6], all.each_ref())?;
    let [a, b, c] = all;
    let v = Vector::from(x.values.clone());
    check!(
        einsum!([j] += t[j, k] * u[k, l] * v[l]).compute(),
        sum("j", &[(&b, "jk"), (&c, "kl"), (&x, "l")])
    );
    let text = einsum!([j] += t[j, k] * u[k, l] * v[l]).explain_as::<Vector<i64>>();
    assert!(
        plan(&text)
            .starts_with("u[k, l] * v[l] first, in a temporary tensor over k, for k, l; then the others for j, k: "),
        "{text}"
    );
    check!(
        einsum!([i] += s[i, j] * t[j, k] * u[k, l] * v[l]).compute(),
        sum("i", &[(&a, "ij"), (&b, "jk"), (&c, "kl"), (&x, "l")])
    );
    Ok(())
}

#[test]
fn a_tensor_times_two_matrices() -> Result<()> {
    let (t, b, d) = (array(1, [4, 5, 64], 2), array(2, [5, 9], 1), array(3, [64, 9], 1));
    let expected = sum("ir", &[(&t, "ijk"), (&b, "jr"), (&d, "kr")]);
    let x = Csf::<i64>::from_dense([4, 5, 64], &t.values)?;
    let (p, q) = (
        Matrix::from_dense([5, 9], &b.values)?,
        Matrix::from_dense([64, 9], &d.values)?,
    );
    let text = einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).explain_as::<Matrix<i64>>();
    let first = "for i, j: x[i, j, k] * q[k, r] first, in a row over r, for k, r; then the others for r: ";
    assert!(plan(&text).starts_with(first), "{text}");
    check!(times_two_matrices(&x, &p, &q), expected);
    // A result that is written in order is summed up around the row.
    check!(
        einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).compute_as::<Csr<i64>>(),
        expected
    );
    Ok(())
}

#[test]
fn over_other_semirings() -> Result<()> {
    let far = i64::MAX;
    let ([mut a, mut b, mut c], _) = chain([6, 12, 14, 20], 2);
    for array in [&mut a, &mut b, &mut c] {
        array
            .values
            .iter_mut()
            .for_each(|value| *value = if *value == 0 { far } else { value.abs() });
    }
    let expected = sum_by(
        far,
        i64::min,
        i64::saturating_add,
        "il",
        &[(&a, "ij"), (&b, "jk"), (&c, "kl")],
    );
    type Distances = CsrWithFill<i64, Inf>;
    let [s, t, u] = tensors::<Dense<SparseList<Element<i64, Inf>>>>([6, 12, 14, 20], [&a, &b, &c])?;
    let text = einsum!(MinPlus: [i, l] += s[i, j] * t[j, k] * u[k, l]).explain_as::<Distances>();
    assert!(plan(&text).contains("first"), "{text}");
    check!(
        einsum!(MinPlus: [i, l] += s[i, j] * t[j, k] * u[k, l]).compute_as::<Distances>(),
        expected
    );

    // A row of sums that is dense would hold infinity where there is no product, to which nothing can be added.
    let d = MatrixWithFill::<i64, Inf>::from_dense([12, 14], &vec![2; 12 * 14])?;
    let e = MatrixWithFill::<i64, Inf>::from_dense([14, 20], &vec![3; 14 * 20])?;
    let (d_values, e_values) = (d.values().to_vec(), e.values().to_vec());
    let of = |shape: [usize; 2], values| Array {
        shape: shape.to_vec(),
        values,
    };
    let (d_array, e_array) = (of([12, 14], d_values), of([14, 20], e_values));
    let expected = sum_by(
        far,
        i64::min,
        i64::saturating_add,
        "il",
        &[(&a, "ij"), (&d_array, "jk"), (&e_array, "kl")],
    );
    let text = einsum!(MinPlus: [i, l] += s[i, j] * d[j, k] * e[k, l]).explain_as::<MatrixWithFill<i64, Inf>>();
    assert!(!text.contains("s[i, j] * d[j, k] first"), "{text}");
    check!(
        einsum!(MinPlus: [i, l] += s[i, j] * d[j, k] * e[k, l]).compute_as::<MatrixWithFill<i64, Inf>>(),
        expected
    );
    Ok(())
}

/// Sums of products of which nothing else is known.
#[derive(Clone, Copy, Debug, Default)]
struct Plain;

impl Semiring<i64> for Plain {
    type Plus = Add;
    type Times = Mul;
    type Zero = Zero;
    fn plus() -> Add {
        Add
    }
    fn times() -> Mul {
        Mul
    }
}

#[test]
fn factors_are_exchanged_where_they_commute() -> Result<()> {
    let x = Csf::<i64>::from_dense([2, 3, 4], &[1; 24])?;
    let (p, q) = (
        Csr::<i64>::from_dense([3, 9], &[2; 27])?,
        Csr::<i64>::from_dense([4, 9], &[3; 36])?,
    );
    let text = einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).explain_as::<Matrix<i64>>();
    assert!(text.contains("x[i, j, k] * q[k, r] first"), "{text}");
    let text = einsum!(Plain: [i, r] += x[i, j, k] * p[j, r] * q[k, r]).explain_as::<Matrix<i64>>();
    assert!(!text.contains("x[i, j, k] * q[k, r] first"), "{text}");
    Ok(())
}

#[test]
fn extents_that_disagree_with_what_is_multiplied_first() -> Result<()> {
    let (a, b, c) = (
        Matrix::<i64>::empty([3, 9])?,
        Matrix::<i64>::empty([9, 8])?,
        Matrix::<i64>::empty([7, 20])?,
    );
    let error = dense_chain(&a, &b, &c).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let text = error.to_string();
    assert!(
        text.contains("`b`") && text.contains("`c`") && text.contains('8') && text.contains('7'),
        "{text}"
    );
    Ok(())
}

/// Extents of which a temporary tensor over `j` and `k` does not fit into a cache.
const FEW: usize = 6;
const MANY: usize = 400;

/// The sum over all ways from `i` by `j` to `k`, and at once to `k`.
fn closed(p: &Csr<f64>, q: &Csr<f64>, r: &Csr<f64>) -> Result<f64> {
    einsum!([] += p[i, j] * q[j, k] * r[i, k]).value()
}

fn real(values: &[i64]) -> Vec<f64> {
    values.iter().map(|&value| value as f64).collect()
}

#[test]
fn a_row_is_copied_and_looked_up() -> Result<()> {
    let (a, b, c, d) = (
        array(1, [FEW, MANY], 4),
        array(2, [MANY, MANY], 40),
        array(3, [FEW, MANY], 4),
        array(4, [MANY], 1),
    );
    let places = [(&a, "ij"), (&b, "jk"), (&c, "ik")];
    let (p, q, r) = (
        Csr::from_dense([FEW, MANY], &real(&a.values))?,
        Csr::from_dense([MANY, MANY], &real(&b.values))?,
        Csr::from_dense([FEW, MANY], &real(&c.values))?,
    );
    let copied = "for i: a copy of r[i, k] first, in a row over k, for k; then the others for j, k, which look it up";
    let mut total = Scalar::<f64>::default();
    let text = einsum!(total[] += p[i, j] * q[j, k] * r[i, k]).explain();
    assert!(plan(&text).starts_with(copied), "{text}");
    let expected = sum("", &places)[0] as f64;
    assert_ne!(expected, 0.0);
    assert_eq!(closed(&p, &q, &r)?, expected);
    // It is any of the operands, and of four, too.
    assert_eq!(einsum!([] += r[i, k] * p[i, j] * q[j, k]).value()?, expected);
    assert_eq!(einsum!([] += p[i, j] * r[i, k] * q[j, k]).value()?, expected);
    let x = Vector::from(real(&d.values));
    assert_eq!(
        einsum!([] += p[i, j] * q[j, k] * r[i, k] * x[k]).value()?,
        sum("", &[(&a, "ij"), (&b, "jk"), (&c, "ik"), (&d, "k")])[0] as f64
    );
    let y: Vector<f64> = einsum!([i] += p[i, j] * q[j, k] * r[i, k]).compute()?;
    assert_eq!(y.values(), real(&sum("i", &places)));
    Ok(())
}

#[test]
fn what_a_copied_row_does_not_store_is_not_multiplied() -> Result<()> {
    // Of each row of `b`, the odd columns are infinite; rows of `c` store even ones.
    let a = Csr::from_dense([FEW, MANY], &[1.0; FEW * MANY])?;
    let b = Csr::from_dense([MANY, MANY], &[1.0, f64::INFINITY].repeat(MANY * MANY / 2))?;
    let c = Csr::from_dense([FEW, MANY], &[2.0, 0.0].repeat(FEW * MANY / 2))?;
    let mut total = Scalar::<f64>::default();
    let text = einsum!(total[] += a[i, j] * b[j, k] * c[i, k]).explain();
    assert!(plan(&text).contains("a copy of c[i, k]"), "{text}");
    assert_eq!(closed(&a, &b, &c)?, (FEW * MANY * MANY) as f64);
    Ok(())
}

#[test]
fn a_row_is_copied_over_another_semiring() -> Result<()> {
    let edges = |rows: usize, step: usize| {
        let of = move |i: usize, at: usize| ([i, (i * step + 7 * at) % MANY], (1 + (5 * i + 3 * at) % 91) as f64);
        let edges = (0..rows).flat_map(move |i| (0..MANY / step).map(move |at| of(i, at)));
        CsrWithFill::<f64, Inf>::from_triplets([rows, MANY], edges, Min)
    };
    let (p, q, r) = (edges(FEW, 4)?, edges(MANY, 40)?, edges(FEW, 5)?);
    let [by_i, by_j, back] = [p.to_dense()?, q.to_dense()?, r.to_dense()?];
    let through = |i: usize, j: usize, k: usize| by_i[i * MANY + j] + by_j[j * MANY + k] + back[i * MANY + k];
    let all = (0..FEW * MANY * MANY).map(|at| through(at / MANY / MANY, at / MANY % MANY, at % MANY));
    let shortest = all.fold(f64::INFINITY, f64::min);
    assert!(shortest.is_finite());
    let mut least = Scalar::<f64, Inf>::default();
    let text = einsum!(MinPlus: least[] += p[i, j] * q[j, k] * r[i, k]).explain();
    assert!(plan(&text).contains("a copy of r[i, k]"), "{text}");
    einsum!(MinPlus: least[] += p[i, j] * q[j, k] * r[i, k]).run()?;
    assert_eq!(least.get(), shortest);
    Ok(())
}

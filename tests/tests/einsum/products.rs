//! Products of vectors and matrices.

use crate::naive::{array, check, sum, sum_by};
use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

#[test]
fn matrix_times_vector() -> Result<()> {
    let (a, x, z) = (array(1, [5, 7], 3), array(2, [7], 2), array(3, [5], 2));
    let rows = sum("i", &[(&a, "ik"), (&x, "k")]);
    let columns = sum("k", &[(&a, "ik"), (&z, "i")]);
    let (dense, sparse) = (
        Vector::from(x.values.clone()),
        SparseVector::from_dense([5], &z.values)?,
    );

    macro_rules! formats {
        ($($format:ident -> $by_rows:ident, $by_columns:ident;)*) => { $({
            let m = $format::<i64>::from_dense([5, 7], &a.values)?;
            let _: $by_rows<i64> = check!(einsum!([i] += m[i, k] * dense[k]).compute(), rows);
            let _: $by_columns<i64> = check!(einsum!([k] += m[i, k] * sparse[i]).compute(), columns);
        })* };
    }
    formats! {
        Matrix -> Vector, Vector;
        Csr -> Vector, SparseVector;
        Dcsr -> SparseVector, SparseVector;
        Coo -> SparseVector, SparseVector;
        BandMatrix -> Vector, SparseVector;
        RunMatrix -> Vector, Vector;
    }
    Ok(())
}

#[test]
fn matrix_product() -> Result<()> {
    let (a, b) = (array(1, [5, 7], 3), array(2, [7, 4], 2));
    let expected = sum("ij", &[(&a, "ik"), (&b, "kj")]);
    let (s, t) = (Csr::from_dense([5, 7], &a.values)?, Csr::from_dense([7, 4], &b.values)?);
    let c: Csr<i64> = check!(einsum!([i, j] += s[i, k] * t[k, j]).compute(), expected);
    // What cancels is not stored.
    assert_eq!(c.count_stored(), expected.iter().filter(|&&value| value != 0).count());
    let mut d = Matrix::<i64>::filled([9, 9], 5)?;
    einsum!(d[i, j] += s[i, k] * t[k, j]).run()?;
    assert_eq!(d.values(), expected);
    check!(einsum!([i, j] += s[i, k] * t[k, j]).compute_as::<Dcsr<i64>>(), expected);

    let m = Matrix::from_dense([7, 4], &b.values)?;
    let _: Matrix<i64> = check!(einsum!([i, j] += s[i, k] * m[k, j]).compute(), expected);
    check!(einsum!([i, j] += s[i, k] * m[k, j]).compute_as::<Csr<i64>>(), expected);
    // By columns: sums in a table.
    let at = transpose::transposed(&s)?;
    check!(
        einsum!([i, j] += at[k, i] * t[k, j]).compute_as::<Dcsr<i64>>(),
        expected
    );
    let expected = sum("ji", &[(&a, "ik"), (&b, "kj")]);
    check!(einsum!([j, i] += at[k, i] * t[k, j]).compute_as::<Csr<i64>>(), expected);
    Ok(())
}

#[test]
fn chains() -> Result<()> {
    let (a, b, c) = (array(1, [3, 5], 2), array(2, [5, 4], 2), array(3, [4, 6], 2));
    let expected = sum("il", &[(&a, "ij"), (&b, "jk"), (&c, "kl")]);
    let (s, t, u) = (
        Csr::from_dense([3, 5], &a.values)?,
        Csr::from_dense([5, 4], &b.values)?,
        Csr::from_dense([4, 6], &c.values)?,
    );
    check!(einsum!([i, l] += s[i, j] * t[j, k] * u[k, l]).compute(), expected);
    let m = Matrix::from_dense([4, 6], &c.values)?;
    check!(einsum!([i, l] += s[i, j] * t[j, k] * m[k, l]).compute(), expected);
    let x = array(4, [4], 2);
    let v = Vector::from(x.values.clone());
    // Scaled by a diagonal.
    let expected = sum("il", &[(&a, "ij"), (&b, "jk"), (&x, "k"), (&c, "kl")]);
    check!(
        einsum!([i, l] += s[i, j] * t[j, k] * v[k] * u[k, l]).compute(),
        expected
    );
    Ok(())
}

#[test]
fn triangles() -> Result<()> {
    let a = array(5, [8, 8], 2);
    let s = Csr::from_dense([8, 8], &a.values)?;
    let expected = sum("", &[(&a, "ij"), (&a, "jk"), (&a, "ik")]);
    assert_eq!(einsum!([] += s[i, j] * s[j, k] * s[i, k]).value()?, expected[0]);
    let mut t = Scalar::new(7);
    einsum!(t[] += s[i, j] * s[j, k] * s[i, k]).run()?;
    assert_eq!(t.get(), expected[0]);
    // Whose edges go round: one matrix is transposed.
    let expected = sum("", &[(&a, "ij"), (&a, "jk"), (&a, "ki")]);
    assert_eq!(einsum!([] += s[i, j] * s[j, k] * s[k, i]).value()?, expected[0]);
    Ok(())
}

#[test]
fn one_operand_and_outer_products() -> Result<()> {
    let (a, x, y) = (array(1, [6, 6], 2), array(2, [4], 2), array(3, [3], 2));
    let s = Csr::from_dense([6, 6], &a.values)?;
    assert_eq!(einsum!([] += s[i, j]).value()?, sum("", &[(&a, "ij")])[0]);
    assert_eq!(einsum!([] += s[i, i]).value()?, sum("", &[(&a, "ii")])[0]);
    check!(
        einsum!([i] += s[i, i]).compute_as::<Vector<i64>>(),
        sum("i", &[(&a, "ii")])
    );
    check!(einsum!([i] += s[i, j]).compute(), sum("i", &[(&a, "ij")]));
    check!(einsum!([j] += s[i, j]).compute(), sum("j", &[(&a, "ij")]));
    check!(einsum!([j, i] += s[i, j]).compute(), sum("ji", &[(&a, "ij")]));
    let (v, w) = (
        SparseVector::from_dense([4], &x.values)?,
        Vector::from(y.values.clone()),
    );
    check!(
        einsum!([i, j] += v[i] * w[j]).compute(),
        sum("ij", &[(&x, "i"), (&y, "j")])
    );
    check!(
        einsum!([j, i] += v[i] * w[j]).compute_as::<Csr<i64>>(),
        sum("ji", &[(&x, "i"), (&y, "j")])
    );
    Ok(())
}

#[test]
fn operands_without_indices() -> Result<()> {
    let (s, t) = (
        Tensor::<Element<i64>>::from_dense([], &[3])?,
        Tensor::<Element<i64>>::from_dense([], &[4])?,
    );
    assert_eq!(einsum!([] += s[] * t[]).value()?, 12);
    Ok(())
}

#[test]
fn entry_by_entry() -> Result<()> {
    let (a, b) = (array(1, [5, 7], 2), array(2, [5, 7], 2));
    let (s, t) = (
        Csr::from_dense([5, 7], &a.values)?,
        Dcsr::from_dense([5, 7], &b.values)?,
    );
    let _: Dcsr<i64> = check!(
        einsum!([i, j] += s[i, j] * t[i, j]).compute(),
        sum("ij", &[(&a, "ij"), (&b, "ij")])
    );
    // Sampled: sums only where `s` stores something.
    let (f, g) = (array(3, [5, 4], 1), array(4, [7, 4], 1));
    let (p, q) = (
        Matrix::from_dense([5, 4], &f.values)?,
        Matrix::from_dense([7, 4], &g.values)?,
    );
    let expected = sum("ij", &[(&a, "ij"), (&f, "ik"), (&g, "jk")]);
    let _: Csr<i64> = check!(einsum!([i, j] += s[i, j] * p[i, k] * q[j, k]).compute(), expected);
    Ok(())
}

#[test]
fn semirings() -> Result<()> {
    let far = i64::MAX;
    let (a, b) = (array(1, [5, 6], 2), array(2, [6, 4], 2));
    let mut distances = [a, b];
    for array in &mut distances {
        array
            .values
            .iter_mut()
            .for_each(|value| *value = if *value == 0 { far } else { value.abs() });
    }
    let [a, b] = &distances;
    let expected = sum_by(far, i64::min, i64::saturating_add, "ij", &[(a, "ik"), (b, "kj")]);
    let s = CsrWithFill::<i64, Inf>::from_dense([5, 6], &a.values)?;
    let t = CsrWithFill::<i64, Inf>::from_dense([6, 4], &b.values)?;
    let c: CsrWithFill<i64, Inf> = check!(einsum!(MinPlus: [i, j] += s[i, k] * t[k, j]).compute(), expected);
    assert_eq!(c.count_stored(), expected.iter().filter(|&&value| value != far).count());
    let mut d = MatrixWithFill::<i64, Inf>::default();
    einsum!(MinPlus: d[i, j] += s[i, k] * t[k, j]).run()?;
    assert_eq!(d.values(), expected);

    let p = Csr::from_dense([2, 3], &[false, true, false, true, false, false])?;
    let q = Csr::from_dense([3, 2], &[true, false, false, true, false, false])?;
    check!(
        einsum!(OrAnd: [i, j] += p[i, k] * q[k, j]).compute_as::<CsrWithFill<bool, False>>(),
        [false, true, true, false]
    );
    Ok(())
}

#[test]
fn kept_zeros() -> Result<()> {
    let s = Csr::from_dense([1, 2], &[1, -1])?;
    let t = Csr::from_dense([2, 1], &[1, 1])?;
    assert_eq!(
        einsum!([i, j] += s[i, k] * t[k, j])
            .compute_as::<Csr<i64>>()?
            .count_stored(),
        0
    );
    let c = einsum!(KeepExplicitZeros<PlusTimes>: [i, j] += s[i, k] * t[k, j]).compute_as::<Csr<i64>>()?;
    assert_eq!((c.count_stored(), c.get([0, 0])), (1, Some(0)));
    Ok(())
}

#[test]
fn tensors_that_are_fields_or_borrowed_or_called_as_indices() -> Result<()> {
    struct Pair {
        left: Csr<i64>,
        both: (Csr<i64>, Vector<i64>),
    }
    let (a, x) = (array(1, [4, 5], 2), array(2, [5], 1));
    let s = Csr::from_dense([4, 5], &a.values)?;
    let mut pair = Pair {
        left: s.clone(),
        both: (s, Vector::from(x.values.clone())),
    };
    let expected = sum("i", &[(&a, "ik"), (&x, "k")]);
    check!(einsum!([i] += pair.left[i, k] * pair.both.1[k]).compute(), expected);
    let (i, k) = (&pair.left, &pair.both.1);
    check!(einsum!([i] += i[i, k] * k[k]).compute(), expected);
    let m = pair.left.clone();
    einsum!(pair.both.1[k] += m[i, k]).run()?;
    assert_eq!(pair.both.1.values(), sum("k", &[(&a, "ik")]));
    Ok(())
}

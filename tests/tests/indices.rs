//! Index expressions, first steps.

use finch_kernels::prelude::*;

#[test]
fn smoke() -> finch_formats::Result<()> {
    let x = Vector::from_dense([6], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    let f = Vector::from_dense([3], &[1.0, 10.0, 100.0])?;
    let mut y = Vector::empty([0])?;
    finch! { y .= 0; for i, p { y[i] += x[i + p] * f[p] } }.run()?;
    assert_eq!(y.to_dense()?, [321.0, 432.0, 543.0, 654.0]);
    let s: SparseVector<f64> = x.convert()?;
    let mut z = Vector::empty([0])?;
    finch! { z .= 0; for i, p { z[i] += s[i + p] * f[p] } }.run()?;
    assert_eq!(z.to_dense()?, [321.0, 432.0, 543.0, 654.0]);
    // permissive
    let mut w = Vector::empty([0])?;
    finch! { w .= 0; for i in 0..6, p { w[i] += coalesce(x[~(i + p - 1)], 0.0) * f[p] } }.run()?;
    assert_eq!(w.to_dense()?, [210.0, 321.0, 432.0, 543.0, 654.0, 65.0]);
    let mut w = Vector::empty([0])?;
    finch! { w .= 0; for i in 0..6, p { w[i] += coalesce(s[~(i + p - 1)], 0.0) * f[p] } }.run()?;
    assert_eq!(w.to_dense()?, [210.0, 321.0, 432.0, 543.0, 654.0, 65.0]);
    // concatenation
    let mut c = SparseVector::empty([0])?;
    finch! { c .= 0; for i in 0..9 { c[i] = coalesce(s[~i], f[~(i - 6)]) } }.run()?;
    assert_eq!(c.to_dense()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0, 10.0, 100.0]);
    // offsets
    let mut d = Vector::empty([0])?;
    finch! { d .= 0; for i { d[i] = s[i + 2] } }.run()?;
    assert_eq!(d.to_dense()?, [3.0, 4.0, 5.0, 6.0]);
    let mut d = Vector::empty([0])?;
    finch! { d .= 0; for i { d[i + 2] = f[i] } }.run()?;
    assert_eq!(d.to_dense()?, [0.0, 0.0, 1.0, 10.0, 100.0]);
    let mut d = SparseVector::empty([0])?;
    finch! { d .= 0; for i { d[i + 2] = f[i] } }.run()?;
    assert_eq!(d.to_dense()?, [0.0, 0.0, 1.0, 10.0, 100.0]);
    // constants
    let mut k = Scalar::new(0.0);
    finch! { k .= 0; k[] = s[4]; }.run()?;
    assert_eq!(k.get(), 5.0);
    let n = 3;
    finch! { k .= 0; for i { k[] += s[n] * f[i]; } }.run()?;
    assert_eq!(k.get(), 444.0);
    let mut d = Vector::empty([0])?;
    finch! { d .= 0; d[4] = f[1]; }.run()?;
    assert_eq!(d.to_dense()?, [0.0, 0.0, 0.0, 0.0, 10.0]);
    // gather and scatter
    let at = Vector::from_dense([3], &[5u32, 0, 2])?;
    let mut d = Vector::empty([0])?;
    finch! { d .= 0; for i { d[i] = s[at[i]] } }.run()?;
    assert_eq!(d.to_dense()?, [6.0, 1.0, 3.0]);
    let mut d = Vector::empty([6])?;
    finch! { d .= 0; for i { d[at[i]] += f[i] } }.run()?;
    assert_eq!(d.to_dense()?, [10.0, 0.0, 100.0, 0.0, 0.0, 1.0]);
    // discordant
    let a = Csr::from_triplets([2, 3], [([0, 1], 1.0), ([1, 0], 2.0), ([1, 2], 3.0)], Add)?;
    let mut t = Matrix::empty([0, 0])?;
    finch! { t .= 0; for i, j { t[i, j] = a[j, i] } }.run()?;
    assert_eq!(t.to_dense()?, [0.0, 2.0, 1.0, 0.0, 0.0, 3.0]);
    let mut t = Matrix::empty([0, 0])?;
    finch! { t .= 0; for j, i { t[i, j] = a[j, i] } }.run()?;
    assert_eq!(t.to_dense()?, [0.0, 2.0, 1.0, 0.0, 0.0, 3.0]);
    // diagonal
    let mut k = Scalar::new(0.0);
    let q = Csr::from_triplets([3, 3], [([0, 1], 1.0), ([1, 1], 2.0), ([2, 2], 3.0)], Add)?;
    finch! { k .= 0; for i { k[] += q[i, i]; } }.run()?;
    assert_eq!(k.get(), 5.0);
    let mut d = Vector::empty([0])?;
    finch! { d .= 0; for i in 0..3 { d[i] = x[2 * i] } }.run()?;
    assert_eq!(d.to_dense()?, [1.0, 3.0, 5.0]);
    finch! { d .= 0; for i { d[i] = x[window(i, 1..4)] } }.run()?;
    assert_eq!(d.to_dense()?, [2.0, 3.0, 4.0]);
    Ok(())
}

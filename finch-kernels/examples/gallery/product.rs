use finch_kernels::prelude::*;

/// A sparse matrix times itself: how many products each entry of the result sums up, eight or more as eight.
pub(crate) fn product() -> Result<Matrix<u8>, Error> {
    let n = 64_usize;
    let row = |j: usize| [j, (j + 1) % n, (j * j) % n, (7 * j + 3) % n].map(|i| ([j, i], 1_u8));
    let a = Csr::from_triplets([n, n], (0..n).flat_map(row), Max)?;
    let (mut c, mut sums) = (Matrix::<u8>::default(), ByteMapVector::<u8>::default());
    finch! {
        c .= 0;
        for j {
            sums .= 0;
            for k, i { sums[i] += a[j, k] * a[k, i]; }
            for i { c[j, i] = min(sums[i], 8); }
        }
    }
    .run()?;
    Ok(c)
}

use finch_kernels::prelude::*;

/// Erosion by squares of three by three, eight times: how many of them each pixel of a shape lasts.
pub(crate) fn erosion() -> Result<Matrix<u8>, Error> {
    let n = 56;
    let disc = |y: usize, x: usize, [v, u, r]: [usize; 3]| y.abs_diff(v).pow(2) + x.abs_diff(u).pow(2) < r * r;
    let is_on =
        |y, x| disc(y, x, [20, 20, 17]) && !disc(y, x, [14, 15, 4]) || disc(y, x, [38, 40, 12]) || y.abs_diff(50) < 2;
    let shape: Vec<u8> = (0..n * n).map(|at| u8::from(is_on(at / n, at % n))).collect();
    let mut shape = Matrix::<u8>::from_dense([n, n], &shape)?;
    let mut lasts = Matrix::<u8>::from_dense([n, n], &vec![0; n * n])?;
    let (mut thin, mut least) = (shape.clone(), Scalar::<u8, Inf>::default());
    for _erosion in 0..8 {
        finch! {
            thin .= 0;
            mut lasts;
            for y, x in 0..n {
                least .= inf;
                for v in 0..3, u in 0..3 { least[] <<min>>= coalesce(shape[~(y + v - 1), ~(x + u - 1)], 0); }
                thin[y, x] = least[];
                lasts[y, x] += shape[y, x];
            }
        }
        .run()?;
        std::mem::swap(&mut shape, &mut thin);
    }
    Ok(lasts)
}

use finch_kernels::prelude::*;

/// A plate that is hot along one edge and in one spot, after some time: eight steps of temperature.
pub(crate) fn heat() -> Result<Matrix<u8>, Error> {
    let (n, rate) = (64, 0.2);
    let mut now = Matrix::<f64>::from_dense([n, n], &vec![0.0; n * n])?;
    finch! {
        mut now;
        for y in 0..n, x in 0..n {
            if x == 0 { now[y, x] = 8.0; }
            if 24 <= y && y < 40 && 36 <= x && x < 52 { now[y, x] = 8.0; }
        }
    }
    .run()?;
    let mut next = now.clone();
    for _step in 0..150 {
        finch! {
            mut next;
            for y in 1..n - 1, x in 1..n - 1 {
                let around = now[y - 1, x] + now[y + 1, x] + now[y, x - 1] + now[y, x + 1];
                next[y, x] = now[y, x] + rate * (around - 4.0 * now[y, x]);
            }
        }
        .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    let steps: Vec<u8> = now.values().iter().map(|heat| heat.round() as u8).collect();
    Matrix::from_dense([n, n], &steps)
}

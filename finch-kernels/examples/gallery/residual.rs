use finch_kernels::prelude::*;

/// Conjugate gradients over the equations of heat on a grid: a column for each round, four squares high for each digit that the residual
/// still lacks.
pub(crate) fn residual() -> Result<Matrix<u8>, Error> {
    let size = 24;
    let row = |at: usize| {
        let (y, x) = (at / size, at % size);
        let near = [
            (y > 0, at.wrapping_sub(size)),
            (x > 0, at.wrapping_sub(1)),
            (x + 1 < size, at + 1),
            (y + 1 < size, at + size),
        ];
        let neighbours = near.into_iter().filter(|&(is_there, _)| is_there);
        neighbours
            .map(move |(_, other)| ([at, other], -1.0))
            .chain([([at, at], 4.0)])
    };
    let rows = size * size;
    let a = Csr::<f64>::from_triplets([rows, rows], (0..rows).flat_map(row), Add)?;
    let mut x = Vector::from(vec![0.0; rows]);
    let mut r = spmv(&a, &Vector::from(vec![1.0; rows]))?;
    let (mut p, mut q) = (r.clone(), Vector::<f64>::default());
    let (mut rr, mut pq) = (Scalar::new(0.0), Scalar::new(0.0));
    finch! { rr .= 0; for i { rr[] += r[i] * r[i]; } }.run()?;
    let (digits, squares, first) = (10, 4, rr.get());
    let mut lacking = Vec::new();
    while rr.get() > first * 0.01_f64.powi(digits) && lacking.len() < rows {
        lacking.push(f64::from(digits) + 0.5 * (rr.get() / first).log10());
        finch! {
            q .= 0;
            pq .= 0;
            for j, i { q[j] += a[j, i] * p[i]; }
            for i { pq[] += p[i] * q[i]; }
        }
        .run()?;
        let (alpha, before) = (rr.get() / pq.get(), rr.get());
        finch! {
            mut x;
            mut r;
            rr .= 0;
            for i { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; }
            for i { rr[] += r[i] * r[i]; }
        }
        .run()?;
        let beta = rr.get() / before;
        finch! { mut p; for i { p[i] = r[i] + beta * p[i]; } }.run()?;
    }
    let (height, width) = (squares * digits as usize, lacking.len());
    let color = |y: usize, digits: f64| {
        if (height - y) as f64 > digits * squares as f64 {
            0
        } else {
            1 + (y * 8 / height) as u8
        }
    };
    let bars: Vec<u8> = (0..height * width)
        .map(|at| color(at / width, lacking[at % width]))
        .collect();
    Matrix::from_dense([height, width], &bars)
}

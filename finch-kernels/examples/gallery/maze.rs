use finch_kernels::prelude::*;

/// A search through the graph of a maze: how far each place is from the entrance, in eighths of the farthest. Walls are not reached.
pub(crate) fn maze() -> Result<Matrix<u8>, Error> {
    let n = 40;
    // Walls with one door each.
    let is_wall = |y: usize, x: usize| match (y % 5, x % 8) {
        (4, _) => x != 8 * (2 * (y / 5) % 5) + 3,
        (row, 7) => row != (x / 8 * 3 + y / 5) % 4,
        _ => false,
    };
    let place = |[y, x]: [usize; 2]| n * y + x;
    let steps = (0..n).flat_map(|y| (0..n).flat_map(move |x| [([y, x], [y + 1, x]), ([y, x], [y, x + 1])]));
    let corridors = steps.filter(|&(_, [y, x])| y < n && x < n);
    let corridors = corridors.filter(|&([y, x], [v, u])| !is_wall(y, x) && !is_wall(v, u));
    let edges = corridors.flat_map(|(from, to)| [[place(from), place(to)], [place(to), place(from)]]);
    let graph = CsrPattern::from_triplets([n * n, n * n], edges.map(|edge| (edge, true)), Or)?;

    let mut far = Vector::<u32>::from(vec![0; n * n]);
    let (mut now, mut next) = (ByteMapVector::<bool>::default(), ByteMapVector::<bool>::default());
    finch! { now .= false; mut far; for i { if i == 0 { now[i] = true; far[i] = 1; } } }.run()?;
    let (mut round, mut found) = (1, Scalar::<usize>::new(1));
    while found.get() > 0 {
        round += 1;
        finch! {
            next .= false;
            for j, i { if now[j] && graph[j, i] && far[i] == 0 { next[i] = true; } }
        }
        .run()?;
        finch! {
            mut far;
            found .= 0;
            for i { if next[i] { far[i] = round; found[] += 1; } }
        }
        .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    let eighths: Vec<u8> = far
        .values()
        .iter()
        .map(|&far| (8 * far).div_ceil(round) as u8)
        .collect();
    Matrix::from_dense([n, n], &eighths)
}

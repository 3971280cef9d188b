use finch_kernels::prelude::*;

/// The Game of Life: for how many of the last eight generations each cell has been alive.
pub(crate) fn life() -> Result<Matrix<u8>, Error> {
    let n = 48;
    let start = [[23, 24], [23, 25], [24, 23], [24, 24], [25, 24]].map(|cell| (cell, 1));
    let mut world = Matrix::<u8>::from_triplets([n, n], start, Add)?;
    let (mut next, mut age, mut alive) = (world.clone(), world.clone(), Scalar::<u8>::default());
    for _generation in 0..70 {
        finch! {
            next .= 0;
            mut age;
            for y, x in 0..n {
                alive .= 0;
                for v in 0..3, u in 0..3 { alive[] += coalesce(world[~(y + v - 1), ~(x + u - 1)], 0); }
                if alive[] == 3_u8 || alive[] == 4_u8 && world[y, x] == 1 { next[y, x] = 1; }
                if next[y, x] == 1 { age[y, x] = min(age[y, x] + 1, 8); } else { age[y, x] = 0; }
            }
        }
        .run()?;
        std::mem::swap(&mut world, &mut next);
    }
    Ok(age)
}

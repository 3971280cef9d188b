//! What the tests of levels of blocks share: data, copies by programs, and programs over several nests.

use finch_formats::prelude::*;
use finch_traits::level::Level;
use finch_traits::level::{Follows, RowsFollow};
use finch_traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

pub(crate) type Value = Element<i64>;
pub(crate) type Lists = SparseList<SparseList<Value>>;

pub(crate) const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
pub(crate) const M5: [[i64; 5]; 5] = [
    [0, 1, 2, 2, 3],
    [0, 0, 0, 0, 0],
    [1, 1, 2, 0, 0],
    [0, 0, 0, 3, 0],
    [0, 0, 0, 0, 0],
];

/// A copy of what is not zero, made by a program.
pub(crate) fn some1<L: WriteLevel<T = i64, Rank = U1> + Default>(values: &[i64]) -> Tensor<L> {
    indices!(i);
    let a = Vector::<i64>::from(values.to_vec());
    let mut y = Tensor::<L>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, when(a.at((i,)).ne(constant(0)), y.at((i,)).set(a.at((i,))))))
        .run()
        .unwrap();
    y.validate().unwrap();
    y
}

/// The same of a matrix.
pub(crate) fn some2<L: WriteLevel<T = i64, Rank = U2> + Default>(shape: [usize; 2], values: &[i64]) -> Tensor<L> {
    let a = Matrix::<i64>::from_dense(shape, values).unwrap();
    let a: Dcsr<i64> = a.drop_fills().unwrap();
    let y = Tensor::from_tensor(&a).unwrap();
    y.validate().unwrap();
    y
}

pub(crate) fn stored<L: Level<T = i64, Rank = U1>>(tensor: &Tensor<L>) -> Vec<(usize, i64)> {
    tensor.validate().unwrap();
    let mut stored = Vec::new();
    tensor.for_each(|index, value| stored.push((index[0], value)));
    stored
}

/// Numbers that look random, in blocks.
pub(crate) fn scattered(seed: u64, count: usize, sparse: u64) -> Vec<i64> {
    let (mut state, mut inside) = (seed.wrapping_mul(2) + 1, false);
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let dice = state >> 33;
            if dice % if inside { 3 } else { sparse } == 0 {
                inside = !inside
            }
            if inside { 1 + (dice % 7) as i64 } else { 0 }
        })
        .collect()
}

pub(crate) fn list(extent: usize, indices: &[usize]) -> SparseVector<i64> {
    SparseVector::from_triplets([extent], indices.iter().map(|&i| ([i], i as i64 + 1)), Add).unwrap()
}

/// What programs make of a nest and a list of lists, or a dense matrix, is what loops over their values make.
pub(crate) fn merges<L: WriteLevel<T = i64, Rank = U2> + RowsFollow + Default>() {
    indices!(j, i);
    for (seed, shape) in [[3, 40], [9, 11], [1, 90], [30, 1], [6, 6]].into_iter().enumerate() {
        let len = shape[0] * shape[1];
        let (x, y) = (scattered(seed as u64, len, 3), scattered(seed as u64 + 100, len, 5));
        let a = some2::<L>(shape, &x);
        assert_eq!(a.to_dense().unwrap(), x);
        let lists = some2::<Lists>(shape, &y);
        let other = some2::<L>(shape, &y);
        let flat = Matrix::<i64>::from_dense(shape, &y).unwrap();
        let sum: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
        let product: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
        macro_rules! expect {
            ($expected:expr, $value:expr) => {
                expect!($expected, $value, into Matrix::<i64>::default())
            };
            ($expected:expr, $value:expr, into $output:expr) => {{
                let mut made = $output;
                program()
                    .declare(&mut made)
                    .body(|(c,)| forall(j, forall(i, c.at((j, i)).add($value))))
                    .run()
                    .unwrap();
                made.validate().unwrap();
                assert_eq!(made.to_dense().unwrap(), $expected, "{}", stringify!($value));
            }};
        }
        expect!(x, a.at((j, i)));
        expect!(sum, a.at((j, i)) + lists.at((j, i)));
        expect!(product, a.at((j, i)) * lists.at((j, i)));
        expect!(product, a.at((j, follow(i))) * lists.at((j, i)));
        expect!(sum, a.at((j, i)) + flat.at((j, i)));
        expect!(product, a.at((j, follow(i))) * flat.at((j, i)));
        expect!(sum, a.at((j, i)) + other.at((j, i)));
        expect!(product, a.at((j, i)) * other.at((j, i)));
        expect!(product, a.at((j, i)) * lists.at((j, gallop(i))));
        // Written as it is read, where both go through blocks and where one jumps.
        expect!(sum, a.at((j, i)) + lists.at((j, i)), into Tensor::<L>::default());
        expect!(product, a.at((j, i)) * other.at((j, i)), into Tensor::<L>::default());
        // A part of the rows.
        let mut total = Scalar::<i64>::default();
        program()
            .declare(&mut total)
            .body(|(t,)| {
                forall(
                    j,
                    forall_in(i, shape[1] / 3..shape[1] - shape[1] / 4, t.at(()).add(a.at((j, i)))),
                )
            })
            .run()
            .unwrap();
        let part = x
            .chunks(shape[1])
            .map(|row| row[shape[1] / 3..shape[1] - shape[1] / 4].iter().sum::<i64>())
            .sum::<i64>();
        assert_eq!(total.get(), part);
    }
}

/// Sums of rows in any order, into a dense vector and into a list, are those of loops.
pub(crate) fn sums_in_any_order<L: WriteLevel<T = i64, Rank = U2> + Default>() {
    indices!(j, i);
    for (seed, shape) in [[6, 60], [9, 11], [1, 90], [30, 1], [6, 6]].into_iter().enumerate() {
        let x = scattered(seed as u64 + 50, shape[0] * shape[1], 3);
        let a = some2::<L>(shape, &x);
        let w = Vector::<i64>::from((0..shape[1] as i64).collect::<Vec<_>>());
        let expected: Vec<i64> = x
            .chunks(shape[1])
            .map(|row| row.iter().zip(w.values()).map(|(x, w)| x * w).sum())
            .collect();
        let (mut flat, mut listed) = (Vector::<i64>::default(), SparseVector::<i64>::default());
        program()
            .declare(&mut flat)
            .body(|(y,)| forall(j, forall(i, y.at((j,)).reduce(FastAdd, a.at((j, i)) * w.at((i,))))))
            .run()
            .unwrap();
        program()
            .declare(&mut listed)
            .body(|(y,)| forall(j, forall(i, y.at((j,)).reduce(FastAdd, a.at((j, i)) * w.at((i,))))))
            .run()
            .unwrap();
        assert_eq!(flat.values(), expected);
        listed.validate().unwrap();
        assert_eq!(listed.to_dense().unwrap(), expected);
    }
}

/// A nest holds `values`, gives them to a copy, and is read together with lists and dense fibers.
pub(crate) fn holds_and_merges<L: WriteLevel<T = i64, Rank = U2> + Follows + RowsFollow + Default>(
    shape: [usize; 2],
    values: &[i64],
) {
    indices!(j, i);
    let a = Tensor::<L>::from_dense(shape, values).unwrap();
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), values);
    let mut listed = vec![0; values.len()];
    a.for_each(|index, value| listed[index[0] * shape[1] + index[1]] = value);
    assert_eq!(listed, values);
    let copy = Tensor::<L>::from_tensor(&a).unwrap();
    copy.validate().unwrap();
    assert_eq!(copy.to_dense().unwrap(), values);
    let other: Vec<i64> = (0..values.len() as i64)
        .map(|k| if k % 3 == 0 { 0 } else { k })
        .collect();
    let lists = some2::<Lists>(shape, &other);
    let flat = Matrix::<i64>::from_dense(shape, &other).unwrap();
    macro_rules! expect {
        (|$x:ident, $y:ident| $expected:expr, $value:expr) => {{
            let expected: Vec<i64> = values.iter().zip(&other).map(|($x, $y)| $expected).collect();
            let mut made = Matrix::<i64>::default();
            program()
                .declare(&mut made)
                .body(|(c,)| forall(j, forall(i, c.at((j, i)).add($value))))
                .run()
                .unwrap();
            assert_eq!(made.values(), expected, "{}", stringify!($value));
        }};
    }
    expect!(|x, y| x + y, a.at((j, i)) + lists.at((j, i)));
    expect!(|x, y| x * y, a.at((j, i)) * lists.at((j, i)));
    expect!(|x, y| x * y, a.at((follow(j), follow(i))) * lists.at((j, i)));
    expect!(|x, y| x * y, a.at((j, i)) * lists.at((gallop(j), gallop(i))));
    expect!(|x, y| x + y, a.at((j, i)) + flat.at((j, i)));
    expect!(|x, y| x * y, a.at((j, i)) * flat.at((j, i)));
    expect!(
        |x, y| {
            let _ = y;
            2 * x
        },
        a.at((j, i)) + copy.at((j, i))
    );
    let mut part = Scalar::<i64>::default();
    program()
        .declare(&mut part)
        .body(|(t,)| forall(j, forall_in(i, 1..shape[1] - 1, t.at(()).add(a.at((j, i))))))
        .run()
        .unwrap();
    let inner = values.chunks(shape[1]).flat_map(|row| &row[1..shape[1] - 1]);
    assert_eq!(part.get(), inner.sum::<i64>());
}

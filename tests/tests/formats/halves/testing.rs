//! What the tests of both levels share.

use finch_formats::prelude::*;
use finch_formats::triangular::Half;
use finch_traits::level::Level;
use finch_traits::level::{Follows, RowsFollow};
use finch_traits::lifecycle::WriteLevel;
use typenum::U2;

pub(crate) type Value = Element<i64>;

/// Numbers that look random, of which half are zero.
pub(crate) fn scattered(seed: u64, count: usize) -> Vec<i64> {
    let mut state = seed.wrapping_mul(2) + 1;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let dice = state >> 33;
            if dice.is_multiple_of(2) {
                0
            } else {
                1 + (dice % 7) as i64
            }
        })
        .collect()
}

/// The values of a half of a square of `n` rows, row by row, and of the other half 0.
pub(crate) fn halved<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .map(|at| if H::holds(at / n, at % n) { values[at] } else { 0 })
        .collect()
}

/// The values of a half of a square of `n` rows, and the same ones where rows and columns are exchanged.
pub(crate) fn mirrored<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .map(|at| {
            let (row, column) = (at / n, at % n);
            values[if H::holds(row, column) { at } else { column * n + row }]
        })
        .collect()
}

/// What is in a half, as the level packs it.
pub(crate) fn packed<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .filter(|at| H::holds(at / n, at % n))
        .map(|at| values[at])
        .collect()
}

/// A tensor holds `values`, looked up and listed, and so do its copies in other nests.
pub(crate) fn holds<L: Level<T = i64, Rank = U2>>(tensor: &Tensor<L>, n: usize, values: &[i64]) {
    tensor.validate().unwrap();
    assert_eq!(tensor.shape()[..], [n, n]);
    assert_eq!(tensor.to_dense().unwrap(), values);
    for (at, &value) in values.iter().enumerate() {
        assert_eq!(tensor.get([at / n, at % n]), Some(value))
    }
    let mut listed = vec![0; values.len()];
    let mut last = None;
    tensor.for_each(|index, value| {
        assert!(last.as_deref() < Some(index), "{index:?} comes behind {last:?}");
        last = Some(index.to_vec());
        listed[index[0] * n + index[1]] = value
    });
    assert_eq!(listed, values);
    let csr: Csr<i64> = tensor.convert().unwrap();
    let coo: Coo<i64> = tensor.drop_fills().unwrap();
    let flat: Matrix<i64> = tensor.convert().unwrap();
    let runs: RunMatrix<i64> = tensor.convert().unwrap();
    assert_eq!(csr.to_dense().unwrap(), values);
    assert_eq!(coo.to_dense().unwrap(), values);
    assert_eq!(runs.to_dense().unwrap(), values);
    assert_eq!(flat.values(), values);
    assert!(*tensor == csr && *tensor == coo && *tensor == flat);
}

/// What programs make of a tensor that holds `x`, together with others and in parts, is what loops make of `x`.
pub(crate) fn reads<L: Level<T = i64, Rank = U2> + Follows + RowsFollow>(a: &Tensor<L>, n: usize, x: &[i64]) {
    indices!(j, i);
    let y = scattered(n as u64 + 100, n * n);
    let lists = Dcsr::<i64>::from_dense([n, n], &y).unwrap();
    let flat = Matrix::<i64>::from_dense([n, n], &y).unwrap();
    let runs = RunMatrix::<i64>::from_dense([n, n], &y).unwrap();
    macro_rules! expect {
        (|$x:ident, $y:ident| $expected:expr, $value:expr) => {{
            let expected: Vec<i64> = x.iter().zip(&y).map(|($x, $y)| $expected).collect();
            let (mut flat, mut lists) = (Matrix::<i64>::default(), Dcsr::<i64>::default());
            program()
                .declare(&mut flat)
                .declare(&mut lists)
                .body(|(flat, lists)| {
                    forall(
                        j,
                        forall(i, then(flat.at((j, i)).add($value), lists.at((j, i)).set($value))),
                    )
                })
                .run()
                .unwrap();
            assert_eq!(flat.values(), expected, "{}", stringify!($value));
            lists.validate().unwrap();
            assert_eq!(lists.to_dense().unwrap(), expected, "{}", stringify!($value));
        }};
    }
    expect!(|x, y| x + y, a.at((j, i)) + lists.at((j, i)));
    expect!(|x, y| x * y, a.at((j, i)) * lists.at((j, i)));
    expect!(|x, y| x * y, a.at((follow(j), follow(i))) * lists.at((j, i)));
    expect!(|x, y| x + y, a.at((j, i)) + flat.at((j, i)));
    expect!(|x, y| x * y, a.at((j, i)) * runs.at((j, i)));
    expect!(|x, y| x + y, a.at((j, i)) + runs.at((j, i)));
    expect!(|x, _y| x + x, a.at((j, i)) + a.at((j, i)));

    let w = Vector::<i64>::from((0..n as i64).map(|k| 3 * k - 7).collect::<Vec<_>>());
    let rows = x.chunks(n.max(1)).take(n);
    let expected: Vec<i64> = rows
        .clone()
        .map(|row| row.iter().zip(w.values()).map(|(x, w)| x * w).sum())
        .collect();
    let (mut sums, mut fast) = (Vector::<i64>::default(), SparseVector::<i64>::default());
    program()
        .declare(&mut sums)
        .body(|(y,)| forall(j, forall(i, y.at((j,)).add(a.at((j, i)) * w.at((i,))))))
        .run()
        .unwrap();
    program()
        .declare(&mut fast)
        .body(|(y,)| forall(j, forall(i, y.at((j,)).reduce(FastAdd, a.at((j, i)) * w.at((i,))))))
        .run()
        .unwrap();
    assert_eq!(sums.values(), expected);
    assert_eq!(fast.to_dense().unwrap(), expected);
    let mut across = Vector::<i64>::default();
    program()
        .declare(&mut across)
        .body(|(y,)| forall(j, forall(i, y.at((i,)).add(a.at((j, i)) * w.at((j,))))))
        .run()
        .unwrap();
    let expected: Vec<i64> = (0..n)
        .map(|i| (0..n).map(|j| x[j * n + i] * w.values()[j]).sum())
        .collect();
    assert_eq!(across.values(), expected);
    // A part of the rows, and what a mask leaves of them.
    let (from, to) = (n / 3, n - n / 4);
    let mut part = Scalar::<i64>::default();
    program()
        .declare(&mut part)
        .body(|(t,)| forall(j, forall_in(i, from..to, when(i.ge(j), t.at(()).add(a.at((j, i)))))))
        .run()
        .unwrap();
    let places = (0..n).flat_map(|j| (from..to).filter(move |&i| i >= j).map(move |i| j * n + i));
    assert_eq!(part.get(), places.map(|at| x[at]).sum::<i64>());
}

/// The half of `values`, written by a program whose loops go through the places in the other order.
pub(crate) fn written<H: Half, L: WriteLevel<T = i64, Rank = U2> + Default>(n: usize, values: &[i64]) -> Tensor<L> {
    indices!(k, j, i);
    let a = Matrix::<i64>::from_dense([n, n], values).unwrap();
    // Row `k` of the selection is where `n - 1 - k` is.
    let turned = PointMatrix::<i64>::from_triplets([n, n], (0..n).map(|k| ([k, n - 1 - k], 1)), Add).unwrap();
    let mut made = Tensor::<L>::default();
    macro_rules! write {
        ($inside:expr) => {
            program()
                .declare(&mut made)
                .body(|(made,)| {
                    let value = a.at((j, i)) * turned.at((k, j));
                    forall(k, forall(j, forall(i, when($inside, made.at((j, i)).add(value)))))
                })
                .run()
                .unwrap()
        };
    }
    if H::holds(1, 0) {
        write!(i.le(j))
    } else {
        write!(i.ge(j))
    }
    made
}

//! What is not stored is not read: the other half of a triangle, and what is behind a row.

use crate::{Leaf, Reads, reads};
use finch_formats::triangular::Half;
use finch_formats::{Lower, Ragged, Symmetric, Triangular, Upper};
use finch_tests::prelude::*;
use finch_traits::level::Level;

const N: usize = 6;

fn triangle<H: Half>() -> Tensor<Triangular<H, Leaf>> {
    let values = Element::new((0..N * (N + 1) / 2).map(|at| at as f64).collect());
    Tensor::new(Triangular::new(N, Counted::new(values))).unwrap()
}

/// How many values a sum over what `$mask` leaves of `$a` reads, each multiplied by an entry of `$b`.
macro_rules! read_by {
    ($a:expr, |$j:ident, $i:ident| $mask:expr, $b:expr) => {{
        indices!($j, $i);
        let (before, mut s) = (reads($a), Scalar::<f64>::new(0.0));
        program()
            .declare(&mut s)
            .body(|(s,)| {
                let product = $a.at(($j, $i)) * $b.at(($j, $i));
                forall($j, forall($i, sieve($mask, s.at(()).add(product))))
            })
            .run()
            .unwrap();
        reads($a) - before
    }};
}

fn reads_what_is_stored<L: Level<T = f64, Rank = U2> + Reads>(a: &Tensor<L>, stored: impl Fn(usize, usize) -> bool) {
    let count = |inside: &dyn Fn(usize, usize) -> bool| {
        let places = (0..N).flat_map(|j| (0..N).map(move |i| (j, i)));
        places.filter(|&(j, i)| stored(j, i) && inside(j, i)).count() as u64
    };
    let full = Tensor::<FlatFlat>::filled([N, N], 2.0).unwrap();
    assert_eq!(read_by!(a, |j, i| i.from(0) & j.from(0), full), count(&|_, _| true));
    assert_eq!(read_by!(a, |j, i| i.le(j), full), count(&|j, i| i <= j));
    assert_eq!(read_by!(a, |j, i| i.gt(j), full), count(&|j, i| i > j));
    assert_eq!(read_by!(a, |j, i| i.eq(j), full), count(&|j, i| i == j));
    assert_eq!(
        read_by!(a, |j, i| i.within(2..4) & j.from(3), full),
        count(&|j, i| (2..4).contains(&i) && j >= 3)
    );
    let entries = [[0, 0], [0, 4], [3, 1], [3, 5], [5, 0]].map(|index| (index, 1.0));
    let list = Tensor::<Csr>::from_triplets([N, N], entries, algebra::Add).unwrap();
    let listed = |j, i| entries.iter().any(|entry| entry.0 == [j, i]);
    assert_eq!(read_by!(a, |j, i| i.from(0) & j.from(0), list), count(&listed));
}

#[test]
fn of_triangles_one_half_is_read() {
    reads_what_is_stored(&triangle::<Lower>(), |j, i| i <= j);
    reads_what_is_stored(&triangle::<Upper>(), |j, i| i >= j);
}

#[test]
fn of_symmetric_matrices_both_halves_are_read() {
    let lower = Symmetric::from(triangle::<Lower>().into_level());
    reads_what_is_stored(&Tensor::new(lower).unwrap(), |_, _| true);
    let upper = Symmetric::from(triangle::<Upper>().into_level());
    reads_what_is_stored(&Tensor::new(upper).unwrap(), |_, _| true);
}

#[test]
fn rows_are_read_up_to_their_ends() {
    let len = [3, 0, 6, 1, 4, 2];
    let ptr: Vec<usize> = (0..=N).map(|row| len[..row].iter().sum()).collect();
    let values: Leaf = Counted::new(Element::new(vec![1.0; ptr[N]]));
    let a = Tensor::new(Dense::new(N, Ragged::new(N, ptr, values))).unwrap();
    reads_what_is_stored(&a, |j, i| i < len[j]);
}

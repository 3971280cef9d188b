//! Rows that are opened, entries that are read, and what a workspace costs.

use crate::{Leaf, reads};
use finch_kernels::prelude::{matrix, spgemm, spmspv, spmv};
use finch_tests::prelude::algebra::{Add, Overwrite};
use finch_tests::prelude::*;

type Rows = Dense<Counted<SparseList<Leaf>>>;
type Csr = Tensor<Dense<SparseList<Element<f64>>>>;
type List = Tensor<SparseList<Leaf>>;

/// Twenty rows of thirty: row `j` has `j` entries.
fn triangle() -> Tensor<Rows> {
    let entries = (0..20).flat_map(|j| (0..j).map(move |i| ([j, i], 1.0)));
    Tensor::from_triplets([20, 30], entries, Add).unwrap()
}

fn list(extent: usize, indices: &[usize]) -> List {
    Tensor::from_triplets([extent], indices.iter().map(|&index| ([index], 2.0)), Add).unwrap()
}

fn rows(a: &Tensor<Rows>) -> u64 {
    a.level().child().count()
}

/// A sparse vector opens the rows that it has entries for.
#[test]
fn a_sparse_vector_opens_its_rows() {
    let (a, x) = (triangle(), list(20, &[3, 4, 17]));
    let mut y = Tensor::<Dense<Element<f64>>>::default();
    spmv::spmv_transposed_into(&mut y, &a, &x).unwrap();
    assert_eq!((rows(&a), reads(&a), reads(&x)), (3, 3 + 4 + 17, 3));
    assert_eq!(y.values()[..5], [6.0, 6.0, 6.0, 4.0, 2.0]);
}

/// By rows each is opened, but only entries that meet one of the vector are read.
#[test]
fn rows_are_merged_with_a_sparse_vector() {
    let mut y = Tensor::<Dense<Element<f64>>>::default();
    // Row `j` has index 0 if `j` is 1 or more, 15 if it is 16 or more, never 25.
    let hits = 19 + 4;
    let mut counts = Vec::new();
    macro_rules! counted {
        ($($kernel:ident)*) => { $(
            let (a, x) = (triangle(), list(30, &[0, 15, 25]));
            spmspv::$kernel(&mut y, &a, &x).unwrap();
            counts.push((rows(&a), reads(&a), reads(&x)));
            assert_eq!(y.values().iter().sum::<f64>(), 2.0 * hits as f64);
        )* };
    }
    counted!(walk_into gallop_into lead_matrix_into lead_vector_into);
    assert_eq!(counts[0], (20, hits, hits));
    assert_eq!(counts[1], (20, hits, hits));
    // Whoever leads is read at each of its entries, whoever is searched where it has one.
    assert_eq!(counts[2], (20, 190, hits));
    assert_eq!(counts[3], (20, hits, 20 * 3));
}

/// An entry of `a` opens a row of `b`, and reads what is there.
#[test]
fn gustavson_reads_rows_by_entries() {
    let a = Csr::from_triplets([3, 20], [([0, 2], 1.0), ([0, 5], 1.0), ([2, 5], 1.0)], Add).unwrap();
    let (b, mut c) = (triangle(), Csr::default());
    spgemm::gustavson_into(&mut c, &a, &b).unwrap();
    assert_eq!((rows(&b), reads(&b)), (3, 2 + 5 + 5));
    assert_eq!(c.count_stored(), 10);
}

/// What is scattered into rows is read once, and what is stored is what was touched.
#[test]
fn a_copy_reads_each_entry_once() {
    let (a, mut y) = (triangle(), Csr::default());
    y.copy_from(&a).unwrap();
    assert_eq!((rows(&a), reads(&a), y.count_stored()), (20, 190, 190));
    let mut twice = Csr::default();
    matrix::add_into(&mut twice, &a, &y).unwrap();
    assert_eq!((reads(&a), twice.count_stored()), (2 * 190, 190));
}

/// What does not depend on the inner loop is read once for each row.
#[test]
fn factors_of_rows_are_read_once_for_each() {
    let a = triangle();
    let x = Tensor::new(Dense::new(20, <Leaf>::new(Element::new(vec![1.0; 20])))).unwrap();
    let mut y = Tensor::<Dense<Element<f64>>>::default();
    spmv::spmv_transposed_into(&mut y, &a, &x).unwrap();
    assert_eq!((rows(&a), reads(&a), reads(&x)), (20, 190, 20));
}

/// Rows that are not stored are not opened.
#[test]
fn hypersparse_rows() {
    const EXTENT: usize = 1 << 60;
    type Hyper = SparseList<SparseList<Leaf, Vec<usize>, Vec<u64>>, Vec<usize>, Vec<u64>>;
    let entries = [([5, 1 << 50], 1.0), ([5, 1 << 51], 2.0), ([1 << 55, 0], 3.0)];
    let a = Tensor::<Hyper>::from_triplets([EXTENT, EXTENT], entries, Add).unwrap();
    let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
    indices!(j, i);
    program()
        .declare(&mut s)
        .declare(&mut t)
        .body(|(s, t)| {
            let upper = forall(j, forall(i, sieve(j.lt(i), s.at(()).add(a.at((j, i))))));
            block(upper, forall(j, forall(i, t.at(()).add(a.at((j, i)) * a.at((j, i))))))
        })
        .run()
        .unwrap();
    assert_eq!((s.get(), t.get()), (3.0, 14.0));
    assert_eq!(reads(&a), 2 + 2 * 3);
}

/// A workspace costs what is written to it, not its extent: clearing all of this one every time would take days.
#[test]
fn clearing_a_workspace_costs_what_was_written() {
    const ROWS: usize = 20_000;
    const EXTENT: usize = 1 << 22;
    let entries = (0..ROWS).map(|j| ([j, j * 200], 1_u8));
    let a = Tensor::<SparseList<SparseList<Element<u8>>>>::from_triplets([ROWS, EXTENT], entries, Overwrite).unwrap();
    let (mut y, mut w) = <(
        Tensor<SparseList<SparseList<Element<u8>>>>,
        Tensor<SparseByteMap<Element<u8>>>,
    )>::default();
    indices!(j, i);
    program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let double = forall(i, w.at((i,)).add(a.at((j, i)) + a.at((j, i))));
            forall(j, w.within(double, forall(i, y.at((j, i)).set(w.read((i,))))))
        })
        .run()
        .unwrap();
    assert_eq!(y.count_stored(), ROWS);
    assert_eq!(y.get([7, 1400]), Some(2));
}

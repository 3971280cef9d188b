//! Conditions: one that is known to be false costs nothing, one that stands outside of a loop is tested there.

use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::{Add, False};
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;

const N: usize = 100;

/// A hundred values.
fn dense() -> Tensor<Dense<Leaf>> {
    Tensor::new(Dense::new(N, <Leaf>::new(Element::new(vec![1.0; N])))).unwrap()
}

/// Every tenth index, of which the value is stored.
fn tenths<L: WriteLevel<T = f64, Rank = U1> + Default>() -> Tensor<L> {
    Tensor::from_triplets([N], (0..N).step_by(10).map(|i| ([i], i as f64 - 40.0)), Add).unwrap()
}

/// A literal `false`, an empty comparison, and both sides that cannot hold at once: nothing is read, not even to look.
#[test]
fn what_is_known_to_be_false_reads_nothing() {
    let (a, b) = (dense(), tenths::<SparseList<Leaf>>());
    let mut s = Scalar::new(0.0);
    run! {
        s .= 0;
        for i { if false { s[] += a[i] * b[i]; } }
        for i { if i < 0 { s[] += a[i]; } }
        for i { if i < 20 && i >= 30 { s[] += a[i] + b[i]; } }
        for j in 0..N, i { if i < j && j < i { s[] += a[i] + b[i]; } }
        for i { if false && b[i] > 0 { s[] += a[i]; } }
    }
    assert_eq!((s.get(), reads(&a), reads(&b)), (0.0, 0, 0));
}

/// Where the condition reads a fill, types know that it does not hold, and nothing is read there.
fn where_something_is_stored<L: WriteLevel<T = f64, Rank = U1> + Default + Reads>() {
    let (a, b) = (dense(), tenths::<L>());
    let mut s = Scalar::new(0.0);
    let before = reads(&b);
    run! {
        s .= 0;
        for i { if b[i] != 0 { s[] += a[i]; } }
    }
    // One of the ten is a zero that is stored: the condition does not hold there, and what stands under it is not read.
    assert_eq!((s.get(), reads(&a), reads(&b) - before), (9.0, 9, 10));
    // Of the two sides of `&&`, the one about indices is decided first: beyond it nothing is read.
    let before = (reads(&a), reads(&b));
    run! {
        s .= 0;
        for i { if i >= 50 && b[i] != 0 { s[] += a[i]; } }
    }
    assert_eq!((s.get(), reads(&a) - before.0, reads(&b) - before.1), (5.0, 5, 5));
}

#[test]
fn conditions_on_data_are_tested_where_it_is_stored() {
    where_something_is_stored::<SparseList<Leaf>>();
    where_something_is_stored::<SparseByteMap<Leaf>>();
    where_something_is_stored::<SparseCoo<U1, Leaf>>();
}

/// What stands outside of a loop is tested outside: where it does not hold nothing of a row is read.
#[test]
fn a_condition_outside_of_a_loop_is_tested_outside() {
    type Rows = Dense<SparseList<Leaf>>;
    let entries = (0..20).flat_map(|j| (0..10).map(move |i| ([j, 3 * i], 1.0)));
    let a = Tensor::<Rows>::from_triplets([20, 30], entries, Add).unwrap();
    let chosen = (0..20).map(|j| j % 5 == 2).collect();
    let c = Tensor::new(Dense::new(20, Leaf::<bool, False>::new(Element::new(chosen)))).unwrap();
    let mut s = Scalar::new(0.0);
    run! {
        s .= 0;
        for j {
            if c[j] {
                for i { s[] += a[j, i]; }
            }
        }
    }
    assert_eq!(s.get(), 40.0);
    assert_eq!((reads(&c), reads(&a)), (20, 40));
}

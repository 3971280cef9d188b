//! Fibers in memory of their own.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, maps, run, sums};
use finch_traits::level::Contents;
use typenum::U2;

type Rows = Tensor<Dense<Separate<List>>>;

fn row(extent: usize, entries: &[(u32, i64)]) -> List {
    let (idx, val) = entries.iter().copied().unzip();
    SparseList::new(extent, vec![0, entries.len()], idx, Element::new(val))
}

conformance! {
    Separate<List>, |level| [level.levels().iter().map(|level| level.idx().len()).collect::<Vec<_>>()];
    refuses {
        |count: usize, model: List, levels: &[List]| Dense::new(count, Separate::new(model, levels.to_vec()));
        2, row(3, &[]), &[good(), good()];
        2, good(), &[good()] => Invalid "a Separate level holds 1 fibers where 2 are needed";
        2, good(), &[good(), row(4, &[])] => Mismatch
            "fiber 1 of a Separate level has the extents [4], and should have [3]";
        1, row(4, &[]), &[good()] => Mismatch "fiber 0 of a Separate level has the extents [3], and should have [4]";
        2, good(), &[good(), row(3, &[(3, 1)])] => OutOfBounds "fiber 1 of a Separate level: index 3 of fiber 0";
        1, good(), &[row(3, &[(2, 1), (1, 1)])] => Invalid "ascending";
        1, good(), &[none()] => Invalid "fiber 0 of a Separate level: the pointers";
        usize::MAX, good(), &[good()] => Invalid "1 fibers where";
    }
    rejects { Dense::new(0, Separate::new(none(), vec![])) => Invalid "pointers"; }
}

fn good() -> List {
    row(3, &[(0, 1), (2, 5)])
}

fn none() -> List {
    SparseList::new(3, vec![], vec![], zeros(0))
}

#[test]
fn parts_may_be_borrowed_and_not_too_large() {
    let (ptr, idx, val) = ([0_usize, 1], [1_u32], [7_i64]);
    let view = || SparseList::new(2, &ptr[..], &idx[..], Element::<i64, Zero, _>::new(&val[..]));
    let a = Tensor::new(Dense::new(2, Separate::new(view(), vec![view(), view()]))).unwrap();
    assert_eq!(all(&a), [0, 7, 0, 7]);
    // Without fibers the extents are known.
    let none = Tensor::new(Dense::new(0, Separate::new(view(), vec![]))).unwrap();
    assert_eq!(none.shape().to_vec(), [0, 2]);
    let narrow = Tensor::<Dense<Separate<SparseList<Value, Vec<usize>, Vec<u8>>>>>::empty([2, 300]);
    refused(narrow, ErrorKind::TooLarge, &[]);
    refused(Rows::empty([usize::MAX >> 1, 3]), ErrorKind::TooLarge, &[]);
}

#[test]
fn each_fiber_has_arrays_of_its_own() {
    let values = [0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4, 5, 0];
    let a: Rows = csr(3, 5, &values).convert().unwrap();
    assert_eq!(arrays(a.level().child()), [[2, 0, 3]]);
    let levels = a.level().child().levels();
    assert_eq!((levels[0].ptr(), levels[0].idx()), (&vec![0, 2], &vec![1, 4]));
    assert_eq!((levels[0].child().val(), levels[1].ptr()), (&vec![1, 2], &vec![0, 0]));
    assert_eq!((levels[2].ptr(), levels[2].idx()), (&vec![0, 3], &vec![0, 2, 3]));
    holds(&a, &values, 5);
    assert_eq!(
        a.bytes(),
        3 * 2 * 8 + 5 * (4 + 8),
        "pointers for each, indices and values"
    );
    assert_eq!(a, csr(3, 5, &values));
    assert!(a.to_string().contains("SparseList"), "{a}");
    let levels = a.into_level().into_child().into_levels();
    let again = Tensor::new(Dense::new(2, Separate::new(row(5, &[]), levels))).unwrap();
    assert_eq!(all(&again), values[..10]);
}

/// `c[j, k] = a[k, j]` where `k` is outside: each column of `c` is spread over its rows.
fn scatter<L: Written<U2>>(c: &mut Tensor<L>, a: &Csr<i64>) -> finch_formats::Result<()> {
    let columns = a.shape()[0];
    finch! { c .= 0; for k, j, i in 0..columns { if i == k { c[j, i] = a[k, j]; } } }.run()
}

#[test]
fn columns_are_scattered_into_rows() {
    let (rows, columns) = (7, 12);
    let values = Dice(1).values(rows * columns, 3);
    let a = csr(columns, rows, &transposed(rows, columns, &values));
    let mut c = Rows::default();
    for _ in 0..2 {
        scatter(&mut c, &a).unwrap();
        holds(&c, &values, values.iter().filter(|&&value| value != 0).count());
    }
    // One after the other is all that lists in one array allow for.
    refused(scatter(&mut Csr::<i64>::default(), &a), ErrorKind::Order, &[]);
    let mut runs = Tensor::<Dense<Separate<SparseRunList<Value>>>>::default();
    scatter(&mut runs, &a).unwrap();
    let mut blocks = Tensor::<Dense<Separate<SparseBlockList<Value>>>>::default();
    scatter(&mut blocks, &a).unwrap();
    assert_eq!((all(&runs), all(&blocks)), (values.clone(), values));
    // Within a fiber the order is that of the list.
    let twice = finch! { c .= 0; for k, j, i { c[j, i] += a[k, j] * a[k, i]; } };
    refused(twice.run(), ErrorKind::Order, &[]);
    c.validate().unwrap();
}

#[test]
fn two_fibers_are_written_by_turns() {
    let (first, second) = (Dice(2).values(40, 3), Dice(3).values(40, 3));
    let (x, y, mut c) = (list(&first), list(&second), Rows::empty([2, 40]).unwrap());
    // Row `j` and row `k` are open at the same time.
    run! { mut c; for j in 0..1, k in 1..2, i { c[j, i] = x[i]; c[k, i] = y[i]; } }
    assert_eq!(all(&c), [first, second].concat());
    // The same row twice is refused.
    let twice = finch! { c .= 0; for j in 0..2, i { c[j, i] = x[i]; c[j, i] = y[i]; } };
    refused(twice.run(), ErrorKind::Order, &[]);
    c.validate().unwrap();
}

#[test]
fn holds_any_level() {
    macro_rules! holds {
        ($($nest:ty),* $(,)?) => {
            let shapes = [([6, 9], 2), ([9, 6], 7), ([1, 1], 1), ([0, 3], 1), ([3, 0], 1), ([0, 0], 1), ([5, 5], 100)];
            for (shape, sides) in shapes {
                $( copies::<$nest, SparseCoo<U2, Value>>(shape, &Dice(4).values(shape[0] * shape[1], sides)); )*
            }
        };
    }
    holds! {
        Dense<Separate<List>>, Separate<Dense<Separate<Dense<Separate<Value>>>>>,
        SparseByteMap<Separate<SparseByteMap<Value>>>, SparseDict<Separate<List>>, Dense<Separate<RunList<Value>>>,
        Dense<Separate<Hybrid<Value>>>, Dense<SparseList<Separate<Value>>>, Separate<SparseCoo<U2, Value>>
    }
    let mut pattern = Tensor::<Dense<Separate<SparseList<Pattern>>>>::default();
    let edges = CsrPattern::from_triplets([4, 4], [([0, 3], true), ([2, 1], true)], Or).unwrap();
    pattern.copy_from(&edges).unwrap();
    assert_eq!(pattern, edges);
}

#[test]
fn is_read_by_every_protocol() {
    let (x, y) = (Dice(5).values(8 * 30, 3), Dice(6).values(8 * 30, 2));
    let a: Rows = csr(8, 30, &x).convert().unwrap();
    let b: Tensor<SparseList<Separate<List>>> = csr(8, 30, &y).convert().unwrap();
    maps! { for j, i; x, y; |x, y| x + y => (a[j, i] + b[j, i]); }
    sums! { for j, i;
        dot(&x, &y) => (a[j, i] * b[j, i]);
        dot(&x, &y) => (a[j, gallop(i)] * b[j, gallop(i)]);
        dot(&x, &y) => (a[j, follow(i)] * b[j, i]);
        dot(&x, &y) => (a[j, i] * b[follow(j), follow(i)]);
    }
}

#[test]
fn declares_again_without_allocating() {
    let mut values = Dice(7).values(6 * 20, 2);
    let mut c: Rows = copied(&csr(6, 20, &values));
    let places = |c: &Rows| -> Vec<_> {
        let of = |level: &List| (level.ptr().as_ptr(), level.idx().as_ptr(), level.child().val().as_ptr());
        c.level().child().levels().iter().map(of).collect()
    };
    let before = places(&c);
    for _ in 0..3 {
        (values[3], values[47]) = (0, 0);
        U2::set(&mut c, &csr(6, 20, &values)).unwrap();
        assert_eq!((places(&c), all(&c)), (before.clone(), values.clone()));
    }
    // Fewer rows, other columns, and as many rows as before.
    for (rows, columns) in [(2, 20), (6, 20), (6, 5), (9, 20), (0, 20), (6, 20)] {
        let values = Dice(8).values(rows * columns, 2);
        U2::set(&mut c, &csr(rows, columns, &values)).unwrap();
        assert_eq!((c.shape().to_vec(), all(&c)), (vec![rows, columns], values));
    }
}

#[test]
fn is_updated_where_its_levels_can_be() {
    let mut c: Rows = csr(3, 4, &[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]).convert().unwrap();
    // Behind what each row holds: lists in one array allow for the last row only.
    U2::add(&mut c, &csr(3, 4, &[0, 0, 5, 0, 0, 0, 0, 6, 7, 0, 0, 0])).unwrap();
    assert_eq!(all(&c), [1, 0, 5, 0, 0, 2, 0, 6, 7, 0, 0, 0]);
    // What cannot be opened again says so, and stays as it is.
    let values = [1, 1, 0, 0, 2, 2];
    let mut coo: Tensor<Separate<SparseCoo<U2, Value>>> = csr(2, 3, &values).convert().unwrap();
    let x = csr(2, 3, &[0, 0, 0, 0, 0, 9]);
    let error = finch! { mut coo; for j, i { coo[j, i] = x[j, i]; } }.run().unwrap_err();
    assert!(error.to_string().contains("SparseCoo"), "{error}");
    assert_eq!(all(&coo), values);
}

#[test]
fn is_a_workspace() {
    let (y, x) = (Dice(9).values(5 * 6, 2), Dice(10).values(6 * 7, 2));
    let (b, a) = (csr(5, 6, &y), csr(6, 7, &x));
    let (mut w, mut c) = (Tensor::<Separate<SparseByteMap<Value>>>::default(), Rows::default());
    for _ in 0..2 {
        multiply_by_rows(&mut c, &mut w, (&b, &a));
        assert_eq!(all(&c), product(&y, &x, 5, 6, 7));
    }
}

#[test]
fn a_panic_leaves_it_empty() {
    survives_panics::<Dense<Separate<List>>, _>(&plane(5, M5.as_flattened()), 3, false);
    let level: &Dense<Separate<List>> = &Dense::new(1, Separate::new(good(), vec![good()]));
    assert_eq!(level.count_stored(1), 2);
}

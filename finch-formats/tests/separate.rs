//! Fibers in memory of their own: any order of fibers, lifecycles, and what is refused.

use finch_formats::prelude::*;
use finch_traits::ErrorKind;
use finch_traits::algebra::Binary;
use finch_traits::expr::overload::map2;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Value = Element<i64>;
type List = SparseList<Value>;
type Rows = Tensor<Dense<Separate<List>>>;

fn dice(count: usize, sides: u64, seed: u64) -> Vec<i64> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            if (state >> 33).is_multiple_of(sides) {
                (state >> 40) as i64 % 9 + 1
            } else {
                0
            }
        })
        .collect()
}

fn csr(rows: usize, columns: usize, values: &[i64]) -> Csr<i64> {
    Csr::from_dense([rows, columns], values).unwrap()
}

fn transposed(rows: usize, columns: usize, values: &[i64]) -> Vec<i64> {
    (0..rows * columns)
        .map(|place| values[place % rows * columns + place / rows])
        .collect()
}

fn row(extent: usize, entries: &[(u32, i64)]) -> List {
    let (idx, val) = entries.iter().copied().unzip();
    SparseList::new(extent, vec![0, entries.len()], idx, Element::new(val))
}

#[test]
fn each_fiber_has_arrays_of_its_own() {
    let values = [0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4, 5, 0];
    let a: Rows = csr(3, 5, &values).convert().unwrap();
    a.validate().unwrap();
    let levels = a.level().child().levels();
    assert_eq!(levels.len(), 3);
    assert_eq!(
        (levels[0].ptr(), levels[0].idx(), levels[0].child().val()),
        (&vec![0, 2], &vec![1, 4], &vec![1, 2])
    );
    assert_eq!((levels[1].ptr(), levels[1].idx()), (&vec![0, 0], &vec![]));
    assert_eq!((levels[2].ptr(), levels[2].idx()), (&vec![0, 3], &vec![0, 2, 3]));
    assert_eq!((a.count_stored(), a.to_dense().unwrap()), (5, values.to_vec()));
    assert_eq!(
        a.bytes(),
        3 * 2 * 8 + 5 * (4 + 8),
        "pointers for each, indices and values"
    );
    assert_eq!(a.shape().to_vec(), [3, 5]);
    assert_eq!(a, csr(3, 5, &values));
    assert!(a.to_string().contains("SparseList"), "{a}");
    let levels = a.into_level().into_child().into_levels();
    let again = Tensor::new(Dense::new(2, Separate::new(row(5, &[]), levels))).unwrap();
    assert_eq!(again.to_dense().unwrap(), values[..10]);
}

/// `c[j, k] = a[k, j]` where `k` is outside: each column of `c` is spread over its rows.
fn scatter<L: WriteLevel<T = i64, Rank = typenum::U2, Fill = Zero>>(
    c: &mut Tensor<L>,
    a: &Csr<i64>,
) -> finch_formats::Result<()> {
    indices!(k, j, i);
    let columns = a.shape()[0];
    program()
        .declare(c)
        .body(|(c,)| {
            let entry = when(i.eq(k), c.at((j, i)).set(a.at((k, j))));
            forall(k, forall(j, forall_in(i, 0..columns, entry)))
        })
        .run()
}

#[test]
fn columns_are_scattered_into_rows() {
    let (rows, columns) = (7, 12);
    let values = dice(rows * columns, 3, 1);
    let a = csr(columns, rows, &transposed(rows, columns, &values));
    let mut c = Rows::default();
    for _ in 0..2 {
        scatter(&mut c, &a).unwrap();
        c.validate().unwrap();
        assert_eq!(c.to_dense().unwrap(), values);
        assert_eq!(c.count_stored(), values.iter().filter(|&&value| value != 0).count());
    }
    // One after the other is all that lists in one array allow for.
    let mut together = Csr::<i64>::default();
    assert_eq!(scatter(&mut together, &a).unwrap_err().kind(), ErrorKind::Order);
    let mut runs = Tensor::<Dense<Separate<SparseRunList<Value>>>>::default();
    scatter(&mut runs, &a).unwrap();
    assert_eq!(runs.to_dense().unwrap(), values);
    let mut blocks = Tensor::<Dense<Separate<SparseBlockList<Value>>>>::default();
    scatter(&mut blocks, &a).unwrap();
    assert_eq!(blocks.to_dense().unwrap(), values);
    // Within a fiber the order is that of the list.
    indices!(k, j, i);
    let twice = program()
        .declare(&mut c)
        .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(a.at((k, j)) * a.at((k, i)))))));
    assert_eq!(twice.run().unwrap_err().kind(), ErrorKind::Order);
    c.validate().unwrap();
}

#[test]
fn two_fibers_are_written_by_turns() {
    indices!(j, k, i);
    let (first, second) = (dice(40, 3, 2), dice(40, 3, 3));
    let (x, y) = (
        SparseVector::from_dense([40], &first),
        SparseVector::from_dense([40], &second),
    );
    let (x, y) = (x.unwrap(), y.unwrap());
    // Row `j` and row `k` are open at the same time.
    let mut c = Rows::empty([2, 40]).unwrap();
    program()
        .update(&mut c)
        .body(|(c,)| {
            let both = then(c.at((j, i)).set(x.at((i,))), c.at((k, i)).set(y.at((i,))));
            forall_in(j, 0..1, forall_in(k, 1..2, forall(i, both)))
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.to_dense().unwrap(), [first, second].concat());
    // The same row twice is refused.
    let twice = program().declare(&mut c).body(|(c,)| {
        let both = then(c.at((j, i)).set(x.at((i,))), c.at((j, i)).set(y.at((i,))));
        forall_in(j, 0..2, forall(i, both))
    });
    assert_eq!(twice.run().unwrap_err().kind(), ErrorKind::Order);
    c.validate().unwrap();
}

#[test]
fn holds_any_level() {
    fn copied<L: WriteLevel<T = i64, Rank = typenum::U2> + Default>(values: &[i64], rows: usize, columns: usize) {
        let a = csr(rows, columns, values);
        let mut w: Tensor<L> = a.convert().unwrap();
        w.validate().unwrap();
        assert_eq!(w.to_dense().unwrap(), values);
        let back: Csr<i64> = w.drop_fills().unwrap();
        assert_eq!(back, a);
        w.copy_from(&a).unwrap();
        let coo: Coo<i64> = w.convert().unwrap();
        assert_eq!(coo, a);
    }
    for (rows, columns, sides) in [
        (6, 9, 2),
        (9, 6, 7),
        (1, 1, 1),
        (0, 3, 1),
        (3, 0, 1),
        (0, 0, 1),
        (5, 5, 100),
    ] {
        let values = dice(rows * columns, sides, 4);
        copied::<Dense<Separate<List>>>(&values, rows, columns);
        copied::<Separate<Dense<List>>>(&values, rows, columns);
        copied::<Separate<Dense<Separate<Dense<Separate<Value>>>>>>(&values, rows, columns);
        copied::<SparseList<Separate<List>>>(&values, rows, columns);
        copied::<SparseByteMap<Separate<SparseByteMap<Value>>>>(&values, rows, columns);
        copied::<SparseDict<Separate<SparseDict<Value>>>>(&values, rows, columns);
        copied::<SparseDict<Separate<List>>>(&values, rows, columns);
        copied::<Dense<Separate<RunList<Value>>>>(&values, rows, columns);
        copied::<Dense<Separate<SparseRunList<Value>>>>(&values, rows, columns);
        copied::<Dense<Separate<Hybrid<Value>>>>(&values, rows, columns);
        copied::<Dense<Separate<SparseBand<Value>>>>(&values, rows, columns);
        copied::<Dense<SparseList<Separate<Value>>>>(&values, rows, columns);
        copied::<Dense<Separate<Counted<List>>>>(&values, rows, columns);
        copied::<Separate<SparseCoo<typenum::U2, Value>>>(&values, rows, columns);
    }
    let mut pattern = Tensor::<Dense<Separate<SparseList<Pattern>>>>::default();
    let edges = CsrPattern::from_triplets([4, 4], [([0, 3], true), ([2, 1], true)], Or).unwrap();
    pattern.copy_from(&edges).unwrap();
    assert_eq!(pattern, edges);
}

#[test]
fn is_read_by_every_protocol() {
    indices!(j, i);
    let (values, others) = (dice(8 * 30, 3, 5), dice(8 * 30, 2, 6));
    let a: Rows = csr(8, 30, &values).convert().unwrap();
    let b: Tensor<SparseList<Separate<List>>> = csr(8, 30, &others).convert().unwrap();
    let sum: Vec<i64> = values.iter().zip(&others).map(|(a, b)| a + b).collect();
    let dot: i64 = values.iter().zip(&others).map(|(a, b)| a * b).sum();
    let (mut y, mut s) = (Matrix::<i64>::default(), Scalar::new(0));
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) + b.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(y.values(), sum);
    macro_rules! dots {
        ($($a:expr, $b:expr);*) => { $(
            program()
                .declare(&mut s)
                .body(|(s,)| forall(j, forall(i, s.at(()).add(a.at($a) * b.at($b)))))
                .run()
                .unwrap();
            assert_eq!(s.get(), dot);
        )* };
    }
    dots!((j, i), (j, i); (j, gallop(i)), (j, gallop(i)); (j, follow(i)), (j, i); (j, i), (follow(j), follow(i)));
}

#[test]
fn declares_again_without_allocating() {
    let mut c = Rows::default();
    let mut values = dice(6 * 20, 2, 7);
    c.copy_from(&csr(6, 20, &values)).unwrap();
    let places = |c: &Rows| -> Vec<_> {
        let levels = c.level().child().levels().iter();
        levels
            .map(|level| (level.ptr().as_ptr(), level.idx().as_ptr(), level.child().val().as_ptr()))
            .collect()
    };
    let before = places(&c);
    indices!(j, i);
    for _ in 0..3 {
        values[3] = 0;
        values[47] = 0;
        let a = csr(6, 20, &values);
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(places(&c), before);
        assert_eq!(c.to_dense().unwrap(), values);
    }
    // Fewer rows, other columns, and as many rows as before.
    for (rows, columns) in [(2, 20), (6, 20), (6, 5), (9, 20), (0, 20), (6, 20)] {
        let values = dice(rows * columns, 2, 8);
        let a = csr(rows, columns, &values);
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i))))))
            .run()
            .unwrap();
        c.validate().unwrap();
        assert_eq!(
            (c.shape().to_vec(), c.to_dense().unwrap()),
            (vec![rows, columns], values)
        );
    }
}

#[test]
fn is_updated_where_its_levels_can_be() {
    indices!(j, i);
    let mut c: Rows = csr(3, 4, &[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]).convert().unwrap();
    // Behind what each row holds: lists in one array allow for the last row only.
    let more = csr(3, 4, &[0, 0, 5, 0, 0, 0, 0, 6, 7, 0, 0, 0]);
    program()
        .update(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.to_dense().unwrap(), [1, 0, 5, 0, 0, 2, 0, 6, 7, 0, 0, 0]);
    // What cannot be opened again says so, and stays as it is.
    let values = [1, 1, 0, 0, 2, 2];
    let mut coo: Tensor<Separate<SparseCoo<typenum::U2, Value>>> = csr(2, 3, &values).convert().unwrap();
    let x = csr(2, 3, &[0, 0, 0, 0, 0, 9]);
    let update = program()
        .update(&mut coo)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(x.at((j, i))))));
    let error = update.run().unwrap_err();
    assert!(error.to_string().contains("SparseCoo"), "{error}");
    coo.validate().unwrap();
    assert_eq!(coo.to_dense().unwrap(), values);
}

#[test]
fn is_a_workspace() {
    indices!(j, k, i);
    let (b, a) = (dice(5 * 6, 2, 9), dice(6 * 7, 2, 10));
    let (tb, ta) = (csr(5, 6, &b), csr(6, 7, &a));
    let (mut w, mut c) = (Tensor::<Separate<SparseByteMap<Value>>>::default(), Rows::default());
    for _ in 0..2 {
        program()
            .declare(&mut c)
            .workspace(&mut w)
            .body(|(c, w)| {
                let gather = forall(k, forall(i, w.at((i,)).add(tb.at((j, k)) * ta.at((k, i)))));
                forall(j, w.within(gather, forall(i, c.at((j, i)).set(w.read((i,))))))
            })
            .run()
            .unwrap();
        let mut expected = vec![0; 35];
        for j in 0..5 {
            for k in 0..6 {
                for i in 0..7 {
                    expected[j * 7 + i] += b[j * 6 + k] * a[k * 7 + i]
                }
            }
        }
        assert_eq!(c.to_dense().unwrap(), expected);
    }
}

#[test]
fn refuses_malformed_levels() {
    let refused = |count, model: List, levels: Vec<List>, kind, words: &str| {
        let error = Tensor::new(Dense::new(count, Separate::new(model, levels)))
            .err()
            .unwrap();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error}")
    };
    use ErrorKind::{Invalid, Mismatch, OutOfBounds};
    let good = || row(3, &[(0, 1), (2, 5)]);
    Tensor::new(Dense::new(2, Separate::new(row(3, &[]), vec![good(), good()]))).unwrap();
    refused(
        2,
        good(),
        vec![good()],
        Invalid,
        "a Separate level holds 1 fibers where 2 are needed",
    );
    refused(
        2,
        good(),
        vec![good(), row(4, &[])],
        Mismatch,
        "fiber 1 of a Separate level has the extents [4], and should have [3]",
    );
    refused(
        1,
        row(4, &[]),
        vec![good()],
        Mismatch,
        "fiber 0 of a Separate level has the extents [3], and should have [4]",
    );
    refused(
        2,
        good(),
        vec![good(), row(3, &[(3, 1)])],
        OutOfBounds,
        "fiber 1 of a Separate level: index 3 of fiber 0",
    );
    refused(1, good(), vec![row(3, &[(2, 1), (1, 1)])], Invalid, "ascending");
    let none = SparseList::new(3, vec![], vec![], Element::new(vec![]));
    refused(
        1,
        good(),
        vec![none.clone()],
        Invalid,
        "fiber 0 of a Separate level: the pointers",
    );
    refused(0, none, vec![], Invalid, "pointers");
    refused(usize::MAX, good(), vec![good()], Invalid, "1 fibers where");
    // Borrowed arrays.
    let (ptr, idx, val) = ([0_usize, 1], [1_u32], [7_i64]);
    let view = || SparseList::new(2, &ptr[..], &idx[..], Element::<i64, Zero, _>::new(&val[..]));
    let a = Tensor::new(Dense::new(2, Separate::new(view(), vec![view(), view()]))).unwrap();
    assert_eq!(a.to_dense().unwrap(), [0, 7, 0, 7]);
    // Without fibers the extents are known.
    let none = Tensor::new(Dense::new(0, Separate::new(view(), vec![]))).unwrap();
    assert_eq!(none.shape().to_vec(), [0, 2]);
    let narrow = Tensor::<Dense<Separate<SparseList<Value, Vec<usize>, Vec<u8>>>>>::empty([2, 300]);
    assert_eq!(narrow.unwrap_err().kind(), ErrorKind::TooLarge);
    let huge = Rows::empty([usize::MAX >> 1, 3]);
    assert_eq!(huge.unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(j, i);
    let divide = Binary(|a: i64, b: i64| if b == 0 { panic!("by zero") } else { a / b });
    let (nine, x) = (
        Vector::from(vec![9_i64; 9]),
        Vector::from(vec![3_i64, 2, 1, 5, 1, 2, 0, 4, 5]),
    );
    let mut c: Rows = csr(9, 9, &[1; 81]).convert().unwrap();
    let run = || {
        let value = map2(divide, nine.at((i,)), x.at((j,)));
        program()
            .declare(&mut c)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(value))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    c.validate().unwrap();
    assert_eq!(c.to_dense().unwrap(), [0; 81]);
    let values = dice(81, 2, 11);
    c.copy_from(&csr(9, 9, &values)).unwrap();
    assert_eq!(c.to_dense().unwrap(), values);
    let level: &Dense<Separate<List>> = c.level();
    assert_eq!(level.count_stored(1), c.count_stored());
}

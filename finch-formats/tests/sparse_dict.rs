//! Dictionaries: what their arrays hold, what is refused, and every order of writing.

use finch_formats::prelude::*;
use finch_formats::width::Width;
use finch_traits::ErrorKind;
use finch_traits::algebra::Binary;
use finch_traits::expr::overload::map2;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Value = Element<i64>;
type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
/// The transpose of the reference's matrix, whose columns are outermost.
const M5: [[i64; 5]; 5] = [
    [0, 0, 1, 0, 0],
    [1, 0, 1, 0, 0],
    [2, 0, 2, 0, 0],
    [2, 0, 0, 3, 0],
    [3, 0, 0, 0, 0],
];

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    /// One of `sides` values is not zero.
    fn values(&mut self, count: usize, sides: usize) -> Vec<i64> {
        (0..count)
            .map(|_| {
                if self.below(sides) == 0 {
                    self.below(9) as i64 + 1
                } else {
                    0
                }
            })
            .collect()
    }
}

fn list(values: &[i64]) -> SparseVector<i64> {
    SparseVector::from_dense([values.len()], values).unwrap()
}

fn csr(rows: usize, columns: usize, values: &[i64]) -> Csr<i64> {
    Csr::from_dense([rows, columns], values).unwrap()
}

fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

/// All values of a valid tensor, found without a program, and listed in order.
fn all<L: Level<T = i64>>(tensor: &Tensor<L>) -> Vec<i64> {
    tensor.validate().unwrap();
    let mut shape = Vec::new();
    tensor.level().shape(&mut shape);
    let mut found = vec![0; shape.iter().product()];
    let index_of = |place: usize| {
        let mut rest = place;
        let mut index: Vec<usize> = shape
            .iter()
            .rev()
            .map(|extent| (rest % extent, rest /= extent).0)
            .collect();
        index.reverse();
        index
    };
    for (place, value) in found.iter_mut().enumerate() {
        *value = tensor.level().get(0, &index_of(place))
    }
    let (mut listed, mut last) = (vec![0; found.len()], None);
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        let place = index
            .iter()
            .zip(&shape)
            .fold(0, |place, (index, extent)| place * extent + index);
        assert!(last < Some(place), "entries ascend");
        last = Some(place);
        listed[place] = value
    });
    assert_eq!(found, listed);
    found
}

fn fill_from<W: WriteLevel<T = i64, Rank = typenum::U1>>(w: &mut Tensor<W>, a: &SparseVector<i64>) {
    indices!(i);
    program()
        .declare(&mut *w)
        .body(|(w,)| forall(i, w.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap()
}

#[test]
fn stores_what_is_assigned() {
    let mut w = empty::<Dict>();
    fill_from(&mut w, &list(&V9));
    let level = w.level();
    assert_eq!(level.ptr(), &[0, 5]);
    assert_eq!(level.idx(), &[1, 2, 3, 4, 7]);
    assert_eq!(level.slot(), &[0, 1, 2, 3, 4]);
    assert_eq!(level.child().val(), &[1, 1, 2, 2, 3]);
    assert_eq!(w.count_stored(), 5);
    assert_eq!(all(&w), V9);

    fill_from(&mut w, &list(&[0; 4]));
    assert_eq!(w.level().ptr(), &[0, 0]);
    assert!(w.level().idx().is_empty() && w.level().slot().is_empty());
    assert_eq!(all(&w), [0; 4]);

    let m = csr(5, 5, M5.as_flattened());
    let w: Tensor<Dicts> = m.convert().unwrap();
    assert_eq!(w.level().child().ptr(), &[0, 1, 3, 5, 7, 8]);
    assert_eq!(w.level().child().idx(), &[2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(w.count_stored(), 8);
    let w: DictMatrix<i64> = m.convert().unwrap();
    assert_eq!(w.level().idx(), &[0, 1, 2, 3, 4]);
    assert_eq!(w.level().child().ptr(), &[0, 1, 3, 5, 7, 8]);
    assert_eq!(all(&w), M5.as_flattened());
}

#[test]
fn slots_are_given_in_the_order_of_writing() {
    indices!(k, i);
    // The entries of the transpose are visited by rows, so those of a column come one by one.
    let m = csr(5, 5, M5.as_flattened());
    let mut columns = empty::<Dict>();
    program()
        .declare(&mut columns)
        .body(|(columns,)| forall(k, forall(i, columns.at((i,)).add(m.at((k, i))))))
        .run()
        .unwrap();
    assert_eq!(columns.level().idx(), &[0, 2, 3]);
    assert_eq!(columns.level().slot(), &[1, 0, 2]);
    assert_eq!(columns.level().child().val(), &[4, 8, 3]);
    assert_eq!(all(&columns), [8, 0, 4, 3, 0]);
}

#[test]
fn extents_may_be_small() {
    for rows in [0, 1, 2] {
        for columns in [0, 1, 2] {
            let values = vec![7; rows * columns];
            let a = csr(rows, columns, &values);
            let flat: Tensor<Dicts> = a.convert().unwrap();
            let both: Tensor<DictDict> = a.convert().unwrap();
            let deep: Tensor<SparseDict<Dense<Value>>> = a.convert().unwrap();
            assert_eq!(
                (all(&flat), all(&both), all(&deep)),
                (values.clone(), values.clone(), values)
            );
            let back: Csr<i64> = both.convert().unwrap();
            assert_eq!(back, a);
        }
    }
}

fn product(b: &[i64], a: &[i64], rows: usize, inner: usize, columns: usize) -> Vec<i64> {
    let mut c = vec![0; rows * columns];
    for row in 0..rows {
        for k in 0..inner {
            for column in 0..columns {
                c[row * columns + column] += b[row * inner + k] * a[k * columns + column]
            }
        }
    }
    c
}

/// Rows, inner extent, columns, and how rare entries are.
const SIZES: [(usize, usize, usize, usize); 7] = [
    (5, 7, 6, 2),
    (20, 30, 200, 9),
    (9, 9, 400, 3),
    (40, 40, 40, 4),
    (3, 1, 1, 1),
    (4, 0, 5, 2),
    (0, 3, 4, 1),
];

#[test]
fn multiplies_matrices_as_a_workspace() {
    indices!(j, k, i);
    let mut dice = Dice(1);
    let (mut w, mut c) = (empty::<Dict>(), Csr::<i64>::default());
    for (rows, inner, columns, sides) in SIZES {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let (tb, ta) = (csr(rows, inner, &b), csr(inner, columns, &a));
        program()
            .declare(&mut c)
            .workspace(&mut w)
            .body(|(c, w)| {
                forall(
                    j,
                    w.within(
                        forall(k, forall(i, w.at((i,)).add(tb.at((j, k)) * ta.at((k, i))))),
                        forall(i, c.at((j, i)).set(w.read((i,)))),
                    ),
                )
            })
            .run()
            .unwrap();
        assert_eq!(all(&c), product(&b, &a, rows, inner, columns));
        w.validate().unwrap();
    }
}

#[test]
fn multiplies_matrices_by_outer_products() {
    indices!(k, j, i);
    let mut dice = Dice(2);
    let (mut dicts, mut flat, mut c) = (empty::<DictDict>(), empty::<Dicts>(), Csr::<i64>::default());
    let mut of_dense = empty::<SparseDict<Dense<Value>>>();
    let mut of_maps = empty::<SparseDict<SparseByteMap<Value>>>();
    for (rows, inner, columns, sides) in SIZES {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let transposed: Vec<i64> = (0..inner * rows)
            .map(|place| b[place % rows * inner + place / rows])
            .collect();
        let (tb, ta) = (csr(inner, rows, &transposed), csr(inner, columns, &a));
        let expected = product(&b, &a, rows, inner, columns);
        macro_rules! outer {
            ($($c:ident),*) => { $(
                program()
                    .declare(&mut $c)
                    .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(tb.at((k, j)) * ta.at((k, i)))))))
                    .run()
                    .unwrap();
                assert_eq!(all(&$c), expected);
            )* };
        }
        outer!(dicts, flat, of_dense, of_maps);
        // The same into a workspace, which is then copied in order.
        program()
            .declare(&mut c)
            .workspace(&mut dicts)
            .body(|(c, w)| {
                w.within(
                    forall(k, forall(j, forall(i, w.at((j, i)).add(tb.at((k, j)) * ta.at((k, i)))))),
                    forall(j, forall(i, c.at((j, i)).set(w.read((j, i))))),
                )
            })
            .run()
            .unwrap();
        assert_eq!(all(&c), expected);
    }
}

#[test]
fn declares_again_without_allocating() {
    let mut w = empty::<Dict>();
    let mut values = V9;
    let places = |w: &Tensor<Dict>| {
        let level = w.level();
        (
            level.ptr().as_ptr(),
            level.idx().as_ptr(),
            level.slot().as_ptr(),
            level.child().val().as_ptr(),
        )
    };
    fill_from(&mut w, &list(&values));
    let before = places(&w);
    for _ in 0..9 {
        values.rotate_left(1);
        fill_from(&mut w, &list(&values));
        assert_eq!(places(&w), before);
        assert_eq!(all(&w), values);
    }
    fill_from(&mut w, &list(&[1, 2]));
    assert_eq!(places(&w), before);
    assert_eq!(all(&w), [1, 2]);
}

#[test]
fn a_small_fiber_after_a_large_one_leaves_nothing_behind() {
    let (mut w, mut dice) = (empty::<Dict>(), Dice(9));
    for (extent, sides) in [
        (5000, 1),
        (5000, 1000),
        (5000, 500),
        (3, 1),
        (5000, 5000),
        (5000, 2),
        (64, 8),
    ] {
        let values = dice.values(extent, sides);
        fill_from(&mut w, &list(&values));
        assert_eq!(all(&w), values)
    }
    // The same below a parent that clears its fibers one by one.
    let mut w = empty::<SparseByteMap<Dict>>();
    for (rows, columns, sides) in [(50, 60, 1), (50, 60, 90), (50, 60, 3), (3, 3, 1)] {
        let values = dice.values(rows * columns, sides);
        w = {
            w.copy_from(&csr(rows, columns, &values)).unwrap();
            w
        };
        assert_eq!(all(&w), values)
    }
}

#[test]
fn is_updated_in_place() {
    indices!(k, j, i);
    let mut w = empty::<Dict>();
    fill_from(&mut w, &list(&V9));
    let mut expected = V9;
    for more in [[5, 0, 0, 1, 0, 0, 9, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 4], [1; 9], [0; 9]] {
        let x = list(&more);
        program()
            .update(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).add(x.at((i,)))))
            .run()
            .unwrap();
        for (sum, more) in expected.iter_mut().zip(more) {
            *sum += more
        }
        assert_eq!(all(&w), expected);
    }
    // Fibers of a matrix, in an order that is not theirs.
    let mut dice = Dice(3);
    let mut sum = dice.values(12 * 15, 5);
    let mut w: Tensor<DictDict> = csr(12, 15, &sum).convert().unwrap();
    let more = dice.values(12, 2);
    let x = list(&more);
    program()
        .update(&mut w)
        .body(|(w,)| {
            forall(
                k,
                forall(j, forall_in(i, 3..9, w.at((j, i)).add(x.at((j,)) * x.at((k,))))),
            )
        })
        .run()
        .unwrap();
    let total: i64 = more.iter().sum();
    for (place, sum) in sum.iter_mut().enumerate() {
        if (3..9).contains(&(place % 15)) {
            *sum += more[place / 15] * total
        }
    }
    assert_eq!(all(&w), sum);
}

#[test]
fn is_updated_when_made_of_arrays() {
    indices!(j, i);
    // Slots 1 and 4 are free and hold garbage.
    let parts = || {
        let dict = SparseDict::new(
            3,
            vec![0, 1, 2, 4],
            vec![1_u32, 0, 0, 2],
            vec![3_u32, 2, 0, 5, 4, 1],
            Element::<i64>::new(vec![3, 99, 2, 1, 99, 4, 99]),
        );
        Tensor::new(Dense::new(3, dict)).unwrap()
    };
    let mut w = parts();
    assert_eq!(all(&w), [0, 1, 0, 2, 0, 0, 3, 0, 4]);
    assert_eq!(w.count_stored(), 4);
    let more = csr(3, 3, &[1, 1, 1, 0, 0, 1, 0, 0, 7]);
    program()
        .update(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(all(&w), [1, 2, 1, 2, 0, 1, 3, 0, 11]);
    let mut w = parts();
    program()
        .declare(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(all(&w), all(&more));
    // Of more fibers than are needed.
    let dict = SparseDict::new(
        3,
        vec![0, 1, 3],
        vec![1_u32, 0, 2],
        vec![2_u32, 1, 0],
        Element::<i64>::new(vec![5, 6, 7]),
    );
    let mut w = Tensor::new(dict).unwrap();
    assert_eq!(all(&w), [0, 7, 0]);
    assert_eq!(w.count_stored(), 1);
    let x = list(&[0, 1, 1]);
    program()
        .update(&mut w)
        .body(|(w,)| forall(i, w.at((i,)).add(x.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&w), [0, 8, 1]);
    // A parent that clears what it does not list.
    let dict = SparseDict::new(
        2,
        vec![0, 1, 3, 4],
        vec![1_u32, 0, 1, 0],
        vec![3_u32, 1, 0, 2],
        Element::<i64>::new(vec![1, 2, 3, 4]),
    );
    let map = SparseByteMap::new(3, vec![0, 2], vec![0_u32, 1], vec![true, true, false], dict);
    let mut w = Tensor::new(map).unwrap();
    assert_eq!(all(&w), [0, 4, 2, 1, 0, 0]);
    let more = csr(3, 2, &[0, 0, 0, 1, 0, 1]);
    program()
        .update(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(all(&w), [0, 4, 2, 2, 0, 1]);
}

#[test]
fn is_read_by_every_protocol() {
    indices!(i);
    let mut dice = Dice(3);
    for (sides, other) in [(2, 2), (1, 5), (20, 1), (50, 3), (1, 1)] {
        let (a, b) = (dice.values(300, sides), dice.values(300, other));
        let mut w = empty::<Dict>();
        fill_from(&mut w, &list(&b));
        let (x, d) = (list(&a), Vector::from(a.clone()));
        let expected: i64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        let mut s = Scalar::new(0);
        macro_rules! sums {
            ($($factor:expr => $index:expr),*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add($factor * w.at(($index,))))).run().unwrap();
                assert_eq!(s.get(), expected);
            )* };
        }
        sums! {
            x.at((i,)) => i, x.at((gallop(i),)) => gallop(i), x.at((i,)) => follow(i), x.at((i,)) => gallop(i),
            d.at((i,)) => i, d.at((i,)) => gallop(i), d.at((i,)) => follow(i)
        }
        let mut y = Vector::<i64>::default();
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(x.at((i,)) + w.at((i,)))))
            .run()
            .unwrap();
        let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        assert_eq!(all(&y), sum);
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, 100..200, s.at(()).add(w.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(s.get(), b[100..200].iter().sum::<i64>());
    }
}

#[test]
fn lookups_read_what_they_find() {
    indices!(i);
    let (a, b) = (Dice(11).values(500, 9), Dice(12).values(500, 3));
    let x = list(&a);
    let mut w = empty::<SparseDict<Counted<Value>>>();
    w.copy_from(&list(&b)).unwrap();
    w.level().child().reset();
    let mut s = Scalar::new(0);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(x.at((i,)) * w.at((follow(i),)))))
        .run()
        .unwrap();
    let both = a.iter().zip(&b).filter(|(a, b)| **a != 0 && **b != 0).count();
    assert_eq!(w.level().child().count() as usize, both);
    assert_eq!(s.get(), a.iter().zip(&b).map(|(a, b)| a * b).sum::<i64>());
}

#[test]
fn absent_fibers_are_fill() {
    indices!(j, i);
    let mut dice = Dice(4);
    let (rows, columns) = (40, 30);
    let mut a = dice.values(rows * columns, 4);
    let b = dice.values(rows * columns, 4);
    for row in 0..rows / 2 {
        a[2 * row * columns..][..columns].fill(0)
    }
    let c: Tensor<DictDict> = csr(rows, columns, &a).convert().unwrap();
    assert!(c.level().idx().len() <= rows / 2);
    let d: Tensor<SparseList<Dict>> = csr(rows, columns, &b).convert().unwrap();
    let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let mut y = Matrix::<i64>::default();
    macro_rules! sums {
        ($($c:expr, $d:expr);*) => { $(
            program()
                .declare(&mut y)
                .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(c.at($c) + d.at($d)))))
                .run()
                .unwrap();
            assert_eq!(all(&y), sum);
        )* };
    }
    sums!((j, i), (j, i); (j, follow(i)), (j, i); (follow(j), follow(i)), (j, i); (j, gallop(i)), (j, gallop(i)));
}

#[test]
fn several_statements_write_at_once() {
    indices!(j, k, i);
    let mut dice = Dice(5);
    let mut w = empty::<Dict>();
    for _ in 0..3 {
        let (a, b) = (dice.values(60, 3), dice.values(60, 3));
        let (x, y) = (Vector::from(a.clone()), list(&b));
        program()
            .declare(&mut w)
            .body(|(w,)| {
                forall(
                    i,
                    then(
                        w.at((i,)).add(x.at((i,))),
                        then(w.at((i,)).add(y.at((i,))), w.at((i,)).add(x.at((i,)))),
                    ),
                )
            })
            .run()
            .unwrap();
        let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| 2 * a + b).collect();
        assert_eq!(all(&w), sum);
    }
    // Below two levels.
    let (a, b) = (dice.values(63, 3), dice.values(63, 3));
    let (x, y) = (csr(7, 9, &a), csr(7, 9, &b));
    let mut both = empty::<DictDict>();
    program()
        .declare(&mut both)
        .body(|(w,)| {
            let sums = then(w.at((j, i)).add(x.at((j, i))), w.at((j, i)).add(y.at((j, i))));
            forall(j, forall(i, sums))
        })
        .run()
        .unwrap();
    let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(all(&both), sum);
    // Into different fibers.
    let (rows, columns) = (6, 9);
    let (mut flat, mut dicts) = (empty::<Dicts>(), empty::<SparseDict<SparseByteMap<Value>>>());
    for _ in 0..3 {
        let a = dice.values(rows * columns, 5);
        let x = csr(rows, columns, &a);
        let mut expected = vec![0; rows * columns];
        for j in 0..rows {
            for k in 0..rows {
                for i in 0..columns {
                    expected[j * columns + i] += a[k * columns + i];
                    expected[k * columns + i] += a[j * columns + i]
                }
            }
        }
        program()
            .declare(&mut flat)
            .body(|(w,)| {
                let both = then(w.at((j, i)).add(x.at((k, i))), w.at((k, i)).add(x.at((j, i))));
                forall(j, forall(k, forall(i, both)))
            })
            .run()
            .unwrap();
        assert_eq!(all(&flat), expected);
        // Row `k` would be given a slot while row `j` is being written.
        let refused = program()
            .declare(&mut dicts)
            .body(|(w,)| {
                let both = then(w.at((j, i)).add(x.at((k, i))), w.at((k, i)).add(x.at((j, i))));
                forall(j, forall(k, forall(i, both)))
            })
            .run()
            .unwrap_err();
        assert!(refused.to_string().contains("SparseDict"), "{refused}");
        dicts.validate().unwrap();
    }
}

#[test]
fn what_is_not_assigned_leaves_its_slot() {
    indices!(j, i);
    // Rows 1 and 2 store nothing below, so row 3 takes the slot they had.
    let a = csr(4, 3, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
    let mut w = empty::<SparseDict<List>>();
    program()
        .declare(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(w.level().idx(), &[0, 3]);
    assert_eq!(w.level().slot(), &[0, 1]);
    assert_eq!(w.level().child().ptr(), &[0, 1, 2]);
    assert_eq!(all(&w), all(&a));
}

type List = SparseList<Value>;

#[test]
fn patterns_are_taken_back_and_their_slots_used_again() {
    indices!(k, i);
    let on = Tensor::<Dense<Element<bool, False>>>::from_dense([4], &[true; 4]).unwrap();
    let some = Tensor::<Dense<Element<bool, False>>>::from_dense([4], &[true, false, false, true]).unwrap();
    let mut out = Tensor::<SparseDict<Pattern>>::default();
    // The first pass sets all, the second takes two back, the third sets one of them again.
    program()
        .declare(&mut out)
        .body(|(out,)| {
            then(
                forall(i, out.at((i,)).reduce(Overwrite, on.at((i,)))),
                then(
                    forall(i, out.at((i,)).reduce(Overwrite, some.at((i,)))),
                    forall_in(k, 1..2, out.at((k,)).reduce(Overwrite, on.at((k,)))),
                ),
            )
        })
        .run()
        .unwrap();
    out.validate().unwrap();
    assert_eq!(out.to_dense().unwrap(), [true, true, false, true]);
    assert_eq!(out.level().idx(), &[0, 1, 3]);
    let mut slots = out.level().slot().clone();
    slots.sort();
    assert_eq!(slots, [0, 1, 2, 3], "one of them is free");
    program()
        .update(&mut out)
        .body(|(out,)| forall(i, out.at((i,)).reduce(Overwrite, on.at((i,)))))
        .run()
        .unwrap();
    out.validate().unwrap();
    assert_eq!(out.level().idx(), &[0, 1, 2, 3]);
    assert_eq!(out.level().slot().len(), 4);
    // Two statements at the same index.
    program()
        .update(&mut out)
        .body(|(out,)| {
            forall(
                i,
                then(
                    out.at((i,)).reduce(Overwrite, some.at((i,))),
                    out.at((i,)).reduce(Overwrite, some.at((i,))),
                ),
            )
        })
        .run()
        .unwrap();
    out.validate().unwrap();
    assert_eq!(out.to_dense().unwrap(), [true, false, false, true]);
    assert_eq!(out.to_triplets().len(), 2);
}

#[test]
fn holds_any_level() {
    let mut dice = Dice(7);
    fn copied<L: WriteLevel<T = i64, Rank = typenum::U2> + Default>(values: &[i64]) {
        let a = csr(12, 11, values);
        let mut w: Tensor<L> = a.convert().unwrap();
        assert_eq!(all(&w), values);
        let back: Csr<i64> = w.drop_fills().unwrap();
        assert_eq!(back, a);
        w.copy_from(&a).unwrap();
        assert_eq!(all(&w), values);
        let coo: Coo<i64> = w.convert().unwrap();
        assert_eq!(coo, a);
        let again: Tensor<L> = coo.convert().unwrap();
        assert_eq!(all(&again), values);
    }
    for sides in [1, 2, 5, 40, 1000] {
        let values = dice.values(12 * 11, sides);
        copied::<SparseDict<List>>(&values);
        copied::<SparseDict<Dense<Value>>>(&values);
        copied::<SparseDict<SparseByteMap<Value>>>(&values);
        copied::<DictDict>(&values);
        copied::<SparseDict<RunList<Value>>>(&values);
        copied::<SparseDict<SparseRunList<Value>>>(&values);
        copied::<SparseDict<SparseBlockList<Value>>>(&values);
        copied::<SparseDict<SparseBand<Value>>>(&values);
        copied::<SparseList<Dict>>(&values);
        copied::<SparseByteMap<Dict>>(&values);
        copied::<SparseBand<Dict>>(&values);
        copied::<Dense<SparseDict<Value, Vec<u8>, Vec<u8>, Vec<u8>>>>(&values);
        copied::<Dense<SparseDict<Value, Vec<u16>, Vec<u64>, Vec<i16>>>>(&values);
    }
    let triplets = [([3, 0, 7], 1_i64), ([0, 4, 2], 2), ([3, 0, 1], 3), ([3, 9, 9], 4)];
    let deep = Tensor::<SparseDict<SparseDict<SparseDict<Value>>>>::from_triplets([4, 10, 10], triplets, Add).unwrap();
    assert_eq!(all(&deep).iter().sum::<i64>(), 10);
    assert!(deep.to_string().contains("SparseDict"), "{deep}");
}

#[test]
fn wide_indices_are_sorted() {
    indices!(i);
    let far = [5, 1 << 60, 1 << 40, 0, (1 << 60) + 1, 7];
    let entries = (0..).zip(far).map(|(value, index)| ([index], value + 1_i64));
    let x = Tensor::<SparseList<Value, Vec<usize>, Vec<u64>>>::from_triplets([1 << 62], entries, Add).unwrap();
    let w: Tensor<SparseDict<Value, Vec<usize>, Vec<u64>>> = x.convert().unwrap();
    w.validate().unwrap();
    assert_eq!(w.level().idx(), &[0, 5, 7, 1 << 40, 1 << 60, (1 << 60) + 1]);
    let mut s = Scalar::new(0);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(x.at((i,)) * w.at((follow(i),)))))
        .run()
        .unwrap();
    assert_eq!(s.get(), 91);
}

#[test]
fn arrays_may_be_borrowed() {
    indices!(i);
    let (ptr, idx, slot, val) = ([0_u8, 2], [1_u16, 2], [2_u8, 0, 1], [4, 9, 5]);
    let level = SparseDict::new(3, &ptr[..], &idx[..], &slot[..], Element::<i64, Zero, _>::new(&val[..]));
    let w = Tensor::new(level).unwrap();
    let mut y = Vector::<i64>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(w.at((i,)) + w.at((follow(i),)))))
        .run()
        .unwrap();
    assert_eq!(all(&y), [0, 10, 8]);
    let (extent, ptr, idx, slot, child) = w.into_level().into_parts();
    assert_eq!(
        (extent, ptr.len(), idx.len(), slot.len(), child.val().len()),
        (3, 2, 2, 3, 3)
    );
}

fn message<P: Width, I: Width, S: Width>(
    extent: usize,
    ptr: Vec<P>,
    idx: Vec<I>,
    slot: Vec<S>,
    val: Vec<i64>,
) -> (ErrorKind, String) {
    let error = Tensor::new(SparseDict::new(extent, ptr, idx, slot, Value::new(val)))
        .err()
        .unwrap();
    (error.kind(), error.to_string())
}

#[test]
fn refuses_malformed_arrays() {
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    let refused = |extent, ptr: &[i64], idx: &[i16], slot: &[i32], val: usize, kind, words: &str| {
        let (found, message) = message(extent, ptr.to_vec(), idx.to_vec(), slot.to_vec(), vec![5; val]);
        assert_eq!(found, kind, "{message}");
        assert!(
            message.contains("SparseDict") || message.contains("Element"),
            "{message}"
        );
        assert!(message.contains(words), "{message}")
    };
    refused(1 << 16, &[0, 1], &[1], &[0], 1, TooLarge, "i16");
    refused(3, &[], &[1], &[0], 1, Invalid, "pointers");
    refused(3, &[0], &[1], &[0], 1, Invalid, "pointers");
    refused(3, &[1, 1], &[1], &[0], 1, Invalid, "start with 1");
    refused(3, &[0, -1], &[1], &[0], 1, Invalid, "descend from 0 to -1");
    refused(3, &[-5, 1], &[1], &[0], 1, Invalid, "start with -5");
    refused(3, &[0, 2], &[1], &[0, 1], 2, Invalid, "beyond its 1 entries");
    refused(3, &[0, i64::MAX], &[1], &[0], 1, Invalid, "beyond its 1 entries");
    refused(3, &[0, 1], &[3], &[0], 1, OutOfBounds, "index 3 of fiber 0");
    refused(3, &[0, 1], &[-1], &[0], 1, OutOfBounds, "index -1 of fiber 0");
    refused(3, &[0, 2], &[1, 1], &[0, 1], 2, Invalid, "ascending");
    refused(3, &[0, 2], &[1, 2], &[0], 2, Invalid, "are 1 where its 2 entries");
    refused(
        3,
        &[0, 2],
        &[1, 2],
        &[0, 0],
        2,
        Invalid,
        "slot 0 of a SparseDict level is there twice, at 0 and 1",
    );
    refused(3, &[0, 2], &[1, 2], &[1, 2], 3, OutOfBounds, "slot 2 at 1");
    refused(3, &[0, 2], &[1, 2], &[1, -1], 3, OutOfBounds, "slot -1 at 1");
    refused(
        3,
        &[0, 1],
        &[1],
        &[0, 7],
        9,
        OutOfBounds,
        "slot 7 at 1 of a SparseDict level is not below their number 2",
    );
    refused(3, &[0, 2], &[0, 1], &[1, 0], 1, Invalid, "1 values where 2");
    let (kind, text) = message(300, vec![0_usize, 1], vec![1_u8], vec![0_u8], vec![1]);
    assert!(kind == TooLarge && text.contains("u8"), "{text}");
    // More slots than their type can tell apart.
    let many = 300_usize;
    let slots = (0..many).map(|slot| slot as u8).collect();
    let (kind, text) = message(many, vec![0, many], (0..many as u32).collect(), slots, vec![1; many]);
    assert!(kind == Invalid && text.contains("there twice"), "{text}");
}

#[test]
fn hostile_pointers_are_refused_in_linear_time() {
    // Pointers that go to and fro: each pair would list everything again.
    let len = 100_000;
    let ptr: Vec<usize> = (0..len).map(|at| if at % 2 == 0 { 0 } else { len }).collect();
    let idx: Vec<u32> = (0..len as u32).collect();
    let slot: Vec<u32> = (0..len as u32).rev().collect();
    let level = SparseDict::new(len, ptr, idx, slot, Value::new(vec![1; len]));
    let text = Tensor::new(Dense::new(len - 1, level)).err().unwrap().to_string();
    assert!(text.contains("descend from 100000 to 0 at fiber 1"), "{text}");
}

#[test]
fn refuses_what_does_not_fit() {
    indices!(j, i);
    let long = Vector::from(vec![1_i64; 300]);
    let mut narrow = empty::<SparseDict<Value, Vec<usize>, Vec<u8>>>();
    let mut few = empty::<SparseDict<Value, Vec<usize>, Vec<u32>, Vec<u8>>>();
    let mut counted = empty::<SparseDict<Value, Vec<u8>, Vec<u32>, Vec<u16>>>();
    macro_rules! copy {
        ($w:ident, $x:expr) => {
            program()
                .declare(&mut $w)
                .body(|(w,)| forall(i, w.at((i,)).set($x.at((i,)))))
                .run()
        };
    }
    for error in [copy!(narrow, long), copy!(few, long), copy!(counted, long)] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
    }
    narrow.validate().unwrap();
    assert_eq!((few.count_stored(), counted.count_stored()), (256, 255));
    assert_eq!(all(&few)[..256], [1; 256]);
    assert_eq!(all(&counted)[255..], [0; 45]);
    // All slots are taken: indices that are there can be written, others cannot.
    program()
        .update(&mut few)
        .body(|(w,)| forall_in(i, 0..256, w.at((i,)).add(long.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&few)[..256], [2; 256]);
    let short = Vector::from(vec![1_i64; 256]);
    copy!(narrow, short).unwrap();
    copy!(few, short).unwrap();
    assert_eq!(all(&narrow), all(&few));
    // As many fibers as can be counted, and more.
    let mut rows = empty::<Dense<SparseDict<Value, Vec<u8>, Vec<u8>, Vec<u8>>>>();
    let a = csr(2, 200, &[1; 400]);
    let error = program()
        .declare(&mut rows)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    rows.validate().unwrap();
    assert_eq!(
        Tensor::<Dicts>::empty([usize::MAX >> 1, 3]).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
}

#[test]
fn a_loop_inside_of_an_open_index_is_refused() {
    indices!(j, i);
    let a = csr(6, 6, &Dice(8).values(36, 2));
    let x = Vector::from(vec![1_i64; 6]);
    let mut y = empty::<Dict>();
    let symmetric = program().declare(&mut y).body(|(y,)| {
        forall(
            j,
            forall(
                i,
                then(
                    y.at((j,)).add(a.at((j, i)) * x.at((i,))),
                    y.at((i,)).add(a.at((j, i)) * x.at((j,))),
                ),
            ),
        )
    });
    let error = symmetric.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    assert!(error.to_string().contains("SparseDict"), "{error}");
    y.validate().unwrap();
    fill_from(&mut y, &list(&V9));
    assert_eq!(all(&y), V9);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(j, i);
    let divide = Binary(|a: i64, b: i64| if b == 0 { panic!("by zero") } else { a / b });
    let (nine, x) = (
        Vector::from(vec![9_i64; 9]),
        Vector::from(vec![3_i64, 2, 1, 0, 1, 2, 3, 4, 5]),
    );
    let mut w = empty::<Dict>();
    for _ in 0..2 {
        fill_from(&mut w, &list(&V9));
        let run = || {
            let value = map2(divide, nine.at((i,)), x.at((i,)));
            program()
                .update(&mut w)
                .body(|(w,)| forall(i, w.at((i,)).add(value)))
                .run()
        };
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert_eq!(all(&w), [0; 9]);
        assert_eq!(w.count_stored(), 0);
    }
    fill_from(&mut w, &list(&V9));
    assert_eq!(w.level().slot(), &[0, 1, 2, 3, 4]);
    // Below another one, and as a workspace.
    let mut w = empty::<DictDict>();
    let run = || {
        let value = map2(divide, nine.at((j,)), x.at((i,)));
        program()
            .declare(&mut w)
            .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(value))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    assert_eq!(all(&w), [0; 81]);
    w.copy_from(&csr(5, 5, M5.as_flattened())).unwrap();
    assert_eq!(all(&w), M5.as_flattened());
}

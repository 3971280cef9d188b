//! Dictionaries that are declared again and updated, and whose slots are used again.

use crate::testing::*;
use finch_formats::prelude::*;

type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

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

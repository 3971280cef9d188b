//! Dictionaries as programs write and read them.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_traits::lifecycle::WriteLevel;

type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

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

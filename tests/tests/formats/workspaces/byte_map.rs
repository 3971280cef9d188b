//! Byte maps as programs write and read them.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

type Map = SparseByteMap<Value>;
type Maps = Dense<Map>;

fn vector(values: &[i64]) -> Vector<i64> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

#[test]
fn stores_what_is_assigned() {
    let mut w = empty::<Map>();
    fill_from(&mut w, &list(&V9));
    let level = w.level();
    assert_eq!(level.ptr(), &[0, 5]);
    assert_eq!(level.idx(), &[1, 2, 3, 4, 7]);
    assert_eq!(level.tbl(), &[false, true, true, true, true, false, false, true, false]);
    assert_eq!(level.child().val(), &V9);
    assert_eq!(level.count_stored(1), 9);
    assert_eq!(all(&w), V9);

    fill_from(&mut w, &list(&[0; 4]));
    assert_eq!(w.level().ptr(), &[0, 0]);
    assert!(w.level().idx().is_empty());
    assert_eq!(w.level().tbl(), &[false; 4]);
}

#[test]
fn stores_many_fibers() {
    indices!(j, i);
    let m5 = csr(5, 5, M5.as_flattened());
    let mut w = empty::<Maps>();
    program()
        .declare(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(m5.at((j, i))))))
        .run()
        .unwrap();
    w.validate().unwrap();
    assert_eq!(w.level().child().ptr(), &[0, 1, 3, 5, 7, 8]);
    assert_eq!(w.level().child().idx(), &[2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(w.level().count_stored(1), 25);
    assert_eq!(all(&w), M5.as_flattened());
}

#[test]
fn extents_may_be_small() {
    for extent in [0, 1, 2] {
        let values = vec![7; extent];
        let mut w = empty::<Map>();
        fill_from(&mut w, &list(&values));
        assert_eq!(all(&w), values);
        indices!(j, i);
        for rows in [0, 1, 2] {
            let values = vec![7; rows * extent];
            let a = csr(rows, extent, &values);
            let mut w = empty::<Maps>();
            let copy = program()
                .declare(&mut w)
                .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))));
            copy.run().unwrap();
            w.validate().unwrap();
            assert_eq!(all(&w), values);
        }
    }
}

#[test]
fn is_written_in_any_order() {
    indices!(k, j, i);
    let mut dice = Dice(2);
    let mut c = empty::<Maps>();
    for (rows, inner, columns, sides) in [
        (5, 7, 6, 2),
        (20, 30, 200, 9),
        (2, 9, 300, 3),
        (1, 20, 50, 4),
        (3, 0, 4, 1),
    ] {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let transposed: Vec<i64> = (0..inner * rows)
            .map(|place| b[place % rows * inner + place / rows])
            .collect();
        let (b_t, a_t) = (csr(inner, rows, &transposed), csr(inner, columns, &a));
        let outer = program().declare(&mut c).body(|(c,)| {
            forall(
                k,
                forall(j, forall(i, c.at((j, i)).add(b_t.at((k, j)) * a_t.at((k, i))))),
            )
        });
        outer.run().unwrap();
        c.validate().unwrap();
        assert_eq!(all(&c), product(&b, &a, rows, inner, columns));
    }
}

#[test]
fn is_read_by_every_protocol() {
    indices!(i);
    let mut dice = Dice(3);
    for (sides, other) in [(2, 2), (1, 5), (20, 1), (50, 3), (1, 1)] {
        let (a, b) = (dice.values(300, sides), dice.values(300, other));
        let mut w = empty::<Map>();
        fill_from(&mut w, &list(&b));
        let (x, d) = (list(&a), vector(&a));
        let expected: i64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        let mut s = Tensor::new(Value::new(vec![0])).unwrap();
        macro_rules! sums {
            ($($factor:expr => $index:expr),*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add($factor * w.at(($index,))))).run().unwrap();
                assert_eq!(s.level().val(), &[expected]);
            )* };
        }
        sums! {
            x.at((i,)) => i, x.at((gallop(i),)) => gallop(i), x.at((i,)) => follow(i), x.at((i,)) => gallop(i),
            d.at((i,)) => i, d.at((i,)) => gallop(i), d.at((i,)) => follow(i)
        }
        let mut y = empty::<Dense<Value>>();
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(x.at((i,)) + w.at((i,)))))
            .run()
            .unwrap();
        let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        assert_eq!(all(&y), sum);
        // Over a part of the indices only.
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, 100..200, s.at(()).add(w.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(s.level().val(), &[b[100..200].iter().sum::<i64>()]);
    }
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
    let (ta, tb) = (csr(rows, columns, &a), csr(rows, columns, &b));
    let mut c = empty::<SparseList<Map>>();
    // The outer level stores only what is assigned.
    program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(ta.at((j, i))))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert!(c.level().idx().len() <= rows / 2);
    assert_eq!(all(&c), a);
    let mut d = empty::<SparseList<Map>>();
    program()
        .declare(&mut d)
        .body(|(d,)| forall(j, forall(i, d.at((j, i)).set(tb.at((j, i))))))
        .run()
        .unwrap();
    let mut y = empty::<Dense<Dense<Value>>>();
    let union = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(c.at((j, follow(i))) + d.at((j, i))))));
    union.run().unwrap();
    let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(all(&y), sum);
}

#[test]
fn holds_any_level() {
    indices!(j, i);
    let mut dice = Dice(7);
    fn copied<L: WriteLevel<T = i64, Rank = typenum::U2> + Default>(w: &mut Tensor<L>, values: &[i64]) {
        indices!(j, i);
        let a = csr(12, 11, values);
        program()
            .declare(&mut *w)
            .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
            .run()
            .unwrap();
        w.validate().unwrap();
        assert_eq!(all(w), values)
    }
    let mut lists = empty::<SparseByteMap<List>>();
    let mut denses = empty::<SparseByteMap<Dense<Value>>>();
    let mut maps = empty::<SparseByteMap<Map>>();
    let mut in_list = empty::<SparseList<Map>>();
    for sides in [2, 5, 40] {
        let values = dice.values(12 * 11, sides);
        copied(&mut lists, &values);
        copied(&mut denses, &values);
        copied(&mut maps, &values);
        copied(&mut in_list, &values);
        // Twice, into what is there.
        let a = csr(12, 11, &values);
        program()
            .update(&mut maps)
            .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(a.at((j, i))))))
            .run()
            .unwrap();
        maps.validate().unwrap();
        let double: Vec<i64> = values.iter().map(|value| 2 * value).collect();
        assert_eq!(all(&maps), double);
    }
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, idx, tbl, val) = ([0_u8, 2], [1_u16, 2], [false, true, true], [9, 4, 5]);
    let level = SparseByteMap::new(3, &ptr[..], &idx[..], &tbl[..], Element::<i64, _, _>::new(&val[..]));
    let w: Tensor<SparseByteMap<Element<i64, Zero, &[i64]>, &[u8], &[u16], &[bool]>> = Tensor::new(level).unwrap();
    indices!(i);
    let mut y = empty::<Dense<Value>>();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(w.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&y), [0, 4, 5]);
}

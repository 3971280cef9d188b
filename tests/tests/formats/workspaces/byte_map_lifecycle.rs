//! Byte maps as workspaces: declared again, updated, written by several statements.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_traits::level::Level;

type Map = SparseByteMap<Value>;
type Maps = Dense<Map>;

fn vector(values: &[i64]) -> Vector<i64> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

fn multiply(c: &mut Csr<i64>, b: &Csr<i64>, a: &Csr<i64>, w: &mut Tensor<Map>) {
    indices!(j, k, i);
    program()
        .declare(c)
        .workspace(w)
        .body(|(c, w)| {
            forall(
                j,
                w.within(
                    forall(k, forall(i, w.at((i,)).add(b.at((j, k)) * a.at((k, i))))),
                    forall(i, c.at((j, i)).set(w.read((i,)))),
                ),
            )
        })
        .run()
        .unwrap()
}

fn all_of(list: &SparseVector<i64>) -> Vec<i64> {
    (0..list.level().extent())
        .map(|index| list.level().get(0, &[index]))
        .collect()
}

#[test]
fn multiplies_matrices_as_a_workspace() {
    let mut dice = Dice(1);
    let mut w = empty::<Map>();
    let mut c = empty::<Dense<List>>();
    for (rows, inner, columns, sides) in [
        (5, 7, 6, 2),
        (20, 30, 200, 9),
        (9, 9, 400, 3),
        (3, 1, 1, 1),
        (4, 0, 5, 2),
        (0, 3, 4, 1),
    ] {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        multiply(&mut c, &csr(rows, inner, &b), &csr(inner, columns, &a), &mut w);
        c.validate().unwrap();
        w.validate().unwrap();
        assert_eq!(all(&c), product(&b, &a, rows, inner, columns));
    }
}

#[test]
fn declares_again_without_allocating() {
    let mut w = empty::<Map>();
    let mut first = V9;
    fill_from(&mut w, &list(&first));
    let places = |w: &Tensor<Map>| {
        (
            w.level().tbl().as_ptr(),
            w.level().child().val().as_ptr(),
            w.level().idx().as_ptr(),
        )
    };
    let before = places(&w);
    for _ in 0..3 {
        first.rotate_left(1);
        fill_from(&mut w, &list(&first));
        assert_eq!(places(&w), before);
        assert_eq!(w.level().child().val(), &first);
        assert_eq!(all(&w), first);
    }
    fill_from(&mut w, &list(&[1, 2]));
    assert_eq!(all(&w), [1, 2]);
    assert_eq!(w.level().tbl().len(), 2);
    fill_from(&mut w, &list(&first));
    assert_eq!(all(&w), first);
}

#[test]
fn is_updated_in_place() {
    indices!(i);
    let mut w = empty::<Map>();
    fill_from(&mut w, &list(&V9));
    let more = list(&[5, 0, 0, 1, 0, 0, 9, 0, 0]);
    for times in 1..=2 {
        program()
            .update(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).add(more.at((i,)))))
            .run()
            .unwrap();
        w.validate().unwrap();
        let expected: Vec<i64> = V9.iter().zip(all_of(&more)).map(|(a, b)| a + times * b).collect();
        assert_eq!(all(&w), expected);
    }
    fill_from(&mut w, &list(&V9));
    assert_eq!(w.level().child().val(), &V9);
}

#[test]
fn is_updated_when_made_of_arrays() {
    indices!(j, i);
    let tbl = vec![false, true, false, true, false, false, true, true];
    // What is not stored is garbage.
    let val = vec![99, 1, 99, 2, 99, 99, 3, 4, 99, 99];
    let map = SparseByteMap::new(3, vec![0, 1, 2, 3], vec![1_u32, 0, 0, 2], tbl, Element::<i64>::new(val));
    let mut w = Tensor::new(Dense::new(2, map)).unwrap();
    assert_eq!(all(&w), [0, 1, 0, 2, 0, 0]);
    let more = csr(2, 3, &[1, 1, 0, 0, 0, 1]);
    program()
        .update(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    w.validate().unwrap();
    assert_eq!(all(&w), [1, 2, 0, 2, 0, 1]);
    program()
        .declare(&mut w)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    w.validate().unwrap();
    assert_eq!(all(&w), all(&more));
}

#[test]
fn several_statements_write_at_once() {
    indices!(i);
    let mut dice = Dice(5);
    let mut w = empty::<Map>();
    for _ in 0..3 {
        let (a, b) = (dice.values(60, 3), dice.values(60, 3));
        let (x, y) = (vector(&a), vector(&b));
        let both = program().declare(&mut w).body(|(w,)| {
            forall(
                i,
                then(
                    w.at((i,)).add(x.at((i,))),
                    then(w.at((i,)).add(y.at((i,))), w.at((i,)).add(x.at((i,)))),
                ),
            )
        });
        both.run().unwrap();
        w.validate().unwrap();
        let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| 2 * a + b).collect();
        assert_eq!(all(&w), sum);
        assert_eq!(w.level().child().val(), &sum);
    }
}

#[test]
fn several_statements_write_to_different_fibers() {
    indices!(j, k, i);
    let mut dice = Dice(6);
    let (rows, columns) = (6, 9);
    let mut w = empty::<Maps>();
    for _ in 0..3 {
        let a = dice.values(rows * columns, 5);
        let x = csr(rows, columns, &a);
        let both = program().declare(&mut w).body(|(w,)| {
            forall(
                j,
                forall(
                    k,
                    forall(i, then(w.at((j, i)).add(x.at((k, i))), w.at((k, i)).add(x.at((j, i))))),
                ),
            )
        });
        both.run().unwrap();
        w.validate().unwrap();
        let mut expected = vec![0; rows * columns];
        for j in 0..rows {
            for k in 0..rows {
                for i in 0..columns {
                    expected[j * columns + i] += a[k * columns + i];
                    expected[k * columns + i] += a[j * columns + i]
                }
            }
        }
        assert_eq!(all(&w), expected);
    }
}

#[test]
fn patterns_are_taken_back() {
    use finch_formats::Pattern;
    use finch_traits::algebra::fill::False;
    use finch_traits::algebra::reducers::Overwrite;
    let on: finch_formats::SparseVectorOver<bool, False> = Tensor::new(SparseList::new(
        4,
        vec![0, 4],
        vec![0, 1, 2, 3],
        Element::new(vec![true; 4]),
    ))
    .unwrap();
    let some = Tensor::new(Dense::new(
        4,
        Element::<bool, False>::new(vec![true, false, false, true]),
    ))
    .unwrap();
    let mut out: Tensor<SparseByteMap<Pattern>> = Tensor::new(SparseByteMap::default()).unwrap();
    indices!(k, i);
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
    assert_eq!(out.to_triplets().len(), 3);
    // What was cleared is cleared when the map is declared again.
    program()
        .declare(&mut out)
        .body(|(out,)| forall(i, out.at((i,)).reduce(Overwrite, some.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(out.to_dense().unwrap(), [true, false, false, true]);
}

//! Byte maps through programs, against nested loops.

use finch_formats::{Dense, Element, SparseByteMap, SparseList, Tensor};
use finch_traits::algebra::{Binary, Reduce, Zero};
use finch_traits::expr::overload::{forall, forall_in, map2, then};
use finch_traits::index::{follow, gallop};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::program::program;
use finch_traits::{ErrorKind, indices};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Value = Element<i64>;
type Vector = Dense<Value>;
type Matrix = Dense<Dense<Value>>;
type List = SparseList<Value>;
type Csr = Dense<List>;
type Map = SparseByteMap<Value>;
type Maps = Dense<Map>;

const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
/// The transpose of the reference's matrix, whose columns are outermost.
const M5: [[i64; 5]; 5] = [
    [0, 0, 1, 0, 0],
    [1, 0, 1, 0, 0],
    [2, 0, 2, 0, 0],
    [2, 0, 0, 3, 0],
    [3, 0, 0, 0, 0],
];

fn vector(values: &[i64]) -> Tensor<Vector> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

fn list(values: &[i64]) -> Tensor<List> {
    let idx: Vec<u32> = (0..)
        .zip(values)
        .filter(|(_, value)| **value != 0)
        .map(|(index, _)| index)
        .collect();
    let val = idx.iter().map(|&index| values[index as usize]).collect();
    Tensor::new(SparseList::new(
        values.len(),
        vec![0, idx.len()],
        idx,
        Element::new(val),
    ))
    .unwrap()
}

fn csr(rows: usize, columns: usize, values: &[i64]) -> Tensor<Csr> {
    let (mut ptr, mut idx, mut val) = (vec![0], Vec::new(), Vec::new());
    for row in 0..rows {
        for column in 0..columns {
            if values[row * columns + column] != 0 {
                idx.push(column as u32);
                val.push(values[row * columns + column])
            }
        }
        ptr.push(idx.len())
    }
    Tensor::new(Dense::new(rows, SparseList::new(columns, ptr, idx, Element::new(val)))).unwrap()
}

fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

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

/// Every value, found without a program.
fn all<L: Level<T = i64>>(tensor: &Tensor<L>) -> Vec<i64> {
    let mut shape = Vec::new();
    tensor.level().shape(&mut shape);
    let mut found = vec![0; shape.iter().product()];
    for (place, value) in found.iter_mut().enumerate() {
        let mut rest = place;
        let mut index: Vec<usize> = shape
            .iter()
            .rev()
            .map(|extent| (rest % extent, rest /= extent).0)
            .collect();
        index.reverse();
        *value = tensor.level().get(0, &index)
    }
    let mut listed = vec![0; found.len()];
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        listed[index
            .iter()
            .zip(&shape)
            .fold(0, |place, (index, extent)| place * extent + index)] = value
    });
    assert_eq!(found, listed);
    found
}

fn fill_from<W: WriteLevel<T = i64, Rank = typenum::U1>>(w: &mut Tensor<W>, a: &Tensor<List>) {
    indices!(i);
    program()
        .declare(&mut *w)
        .body(|(w,)| forall(i, w.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap();
    w.validate().unwrap()
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

fn multiply(c: &mut Tensor<Csr>, b: &Tensor<Csr>, a: &Tensor<Csr>, w: &mut Tensor<Map>) {
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

#[test]
fn multiplies_matrices_as_a_workspace() {
    let mut dice = Dice(1);
    let mut w = empty::<Map>();
    let mut c = empty::<Csr>();
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

fn all_of(list: &Tensor<List>) -> Vec<i64> {
    (0..list.level().extent())
        .map(|index| list.level().get(0, &[index]))
        .collect()
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
        let mut y = empty::<Vector>();
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
    let mut y = empty::<Matrix>();
    let union = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(c.at((j, follow(i))) + d.at((j, i))))));
    union.run().unwrap();
    let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(all(&y), sum);
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
    let mut denses = empty::<SparseByteMap<Vector>>();
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
    let mut y = empty::<Vector>();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(w.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&y), [0, 4, 5]);
}

#[test]
fn refuses_malformed_arrays() {
    fn message(extent: usize, ptr: Vec<usize>, idx: Vec<u8>, tbl: Vec<bool>, val: Vec<i64>) -> (ErrorKind, String) {
        let error = Tensor::new(SparseByteMap::new(extent, ptr, idx, tbl, Element::<i64>::new(val)))
            .err()
            .unwrap();
        (error.kind(), error.to_string())
    }
    let good = || (vec![0, 1], vec![1], vec![false, true, false], vec![0, 5, 0]);
    let refused = |extent, ptr, idx, tbl, val, kind, words: &str| {
        let (found, message) = message(extent, ptr, idx, tbl, val);
        assert_eq!(found, kind, "{message}");
        assert!(
            message.contains("SparseByteMap") || message.contains("Element"),
            "{message}"
        );
        assert!(message.contains(words), "{message}")
    };
    let (ptr, idx, tbl, val) = good();
    Tensor::new(SparseByteMap::new(
        3,
        ptr.clone(),
        idx.clone(),
        tbl.clone(),
        Element::<i64>::new(val.clone()),
    ))
    .unwrap();
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    refused(257, ptr.clone(), idx.clone(), tbl.clone(), val.clone(), TooLarge, "u8");
    refused(
        usize::MAX,
        ptr.clone(),
        idx.clone(),
        tbl.clone(),
        val.clone(),
        TooLarge,
        "index type",
    );
    refused(3, vec![0], idx.clone(), tbl.clone(), val.clone(), Invalid, "pointers");
    refused(
        3,
        vec![1, 1],
        idx.clone(),
        tbl.clone(),
        val.clone(),
        Invalid,
        "start with 1",
    );
    refused(
        3,
        vec![0, 2],
        idx.clone(),
        tbl.clone(),
        val.clone(),
        Invalid,
        "beyond its 1 entries",
    );
    refused(
        3,
        ptr.clone(),
        vec![3],
        tbl.clone(),
        val.clone(),
        OutOfBounds,
        "index 3 of fiber 0",
    );
    refused(
        3,
        vec![0, 2],
        vec![1, 1],
        tbl.clone(),
        val.clone(),
        Invalid,
        "ascending",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![false, true],
        val.clone(),
        Invalid,
        "2 bytes",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![false, false, false],
        val.clone(),
        Invalid,
        "index 1 of fiber 0",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![true, true, false],
        val.clone(),
        Invalid,
        "index 0 of fiber 0",
    );
    refused(3, ptr, idx, tbl, vec![0, 5], Invalid, "2 values");
    let huge = SparseByteMap::new(
        usize::MAX,
        vec![0_usize; 4],
        Vec::<u64>::new(),
        Vec::<bool>::new(),
        Element::<i64>::new(vec![]),
    );
    assert_eq!(Tensor::new(Dense::new(3, huge)).err().unwrap().kind(), TooLarge);
}

#[test]
fn refuses_extents_that_do_not_fit() {
    indices!(j, i);
    let long = vector(&[1; 300]);
    let mut narrow = empty::<SparseByteMap<Value, Vec<usize>, Vec<u8>>>();
    let error = program()
        .declare(&mut narrow)
        .body(|(w,)| forall(i, w.at((i,)).set(long.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    narrow.validate().unwrap();

    let mut few = empty::<Dense<SparseByteMap<Value, Vec<u8>, Vec<u8>>>>();
    let a = csr(2, 200, &[1; 400]);
    let error = program()
        .declare(&mut few)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    few.validate().unwrap();

    let short = vector(&[1; 256]);
    program()
        .declare(&mut narrow)
        .body(|(w,)| forall(i, w.at((i,)).set(short.at((i,)))))
        .run()
        .unwrap();
    narrow.validate().unwrap();
    assert_eq!(all(&narrow), [1; 256]);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let mut w = empty::<Map>();
    fill_from(&mut w, &list(&V9));
    let x = vector(&[3, 2, 1, 0, 1, 2, 3, 4, 5]);
    let divide = Binary(|a: i64, b: i64| if b == 0 { panic!("by zero") } else { a / b });
    let run = || {
        let nine = vector(&[9; 9]);
        let value = map2(divide, nine.at((i,)), x.at((i,)));
        program()
            .declare(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).add(value)))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    w.validate().unwrap();
    assert_eq!(all(&w), [0; 9]);
    assert_eq!(w.level().child().val(), &[0; 9]);
    let run = || {
        let nine = vector(&[9; 9]);
        let value = map2(divide, nine.at((i,)), x.at((i,)));
        program()
            .update(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).reduce(Reduce(|a, b| a + b), value)))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    w.validate().unwrap();
    fill_from(&mut w, &list(&V9));
    assert_eq!(w.level().child().val(), &V9);
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

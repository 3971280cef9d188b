//! Coordinate lists through programs, against nested loops.

use finch_formats::{Dense, Element, SparseByteMap, SparseCoo, SparseList, Tensor};
use finch_traits::algebra::{FastAdd, Zero};
use finch_traits::expr::overload::{forall, forall_in, then};
use finch_traits::index::gallop;
use finch_traits::level::Level;
use finch_traits::program::program;
use finch_traits::{ErrorKind, indices};
use typenum::{U1, U2, U3, U4};

type Value = Element<i64>;
type Vector = Dense<Value>;
type Matrix = Dense<Dense<Value>>;
type Csr = Dense<SparseList<Value>>;
type Dcsr = SparseList<SparseList<Value>>;
type Coo = SparseCoo<U2, Value>;

const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
/// The transpose of the reference's matrix, whose columns are outermost.
const M5: [[i64; 5]; 5] = [
    [0, 0, 1, 0, 0],
    [1, 0, 1, 0, 0],
    [2, 0, 2, 0, 0],
    [2, 0, 0, 3, 0],
    [3, 0, 0, 0, 0],
];

fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

fn scalar() -> Tensor<Value> {
    Tensor::new(Value::new(vec![0])).unwrap()
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

fn coo(rows: usize, columns: usize, values: &[i64]) -> Tensor<Coo> {
    let (mut outer, mut inner, mut val) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..rows {
        for column in 0..columns {
            if values[row * columns + column] != 0 {
                outer.push(row as u32);
                inner.push(column as u32);
                val.push(values[row * columns + column])
            }
        }
    }
    Tensor::new(SparseCoo::new(
        [rows, columns],
        vec![0, val.len()],
        [outer, inner],
        Element::new(val),
    ))
    .unwrap()
}

fn vector(values: &[i64]) -> Tensor<Vector> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
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

    /// One of `sides` values is not zero; every third row is empty.
    fn values(&mut self, rows: usize, columns: usize, sides: usize) -> Vec<i64> {
        (0..rows * columns)
            .map(|place| {
                let some = self.below(sides) == 0 && (place / columns) % 3 != 1;
                if some { self.below(9) as i64 + 1 } else { 0 }
            })
            .collect()
    }
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

/// Copies a matrix by a program.
macro_rules! copy {
    ($from:expr => $into:expr) => {{
        indices!(j, i);
        let from = &$from;
        program()
            .declare(&mut $into)
            .body(|(into,)| forall(j, forall(i, into.at((j, i)).set(from.at((j, i))))))
            .run()
    }};
}

#[test]
fn stores_coordinates_in_order() {
    let mut c = empty::<Coo>();
    copy!(csr(5, 5, M5.as_flattened()) => c).unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().ptr(), &[0, 8]);
    assert_eq!(c.level().idx()[0], [0, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(c.level().idx()[1], [2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(c.level().count_stored(1), 8);
    assert_eq!(all(&c), M5.as_flattened());

    indices!(i);
    let mut v = empty::<SparseCoo<U1, Value>>();
    let x = csr(1, 9, &V9).into_level().into_child();
    let x = Tensor::new(x).unwrap();
    program()
        .declare(&mut v)
        .body(|(v,)| forall(i, v.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    v.validate().unwrap();
    assert_eq!(v.level().ptr(), &[0, 5]);
    assert_eq!(v.level().idx()[0], [1, 2, 3, 4, 7]);
    assert_eq!(all(&v), V9);
    let mut y = empty::<Vector>();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(v.at((i,)) + x.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(all(&y), V9.map(|value| 2 * value));
}

#[test]
fn is_read_by_rows() {
    indices!(j, i);
    let mut dice = Dice(1);
    for (rows, columns, sides) in [
        (7, 5, 1),
        (9, 40, 3),
        (40, 9, 20),
        (30, 100, 1),
        (1, 1, 1),
        (1, 5, 2),
        (0, 5, 1),
        (5, 0, 1),
    ] {
        let values = dice.values(rows, columns, sides);
        let x: Vec<i64> = (0..columns as i64).collect();
        let z: Vec<i64> = (1..=rows as i64).collect();
        let (a, tx, tz) = (coo(rows, columns, &values), vector(&x), vector(&z));
        assert_eq!(all(&a), values);
        let (mut y, mut s, mut t) = (empty::<Vector>(), scalar(), scalar());
        macro_rules! gathers {
            ($($access:expr),*) => { $(
                program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((j,)).add($access * tx.at((i,)))))).run().unwrap();
                let by_row = |row: usize| values[row * columns..][..columns].iter().zip(&x).map(|(a, x)| a * x).sum::<i64>();
                assert_eq!(all(&y), (0..rows).map(by_row).collect::<Vec<_>>());

                program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((i,)).add($access * tz.at((j,)))))).run().unwrap();
                let by_column = |column: usize| (0..rows).map(|row| values[row * columns + column] * z[row]).sum::<i64>();
                assert_eq!(all(&y), (0..columns).map(by_column).collect::<Vec<_>>());

                program().declare(&mut s).body(|(s,)| forall(j, forall(i, s.at(()).add($access)))).run().unwrap();
                assert_eq!(s.level().val(), &[values.iter().sum::<i64>()]);
            )* };
        }
        gathers!(
            a.at((j, i)),
            a.at((gallop(j), i)),
            a.at((j, gallop(i))),
            a.at((gallop(j), gallop(i)))
        );
        // In several lanes, and over a part of the indices only.
        let sum = program()
            .declare(&mut t)
            .body(|(t,)| forall(j, forall(i, t.at(()).reduce(FastAdd, a.at((j, i))))));
        sum.run().unwrap();
        assert_eq!(t.level().val(), s.level().val());
        if rows > 3 && columns > 4 {
            let part = program().declare(&mut t).body(|(t,)| {
                forall_in(
                    j,
                    1..rows - 1,
                    forall_in(i, 2..columns - 1, t.at(()).reduce(FastAdd, a.at((j, i)))),
                )
            });
            part.run().unwrap();
            let row = |row: usize| values[row * columns..][2..columns - 1].iter().sum::<i64>();
            assert_eq!(t.level().val(), &[(1..rows - 1).map(row).sum::<i64>()])
        }
    }
}

#[test]
fn is_merged_with_anything() {
    indices!(j, i);
    let mut dice = Dice(2);
    for (rows, columns, first, second) in [
        (8, 9, 2, 3),
        (30, 60, 4, 30),
        (60, 30, 30, 2),
        (12, 50, 1, 9),
        (3, 4, 1, 1),
        (1, 1, 1, 1),
    ] {
        let (a, b) = (dice.values(rows, columns, first), dice.values(rows, columns, second));
        // Rows that are empty in one need not be in the other.
        let b = rotated(b, columns);
        let (coo_a, coo_b, csr_b) = (coo(rows, columns, &a), coo(rows, columns, &b), csr(rows, columns, &b));
        let mut dcsr_b = empty::<Dcsr>();
        copy!(csr_b => dcsr_b).unwrap();
        let mut map_b = empty::<SparseByteMap<SparseByteMap<Value>>>();
        copy!(csr_b => map_b).unwrap();
        let sum: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let product: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a * b).collect();
        let both: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a * b + a).collect();
        let mut y = empty::<Matrix>();
        let mut c = empty::<Coo>();
        macro_rules! merges {
            ($($a:expr, $b:expr;)*) => { $(
                program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((j, i)).set($a + $b)))).run().unwrap();
                assert_eq!(all(&y), sum);
                program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((j, i)).set($b * $a)))).run().unwrap();
                assert_eq!(all(&y), product);
                program().declare(&mut c).body(|(c,)| forall(j, forall(i, c.at((j, i)).set($a * $b + $a)))).run().unwrap();
                c.validate().unwrap();
                assert_eq!(all(&c), both);
                assert!(c.level().count_stored(1) <= coo_a.level().count_stored(1));
            )* };
        }
        merges! {
            coo_a.at((j, i)), coo_b.at((j, i));
            coo_a.at((j, i)), csr_b.at((j, i));
            coo_a.at((j, i)), dcsr_b.at((j, i));
            coo_a.at((j, i)), map_b.at((j, i));
        }
        macro_rules! meets {
            ($($a:expr, $b:expr;)*) => { $(
                program().declare(&mut y).body(|(y,)| forall(j, forall(i, y.at((j, i)).set($a * $b)))).run().unwrap();
                assert_eq!(all(&y), product);
            )* };
        }
        meets! {
            coo_a.at((gallop(j), gallop(i))), dcsr_b.at((gallop(j), gallop(i)));
            coo_a.at((gallop(j), i)), coo_b.at((gallop(j), gallop(i)));
            coo_a.at((j, gallop(i))), coo_b.at((gallop(j), i));
        }
        // Three at once.
        let three = program().declare(&mut y).body(|(y,)| {
            forall(
                j,
                forall(
                    i,
                    y.at((j, i))
                        .set(coo_a.at((j, i)) + dcsr_b.at((j, i)) + coo_b.at((j, i))),
                ),
            )
        });
        three.run().unwrap();
        let expected: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a + 2 * b).collect();
        assert_eq!(all(&y), expected);
    }
}

fn rotated(mut values: Vec<i64>, count: usize) -> Vec<i64> {
    let count = count % values.len().max(1);
    values.rotate_left(count);
    values
}

#[test]
fn the_same_rows_are_read_several_times() {
    indices!(j, k, i);
    let mut dice = Dice(3);
    let (rows, columns) = (9, 12);
    let (a, b) = (dice.values(rows, columns, 3), dice.values(5, columns, 2));
    let (ta, tb) = (coo(rows, columns, &a), coo(5, columns, &b));
    let mut c = empty::<Matrix>();
    let product = program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(k, forall(i, c.at((j, k)).add(ta.at((j, i)) * tb.at((k, i)))))));
    product.run().unwrap();
    let mut expected = vec![0; rows * 5];
    for j in 0..rows {
        for k in 0..5 {
            expected[j * 5 + k] = (0..columns).map(|i| a[j * columns + i] * b[k * columns + i]).sum()
        }
    }
    assert_eq!(all(&c), expected);
}

#[test]
fn spans_any_number_of_dimensions() {
    indices!(h, j, k, i);
    let mut dice = Dice(4);
    for sides in [1, 3, 12] {
        let values = dice.values(4 * 5, 6, sides);
        let mut full = Tensor::new(Dense::new(4, Dense::new(5, Dense::new(6, Value::new(values.clone()))))).unwrap();
        let mut csf = empty::<SparseList<Dcsr>>();
        let source = {
            // Zeros are not stored: by way of matrices.
            let rows = csr(20, 6, &values).into_level().into_child();
            Tensor::new(Dense::new(4, Dense::new(5, rows))).unwrap()
        };
        let mut three = empty::<SparseCoo<U3, Value>>();
        let mut nested = empty::<SparseCoo<U1, Coo>>();
        let mut lists = empty::<SparseCoo<U2, SparseList<Value>>>();
        let mut rows = empty::<Dense<Coo>>();
        let mut dense = empty::<SparseCoo<U2, Vector>>();
        macro_rules! copies {
            ($($from:ident => $into:ident;)*) => { $(
                program()
                    .declare(&mut $into)
                    .body(|(into,)| forall(h, forall(j, forall(i, into.at((h, j, i)).set($from.at((h, j, i)))))))
                    .run()
                    .unwrap();
                $into.validate().unwrap();
                assert_eq!(all(&$into), values);
            )* };
        }
        copies! {
            source => three; three => csf; csf => nested; nested => lists; lists => rows; rows => dense; dense => full;
            three => full; nested => full; lists => full; rows => three; csf => three;
        }
        let mut sum = empty::<Dense<Matrix>>();
        let union = program().declare(&mut sum).body(|(s,)| {
            forall(
                h,
                forall(
                    j,
                    forall(i, s.at((h, j, i)).set(three.at((h, j, i)) + nested.at((h, j, i)))),
                ),
            )
        });
        union.run().unwrap();
        assert_eq!(all(&sum), values.iter().map(|value| 2 * value).collect::<Vec<_>>());

        let mut four = empty::<SparseCoo<U4, Value>>();
        let outer = program().declare(&mut four).body(|(f,)| {
            forall(
                h,
                forall(
                    j,
                    forall(
                        k,
                        forall(i, f.at((h, j, k, i)).set(three.at((h, j, k)) * lists.at((h, j, i)))),
                    ),
                ),
            )
        });
        outer.run().unwrap();
        four.validate().unwrap();
        let mut expected = Vec::new();
        for row in values.chunks(6) {
            for first in row {
                expected.extend(row.iter().map(|second| first * second))
            }
        }
        assert_eq!(all(&four), expected);
    }
}

#[test]
fn is_appended_to_after_thaw() {
    indices!(j, i);
    let mut c = empty::<Coo>();
    copy!(coo(3, 4, &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]) => c).unwrap();
    let later = csr(3, 4, &[0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    program()
        .update(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(later.at((j, i))))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(all(&c), [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    let error = program()
        .update(&mut c)
        .body(|(c,)| forall(j, forall(i, c.at((j, i)).add(later.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    c.validate().unwrap();
    assert_eq!(all(&c), [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    copy!(later => c).unwrap();
    assert_eq!(all(&c), all(&later));

    // Several fibers: the last one that holds something goes on.
    let mut rows = empty::<Dense<SparseCoo<U1, Value>>>();
    copy!(csr(3, 4, &[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]) => rows).unwrap();
    let later = csr(3, 4, &[0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0]);
    let append = program()
        .update(&mut rows)
        .body(|(c,)| forall_in(j, 1..3, forall(i, c.at((j, i)).add(later.at((j, i))))));
    append.run().unwrap();
    rows.validate().unwrap();
    assert_eq!(all(&rows), [1, 0, 0, 0, 0, 2, 3, 0, 4, 0, 0, 0]);
}

#[test]
fn refuses_coordinates_out_of_order() {
    indices!(k, j, i);
    fn check<L: Level<T = i64>>(c: &Tensor<L>, error: finch_traits::Error) {
        assert_eq!(error.kind(), ErrorKind::Order);
        assert!(error.to_string().contains("SparseCoo"), "{error}");
        c.validate().unwrap();
        all(c);
    }
    let x = Tensor::new(Dense::new(2, Dense::new(3, Value::new(vec![1; 6])))).unwrap();
    let mut c = empty::<Coo>();
    // The rows again, from the start.
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(x.at((k, i)) * x.at((j, i)))))))
        .run();
    check(&c, error.unwrap_err());
    assert_eq!(all(&c), [1; 6]);
    // The same row again.
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(j, forall(k, forall(i, c.at((j, i)).add(x.at((k, i)) * x.at((j, i)))))))
        .run();
    check(&c, error.unwrap_err());
    // Fibers again, and two statements at once.
    let mut rows = empty::<Dense<SparseCoo<U1, Value>>>();
    let error = program()
        .declare(&mut rows)
        .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(x.at((k, i)) * x.at((j, i)))))))
        .run();
    check(&rows, error.unwrap_err());
    let error = program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                forall(i, then(c.at((j, i)).add(x.at((j, i))), c.at((j, i)).add(x.at((j, i))))),
            )
        })
        .run();
    check(&c, error.unwrap_err());
}

#[test]
fn refuses_malformed_arrays() {
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    let refused = |extents: [usize; 2], ptr: Vec<usize>, outer: &[u8], inner: &[u8], len: usize, kind, words: &str| {
        let level = SparseCoo::<U2, _, _, _>::new(extents, ptr, [outer, inner], Value::new(vec![1; len]));
        let error = Tensor::new(level).err().unwrap();
        assert_eq!(error.kind(), kind, "{error}");
        let message = error.to_string();
        assert!(
            message.contains("SparseCoo") || message.contains("Element"),
            "{message}"
        );
        assert!(message.contains(words), "{message}")
    };
    let ok = SparseCoo::<U2, _, _, _>::new(
        [2, 3],
        vec![0_usize, 2],
        [&[0_u8, 1][..], &[2, 0][..]],
        Value::new(vec![1; 2]),
    );
    Tensor::new(ok).unwrap();
    refused([2, 257], vec![0, 2], &[0, 1], &[2, 0], 2, TooLarge, "u8");
    refused([2, 3], vec![0], &[0, 1], &[2, 0], 2, Invalid, "pointers");
    refused([2, 3], vec![0, 3], &[0, 1], &[2, 0], 3, Invalid, "beyond its 2 entries");
    refused([2, 3], vec![0, 2], &[0, 1], &[2], 2, Invalid, "beyond its 1 entries");
    refused(
        [2, 3],
        vec![0, 2],
        &[0, 2],
        &[2, 0],
        2,
        OutOfBounds,
        "index 2 along axis 0 of entry 1, in fiber 0",
    );
    refused(
        [2, 3],
        vec![0, 2],
        &[0, 1],
        &[3, 0],
        2,
        OutOfBounds,
        "index 3 along axis 1 of entry 0",
    );
    refused(
        [2, 3],
        vec![0, 2],
        &[1, 0],
        &[0, 1],
        2,
        Invalid,
        "[0, 1] follows [1, 0]",
    );
    refused([2, 3], vec![0, 2], &[1, 1], &[1, 1], 2, Invalid, "ascending");
    refused([2, 3], vec![0, 2], &[0, 1], &[2, 0], 1, Invalid, "1 values");
}

#[test]
fn refuses_what_does_not_fit() {
    let long = csr(1, 300, &[1; 300]);
    let mut narrow = empty::<SparseCoo<U2, Value, Vec<usize>, Vec<u8>>>();
    assert_eq!(copy!(long => narrow).unwrap_err().kind(), ErrorKind::TooLarge);
    narrow.validate().unwrap();
    let square = csr(20, 20, &[1; 400]);
    let mut few = empty::<SparseCoo<U2, Value, Vec<u8>, Vec<u8>>>();
    assert_eq!(copy!(square => few).unwrap_err().kind(), ErrorKind::TooLarge);
    few.validate().unwrap();
    assert_eq!(few.level().count_stored(1), 255);
    copy!(square => narrow).unwrap();
    narrow.validate().unwrap();
    assert_eq!(all(&narrow), [1; 400]);
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, outer, inner, val) = ([0_u16, 3], [0_u8, 0, 2], [1_u8, 3, 0], [5, 6, 7]);
    let child = Element::<i64, Zero, _>::new(&val[..]);
    let a = Tensor::new(SparseCoo::<U2, _, _, _>::new(
        [3, 4],
        &ptr[..],
        [&outer[..], &inner[..]],
        child,
    ))
    .unwrap();
    let mut y = empty::<Matrix>();
    copy!(a => y).unwrap();
    assert_eq!(all(&y), [0, 5, 0, 6, 0, 0, 0, 0, 7, 0, 0, 0]);
}

#[test]
fn extents_may_be_small() {
    for (rows, columns) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (1, 2)] {
        let values = vec![3; rows * columns];
        let mut c = empty::<Coo>();
        copy!(csr(rows, columns, &values) => c).unwrap();
        c.validate().unwrap();
        assert_eq!(all(&c), values);
        let mut d = empty::<Coo>();
        copy!(c => d).unwrap();
        assert_eq!(all(&d), values);
    }
}

//! PackBits through programs, against nested loops.

use crate::testing::*;
use finch_formats::RunList;
use finch_formats::prelude::*;

pub(crate) type Packed = PackBits<Value>;

pub(crate) type PackedList = PackBits<List>;

/// The arrays of a level of one fiber: `ptr` is what it must be.
pub(crate) fn arrays(tensor: &Tensor<Packed>) -> (Vec<u32>, Vec<usize>, Vec<i64>) {
    let level = tensor.level();
    assert_eq!(level.ptr(), &[0, level.right().len()]);
    assert_eq!(level.ofs().len(), level.right().len() + 1);
    assert_eq!(level.child().val().len(), level.ofs()[level.right().len()]);
    (level.right().clone(), level.ofs().clone(), level.child().val().clone())
}

/// What is stored for `values`, found by hand: runs of `long` are segments, shorter ones next to each other a literal.
pub(crate) fn packed(values: &[i64], long: usize) -> (Vec<u32>, Vec<usize>, Vec<i64>) {
    let (mut right, mut ofs, mut val): (Vec<u32>, Vec<usize>, Vec<i64>) = (Vec::new(), vec![0], Vec::new());
    let runs: Vec<&[i64]> = values.chunk_by(|a, b| a == b).collect();
    let mut end = 0;
    for group in runs.chunk_by(|a, b| a.len() < long && b.len() < long) {
        if let [run] = group {
            val.push(run[0]);
        } else {
            val.extend(group.iter().flat_map(|run| run.iter()));
        }
        end += group.iter().map(|run| run.len()).sum::<usize>();
        right.push(end as u32);
        ofs.push(val.len())
    }
    (right, ofs, val)
}

/// Four indices of eight bytes pay for two ends of four and two offsets of eight.
pub(crate) const LONG: usize = 4;

/// Values in which runs of every length stand next to each other.
pub(crate) fn lines() -> Vec<Vec<i64>> {
    let mut lines = vec![
        V9.to_vec(),
        B6.to_vec(),
        H6.to_vec(),
        Z4.to_vec(),
        vec![5],
        vec![],
        vec![1, 1, 1, 2, 2, 2, 2, 3],
        vec![1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4],
        vec![1, 2, 2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0],
    ];
    for (seed, (length, sides)) in [(1, 3), (2, 2), (3, 9), (6, 3), (20, 4), (5, 2)]
        .into_iter()
        .enumerate()
    {
        lines.push(Dice(seed as u64).runs(200, length, sides))
    }
    // Short ones and long ones in turn.
    let mut dice = Dice(77);
    let mixed = (0..60).flat_map(|piece| {
        let (value, length) = (1 + dice.below(5) as i64 + 5 * (piece % 2), 1 + dice.below(7));
        vec![value; length]
    });
    lines.push(mixed.collect());
    lines
}

#[test]
fn storage() {
    assert_eq!(packed(&V9, LONG), (vec![9], vec![0, 9], V9.to_vec()));
    assert_eq!(packed(&Z4, LONG), (vec![4], vec![0, 1], vec![0]));
    assert_eq!(
        packed(&[1, 1, 1, 2, 2, 2, 2, 3], LONG),
        (vec![3, 7, 8], vec![0, 1, 2, 3], vec![1, 2, 3])
    );
    for values in lines() {
        let dense = line(&values);
        let expected = packed(&values, LONG);
        // Index by index, without what is fill, from a list, run by run, and from what is stored so already.
        assert_eq!(arrays(&copy1(&dense)), expected, "{values:?}");
        assert_eq!(arrays(&some1(&dense)), expected, "{values:?}");
        assert_eq!(arrays(&copy1(&list(&values))), expected, "{values:?}");
        assert_eq!(arrays(&copy1(&copy1::<Runs, _>(&dense))), expected, "{values:?}");
        assert_eq!(arrays(&copy1(&copy1::<Stretches, _>(&dense))), expected, "{values:?}");
        assert_eq!(arrays(&copy1(&copy1::<Packed, _>(&dense))), expected, "{values:?}");
        assert_eq!(all(&copy1::<Packed, _>(&dense)), values)
    }
}

#[test]
fn how_long_a_run_is_depends_on_what_it_saves() {
    let values = |length: usize| [vec![1, 2], vec![3; length], vec![4, 5]].concat();
    let segments = |length| copy1::<Packed, _>(&line(&values(length))).level().right().clone();
    assert_eq!((segments(3), segments(4)), (vec![7], vec![2, 6, 8]));
    // A byte saves little.
    let of_bytes = |length: usize| {
        let bytes: Vec<i8> = values(length).iter().map(|&value| value as i8).collect();
        let packed = PackBitsVector::<i8>::from_tensor(&Vector::from(bytes.clone())).unwrap();
        assert_eq!(packed.to_dense().unwrap(), bytes);
        packed.level().right().len()
    };
    assert_eq!((of_bytes(24), of_bytes(25)), (1, 3));
    // So do narrow integers.
    type Narrow = PackBits<Value, Vec<u16>, Vec<u16>>;
    let narrow = |length| copy1::<Narrow, _>(&line(&values(length))).level().right().len();
    assert_eq!((narrow(1), narrow(2)), (1, 3));
    // Fibers are not copied: a run of two is long.
    let rows = |values: &[i64]| {
        let rows: Vec<i64> = values.iter().flat_map(|&value| [value, 0, 1]).collect();
        let packed: Tensor<PackedList> = copy2(&plane(values.len(), &rows));
        assert_eq!(all(&packed), rows);
        (packed.level().right().clone(), packed.level().ofs().clone())
    };
    for values in lines().iter().filter(|values| !values.is_empty()) {
        let (right, ofs, _) = packed(values, 2);
        assert_eq!(rows(values), (right, ofs), "{values:?}")
    }
}

#[test]
fn drawing() {
    let text = copy1::<Packed, _>(&line(&[1, 2, 3, 3, 3, 3, 3])).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "7 tensor of i64, fill 0, 3 stored",
            "PackBits [7]",
            "├─ [0]: 1",
            "├─ [1]: 2",
            "├─ [2..7]: 3"
        ]
    );
}

/// Every fiber is stored as it is when it is found by hand.
pub(crate) fn is_packed(tensor: &Tensor<Dense<Packed>>) {
    let level = tensor.level().child();
    let values = all(tensor);
    for (row, values) in values.chunks(level.extent().max(1)).enumerate() {
        let (right, ofs, val) = packed(values, LONG);
        let (from, to) = (level.ptr()[row], level.ptr()[row + 1]);
        assert_eq!(level.right()[from..to], right);
        let first = level.ofs()[from];
        assert!((from..=to).all(|at| level.ofs()[at] - first == ofs[at - from]));
        assert_eq!(level.child().val()[first..level.ofs()[to]], val)
    }
}

#[test]
fn nests() {
    holds_planes::<Dense<Packed>>(is_packed);
    holds_planes::<PackBits<Line>>(|_| ());
    holds_planes::<PackedList>(|_| ());
    holds_planes::<PackBits<Runs>>(|_| ());
    holds_planes::<PackBits<Packed>>(|_| ());
    holds_planes::<RunList<Packed>>(|tensor| {
        let rows = all(tensor);
        let extent = tensor.level().child().extent().max(1);
        let differ = rows.chunks(extent).collect::<Vec<_>>().chunk_by(|a, b| a == b).count();
        assert_eq!(
            tensor.level().right().len(),
            if rows.is_empty() {
                tensor.level().extent().min(1)
            } else {
                differ
            }
        )
    });
    holds_planes::<SparseList<Packed>>(|_| ());
    holds_planes::<SparseRunList<Packed>>(|_| ());
    holds_runs_of_planes::<Dense<Packed>>(is_packed);
    holds_runs_of_planes::<PackedList>(|_| ());
    holds_runs_of_planes::<PackBits<Packed>>(|_| ());
    holds_runs_of_planes::<PackBits<Stretches>>(|_| ());
}

#[test]
fn deep_nests() {
    holds_spaces::<Dense<PackBits<Line>>>();
    holds_spaces::<PackBits<Dense<Packed>>>();
    holds_spaces::<PackBits<SparseList<Packed>>>();
    holds_spaces::<SparseList<PackedList>>();
    holds_runs_of_spaces::<PackBits<PackBits<Packed>>>();
    holds_runs_of_spaces::<PackBits<Dense<Packed>>>();
}

#[test]
fn reads_with_others() {
    merges_planes::<Dense<Packed>, Dense<Packed>>();
    merges_planes::<Dense<List>, Dense<Packed>>();
    merges_planes::<SparseList<Packed>, SparseList<Packed>>();
    merges_planes::<SparseList<List>, SparseList<Packed>>();
    merges_planes::<SparseList<Packed>, Plane>();
    merges_planes::<PackBits<Line>, RunList<Packed>>();
}

#[test]
fn sums() {
    indices!(i);
    let mut dice = Dice(1);
    for (count, length, sides) in [(1, 1, 5), (50, 1, 3), (300, 5, 9), (300, 60, 4), (300, 3, 2)] {
        let (x, y) = (dice.runs(count, length, sides), dice.runs(count, length + 1, 3));
        let (a, b): (Tensor<Packed>, Tensor<Packed>) = (copy1(&line(&x)), copy1(&line(&y)));
        let (c, d) = (list(&y), line(&y));
        let dot: i64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
        let mut s = Scalar::new(0_i64);
        macro_rules! sums {
            ($($reducer:ident $value:expr => $expected:expr;)*) => { $(
                program().declare(&mut s).body(|(s,)| forall(i, s.at(()).reduce($reducer, $value))).run().unwrap();
                assert_eq!(s.get(), $expected);
            )* };
        }
        sums! {
            Add a.at((i,)) => x.iter().sum::<i64>();
            FastAdd a.at((i,)) => x.iter().sum::<i64>();
            Add a.at((i,)) * b.at((i,)) => dot;
            FastAdd a.at((i,)) * d.at((i,)) => dot;
            Add a.at((i,)) * c.at((i,)) => dot;
            Add a.at((i,)) * c.at((gallop(i),)) => dot;
            Add a.at((follow(i),)) * c.at((i,)) => dot;
            Add c.at((follow(i),)) * a.at((i,)) => dot;
            Add a.at((follow(i),)) * d.at((i,)) => dot;
            Add a.at((i,)) + c.at((i,)) => x.iter().sum::<i64>() + y.iter().sum::<i64>();
            Add a.at((i,)) * (b.at((i,)) + c.at((i,))) + d.at((i,)) => 2 * dot + y.iter().sum::<i64>();
        }
        // Over a part of the indices, from within a segment to within another.
        let (from, to) = (count / 3, count - count / 4);
        program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, from..to, s.at(()).add(a.at((i,)) * b.at((i,)))))
            .run()
            .unwrap();
        let part: i64 = x[from..to].iter().zip(&y[from..to]).map(|(x, y)| x * y).sum();
        assert_eq!(s.get(), part);
        // Into one that is written so.
        let mut plus = empty::<Packed>();
        program()
            .declare(&mut plus)
            .body(|(p,)| forall(i, p.at((i,)).set(a.at((i,)) + b.at((i,)))))
            .run()
            .unwrap();
        plus.validate().unwrap();
        let expected: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
        assert_eq!(arrays(&plus), packed(&expected, LONG));
    }
}

/// A level whose values count how often they are read.
fn counted(values: &[f64]) -> Tensor<PackBits<Counted<Element<f64>>>> {
    let (extent, ptr, right, ofs, child) = PackBitsVector::<f64>::from_tensor(&Vector::from(values.to_vec()))
        .unwrap()
        .into_level()
        .into_parts();
    Tensor::new(PackBits::new(extent, ptr, right, ofs, Counted::new(child))).unwrap()
}

#[test]
fn runs_are_read_once_and_literals_once_per_index() {
    indices!(i);
    let values = [vec![2.0; 1000], vec![1.0, 5.0, 3.0, 3.0], vec![0.5; 2000]].concat();
    let a = counted(&values);
    assert_eq!(a.count_stored(), 6);
    let segments = a.level().right().len() as u64;
    assert_eq!(segments, 3);
    let reads = |run: &mut dyn FnMut()| {
        a.level().child().reset();
        run();
        a.level().child().count()
    };
    // Where a literal begins its first value is looked at once more, to have it as a run.
    let at_most = 6 + segments;
    let mut s = Scalar::new(0.0);
    let count = reads(&mut || {
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(a.at((i,)))))
            .run()
            .unwrap()
    });
    assert_eq!(s.get(), 2000.0 + 12.0 + 1000.0);
    assert!((6..=at_most).contains(&count), "{count}");
    let mut least = Scalar::<f64, Inf>::default();
    let count = reads(&mut || {
        program()
            .declare(&mut least)
            .body(|(m,)| forall(i, m.at(()).reduce(Min, a.at((i,)))))
            .run()
            .unwrap()
    });
    assert_eq!(least.get(), 0.5);
    assert!((6..=at_most).contains(&count), "{count}");
    let mut any = ShortScalar::<bool>::default();
    let count = reads(&mut || {
        program()
            .declare(&mut any)
            .body(|(any,)| forall(i, any.at(()).reduce(Or, a.at((i,)).gt(constant(4.0)))))
            .run()
            .unwrap()
    });
    assert!(any.get());
    // The run before, the value there, and those of the literal up to it.
    assert!(count <= 4, "{count}");
    let count = reads(&mut || {
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) * a.at((i,)))))
            .run()
            .unwrap()
    });
    assert_eq!(s.get(), 4000.0 + 1.0 + 25.0 + 9.0 + 9.0 + 500.0);
    assert!((12..=2 * at_most).contains(&count), "{count}");
}

#[test]
fn costs_follow_segments() {
    indices!(i);
    let a = Tensor::new(PackBits::new(
        1 << 40,
        vec![0, 4],
        vec![1_u64 << 20, (1 << 20) + 3, 1 << 30, 1 << 40],
        vec![0, 1, 4, 5, 6],
        Element::<f64>::new(vec![1.0, 7.0, 8.0, 9.0, 0.5, 2.0]),
    ))
    .unwrap();
    let mut s = Scalar::new(0.0);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) * a.at((i,)))))
        .run()
        .unwrap();
    let lengths = [
        f64::from(1 << 20),
        f64::from((1 << 30) - (1 << 20) - 3),
        ((1_u64 << 40) - (1 << 30)) as f64,
    ];
    let literal = 49.0 + 64.0 + 81.0;
    assert_eq!(s.get(), lengths[0] + literal + lengths[1] * 0.25 + lengths[2] * 4.0);
    let mut c = empty::<PackBits<Element<f64>, Vec<usize>, Vec<u64>>>();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)) + a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(
        (c.level().right(), &c.level().child().val()[..]),
        (a.level().right(), &[2.0, 14.0, 16.0, 18.0, 1.0, 4.0][..])
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // A literal that could be a run, runs that could be one, and arrays with room.
    let level = Packed::new(
        4,
        vec![0, 3, 4, 9],
        vec![2, 3, 4, 4, 7],
        vec![0, 2, 3, 4, 5, 9],
        Element::new(vec![1, 1, 1, 1, 6, 7]),
    );
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(m.to_dense().unwrap(), [1, 1, 1, 1, 6, 6, 6, 6]);
    assert_eq!((m.get([0, 1]), m.get([1, 3]), m.count_stored()), (Some(1), Some(6), 5));
    assert_eq!(all(&copy2::<Plane, _>(&m)), [1, 1, 1, 1, 6, 6, 6, 6]);
    let (extent, ptr, right, ofs, child) = m.into_level().into_child().into_parts();
    assert_eq!(
        (extent, ptr.len(), right.len(), ofs.len(), child.val().len()),
        (4, 4, 5, 6, 6)
    );
    let (ptr, right, ofs, val) = ([0_u8, 2, 3], [1_u16, 3, 3], [0_u8, 1, 3, 4], [4_i64, 5, 6, 7]);
    let level = PackBits::new(
        3,
        &ptr[..],
        &right[..],
        &ofs[..],
        Element::<i64, Zero, _>::new(&val[..]),
    );
    let a = Tensor::new(Dense::new(2, level)).unwrap();
    assert_eq!(all(&a), [4, 5, 6, 7, 7, 7]);
    assert_eq!(all(&copy2::<Dense<Packed>, _>(&a)), [4, 5, 6, 7, 7, 7]);
}

#[test]
fn values_are_equal_by_operator() {
    indices!(i);
    let nan = f64::NAN;
    let x = Vector::<f64>::from(vec![nan, nan, nan, nan, 1.0, 0.0, -0.0, 0.0, 0.0]);
    let mut c = PackBitsVector::<f64>::default();
    program()
        .declare(&mut c)
        .body(|(c,)| forall(i, c.at((i,)).set(x.at((i,)))))
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!((c.level().right(), c.level().ofs()), (&vec![5, 9], &vec![0, 5, 6]));
    assert!(c.level().child().val()[..4].iter().all(|value| value.is_nan()));
}

#[test]
fn any_fill() {
    indices!(i);
    let far = f64::INFINITY;
    let values = [far, 1.0, 1.0, 1.0, 1.0, far, far, 2.0, far];
    let x = Vector::<f64>::from(values.to_vec());
    let mut c = PackBitsVectorOver::<f64, Inf>::default();
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                i,
                when(x.at((i,)).lt(constant(5.0)), c.at((i,)).reduce(Min, x.at((i,)))),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().right(), &[1, 5, 9]);
    assert_eq!(all(&c), values);
}

#[test]
fn a_pattern_has_no_fill() {
    let error = Tensor::<PackBits<Pattern>>::empty([2]).unwrap_err();
    assert!(error.to_string().contains("SparseRunList"), "{error}");
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Packed> = copy1(&line(&[]));
    assert_eq!(arrays(&a), (vec![], vec![0], vec![]));
    assert_eq!(all(&copy1::<Line, _>(&a)), []);
    assert_eq!(arrays(&copy1(&line(&[4]))), (vec![1], vec![0, 1], vec![4]));
    assert_eq!(arrays(&some1(&line(&[0]))), (vec![1], vec![0, 1], vec![0]));
    empty::<Packed>().validate().unwrap();
    assert_eq!(all(&empty::<Packed>()), []);
    let none: Tensor<SparseList<Packed>> = some2(&plane(3, &[0; 12]));
    assert_eq!(none.level().child().ptr(), &[0]);
    for shape in [[0, 3], [3, 0], [0, 0]] {
        let (a, b) = (
            Tensor::<Dense<Packed>>::empty(shape),
            Tensor::<PackBits<Packed>>::empty(shape),
        );
        assert_eq!(
            (a.unwrap().to_dense().unwrap(), b.unwrap().to_dense().unwrap()),
            (vec![], vec![])
        );
    }
}

#[test]
fn is_a_workspace() {
    indices!(j, i);
    let a = plane(5, &M5);
    let mut w = empty::<Packed>();
    let mut c = empty::<Dense<List>>();
    program()
        .declare(&mut c)
        .workspace(&mut w)
        .body(|(c, w)| {
            forall(
                j,
                w.within(
                    forall(i, w.at((i,)).set(a.at((j, i)) + a.at((j, i)))),
                    forall(i, when(w.read((i,)).ne(constant(0)), c.at((j, i)).set(w.read((i,))))),
                ),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    w.validate().unwrap();
    assert_eq!(all(&c), M5.map(|value| 2 * value));
}

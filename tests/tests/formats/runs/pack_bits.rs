//! PackBits: runs and literals.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run, sums};
use typenum::U1;

type Packed = PackBits<Value>;
type PackedList = PackBits<List>;

conformance! {
    Packed, |level| [level.ptr(), level.right(), level.ofs(), level.child().val()];
    stores {
        whole V9, 9 => [0 1] [9] [0 9] [0 1 1 2 2 0 0 3 0];
        some Z4, 1 => [0 1] [4] [0 1] [0];
        whole [1, 1, 1, 2, 2, 2, 2, 3], 3 => [0 3] [3 7 8] [0 1 2 3] [1 2 3];
    }
    refuses {
        |extent: usize, ptr: &[usize], right: &[i16], ofs: &[usize], len: usize| {
            PackBits::new(extent, ptr.to_vec(), right.to_vec(), ofs.to_vec(), zeros(len))
        };
        5, &[0, 2], &[2, 5], &[0, 1, 4], 4;
        5, &[0, 2], &[2, 5], &[0, 1, 4], 3 => Invalid "3 values";
        5, &[0, 1], &[2, 5], &[0, 1], 4 => Invalid "fiber 0 of a PackBits level end at 2, not at its extent 5";
        5, &[0, 0], &[], &[0], 0 => Invalid "end at 0, not at its extent 5";
        5, &[0, 2], &[2, 6], &[0, 1, 5], 9 => Invalid "segment 1 of fiber 0 of a PackBits level goes from 2 to 6";
        5, &[0, 2], &[5, 5], &[0, 1, 2], 9 => Invalid "segment 1 of fiber 0";
        5, &[0, 2], &[-1, 5], &[0, 1, 2], 9 => Invalid "segment 0 of fiber 0";
        5, &[0, 2], &[0, 5], &[0, 1, 2], 9 => Invalid "goes from 0 to 0";
        5, &[0, 2], &[2, 5], &[0, 1, 3], 9 => Invalid
            "segment 1 of fiber 0 of a PackBits level has 2 positions for the indices 2..5: a run has one, a literal has 3";
        5, &[0, 2], &[2, 5], &[0, 3, 4], 9 => Invalid "has 3 positions for the indices 0..2";
        5, &[0, 2], &[2, 5], &[0, 1, 1], 9 => Invalid "do not ascend from 1 to 1 at block 1";
        5, &[0, 2], &[2, 5], &[0, 1], 9 => Invalid "offsets of a PackBits level are 2";
        5, &[0, 2], &[2, 5], &[1, 2, 3], 9 => Invalid "start with 1";
        5, &[0, 3], &[2, 5], &[0, 1, 2], 9 => Invalid "beyond its 2 entries";
        5, &[0], &[2, 5], &[0, 1, 2], 9 => Invalid "pointers";
        0, &[0, 1], &[0], &[0, 1], 9 => Invalid "segment 0 of fiber 0";
        40_000, &[0, 1], &[2], &[0, 1], 9 => TooLarge "i16";
    }
    rejects {
        PackBits::new(9, vec![0, 1], vec![9_u64], vec![0, usize::MAX], zeros(1)) => Invalid;
        Dense::new(2, PackBits::new(3, vec![0, 1, 2], vec![3_u8, 2], vec![0, 1, 2], zeros(2))) => Invalid "fiber 1";
    }
    // Ends up to 255 fit a byte.
    widest { PackBits<Value, Vec<u8>, Vec<u8>>: u8 255 }
    holds_nothing { Dense<Packed>, PackBits<Packed> }
    survives_panics { V9, 3, false }
}

/// The arrays that a level of one fiber has for `values`, found by hand: runs of `long` are segments, shorter ones next to each
/// other a literal.
fn packed(values: &[i64], long: usize) -> Vec<Vec<i64>> {
    let (mut right, mut ofs, mut val): (Vec<i64>, Vec<i64>, Vec<i64>) = (Vec::new(), vec![0], Vec::new());
    let runs: Vec<&[i64]> = values.chunk_by(|a, b| a == b).collect();
    let mut end = 0;
    for group in runs.chunk_by(|a, b| a.len() < long && b.len() < long) {
        if let [run] = group {
            val.push(run[0]);
        } else {
            val.extend(group.iter().flat_map(|run| run.iter()));
        }
        end += group.iter().map(|run| run.len()).sum::<usize>();
        right.push(end as i64);
        ofs.push(val.len() as i64)
    }
    vec![vec![0, right.len() as i64], right, ofs, val]
}

/// Four indices of eight bytes pay for two ends of four and two offsets of eight.
const LONG: usize = 4;

#[test]
fn storage() {
    for values in lines() {
        let (dense, expected) = (line(&values), packed(&values, LONG));
        // Index by index, without what is fill, from a list, run by run, and from what is stored so already.
        for tensor in [
            copied(&dense),
            some(&dense),
            copied(&list(&values)),
            copied(&copied::<Runs, _>(&dense)),
            copied(&copied::<Stretches, _>(&dense)),
            copied(&copied::<Packed, _>(&dense)),
        ] {
            assert_eq!(arrays(tensor.level()), expected, "{values:?}");
            assert_eq!(all(&tensor), values)
        }
    }
}

#[test]
fn how_long_a_run_is_depends_on_what_it_saves() {
    let values = |length: usize| [vec![1, 2], vec![3; length], vec![4, 5]].concat();
    let segments = |length| copied::<Packed, _>(&line(&values(length))).level().right().clone();
    assert_eq!((segments(3), segments(4)), (vec![7], vec![2, 6, 8]));
    // A byte saves little.
    let of_bytes = |length: usize| {
        let bytes: Vec<i8> = values(length).iter().map(|&value| value as i8).collect();
        let packed = PackBitsVector::<i8>::from_tensor(&Vector::from(bytes.clone())).unwrap();
        assert_eq!(all(&packed), bytes);
        packed.level().right().len()
    };
    assert_eq!((of_bytes(24), of_bytes(25)), (1, 3));
    // So do narrow integers.
    type Narrow = PackBits<Value, Vec<u16>, Vec<u16>>;
    let narrow = |length| copied::<Narrow, _>(&line(&values(length))).level().right().len();
    assert_eq!((narrow(1), narrow(2)), (1, 3));
    // Fibers are not copied: a run of two is long.
    for values in lines().iter().filter(|values| !values.is_empty()) {
        let rows: Vec<i64> = values.iter().flat_map(|&value| [value, 0, 1]).collect();
        let rows_packed: Tensor<PackedList> = copied(&plane(values.len(), &rows));
        assert_eq!(all(&rows_packed), rows);
        let (right, ofs) = (rows_packed.level().right(), rows_packed.level().ofs());
        let right: Vec<i64> = right.iter().map(|&end| i64::from(end)).collect();
        let ofs = ofs.iter().map(|&at| at as i64).collect();
        assert_eq!([right, ofs], packed(values, 2)[1..3], "{values:?}")
    }
}

#[test]
fn drawing() {
    let lines = [
        "7 tensor of i64, fill 0, 3 stored",
        "PackBits [7]",
        "├─ [0]: 1",
        "├─ [1]: 2",
        "├─ [2..7]: 3",
    ];
    drawn(&copied::<Packed, _>(&line(&[1, 2, 3, 3, 3, 3, 3])).to_string(), &lines)
}

/// Every fiber is stored as it is when it is found by hand.
fn is_packed(tensor: &Tensor<Dense<Packed>>) {
    let (level, values) = (tensor.level().child(), all(tensor));
    let [ptr, right, ofs, val] = &arrays(level)[..] else {
        unreachable!()
    };
    for (row, values) in values.chunks(level.extent().max(1)).enumerate() {
        let (from, to) = (ptr[row] as usize, ptr[row + 1] as usize);
        let first = ofs[from];
        let of_row = ofs[from..=to].iter().map(|at| at - first).collect();
        let val = val[first as usize..ofs[to] as usize].to_vec();
        assert_eq!([right[from..to].to_vec(), of_row, val], packed(values, LONG)[1..])
    }
}

#[test]
fn nests() {
    holds_planes::<Dense<Packed>>(is_packed);
    of_types! { holds_planes(|_| ()):
        PackBits<Line>, PackedList, PackBits<Runs>, PackBits<Packed>
    }
    holds_planes::<RunList<Packed>>(|tensor| {
        let (rows, right) = (all(tensor), tensor.level().right().len());
        let extent = tensor.level().child().extent().max(1);
        let differ = rows.chunks(extent).collect::<Vec<_>>().chunk_by(|a, b| a == b).count();
        assert_eq!(
            right,
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
    of_types! { holds_spaces():
        Dense<PackBits<Line>>, PackBits<Dense<Packed>>, PackBits<SparseList<Packed>>, SparseList<PackedList>
    }
    holds_runs_of_spaces::<PackBits<PackBits<Packed>>>();
    holds_runs_of_spaces::<PackBits<Dense<Packed>>>();
}

reads! { Packed, copied:
    Dense<Packed>, Dense<Packed>; Dense<List>, Dense<Packed>; SparseList<Packed>, SparseList<Packed>;
    Lists, SparseList<Packed>; SparseList<Packed>, Plane; PackBits<Line>, RunList<Packed>;
}

#[test]
fn sums_in_any_order_and_into_itself() {
    let mut dice = Dice(1);
    for (count, length, sides) in [(1, 1, 5), (50, 1, 3), (300, 5, 9), (300, 60, 4), (300, 3, 2)] {
        let (x, y) = (dice.runs(count, length, sides), dice.runs(count, length + 1, 3));
        let (a, b): (Tensor<Packed>, Tensor<Packed>) = (copied(&line(&x)), copied(&line(&y)));
        let (d, mut fast, mut plus) = (line(&y), Scalar::<i64>::default(), empty::<Packed>());
        sums! { for i; dot(&x, &y) => (a[follow(i)] * d[i]); }
        run! { fast .= 0; for i { fast[] <<FastAdd>>= a[i]; } }
        assert_eq!(fast.get(), x.iter().sum::<i64>());
        // Into one that is written so.
        run! { plus .= 0; for i { plus[i] = a[i] + b[i]; } }
        plus.validate().unwrap();
        assert_eq!(arrays(plus.level()), packed(&zipped(&x, &y, |x, y| x + y), LONG));
    }
}

#[test]
fn runs_are_read_once_and_literals_once_per_index() {
    let values = [vec![2.0; 1000], vec![1.0, 5.0, 3.0, 3.0], vec![0.5; 2000]].concat();
    // Values count how often they are read.
    let vector = PackBitsVector::<f64>::from_tensor(&Vector::from(values)).unwrap();
    let (extent, ptr, right, ofs, child) = vector.into_level().into_parts();
    let a = Tensor::new(PackBits::new(extent, ptr, right, ofs, Counted::new(child))).unwrap();
    assert_eq!((a.count_stored(), a.level().right().len()), (6, 3));
    let reads = |run: &mut dyn FnMut()| {
        a.level().child().reset();
        run();
        a.level().child().count()
    };
    // Where a literal begins its first value is looked at once more, to have it as a run.
    let at_most = 6 + 3;
    let mut s = Scalar::new(0.0);
    let count = reads(&mut || run! { s .= 0; for i { s[] += a[i]; } });
    assert_eq!(s.get(), 2000.0 + 12.0 + 1000.0);
    assert!((6..=at_most).contains(&count), "{count}");
    let mut least = Scalar::<f64, Inf>::default();
    let count = reads(&mut || run! { least .= inf; for i { least[] <<min>>= a[i]; } });
    assert_eq!(least.get(), 0.5);
    assert!((6..=at_most).contains(&count), "{count}");
    let mut any = ShortScalar::<bool>::default();
    let count = reads(&mut || run! { any .= _; for i { any[] |= a[i] > 4.0; } });
    assert!(any.get());
    // The run before, the value there, and those of the literal up to it.
    assert!(count <= 4, "{count}");
    let count = reads(&mut || run! { s .= 0; for i { s[] += a[i] * a[i]; } });
    assert_eq!(s.get(), 4000.0 + 1.0 + 25.0 + 9.0 + 9.0 + 500.0);
    assert!((12..=2 * at_most).contains(&count), "{count}");
}

#[test]
fn costs_follow_segments() {
    let (right, ofs) = (vec![1_u64 << 20, (1 << 20) + 3, 1 << 30, 1 << 40], vec![0, 1, 4, 5, 6]);
    let child = Element::<f64>::new(vec![1.0, 7.0, 8.0, 9.0, 0.5, 2.0]);
    let a = Tensor::new(PackBits::new(1 << 40, vec![0, 4], right, ofs, child)).unwrap();
    let mut s = Scalar::new(0.0);
    run! { s .= 0; for i { s[] += a[i] * a[i]; } }
    let lengths = [
        f64::from(1 << 20),
        f64::from((1 << 30) - (1 << 20) - 3),
        ((1_u64 << 40) - (1 << 30)) as f64,
    ];
    let literal = 49.0 + 64.0 + 81.0;
    assert_eq!(s.get(), lengths[0] + literal + lengths[1] * 0.25 + lengths[2] * 4.0);
    let mut c = empty::<PackBits<Element<f64>, Vec<usize>, Vec<u64>>>();
    run! { c .= 0; for i { c[i] = a[i] + a[i]; } }
    assert_eq!(c.level().right(), a.level().right());
    assert_eq!(c.level().child().val(), &[2.0, 14.0, 16.0, 18.0, 1.0, 4.0]);
}

#[test]
fn parts_are_taken_and_given_back() {
    // A literal that could be a run, runs that could be one, and arrays with room.
    let (right, ofs) = (vec![2, 3, 4, 4, 7], vec![0, 2, 3, 4, 5, 9]);
    let level = Packed::new(4, vec![0, 3, 4, 9], right, ofs, Element::new(vec![1, 1, 1, 1, 6, 7]));
    let m = Tensor::new(Dense::new(2, level)).unwrap();
    holds(&m, &[1, 1, 1, 1, 6, 6, 6, 6], 5);
    assert_eq!(all(&copied::<Plane, _>(&m)), [1, 1, 1, 1, 6, 6, 6, 6]);
    let (extent, ptr, right, ofs, child) = m.into_level().into_child().into_parts();
    assert_eq!(
        (extent, ptr.len(), right.len(), ofs.len(), child.val().len()),
        (4, 4, 5, 6, 6)
    );
    let (ptr, right, ofs, val) = ([0_u8, 2, 3], [1_u16, 3, 3], [0_u8, 1, 3, 4], [4_i64, 5, 6, 7]);
    let child = Element::<i64, Zero, _>::new(&val[..]);
    let a = Tensor::new(Dense::new(2, PackBits::new(3, &ptr[..], &right[..], &ofs[..], child))).unwrap();
    assert_eq!(all(&a), [4, 5, 6, 7, 7, 7]);
    assert_eq!(all(&copied::<Dense<Packed>, _>(&a)), [4, 5, 6, 7, 7, 7]);
}

#[test]
fn values_are_equal_by_operator() {
    let nan = f64::NAN;
    let x = Vector::<f64>::from(vec![nan, nan, nan, nan, 1.0, 0.0, -0.0, 0.0, 0.0]);
    let mut c = PackBitsVector::<f64>::default();
    run! { c .= 0; for i { c[i] = x[i]; } }
    c.validate().unwrap();
    assert_eq!((c.level().right(), c.level().ofs()), (&vec![5, 9], &vec![0, 5, 6]));
    assert!(c.level().child().val()[..4].iter().all(|value| value.is_nan()));
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let values = [far, 1.0, 1.0, 1.0, 1.0, far, far, 2.0, far];
    let (x, mut c) = (
        Vector::<f64>::from(values.to_vec()),
        PackBitsVectorWithFill::<f64, Inf>::default(),
    );
    run! { c .= inf; for i { if x[i] < 5.0 { c[i] <<min>>= x[i]; } } }
    assert_eq!((all(&c), c.level().right()), (values.to_vec(), &vec![1, 5, 9]));
}

#[test]
fn a_pattern_has_no_fill() {
    let error = Tensor::<PackBits<Pattern>>::empty([2]).unwrap_err();
    assert!(error.to_string().contains("SparseRunList"), "{error}");
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Packed> = copied(&line(&[]));
    assert_eq!(arrays(a.level()), packed(&[], LONG));
    assert!(all(&copied::<Line, _>(&a)).is_empty());
    assert_eq!(arrays(copied::<Packed, _>(&line(&[4])).level()), packed(&[4], LONG));
    assert_eq!(arrays(some::<Packed, _>(&line(&[0])).level()), packed(&[0], LONG));
    let none: Tensor<SparseList<Packed>> = some(&plane(3, &[0; 12]));
    assert_eq!(none.level().child().ptr(), &[0]);
}

#[test]
fn serves_as_a_workspace() {
    is_a_workspace::<Packed>()
}

#[test]
fn is_appended_to_by_loop_after_loop() {
    loop_after_loop::<Packed>(|c, values| assert_eq!(arrays(c.level()), packed(values, LONG)));
    is_packed(&rows_in_pieces())
}

#[test]
fn refuses_late_loops_and_updates() {
    refuses_what_comes_too_late::<Packed, PackedList>();
    is_not_updated_in_place::<Packed>()
}

#[test]
fn declaring_again_keeps_allocations() {
    let mut c: Tensor<Packed> = copied(&line(&lines().pop().unwrap()));
    let room = |c: &Tensor<Packed>| (c.level().right().capacity(), c.level().child().val().capacity());
    let before = room(&c);
    c.copy_from(&line(&V9)).unwrap();
    assert_eq!((arrays(c.level()), room(&c)), (packed(&V9, LONG), before));
}

#[test]
fn narrow_widths() {
    // As many positions as pointers can count, in literals and in runs.
    assert_eq!(
        all(&copied::<PackBits<Value, Vec<u8>, Vec<u8>>, _>(&line(&long(255)))),
        long(255)
    );
    type Wide = PackBits<Value, Vec<u8>, Vec<u16>>;
    let mut c = empty::<Wide>();
    c.copy_from(&line(&steps(253))).unwrap();
    assert_eq!(all(&c), steps(253));
    for pairs in [vec![0_i64; 1], vec![0, 0], vec![0, 0, 1]] {
        let steps: Vec<i64> = (0..200)
            .flat_map(|step| pairs.iter().map(move |more| step + more))
            .collect();
        let (mut c, fits) = (empty::<Wide>(), steps.chunk_by(|a, b| a == b).count() < 255);
        let outcome = U1::set(&mut c, &line(&steps));
        c.validate().unwrap();
        match fits {
            true => assert_eq!((outcome.is_ok(), all(&c)), (true, steps)),
            false => drop(refused(outcome, ErrorKind::TooLarge, &[])),
        }
    }
    too_many::<Wide, U1>(&line(&long(1000)), 254);
    // What later fibers are filled with has room.
    too_many::<Dense<Wide>, _>(&plane(3, &long(600)), 0);
    too_many::<Dense<Wide>, _>(&plane(300, &[1; 300]), 0);
    // Below a list, and in runs.
    let a = plane(100, &long(200));
    assert_eq!(all(&copied::<SparseList<Wide>, _>(&a)), long(200));
    assert_eq!(all(&copied::<RunList<Wide>, _>(&a)), long(200));
    assert_eq!(all(&copied::<PackBits<Wide, Vec<u8>, Vec<u8>>, _>(&a)), long(200));
}

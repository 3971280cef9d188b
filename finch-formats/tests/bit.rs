//! Bits: what their words hold, in every nest, and the same words as numbers.

use finch_formats::prelude::*;
use finch_traits::ErrorKind;
use finch_traits::algebra::Unary;
use finch_traits::algebra::operators::Not;
use finch_traits::expr::overload::map1;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Bools = Tensor<Dense<Dense<Element<bool, False>>>>;

/// Booleans that look random: one of `sides` is true.
fn dice(count: usize, sides: u64, seed: u64) -> Vec<bool> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33).is_multiple_of(sides)
        })
        .collect()
}

fn packed(values: &[bool]) -> Vec<u64> {
    values
        .chunks(64)
        .map(|bits| (0..).zip(bits).map(|(at, &bit)| u64::from(bit) << at).sum())
        .collect()
}

#[test]
fn sixty_four_are_a_word() {
    for len in [0, 1, 63, 64, 65, 128, 200] {
        let values = dice(len, 2, len as u64);
        let x = BitVector::from_dense([len], &values).unwrap();
        x.validate().unwrap();
        assert_eq!(
            x.level().child().words(),
            &packed(&values),
            "what is behind the last one is fill"
        );
        assert_eq!(x.to_dense().unwrap(), values);
        assert_eq!((x.count_stored(), x.bytes()), (len, len.div_ceil(64) * 8));
        let again = BitVector::from_parts(len, packed(&values)).unwrap();
        assert_eq!(again, x);
        assert_eq!(again.into_parts(), (len, packed(&values)));
    }
    assert!(
        BitVector::from_dense([3], &[true, false, true])
            .unwrap()
            .to_string()
            .contains("true")
    );
    assert_eq!(format!("{:?}", Bit::<False>::new(vec![5])), "Bit([5])");
}

#[test]
fn bits_behind_the_last_one_do_not_matter() {
    indices!(i);
    let mut x = BitVector::from_parts(3, vec![!0, !0]).unwrap();
    assert_eq!(x.to_dense().unwrap(), [true; 3]);
    assert_eq!(x, BitVector::from_dense([3], &[true; 3]).unwrap());
    let y = BitVector::from_dense([3], &[false, true, false]).unwrap();
    program()
        .update(&mut x)
        .body(|(x,)| forall(i, x.at((i,)).reduce(And, y.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(x.level().child().words(), &[2]);
}

#[test]
fn words_that_are_missing_are_refused() {
    let refused = |rows, cols, words: usize| BitMatrix::from_parts(rows, cols, vec![0; words]).unwrap_err();
    let error = refused(5, 13, 1);
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(
        error.to_string(),
        "a Bit level holds 1 words where the bits of 65 positions need 2"
    );
    assert_eq!(refused(1, 1, 0).kind(), ErrorKind::Invalid);
    assert_eq!(refused(usize::MAX, 1, 1).kind(), ErrorKind::Invalid);
    assert_eq!(refused(usize::MAX, 2, 1).kind(), ErrorKind::TooLarge);
    BitMatrix::from_parts(0, 9, vec![]).unwrap();
    BitMatrix::from_parts(9, 0, vec![]).unwrap();
    let words = [6_u64];
    let view = Tensor::<Dense<Bit<False, &[u64]>>>::from_parts(3, &words[..]).unwrap();
    assert_eq!(view.to_dense().unwrap(), [false, true, true]);
    let error = BitVector::empty([usize::MAX >> 1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

/// Copies to and from every nest of booleans.
#[test]
fn converts_to_and_from_every_nest() {
    fn through<L: WriteLevel<T = bool, Rank = typenum::U2, Fill = False> + Default>(bools: &Bools, bits: &BitMatrix) {
        let there: Tensor<L> = bits.convert().unwrap();
        there.validate().unwrap();
        assert_eq!(there.to_dense().unwrap(), bools.to_dense().unwrap());
        let mut back: BitMatrix = there.convert().unwrap();
        assert_eq!(
            back.level().child().child().words(),
            bits.level().child().child().words()
        );
        let short: Tensor<L> = bits.drop_fills().unwrap();
        back.copy_from(&short).unwrap();
        assert_eq!(
            back.level().child().child().words(),
            bits.level().child().child().words()
        );
    }
    for (rows, cols, sides) in [
        (4, 5, 2),
        (7, 100, 3),
        (3, 64, 1),
        (5, 130, 40),
        (1, 1, 1),
        (0, 4, 1),
        (4, 0, 1),
    ] {
        let values = dice(rows * cols, sides, 3);
        let bools = Bools::from_dense([rows, cols], &values).unwrap();
        let bits: BitMatrix = bools.convert().unwrap();
        assert_eq!(bits.level().child().child().words(), &packed(&values));
        through::<Dense<Dense<Element<bool, False>>>>(&bools, &bits);
        through::<Dense<SparseList<Element<bool, False>>>>(&bools, &bits);
        through::<Dense<SparseList<Bit>>>(&bools, &bits);
        through::<SparseList<SparseByteMap<Bit>>>(&bools, &bits);
        through::<SparseDict<SparseDict<Bit>>>(&bools, &bits);
        through::<SparseList<Dense<Bit>>>(&bools, &bits);
        through::<Dense<RunList<Bit>>>(&bools, &bits);
        through::<Dense<SparseRunList<Bit>>>(&bools, &bits);
        through::<RunList<Dense<Bit>>>(&bools, &bits);
        through::<SparseRunList<SparseList<Bit>>>(&bools, &bits);
        through::<Dense<SparseBand<Bit>>>(&bools, &bits);
        through::<Dense<SparseBlockList<Bit>>>(&bools, &bits);
        through::<Dense<Hybrid<Element<bool, False>>>>(&bools, &bits);
        through::<Dense<Counted<SparseList<Bit>>>>(&bools, &bits);
        let pattern: CsrPattern = bits.convert().unwrap();
        assert_eq!(pattern.count_stored(), values.iter().filter(|&&bit| bit).count());
        let back: BitMatrix = pattern.convert().unwrap();
        assert_eq!(back, bits);
    }
}

#[test]
fn runs_of_bits_are_merged() {
    let values = [[true; 5], [true; 5], [false; 5], [false, true, true, true, false]].concat();
    let bits = BitMatrix::from_dense([4, 5], &values).unwrap();
    let runs: Tensor<Dense<RunList<Bit>>> = bits.convert().unwrap();
    assert_eq!(runs.level().child().right(), &[5, 5, 5, 1, 4, 5]);
    assert_eq!(runs.level().child().child().words(), &[0b010011]);
    let rows: Tensor<RunList<Dense<Bit>>> = bits.convert().unwrap();
    assert_eq!(rows.level().right(), &[2, 3, 4]);
    // Rows that are equal but for their last bit, over several words.
    let mut long = vec![false; 4 * 150];
    long[3 * 150 - 1] = true;
    let rows: Tensor<RunList<Dense<Bit>>> = BitMatrix::from_dense([4, 150], &long).unwrap().convert().unwrap();
    rows.validate().unwrap();
    assert_eq!(rows.level().right(), &[2, 3, 4]);
    assert_eq!(rows.to_dense().unwrap(), long);
    // Bits that were written where a row was taken back are fill again.
    let apart = dice(6 * 70, 2, 9);
    let mut twice = Vec::new();
    for row in apart.chunks(70) {
        twice.extend_from_slice(row);
        twice.extend_from_slice(row)
    }
    let rows: Tensor<RunList<Dense<Bit>>> = BitMatrix::from_dense([12, 70], &twice).unwrap().convert().unwrap();
    assert_eq!(rows.level().right(), &[2, 4, 6, 8, 10, 12]);
    assert_eq!(rows.level().child().child().words(), &packed(&apart));
}

#[test]
fn the_fill_may_be_true() {
    indices!(j, i);
    let a = CsrPattern::from_triplets([3, 70], [([0, 4], true), ([2, 69], true)], Or).unwrap();
    let mut holes = Tensor::<Dense<Dense<Bit<True>>>>::default();
    program()
        .declare(&mut holes)
        .body(|(holes,)| forall(j, forall(i, when(a.at((j, i)), holes.at((j, i)).set(constant(false))))))
        .run()
        .unwrap();
    holes.validate().unwrap();
    let mut expected = vec![true; 210];
    (expected[4], expected[209]) = (false, false);
    assert_eq!(holes.to_dense().unwrap(), expected);
    assert_eq!(
        holes.level().child().child().words()[3] >> 18,
        !0 >> 18,
        "filled up with fill"
    );
    let mut list = Tensor::<Dense<SparseList<Bit<True>>>>::default();
    program()
        .declare(&mut list)
        .body(|(list,)| forall(j, forall(i, list.at((j, i)).set(holes.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(list.to_dense().unwrap(), expected);
    let sums: Tensor<SparseList<SparseList<Bit<True>>>> = list.drop_fills().unwrap();
    assert_eq!((sums.count_stored(), sums.to_dense().unwrap()), (2, expected));
}

#[test]
fn is_a_workspace_and_declared_again_without_allocating() {
    indices!(j, k, i);
    let edges = CsrPattern::from_triplets(
        [70, 70],
        (0..70).flat_map(|j| [([j, j * 7 % 70], true), ([j, j * 3 % 70], true)]),
        Or,
    );
    let (a, mut w) = (edges.unwrap(), Tensor::<SparseByteMap<Bit>>::default());
    let mut reached = CsrPattern::default();
    let mut run = |w: &mut Tensor<SparseByteMap<Bit>>| {
        program()
            .declare(&mut reached)
            .workspace(w)
            .body(|(reached, w)| {
                let gather = forall(k, forall(i, w.at((i,)).reduce(Or, a.at((j, k)) & a.at((k, i)))));
                forall(j, w.within(gather, forall(i, reached.at((j, i)).set(w.read((i,))))))
            })
            .run()
            .unwrap();
        reached.to_dense().unwrap()
    };
    let first = run(&mut w);
    let words = w.level().child().words().as_ptr();
    assert_eq!(run(&mut w), first);
    assert_eq!(w.level().child().words().as_ptr(), words);
    for j in 0..70 {
        for i in 0..70 {
            let steps = |k: usize| [k * 7 % 70, k * 3 % 70];
            assert_eq!(first[70 * j + i], steps(j).into_iter().any(|k| steps(k).contains(&i)))
        }
    }
    let mut x = BitVector::from_dense([200], &[true; 200]).unwrap();
    let before = x.level().child().words().as_ptr();
    x.copy_from(&BitVector::from_dense([190], &[false; 190]).unwrap())
        .unwrap();
    assert_eq!(
        (x.level().child().words().as_ptr(), x.level().child().words()),
        (before, &vec![0; 3])
    );
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let mut x = BitVector::from_dense([100], &[true; 100]).unwrap();
    let y = Vector::<i64>::from((0..100).collect::<Vec<_>>());
    let odd = Unary(|number: i64| if number == 77 { panic!("77") } else { number % 2 == 1 });
    let run = || {
        program()
            .update(&mut x)
            .body(|(x,)| forall(i, x.at((i,)).reduce(And, map1(odd, y.at((i,))))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    x.validate().unwrap();
    assert_eq!(x.to_dense().unwrap(), [false; 100]);
}

#[test]
fn words_and_bits_are_the_same_array() {
    let values = dice(3 * 128, 3, 4);
    let bits = BitMatrix::from_dense([3, 128], &values).unwrap();
    let words = bits.words().unwrap();
    assert_eq!(
        (words.shape().to_vec(), words.values()),
        (vec![3, 2], &*packed(&values))
    );
    assert_eq!(words.values().as_ptr(), bits.level().child().child().words().as_ptr());
    let again = words.bits().unwrap();
    assert_eq!(again, bits);
    let at = bits.level().child().child().words().as_ptr();
    let owned = bits.clone().into_words().unwrap().into_bits().unwrap();
    assert_eq!(owned, bits);
    let moved = bits.into_words().unwrap();
    assert_eq!(moved.values().as_ptr(), at);
    assert_eq!(moved.into_bits().unwrap().level().child().child().words().as_ptr(), at);
    // A vector has one row, whose last word need not be full.
    let short = BitVector::from_dense([70], &dice(70, 2, 5)).unwrap();
    assert_eq!(short.words().unwrap().shape().to_vec(), [2]);
    assert_eq!(short.words().unwrap().into_bits().unwrap().shape().to_vec(), [128]);
    let cube = Tensor::<Dense<Dense<Dense<Bit>>>>::from_dense([2, 1, 64], &dice(128, 2, 6)).unwrap();
    assert_eq!(cube.words().unwrap().shape().to_vec(), [2, 1, 1]);
    for empty in [[0, 64], [5, 0], [0, 0]] {
        let words = BitMatrix::empty(empty).unwrap().into_words().unwrap();
        assert_eq!(words.shape().to_vec(), [empty[0], empty[1] / 64]);
        assert_eq!(words.into_bits().unwrap().shape().to_vec(), empty);
    }
}

#[test]
fn rows_that_end_within_a_word_are_refused() {
    let bits = BitMatrix::empty([2, 100]).unwrap();
    let error = bits.words().err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.to_string().contains("rows of 100 bits"), "{error}");
    assert!(error.to_string().contains("multiple of 64"), "{error}");
    assert_eq!(bits.into_words().err().unwrap().kind(), ErrorKind::Mismatch);
    let many = Tensor::<Dense<Dense<Element<u64>>>>::from_parts(0, usize::MAX / 64, vec![]).unwrap();
    assert_eq!(many.bits().err().unwrap().kind(), ErrorKind::TooLarge);
    assert_eq!(many.into_bits().err().unwrap().kind(), ErrorKind::TooLarge);
}

#[test]
fn programs_combine_words() {
    indices!(y, w);
    let (first, second) = (dice(5 * 192, 2, 7), dice(5 * 192, 3, 8));
    let a = BitMatrix::from_dense([5, 192], &first).unwrap();
    let b = BitMatrix::from_dense([5, 192], &second).unwrap();
    let (u, v) = (a.words().unwrap(), b.words().unwrap());
    let mut out = Matrix::<u64>::default();
    macro_rules! agrees {
        ($words:expr, $bits:expr) => {
            program()
                .declare(&mut out)
                .body(|(out,)| forall(y, forall(w, out.at((y, w)).set($words))))
                .run()
                .unwrap();
            let expected: Vec<bool> = first.iter().zip(&second).map($bits).collect();
            assert_eq!(out.bits().unwrap().to_dense().unwrap(), expected);
        };
    }
    agrees!(u.at((y, w)) & v.at((y, w)), |(a, b)| a & b);
    agrees!(u.at((y, w)) | v.at((y, w)), |(a, b)| a | b);
    agrees!(u.at((y, w)) ^ v.at((y, w)), |(a, b)| a ^ b);
    agrees!(map1(Not, u.at((y, w))) & v.at((y, w)), |(a, b)| !a & b);
    // Over a mask in lists, whole words are skipped.
    let sparse: Csr<u64> = v.drop_fills().unwrap();
    agrees!(u.at((y, w)) & sparse.at((y, w)), |(a, b)| a & b);
    // How many are set.
    let mut count = Scalar::<u64>::default();
    let ones = Unary(|word: u64| u64::from(word.count_ones()));
    program()
        .declare(&mut count)
        .body(|(count,)| forall(y, forall(w, count.at(()).add(map1(ones, u.at((y, w)))))))
        .run()
        .unwrap();
    assert_eq!(count.get() as usize, first.iter().filter(|&&bit| bit).count());
}

/// A point stays if both of its neighbours are set: three views of one array, each a word further, and shifts.
#[test]
fn erosion_by_words() {
    indices!(w);
    let count = 7 * 64;
    // A word on each side stands for what is outside, where all is set.
    let mut points = vec![true; count + 128];
    points[64..64 + count].copy_from_slice(&dice(count, 2, 10).into_iter().map(|bit| !bit).collect::<Vec<_>>());
    points[100..220].fill(true);
    let line = BitVector::from_dense([points.len()], &points).unwrap();
    let words = line.words().unwrap();
    let words = words.values();
    let view = |from: usize| VectorView::<u64>::from_parts(7, &words[from..from + 7]).unwrap();
    let (before, here, after) = (view(0), view(1), view(2));
    let mut eroded = Vector::<u64>::default();
    program()
        .declare(&mut eroded)
        .body(|(eroded,)| {
            let word = here.at((w,));
            let low = map1(Unary(|word: u64| word << 1), word) | map1(Unary(|word: u64| word >> 63), before.at((w,)));
            let high = map1(Unary(|word: u64| word >> 1), word) | map1(Unary(|word: u64| word << 63), after.at((w,)));
            forall(w, eroded.at((w,)).set(word & low & high))
        })
        .run()
        .unwrap();
    let eroded = eroded.into_bits().unwrap();
    let expected: Vec<bool> = points
        .windows(3)
        .skip(63)
        .take(count)
        .map(|three| three == [true; 3])
        .collect();
    assert_eq!(eroded.to_dense().unwrap(), expected);
}

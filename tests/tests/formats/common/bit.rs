//! Bits: what their words hold, in every nest, and the same words as numbers.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::{Dice, all, refused};
use finch_tests::run;
use finch_traits::algebra::Unary;
use finch_traits::algebra::operators::Not;
use finch_traits::lifecycle::WriteLevel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::U2;

type Bools = Tensor<Dense<Dense<Element<bool, False>>>>;

/// Booleans that look random: one of `sides` is true.
fn dice(count: usize, sides: usize, seed: u64) -> Vec<bool> {
    let mut dice = Dice(seed);
    (0..count).map(|_| dice.below(sides) == 0).collect()
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
        assert_eq!(
            x.level().child().words(),
            &packed(&values),
            "what is behind the last one is fill"
        );
        assert_eq!(all(&x), values);
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
    let mut x = BitVector::from_parts(3, vec![!0, !0]).unwrap();
    assert_eq!(x.to_dense().unwrap(), [true; 3]);
    assert_eq!(x, BitVector::from_dense([3], &[true; 3]).unwrap());
    let y = BitVector::from_dense([3], &[false, true, false]).unwrap();
    run! { mut x; for i { x[i] &= y[i]; } }
    assert_eq!(x.level().child().words(), &[2]);
}

#[test]
fn words_that_are_missing_are_refused() {
    let made = |rows, cols, words: usize| BitMatrix::from_parts(rows, cols, vec![0; words]);
    let error = refused(made(5, 13, 1), ErrorKind::Invalid, &[]);
    assert_eq!(
        error.to_string(),
        "a Bit level holds 1 words where the bits of 65 positions need 2"
    );
    refused(made(1, 1, 0), ErrorKind::Invalid, &[]);
    refused(made(usize::MAX, 1, 1), ErrorKind::Invalid, &[]);
    refused(made(usize::MAX, 2, 1), ErrorKind::TooLarge, &[]);
    BitMatrix::from_parts(0, 9, vec![]).unwrap();
    BitMatrix::from_parts(9, 0, vec![]).unwrap();
    let words = [6_u64];
    let view = Tensor::<Dense<Bit<False, &[u64]>>>::from_parts(3, &words[..]).unwrap();
    assert_eq!(view.to_dense().unwrap(), [false, true, true]);
    refused(BitVector::empty([usize::MAX >> 1]), ErrorKind::TooLarge, &[]);
}

/// Copies to and from nests of booleans. Of the suite `all_nests` others make trips.
#[test]
fn converts_to_and_from_other_nests() {
    fn through<L: WriteLevel<T = bool, Rank = U2, Fill = False> + Default>(bools: &Bools, bits: &BitMatrix) {
        let (there, short): (Tensor<L>, Tensor<L>) = (bits.convert().unwrap(), bits.drop_fills().unwrap());
        assert_eq!(all(&there), all(bools));
        let (mut back, words): (BitMatrix, _) = (there.convert().unwrap(), bits.level().child().child().words());
        assert_eq!(back.level().child().child().words(), words);
        back.copy_from(&short).unwrap();
        assert_eq!(back.level().child().child().words(), words);
    }
    macro_rules! through {
        ($bools:expr, $bits:expr; $($nest:ty),* $(,)?) => { $( through::<$nest>($bools, $bits); )* };
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
        through! {
            &bools, &bits;
            Dense<SparseList<Element<bool, False>>>, Dense<SparseList<Bit>>, SparseList<SparseByteMap<Bit>>,
            SparseDict<SparseDict<Bit>>, RunList<Dense<Bit>>, Dense<SparseRunList<Bit>>, Dense<SparseBand<Bit>>,
            Dense<Hybrid<Element<bool, False>>>
        }
        let pattern: CsrPattern = bits.convert().unwrap();
        assert_eq!(pattern.count_stored(), values.iter().filter(|&&bit| bit).count());
        assert_eq!(pattern.convert::<Dense<Dense<Bit>>>().unwrap(), bits);
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
    let a = CsrPattern::from_triplets([3, 70], [([0, 4], true), ([2, 69], true)], Or).unwrap();
    let mut holes = Tensor::<Dense<Dense<Bit<True>>>>::default();
    run! { holes .= true; for j, i { if a[j, i] { holes[j, i] = { false }; } } }
    let mut expected = vec![true; 210];
    (expected[4], expected[209]) = (false, false);
    assert_eq!(all(&holes), expected);
    assert_eq!(
        holes.level().child().child().words()[3] >> 18,
        !0 >> 18,
        "filled up with fill"
    );
    let mut list = Tensor::<Dense<SparseList<Bit<True>>>>::default();
    run! { list .= true; for j, i { list[j, i] = holes[j, i]; } }
    assert_eq!(all(&list), expected);
    let sums: Tensor<SparseList<SparseList<Bit<True>>>> = list.drop_fills().unwrap();
    assert_eq!((sums.count_stored(), all(&sums)), (2, expected));
}

#[test]
fn is_a_workspace_and_declared_again_without_allocating() {
    let edges = (0..70).flat_map(|j| [([j, j * 7 % 70], true), ([j, j * 3 % 70], true)]);
    let a = CsrPattern::from_triplets([70, 70], edges, Or).unwrap();
    let (mut w, mut reached) = (Tensor::<SparseByteMap<Bit>>::default(), CsrPattern::default());
    let mut run = |w: &mut Tensor<SparseByteMap<Bit>>| {
        run! {
            reached .= _;
            for j {
                w .= _;
                for k, i { w[i] |= a[j, k] & a[k, i]; }
                for i { reached[j, i] = w[i]; }
            }
        }
        all(&reached)
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
    // One that has all bits is cleared in each turn.
    let (mut w, mut copied) = (BitVector::default(), CsrPattern::default());
    run! {
        copied .= _;
        for j {
            w .= _;
            for i { w[i] |= a[j, i]; }
            for i { copied[j, i] = w[i]; }
        }
    }
    assert_eq!(all(&copied), all(&a));
    let mut x = BitVector::from_dense([200], &[true; 200]).unwrap();
    let before = x.level().child().words().as_ptr();
    x.copy_from(&BitVector::from_dense([190], &[false; 190]).unwrap())
        .unwrap();
    let words = x.level().child().words();
    assert_eq!((words.as_ptr(), words), (before, &vec![0; 3]));
}

#[test]
fn a_panic_leaves_it_empty() {
    let mut x = BitVector::from_dense([100], &[true; 100]).unwrap();
    let y = Vector::<i64>::from((0..100).collect::<Vec<_>>());
    let odd = Unary(|number: i64| if number == 77 { panic!("77") } else { number % 2 == 1 });
    let run = AssertUnwindSafe(|| finch! { mut x; for i { x[i] &= map1(odd, y[i]); } }.run());
    assert!(catch_unwind(run).is_err());
    assert_eq!(all(&x), [false; 100]);
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
    refused(
        bits.words().map(drop),
        ErrorKind::Mismatch,
        &["rows of 100 bits", "multiple of 64"],
    );
    refused(bits.into_words(), ErrorKind::Mismatch, &[]);
    let many = Tensor::<Dense<Dense<Element<u64>>>>::from_parts(0, usize::MAX / 64, vec![]).unwrap();
    refused(many.bits().map(drop), ErrorKind::TooLarge, &[]);
    refused(many.into_bits(), ErrorKind::TooLarge, &[]);
}

#[test]
fn programs_combine_words() {
    let (first, second) = (dice(5 * 192, 2, 7), dice(5 * 192, 3, 8));
    let a = BitMatrix::from_dense([5, 192], &first).unwrap();
    let b = BitMatrix::from_dense([5, 192], &second).unwrap();
    let (u, v) = (a.words().unwrap(), b.words().unwrap());
    let sparse: Csr<u64> = v.drop_fills().unwrap();
    let mut out = Matrix::<u64>::default();
    macro_rules! agree {
        (for $y:ident, $w:ident; $($bits:expr => ($($words:tt)*);)*) => { $(
            run! { out .= 0; for $y, $w { out[$y, $w] = $($words)*; } }
            let expected: Vec<bool> = first.iter().zip(&second).map($bits).collect();
            assert_eq!(all(&out.bits().unwrap()), expected);
        )* };
    }
    agree! { for y, w;
        |(a, b)| a & b => (u[y, w] & v[y, w]);
        |(a, b)| a | b => (u[y, w] | v[y, w]);
        |(a, b)| a ^ b => (u[y, w] ^ v[y, w]);
        |(a, b)| !a & b => (map1(Not, u[y, w]) & v[y, w]);
        // Over a mask in lists, whole words are skipped.
        |(a, b)| a & b => (u[y, w] & sparse[y, w]);
    }
    // How many are set.
    let (mut count, ones) = (
        Scalar::<u64>::default(),
        Unary(|word: u64| u64::from(word.count_ones())),
    );
    run! { count .= 0; for y, w { count[] += map1(ones, u[y, w]); } }
    assert_eq!(count.get() as usize, first.iter().filter(|&&bit| bit).count());
}

/// A point stays if both of its neighbours are set: three views of one array, each a word further, and shifts.
#[test]
fn erosion_by_words() {
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
    let (up, down) = (Unary(|word: u64| word << 1), Unary(|word: u64| word >> 1));
    let (last, first) = (Unary(|word: u64| word >> 63), Unary(|word: u64| word << 63));
    run! {
        eroded .= 0;
        for w {
            let low = map1(up, here[w]) | map1(last, before[w]);
            let high = map1(down, here[w]) | map1(first, after[w]);
            eroded[w] = here[w] & low & high;
        }
    }
    let eroded = eroded.into_bits().unwrap();
    let expected: Vec<bool> = points
        .windows(3)
        .skip(63)
        .take(count)
        .map(|three| three == [true; 3])
        .collect();
    assert_eq!(eroded.to_dense().unwrap(), expected);
}

//! Giving back memory: nothing that can be read changes, nothing is left over, and what is written next is right.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::conformance::all;
use finch_tests::memory::{Counting, held};
use finch_tests::{of_types, run};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use typenum::{U1, U2, U3};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Where a round puts its values.
#[derive(Clone, Copy)]
enum Places {
    /// Anywhere.
    Any,
    /// At or below the diagonal.
    Lower,
    /// At or below the diagonal, which stand for those above it as well.
    Mirrored,
    /// One in each row.
    Single,
}

const N: usize = 32;

impl Places {
    /// Whether a place is put in `round`, but for the last two rows. The first round puts much, the next one little, and so on.
    fn puts(self, round: usize, row: usize, column: usize) -> bool {
        let most = [11, 2, 13, 5][round % 4];
        match self {
            Places::Any => (row * 5 + column * 7 + round) % 17 < most && row % 5 != 3,
            Places::Lower | Places::Mirrored => column <= row && Places::Any.puts(round, row, column),
            Places::Single => column == (row * 3 + round) % N && row % 4 < most,
        }
    }

    fn entries(self, round: usize) -> Vec<[usize; 2]> {
        let places = (0..N - 2).flat_map(|row| (0..N).map(move |column| [row, column]));
        places.filter(|&[row, column]| self.puts(round, row, column)).collect()
    }
}

/// A value for each place, over some of which runs go on.
fn value(round: usize, [row, column]: [usize; 2]) -> i64 {
    (round * 1000 + row * 10 + column / 6 + 1) as i64
}

/// What a tensor is to hold: all of its values.
#[derive(Clone)]
struct Expected<T> {
    values: Vec<T>,
    places: Places,
}

impl<T: Copy + PartialEq + Debug> Expected<T> {
    fn set(&mut self, [row, column]: [usize; 2], value: T) {
        self.values[row * N + column] = value;
        if matches!(self.places, Places::Mirrored) {
            self.values[column * N + row] = value
        }
    }
}

#[track_caller]
fn holds<L: Level<Rank = U2, T: PartialEq + Debug>>(a: &Tensor<L>, expected: &Expected<L::T>) {
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), expected.values);
}

/// Shrinks `a`, which is all that this thread has taken beyond `others`: it takes as much as a copy does, which is made without
/// room for more, and at most `most_beside` bytes more than its arrays.
#[track_caller]
fn shrinks<L: WriteLevel + Clone>(a: &mut Tensor<L>, others: isize, most_beside: isize) {
    let (bytes, before) = (a.bytes(), held());
    a.shrink_to_fit();
    let after = held();
    assert!(after <= before);
    assert_eq!(a.bytes(), bytes);
    let copy = a.clone();
    assert_eq!(after - others, held() - after, "{}", L::NAME);
    drop(copy);
    let beside = after - others - bytes as isize;
    assert!((0..=most_beside).contains(&beside), "{}: {beside}", L::NAME);
}

/// Rounds of writing, opening again and copying, with shrinking in between.
fn checks<L>(places: Places, most_beside: isize, of: fn(i64) -> L::T)
where
    L: WriteLevel<T: PartialEq + Debug, Rank = U2> + Default + Clone,
    L::Rank: Axes,
{
    let nothing = Expected::<L::T> {
        values: vec![Tensor::<L>::default().fill(); N * N],
        places,
    };
    let mut rounds: Vec<_> = (0..8).map(|round| (places.entries(round), nothing.clone())).collect();
    // A thread keeps what its programs needed to run.
    let empty = Tensor::<L>::empty([N, N]).unwrap();
    drop(Tensor::<L>::from_tensor(&empty).unwrap());
    drop(empty);
    let others = held();
    let mut a = Tensor::<L>::default();
    shrinks(&mut a, others, most_beside);
    a.validate().unwrap();
    for (round, (entries, expected)) in rounds.iter_mut().enumerate() {
        for &place in &*entries {
            expected.set(place, of(value(round, place)))
        }
        let put = entries.iter().map(|&place| (place, of(value(round, place))));
        if round % 2 == 0 {
            let mut writer = a.write([N, N]).unwrap();
            put.for_each(|(place, value)| writer.put(place, value).unwrap());
            writer.freeze().unwrap()
        } else {
            let source = Tensor::<L>::from_triplets([N, N], put, Overwrite).unwrap();
            a.copy_from(&source).unwrap()
        }
        holds(&a, expected);
        // Now and then twice, and now and then not at all.
        for _ in 0..round % 3 {
            shrinks(&mut a, others, most_beside);
            holds(&a, expected)
        }
        for at in [N - 2, N - 1] {
            match a.reopen() {
                Ok(mut writer) => {
                    writer.put([at, at], of(7)).unwrap();
                    writer.freeze().unwrap();
                    expected.set([at, at], of(7))
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::Lifecycle),
            }
            holds(&a, expected);
            shrinks(&mut a, others, most_beside);
            holds(&a, expected)
        }
        if round % 4 == 3 {
            a.write([N, N]).unwrap().freeze().unwrap();
            shrinks(&mut a, others, most_beside);
            holds(&a, &nothing)
        }
    }
}

type E = Element<i64>;

/// A hash table has a few bytes that belong to no bucket.
const TABLE: isize = 16;
/// A byte map remembers where the entries of each of its fibers end.
const ENDS: isize = 16 * (N as isize + 1);
/// The levels of a few numbers each, for each fiber and one more.
const LEVELS: isize = 200 * (N as isize + 1);

#[test]
fn lists_and_blocks() {
    of_types! { checks(Places::Any, 0, |value| value):
        Dense<Dense<E>>, Dense<SparseList<E>>, SparseList<SparseList<E, Lengths>>, Dense<SparsePairs<i64>>,
        SparseCoo<U2, E>, SparseBlockList<SparseBand<E>>
    }
    checks::<Ragged<Separate<SparseList<E>>>>(Places::Any, LEVELS, |value| value);
    checks::<SparseBlocks<U2, U3, E>>(Places::Any, 0, |value| value);
    checks::<Dense<Hybrid<E>>>(Places::Any, 0, |value| value);
}

#[test]
fn tables() {
    checks::<SparseByteMap<SparseDict<E>>>(Places::Any, TABLE, |value| value);
    checks::<SparseDict<SparseByteMap<E>>>(Places::Any, ENDS, |value| value);
    checks::<Counted<SparseByteMap<Counted<Dense<E>>>>>(Places::Any, 0, |value| value);
    checks::<UnsortedList<SparseDict<E>>>(Places::Any, TABLE, |value| value);
    checks::<Dense<UnsortedList<E>>>(Places::Any, 0, |value| value);
    checks::<SparseByteMap<SparseByteMap<Pattern>>>(Places::Any, ENDS, |value| value > 0);
    checks::<SparseList<UnsortedList<Bit>>>(Places::Any, 0, |value| value > 0);
}

#[test]
fn runs_and_halves() {
    of_types! { checks(Places::Any, 0, |value| value):
        Dense<RunList<E>>, RunList<SparseRunList<E>>, SparseRunList<SparseList<E>>, Dense<PackBits<E>>
    }
    checks::<Triangular<Lower, E>>(Places::Lower, 0, |value| value);
    checks::<Symmetric<Lower, E>>(Places::Mirrored, 0, |value| value);
    checks::<SparseList<SparsePoint<E>>>(Places::Single, 0, |value| value);
    checks::<Dense<SparseInterval<E>>>(Places::Single, 0, |value| value);
}

/// Frames inside of another one have lists of their own, which are not needed once the level is sealed.
#[test]
fn several_statements_write_a_byte_map() {
    let x = Csr::<i64>::from_triplets([3, 4], [([0, 1], 1), ([0, 2], 2), ([2, 0], 3), ([2, 3], 4)], Add).unwrap();
    let mut w = Tensor::<Dense<SparseByteMap<E>>>::default();
    for round in 0..4 {
        run! { w .= 0; for j, k, i { w[j, i] += x[k, i]; w[k, i] += x[j, i]; } }
        // Each row is given all rows, and gives itself to all.
        let sums = x.to_dense().unwrap();
        let sums: Vec<i64> = (0..4).map(|i| 2 * (sums[i] + sums[4 + i] + sums[8 + i])).collect();
        assert_eq!(all(&w), sums.repeat(3));
        for _ in 0..round {
            w.shrink_to_fit();
            assert_eq!(all(&w), sums.repeat(3))
        }
        let mut writer = w.reopen_by(Add).unwrap();
        writer.put([1, 3], 10).unwrap();
        writer.freeze().unwrap();
        w.validate().unwrap();
        assert_eq!(w.get([1, 3]), Some(sums[3] + 10))
    }
}

/// Arrays may be longer than what the fibers need, each by itself.
#[test]
fn arrays_that_are_too_long() {
    fn checks<L: WriteLevel<T = i64, Rank = U1> + Default>(level: L) {
        let mut x = Tensor::new(level).unwrap();
        let mut expected = [0, 4, 5, 0, 0, 0, 0, 0, 0];
        for index in [6, 8] {
            x.shrink_to_fit();
            assert_eq!(all(&x), expected);
            let mut writer = x.reopen().unwrap();
            writer.put([index], 7).unwrap();
            writer.freeze().unwrap();
            expected[index] = 7;
            assert_eq!(all(&x), expected)
        }
    }
    let (ptr, idx) = (|| vec![0_usize, 2, 3], || vec![1_u32, 2, 0, 9]);
    let values = || E::new(vec![4, 5, 6, 7, 8]);
    checks(SparseList::new(9, ptr(), idx(), values()));
    checks(SparseList::new(9, ptr(), idx(), E::new(vec![4, 5])));
    checks(UnsortedList::new(9, ptr(), idx(), values()));
    checks(SparseDict::new(9, ptr(), idx(), vec![0_u32, 1, 2, 4, 3], values()));
    checks(SparseCoo::<U1, _>::new([9], ptr(), [idx()], values()));
    checks(SparseBlockList::new(
        9,
        vec![0, 1],
        vec![3_u32, 5, 9, 9],
        vec![0, 2],
        values(),
    ));
    checks(SparseBand::new(9, ptr(), vec![1_u32, 0, 0], values()));
    checks(Ragged::new(9, vec![0, 3, 4], E::new(vec![0, 4, 5, 6])));
    let tbl = |index| index == 1 || index == 2;
    let val = (0..20).map(|index| 3 + index).collect();
    checks(SparseByteMap::new(
        9,
        ptr(),
        idx(),
        (0..20).map(tbl).collect(),
        E::new(val),
    ))
}

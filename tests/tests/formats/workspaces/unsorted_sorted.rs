//! Unsorted lists that are sorted in place, over whatever can change places.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_traits::level::Level;
use std::fmt::Debug;

/// Five fibers of distinct indices below 40, in the order in which dice say; the first one is empty, and the second sorted.
fn lists(dice: &mut Dice) -> (Vec<usize>, Vec<u32>) {
    let (mut ptr, mut idx) = (vec![0, 0], Vec::new());
    for fiber in 1..5 {
        let mut list: Vec<u32> = (0..40).filter(|_| dice.below(3) > 0).collect();
        if fiber > 1 {
            for last in (1..list.len()).rev() {
                list.swap(last, dice.below(last + 1))
            }
        }
        idx.extend(list);
        ptr.push(idx.len())
    }
    (ptr, idx)
}

/// What the sorted rows of `level` hold is what the unsorted ones held, in ascending order.
fn sorts<L: Level<T: PartialEq + Debug> + finch_formats::sparse_blocks::SwapLevel + Clone>(
    make: impl Fn(usize, &mut Dice) -> L,
) {
    for seed in 1..6 {
        let mut dice = Dice(seed);
        let (ptr, idx) = lists(&mut dice);
        let child = make(idx.len(), &mut dice);
        let rows = Tensor::new(Dense::new(
            5,
            UnsortedList::new(40, ptr.clone(), idx.clone(), child.clone()),
        ))
        .unwrap();
        let (expected, bytes) = (rows.to_triplets(), rows.bytes());
        let sorted = rows.sort();
        sorted.validate().unwrap();
        assert_eq!(sorted.to_triplets(), expected);
        assert_eq!(sorted.bytes(), bytes);
        assert_eq!(sorted.level().child().ptr(), &ptr);
        for pair in ptr.windows(2) {
            let list = &sorted.level().child().idx()[pair[0]..pair[1]];
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
        // One fiber, of arrays that hold more of them.
        let row = UnsortedList::new(40, vec![0, ptr[3]], idx, child);
        let Ok(row) = Tensor::new(row) else {
            continue;
        };
        let expected = row.to_triplets();
        assert_eq!(row.sort().to_triplets(), expected)
    }
}

#[test]
fn over_values() {
    sorts(|len, dice| Value::new((0..len).map(|_| dice.below(100) as i64).collect()))
}

#[test]
fn over_patterns() {
    sorts(|_, _| Pattern);
    sorts(|_, _| Dense::new(3, Pattern))
}

#[test]
fn over_bits() {
    let bits = |len: usize, dice: &mut Dice| -> Bit {
        Bit::new(
            (0..len.div_ceil(64))
                .map(|_| (dice.below(1 << 31) as u64) << 32 | dice.below(1 << 31) as u64)
                .collect(),
        )
    };
    sorts(bits);
    sorts(|len, dice| Dense::new(5, bits(5 * len, dice)))
}

#[test]
fn over_dense_fibers() {
    let values = |len: usize, dice: &mut Dice| Value::new((0..len).map(|_| dice.below(100) as i64).collect());
    sorts(|len, dice| Dense::new(3, values(3 * len, dice)));
    sorts(|len, dice| Dense::<_, Fixed<typenum::U4>>::fixed(values(4 * len, dice)));
    sorts(|len, dice| Dense::new(2, Dense::new(3, values(6 * len, dice))));
    sorts(|len, dice| Dense::new(0, values(len, dice)));
    sorts(|len, dice| Triangular::<Lower, _>::new(3, values(6 * len, dice)));
    sorts(|len, dice| {
        let idx: Vec<u32> = (0..len).map(|_| dice.below(8) as u32).collect();
        SparsePoint::new(7, idx, values(len, dice))
    })
}

/// Rows of extents that are types, and what arrays hold behind the last row.
#[test]
fn of_some_rows() {
    let (ptr, idx, val) = (vec![0, 2, 2, 5], vec![4_u32, 1, 2, 0, 3], vec![1, 2, 3, 4, 5]);
    let list = || UnsortedList::new(5, ptr.clone(), idx.clone(), Value::new(val.clone()));
    let two = Tensor::new(Dense::<_, Fixed<typenum::U2>>::fixed(list()))
        .unwrap()
        .sort();
    assert_eq!(all(&two), [0, 2, 0, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(two.level().child().idx()[..2], [1, 4]);
    let three = Tensor::new(Dense::new(3, list())).unwrap().sort();
    assert_eq!(
        three.into_parts(),
        (3, 5, ptr.clone(), vec![1, 4, 0, 2, 3], vec![2, 1, 4, 3, 5])
    );
    assert!(all(&Tensor::new(Dense::new(0, list())).unwrap().sort()).is_empty());
}

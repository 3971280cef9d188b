//! How the keys of a dictionary are hashed, and its table of slots.

use crate::table::{Table, hash};
use std::collections::HashMap;

/// How many of the hashes of `keys` share their low bits, of which there are as many as tell the keys apart, and
/// how many keys the most frequent high bits have.
fn collisions(keys: &[(usize, usize)]) -> (usize, usize) {
    let mask = keys.len().next_power_of_two() as u64 - 1;
    let (mut low, mut high) = (HashMap::new(), HashMap::new());
    for &(fiber, index) in keys {
        let hash = hash(fiber, index);
        *low.entry(hash & mask).or_insert(0_usize) += 1;
        *high.entry(hash >> 57).or_insert(0_usize) += 1;
    }
    (keys.len() - low.len(), high.values().copied().max().unwrap_or_default())
}

#[test]
fn regular_keys_do_not_collide_more_than_random_ones() {
    let count = 1 << 14;
    let patterns: Vec<(String, Vec<(usize, usize)>)> = (0..64)
        .map(|shift| {
            let stride = 1_usize << shift;
            let strided = (0..count).map(|at: usize| (0, at.wrapping_mul(stride))).collect();
            (format!("indices 2^{shift} apart"), strided)
        })
        .take(49)
        .chain((0..48).map(|shift| {
            let strided = (0..count).map(|at| (at << shift, 7)).collect();
            (format!("fibers 2^{shift} apart"), strided)
        }))
        .chain([
            (
                "a square".to_owned(),
                (0..count).map(|at| (at / 128, at % 128)).collect(),
            ),
            ("a diagonal".to_owned(), (0..count).map(|at| (at, at)).collect()),
            (
                "an antidiagonal".to_owned(),
                (0..count).map(|at| (at, count - at)).collect(),
            ),
            (
                "a few long rows".to_owned(),
                (0..count).map(|at| (at % 4, at / 4 * 1000)).collect(),
            ),
        ])
        .collect();
    for (name, keys) in patterns {
        let (low, high) = collisions(&keys);
        // Of random ones 37 in a hundred find their place taken, and 128 have the same high bits.
        assert!(low < count * 40 / 100, "{name}: {low} of {count} share low bits");
        assert!(high < 200, "{name}: {high} of {count} have the same high bits");
    }
}

#[test]
fn slots_are_found_and_removed() {
    let mut table = Table::<u8>::with_room(0);
    assert_eq!((table.len(), table.bytes()), (0, 0));
    let owner = |slot: u8| (usize::from(slot) / 16, usize::from(slot) % 16);
    for slot in 0..=255_u8 {
        let (fiber, index) = owner(slot);
        assert!(table.make_room(1, owner));
        table.insert(hash(fiber, index), slot, owner)
    }
    let found = |table: &Table<u8>, fiber, index| table.find(hash(fiber, index), |slot| owner(slot) == (fiber, index));
    assert_eq!(found(&table, 3, 4), Some(52));
    assert_eq!(table.bytes(), 512 * 2);
    table.remove(3, 4, 52);
    table.remove(3, 4, 52);
    assert_eq!((table.len(), found(&table, 3, 4)), (255, None));
    assert_eq!(found(&table, 3, 5), Some(53));
    table.clear();
    assert_eq!(found(&table, 3, 5), None);
}

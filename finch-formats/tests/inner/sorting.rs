//! How the indices of a workspace are sorted.

use crate::order::{Bits, sort};

#[test]
fn sorts_dense_and_sparse_windows() {
    let mut state = 8_u64;
    let mut below = |end: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % end
    };
    let mut bits = Bits::default();
    for (count, window) in [
        (0, 1),
        (1, 1),
        (2, 3),
        (10, 100),
        (23, 40),
        (24, 24),
        (30, 1000),
        (30, 5000),
        (500, 600),
        (1000, 1040),
        (500, 100_000),
        (64, 64),
        (24, 190_000),
        (24, 210_000),
        (300, 2_000_000),
        (30, 4_000_000),
    ] {
        for _ in 0..20 {
            let first = below(3000);
            let mut numbers: Vec<u32> = Vec::new();
            while numbers.len() < count {
                let number = (first + below(window)) as u32;
                if !numbers.contains(&number) {
                    numbers.push(number)
                }
            }
            let mut expected = numbers.clone();
            expected.sort();
            let mut tbl = vec![false; 3000 + window];
            numbers.iter().for_each(|&number| tbl[number as usize] = true);
            let mut listed = numbers.clone();
            // SAFETY: no bytes, and those of the numbers.
            unsafe {
                sort(&mut numbers, &[], &mut bits);
                sort(&mut listed, &tbl, &mut bits)
            }
            assert_eq!(numbers, expected);
            assert_eq!(listed, expected);
            // All words are 0 again.
            assert!(!format!("{bits:?}").contains(|digit| ('1'..='9').contains(&digit)));
        }
    }
}

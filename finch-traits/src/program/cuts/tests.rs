use super::*;

/// Cuts `0..rows.len()`, where each row stores that much, and checks that the parts cover all.
fn cuts(rows: &[usize], grain: usize) -> Vec<usize> {
    let stored = |index: usize| rows[..index].iter().sum();
    let cuts = cut(0..rows.len(), grain, &stored);
    assert_eq!((cuts[0], cuts[cuts.len() - 1]), (0, rows.len()));
    if !rows.is_empty() {
        assert!(cuts.is_sorted_by(|a, b| a < b), "{cuts:?}");
    }
    cuts
}

#[test]
fn parts_have_as_much_to_do() {
    assert_eq!(cuts(&[9; 12], 30), [0, 3, 6, 9, 12]);
    // The first row holds as much as all others.
    assert_eq!(cuts(&[100, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], 50), [0, 1, 6, 11]);
    assert_eq!(cuts(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1000], 100), [0, 10]);
    assert_eq!(cuts(&[0; 10], 5), [0, 5, 10]);
}

#[test]
fn parts_begin_at_multiples() {
    assert_eq!(aligned(vec![0, 3, 6, 9, 12], 1), [0, 3, 6, 9, 12]);
    assert_eq!(aligned(vec![0, 3, 6, 9, 12], 4), [0, 4, 8, 12]);
    assert_eq!(aligned(vec![3, 5, 9, 14, 15], 5), [3, 5, 10, 15]);
    assert_eq!(aligned(vec![7, 9, 12, 15], 10), [7, 10, 15]);
    assert_eq!(aligned(vec![7, 9, 15], usize::MAX), [7, 15]);
    assert_eq!(aligned(vec![0, 0], 2), [0, 0]);
    assert_eq!(aligned(vec![4, 4], 3), [4, 4]);
}

#[test]
fn little_is_one_part_and_much_is_not_too_many() {
    assert_eq!(cuts(&[9; 12], 1000), [0, 12]);
    assert_eq!(cuts(&[3], 1), [0, 1]);
    assert_eq!(cuts(&[], 1), [0, 0]);
    // A grain of 0 counts as 1.
    assert_eq!(cuts(&[0; 3], 0), [0, 1, 2, 3]);
    assert_eq!(cuts(&[1; 3000], 1).len(), MOST + 1);
}

#[test]
fn threads_have_as_many_parts() {
    let cuts = |threads, grain| cut_for(threads, 0..60, grain, &|_| 0).len() - 1;
    assert_eq!([1, 2, 3, 4, 7].map(|threads| cuts(threads, 12)), [5, 4, 3, 4, 5]);
    assert_eq!([1, 2, 7, 100].map(|threads| cuts(threads, 1)), [60, 60, 56, 60]);
    assert_eq!(cuts(8, 100), 1);
}

#[test]
fn what_lies_about_how_much_it_stores_is_cut_nevertheless() {
    for stored in [
        |_| 0,
        |index: usize| usize::MAX - index,
        |index: usize| index * 7919 % 100,
    ] {
        let cuts = cut(10..60, 5, &stored);
        assert_eq!((cuts[0], cuts[cuts.len() - 1]), (10, 60));
        assert!(cuts.is_sorted_by(|a, b| a < b), "{cuts:?}");
    }
}

//! Appending to sparse lists: what comes when, and for how much there is room.

use finch_formats::{Dense, Element, SparseList, Tensor};
use finch_traits::expr::overload::{forall, forall_in, then};
use finch_traits::level::Level;
use finch_traits::program::program;
use finch_traits::{ErrorKind, Result, finch, indices};

type Value = Element<i64>;
type List = SparseList<Value>;
type Csr = Dense<List>;
/// A list whose pointers count to 255.
type Short = SparseList<Value, Vec<u8>>;

fn list(extent: usize, stored: impl Iterator<Item = usize>) -> Tensor<List> {
    Tensor::from_triplets(
        [extent],
        stored.map(|i| ([i], i as i64 + 1)),
        finch_traits::algebra::Add,
    )
    .unwrap()
}

fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

fn stored<L: Level<T = i64>>(tensor: &Tensor<L>) -> Vec<(usize, i64)> {
    tensor.validate().unwrap();
    let mut stored = Vec::new();
    tensor.for_each(|index, value| stored.push((index[0], value)));
    stored
}

#[test]
fn a_copy_appends_what_is_stored() {
    indices!(i);
    for extent in [0, 1, 2, 5, 1000] {
        let a = list(extent, (0..extent).step_by(3));
        let mut y = empty::<List>();
        for _ in 0..2 {
            program()
                .declare(&mut y)
                .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
                .run()
                .unwrap();
            assert_eq!(stored(&y), stored(&a));
        }
    }
}

#[test]
fn a_part_is_appended_without_room_for_the_rest() {
    indices!(i);
    let a = list(100_000, 0..100_000);
    let mut y = empty::<List>();
    program()
        .declare(&mut y)
        .body(|(y,)| forall_in(i, 50_000..50_003, y.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(stored(&y), [(50_000, 50_001), (50_001, 50_002), (50_002, 50_003)]);
    let (_, idx, _) = y.into_parts();
    assert!(idx.capacity() < 100, "room for {}", idx.capacity());
}

/// What is above 10 of `a` goes behind what `y` holds.
fn append_large(a: &Tensor<List>, y: &mut Tensor<List>) -> Result<()> {
    finch! {
        mut y;
        for i { if a[i] > 10 { y[i] = a[i]; } }
    }
    .run()
}

#[test]
fn a_condition_appends_what_it_lets_through() {
    // Few, more than room is made for at once, and many of which few are let through.
    for (extent, step) in [(20, 1), (9000, 2), (50_000, 1)] {
        let a = list(extent, (0..extent).step_by(step));
        for least in [0, 5, 49_990] {
            let wanted: Vec<_> = stored(&a).into_iter().filter(|&(_, value)| value > least).collect();
            let mut y = empty::<List>();
            for _ in 0..2 {
                finch! {
                    y .= 0;
                    for i { if a[i] > least { y[i] = a[i]; } }
                }
                .run()
                .unwrap();
                assert_eq!(stored(&y), wanted);
            }
        }
    }
    // Room is not made for all that a condition may let through.
    let a = list(1_000_000, 0..1_000_000);
    let mut y = empty::<List>();
    finch! {
        y .= 0;
        for i { if a[i] > 999_990 { y[i] = a[i]; } }
    }
    .run()
    .unwrap();
    let (_, idx, _) = y.into_parts();
    assert_eq!(idx.len(), 10);
    assert!(idx.capacity() < 10_000, "room for {}", idx.capacity());
}

/// An index that the condition does not let through may lie before the end of what is there already.
#[test]
fn a_condition_appends_behind_what_is_there() {
    let first = || list(40, [0, 12].into_iter());
    let mut y = first();
    append_large(&list(40, [1, 2, 3, 20, 30].into_iter()), &mut y).unwrap();
    assert_eq!(stored(&y), [(0, 1), (12, 13), (20, 21), (30, 31)]);
    // One that it lets through may not.
    let mut y = first();
    let error = append_large(&list(40, [1, 11, 20].into_iter()), &mut y).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    assert_eq!(stored(&y), [(0, 1), (12, 13), (20, 21)]);
}

/// Appends `a`, then `b`, to one fiber.
fn one_after_the_other(a: &Tensor<List>, b: &Tensor<List>, y: &mut Tensor<List>) -> Result<()> {
    indices!(i);
    program()
        .declare(y)
        .body(|(y,)| {
            then(
                forall(i, y.at((i,)).set(a.at((i,)))),
                forall(i, y.at((i,)).set(b.at((i,)))),
            )
        })
        .run()
}

#[test]
fn a_second_loop_goes_on_behind_the_first() {
    let mut y = empty::<List>();
    let (low, high) = (list(10, [1, 3].into_iter()), list(10, [4, 8].into_iter()));
    one_after_the_other(&low, &high, &mut y).unwrap();
    assert_eq!(stored(&y), [(1, 2), (3, 4), (4, 5), (8, 9)]);
    one_after_the_other(&low, &list(10, 0..0), &mut y).unwrap();
    assert_eq!(stored(&y), [(1, 2), (3, 4)]);
}

#[test]
fn a_second_loop_before_the_end_of_the_first_is_refused() {
    let mut y = empty::<List>();
    let (low, high) = (list(10, [1, 3].into_iter()), list(10, [3, 8].into_iter()));
    for (a, b, kept) in [(&low, &high, vec![(1, 2), (3, 4)]), (&high, &low, vec![(3, 4), (8, 9)])] {
        let error = one_after_the_other(a, b, &mut y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        assert!(error.to_string().contains("SparseList"), "{error}");
        assert_eq!(stored(&y), kept);
    }
}

#[test]
fn pointers_that_cannot_count_further_are_an_error() {
    indices!(i);
    for (count, fits) in [(255, true), (256, false), (600, false)] {
        let a = list(1000, (0..count).map(|k| k + 7));
        let mut y = empty::<Short>();
        let outcome = program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
            .run();
        let held = stored(&y);
        assert_eq!(held, stored(&a)[..held.len()]);
        if fits {
            outcome.unwrap();
            assert_eq!(held.len(), count)
        } else {
            let error = outcome.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooLarge);
            assert_eq!(held.len(), 255)
        }
    }
}

#[test]
fn rows_that_nothing_is_appended_to_need_no_pointers_beyond_the_last() {
    // 200 entries in each of two rows: the second row does not fit, the third would not store anything.
    indices!(j, i);
    let triplets = (0..400).map(|k| ([k / 200, k % 200], 1));
    let a = Tensor::<Csr>::from_triplets([3, 200], triplets, finch_traits::algebra::Add).unwrap();
    let mut y = empty::<Dense<Short>>();
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run();
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge);
    y.validate().unwrap();
    assert_eq!(y.count_stored(), 255);
}

#[test]
fn sums_are_appended_row_by_row() {
    indices!(j, i);
    let triplets = (0..50).map(|k| ([k % 7, (k * 13) % 40], k as i64));
    let a = Tensor::<Csr>::from_triplets([7, 40], triplets, finch_traits::algebra::Add).unwrap();
    let mut sums = empty::<List>();
    program()
        .declare(&mut sums)
        .body(|(sums,)| {
            forall(
                j,
                forall(i, sums.at((j,)).reduce(finch_traits::algebra::Add, a.at((j, i)))),
            )
        })
        .run()
        .unwrap();
    let mut expected = [0; 7];
    a.for_each(|index, value| expected[index[0]] += value);
    assert_eq!(stored(&sums), expected.into_iter().enumerate().collect::<Vec<_>>());
}

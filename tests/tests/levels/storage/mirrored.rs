//! Places that a symmetric nest stores, and those that stand for them.

use finch_traits::mirrored::Mirrored;

/// Two pairs of five dimensions: of the second and third the lower half is stored, of the last two the upper one.
const NEST: Mirrored<i32> = Mirrored::NONE
    .with(false, i32::eq)
    .below(2)
    .with(true, i32::eq)
    .below(1);

#[test]
fn pairs_move_along_with_their_level() {
    const { assert!(!NEST.is_none() && Mirrored::<i32>::NONE.is_none()) }
    assert!(NEST.holds(&[0, 5, 2, 2, 5]) && NEST.holds(&[9, 1, 1, 0, 0]));
    assert!(!NEST.holds(&[0, 2, 5, 2, 5]) && !NEST.holds(&[0, 5, 2, 5, 2]));
    let mut index = [7, 1, 4, 6, 3];
    NEST.fold(&mut index);
    assert_eq!(index, [7, 4, 1, 3, 6]);
    let mut mirrors = Vec::new();
    NEST.each_mirror(&index, &mut Vec::new(), |mirror| mirrors.push(mirror.to_vec()));
    assert_eq!(mirrors, [[7, 1, 4, 3, 6], [7, 4, 1, 6, 3]]);
    assert!(NEST.is_square(&[3, 2, 2, 5, 5]) && !NEST.is_square(&[2, 2, 3, 3, 3]));
    assert!(NEST.below(32).is_none());
}

#[test]
fn places_are_counted_in_lexicographic_order() {
    let shape = [2, 3, 3, 4, 4];
    let mut stored = Vec::new();
    for place in 0..shape.iter().product() {
        let digits = [place / 144, place / 48 % 3, place / 16 % 3, place / 4 % 4, place % 4];
        if NEST.holds(&digits) {
            stored.push(digits)
        }
    }
    assert_eq!(NEST.places(&shape), Some(2 * 6 * 10));
    assert_eq!(stored.len(), 120);
    let mut index = [0; 5];
    for (place, expected) in stored.iter().enumerate() {
        NEST.index_of(place as u128, &shape, &mut index);
        assert_eq!(index, *expected)
    }
    assert_eq!(NEST.places(&[2, 3, 3, 0, 0]), Some(0));
    // What is not square is refused where a tensor of it would be made.
    assert_eq!(NEST.places(&[2, 3, 4, 4, 4]), Some(2 * 12 * 10));
}

#[test]
fn places_of_large_squares_fit() {
    const SQUARE: Mirrored<i32> = Mirrored::NONE.with(true, i32::eq);
    let extent = usize::MAX;
    let places = SQUARE.places(&[extent, extent]).unwrap();
    let mut index = [0; 2];
    SQUARE.index_of(places - 1, &[extent, extent], &mut index);
    assert_eq!(index, [extent - 1, extent - 1]);
    SQUARE.index_of(places - extent as u128, &[extent, extent], &mut index);
    assert_eq!(index, [extent - 1, 0]);
    assert_eq!(SQUARE.below(1).places(&[extent, extent, extent]), None);
}

#[test]
fn halves_that_stand_for_themselves_have_as_many_places() {
    const NEST: Mirrored<i32> = Mirrored::NONE.with_half(true).below(2).with_half(false);
    let (shape, mut index) = ([3, 3, 2, 2], [0; 4]);
    assert_eq!(NEST.places(&shape), Some(18));
    let places: Vec<_> = (0..18)
        .map(|place| {
            NEST.index_of(place, &shape, &mut index);
            index
        })
        .collect();
    assert_eq!(places[..4], [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [0, 1, 0, 0]]);
    assert!(places.is_sorted() && places.iter().all(|index| index[0] <= index[1] && index[2] >= index[3]));
    // What is in the other half is not the same.
    assert!(NEST.is_none() && NEST.holds(&[2, 0, 0, 1]));
}

#[test]
fn fibers_with_room_for_one_child_have_one_place_for_it() {
    const NEST: Mirrored<i32> = Mirrored::NONE.below(1).with_single().below(1).with_single().below(1);
    let shape = [2, 5, 7, 3];
    assert_eq!(NEST.places(&shape), Some(6));
    assert_eq!(NEST.places(&[2, 0, 7, 3]), Some(0));
    let (mut next, mut last) = (0, None::<[usize; 4]>);
    for place in 0..6 {
        let mut index = [0; 4];
        NEST.index_of(place, &shape, &mut index);
        NEST.choose_children(&shape, last.as_ref().map(|last| &last[..]), &mut index, |extent| {
            next += 1;
            next % extent
        });
        // One for each of two axes, and of two fibers.
        let expected = if place < 3 { [0, 1, 2] } else { [1, 3, 4] };
        assert_eq!((&index[..3], index[3]), (&expected[..], place as usize % 3));
        last = Some(index)
    }
    // There are axes that no bit stands for.
    let (mut index, mut asked) = ([0; 33], 0);
    NEST.choose_children(&[1; 33], None, &mut index, |extent| {
        asked += 1;
        extent - 1
    });
    assert_eq!((index, asked), ([0; 33], 2));
}

#[test]
fn what_equals_nothing_is_the_same_as_itself() {
    let mirrored = Mirrored::NONE.with(true, f64::eq);
    assert!(mirrored.same(&f64::NAN, &f64::NAN) && mirrored.same(&0.0, &-0.0));
    assert!(!mirrored.same(&f64::NAN, &1.0) && !mirrored.same(&2.0, &1.0));
}

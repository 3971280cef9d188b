//! Random tensors: as many entries as asked for, anywhere, the same ones each time.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::symmetric::{LowerSymmetric, UpperSymmetric};
use finch_traits::lifecycle::WriteLevel;
use typenum::U2;

#[test]
fn counts_are_exact() {
    for count in [0, 1, 2, 10, 29, 30, 100, 118, 119, 120] {
        let a = Csr::<f64>::random([10, 12], count, count as u64, |random| random.unit()).unwrap();
        a.validate().unwrap();
        assert_eq!(a.count_stored(), count);
        assert!(a.to_triplets().iter().all(|(_, value)| (0.0..1.0).contains(value)));
    }
    let error = Csr::<f64>::random([10, 12], 121, 0, |_| 1.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "121 entries in a tensor of shape [10, 12], which has 120 places"
    );
    assert_eq!(Csr::<f64>::random([0, 12], 0, 0, |_| 1.0).unwrap().count_stored(), 0);
    assert!(Csr::<f64>::random([0, 12], 1, 0, |_| 1.0).is_err());
    assert_eq!(
        Tensor::<Element<f64>>::random([], 1, 0, |_| 5.0).unwrap().get([]),
        Some(5.0)
    );
}

#[test]
fn shapes_may_be_huge() {
    let a = WideDcsr::<f64>::random([1 << 40, 1 << 50], 1000, 3, |_| 1.0).unwrap();
    assert_eq!(a.count_stored(), 1000);
    let entries = a.to_triplets();
    // All quarters of both dimensions are met.
    for axis in 0..2 {
        let quarter = a.shape()[axis] / 4;
        let mut seen = [0; 4];
        entries.iter().for_each(|(index, _)| seen[index[axis] / quarter] += 1);
        assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
    }
    let b = WideDcsr::<f64>::random_by_density([1 << 40, 1 << 40], 1e-21, 3, |_| 1.0).unwrap();
    assert!((900..1500).contains(&b.count_stored()), "{}", b.count_stored());
    let many = Tensor::<SparseList<SparseList<SparseList<Element<f64>>>>>::random([1 << 62; 3], 1, 0, |_| 1.0);
    let error = many.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    let few = Vector::<f64>::random([1 << 62], 1 << 61, 0, |_| 1.0).unwrap_err();
    assert_eq!(few.kind(), ErrorKind::TooLarge);
}

#[test]
fn the_same_seed_gives_the_same_tensor() {
    type A = Tensor<SparseCoo<U2, Element<u64>>>;
    let make = |seed| A::random([50, 50], 100, seed, |random| random.number()).unwrap();
    assert!(make(7).same_storage(&make(7)));
    assert!(make(7) != make(8));
    let make = |seed| A::random_by_density([50, 50], 0.1, seed, |random| random.number()).unwrap();
    assert!(make(7).same_storage(&make(7)));
    assert!(make(7) != make(8));
    // In another nest the entries are the same.
    let dense = Matrix::<u64>::random_by_density([50, 50], 0.1, 7, |random| random.number()).unwrap();
    assert!(dense == make(7));
}

#[test]
fn every_place_is_as_likely() {
    // 2000 times 6 of 40 places: 300 each are expected, with a deviation of 16. Seeds are fixed, so this cannot fail by chance.
    for count in [6, 20] {
        let mut hits = [0; 40];
        for seed in 0..2000 {
            let x = SparseVector::<f64>::random([40], count, seed, |_| 1.0).unwrap();
            x.level().idx().iter().for_each(|&index| hits[index as usize] += 1)
        }
        let expected = 2000 * count / 40;
        assert!(hits.iter().all(|&hit: &usize| hit.abs_diff(expected) < 100), "{hits:?}");
    }
    let mut hits = [0; 40];
    for seed in 0..2000 {
        let x = SparseVector::<f64>::random_by_density([40], 0.15, seed, |_| 1.0).unwrap();
        x.level().idx().iter().for_each(|&index| hits[index as usize] += 1)
    }
    assert!(hits.iter().all(|&hit: &usize| hit.abs_diff(300) < 100), "{hits:?}");
}

#[test]
fn rows_are_filled_evenly() {
    let a = Csr::<f64>::random([100, 1000], 20_000, 1, |_| 1.0).unwrap();
    let ptr = a.level().child().ptr();
    assert!(ptr.windows(2).all(|row| (120..280).contains(&(row[1] - row[0]))));
}

#[test]
fn densities() {
    assert_eq!(
        Csr::<f64>::random_by_density([30, 40], 0.0, 1, |_| 1.0)
            .unwrap()
            .count_stored(),
        0
    );
    assert_eq!(
        Csr::<f64>::random_by_density([30, 40], 1.0, 1, |_| 1.0)
            .unwrap()
            .count_stored(),
        1200
    );
    let half = Csr::<f64>::random_by_density([30, 40], 0.5, 1, |_| 1.0)
        .unwrap()
        .count_stored();
    assert!((500..700).contains(&half));
    assert_eq!(
        Csr::<f64>::random_by_density([1000, 1000], 1e-300, 1, |_| 1.0)
            .unwrap()
            .count_stored(),
        0
    );
    for density in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let error = Csr::<f64>::random_by_density([3, 4], density, 1, |_| 1.0).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a density of {density} is not between 0 and 1")
        );
    }
}

#[test]
fn of_a_symmetric_level_places_are_drawn_in_its_half() {
    fn draws<L: WriteLevel<T = i64, Rank = U2> + Default + std::fmt::Debug>(is_lower: bool) {
        let stored = |a: &Tensor<L>| {
            let dense = a.to_dense().unwrap();
            let mut count = 0;
            for row in 0..9 {
                for column in 0..9 {
                    assert_eq!(dense[row * 9 + column], dense[column * 9 + row]);
                    count += usize::from(dense[row * 9 + column] != 0 && row >= column)
                }
            }
            count
        };
        for count in [0, 1, 20, 44, 45] {
            let mut calls = 0;
            let a = Tensor::<L>::random([9, 9], count, count as u64, |_| {
                calls += 1;
                calls
            })
            .unwrap();
            a.validate().unwrap();
            assert_eq!((stored(&a), calls), (count, count as i64));
        }
        // Values are asked for in the order of the half.
        let mut next = 0;
        let all = Tensor::<L>::random([3, 3], 6, 0, |_| {
            next += 1;
            next
        });
        let expected = match is_lower {
            true => [1, 2, 4, 2, 3, 5, 4, 5, 6],
            false => [1, 2, 3, 2, 4, 5, 3, 5, 6],
        };
        assert_eq!(all.unwrap().to_dense().unwrap(), expected);
        let error = Tensor::<L>::random([9, 9], 46, 0, |_| 1).unwrap_err();
        assert!(error.to_string().contains("which has 45 places"), "{error}");
        assert!(Tensor::<L>::random([9, 8], 3, 0, |_| 1).is_err());
        let tossed: usize = (0..200)
            .map(|seed| stored(&Tensor::<L>::random_by_density([9, 9], 0.3, seed, |_| 1).unwrap()))
            .sum();
        assert!((2500..2900).contains(&tossed), "{tossed} of 2700");
    }
    draws::<LowerSymmetric<Element<i64>>>(true);
    draws::<UpperSymmetric<Element<i64>>>(false);
}

#[test]
fn of_a_triangle_places_are_drawn_in_its_half() {
    for count in [0, 7, 45] {
        let lower = Tensor::<Triangular<Lower, Element<i64>>>::random([9, 9], count, 5, |_| 1).unwrap();
        let upper = Tensor::<Dense<Triangular<Upper, Element<i64>>>>::random([2, 9, 9], 2 * count, 5, |_| 1).unwrap();
        let sum = |values: Vec<i64>| values.into_iter().sum::<i64>();
        assert_eq!(sum(lower.to_dense().unwrap()), count as i64);
        assert_eq!(sum(upper.to_dense().unwrap()), 2 * count as i64);
    }
    assert!(Tensor::<Triangular<Lower, Element<i64>>>::random([9, 9], 46, 5, |_| 1).is_err());
    let half = Tensor::<Triangular<Upper, Element<f64>>>::random_by_density([50, 50], 0.5, 1, |_| 1.0).unwrap();
    let sum: f64 = half.to_dense().unwrap().iter().sum();
    assert!((560.0..720.0).contains(&sum), "{sum}");
}

#[test]
fn points_and_intervals_store_one_child_of_a_fiber() {
    fn draws<L: WriteLevel<T = i64, Rank = U2> + Default + std::fmt::Debug>() {
        let mut hits = [0; 20];
        for count in [0, 1, 17, 30] {
            let a = Tensor::<L>::random([30, 20], count, count as u64, |_| 1).unwrap();
            a.validate().unwrap();
            let dense = a.to_dense().unwrap();
            assert_eq!(dense.iter().sum::<i64>(), count as i64);
            for row in dense.chunks(20) {
                assert!(row.iter().sum::<i64>() <= 1);
                row.iter().zip(&mut hits).for_each(|(value, hit)| *hit += value)
            }
        }
        assert!(hits.iter().filter(|&&hit| hit > 0).count() > 10, "{hits:?}");
        let error = Tensor::<L>::random([30, 20], 31, 0, |_| 1).unwrap_err();
        assert!(error.to_string().contains("which has 30 places"), "{error}");
        let half = Tensor::<L>::random_by_density([1000, 20], 0.5, 1, |_| 1).unwrap();
        assert!((400..600).contains(&half.to_dense().unwrap().iter().sum::<i64>()));
        assert!(Tensor::<L>::random([3, 0], 1, 0, |_| 1).is_err());
        assert_eq!(Tensor::<L>::random([3, 0], 0, 0, |_| 1).unwrap().count_stored(), 0);
    }
    draws::<Dense<SparsePoint<Element<i64>>>>();
    draws::<Dense<SparseInterval<Element<i64>>>>();
    draws::<SparseList<SparsePoint<Element<i64>>>>();
    // Below a point anything may be stored.
    let rows = Tensor::<SparsePoint<Dense<Element<i64>>>>::random([9, 4], 3, 1, |_| 1).unwrap();
    assert_eq!(rows.to_dense().unwrap().iter().sum::<i64>(), 3);
}

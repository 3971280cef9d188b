//! What two images have in common, beside a count of pixels.

use super::images::{Image, extremes};
use crate::in_every_format;
use finch_image::Overlap;
use quickcheck::QuickCheck;

fn holds(image: Image, noise: Vec<u8>, density: u8) -> bool {
    let differs = |at: usize| {
        noise
            .get(at % noise.len().max(1))
            .is_some_and(|&noise| noise <= density)
    };
    let other = Image::new(image.shape(), |y, x| {
        image.on(y as isize, x as isize, false) != differs(y * image.columns + x)
    });
    let count = |a: u8, b: u8| {
        let pairs = image.pixels.iter().zip(&other.pixels);
        pairs.filter(|&(&p, &q)| (p, q) == (a, b)).count() as u64
    };
    let expected = Overlap {
        both: count(255, 255),
        only_first: count(255, 0),
        only_second: count(0, 255),
    };
    let mut others = Vec::new();
    in_every_format!(other, |other, format| others.push((
        format,
        other.to_runs().unwrap(),
        Box::new(other.clone()) as Box<dyn std::any::Any>
    )));
    let mut others = others.into_iter();
    in_every_format!(image, |image, format| {
        let (name, runs, other) = others.next().unwrap();
        assert_eq!(name, format);
        fn of<'a, I: 'static>(_: &I, other: &'a dyn std::any::Any) -> &'a I {
            other.downcast_ref().unwrap()
        }
        assert_eq!(image.overlap(of(image, &*other)).unwrap(), expected, "{format}");
        assert_eq!(image.to_runs().unwrap().overlap(&runs).unwrap(), expected, "{format}");
    });
    let (first, second) = (
        expected.both + expected.only_first,
        expected.both + expected.only_second,
    );
    let (union, sum) = (first + second - expected.both, first + second);
    assert_eq!((expected.union(), expected.hamming()), (union, sum - 2 * expected.both));
    if union == 0 {
        assert_eq!((expected.jaccard(), expected.dice()), (1.0, 1.0))
    } else {
        assert_eq!(expected.jaccard(), expected.both as f64 / union as f64);
        assert_eq!(expected.dice(), 2.0 * expected.both as f64 / sum as f64)
    }
    true
}

#[test]
fn every_format_is_a_count_of_pixels() {
    QuickCheck::new()
        .tests(60)
        .quickcheck(holds as fn(Image, Vec<u8>, u8) -> bool)
}

#[test]
fn of_extreme_shapes() {
    for image in extremes() {
        holds(image.clone(), vec![3, 200, 100], 100);
        holds(image, Vec::new(), 0);
    }
}

#[test]
fn as_long_as_there_are_runs() {
    use finch_image::prelude::*;
    let extent = u32::MAX as usize;
    let (all, none) = (
        RunImage::filled([extent; 2], true).unwrap(),
        RunImage::empty([extent; 2]).unwrap(),
    );
    let area = (extent as u64).pow(2);
    assert_eq!(all.overlap(&all).unwrap().both, area);
    let overlap = none.overlap(&all).unwrap();
    assert_eq!((overlap.both, overlap.only_first, overlap.only_second), (0, 0, area));
}

#[test]
fn refused() {
    use finch_image::prelude::*;
    let (a, b) = (
        BitImage::from_pixels([2, 3], |_| true).unwrap(),
        BitImage::from_pixels([2, 4], |_| true).unwrap(),
    );
    assert_eq!(a.overlap(&b).unwrap_err().kind(), ErrorKind::Mismatch);
    let (a, b) = (a.to_runs().unwrap(), b.to_runs().unwrap());
    assert_eq!(a.overlap(&b).unwrap_err().kind(), ErrorKind::Mismatch);
}

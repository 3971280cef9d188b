//! Distances beside the least of all.

use super::images::{Image, extremes};
use crate::in_every_format;
use finch_image::{Border, Metric, distance_transform};
use quickcheck::QuickCheck;

fn nearest(image: &Image, metric: Metric, border: Border) -> Vec<u32> {
    let (rows, columns) = (image.rows as isize, image.columns as isize);
    let frame = if border == Border::Off { 1 } else { 0 };
    let mut off = Vec::new();
    for y in -frame..rows + frame {
        for x in -frame..columns + frame {
            if !image.on(y, x, false) {
                off.push((y, x))
            }
        }
    }
    let between = |dy: u32, dx: u32| match metric {
        Metric::CityBlock => dy + dx,
        Metric::Chessboard => dy.max(dx),
        Metric::SquaredEuclidean => dy * dy + dx * dx,
    };
    let mut least = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let distances = off
                .iter()
                .map(|&(v, u)| between(y.abs_diff(v) as u32, x.abs_diff(u) as u32));
            least.push(distances.min().unwrap_or(u32::MAX))
        }
    }
    least
}

const METRICS: [Metric; 3] = [Metric::CityBlock, Metric::Chessboard, Metric::SquaredEuclidean];

fn holds(image: Image) -> bool {
    let words = finch_image::BitImage::from_bytes(image.shape(), &image.pixels).unwrap();
    for metric in METRICS {
        for border in [Border::Neutral, Border::Off, Border::On] {
            let found = distance_transform(&words, metric, border).unwrap();
            assert_eq!([found.nrows(), found.ncols()], image.shape());
            assert_eq!(
                found.values(),
                nearest(&image, metric, border),
                "{metric:?}, {border:?}"
            );
        }
    }
    // Other formats start otherwise: with runs for the Euclidean metric, with pixels for the others.
    for metric in [Metric::CityBlock, Metric::SquaredEuclidean] {
        let (expected, shape) = (nearest(&image, metric, Border::Off), image.shape());
        in_every_format!(image, |image, format| {
            let found = distance_transform(image, metric, Border::Off).unwrap();
            assert_eq!([found.nrows(), found.ncols()], shape, "{format}, {metric:?}");
            assert_eq!(found.values(), expected, "{format}, {metric:?}");
        })
    }
    true
}

#[test]
fn every_format_is_the_least_of_all() {
    QuickCheck::new().tests(25).quickcheck(holds as fn(Image) -> bool)
}

#[test]
fn of_extreme_shapes() {
    for image in extremes().into_iter().filter(|image| image.pixels.len() < 300) {
        holds(image);
    }
}

/// A few pixels that are off, far from each other: parabolas from many columns and rows meet.
#[test]
fn far_apart() {
    let mut state = 7_u32;
    for _ in 0..12 {
        let mut any = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let shape = [1 + any(50) as usize, 1 + any(150) as usize];
        let off: Vec<(usize, usize)> = (0..1 + any(5))
            .map(|_| (any(shape[0] as u32) as usize, any(shape[1] as u32) as usize))
            .collect();
        let image = Image::new(shape, |y, x| !off.contains(&(y, x)));
        for metric in METRICS {
            let words = finch_image::BitImage::from_bytes(shape, &image.pixels).unwrap();
            let found = distance_transform(&words, metric, Border::Neutral).unwrap();
            assert_eq!(
                found.values(),
                nearest(&image, metric, Border::Neutral),
                "{metric:?}, {off:?}"
            );
        }
    }
}

/// Steps are counted in numbers of 16 bits as long as these are enough: at the last sum of rows and columns for which they are, and at
/// the next. At both each metric and each border occur once.
#[test]
fn of_many_columns() {
    let narrow = [(Metric::Chessboard, Border::Neutral), (Metric::CityBlock, Border::Off)];
    let wide = [(Metric::CityBlock, Border::Neutral), (Metric::Chessboard, Border::Off)];
    for (sum, cases) in [((1 << 15) - 1, narrow), (1 << 15, wide)] {
        for (metric, border) in cases {
            // With a border that is off no other row is nearer.
            let rows = if border == Border::Off { 1 } else { 2 };
            let columns = sum - rows;
            let image = Image::new([rows, columns], |y, x| (y, x) != (1, 5) && (y, x) != (0, columns - 2));
            let words = finch_image::BitImage::from_bytes(image.shape(), &image.pixels).unwrap();
            let found = distance_transform(&words, metric, border).unwrap();
            for (row, y) in found.values().chunks_exact(columns).zip([0, 1]) {
                // From the one that is off in this row, and the one in the other.
                let (here, there) = if y == 0 { (columns - 2, 5) } else { (5, columns - 2) };
                for (x, &steps) in row.iter().enumerate() {
                    let other = match metric {
                        Metric::CityBlock => x.abs_diff(there) + 1,
                        _ => x.abs_diff(there).max(1),
                    };
                    let mut least = x.abs_diff(here).min(other);
                    if border == Border::Off {
                        least = least.min(1)
                    }
                    if steps as usize != least {
                        panic!("{metric:?}, {border:?}: {steps} steps, not {least}, at {y}, {x} of {columns}")
                    }
                }
            }
        }
    }
}

#[test]
fn refused() {
    use finch_image::prelude::*;
    // A line whose ends are further apart than the square root of 2^32.
    let long = |columns: usize| {
        let mut image = RunImage::default();
        let mut writer = image.output().write([1, columns]).unwrap();
        writer.put_run([0, 1], columns, true).unwrap();
        writer.freeze().unwrap();
        image
    };
    let (fits, far) = (long(1 << 16), long((1 << 16) + 1));
    let squares = distance_transform(&fits, Metric::SquaredEuclidean, Border::Neutral).unwrap();
    assert_eq!(squares.get([0, 65_535]), Some(65_535 * 65_535));
    let error = distance_transform(&far, Metric::SquaredEuclidean, Border::Neutral).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert_eq!(
        distance_transform(&far, Metric::CityBlock, Border::Neutral)
            .unwrap()
            .get([0, 65_536]),
        Some(65_536)
    );
    let huge = RunImage::filled([1 << 31, 2], true).unwrap();
    for metric in METRICS {
        let error = distance_transform(&huge, metric, Border::Off).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
    }
    // Extents of 32 bits, but more pixels than there can be.
    let huge = RunImage::filled([1 << 30, 1 << 29], true).unwrap();
    let error = distance_transform(&huge, Metric::CityBlock, Border::Off).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

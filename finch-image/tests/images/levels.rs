//! Histograms and blending beside their definitions.

use finch_image::prelude::*;
use quickcheck::quickcheck;

fn image(rows: usize, columns: usize, seed: u8, run: usize) -> Matrix<u8> {
    let level = |at: usize| {
        ((at / run) as u8)
            .wrapping_mul(97)
            .wrapping_add(seed)
            .rotate_left((at / run % 7) as u32)
    };
    grey([rows, columns], (0..rows * columns).map(level).collect()).unwrap()
}

fn counted(image: &Matrix<u8>, on: &[bool], bins: usize) -> Vec<u64> {
    let mut counts = vec![0; bins];
    for (&level, _) in image.values().iter().zip(on).filter(|(_, on)| **on) {
        counts[usize::from(level) * bins / 256] += 1
    }
    counts
}

quickcheck! {
    fn histograms(size: (u8, u8), seed: u8, run: u8, bins: u16) -> bool {
        let (rows, columns, bins) = (size.0 as usize % 20, size.1 as usize % 100, bins as usize % 300 + 1);
        let image = image(rows, columns, seed, run as usize % 9 + 1);
        let on: Vec<bool> = image.values().iter().map(|&level| level % 3 == 0).collect();
        let shape = [rows, columns];
        let expected = counted(&image, &on, bins);
        let all = vec![true; on.len()];
        let runs = RunMatrix::from_dense(shape, image.values()).unwrap();
        let mask = RunImage::from_dense(shape, &on).unwrap();
        histogram(&image, bins).unwrap().values() == counted(&image, &all, bins)
            && histogram(&runs, bins).unwrap().values() == counted(&image, &all, bins)
            && histogram_where(&image, &mask, bins).unwrap().values() == expected
            && histogram_where(&runs, &mask, bins).unwrap().values() == expected
            && histogram_where(&image, &BitMatrix::from_dense(shape, &on).unwrap(), bins).unwrap().values() == expected
            && histogram_where(&image, &Matrix::from_dense(shape, &on).unwrap(), bins).unwrap().values() == expected
    }

    fn blends(size: (u8, u8), seeds: (u8, u8), runs: (u8, u8), weights: (i8, i8)) -> bool {
        let shape @ [rows, columns] = [size.0 as usize % 20, size.1 as usize % 100];
        let a = image(rows, columns, seeds.0, runs.0 as usize % 9 + 1);
        let b = image(rows, columns, seeds.1, runs.1 as usize % 9 + 1);
        let (alpha, beta) = (f32::from(weights.0) / 64.0, f32::from(weights.1) / 64.0);
        let expected: Vec<u8> = a.values().iter().zip(b.values()).map(|(&a, &b)| {
            (alpha * f32::from(a) + beta * f32::from(b)).round_ties_even().clamp(0.0, 255.0) as u8
        }).collect();
        let (mut dense, mut runs) = (Matrix::<u8>::default(), RunMatrix::<u8>::default());
        blend_into(&mut dense, &a, alpha, &b, beta).unwrap();
        let (a, b) = (RunMatrix::from_dense(shape, a.values()).unwrap(), RunMatrix::from_dense(shape, b.values()).unwrap());
        blend_into(&mut runs, &a, alpha, &b, beta).unwrap();
        runs.validate().unwrap();
        dense.values() == expected && runs.to_dense().unwrap() == expected
    }

    fn mirrors(size: (u8, u8), seed: u8) -> bool {
        let image = image(size.0 as usize % 20, size.1 as usize % 100, seed, 1);
        image.flip_horizontal().unwrap().flip_horizontal().unwrap() == image
    }
}

#[test]
fn refused() {
    let (a, b) = (image(2, 3, 0, 1), image(3, 2, 0, 1));
    assert_eq!(histogram(&a, 0).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(histogram(&a, usize::MAX).unwrap_err().kind(), ErrorKind::TooLarge);
    let mask = RunImage::from_dense([3, 2], &[true; 6]).unwrap();
    assert_eq!(histogram_where(&a, &mask, 16).unwrap_err().kind(), ErrorKind::Mismatch);
    let mut out = Matrix::<u8>::default();
    assert_eq!(
        blend_into(&mut out, &a, 0.3, &b, 0.7).unwrap_err().kind(),
        ErrorKind::Mismatch
    );
    assert_eq!(
        blend_into(&mut out, &a, f32::NAN, &a, 0.7).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    assert_eq!(grey([2, 3], vec![0; 5]).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(
        grey([usize::MAX, usize::MAX], vec![0; 1]).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    assert!(BitImage::from_bytes([2, 3], &[0; 7]).is_err());
    assert!(BitImage::new(Matrix::filled([1, 2], 2).unwrap(), 1).is_err());
    assert!(BitImage::new(Matrix::filled([2, 2], 0).unwrap(), 64).is_err());
    assert!(BitImage::from_pixels([usize::MAX, 65], |_| true).is_err());
}

#[test]
fn distances_of_all_pairs() {
    for (count, rows, columns) in [(0, 3, 3), (1, 2, 2), (5, 4, 9), (3, 0, 4)] {
        let images: Vec<_> = (0..count).map(|k| image(rows, columns, 31 * k as u8, 3)).collect();
        let pixels: Vec<u8> = images.iter().flat_map(|image| image.values().to_vec()).collect();
        let between = |k: usize, l: usize| {
            let pairs = images[k].values().iter().zip(images[l].values());
            let square: f64 = pairs.map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum();
            square.sqrt()
        };
        let wanted: Vec<f64> = (0..count * count)
            .map(|pair| between(pair / count, pair % count))
            .collect();
        let shape = [count, rows * columns];
        let dense = Matrix::from_dense(shape, &pixels).unwrap();
        assert_eq!(distances(&dense).unwrap().to_dense().unwrap(), wanted);
        let mut found = SymmetricMatrix::default();
        distances_into(&mut found, &RunMatrix::from_dense(shape, &pixels).unwrap()).unwrap();
        assert_eq!(found.to_dense().unwrap(), wanted);
        distances_into(&mut found, &SparseRunMatrix::from_dense(shape, &pixels).unwrap()).unwrap();
        assert_eq!(found.to_dense().unwrap(), wanted);
    }
}

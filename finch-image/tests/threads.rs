//! Histograms and blending under both policies, and morphology over words: results have equal bits on any number of threads.

use finch_image::prelude::*;
use finch_image::{
    Border, InParts, StructuringElement, blend_by, grey, histogram, histogram_by, histogram_where, histogram_where_by,
};
use finch_kernels::policy::{Parallel, Serial};
use rayon::ThreadPoolBuilder;

/// Checks in pools of 1, 2, 3 and 16 threads, in parts of several sizes.
fn in_pools(check: impl Fn(Parallel) + Sync) {
    for threads in [1, 2, 3, 16] {
        // Programs of debug builds need larger stacks than rayon gives to threads.
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20);
        let pool = pool.build().unwrap();
        for grain in [1, 1000, 1 << 15] {
            pool.install(|| check(Parallel::new().grain(grain)))
        }
    }
}

/// Images of these extents, one of them with long runs.
fn images(shape: [usize; 2]) -> [Matrix<u8>; 2] {
    let pixels =
        |of: fn(usize) -> usize| grey(shape, (0..shape[0] * shape[1]).map(|at| of(at) as u8).collect()).unwrap();
    [pixels(|at| at * at % 251), pixels(|at| at / 97 * 13)]
}

#[test]
fn histograms_count_the_same() {
    for shape in [[0, 5], [1, 300], [70, 130]] {
        let [one, other] = images(shape);
        let mask: RunImage = finch_image::below(&other, 128).unwrap();
        let runs = RunMatrix::<u8>::from_tensor(&other).unwrap();
        in_pools(|policy| {
            for bins in [256, 10] {
                assert_eq!(
                    histogram_by(policy, &one, bins).unwrap(),
                    histogram(&one, bins).unwrap()
                );
                assert_eq!(
                    histogram_by(policy, &runs, bins).unwrap(),
                    histogram(&runs, bins).unwrap()
                );
                assert_eq!(
                    histogram_where_by(policy, &one, &mask, bins).unwrap(),
                    histogram_where(&one, &mask, bins).unwrap()
                );
            }
            assert!(histogram_by(policy, &one, 0).is_err());
        })
    }
}

#[test]
fn blended_images_are_the_same() {
    for shape in [[0, 5], [1, 300], [70, 130]] {
        let [one, other] = images(shape);
        let runs = RunMatrix::<u8>::from_tensor(&other).unwrap();
        let (mut dense, mut by_runs) = (Matrix::<u8>::default(), RunMatrix::<u8>::default());
        blend_by(Serial, &mut dense, &one, 0.3, &other, 0.7).unwrap();
        blend_by(Serial, &mut by_runs, &runs, 0.5, &runs, -0.25).unwrap();
        in_pools(|policy| {
            let (mut found, mut found_runs) = (Matrix::<u8>::default(), RunMatrix::<u8>::default());
            blend_by(policy, &mut found, &one, 0.3, &other, 0.7).unwrap();
            blend_by(policy, &mut found_runs, &runs, 0.5, &runs, -0.25).unwrap();
            assert!(found.same_storage(&dense) && found_runs.same_storage(&by_runs));
            found_runs.validate().unwrap();
            assert!(blend_by(policy, &mut found, &one, f32::NAN, &other, 0.7).is_err());
        })
    }
}

/// In parts of any size, and with columns beyond the last word.
#[test]
fn lines_over_words_are_the_same() {
    let image = BitImage::from_pixels([40, 1201], |[y, x]| (x * x + 7 * y) % 61 > 1).unwrap();
    for footprint in [
        Footprint::SQUARE,
        Footprint::rectangle(1, 3).unwrap().border(Border::On),
    ] {
        let (eroded, dilated) = (image.erode(footprint).unwrap(), image.dilate(footprint).unwrap());
        for threads in [1, 2, 3, 16] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20);
            pool.build().unwrap().install(|| {
                for footprint in [
                    footprint.parallel_by(1),
                    footprint.parallel_by(300),
                    footprint.parallel(),
                ] {
                    assert!(
                        image.erode(footprint).unwrap() == eroded,
                        "{footprint:?} on {threads} threads"
                    );
                    assert!(
                        image.dilate(footprint).unwrap() == dilated,
                        "{footprint:?} on {threads} threads"
                    );
                }
            })
        }
    }
}

/// Over tensors of bytes, of bits and of runs: all operations over one of each kind of rows, and some over nests that are alike.
#[test]
fn rows_of_tensors_are_the_same() {
    macro_rules! run {
        (erode $image:ident $by:expr) => {
            $image.erode($by(Footprint::SQUARE.border(Border::On))).unwrap()
        };
        (dilate $image:ident $by:expr) => {
            $image.dilate($by(Footprint::CROSS.times(2))).unwrap()
        };
        (gradient $image:ident $by:expr) => {
            $image
                .gradient($by(Footprint::SQUARE.border(Border::On)))
                .unwrap()
        };
        (erode_by_disc $image:ident $by:expr) => {
            $image.erode(&StructuringElement::disc(2).unwrap()).unwrap()
        };
    }
    macro_rules! check {
        ($image:expr, $($operation:ident)+) => {{
            let image = $image;
            let expected = [$( run!($operation image core::convert::identity) ),+];
            let in_parts = InParts(image.clone());
            in_pools(|policy| {
                let by = |footprint: Footprint| footprint.parallel_by(policy.values(1));
                let found = [$( run!($operation in_parts by) ),+];
                for (found, expected) in found.iter().zip(&expected) {
                    assert!(found.0.same_storage(expected));
                    found.0.validate().unwrap();
                }
            })
        }};
    }
    for shape in [[0, 5], [1, 300], [70, 130]] {
        let [one, other] = images(shape);
        check!(
            Tensor::<Dense<RunList<Element<u8>>>>::from_tensor(&other).unwrap(),
            erode dilate erode_by_disc gradient
        );
        check!(
            finch_image::below::<Tensor<Dense<SparseRunList<Pattern>>>>(&other, 128).unwrap(),
            dilate erode_by_disc
        );
        check!(
            finch_image::below::<Tensor<Dense<RunList<Element<bool>>>>>(&one, 100).unwrap(),
            erode
        );
        check!(RunMatrix::<u8>::from_tensor(&other).unwrap(), dilate);
        check!(
            finch_image::below::<RunImage>(&other, 128).unwrap(),
            erode dilate erode_by_disc gradient
        );
        check!(one, erode dilate erode_by_disc gradient);
    }
}

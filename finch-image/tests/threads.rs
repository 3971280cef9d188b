//! Histograms and blending under both policies, and morphology over words: results have equal bits on any number of threads.

#[path = "images/morphology/oracle.rs"]
mod oracle;

use finch_image::morphology::MorphKind;
use finch_image::prelude::*;
use finch_image::{
    Border, InParts, StructuringElement, blend_by, grey, histogram, histogram_by, histogram_where, histogram_where_by,
};
use finch_kernels::policy::{Parallel, Serial};
use finch_kernels::traits::level::Level;
use finch_oracle::Extreme;
use oracle::{Brush, Image, apply};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool whose threads have large stacks: programs of debug builds need more than rayon gives to threads.
fn pool(threads: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20);
    pool.build().unwrap()
}

/// Checks in pools of 1, 2, 3 and 16 threads, in parts of several sizes.
fn in_pools(check: impl Fn(Parallel) + Sync) {
    for threads in [1, 2, 3, 16] {
        let pool = pool(threads);
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
        for bins in [256, 10] {
            let of_one = histogram(&one, bins).unwrap();
            let of_runs = histogram(&runs, bins).unwrap();
            let of_part = histogram_where(&one, &mask, bins).unwrap();
            in_pools(|policy| {
                assert_eq!(histogram_by(policy, &one, bins).unwrap(), of_one);
                assert_eq!(histogram_by(policy, &runs, bins).unwrap(), of_runs);
                assert_eq!(histogram_where_by(policy, &one, &mask, bins).unwrap(), of_part);
                assert!(histogram_by(policy, &one, 0).is_err());
            })
        }
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
            pool(threads).install(|| {
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

const SQUARE: Brush = Brush {
    rows: 3,
    columns: 3,
    cross: false,
    times: 1,
    outside: Border::On,
};

const CROSS: Brush = Brush {
    cross: true,
    times: 2,
    outside: Border::Neutral,
    ..SQUARE
};

/// The offsets of the pixels of a disc of radius 2.
fn disc() -> Vec<(isize, isize)> {
    let offsets = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dy, dx)));
    offsets.filter(|(dy, dx)| dy * dy + dx * dx <= 4).collect()
}

/// The pixels of an image, `scale` times as large.
fn pixels<L: Level<T: Copy>>(image: &Tensor<L>, scale: u8) -> Vec<u8>
where
    u8: From<L::T>,
{
    let values = image.to_dense().unwrap().into_iter();
    values.map(|pixel| u8::from(pixel) * scale).collect()
}

/// Over tensors of bytes, of bits and of runs: all operations over one of each kind of rows, and some over nests that are alike. Pixels are
/// what the definition says, in any number of parts, and so is what is stored.
#[test]
fn rows_of_tensors_are_the_same() {
    macro_rules! run {
        (erode $image:ident $by:expr) => {
            $image.erode($by(SQUARE.footprint())).unwrap()
        };
        (dilate $image:ident $by:expr) => {
            $image.dilate($by(CROSS.footprint())).unwrap()
        };
        (gradient $image:ident $by:expr) => {
            $image.gradient($by(SQUARE.footprint())).unwrap()
        };
        (erode_by_disc $image:ident $by:expr) => {
            $image.erode(&StructuringElement::disc(2).unwrap()).unwrap()
        };
    }
    macro_rules! defined {
        (erode $image:ident) => {
            apply(&$image, SQUARE, MorphKind::Erode).pixels
        };
        (dilate $image:ident) => {
            apply(&$image, CROSS, MorphKind::Dilate).pixels
        };
        (gradient $image:ident) => {{
            let least = apply(&$image, SQUARE, MorphKind::Erode).pixels;
            let greatest = apply(&$image, SQUARE, MorphKind::Dilate).pixels;
            greatest
                .iter()
                .zip(least)
                .map(|(greatest, least)| greatest - least)
                .collect::<Vec<u8>>()
        }};
        (erode_by_disc $image:ident) => {
            $image.extreme(Extreme::Least, &disc(), 255).pixels
        };
    }
    // Bits are as good as bytes that are 0 or 255.
    macro_rules! check {
        ($image:expr, times $scale:literal, $($operation:ident)+) => {{
            let in_parts = InParts($image);
            let expected = pool(1).install(|| [$( run!($operation in_parts core::convert::identity) ),+]);
            let image = Image {
                rows: in_parts.0.shape()[0],
                columns: in_parts.0.shape()[1],
                pixels: pixels(&in_parts.0, $scale),
            };
            for (found, defined) in expected.iter().zip([$( defined!($operation image) ),+]) {
                assert_eq!(pixels(&found.0, $scale), defined)
            }
            in_pools(|policy| {
                let by = |footprint: Footprint| footprint.parallel_by(policy.values(1));
                let found = [$( run!($operation in_parts by) ),+];
                for (found, expected) in found.iter().zip(&expected) {
                    assert!(found.0.same_storage(&expected.0));
                    found.0.validate().unwrap();
                }
            })
        }};
    }
    for shape in [[0, 5], [1, 300], [70, 130]] {
        let [one, other] = images(shape);
        check!(
            RunMatrix::<u8>::from_tensor(&other).unwrap(),
            times 1, erode dilate erode_by_disc gradient
        );
        check!(
            finch_image::below::<Tensor<Dense<SparseRunList<Pattern>>>>(&other, 128).unwrap(),
            times 255, dilate erode_by_disc
        );
        check!(
            finch_image::below::<Tensor<Dense<RunList<Element<bool>>>>>(&one, 100).unwrap(),
            times 255, erode
        );
        check!(
            finch_image::below::<RunImage>(&other, 128).unwrap(),
            times 255, erode dilate erode_by_disc gradient
        );
        check!(one, times 1, erode dilate erode_by_disc gradient);
    }
}

//! Random images of all shapes.

use super::oracle::{Brush, Image, apply};
use finch_image::morphology::MorphKind;
use finch_image::prelude::*;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// The formats of images, each made of bytes, computed with, and made bytes again.
fn every_format(image: &Image, brush: Brush, kind: MorphKind, binary: bool) -> Vec<(&'static str, Vec<u8>)> {
    let shape = [image.rows, image.columns];
    let bools: Vec<bool> = image.pixels.iter().map(|&pixel| pixel != 0).collect();
    let mut results = Vec::new();
    grey::<Dense<Dense<Element<u8>>>>("bytes", shape, image, brush, kind, &mut results);
    grey::<Dense<RunList<Element<u8>>>>("grey runs", shape, image, brush, kind, &mut results);
    if binary {
        bits::<RunList<SparseRunList<Pattern>>>("runs of rows", shape, &bools, brush, kind, &mut results);
        bits::<Dense<SparseRunList<Pattern>>>("rows of runs", shape, &bools, brush, kind, &mut results);
        bits::<Dense<Dense<Bit>>>("bits", shape, &bools, brush, kind, &mut results);
        let packed = run(&BitImage::from_bytes(shape, &image.pixels).unwrap(), brush, kind);
        BitImage::new(packed.words().clone(), image.columns).unwrap();
        assert_eq!(packed.shape(), shape);
        results.push(("packed", packed.to_bytes().unwrap().values().to_vec()))
    }
    results
}

fn run<I: Morphology>(image: &I, brush: Brush, kind: MorphKind) -> I {
    match kind {
        MorphKind::Erode => image.erode(brush.footprint()),
        MorphKind::Dilate => image.dilate(brush.footprint()),
    }
    .unwrap()
}

type Results = Vec<(&'static str, Vec<u8>)>;

fn grey<L>(name: &'static str, shape: [usize; 2], image: &Image, brush: Brush, kind: MorphKind, results: &mut Results)
where
    L: finch_kernels::formats::traits::lifecycle::WriteLevel<T = u8, Rank = typenum::U2> + Default + Clone + 'static,
{
    let tensor = Tensor::<L>::from_dense(shape, &image.pixels).unwrap();
    let result = run(&tensor, brush, kind);
    result.validate().unwrap();
    results.push((name, result.to_dense().unwrap()))
}

fn bits<L>(name: &'static str, shape: [usize; 2], pixels: &[bool], brush: Brush, kind: MorphKind, results: &mut Results)
where
    L: finch_kernels::formats::traits::lifecycle::WriteLevel<T = bool, Rank = typenum::U2> + Default + Clone + 'static,
{
    let tensor = Tensor::<L>::from_dense(shape, pixels).unwrap();
    let result = run(&tensor, brush, kind);
    result.validate().unwrap();
    let pixels = result.to_dense().unwrap();
    results.push((name, pixels.iter().map(|&on| if on { 255 } else { 0 }).collect()))
}

#[derive(Clone, Debug)]
struct Case {
    image: Image,
    brush: Brush,
    kind: MorphKind,
    binary: bool,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let binary = bool::arbitrary(g);
        // Some images are wider than a word or two.
        let widest = *g.choose(&[5, 20, 70, 140]).unwrap();
        let (rows, columns) = (usize::arbitrary(g) % 12, usize::arbitrary(g) % (widest + 1));
        // Some are noise, some have long runs and rows that are equal.
        let (density, hold) = (u8::arbitrary(g), usize::arbitrary(g) % 4 + 1);
        let levels: Vec<u8> = (0..rows.div_ceil(hold) * columns.div_ceil(hold))
            .map(|_| match (u8::arbitrary(g), binary) {
                (noise, true) if noise <= density => 255,
                (_, true) => 0,
                (noise, false) => noise,
            })
            .collect();
        let pixels = (0..rows * columns)
            .map(|at| levels[at / columns / hold * columns.div_ceil(hold) + at % columns / hold])
            .collect();
        let sizes = [1, 1, 3, 3, 3, 5, 7, 9, 21];
        Case {
            image: Image { rows, columns, pixels },
            brush: Brush {
                rows: *g.choose(&sizes).unwrap(),
                columns: *g.choose(&sizes).unwrap(),
                cross: bool::arbitrary(g),
                times: *g.choose(&[0, 1, 1, 2, 3, 4, 11]).unwrap(),
                outside: *g.choose(&[Border::Neutral, Border::On, Border::Off]).unwrap(),
            },
            kind: *g.choose(&[MorphKind::Erode, MorphKind::Dilate]).unwrap(),
            binary,
        }
    }
}

fn holds(case: Case) -> bool {
    let expected = apply(&case.image, case.brush, case.kind).pixels;
    for (format, result) in every_format(&case.image, case.brush, case.kind, case.binary) {
        assert_eq!(result, expected, "{format}")
    }
    true
}

#[test]
fn every_format_is_what_the_definition_says() {
    QuickCheck::new().tests(500).quickcheck(holds as fn(Case) -> bool)
}

/// Footprints that reach over several words.
#[test]
fn wide_footprints() {
    let pixels: Vec<u8> = (0..2 * 300)
        .map(|at| if at % 299 == 7 || at % 300 > 290 { 0 } else { 255 })
        .collect();
    let image = Image {
        rows: 2,
        columns: 300,
        pixels,
    };
    for columns in [63, 127, 129, 131, 257, 301, 599, 1001] {
        for (outside, kind) in [
            (Border::Neutral, MorphKind::Erode),
            (Border::Off, MorphKind::Erode),
            (Border::On, MorphKind::Dilate),
        ] {
            holds(Case {
                image: image.clone(),
                brush: Brush {
                    rows: 1,
                    columns,
                    cross: false,
                    times: 1,
                    outside,
                },
                kind,
                binary: true,
            });
        }
    }
}

/// Many repetitions of a cross, so that words are left out.
#[test]
fn crosses_where_something_changes() {
    let pixels = (0..90 * 200_usize)
        .map(|at| {
            let (y, x) = (at / 200, at % 200);
            let disc = (y as isize - 45).pow(2) + (x as isize - 120).pow(2) < 1600;
            let speck = (y * 7 + x * 13) % 97 == 0;
            if disc != speck { 255 } else { 0 }
        })
        .collect();
    let image = Image {
        rows: 90,
        columns: 200,
        pixels,
    };
    for times in [2, 8, 9, 16, 17, 40, 100] {
        for (outside, kind) in [
            (Border::Neutral, MorphKind::Erode),
            (Border::Off, MorphKind::Erode),
            (Border::On, MorphKind::Dilate),
        ] {
            let brush = Brush {
                rows: 3,
                columns: 3,
                cross: true,
                times,
                outside,
            };
            let packed = run(&BitImage::from_bytes([90, 200], &image.pixels).unwrap(), brush, kind);
            assert_eq!(packed.to_bytes().unwrap().values(), apply(&image, brush, kind).pixels);
        }
    }
}

//! Where pixels go, beside where they come from.

use super::images::{Bytes, Image, extremes};
use finch_image::prelude::*;
use finch_image::{Geometry, Rotation};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// The image of the given extents of which each pixel comes from somewhere.
fn from(image: &Image, shape: [usize; 2], place: impl Fn(usize, usize) -> [usize; 2]) -> Image {
    Image::new(shape, |y, x| {
        let [y, x] = place(y, x);
        image.on(y as isize, x as isize, false)
    })
}

/// A part, margins and factors.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    part: [[usize; 2]; 2],
    margins: [[usize; 2]; 2],
    by: [usize; 2],
    on: bool,
}

impl Numbers {
    fn any(g: &mut Gen, shape: [usize; 2]) -> Self {
        let mut below = |count: usize| usize::arbitrary(g) % count;
        let part = shape.map(|extent| {
            let (a, b) = (below(extent + 1), below(extent + 1));
            [a.min(b), a.max(b)]
        });
        Numbers {
            part,
            margins: [[below(3), below(130)], [below(3), below(130)]],
            by: [below(3) + 1, below(70) / (shape[1] / 8 + 1) + 1],
            on: below(2) == 1,
        }
    }
}

fn wanted(image: &Image, with: Numbers) -> Vec<Image> {
    let [rows, columns] = image.shape();
    let ([above, left], [below, right], [rows_of, columns_of]) = (with.margins[0], with.margins[1], with.part);
    let margins = [rows + above + below, columns + left + right];
    vec![
        from(image, [columns, rows], |y, x| [x, y]),
        from(image, [rows, columns], |y, x| [rows - 1 - y, x]),
        from(image, [rows, columns], |y, x| [y, columns - 1 - x]),
        from(image, [columns, rows], |y, x| [rows - 1 - x, y]),
        from(image, [rows, columns], |y, x| [rows - 1 - y, columns - 1 - x]),
        from(image, [columns, rows], |y, x| [x, columns - 1 - y]),
        from(image, [rows * with.by[0], columns * with.by[1]], |y, x| {
            [y / with.by[0], x / with.by[1]]
        }),
        from(
            image,
            [rows_of[1] - rows_of[0], columns_of[1] - columns_of[0]],
            |y, x| [rows_of[0] + y, columns_of[0] + x],
        ),
        Image::new(margins, |y, x| {
            image.on(y as isize - above as isize, x as isize - left as isize, with.on)
        }),
    ]
}

fn computed<I: Geometry>(image: &I, with: Numbers) -> Vec<I> {
    [
        image.transposed(),
        image.flip_vertical(),
        image.flip_horizontal(),
        image.rotate(Rotation::Clockwise),
        image.rotate(Rotation::Half),
        image.rotate(Rotation::Counterclockwise),
        image.magnify(with.by),
        image.crop(with.part[0][0]..with.part[0][1], with.part[1][0]..with.part[1][1]),
        image.add_margins(with.margins[0], with.margins[1], with.on),
    ]
    .map(|image| image.unwrap())
    .into()
}

fn compared<I: Geometry + Bytes>(image: I, wanted: &[Image], with: Numbers, format: &str) -> Vec<I> {
    let found = computed(&image, with);
    for (number, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert_eq!(found.extents(), wanted.shape(), "{format}, {number}, {with:?}");
        assert_eq!(found.pixels(), wanted.pixels, "{format}, {number}, {with:?}");
    }
    found
}

fn holds(image: Image, with: Numbers) {
    let (shape, wanted, bools) = (image.shape(), wanted(&image, with), image.bools());
    compared(
        Matrix::<u8>::from_dense(shape, &image.pixels).unwrap(),
        &wanted,
        with,
        "bytes",
    );
    compared(
        Matrix::<bool>::from_dense(shape, &bools).unwrap(),
        &wanted,
        with,
        "bools",
    );
    compared(
        BitImage::from_bytes(shape, &image.pixels).unwrap(),
        &wanted,
        with,
        "words",
    );
    let runs = compared(RunImage::from_dense(shape, &bools).unwrap(), &wanted, with, "runs");
    // Runs and rows are merged: tensors that are equal may store them otherwise.
    for (number, (found, wanted)) in runs.iter().zip(&wanted).enumerate() {
        let merged = RunImage::from_dense(wanted.shape(), &wanted.bools()).unwrap();
        assert!(found.same_storage(&merged), "{number}, {with:?}")
    }
    let unmerged = super::images::unmerged(&image);
    compared(unmerged, &wanted, with, "runs that are not merged");
}

#[derive(Clone, Debug)]
struct Case(Image, Numbers);

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let image = Image::arbitrary(g);
        let with = Numbers::any(g, image.shape());
        Case(image, with)
    }
}

#[test]
fn pixels_come_from_where_they_should() {
    fn check(Case(image, with): Case) -> bool {
        holds(image, with);
        true
    }
    QuickCheck::new().tests(100).quickcheck(check as fn(Case) -> bool)
}

#[test]
fn of_extreme_shapes() {
    let mut g = Gen::new(10);
    for image in extremes() {
        let with = Numbers::any(&mut g, image.shape());
        holds(image, with)
    }
}

/// Runs as long as they can be.
#[test]
fn as_long_as_there_are_runs() {
    let image = RunImage::from_dense([2, 3], &[true, false, true, false, true, true]).unwrap();
    let large = image.magnify([1 << 30, 1 << 30]).unwrap();
    assert_eq!((large.count_stored(), large.get([1 << 30, 1 << 30])), (3, Some(true)));
    let back = large
        .rotate(Rotation::Clockwise)
        .unwrap()
        .rotate(Rotation::Counterclockwise)
        .unwrap();
    assert!(back.same_storage(&large));
    let part = large.crop(0..1 << 30, 0..1 << 30).unwrap();
    assert_eq!((part.count_stored(), part.get([5, 5])), (1, Some(true)));
}

#[test]
fn refused() {
    fn of<I: Geometry>(image: I, largest: usize) {
        for (rows, columns) in [(0..4, 0..1), (0..1, 0..71), (3..4, 0..0)] {
            assert_eq!(image.crop(rows, columns).err().unwrap().kind(), ErrorKind::OutOfBounds);
        }
        #[expect(clippy::reversed_empty_ranges, reason = "they are refused")]
        let backwards = image.crop(2..1, 0..1);
        assert_eq!(backwards.err().unwrap().kind(), ErrorKind::OutOfBounds);
        assert_eq!(image.magnify([0, 1]).err().unwrap().kind(), ErrorKind::Invalid);
        assert_eq!(image.magnify([1, 0]).err().unwrap().kind(), ErrorKind::Invalid);
        for by in [[usize::MAX, 1], [1, usize::MAX], [largest, largest]] {
            assert_eq!(image.magnify(by).err().unwrap().kind(), ErrorKind::TooLarge);
        }
        for margins in [[usize::MAX, 0], [0, usize::MAX], [usize::MAX / 4; 2]] {
            assert_eq!(
                image.add_margins(margins, [0, 0], true).err().unwrap().kind(),
                ErrorKind::TooLarge
            );
        }
    }
    let shape = [3, 70];
    of(Matrix::<u8>::filled(shape, 1).unwrap(), 1 << 30);
    of(BitImage::from_pixels(shape, |_| true).unwrap(), 1 << 32);
    of(RunImage::filled(shape, true).unwrap(), 1 << 31);
}

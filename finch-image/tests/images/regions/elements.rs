//! Morphology by structuring elements of any form, beside its definitions pixel by pixel.

use super::images::{Bytes, Image, extremes};
use crate::in_every_format;
use finch_image::morphology::{AsElement, Morphology};
use finch_image::{Border, StructuringElement};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A mask, and where its origin is.
#[derive(Clone, Debug)]
struct Element {
    mask: Image,
    origin: [usize; 2],
    border: Border,
}

impl Element {
    /// A mask of at most the given extents, of which a part is on, and one pixel in any case. Wide masks have long chords, and few:
    /// each takes two steps.
    fn any(g: &mut Gen, extents: [usize; 2]) -> Self {
        let hold = extents[1] / 8 + 1;
        let shape = extents.map(|extent| usize::arbitrary(g) % extent + 1);
        let mut one_of = |count: usize| usize::arbitrary(g) % count;
        let (origin, certain, density) = (shape.map(&mut one_of), shape.map(&mut one_of), one_of(4));
        let noise: Vec<bool> = (0..shape[0] * shape[1]).map(|_| one_of(4) <= density).collect();
        let mask = Image::new(shape, |y, x| [y, x] == certain || noise[y * shape[1] + x / hold]);
        Element {
            mask,
            origin,
            border: *g.choose(&[Border::Neutral, Border::On, Border::Off]).unwrap(),
        }
    }

    fn offsets(&self) -> Vec<(isize, isize)> {
        let mut offsets = Vec::new();
        for y in 0..self.mask.rows as isize {
            for x in 0..self.mask.columns as isize {
                if self.mask.on(y, x, false) {
                    offsets.push((y - self.origin[0] as isize, x - self.origin[1] as isize))
                }
            }
        }
        offsets
    }

    fn element(&self) -> StructuringElement {
        let mask = finch_image::BitImage::from_bytes(self.mask.shape(), &self.mask.pixels).unwrap();
        StructuringElement::new(&mask, self.origin).unwrap().border(self.border)
    }
}

/// The pixels at the given distances from each place, those beyond the border as told.
fn under<'a>(image: &'a Image, offsets: &'a [(isize, isize)], beyond: u8) -> impl Iterator<Item = Vec<u8>> + 'a {
    (0..image.pixels.len()).map(move |at| {
        let (y, x) = ((at / image.columns) as isize, (at % image.columns) as isize);
        let pixel = |&(dy, dx): &(isize, isize)| match (y + dy, x + dx) {
            (v, u) if v < 0 || u < 0 || v >= image.rows as isize || u >= image.columns as isize => beyond,
            (v, u) => image.pixels[v as usize * image.columns + u as usize],
        };
        offsets.iter().map(pixel).collect()
    })
}

fn of(image: &Image, pixels: Vec<u8>) -> Image {
    Image { pixels, ..*image }
}

fn eroded(image: &Image, offsets: &[(isize, isize)], border: Border) -> Image {
    let beyond = if border == Border::Off { 0 } else { 255 };
    let least = under(image, offsets, beyond).map(|pixels| pixels.into_iter().min().unwrap());
    of(image, least.collect())
}

fn dilated(image: &Image, offsets: &[(isize, isize)], border: Border) -> Image {
    let beyond = if border == Border::On { 255 } else { 0 };
    let turned: Vec<_> = offsets.iter().map(|&(dy, dx)| (-dy, -dx)).collect();
    let greatest = under(image, &turned, beyond).map(|pixels| pixels.into_iter().max().unwrap());
    of(image, greatest.collect())
}

fn less(a: &Image, b: &Image) -> Vec<u8> {
    a.pixels
        .iter()
        .zip(&b.pixels)
        .map(|(a, b)| a.saturating_sub(*b))
        .collect()
}

/// Everything that is made of erosions and dilations.
fn wanted(image: &Image, element: &Element) -> Vec<Vec<u8>> {
    let (offsets, border) = (&element.offsets()[..], element.border);
    let (eroded_, dilated_) = (eroded(image, offsets, border), dilated(image, offsets, border));
    let (opened, closed) = (dilated(&eroded_, offsets, border), eroded(&dilated_, offsets, border));
    vec![
        less(image, &opened),
        less(&closed, image),
        less(&dilated_, &eroded_),
        eroded_.pixels,
        dilated_.pixels,
        opened.pixels,
        closed.pixels,
    ]
}

fn computed<I: Morphology + Bytes>(image: &I, element: impl AsElement) -> Vec<Vec<u8>> {
    [
        image.white_top_hat(&element),
        image.black_top_hat(&element),
        image.gradient(&element),
        image.erode(&element),
        image.dilate(&element),
        image.open(&element),
        image.close(&element),
    ]
    .map(|image| image.unwrap().pixels())
    .into()
}

/// The erosion and the dilation, of which everything else is made.
fn eroded_and_dilated<I: Morphology + Bytes>(image: &I, element: impl AsElement) -> [Vec<u8>; 2] {
    [image.erode(&element), image.dilate(&element)].map(|image| image.unwrap().pixels())
}

/// By its definition: all pixels under one element are on, all under the other off.
fn matched(image: &Image, hit: &Element, miss: &Element) -> Vec<u8> {
    let (hits, misses) = (hit.offsets(), miss.offsets());
    let on = under(image, &hits, if hit.border == Border::Off { 0 } else { 255 });
    let off = under(image, &misses, if miss.border == Border::On { 255 } else { 0 });
    on.zip(off)
        .map(
            |(on, off)| match on.iter().all(|&pixel| pixel != 0) && off.iter().all(|&pixel| pixel == 0) {
                true => 255,
                false => 0,
            },
        )
        .collect()
}

#[derive(Clone, Debug)]
struct Case {
    image: Image,
    levels: Vec<u8>,
    elements: [Element; 2],
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let image = Image::arbitrary(g);
        let extents = *g.choose(&[[1, 1], [3, 3], [4, 6], [15, 3], [2, 200]]).unwrap();
        Case {
            levels: image.pixels.iter().map(|_| u8::arbitrary(g)).collect(),
            elements: [Element::any(g, extents), Element::any(g, [3, 4])],
            image,
        }
    }
}

fn holds(case: Case) -> bool {
    use finch_image::prelude::*;
    let [element, other] = &case.elements;
    let (expected, both) = (wanted(&case.image, element), matched(&case.image, element, other));
    in_every_format!(case.image, |image, format| {
        assert_eq!(computed(image, element.element()), expected, "{format}");
        let matched = image.hit_or_miss(&element.element(), &other.element()).unwrap();
        assert_eq!(matched.pixels(), both, "{format}");
    });
    let (shape, image) = (case.image.shape(), of(&case.image, case.levels));
    let expected = wanted(&image, element);
    let bytes = Matrix::<u8>::from_dense(shape, &image.pixels).unwrap();
    assert_eq!(computed(&bytes, element.element()), expected);
    assert_eq!(
        computed(&RunMatrix::from_tensor(&bytes).unwrap(), element.element()),
        expected
    );
    true
}

#[test]
fn every_format_is_what_the_definition_says() {
    QuickCheck::new().tests(20).quickcheck(holds as fn(Case) -> bool)
}

#[test]
fn of_extreme_shapes() {
    let mut g = Gen::new(10);
    // Rows are not packed: an image of more than 64 rows and columns is no other case than one of either. Every third image, which is
    // another pattern of each shape.
    for image in extremes()
        .into_iter()
        .filter(|image| image.pixels.len() < 300)
        .step_by(3)
    {
        holds(Case {
            levels: image.pixels.clone(),
            image,
            elements: [Element::any(&mut g, [3, 70]), Element::any(&mut g, [3, 3])],
        });
    }
}

/// Rectangles and crosses as elements are what they are as footprints.
#[test]
fn footprints_as_elements() {
    use finch_image::prelude::*;
    let image = Image::new([9, 80], |y, x| (y * 31 + x * 17) % 23 > 2);
    for (rows, columns) in [(1_usize, 1_usize), (3, 3), (7, 1), (3, 65)] {
        for border in [Border::On, Border::Off] {
            let middle = [rows / 2, columns / 2];
            let rectangle = Matrix::<u8>::filled([rows, columns], 1).unwrap();
            let cross = BitImage::from_pixels([rows, columns], |[y, x]| y == middle[0] || x == middle[1]).unwrap();
            let rectangle = StructuringElement::new(&rectangle, middle).unwrap().border(border);
            let cross = StructuringElement::new(&cross, middle).unwrap().border(border);
            let of = |form: Result<Footprint, _>| form.unwrap().border(border);
            in_every_format!(image, |image, format| {
                let (a, b) = (
                    of(Footprint::rectangle(rows, columns)),
                    of(Footprint::cross(rows, columns)),
                );
                assert_eq!(
                    eroded_and_dilated(image, &rectangle),
                    eroded_and_dilated(image, a),
                    "{format}"
                );
                assert_eq!(
                    eroded_and_dilated(image, &cross),
                    eroded_and_dilated(image, b),
                    "{format}"
                );
            })
        }
    }
}

#[test]
fn discs() {
    for radius in 0..20 {
        let disc = StructuringElement::disc(radius).unwrap();
        let side = 2 * radius + 1;
        let mask = Image::new([side, side], |y, x| {
            y.abs_diff(radius).pow(2) + x.abs_diff(radius).pow(2) <= radius * radius
        });
        let words = finch_image::BitImage::from_bytes([side, side], &mask.pixels).unwrap();
        assert_eq!(disc, StructuringElement::new(&words, [radius, radius]).unwrap());
        assert_eq!(
            (disc.count(), disc.reflected()),
            (words.count_on() as u64, disc.clone())
        );
    }
}

#[test]
fn refused() {
    use finch_image::prelude::*;
    let mask = Matrix::<u8>::from_dense([2, 3], &[0, 1, 0, 1, 1, 1]).unwrap();
    for origin in [[2, 0], [0, 3], [usize::MAX, usize::MAX]] {
        let error = StructuringElement::new(&mask, origin).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    }
    let empty = StructuringElement::new(&Matrix::<u8>::filled([2, 3], 0).unwrap(), [0, 0]).unwrap_err();
    assert_eq!(empty.kind(), ErrorKind::Invalid);
    assert!(StructuringElement::new(&RunImage::default(), [0, 0]).is_err());
    assert_eq!(
        StructuringElement::disc(usize::MAX).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    // Extents that are claimed by one run: what lies beyond the image is one pixel, however far.
    let huge = RunImage::filled([u32::MAX as usize; 2], true).unwrap();
    let element = StructuringElement::new(&huge, [7, 9]).unwrap();
    assert_eq!(element.count(), u64::from(u32::MAX) * u64::from(u32::MAX));
    assert_eq!(mask.dilate(&element).unwrap().to_dense().unwrap(), [1; 6]);
    assert_eq!(
        mask.erode(element.border(Border::Off)).unwrap().to_dense().unwrap(),
        [0; 6]
    );
    let (a, b) = (
        Matrix::<u8>::filled([2, 3], 1).unwrap(),
        Matrix::<u8>::filled([3, 2], 1).unwrap(),
    );
    let error = a.subtract(&b, &mut Matrix::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let error = BitImage::from_tensor(&a)
        .unwrap()
        .subtract(&BitImage::default(), &mut BitImage::default());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Mismatch);
}

/// Outputs and memory that held larger images, and smaller ones.
#[test]
fn memory_used_again() {
    use finch_image::morphology::Scratch;
    use finch_image::prelude::*;
    fn of<I: Morphology + PartialEq + std::fmt::Debug>(images: [I; 3]) {
        let (mut out, mut scratch) = (I::default(), Scratch::default());
        let corner = BitImage::from_pixels([3, 4], |[y, x]| y != x).unwrap();
        let corner = StructuringElement::new(&corner, [0, 3]).unwrap();
        for image in images {
            for footprint in [
                Footprint::SQUARE,
                Footprint::CROSS.times(2),
                Footprint::cross(1, 5).unwrap(),
            ] {
                image.erode_into(&mut out, footprint, &mut scratch).unwrap();
                assert_eq!(out, image.erode(footprint).unwrap());
                image.dilate_into(&mut out, footprint, &mut scratch).unwrap();
                assert_eq!(out, image.dilate(footprint).unwrap())
            }
            image.erode_into(&mut out, &corner, &mut scratch).unwrap();
            assert_eq!(out, image.erode(&corner).unwrap())
        }
    }
    let images = [[9, 70], [4, 5], [5, 200]].map(|shape| Image::new(shape, |y, x| (y * 5 + x * 3) % 7 > 1));
    of(images
        .each_ref()
        .map(|image| Matrix::<u8>::from_dense(image.shape(), &image.pixels).unwrap()));
    of(images
        .each_ref()
        .map(|image| RunImage::from_dense(image.shape(), &image.bools()).unwrap()));
    of(images
        .each_ref()
        .map(|image| BitImage::from_bytes(image.shape(), &image.pixels).unwrap()));
}

//! Images: alpha blending and similarity of the looplet paper, sections 8.4 and 8.5; the masked histogram of the Finch
//! paper, figure 21, as it is written and with the loop and the condition that figure 12 makes of its indirect access;
//! erosion by pixels and by words, figure 21.

use crate::data::{Grid, grid, values};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::{Binary, Cast, Unary};
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::{Map1, Map2};
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

fn real<E: Expr<T = u8>>(value: Value<E>) -> Value<Map1<Cast<f64>, E>> {
    map1(Cast::new(), value)
}

fn round<E: Expr<T = f64>>(value: Value<E>) -> Value<Map1<Unary<fn(f64) -> u8>, E>> {
    map1(Unary(|value: f64| value.round() as u8), value)
}

fn sqrt<E: Expr<T = f64>>(value: Value<E>) -> Value<Map1<Unary<fn(f64) -> f64>, E>> {
    map1(Unary(f64::sqrt), value)
}

/// Pixels in a few shades, so that there are runs.
fn pixels(rows: usize, cols: usize, seed: u64) -> Grid<u8> {
    grid(rows, cols, 50, seed).map(|_, _, value| (value.abs() as u8 / 3) * 40)
}

fn blend<L: WriteLevel<T = u8, Rank = U2, Fill = Zero> + Default>(b: &Grid<u8>, c: &Grid<u8>) -> Vec<u8> {
    let (b, c) = (b.tensor::<L>(), c.tensor::<L>());
    let (alpha, beta) = (0.3, 0.7);
    let mut a = Tensor::<L>::default();
    finch! {
        a .= 0;
        for i, j { a[i, j] = round(alpha * real(b[i, j]) + beta * real(c[i, j])); }
    }
    .run()
    .unwrap();
    values(&a)
}

#[test]
fn alpha_blending() {
    let (b, c) = (pixels(6, 20, 30), pixels(6, 20, 31));
    let mix = |i, j, value| (0.3 * f64::from(value) + 0.7 * f64::from(c.at(i, j))).round() as u8;
    let expected = b.map(mix).values;
    assert_eq!(blend::<Dense<Dense<Element<u8>>>>(&b, &c), expected);
    assert_eq!(blend::<Dense<RunList<Element<u8>>>>(&b, &c), expected);
    assert_eq!(blend::<Dense<SparseList<Element<u8>>>>(&b, &c), expected);
}

/// Distances of all pairs of images, one per row of `a`.
fn distances<A: Level<T = f64, Rank = U2>>(a: &Tensor<A>) -> Vec<f64> {
    let (mut r, mut o, mut d) = (Vector::default(), Scalar::<f64>::default(), Matrix::default());
    finch! {
        d .= 0;
        {
            r .= 0;
            for k, p { r[k] += a[k, p] * a[k, p]; }
            for k, l {
                o .= 0;
                for p { o[] += a[k, p] * a[l, p]; }
                d[k, l] = sqrt(r[k] + r[l] - 2.0 * o[]);
            }
        }
    }
    .run()
    .unwrap();
    values(&d)
}

#[test]
fn similarity() {
    let images = pixels(5, 30, 32).map(|_, _, value| f64::from(value));
    let square = |k, l| {
        let pixels = (0..30).map(|p| images.at(k, p) - images.at(l, p));
        pixels.map(|difference| difference * difference).sum::<f64>()
    };
    let expected = Grid::full(5, 5, 0.0).map(|k, l, _: f64| square(k, l).sqrt()).values;
    assert_eq!(distances::<Dense<Dense<Element<f64>>>>(&images.tensor()), expected);
    assert_eq!(distances::<Dense<SparseList<Element<f64>>>>(&images.tensor()), expected);
    assert_eq!(distances::<Dense<RunList<Element<f64>>>>(&images.tensor()), expected);
}

/// The bin of a pixel.
fn bin<E: Expr<T = u8>>(value: Value<E>) -> Value<Map1<Unary<fn(u8) -> usize>, E>> {
    map1(Unary(|value: u8| usize::from(value / 16)), value)
}

fn histogram<M: Level<T = bool, Rank = U2>>(image: &Matrix<u8>, mask: &Tensor<M>) -> Vec<usize> {
    let mut bins = Vector::filled([16], 0).unwrap();
    finch! {
        mut bins;
        for y, x {
            if mask[y, x] {
                let here = bin(image[y, x]);
                for b { if b == here { bins[b] += 1; } }
            }
        }
    }
    .run()
    .unwrap();
    values(&bins)
}

/// As it is written, but that a table does the arithmetic: a place is a value of a tensor.
fn indirect_histogram<M: Level<T = bool, Rank = U2>>(image: &Matrix<u8>, mask: &Tensor<M>) -> Vec<usize> {
    let bin_of = Vector::from((0..=255).map(|pixel| pixel / 16).collect::<Vec<u8>>());
    let mut bins = Vector::filled([16], 0).unwrap();
    finch! {
        mut bins;
        for y, x {
            if mask[y, x] { bins[bin_of[image[y, x]]] += 1; }
        }
    }
    .run()
    .unwrap();
    values(&bins)
}

/// As it is written.
fn direct_histogram<M: Level<T = bool, Rank = U2>>(image: &Matrix<u8>, mask: &Tensor<M>) -> [Vec<usize>; 2] {
    let (mut bins, mut same) = (Vector::filled([16], 0).unwrap(), Vector::filled([16], 0).unwrap());
    finch! {
        mut bins;
        mut same;
        for y, x {
            if mask[y, x] {
                bins[image[y, x] / 16] += 1;
                same[bin(image[y, x])] += 1;
            }
        }
    }
    .run()
    .unwrap();
    [values(&bins), values(&same)]
}

#[test]
fn masked_histogram() {
    let image = pixels(6, 9, 33);
    let mask = grid(6, 9, 50, 34).map(|_, x, value| value != 0.0 && x > 2);
    let mut expected = vec![0; 16];
    for (pixel, masked) in image.values.iter().zip(&mask.values) {
        expected[usize::from(pixel / 16)] += usize::from(*masked)
    }
    macro_rules! of_masks {
        ($histogram:ident, $expected:expr) => {
            assert_eq!(
                $histogram::<Dense<SparseRunList<Pattern>>>(&image.tensor(), &mask.tensor()),
                $expected
            );
            assert_eq!(
                $histogram::<Dense<Dense<Element<bool>>>>(&image.tensor(), &mask.tensor()),
                $expected
            );
        };
    }
    of_masks!(histogram, expected);
    of_masks!(indirect_histogram, expected);
    of_masks!(direct_histogram, [expected.clone(), expected.clone()]);
}

/// Figure 21, left: vertically into what lies between, then horizontally. Outside of the image all is on.
fn eroded<I, T, O>(image: &Grid<bool>) -> Vec<bool>
where
    I: WriteLevel<T = bool, Rank = U2> + Default,
    T: WriteLevel<T = bool, Rank = U1, Fill = False> + Default,
    O: WriteLevel<T = bool, Rank = U2, Fill = False> + Default,
{
    let (input, mut tmp, mut output) = (image.tensor::<I>(), Tensor::<T>::default(), Tensor::<O>::default());
    finch! {
        output .= false;
        for y {
            tmp .= false;
            for x { tmp[x] = coalesce(input[~(y - 1), x], true) && input[y, x] && coalesce(input[~(y + 1), x], true); }
            for x { output[y, x] = coalesce(tmp[~(x - 1)], true) && tmp[x] && coalesce(tmp[~(x + 1)], true); }
        }
    }
    .run()
    .unwrap();
    values(&output)
}

/// A pixel stays on if those around it are.
fn erosion(image: &Grid<bool>) -> Vec<bool> {
    let on = |y: usize, x: usize| {
        let inside = (1..=image.rows).contains(&y) && (1..=image.cols).contains(&x);
        !inside || image.at(y - 1, x - 1)
    };
    image
        .map(|y, x, _| (y..y + 3).all(|y| (x..x + 3).all(|x| on(y, x))))
        .values
}

/// Mostly on, and off in rows.
fn shapes(rows: usize, cols: usize, seed: u64) -> Grid<bool> {
    let holes = grid(rows, cols, 4, seed);
    holes.map(|y, x, value| value == 0.0 && !(3..6).contains(&(y + x / 9)))
}

#[test]
fn erosion_by_pixels() {
    let image = shapes(14, 40, 35);
    let expected = erosion(&image);
    assert!(expected.contains(&true) && expected.contains(&false));
    type Bytes = Element<bool, False>;
    assert_eq!(
        eroded::<Dense<Dense<Bytes>>, Dense<Bytes>, Dense<Dense<Bytes>>>(&image),
        expected
    );
    type Apart = SparseRunList<Pattern, Vec<usize>, Vec<u32>, finch_formats::traits::algebra::logic::No>;
    type Rows = Dense<SparseRunList<Pattern>>;
    assert_eq!(eroded::<Rows, Apart, Rows>(&image), expected);
}

/// Where `t` and the pixels beside it are on: `before` and `behind` are the words beside it, of which the lowest bit
/// comes first.
fn beside<A: Expr<T = u64>, B: Expr<T = u64>, C: Expr<T = u64>>(
    before: Value<A>,
    t: Value<B>,
    behind: Value<C>,
) -> Value<
    Map2<Binary<fn(u64, u64) -> u64>, Map2<Binary<fn(u64, u64) -> u64>, A, B>, Map2<Binary<fn(u64, u64) -> u64>, C, B>>,
> {
    let low = map2(
        Binary((|before, t| t & (t << 1 | before >> 63)) as fn(u64, u64) -> u64),
        before,
        t,
    );
    let high = map2(
        Binary((|behind, t| t & (t >> 1 | behind << 63)) as fn(u64, u64) -> u64),
        behind,
        t,
    );
    map2(Binary((|low, high| low & high) as fn(u64, u64) -> u64), low, high)
}

/// Figure 21, right: 64 pixels at once, where the mask says that there are any.
fn eroded_by_words<M: Level<T = bool, Rank = U2>>(input: &Matrix<u64>, mask: &Tensor<M>) -> Vec<u64> {
    let (mut tmp, mut output) = (Vector::<u64>::default(), Matrix::<u64>::default());
    let all = u64::MAX;
    finch! {
        output .= 0;
        for y {
            tmp .= 0;
            for x {
                if mask[y, x] {
                    tmp[x] = coalesce(input[~(y - 1), x], all) & input[y, x] & coalesce(input[~(y + 1), x], all);
                }
            }
            for x {
                if mask[y, x] {
                    let before = coalesce(tmp[~(x - 1)], all);
                    let t = tmp[x];
                    let behind = coalesce(tmp[~(x + 1)], all);
                    output[y, x] = beside(before, t, behind);
                }
            }
        }
    }
    .run()
    .unwrap();
    values(&output)
}

#[test]
fn erosion_by_words() {
    let image = shapes(14, 3 * 64, 36);
    let words = |pixels: &[bool]| -> Vec<u64> {
        let word = |pixels: &[bool]| pixels.iter().rev().fold(0, |word, &pixel| word << 1 | u64::from(pixel));
        pixels.chunks(64).map(word).collect()
    };
    let all = words(&image.values);
    let input = Matrix::from_dense([14, 3], &all).unwrap();
    let some = all.iter().map(|&word| word != 0).collect::<Vec<_>>();
    let expected = words(&erosion(&image));
    let mask = CsrPattern::from_dense([14, 3], &some).unwrap();
    assert_eq!(eroded_by_words(&input, &mask), expected);
    let mask = Matrix::<bool>::from_dense([14, 3], &some).unwrap();
    assert_eq!(eroded_by_words(&input, &mask), expected);
}

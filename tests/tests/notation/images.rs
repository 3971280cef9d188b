//! Images: alpha blending and similarity of the looplet paper, sections 8.4 and 8.5; the masked histogram of the Finch
//! paper, figure 21, with the loop and the condition that figure 12 makes of its indirect access.

use crate::data::{Grid, grid, values};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::{Cast, Unary};
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::Map1;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::U2;

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

#[test]
fn masked_histogram() {
    let image = pixels(6, 9, 33);
    let mask = grid(6, 9, 50, 34).map(|_, x, value| value != 0.0 && x > 2);
    let mut expected = vec![0; 16];
    for (pixel, masked) in image.values.iter().zip(&mask.values) {
        expected[usize::from(pixel / 16)] += usize::from(*masked)
    }
    assert_eq!(
        histogram::<Dense<SparseRunList<Pattern>>>(&image.tensor(), &mask.tensor()),
        expected
    );
    assert_eq!(
        histogram::<Dense<Dense<Element<bool>>>>(&image.tensor(), &mask.tensor()),
        expected
    );
}

//! Steps over tensors: bytes, bits, runs.

use super::{Axis, MorphKind, MorphOp, Morphology};
use crate::pixel::{ImageOutput, Pixel};
use finch_kernels::Result;
use finch_kernels::formats::Tensor;
use finch_kernels::formats::traits::algebra::Binary;
use finch_kernels::formats::traits::algebra::fill::Fill;
use finch_kernels::formats::traits::algebra::operator::BinaryOp;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map2;
use finch_kernels::formats::traits::expr::overload::{Value, constant, literal, map2};
use finch_kernels::formats::traits::finch;
use finch_kernels::formats::traits::level::IsDense;
use finch_kernels::formats::traits::lifecycle::WriteLevel;
use typenum::U2;

impl<T: Pixel, L: WriteLevel<T = T, Rank = U2> + Default + Clone> Morphology for Tensor<L> {
    fn extents(&self) -> [usize; 2] {
        let shape = self.shape();
        [shape[0], shape[1]]
    }

    fn step(&self, out: &mut Self, axis: Axis, by: usize, op: MorphOp) -> Result<()> {
        let (least, greatest) = (T::Least::default(), T::Greatest::default());
        match (op.kind, op.on_border) {
            (MorphKind::Erode, true) => step::<_, _, T::On>(out, self, axis, by, least),
            (MorphKind::Erode, false) => step::<_, _, T::Off>(out, self, axis, by, least),
            (MorphKind::Dilate, true) => step::<_, _, T::On>(out, self, axis, by, greatest),
            (MorphKind::Dilate, false) => step::<_, _, T::Off>(out, self, axis, by, greatest),
        }
    }

    fn combine(&self, other: &Self, out: &mut Self, kind: MorphKind) -> Result<()> {
        match kind {
            MorphKind::Erode => pairs(out, self, other, T::Least::default()),
            MorphKind::Dilate => pairs(out, self, other, T::Greatest::default()),
        }
    }

    fn combine_moved(&self, other: &Self, by: [isize; 2], out: &mut Self, op: MorphOp) -> Result<()> {
        let beyond = pixel(op.on_border);
        match op.kind {
            MorphKind::Erode => moved(out, self, other, by, T::Least::default(), beyond),
            MorphKind::Dilate => moved(out, self, other, by, T::Greatest::default(), beyond),
        }
    }

    fn subtract(&self, other: &Self, out: &mut Self) -> Result<()> {
        pairs(out, self, other, Binary(T::minus))
    }

    fn constant(out: &mut Self, extents: [usize; 2], on: bool) -> Result<()> {
        let pixel = pixel::<T>(on);
        // Where nothing is stored, it takes no time, however many rows there are.
        *out = match L::Fill::value() == pixel {
            true => Tensor::empty(extents)?,
            false => Tensor::filled(extents, pixel)?,
        };
        Ok(())
    }
}

/// A pixel that is on, or off.
fn pixel<T: Pixel>(on: bool) -> T {
    if on { T::On::value() } else { T::Off::value() }
}

fn moved<T: Pixel, L: ImageOutput<T>>(
    out: &mut Tensor<L>,
    a: &Tensor<L>,
    b: &Tensor<L>,
    by: [isize; 2],
    op: impl BinaryOp<T, T, Out = T>,
    beyond: T,
) -> Result<()> {
    let ([down, right], [up, left]) = (by.map(|by| by.max(0) as usize), by.map(|by| by.min(0).unsigned_abs()));
    finch! {
        out .= _;
        for y {
            for x {
                out[y, x] = map2(op, a[y, x], coalesce(b[~(y + down - up), ~(x + right - left)], constant(beyond)));
            }
        }
    }
    .wide_if::<IsDense<'_, L>>()
    .run()
}

/// `op` of three.
type OfThree<O, A, B, C> = Value<Map2<O, Map2<O, A, B>, C>>;

#[cfg_attr(not(debug_assertions), inline(always))]
fn three<T, O: BinaryOp<T, T, Out = T>, A: Expr<T = T>, B: Expr<T = T>, C: Expr<T = T>>(
    op: O,
    a: Value<A>,
    b: Value<B>,
    c: Value<C>,
) -> OfThree<O, A, B, C> {
    map2(op, map2(op, a, b), c)
}

fn step<T: Pixel, L: ImageOutput<T>, Beyond: Fill<T>>(
    out: &mut Tensor<L>,
    a: &Tensor<L>,
    axis: Axis,
    by: usize,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()> {
    match axis {
        Axis::Across => across::<T, L, Beyond>(out, a, by, op),
        Axis::Down => down::<T, L, Beyond>(out, a, by, op),
    }
}

fn across<T: Pixel, L: ImageOutput<T>, Beyond: Fill<T>>(
    out: &mut Tensor<L>,
    a: &Tensor<L>,
    by: usize,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()> {
    let beyond = literal::<T, Beyond>();
    finch! {
        out .= _;
        for y {
            for x {
                out[y, x] = three(op, coalesce(a[y, ~(x - by)], beyond), a[y, x], coalesce(a[y, ~(x + by)], beyond));
            }
        }
    }
    .wide_if::<IsDense<'_, L>>()
    .run()
}

fn down<T: Pixel, L: ImageOutput<T>, Beyond: Fill<T>>(
    out: &mut Tensor<L>,
    a: &Tensor<L>,
    by: usize,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()> {
    let beyond = literal::<T, Beyond>();
    finch! {
        out .= _;
        for y {
            for x {
                out[y, x] = three(op, coalesce(a[~(y - by), x], beyond), a[y, x], coalesce(a[~(y + by), x], beyond));
            }
        }
    }
    .wide_if::<IsDense<'_, L>>()
    .run()
}

fn pairs<T: Pixel, L: ImageOutput<T>>(
    out: &mut Tensor<L>,
    a: &Tensor<L>,
    b: &Tensor<L>,
    op: impl BinaryOp<T, T, Out = T>,
) -> Result<()> {
    finch! {
        out .= _;
        for y, x { out[y, x] = map2(op, a[y, x], b[y, x]); }
    }
    .wide_if::<IsDense<'_, L>>()
    .run()
}

//! Steps over tensors: bytes, bits, runs.

use super::{MorphKind, MorphOp, Morphology, StepAxis, runs, step_by_step, strips};
use crate::imports::*;
use crate::pixel::{ImageOutput, Pixel};
use finch_kernels::formats::traits::algebra::Binary;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map2;
use finch_kernels::formats::traits::expr::overload::Value;
use finch_kernels::formats::traits::lifecycle::WriteLevel;
#[cfg(feature = "parallel")]
use finch_kernels::traits::program::GRAIN;

#[cfg(not(feature = "parallel"))]
const GRAIN: usize = usize::MAX;

/// Declares the programs of steps: how loops over rows are written, and run; what outputs and operators are besides.
macro_rules! programs {
    ([$($rows:ident)+] to $Output:ident, $($also:ident)*; |$program:ident, $grain:ident| $run:expr) => {
        #[allow(unused_variables)]
        pub(super) fn step<T: Pixel $(+ $also)*, L: $Output<T>, Beyond: Fill<T>>(
            out: &mut Tensor<L>,
            a: &Tensor<L>,
            axis: StepAxis,
            by: usize,
            op: impl BinaryOp<T, T, Out = T> $(+ $also)*,
            $grain: usize,
        ) -> Result<()> {
            let beyond = literal::<T, Beyond>();
            match axis {
                StepAxis::Across => {
                    let $program = finch! {
                        out .= _;
                        $($rows)+ y {
                            for x {
                                out[y, x] = three(op, coalesce(a[y, ~(x - by)], beyond), a[y, x], coalesce(a[y, ~(x + by)], beyond));
                            }
                        }
                    }
                    .wide_if::<IsDense<'_, L>>();
                    $run
                }
                StepAxis::Down => {
                    let $program = finch! {
                        out .= _;
                        $($rows)+ y {
                            for x {
                                out[y, x] = three(op, coalesce(a[~(y - by), x], beyond), a[y, x], coalesce(a[~(y + by), x], beyond));
                            }
                        }
                    }
                    .wide_if::<IsDense<'_, L>>();
                    $run
                }
            }
        }

        #[allow(unused_variables)]
        pub(super) fn pairs<T: Pixel $(+ $also)*, L: $Output<T>>(
            out: &mut Tensor<L>,
            a: &Tensor<L>,
            b: &Tensor<L>,
            op: impl BinaryOp<T, T, Out = T> $(+ $also)*,
            $grain: usize,
        ) -> Result<()> {
            let $program = finch! {
                out .= _;
                $($rows)+ y { for x { out[y, x] = map2(op, a[y, x], b[y, x]); } }
            }
            .wide_if::<IsDense<'_, L>>();
            $run
        }

        #[allow(unused_variables)]
        pub(super) fn moved<T: Pixel $(+ $also)*, L: $Output<T>>(
            out: &mut Tensor<L>,
            a: &Tensor<L>,
            b: &Tensor<L>,
            by: [isize; 2],
            op: impl BinaryOp<T, T, Out = T> $(+ $also)*,
            beyond: T,
            $grain: usize,
        ) -> Result<()> {
            let ([down, right], [up, left]) = (by.map(|by| by.max(0) as usize), by.map(|by| by.min(0).unsigned_abs()));
            let $program = finch! {
                out .= _;
                $($rows)+ y {
                    for x {
                        out[y, x] = map2(op, a[y, x], coalesce(b[~(y + down - up), ~(x + right - left)], constant(beyond)));
                    }
                }
            }
            .wide_if::<IsDense<'_, L>>();
            $run
        }
    };
}

/// Implements [`Morphology`] by the programs of a module: for a tensor, or for what has one as its only field, `.0`.
macro_rules! morphology {
    ([$($generics:tt)*] $image:ty, by $by:ident $(, a $wrapper:ident with $field:tt)?; $($also:item)*) => {
        impl<$($generics)*> Morphology for $image {
            fn extents(&self) -> [usize; 2] {
                let shape = self$(.$field)?.shape();
                [shape[0], shape[1]]
            }

            fn step(&self, out: &mut Self, axis: StepAxis, by: usize, op: MorphOp) -> Result<()> {
                let (out, a, grain) = (&mut (*out)$(.$field)?, &(*self)$(.$field)?, op.grain.unwrap_or(GRAIN));
                let (least, greatest) = (T::Least::default(), T::Greatest::default());
                match (op.kind, op.on_border) {
                    (MorphKind::Erode, true) => $by::step::<_, _, T::On>(out, a, axis, by, least, grain),
                    (MorphKind::Erode, false) => $by::step::<_, _, T::Off>(out, a, axis, by, least, grain),
                    (MorphKind::Dilate, true) => $by::step::<_, _, T::On>(out, a, axis, by, greatest, grain),
                    (MorphKind::Dilate, false) => $by::step::<_, _, T::Off>(out, a, axis, by, greatest, grain),
                }
            }

            fn combine(&self, other: &Self, out: &mut Self, kind: MorphKind) -> Result<()> {
                let (out, a, b) = (&mut (*out)$(.$field)?, &(*self)$(.$field)?, &(*other)$(.$field)?);
                match kind {
                    MorphKind::Erode => $by::pairs(out, a, b, T::Least::default(), GRAIN),
                    MorphKind::Dilate => $by::pairs(out, a, b, T::Greatest::default(), GRAIN),
                }
            }

            fn combine_moved(&self, other: &Self, by: [isize; 2], out: &mut Self, op: MorphOp) -> Result<()> {
                let (out, a, b) = (&mut (*out)$(.$field)?, &(*self)$(.$field)?, &(*other)$(.$field)?);
                let (beyond, grain) = (pixel(op.on_border), op.grain.unwrap_or(GRAIN));
                match op.kind {
                    MorphKind::Erode => $by::moved(out, a, b, by, T::Least::default(), beyond, grain),
                    MorphKind::Dilate => $by::moved(out, a, b, by, T::Greatest::default(), beyond, grain),
                }
            }

            fn subtract(&self, other: &Self, out: &mut Self) -> Result<()> {
                let (out, a, b) = (&mut (*out)$(.$field)?, &(*self)$(.$field)?, &(*other)$(.$field)?);
                $by::pairs(out, a, b, Binary(T::minus), GRAIN)
            }

            fn constant(out: &mut Self, extents: [usize; 2], on: bool) -> Result<()> {
                let pixel = pixel::<T>(on);
                // Where nothing is stored, it takes no time, however many rows there are.
                let image = match L::Fill::value() == pixel {
                    true => Tensor::empty(extents)?,
                    false => Tensor::filled(extents, pixel)?,
                };
                *out = $($wrapper)?(image);
                Ok(())
            }

            $($also)*
        }
    };
}

/// A pixel that is on, or off.
fn pixel<T: Pixel>(on: bool) -> T {
    if on { T::On::value() } else { T::Off::value() }
}

/// On the caller's thread.
mod serial {
    use super::*;

    programs! { [for] to ImageOutput, ; |program, _grain| program.run() }
}

morphology! {
    [T: Pixel, L: WriteLevel<T = T, Rank = U2> + Default + Clone + 'static] Tensor<L>, by serial;

    fn rectangle(&self, out: &mut Self, spare: &mut Self, reach: [usize; 2], op: MorphOp) -> Result<()> {
        if let Some(done) = T::rectangle(self, out, spare, reach, op) {
            return done;
        }
        if let Some(done) = runs::as_words(self, out, reach, op) {
            return done;
        }
        if let Some(done) = strips::erode(self, out, reach, op) {
            return done;
        }
        let is_begun = runs::erode_across(self, out, reach[1], op).transpose()?.is_some();
        if is_begun && let Some(done) = runs::erode_down(out, spare, reach[0], op) {
            return done;
        }
        step_by_step(self, out, spare, [reach[0], if is_begun { 0 } else { reach[1] }], op, is_begun)
    }
}

/// An image whose morphology is computed by several threads: those of the rayon pool that the caller is in. For large images, as any tensor
/// of two dimensions stores them; a [`BitImage`](crate::BitImage) needs no wrapper, only a footprint that is
/// [`parallel`](crate::Footprint::parallel).
///
/// Each step is cut into parts of some of the rows, of at least 2^15 pixels or runs, or as many as
/// [`Footprint::parallel_by`](crate::Footprint::parallel_by) says. The result is bit for bit that of the tensor. The level of rows must be
/// `Dense`, `SparseList` or one of runs, as in a `Matrix<u8>` or a [`RunImage`](crate::RunImage).
///
/// ```
/// use finch_image::{InParts, prelude::*};
///
/// let image = InParts(RunImage::from_dense([2, 4], &[true, true, true, false, true, true, true, true])?);
/// assert_eq!(image.erode(Footprint::SQUARE)?.0, image.0.erode(Footprint::SQUARE)?);
/// # Ok::<(), Error>(())
/// ```
#[cfg(feature = "parallel")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InParts<I>(pub I);

/// On the threads of a pool.
#[cfg(feature = "parallel")]
mod parallel {
    use super::*;
    use finch_kernels::traits::algebra::logic::Yes;
    use finch_kernels::traits::level::Level;
    use finch_kernels::traits::lifecycle::WriteInParts;

    /// What is read and written in parts.
    pub(super) trait OutputInParts<T>:
        WriteInParts<T = T, Rank = U2, Splits = Yes> + for<'a> Level<Fibers<'a>: Send + Sync> + Default + Send + Sync
    {
    }
    impl<T, L> OutputInParts<T> for L where
        L: WriteInParts<T = T, Rank = U2, Splits = Yes>
            + for<'a> Level<Fibers<'a>: Send + Sync>
            + Default
            + Send
            + Sync
    {
    }

    programs! { [parallel for] to OutputInParts, Send Sync; |program, grain| program.run_parallel_by(grain) }

    morphology! {
        [
            T: Pixel<Least: Send + Sync, Greatest: Send + Sync> + Send + Sync,
            L: WriteInParts<T = T, Rank = U2, Splits = Yes> + for<'a> Level<Fibers<'a>: Send + Sync> + Default + Clone + Send + Sync
        ] InParts<Tensor<L>>, by self, a InParts with 0;
    }
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

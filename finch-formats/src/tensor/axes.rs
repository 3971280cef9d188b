//! Programs over tensors of any rank: what needs as many loops as there are dimensions.
//!
//! A program names its indices, so one that copies a matrix is not one that copies a vector. [`Axes`] holds one of
//! each for every rank, and conversions ask for the one of their tensor.

use crate::imports::*;
use crate::room::{make_room, room};
use crate::tensor::differs::Differs;
use finch_traits::algebra::typenum::{U5, U6, U7, U8};
use finch_traits::expr::overload::{block, constant, define, forall, forall_in, literal, map1, sieve};
use finch_traits::index::{permissive, window};
use finch_traits::indices;
use finch_traits::program::program;

/// A rank that programs can loop over: an access names up to eight indices.
#[diagnostic::on_unimplemented(
    message = "a tensor of more than eight dimensions, which a program cannot name",
    note = "an access names up to eight indices"
)]
pub trait Axes: Rank {
    /// Sorted entries: a list of lists of this depth.
    type Compressed<T: Copy + 'static, F: Fill<T>>: Level<T = T, Fill = F, Rank = Self>;
    /// A borrowed array of values in the order of the nest.
    type Full<'a, T: Copy + 'static, F: Fill<T>>: Level<T = T, Fill = F, Rank = Self>;

    /// A list of lists over entries of rank `R` that are sorted and unique: the innermost levels of given shape. Fiber `p`
    /// of the outermost of these holds the entries `starts[p]..starts[p + 1]`, the last one all that remain.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if there is not enough memory.
    fn compressed<T: Copy + 'static, F: Fill<T>, R: Rank>(
        shape: &[usize],
        index: &[Shape<R>],
        starts: Vec<usize>,
        val: Vec<T>,
    ) -> Result<Self::Compressed<T, F>>;

    /// A borrowed array of values.
    fn full<'a, T: Copy + 'static, F: Fill<T>>(shape: &[usize], val: &'a [T]) -> Self::Full<'a, T, F>;

    /// `target .= source`.
    fn copy<S, L>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
    where
        S: Level<Rank = Self>,
        L: WriteLevel<T = S::T, Rank = Self>;

    /// `target .= source`, where both have an index, in the given shape.
    fn copy_within<S, L>(source: &Tensor<S>, target: &mut Tensor<L>, shape: &[usize]) -> Result<()>
    where
        S: Level<Rank = Self>,
        L: WriteLevel<T = S::T, Rank = Self>;

    /// `target .= source`, where `source` is not the fill of `target`.
    fn copy_stored<S, L>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
    where
        S: Level<Rank = Self, T: PartialEq>,
        L: WriteLevel<T = S::T, Rank = Self>;

    /// `target .= value`, in the shape it has.
    fn fill<L: WriteLevel<Rank = Self>>(target: &mut Tensor<L>, value: L::T) -> Result<()>;
}

/// The lists along one axis of sorted entries, each of which holds the entries from one of `starts` to the next: where
/// the entries of their children start, their pointers, and their indices.
fn lists<R: Rank>(axis: usize, index: &[Shape<R>], starts: &[usize]) -> Result<(Vec<usize>, Vec<usize>, Vec<usize>)> {
    let innermost = axis + 1 == R::VALUE;
    let is_child =
        |start: usize, entry: usize| innermost || entry == start || index[entry][axis] != index[entry - 1][axis];
    let ends = || starts.iter().skip(1).copied().chain([index.len()]);
    let fibers = || starts.iter().copied().zip(ends());
    let count = |(start, end): (usize, usize)| (start..end).filter(|&entry| is_child(start, entry)).count();
    let count = fibers().map(count).sum();
    let (mut children, mut ptr, mut idx) = (room(count)?, room(starts.len() + 1)?, room(count)?);
    ptr.push(0);
    for (start, end) in fibers() {
        for entry in (start..end).filter(|&entry| is_child(start, entry)) {
            children.push(entry);
            idx.push(index[entry][axis])
        }
        ptr.push(children.len())
    }
    Ok((children, ptr, idx))
}

macro_rules! loops {
    ([] $body:expr) => { $body };
    ([$index:ident $($rest:ident)*] $body:expr) => { forall($index, loops!([$($rest)*] $body)) };
}

/// Nested loops over the given indices, outermost first, around `$body`. Each loop runs from 0 to the next number of the
/// iterator `$extents`.
macro_rules! loops_over {
    ($extents:ident, [] $body:expr) => { $body };
    ($extents:ident, [$index:ident $($rest:ident)*] $body:expr) => {
        forall_in($index, 0..$extents.next().unwrap_or(0), loops_over!($extents, [$($rest)*] $body))
    };
}

macro_rules! axes {
    ($($rank:ident: [$($index:ident)*], $($below:ident)?;)*) => { $(
        impl Axes for $rank {
            axes!(@nests $($below)?);

            fn copy<S, L>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
            where
                S: Level<Rank = Self>,
                L: WriteLevel<T = S::T, Rank = Self>,
            {
                axes!(@indices $($index)*);
                program()
                    .declare(target)
                    .body(|(target,)| loops!([$($index)*]
                        target.at(($($index,)*)).named("copy").set(source.at(($($index,)*)).named("original"))
                    ))
                    .run()
            }

            #[allow(unused_mut, unused_variables)]
            fn copy_within<S, L>(source: &Tensor<S>, target: &mut Tensor<L>, shape: &[usize]) -> Result<()>
            where
                S: Level<Rank = Self>,
                L: WriteLevel<T = S::T, Rank = Self>,
            {
                axes!(@indices $($index)*);
                let common: Vec<usize> = shape.iter().zip(&source.shape()).map(|(new, old)| *new.min(old)).collect();
                let (mut inner, mut outer, mut windows) = (common.iter().copied(), shape.iter().copied(), common.iter().copied());
                // Reading a window, and not beyond the extent, keeps it known that what is not stored is fill. The second loops do
                // nothing but give the target its extents.
                program()
                    .declare(target)
                    .body(|(target,)| block(
                        loops_over!(inner, [$($index)*]
                            target
                                .at(($(permissive($index),)*))
                                .named("resized")
                                .set(source.at(($(window($index, 0..windows.next().unwrap_or(0)),)*)).named("original"))
                        ),
                        loops_over!(outer, [$($index)*]
                            sieve(
                                literal::<bool, False>(),
                                target.at(($($index,)*)).named("resized").reduce(Overwrite, constant(L::Fill::value())),
                            )
                        ),
                    ))
                    .run()
            }

            fn copy_stored<S, L>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
            where
                S: Level<Rank = Self, T: PartialEq>,
                L: WriteLevel<T = S::T, Rank = Self>,
            {
                axes!(@indices $($index)*);
                program()
                    .declare(target)
                    .body(|(target,)| loops!([$($index)*]
                        define::<U0, _, _>(source.at(($($index,)*)).named("original"), |value| sieve(
                            map1(Differs::<L::Fill>::default(), value),
                            target.at(($($index,)*)).named("copy").set(value),
                        ))
                    ))
                    .run()
            }

            fn fill<L: WriteLevel<Rank = Self>>(target: &mut Tensor<L>, value: L::T) -> Result<()> {
                axes!(@indices $($index)*);
                program()
                    .declare(target)
                    .body(|(target,)| loops!([$($index)*]
                        target.at(($($index,)*)).reduce(Overwrite, constant(value))
                    ))
                    .run()
            }
        }
    )* };

    (@indices) => {};
    (@indices $($index:ident)+) => { indices!($($index),+) };

    (@nests) => {
        type Compressed<T: Copy + 'static, F: Fill<T>> = Element<T, F>;
        type Full<'a, T: Copy + 'static, F: Fill<T>> = Element<T, F, &'a [T]>;

        fn compressed<T: Copy + 'static, F: Fill<T>, R: Rank>(
            _shape: &[usize],
            _index: &[Shape<R>],
            starts: Vec<usize>,
            mut val: Vec<T>,
        ) -> Result<Self::Compressed<T, F>> {
            // A tensor without dimensions has one value, whether an entry gave it or not.
            let missing = starts.len().saturating_sub(val.len());
            make_room(&mut val, missing)?;
            val.resize(starts.len(), F::value());
            Ok(Element::new(val))
        }

        fn full<'a, T: Copy + 'static, F: Fill<T>>(_shape: &[usize], val: &'a [T]) -> Self::Full<'a, T, F> {
            Element::new(val)
        }
    };
    (@nests $below:ident) => {
        type Compressed<T: Copy + 'static, F: Fill<T>> =
            SparseList<<$below as Axes>::Compressed<T, F>, Vec<usize>, Vec<usize>>;
        type Full<'a, T: Copy + 'static, F: Fill<T>> = Dense<<$below as Axes>::Full<'a, T, F>>;

        fn compressed<T: Copy + 'static, F: Fill<T>, R: Rank>(
            shape: &[usize],
            index: &[Shape<R>],
            starts: Vec<usize>,
            val: Vec<T>,
        ) -> Result<Self::Compressed<T, F>> {
            let (children, ptr, idx) = lists(R::VALUE - shape.len(), index, &starts)?;
            let child = $below::compressed(&shape[1..], index, children, val)?;
            Ok(SparseList::new(shape[0], ptr, idx, child))
        }

        fn full<'a, T: Copy + 'static, F: Fill<T>>(shape: &[usize], val: &'a [T]) -> Self::Full<'a, T, F> {
            Dense::new(shape[0], $below::full(&shape[1..], val))
        }
    };
}

axes! {
    U0: [], ;
    U1: [i], U0;
    U2: [j i], U1;
    U3: [k j i], U2;
    U4: [l k j i], U3;
    U5: [m l k j i], U4;
    U6: [n m l k j i], U5;
    U7: [o n m l k j i], U6;
    U8: [p o n m l k j i], U7;
}

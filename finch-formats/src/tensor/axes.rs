//! Programs over tensors of any rank: what needs as many loops as there are dimensions.
//!
//! A rank knows its loops and their indices, as types. A function that is generic over the rank puts a program together from them.

use crate::imports::*;
use crate::room::{make_room, room};
use crate::tensor::differs::Differs;
use finch_traits::algebra::nat::Named;
use finch_traits::expr::overload::{access_by, block, constant, define, forall_in, literal, map1, sieve};
use finch_traits::index::arithmetic::WindowIndex;
use finch_traits::index::permissive::Permissive;
use finch_traits::index::{permissive, window};
use finch_traits::stmt::Stmt;
use finch_traits::stmt::loop_::{Given, Inferred, Loop};

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

    /// The indices of as many loops, outermost first.
    type Indices: IndexList;
    /// Loops over these indices around statement `S`, in the extents of its accesses.
    type Loops<S: Stmt>: Stmt;
    /// Loops over these indices around statement `S`, in given extents.
    type LoopsIn<S: Stmt>: Stmt;
    /// Each of the indices in a window.
    type Windows: IndexList;
    /// Each of the indices, of which those beyond the extent are left out.
    type Permissive: IndexList;

    /// The indices.
    fn indices() -> Self::Indices;

    /// Loops over the indices around `body`.
    fn loops<S: Stmt>(body: S) -> Self::Loops<S>;

    /// Loops over the indices around `body`, each from 0 to its extent: those of `shape`, outermost first.
    fn loops_in<S: Stmt>(shape: &[usize], body: S) -> Self::LoopsIn<S>;

    /// Windows of what has at least the extents of `shape`.
    fn windows(shape: &[usize]) -> Self::Windows;

    /// The indices, of which those beyond the extent are left out.
    fn permissive() -> Self::Permissive;
}

/// `target .= source`.
pub(crate) fn copy<S, L, R: Axes>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
where
    S: Level<Rank = R>,
    L: WriteLevel<T = S::T, Rank = R>,
{
    let value = access_by(source, R::indices()).named("original");
    program()
        .declare(target)
        .body(|(target,)| R::loops(target.at_by(R::indices()).named("copy").set(value)))
        .run_generic()
}

/// `target .= source`, where both have an index, in the given shape.
pub(crate) fn copy_within<S, L, R: Axes>(source: &Tensor<S>, target: &mut Tensor<L>, shape: &[usize]) -> Result<()>
where
    S: Level<Rank = R>,
    L: WriteLevel<T = S::T, Rank = R>,
{
    let common: Vec<usize> = shape
        .iter()
        .zip(&source.shape())
        .map(|(new, old)| *new.min(old))
        .collect();
    // Reading a window, and not beyond the extent, keeps it known that what is not stored is fill. The second loops do nothing but
    // give the target its extents.
    let value = access_by(source, R::windows(&common)).named("original");
    let none = literal::<bool, False>();
    let fill = constant(L::Fill::value());
    program()
        .declare(target)
        .body(|(target,)| {
            block(
                R::loops_in(&common, target.at_by(R::permissive()).named("resized").set(value)),
                R::loops_in(
                    shape,
                    sieve(
                        none,
                        target.at_by(R::indices()).named("resized").reduce(Overwrite, fill),
                    ),
                ),
            )
        })
        .run_generic()
}

/// `target .= source`, where `source` is not the fill of `target`.
pub(crate) fn copy_stored<S, L, R: Axes>(source: &Tensor<S>, target: &mut Tensor<L>) -> Result<()>
where
    S: Level<Rank = R, T: PartialEq>,
    L: WriteLevel<T = S::T, Rank = R>,
{
    let value = access_by(source, R::indices()).named("original");
    program()
        .declare(target)
        .body(|(target,)| {
            R::loops(define::<U0, _, _>(value, |value| {
                sieve(
                    map1(Differs::<L::Fill>::default(), value),
                    target.at_by(R::indices()).named("copy").set(value),
                )
            }))
        })
        .run_generic()
}

/// `target .= value`, in the shape it has.
pub(crate) fn fill<L: WriteLevel<Rank = R>, R: Axes>(target: &mut Tensor<L>, value: L::T) -> Result<()> {
    program()
        .declare(target)
        .body(|(target,)| R::loops(target.at_by(R::indices()).reduce(Overwrite, constant(value))))
        .run_generic()
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

/// Declares types that are names of indices.
macro_rules! names {
    ($($name:ident $text:literal),*) => { $(
        #[doc = concat!("The name `", $text, "`.")]
        #[derive(Debug)]
        pub enum $name {}
        impl finch_traits::algebra::nat::Name for $name {
            const NAME: &'static str = $text;
        }
    )* };
}
pub(crate) use names;

/// The names of the indices, innermost first.
pub mod letters {
    names! { I "i", J "j", K "k", L "l", M "m", N "n", O "o", P "p" }
}

/// The numbers of the innermost four indices, with their names.
pub mod numbers {
    use super::{Named, U0, U1, U2, U3, letters};

    /// The innermost one.
    pub type I = Named<U0, letters::I>;
    /// The last but one.
    pub type J = Named<U1, letters::J>;
    /// The third from inside.
    pub type K = Named<U2, letters::K>;
    /// The fourth from inside.
    pub type L = Named<U3, letters::L>;
}

macro_rules! axes {
    ($($rank:ident, $($name:ident over $below:ident)?;)*) => { $(
        impl Axes for $rank {
            axes!(@nests $($below)?);
            axes!(@loops $($name $below)?);
        }
    )* };

    (@loops) => {
        type Indices = Nil;
        type Loops<S: Stmt> = S;
        type LoopsIn<S: Stmt> = S;
        type Windows = Nil;
        type Permissive = Nil;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn indices() -> Nil {
            Nil
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn loops<S: Stmt>(body: S) -> S {
            body
        }

        fn loops_in<S: Stmt>(_shape: &[usize], body: S) -> S {
            body
        }

        fn windows(_shape: &[usize]) -> Nil {
            Nil
        }

        fn permissive() -> Nil {
            Nil
        }
    };
    (@loops $name:ident $below:ident) => {
        type Indices = Cons<Index<Named<$below, letters::$name>>, <$below as Axes>::Indices>;
        type Loops<S: Stmt> = Loop<Named<$below, letters::$name>, Inferred, <$below as Axes>::Loops<S>>;
        type LoopsIn<S: Stmt> = Loop<Named<$below, letters::$name>, Given, <$below as Axes>::LoopsIn<S>>;
        type Windows = Cons<WindowIndex<Index<Named<$below, letters::$name>>>, <$below as Axes>::Windows>;
        type Permissive = Cons<Permissive<Index<Named<$below, letters::$name>>>, <$below as Axes>::Permissive>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn indices() -> Self::Indices {
            Cons(Index::new(), $below::indices())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn loops<S: Stmt>(body: S) -> Self::Loops<S> {
            forall(Index::new(), $below::loops(body))
        }

        fn loops_in<S: Stmt>(shape: &[usize], body: S) -> Self::LoopsIn<S> {
            forall_in(Index::new(), 0..shape[0], $below::loops_in(&shape[1..], body))
        }

        fn windows(shape: &[usize]) -> Self::Windows {
            Cons(window(Index::new(), 0..shape[0]), $below::windows(&shape[1..]))
        }

        fn permissive() -> Self::Permissive {
            Cons(permissive(Index::new()), $below::permissive())
        }
    };

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
    U0, ;
    U1, I over U0;
    U2, J over U1;
    U3, K over U2;
    U4, L over U3;
    U5, M over U4;
    U6, N over U5;
    U7, O over U6;
    U8, P over U7;
}

//! Pieces: what the fibers of a level store, looked at without a program.
//!
//! From where the pieces of a fiber are ([`Pieces`]) follow single values, entries in order, and drawings. These are slower than
//! programs, and independent of looplets: tests compare the two.

use crate::imports::*;

/// Consecutive indices of a fiber, and where their children are.
#[derive(Clone, Debug)]
pub struct Piece {
    indices: Range<usize>,
    place: usize,
    kind: Kind,
}

/// How children belong to the indices of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// One for all of them.
    Run,
    /// One each, at consecutive positions.
    Block,
}

impl Piece {
    /// A single index, whose child is at `place`.
    #[inline]
    pub fn entry(index: usize, place: usize) -> Self {
        Piece::block(index..index + 1, place)
    }

    /// Indices that have one child together, at `place`.
    #[inline]
    pub fn run(indices: Range<usize>, place: usize) -> Self {
        let kind = Kind::Run;
        Piece { indices, place, kind }
    }

    /// Indices with a child each, at consecutive positions from `place` on.
    #[inline]
    pub fn block(indices: Range<usize>, place: usize) -> Self {
        let kind = Kind::Block;
        Piece { indices, place, kind }
    }

    /// How many children it has.
    #[inline]
    fn children(&self) -> usize {
        match self.kind {
            Kind::Run => 1,
            Kind::Block => self.indices.len(),
        }
    }

    /// Where the child of `index` is.
    #[inline]
    fn place_of(&self, index: usize) -> usize {
        match self.kind {
            Kind::Run => self.place,
            Kind::Block => self.place + (index - self.indices.start),
        }
    }
}

/// A level of one dimension over another level, whose fibers are made of pieces. [`arrays!`](crate::arrays) implements this.
pub trait Pieces {
    /// The level below.
    type Child: Level;

    /// How many indices a fiber has.
    fn extent(&self) -> usize;
    /// The level below.
    fn below(&self) -> &Self::Child;
    /// How many positions the level below has, if this one has `positions`.
    fn places(&self, positions: usize) -> usize;
    /// The numbers of the pieces of the fiber at `position`.
    fn pieces(&self, position: usize) -> Range<usize>;
    /// A piece of the fiber at `position`. Pieces ascend with their numbers, and do not overlap.
    fn piece(&self, position: usize, number: usize) -> Piece;
}

type ValueOf<S> = <<S as Pieces>::Child as Contents>::T;

/// Implements [`Contents::get`] for a level of pieces that is valid: `position` and `index` are in bounds.
pub fn get<S: Pieces>(level: &S, position: usize, index: &[usize]) -> ValueOf<S> {
    let Range { start: mut from, end } = level.pieces(position);
    let mut to = end;
    // The first piece that ends beyond the index.
    while from < to {
        let middle = from + (to - from) / 2;
        if level.piece(position, middle).indices.end <= index[0] {
            from = middle + 1
        } else {
            to = middle
        }
    }
    if from < end {
        let piece = level.piece(position, from);
        if piece.indices.contains(&index[0]) {
            return level.below().get(piece.place_of(index[0]), &index[1..]);
        }
    }
    <<S::Child as Level>::Fill>::value()
}

/// Implements [`Contents::for_each`] for a level of pieces that is valid, and has a fiber at `position`.
pub fn for_each<S: Pieces>(
    level: &S,
    position: usize,
    index: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize], ValueOf<S>),
) {
    for number in level.pieces(position) {
        let Piece { indices, place, kind } = level.piece(position, number);
        let mut place = place;
        for here in indices {
            index.push(here);
            level.below().for_each(place, index, visit);
            index.pop();
            place += usize::from(kind == Kind::Block)
        }
    }
}

/// Implements [`Contents::count_stored`] for a level of pieces that has no other positions below than those of its pieces, and at
/// least `positions` fibers.
pub fn count_stored<S: Pieces>(level: &S, positions: usize) -> usize {
    level.below().count_stored(level.places(positions))
}

/// Implements [`Contents::count_stored`] for a level of pieces that has other positions below, too, and at least `positions` fibers:
/// counts piece by piece.
pub fn count_listed<S: Pieces>(level: &S, positions: usize) -> usize {
    let below = |places| level.below().count_stored(places);
    (0..positions)
        .flat_map(|position| level.pieces(position).map(move |number| level.piece(position, number)))
        .map(|piece| below(piece.place + piece.children()) - below(piece.place))
        .sum()
}

/// Implements [`Contents::draw`] for a level of pieces that is called `name`, is valid, and has a fiber at `position`.
pub fn draw<S: Pieces>(level: &S, name: &str, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
where
    ValueOf<S>: fmt::Debug,
{
    tree.head(name, &level.extent())?;
    let mut pieces = level.pieces(position).map(|number| level.piece(position, number));
    let count = pieces.clone().map(|piece| piece.children()).sum();
    // Children are drawn in order, so that pieces are taken one after the other.
    let (mut first, mut piece) = (0, pieces.next());
    tree.children(0..count, &mut |child, tree| {
        while let Some(done) = piece.take_if(|piece| child >= first + piece.children()) {
            first += done.children();
            piece = pieces.next()
        }
        let Some(Piece { indices, place, kind }) = &piece else {
            return Ok(());
        };
        match kind {
            Kind::Run => tree.label(format_args!("{}..{}", indices.start, indices.end))?,
            Kind::Block => tree.label(format_args!("{}", indices.start + (child - first)))?,
        }
        level.below().draw(place + (child - first), tree)
    })
}

/// Writes into the `impl` of [`Level`] of a level of [`Pieces`] what follows from these.
///
/// ```ignore
/// unsafe impl<L: Level> Level for SparseList<L> {
///     level! {
///         "SparseList" over L, (Walking, Galloping, Following),
///         fibers<'a> ListFibers<L::Fibers<'a>> = |list| ListFibers::new(list.extent, list.borrowed())
///     }
///     // Left to say: `validate`.
/// }
/// ```
///
/// That is: the name, what is the child's, the one dimension that this level has, with the protocols that it offers, and what is
/// borrowed of it for reading. What is borrowed is an expression in an `unsafe` block: whoever asks for
/// the fibers promises to use them only while the level is borrowed.
///
/// Levels of other kinds have the same said in the same manner:
/// * a leaf, `leaf "Element" of F, fibers<'a> .. = |..| ..`: its fill is named, and it has no dimension;
/// * a level that stands for the one below, `"Counted" as L, fibers<'a> .. = |..| ..`;
/// * a level of two dimensions, `"SparseBlocks" over L, twice (Walking, Following), fibers<'a> .. = |..| ..`, which offers the same
///   protocols along both.
///
/// What is looked at without a program is written by [`contents!`](crate::contents).
#[macro_export]
macro_rules! level {
    (fibers<$life:lifetime> $fibers:ty = |$this:ident| $borrowed:expr) => {
        type Fibers<$life>
            = $fibers
        where
            Self: $life;

        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(clippy::macro_metavars_in_unsafe, reason = "what is handed in promises what this function does")]
        #[allow(unused_unsafe, reason = "what holds nothing borrowed promises nothing")]
        unsafe fn fibers(&self) -> Self::Fibers<'_> {
            let $this = self;
            // SAFETY: the caller uses what is handed out while the borrow lasts.
            unsafe { $borrowed }
        }
    };
    ($name:literal as $l:ident, $($fibers:tt)*) => {
        const NAME: &'static str = $name;
        type Fill = $l::Fill;
        type Rank = $l::Rank;
        type Axes = $l::Axes;

        $crate::level! { $($fibers)* }
    };
    ($name:literal over $l:ident, twice $protocols:tt, $($fibers:tt)*) => {
        const NAME: &'static str = $name;

        $crate::level! { @twice $l, $protocols, $($fibers)* }
    };
    (@twice $l:ident, $protocols:tt, $($fibers:tt)*) => {
        type Fill = $l::Fill;
        type Rank = $crate::traits::rank::Next<$crate::traits::rank::Next<$l::Rank>>;
        type Axes = $crate::traits::index::protocol::OuterAxis<
            $crate::traits::index::protocol::Offers<Self, $protocols>,
            $crate::traits::index::protocol::OuterAxis<
                $crate::traits::index::protocol::Offers<Self, $protocols>,
                $l::Axes,
            >,
        >;

        $crate::level! { $($fibers)* }
    };
    (leaf $name:literal of $fill:ty, $($fibers:tt)*) => {
        const NAME: &'static str = $name;
        type Fill = $fill;
        type Rank = $crate::traits::algebra::typenum::U0;
        type Axes = $crate::traits::index::protocol::NoAxis;

        $crate::level! { $($fibers)* }

        fn shape(&self, _shape: &mut Vec<usize>) {}

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn extent_along(&self, _axis: usize) -> Option<usize> {
            None
        }
    };
    ($name:literal over $l:ident, $protocols:tt, $($fibers:tt)*) => {
        const NAME: &'static str = $name;
        type Fill = $l::Fill;
        type Rank = $crate::traits::rank::Next<$l::Rank>;
        type Axes = $crate::traits::index::protocol::OuterAxis<
            $crate::traits::index::protocol::Offers<Self, $protocols>,
            $l::Axes,
        >;

        $crate::level! { $($fibers)* }

        fn shape(&self, shape: &mut Vec<usize>) {
            shape.push($crate::kit::pieces::Pieces::extent(self));
            $crate::kit::pieces::Pieces::below(self).shape(shape)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn extent_along(&self, axis: usize) -> Option<usize> {
            match axis.checked_sub(1) {
                None => Some($crate::kit::pieces::Pieces::extent(self)),
                Some(below) => $crate::kit::pieces::Pieces::below(self).extent_along(below),
            }
        }
    };
}

/// Writes into the `impl` of [`Contents`] of a level what follows from its [`Pieces`], or from being a leaf.
///
/// * `over L, bytes, get, for_each, count_stored, draw`: a level of pieces over `L`; the functions that are named are written. `count_listed`
///   in place of `count_stored` says that there are positions below that belong to no piece. `bytes` are those of `array_bytes`, which
///   [`arrays!`](crate::arrays) writes, and of the child.
/// * `leaf of T`: a leaf of these values, with one at every position. Left to say are `get` and `bytes`.
///
/// [`arrays!`](crate::arrays) writes the whole `impl` where nothing is left to say.
#[macro_export]
macro_rules! contents {
    (leaf of $value:ty) => {
        type T = $value;

        fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], Self::T)) {
            visit(index, self.get(position, &[]))
        }

        fn count_stored(&self, positions: usize) -> usize {
            positions
        }

        fn draw(&self, position: usize, tree: &mut $crate::traits::tree::Tree<'_, '_>) -> core::fmt::Result
        where
            Self::T: core::fmt::Debug,
        {
            tree.value(&self.get(position, &[]))
        }
    };
    (over $l:ident $(, $function:ident)*) => {
        type T = $l::T;

        $($crate::contents!(@$function);)*
    };
    (@bytes) => {
        fn bytes(&self) -> usize {
            self.array_bytes() + $crate::kit::pieces::Pieces::below(self).bytes()
        }
    };
    (@get) => {
        fn get(&self, position: usize, index: &[usize]) -> Self::T {
            $crate::kit::pieces::get(self, position, index)
        }
    };
    (@for_each) => {
        fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], Self::T)) {
            $crate::kit::pieces::for_each(self, position, index, visit)
        }
    };
    (@count_stored) => {
        fn count_stored(&self, positions: usize) -> usize {
            $crate::kit::pieces::count_stored(self, positions)
        }
    };
    (@count_listed) => {
        fn count_stored(&self, positions: usize) -> usize {
            $crate::kit::pieces::count_listed(self, positions)
        }
    };
    (@draw) => {
        fn draw(&self, position: usize, tree: &mut $crate::traits::tree::Tree<'_, '_>) -> core::fmt::Result
        where
            Self::T: core::fmt::Debug,
        {
            $crate::kit::pieces::draw(self, <Self as $crate::traits::level::Level>::NAME, position, tree)
        }
    };
}

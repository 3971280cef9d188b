//! Levels: the storage of all fibers at one depth of a tensor.

use crate::index::protocol::{Following, Galloping, Include};
use crate::rank::Rank;
use crate::tree::Tree;
use crate::upper::*;

/// What a level stores, looked at without a program: single values, entries in order, counts, a drawing. Tests compare programs
/// with it.
///
/// No unsafe code relies on it: an implementation that is wrong gives wrong values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a level",
    note = "`Level` requires `Contents`: what is stored, looked at without a program"
)]
pub trait Contents {
    /// The type of the values.
    type T: Copy + 'static;

    /// The value at `index` of the fiber at `position`. Both must be in bounds.
    fn get(&self, position: usize, index: &[usize]) -> Self::T;

    /// Calls `visit` with every entry that the fiber at `position` stores, in ascending order of index. `index` holds the
    /// indices above, and is as it was afterwards. A run is visited once for each of its indices.
    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], Self::T));

    /// How many values the first `positions` fibers store.
    fn count_stored(&self, positions: usize) -> usize;

    /// How many bytes the arrays of this level and those below hold. Spare capacity does not count.
    fn bytes(&self) -> usize;

    /// Draws the fiber at `position`.
    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        Self::T: fmt::Debug;
}

/// The storage of all fibers at one depth, and of the level below, as programs read it.
///
/// A fiber is named by its *position* in its level. The root has position 0; every other position is handed down by
/// the parent.
///
/// # Safety
///
/// Parents and the driver read children unchecked. An implementer promises that
/// * a level that [validates](Level::validate) for a number of positions can be read at all of them;
/// * positions handed to the child are among those that the child has stored;
/// * indices handed out are below the extent of the level;
/// * [`Level::shape`] is these extents, and stays as it is until the level is resized;
/// * [`Level::fibers`] is a view of this level as it is: nothing else changes it while the view exists.
///
/// The fields of a level are private, so that only its constructors, which validate, and its lifecycle can change it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a level",
    note = "a tensor is a nest of levels that ends in a leaf, such as `Dense<SparseList<Element<f64>>>`; its parts are put together as \
            `Tensor::new(Dense::new(3, Element::new(vec![1.0; 3])))?`, which is `Vector::from(vec![1.0; 3])`",
    note = "a function over tensors of any format takes `&Tensor<impl Level<T = f64, Rank = U2>>`, with `Level` of `finch_traits::level`; \
            `finch_kernels` calls that `&Tensor<impl MatrixOf<f64>>`, and `VectorOf<f64>` for vectors"
)]
pub unsafe trait Level: Contents {
    /// The value at every place where nothing is stored.
    type Fill: Fill<Self::T>;
    /// How many dimensions there are from here down.
    type Rank: Rank;
    /// The protocols that each dimension can be read by, from here down.
    type Axes: AxisList;
    /// All fibers of this level, borrowed.
    type Fibers<'a>: Fibers<T = Self::T, Fill = Self::Fill>
    where
        Self: 'a;

    /// What the level is called in messages.
    const NAME: &'static str;

    /// Whether every fiber has a child for each of its indices, at a position that is computed from the index.
    const STORES_EVERY_INDEX: bool = false;

    /// Whether entries are listed with all of their indices along the dimensions of this level, as coordinates.
    const LISTS_COORDINATES: bool = false;

    /// Whether the first two dimensions are a square of which one half is stored and stands for the other one.
    const IS_SYMMETRIC: bool = false;

    /// All fibers of this level, borrowed.
    ///
    /// # Safety
    ///
    /// The caller promises that these fibers, and what becomes of them, are used only while this borrow lasts: their types need not say so.
    unsafe fn fibers(&self) -> Self::Fibers<'_>;

    /// Appends the extents from here down to `shape`.
    fn shape(&self, shape: &mut Vec<usize>);

    /// The extent along an axis, of which the first is that of this level, if there are so many.
    fn extent_along(&self, axis: usize) -> Option<usize> {
        let mut shape = Vec::new();
        self.shape(&mut shape);
        shape.get(axis).copied()
    }

    /// Checks that this level and those below hold what their format promises, for `positions` fibers. Takes time
    /// linear in what is stored.
    fn validate(&self, positions: usize) -> Result<()>;
}

/// All fibers of a level, borrowed by value: slices and numbers that the compiler keeps in registers.
///
/// # Safety
///
/// Parents and the driver read fibers unchecked. An implementer promises that
/// * the fiber at every position for which the level is valid can be read;
/// * positions handed to the child are among those that the child has stored;
/// * indices handed out are below the extent of the level.
pub unsafe trait Fibers: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// The value at every place where nothing is stored.
    type Fill: Fill<Self::T>;
    /// One fiber.
    type Fiber: Fiber<T = Self::T>;
    /// One fiber, or one that is all fill: the same type for both.
    type OptionalFiber: Fiber<T = Self::T>;

    /// The fiber at `position`.
    ///
    /// # Safety
    ///
    /// `position` is one that the level has stored.
    unsafe fn fiber(self, position: usize) -> Self::Fiber;

    /// The fiber at `position` if it is `here`, else one that is all fill, without a branch where that is possible.
    ///
    /// # Safety
    ///
    /// If `here`, `position` is one that the level has stored.
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber;

    /// The extent along `axis`, counted from this level.
    fn dim(self, axis: usize) -> Option<usize>;

    /// How much is stored in the fibers before `position`, which may be one past the last, in constant time. It need not be exact:
    /// parts of parallel loops are cut by it.
    fn stored_before(self, position: usize) -> usize {
        position
    }
}

/// Names nests by what some dimension of them offers.
macro_rules! offering {
    ($($(#[$doc:meta])* $name:ident: $axes:path, $message:literal, $note:literal;)*) => { $(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, note = $note)]
        pub trait $name: Level<Axes: $axes> {}

        #[diagnostic::do_not_recommend]
        impl<L: Level<Axes: $axes>> $name for L {}
    )* };
}

offering! {
    /// Nests whose outermost dimension gallops.
    Gallops: AxisList<First: Include<Galloping>>,
        "the outermost level of `{Self}` does not gallop",
        "lists, blocks and tables do, such as `SparseList`: the table of `finch_formats::levels` names them";
    /// Nests whose outermost dimension follows.
    Follows: AxisList<First: Include<Following>>,
        "the outermost level of `{Self}` does not follow",
        "all levels but `SparseCoo` do";
    /// Nests whose second dimension, the rows of a matrix, gallops.
    RowsGallop: AxisList<Below: AxisList<First: Include<Galloping>>>,
        "the rows of `{Self}` do not gallop",
        "those that are lists, blocks and tables do, such as `SparseList`: the table of `finch_formats::levels` names them";
    /// Nests whose second dimension, the rows of a matrix, follows.
    RowsFollow: AxisList<Below: AxisList<First: Include<Following>>>,
        "the rows of `{Self}` do not follow",
        "those of all levels but `SparseCoo` do";
}

/// Whether every value of a tensor of levels `L` is [looked up](Fiber::Dense).
pub type IsDense<'a, L> = <<<L as Level>::Fibers<'a> as Fibers>::Fiber as Fiber>::Dense;

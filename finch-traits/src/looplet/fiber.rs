//! Fibers: what a program reads. A fiber is one row of one level, whatever lies below it included.

use crate::description::{constant_text, fill_name};
use crate::knot::*;
use crate::reduction::tile::row::RowTile;
use finch_algebra::known::Tagged;

/// A fiber that can be read: it says which looplets it is made of.
///
/// A fiber of rank 0 is a leaf and has a [value](Fiber::value); any other [unfurls](Fiber::unfurl) into a looplet
/// nest whose leaves are the fibers below it. Unfurling hands the nest to a continuation instead of returning it: so
/// it may differ from one run-time branch to the next, wrappers wrap the continuation, and the frame that unfurls can
/// own the state of a cursor.
///
/// # Safety
///
/// The driver reads fibers unchecked. An implementer promises that
/// * the looplets it unfurls to are correct for every index below `dim(0)`;
/// * `dim(axis)` does not change while the fiber exists, and is the same for all fibers at one depth of a tensor.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be read by a program")]
pub unsafe trait Fiber: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of every value in this fiber.
    type Known: Known;
    /// Whether [`Fiber::knowledge`] may say more than [`Fiber::Known`].
    type RuntimeKnown: Bool;
    /// Whether every value in this fiber is looked up, at a place that its indices say.
    type Dense: Bool;
    /// Whether every value in each of the fibers below it is.
    type DenseBelow: Bool;
    /// `dim(0)`, if the type fixes it: places that data name are compared with it.
    const FIXED: Option<usize> = None;

    /// Hands the looplet nest of the default protocol (walk) to `k`.
    fn unfurl<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K);

    /// Hands the looplet nest of the gallop protocol, in which this fiber leads, to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        self.unfurl(pass, k)
    }

    /// Hands the looplet nest of the follow protocol, in which this fiber is looked up, to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        self.unfurl(pass, k)
    }

    /// The value of a leaf. Any other fiber returns some value, for where a missing value needs one.
    fn value(self) -> Self::T;

    /// What run time knows of every value in this fiber.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        Self::Known::AT_RUN_TIME
    }

    /// The extent along `axis` (0 is this level, 1 the one below, ...), or `None` if this fiber accepts any.
    fn dim(&self, axis: usize) -> Option<usize>;

    /// How much is stored below `index`, which is at most the extent, in constant time or by a search. It need not be exact: parts
    /// of parallel loops are cut by it.
    fn stored_before(&self, index: usize) -> usize {
        index
    }

    /// [`Fiber::value`], asked by the driver. The root of what the program itself writes answers nobody else: only the driver
    /// knows when it can be read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, _driver: Driver) -> Self::T {
        self.value()
    }

    /// [`Fiber::knowledge`], asked by the driver.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sense(&self, _driver: Driver) -> Knowledge {
        self.knowledge()
    }

    /// [`Fiber::dim`] while the program runs, for accesses that are not checked before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent(&self, _driver: Driver, axis: usize) -> Option<usize> {
        self.dim(axis)
    }

    /// This root, by the address of its output that was found elsewhere in the statement: see [`Output::by_root`](crate::lifecycle::Output::by_root).
    ///
    /// # Safety
    ///
    /// If this is the root of an output, the address is what [`root`](Self::root) or [`WriteFiber::root`](crate::target::WriteFiber::root) of a
    /// root of the same one on the same storage has returned.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, _root: Option<*const ()>) -> Self {
        self
    }

    /// Goes on with what this output, number `Out` of a program, holds at `indices` while the program writes it; `Own` says that
    /// it is a workspace in the statement that fills it. Asked of the roots of outputs only.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn current<Out: Nat, Own: Bool, I: IndexList, P: Pass, K: OnExpr<P, Self::T>>(
        self,
        _driver: Driver,
        _indices: I,
        _pass: P,
        _k: K,
    ) {
        crate::total::never()
    }

    /// This fiber, where a workspace of one value was filled with `value`: as number `V`, which is apart from those of variables.
    /// The root of that workspace takes note of it.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn filled<V: Nat, U: Copy + 'static>(self, _value: U) -> Self {
        self
    }

    /// Goes on with `tile`, if this is the root of workspace number `N`, of which it holds a part; with this fiber otherwise.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_tile<N: Nat, Len: TileLen, U: Copy + 'static, K: OnFiber<Self::T>>(self, _tile: RowTile<U, Len>, k: K) {
        k.call(self)
    }

    /// The output of the same program whose root this is, if it is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(&self) -> Option<*const ()> {
        None
    }

    /// This fiber as data, when it is read by `protocol`, see [`explain`](crate::explain).
    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::unknown::<Self>()
    }

    /// How it is written where it is read along `indices`, if it is no tensor: a constant or a mask.
    fn notation(&self, _indices: &[&str]) -> Option<String> {
        None
    }
}

/// Receives a fiber.
pub trait OnFiber<T>: Copy {
    /// Goes on with `fiber`.
    fn call<F: Fiber<T = T>>(self, fiber: F);
}

/// What a fiber of one dimension says of which types know no value, with a value of type `$t` at each index. `$missing` is what
/// [`Fiber::value`] returns.
macro_rules! vector_fiber {
    ($t:ty, dense $dense:ty, $missing:expr) => {
        type T = $t;
        type Known = finch_algebra::known::Unknown;
        type RuntimeKnown = finch_algebra::logic::No;
        type Dense = $dense;
        type DenseBelow = $dense;

        fn value(self) -> $t {
            $missing
        }
    };
}
pub(crate) use vector_fiber;

/// What a fiber says whose value is the same at every index, how it is described, and its value.
macro_rules! the_same_everywhere {
    ($name:expr, |$this:ident| $value:expr) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn value(self) -> T {
            let $this = self;
            $value
        }

        fn describe(_protocol: Protocol) -> FiberDescription {
            FiberDescription::new($name, Nest::of::<Run<Self>>())
        }

        the_same_everywhere!();
    };
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn unfurl<P: Pass, K: OnLeaf<P, T>>(self, pass: P, k: K) {
            k.looplet(pass, Run(self))
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn dim(&self, _axis: usize) -> Option<usize> {
            None
        }
    };
}

/// Unfurls a fiber by each protocol as the one that it opens.
macro_rules! unfurl_opened {
    (|$root:ident, $pass:ident| $opened:expr) => {
        $crate::fiber::unfurl_opened! { |$root, $pass| $opened, by unfurl unfurl_gallop unfurl_follow }
    };
    (|$root:ident, $pass:ident| $opened:expr, by $method:ident $($more:ident)*) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
            let ($root, $pass) = (self, pass);
            $opened.$method($pass, k)
        }
        $crate::fiber::unfurl_opened! { |$root, $pass| $opened, by $($more)* }
    };
    (|$root:ident, $pass:ident| $opened:expr, by) => {};
}
pub(crate) use unfurl_opened;

/// A fiber of any rank without anything stored: each of its values is the fill `F`.
#[derive(Clone, Copy, Debug)]
pub struct FillFiber<T, F>(PhantomData<(T, F)>);

impl<T, F> FillFiber<T, F> {
    /// The fiber.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new() -> Self {
        FillFiber(PhantomData)
    }
}

impl<T, F> Default for FillFiber<T, F> {
    fn default() -> Self {
        Self::new()
    }
}

// SAFETY: every index has the same value, and no memory but the fill's own place is read.
unsafe impl<T: Copy + 'static, F: Fill<T>> Fiber for FillFiber<T, F> {
    type T = T;
    type Known = F::Known;
    type RuntimeKnown = No;
    type Dense = No;
    type DenseBelow = No;
    the_same_everywhere!(format!("fill {}", fill_name::<T, F>()), |_fiber| F::value());
}

/// A fiber of rank 0: a single value.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<T>(pub T);

// SAFETY: holds its value.
unsafe impl<T: Copy + 'static> Fiber for Leaf<T> {
    type T = T;
    type Known = Unknown;
    type RuntimeKnown = No;
    type Dense = Yes;
    type DenseBelow = Yes;
    the_same_everywhere!("leaf", |leaf| leaf.0);

    fn notation(&self, _indices: &[&str]) -> Option<String> {
        constant_text(&self.0)
    }
}

/// A fiber of any rank that is missing: what lies beyond the extent of a permissive access.
#[derive(Clone, Copy, Debug)]
pub struct BeyondExtent<T>(T);

impl<T> BeyondExtent<T> {
    /// Nothing. `value` stands where a value has to; nobody looks at it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(value: T) -> Self {
        BeyondExtent(value)
    }
}

// SAFETY: every index is missing, and no memory is read.
unsafe impl<T: Copy + 'static> Fiber for BeyondExtent<T> {
    type T = T;
    type Known = Tagged<tag::Missing>;
    type RuntimeKnown = No;
    type Dense = No;
    type DenseBelow = No;
    the_same_everywhere!("missing", |absent| absent.0);
}

/// A leaf that was looked up at one place: its value, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Settled<T> {
    value: T,
    known: Knowledge,
}

impl<T> Settled<T> {
    /// `value`, of which run time knows `known`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(value: T, known: Knowledge) -> Self {
        Settled { value, known }
    }
}

// SAFETY: holds its value.
unsafe impl<T: Copy + 'static> Fiber for Settled<T> {
    type T = T;
    type Known = Unknown;
    type RuntimeKnown = Yes;
    type Dense = Yes;
    type DenseBelow = Yes;
    the_same_everywhere!("leaf", |leaf| leaf.value);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        self.known
    }
}

/// A leaf that is either stored or absent. The value was loaded through a selected address (the stored one's or the
/// fill's), so that merging absent operands needs no branch.
#[derive(Clone, Copy, Debug)]
pub struct LeafOrFill<T, F> {
    value: T,
    present: bool,
    fill: PhantomData<F>,
}

impl<T: Copy + 'static, F: Fill<T>> LeafOrFill<T, F> {
    /// `value` is the stored value if `present`, else the fill.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(value: T, present: bool) -> Self {
        LeafOrFill {
            value,
            present,
            fill: PhantomData,
        }
    }
}

// SAFETY: holds its value.
unsafe impl<T: Copy + 'static, F: Fill<T>> Fiber for LeafOrFill<T, F> {
    type T = T;
    type Known = Unknown;
    type RuntimeKnown = Yes;
    type Dense = No;
    type DenseBelow = No;
    the_same_everywhere!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> T {
        self.value
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        if self.present {
            Knowledge::NOTHING
        } else {
            F::Known::AT_RUN_TIME
        }
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("leaf", Nest::of::<Run<Self>>()).or_fill::<T, F>()
    }
}

/// A fiber that is either there or all fill: one type, decided at run time.
#[derive(Clone, Copy, Debug)]
pub struct FiberOrFill<S, F> {
    stored: Option<S>,
    fill: PhantomData<F>,
}

impl<S: Fiber, F: Fill<S::T>> FiberOrFill<S, F> {
    /// The fiber, or `None` for one that is all fill.
    ///
    /// # Safety
    ///
    /// It stands for a fiber of a level, whose parent has its extents: the fiber that may not be there does not tell them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(stored: Option<S>) -> Self {
        FiberOrFill {
            stored,
            fill: PhantomData,
        }
    }
}

/// Unfurls the fiber by each protocol, or the fill.
macro_rules! unfurl_either {
    ($($method:ident)*) => { $(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method<P: Pass, K: OnLeaf<P, S::T>>(self, pass: P, k: K) {
            match self.stored {
                Some(fiber) => fiber.$method(pass, k),
                None => FillFiber::<S::T, F>::new().unfurl(pass, k),
            }
        }
    )* };
}

// SAFETY: forwards to a fiber, or is all fill.
unsafe impl<S: Fiber, F: Fill<S::T>> Fiber for FiberOrFill<S, F> {
    type T = S::T;
    type Known = Unknown;
    type RuntimeKnown = Yes;
    type Dense = No;
    type DenseBelow = No;
    const FIXED: Option<usize> = S::FIXED;

    unfurl_either!(unfurl unfurl_gallop unfurl_follow);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> S::T {
        match self.stored {
            Some(fiber) => fiber.value(),
            None => F::value(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        match &self.stored {
            Some(fiber) => fiber.knowledge(),
            None => F::Known::AT_RUN_TIME,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.stored.and_then(|fiber| fiber.dim(axis))
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let absent = Nest::of::<Run<FillFiber<S::T, F>>>();
        S::describe(protocol).or_else(absent).or_fill::<S::T, F>()
    }
}

impl FiberDescription {
    /// A fiber that does not describe itself.
    pub fn unknown<F: Fiber>() -> Self {
        let name = short_name(core::any::type_name::<F>());
        FiberDescription::new(name, Nest::unknown(name))
    }
}

impl FiberFacts {
    pub(crate) fn of<F: Fiber>() -> Self {
        FiberFacts {
            known: F::Known::AT_RUN_TIME,
            fickle: F::RuntimeKnown::VALUE,
            dense: F::Dense::VALUE,
            dense_below: F::DenseBelow::VALUE,
            describe: F::describe,
        }
    }
}

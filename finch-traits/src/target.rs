//! Targets: what stands on the left of an assignment.

pub mod late;
pub mod moved;

use crate::cursor::Cursor;
use crate::error::Result;
use crate::explain::{TargetDescription, Term, WriteDescription, tree};
use crate::expr::Expr;
use crate::expr::access::Label;
use crate::index::set::IndexSet;
use crate::index::{IndexList, Loops};
use crate::lifecycle::Driver;
use crate::looplet::shift::Shift;
use crate::looplet::{Coming, OnWriteLooplet, WriteLooplet};
use crate::pass::lookup::{Bind, LANES, one_by_one};
use crate::pass::unfurl::Unfurl;
use crate::pass::{OnTarget, Pass};
use crate::region::Region;
use crate::scope::Scope;
use crate::stmt::assign::Assign;
use crate::style::{self, Style};
use crate::target::moved::Beyond;
use core::cell::Cell;
use core::fmt::Debug;
use core::marker::PhantomData;
use finch_algebra::known::{Known, Unknown};
use finch_algebra::logic::{And, Bool, No, Or, Select, Thunk, Yes};
use finch_algebra::nat::Nat;
use finch_algebra::reducer::Reducer;
use typenum::U0;

/// Whether the parent of a fiber wants to know that something in it was assigned.
///
/// *Being assigned* is what counts, not the value. Sparse parents lend a flag and store the coordinate if it was set;
/// dense ones pass on the flag that they were lent; below the root nobody asks.
pub trait Dirty: Copy + Debug {
    /// Somebody asks.
    type Asked: Bool;
    /// Something was assigned.
    fn set(self);
    /// Something was assigned, as far as anybody asks.
    fn get(self) -> bool;
    /// Takes the mark back: only a leaf without storage of its own may.
    fn clear(self);
}

/// Nobody asks.
#[derive(Clone, Copy, Debug)]
pub struct Unasked;

impl Dirty for Unasked {
    type Asked = No;
    #[inline(always)]
    fn set(self) {}
    #[inline(always)]
    fn get(self) -> bool {
        false
    }
    #[inline(always)]
    fn clear(self) {}
}

impl Dirty for &Cell<bool> {
    type Asked = Yes;
    #[inline(always)]
    fn set(self) {
        Cell::set(self, true)
    }
    #[inline(always)]
    fn get(self) -> bool {
        Cell::get(self)
    }
    #[inline(always)]
    fn clear(self) {
        Cell::set(self, false)
    }
}

/// What a target carries along while its fiber is unfurled: the number of the output in its program and the indices
/// that are not bound yet. Formats pass it on.
pub trait Rest: Copy {
    /// The number of the output.
    type Output: Nat;
    /// The output was declared: what is not assigned is its fill. Otherwise it is updated in place.
    type Declared: Bool;
    /// No indices are left.
    type IsEmpty: Bool;
    /// All of them are checked before the program runs.
    type IsChecked: Bool;
    /// Loops `L` bind all the indices.
    type Bound<L: Loops>: Bool;
    /// Loops `L` bind the indices in order.
    type Ascends<L: Loops>: Bool;
    /// The same when index `N` has a value.
    type Bind<N: Nat>: Rest;
    /// The same when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;
    /// Hands on what `fiber` is where the first indices have a value, with those that are left.
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// Takes note of the extents along its axes.
    fn sized(self, extent: impl Fn(usize) -> Option<usize>) -> Self;
    /// Unfurls `write` if its first index is number `N`.
    fn unfurl<N: Nat, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(write: Write<F, Self>, pass: Unfurl<N>, k: K);
    /// The indices as data, see [`explain`](crate::explain).
    fn describe(self) -> Vec<Term>;
    /// Tells which loops size the output called `name` whose root is `root`.
    fn infer(self, root: Option<*const ()>, name: &'static str, scope: &mut Scope) -> Result<()>;
}

/// Output number `Out`, declared or not, at the indices `I`.
#[derive(Clone, Copy, Debug)]
pub struct Place<Out, Declared, I> {
    pub(crate) indices: I,
    number: PhantomData<(Out, Declared)>,
}

impl<Out, Declared, I> Place<Out, Declared, I> {
    /// The output at `indices`.
    #[inline(always)]
    pub fn new(indices: I) -> Self {
        Place {
            indices,
            number: PhantomData,
        }
    }
}

impl<Out: Nat, Declared: Bool, I: IndexList> Rest for Place<Out, Declared, I> {
    type Output = Out;
    type Declared = Declared;
    type IsEmpty = I::IsEmpty;
    type IsChecked = I::IsChecked;
    type Bound<L: Loops> = <I::Indices as IndexSet>::BoundBy<L>;
    type Ascends<L: Loops> = I::Ascends<L>;
    type Bind<N: Nat> = Place<Out, Declared, I::Bind<N>>;

    #[inline(always)]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Place::new(self.indices.bind::<N>(index))
    }

    #[inline(always)]
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        self.indices.settle_target::<P, Out, Declared, F, K>(fiber, pass, k)
    }

    #[inline(always)]
    fn sized(self, extent: impl Fn(usize) -> Option<usize>) -> Self {
        Place::new(self.indices.sized(extent))
    }

    #[inline(always)]
    fn unfurl<N: Nat, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(write: Write<F, Self>, pass: Unfurl<N>, k: K) {
        I::unfurl_target(write, pass, k)
    }

    fn describe(self) -> Vec<Term> {
        self.indices.describe()
    }

    fn infer(self, root: Option<*const ()>, name: &'static str, scope: &mut Scope) -> Result<()> {
        self.indices.infer(scope)?;
        scope.write(root, name, &|visit| self.indices.visit(0, visit))
    }
}

/// A fiber that can be written.
///
/// It unfurls by continuation, as for reading: the frame may own how far the fiber is written, base pointers and
/// lengths, and runs code after the body.
///
/// # Safety
///
/// The driver writes unchecked. An implementer promises that the fiber's storage is assembled: it can be written at
/// every index below its extent.
pub unsafe trait WriteFiber: Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the fill.
    type Fill: Known;
    /// Loops may end early when the value here cannot change any more.
    type Short: Bool;
    /// Somebody asks whether this fiber was assigned.
    type Asked: Bool;
    /// It can be written at any index, in any order, again and again, and so can what lies below.
    type AnyOrder: Bool;
    /// In how many of its first indices entries agree that have to be written before it is left: 1 if it can be left and opened
    /// again, but not to come back to an index; 0 if it can do that too, or nothing is below. See [`writer`](crate::writer).
    const TOGETHER: usize = 1;

    /// Hands the looplet of this fiber to `k`, as a target with the indices in `rest`.
    fn unfurl<P: Pass, R: Rest, K: OnTarget<P, Self::T>>(self, pass: P, rest: R, k: K);

    /// Opens what writing this fiber needs, for a loop in which it is unfurled again and again and nothing else writes
    /// its tensor: hands on a fiber whose frame stays open until `k` returns.
    #[inline(always)]
    fn enter<K: OnWriteFiber<Self::T>>(self, k: K) {
        k.call(self)
    }

    /// The value of a leaf.
    fn load(self) -> Self::T;

    /// Assigns a leaf.
    fn store(self, value: Self::T);

    /// The tensor whose root this is, for messages and checks before the program runs.
    #[inline(always)]
    fn root(&self) -> Option<*const ()> {
        None
    }

    /// Takes note of base pointers, if this is the root of an output: it is open now.
    #[inline(always)]
    fn open(&mut self, _driver: Driver) {}

    /// The extent along `axis`, if this is the root of an output, which is open.
    #[inline(always)]
    fn extent(&self, _axis: usize) -> Option<usize> {
        None
    }

    /// This fiber as data, see [`explain`](crate::explain).
    fn describe() -> WriteDescription {
        WriteDescription::unknown::<Self>()
    }
}

/// Receives a fiber that was entered.
pub trait OnWriteFiber<T>: Copy {
    /// Goes on with `fiber`.
    fn call<F: WriteFiber<T = T>>(self, fiber: F);
}

/// Receives a target that was entered.
pub trait OnTargetAlone<T>: Copy {
    /// Goes on with `target`.
    fn call<W: Target<T = T>>(self, target: W);
}

#[derive(Clone, Copy, Debug)]
struct ThenWrite<R, K> {
    rest: R,
    k: K,
}

impl<T, R: Rest, K: OnTargetAlone<T>> OnWriteFiber<T> for ThenWrite<R, K> {
    #[inline(always)]
    fn call<F: WriteFiber<T = T>>(self, fiber: F) {
        self.k.call(Write::new(fiber, self.rest))
    }
}

/// A target in a statement.
#[must_use]
pub trait Target: Cursor + Copy {
    /// The type of the values.
    type T: Copy + 'static;
    /// What is known of the value that is there before anything is assigned: the fill, if the output was declared.
    type Fill: Known;
    /// Which pass it needs.
    type Style: Style;
    /// The number of the output in its program.
    type Output: Nat;
    /// All indices are bound.
    type IsScalar: Bool;
    /// It is a hoisted accumulator.
    type IsAccumulator: Bool;
    /// Loops may end early when the value here cannot change any more.
    type Short: Bool;
    /// It stands for a whole region already: never repeat.
    type Once: Bool;
    /// Somebody asks whether this was assigned.
    type Asked: Bool;
    /// Loops `L` bind its indices in order.
    type Ordered<L: Loops>: Bool;

    /// Walks over it with a pass.
    fn traverse<P: Pass, K: OnTarget<P, Self::T>>(self, pass: P, k: K);
    /// Opens what writing it needs, for the length of a loop: see [`WriteFiber::enter`].
    #[inline(always)]
    fn enter<K: OnTargetAlone<Self::T>>(self, k: K) {
        k.call(self)
    }
    /// Prepares for indices that are going to be bound: see [`WriteLooplet::reserve`].
    #[inline(always)]
    fn reserve<C: Cursor + Copy, K: OnTargetAlone<Self::T>>(self, _coming: Coming<C>, k: K) {
        k.call(self)
    }
    /// The value.
    fn load(self) -> Self::T;
    /// Assigns.
    fn store(self, value: Self::T);
    /// Combines.
    #[inline(always)]
    fn combine<O: Reducer<Self::T>>(self, op: O, value: Self::T) {
        self.store(op.combine(self.load(), value))
    }
    /// Combines several times.
    #[inline(always)]
    fn repeat<O: Reducer<Self::T>>(self, op: O, value: Self::T, count: usize) {
        self.store(op.repeat(self.load(), value, count))
    }
    /// Assigns what is looked up at each index of `region`.
    #[inline(always)]
    fn look_up<O: Reducer<Self::T>, E: Expr<T = Self::T>>(self, op: O, value: E, region: Region) {
        one_by_one(Assign::new(self, op, value), region)
    }
    /// The same target, which is about to be assigned over many stretches of a few indices: see [`WriteLooplet::brief`].
    #[inline(always)]
    fn brief<K: OnTargetAlone<Self::T>>(self, k: K) {
        k.call(self)
    }
    /// The same target, of which the first indices that have a value are looked up.
    #[inline(always)]
    fn settle<P: Pass, K: OnTarget<P, Self::T>>(self, pass: P, k: K) {
        k.call(pass, self)
    }
    /// The same target if it has unfurled, moved: what was at `i + by` is at `i`.
    #[inline(always)]
    fn moved<K: OnTargetAlone<Self::T>>(self, _by: usize, k: K) {
        k.call(self)
    }
    /// The same; what lies beyond `extent` is dropped.
    #[inline(always)]
    fn permitted<K: OnTargetAlone<Self::T>>(self, _by: isize, _extent: usize, k: K) {
        k.call(self)
    }
    /// The same target, which looks reductions up into `lanes`, if it is an accumulator.
    #[inline(always)]
    fn with_lanes<K: OnTargetAlone<Self::T>>(self, _lanes: &[Cell<Self::T>; LANES], k: K) {
        k.call(self)
    }
    /// Where reductions by lookup go, if they share lanes.
    #[inline(always)]
    fn lanes(&self) -> Option<&[Cell<Self::T>; LANES]> {
        None
    }
    /// Takes note that it is assigned, if it is an accumulator whose value is in lanes.
    #[inline(always)]
    fn note(self) {}
    /// It was assigned, or nobody asks.
    #[inline(always)]
    fn is_noted(&self) -> bool {
        true
    }
    /// Tells which extents it is given.
    fn infer(&self, _scope: &mut Scope) -> Result<()> {
        Ok(())
    }
    /// The outputs are open now.
    #[inline(always)]
    fn open(&mut self, _driver: Driver) {}
    /// This target as data, see [`explain`](crate::explain).
    fn describe(&self) -> TargetDescription {
        TargetDescription::unknown::<Self>()
    }
}

/// A fiber that is written, with the indices that are not bound yet.
#[derive(Clone, Copy, Debug)]
pub struct Write<F, R, M = ()> {
    pub(crate) fiber: F,
    pub(crate) rest: R,
    label: M,
}

impl<F: WriteFiber, R: Rest> Write<F, R> {
    /// Writes `fiber` at what is left in `rest`.
    #[inline(always)]
    pub fn new(fiber: F, rest: R) -> Self {
        Write { fiber, rest, label: () }
    }
}

impl<F: WriteFiber, R: Rest, M: Label> Write<F, R, M> {
    /// The same target, called `name` in messages.
    #[inline(always)]
    pub fn named(self, name: &'static str) -> Write<F, R, &'static str> {
        Write {
            fiber: self.fiber,
            rest: self.rest,
            label: name,
        }
    }
}

impl<F, R, M> Cursor for Write<F, R, M> {}

impl<F: WriteFiber, R: Rest, M: Label> Target for Write<F, R, M> {
    type T = F::T;
    type Fill = Select<R::Declared, F::Fill, Unknown>;
    type Style = style::Invariant;
    type Output = R::Output;
    type IsScalar = R::IsEmpty;
    type IsAccumulator = No;
    type Short = F::Short;
    type Once = No;
    type Asked = F::Asked;
    type Ordered<L: Loops> = And<R::Bound<L>, Or<R::Ascends<L>, F::AnyOrder>>;

    #[inline(always)]
    fn traverse<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        pass.write(Write::new(self.fiber, self.rest), k)
    }

    #[inline(always)]
    fn enter<K: OnTargetAlone<F::T>>(self, k: K) {
        self.fiber.enter(ThenWrite { rest: self.rest, k })
    }

    #[inline(always)]
    fn settle<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        self.rest.settle(self.fiber, pass, k)
    }

    #[inline(always)]
    fn load(self) -> F::T {
        self.fiber.load()
    }

    #[inline(always)]
    fn store(self, value: F::T) {
        self.fiber.store(value)
    }

    #[inline(always)]
    fn combine<O: Reducer<F::T>>(self, op: O, value: F::T) {
        R::IsEmpty::branch(CombineHere(self, op, value), CombineThere(self, op, value))
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        self.rest.infer(self.fiber.root(), self.label.name(), scope)
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription(tree::Target::Write {
            facts: tree::WriteFacts::of::<F>(),
            fill: Self::Fill::AT_RUN_TIME,
            rest: self.rest.describe(),
            output: R::Output::VALUE,
            label: self.label.name().into(),
            root: self.fiber.root(),
        })
    }

    #[inline(always)]
    fn open(&mut self, driver: Driver) {
        self.fiber.open(driver);
        if !R::IsChecked::VALUE {
            self.rest = self.rest.sized(|axis| self.fiber.extent(axis))
        }
    }
}

struct CombineHere<W, O, T>(W, O, T);

impl<W: Target, O: Reducer<W::T>> Thunk for CombineHere<W, O, W::T> {
    #[inline(always)]
    fn force(self) {
        let CombineHere(target, op, value) = self;
        target.store(op.combine(target.load(), value))
    }
}

/// Places that have values are looked up before.
struct CombineThere<W, O, T>(W, O, T);

impl<W: Target, O: Reducer<W::T>> Thunk for CombineThere<W, O, W::T> {
    #[inline(always)]
    fn force(self) {
        let CombineThere(target, op, value) = self;
        target.settle(Bind::at(0), Combining(op, value))
    }
}

#[derive(Clone, Copy, Debug)]
struct Combining<O, T>(O, T);

impl<P: Pass, T: Copy + 'static, O: Reducer<T>> OnTarget<P, T> for Combining<O, T> {
    #[inline(always)]
    fn call<W: Target<T = T>>(self, _pass: P, target: W) {
        target.combine(self.0, self.1)
    }
}

#[derive(Clone, Copy, Debug)]
struct ThenUnfurled<R, K> {
    rest: R,
    k: K,
}

impl<T, R: Rest, K: OnTargetAlone<T>> OnWriteLooplet<T> for ThenUnfurled<R, K> {
    #[inline(always)]
    fn call<L: WriteLooplet<T = T>>(self, looplet: L) {
        self.k.call(UnfurledTarget::new(looplet, self.rest))
    }
}

/// A target that is being lowered: a looplet and what comes after its index.
#[derive(Clone, Copy, Debug)]
pub struct UnfurledTarget<L, R> {
    pub(crate) looplet: L,
    pub(crate) rest: R,
}

impl<L: WriteLooplet, R: Rest> UnfurledTarget<L, R> {
    /// `looplet`, with what comes after its index in `rest`.
    #[inline(always)]
    pub fn new(looplet: L, rest: R) -> Self {
        UnfurledTarget { looplet, rest }
    }
}

impl<L, R> Cursor for UnfurledTarget<L, R> {}

impl<L: WriteLooplet, R: Rest> Target for UnfurledTarget<L, R> {
    type T = L::T;
    type Fill = Select<R::Declared, L::Fill, Unknown>;
    type Style = L::Style;
    type Output = R::Output;
    type IsScalar = No;
    type IsAccumulator = No;
    type Short = No;
    type Once = No;
    type Asked = Yes;
    type Ordered<E: Loops> = Yes;

    #[inline(always)]
    fn traverse<P: Pass, K: OnTarget<P, L::T>>(self, pass: P, k: K) {
        pass.write_looplet(self, k)
    }

    #[inline(always)]
    fn reserve<C: Cursor + Copy, K: OnTargetAlone<L::T>>(self, coming: Coming<C>, k: K) {
        self.looplet.reserve(coming, ThenUnfurled { rest: self.rest, k })
    }

    #[inline(always)]
    fn brief<K: OnTargetAlone<L::T>>(self, k: K) {
        self.looplet.brief(self.rest, k)
    }

    #[inline(always)]
    fn moved<K: OnTargetAlone<L::T>>(self, by: usize, k: K) {
        k.call(UnfurledTarget::new(Shift::new(self.looplet, by), self.rest))
    }

    #[inline(always)]
    fn permitted<K: OnTargetAlone<L::T>>(self, by: isize, extent: usize, k: K) {
        k.call(UnfurledTarget::new(Beyond::new(self.looplet, by, extent), self.rest))
    }

    fn load(self) -> L::T {
        crate::total::never()
    }

    fn store(self, _value: L::T) {}

    fn describe(&self) -> TargetDescription {
        TargetDescription(tree::Target::Unfurled {
            style: L::Style::KIND,
            fill: Self::Fill::AT_RUN_TIME,
            child: None,
            rest: self.rest.describe(),
            output: R::Output::VALUE,
            label: String::new(),
        })
    }
}

/// A target that stands for a whole region already: a run that is written once.
#[derive(Clone, Copy, Debug)]
pub struct WholeRun<W>(W);

impl<W: Target> WholeRun<W> {
    /// `target` takes one value for the whole region.
    #[inline(always)]
    pub fn new(target: W) -> Self {
        WholeRun(target)
    }
}

#[derive(Clone, Copy, Debug)]
struct ThenWholeRun<K>(K);

impl<P: Pass, T, K: OnTarget<P, T>> OnTarget<P, T> for ThenWholeRun<K> {
    #[inline(always)]
    fn call<W: Target<T = T>>(self, pass: P, target: W) {
        self.0.call(pass, WholeRun(target))
    }
}

impl<W> Cursor for WholeRun<W> {}

impl<W: Target> Target for WholeRun<W> {
    type T = W::T;
    type Fill = W::Fill;
    type Style = W::Style;
    type Output = W::Output;
    type IsScalar = W::IsScalar;
    type IsAccumulator = W::IsAccumulator;
    type Short = W::Short;
    type Once = Yes;
    type Asked = W::Asked;
    type Ordered<L: Loops> = W::Ordered<L>;

    #[inline(always)]
    fn traverse<P: Pass, K: OnTarget<P, W::T>>(self, pass: P, k: K) {
        self.0.traverse(pass, ThenWholeRun(k))
    }

    #[inline(always)]
    fn settle<P: Pass, K: OnTarget<P, W::T>>(self, pass: P, k: K) {
        self.0.settle(pass, ThenWholeRun(k))
    }

    #[inline(always)]
    fn combine<O: Reducer<W::T>>(self, op: O, value: W::T) {
        self.0.combine(op, value)
    }

    #[inline(always)]
    fn load(self) -> W::T {
        self.0.load()
    }

    #[inline(always)]
    fn store(self, value: W::T) {
        self.0.store(value)
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription(tree::Target::WholeRun(Box::new(self.0.describe().0)))
    }
}

/// The local copy of a target that does not depend on the loop: without it, every store to the target may alias the
/// arrays that the loop reads.
pub struct Accumulator<'a, T, Short, Asked = No, Fill = Unknown, Out = U0> {
    value: &'a Cell<T>,
    assigned: Option<&'a Cell<bool>>,
    lanes: Option<&'a [Cell<T>; LANES]>,
    kind: PhantomData<(Short, Asked, Fill, Out)>,
}

impl<T, S, A, F, O> core::fmt::Debug for Accumulator<'_, T, S, A, F, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Accumulator")
    }
}

impl<T, S, A, F, O> Clone for Accumulator<'_, T, S, A, F, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S, A, F, O> Copy for Accumulator<'_, T, S, A, F, O> {}

impl<'a, T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Accumulator<'a, T, S, A, F, O> {
    /// An accumulator in `value`.
    #[inline(always)]
    pub(crate) fn of(value: &'a Cell<T>) -> Self {
        Accumulator {
            value,
            assigned: None,
            lanes: None,
            kind: PhantomData,
        }
    }

    /// An accumulator in `value` that notes in `assigned` whether it was assigned.
    #[inline(always)]
    pub(crate) fn noting(value: &'a Cell<T>, assigned: &'a Cell<bool>) -> Self {
        Accumulator {
            value,
            assigned: Some(assigned),
            lanes: None,
            kind: PhantomData,
        }
    }
}

impl<T, S, A, F, O> Cursor for Accumulator<'_, T, S, A, F, O> {}

impl<T: Copy + 'static, S: Bool, A: Bool, F: Known, O: Nat> Target for Accumulator<'_, T, S, A, F, O> {
    type T = T;
    type Fill = F;
    type Style = style::Invariant;
    type Output = O;
    type IsScalar = Yes;
    type IsAccumulator = Yes;
    type Short = S;
    type Once = No;
    type Asked = A;
    type Ordered<L: Loops> = Yes;

    #[inline(always)]
    fn traverse<P: Pass, K: OnTarget<P, T>>(self, pass: P, k: K) {
        k.call(pass, self)
    }

    #[inline(always)]
    fn load(self) -> T {
        self.value.get()
    }

    #[inline(always)]
    fn store(self, value: T) {
        if A::VALUE
            && let Some(assigned) = self.assigned
        {
            assigned.set(true)
        }
        self.value.set(value)
    }

    #[inline(always)]
    fn with_lanes<K: OnTargetAlone<T>>(self, lanes: &[Cell<T>; LANES], k: K) {
        k.call(Accumulator::<'_, T, S, A, F, O> {
            value: self.value,
            assigned: self.assigned,
            lanes: Some(lanes),
            kind: PhantomData,
        })
    }

    #[inline(always)]
    fn lanes(&self) -> Option<&[Cell<T>; LANES]> {
        self.lanes
    }

    #[inline(always)]
    fn note(self) {
        if A::VALUE
            && let Some(assigned) = self.assigned
        {
            assigned.set(true)
        }
    }

    #[inline(always)]
    fn is_noted(&self) -> bool {
        !A::VALUE || self.assigned.is_none_or(Cell::get)
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription(tree::Target::Accumulator {
            fill: F::AT_RUN_TIME,
            short: S::VALUE,
            asked: A::VALUE,
            output: O::VALUE,
            label: String::new(),
        })
    }
}

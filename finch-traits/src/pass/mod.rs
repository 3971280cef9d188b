//! Passes: each resolves one kind of looplet and hands the simpler program to the next.
//!
//! A pass walks the typed tree of a statement from left to right. At a leaf it asks the looplet for what becomes of it
//! and calls a continuation with the answer, which goes on with the next leaf and finally lowers the statement that
//! has come out. Continuations are small `Copy` structs with a generic `call`: a closure cannot be generic. They allow
//! for different types on different run-time branches, for code that runs after the body, and for a region that
//! shrinks from leaf to leaf.
//!
//! | pass | resolves |
//! |---|---|
//! | `interior` | many accesses that may lie beyond an extent: a border and an interior |
//! | [`unfurl`] | accesses whose next index is the loop's become looplets |
//! | [`single`] | a phase of one index: everything is looked up there |
//! | [`switch`] | one of two looplets, by a run-time condition |
//! | [`run`] | one value over the whole region |
//! | [`spike`] | one value, but for the last index |
//! | [`sequence`] | one looplet after the other |
//! | [`jumper`] | children of which the largest leads |
//! | [`stepper`] | children of which the smallest leads |
//! | [`lookup`] | anything at a given index: the `for` loop |
//! | [`accept`] | targets that take a run at once |
//! | [`early_exit`] | statements that no further value can change |
//!
//! Only the driver makes passes: their fields are private. Whoever implements a looplet receives them, and promises in
//! exchange (the traits are `unsafe`) to answer correctly.

pub mod accept;
pub(crate) mod again;
pub mod change;
pub(crate) mod choice;
pub(crate) mod current;
pub mod early_exit;
pub(crate) mod interior;
pub mod jumper;
pub mod lookup;
pub mod multiply;
pub mod run;
pub mod sequence;
pub(crate) mod settle;
pub mod single;
pub mod spike;
pub mod stepper;
pub mod switch;
pub mod trail;
pub mod unfurl;

use crate::expr::late::Waits;
use crate::knot::*;
use crate::pass::jumper::jumping;
use crate::pass::lookup::indices;
use crate::pass::settle::UnlessSettled;
use crate::pass::single::phase;
use crate::pass::spike::SpikeOfLast;
use crate::pass::stepper::stepping;
use crate::stmt::assign::OnTargetThenValue;
use crate::style::ByStyle;

/// A continuation that is called with what a pass has made of a leaf of an expression.
pub trait OnLeaf<P: Pass, T>: Copy {
    /// Goes on with a looplet.
    fn looplet<L: Looplet<T = T>>(self, pass: P, looplet: L);
    /// Goes on with a fiber one level down.
    fn fiber<F: Fiber<T = T>>(self, pass: P, fiber: F);
    /// Goes on with what another looplet has handed out for the region of the pass: with what a run holds, if no index is left behind it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hand_on<L: Looplet<T = T>>(self, pass: P, looplet: L) {
        self.looplet(pass, looplet)
    }
}

/// Receives the expression that comes out of a pass.
///
/// Like that of every continuation, its `call` is inlined unless debug assertions are on. Where they are, it stays a call: inlining
/// it would copy what comes behind it once for every pass around it, and the frames of all passes would lie on the stack at once.
pub trait OnExpr<P: Pass, T>: Copy {
    /// Whether it assigns the value and does nothing else: then one that is missing need not be handed on.
    #[doc(hidden)]
    const ASSIGNS: bool = false;
    /// Goes on with `expr`.
    fn call<E: Expr<T = T>>(self, pass: P, expr: E);
}

/// Receives what has become of an access of a fiber `F`: see [`OfType`].
pub trait OnExprOf<P: Pass, F: Fiber>: OnExpr<P, F::T> {}
impl<P: Pass, F: Fiber, K: OnExpr<P, F::T>> OnExprOf<P, F> for K {}

/// Receives the target that comes out of a pass, or of a change without one: then `P` is `()`. A level that is written
/// hands its target to `call`, which runs the rest of the loop body: the level opens an entry before, and closes it
/// after. Only the driver implements this.
pub trait OnTarget<P, T>: Copy {
    /// Goes on with `target`.
    fn call<W: Target<T = T>>(self, pass: P, target: W);
}

/// Receives the statement that comes out of a pass, or of a change without one, as when its accumulators were hoisted: then
/// `P` is `()`.
pub trait OnStmt<P>: Copy {
    /// Whether it executes the statement and does nothing else: then a statement that does nothing need not be handed on.
    #[doc(hidden)]
    const EXECUTES: bool = false;
    /// Goes on with `stmt`.
    fn call<S: Stmt>(self, pass: P, stmt: S);
}

/// Declares a continuation, a `Copy` struct, with what it does with what it receives: fields are in scope by their names. Several `impl`s may
/// stand behind one another.
///
/// ```text
/// continuation! {
///     /// Continues with the body of a sieve whose condition has become an expression.
///     struct ThenBody<B, K>(body: B, k: K);
///     impl[P: Pass, B: Stmt, K: OnStmt<P>] OnExpr<P, bool>: |pass, condition: E| {
///         body.traverse(pass, ThenSieve(condition, k))
///     }
/// }
/// ```
macro_rules! continuation {
    ($(#[$doc:meta])* $vis:vis struct $name:ident; $($does:tt)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        $vis struct $name;
        $crate::pass::continuation!(@does [$name [] let $name] $($does)*);
    };
    (
        $(#[$doc:meta])* $vis:vis struct $name:ident $(<$($g:tt),*>)? ($($fvis:vis $field:ident: $ty:ty),*);
        $($does:tt)*
    ) => {
        $(#[$doc])*
        $vis struct $name $(<$($g),*>)? ($($fvis $ty),*);
        $crate::pass::continuation!(@copy $name [$($($g),*)?] [$($ty),*]);
        $crate::pass::continuation!(@does [$name [$($($g),*)?] let $name($($field),*)] $($does)*);
    };
    (
        $(#[$doc:meta])* $vis:vis struct $name:ident $(<$($g:tt),*>)? {$($fvis:vis $field:ident: $ty:ty),* $(,)?}
        $($does:tt)*
    ) => {
        $(#[$doc])*
        $vis struct $name $(<$($g),*>)? {$($fvis $field: $ty),*}
        $crate::pass::continuation!(@copy $name [$($($g),*)?] [$($ty),*]);
        $crate::pass::continuation!(@does [$name [$($($g),*)?] let $name {$($field),*}] $($does)*);
    };
    (@copy $name:ident [$($g:tt),*] [$($ty:ty),*]) => {
        impl<$($g),*> Clone for $name<$($g),*> where $($ty: Copy),* {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($g),*> Copy for $name<$($g),*> where $($ty: Copy),* {}
    };
    (@does $s:tt) => {};
    (
        @does $s:tt impl $bounds:tt OnStmt<$p:ty> $(, $is:ident [$($by:tt)+])?:
        |$pass:ident, $x:ident: $r:ident| $($body:tt)*
    ) => {
        $crate::pass::continuation! {
            @impl $s $bounds OnStmt<$p> [$r: Stmt] [$pass: $p, $x: $r] [$(const $is: bool = $($by)+;)?] $($body)*
        }
    };
    (
        @does $s:tt impl $bounds:tt OnExpr<$p:ty, $t:ty> $(, $is:ident [$($by:tt)+])?:
        |$pass:ident, $x:ident: $r:ident| $($body:tt)*
    ) => {
        $crate::pass::continuation! {
            @impl $s $bounds OnExpr<$p, $t> [$r: Expr<T = $t>] [$pass: $p, $x: $r] [$(const $is: bool = $($by)+;)?] $($body)*
        }
    };
    (@does $s:tt impl $bounds:tt OnTarget<$p:ty, $t:ty>: |$pass:ident, $x:ident: $r:ident| $($body:tt)*) => {
        $crate::pass::continuation!(@impl $s $bounds OnTarget<$p, $t> [$r: Target<T = $t>] [$pass: $p, $x: $r] [] $($body)*);
    };
    (@does $s:tt impl $bounds:tt OnSum: |$x:ident: $w:ident, $op:ident: $o:ident, $value:ident: $e:ident| $($body:tt)*) => {
        $crate::pass::continuation! {
            @impl $s $bounds OnSum [$w: Target, $o: Reducer<$w::T>, $e: Expr<T = $w::T>] [$x: $w, $op: $o, $value: $e] []
            $($body)*
        }
    };
    (@does $s:tt impl $bounds:tt OnLanes: |$x:ident: $r:ident, $lanes:ident: $l:ident| $($body:tt)*) => {
        $crate::pass::continuation!(@impl $s $bounds OnLanes [$r: Stmt, $l: Turns] [$x: $r, $lanes: $l] [] $($body)*);
    };
    (@does $s:tt impl $bounds:tt OnLoops: <$holds:ident>|$x:ident: $r:ident| $($body:tt)*) => {
        $crate::pass::continuation!(@impl $s $bounds OnLoops [$holds: Bool, $r: Stmt] [$x: $r] [] $($body)*);
    };
    // One fiber or looplet.
    (@does $s:tt impl $bounds:tt $On:ident<$t:ty>: |$x:ident: $r:ident of $of:ident| $($body:tt)*) => {
        $crate::pass::continuation!(@impl $s $bounds $On<$t> [$r: $of<T = $t>] [$x: $r] [] $($body)*);
    };
    (
        @impl [$name:ident [$($g:tt),*] $($fields:tt)*] [$($bounds:tt)*] $On:ident $(<$($of:ty),+>)?
        [$($generics:tt)*] [$($args:tt)*] [$($const:tt)*] $body:block $($more:tt)*
    ) => {
        impl<$($bounds)*> $On $(<$($of),+>)? for $name<$($g),*> {
            $($const)*
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, reason = "some fields are only types")]
            fn call<$($generics)*>(self, $($args)*) {
                $($fields)* = self;
                $body
            }
        }
        $crate::pass::continuation!(@does [$name [$($g),*] $($fields)*] $($more)*);
    };
}
pub(crate) use continuation;

/// A walk over a statement that rewrites its leaves, those of one kind of looplet. The default of each function leaves a leaf as it is.
pub trait Pass: Copy + Sealed {
    /// What becomes of a looplet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        k.looplet(self, looplet)
    }

    /// What becomes of an access that is not unfurled. Its label, which it has until the first pass of a loop, is dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, M>, k: K) {
        let Access { fiber, indices, .. } = access;
        k.call(
            self,
            Access {
                fiber,
                indices,
                label: (),
            },
        )
    }

    /// What becomes of an access that waits for an index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn late<N: Nat, F: Fiber, I: IndexList, S: Waits, K: OnExpr<Self, F::T>>(self, late: Late<N, F, I, S>, k: K) {
        k.call(self, late)
    }

    /// What becomes of an access that waits for all of its indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slow<F: Fiber, I: IndexList, K: OnExpr<Self, F::T>>(self, slow: Slow<F, I>, k: K) {
        k.call(self, slow)
    }

    /// What becomes of joined parts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn joined<C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>, K: OnExpr<Self, A::T>>(
        self,
        joined: Joined<C, A, B>,
        k: K,
    ) {
        joined.each(self, k)
    }

    /// What becomes of a target that waits for an index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn late_write<N: Nat, F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(
        self,
        late: LateWrite<N, F, R>,
        k: K,
    ) {
        k.call(self, late)
    }

    /// What becomes of a comparison of two indices.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare<D: Relation, N: Nat, M: Nat, K: OnExpr<Self, bool>>(self, compare: Compare<D, N, M>, k: K) {
        k.call(self, compare)
    }

    /// What becomes of a target that is not unfurled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        k.call(self, write)
    }

    /// What becomes of an unfurled target.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_looplet<L: WriteLooplet, R: RemainingIndices, K: OnTarget<Self, L::T>>(
        self,
        target: UnfurledTarget<L, R>,
        k: K,
    ) {
        k.call(self, target)
    }

    /// Whether the index of the loop has its value in what comes out of the pass, so that conditions can be tested.
    #[doc(hidden)]
    const BINDS: bool = false;

    /// What becomes of an assignment: by default, that of its target and its value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>, K: OnStmt<Self>>(self, assign: Assign<W, O, E>, k: K) {
        let Assign { target, op, value } = assign;
        target.traverse(self, OnTargetThenValue { op, value, k })
    }

    /// The region that the pass applies to.
    fn region(self) -> Region;

    /// This pass over the region `region`.
    fn within(self, region: Region) -> Self;

    /// Whether the region is all that a loop goes over.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_whole(&self) -> bool {
        false
    }

    /// Tells the optimiser that the region reaches to the end of the dimension, if it does.
    ///
    /// # Safety
    ///
    /// `extent` is that of the access which is unfurled.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn assume_extent(&self, _extent: Option<usize>) {}

    /// The capability of the driver, which alone makes passes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn driver(&self) -> Driver {
        Driver::new()
    }

    /// Which of several accumulators a driven child goes to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lane(self) -> usize {
        0
    }
}

/// Declares passes that do nothing but to ask looplets one question; or to change them, if they name none.
macro_rules! looplet_pass {
    ($($(#[$doc:meta])* $name:ident $(asks $method:ident)?;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub(crate) $crate::region::Region);

        impl $crate::sealed::Sealed for $name {}
        impl $crate::pass::Pass for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn looplet<L: $crate::looplet::Looplet, K: $crate::pass::OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
                $crate::pass::looplet_pass!(@looplet self looplet k $($method)?)
            }
            $crate::pass::change::reads_alone!();
            $crate::pass::region_field!();
        }
    )* };
    (@looplet $pass:ident $looplet:ident $k:ident) => { $k.hand_on($pass, $looplet.change($pass)) };
    (@looplet $pass:ident $looplet:ident $k:ident $method:ident) => { $looplet.$method($pass, $k) };
}
pub(crate) use looplet_pass;

/// The region methods of a pass that holds its region first, or in a field that is named; another field is the same within any region.
macro_rules! region_field {
    () => { $crate::pass::region_field!(0); };
    ($field:tt $(, $also:ident: $within:expr)?) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn region(self) -> $crate::region::Region {
            self.$field
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn within(mut self, region: $crate::region::Region) -> Self {
            self.$field = region;
            $(self.$also = $within;)?
            self
        }
    };
}
pub(crate) use region_field;

/// The region methods of a pass that no loop is in.
macro_rules! no_region {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn region(self) -> $crate::region::Region {
            $crate::region::Region::point(0)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn within(self, _region: $crate::region::Region) -> Self {
            self
        }
    };
}
pub(crate) use no_region;

/// How a statement is [lowered](Stmt::Lowering).
pub(crate) type Lowering<S> = <<<S as Stmt>::Noop as Bool>::SelectStep<
    style::Idle,
    <<S as Stmt>::Fissions as Bool>::SelectStep<style::Divided, <S as Stmt>::Style>,
> as style::NextStep>::Taken<NextPass<S>>;

/// Lowers a statement of type `$s` over a region that is not empty, unless the statement is a no-op. LLVM often cannot prove that a
/// region is not empty, so passes that know it come here. A macro, since a function would be compiled for every statement of every pass.
macro_rules! lower_nonempty {
    ($s:ty, $stmt:expr, $region:expr) => {{
        let (stmt, region) = ($stmt, $region);
        #[cfg(test)]
        $crate::explain::tests::reach(&stmt);
        $crate::promise!(region.lo < region.hi, "a region that is lowered is not empty");
        <<$s as $crate::stmt::Stmt>::Lowering as finch_algebra::logic::Case<_>>::take($crate::pass::NextPass(
            stmt, region,
        ))
    }};
}
pub(crate) use lower_nonempty;

/// A statement that is lowered, and over which region.
#[doc(hidden)]
#[derive(Debug)]
pub struct NextPass<S>(pub(crate) S, pub(crate) Region);

/// What is done to a statement in each style. Where a statement reads what it writes, what would do several indices at once does them one
/// by one, unless it [settles](settle).
macro_rules! passes {
    (|$stmt:ident: $s:ident, $region:ident| $($style:ident $(by $way:ty)? $(: $does:expr)?,)*) => {
        impl<$s: Stmt> ByStyle for NextPass<$s> {
            $(type $style = passes!(@case $style $($way)?);)*
        }
        $($(impl<$s: Stmt> Case<NextPass<$s>> for style::$style {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(NextPass($stmt, $region): NextPass<$s>) {
                $does
            }
        })?)*
    };
    (@case $style:ident) => { style::$style };
    (@case $style:ident $way:ty) => { $way };
}

passes! { |stmt: S, region|
    // What is to be read once by several statements is named by a `let`.
    Divided: stmt.lower_each(Driver::new(), region),
    Single by phase::Way<S>,
    Switch: stmt.traverse(SwitchPass(region), LowerNonempty),
    Run: stmt.traverse(RunPass(region), LowerNonempty),
    Spike by <S::Last as Bool>::SelectCase<NextPass<S>, SpikeOfLast, style::Spike>: {
        let last = region.hi - 1;
        stmt.traverse(SpikeBody(Region::new(region.lo, last)), Lower);
        stmt.traverse(SpikeTail(Region::new(last, region.hi)), LowerNonempty)
    },
    Sequence: stmt.traverse(SequencePass(region), LowerPhase),
    Jumper by jumping::Way<S>,
    Stepper by stepping::Way<S>,
    Lookup by indices::Way<S>,
    AcceptRun by UnlessSettled<S, style::AcceptRun>: stmt.traverse(Accept::over(region), LowerNonempty),
    Invariant by UnlessSettled<S, style::Invariant>: stmt.repeat(Driver::new(), region.len_of_some()),
}

continuation! {
    /// Continues by lowering over a region, which is not empty.
    pub(crate) struct LowerOver(pub(crate) region: Region);
    impl[] OnStmt<()>: |_pass, stmt: S| {
        lower_nonempty!(S, stmt, region)
    }
}

continuation! {
    /// Continues by lowering over the region of the pass, which may be empty.
    pub(crate) struct Lower;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        let region = pass.region();
        if !region.is_empty() {
            lower_nonempty!(S, stmt, region)
        }
    }
}

continuation! {
    /// Continues by lowering over the region of the pass, which is not empty.
    pub(crate) struct LowerNonempty;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        lower_nonempty!(S, stmt, pass.region())
    }
}

/// Phases of statements of more bytes are [lowered apart](Stmt::lower_apart).
const LARGE: usize = 168;

continuation! {
    /// Continues by lowering a phase, over the region of the pass, which is not empty.
    struct LowerPhase;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        if const { size_of::<S>() > LARGE } {
            stmt.lower_apart(Driver::new(), pass.region())
        } else {
            lower_nonempty!(S, stmt, pass.region())
        }
    }
}

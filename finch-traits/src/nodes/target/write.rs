//! Targets that are fibers with indices, before and while they are lowered.

use crate::description::WriteFacts;
use crate::knot::*;
use crate::looplet::OnWriteLooplet;
use crate::reduction::tile::InTile;
use crate::target::OnWriteFiber;
use crate::target::moved::Beyond;
use crate::target::waiting_target;
use core::fmt::Debug;

continuation! {
    struct ThenWrite<R, K>(rest: R, k: K);
    impl[T, R: RemainingIndices, K: OnTarget<(), T>] OnWriteFiber<T>: |fiber: F of WriteFiber| {
        k.call((), Write { fiber, rest, label: () })
    }
}

/// A target in a program: a fiber that is written, and the indices that no loop has bound yet.
#[derive(Clone, Copy, Debug)]
pub struct Write<F, R, M = ()> {
    pub(crate) fiber: F,
    pub(crate) rest: R,
    pub(crate) label: M,
}

impl<F: WriteFiber, R: RemainingIndices> Write<F, R> {
    /// Writes `fiber` at what is left in `rest`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(fiber: F, rest: R) -> Self {
        Write { fiber, rest, label: () }
    }
}

impl<F: WriteFiber, R: RemainingIndices, M: Label> Write<F, R, M> {
    /// Gives the target a name, which error messages and [`explain`](crate::explain) call it by.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn named(self, name: &'static str) -> Write<F, R, &'static str> {
        Write {
            fiber: self.fiber,
            rest: self.rest,
            label: name,
        }
    }
}

forward_cursor!([F, R, M] Write<F, R, M>);

impl<F: WriteFiber, R: RemainingIndices, M: Label> Target for Write<F, R, M> {
    type T = F::T;
    type Fill = SelectKnown<R::Declared, F::Fill, Unknown>;
    type Style = style::Invariant;
    type Output = R::Output;
    type IsScalar = R::IsEmpty;
    type IsAccumulator = No;
    type Short = F::Short;
    type Once = No;
    type Asked = F::Asked;
    type Alone<J: Nat, Axis: Nat> = R::Alone<J, Axis>;
    type FilledBy<J: Nat> = And<And<R::Declared, F::AnyOrder>, R::Alone<J, U0>>;
    type IsRowOf<N: Nat> = And<And<F::IsRow, R::Is<N>>, Not<F::Short>>;
    type IsRowBelow<J: Nat, N: Nat> = And<And<F::AnyOrder, R::IsBelow<J, N>>, Not<Or<F::Asked, F::Short>>>;
    const FIXED: Option<usize> = F::FIXED;
    const ATOMIC: bool = F::ATOMIC;
    type Empty = F::Fill;
    type Ordered<L: Loops> = And<R::Bound<L>, Or<R::Ascends<L>, F::AnyOrder>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        pass.write(
            Write {
                fiber: self.fiber,
                rest: self.rest,
                label: (),
            },
            k,
        )
    }

    type IsGathered = R::IsGathered;
    type Uses<V: Nat> = R::Uses<V>;
    type Given<V: Nat> = Write<F, R::Given<V>, M>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        let rest = self.rest.given::<V, U>(value, known);
        #[cfg(feature = "parallel")]
        if let Some(part) = Parts::of::<V, R::Output, U>(value) {
            // SAFETY: the storage is that of this output, by its number, and lasts as long as this statement: `Parts::new`.
            let fiber = unsafe { self.fiber.on(part) };
            return Write {
                fiber,
                rest,
                label: self.label,
            };
        }
        Write {
            fiber: self.fiber,
            rest,
            label: self.label,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<K: OnTarget<(), F::T>>(self, driver: Driver, k: K) {
        self.fiber.enter(driver, ThenWrite(self.rest, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<N: Nat, Len: TileLen, U: Taking<T = F::T>, K: OnTarget<(), F::T>>(
        self,
        _driver: Driver,
        region: Region,
        unfilled: U,
        k: K,
    ) {
        let then = InTile {
            region,
            unfilled,
            rest: self.rest,
            k,
            kind: PhantomData::<(Len, F::Fill)>,
        };
        self.traverse(Unfurl::<N>::part(region), then)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        self.rest.settle(self.fiber, pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, driver: Driver) -> F::T {
        self.fiber.load(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, driver: Driver, value: F::T) {
        self.fiber.store(driver, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Option<*mut F::T> {
        self.fiber.place()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<O: Reducer<F::T>>(self, driver: Driver, op: O, value: F::T) {
        branch!(if R::IsEmpty {
            self.fiber.combine(driver, op, value)
        } else {
            // Places that have values are looked up before.
            self.settle(Bind::at(0), Combining(op, value))
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat<O: Reducer<F::T>>(self, driver: Driver, op: O, value: F::T, count: usize) {
        branch!(if R::IsEmpty {
            self.fiber.repeat(driver, op, value, count)
        } else {
            self.settle(Bind::at(0), Repeating(op, value, count))
        })
    }

    fn infer<C: Check>(&self, check: &mut C) -> Result<()> {
        self.rest.infer(self.fiber.root(), self.label.name(), check)
    }

    fn describe(&self) -> TargetDescription {
        TargetDescription {
            rest: self.rest.describe(),
            label: self.label.name().into(),
            root: self.fiber.root(),
            ..TargetDescription::of::<Self>(TargetNode::Write(WriteFacts::of::<F>()))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, driver: Driver) {
        self.fiber.open(driver);
        if !R::IsChecked::VALUE {
            self.rest = self.rest.sized(driver, |axis| self.fiber.extent(driver, axis))
        }
    }

    fn join<O: Reducer<F::T>>(&self, driver: Driver, parts: &Parts, op: O) {
        if let Some(part) = parts.storage(R::Output::VALUE) {
            // SAFETY: the storage is that of this output, by its number, and its part is over: `Parts::new`.
            unsafe { self.fiber.join(driver, part.part, op) }
        }
    }
}

continuation! {
    struct Combining<O, T>(op: O, value: T);
    impl[P: Pass, T: Copy + 'static, O: Reducer<T>] OnTarget<P, T>: |_pass, target: W| {
        target.combine(Driver::new(), op, value)
    }
}

continuation! {
    struct Repeating<O, T>(op: O, value: T, count: usize);
    impl[P: Pass, T: Copy + 'static, O: Reducer<T>] OnTarget<P, T>: |_pass, target: W| {
        target.repeat(Driver::new(), op, value, count)
    }
}

continuation! {
    struct ThenUnfurled<R, K>(rest: R, k: K);
    impl[T, R: RemainingIndices, K: OnTarget<(), T>] OnWriteLooplet<T>: |looplet: L of WriteLooplet| {
        k.call((), UnfurledTarget { looplet, rest })
    }
}

/// A target that is being lowered: a looplet and what comes after its index.
#[derive(Clone, Copy, Debug)]
pub struct UnfurledTarget<L, R> {
    pub(crate) looplet: L,
    pub(crate) rest: R,
}

impl<L: WriteLooplet, R: RemainingIndices> UnfurledTarget<L, R> {
    /// `looplet`, with what comes after its index in `rest`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(looplet: L, rest: R) -> Self {
        UnfurledTarget { looplet, rest }
    }
}

forward_cursor!([L, R] UnfurledTarget<L, R>);

impl<L: WriteLooplet, R: RemainingIndices> Target for UnfurledTarget<L, R> {
    type T = L::T;
    type Fill = SelectKnown<R::Declared, L::Fill, Unknown>;
    type Style = L::Style;
    type Output = R::Output;
    waiting_target!();
    type Given<V: Nat> = UnfurledTarget<L, R::Given<V>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        UnfurledTarget::new(self.looplet, self.rest.given::<V, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnTarget<P, L::T>>(self, pass: P, k: K) {
        pass.write_looplet(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnTarget<(), L::T>>(self, coming: Coming<C, All>, k: K) {
        self.looplet.reserve(coming, ThenUnfurled(self.rest, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<O: Reducer<L::T>, E: Expr<T = L::T>>(self, driver: Driver, op: O, value: E, region: Region) {
        self.looplet.look_up(driver, self.rest, op, value, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<K: OnTarget<(), L::T>>(self, k: K) {
        self.looplet.short_blocks(Driver::new(), self.rest, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved<K: OnTarget<(), L::T>>(self, by: usize, k: K) {
        k.call((), UnfurledTarget::new(Shift::new(self.looplet, by), self.rest))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn permitted<K: OnTarget<(), L::T>>(self, by: isize, limits: Range<isize>, k: K) {
        k.call(
            (),
            UnfurledTarget::new(Beyond::new(self.looplet, by, limits), self.rest),
        )
    }

    fn describe(&self) -> TargetDescription {
        let style = L::Style::KIND;
        TargetDescription {
            rest: self.rest.describe(),
            ..TargetDescription::of::<Self>(TargetNode::Unfurled { style, child: None })
        }
    }
}

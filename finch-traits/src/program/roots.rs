//! The roots of what a program writes, as its accesses hold them.

use crate::expr::current::Current;
use crate::expr::variable::same_type;
use crate::fiber::{OnFiber, unfurl_opened};
use crate::parts::Storage;
use crate::reduction::tile::row::RowTile;
use crate::target::OnWriteFiber;
use crate::total::Once;
use crate::unfilled::Room;
use crate::upper::*;

/// The root of an output, for writing: opened once for each pass that writes it.
#[derive(Clone, Copy, Debug)]
pub struct OutputRoot<H: Output> {
    handle: H,
    /// The root, once the output is open: base pointers that stay in registers.
    open: Option<H::Fiber>,
}

impl<H: Output> OutputRoot<H> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(handle: H) -> Self {
        OutputRoot { handle, open: None }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber(self) -> H::Fiber {
        match self.open {
            Some(fiber) => fiber,
            None => crate::total::never(),
        }
    }
}

/// `handle` by the address `root`, if there is one.
///
/// # Safety
///
/// As for [`Output::by_root`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn by_root<H: Output>(handle: H, root: Option<*const ()>) -> H {
    match root {
        Some(root) => {
            promise!(root == handle.root(), "an output has one address in a statement");
            // SAFETY: as the caller promises.
            unsafe { handle.by_root(root) }
        }
        None => handle,
    }
}

/// Forwards to the root that `fiber` opens.
macro_rules! forward_to_fiber {
    ($handle:tt, row $row:ty) => {
        type T = H::T;
        type Fill = <H::Fill as Fill<H::T>>::Known;
        type Short = <H::Fiber as WriteFiber>::Short;
        type Asked = <H::Fiber as WriteFiber>::Asked;
        type AnyOrder = <H::Fiber as WriteFiber>::AnyOrder;
        type IsRow = $row;
        const FIXED: Option<usize> = H::Fiber::FIXED;
        const ATOMIC: bool = H::Fiber::ATOMIC;
        const TOGETHER: usize = H::Fiber::TOGETHER;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn unfurl<P: Pass, R: RemainingIndices, K: OnTarget<P, H::T>>(self, pass: P, rest: R, k: K) {
            self.fiber().unfurl(pass, rest, k)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn enter<K: OnWriteFiber<H::T>>(self, driver: Driver, k: K) {
            self.fiber().enter(driver, k)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn load(self, driver: Driver) -> H::T {
            self.fiber().load(driver)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn store(self, driver: Driver, value: H::T) {
            self.fiber().store(driver, value)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn combine<O: Reducer<H::T>>(self, driver: Driver, op: O, value: H::T) {
            self.fiber().combine(driver, op, value)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat<O: Reducer<H::T>>(self, driver: Driver, op: O, value: H::T, count: usize) {
            self.fiber().repeat(driver, op, value, count)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn root(&self) -> Option<*const ()> {
            Some(self.$handle.root())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn extent(&self, driver: Driver, axis: usize) -> Option<usize> {
            self.$handle.extent_of_open(driver, axis)
        }

        fn describe() -> WriteDescription {
            H::Fiber::describe()
        }
    };
}

// SAFETY: forwards to the root that was opened; the program has declared or thawed it.
unsafe impl<H: Output> WriteFiber for OutputRoot<H> {
    // What is written at the root is large, and other operands are, of which a tile would need all.
    forward_to_fiber!(handle, row No);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(&self) -> Option<Room<H::T>> {
        self.fiber().room()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, driver: Driver) {
        self.open = Some(self.handle.fiber(driver))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, driver: Driver, root: Option<*const ()>) -> Self {
        // SAFETY: as the caller promises.
        let handle = unsafe { by_root(self.handle, root) };
        let open = Some(handle.fiber(driver));
        OutputRoot { handle, open }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, part: Storage) -> Self {
        // SAFETY: the caller promises of the storage what `Output::on` asks for.
        let handle = unsafe { self.handle.on(part.part) };
        // SAFETY: the storage was made for the indices from this one on, which are those of the part.
        let open = Some(unsafe { handle.fiber(Driver::new()).behind(part.from) });
        OutputRoot { handle, open }
    }

    unsafe fn join<O: Reducer<H::T>>(&self, driver: Driver, part: *mut (), op: O) {
        // SAFETY: as in `on`, the caller promises it.
        let part = unsafe { self.handle.on(part) };
        for (to, from) in self.handle.values(driver).iter().zip(part.values(driver)) {
            to.set(op.combine(to.get(), from.get()))
        }
    }
}

// SAFETY: as `Output` promises of handles that may go to other threads.
unsafe impl<H: Output + Send> Send for OutputRoot<H> {}
// SAFETY: as above.
unsafe impl<H: Output + Sync> Sync for OutputRoot<H> {}

/// The root of a workspace, for writing: opened each time it is unfurled, because it is declared each time.
#[derive(Clone, Copy, Debug)]
pub struct WorkspaceRoot<H>(H);

impl<H: Output> WorkspaceRoot<H> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(handle: H) -> Self {
        WorkspaceRoot(handle)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber(self) -> H::Fiber {
        self.0.fiber(Driver::new())
    }
}

// SAFETY: forwards to the root that the handle opens; the workspace's statement has declared it.
unsafe impl<H: Output> WriteFiber for WorkspaceRoot<H> {
    // It is filled again and again, by rows of other operands: it is one of them.
    forward_to_fiber!(0, row <H::Fiber as WriteFiber>::IsRow);

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, _driver: Driver, root: Option<*const ()>) -> Self {
        // SAFETY: as the caller promises.
        WorkspaceRoot(unsafe { by_root(self.0, root) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, part: Storage) -> Self {
        // SAFETY: as in `on`, the caller promises it.
        WorkspaceRoot(unsafe { self.0.on(part.part) })
    }
}

/// The root of a workspace, or of an output in a pass that does not write it, for reading: opened when it is unfurled.
/// That of output number `N` of the program.
pub struct ReadRoot<H: Output, N> {
    handle: H,
    /// The value of a workspace that has only one, once it is filled.
    value: Option<H::T>,
    number: PhantomData<N>,
}

copied!([H: Output, N] ReadRoot<H, N>);

impl<H: Output, N> core::fmt::Debug for ReadRoot<H, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("ReadRoot").field(&self.handle).finish()
    }
}

impl<H: Reread, N> ReadRoot<H, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(handle: H) -> Self {
        ReadRoot {
            handle,
            value: None,
            number: PhantomData,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open<P: Pass>(&self, pass: &P) -> H::Reading {
        let root = self.handle.reading(Driver::new());
        // SAFETY: this is the access, which was sized by the loops.
        unsafe { pass.assume_extent(root.dim(0)) }
        root
    }
}

// SAFETY: forwards to the root that the handle opens; the program has frozen it, since the scope refuses places of a
// workspace that would be looked up before it is filled, and its shape does not change while the program runs.
unsafe impl<H: Reread, N: Nat> Fiber for ReadRoot<H, N> {
    type T = H::T;
    type Known = <H::Reading as Fiber>::Known;
    type RuntimeKnown = Yes;
    type Dense = <H::Reading as Fiber>::Dense;
    type DenseBelow = <H::Reading as Fiber>::DenseBelow;
    const FIXED: Option<usize> = H::Reading::FIXED;

    unfurl_opened!(|root, pass| root.open(&pass));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self) -> H::T {
        H::Fill::value()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(self, driver: Driver) -> H::T {
        match self.value {
            Some(value) => value,
            None => self.handle.reading(driver).value(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn filled<V: Nat, U: Copy + 'static>(mut self, value: U) -> Self {
        if V::Eq::<Apart<N>>::VALUE {
            self.value = same_type(value)
        }
        #[cfg(feature = "parallel")]
        if let Some(part) = Parts::of::<V, N, U>(value) {
            // SAFETY: the storage is that of output `N`, which this is the root of, and lasts as long as this statement: `Parts::new`.
            self.handle = unsafe { self.handle.on(part.part) }
        }
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_tile<V: Nat, Len: TileLen, U: Copy + 'static, K: OnFiber<H::T>>(self, tile: RowTile<U, Len>, k: K) {
        branch!(if N::Eq<V> { k.call(tile.of_type::<H::T>()) } else { k.call(self) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, root: Option<*const ()>) -> Self {
        // SAFETY: as the caller promises.
        let handle = unsafe { by_root(self.handle, root) };
        ReadRoot { handle, ..self }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn current<Out: Nat, Own: Bool, I: IndexList, P: Pass, K: OnExpr<P, H::T>>(
        self,
        driver: Driver,
        indices: I,
        pass: P,
        k: K,
    ) {
        let (handle, absent) = (self.handle, H::Fill::value());
        let (once, other) = (Once, Once);
        // Not by `branch!`, see `Recall`.
        Own::branch(
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                once.used_up();
                let mut write = Write::new(WorkspaceRoot::new(handle), Place::<Out, No, I>::new(indices));
                write.open(driver);
                k.call(pass, Current::<_, H::T, Own>::new(write, absent))
            },
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || {
                other.used_up();
                let mut write = Write::new(OutputRoot::new(handle), Place::<Out, No, I>::new(indices));
                write.open(driver);
                k.call(pass, Current::<_, H::T, Own>::new(write, absent))
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sense(&self, driver: Driver) -> Knowledge {
        self.handle.reading(driver).knowledge()
    }

    fn dim(&self, _axis: usize) -> Option<usize> {
        None
    }

    fn extent(&self, driver: Driver, axis: usize) -> Option<usize> {
        self.handle.extent_of_open(driver, axis)
    }

    fn root(&self) -> Option<*const ()> {
        Some(self.handle.root())
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        H::Reading::describe(protocol)
    }
}

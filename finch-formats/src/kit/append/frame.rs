//! The frame of a fiber that is appended to: which indices come too late, and when room is made.

use super::NewChild;
use crate::buffer::{MODEST, rooms};
use crate::imports::*;
use crate::kit::faults::{too_large, written_twice};
use finch_traits::cursor::Cursor;
use finch_traits::looplet::{Coming, OnWriteLooplet};

/// The smallest index that may come in `fiber`, which is not behind the last one that was appended to. No index is that
/// large if the fiber lies before it.
#[cold]
#[inline(never)]
fn floor<A: Append>(level: &A, open: usize, fiber: usize) -> usize {
    if fiber < open { usize::MAX } else { level.floor(fiber) }
}

/// Makes room for the entry of `index`, which comes next in the open fiber, where `len` positions are in use. Returns
/// how much room there is now, or 0 after it has raised a fault: there is no memory, or the index is below what an
/// earlier loop appended.
#[cold]
#[inline(never)]
fn make_room<A: Append>(level: &mut A, driver: Driver, state: A::State, len: usize, index: usize) -> usize {
    let WriteProgress { room, fiber, floor, .. } = *level.progress(driver);
    let at = A::place(state, len, index);
    let made = if index < floor {
        Err(A::too_late(fiber, index))
    } else if at < room {
        // The frame had not made use of it, or there is no room for something else.
        grow(level, driver, state, len, [room, room])
    } else if at >= A::MOST {
        Err(too_large::<A>(fiber, at))
    } else {
        let rooms = rooms_of(level, len, at + 1, A::MOST, fiber);
        grow(level, driver, state, len, rooms)
    };
    match made {
        Ok(()) => level.progress(driver).room,
        Err(fault) => {
            fault::raise(fault);
            0
        }
    }
}

/// Makes room for `more` entries of the open fiber, where `len` positions are in use. They may be more than can be
/// counted: what comes may be less. Says whether there is as much room, and has raised a fault if there is not.
#[cold]
#[inline(never)]
fn make_room_for<A: Append>(level: &mut A, driver: Driver, state: A::State, len: usize, more: usize) -> bool {
    let fiber = level.progress(driver).fiber;
    let rooms = rooms_of(level, len, len.saturating_add(more), usize::MAX, fiber);
    if let Err(fault) = grow(level, driver, state, len, rooms) {
        fault::raise(fault)
    }
    let room = level.progress(driver).room;
    room >= len && room - len >= more
}

/// For how many positions room is made if at least as many as are `wanted` are to fit, and at most `most`, while `fiber` is written: the
/// first number, or the second if there is not that much memory. All that there is memory for, if that will do.
fn rooms_of<A: Append>(level: &A, len: usize, wanted: usize, most: usize, fiber: usize) -> [usize; 2] {
    match level.capacity().min(A::MOST) {
        capacity if capacity >= wanted => [capacity, wanted],
        _ => rooms(len, wanted, most, [fiber, level.assembled()]),
    }
}

/// Makes room for the first number of positions for which there is memory.
fn grow<A: Append>(level: &mut A, driver: Driver, state: A::State, len: usize, rooms: [usize; 2]) -> Result<(), Fault> {
    let fiber = level.progress(driver).fiber;
    // SAFETY: the frame has put so many.
    unsafe { level.settle(driver, state, len) };
    let mut grown = Ok(());
    for room in rooms {
        let outcome = level.grow(driver, len, room);
        grown = outcome.map_err(|fault| fault.unwrap_or(too_large::<A>(fiber, len)));
        if grown.is_ok() {
            level.progress(driver).room = room;
            break;
        }
    }
    grown
}

/// The looplet of a fiber that is being written by appending. It is `Copy`; how far the fiber is written is kept in the frame that opened
/// it.
///
/// `Asks` says whether it has to ask for room with each entry ([`Yes`]), or whether room for all of them was made beforehand ([`No`]).
pub struct Appending<A: Append, D, Asks = Yes> {
    pub(crate) fiber: PointerFiber<A, D>,
    pub(crate) frame: Lent<Frame<Tip<A>, A::State>>,
    asks: PhantomData<Asks>,
}

/// How far a fiber is written, and where it goes on: lives in the frame that opened it, so in registers.
pub(crate) struct Frame<Tip, State> {
    /// How many positions are in use.
    pub(crate) len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    /// Where entries go.
    pub(crate) tip: Cell<Tip>,
    /// What the level remembers.
    pub(crate) state: Cell<State>,
}

crate::copied!([A: Append, D: Copy, Asks] Appending<A, D, Asks>);

crate::shown!([A: Append, D, Asks] Appending<A, D, Asks> |it| level: A::NAME, position: it.fiber.position);

/// Opens a fiber for as long as `then` appends to it. `index` is the first one that may come, if that is known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn open<A: Append, D: Dirty>(
    fiber: PointerFiber<A, D>,
    driver: Driver,
    index: Option<usize>,
    then: impl FnOnce(Appending<A, D>),
) {
    let position = fiber.position;
    // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
    // child is written.
    let level = unsafe { &mut *fiber.level };
    let progress = level.progress(driver);
    // The frame below keeps what it appends to itself until it ends, so there must be no other.
    if progress.busy {
        return fault::raise(written_twice::<A>(position, index));
    }
    let open = progress.open;
    let start = level.used();
    // Everything may come behind the last fiber that was appended to, nothing before it.
    let floor = if position > open {
        0
    } else {
        floor(level, open, position)
    };
    if let Err(fault) = level.prepare(driver, position, floor) {
        return fault::raise(fault);
    }
    let progress = level.progress(driver);
    (progress.busy, progress.fiber, progress.floor) = (true, position, floor);
    let frame = Frame {
        len: Cell::new(start),
        // Where an earlier loop has appended, the first index is checked, as if there were no room.
        room: Cell::new(if floor == 0 { progress.room } else { start }),
        state: Cell::new(level.begin(position, floor)),
        // SAFETY: the level is valid, and what is below is written by this frame only.
        tip: Cell::new(unsafe { Tip::of(driver, fiber.level) }),
    };
    then(Appending {
        fiber,
        // SAFETY: `then` uses it while this frame exists.
        frame: unsafe { Lent::new(&frame) },
        asks: PhantomData,
    });
    let put = frame.len.get();
    // SAFETY: as above; the child is not being written any more.
    let level = unsafe { &mut *fiber.level };
    let mut len = put;
    if A::Announced::VALUE && put > A::MOST {
        // There was room for more than can be counted: the rest is dropped.
        fault::raise(too_large::<A>(position, put));
        len = A::MOST
    }
    // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
    if put != start {
        // SAFETY: the frame has put that many, or there were as many before.
        unsafe { level.settle(driver, frame.state.get(), len) };
        // SAFETY: the fiber is assembled.
        unsafe { level.close(driver, position, frame.state.get(), start, len) };
        level.progress(driver).open = position
    }
    level.progress(driver).busy = false
}

// SAFETY: the position is assembled; entries are put only where there is room; fibers and indices that come too late
// are refused.
unsafe impl<A: Append> WriteByPointer for A {
    type AnyOrder = <A::New as NewChild>::AnyOrder;
    const TOGETHER: usize = A::TOGETHER;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<A::T>>(fiber: PointerFiber<A, D>, then: U) {
        let (driver, first) = (then.driver(), then.first());
        open(
            fiber,
            driver,
            Some(first),
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |append| A::unfurl(append, then),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<A::T>>(fiber: PointerFiber<A, D>, driver: Driver, k: K) {
        <A as Append>::enter(fiber, driver, k)
    }

    fn describe<D: Dirty>(fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        <A as Append>::describe(fiber)
    }
}

impl<A: Append, D: Dirty, Asks: Bool> Appending<A, D, Asks> {
    /// Makes room for the entry of `index`; false after it has raised a fault.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(self, driver: Driver, index: usize) -> bool {
        let Appending { fiber, frame, .. } = self;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *fiber.level };
        let (state, len) = (frame.state.get(), frame.len.get());
        let room = make_room(level, driver, state, len, index);
        if room == 0 {
            return false;
        }
        frame.room.set(room);
        frame.state.set(level.reload(state));
        // SAFETY: the level is valid, and what is below is written by this frame only.
        frame.tip.set(unsafe { Tip::of(driver, fiber.level) });
        true
    }

    /// Whether there is room for an entry of `index` at position `at`, which is made if it `Asks`; false after it has raised a
    /// fault.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has_room(self, driver: Driver, at: usize, index: usize) -> bool {
        let frame = self.frame;
        !Asks::VALUE || !A::is_full(frame.state.get(), at, frame.room.get()) || self.make_room(driver, index)
    }

    /// Hands the entry of the next index to `k`, and keeps it if it was assigned; what else is to be put at its
    /// position is put by `also`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn append<R: RemainingIndices, K: OnTarget<Bind, A::T>>(
        self,
        pass: Bind,
        rest: R,
        k: K,
        also: impl FnOnce(Tip<A>, usize),
    ) {
        let (frame, index) = (self.frame, pass.index());
        let len = frame.len.get();
        let at = A::place(frame.state.get(), len, index);
        if !self.has_room(pass.driver(), at, index) {
            return;
        }
        let (stage, dirty) = (A::New::stage(), Cell::new(false));
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let fiber = unsafe { A::New::fresh(frame.tip.get().below, at, &stage, Lent::new(&dirty)) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            also(frame.tip.get(), at);
            // SAFETY: there is room for the position.
            let state = unsafe { A::put(frame.tip.get(), frame.state.get(), len, at, index, stage) };
            frame.state.set(state);
            frame.len.set(at + 1);
            self.fiber.dirty.set()
        }
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor. Entries are appended only where there is room: if none is asked for, the driver binds no more indices than
// it has announced, and the first one was compared with the floor, or there is none; or there is room for all indices of the fiber,
// each of which is appended once.
unsafe impl<A: Append, D: Dirty, Asks: Bool> WriteLooplet for Appending<A, D, Asks> {
    looked_up! { A::T, <A::Fill as Fill<A::T>>::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnWriteLooplet<A::T>>(self, coming: Coming<C, All>, k: K) {
        branch!(if Not<And<Asks, A::Announced>> {
            k.call(self)
        } else {
            branch!(if All {
                if let Some(reserved) = self.reserved(coming) {
                    k.call(reserved)
                }
            } else {
                // Where there is room already nothing is wasted.
                let frame = self.frame;
                if coming.at_most() > frame.room.get() - frame.len.get() && !self.may_waste(coming) {
                    k.call(self)
                } else if let Some(reserved) = self.reserved(coming) {
                    k.call(reserved)
                }
            })
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, A::T>>(self, pass: Bind, rest: R, k: K) {
        A::bind(self, pass, rest, k)
    }
}

impl<A: Append, D: Dirty, Asks: Bool> Appending<A, D, Asks> {
    /// This fiber with room for the indices that are coming. `None` after it has raised a fault.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserved<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> Option<Appending<A, D, No>> {
        let Appending { fiber, frame, .. } = self;
        let (driver, more, len) = (coming.driver(), coming.at_most(), frame.len.get());
        // Where an earlier loop has appended there is no room, as if there were no memory.
        if more > frame.room.get() - len {
            cold_path();
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
            // child is written.
            let level = unsafe { &mut *fiber.level };
            let (state, floor) = (frame.state.get(), level.progress(driver).floor);
            if floor > 0 {
                match coming.first() {
                    Some(first) if first >= floor => {}
                    first => {
                        if let Some(first) = first {
                            fault::raise(A::too_late(fiber.position, first))
                        }
                        return None;
                    }
                }
            }
            let more = A::at_most(state, len, more);
            if more > level.progress(driver).room - len && !make_room_for(level, driver, state, len, more) {
                return None;
            }
            frame.room.set(level.progress(driver).room);
            frame.state.set(level.reload(state));
            // SAFETY: the level is valid, and what is below is written by this frame only.
            frame.tip.set(unsafe { Tip::of(driver, fiber.level) })
        }
        Some(Appending {
            fiber,
            frame,
            asks: PhantomData,
        })
    }

    /// This fiber where none of its entries asks for room. Whoever calls it knows that there is room for all of its indices, that no index
    /// comes too late, and that each index has one entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with_room(self) -> Appending<A, D, No> {
        let Appending { fiber, frame, .. } = self;
        Appending {
            fiber,
            frame,
            asks: PhantomData,
        }
    }

    /// Whether room is made for what is coming if some of it may be left out. Room for what is left out is wasted. Where an earlier
    /// loop has appended each index is compared with the floor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_waste<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> bool {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let floor = unsafe { &mut *self.fiber.level }.progress(coming.driver()).floor;
        floor == 0 && coming.at_most() <= self.frame.len.get().max(MODEST)
    }
}

// SAFETY: the position is assembled, and the frame is open.
unsafe impl<A: Append, D: Dirty, Asks: Bool> Insert for Appending<A, D, Asks> {
    type Asked = D::Asked;
    type AnyOrder = <A::New as NewChild>::AnyOrder;
    const TOGETHER: usize = A::TOGETHER;
}

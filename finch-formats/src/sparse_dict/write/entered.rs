//! One fiber of a dictionary that is being written, and what is done at its indices.

use super::Owned;
use crate::imports::*;
use crate::sparse_dict::key::KeyOf;
use crate::sparse_dict::slots::{Found, Given};
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::compiler_fence;

/// One fiber that is being written. `Alone` says whether one loop has the level to itself: nothing else writes it before the loop
/// is over. Then what is below may be moved whenever nobody is writing there, which is between two indices.
#[derive(Debug)]
pub struct SparseDictWrite<L, P: Width, I: Width, S: Width, D, Alone> {
    pub(super) fiber: PointerFiber<Owned<L, P, I, S>, D>,
    pub(super) alone: PhantomData<Alone>,
}

crate::copied!([L, P: Width, I: Width, S: Width, D: Copy, Alone] SparseDictWrite<L, P, I, S, D, Alone>);

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Slots are numbers that fit their type, and pointers count them.
    pub(super) const MOST: usize = if S::MAX < P::MAX { S::MAX + 1 } else { P::MAX };

    /// The slot of `index` of `fiber`, which is filled if it is new. `None` if there is no room for it, and a fault is raised.
    #[cold]
    #[inline(never)]
    fn enter<Alone: Bool>(&mut self, driver: Driver, fiber: usize, index: usize) -> Option<Given> {
        let (found, key) = (self.slots.find(fiber, index), KeyOf::<I>::new(fiber, index));
        // Where an index has a slot, loops beside this one may need more: now there may be nobody below who must not be moved.
        let asks = found.is_none() || !Alone::VALUE && self.slots.flights == 0;
        if asks && let Err(fault) = self.make_room::<Alone>(driver, fiber, index) {
            fault::raise(fault);
            return None;
        }
        let slots = &mut self.slots;
        slots.flights += usize::from(!Alone::VALUE);
        let Some(slot) = found else {
            let slot = slots.give(if Alone::VALUE { key } else { key.pending() });
            let unasked = Cell::new(false);
            // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only; nothing else
            // accesses the child.
            let _ = unsafe { L::writing(&raw mut self.child).fresh(slot, Lent::new(&unasked)) };
            return Some(Given::new(slot, true));
        };
        Some(Given {
            slot,
            is_new: false,
            was_stored: slots.keys[slot] == key,
        })
    }

    /// Makes room for the slots that may be needed before what is below can be moved again.
    fn make_room<Alone: Bool>(&mut self, driver: Driver, fiber: usize, index: usize) -> Result<(), Fault> {
        let (too_large, slots) = (faults::too_large::<Self>(fiber, index), &mut self.slots);
        // The table grows by itself: as large as for `room` entries it would be looked up in more memory than need be.
        if !slots.make_room_in_table() {
            return Err(too_large);
        }
        let (len, spare) = (slots.keys.len(), usize::from(Alone::VALUE && !slots.free.is_empty()));
        let wanted = len + slots.wanted::<Alone>() - spare;
        if wanted <= slots.room {
            return Ok(());
        }
        if !Alone::VALUE && slots.flights > 0 {
            // Others are writing below: it cannot be moved. Room was made for as many as there were frames.
            return Err(faults::written_twice::<Self>(fiber, index));
        }
        if wanted > Self::MOST {
            return Err(too_large);
        }
        let least = slots.hint.max(wanted).max(4);
        let room = len.saturating_mul(2).max(least).min(Self::MOST);
        slots.keys.try_reserve(room - len).map_err(|_| too_large)?;
        self.child.reserve(driver, room)?;
        self.slots.room = room;
        Ok(())
    }
}

// SAFETY: the position is assembled: any number below the marks is a fiber.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width, D: Dirty, Alone: Bool> Insert
    for SparseDictWrite<L, P, I, S, D, Alone>
{
    type Asked = D::Asked;
    type AnyOrder = <ChildOf<L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<L> as WriteFiber>::TOGETHER);
}

// SAFETY: the slot of an index is its own, and the child has room for it; while it is written nothing below is moved.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width, D: Dirty, Alone: Bool> WriteLooplet
    for SparseDictWrite<L, P, I, S, D, Alone>
{
    looked_up! { L::T, <L::Fill as Fill<L::T>>::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (level, position, parent) = (self.fiber.level, self.fiber.position, self.fiber.dirty);
        let index = pass.index();
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let dict = unsafe { &mut *level };
        promise!(index < dict.extent);
        let found = dict.slots.look_up::<Alone>(position, index);
        // The one writes the slot that an index was given, which is to be filled if it `is_fresh`; the other gives a slot.
        let (write, enter) = (
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |given: Given, is_fresh: bool| {
                // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds. Loops beside this one that
                // write the same index have the same one: the outermost of them keeps the slot or gives it back.
                let (own, mut is_shared) = (Cell::new(given.was_stored), false);
                let dirty = if !Alone::VALUE && L::NeedsFlag::VALUE {
                    // SAFETY: the level outlives the program's use of it; this borrow ends here.
                    let (flag, shared) = unsafe { (*level).slots.flag(given.slot) };
                    // SAFETY: there is a flag for each loop that has begun, and no other begins while something below an index is written, so
                    // that none is moved meanwhile; they are read and written by such cells alone.
                    let flag = unsafe { &*flag.cast::<Cell<bool>>() };
                    if !shared {
                        flag.set(given.was_stored)
                    }
                    is_shared = shared;
                    flag
                } else {
                    &own
                };
                // SAFETY: the child has room for all slots, and nothing else accesses it.
                let child = unsafe { L::writing(&raw mut (*level).child) };
                if is_fresh {
                    // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only.
                    let _ = unsafe { child.fresh(given.slot, Lent::new(dirty)) };
                    // What was filled is read again, instead of being known: else what comes of it is computed beforehand, for every
                    // index, new or not.
                    compiler_fence(SeqCst);
                }
                // SAFETY: the slot was handed out, now or before, or was there when the level was opened.
                let fiber = unsafe { child.fiber(given.slot, Lent::new(dirty)) };
                k.call(pass, Write::new(fiber, rest));
                // SAFETY: the level outlives the program's use of it; the child is not being written any more.
                let slots = unsafe { &mut (*level).slots };
                if !Alone::VALUE {
                    slots.flights -= 1;
                    if L::NeedsFlag::VALUE && !is_shared {
                        slots.return_flag()
                    }
                    if !is_shared {
                        slots.leave(given, dirty.get())
                    }
                } else if !dirty.get() {
                    slots.drop_slot(given.slot)
                }
                if dirty.get() {
                    parent.set()
                }
            },
            // SAFETY: as above.
            #[cfg_attr(not(debug_assertions), inline(always))]
            move || unsafe { (*level).enter::<Alone>(pass.driver(), position, index) },
        );
        branch!(if R::IsEmpty {
            // At a leaf there is little to do, so it is done in each case: neither waits for the other, and what a new index
            // holds is known.
            match found {
                Found::Known(given) => write(given, false),
                Found::New(given) => write(given, true),
                Found::Unknown => {
                    if let Some(given) = enter() {
                        write(given, false)
                    }
                }
            }
        } else {
            // Elsewhere it is compiled once.
            let given = match found {
                Found::Known(given) => Some((given, false)),
                Found::New(given) => Some((given, true)),
                Found::Unknown => enter().map(|given| (given, false)),
            };
            if let Some((given, is_fresh)) = given {
                write(given, is_fresh)
            }
        })
    }
}

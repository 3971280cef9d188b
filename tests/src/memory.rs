//! How much memory is taken, counted by thread: for tests whose binary says `#[global_allocator] static COUNTING: Counting = Counting;`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's memory, counted.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    /// What is held now, and the most that was.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
    /// How much may be held: beyond that, large requests are refused.
    static MOST: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// What is no larger is never refused: messages, headers, buffers.
const SMALL: usize = 1 << 16;

/// So many bytes are refused.
fn is_refused(bytes: usize) -> bool {
    let beyond = || MOST.get().saturating_sub(held()) < bytes as isize;
    bytes > SMALL && MOST.try_with(|_| beyond()).unwrap_or(false)
}

/// This thread has taken so many bytes, or given them back. Nobody asks at the end of a thread.
fn count(bytes: isize) {
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)))
    });
}

// SAFETY: all calls are forwarded; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return core::ptr::null_mut();
        }
        count(layout.size() as isize);
        // SAFETY: says the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: says the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How many bytes this thread has taken and not given back.
pub fn held() -> isize {
    HELD.get().0
}

/// What `run` returns, the most that this thread holds meanwhile beyond what it held, and what it holds more behind it.
pub fn counted<T>(run: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = held();
    HELD.set((before, before));
    let made = run();
    let (now, most) = HELD.get();
    (made, (most - before) as usize, (now - before) as usize)
}

/// What `run` returns if this thread may hold so many bytes more than it does. Large requests beyond that fail as if there were no
/// memory: where nobody asks whether they did, the process ends.
pub fn limited<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    MOST.set(held().saturating_add_unsigned(bytes));
    let made = run();
    MOST.set(isize::MAX);
    made
}

//! How much memory is taken: little, whatever a file claims, and by conversions one copy beside what they make, at most.

mod conversions;
mod matrix_market;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's memory, counted.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are forwarded; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: says the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: says the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What others allocate at the same time would be counted.
static ALONE: Mutex<()> = Mutex::new(());

/// What `run` returns, the most that it has allocated at a time, and what it has left allocated.
fn counted<T>(run: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let made = run();
    let (now, peak) = (NOW.load(Ordering::Relaxed), PEAK.load(Ordering::Relaxed));
    (made, peak - before, now - before)
}

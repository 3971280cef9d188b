//! The threads of rayon's pool: who of them takes which part of a loop, and whether they sleep in between.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread::LocalKey;
use std::time::{Duration, Instant};

/// How long a thread waits for work before it may sleep.
const PATIENCE: Duration = Duration::from_millis(2);

thread_local! {
    /// Who this thread keeps awake.
    static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
    /// Whether this thread waits for work, or keeps others awake, which do.
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

/// Sets a value of this thread, and what it was before when it is dropped. While its thread ends there may be none any more.
struct Set<T: 'static> {
    to: &'static LocalKey<Cell<T>>,
    before: Option<T>,
}

impl<T> Set<T> {
    fn to(to: &'static LocalKey<Cell<T>>, value: T) -> Self {
        let before = to.try_with(|to| to.replace(value)).ok();
        Set { to, before }
    }
}

impl<T> Drop for Set<T> {
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = self.to.try_with(|to| to.set(before));
        }
    }
}

/// Threads that are kept awake.
struct Kept {
    goes_on: Arc<AtomicBool>,
    /// When they were told to wait for work.
    told: Instant,
}

impl Kept {
    /// Tells all threads of the pool that the caller is in to wait for work.
    fn tell() -> Self {
        let goes_on = Arc::new(AtomicBool::new(true));
        let kept = Kept {
            goes_on,
            told: Instant::now(),
        };
        kept.tell_all();
        kept
    }

    fn tell_all(&self) {
        let goes_on = Arc::clone(&self.goes_on);
        rayon::spawn_broadcast(move |_| wait(&goes_on))
    }

    /// Tells them once more if they may be about to sleep.
    fn tell_again(&mut self) {
        if self.told.elapsed() > PATIENCE / 2 {
            self.told = Instant::now();
            self.tell_all()
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed)
    }
}

/// Works on whatever the pool has to do, until it has had nothing for a while, or this does not go on.
fn wait(goes_on: &AtomicBool) {
    if WAITS.get() {
        return;
    }
    let _waits = Set::to(&WAITS, true);
    let mut idle = Instant::now();
    while goes_on.load(Ordering::Relaxed) && idle.elapsed() < PATIENCE {
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) => idle = Instant::now(),
            _ => core::hint::spin_loop(),
        }
    }
}

/// Calls `work` on this thread, and keeps the other threads of the rayon pool that the caller is in awake until it is over.
///
/// A thread that has nothing to do sleeps after some ten microseconds, and takes up to twenty to wake up, which is what a product of a
/// sparse matrix of 30 000 entries takes. Here threads wait for the next [parallel loop](super::Program::run_parallel) for two milliseconds
/// before they may sleep, and work on whatever else the pool has to do. Loops in `work` that write dense outputs, each part its own
/// places, are cut into parts of a fourth of the usual size. It is worth its while where small loops follow each other, as in the rounds of a solver,
/// on processors that have nothing else to do: waiting takes all of their time.
///
/// ```
/// use finch_traits::program::keep_awake;
///
/// let rounds = keep_awake(|| {
///     // Parallel loops.
///     10
/// });
/// assert_eq!(rounds, 10);
/// ```
///
/// # Panics
///
/// Panics of `work` go on in the caller.
pub fn keep_awake<R>(work: impl FnOnce() -> R) -> R {
    // Nobody tells the caller to wait, in whose loops it would.
    let _waits = Set::to(&WAITS, true);
    let _kept = Set::to(&KEPT, Some(Kept::tell()));
    work()
}

/// Whether the caller [keeps](keep_awake) threads awake, which it tells to go on waiting.
pub(super) fn is_awake() -> bool {
    // Not while the thread ends.
    let mut kept = KEPT.try_with(Cell::take).ok().flatten();
    let is_awake = kept.as_mut().map(Kept::tell_again).is_some();
    let _ = KEPT.try_with(|to| to.set(kept));
    is_awake
}

/// Calls `work` with each number below `parts`, in this order, on as many threads as there are.
pub(super) fn each_on_pool(parts: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    on_pool(parts, &|| take(&next, parts, work))
}

/// Calls `work` with each number below `parts`, on as many threads as there are: each begins with numbers that belong to it, and takes
/// over from others what they have not begun. A loop that runs again finds what it reads and writes in the caches of its processor.
pub(super) fn each_at_home(parts: usize, work: &(dyn Fn(usize) + Sync)) {
    let threads = rayon::current_num_threads().min(parts).min(MOST_HOMES);
    let starts = |home: usize| home * parts / threads;
    let next: [AtomicUsize; MOST_HOMES] = core::array::from_fn(|home| AtomicUsize::new(starts(home)));
    on_pool(parts, &|| {
        let own = rayon::current_thread_index().unwrap_or(0);
        for home in own..own + threads {
            let home = home % threads;
            take(&next[home], starts(home + 1), work)
        }
    })
}

/// How many threads can have numbers that belong to them.
const MOST_HOMES: usize = 64;

/// Calls `work` with each number that is taken from `next`, below `end`.
fn take(next: &AtomicUsize, end: usize, work: &(dyn Fn(usize) + Sync)) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            return;
        }
        work(number)
    }
}

/// Runs `work` on as many threads as there are, at most `parts`; the caller is one of them.
fn on_pool(parts: usize, work: &(dyn Fn() + Sync)) {
    let helpers = rayon::current_num_threads().min(parts) - 1;
    if helpers == 0 {
        return work();
    }
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| work())
        }
        work()
    })
}

//! The threads of rayon's pool: who calls them, and when outputs may be filled there.

use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    /// Whether this thread runs a program in parallel, and nothing else does so far.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Sets [`ALONE`] until it is dropped.
pub(super) struct Alone(bool);

impl Alone {
    pub(super) fn set(is_alone: bool) -> Self {
        Alone(ALONE.replace(is_alone))
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        ALONE.set(self.0)
    }
}

/// Calls `work` with each number below `parts`, on as many threads as there are, if the caller opens outputs of a program that
/// runs in parallel, all of which can be sent to other threads. Calls nothing otherwise, and returns `false`.
pub fn while_opening(parts: usize, work: &(dyn Fn(usize) + Sync)) -> bool {
    let may = ALONE.get() && rayon::current_num_threads() > 1;
    if may {
        let _alone = Alone::set(false);
        each_on_pool(parts, work)
    }
    may
}

/// Calls `work` with each number below `parts`, in this order, on as many threads as there are.
pub(super) fn each_on_pool(parts: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    on_pool(parts, &|| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            work(number)
        }
    })
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

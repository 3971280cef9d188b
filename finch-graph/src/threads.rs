//! On which threads an algorithm runs the loops of its programs, and searches that do not depend on each other.

use finch_kernels::traits::Result;

/// On the thread of the caller, or on those of the rayon pool that the caller is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Threads {
    #[default]
    One,
    #[cfg(feature = "parallel")]
    Pool,
}

impl Threads {
    /// There may be more than one.
    pub(crate) fn are_several(self) -> bool {
        match self {
            Threads::One => false,
            #[cfg(feature = "parallel")]
            Threads::Pool => true,
        }
    }

    /// Calls `work` for each item, on any thread, and `join` for each result, in the order of items, on the caller's thread. The first
    /// item whose `work` fails ends it with its error: items behind it are not joined.
    pub(crate) fn in_order<T: Sync, R: Send>(
        self,
        items: &[T],
        work: impl Fn(&T) -> Result<R> + Sync,
        mut join: impl FnMut(R),
    ) -> Result<()> {
        match self {
            Threads::One => items.iter().try_for_each(|item| work(item).map(&mut join)),
            #[cfg(feature = "parallel")]
            Threads::Pool => {
                use rayon::prelude::*;
                // No more results at a time than keep the threads busy: each may be large.
                items.chunks(4 * rayon::current_num_threads()).try_for_each(|some| {
                    let results: Vec<_> = some.par_iter().with_max_len(1).map(&work).collect();
                    results.into_iter().try_for_each(|result| result.map(&mut join))
                })
            }
        }
    }
}

/// How many values a part of a parallel loop has at least where each takes `work` steps.
#[cfg(feature = "parallel")]
pub(crate) fn grain(work: usize) -> usize {
    finch_kernels::traits::program::GRAIN.div_ceil(work.max(1))
}

/// Runs a program there; on several threads it takes `work` steps for each value that the rows of the loop store.
macro_rules! run_on {
    ($threads:expr, $program:expr, work $work:expr) => {{
        let (program, _work): (_, usize) = ($program, $work);
        match $threads {
            $crate::threads::Threads::One => program.run(),
            #[cfg(feature = "parallel")]
            $crate::threads::Threads::Pool => program.run_parallel_by($crate::threads::grain(_work)),
        }
    }};
}
pub(crate) use run_on;

/// The setting `parallel` of what has `threads`: the documentation says what runs on them.
macro_rules! parallel {
    ($(#[$doc:meta])*) => {
        $(#[$doc])*
        #[cfg(feature = "parallel")]
        #[must_use]
        pub fn parallel(mut self) -> Self {
            self.threads = $crate::threads::Threads::Pool;
            self
        }
    };
}
pub(crate) use parallel;

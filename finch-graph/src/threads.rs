//! Where an algorithm runs the loops of its programs.

/// On the thread of the caller, or on those of the rayon pool that the caller is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Threads {
    #[default]
    One,
    #[cfg(feature = "parallel")]
    Pool,
}

/// Runs a program there; on several threads it takes `work` steps for each value that the rows of the loop store.
macro_rules! run_on {
    ($threads:expr, $program:expr, work $work:expr) => {{
        let (program, _work): (_, usize) = ($program, $work);
        match $threads {
            $crate::threads::Threads::One => program.run(),
            #[cfg(feature = "parallel")]
            $crate::threads::Threads::Pool => {
                let grain = finch_kernels::traits::program::GRAIN;
                program.run_parallel_by(grain.div_ceil(_work.max(1)))
            }
        }
    }};
}
pub(crate) use run_on;

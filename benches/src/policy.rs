//! How our programs and other libraries in Rust run: on one thread; with the feature `threads`, on those of the pool that the caller is in.

use std::error::Error;

#[cfg(not(feature = "threads"))]
mod kept {
    use finch_kernels::prelude::*;

    /// The policy of kernels that have one.
    pub(crate) const POLICY: Serial = Serial;
    /// How symmetric products are summed.
    pub(crate) const SUMS: PlusTimes = PlusTimes;

    /// An image, for morphology.
    pub(crate) fn shared<I>(image: I) -> I {
        image
    }

    /// What it is of.
    pub(crate) fn inside<I>(image: &I) -> &I {
        image
    }
}

#[cfg(feature = "threads")]
mod kept {
    use finch_image::InParts;
    use finch_kernels::prelude::*;

    /// The policy of kernels that have one.
    pub(crate) const POLICY: Parallel = Parallel::new();
    /// How symmetric products are summed: parts need an addition that groups at will.
    pub(crate) const SUMS: FastPlusTimes = FastPlusTimes;

    /// An image, for morphology in parts of its rows.
    pub(crate) fn shared<I>(image: I) -> InParts<I> {
        InParts(image)
    }

    /// What it is of.
    pub(crate) fn inside<I>(image: &InParts<I>) -> &I {
        &image.0
    }
}

pub(crate) use kept::{POLICY, SUMS, inside, shared};

/// A setting, in parallel with the feature `threads`.
macro_rules! threaded {
    ($setting:expr) => {{
        #[cfg(not(feature = "threads"))]
        let setting = $setting;
        #[cfg(feature = "threads")]
        let setting = $setting.parallel();
        setting
    }};
}
pub(crate) use threaded;

/// Takes `--threads n` from the words of a command line.
///
/// # Errors
///
/// There is no number, or another than one without the feature `threads`.
pub(crate) fn threads(words: &[String]) -> Result<(Vec<String>, usize), Box<dyn Error>> {
    let mut words = words.to_vec();
    let Some(at) = words.iter().position(|word| word == "--threads") else {
        return Ok((words, 1));
    };
    let threads = crate::measure::arguments::count_behind("--threads", words.get(at + 1))?;
    words.drain(at..at + 2);
    if threads > 1 && cfg!(not(feature = "threads")) {
        return Err("several threads need a build with `--features threads`".into());
    }
    Ok((words, threads))
}

/// Calls `work` in a pool of so many threads, which are kept awake as those of other libraries are; on the caller's thread without the
/// feature `threads`.
///
/// # Errors
///
/// Threads cannot be started.
pub(crate) fn on_threads<R: Send>(_threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Box<dyn Error>> {
    #[cfg(feature = "threads")]
    return Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(_threads)
        .build()?
        .install(|| finch_kernels::policy::keep_awake(work)));
    #[cfg(not(feature = "threads"))]
    Ok(work())
}

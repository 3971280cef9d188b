//! How far a long run has come.

/// The progress of a run, which it reports after each of its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of rounds that are done: levels of a search, steps of an iteration.
    pub round: usize,
    /// The amount of work that is done, of `total`: vertices that were reached, steps, digits.
    pub done: usize,
    /// The amount of work that there is at most.
    pub total: usize,
}

/// Who is told, if anybody.
#[derive(Default)]
pub(crate) struct Listener<'l>(Option<&'l mut dyn FnMut(Progress)>);

impl<'l> Listener<'l> {
    pub(crate) fn new(listener: &'l mut dyn FnMut(Progress)) -> Self {
        Listener(Some(listener))
    }

    pub(crate) fn is_there(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(crate) fn tell(&mut self, round: usize, done: usize, total: usize) {
        if let Some(listener) = &mut self.0 {
            listener(Progress { round, done, total })
        }
    }
}

impl core::fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "Listener(..)" } else { "Listener" })
    }
}

/// The setting `progress` of a search that has a `listener`: the documentation says when it is called.
macro_rules! progress {
    ($(#[$doc:meta])* $listener:lifetime) => {
        $(#[$doc])*
        #[must_use]
        pub fn progress(mut self, listener: &$listener mut dyn FnMut($crate::Progress)) -> Self {
            self.listener = $crate::progress::Listener::new(listener);
            self
        }
    };
}
pub(crate) use progress;

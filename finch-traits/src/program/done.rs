//! What the parts of a parallel loop have left behind, until it is joined.

use crate::error::Error;
use crate::upper::*;
use core::any::Any;

/// What has become of a part.
pub(super) struct Done<S> {
    pub(super) storage: Result<S>,
    pub(super) fault: Option<Fault>,
}

/// What parts have left behind so far.
pub(super) struct State<S> {
    /// Parts that have to be joined, by their numbers.
    pub(super) done: Vec<Option<Done<S>>>,
    /// The part that is joined next.
    pub(super) next: usize,
    /// Somebody joins parts.
    pub(super) is_joining: bool,
    /// Storage of parts that were joined.
    pub(super) spare: Vec<S>,
    /// The first fault, and the part that has raised it.
    pub(super) fault: Option<(usize, Fault)>,
    pub(super) error: Option<Error>,
    pub(super) panic: Option<(usize, Box<dyn Any + Send>)>,
}

impl<S> State<S> {
    pub(super) fn new(parts: usize) -> Self {
        State {
            done: (0..parts).map(|_| None).collect(),
            next: 0,
            is_joining: false,
            spare: Vec::new(),
            fault: None,
            error: None,
            panic: None,
        }
    }

    /// A part has raised a fault: that of the first one stays.
    pub(super) fn raise(&mut self, number: usize, fault: Fault) {
        if self.fault.is_none_or(|(first, _)| number < first) {
            self.fault = Some((number, fault))
        }
    }
}

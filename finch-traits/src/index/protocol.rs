//! Protocols as types: how a fiber is asked to unfurl.

use crate::explain::Protocol;
use crate::fiber::Fiber;
use crate::pass::{OnLeaf, Pass};

/// How an access asks to be read along an index.
pub trait ReadBy: Copy {
    /// The same as a value.
    const PROTOCOL: Protocol;
    /// This protocol, or the other if nothing special is asked.
    type Or<B: ReadBy>: ReadBy;
    /// Unfurls a fiber. It is handed the pass as it is.
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(fiber: F, pass: P, k: K);
}

/// Stored entries one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Walking;

/// The fiber leads.
#[derive(Clone, Copy, Debug)]
pub struct Galloping;

/// The fiber is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Following;

macro_rules! protocols {
    ($($name:ident is $protocol:ident by $method:ident, or $or:ty;)*) => { $(
        impl ReadBy for $name {
            const PROTOCOL: Protocol = Protocol::$protocol;
            type Or<B: ReadBy> = $or;
            #[inline(always)]
            fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(fiber: F, pass: P, k: K) {
                fiber.$method(pass, k)
            }
        }
    )* };
}

protocols! {
    Walking is Walk by unfurl, or B;
    Galloping is Gallop by unfurl_gallop, or Galloping;
    Following is Follow by unfurl_follow, or Following;
}

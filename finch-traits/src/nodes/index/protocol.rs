//! Protocols as types: how a fiber is asked to unfurl, and what levels offer.

use crate::knot::*;

/// A protocol, by which an access asks to be read along an index: [`Walking`], [`Galloping`] or [`Following`].
pub trait ReadBy: Copy + Sealed {
    /// This protocol as a value.
    const PROTOCOL: Protocol;
    /// Whether this is [`Following`].
    type Follows: Bool;
    /// This protocol, or `B` if this is the default, [`Walking`].
    type Or<B: ReadBy>: ReadBy;
    /// Unfurls a fiber. It is handed the pass as it is.
    fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(fiber: F, pass: P, k: K);
}

/// Walk, the default: stored entries are visited one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Walking;

/// Gallop: the fiber leads, and loops skip to where it has something stored.
#[derive(Clone, Copy, Debug)]
pub struct Galloping;

/// Follow: the fiber is looked up at the indices that others lead to.
#[derive(Clone, Copy, Debug)]
pub struct Following;

macro_rules! protocols {
    ($($name:ident is $protocol:ident by $method:ident, or $or:ty, follows $follows:ty;)*) => { $(
        impl Sealed for $name {}
        impl ReadBy for $name {
            const PROTOCOL: Protocol = Protocol::$protocol;
            type Follows = $follows;
            type Or<B: ReadBy> = $or;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unfurl<F: Fiber, P: Pass, K: OnLeaf<P, F::T>>(fiber: F, pass: P, k: K) {
                fiber.$method(pass, k)
            }
        }
    )* };
}

protocols! {
    Walking is Walk by unfurl, or B, follows No;
    Galloping is Gallop by unfurl_gallop, or Galloping, follows No;
    Following is Follow by unfurl_follow, or Following, follows Yes;
}

/// The protocols that level `L` can be read by, as the tuple `P`.
#[derive(Clone, Copy, Debug)]
pub struct Offers<L, P>(PhantomData<(L, P)>);

/// The protocols that each axis of a nest can be read by, outermost first.
pub trait AxisList {
    /// The protocols of the first axis: [`Offers`].
    type First;
    /// The other axes.
    type Below: AxisList;
}

/// A list of what the dimensions of a nest can be read by: `O` for the outermost, and `Below` for those inside of it.
#[derive(Clone, Copy, Debug)]
pub struct OuterAxis<O, Below>(PhantomData<(O, Below)>);

/// The end of a list of what dimensions can be read by: a leaf, or a tensor that can be read by any protocol.
#[derive(Clone, Copy, Debug)]
pub struct NoAxis;

impl<O, Below: AxisList> AxisList for OuterAxis<O, Below> {
    type First = O;
    type Below = Below;
}

impl AxisList for NoAxis {
    type First = Offers<(), (Walking, Galloping, Following)>;
    type Below = NoAxis;
}

/// What is offered includes protocol `P`.
#[diagnostic::on_unimplemented(
    message = "a level is asked for a protocol that it does not offer: `{P}`",
    label = "not offered by the level at this index",
    note = "the level, and what it offers: `{Self}`",
    note = "write the index without a protocol, `a[i]`: every level walks. `gallop(i)` is for accesses to lists, blocks and tables, \
            which the table of `finch_formats::levels` names, `follow(i)` for all levels but `SparseCoo`"
)]
pub trait Include<P> {}

macro_rules! include {
    ($($offers:tt: $($protocol:ident)*;)*) => { $($(
        #[diagnostic::do_not_recommend]
        impl<L> Include<$protocol> for Offers<L, $offers> {}
    )*)* };
}

include! {
    (Walking,): Walking;
    (Walking, Galloping): Walking Galloping;
    (Walking, Following): Walking Following;
    (Walking, Galloping, Following): Walking Galloping Following;
}

/// Indices that ask for a protocol which is among those that `O` [offers](Offers).
pub trait AskedOf<O> {}

/// The terms of a tuple ask for what the axes `X` offer.
#[diagnostic::on_unimplemented(
    message = "this is not a tuple of indices",
    label = "not a tuple, one index per dimension",
    note = "an access takes a tuple of index variables, one per dimension: `a.at((j, i))`, `x.at((i,))`, `s.at(())`"
)]
pub trait AskedAlong<X> {}

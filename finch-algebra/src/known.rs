//! What is known of a value: nothing, or that it is the one with a certain tag.
//!
//! Knowledge is *open*: a tag is a type-level natural. The first eight are reserved for the values that the
//! operators here know laws about; [`UserTag`] numbers the others, so that a user's fill and a user's operator
//! recognise each other. Static knowledge ([`Known`]) decides what is compiled. Where several merged operands are
//! either present or absent only run time knows which; [`Knowledge`] is the same information as a value.

use crate::logic::{Bool, No, Yes};
use crate::nat::{Nat, Succ};
use crate::sealed::Sealed;
use core::fmt::Debug;
use core::marker::PhantomData;

/// Tags of the values that operators have laws about.
pub mod tag {
    use typenum::{U0, U1, U2, U3, U4, U5, U6};
    /// The additive identity of a number type.
    pub type Zero = U0;
    /// The multiplicative identity of a number type.
    pub type One = U1;
    /// The boolean `false`.
    pub type False = U2;
    /// The boolean `true`.
    pub type True = U3;
    /// Positive infinity, or the largest value of a bounded type.
    pub type Inf = U4;
    /// Negative infinity, or the smallest value of a bounded type.
    pub type NegInf = U5;
    /// No value at all.
    pub type Missing = U6;
}

/// The `N`-th tag that is free for users: `UserTag<U0>`, `UserTag<U1>`, ...
pub type UserTag<N> = Succ<Succ<Succ<Succ<Succ<Succ<Succ<Succ<N>>>>>>>>;

/// What types know of a value: [`Unknown`], [`Solid`] or [`Tagged`]. Sealed.
pub trait Known: Copy + Debug + Default + Send + Sync + Sealed + 'static {
    /// Whether the value is known to be the one with tag `N`.
    type Is<N: Nat>: Bool;
    /// Whether the value is known to be the one that `K` is known to be.
    type Same<K: Known>: Bool;
    /// Whether the value is known to be missing.
    type IsMissing: Bool;
    /// Whether nothing is known at compile time.
    type IsUnknown: Bool;
    /// Whether nothing is known at compile time, nor will anything be at run time.
    type IsSolid: Bool;
    /// This knowledge with the promise that run time adds nothing to it: [`Unknown`] becomes [`Solid`], a tag stays.
    type Solid: Known;
    /// This knowledge as a value: [`Knowledge::NOTHING`] unless the value has a tag.
    const AT_RUN_TIME: Knowledge;
}

/// The [`Known`] of a value of which types know nothing; run time may know more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknown;

/// The [`Known`] of a value of which types know nothing, and run time will not know more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solid;

/// The [`Known`] that a value is the one with tag `N`: zero, one, infinity or another one that the laws of operators speak of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tagged<N>(PhantomData<N>);

/// Nothing is known, and run time says more or not.
macro_rules! nothing_known {
    ($($name:ident: is solid $is_solid:ident;)*) => { $(
        impl Known for $name {
            type Is<N: Nat> = No;
            type Same<K: Known> = No;
            type IsMissing = No;
            type IsUnknown = Yes;
            type IsSolid = $is_solid;
            type Solid = Solid;
            const AT_RUN_TIME: Knowledge = Knowledge::NOTHING;
        }
    )* };
}

nothing_known! {
    Unknown: is solid No;
    Solid: is solid Yes;
}

impl<T: Nat> Known for Tagged<T> {
    type Is<N: Nat> = T::Eq<N>;
    type Same<K: Known> = K::Is<T>;
    type IsMissing = T::Eq<tag::Missing>;
    type IsUnknown = No;
    type IsSolid = No;
    type Solid = Self;
    const AT_RUN_TIME: Knowledge = Knowledge::of::<T>();
}

/// Whether `K` is known to be missing.
pub type IsMissing<K> = <K as Known>::IsMissing;

/// Whether `A` and `B` are both known, and are the same value.
pub type Same<A, B> = <A as Known>::Same<B>;

/// What is known of a value at run time: that it is one of the values which have a tag, such as zero, one and missing, or nothing. The
/// run-time twin of [`Known`]. Takes one byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge(u8);

impl Knowledge {
    /// Nothing is known.
    pub const NOTHING: Knowledge = Knowledge(0);
    /// The value is missing.
    pub const MISSING: Knowledge = Knowledge::of::<tag::Missing>();

    /// The value is the one with tag `N`. There is room for 254 tags; a larger one does not compile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn of<N: Nat>() -> Knowledge {
        const {
            assert!(N::VALUE < 255, "tags are numbered from 0 to 254");
            Knowledge(N::VALUE as u8 + 1)
        }
    }

    /// Whether the value is known to be the one with tag `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is<N: Nat>(self) -> bool {
        self.0 == const { Knowledge::of::<N>().0 }
    }

    /// Whether the value is known to be missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_missing(self) -> bool {
        self.0 == Knowledge::MISSING.0
    }

    /// Whether both values are known, and are the same.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn same(self, other: Knowledge) -> bool {
        self.0 != 0 && self.0 == other.0
    }
}

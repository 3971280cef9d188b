//! Natural numbers as types, with an equality that generic code can use.
//!
//! The numbers are typenum's ([`typenum::U0`], [`typenum::U1`], ...). Their own comparison needs a bound per
//! comparison; [`Nat::Eq`] is a generic associated type, so it is available for every pair of numbers.

pub mod letters;

use crate::logic::{Bool, No, Yes};
use crate::sealed::Sealed;
use core::fmt::Debug;
use core::marker::PhantomData;
use typenum::{B0, B1, UInt, UTerm};

/// A natural number known at compile time: one of typenum's, one of these with a [name](Named), or one that is [apart](Apart).
///
/// Sealed: programs are checked by these answers before they read unchecked.
pub trait Nat: Copy + Debug + Default + Send + Sync + 'static + Sealed {
    /// This number as a value.
    const VALUE: usize;
    /// Its name for messages, if it has one.
    const NAME: &'static str = "";
    /// What messages of the compiler call it by: the type of its name, or [`Unnamed`].
    type Called;
    /// The number after this one.
    type Succ: Nat;
    /// Whether this number is `N`.
    type Eq<N: Nat>: Bool;
    /// Whether this number is zero.
    #[doc(hidden)]
    type IsZero: Bool;
    /// Whether this number is `2 P`, for `P > 0`.
    #[doc(hidden)]
    type IsDouble<P: Nat>: Bool;
    /// Whether this number is `2 P + 1`.
    #[doc(hidden)]
    type IsDoubleOne<P: Nat>: Bool;
    /// Whether this number is [`Apart<P>`].
    #[doc(hidden)]
    type IsApart<P: Nat>: Bool;
}

impl Nat for UTerm {
    const VALUE: usize = 0;
    type Called = Unnamed;
    type Succ = UInt<UTerm, B1>;
    type Eq<N: Nat> = N::IsZero;
    type IsZero = Yes;
    type IsDouble<P: Nat> = No;
    type IsDoubleOne<P: Nat> = No;
    type IsApart<P: Nat> = No;
}

impl<Half: Nat> Nat for UInt<Half, B0> {
    const VALUE: usize = 2 * Half::VALUE;
    type Called = Unnamed;
    type Succ = UInt<Half, B1>;
    type Eq<N: Nat> = N::IsDouble<Half>;
    type IsZero = No;
    type IsDouble<P: Nat> = P::Eq<Half>;
    type IsDoubleOne<P: Nat> = No;
    type IsApart<P: Nat> = No;
}

impl<Half: Nat> Nat for UInt<Half, B1> {
    const VALUE: usize = 2 * Half::VALUE + 1;
    type Called = Unnamed;
    type Succ = UInt<Half::Succ, B0>;
    type Eq<N: Nat> = N::IsDoubleOne<Half>;
    type IsZero = No;
    type IsDouble<P: Nat> = No;
    type IsDoubleOne<P: Nat> = P::Eq<Half>;
    type IsApart<P: Nat> = No;
}

/// The name of a type-level number that has none in messages of the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Unnamed;

impl Name for Unnamed {
    const NAME: &'static str = "";
}

/// The name of an index in messages: a type that has it as a string.
pub trait Name: Send + Sync + 'static {
    /// The name.
    const NAME: &'static str;
}

/// The type-level number `N` with the name `M`, by which messages call it.
pub struct Named<N, M>(PhantomData<(N, M)>);

// By hand, so that programs need not derive anything for names.
impl<N, M> Clone for Named<N, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, M> Copy for Named<N, M> {}

impl<N, M> Default for Named<N, M> {
    fn default() -> Self {
        Named(PhantomData)
    }
}

impl<N, M: Name> Debug for Named<N, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(M::NAME)
    }
}

impl<N: Nat, M: Name> Nat for Named<N, M> {
    const VALUE: usize = N::VALUE;
    const NAME: &'static str = M::NAME;
    type Called = M;
    type Succ = N::Succ;
    type Eq<O: Nat> = N::Eq<O>;
    type IsZero = N::IsZero;
    type IsDouble<P: Nat> = N::IsDouble<P>;
    type IsDoubleOne<P: Nat> = N::IsDoubleOne<P>;
    type IsApart<P: Nat> = N::IsApart<P>;
}

/// Number `N` of a second kind, which none of the others is equal to. What a program numbers by itself has these.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apart<N>(PhantomData<N>);

impl<N: Nat> Nat for Apart<N> {
    const VALUE: usize = N::VALUE;
    type Called = Unnamed;
    type Succ = Apart<N::Succ>;
    type Eq<O: Nat> = O::IsApart<N>;
    type IsZero = No;
    type IsDouble<P: Nat> = No;
    type IsDoubleOne<P: Nat> = No;
    type IsApart<P: Nat> = P::Eq<N>;
}

/// The type-level number `N + 1`.
pub type Succ<N> = <N as Nat>::Succ;

//! How `with_format!` finds what an enum holds: any enum becomes one of [`Slots`], whose variants the macro knows by name.

use crate::imports::*;
use core::convert::Infallible;

/// An enum of tensors, or a reference to one: what [`with_format!`](crate::with_format) takes. [`any_tensor!`](crate::any_tensor)
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no enum of tensors in several formats",
    note = "`with_format!` takes an `AnyMatrix`, an `AnyVector` or an enum that `any_tensor!` has made, by value, by `&` or by `&mut`"
)]
pub trait WithFormat {
    /// The tensor in the slot of its format.
    type Slots;

    /// The tensor, or a reference to it.
    fn slots(self) -> Self::Slots;
}

/// One of up to twelve formats. Slots that an enum has no format for are [`VacantSlot`].
#[doc(hidden)]
#[derive(Debug)]
#[rustfmt::skip]
pub enum Slots<
    A, B = VacantSlot<A>, C = VacantSlot<A>, D = VacantSlot<A>, E = VacantSlot<A>, F = VacantSlot<A>, G = VacantSlot<A>, H = VacantSlot<A>,
    I = VacantSlot<A>, J = VacantSlot<A>, K = VacantSlot<A>, L = VacantSlot<A>,
> {
    S0(A), S1(B), S2(C), S3(D), S4(E), S5(F), S6(G), S7(H), S8(I), S9(J), S10(K), S11(L),
}

/// What is in a slot.
#[doc(hidden)]
pub trait Slot {
    /// Its type.
    type Value;
    /// It.
    fn value(self) -> Self::Value;
}

/// A slot with a format.
#[doc(hidden)]
#[derive(Debug)]
pub struct OccupiedSlot<A>(pub A);

impl<A> Slot for OccupiedSlot<A> {
    type Value = A;

    #[inline]
    fn value(self) -> A {
        self.0
    }
}

/// A slot without: there is no such value. It has the type of another slot, so that no code is compiled for a type of its own.
#[doc(hidden)]
#[derive(Debug)]
pub struct VacantSlot<A>(Infallible, PhantomData<A>);

impl<A: Slot> Slot for VacantSlot<A> {
    type Value = A::Value;

    #[inline]
    fn value(self) -> A::Value {
        match self.0 {}
    }
}

/// A tensor as a variant: through which nest conversions go.
#[doc(hidden)]
pub trait Variant {
    /// Its level.
    type Level: Level;
    /// Entries, compressed, with the fill of the variant: what the others are made of.
    type Hub;
}

impl<L: Level<Rank: Axes>> Variant for Tensor<L> {
    type Level = L;
    type Hub = Tensor<<L::Rank as Axes>::Compressed<L::T, L::Fill>>;
}

/// What conversions between the formats of an enum go through, whose first variant is `V`.
#[doc(hidden)]
pub type Hub<V> = <V as Variant>::Hub;

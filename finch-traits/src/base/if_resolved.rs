//! A projection that keeps the compiler from reporting one mistake several times.
//!
//! If a bound refuses a type, whatever is made of that type would be refused, too, at another place and in other words.
//! `<A as IfResolved>::Then<B>` is `B`, but the compiler knows that only if it knows `A`; it reports nothing about a type that it does not
//! know.

/// Every type, as the source of a projection: `<A as IfResolved>::Then<B>` is `B` if `A` is known.
pub trait IfResolved {
    /// `X`.
    type Then<X>;
}

#[diagnostic::do_not_recommend]
impl<T> IfResolved for T {
    type Then<X> = X;
}

//! From one type to another, so that there is no second one where there is no first.
//!
//! A message of the compiler is about one place of a program. What is made of a type that a bound refuses would be refused once more,
//! where it is used: at another place, in other words. A projection from a type that there is not is not known either, and the
//! compiler says nothing of what it does not know.

/// Any type is the way to all of them: `<A as Way>::To<B>` is `B`, if there is an `A`.
pub trait Way {
    /// It.
    type To<X>;
}

#[diagnostic::do_not_recommend]
impl<T> Way for T {
    type To<X> = X;
}

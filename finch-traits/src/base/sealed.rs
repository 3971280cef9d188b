//! What only this crate implements: the nodes of programs, and what types say of them.

/// Keeps a trait to this crate.
///
/// The driver reads and writes arrays unchecked where nodes say so: which extents their accesses have, which indices are
/// bound, when a statement does nothing. Formats, operators and index terms come from outside and have traits of their own,
/// which are `unsafe` to implement or are not trusted.
#[diagnostic::on_unimplemented(
    message = "only `finch-traits` implements this trait, which `{Self}` does not",
    note = "the driver reads and writes unchecked where nodes of programs say so; from outside come formats (`Level`, `Fiber`, \
            `Looplet` and their kind, unsafe to implement), operators, reducers and fills"
)]
pub trait Sealed {}

/// Tuples: of indices, of outputs, of numbers of dimensions. No other crate can implement a trait of this one for a tuple, unless
/// the trait has a parameter that may be a type of that crate: so parameters of sealed traits are sealed themselves.
macro_rules! tuples {
    () => { impl Sealed for () {} };
    ($first:ident $($more:ident)*) => {
        impl<$first, $($more),*> Sealed for ($first, $($more,)*) {}
        tuples!($($more)*);
    };
}

tuples!(A B C D E F G H I J K L M N O P);

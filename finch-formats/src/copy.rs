//! What structs have that no `derive` gives them: `Copy` for handles whose level types are not, and accessors.

/// Implements `Clone` and `Copy` for structs of pointers and copyable parameters, whatever the other parameters are: for several
/// structs, by their parameters, or for one, by generic parameters in brackets.
macro_rules! copy {
    (impl[$($generics:tt)*] for $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($generics)*> Copy for $type {}
    };
    ($($name:ident<$($life:lifetime,)* $($param:ident $(: $bound:ident)?),*>),* $(,)?) => { $(
        $crate::copy!(impl[$($life,)* $($param $(: $bound)?),*] for $name<$($life,)* $($param),*>);
    )* };
}
pub(crate) use copy;

/// Writes into an `impl` the accessors of fields, which have their names; behind `mut` stands what lends one to this crate to be
/// changed, behind `into` what takes the struct apart for it.
macro_rules! accessors {
    ($($(#[$doc:meta])+ $vis:vis $field:ident: $type:ty $(, mut $changed:ident)? $(, into $taken:ident)?;)+) => { $(
        $(#[$doc])+
        $vis fn $field(&self) -> &$type {
            &self.$field
        }

        $(
            /// This field, to be changed.
            pub(crate) fn $changed(&mut self) -> &mut $type {
                &mut self.$field
            }
        )?

        $(
            /// This field, for which the level is taken apart.
            pub fn $taken(self) -> $type {
                self.$field
            }
        )?
    )+ };
}
pub(crate) use accessors;

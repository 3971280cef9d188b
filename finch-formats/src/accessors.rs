//! Accessors.

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

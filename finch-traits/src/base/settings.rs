//! How options are set.

/// Writes into the `impl` of a struct of options a method for each, which sets it.
#[doc(hidden)]
#[macro_export]
macro_rules! __settings {
    ($($(#[$doc:meta])+ $option:ident($($name:ident: $given:ty),*) = $value:expr;)+) => { $(
        $(#[$doc])+
        #[must_use]
        pub fn $option(mut self $(, $name: $given)*) -> Self {
            self.$option = $value;
            self
        }
    )+ };
}

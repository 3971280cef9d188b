//! Types without values that stand for their parameter.

/// Declares a type that stands for its parameter, which it holds no value of: it can be copied and made whatever the parameter is. `what`
/// it makes, and how it is written for debugging.
macro_rules! phantom {
    ($(#[$doc:meta])* $name:ident<$parameter:ident>, what $what:literal, |$f:ident| $debug:expr) => {
        $(#[$doc])*
        pub struct $name<$parameter>(core::marker::PhantomData<fn() -> $parameter>);

        impl<$parameter> $name<$parameter> {
            #[doc = $what]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub const fn new() -> Self {
                $name(core::marker::PhantomData)
            }
        }

        impl<$parameter> Clone for $name<$parameter> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$parameter> Copy for $name<$parameter> {}

        impl<$parameter> Default for $name<$parameter> {
            fn default() -> Self {
                $name::new()
            }
        }

        impl<$parameter> core::fmt::Debug for $name<$parameter> {
            fn fmt(&self, $f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $debug
            }
        }
    };
}
pub(crate) use phantom;

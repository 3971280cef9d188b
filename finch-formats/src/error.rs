//! Errors with a message that is put together.

/// The [`Error`](finch_traits::Error) of a kind, `error!(Invalid: "fiber {fiber} is ..")`: its message is formatted.
macro_rules! error {
    ($kind:ident: $($message:tt)+) => {
        ::finch_traits::Error::new(::finch_traits::ErrorKind::$kind, format!($($message)+))
    };
}

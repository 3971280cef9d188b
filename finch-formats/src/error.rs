//! Errors with a message that is put together.

/// The [`Error`](finch_traits::Error) of a kind, `error!(Invalid: "fiber {fiber} is ..")`: its message is formatted.
///
/// ```
/// use finch_formats::ErrorKind;
///
/// let (fiber, len) = (3, 7);
/// let error = finch_formats::error!(Invalid: "fiber {fiber} has {len} indices where {} are too many", 5);
/// assert_eq!(error.kind(), ErrorKind::Invalid);
/// assert_eq!(error.to_string(), "fiber 3 has 7 indices where 5 are too many");
/// ```
#[macro_export]
macro_rules! error {
    ($kind:ident: $($message:tt)+) => {
        $crate::Error::new($crate::ErrorKind::$kind, format!($($message)+))
    };
}

//! What can go wrong, and where.

use crate::derived::shown;
use core::convert::Infallible;
use core::fmt;
use finch_algebra::fault::Fault;
use std::sync::Arc;

/// The result of everything that can fail: [`Error`] unless another type is named.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// What kind of thing went wrong: what [`Error::kind`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Accesses disagree about the extent of an index.
    Mismatch,
    /// The extent of an index cannot be inferred, or an output's shape.
    Unresolved,
    /// A program is not well formed: it writes what it did not introduce, or reads what it is writing.
    Lifecycle,
    /// Data that violates the invariants of its format.
    Invalid,
    /// A number that does not fit the type or limit it is meant for.
    TooLarge,
    /// An index outside of its dimension.
    OutOfBounds,
    /// A level was written in an order that it does not support.
    Order,
    /// An integer operation without a result.
    Arithmetic,
    /// A file that is malformed.
    Parse,
    /// Reading or writing failed: there is no such file, access is denied, the disk is full. What the operating system says is
    /// the [source](core::error::Error::source) of the error.
    Io,
}

/// An error, with the names and numbers involved in its message.
///
/// Two errors are equal if they are of the same kind and have the same message. `Display` shows the message, `Debug`
/// the kind in front of it.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    message: String,
    source: Option<Arc<dyn core::error::Error + Send + Sync>>,
}

impl Error {
    /// An error with a message that says what is wrong, where, and what would be right.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            source: None,
        }))
    }

    /// An error that another one has caused, which [`source`](core::error::Error::source) returns. The message is complete
    /// without it.
    ///
    /// ```
    /// use finch_traits::{Error, ErrorKind};
    /// use std::error::Error as _;
    ///
    /// let cause = std::fs::File::open("no/such/file").unwrap_err();
    /// let error = Error::caused_by(ErrorKind::Io, format!("no/such/file: {cause}"), cause);
    /// assert!(error.source().is_some_and(|source| source.is::<std::io::Error>()));
    /// ```
    #[cold]
    pub fn caused_by(
        kind: ErrorKind,
        message: impl Into<String>,
        source: impl core::error::Error + Send + Sync + 'static,
    ) -> Error {
        let mut error = Error::new(kind, message);
        error.0.source = Some(Arc::new(source));
        error
    }

    /// The error with what it is about in front of its message, such as the name of a file: `context: message`.
    #[cold]
    #[must_use]
    pub fn context(mut self, context: impl fmt::Display) -> Error {
        self.0.message = format!("{context}: {}", self.0.message);
        self
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

/// The [`Error`](crate::Error) of a kind, with a message as `format!` makes it.
///
/// ```
/// use finch_traits::ErrorKind;
///
/// let (fiber, len) = (3, 7);
/// let error = finch_traits::error!(Invalid, "fiber {fiber} has {len} indices where {} are too many", 5);
/// assert_eq!(error.kind(), ErrorKind::Invalid);
/// assert_eq!(error.to_string(), "fiber 3 has 7 indices where 5 are too many");
/// ```
#[macro_export]
macro_rules! error {
    ($kind:ident, $($message:tt)+) => {
        $crate::Error::new($crate::ErrorKind::$kind, format!($($message)+))
    };
}

/// Returns the [`error!`] of a kind and a message from a function, unless a condition holds.
///
/// ```
/// use finch_traits::{Result, ensure};
///
/// fn checked(fiber: usize, len: usize) -> Result<()> {
///     ensure!(len <= 5, else Invalid, "fiber {fiber} has {len} indices where {} are the most", 5);
///     Ok(())
/// }
/// assert!(checked(3, 5).is_ok());
/// assert_eq!(checked(3, 7).unwrap_err().to_string(), "fiber 3 has 7 indices where 5 are the most");
/// ```
///
/// A condition `let` binds names for what comes behind it, and a condition `!let` for the message:
///
/// ```
/// use finch_traits::{Result, ensure};
///
/// fn last(ends: &[usize], extent: usize) -> Result<usize> {
///     ensure!(!let Some(end) = ends.iter().find(|&&end| end > extent), else OutOfBounds, "{end} is beyond {extent}");
///     ensure!(let Some(&last) = ends.last(), else Invalid, "there are no ends");
///     Ok(last)
/// }
/// assert_eq!(last(&[2, 3], 4), Ok(3));
/// assert_eq!(last(&[2, 5], 4).unwrap_err().to_string(), "5 is beyond 4");
/// assert_eq!(last(&[], 4).unwrap_err().to_string(), "there are no ends");
/// ```
#[macro_export]
macro_rules! ensure {
    (let $pattern:pat = $value:expr, else $kind:ident, $($message:tt)+) => {
        let $pattern = $value else { return Err($crate::error!($kind, $($message)+)) };
    };
    (!let $pattern:pat = $value:expr, else $kind:ident, $($message:tt)+) => {
        if let $pattern = $value {
            return Err($crate::error!($kind, $($message)+));
        }
    };
    ($condition:expr, else $kind:ident, $($message:tt)+) => {
        match $condition {
            true => {}
            false => return Err($crate::error!($kind, $($message)+)),
        }
    };
}
pub(crate) use {ensure, error};

impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        self.0.kind == other.0.kind && self.0.message == other.0.message
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

shown!([] Error |it| "{:?}: {}", it.0.kind, it.0.message);

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// Of conversions that cannot fail.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Error {
        match never {}
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let (kind, message) = match fault {
            Fault::DivisionByZero => (
                ErrorKind::Arithmetic,
                "integer division by zero: divide where the divisor is not zero, `if d[i] != 0 { .. }`".into(),
            ),
            Fault::Overflow { operator } => (
                ErrorKind::Arithmetic,
                format!("overflow in `{operator}`: the result is beyond its type"),
            ),
            Fault::OutOfOrder { level, fiber, index } => (
                ErrorKind::Order,
                format!(
                    "index {index} was written to fiber {fiber} of a {level} level after one that is not smaller; \
                     {level} is written in ascending order, once. Let the loops stand in the order of its indices; or write a \
                     workspace, `let mut w = ByteMapVector::<f64>::default();` (`Tensor::<Dense<SparseByteMap<Element<f64>>>>` for a \
                     matrix), and copy it in the next statement, `for i {{ y[i] = w[i] }}`. Of a `w` that is dense, every zero would be \
                     stored"
                ),
            ),
            Fault::Left { level, fiber, index } => (
                ErrorKind::Order,
                format!(
                    "index {index} was written to fiber {fiber} of a {level} level, which was left for a later fiber; fibers \
                     of {level} are written one after the other, each in any order (write a workspace, such as a `DictMatrix`, \
                     and copy it)"
                ),
            ),
            Fault::WrittenTwice { level, fiber, index } => (
                ErrorKind::Order,
                format!(
                    "two assignments of one loop write fiber {fiber} of a {level} level{}, which is written in order: \
                     make them one assignment (`y[i] = select(condition, a, b)` where conditions exclude each other), or write a \
                     workspace, such as a `ByteMapVector`, and copy it",
                    index.map_or(String::new(), |index| format!(", the second one from index {index} on"))
                ),
            ),
            Fault::Occupied { level, fiber, index } => (
                ErrorKind::Order,
                format!("fiber {fiber} of a {level} level is full: index {index} does not fit any more"),
            ),
            Fault::OutOfHalf {
                level,
                fiber,
                index,
                mirrored,
            } => (
                ErrorKind::Invalid,
                format!(
                    "row {} and column {} were written to fiber {fiber} of a {level} level, which does not store that half: \
                     write where the row is not {} than the column{}",
                    index[0],
                    index[1],
                    if index[0] < index[1] { "smaller" } else { "larger" },
                    if mirrored {
                        ", or copy a tensor that has both halves by `Tensor::copy_from`, which compares them"
                    } else {
                        ""
                    }
                ),
            ),
            Fault::TooLarge { level, fiber, index } => (
                ErrorKind::TooLarge,
                format!(
                    "a {level} level has no room for {index} in fiber {fiber}: there is not enough memory, or its integers are too small. Make the \
                     tensor smaller, or give its levels wider integers, as in `SparseList<Element<f64>, Vec<usize>, Vec<usize>>`"
                ),
            ),
            Fault::NoRoom { level, room, needed } => (
                ErrorKind::TooLarge,
                format!(
                    "{level} has room for {room} values, in a slice that was lent to it, where {needed} are needed"
                ),
            ),
            Fault::OutOfBounds { level, fiber, index } => (
                ErrorKind::OutOfBounds,
                format!("index {index} is out of bounds in fiber {fiber} of a {level} level"),
            ),
            Fault::Beyond { place, extent } => {
                let made = "places that data name do not size an output, which is as long as it is made, by \
                            `let mut y = Vector::<f64>::empty([n])?;` in front of the program";
                let missing = "write `~` in front of the index where what lies beyond is to be missing";
                // Nothing lies within an extent of zero, which new outputs have.
                let (first, second) = if extent == 0 { (made, missing) } else { (missing, made) };
                (
                    ErrorKind::OutOfBounds,
                    format!("data names the place {place} of a dimension of extent {extent}: {first}; {second}"),
                )
            }
            Fault::RangeBeyond { end, extent } => (
                ErrorKind::OutOfBounds,
                format!(
                    "a range that data or an index give to a loop ends at {end}, beyond the extent {extent} of what its index names: \
                     in `for p in ptr[j]..ptr[j + 1]`, `ptr` must not go beyond what `p` is an index of"
                ),
            ),
            other => (ErrorKind::Invalid, format!("{other:?}")),
        };
        Error::new(kind, message)
    }
}

//! What operations refuse whose result has a format that the caller says.

/// Lists the errors of what is written: `"the result"`, or `` "`out`" ``.
macro_rules! refused {
    ($out:literal) => {
        concat!(
            "* [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or an extent does not fit the format of ", $out, ".\n",
            "* [`Mismatch`](crate::ErrorKind::Mismatch): ", $out, " cannot have the extents, since they are part of its type or it must be square.\n",
            "* [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): the format of ", $out, " cannot hold the image, such as \
             one that stores a single run per row, or one half of a square."
        )
    };
}
pub(crate) use refused;

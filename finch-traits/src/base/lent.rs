//! References without lifetimes, for what stands in programs while they are lowered.
//!
//! The compiler keeps what it has found out about a type, unless lifetimes are among its arguments: then it proves all of what an
//! implementation asks for again, down to the leaves of the type, each time. A program is lowered in thousands of steps, and each of
//! them asks for such proofs. So fibers and looplets hold [`Lent<T>`] in place of `&T`, where they can, and have no lifetimes; the
//! [root](crate::root) of a tensor has that of the tensor.

use crate::derived::copied;
use core::fmt;
use core::ops::Deref;
use core::ptr::NonNull;

/// A shared reference to `T` without a lifetime in its type, which saves the compiler time. Whoever makes it promises that `T` outlives it.
pub struct Lent<T: ?Sized>(NonNull<T>);

impl<T: ?Sized> Lent<T> {
    /// A reference to `to`.
    ///
    /// # Safety
    ///
    /// The caller promises that this reference, its copies and its parts are used only while `to` stays where it is and is not changed, other
    /// than through cells. A fiber and what it unfurls to are used by the driver alone, while it has borrowed the tensor of the fiber, and while
    /// the call lasts that handed them to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(to: &T) -> Self {
        Lent(NonNull::from(to))
    }

    /// A reference to a part of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn part<U: ?Sized + 'static>(self, part: impl FnOnce(&T) -> &U) -> Lent<U>
    where
        // What `part` returns is a part, then, or lives on.
        T: 'static,
    {
        Lent(NonNull::from(part(&self)))
    }
}

copied!([T: ?Sized] Lent<T>);

impl<T: ?Sized> Deref for Lent<T> {
    type Target = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &T {
        // SAFETY: what it refers to has not ended, as whoever made it has promised.
        unsafe { self.0.as_ref() }
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Lent<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

// SAFETY: it is a shared reference.
unsafe impl<T: ?Sized + Sync> Send for Lent<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Sync> Sync for Lent<T> {}

//! Where a part of a parallel loop has its storage.

#[cfg(feature = "parallel")]
use core::any::Any;
use finch_algebra::nat::Apart;
#[cfg(feature = "parallel")]
use finch_algebra::{logic::Bool, nat::Nat};
use typenum::U0;

/// The number under which [`Parts`] go to a statement: neither that of a variable nor that of a workspace.
pub type Moving = Apart<Apart<U0>>;

/// The storage that a part of a parallel loop has of its own, by the numbers of outputs and workspaces.
///
/// A statement [with](crate::stmt::Stmt::with) them as variable [`Moving`] writes and reads that storage.
#[derive(Clone, Copy, Debug)]
pub struct Parts([*mut (); 16]);

impl Parts {
    /// No storage but that of the outputs.
    #[cfg(feature = "parallel")]
    pub(crate) const NONE: Parts = Parts([core::ptr::null_mut(); 16]);

    /// These pointers, of which those that are null stand for the storage of the output itself.
    ///
    /// # Safety
    ///
    /// Each points to storage that [`Private::part`](crate::lifecycle::Private::part) has made of the output with that number. It
    /// stays there, and nothing else uses it, as long as a statement does that was given these parts.
    #[cfg(feature = "parallel")]
    pub(crate) unsafe fn new(storage: [*mut (); 16]) -> Self {
        Parts(storage)
    }

    /// The storage of output number `number`, if it has any here.
    #[inline(always)]
    pub(crate) fn storage(&self, number: usize) -> Option<*mut ()> {
        self.0.get(number).copied().filter(|part| !part.is_null())
    }

    /// The storage of output number `N` in `value`, if that is what variable `V` is.
    #[cfg(feature = "parallel")]
    #[inline(always)]
    pub(crate) fn of<V: Nat, N: Nat, U: Copy + 'static>(value: U) -> Option<*mut ()> {
        if !V::Eq::<Moving>::VALUE {
            return None;
        }
        let parts = (&value as &dyn Any).downcast_ref::<Parts>();
        parts.and_then(|parts| parts.storage(N::VALUE))
    }
}

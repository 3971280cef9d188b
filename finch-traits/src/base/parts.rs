//! Where a part of a parallel loop has its storage.

#[cfg(feature = "parallel")]
use core::any::Any;
use finch_algebra::nat::Apart;
#[cfg(feature = "parallel")]
use finch_algebra::{logic::Bool, nat::Nat};
use typenum::U0;

/// The number under which [`Parts`] go to a statement: neither that of a variable nor that of a workspace.
pub type PartsVariable = Apart<Apart<U0>>;

/// The storage that a part of a parallel loop has of its own, by the numbers of outputs and workspaces.
///
/// A statement [with](crate::stmt::Stmt::with) them as variable [`PartsVariable`] writes and reads that storage.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    storage: [*mut (); 16],
    /// Which of them hold the indices from `from` on alone, which come first there: a bit for the number of each.
    pieces: u32,
    from: usize,
}

/// The storage that a part of a parallel loop has in place of an output that all parts write.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    /// What [`Private::pointer`](crate::lifecycle::Private::pointer) has returned.
    pub part: *mut (),
    /// The index that comes first there.
    pub from: usize,
}

impl Parts {
    /// No storage but that of the outputs.
    #[cfg(feature = "parallel")]
    pub(crate) const NONE: Parts = Parts {
        storage: [core::ptr::null_mut(); 16],
        pieces: 0,
        from: 0,
    };

    /// These pointers, of which those that are null stand for the storage of the output itself. Those in `pieces` are to storage
    /// of the indices from `from` on alone.
    ///
    /// # Safety
    ///
    /// Each points to storage that [`Private::part`](crate::lifecycle::Private::part) has made of the output with that number. It
    /// stays there, and nothing else uses it, as long as a statement does that was given these parts. Storage in `pieces` was made
    /// for the indices from `from` on.
    #[cfg(feature = "parallel")]
    pub(crate) unsafe fn new(storage: [*mut (); 16], pieces: u32, from: usize) -> Self {
        Parts { storage, pieces, from }
    }

    /// The storage of output number `number`, if it has any here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn storage(&self, number: usize) -> Option<Storage> {
        let part = self.storage.get(number).copied().filter(|part| !part.is_null())?;
        let from = if self.pieces >> number & 1 == 1 { self.from } else { 0 };
        Some(Storage { part, from })
    }

    /// The storage of output number `N` in `value`, if that is what variable `V` is.
    #[cfg(feature = "parallel")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn of<V: Nat, N: Nat, U: Copy + 'static>(value: U) -> Option<Storage> {
        if !V::Eq::<PartsVariable>::VALUE {
            return None;
        }
        let parts = (&value as &dyn Any).downcast_ref::<Parts>();
        parts.and_then(|parts| parts.storage(N::VALUE))
    }
}

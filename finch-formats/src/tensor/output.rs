//! The handle on a tensor that a program writes.

use crate::imports::*;
use finch_traits::lifecycle::{Divisible, InPlace, Private};
use finch_traits::program::IntoOutput;

/// A tensor that a program writes: borrows it mutably, and is copied into every access.
pub struct TensorOutput<'t, L> {
    level: *mut L,
    tensor: PhantomData<&'t mut Tensor<L>>,
}

crate::copied!(['t, L] TensorOutput<'t, L>);

crate::shown!([L: Level] TensorOutput<'_, L> |_| "TensorOutput({})", L::NAME);

// SAFETY: the borrow is moved into the handle.
unsafe impl<'t, L: WriteLevel> IntoOutput for &'t mut Tensor<L> {
    type Handle = TensorOutput<'t, L>;

    fn into_output(self, _driver: Driver) -> Self::Handle {
        TensorOutput {
            level: &raw mut self.level,
            tensor: PhantomData,
        }
    }
}

impl<L> TensorOutput<'_, L> {
    /// The level, for the length of one call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut L {
        // SAFETY: the handle borrows the tensor mutably, and the driver calls one lifecycle function at a time, when
        // nothing that was handed out by an earlier one is in use.
        unsafe { &mut *self.level }
    }
}

impl<L: WriteLevel> TensorOutput<'_, L> {
    /// Sets the extents, empties the level, and makes its root by `assemble`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn declare_by(
        self,
        driver: Driver,
        shape: &[usize],
        assemble: fn(&mut L, Driver, usize) -> Result<(), Fault>,
    ) -> Result<()> {
        let level = self.level();
        level.resize(driver, shape)?;
        level.declare(driver);
        assemble(level, driver, 1).map_err(|fault| {
            self.reset(driver);
            fault.into()
        })
    }
}

// SAFETY: the handle borrows its tensor mutably, and a tensor's address is its own; levels can be read when frozen.
unsafe impl<'t, L: WriteLevel> Output for TensorOutput<'t, L> {
    type T = L::T;
    type Fill = L::Fill;
    type Rank = L::Rank;
    type Fiber = <L::Writing as WriteFibers>::Fiber<Unasked>;

    fn root(self) -> *const () {
        const {
            assert!(
                size_of::<L>() > 0,
                "an output is told from others by its address: its level has a size"
            )
        }
        self.level as *const ()
    }

    fn shape(self, driver: Driver) -> Vec<usize> {
        let mut shape = Vec::new();
        self.shape_into(driver, &mut shape);
        shape
    }

    fn shape_into(self, _driver: Driver, shape: &mut Vec<usize>) {
        // SAFETY: as for `level`; the extents are read in any state.
        unsafe { &*self.level }.shape(shape)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent_of_open(self, _driver: Driver, axis: usize) -> Option<usize> {
        // SAFETY: as for `level`; the extents are read in any state.
        unsafe { &*self.level }.extent_along(axis)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extent(self, _driver: Driver, axis: usize) -> Option<usize> {
        // SAFETY: as for `level`; it is frozen, and the fibers are used here.
        unsafe { (*self.level).fibers().dim(axis) }
    }

    fn declare(self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.declare_by(driver, shape, L::assemble)
    }

    fn declare_unfilled(self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.declare_by(driver, shape, L::make_room)
    }

    fn thaw(self, driver: Driver) -> Result<()> {
        let level = self.level();
        level.thaw(driver, 1)?;
        // What is refused is left as it was.
        level.assemble(driver, 1).map_err(|fault| {
            level.freeze(driver, 1);
            fault.into()
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(self, driver: Driver) -> Result<(), Fault> {
        let level = self.level();
        level.declare(driver);
        level.assemble(driver, 1).inspect_err(|_| self.reset(driver))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze(self, driver: Driver) {
        self.level().freeze(driver, 1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_unordered(self, driver: Driver) {
        self.level().freeze_unordered(driver, 1)
    }

    fn restore_order(self, driver: Driver) {
        self.level().restore_order(driver)
    }

    fn reset(self, driver: Driver) {
        reset(driver, self.level(), &self.shape(driver))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fiber(self, _driver: Driver) -> Self::Fiber {
        // SAFETY: the driver has declared or thawed the tensor, which assembled its root.
        unsafe { L::writing(self.level).fiber(0, Unasked) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn on(self, part: *mut ()) -> Self {
        TensorOutput {
            level: part.cast(),
            ..self
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_root(self, root: *const ()) -> Self {
        TensorOutput {
            level: root.cast_mut().cast(),
            ..self
        }
    }

    fn values(&self, _driver: Driver) -> &[Cell<L::T>] {
        Cell::from_mut(self.level().values()).as_slice_of_cells()
    }
}

// SAFETY: a handle is a mutable borrow, which threads use to read the level, or to write what the driver says they may.
unsafe impl<L: Send + Sync> Send for TensorOutput<'_, L> {}
// SAFETY: as above.
unsafe impl<L: Send + Sync> Sync for TensorOutput<'_, L> {}

// SAFETY: a part is another level of the same type.
unsafe impl<L: WriteLevel + Default + Send + Sync> Private for TensorOutput<'_, L> {
    type Part = Box<L>;
    const APART: bool = L::APART;
    const ATOMIC: bool = L::ATOMIC;
    const CUT_BY: usize = match L::CUT_BY {
        Some(by) => by,
        None => 1,
    };

    fn part(self, driver: Driver, shape: &[usize]) -> Result<Box<L>> {
        let mut part = Box::new(L::default());
        // SAFETY: the storage stays where it is while the handle is used.
        unsafe { self.on(Self::pointer(&mut part)) }.declare(driver, shape)?;
        Ok(part)
    }

    fn cut(shape: &mut [usize], piece: &Range<usize>) {
        if let (Some(_), Some(extent)) = (L::CUT_BY, shape.first_mut()) {
            *extent = piece.len()
        }
    }

    fn append(self, driver: Driver, part: &mut Box<L>, piece: &Range<usize>) -> Result<(), Fault> {
        self.level().append_piece(driver, part, piece)?;
        // The last piece has all indices that are left.
        if self.shape(driver).first().is_none_or(|&extent| piece.end >= extent) {
            self.level().complete(driver)
        }
        Ok(())
    }

    fn pointer(part: &mut Box<L>) -> *mut () {
        (&raw mut **part).cast()
    }
}

// SAFETY: the root is opened once, and its fibers are those that the level hands out at different positions; or the level puts
// pieces together.
unsafe impl<L: WriteInParts + Default + Send + Sync> Divisible for TensorOutput<'_, L> {
    type Apart = L::Apart;
    type Splits = L::Splits;
    type Atomic = L::Atomic;
}

/// Empties and freezes a level in any state. If there is no memory for the extents that it has, those of them become 0 that
/// can: some levels have an extent once and for all.
#[cold]
fn reset<L: WriteLevel>(driver: Driver, level: &mut L, shape: &[usize]) {
    let empty = some_extents(shape, &mut |kept| {
        if level.resize(driver, kept).is_err() {
            return false;
        }
        level.declare(driver);
        level.assemble(driver, 1).is_ok()
    });
    if empty {
        level.freeze(driver, 1)
    } else if level.validate(1).is_err() {
        // Nobody may read what has no storage.
        std::process::abort()
    }
    // Else it has refused every extent before it changed anything, as runs over a `Pattern` do.
}

/// Whether a level `opens` with these extents, or else with some of them and 0 for the others. Not generic, so that it is compiled once.
fn some_extents(shape: &[usize], opens: &mut dyn FnMut(&[usize]) -> bool) -> bool {
    let all = (1_usize << shape.len()) - 1;
    core::iter::once(all).chain(0..all).any(|kept| {
        let extent = |(axis, &extent): (usize, &usize)| if kept >> axis & 1 == 1 { extent } else { 0 };
        let kept: Vec<usize> = shape.iter().enumerate().map(extent).collect();
        opens(&kept)
    })
}

// SAFETY: as above; the driver reads only when the tensor is frozen.
unsafe impl<'t, L: WriteLevel> Reread for TensorOutput<'t, L> {
    type Reading = <L::Fibers<'t> as Fibers>::Fiber;
    type Axes = L::Axes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reading(self, _driver: Driver) -> Self::Reading {
        // SAFETY: the handle borrows the tensor for `'t`, and the driver has frozen it.
        let level: &'t L = unsafe { &*self.level };
        // SAFETY: a frozen tensor holds one root fiber, which the driver uses until it writes the tensor again.
        unsafe { level.fibers().fiber(0) }
    }
}

// SAFETY: as the level promises.
unsafe impl<L: WriteInPlace> InPlace for TensorOutput<'_, L> {}

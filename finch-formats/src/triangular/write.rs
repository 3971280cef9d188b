//! Halves of squares as programs write them: at any place of the half, as dense fibers are.

use crate::imports::*;

/// All fibers of a [`Triangular`] or [`Symmetric`] level, for writing: its [`WriteLevel::Writing`]. `Kind` says which of both.
#[derive(Clone, Copy, Debug)]
pub struct PackedWriting<Kind, F, C> {
    extent: usize,
    /// How many positions a fiber has.
    size: usize,
    child: C,
    kind: PhantomData<(Kind, F)>,
}

/// One fiber of a [`Triangular`] or [`Symmetric`] level, for writing: a square, of which one half can be assigned, as `Kind` says.
#[derive(Clone, Copy, Debug)]
pub struct PackedWriteFiber<Kind, F, C, D> {
    extent: usize,
    fiber: usize,
    /// The position of the first place.
    first: usize,
    child: C,
    dirty: D,
    kind: PhantomData<(Kind, F)>,
}

/// One row of a square, for writing. The flag that its fiber was lent is passed on to its children.
#[derive(Clone, Copy, Debug)]
pub struct PackedWriteRow<Kind, F, C, D> {
    fiber: usize,
    row: usize,
    /// The position of column 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    dirty: D,
    kind: PhantomData<(Kind, F)>,
}

impl<Kind, F, C> PackedWriting<Kind, F, C> {
    /// Squares of `extent` rows, of which `size` places each are stored in `child`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(extent: usize, size: usize, child: C) -> Self {
        PackedWriting {
            extent,
            size,
            child,
            kind: PhantomData,
        }
    }
}

/// The extent of a level that has as many rows as columns, and what is below.
pub(crate) fn square<'s>(name: &str, shape: &'s [usize]) -> Result<Option<(usize, &'s [usize])>> {
    let [rows, columns, below @ ..] = shape else {
        return Ok(None);
    };
    ensure!(rows == columns, else Mismatch,
        "a {name} level has as many rows as columns, so it cannot have {rows} rows and {columns} columns: `Dense<SparseBand<..>>` can");
    Ok(Some((*rows, below)))
}

// SAFETY: the caller names an assembled position.
unsafe impl<Kind: Packing, F: Fill<C::T>, C: WriteFibers> WriteFibers for PackedWriting<Kind, F, C> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = PackedWriteFiber<Kind, F, C, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        PackedWriteFiber {
            extent: self.extent,
            fiber: position,
            first: position * self.size,
            child: self.child,
            dirty,
            kind: PhantomData,
        }
    }
}

// SAFETY: every place of the half has an assembled position; others are refused.
unsafe impl<Kind: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteFiber for PackedWriteFiber<Kind, F, C, D> {
    crate::write_fiber! { C::T, C::Fill }
    type AnyOrder = <C::Fiber<D> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(2, <C::Fiber<D> as WriteFiber>::TOGETHER);

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, PackedWriteRow<Kind, F, C, D>>(Kind::NAME)
    }
}

// SAFETY: as above.
unsafe impl<Kind: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteLooplet for PackedWriteFiber<Kind, F, C, D> {
    looked_up! { C::T, C::Fill }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let row = pass.index();
        promise!(row < self.extent);
        let row = PackedWriteRow::<Kind, F, C, D> {
            fiber: self.fiber,
            row,
            shift: self.first + Kind::Half::shift(self.extent, row),
            child: self.child,
            dirty: self.dirty,
            kind: PhantomData,
        };
        k.call(pass, Write::new(row, rest))
    }
}

// SAFETY: as above.
unsafe impl<Kind: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteFiber for PackedWriteRow<Kind, F, C, D> {
    crate::write_fiber! { C::T, C::Fill }
    type AnyOrder = <C::Fiber<D> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <C::Fiber<D> as WriteFiber>::TOGETHER);

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, C::Fiber<D>>(Kind::NAME)
    }
}

// SAFETY: only places of the half, which have assembled positions, are handed out.
unsafe impl<Kind: Packing, F: Fill<C::T>, C: WriteFibers, D: Dirty> WriteLooplet for PackedWriteRow<Kind, F, C, D> {
    looked_up! { C::T, C::Fill }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let column = pass.index();
        if Kind::Half::holds(self.row, column) {
            // SAFETY: the driver asks for columns below the extent, and those of the half have assembled positions.
            let fiber = unsafe { self.child.fiber(self.shift + column, self.dirty) };
            return k.call(pass, Write::new(fiber, rest));
        }
        // Only what is assigned is refused: what is skipped by law is fill as well.
        cold_path();
        let tried = Cell::new(false);
        // SAFETY: `k` uses it while this frame exists.
        let asked = unsafe { Lent::new(&tried) };
        k.call(pass, Write::new(Refused::<C::T, F, _>::new(asked), rest));
        if tried.get() {
            fault::raise(Fault::OutOfHalf {
                level: Kind::NAME,
                fiber: self.fiber,
                index: [self.row, column],
                mirrored: Kind::MIRRORED,
            })
        }
    }
}

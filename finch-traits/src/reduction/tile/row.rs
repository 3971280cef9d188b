//! Tiles that go from a producer to its consumer: values of a workspace, a row, that are never in memory.
//!
//! In `row .= 0; for k, r { row[r] += x[k] * c[k, r] }; for r { y[r] += row[r] * b[r] }` both loops run once for each tile. The producer
//! writes to local variables, which the consumer reads.

use crate::fiber::{Leaf, OnFiber, vector_fiber};
use crate::knot::*;
use crate::reduction::tile::{Tile, Values};

/// The values of a row in a region, `Len` of them. For reading.
pub struct RowTile<T, Len> {
    values: Lent<Values<T>>,
    region: Region,
    kind: PhantomData<Len>,
}

copied!([T, Len] RowTile<T, Len>);

shown!([T, Len] RowTile<T, Len>);

impl<T: Copy + 'static, Len: TileLen> RowTile<T, Len> {
    /// This tile, whose values are of type `U`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn of_type<U: Copy + 'static>(self) -> RowTile<U, Len> {
        *same_type(&self)
    }
}

// SAFETY: any index has a value: that in the tile, or another one of it; or it is refused by a bounds check.
unsafe impl<T: Copy + 'static, Len: TileLen> At for RowTile<T, Len> {
    type F = Leaf<T>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> Leaf<T> {
        let (values, region, assigned) = (&*self.values, self.region, &Cell::new(false));
        let tile = Tile::<T, Len, Unknown> {
            values,
            assigned,
            region,
            kind: PhantomData,
        };
        Leaf(tile.at(index).get())
    }
}

// SAFETY: it is looked up at each index, and has no extent.
unsafe impl<T: Copy + 'static, Len: TileLen> Fiber for RowTile<T, Len> {
    vector_fiber!(T, dense Yes, crate::total::never());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, T>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(self))
    }

    fn dim(&self, _axis: usize) -> Option<usize> {
        None
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("Tile", Nest::of::<Lookup<Self>>())
    }
}

/// Executes `fill` and then `consume` with the values of workspace number `N` in `region`, a tile in which each is `value` before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_tile<N: Nat, T: Copy + 'static, Len: TileLen>(
    value: T,
    region: Region,
    fill: impl FnOnce(FillTile<'_, N, T, Len>),
    consume: impl FnOnce(UseTile<N, T, Len>),
) {
    let (values, assigned) = (
        core::array::from_fn(|_| core::array::from_fn(|_| Cell::new(value))),
        Cell::new(false),
    );
    fill(FillTile {
        values: &values,
        assigned: &assigned,
        region,
        kind: PhantomData,
    });
    consume(UseTile {
        tile: RowTile {
            // SAFETY: statements that read it are executed by the call, while the values are in this frame.
            values: unsafe { Lent::new(&values) },
            region,
            kind: PhantomData,
        },
        number: PhantomData,
    })
}

continuation! {
    /// Executes a statement that writes workspace number `N` with the values of a tile in its place.
    pub(crate) struct FillTile<'a, N, T, Len> {
        values: &'a Values<T>,
        assigned: &'a Cell<bool>,
        region: Region,
        kind: PhantomData<(N, Len)>,
    }
    impl['a, N: Nat, T: Copy + 'static, Len: TileLen] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(FillTile { values, assigned, region, kind }, Exec)
    }
}

continuation! {
    /// Executes a statement that reads workspace number `N` with the values of a tile in its place.
    pub(crate) struct UseTile<N, T, Len> {
        tile: RowTile<T, Len>,
        number: PhantomData<N>,
    }
    impl[N: Nat, T: Copy + 'static, Len: TileLen] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(UseTile { tile, number }, Exec)
    }
}

impl<N: Nat, T: Copy + 'static, Len: TileLen> Sealed for FillTile<'_, N, T, Len> {}
impl<N: Nat, T: Copy + 'static, Len: TileLen> Pass for FillTile<'_, N, T, Len> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(self, write: Write<F, R>, k: K) {
        branch!(if <R::Output as Nat>::Eq<N> {
            let fiber = Tile::<F::T, Len, F::Fill> {
                values: same_type(self.values),
                assigned: self.assigned,
                region: self.region,
                kind: PhantomData,
            };
            k.call(self, Write::new(fiber, write.rest))
        } else {
            k.call(self, write)
        })
    }

    no_region!();
}

impl<N: Nat, T: Copy + 'static, Len: TileLen> Sealed for UseTile<N, T, Len> {}
impl<N: Nat, T: Copy + 'static, Len: TileLen> Pass for UseTile<N, T, Len> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn access<F: Fiber, I: IndexList, M: Label, K: OnExpr<Self, F::T>>(self, access: Access<F, I, M>, k: K) {
        let then = ThenAccess(access.indices, self, k);
        access.fiber.in_tile::<N, Len, T, _>(self.tile, then)
    }

    no_region!();
}

continuation! {
    struct ThenAccess<I, P, K>(indices: I, pass: P, k: K);
    impl[T: Copy + 'static, I: IndexList, P: Pass, K: OnExpr<P, T>] OnFiber<T>: |fiber: F of Fiber| {
        k.call(pass, Access::new(fiber, indices))
    }
}

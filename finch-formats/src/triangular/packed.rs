//! Levels that store one half of a square: triangles, and what is symmetric.

use crate::imports::*;

/// What a level over a packed half reads elsewhere: fill ([`FillOutside`]), or the half mirrored ([`Mirror`](crate::symmetric::Mirror)).
pub trait Packing: Copy + Debug {
    /// Which half.
    type Half: Half;
    /// What the level is called in messages.
    const NAME: &'static str;
    /// Whether the half that is stored stands for the other one too.
    const MIRRORED: bool;

    /// Where the value at `row` and `column` is stored, if it is.
    #[inline]
    fn stored(row: usize, column: usize) -> Option<(usize, usize)> {
        if Self::Half::holds(row, column) {
            Some((row, column))
        } else {
            Self::MIRRORED.then_some((column, row))
        }
    }

    /// The columns of `row` whose values are stored somewhere.
    fn columns(extent: usize, row: usize) -> Range<usize> {
        if Self::MIRRORED {
            0..extent
        } else {
            Self::Half::columns(extent, row)
        }
    }
}

/// What a [`Triangular`] level makes of the half `H` that it stores: elsewhere there is fill.
#[derive(Clone, Copy, Debug)]
pub struct FillOutside<H>(PhantomData<H>);

impl<H: Half> Packing for FillOutside<H> {
    type Half = H;
    const NAME: &'static str = H::TRIANGULAR;
    const MIRRORED: bool = false;
}

/// Implements for a level that stores a half all that levels do. `child` is the field of the level below, `values` says what it wants of values to be written,
/// `mirrored` what [`WriteLevel::MIRRORED`] becomes of two dimensions. The level has methods `extent`, `set_extent`, `each`,
/// `child`, `child_mut` and `position`, which are those of [`Triangular`](crate::Triangular).
macro_rules! packed {
    (
        $level:ident, packing $packing:ident, fibers $fibers:ident, child $($child:ident).+, $(values $values:ident,)?
        mirrored |$below:ident| $mirrored:expr
    ) => {
        // SAFETY: `validate` makes sure that the child holds a position for each place of the half of every fiber, and no
        // others are handed down.
        unsafe impl<H: Half, L: Level> Level for $level<H, L> {
            const NAME: &'static str = <$packing<H> as $crate::triangular::Packing>::NAME;
            const IS_SYMMETRIC: bool = <$packing<H> as $crate::triangular::Packing>::MIRRORED;

            $crate::level! {
                @twice L, (Walking, Following),
                fibers<'a> $fibers<H, L::Fibers<'a>> =
                    |level| $fibers::new(level.extent(), level.each(), level.child().fibers())
            }

            fn shape(&self, shape: &mut Vec<usize>) {
                shape.extend([self.extent(); 2]);
                self.child().shape(shape)
            }

            fn validate(&self, positions: usize) -> Result<()> {
                let below = $crate::Triangular::<H, L>::count(Self::NAME, self.extent(), positions)?;
                self.child().validate(below)
            }
        }

        impl<H: Half, L: Level> Contents for $level<H, L> {
            type T = L::T;

            fn get(&self, position: usize, index: &[usize]) -> L::T {
                match <$packing<H> as $crate::triangular::Packing>::stored(index[0], index[1]) {
                    Some(place) => self.child().get(self.position(position, place), &index[2..]),
                    None => L::Fill::value(),
                }
            }

            fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
                use $crate::triangular::Packing;
                let above = index.len();
                for row in 0..self.extent() {
                    for column in $packing::<H>::columns(self.extent(), row) {
                        if let Some(place) = $packing::<H>::stored(row, column) {
                            index.extend([row, column]);
                            self.child().for_each(self.position(position, place), index, visit);
                            index.truncate(above)
                        }
                    }
                }
            }

            fn count_stored(&self, positions: usize) -> usize {
                self.child().count_stored(positions * self.each())
            }

            fn bytes(&self) -> usize {
                self.child().bytes()
            }

            fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
            where
                L::T: Debug,
            {
                tree.head(Self::NAME, &format_args!("{0}, {0}", self.extent()))?;
                let first = position * self.each();
                tree.children(0..self.each(), &mut |at, tree| {
                    let (row, column) = $crate::triangular::coordinate::<H>(self.extent(), at);
                    tree.label(format_args!("{row}, {column}"))?;
                    self.child().draw(first + at, tree)
                })
            }
        }

        // SAFETY: the child is assembled for each place of the half of every fiber; whatever is written, all of them can be
        // read.
        unsafe impl<H: Half, L: WriteLevel<NeedsFlag = No $(, T: $values)?>> WriteLevel for $level<H, L> {
            $crate::kit::multiples::multiples!(lifecycle);

            const MIRRORED: Mirrored<L::T> = {
                let $below = L::MIRRORED.below(2);
                $mirrored
            };

            fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
                if let Some((extent, below)) = $crate::triangular::square(Self::NAME, shape)? {
                    $crate::Triangular::<H, L>::count(Self::NAME, extent, 1)?;
                    self.child_mut().resize(driver, below)?;
                    self.set_extent(extent)
                }
                Ok(())
            }

            fn room(extents: &[usize]) -> usize {
                match extents {
                    [extent, _, below @ ..] => {
                        let places = $crate::triangular::places(*extent);
                        places.unwrap_or(usize::MAX).saturating_mul(L::room(below))
                    }
                    _ => 1,
                }
            }

            $crate::writing! {
                flag No, $crate::triangular::PackedWriting<$packing<H>, L::Fill, L::Writing> = |level| {
                    // SAFETY: the caller hands a valid level that nothing else accesses.
                    let (extent, each) = unsafe { ((*level).extent(), (*level).each()) };
                    // SAFETY: as above, so its child is one too, and it is assembled with its parent.
                    let child = unsafe { L::writing(&raw mut (*level).$($child).+) };
                    $crate::triangular::PackedWriting::new(extent, each, child)
                }
            }
        }

        // SAFETY: each place of the half has a position of its own, and nothing is written at others.
        unsafe impl<H: Half, L: WriteInParts<NeedsFlag = No $(, T: $values)?>> WriteInParts for $level<H, L> {
            type Apart = L::Apart;
            type Splits = No;
            type Atomic = L::Atomic;
        }

        $crate::kit::multiples::multiples! {
            impl[H: Half] for $level<H, L> $(, values [$values])?;
        }
    };
}
pub(crate) use packed;

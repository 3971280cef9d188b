//! Levels whose fibers have equally many children each, at consecutive positions: there is no array that says where.
//!
//! ```text
//! fiber p of a level with n children each     [ np | np + 1 | .. | np + n - 1 ]
//! ```

/// Implements for a level over `L` what follows from how many children a fiber has, which its method `each` says: it is
/// written, compared, taken back and exchanged as they are.
///
/// ```text
/// multiples! {
///     impl[X: Extent] for Dense<L, X>;
/// }
/// ```
///
/// The generic parameters but `L` are in brackets; behind `values` stands what the level wants of the values below. With
/// `multiples!(lifecycle)` it writes into the `impl` of [`WriteLevel`](finch_traits::lifecycle::WriteLevel) what forwards to
/// the level below. The level also has methods `extent` and `child_mut`.
macro_rules! multiples {
    (impl[$($param:tt)*] for $level:ty $(, values [$($value:tt)*])?;) => {
        // SAFETY: forwards, for the children that every one of our fibers has.
        unsafe impl<$($param)*, L: MergeLevel<NeedsFlag = No $(, T: $($value)*)?>> MergeLevel for $level {
            type Staging = StagedInPlace;

            unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
                let each = self.each();
                // SAFETY: the caller says so of our fibers, and each is that many fibers of the child.
                unsafe { self.child_mut().repeats(driver, from * each, count * each) }
            }

            fn repeats_frozen(&mut self, driver: Driver, from: usize, count: usize) -> bool {
                let each = self.each();
                self.child_mut().repeats_frozen(driver, from * each, count * each)
            }

            fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
                let each = self.each();
                self.child_mut().withdraw(driver, from * each, count * each)
            }
        }

        // SAFETY: forwards, for the children that every one of our fibers has.
        unsafe impl<$($param)*, L: CompareLevel<NeedsFlag = No $(, T: $($value)*)?>> CompareLevel for $level {
            unsafe fn equal(&self, a: usize, b: usize) -> bool {
                let each = self.each();
                // SAFETY: the caller says so of our fibers, and each is that many fibers of the child.
                (0..each).all(|child| unsafe { self.child().equal(a * each + child, b * each + child) })
            }
        }

        // SAFETY: forwards, for the children that every one of our fibers has.
        unsafe impl<$($param)*, L: SwapLevel> SwapLevel for $level {
            fn swap(&mut self, a: usize, b: usize, count: usize) {
                let each = self.each();
                self.child_mut().swap(a * each, b * each, count * each)
            }
        }
    };
    (lifecycle) => {
        fn declare(&mut self, driver: Driver) {
            self.child_mut().declare(driver)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
            let too_large = $crate::kit::faults::too_large::<Self>(positions, self.extent());
            let below = positions.checked_mul(self.each()).ok_or(too_large)?;
            self.child_mut().assemble(driver, below)
        }

        fn freeze(&mut self, driver: Driver, positions: usize) {
            let below = positions * self.each();
            self.child_mut().freeze(driver, below)
        }

        fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
            let below = positions * self.each();
            self.child_mut().thaw(driver, below)
        }

        fn shrink_to_fit(&mut self) {
            self.child_mut().shrink_to_fit()
        }

        fn reserve_values(&mut self, values: usize) -> bool {
            crate::kit::arrays::is_leaf::<L>() || self.child_mut().reserve_values(values)
        }

        const APART: bool = L::APART;
        const ATOMIC: bool = L::ATOMIC;

        fn values(&mut self) -> &mut [L::T] {
            self.child_mut().values()
        }

        fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
            let each = self.each();
            self.child_mut().append(driver, positions * each, part.child_mut(), count * each)
        }

        fn complete(&mut self, driver: Driver) {
            self.child_mut().complete(driver)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn clear_positions(
            &mut self,
            driver: Driver,
            below: usize,
            positions: impl Iterator<Item = usize>,
        ) -> bool {
            let each = self.each();
            let Some(below) = below.checked_mul(each) else {
                return false;
            };
            let children = positions.flat_map(|position| position * each..(position + 1) * each);
            // SAFETY: the children of a fiber end where those of the next begin, and the caller promises that there are
            // fibers for these positions.
            unsafe { self.child_mut().clear_positions(driver, below, children) }
        }
    };
}
pub(crate) use multiples;

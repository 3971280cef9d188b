//! What fibers have in common, whatever level they are of.

use crate::imports::*;

/// The extent along `axis` of a fiber with these extents, whose children are fibers of `below`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn dim<const N: usize>(extents: [usize; N], below: impl Fibers, axis: usize) -> Option<usize> {
    match extents.get(axis) {
        Some(&extent) => Some(extent),
        None => below.dim(axis - N),
    }
}

/// The value of a fiber that has dimensions: asked for by nobody, because the ranks of accesses are checked by types.
#[cold]
#[inline(never)]
pub fn not_a_leaf() -> ! {
    unreachable!("a fiber with dimensions was asked for its value")
}

/// What run time knows of a fiber that is all fill unless it is `here`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fill_unless<T: Copy + 'static, F: Fill<T>>(here: bool) -> Knowledge {
    if here {
        Knowledge::NOTHING
    } else {
        F::Known::AT_RUN_TIME
    }
}

/// Writes into the `impl` of [`Fibers`](finch_traits::level::Fibers), for a level that is read like others whose fibers have a
/// position each over fibers of type `C`, what these have in common: values and fill are those below, a fiber that is absent is fill,
/// and extents are those of this level and the one below.
///
/// ```ignore
/// read_fibers! { C, |fibers| [fibers.extent], fibers.child }
/// ```
#[macro_export]
macro_rules! read_fibers {
    ($below:ty, |$this:ident| $extents:expr, $child:expr) => {
        type T = <$below as $crate::traits::level::Fibers>::T;
        type Fill = <$below as $crate::traits::level::Fibers>::Fill;
        type OptionalFiber = $crate::traits::fiber::FiberOrFill<Self::Fiber, Self::Fill>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { $crate::traits::fiber::FiberOrFill::new(here.then(|| self.fiber(position))) }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn dim(self, axis: usize) -> Option<usize> {
            let $this = self;
            $crate::kit::fiber::dim($extents, $child, axis)
        }
    };
}

/// Writes into the `impl` of [`Fiber`](finch_traits::fiber::Fiber) of a fiber that is there, over fibers of type `C`, what all of
/// these have in common: it has values of which nothing is known, and its extents and those of the level below.
///
/// ```ignore
/// read_fiber! { C, |fiber| [fiber.extent], fiber.child }
/// ```
///
/// `dense D, below B` behind `C` says whether [all of it is looked up](finch_traits::fiber::Fiber::Dense), and whether
/// [all of each fiber below](finch_traits::fiber::Fiber::DenseBelow) is.
#[macro_export]
macro_rules! read_fiber {
    ($below:ty, |$this:ident| $extents:expr, $child:expr) => {
        $crate::read_fiber! {
            $below, dense $crate::traits::algebra::logic::No, below $crate::traits::algebra::logic::No, |$this| $extents, $child
        }
    };
    ($below:ty, dense $dense:ty, below $dense_below:ty, |$this:ident| $extents:expr, $child:expr) => {
        type T = <$below as $crate::traits::level::Fibers>::T;
        type Dense = $dense;
        type DenseBelow = $dense_below;
        type Known = $crate::traits::algebra::known::Unknown;
        type RuntimeKnown = $crate::traits::algebra::logic::No;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn value(self) -> Self::T {
            use $crate::traits::algebra::fill::Fill;
            <$below as $crate::traits::level::Fibers>::Fill::value()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn dim(&self, axis: usize) -> Option<usize> {
            let $this = self;
            $crate::kit::fiber::dim($extents, $child, axis)
        }
    };
}

/// Writes into the `impl` of [`WriteFiber`](finch_traits::target::WriteFiber) of a fiber with dimensions, of these values and
/// what is known of their fill, what all of these have in common: it is the looplet that it unfurls to, its parent lends it the flag
/// `D`, and it has no value. `row R` behind them says that it [is a row](finch_traits::target::WriteFiber::IsRow) if that is `Yes`.
#[macro_export]
macro_rules! write_fiber {
    ($value:ty, $fill:ty) => {
        $crate::write_fiber! { $value, $fill, row $crate::traits::algebra::logic::No }
    };
    ($value:ty, $fill:ty, row $row:ty) => {
        type T = $value;
        type Fill = $fill;
        type Short = $crate::traits::algebra::logic::No;
        type Asked = D::Asked;
        type IsRow = $row;

        $crate::write_fiber!(@unfurl UnfurledTarget);

        $crate::write_fiber!(@no_value);
    };
    (@unfurl $target:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn unfurl<P, R, K>(self, pass: P, rest: R, k: K)
        where
            P: $crate::traits::pass::Pass,
            R: $crate::traits::target::RemainingIndices,
            K: $crate::traits::pass::OnTarget<P, Self::T>,
        {
            k.call(pass, $crate::traits::target::$target::new(self, rest))
        }
    };
    (@no_value) => {
        fn load(self, _driver: $crate::traits::lifecycle::Driver) -> Self::T {
            $crate::kit::fiber::not_a_leaf()
        }

        fn store(self, _driver: $crate::traits::lifecycle::Driver, _value: Self::T) {}
    };
}

/// Writes into the `impl` of [`WriteLooplet`](finch_traits::looplet::WriteLooplet) of a target that is looked up index by index what
/// its values are, and what is known of their fill.
macro_rules! looked_up {
    ($value:ty, $fill:ty) => {
        type T = $value;
        type Fill = $fill;
        type Style = style::Lookup;
    };
}
pub(crate) use looked_up;

/// Writes into the `impl` of [`Fibers`] of a leaf of these values and this fill what all leaves have in common: a fiber is a value
/// that was loaded, or fill, and it has no dimension.
macro_rules! read_leaf {
    ($value:ty, $fill:ty) => {
        type T = $value;
        type Fill = $fill;
        type Fiber = Leaf<$value>;
        type OptionalFiber = LeafOrFill<$value, $fill>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn dim(self, _axis: usize) -> Option<usize> {
            None
        }
    };
}
pub(crate) use read_leaf;

/// Writes into the `impl` of [`WriteFiber`](finch_traits::target::WriteFiber) of a leaf what all leaves have in common: there is no
/// dimension to unfurl. `write_leaf! { T, F, asked D }` says the type of the values, what is known of their fill, and whether
/// anybody asks if they were assigned. Values are written in any order, unless `any order No` stands behind that. `short No` in front of that
/// is `type Short = No`.
#[macro_export]
macro_rules! write_leaf {
    ($value:ty, $fill:ty, asked $asked:ty, short $short:ty $(, $($rest:tt)+)?) => {
        type Short = $short;
        $crate::write_leaf! { $value, $fill, asked $asked $(, $($rest)+)? }
    };
    ($value:ty, $fill:ty, asked $asked:ty) => {
        $crate::write_leaf! { $value, $fill, asked $asked, any order $crate::traits::algebra::logic::Yes }
    };
    ($value:ty, $fill:ty, asked $asked:ty, any order $any_order:ty) => {
        $crate::write_leaf! { $value, $fill, asked $asked, any order $any_order, row $crate::traits::algebra::logic::Yes }
    };
    ($value:ty, $fill:ty, asked $asked:ty, any order $any_order:ty, row $row:ty) => {
        type T = $value;
        type Fill = $fill;
        type Asked = $asked;
        type AnyOrder = $any_order;
        type IsRow = $row;
        const TOGETHER: usize = 0;

        $crate::write_fiber!(@unfurl Write);

        fn describe() -> $crate::traits::explain::WriteDescription {
            $crate::traits::explain::WriteDescription::leaf()
        }
    };
}

/// Writes into the `impl` of [`WriteLevel`] of a level with the fields `extent` and `child`: behind `extents`, how it takes a shape, if the
/// named functions say that it can have the extent; behind `shrinks`, that the child is completed, and which arrays give room back.
macro_rules! over_child {
    (extents $($check:expr),+) => {
        fn resize(&mut self, driver: finch_traits::lifecycle::Driver, shape: &[usize]) -> $crate::Result<()> {
            if let Some((&extent, below)) = shape.split_first() {
                $($check(Self::NAME, extent)?;)+
                self.child.resize(driver, below)?;
                self.extent = extent;
            }
            self.declare(driver);
            Ok(())
        }
    };
    (shrinks $($array:ident),+) => {
        fn complete(&mut self, driver: finch_traits::lifecycle::Driver) {
            self.child.complete(driver)
        }

        fn shrink_to_fit(&mut self) {
            $(self.$array.shrink_to_fit();)+
            self.child.shrink_to_fit()
        }
    };
}
pub(crate) use over_child;

/// Writes into the `impl` of [`WriteLevel`] how its fibers are handed out for writing: whether the level needs the flag of its
/// parent, what they are, and how they are made of a pointer to the level.
///
/// ```ignore
/// writing! { flag No, DenseWriting<L::Writing> = |level| { .. } }
/// ```
///
/// Behind `|level|` holds what the caller of [`WriteLevel::writing`] promises: the level is valid and assembled, and nothing else
/// accesses it.
#[macro_export]
macro_rules! writing {
    (flag $flag:ty, $writing:ty = |$level:ident| $fibers:expr) => {
        type NeedsFlag = $flag;
        type Writing = $writing;

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn writing($level: *mut Self) -> Self::Writing {
            $fibers
        }
    };
}

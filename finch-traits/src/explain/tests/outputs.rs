//! Outputs of every kind, as small as they can be.

use crate::derived::copied;
use crate::driver::Driver;
use crate::error::Result;
use crate::explain::WriteDescription;
use crate::fiber::Leaf;
use crate::looplet::WriteLooplet;
use crate::pass::accept::Accept;
use crate::pass::lookup::Bind;
use crate::pass::{OnTarget, Pass};
use crate::program::IntoOutput;
use crate::style::{self, Style};
use crate::target::output::{Output, Reread};
use crate::target::{RemainingIndices, UnfurledTarget, WholeRun, Write, WriteFiber};
use core::cell::Cell;
use core::marker::PhantomData;
use finch_algebra::fault::Fault;
use finch_algebra::fill::{Fill, Zero};
use finch_algebra::logic::{Bool, No, Yes};
use typenum::{U0, U1};

/// Values that are written, as a scalar, at indices or by runs.
#[derive(Debug, Default)]
pub(super) struct Store<Kind> {
    pub(super) values: Vec<Cell<f64>>,
    kind: PhantomData<Kind>,
}

impl<Kind> Store<Kind> {
    pub(super) fn new(len: usize) -> Self {
        Store {
            values: vec![Cell::new(0.0); len],
            kind: PhantomData,
        }
    }
}

/// A store that a program writes.
#[derive(Debug)]
pub(super) struct Handle<'s, Kind>(&'s [Cell<f64>], PhantomData<Kind>);

copied!(['a, Kind] Handle<'a, Kind>);

/// How a store is written.
pub(super) trait Way: core::fmt::Debug {
    type Rank: crate::rank::Rank;
    type Style: Style;
    type Short: Bool;
    type IsRow: Bool;
    const TAKES_RUNS: bool;
}

macro_rules! ways {
    ($($name:ident: $rank:ty, $style:ty, $short:ty, $row:ty;)*) => { $(
        #[derive(Debug)]
        pub(super) struct $name;
        impl Way for $name {
            type Rank = $rank;
            type Style = $style;
            type Short = $short;
            type IsRow = $row;
            const TAKES_RUNS: bool = <$style as Style>::KIND as u8 == style::Kind::AcceptRun as u8;
        }
    )* };
}

ways! {
    Scalar: U0, style::Invariant, No, No;
    Short: U0, style::Invariant, Yes, No;
    ByIndex: U1, style::Lookup, No, No;
    ByRun: U1, style::AcceptRun, No, No;
    Row: U1, style::Lookup, No, Yes;
}

// SAFETY: the borrow is moved into the handle.
unsafe impl<'s, Kind: Way> IntoOutput for &'s mut Store<Kind> {
    type Handle = Handle<'s, Kind>;
    fn into_output(self, _driver: Driver) -> Handle<'s, Kind> {
        Handle(&self.values, PhantomData)
    }
}

// SAFETY: the handle borrows the store mutably, which has an address of its own and can be read at any time.
unsafe impl<Kind: Way> Output for Handle<'_, Kind> {
    type T = f64;
    type Fill = Zero;
    type Rank = Kind::Rank;
    type Fiber = Self;
    fn root(self) -> *const () {
        self.0.as_ptr() as *const ()
    }
    fn shape(self, _driver: Driver) -> Vec<usize> {
        if <Kind::Rank as finch_algebra::nat::Nat>::VALUE == 0 {
            Vec::new()
        } else {
            vec![self.0.len()]
        }
    }
    fn declare(self, driver: Driver, _shape: &[usize]) -> Result<()> {
        Ok(self.clear(driver)?)
    }
    fn thaw(self, _driver: Driver) -> Result<()> {
        Ok(())
    }
    fn clear(self, _driver: Driver) -> Result<(), Fault> {
        self.0.iter().for_each(|value| value.set(Zero::value()));
        Ok(())
    }
    fn freeze(self, _driver: Driver) {}
    fn reset(self, _driver: Driver) {}
    fn fiber(self, _driver: Driver) -> Self {
        self
    }
}

// SAFETY: as above.
unsafe impl<Kind: Way> Reread for Handle<'_, Kind> {
    type Reading = Leaf<f64>;
    type Axes = crate::index::protocol::NoAxis;
    fn reading(self, _driver: Driver) -> Leaf<f64> {
        Leaf(self.0[0].get())
    }
}

/// What is said of values that can be written in any order.
macro_rules! of_floats {
    ($short:ty, $row:ty) => {
        type T = f64;
        type Fill = <Zero as Fill<f64>>::Known;
        type Short = $short;
        type Asked = No;
        type AnyOrder = Yes;
        type IsRow = $row;
        fn load(self, _driver: Driver) -> f64 {
            self.0[0].get()
        }
    };
}

// SAFETY: indices are checked.
unsafe impl<Kind: Way> WriteFiber for Handle<'_, Kind> {
    of_floats!(Kind::Short, Kind::IsRow);
    fn unfurl<P: Pass, R: RemainingIndices, K: OnTarget<P, f64>>(self, pass: P, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self, rest))
    }
    fn store(self, _driver: Driver, value: f64) {
        self.0[0].set(value)
    }
    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, Place<'_>>("Store")
    }
}

/// Some of the values: all that a run stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'s>(&'s [Cell<f64>]);

// SAFETY: indices are checked.
unsafe impl WriteFiber for Place<'_> {
    of_floats!(No, No);
    fn unfurl<P: Pass, R: RemainingIndices, K: OnTarget<P, f64>>(self, pass: P, rest: R, k: K) {
        k.call(pass, Write::new(self, rest))
    }
    fn store(self, _driver: Driver, value: f64) {
        self.0.iter().for_each(|place| place.set(value))
    }
    fn describe() -> WriteDescription {
        WriteDescription::leaf()
    }
}

// SAFETY: indices are checked.
unsafe impl<Kind: Way> WriteLooplet for Handle<'_, Kind> {
    type T = f64;
    type Fill = <Zero as Fill<f64>>::Known;
    type Style = Kind::Style;
    fn bind<R: RemainingIndices, K: OnTarget<Bind, f64>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        let place = Write::new(Place(&self.0[index..index + 1]), rest);
        if Kind::TAKES_RUNS {
            k.call(pass, WholeRun::new(Driver::new(), place))
        } else {
            k.call(pass, place)
        }
    }
    fn accept<R: RemainingIndices, K: OnTarget<Accept, f64>>(self, pass: Accept, rest: R, k: K) {
        let region = pass.region();
        k.call(
            pass,
            WholeRun::new(Driver::new(), Write::new(Place(&self.0[region.lo..region.hi]), rest)),
        )
    }
}

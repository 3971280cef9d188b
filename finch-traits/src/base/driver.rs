//! The capability that only the engine has.

/// Proof that a call comes from the driver of a program, which has opened what the call writes. Nobody else can make one.
#[derive(Clone, Copy, Debug)]
pub struct Driver(());

impl Driver {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn new() -> Driver {
        Driver(())
    }

    /// A driver for those who make, empty and seal a level outside of any program, as the owner of a tensor and the tests of a
    /// level do.
    ///
    /// # Safety
    ///
    /// The caller keeps to what the driver promises: see [`WriteLevel`](crate::lifecycle::WriteLevel) for the order of calls, on a level that is valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const unsafe fn assume() -> Driver {
        Driver(())
    }
}

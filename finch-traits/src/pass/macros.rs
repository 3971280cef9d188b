//! What declares passes.

/// Declares passes that do nothing but to ask looplets one question; or to change them, if they name none.
macro_rules! looplet_pass {
    ($($(#[$doc:meta])* $name:ident $(asks $method:ident)?;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub(crate) $crate::region::Region);

        impl $crate::sealed::Sealed for $name {}
        impl $crate::pass::Pass for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn looplet<L: $crate::looplet::Looplet, K: $crate::pass::OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
                $crate::pass::looplet_pass!(@looplet self looplet k $($method)?)
            }
            $crate::pass::reads_alone!();
            $crate::pass::region_field!();
        }
    )* };
    (@looplet $pass:ident $looplet:ident $k:ident) => { $k.hand_on($pass, $looplet.change($pass)) };
    (@looplet $pass:ident $looplet:ident $k:ident $method:ident) => { $looplet.$method($pass, $k) };
}
pub(crate) use looplet_pass;

/// What a pass says that asks looplets alone: targets hold none that is read.
macro_rules! reads_alone {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn assign<
            W: $crate::target::Target,
            O: finch_algebra::reducer::Reducer<W::T>,
            E: $crate::expr::Expr<T = W::T>,
            K: $crate::pass::OnStmt<Self>,
        >(
            self,
            assign: $crate::stmt::assign::Assign<W, O, E>,
            k: K,
        ) {
            assign.only_value(self, k)
        }
    };
}
pub(crate) use reads_alone;

/// The region methods of a pass that holds its region first.
macro_rules! region_field {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn region(self) -> $crate::region::Region {
            self.0
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn within(mut self, region: $crate::region::Region) -> Self {
            self.0 = region;
            self
        }
    };
}
pub(crate) use region_field;

/// The region methods of a pass that no loop is in.
macro_rules! no_region {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn region(self) -> $crate::region::Region {
            $crate::region::Region::point(0)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn within(self, _region: $crate::region::Region) -> Self {
            self
        }
    };
}
pub(crate) use no_region;

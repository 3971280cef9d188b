//! Declarations: `y .= 0`, `mut y`.

use crate::program::{Out, Work};
use crate::upper::*;
use finch_algebra::known::Same;

/// Borrows what a program writes: a tensor, or a `&mut` of one.
pub trait AsOutput {
    /// The tensor, borrowed for the program.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_output(&mut self) -> &mut Self {
        self
    }
}

impl<X: ?Sized> AsOutput for X {}

/// The handle of an output that a program has introduced, with the type of its values and its fill.
pub trait Introduces {
    /// The type of the values.
    type T: Copy + 'static;
    /// The fill.
    type Fill: Fill<Self::T>;
}

impl<H: Output, N, D, M> Introduces for Out<H, N, D, M> {
    type T = H::T;
    type Fill = H::Fill;
}

impl<H: Output, N, M> Introduces for Work<H, N, M> {
    type T = H::T;
    type Fill = H::Fill;
}

/// The value of a declaration is the fill of the tensor, if `Same` says so.
#[diagnostic::on_unimplemented(
    message = "a tensor is declared with another value than its fill",
    label = "the fill of this tensor is not the declared value",
    note = "a declared tensor starts as its fill, which is part of its type: `y .= 0` declares a tensor whose fill is \
            `Zero`, `d .= inf` one whose fill is `Inf`",
    note = "give the tensor that fill where it is made: `VectorWithFill::<f64, Inf>::default()`, `CsrWithFill<f64, Inf>`, `Scalar<f64, Inf>`",
    note = "`y .= _` declares a tensor with the fill that it has: reductions start from that value then"
)]
pub trait FilledWith<Same> {}

impl<X> FilledWith<Yes> for X {}

/// What types know of a fill.
type KnownFill<F, T> = <F as Fill<T>>::Known;

/// The value `F` behind `.=` in a declaration: the `0` of `y .= 0`.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeclaredValue<F>(PhantomData<F>);

impl<F> DeclaredValue<F> {
    /// This value, of a type that has only one.
    pub const VALUE: DeclaredValue<F> = DeclaredValue(PhantomData);

    /// Compiles only if the fill of `output` is the value `F`: `y .= 0` of a tensor whose fill is infinity does not. Does nothing at run
    /// time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fills<O>(self, _output: O)
    where
        F: Fill<O::T>,
        O: Introduces + FilledWith<Same<KnownFill<O::Fill, O::T>, KnownFill<F, O::T>>>,
    {
    }
}

/// Declares `__finch_outputs!` by its first rules, those that stand before the fills that have a notation, and the last ones. Rules that
/// look some tokens ahead are written once, for each number of tokens.
macro_rules! outputs {
    (
        $d:tt further $([$($t:ident)+])* fills $([$($fill:tt)+] $name:ident,)*
        {$($first:tt)*} {$($before:tt)*} {$($last:tt)*}
    ) => {
        /// Introduces the outputs and workspaces of a program, as `let` statements: each shadows its tensor by its handle.
        /// Looks for declarations in all statements, eight tokens at a time.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_outputs {
            $($first)*
            // A declaration, an update or a group further on.
            $(
                ($d b:ident $d p:ident $($d $t:tt)+ $d o:tt . $d y:ident . = $d($d r:tt)*) => {
                    $d crate::__finch_outputs!{ $d b $d p $d o . $d y . = $d($d r)* }
                };
                ($d b:ident $d p:ident $($d $t:tt)+ $d y:tt . = $d($d r:tt)*) => {
                    $d crate::__finch_outputs!{ $d b $d p $d y . = $d($d r)* }
                };
                ($d b:ident $d p:ident $($d $t:tt)+ mut $d($d r:tt)*) => {
                    $d crate::__finch_outputs!{ $d b $d p mut $d($d r)* }
                };
                ($d b:ident $d p:ident $($d $t:tt)+ { $d($d g:tt)* } $d($d r:tt)*) => {
                    $d crate::__finch_outputs!{ $d b $d p { $d($d g)* } $d($d r)* }
                };
            )*
            $($before)*
            $(
                (@declare $d b:ident $d p:ident $d y:tt $($fill)+ ; $d($d r:tt)*) => {
                    $d crate::__finch_outputs!(@handle $d b $d p $d y [$d crate::algebra::fill::$name] $d($d r)*)
                };
            )*
            $($last)*
        }
    };
}

outputs! { $
    further [t1] [t1 t2] [t1 t2 t3] [t1 t2 t3 t4] [t1 t2 t3 t4 t5] [t1 t2 t3 t4 t5 t6] [t1 t2 t3 t4 t5 t6 t7]
    fills [0] Zero, [0.0] Zero, [1] One, [1.0] One, [inf] Inf, [- inf] NegInf, [false] False, [true] True,
{
    ($b:ident $p:ident $o:tt . $y:ident . = $($r:tt)*) => { $crate::__finch_outputs!(@declare $b $p ($o.$y) $($r)*) };
    ($b:ident $p:ident mut $o:tt . $y:ident ; $($r:tt)*) => { $crate::__finch_outputs!(@update $b $p ($o.$y) $($r)*) };
    ($b:ident $p:ident $y:tt . = $($r:tt)*) => { $crate::__finch_outputs!(@declare $b $p $y $($r)*) };
    ($b:ident $p:ident mut $y:tt ; $($r:tt)*) => { $crate::__finch_outputs!(@update $b $p $y $($r)*) };
    ($b:ident $p:ident { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_outputs!{ $b inner $($g)* }
        $crate::__finch_outputs!{ $b $p $($r)* }
    };
} {
    ($b:ident $p:ident $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $t8:tt $($r:tt)*) => {
        $crate::__finch_outputs!{ $b $p $($r)* }
    };
    ($b:ident $p:ident $($r:tt)*) => {};
    (@update $b:ident $p:ident $y:tt $($r:tt)*) => {
        let $b = $crate::__finch_handle!(@introduce $b update $y);
        $crate::__finch_handle!(@bind $b $y);
        $crate::__finch_outputs!{ $b $p $($r)* }
    };
    // What stands behind `.=`.
    (@declare $b:ident $p:ident $y:tt _ ; $($r:tt)*) => { $crate::__finch_outputs!(@handle $b $p $y [] $($r)*) };
} {
    (@declare $b:ident $p:ident $y:tt $fill:ident ; $($r:tt)*) => {
        $crate::__finch_outputs!(@handle $b $p $y [$fill] $($r)*)
    };
    (@declare $b:ident $p:ident $y:tt $fill:ident :: $($r:tt)*) => {
        $crate::__finch_outputs!(@type $b $p $y $fill :: $($r)*)
    };
    (@declare $b:ident $p:ident $y:tt $fill:ident < $($r:tt)*) => {
        $crate::__finch_outputs!(@type $b $p $y $fill < $($r)*)
    };
    (@declare $b:ident $p:ident $y:tt $value:tt ; $($r:tt)*) => { $crate::__finch_refused!(@fill $value); };
    (@declare $b:ident $p:ident $y:tt - $value:tt $($r:tt)*) => { $crate::__finch_refused!(@fill $value); };
    (@declare $b:ident $p:ident $y:tt $value:tt $next:tt $($r:tt)*) => {
        $crate::__finch_refused!(@semicolon $next);
    };
    (@declare $b:ident $p:ident $y:tt $($r:tt)*) => {
        compile_error!(concat!("finch!: the declaration of `", stringify!($y), "` has no end: `y .= 0;`"));
    };
    (@type $b:ident $p:ident $y:tt $fill:ty ; $($r:tt)*) => {
        $crate::__finch_outputs!(@handle $b $p $y [$fill] $($r)*)
    };
    (@handle $b:ident outer $y:tt [$($fill:ty)?] $($r:tt)*) => {
        let $b = $crate::__finch_handle!(@introduce $b declare $y);
        $crate::__finch_handle!(@bind $b $y $($fill)?);
        $crate::__finch_outputs!{ $b outer $($r)* }
    };
    (@handle $b:ident inner $y:tt [$($fill:ty)?] $($r:tt)*) => {
        let $b = $crate::__finch_handle!(@introduce $b workspace $y);
        $crate::__finch_handle!(@bind $b $y $($fill)?);
        $crate::__finch_outputs!{ $b inner $($r)* }
    };
} }

/// The handle of an output: of a tensor by its name, which it shadows, or of one that is a field, `(self.y)`.
///
/// The handle of a field is what a macro of the field's name makes of its owner, so that a variable of that name stays what it
/// is, and a field of that name in another owner is not taken for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_handle {
    (@introduce $b:ident $how:ident ($o:tt.$y:ident)) => { $crate::__finch_handle!(@borrow $b $how $y $o.$y) };
    (@introduce $b:ident $how:ident $y:tt) => { $crate::__finch_handle!(@borrow $b $how $y $y) };
    // Called by its name, so that what is no output is reported there.
    (@borrow $b:ident $how:ident $y:tt $($place:tt)*) => {{
        use $crate::notation::AsOutput as _;
        match $($place)*.as_output() {
            $y => $b.$how($y),
        }
    }};
    // Messages of the compiler call it by the name of a type.
    (@called $b:ident $y:ident $same:ident) => {{
        $crate::algebra::__finch_name!($y);
        let (.., handle) = $b.handles();
        handle.called::<__Called>()
    }};
    (@called $b:ident $y:tt $($name:tt)*) => {{
        #[allow(non_camel_case_types)]
        enum $y {}
        impl $crate::algebra::nat::Name for $y {
            const NAME: &'static str = stringify!($($name)*);
        }
        let (.., handle) = $b.handles();
        handle.called::<$y>()
    }};
    (@bind $b:ident ($o:tt.$y:ident) $($fill:ty)?) => { $crate::__finch_handle!(@field [$] $b $o $y $($fill)?) };
    (@bind $b:ident $y:tt $($fill:ty)?) => {
        let $y = $crate::__finch_handle!(@called $b $y $y);
        $($crate::notation::DeclaredValue::<$fill>::VALUE.fills($y);)?
    };
    (@field [$d:tt] $b:ident $o:tt $y:ident $($fill:ty)?) => {
        let handle = $crate::__finch_handle!(@called $b $y $o.$y);
        $($crate::notation::DeclaredValue::<$fill>::VALUE.fills(handle);)?
        #[allow(unused_macros)]
        macro_rules! $y {
            ($o) => { handle };
            ($d other:tt) => { $crate::__finch_refused!(@other_field $d other) };
        }
    };
}

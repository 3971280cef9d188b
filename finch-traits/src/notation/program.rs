//! `finch!`: a program as the papers write it.

use crate::program::{Builder, Outputs};

/// A program writes something.
#[diagnostic::on_unimplemented(
    message = "this program writes nothing",
    label = "declares no output",
    note = "a program declares what it writes: `y .= 0;` empties `y` and sizes it, `mut y;` updates it in place"
)]
pub trait Declares: Outputs {}

macro_rules! declares {
    ($first:ident $($more:ident)*) => {
        impl<$first, $($more),*> Declares for ($first, $($more,)*) where Self: Outputs {}
        declares!($($more)*);
    };
    () => {};
}

declares!(A B C D E F G H I J K L M N O P);

/// Checks that outputs are declared.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn declares<O: Declares, H, N>(_outputs: &Builder<O, H, N>) {}

/// A program, written as the papers write it; see [`notation`](crate::notation) for every construct.
///
/// It yields the [`Program`](crate::program::Program), which is run by `.run()` and explained by `.explain()`.
///
/// ```text
/// finch! {
///     y .= 0;
///     for j, i {
///         y[j] += a[j, i] * x[i];
///     }
/// }
/// .run()?;
/// ```
#[macro_export]
macro_rules! finch {
    () => {
        compile_error!("finch!: a program declares what it writes, `y .= 0;`, and says how: `for i { y[i] += a[i]; }`")
    };
    ($($p:tt)+) => {{
        #[allow(unused_imports)]
        use $crate::notation::{As as _, Read as _};
        let outputs = $crate::program::program();
        $crate::__finch_outputs!{ outputs outer $($p)+ }
        $crate::notation::declares(&outputs);
        let body = $crate::__finch_block!(
            __finch_statement {outer {[$crate::algebra::typenum::U0] [$crate::algebra::typenum::U0]}} [] $($p)+
        );
        outputs.body(|_| body)
    }};
}

//! `finch!`: a program as the papers write it.

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
        let body = $crate::__finch_block!(
            __finch_statement {outer {[$crate::algebra::typenum::U0] [$crate::algebra::typenum::U0]}} [] $($p)+
        );
        outputs.body(|_| body)
    }};
}

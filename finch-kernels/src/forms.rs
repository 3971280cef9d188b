//! The general form of a kernel, which takes a semiring and an output, and the form that takes a policy.

/// Writes the general form of a kernel, by what stands behind the documentation of that form:
///
/// | behind the documentation | the general form |
/// |---|---|
/// | `{ y .= _; .. }` | is this program, over the semiring `S` |
/// | `as { .. }` | has this body |
/// | `under policies /// .. spmv_by: Spmv[..] ..` | runs `spmv_by`, which [`kernel!`](crate::policy::kernel) declares, on the caller's thread |
/// | `under policies spmv_by` | runs `spmv_by`, which is declared elsewhere |
///
/// A workspace, `(workspace: &mut Tensor<..>)`, stands in front of that. With nothing at all the general form is declared elsewhere.
macro_rules! general_form {
    ($head:tt $args:tt $errors:tt) => {};
    ($head:tt $args:tt $errors:tt $(#[$doc:meta])* { $($program:tt)* }) => {
        $crate::forms::general_form! { @fn _semiring $head $args $errors [$(#[$doc])*] [] { finch! { $($program)* }.run() } }
    };
    ($head:tt $args:tt $errors:tt $(#[$doc:meta])* $(($w:ident: $work:ty))? as $body:block) => {
        $crate::forms::general_form! { @fn _semiring $head $args $errors [$(#[$doc])*] [$($w: $work)?] $body }
    };
    (
        { $bounds:tt $name:ident $y:ident $output:tt $said:ty } [$($arg:ident: $type:ty),* $(,)?] $errors:tt
        $(#[$doc:meta])* $(($w:ident: $work:ty))? under policies $by:ident
    ) => {
        $crate::forms::general_form! {
            @fn semiring { $bounds $name $y $output $said } [$($arg: $type),*] $errors [$(#[$doc])*] [$($w: $work)?]
            { $by(Serial, semiring, $y, $($arg,)* $($w)?) }
        }
    };
    (
        { $bounds:tt $name:ident $y:ident $output:tt $said:ty } $args:tt [$(#[$errors:meta])*]
        $(#[$doc:meta])* $(($w:ident: $work:ty))? under policies $(#[$by_doc:meta])* $by:ident: $($kernel:tt)*
    ) => {
        $crate::forms::general_form! {
            { $bounds $name $y $output $said } $args [$(#[$errors])*] $(#[$doc])* $(($w: $work))? under policies $by
        }

        kernel! {
            #[doc = concat!("[`", stringify!($name), "`] under a [policy](crate::policy). What `", stringify!($y), "` holds is replaced, and its memory is reused.")]
            $(#[$by_doc])*
            ///
            /// # Errors
            ///
            $(#[$errors])*
            $(#[doc = concat!("* [`Order`](crate::ErrorKind::Order): `", stringify!($w), "` can only be written in order.")])?
            $by over S, $($kernel)*
        }
    };
    (
        @fn $semiring:ident { [$($bounds:tt)*] $name:ident $y:ident [$output:ty] $said:ty } [$($arg:ident: $type:ty),* $(,)?]
        [$(#[$errors:meta])*] [$(#[$doc:meta])*] [$($w:ident: $work:ty)?] $body:block
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        $(#[doc = concat!("* [`Order`](crate::ErrorKind::Order): `", stringify!($w), "` can only be written in order.")])?
        pub fn $name<T: $($bounds)*, S: Semiring<T>>(
            $semiring: S,
            $y: $output,
            $($arg: $type,)*
            $($w: $work)?
        ) -> Result<$said> $body
    };
}
pub(crate) use general_form;

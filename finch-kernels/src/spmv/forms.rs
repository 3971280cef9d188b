//! The forms of a kernel.

/// Writes the three shorter forms of a kernel whose general form takes a semiring and an output: over the usual sum and
/// product, with a result of its own, and both. What stands behind `by` writes the general form, see
/// [`general_form!`](crate::forms::general_form). The output is a vector or a matrix in any format, and the literal is what formats may
/// not be able to do; without one it is a `dense` vector. A vector behind a `;` may be memory of Rust's as well where its fill is known.
macro_rules! short_forms {
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident, $semiring:ident of $general:ident($($arg:ident: $of:tt),* $(; $x:ident: vector)?)
        -> $y:ident: $output:ident $result:ident $result_over:ident $($refused:literal)?;
        $(#[$errors:meta])*
        $(by $($general_form:tt)*)?
    ) => {
        $(#[$doc])*
        ///
        #[doc = concat!("[`", stringify!($into), "`] writes to an output whose memory is reused.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        pub fn $name<T: Number>(
            $($arg: $crate::spmv::forms::argument!($of, T, Zero),)*
            $($x: &(impl $crate::AsVector<T> + ?Sized))?
        ) -> Result<$result<T>> {
            let mut $y = $result::default();
            short_forms! { @call $general [PlusTimes, &mut $y, $($arg),*] $($x)? }?;
            Ok($y)
        }

        #[doc = concat!("[`", stringify!($name), "`] into `", stringify!($y), "`: what it holds is replaced, and its memory is reused.")]
        $(#[doc = concat!("It may have any format that can ", $refused, ".")])?
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::spmv::forms::refusals!($y $($refused)?)]
        pub fn $into<T: Number>(
            $y: $crate::spmv::forms::output!($output, T, Zero),
            $($arg: $crate::spmv::forms::argument!($of, T, Zero),)*
            $($x: &(impl $crate::AsVector<T> + ?Sized))?
        ) -> Result<()> {
            short_forms! { @call $general [PlusTimes, $y, $($arg),*] $($x)? }
        }

        #[doc = concat!("[`", stringify!($name), "`] over a [semiring](super#semirings), whose zero is the fill of the result. The formula is that of [`", stringify!($general), "`].")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        pub fn $semiring<T: Copy + 'static, S: Semiring<T>>(
            semiring: S,
            $($arg: $crate::spmv::forms::argument!($of, T, S::Zero),)*
            $($x: &Tensor<impl $crate::VectorOf<T>>)?
        ) -> Result<$result_over<T, S::Zero>> {
            let mut $y = $result_over::<T, S::Zero>::default();
            $general(semiring, &mut $y, $($arg,)* $($x)?)?;
            Ok($y)
        }

        $crate::forms::general_form! {
            { [Copy + 'static] $general $y [$crate::spmv::forms::output!($output, T, S::Zero)] () }
            [$($arg: $crate::spmv::forms::argument!($of, T, S::Zero),)* $($x: &Tensor<impl $crate::VectorOf<T>>)?]
            [$(#[$errors])* #[doc = $crate::spmv::forms::refusals!($y $($refused)?)]]
            $($($general_form)*)?
        }
    };
    (@call $general:ident [$($arg:tt)*]) => { $general($($arg)*) };
    (@call $general:ident [$($arg:tt)*] $x:ident) => { $x.with_vector(|$x| $general($($arg)*, $x)) };
}

/// Writes both forms of a kernel that adds a multiple to its output: over the usual sum and product, and over the semiring `S`.
macro_rules! adding_forms {
    (
        $(#[$doc:meta])*
        $name:ident of $general:ident($y:ident: $output:ident, $alpha:ident, $($arg:ident: $of:tt),*);
        $(#[$errors:meta])*
        by
        $(#[$over:meta])*
        $body:block
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        pub fn $name<T: Number>($y: $crate::spmv::forms::output!($output, T, Zero), $alpha: T, $($arg: $crate::spmv::forms::argument!($of, T, Zero)),*) -> Result<()> {
            $general(PlusTimes, $y, $alpha, $($arg),*)
        }

        $crate::forms::general_form! {
            { [Copy + 'static] $general $y [$crate::spmv::forms::output!($output, T, S::Zero)] () }
            [$alpha: T, $($arg: $crate::spmv::forms::argument!($of, T, S::Zero)),*]
            [$(#[$errors])*]
            $(#[$over])* as $body
        }
    };
}

/// The type of an operand of values `$value`, whose fill is `$fill` if its format is among those that are named here; else that which stands in
/// brackets, or a tensor over levels that a trait describes.
macro_rules! argument {
    (LowerTriangle, $value:ty, $fill:ty) => { &$crate::spmv::LowerTriangle<impl MatrixOf<$value, Fill = $fill>> };
    (Sell, $value:ty, $fill:ty) => { &$crate::spmv::Sell<$value, $fill> };
    (SlicedDiagonals, $value:ty, $fill:ty) => { &$crate::spmv::SlicedDiagonals<$value, $fill> };
    (Coo, $value:ty, $fill:ty) => { &finch_formats::CooWithFill<$value, $fill> };
    ($of:tt, $value:ty, $fill:ty) => { $crate::operand::argument!($of, $value) };
}

/// The type of an output.
macro_rules! output {
    (dense, $value:ty, $fill:ty) => { &mut VectorWithFill<$value, $fill> };
    ($of:ident, $value:ty, $fill:ty) => { &mut Tensor<impl $of<$value, $fill>> };
}

/// Says which errors every kernel may return, if formats may not be able to do something.
macro_rules! refusals {
    ($y:ident) => { $crate::operand::refused!(memory of "the result") };
    ($y:ident $refused:literal) => { $crate::operand::refused!(concat!("`", stringify!($y), "` cannot ", $refused)) };
}

pub(super) use {adding_forms, argument, output, refusals, short_forms};

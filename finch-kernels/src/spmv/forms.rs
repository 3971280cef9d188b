//! The forms of a kernel.

/// Writes the three shorter forms of a kernel whose general form takes a semiring and an output: over the usual sum and
/// product, with a result of its own, and both. The general form, too, if behind `by` it is a program, over the semiring `S`.
/// The literal is what the format of an output may not be able to do. A vector behind a `;` may be memory of Rust's as well where
/// its fill is known.
macro_rules! short_forms {
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident, $semiring:ident of $general:ident($($arg:ident: $type:ty),* $(; $x:ident: vector)?) -> $y:ident: $of:ident
        $result:ident $result_over:ident $refused:literal;
        $(#[$errors:meta])*
        $(by $(#[$over:meta])* { $($program:tt)* })?
    ) => {
        $(#[$doc])*
        ///
        #[doc = concat!("[`", stringify!($into), "`] writes to an output in another format, or to one whose memory is reused.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        pub fn $name<T: Number>($($arg: $type,)* $($x: &(impl $crate::AsVector<T> + ?Sized))?) -> Result<$result<T>> {
            let mut $y = $result::default();
            short_forms! { @call $general [PlusTimes, &mut $y, $($arg),*] $($x)? }?;
            Ok($y)
        }

        #[doc = concat!("[`", stringify!($name), "`] into `", stringify!($y), "`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = concat!("* [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of `", stringify!($y), "` cannot ", $refused, ", or there is not enough memory.")]
        pub fn $into<T: Number>($y: &mut Tensor<impl $of<T>>, $($arg: $type,)* $($x: &(impl $crate::AsVector<T> + ?Sized))?) -> Result<()> {
            short_forms! { @call $general [PlusTimes, $y, $($arg),*] $($x)? }
        }

        #[doc = concat!("[`", stringify!($name), "`] over a [semiring](super#semirings), whose zero is the fill of the result. The formula is that of [`", stringify!($general), "`].")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        pub fn $semiring<T: Copy + 'static, S: Semiring<T>>(semiring: S, $($arg: $type,)* $($x: &Tensor<impl $crate::VectorOf<T>>)?) -> Result<$result_over<T, S::Zero>> {
            let mut $y = $result_over::<T, S::Zero>::default();
            $general(semiring, &mut $y, $($arg,)* $($x)?)?;
            Ok($y)
        }

        short_forms! { @general $general $y: $of, [$($arg: $type,)* $($x: &Tensor<impl $crate::VectorOf<T>>)?] [$(#[$errors])*] $refused $($(#[$over])* { $($program)* })? }
    };
    (@call $general:ident [$($arg:tt)*]) => { $general($($arg)*) };
    (@call $general:ident [$($arg:tt)*] $x:ident) => { $x.with_vector(|$x| $general($($arg)*, $x)) };
    (@general $general:ident $y:ident: $of:ident, $args:tt $errors:tt $refused:literal) => {};
    (
        @general $general:ident $y:ident: $of:ident, [$($arg:ident: $type:ty),* $(,)?] [$(#[$errors:meta])*] $refused:literal
        $(#[$doc:meta])* { $($program:tt)* }
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = concat!("* [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of `", stringify!($y), "` cannot ", $refused, ", or there is not enough memory.")]
        pub fn $general<T: Copy + 'static, S: Semiring<T>>(
            _semiring: S,
            $y: &mut Tensor<impl $of<T, S::Zero>>,
            $($arg: $type),*
        ) -> Result<()> {
            finch! { $($program)* }.run()
        }
    };
}

/// Writes both forms of a kernel that adds a multiple to its output: over the usual sum and product, and over the semiring `S`.
macro_rules! adding_forms {
    (
        $(#[$doc:meta])*
        $name:ident of $general:ident($y:ident: $of:ident, $alpha:ident, $($arg:ident: $type:ty),*);
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
        pub fn $name<T: Number>($y: &mut Tensor<impl $of<T>>, $alpha: T, $($arg: $type),*) -> Result<()> {
            $general(PlusTimes, $y, $alpha, $($arg),*)
        }

        $(#[$over])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        pub fn $general<T: Copy + 'static, S: Semiring<T>>(
            _semiring: S,
            $y: &mut Tensor<impl $of<T, S::Zero>>,
            $alpha: T,
            $($arg: $type),*
        ) -> Result<()> $body
    };
}

pub(super) use {adding_forms, short_forms};

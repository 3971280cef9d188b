//! The forms of a kernel.

/// Writes the three shorter forms of a kernel whose general form takes a semiring and an output: over the usual sum and
/// product, with a result of its own, and both. The general form, too, if behind `by` it is a program, over the semiring `S`.
/// The literal is what the format of an output may not be able to do. `wide` behind the program says that it runs on the widest vectors
/// of the processor.
macro_rules! short_forms {
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident, $semiring:ident of $general:ident($($arg:ident: $type:ty),*) -> $y:ident: $of:ident
        $result:ident $result_over:ident $refused:literal;
        $(#[$errors:meta])*
        $(by $(#[$over:meta])* { $($program:tt)* } $($wide:ident)?)?
    ) => {
        $(#[$doc])*
        ///
        #[doc = concat!("[`", stringify!($into), "`] writes to an output in another format, or to one whose memory is used again.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        pub fn $name<T: Number>($($arg: $type),*) -> Result<$result<T>> {
            let mut $y = $result::default();
            $general(PlusTimes, &mut $y, $($arg),*)?;
            Ok($y)
        }

        #[doc = concat!("[`", stringify!($name), "`] into `", stringify!($y), "`, in any format: what it holds is replaced, and its memory used again.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = concat!("The format of `", stringify!($y), "` cannot ", $refused, ".")]
        pub fn $into<T: Number>($y: &mut Tensor<impl $of<T>>, $($arg: $type),*) -> Result<()> {
            $general(PlusTimes, $y, $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] over a [semiring](super#semirings), whose zero is the fill of the result. The formula is that of [`", stringify!($general), "`].")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        pub fn $semiring<T: Copy + 'static, S: Semiring<T>>(semiring: S, $($arg: $type),*) -> Result<$result_over<T, S::Zero>> {
            let mut $y = $result_over::<T, S::Zero>::default();
            $general(semiring, &mut $y, $($arg),*)?;
            Ok($y)
        }

        short_forms! { @general $general $y: $of, [$($arg: $type),*] [$(#[$errors])*] $refused $($(#[$over])* { $($program)* } $($wide)?)? }
    };
    (@general $general:ident $y:ident: $of:ident, $args:tt $errors:tt $refused:literal) => {};
    (
        @general $general:ident $y:ident: $of:ident, [$($arg:ident: $type:ty),*] [$(#[$errors:meta])*] $refused:literal
        $(#[$doc:meta])* { $($program:tt)* } $($wide:ident)?
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = concat!("The format of `", stringify!($y), "` cannot ", $refused, ".")]
        pub fn $general<T: Copy + 'static, S: Semiring<T>>(
            _semiring: S,
            $y: &mut Tensor<impl $of<T, S::Zero>>,
            $($arg: $type),*
        ) -> Result<()> {
            finch! { $($program)* }$(.$wide())?.run()
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

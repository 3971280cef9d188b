//! The forms of a product of matrices.

/// Writes the three shorter forms of a product whose general form takes a semiring, an output and workspaces: over the usual
/// sum and product, with a result of its own, and both. What stands behind `by` writes the general form, see
/// [`general_form!`](crate::forms::general_form).
macro_rules! short_forms {
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident, $semiring:ident
        of $general:ident($a:ident, $b:ident $(under $mask:ident)? $(in $workspaces:expr)?) -> $c:ident: $said:ty;
        $(#[$errors:meta])*
        $(by $($general_form:tt)*)?
    ) => {
        $(#[$doc])*
        ///
        /// The format of the result is the caller's choice, see [`NewMatrix`](crate::NewMatrix): say
        #[doc = concat!("`let c: Csr<f64> =", " ", stringify!($name), "(..)?`. [`", stringify!($into), "`] writes to an output whose memory is reused.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::operand::refused!("the result cannot hold the product")]
        pub fn $name<C: NewMatrix<Fill = Zero>>(
            $($mask: &Tensor<impl MatrixOf<bool>>,)?
            $a: &Tensor<impl MatrixOf<C::Value>>,
            $b: &Tensor<impl MatrixOf<C::Value>>,
        ) -> Result<C>
        where
            C::Value: Number,
        {
            let mut $c = C::default();
            $into($c.output(), $($mask,)? $a, $b)?;
            Ok($c)
        }

        #[doc = concat!("[`", stringify!($name), "`](", stringify!($name), "()) into `", stringify!($c), "`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::operand::refused!("the result cannot hold the product")]
        pub fn $into<T: Number>(
            $c: &mut Tensor<impl MatrixOutput<T>>,
            $($mask: &Tensor<impl MatrixOf<bool>>,)?
            $a: &Tensor<impl MatrixOf<T>>,
            $b: &Tensor<impl MatrixOf<T>>,
        ) -> Result<$said> {
            $general(PlusTimes, $c, $($mask,)? $a, $b $(, $workspaces)?)
        }

        #[doc = concat!("[`", stringify!($name), "`](", stringify!($name), "()) over a [semiring](super#semirings), whose zero is the fill of the result. The formula is that of [`", stringify!($general), "`].")]
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::operand::refused!("the result cannot hold the product")]
        pub fn $semiring<C: NewMatrix, S: Semiring<C::Value, Zero = C::Fill>>(
            semiring: S,
            $($mask: &Tensor<impl MatrixOf<bool>>,)?
            $a: &Tensor<impl MatrixOf<C::Value>>,
            $b: &Tensor<impl MatrixOf<C::Value>>,
        ) -> Result<C>
        where
            C::Value: PartialEq,
        {
            let mut $c = C::default();
            $general(semiring, $c.output(), $($mask,)? $a, $b $(, $workspaces)?)?;
            Ok($c)
        }

        $crate::forms::general_form! {
            { [Copy + PartialEq + 'static] $general $c [&mut Tensor<impl MatrixOutput<T, S::Zero>>] $said }
            [$($mask: &Tensor<impl MatrixOf<bool>>,)? $a: &Tensor<impl MatrixOf<T>>, $b: &Tensor<impl MatrixOf<T>>]
            [$(#[$errors])* #[doc = $crate::operand::refused!(concat!("`", stringify!($c), "` cannot hold the product"))]]
            $($($general_form)*)?
        }
    };
}

pub(super) use short_forms;

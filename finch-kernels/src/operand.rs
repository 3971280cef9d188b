//! What kernels read and write: vectors and matrices in any format.
//!
//! | bound | stands for |
//! |---|---|
//! | `a: &Tensor<impl MatrixOf<T>>` | a matrix of `T` that is read |
//! | `c: &mut Tensor<impl MatrixOutput<T>>` | a matrix of `T` that is written, whose fill is zero |
//! | `c: &mut Tensor<impl MatrixOutput<T, F>>` | a matrix of `T` that is written, whose fill is `F` |
//! | `C: NewMatrix` | a type of matrix that a kernel returns, such as `Csr<f64>` |
//!
//! [`VectorOf`], [`VectorOutput`] and [`NewVector`] say so of vectors; `x: &(impl AsVector<T> + ?Sized)` takes a `Vec`, an array or a
//! slice as well.

use crate::imports::*;
use finch_formats::VectorView;
use std::rc::Rc;
use std::sync::Arc;

/// The levels of a vector of `T`, in any format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of `{T}`",
    note = "the kernel reads a tensor of one dimension, whose values are of type `{T}`",
    note = "of a matrix and a vector, the matrix stands first: `spmv(&a, &x)`",
    note = "a function over any format takes `&Tensor<impl VectorOf<{T}>>`"
)]
pub trait VectorOf<T>: Level<T = T, Rank = U1> {}
#[diagnostic::do_not_recommend]
impl<T, L: Level<T = T, Rank = U1>> VectorOf<T> for L {}

/// What a kernel reads as a vector of `T`: a tensor in any format, or numbers in memory of Rust's, a `Vec`, an array or a slice.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of `{T}`",
    note = "the kernel reads a tensor of one dimension, a `Vec`, an array or a slice, whose values are of type `{T}`"
)]
pub trait AsVector<T> {
    /// The levels.
    type Level<'a>: VectorOf<T>
    where
        Self: 'a;

    /// Calls `then` with the vector, as a tensor.
    fn with_vector<'a, R>(&'a self, then: impl FnOnce(&Tensor<Self::Level<'a>>) -> R) -> R;
}

impl<T, L: VectorOf<T>> AsVector<T> for Tensor<L> {
    type Level<'a>
        = L
    where
        L: 'a;

    #[inline]
    fn with_vector<'a, R>(&'a self, then: impl FnOnce(&Tensor<Self::Level<'a>>) -> R) -> R {
        then(self)
    }
}

/// What points to a vector is read as what it points to.
macro_rules! behind {
    ($($of:ty),*) => { $(
        impl<T, X: AsVector<T> + ?Sized> AsVector<T> for $of {
            type Level<'a>
                = X::Level<'a>
            where
                Self: 'a;

            #[inline]
            fn with_vector<'a, R>(&'a self, then: impl FnOnce(&Tensor<Self::Level<'a>>) -> R) -> R {
                X::with_vector(self, then)
            }
        }
    )* };
}

behind!(&X, &mut X, Box<X>, Rc<X>, Arc<X>);

/// Numbers in memory of Rust's are read where they are.
macro_rules! as_vectors {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        impl<T: Copy + 'static, $($generics)*> AsVector<T> for $of
        where
            Zero: Fill<T>,
        {
            type Level<'a>
                = Dense<Element<T, Zero, &'a [T]>>
            where
                Self: 'a;

            #[inline]
            fn with_vector<'a, R>(&'a self, then: impl FnOnce(&Tensor<Self::Level<'a>>) -> R) -> R {
                then(&VectorView::from(&self[..]))
            }
        }
    )* };
}

as_vectors! {
    [] Vec<T>;
    [] [T];
    [const N: usize] [T; N];
}

/// The levels of a matrix of `T`, in any format, rows outermost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix of `{T}`",
    note = "the kernel reads a tensor of two dimensions, whose values are of type `{T}`",
    note = "of a matrix and a vector, the matrix stands first: `spmv(&a, &x)`",
    note = "a function over any format takes `&Tensor<impl MatrixOf<{T}>>`"
)]
pub trait MatrixOf<T>: Level<T = T, Rank = U2> {}
#[diagnostic::do_not_recommend]
impl<T, L: Level<T = T, Rank = U2>> MatrixOf<T> for L {}

/// The levels of a vector of `T` with the fill `F`, in any format that can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of this kernel",
    note = "the kernel writes a vector of `{T}` whose fill is `{F}`, and which owns its arrays"
)]
pub trait VectorOutput<T, F = Zero>: WriteLevel<T = T, Rank = U1, Fill = F> {}
// Not recommended, so that the compiler says what an output is and not which of its types differ.
#[diagnostic::do_not_recommend]
impl<T, F, L: WriteLevel<T = T, Rank = U1, Fill = F>> VectorOutput<T, F> for L {}

/// The levels of a matrix of `T` with the fill `F`, in any format that can be written, rows outermost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of this kernel",
    note = "the kernel writes a matrix of `{T}` whose fill is `{F}`, and which owns its arrays"
)]
pub trait MatrixOutput<T, F = Zero>: WriteLevel<T = T, Rank = U2, Fill = F> {}
#[diagnostic::do_not_recommend]
impl<T, F, L: WriteLevel<T = T, Rank = U2, Fill = F>> MatrixOutput<T, F> for L {}

/// The most entries that room is made for in vain: addresses, of which memory is used as entries come. An allocator like that of glibc
/// hands an array of so many values out again without asking the system for its pages once more; longer ones it returns.
const FORESEEN: usize = (1 << 22) - (1 << 10);

/// Makes room in a new output for `entries` entries, which may be too many or too few, so that lists are allocated once. An output that
/// holds something has room, which is used again.
pub(crate) fn foresee(c: &mut Tensor<impl WriteLevel>, entries: usize) {
    foresee_between(c, [0, entries])
}

/// [`foresee`] where at least the first number of entries come, and hardly more than the second. What does not fit where room is made for in
/// vain is given all that may come, or as much as keeps at least the indices where they are handed out again.
pub(crate) fn foresee_between(c: &mut Tensor<impl WriteLevel>, [least, most]: [usize; 2]) {
    if c.count_stored() == 0 {
        let room = if least > FORESEEN {
            most.min(2 * FORESEEN).max(least)
        } else {
            most.min(FORESEEN)
        };
        // Having no memory for it is no error.
        let _ = c.reserve(room);
    }
}

/// A type of vector that a kernel can return: any that can be written, such as `SparseVector<f64>`.
///
/// The caller chooses it: `let c: SparseVector<f64> = vector::add(&a, &b)?`, or
/// `vector::add::<SparseVector<f64>>(&a, &b)?`.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot return `{Self}` as a vector",
    label = "nothing says the format of the result, or it cannot have this one",
    note = "it returns tensors of one dimension that own their arrays, such as `Vector<f64>` and `SparseVector<f64>`; the caller says \
            which: `let c: SparseVector<f64> = vector::add(&a, &b)?;`"
)]
pub trait NewVector: Default {
    /// The values.
    type Value: Copy + 'static;
    /// The value at every place where nothing is stored.
    type Fill: Fill<Self::Value>;
    /// The nest.
    type Level: VectorOutput<Self::Value, Self::Fill> + Default;

    /// The vector as an output.
    fn output(&mut self) -> &mut Tensor<Self::Level>;
}

#[diagnostic::do_not_recommend]
impl<L: WriteLevel<Rank = U1> + Default> NewVector for Tensor<L> {
    type Value = L::T;
    type Fill = L::Fill;
    type Level = L;

    fn output(&mut self) -> &mut Tensor<L> {
        self
    }
}

/// A type of matrix that a kernel can return: any that can be written, such as `Csr<f64>`.
///
/// The caller chooses it: `let c: Csr<f64> = spgemm(&a, &b)?`, or `spgemm::<Csr<f64>>(&a, &b)?`.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot return `{Self}` as a matrix",
    label = "nothing says the format of the result, or it cannot have this one",
    note = "it returns tensors of two dimensions that own their arrays, such as `Csr<f64>` and `Matrix<f64>`; the caller says which: \
            `let c: Csr<f64> = spgemm(&a, &b)?;`"
)]
pub trait NewMatrix: Default {
    /// The values.
    type Value: Copy + 'static;
    /// The value at every place where nothing is stored.
    type Fill: Fill<Self::Value>;
    /// The nest.
    type Level: MatrixOutput<Self::Value, Self::Fill> + Default;

    /// The matrix as an output.
    fn output(&mut self) -> &mut Tensor<Self::Level>;
}

#[diagnostic::do_not_recommend]
impl<L: WriteLevel<Rank = U2> + Default> NewMatrix for Tensor<L> {
    type Value = L::T;
    type Fill = L::Fill;
    type Level = L;

    fn output(&mut self) -> &mut Tensor<L> {
        self
    }
}

/// The form of a kernel that returns its result, of the one that writes to an output: of kernels whose caller says in which
/// format the result is, and of those whose result is in the format that stands behind the arrow.
macro_rules! returning {
    ($(
        $(#[$doc:meta])*
        pub fn $name:ident<$result:ident: $new:path>($($arg:ident: $type:ty),* $(,)?) $(where $value:ty: $number:path,)? by $into:ident;
    )*) => { $(
        $(#[$doc])*
        pub fn $name<$result: $new>($($arg: $type),*) -> finch_formats::Result<$result>
        $(where $value: $number,)?
        {
            let mut result = $result::default();
            $into(result.output(), $($arg),*)?;
            Ok(result)
        }
    )* };
    ($(
        $(#[$doc:meta])*
        pub fn $name:ident<$value:ident: $number:path>($($arg:ident: $type:ty),* $(,)?) -> $result:ty, by $into:ident;
    )*) => { $(
        $(#[$doc])*
        pub fn $name<$value: $number>($($arg: $type),*) -> finch_formats::Result<$result> {
            let mut result = <$result>::default();
            $into(&mut result, $($arg),*)?;
            Ok(result)
        }
    )* };
}

/// Writes both forms of a kernel over numbers that is one program: the one that returns its result, and the one that writes to
/// an output.
macro_rules! both_forms {
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident($($arg:ident: $of:ident),*) -> $output:ident: $new:ident $written:ident;
        $(#[$errors:meta])*
        by
        $(#[$into_doc:meta])*
        { $($program:tt)* }
    ) => {
        $crate::operand::both_forms! {
            $(#[$doc])*
            $name, $into($($arg: $of),*) -> $output: $new $written;
            $(#[$errors])*
            as
            $(#[$into_doc])*
            { finch! { $($program)* }.run() }
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident, $into:ident($($arg:ident: $of:ident),*) -> $output:ident: $new:ident $written:ident;
        $(#[$errors:meta])*
        as
        $(#[$into_doc:meta])*
        $body:block
    ) => {
        $crate::operand::returning! {
            $(#[$doc])*
            ///
            /// # Errors
            ///
            $(#[$errors])*
            /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the
            ///   format of the result cannot hold it, or there is not enough memory.
            pub fn $name<R: $new<Fill = Zero>>($($arg: &Tensor<impl $of<R::Value>>),*) where R::Value: Number, by $into;
        }

        $(#[$into_doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = concat!("* [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of `", stringify!($output), "` cannot hold the result, or there is not enough memory.")]
        pub fn $into<T: Number>($output: &mut Tensor<impl $written<T>>, $($arg: &Tensor<impl $of<T>>),*) -> Result<()> $body
    };
}
pub(crate) use both_forms;
pub(crate) use returning;

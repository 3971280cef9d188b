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
    note = "the kernel reads a tensor of one dimension, a `Vec`, an array or a slice, whose values are of type `{T}`; a vector of \
            another library becomes a tensor, `&Tensor::try_from(&x)?`"
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

/// Extents as plain numbers. Where a function that is generic over formats names the type of a [shape](Tensor::shape), the compiler takes
/// some milliseconds to prove that it is an array, in each of them anew.
pub(crate) trait Extents {
    /// How many places dimension number `axis` has.
    fn extent(&self, axis: usize) -> usize;

    /// The extents of a tensor of `N` dimensions, outermost first.
    fn extents<const N: usize>(&self) -> [usize; N] {
        core::array::from_fn(|axis| self.extent(axis))
    }
}

impl<L: Level> Extents for Tensor<L> {
    fn extent(&self, axis: usize) -> usize {
        self.shape()[axis]
    }
}

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

/// Writes both forms of a kernel: the one that returns its result, and the one that writes to an output, whose body stands behind `as`,
/// or the program that it is behind `by`; or, behind `by .. under policies`, a program that [`kernel!`] declares. Errors that are peculiar to the kernel stand in front of that, and are written for both.
///
/// | behind the output | the result |
/// |---|---|
/// | `NewMatrix MatrixOutput` | a matrix of numbers in the format that the caller says |
/// | `NewMatrix MatrixOutput of any fill` | the same of any values |
/// | `Matrix, MatrixOutput` | a `Matrix` of numbers; the output may have another format |
/// | `Vector` | a `Vector` of numbers, as is the output |
/// | `CubeOf` | a tensor of numbers whose nest the caller says, and which the bound describes |
///
/// An argument is a tensor over levels that a trait describes, or has the type that stands in brackets.
macro_rules! both_forms {
    ($(#[$doc:meta])* $name:ident, $into:ident $args:tt -> $y:ident: $new:ident $written:ident; $($rest:tt)*) => {
        $crate::operand::both_forms! {
            @forms [
                [$(#[$doc])*] $name $into $args [T: Number] $y (&mut Tensor<impl $written<T>>),
                [R: $new<Fill = Zero>] [where R::Value: Number] (R::Value) (R) result (result.output()) (the format)
            ] $($rest)*
        }
    };
    ($(#[$doc:meta])* $name:ident, $into:ident $args:tt -> $y:ident: $new:ident $written:ident of any fill; $($rest:tt)*) => {
        $crate::operand::both_forms! {
            @forms [
                [$(#[$doc])*] $name $into $args [T: Copy + 'static, F: Fill<T>] $y (&mut Tensor<impl $written<T, F>>),
                [R: $new] [] (R::Value) (R) result (result.output()) (the format)
            ] $($rest)*
        }
    };
    ($(#[$doc:meta])* $name:ident, $into:ident $args:tt -> $y:ident: $format:ident, $written:ident; $($rest:tt)*) => {
        $crate::operand::both_forms! {
            @forms [
                [$(#[$doc])*] $name $into $args [T: Number] $y (&mut Tensor<impl $written<T>>),
                [T: Number] [] (T) ($format<T>) result (&mut result) (memory)
            ] $($rest)*
        }
    };
    ($(#[$doc:meta])* $name:ident, $into:ident $args:tt -> $y:ident: Vector; $($rest:tt)*) => {
        $crate::operand::both_forms! {
            @forms [
                [$(#[$doc])*] $name $into $args [T: Number] $y (&mut Vector<T>),
                [T: Number] [] (T) (Vector<T>) result (&mut result) (memory)
            ] $($rest)*
        }
    };
    ($(#[$doc:meta])* $name:ident, $into:ident $args:tt -> $y:ident: $of:ident; $($rest:tt)*) => {
        $crate::operand::both_forms! {
            @forms [
                [$(#[$doc])*] $name $into $args [T: Number] $y (&mut Tensor<impl $of<T> + WriteLevel<Fill = Zero>>),
                [T: Number, L: $of<T> + WriteLevel<Fill = Zero> + Default] [] (T) (Tensor<L>) result (&mut result) (the format)
            ] $($rest)*
        }
    };
    (@forms $head:tt $(#[$errors:meta])* by $(#[$into_doc:meta])* { $($program:tt)* }) => {
        $crate::operand::both_forms! { @forms $head $(#[$errors])* as $(#[$into_doc])* { finch! { $($program)* }.run() } }
    };
    (
        @forms [$docs:tt $name:ident $into:ident ($($arg:ident: $of:tt),*) $generics:tt $y:ident $($head:tt)*]
        $(#[$errors:meta])* by $(#[$into_doc:meta])* under policies $(#[$by_doc:meta])* $by:ident: $($kernel:tt)*
    ) => {
        $crate::operand::both_forms! {
            @forms [$docs $name $into ($($arg: $of),*) $generics $y $($head)*]
            $(#[$errors])* as $(#[$into_doc])* { $by(Serial, $y, $($arg),*) }
        }

        kernel! {
            #[doc = concat!("[`", stringify!($into), "`] under a [policy](crate::policy). What `", stringify!($y), "` holds is replaced, and its memory is reused.")]
            $(#[$by_doc])*
            ///
            /// # Errors
            ///
            $(#[$errors])*
            #[doc = $crate::operand::refused!(the format of $y)]
            $by, $($kernel)*
        }
    };
    (
        @forms [
            [$(#[$doc:meta])*] $name:ident $into:ident ($($arg:ident: $of:tt),*) [$($into_generics:tt)*] $y:ident ($output:ty),
            [$($generics:tt)*] [$($bounds:tt)*] ($value:ty) ($result:ty) $made:ident ($lent:expr) ($($refused:tt)*)
        ]
        $(#[$errors:meta])* as $(#[$into_doc:meta])* $body:block
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::operand::refused!($($refused)* of "the result")]
        pub fn $name<$($generics)*>($($arg: $crate::operand::argument!($of, $value)),*) -> Result<$result>
        $($bounds)*
        {
            let mut $made = <$result>::default();
            $into($lent, $($arg),*)?;
            Ok($made)
        }

        $(#[$into_doc])*
        ///
        /// # Errors
        ///
        $(#[$errors])*
        #[doc = $crate::operand::refused!(the format of $y)]
        pub fn $into<$($into_generics)*>($y: $output, $($arg: $crate::operand::argument!($of, T)),*) -> Result<()> $body
    };
}

/// The type of an argument: a tensor over levels that a trait describes, or what stands in brackets.
macro_rules! argument {
    ([$type:ty], $value:ty) => { $type };
    ($of:ident, $value:ty) => { &Tensor<impl $of<$value>> };
}

/// Says which errors every kernel may return.
macro_rules! refused {
    (memory of $result:literal) => { "* [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory." };
    (the format of $y:ident) => { $crate::operand::refused! { concat!("`", stringify!($y), "` cannot hold the result") } };
    (the format of $result:literal) => { $crate::operand::refused! { concat!($result, " cannot hold it") } };
    ($refuses:expr) => {
        concat!("* [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of ", $refuses, ", or there is not enough memory.")
    };
}
pub(crate) use {argument, both_forms, refused};

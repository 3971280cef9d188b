//! What matrices and arrays of other libraries are asked: under the names that one would try first.

use super::index::PlaceIn;
use crate::imports::*;
use core::convert::Infallible;
use finch_traits as traits;
use finch_traits::algebra::Nat;

impl<L: Level<Rank = U1>> Tensor<L> {
    /// The extent of a vector: how many places it has, stored or not. Takes constant time.
    pub fn len(&self) -> usize {
        self.shape()[0]
    }

    /// Whether a vector has no place.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<L: Level<Rank = U2>> Tensor<L> {
    /// How many rows a matrix has: the extent of its outer dimension. Takes constant time.
    pub fn nrows(&self) -> usize {
        self.shape()[0]
    }

    /// How many columns a matrix has: the extent of its inner dimension. Takes constant time.
    pub fn ncols(&self) -> usize {
        self.shape()[1]
    }
}

/// An index of a loop in brackets of its own, for which there is no tensor.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the indices of an access stand in one pair of brackets: `a[j, i]`",
    label = "an index in brackets of its own",
    note = "`a[j][i]` is `a[j, i]`; of a slice of tensors, `xs[k][i]` is read where `k` is a number of Rust's"
)]
pub trait OneBracket: Nat {
    /// What there is none of.
    type Row;
    /// What there is none of.
    fn row<L>(of: &Tensor<L>) -> &Self::Row;
}

#[doc(hidden)]
impl<L: Level, N: OneBracket> PlaceIn<L> for traits::index::Index<N> {
    type Value = N::Row;
    fn of(self, tensor: &Tensor<L>) -> &N::Row {
        N::row(tensor)
    }
}

/// What tensors do not do by themselves: methods and operators of other libraries, each of which is refused in words.
macro_rules! refused {
    ($(
        $trait:ident: $($method:ident($($other:ident $(, $more:ident)*)?))* $([$($constructor:ident($shape:ident $(, $argument:ident)?))+])?
            $(, $name:ident of $($operator:ident $apply:ident)+)?;
        $message:literal, $label:literal, $($note:literal),+;
    )*) => { $(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = $label, $(note = $note),+)]
        pub trait $trait<X> {
            /// What there is not.
            fn refused(other: X) -> Infallible;
            $(
                /// What an operator does not make: of a type that is not known, so that what is done with it is not refused as well.
                type $name;
                /// What an operator does not make.
                fn nothing(other: X) -> Self::$name;
            )?
        }

        impl<L: Level> Tensor<L> {
            $( refused! { @method $trait $method($($other $(, $more)*)?) } )*
            $($( refused! { @constructor $trait $constructor($shape $($argument)?) } )+)?
        }

        $(
            // Of values that there are not: an operator that works for nothing is not refused in these words.
            impl $trait<Infallible> for Refused {
                type $name = Infallible;
                fn refused(other: Infallible) -> Infallible {
                    other
                }
                fn nothing(other: Infallible) -> Infallible {
                    other
                }
            }
            impl $trait<Refused> for Refused {
                type $name = Infallible;
                fn refused(other: Refused) -> Infallible {
                    match other {}
                }
                fn nothing(other: Refused) -> Infallible {
                    match other {}
                }
            }
            $( refused! { @operator [L: Level] Tensor<L>, $trait $operator $apply } )+
        )?
    )* };
    (@method $trait:ident $method:ident()) => {
        #[doc(hidden)]
        pub fn $method<'a>(&'a self) -> Infallible
        where
            Refused: $trait<&'a Self>,
        {
            <Refused as $trait<&'a Self>>::refused(self)
        }
    };
    (@method $trait:ident $method:ident($other:ident $(, $more:ident)*)) => {
        #[doc(hidden)]
        pub fn $method<X>(&self, $other: X $(, $more: impl Sized)*) -> Infallible
        where
            Refused: $trait<X>,
        {
            $( let _ = $more; )*
            <Refused as $trait<X>>::refused($other)
        }
    };
    (@constructor $trait:ident $constructor:ident($shape:ident $($argument:ident)?)) => {
        #[doc(hidden)]
        #[allow(unreachable_code)]
        pub fn $constructor<X>($shape: X $(, $argument: impl Sized)?) -> Self
        where
            Refused: $trait<X>,
        {
            $( let _ = $argument; )?
            match <Refused as $trait<X>>::refused($shape) {}
        }
    };
    (@operator [$($generics:tt)*] $of:ty, $trait:ident $operator:ident $apply:ident) => {
        #[doc(hidden)]
        impl<$($generics)*, X> core::ops::$operator<X> for $of
        where
            Refused: $trait<X>,
        {
            type Output = <Refused as $trait<X>>::Nothing;
            fn $apply(self, other: X) -> Self::Output {
                <Refused as $trait<X>>::nothing(other)
            }
        }
    };
}

/// What is refused.
#[doc(hidden)]
#[derive(Debug)]
pub enum Refused {}

refused! {
    Slices: rows() outer_iterator() row(number) col(number) get_row(number) slice(ranges) take(numbers) select_rows(numbers);
        "rows, columns and slices of a tensor are read in a program", "tensors have no such method",
        "row 2 of `a` is `a[2, i]` in a loop over `i`, row `n` is `a[n, i]`, column 2 is `a[j, 2]` in a loop over `j`: \
         `finch! {{ s .= 0; for i {{ s[] += a[n, i] * x[i]; }} }}`",
        "a part of a vector or of a matrix is a view: `x.window(2..5)`, `a.window([0..2, 1..3])`",
        "rows that a list names are `b[k, i] = a[at[k], i]` in the loops `for k, i`";
    Selects: filter(condition) retain(condition) triu() tril();
        "entries are selected by a condition in a program", "tensors have no such method",
        "`finch! {{ b .= 0; for j, i {{ if a[j, i] > 2.0 {{ b[j, i] = a[j, i]; }} }} }}.run()?`, with `j <= i` as the condition \
         the upper triangle";
    DropsZeros: eliminate_zeros() prune();
        "zeros that are stored are left out of a copy", "tensors have no such method",
        "`let b: Csr<f64> = a.drop_fills()?;`, with any format in place of `Csr<f64>`";
    Joins: hstack(other) vstack(other) concat(other);
        "arrays are joined by `concatenate`, along a numbered axis", "tensors have no such method",
        "side by side `a.concatenate::<1, _>(&b).compute()?`, one below the other `a.concatenate::<0, _>(&b).compute()?`; \
         `stack` makes another dimension";
    Reshapes: reshape(shape);
        "a shape is changed along the last dimensions", "tensors have no such method",
        "`a.flatten()` makes one dimension of the last two, `x.stretches(3)` two of the last one: stretches of three values";
    Extents: ndim() dim() size();
        "the extents of a tensor are its `shape`", "tensors have no such method",
        "`a.shape()[..]` is a slice of them, `a.nrows()`, `a.ncols()` and `x.len()` are single ones, `a.shape().len()` counts dimensions";
    Compares: allclose(other) abs_diff_eq(other);
        "tensors are compared as a whole by `==`, and within a bound by the greatest difference", "tensors have no such method",
        "`(&a - &b).map(Abs).greatest()? <= 1e-9`";
    Lists: to_vec() to_array();
        "all values of a tensor are listed by `to_dense`", "tensors have no such method",
        "`a.to_dense()?` is a `Vec` of the values, stored or not; those of a dense tensor are lent by `a.values()`";
    CountsNonzeros: nnz();
        "what a tensor stores is counted by `count_stored`", "tensors have no such method",
        "`a.count_stored()` counts entries, stored zeros too; `let b: Csr<f64> = a.drop_fills()?;` is a copy without these";
    OwnArrays: indptr() indices() data();
        "the arrays of a tensor are those of its levels", "tensors have no such method",
        "of compressed rows, `let (rows, cols, ptr, idx, val) = a.into_parts();` hands them over, and `a.level().child().ptr()`, \
         `a.level().child().idx()`, `a.level().child().child().val()` lend them",
        "the values of a dense tensor are `a.values()`; what any tensor stores is `for ([i, j], value) in &a {{ .. }}`";
    Transposes: transpose();
        "a matrix is transposed by a kernel, or where it is read", "tensors have no such method",
        "`transpose::transposed(&a)?` is the transpose as compressed rows; `spmv_transposed(&a, &x)?` multiplies by it",
        "of a dense matrix, `d.t()` is the transpose in an array expression",
        "in a program it is written as `b[i, j] = a[j, i]` in the loops `for j, i`, where `b` is a `Matrix`";
    Constants: [zeros(shape) ones(shape) from_elem(shape, value)];
        "a tensor of one value is made by `empty`, where the value is the fill, or by `filled`", "tensors have no such function",
        "`Matrix::<f64>::empty([2, 3])?` is all zeros, `Vector::filled([5], 1.0)?` all ones",
        "an output needs no shape, which the program finds: `let mut y = Vector::default();`";
    Identities: [eye(extent) identity(extent)];
        "an identity is made of its diagonal", "tensors have no such function",
        "`Csr::from_diagonal(&vec![1.0; n])?`, in any format in place of `Csr`";
    MadeOfValues: [from_vec(values) from_rows(rows) from_shape_vec(shape, values)];
        "a tensor of all its values is made by `from`, or by `from_dense` of its shape and a slice", "tensors have no such function",
        "`Vector::from(vec![1.0, 2.0])`, `Matrix::from([[1.0, 2.0], [3.0, 4.0]])`",
        "`Matrix::from_dense([2, 3], &values)?` is made of the values of one row after another; other formats drop zeros";
    Formats: to_csr() to_csc() to_coo();
        "a copy in another format is made by `convert`", "tensors have no such method",
        "`let b: Coo<f64> = a.convert()?;`, with any format in place of `Coo<f64>`",
        "compressed columns are the `Csr` of the transpose: `transpose::transposed(&a)?`";
    SetsEntries: insert(row, column, value) set(place, value) push(value);
        "values are set in a program, or where a tensor is made", "tensors have no such method",
        "of a dense tensor `x[[2]] = 1.0` and `a[[0, 1]] = 1.0` set one value, `a.values_mut()` lends all",
        "a sparse one is made of its entries at once: `Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add)?`";
    Powers: pow(exponent) powi(exponent) powf(exponent) power(exponent);
        "a power of each value is an array expression", "tensors have no such method",
        "`a.map(Square).compute()?`, `a.map(Power::<3>::new()).compute()?`, and of any exponent `a.zip_map(1.5, PowF).compute()?`, which \
         stores results everywhere; `Power` and `PowF` are in `finch_kernels::traits::algebra::operators`",
        "a power of a matrix is a product: `a.matmul(&a).compute()?`";
    Maps: mapv(function) apply(function) scale(factor);
        "a function of each value is an array expression", "tensors have no such method",
        "`(&a * 2.0).compute()?`, `a.map(Sqrt).compute()?`, and of a closure `a.map(Unary(|v: f64| v * v)).compute()?`",
        "of a dense tensor, `a.values_mut()` lends the values, to be changed where they are";
    Functions: abs() sqrt() exp();
        "a function of each value is an array expression", "tensors have no such method",
        "`a.map(Abs).compute()?`, `a.map(Sqrt).compute()?`, `a.map(Exp).compute()?`; all are in \
         `finch_kernels::traits::algebra::operators`, the frequent ones in the prelude";
    Owned: , Nothing of Add add Sub sub Mul mul Div div;
        "operators are of references to tensors", "a tensor in place of a reference to one",
        "`(&a + &b).compute()?`: an array expression, of which nothing is computed before `compute`";
}

/// What `into` makes of a tensor.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tensor does not become another one by `into`",
    label = "takes a copy, which may fail",
    note = "a copy in another format is `let b: Coo<f64> = a.convert()?;`, with any format in place of `Coo<f64>`; the values of a `Vector` \
            are `Vec::from(x)`, those of any tensor `a.to_dense()?`"
)]
pub trait Becomes<X> {
    #[doc(hidden)]
    fn become_(self) -> X;
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<S, X: From<S>> Becomes<X> for S {
    fn become_(self) -> X {
        X::from(self)
    }
}

impl<L> Tensor<L> {
    /// Hides the method of the trait, whose words for what is refused do not name `convert`.
    #[doc(hidden)]
    #[allow(clippy::should_implement_trait)]
    pub fn into<X>(self) -> X
    where
        Self: Becomes<X>,
    {
        self.become_()
    }

    /// Hides the function of the trait, whose words for what is refused name all conversions but the way to the one that there is not.
    #[doc(hidden)]
    pub fn try_from<X>(from: X) -> Result<Self>
    where
        Self: MadeOf<X>,
    {
        Self::made_of(from)
    }
}

/// What `try_from` makes a tensor of.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tensor of this format is not made of `{X}`",
    label = "has another layout, or is of a library whose feature is off",
    note = "an array of another library becomes a tensor of its own layout, of which a copy has any format: \
            `let a: Csr<f64> = Tensor::try_from(&theirs)?.convert()?;`, without zeros `Tensor::try_from(&theirs)?.drop_fills()?`",
    note = "the page of `finch_formats::interop` has the features, the versions of the libraries, and what becomes of each type; \
            `Csr::from_tensor(&b)?` is a copy of a tensor"
)]
pub trait MadeOf<X>: Sized {
    #[doc(hidden)]
    fn made_of(from: X) -> Result<Self>;
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<X, S: TryFrom<X, Error: Into<Error>>> MadeOf<X> for S {
    fn made_of(from: X) -> Result<Self> {
        S::try_from(from).map_err(Into::into)
    }
}

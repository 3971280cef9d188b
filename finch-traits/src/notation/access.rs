//! Accesses: `a[j, gallop(i)]`, read or written.
//!
//! An access becomes `a.finch_read("a").at2(j, gallop(i))`, where the last index is checked: what the types refuse
//! is then reported where it was written, as far as a macro can do that.

use crate::expr::access::Called;
use crate::notation::overload::Value;
use crate::notation::readable::{Filled, Readable};
use crate::program::{Out, OutputRoot, Work, WorkspaceRoot};
use crate::upper::*;
use crate::view::Rearrange;
use finch_algebra::nat::Name;
use typenum::{U6, U7, U8};

/// What can be written in a program.
#[diagnostic::on_unimplemented(
    message = "this tensor is written, but the program does not declare that",
    label = "not declared in this program, or not to be written here",
    note = "a program declares what it writes: `y .= 0;` empties `y` and sizes it, `mut y;` updates it in place",
    note = "found `{Self}`"
)]
pub trait Writable: Copy + Sealed {
    /// How many indices an access has.
    type Rank: Nat;
    /// The root of the tensor, for writing.
    type Root: WriteFiber;
    /// The number of the output in its program.
    type Number: Nat;
    /// Whether it was declared, not updated in place.
    type Declared: Bool;
    /// Its name.
    type Name: Name;
    /// The root of the tensor, for writing.
    fn root(self, driver: Driver) -> Self::Root;
}

/// A workspace is written by the statement that fills it. None is behind that: there is nothing that implements this.
#[diagnostic::on_unimplemented(
    message = "a workspace is written by the one statement behind its declaration, and this is a later one",
    label = "only read from here on",
    note = "the statement right behind `w .= 0;` fills the workspace, those behind that one read it: put all that write it in braces, \
            `w .= 0; {{ for i {{ w[i] += a[j, i]; }} for i {{ w[i] += x[i]; }} }} for i {{ c[j, i] = w[i]; }}`"
)]
pub trait StillFilled: Writable {}

impl<W> Sealed for Filled<W> {}
impl<W: StillFilled> Writable for Filled<W> {
    type Rank = W::Rank;
    type Root = W::Root;
    type Number = W::Number;
    type Declared = W::Declared;
    type Name = W::Name;
    fn root(self, driver: Driver) -> W::Root {
        self.0.root(driver)
    }
}

impl<H: Output, N: Nat, D: Bool, M> Sealed for Out<H, N, D, M> {}
impl<H: Output, N: Nat, D: Bool, M: Name> Writable for Out<H, N, D, M> {
    type Rank = H::Rank;
    type Root = OutputRoot<H>;
    type Number = N;
    type Declared = D;
    type Name = M;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(self, _driver: Driver) -> OutputRoot<H> {
        self.to_root()
    }
}

impl<H: Reread, N: Nat, M> Sealed for Work<H, N, M> {}
impl<H: Reread, N: Nat, M: Name> Writable for Work<H, N, M> {
    type Rank = H::Rank;
    type Root = WorkspaceRoot<H>;
    type Number = N;
    type Declared = Yes;
    type Name = M;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(self, _driver: Driver) -> WorkspaceRoot<H> {
        self.to_root()
    }
}

macro_rules! numbers {
    ($($number:ident)*) => { $(
        /// How many indices an access has, as messages call it.
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub enum $number {}
    )* };
}

numbers! {
    no_index one_index two_indices three_indices four_indices five_indices six_indices seven_indices eight_indices
}

/// The last index of an access, which has as many indices as the tensor has dimensions, `Rank`, if `Same` says so. It has `Given`.
#[diagnostic::on_unimplemented(
    message = "an access with another number of indices than the tensor has dimensions: `{Given}`",
    label = "`{Given}`, and the tensor has more dimensions, or fewer",
    note = "an access has one index per dimension, outermost first: `a[j, i]` of a matrix, `x[i]` of a vector, \
            `s[]` of a scalar",
    note = "a function over tensors of any format says how many dimensions they have, and of what type the values are: \
            `a: &Tensor<impl MatrixOf<f64>>`, `x: &Tensor<impl VectorOf<f64>>`"
)]
pub trait LastIndex<Same, Rank, Given> {}

impl<X, R, G> LastIndex<Yes, R, G> for X {}

/// Tensors of few dimensions are called by their names. None of these is implemented for another number of indices.
macro_rules! of_rank {
    ($($trait:ident $rank:ident $message:literal, $label:literal, $($note:literal),+;)*) => { $(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = $label, $(note = $note),+)]
        pub trait $trait {}

        impl<X, Given: $trait> LastIndex<No, $rank, Given> for X {}
    )* };
}

of_rank! {
    OfScalar U0 "an access with `{Self}` to a scalar, which has none", "a scalar has no index, `s[]`",
        "a scalar is read and written without an index, `s[]`",
        "one number for each `i` is a vector: `let mut y = Vector::<f64>::default();` in front of the program, and `y[i]` in it";
    OfVector U1 "an access with `{Self}` to a vector, which has one dimension", "a vector has one index, `x[i]`",
        "a vector is read and written with one index, `x[i]`",
        "one number for each `j` and `i` is a matrix: in front of the program `let mut c = Csr::<f64>::default();`, or `Matrix` in place of \
         `Csr` for a dense one, and `c[j, i]` in it; a single number is a scalar, `let mut s = Scalar::new(0.0);` and `s[]`";
    OfMatrix U2 "an access with `{Self}` to a matrix, which has two dimensions", "a matrix has two indices, `a[j, i]`",
        "a matrix is read and written with two indices, that of the row first: `a[j, i]`, each from a loop, `for j, i {{ .. }}`; row 2 is `a[2, i]`, \
         column 2 is `a[j, 2]`",
        "one number for each `j` is a vector: in front of the program `let mut y = Vector::<f64>::default();`, and `y[j]` in it; a single number is a \
         scalar, `let mut s = Scalar::new(0.0);` and `s[]`";
    OfThreeDimensions U3 "an access with `{Self}` to a tensor of three dimensions", "a tensor of three dimensions has three indices, `t[k, j, i]`",
        "it is read and written with three indices, the outermost first: `t[k, j, i]`, each from a loop, `for k, j, i {{ .. }}`; matrix 2 of it is \
         `t[2, j, i]`";
    OfFourDimensions U4 "an access with `{Self}` to a tensor of four dimensions", "a tensor of four dimensions has four indices, `t[l, k, j, i]`",
        "it is read and written with four indices, the outermost first: `t[l, k, j, i]`, each from a loop, `for l, k, j, i {{ .. }}`; part 2 of it is \
         `t[2, k, j, i]`";
}

/// An index that an axis can be read by, which offers `O`.
#[doc(hidden)]
pub trait IndexAlong<O> {
    /// It. There is none if it is no index, so that what is made of it is not refused as well.
    type Is: IndexTerm;
    /// It.
    fn along(self) -> Self::Is;
}

/// The index `I`, if it is one.
type IfIndex<I> = <<I as IndexTerm>::Protocol as IfResolved>::Then<I>;

impl<O, I: IndexTerm> IndexAlong<O> for I
where
    IfIndex<I>: AskedOf<O>,
{
    type Is = IfIndex<I>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn along(self) -> I {
        self
    }
}

/// An index that the level along its axis can be read by: nobody asks it again.
#[derive(Clone, Copy, Debug)]
pub struct CheckedIndex<I>(I);

#[diagnostic::do_not_recommend]
impl<O, I: IndexTerm> IndexAlong<O> for CheckedIndex<I> {
    type Is = I;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn along(self) -> I {
        self.0
    }
}

/// Whether two ranks are the same.
type SameRank<A, B> = <A as Nat>::Eq<B>;

/// `at0(), at1(i), at2(j, i), ..`: the tensor at that many indices.
///
/// A check without type arguments of its own is reported at its argument, hence a method for each number.
macro_rules! accesses {
    ($of:ident, $axes:ty: $($at:ident $number:ident $given:ident [$($first:ident $is:ident $axis:ident)*] $last:ident $it:ident $end:ident;)*) => { $(
        /// The tensor at these indices.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub fn $at<
            $($is, $first: IndexAlong<$axis<$axes>, Is = $is>,)*
            $it, $last: IndexAlong<$end<$axes>, Is = $it> + LastIndex<SameRank<R, $number>, R, $given>,
        >(
            self,
            $($first: $first,)*
            $last: $last,
        ) -> accesses!(@output $of $($is)* $it)
        where
            $($is: IndexTerm,)*
            $it: IndexTerm,
        {
            $(let $is = $first.along();)*
            let $it = $last.along();
            accesses!(@make $of self, Cons($it, Nil), $($is)*)
        }
    )* };
    (@list) => { Nil };
    (@list $first:ident $($more:ident)*) => { Cons<$first, accesses!(@list $($more)*)> };
    (@output read $($i:ident)*) => { Value<Access<F, <V as Rearrange>::List<accesses!(@list $($i)*)>, M>> };
    (@output write $($i:ident)*) => { Write<F, Place<N, D, accesses!(@list $($i)*)>, Called<M>> };
    // The last index comes first in the list that is put together, from the end.
    (@make $of:ident $self:ident, $list:expr,) => { $self.$of($list) };
    (@make $of:ident $self:ident, $list:expr, $($first:ident)+) => {
        $self.$of(accesses!(@list_of $list, $($first)+))
    };
    (@list_of $list:expr, $first:ident) => { Cons($first, $list) };
    (@list_of $list:expr, $first:ident $($more:ident)+) => { Cons($first, accesses!(@list_of $list, $($more)+)) };
}

macro_rules! all_accesses {
    ($of:ident, $axes:ty) => {
        all_accesses! { @along $axes: along0 Axis0, along1 Axis1 }
        accesses! {
            $of, $axes:
            at1 U1 one_index [] I I1 Axis0;
            at2 U2 two_indices [A A1 Axis0] I I1 Axis1;
            at3 U3 three_indices [A A1 Axis0 B B1 Axis1] I I1 Axis2;
            at4 U4 four_indices [A A1 Axis0 B B1 Axis1 C C1 Axis2] I I1 Axis3;
            at5 U5 five_indices [A A1 Axis0 B B1 Axis1 C C1 Axis2 E E1 Axis3] I I1 Axis4;
            at6 U6 six_indices [A A1 Axis0 B B1 Axis1 C C1 Axis2 E E1 Axis3 G G1 Axis4] I I1 Axis5;
            at7 U7 seven_indices [A A1 Axis0 B B1 Axis1 C C1 Axis2 E E1 Axis3 G G1 Axis4 H H1 Axis5] I I1 Axis6;
            at8 U8 eight_indices [A A1 Axis0 B B1 Axis1 C C1 Axis2 E E1 Axis3 G G1 Axis4 H H1 Axis5 K K1 Axis6] I I1 Axis7;
        }
    };
    (@along $axes:ty: $($along:ident $axis:ident),*) => { $(
        /// An index along this axis, by a protocol that its level offers.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $along<I: IndexTerm, A: IndexAlong<$axis<$axes>, Is = I>>(&self, index: A) -> CheckedIndex<I> {
            CheckedIndex(index.along())
        }
    )* };
}

type Below<X> = <X as AxisList>::Below;
type Axis0<X> = <X as AxisList>::First;
type Axis1<X> = Axis0<Below<X>>;
type Axis2<X> = Axis1<Below<X>>;
type Axis3<X> = Axis2<Below<X>>;
type Axis4<X> = Axis3<Below<X>>;
type Axis5<X> = Axis4<Below<X>>;
type Axis6<X> = Axis5<Below<X>>;
type Axis7<X> = Axis6<Below<X>>;

/// A tensor of rank `R` that is read, called by its name. Its axes offer `X`; it is view `V`.
#[derive(Clone, Copy, Debug)]
pub struct Reading<F, R, X, V, M> {
    root: F,
    label: M,
    rearrange: V,
    kind: PhantomData<(R, X)>,
}

impl<F: Fiber, R: Nat, X: AxisList, V: Rearrange, M: Label> Reading<F, R, X, V, M> {
    all_accesses!(read, X);

    /// The tensor without an index: a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at0(self) -> Value<Access<F, V::List<Nil>, M>>
    where
        (): LastIndex<SameRank<R, U0>, R, no_index>,
    {
        self.read(Nil)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<I: IndexList>(self, indices: I) -> Value<Access<F, V::List<I>, M>> {
        Value(Access {
            fiber: self.root,
            indices: self.rearrange.list(indices),
            label: self.label,
        })
    }
}

/// Output number `N`, of rank `R` and declared or not, that is written, called `M`.
#[derive(Clone, Copy, Debug)]
pub struct Writing<F, N, D, R, M> {
    root: F,
    kind: PhantomData<(N, D, R)>,
    name: Called<M>,
}

impl<F: WriteFiber, N: Nat, D: Bool, R: Nat, M: Name> Writing<F, N, D, R, M> {
    all_accesses!(write, NoAxis);

    /// The tensor without an index: a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at0(self) -> Write<F, Place<N, D, Nil>, Called<M>>
    where
        (): LastIndex<SameRank<R, U0>, R, no_index>,
    {
        self.write(Nil)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<I: IndexList>(self, indices: I) -> Write<F, Place<N, D, I>, Called<M>> {
        Write {
            fiber: self.root,
            rest: Place::new(indices),
            label: self.name,
        }
    }
}

/// What `finch!` calls on the name in front of brackets, `a[i]`, where the tensor is read. Implemented for everything.
pub trait Read {
    /// To be read. The parts are parameters, and not what `Self` says: what cannot be read is reported where it stands, and nothing that
    /// follows from it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_read<'r, F, R, X, V, M>(&'r self, name: &'static str) -> Reading<F, R, X, V, M>
    where
        Self: Readable<Root<'r> = F, Rank = R, Axes = X, Rearrange = V, Label = M>,
    {
        read(self, name)
    }

    /// Borrowed, to be called by its name once more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finch_name(&self) -> &Self {
        self
    }
}

impl<X> Read for X {}

/// A tensor that is read, called `name`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read<'r, F, R, X, V, M, T>(of: &'r T, name: &'static str) -> Reading<F, R, X, V, M>
where
    T: Readable<Root<'r> = F, Rank = R, Axes = X, Rearrange = V, Label = M> + ?Sized,
{
    Reading {
        root: of.root(),
        label: of.label(name),
        rearrange: of.rearrange(),
        kind: PhantomData,
    }
}

/// An output that is written.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write<F, N, D, R, M: Name, W>(output: W) -> Writing<F, N, D, R, M>
where
    W: Writable<Root = F, Number = N, Declared = D, Rank = R, Name = M>,
{
    Writing {
        root: output.root(Driver::new()),
        name: Called::NAME,
        kind: PhantomData,
    }
}

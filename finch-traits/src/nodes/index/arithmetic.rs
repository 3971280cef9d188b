//! Sums, differences, products, quotients, remainders and windows of indices.

use crate::index::Index;
use crate::index::term::{looked_up_term, never_beyond};
use crate::knot::*;
use core::ops::{Add, Div, Mul, Sub};
use finch_algebra::fault::raise;
use finch_algebra::operator::BinaryOp;

/// `a + b`: a tensor moved by one of the two, along the other. A loop over the last index that gets a value takes a search for where to
/// start, and walks what is stored. Where data name a part of the sum it is looked up, which takes a search for every index.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(pub A, pub B);

/// `a - b`: a tensor moved by `b`, along `a`. A loop over `a` takes a search for where to start, and walks what is stored. Where `a` has a
/// value first it is looked up, which takes a search for every index.
#[derive(Clone, Copy, Debug)]
pub struct Minus<A, B>(pub A, pub B);

/// A place that is computed from two others in constant time. It is looked up: each index takes a search, of `log m` steps in lists and
/// runs of `m`, and of constant time in dense levels and tables.
#[derive(Clone, Copy, Debug)]
pub struct Calculated<O, A, B> {
    a: A,
    b: B,
    extent: Noted,
    operator: PhantomData<O>,
}

/// `a * b`. Takes a search for every index, see [`Calculated`].
pub type CalculatedProduct<A, B> = Calculated<Product, A, B>;

/// `a / b`, rounded towards zero. A division by zero is an error when the program runs. Takes a search for every index, see [`Calculated`].
pub type CalculatedQuotient<A, B> = Calculated<Quotient, A, B>;

/// `a % b`, with the sign of `a`. A division by zero is an error when the program runs. Takes a search for every index, see [`Calculated`].
pub type CalculatedRemainder<A, B> = Calculated<Remainder, A, B>;

/// `a - b`, looked up: nothing of it is compared before the program runs, as is with [`Minus`]. Takes a search for every index, see
/// [`Calculated`].
pub type CalculatedDifference<A, B> = Calculated<Difference, A, B>;

/// An operation by which a place is computed from two others: a product, quotient or remainder of indices.
pub trait Calculation: Copy {
    /// How programs write it.
    const SYMBOL: &'static str;
    /// The operator of values that does the same.
    type Operator: BinaryOp<usize, usize, Out = usize>;
    /// The operator of values that does the same.
    const OPERATOR: Self::Operator;
    /// Computes the place.
    fn apply(a: isize, b: isize) -> isize;
}

macro_rules! calculations {
    ($($(#[$doc:meta])* $name:ident $symbol:literal $op:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Calculation for $name {
            const SYMBOL: &'static str = $symbol;
            type Operator = finch_algebra::$op;
            const OPERATOR: finch_algebra::$op = finch_algebra::$op;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply($a: isize, $b: isize) -> isize {
                $result
            }
        }
    )* };
}

calculations! {
    /// A product.
    Product "*" Mul |a, b| a.saturating_mul(b);
    /// A difference.
    Difference "-" Sub |a, b| a.saturating_sub(b);
    /// A quotient. Dividing by zero raises [`Fault::DivisionByZero`].
    Quotient "/" Div |a, b| divided(a.checked_div(b));
    /// A remainder. Dividing by zero raises [`Fault::DivisionByZero`].
    Remainder "%" Rem |a, b| divided(a.checked_rem(b));
}

/// What `operation` makes of two places, of which what is missing stays so.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_places(a: isize, b: isize, operation: impl FnOnce(isize, isize) -> isize) -> isize {
    if is_nowhere(a) || is_nowhere(b) {
        NOWHERE
    } else {
        somewhere(operation(a, b))
    }
}

/// A quotient or remainder, if there is one. None overflows: no place is as far back as the one that might.
#[cfg_attr(not(debug_assertions), inline(always))]
fn divided(result: Option<isize>) -> isize {
    result.unwrap_or_else(|| {
        raise(Fault::DivisionByZero);
        0
    })
}

impl<A, B> Sum<A, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(a: A, b: B) -> Self {
        Sum(a, b)
    }
}

impl<A, B> Minus<A, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(a: A, b: B) -> Self {
        Minus(a, b)
    }
}

impl<O, A, B> Calculated<O, A, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(a: A, b: B) -> Self {
        Calculated {
            a,
            b,
            extent: Noted::UNKNOWN,
            operator: PhantomData,
        }
    }

    /// Both operands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn parts(self) -> (A, B) {
        (self.a, self.b)
    }
}

/// A window of a dimension, whose index starts at 0. A loop takes a search for where to start, and what is stored inside.
#[derive(Clone, Copy, Debug)]
pub struct WindowIndex<A> {
    term: A,
    lo: usize,
    hi: usize,
}

/// Whether a term may be missing: one that may is no part of a sum.
#[diagnostic::on_unimplemented(
    message = "an index that may be missing, `~i`, is no part of a sum",
    label = "`~` inside of a sum",
    note = "`~` stands in front of all of it: `a[~(i + 1)]`"
)]
pub trait Certain: Bool {
    /// The term `A`. What is no term has none, so that it is reported once.
    type Term<A: IndexTerm<IsPermissive = Self>>: CertainTerm;
    /// The term `a`.
    fn term<A: IndexTerm<IsPermissive = Self>>(a: A) -> Self::Term<A>;
}

impl Certain for No {
    type Term<A: IndexTerm<IsPermissive = No>> = A;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn term<A: IndexTerm<IsPermissive = No>>(a: A) -> A {
        a
    }
}

macro_rules! of_two_terms {
    ($($(#[$doc:meta])* $method:ident: $name:ident;)*) => { $(
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $method<A, B, P: Certain, Q: Certain>(a: A, b: B) -> $name<P::Term<A>, Q::Term<B>>
        where
            A: IndexTerm<IsPermissive = P>,
            B: IndexTerm<IsPermissive = Q>,
        {
            $name::new(P::term(a), Q::term(b))
        }
    )* };
}

of_two_terms! {
    /// `a + b`.
    plus: Sum;
    /// `a - b`.
    minus: Minus;
    /// `a * b`.
    times: CalculatedProduct;
    /// `a / b`.
    over: CalculatedQuotient;
    /// `a % b`.
    modulo: CalculatedRemainder;
}

/// A window of a dimension: place `range.start + term`, for `term` from 0 up to but not including the length of `range`.
///
/// In [`finch!`](crate::finch) it is written `a[window(i, lo..hi)]`. Running the program is an
/// [`OutOfBounds`](crate::ErrorKind::OutOfBounds) error if `range` runs backwards or reaches beyond the extent of what
/// is read; with `a[~window(i, lo..hi)]` what lies beyond is missing instead. Making it copies nothing; a loop over it takes a search for
/// where to start, and what is stored inside.
pub fn window<A: IndexTerm<IsPermissive = No>>(term: A, range: Range<usize>) -> WindowIndex<A> {
    WindowIndex {
        term,
        lo: range.start,
        hi: range.end,
    }
}

/// There are none left in the indices of a term.
type IsBound<A> = <<A as IndexTerm>::Indices as IndexSet>::IsNone;

macro_rules! of_two {
    ($(
        $name:ident, structural $structural:ty, moved $moved:expr, protocol $protocol:ty, $symbol:literal,
        checked $checked:ident, else $saturating:ident, affine |$sum:ident, $other:ident| $affine:expr;
    )*) => { $(
        // SAFETY: the sum or difference of what both say; what is moved along has no index that is subtracted.
        unsafe impl<A: CertainTerm, B: CertainTerm> IndexTerm for $name<A, B> {
            type Indices = Union<A::Indices, B::Indices>;
            type IsStructural = $structural;
            type IsPlain = No;
            type IsChecked = And<A::IsChecked, B::IsChecked>;
            type Finds<J: Nat> = And<Self::IsChecked, <Self::Indices as IndexSet>::Has<J>>;
            type Protocol = $protocol;
            type Bind<N: Nat> = $name<A::Bind<N>, B::Bind<N>>;
            type Given<V: Nat> = $name<A::Given<V>, B::Given<V>>;
            never_beyond!(sure Or<A::IsSure, B::IsSure>);
            const MOVED: Option<SignedIndex> = $moved;

            each_part_of_term!($name: 0, 1);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn moved_by(self) -> usize {
                self.0.moved_by().saturating_add(self.1.moved_by())
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn position(self, driver: Driver) -> isize {
                let (a, b) = (self.0.position(driver), self.1.position(driver));
                // What was checked before does not overflow, and what data name may.
                if Self::IsChecked::VALUE { a.$checked(b) } else { of_places(a, b, isize::$saturating) }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn sized(self, driver: Driver, extent: impl Fn() -> Option<usize>) -> Self {
                $name(self.0.sized(driver, &extent), self.1.sized(driver, &extent))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn limits(self, extent: impl FnOnce() -> Option<usize>) -> Range<usize> {
                self.0.limits(|| Some(self.1.limits(extent).end))
            }

            fn affine(self, $sum: &mut Affine) {
                let $name(first, $other) = self;
                $sum.adds_terms();
                first.affine($sum);
                $affine
            }

            fn describe(self) -> Term {
                self.0.describe().joined($symbol, self.1.describe())
            }
        }
    )* };
}

of_two! {
    Sum, structural Or<And<A::IsStructural, IsBound<B>>, And<IsBound<A>, B::IsStructural>>,
        moved if B::IS_NUMBER { A::MOVED } else if A::IS_NUMBER { B::MOVED } else { None },
        protocol <A::Protocol as ReadBy>::Or<B::Protocol>, "+",
        checked wrapping_add, else saturating_add, affine |sum, b| b.affine(sum);
    Minus, structural And<A::IsStructural, IsBound<B>>, moved if B::IS_NUMBER { A::MOVED } else { None }, protocol A::Protocol, "-",
        checked wrapping_sub, else saturating_sub, affine |sum, b| sum.subtract(|sum| b.affine(sum));
}

// SAFETY: calculated of what both say, and never moved to.
unsafe impl<O: Calculation, A: CertainTerm, B: CertainTerm> IndexTerm for Calculated<O, A, B> {
    type Indices = Union<A::Indices, B::Indices>;
    type Bind<N: Nat> = Calculated<O, A::Bind<N>, B::Bind<N>>;
    type Given<V: Nat> = Calculated<O, A::Given<V>, B::Given<V>>;
    looked_up_term!(read by crate::index::protocol::Walking, found No);

    each_part_of_term!(Calculated: a, b; extent, operator);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        // While an index has no value there is nothing to divide by.
        match <Self::Indices as IndexSet>::IsNone::VALUE {
            true => of_places(self.a.position(driver), self.b.position(driver), O::apply),
            false => 0,
        }
    }

    fn affine(self, sum: &mut Affine) {
        sum.inexact(|sum| {
            self.a.affine(sum);
            self.b.affine(sum)
        })
    }

    fn describe(self) -> Term {
        self.a.describe().joined(O::SYMBOL, self.b.describe()).looked_up()
    }
}

// SAFETY: what is inside, moved.
unsafe impl<A: CertainTerm> IndexTerm for WindowIndex<A> {
    type Indices = A::Indices;
    type IsStructural = A::IsStructural;
    type IsPlain = No;
    type IsChecked = A::IsChecked;
    type Finds<J: Nat> = A::Finds<J>;
    type Protocol = A::Protocol;
    type Bind<N: Nat> = WindowIndex<A::Bind<N>>;
    type Given<V: Nat> = WindowIndex<A::Given<V>>;
    never_beyond!(sure A::IsSure);

    each_part_of_term!(WindowIndex: term; lo, hi);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(self, driver: Driver) -> isize {
        match A::IsChecked::VALUE {
            true => self.term.position(driver).wrapping_add(self.lo as isize),
            false => of_places(self.term.position(driver), self.lo as isize, isize::saturating_add),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, driver: Driver, extent: impl Fn() -> Option<usize>) -> Self {
        WindowIndex {
            term: self.term.sized(driver, extent),
            ..self
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limits(self, extent: impl FnOnce() -> Option<usize>) -> Range<usize> {
        self.term.limits(extent)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self) -> Option<Range<usize>> {
        match self.term.part() {
            None => Some(self.lo..self.hi),
            Some(part) => {
                let end = part.end.saturating_add(self.lo).min(self.hi);
                Some(part.start.saturating_add(self.lo).min(end)..end)
            }
        }
    }

    fn affine(self, sum: &mut Affine) {
        let mut own = Affine::new();
        self.term.affine(&mut own);
        own.within(self.lo, self.hi);
        sum.join(&own)
    }

    fn describe(self) -> Term {
        self.term.describe().within(self.lo, self.hi)
    }
}

macro_rules! operators {
    ($([$($generics:tt)*] $left:ty;)*) => { $(
        operators! { @each [$($generics)*] $left:
            [] Add add usize => Sum;
            [M: Nat] Add add Index<M> => Sum;
            [] Sub sub usize => Minus;
            [] Mul mul usize => CalculatedProduct;
            [] Div div usize => CalculatedQuotient;
        }
    )* };
    (@each $generics:tt $left:ty: $($more:tt $trait:ident $method:ident $right:ty => $term:ident;)*) => {
        $(operators! { @one $generics $more $left: $trait $method $right => $term })*
    };
    (@one [$($generics:tt)*] [$($more:tt)*] $left:ty: $trait:ident $method:ident $right:ty => $term:ident) => {
        impl<$($generics)*, $($more)*> $trait<$right> for $left {
            type Output = $term<Self, $right>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, other: $right) -> Self::Output {
                $term::new(self, other)
            }
        }
    };
}

operators! {
    [N: Nat] Index<N>;
    [A: IndexTerm, B: IndexTerm] Sum<A, B>;
    [A: IndexTerm, B: IndexTerm] Minus<A, B>;
    [O, A: IndexTerm, B: IndexTerm] Calculated<O, A, B>;
}

operators! { @one [A: IndexTerm, B: IndexTerm] [M: Nat] Sum<A, B>: Sub sub Index<M> => Minus }
operators! { @one [M: Nat] [] usize: Add add Index<M> => Sum }
operators! { @one [M: Nat] [] usize: Sub sub Index<M> => Minus }
operators! { @one [M: Nat] [] usize: Mul mul Index<M> => CalculatedProduct }

impl<O, A: AskedOf<O>, B: AskedOf<O>> AskedOf<O> for Sum<A, B> {}
impl<O, A: AskedOf<O>, B: AskedOf<O>> AskedOf<O> for Minus<A, B> {}
impl<O, C, A, B> AskedOf<O> for Calculated<C, A, B> {}
impl<O, A: AskedOf<O>> AskedOf<O> for WindowIndex<A> {}

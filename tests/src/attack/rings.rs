//! Semirings of a user's own, over numbers whose every operation may panic or lie: with a zero that no law knows, one that is
//! not equal to itself, and one that is none.

use super::fuse::{Fuse, Product, Sum, answer, knowledge, number};
use finch_algebra::Unknown;
use finch_algebra::fill::{Fill, Zero};
use finch_algebra::known::{Knowledge, Known, Tagged, UserTag, tag};
use finch_algebra::logic::{No, Or, SelectKnown, Yes};
use finch_algebra::operator::BinaryOp;
use finch_algebra::reducer::Reducer;
use finch_algebra::semiring::Semiring;
use typenum::U0;

/// A semiring, and what its operations should come to.
pub trait Ring: Semiring<Fuse> {
    /// The zero, if the laws hold.
    const ZERO: Option<i32>;
    /// The sum.
    fn sum(a: i32, b: i32) -> i32;
    /// The product.
    fn product(a: i32, b: i32) -> i32;
}

/// Sums of products.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

/// Minima of sums, of which `ZERO` is neither less nor greater than another number: it is no number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shortest<const ZERO: i32>;

/// Sums of products, over a zero that says it is one, and is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Claimed;

/// The zero of [`Shortest`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere<const ZERO: i32>;

impl<const ZERO: i32> Fill<Fuse> for Nowhere<ZERO> {
    type Known = Tagged<Tag>;
    const VALUE: &'static Fuse = &Fuse(ZERO);
}

type Tag = UserTag<U0>;

/// The zero of [`Claimed`]: five.
#[derive(Clone, Copy, Debug, Default)]
pub struct Five;

impl Fill<Fuse> for Five {
    type Known = Tagged<tag::Zero>;
    const VALUE: &'static Fuse = &Fuse(5);
}

/// The sum of [`Shortest`].
#[derive(Clone, Copy, Debug)]
pub struct Nearer<const ZERO: i32>;

/// The product of [`Shortest`].
#[derive(Clone, Copy, Debug)]
pub struct Farther<const ZERO: i32>;

fn nearer<const ZERO: i32>(a: i32, b: i32) -> i32 {
    match (a == ZERO, b == ZERO) {
        (true, _) => b,
        (_, true) => a,
        _ => a.min(b),
    }
}

fn farther<const ZERO: i32>(a: i32, b: i32) -> i32 {
    if a == ZERO || b == ZERO {
        ZERO
    } else {
        a.wrapping_add(b)
    }
}

impl<const ZERO: i32> Reducer<Fuse> for Nearer<ZERO> {
    type Skip<V: Known, F: Known> = V::Is<Tag>;
    finch_algebra::claims!(Reassociates, Groups, Gathers, Saturates);
    const SYMBOL: &'static str = "<<nearer>>=";
    fn skips(value: Knowledge, _fill: Knowledge) -> bool {
        answer(value.is::<Tag>(), |lie| lie & 1 == 0)
    }
    fn identity() -> Option<Fuse> {
        answer(Some(Fuse(ZERO)), |lie| (lie & 1 == 0).then(|| number(lie)))
    }
    fn combine(&self, old: Fuse, new: Fuse) -> Fuse {
        answer(Fuse(nearer::<ZERO>(old.0, new.0)), number)
    }
    fn repeat(&self, old: Fuse, new: Fuse, count: usize) -> Fuse {
        let combined = if count == 0 {
            old.0
        } else {
            nearer::<ZERO>(old.0, new.0)
        };
        answer(Fuse(combined), number)
    }
    fn done(&self, _value: &Fuse) -> bool {
        answer(false, |lie| lie & 1 == 0)
    }
}

impl<const ZERO: i32> BinaryOp<Fuse, Fuse> for Nearer<ZERO> {
    type Out = Fuse;
    type Strict = No;
    type Fold<L: Known, R: Known> = SelectKnown<L::Is<Tag>, R, SelectKnown<R::Is<Tag>, L, Unknown>>;
    const SYMBOL: &'static str = "nearer";
    fn fold(left: Knowledge, right: Knowledge) -> Knowledge {
        let known = match (left.is::<Tag>(), right.is::<Tag>()) {
            (true, _) => right,
            (_, true) => left,
            _ => Knowledge::NOTHING,
        };
        answer(known, knowledge)
    }
    fn apply(&self, a: Fuse, b: Fuse) -> Fuse {
        answer(Fuse(nearer::<ZERO>(a.0, b.0)), number)
    }
}

impl<const ZERO: i32> BinaryOp<Fuse, Fuse> for Farther<ZERO> {
    type Out = Fuse;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = SelectKnown<Or<L::Is<Tag>, R::Is<Tag>>, Tagged<Tag>, Unknown>;
    const SYMBOL: &'static str = "farther";
    fn fold(left: Knowledge, right: Knowledge) -> Knowledge {
        let is_zero = left.is::<Tag>() || right.is::<Tag>();
        let known = if is_zero {
            Knowledge::of::<Tag>()
        } else {
            Knowledge::NOTHING
        };
        answer(known, knowledge)
    }
    fn apply(&self, a: Fuse, b: Fuse) -> Fuse {
        answer(Fuse(farther::<ZERO>(a.0, b.0)), number)
    }
}

impl<const ZERO: i32> Semiring<Fuse> for Shortest<ZERO> {
    type Plus = Nearer<ZERO>;
    type Times = Farther<ZERO>;
    type Zero = Nowhere<ZERO>;
    fn plus() -> Self::Plus {
        Nearer
    }
    fn times() -> Self::Times {
        Farther
    }
}

impl<const ZERO: i32> Ring for Shortest<ZERO> {
    const ZERO: Option<i32> = Some(ZERO);
    fn sum(a: i32, b: i32) -> i32 {
        nearer::<ZERO>(a, b)
    }
    fn product(a: i32, b: i32) -> i32 {
        farther::<ZERO>(a, b)
    }
}

/// The semirings of sums of products.
macro_rules! of_products {
    ($($ring:ident over $zero:ident, $is:expr;)*) => { $(
        impl Semiring<Fuse> for $ring {
            type Plus = Sum;
            type Times = Product;
            type Zero = $zero;
            fn plus() -> Sum {
                Sum
            }
            fn times() -> Product {
                Product
            }
        }

        impl Ring for $ring {
            const ZERO: Option<i32> = $is;
            fn sum(a: i32, b: i32) -> i32 {
                a.wrapping_add(b)
            }
            fn product(a: i32, b: i32) -> i32 {
                a.wrapping_mul(b)
            }
        }
    )* };
}

of_products! {
    Plain over Zero, Some(0);
    Claimed over Five, None;
}

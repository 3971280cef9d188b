//! A number whose every operation may panic or lie, as the thread says, and operators over it that do the same.

use super::source::Source;
use crate::oracle::Value;
use crate::scalar::Scalar;
use finch_algebra::known::{Knowledge, Known, Tagged, tag};
use finch_algebra::logic::{No, Or, SelectKnown, Yes};
use finch_algebra::number::{Number, Ordered};
use finch_algebra::operator::{BinaryOp, UnaryOp};
use finch_algebra::reducer::Reducer;
use std::any::Any;
use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What the operations of this thread do besides what they should.
#[derive(Clone, Copy, Default)]
struct Temper {
    /// After so many calls one panics.
    fuse: Option<u32>,
    /// They lie, by chance from this state.
    lies: Option<u64>,
}

thread_local! {
    static TEMPER: Cell<Temper> = const { Cell::new(Temper { fuse: None, lies: None }) };
}

/// What panics: the unwinding that [`exploding`] expects.
struct Bomb;

/// One call of user code.
fn tick() {
    let temper = TEMPER.get();
    match temper.fuse {
        None => {}
        Some(0) => {
            TEMPER.set(Temper { fuse: None, ..temper });
            // Without a message for each of thousands.
            resume_unwind(Box::new(Bomb))
        }
        Some(left) => TEMPER.set(Temper {
            fuse: Some(left - 1),
            ..temper
        }),
    }
}

/// Runs `run`, in which the call of user code behind the first `calls` panics. Returns `None` if there was such a call.
///
/// # Panics
///
/// If something else does.
pub fn exploding<T>(calls: u32, run: impl FnOnce() -> T) -> Option<T> {
    TEMPER.set(Temper {
        fuse: Some(calls),
        ..TEMPER.get()
    });
    let outcome = catch_unwind(AssertUnwindSafe(run));
    TEMPER.set(Temper {
        fuse: None,
        ..TEMPER.get()
    });
    match outcome {
        Ok(value) => Some(value),
        Err(panic) if panic.is::<Bomb>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Runs `run`, in which user code lies, by chance from `seed`.
pub fn lying<T>(seed: u64, run: impl FnOnce() -> T) -> T {
    TEMPER.set(Temper {
        lies: Some(seed | 1),
        ..TEMPER.get()
    });
    let outcome = catch_unwind(AssertUnwindSafe(run));
    TEMPER.set(Temper::default());
    outcome.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The number of a value by chance: small, now and then [`NAN`].
pub(crate) fn value(source: &mut Source<'_>) -> i32 {
    match source.value() as i32 {
        -4 => NAN,
        value => value,
    }
}

/// Has the call of user code behind the next `calls` of this thread panic, or none: for threads that others wait for.
pub fn fused(calls: Option<u32>) {
    TEMPER.set(Temper {
        fuse: calls,
        ..TEMPER.get()
    })
}

/// Whether this is the panic of a call that was to.
pub fn is_bomb(panic: &(dyn Any + Send)) -> bool {
    panic.is::<Bomb>()
}

/// Has user code of this thread lie by chance from a seed, or tell the truth: for threads that others wait for.
pub fn lied_to(seed: Option<u64>) {
    TEMPER.set(Temper {
        lies: seed.map(|seed| seed | 1),
        ..TEMPER.get()
    })
}

/// Something by chance, now and then, if this thread lies.
fn lie() -> Option<u64> {
    let temper = TEMPER.get();
    let state = temper.lies?;
    // Of `random::Random`, whose state fits no cell of a thread.
    let next = state
        .wrapping_mul(0x5851_f42d_4c95_7f2d)
        .wrapping_add(0x1405_7b7e_f767_814f);
    TEMPER.set(Temper {
        lies: Some(next),
        ..temper
    });
    let number = next >> 33;
    number.is_multiple_of(3).then_some(number / 3)
}

/// A call that should answer `truth`.
pub(super) fn answer<T>(truth: T, other: impl FnOnce(u64) -> T) -> T {
    tick();
    lie().map_or(truth, other)
}

/// A number that calls user code whatever is done with it. It is `Copy`, but cloning it is a call all the same.
pub struct Fuse(pub i32);

impl Copy for Fuse {}

#[allow(clippy::non_canonical_clone_impl, clippy::expl_impl_clone_on_copy)]
impl Clone for Fuse {
    fn clone(&self) -> Self {
        tick();
        *self
    }
}

impl Debug for Fuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tick();
        self.0.fmt(f)
    }
}

impl Default for Fuse {
    fn default() -> Self {
        Fuse(answer(0, |lie| lie as i32))
    }
}

/// The number that is like no other, nor like itself, as the NaN of floating-point numbers.
pub const NAN: i32 = 0x7fc0_0000;

impl PartialEq for Fuse {
    fn eq(&self, other: &Self) -> bool {
        answer(self.0 == other.0 && self.0 != NAN, |lie| lie & 1 == 0)
    }
}

impl PartialOrd for Fuse {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let orders = [
            None,
            Some(Ordering::Less),
            Some(Ordering::Equal),
            Some(Ordering::Greater),
        ];
        let order = self.0.partial_cmp(&other.0).filter(|_| self.0 != NAN && other.0 != NAN);
        answer(order, |lie| orders[lie as usize % 4])
    }
}

/// A value of a tensor that is attacked.
pub trait Felt: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The value of a number.
    fn of(number: i32) -> Self;
    /// The number of a value.
    fn number(self) -> i32;
    /// Both together.
    fn with(self, other: Self) -> Self;
}

impl Felt for Fuse {
    fn of(number: i32) -> Self {
        Fuse(number)
    }
    fn number(self) -> i32 {
        self.0
    }
    fn with(self, other: Self) -> Self {
        Fuse(self.0.wrapping_add(other.0))
    }
}

impl Felt for bool {
    fn of(number: i32) -> Self {
        number != 0
    }
    fn number(self) -> i32 {
        i32::from(self)
    }
    fn with(self, other: Self) -> Self {
        self | other
    }
}

/// A number by chance, small so that it often meets another one.
pub(super) fn number<T: Felt>(lie: u64) -> T {
    T::of((lie % 5) as i32 - 1)
}

impl Number for Fuse {
    const ZERO: &'static Self = &Fuse(0);
    const ONE: &'static Self = &Fuse(1);
    type Magnitude = Self;
    type Symmetric = No;
    type Exact = Yes;

    fn sum(self, other: Self) -> Self {
        answer(Fuse(self.0.wrapping_add(other.0)), number)
    }
    fn difference(self, other: Self) -> Self {
        answer(Fuse(self.0.wrapping_sub(other.0)), number)
    }
    fn product(self, other: Self) -> Self {
        answer(Fuse(self.0.wrapping_mul(other.0)), number)
    }
    fn quotient(self, other: Self) -> Self {
        answer(Fuse(self.0.checked_div(other.0).unwrap_or(0)), number)
    }
    fn negative(self) -> Self {
        answer(Fuse(self.0.wrapping_neg()), number)
    }
    fn magnitude(self) -> Self {
        answer(Fuse(self.0.wrapping_abs()), number)
    }
}

impl Ordered for Fuse {
    const INF: &'static Self = &Fuse(i32::MAX);
    const NEG_INF: &'static Self = &Fuse(i32::MIN);
}

impl Scalar for Fuse {
    fn from_number(number: f64) -> Self {
        Fuse(number as i32)
    }
    fn value(self) -> Value {
        Value::Int(i64::from(self.0))
    }
}

/// A function of one value that changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Touch;

impl<T: Felt> UnaryOp<T> for Touch {
    type Out = T;
    type Strict = Yes;
    type Fold<K: Known> = K;
    const SYMBOL: &'static str = "touch";
    fn fold(known: Knowledge) -> Knowledge {
        answer(known, knowledge)
    }
    fn apply(&self, a: T) -> T {
        answer(a, number)
    }
    fn apply_known(&self, _known: Knowledge, a: T) -> T {
        answer(a, number)
    }
}

/// The number of a value.
#[derive(Clone, Copy, Debug)]
pub struct Count;

impl<T: Felt> UnaryOp<T> for Count {
    type Out = Fuse;
    type Strict = Yes;
    type Fold<K: Known> =
        SelectKnown<K::Is<tag::False>, Tagged<tag::Zero>, SelectKnown<K::Is<tag::True>, Tagged<tag::One>, K>>;
    const SYMBOL: &'static str = "count";
    fn fold(known: Knowledge) -> Knowledge {
        let is = |truth| {
            if truth {
                Knowledge::of::<tag::One>()
            } else {
                Knowledge::of::<tag::Zero>()
            }
        };
        let counted = match (known.is::<tag::False>(), known.is::<tag::True>()) {
            (false, false) => known,
            (_, truth) => is(truth),
        };
        answer(counted, knowledge)
    }
    fn apply(&self, a: T) -> Fuse {
        answer(Fuse(a.number()), number)
    }
}

/// What run time is told by chance.
pub(super) fn knowledge(lie: u64) -> Knowledge {
    match lie % 4 {
        0 => Knowledge::NOTHING,
        1 => Knowledge::of::<tag::Zero>(),
        2 => Knowledge::of::<tag::One>(),
        _ => Knowledge::MISSING,
    }
}

/// A sum, of which everything is claimed: saturating it does too, at no value.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// A sum.
pub const SUM: Sum = Sum;

impl<T: Felt> Reducer<T> for Sum {
    type Skip<V: Known, F: Known> = Or<V::Is<tag::Zero>, V::Is<tag::False>>;
    finch_algebra::claims!(Reassociates, Groups, Gathers, Saturates);
    const SYMBOL: &'static str = "<<sum>>=";
    fn skips(value: Knowledge, _fill: Knowledge) -> bool {
        answer(value.is::<tag::Zero>() || value.is::<tag::False>(), |lie| lie & 1 == 0)
    }
    fn identity() -> Option<T> {
        answer(Some(T::of(0)), |lie| (lie & 1 == 0).then(|| number(lie)))
    }
    fn combine(&self, old: T, new: T) -> T {
        answer(old.with(new), number)
    }
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        answer((0..count).fold(old, |sum, _| sum.with(new)), number)
    }
    fn done(&self, _value: &T) -> bool {
        answer(false, |lie| lie & 1 == 0)
    }
}

impl BinaryOp<Fuse, Fuse> for Sum {
    type Out = Fuse;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = finch_algebra::Unknown;
    const SYMBOL: &'static str = "sum";
    fn apply(&self, a: Fuse, b: Fuse) -> Fuse {
        a.sum(b)
    }
}

/// A reducer that skips what is unknown, and nothing else: the opposite of what any other does.
#[derive(Clone, Copy, Debug)]
pub struct Contrary;

impl<T: Felt> Reducer<T> for Contrary {
    type Skip<V: Known, F: Known> = V::IsUnknown;
    finch_algebra::claims!(Reassociates, Groups, Gathers, Saturates);
    const SYMBOL: &'static str = "<<contrary>>=";
    fn skips(value: Knowledge, _fill: Knowledge) -> bool {
        answer(value == Knowledge::NOTHING, |lie| lie & 1 == 0)
    }
    fn combine(&self, old: T, new: T) -> T {
        answer(T::of(old.number() ^ new.number()), number)
    }
    fn repeat(&self, old: T, _new: T, count: usize) -> T {
        answer(T::of(old.number() ^ count as i32), number)
    }
    fn done(&self, _value: &T) -> bool {
        answer(true, |lie| lie & 1 == 0)
    }
}

/// A reducer that is done at once, gathers nothing, and skips nothing; it leaves what it is given.
#[derive(Clone, Copy, Debug)]
pub struct Saturated;

impl<T: Felt> Reducer<T> for Saturated {
    type Skip<V: Known, F: Known> = No;
    finch_algebra::claims!(Reassociates, Groups, Saturates);
    const SYMBOL: &'static str = "<<saturated>>=";
    fn identity() -> Option<T> {
        answer(Some(T::of(1)), |_| None)
    }
    fn combine(&self, _old: T, new: T) -> T {
        answer(new, number)
    }
    fn repeat(&self, old: T, _new: T, _count: usize) -> T {
        answer(old, number)
    }
    fn done(&self, _value: &T) -> bool {
        answer(true, |lie| lie & 1 == 0)
    }
}

/// A product, which is known to be zero where one of its factors is.
#[derive(Clone, Copy, Debug)]
pub struct Product;

impl BinaryOp<Fuse, Fuse> for Product {
    type Out = Fuse;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = SelectKnown<
        L::Is<tag::Zero>,
        Tagged<tag::Zero>,
        SelectKnown<R::Is<tag::Zero>, Tagged<tag::Zero>, finch_algebra::Unknown>,
    >;
    const SYMBOL: &'static str = "product";
    fn fold(left: Knowledge, right: Knowledge) -> Knowledge {
        let is_zero = left.is::<tag::Zero>() || right.is::<tag::Zero>();
        answer(
            if is_zero {
                Knowledge::of::<tag::Zero>()
            } else {
                Knowledge::NOTHING
            },
            knowledge,
        )
    }
    fn apply(&self, a: Fuse, b: Fuse) -> Fuse {
        a.product(b)
    }
}

/// An operator that knows the result of what is unknown, and forgets what is known of the rest.
#[derive(Clone, Copy, Debug)]
pub struct Backwards;

impl<T: Felt> BinaryOp<T, T> for Backwards {
    type Out = T;
    type Strict = No;
    type Fold<L: Known, R: Known> = SelectKnown<L::IsUnknown, Tagged<tag::Zero>, R>;
    const SYMBOL: &'static str = "backwards";
    fn fold(_left: Knowledge, right: Knowledge) -> Knowledge {
        answer(right, knowledge)
    }
    fn apply(&self, a: T, b: T) -> T {
        answer(if a.number() > b.number() { a } else { b }, number)
    }
    fn apply_known(&self, _left: Knowledge, _right: Knowledge, a: T, b: T) -> T {
        answer(a, |_| b)
    }
}

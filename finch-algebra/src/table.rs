//! Tables of laws: one table says for types and for values what an operator does with known values.
//!
//! A law that holds for types only would let a sparse output store entries that nobody wrote as soon as presence is
//! a run-time fact, so nobody writes the two twins by hand. The tables here are those that the operators of this
//! crate are declared with:
//!
//! * [`binary_laws!`](crate::binary_laws) and [`unary_laws!`](crate::unary_laws) implement an operator,
//! * [`skips!`](crate::skips) says which values a reducer skips, and [`claims!`](crate::claims) what it claims.
//!
//! Rules are tried in order, `forced` ones first. A value is called by its fill ([`NamedFill`]), or is one of the literals `0`, `1`,
//! `inf`, `true` and `false`. It means what is *known* to be that value; a stored zero is not known to be one.
//!
//! * A **natural** law only says what the arithmetic does anyway (`0 + b = b`), so the operator is applied as ever.
//! * A **forced** law may contradict the arithmetic (`0 * inf`), so the lawful value is selected: `left`, `right`
//!   or the value that the rule gives.

/// Implements [`BinaryOp`](crate::operator::BinaryOp) from a table of laws; the operator is strict.
///
/// A rule's left side is `(Fill, _)`, `(_, Fill)`, `(Fill, Fill)` or `same` (both operands are known, and to be the
/// same value), if need be with `if` and a [`Bool`](crate::logic::Bool); its right side is `left`, `right` or
/// a fill, which in a forced rule may be followed by `=` and its value. Type parameters stand in brackets behind `impl`.
/// `forced by function` says how a forced law is chosen: `function(holds, lawful, || computed)`, as
/// [`Number::choose`](crate::number::Number::choose) does without a branch. Otherwise it is chosen by `if`.
///
/// ```
/// use finch_algebra::{BinaryOp, Fill, One, Zero, binary_laws};
///
/// /// The probability that at least one of two independent events happens.
/// #[derive(Clone, Copy, Debug)]
/// struct Either;
///
/// binary_laws! {
///     impl BinaryOp<f64, f64> for Either {
///         type Out = f64;
///         const SYMBOL = "either";
///         forced {
///             (One, _) => One = 1.0;
///             (_, One) => One = 1.0;
///         }
///         natural {
///             (Zero, _) => right;
///             (_, Zero) => left;
///         }
///         fn apply(&self, a, b) { a + b - a * b }
///     }
/// }
///
/// use finch_algebra::known::{Known, Unknown};
/// type Certain = <One as Fill<f64>>::Known;
/// type Result = <Either as BinaryOp<f64, f64>>::Fold<Unknown, Certain>;
/// assert_eq!(Result::AT_RUN_TIME, Certain::AT_RUN_TIME);
/// assert_eq!(Either.apply(0.5, 0.5), 0.75);
/// ```
#[macro_export]
macro_rules! binary_laws {
    (
        impl $([$($generics:tt)*])? BinaryOp<$lhs:ty, $rhs:ty> for $op:ty {
            type Out = $out:ty;
            const SYMBOL = $symbol:literal;
            forced $(by $choose:path)? { $($forced:tt)* }
            natural { $($natural:tt)* }
            fn apply(&$this:ident, $a:pat_param, $b:pat_param) $body:block
        }
    ) => {
        impl $(<$($generics)*>)? $crate::operator::BinaryOp<$lhs, $rhs> for $op {
            type Out = $out;
            type Strict = $crate::logic::Yes;
            type Fold<KnownLeft: $crate::known::Known, KnownRight: $crate::known::Known> = <$crate::logic::And<
                KnownLeft::IsUnknown,
                KnownRight::IsUnknown,
            > as $crate::logic::Bool>::UnknownOr<$op, ($lhs, $rhs), KnownLeft, KnownRight>;
            const SYMBOL: &'static str = $symbol;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold(
                left: $crate::known::Knowledge,
                right: $crate::known::Knowledge,
            ) -> $crate::known::Knowledge {
                let _ = (left, right);
                $crate::binary_laws!(@fold_values left right; $($forced)* $($natural)*)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&$this, $a: $lhs, $b: $rhs) -> $out $body

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply_known(
                &self,
                left: $crate::known::Knowledge,
                right: $crate::known::Knowledge,
                a: $lhs,
                b: $rhs,
            ) -> $out {
                let _ = (left, right);
                $crate::binary_laws!(@value [$($choose)?] self left right a b; $($forced)*)
            }
        }

        impl<KnownLeft: $crate::known::Known, KnownRight: $crate::known::Known, $($($generics)*)?>
            $crate::table::Laws<($lhs, $rhs), KnownLeft, KnownRight> for $op
        {
            type Result = $crate::binary_laws!(@fold_types KnownLeft KnownRight; $($forced)* $($natural)*);
        }
    };

    // What types know: the first rule that holds.
    (@fold_types $left:ident $right:ident;) => { $crate::known::Unknown };
    (@fold_types $left:ident $right:ident;
        $operands:tt $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        $crate::logic::SelectKnown<
            $crate::binary_laws!(@holds_type $left $right $operands $(if $guard)?),
            $crate::binary_laws!(@result_type $left $right $result),
            $crate::binary_laws!(@fold_types $left $right; $($rules)*),
        >
    };
    (@holds_type $left:ident $right:ident $operands:tt if $guard:ty) => {
        $crate::logic::And<$guard, $crate::binary_laws!(@holds_type $left $right $operands)>
    };
    (@holds_type $left:ident $right:ident same) => { $crate::known::Same<$left, $right> };
    (@holds_type $left:ident $right:ident (_, $fill:tt)) => { $crate::table::Is<$right, $crate::__named!($fill)> };
    (@holds_type $left:ident $right:ident ($fill:tt, _)) => { $crate::table::Is<$left, $crate::__named!($fill)> };
    (@holds_type $left:ident $right:ident ($first:tt, $second:tt)) => {
        $crate::logic::And<
            $crate::table::Is<$left, $crate::__named!($first)>,
            $crate::table::Is<$right, $crate::__named!($second)>,
        >
    };
    (@result_type $left:ident $right:ident left) => { $left };
    (@result_type $left:ident $right:ident right) => { $right };
    (@result_type $left:ident $right:ident $fill:tt) => { $crate::table::KnownAs<$crate::__named!($fill)> };

    // What run time knows.
    (@fold_values $left:ident $right:ident;) => { $crate::known::Knowledge::NOTHING };
    (@fold_values $left:ident $right:ident;
        $operands:tt $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        if $crate::binary_laws!(@holds $left $right $operands $(if $guard)?) {
            $crate::binary_laws!(@result $left $right $result)
        } else {
            $crate::binary_laws!(@fold_values $left $right; $($rules)*)
        }
    };
    (@holds $left:ident $right:ident $operands:tt if $guard:ty) => {
        <$guard as $crate::logic::Bool>::VALUE && $crate::binary_laws!(@holds $left $right $operands)
    };
    (@holds $left:ident $right:ident same) => { $left.same($right) };
    (@holds $left:ident $right:ident (_, $fill:tt)) => { $crate::table::is::<$crate::__named!($fill)>($right) };
    (@holds $left:ident $right:ident ($fill:tt, _)) => { $crate::table::is::<$crate::__named!($fill)>($left) };
    (@holds $left:ident $right:ident ($first:tt, $second:tt)) => {
        $crate::table::is::<$crate::__named!($first)>($left) & $crate::table::is::<$crate::__named!($second)>($right)
    };
    (@result $left:ident $right:ident left) => { $left };
    (@result $left:ident $right:ident right) => { $right };
    (@result $left:ident $right:ident $fill:tt) => { $crate::table::known_as::<$crate::__named!($fill)>() };

    // The value: forced laws come before the arithmetic.
    (@value $choose:tt $this:ident $left:ident $right:ident $a:ident $b:ident;) => {
        $crate::operator::BinaryOp::apply($this, $a, $b)
    };
    (@value $choose:tt $this:ident $left:ident $right:ident $a:ident $b:ident;
        $operands:tt $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        $crate::binary_laws!(@choose $choose
            $crate::binary_laws!(@holds $left $right $operands $(if $guard)?),
            $crate::binary_laws!(@forced $a $b $result $($value)?),
            $crate::binary_laws!(@value $choose $this $left $right $a $b; $($rules)*)
        )
    };
    (@choose [] $holds:expr, $lawful:expr, $computed:expr) => { if $holds { $lawful } else { $computed } };
    (@choose [$choose:path] $holds:expr, $lawful:expr, $computed:expr) => {
        $choose($holds, $lawful, #[cfg_attr(not(debug_assertions), inline(always))] || $computed)
    };
    (@forced $a:ident $b:ident left) => { $a };
    (@forced $a:ident $b:ident right) => { $b };
    (@forced $a:ident $b:ident $fill:tt) => { <$crate::__named!($fill) as $crate::fill::Fill<_>>::value() };
    (@forced $a:ident $b:ident $fill:tt $value:expr) => { $value };
}

/// Implements [`UnaryOp`](crate::operator::UnaryOp) from a table of laws; the operator is strict.
///
/// A rule's left side is the fill that the operand is known to be, if need be with `if` and a
/// [`Bool`](crate::logic::Bool); its right side is a fill, or `operand`. In a forced rule the fill may be followed by
/// `=` and its value. Type parameters stand in brackets behind `impl`. Behind the symbol, `const MONOTONE = ..;` and
/// `const EVEN = ..;` may say which way the results go and whether the sign of the operand counts, in this order; see
/// [`UnaryOp::MONOTONE`](crate::operator::UnaryOp::MONOTONE).
///
/// ```
/// use finch_algebra::operator::Monotone;
/// use finch_algebra::{Fill, UnaryOp, Zero, laws, unary_laws};
/// use finch_algebra::known::Known;
///
/// /// The square root.
/// #[derive(Clone, Copy, Debug)]
/// struct Sqrt;
///
/// unary_laws! {
///     impl UnaryOp<f64> for Sqrt {
///         type Out = f64;
///         const SYMBOL = "sqrt";
///         const MONOTONE = Monotone::Increasing;
///         forced {}
///         natural {
///             (Zero) => operand;
///         }
///         fn apply(&self, a) { a.sqrt() }
///     }
/// }
///
/// type Nothing = <Zero as Fill<f64>>::Known;
/// assert_eq!(<Sqrt as UnaryOp<f64>>::Fold::<Nothing>::AT_RUN_TIME, Nothing::AT_RUN_TIME);
/// laws::monotone(Sqrt, 2.0, 3.0)?;
/// # Ok::<(), laws::LawViolation>(())
/// ```
#[macro_export]
macro_rules! unary_laws {
    (
        impl $([$($generics:tt)*])? UnaryOp<$operand:ty> for $op:ty {
            type Out = $out:ty;
            const SYMBOL = $symbol:literal;
            $(const MONOTONE = $monotone:expr;)?
            $(const EVEN = $even:expr;)?
            forced { $($forced:tt)* }
            natural { $($natural:tt)* }
            fn apply(&$this:ident, $a:pat_param) $body:block
        }
    ) => {
        impl $(<$($generics)*>)? $crate::operator::UnaryOp<$operand> for $op {
            type Out = $out;
            type Strict = $crate::logic::Yes;
            type Fold<KnownOperand: $crate::known::Known> = <KnownOperand::IsUnknown as $crate::logic::Bool>::UnknownOr<
                $op,
                ($operand,),
                KnownOperand,
                KnownOperand,
            >;
            const SYMBOL: &'static str = $symbol;
            $(const MONOTONE: $crate::operator::Monotone = $monotone;)?
            $(const EVEN: bool = $even;)?

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold(known: $crate::known::Knowledge) -> $crate::known::Knowledge {
                let _ = known;
                $crate::unary_laws!(@fold_values known; $($forced)* $($natural)*)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply(&$this, $a: $operand) -> $out $body

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply_known(&self, known: $crate::known::Knowledge, a: $operand) -> $out {
                let _ = known;
                $crate::unary_laws!(@value self known a; $($forced)*)
            }
        }

        impl<KnownOperand: $crate::known::Known, $($($generics)*)?>
            $crate::table::Laws<($operand,), KnownOperand, KnownOperand> for $op
        {
            type Result = $crate::unary_laws!(@fold_types KnownOperand; $($forced)* $($natural)*);
        }
    };

    (@fold_types $operand:ident;) => { $crate::known::Unknown };
    (@fold_types $operand:ident;
        ($fill:tt) $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        $crate::logic::SelectKnown<
            $crate::unary_laws!(@holds_type $operand $fill $(if $guard)?),
            $crate::unary_laws!(@result_type $operand $result),
            $crate::unary_laws!(@fold_types $operand; $($rules)*),
        >
    };
    (@holds_type $operand:ident $fill:tt if $guard:ty) => {
        $crate::logic::And<$guard, $crate::table::Is<$operand, $crate::__named!($fill)>>
    };
    (@holds_type $operand:ident $fill:tt) => { $crate::table::Is<$operand, $crate::__named!($fill)> };
    (@result_type $operand:ident operand) => { $operand };
    (@result_type $operand:ident $fill:tt) => { $crate::table::KnownAs<$crate::__named!($fill)> };

    (@fold_values $known:ident;) => { $crate::known::Knowledge::NOTHING };
    (@fold_values $known:ident;
        ($fill:tt) $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        if $crate::unary_laws!(@holds $known $fill $(if $guard)?) {
            $crate::unary_laws!(@result $known $result)
        } else {
            $crate::unary_laws!(@fold_values $known; $($rules)*)
        }
    };
    (@holds $known:ident $fill:tt if $guard:ty) => {
        <$guard as $crate::logic::Bool>::VALUE && $crate::table::is::<$crate::__named!($fill)>($known)
    };
    (@holds $known:ident $fill:tt) => { $crate::table::is::<$crate::__named!($fill)>($known) };
    (@result $known:ident operand) => { $known };
    (@result $known:ident $fill:tt) => { $crate::table::known_as::<$crate::__named!($fill)>() };

    (@value $this:ident $known:ident $a:ident;) => { $crate::operator::UnaryOp::apply($this, $a) };
    (@value $this:ident $known:ident $a:ident;
        ($fill:tt) $(if $guard:ty)? => $result:tt $(= $value:expr)?; $($rules:tt)*
    ) => {
        if $crate::unary_laws!(@holds $known $fill $(if $guard)?) {
            $crate::unary_laws!(@forced $a $result $($value)?)
        } else {
            $crate::unary_laws!(@value $this $known $a; $($rules)*)
        }
    };
    (@forced $a:ident operand) => { $a };
    (@forced $a:ident $fill:tt) => { <$crate::__named!($fill) as $crate::fill::Fill<_>>::value() };
    (@forced $a:ident $fill:tt $value:expr) => { $value };
}

/// The fill that a law names.
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    (0) => {
        $crate::fill::Zero
    };
    (1) => {
        $crate::fill::One
    };
    (inf) => {
        $crate::fill::Inf
    };
    (true) => {
        $crate::fill::True
    };
    (false) => {
        $crate::fill::False
    };
    ($fill:ident) => {
        $fill
    };
}

/// Says which values a [`Reducer`](crate::reducer::Reducer) skips: both `Skip` and `skips` of its implementation.
///
/// * `skips!(never)`: none,
/// * `skips!(Zero, False)`: those that are known to be one of these fills,
/// * `skips!(target)`: those that are known to be the fill of the target,
/// * `skips!(as Known)`: those of which the same is known as this type says.
///
/// ```
/// use finch_algebra::{Reducer, Zero, claims, skips};
///
/// /// Keeps the sum of squares.
/// #[derive(Clone, Copy, Debug)]
/// struct AddSquare;
///
/// impl Reducer<f64> for AddSquare {
///     skips!(Zero);
///     claims!(Gathers);
///     const SYMBOL: &'static str = "<<add_square>>=";
///     fn combine(&self, old: f64, new: f64) -> f64 {
///         old + new * new
///     }
///     fn repeat(&self, old: f64, new: f64, count: usize) -> f64 {
///         old + new * new * count as f64
///     }
/// }
/// ```
#[macro_export]
macro_rules! skips {
    (never) => {
        type Skip<KnownValue: $crate::known::Known, KnownTarget: $crate::known::Known> = $crate::logic::No;
    };
    (target) => {
        type Skip<KnownValue: $crate::known::Known, KnownTarget: $crate::known::Known> =
            $crate::known::Same<KnownValue, KnownTarget>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn skips(value: $crate::known::Knowledge, target: $crate::known::Knowledge) -> bool {
            value.same(target)
        }
    };
    (as $known:ty) => {
        type Skip<KnownValue: $crate::known::Known, KnownTarget: $crate::known::Known> =
            $crate::known::Same<KnownValue, $known>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn skips(value: $crate::known::Knowledge, _target: $crate::known::Knowledge) -> bool {
            value.same(<$known as $crate::known::Known>::AT_RUN_TIME)
        }
    };
    (@types $value:ident $first:ident) => { $crate::table::Is<$value, $first> };
    (@types $value:ident $first:ident $($fill:ident)+) => {
        $crate::logic::Or<$crate::table::Is<$value, $first>, $crate::skips!(@types $value $($fill)+)>
    };
    ($($fill:ident),+) => {
        type Skip<KnownValue: $crate::known::Known, KnownTarget: $crate::known::Known> =
            $crate::skips!(@types KnownValue $($fill)+);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn skips(value: $crate::known::Knowledge, _target: $crate::known::Knowledge) -> bool {
            $($crate::table::is::<$fill>(value))|+
        }
    };
}

/// Says what a [`Reducer`](crate::reducer::Reducer) claims: of `Reassociates`, `Groups`, `Gathers`, `Commutes` and `Saturates`, those that
/// are named, in any order, are `Yes`, and the others `No`.
///
/// * `claims!()`: nothing is claimed, so values are combined one by one, in their order,
/// * `claims!(Gathers)`: only this one, as of the sum of squares in [`skips!`](crate::skips),
/// * `claims!(Reassociates, Groups, Gathers, Commutes)`: all but that a value is final.
#[macro_export]
macro_rules! claims {
    ($($claim:ident),* $(,)?) => { $crate::claims! { @ No No No No No; $($claim)* } };
    (@ $any:ident $groups:ident $gathers:ident $commutes:ident $saturates:ident;) => {
        type Reassociates = $crate::logic::$any;
        type Groups = $crate::logic::$groups;
        type Gathers = $crate::logic::$gathers;
        type Commutes = $crate::logic::$commutes;
        type Saturates = $crate::logic::$saturates;
    };
    (@ $a:ident $b:ident $c:ident $d:ident $e:ident; Reassociates $($more:ident)*) => { $crate::claims! { @ Yes $b $c $d $e; $($more)* } };
    (@ $a:ident $b:ident $c:ident $d:ident $e:ident; Groups $($more:ident)*) => { $crate::claims! { @ $a Yes $c $d $e; $($more)* } };
    (@ $a:ident $b:ident $c:ident $d:ident $e:ident; Gathers $($more:ident)*) => { $crate::claims! { @ $a $b Yes $d $e; $($more)* } };
    (@ $a:ident $b:ident $c:ident $d:ident $e:ident; Commutes $($more:ident)*) => { $crate::claims! { @ $a $b $c Yes $e; $($more)* } };
    (@ $a:ident $b:ident $c:ident $d:ident $e:ident; Saturates $($more:ident)*) => { $crate::claims! { @ $a $b $c $d Yes; $($more)* } };
}

use crate::fill::NamedFill;
use crate::known::{Knowledge, Known, Tagged};

/// What a table of laws says of a result, for operands of the types `T` that are known as `L` and `R`; a single one is both. Asked where
/// something is known of one: the compiler goes through all rules of a table.
#[doc(hidden)]
pub trait Laws<T, L: Known, R: Known> {
    /// What is known of the result.
    type Result: Known;
}

/// Whether `K` is known to be what `Fill` is.
#[doc(hidden)]
pub type Is<K, Fill> = <K as Known>::Is<<Fill as NamedFill>::Tag>;

/// Known to be what `Fill` is.
#[doc(hidden)]
pub type KnownAs<Fill> = Tagged<<Fill as NamedFill>::Tag>;

/// Whether `known` is what `Fill` is.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn is<Fill: NamedFill>(known: Knowledge) -> bool {
    known.is::<Fill::Tag>()
}

/// Known to be what `Fill` is.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn known_as<Fill: NamedFill>() -> Knowledge {
    Knowledge::of::<Fill::Tag>()
}

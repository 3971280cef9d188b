//! Choices among the ways in which a statement is lowered.
//!
//! What decides is written once, by [`choice!`]: the lowering asks it of types, and explanations ask it of statements as data, for which
//! each question is a value. The types are found where the macro is used: `Stmt`, what the prelude has, `IsOne`
//! and `Recurs`.

/// Declares the choice among several ways to lower a statement over a region. The first way is taken whose questions are all answered with
/// yes, or with no behind `not`. Each choice is an enum, of which explanations ask for the way by given answers. For the lowering it is a
/// module with one case for each way, which does what stands behind it, and the type `Way<S>` of the case that is taken. It asks
/// `<merging::Way<S> as Case<_>>::take(NextPass(stmt, region))`. [`branch!`] would be two functions for each question of each statement.
///
/// ```text
/// choice! {
///     /// How several steppers move on.
///     enum Merging by merging(stmt: S, region);
///     if [Conjunctive, not Exits] => Together: intersect(stmt, region);
///     else => Apart: phase_by_phase(stmt, region);
/// }
/// ```
///
/// Or it is a module of types, which the lowering asks in the same order where more is at hand than the statement and the region:
/// `branch!(if merging::Together<S> { .. } else { .. })` for
///
/// ```text
/// choice! {
///     /// How several steppers move on.
///     enum Merging by merging;
///     if [Conjunctive, not Exits] => Together;
///     else => Apart;
/// }
/// ```
macro_rules! choice {
    (
        $(#[$doc:meta])*
        enum $choice:ident by $module:ident($stmt:ident: $s:ident, $region:ident);
        if [$($first_if:tt)*] => $first:ident: $first_does:expr;
        $(if [$($if:tt)*] => $way:ident: $does:expr;)*
        else => $last:ident: $last_does:expr;
    ) => {
        $crate::pass::choice::choice! {
            @enum $(#[$doc])* $choice [$($first_if)*] $first, $([$($if)*] $way,)* else $last
        }

        $(#[$doc])*
        pub(crate) mod $module {
            use super::*;

            /// The way of a statement.
            pub(crate) type Way<S> = $crate::pass::choice::choice!(
                @way S [$($first_if)*] $first, $([$($if)*] $way,)* else $last
            );

            $crate::pass::choice::choice! {
                @cases $stmt: $s, $region; $first: $first_does; $($way: $does;)* $last: $last_does;
            }
        }
    };
    (
        $(#[$doc:meta])*
        enum $choice:ident by $module:ident;
        $(if [$($if:tt)*] => $way:ident;)*
        else => $last:ident;
    ) => {
        $crate::pass::choice::choice! { @enum $(#[$doc])* $choice $([$($if)*] $way,)* else $last }

        $(#[$doc])*
        pub(crate) mod $module {
            #[allow(unused_imports, reason = "not all choices name all of them")]
            use super::*;
            $(pub(crate) type $way<S> = $crate::pass::choice::choice!(@type S $($if)*);)*
        }
    };
    (@enum $(#[$doc:meta])* $choice:ident $([$($if:tt)*] $way:ident,)* else $last:ident) => {
        $(#[$doc])*
        #[cfg(any(feature = "explain", test))]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $choice { $($way,)* $last }

        #[cfg(any(feature = "explain", test))]
        impl $choice {
            /// The way of a statement that gives these answers.
            pub(crate) fn of(says: &dyn Fn($crate::pass::choice::Question) -> bool) -> Self {
                $(if $crate::pass::choice::choice!(@says says $($if)*) {
                    return $choice::$way;
                })*
                $choice::$last
            }
        }
    };
    (@way $s:ident else $last:ident) => { $last };
    (@way $s:ident [$($if:tt)*] $way:ident, $($rest:tt)+) => {
        <$crate::pass::choice::choice!(@type $s $($if)*) as Bool>::SelectCase<
            NextPass<$s>, $way, $crate::pass::choice::choice!(@way $s $($rest)+)
        >
    };
    (@cases $stmt:ident: $s:ident, $region:ident; $($way:ident: $does:expr;)*) => { $(
        #[derive(Debug)]
        #[allow(unreachable_pub, reason = "some are named by `Stmt::Lowering`")]
        pub enum $way {}

        impl<$s: Stmt> Case<NextPass<$s>> for $way {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(NextPass($stmt, $region): NextPass<$s>) {
                $does
            }
        }
    )* };
    (@type $s:ident not $question:ident) => { Not<$crate::pass::choice::choice!(@ask $s $question)> };
    (@type $s:ident $question:ident) => { $crate::pass::choice::choice!(@ask $s $question) };
    (@type $s:ident not $question:ident, $($rest:tt)+) => {
        And<Not<$crate::pass::choice::choice!(@ask $s $question)>, $crate::pass::choice::choice!(@type $s $($rest)+)>
    };
    (@type $s:ident $question:ident, $($rest:tt)+) => {
        And<$crate::pass::choice::choice!(@ask $s $question), $crate::pass::choice::choice!(@type $s $($rest)+)>
    };
    (@ask $s:ident OneStepper) => { IsOne<<$s as Stmt>::Steppers> };
    (@ask $s:ident TwoSteppers) => { <<$s as Stmt>::Steppers as Count>::Two };
    (@ask $s:ident Recurs) => { Recurs<$s> };
    (@ask $s:ident $question:ident) => { <$s as Stmt>::$question };
    (@says $says:ident not $question:ident) => { !$says($crate::pass::choice::Question::$question) };
    (@says $says:ident $question:ident) => { $says($crate::pass::choice::Question::$question) };
    (@says $says:ident not $question:ident, $($rest:tt)+) => {
        !$says($crate::pass::choice::Question::$question) && $crate::pass::choice::choice!(@says $says $($rest)+)
    };
    (@says $says:ident $question:ident, $($rest:tt)+) => {
        $says($crate::pass::choice::Question::$question) && $crate::pass::choice::choice!(@says $says $($rest)+)
    };
}
pub(crate) use choice;

/// Declares [three ways](Ways) to go on with a type, for an [`Arm`] to choose between: `$this` is the value.
macro_rules! ways {
    (
        [$($generics:tt)*] $ways:ty: |$this:pat_param|
        fn first() $first:block
        fn second() $second:block
        fn third() $third:block
    ) => {
        impl<$($generics)*> Ways for $ways {
            type First = finch_algebra::logic::First;
            type Second = finch_algebra::logic::Second;
            type Third = finch_algebra::logic::Third;
        }
        $crate::pass::choice::ways! { @case [$($generics)*] $ways: First |$this| $first }
        $crate::pass::choice::ways! { @case [$($generics)*] $ways: Second |$this| $second }
        $crate::pass::choice::ways! { @case [$($generics)*] $ways: Third |$this| $third }
    };
    (@case [$($generics:tt)*] $ways:ty: $arm:ident |$this:pat_param| $does:block) => {
        impl<$($generics)*> Case<$ways> for finch_algebra::logic::$arm {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, reason = "not all of it is used each time")]
            fn take($this: $ways) $does
        }
    };
}
pub(crate) use ways;

/// Hands all questions that are asked of a statement to a macro: associated types of `Stmt`, and these: whether it holds exactly one
/// stepper, two or more of them, and whether it reads what it writes.
#[cfg(any(feature = "explain", test))]
macro_rules! for_each_question {
    ($then:ident) => {
        $then! {
            OneStepper, TwoSteppers, Recurs, Noop, Fissions, Live, Alive, Sparse, Met, Conjunctive, Gapped, ConjunctiveJumpers, Stable,
            HoldsStable, Uncuttable, NoJumper, Exits, Once, Lanes, HoldsLanes, InStrips
        }
    };
}
#[cfg(test)]
pub(crate) use for_each_question;

#[cfg(any(feature = "explain", test))]
macro_rules! declare_questions {
    ($($name:ident),*) => {
        /// What decides how a statement is lowered.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Question { $($name),* }

        impl Question {
            pub(crate) const ALL: &[Question] = &[$(Question::$name),*];
        }
    };
}

#[cfg(any(feature = "explain", test))]
for_each_question!(declare_questions);

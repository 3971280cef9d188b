//! What is decided by tokens further ahead: whether what stands there is a value of the program.
//!
//! A number of a generic type has no operators of its own, so it is wrapped where a value is behind it; and a literal power keeps zeros
//! where it is one of a value.

/// A name in front of a product or a quotient with an access, `alpha + beta * x[i]`: `sum product {state} name sum factor product rest`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_before_product {
    (+ * $state:tt $($r:tt)*) => { $crate::__finch_before_product!(@leading $state $($r)*) };
    (- * $state:tt $($r:tt)*) => { $crate::__finch_before_product!(@leading $state $($r)*) };
    (+ / $state:tt $($r:tt)*) => { $crate::__finch_before_product!(@leading $state $($r)*) };
    (- / $state:tt $($r:tt)*) => { $crate::__finch_before_product!(@leading $state $($r)*) };
    (@leading {$k:tt $o:tt $a:tt $c:tt} $token:tt $op:tt $n:tt $times:tt $($r:tt)*) => {
        $crate::__finch_leading!(
            $n $times {$k $o $a $c [$crate::notation::Leading($token) $op]} $n $times $($r)*
        )
    };
    ($op:tt $times:tt {$k:tt $o:tt $a:tt $c:tt} $token:tt $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$token] $($r)*)
    };
}

/// `{tokens} {then} {otherwise}`: whether there is an access among the tokens, or in parentheses among them. What holds one is a value
/// of a program.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_holds {
    // What accesses have become; brackets with nothing in them are those of the macros.
    (@read {[ $first:tt $($i:tt)* ] $($g:tt)*} {$($then:tt)*} $otherwise:tt) => { $($then)* };
    (@read {( $($i:tt)* ) $($g:tt)*} $then:tt $otherwise:tt) => { $crate::__finch_holds!(@read {$($i)* $($g)*} $then $otherwise) };
    (@read {$first:tt $($g:tt)*} $then:tt $otherwise:tt) => { $crate::__finch_holds!(@read {$($g)*} $then $otherwise) };
    (@read {} $then:tt {$($otherwise:tt)*}) => { $($otherwise)* };
    ({[ $($i:tt)* ] $($g:tt)*} {$($then:tt)*} $otherwise:tt) => { $($then)* };
    ({( $($i:tt)* ) $($g:tt)*} $then:tt $otherwise:tt) => { $crate::__finch_holds!({$($i)* $($g)*} $then $otherwise) };
    ({$first:tt $($g:tt)*} $then:tt $otherwise:tt) => { $crate::__finch_holds!({$($g)*} $then $otherwise) };
    ({} $then:tt {$($otherwise:tt)*}) => { $($otherwise)* };
}

/// The power of a value that a literal says, of which types know whether it keeps zeros: `method argument {state} {value} {tokens} {the
/// call, if it is none} {rest}`. The tokens are those of a value in parentheses, which is a value of a program if there is an access
/// among them.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_power {
    (powi 0 $state:tt $v:tt $g:tt {$($call:tt)*} $r:tt) => { $($call)* };
    (powf 0 $state:tt $v:tt $g:tt {$($call:tt)*} $r:tt) => { $($call)* };
    (powf 0.0 $state:tt $v:tt $g:tt {$($call:tt)*} $r:tt) => { $($call)* };
    (powi $n:literal $state:tt $v:tt {$($g:tt)*} $call:tt $r:tt) => {
        $crate::__finch_holds!({$($g)*} {$crate::__finch_power!(@powi $n $state $v $r)} $call)
    };
    (powf $n:literal $state:tt $v:tt {$($g:tt)*} $call:tt $r:tt) => {
        $crate::__finch_holds!({$($g)*} {$crate::__finch_power!(@powf $n $state $v $r)} $call)
    };
    ($m:ident $n:tt $state:tt $v:tt $g:tt {$($call:tt)*} $r:tt) => { $($call)* };
    (@powi $n:literal {$k:tt $o:tt $a:tt $c:tt [$($x:tt)*]} {$($v:tt)*} {$($r:tt)*}) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$($x)* $($v)*.power::<$n>()] $($r)*)
    };
    (@powf $n:literal {$k:tt $o:tt $a:tt $c:tt [$($x:tt)*]} {$($v:tt)*} {$($r:tt)*}) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $($v)*.power_of({
                const {
                    assert!(
                        $n as f64 >= f32::MIN_POSITIVE as f64,
                        "a power of zero is written as `powf(0.0)`; a literal power is at least `f32::MIN_POSITIVE`"
                    )
                };
                $n
            })]
            $($r)*
        )
    };
}

/// A comparison whose left side is one token: `token token operator [right side]`. A name beside a value may be that of a number of a
/// generic type.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_compare {
    ($name:ident $left:tt $op:ident [$($x:tt)*]) => {
        $crate::__finch_holds!(
            @read {$($x)*}
            {$crate::notation::compare(
                $crate::algebra::operators::$op, $crate::notation::Leading($crate::__finch_literal!($left)), $($x)*
            )}
            {$crate::__finch_compare!(@any $op $left [$($x)*])}
        )
    };
    (@any $op:ident $left:tt $x:tt) => {
        $crate::notation::compare(
            $crate::algebra::operators::$op,
            $crate::__finch_literal!($left),
            $crate::__finch_join!(value [] [] [] $x),
        )
    };
    ($token:tt $left:tt $op:ident $x:tt) => { $crate::__finch_compare!(@any $op $left $x) };
}

//! Blocks: statements one after the other.
//!
//! A statement is cut out as a whole, up to its `;` or its body in braces, some tokens at a time, before anybody looks
//! into it: so what one statement takes of the recursion limit is not taken from the next, but for two steps.

/// Declares `__finch_block!`: rules that look some tokens ahead are written once, for each number of tokens: first those that look
/// for a body in braces, then those that look for a `;`.
macro_rules! block {
    ($d:tt bodies $([$($t:ident)*])* ends $([$($u:ident)*])*) => {
        /// A block: cuts the first statement out of it and calls `callback! { what was given {statement} body {rest} }`, where
        /// the body is `;` if there is none. `callback {what is given} [statement so far] tokens`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_block {
            $(
                // The first group in braces is the body. Those behind `in` and `..` belong to a range:
                // `for i in {lo[0]}..{n - 1} { .. }`.
                (@body $d k:ident $d c:tt [$d($d s:tt)*] $($d $t:tt)* { $d($d body:tt)* } $d($d r:tt)*) => {
                    $d crate::$d k!($d c {$d($d s)* $($d $t)*} {$d($d body)*} {$d($d r)*})
                };
                (@body $d k:ident $d c:tt [$d($d s:tt)*] $($d $t:tt)* in { $d($d g:tt)* } $d($d r:tt)*) => {
                    $d crate::__finch_block!(@body $d k $d c [$d($d s)* $($d $t)* in { $d($d g)* }] $d($d r)*)
                };
                (@body $d k:ident $d c:tt [$d($d s:tt)*] $($d $t:tt)* .. { $d($d g:tt)* } $d($d r:tt)*) => {
                    $d crate::__finch_block!(@body $d k $d c [$d($d s)* $($d $t)* .. { $d($d g)* }] $d($d r)*)
                };
            )*
            (
                @body $d k:ident $d c:tt [$d($d s:tt)*]
                $d t1:tt $d t2:tt $d t3:tt $d t4:tt $d t5:tt $d t6:tt $d t7:tt $d t8:tt $d($d r:tt)*
            ) => {
                $d crate::__finch_block!(
                    @body $d k $d c [$d($d s)* $d t1 $d t2 $d t3 $d t4 $d t5 $d t6 $d t7 $d t8] $d($d r)*
                )
            };
            (@body $d k:ident $d c:tt [$d first:tt $d second:tt $d($d s:tt)*] $d($d r:tt)*) => {
                $d crate::__finch_refused!(@braces $d second)
            };
            (@body $d k:ident $d c:tt [$d first:tt] $d second:tt $d($d r:tt)*) => {
                $d crate::__finch_refused!(@braces $d second)
            };
            (@body $d k:ident $d c:tt [$d first:tt]) => { compile_error!("finch!: a loop or condition ends early") };
            ($d k:ident $d c:tt []) => { $d crate::stmt::null::Null };
            ($d k:ident $d c:tt [] for $d i:tt { $d($d body:tt)* } $d($d r:tt)*) => {
                $d crate::$d k!($d c {for $d i} {$d($d body)*} {$d($d r)*})
            };
            ($d k:ident $d c:tt [] for $d j:tt, $d i:tt { $d($d body:tt)* } $d($d r:tt)*) => {
                $d crate::$d k!($d c {for $d j, $d i} {$d($d body)*} {$d($d r)*})
            };
            ($d k:ident $d c:tt [] for $d($d r:tt)*) => { $d crate::__finch_block!(@body $d k $d c [for] $d($d r)*) };
            ($d k:ident $d c:tt [] parallel for $d i:tt { $d($d body:tt)* } $d($d r:tt)*) => {
                $d crate::$d k!($d c {parallel for $d i} {$d($d body)*} {$d($d r)*})
            };
            ($d k:ident $d c:tt [] parallel for $d($d r:tt)*) => {
                $d crate::__finch_block!(@body $d k $d c [parallel for] $d($d r)*)
            };
            ($d k:ident $d c:tt [] if $d($d r:tt)*) => { $d crate::__finch_block!(@body $d k $d c [if] $d($d r)*) };
            ($d k:ident $d c:tt [] { $d($d body:tt)* } $d($d r:tt)*) => {
                $d crate::$d k!($d c {} {$d($d body)*} {$d($d r)*})
            };
            $(
                ($d k:ident $d c:tt [$d($d s:tt)*] $($d $u:tt)* ; $d($d r:tt)*) => {
                    $d crate::$d k!($d c {$d($d s)* $($d $u)*} ; {$d($d r)*})
                };
            )*
            (
                $d k:ident $d c:tt [$d($d s:tt)*] $d t1:tt $d t2:tt $d t3:tt $d t4:tt $d t5:tt $d t6:tt
                $d t7:tt $d t8:tt $d t9:tt $d t10:tt $d t11:tt $d t12:tt $d($d r:tt)*
            ) => {
                $d crate::__finch_block!(
                    $d k $d c [$d($d s)* $d t1 $d t2 $d t3 $d t4 $d t5 $d t6 $d t7 $d t8 $d t9 $d t10 $d t11 $d t12] $d($d r)*
                )
            };
            ($d k:ident $d c:tt [$d($d s:tt)*] $d($d r:tt)*) => { $d crate::$d k!($d c {$d($d s)* $d($d r)*} ; {}) };
        }
    };
}

block! { $
    bodies [] [t1] [t1 t2] [t1 t2 t3] [t1 t2 t3 t4] [t1 t2 t3 t4 t5] [t1 t2 t3 t4 t5 t6] [t1 t2 t3 t4 t5 t6 t7]
    ends [] [t1] [t1 t2] [t1 t2 t3] [t1 t2 t3 t4] [t1 t2 t3 t4 t5] [t1 t2 t3 t4 t5 t6] [t1 t2 t3 t4 t5 t6 t7]
        [t1 t2 t3 t4 t5 t6 t7 t8] [t1 t2 t3 t4 t5 t6 t7 t8 t9] [t1 t2 t3 t4 t5 t6 t7 t8 t9 t10]
        [t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11] [t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12]
}

/// A statement and what follows it: `{place {index number variable number}} {statement} body {rest}`, where the place
/// is `outer` outside of all loops, or `inner`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_statement {
    // Both sides of a condition, which has a name so that it is read once.
    ($c:tt {if $($s:tt)+} {$($body:tt)+} {else {$($other:tt)+} $($r:tt)*}) => {
        $crate::__finch_statement!($c {either {$($s)+} {$($body)+}} {$($other)+} {$($r)*})
    };
    ($c:tt {if $($s:tt)+} $body:tt {else if $($r:tt)+}) => {
        $crate::__finch_block!(__finch_else {$c {if $($s)+} $body []} [] if $($r)+)
    };
    ($c:tt {if $($s:tt)*} $body:tt {else $next:tt $($r:tt)*}) => { $crate::__finch_refused!(@else $next) };
    // Names.
    ({$p:ident {$i:tt [$($v:tt)*]}} {let $name:tt = $($value:tt)+} ; {$($r:tt)+}) => {{
        let named = $crate::notation::LetBinding::<$($v)*, _>::new(
            $crate::__finch_expr!(@operand value [] [] [] [] $($value)+)
        );
        let $name = named.name();
        named.within($crate::__finch_block!(
            __finch_statement {$p {$i [$crate::algebra::nat::Succ<$($v)*>]}} [] $($r)+
        ))
    }};
    ($c:tt {let $name:tt = $($value:tt)+} ; {}) => { $crate::__finch_refused!(@let_end $name) };
    ($c:tt {let $token:tt $($s:tt)*} $body:tt $r:tt) => { $crate::__finch_refused!(@let $token) };
    // Declarations: outputs have been introduced, workspaces are filled by the next statement.
    ({outer $c:tt} {mut $y:ident} ; {$($r:tt)*}) => {
        $crate::__finch_block!(__finch_statement {outer $c} [] $($r)*)
    };
    ({outer $c:tt} {$y:tt . = $($fill:tt)*} ; {$($r:tt)*}) => {
        $crate::__finch_block!(__finch_statement {outer $c} [] $($r)*)
    };
    ({outer $c:tt} {mut $o:tt . $y:ident} ; {$($r:tt)*}) => {
        $crate::__finch_block!(__finch_statement {outer $c} [] $($r)*)
    };
    ({outer $c:tt} {$o:tt . $y:ident . = $($fill:tt)*} ; {$($r:tt)*}) => {
        $crate::__finch_block!(__finch_statement {outer $c} [] $($r)*)
    };
    ({inner $c:tt} {mut $y:tt $($s:tt)*} ; $r:tt) => { $crate::__finch_refused!(@mut_inside $y) };
    ({inner $c:tt} {$w:tt . = $($fill:tt)*} ; {}) => { $crate::__finch_refused!(@unfilled $w) };
    ({inner $c:tt} {$w:tt . = $($fill:tt)*} ; {$($r:tt)+}) => {
        $crate::__finch_block!(__finch_workspace {$c $w} [] $($r)+)
    };
    ({$p:ident $c:tt} $s:tt $body:tt {}) => { $crate::__finch_single!($c $s $body) };
    ({$p:ident $c:tt} $s:tt $body:tt {$($r:tt)+}) => {
        $crate::expr::overload::block(
            $crate::__finch_single!($c $s $body),
            $crate::__finch_block!(__finch_statement {$p $c} [] $($r)+),
        )
    };
}

/// A chain of conditions: `{place {if ..} body [conditions before]} {if ..} body {rest}`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_else {
    ({$c:tt $if:tt $body:tt [$($before:tt)*]} {$($s:tt)*} $then:tt {else if $($r:tt)+}) => {
        $crate::__finch_block!(__finch_else {$c $if $body [$($before)* $($s)* $then else]} [] if $($r)+)
    };
    ({$c:tt $if:tt $body:tt [$($before:tt)*]} {$($s:tt)*} $then:tt {else {$($other:tt)*} $($r:tt)*}) => {
        $crate::__finch_statement!($c $if $body {else {$($before)* $($s)* $then else {$($other)*}} $($r)*})
    };
    ({$c:tt $if:tt $body:tt [$($before:tt)*]} {$($s:tt)*} $then:tt {$($r:tt)*}) => {
        $crate::__finch_statement!($c $if $body {else {$($before)* $($s)* $then} $($r)*})
    };
}

/// A workspace, the statement that fills it, and those that read it: `{numbers workspace} {statement} body {rest}`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_workspace {
    ({$c:tt $w:tt} {$other:tt . = $($fill:tt)*} $body:tt $r:tt) => { $crate::__finch_refused!(@two_workspaces $other) };
    ({$c:tt $w:tt} {let $name:tt $($s:tt)*} $body:tt $r:tt) => { $crate::__finch_refused!(@let_fills $name) };
    ({$c:tt $w:tt} $s:tt $body:tt {}) => { $crate::__finch_refused!(@unfilled $w) };
    ({$c:tt $w:tt} $s:tt $body:tt {$($r:tt)+}) => {{
        let workspace = $w;
        let producer = $crate::__finch_single!($c $s $body);
        let $w = $crate::notation::Filled::new(workspace);
        workspace.within(producer, $crate::__finch_block!(__finch_statement {inner $c} [] $($r)+))
    }};
}

/// A single statement: `{index number variable number} {statement} body`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_single {
    ($c:tt {for $token:tt $($s:tt)*} {}) => { $crate::__finch_refused!(@empty_body $token) };
    ($c:tt {if $token:tt $($s:tt)*} {}) => { $crate::__finch_refused!(@empty_body $token) };
    ($c:tt {parallel for $token:tt $($s:tt)*} {}) => { $crate::__finch_refused!(@empty_body $token) };
    ($c:tt {for $i:tt in ( $lo:tt .. $hi:tt ) . rev ( )} $body:tt) => {
        $crate::__finch_for!(@down $i $c $body $i in ($lo..$hi).rev())
    };
    ($c:tt {for $($s:tt)*} $body:tt) => { $crate::__finch_for!($c $body $($s)*) };
    ($c:tt {parallel for $i:tt $($s:tt)*} $body:tt) => { $crate::__finch_parallel!($i $c $body $i $($s)*) };
    ($c:tt {parallel for} $body:tt) => { $crate::__finch_for!($c $body) };
    ($c:tt {if $($condition:tt)+} {$($body:tt)+}) => {
        $crate::notation::only_if(
            $crate::__finch_condition!($($condition)+),
            $crate::__finch_block!(__finch_statement {inner $c} [] $($body)+),
        )
    };
    ({$i:tt [$($v:tt)*]} {either {$($s:tt)+} {$($body:tt)+}} {$($other:tt)+}) => {{
        use $crate::notation::either::{Chosen as _, ChosenElsewhere as _, InTurns as _};
        let named = $crate::notation::LetBinding::<$($v)*, _>::new(
            $crate::__finch_condition!($($s)+)
        );
        let condition = named.name();
        named.within(
            (&$crate::notation::IfElse::new(
                $crate::__finch_block!(__finch_statement {inner {$i [$crate::algebra::nat::Succ<$($v)*>]}} [] $($body)+),
                $crate::__finch_block!(__finch_statement {inner {$i [$crate::algebra::nat::Succ<$($v)*>]}} [] $($other)+),
            ))
            .finch_either(condition),
        )
    }};
    ($c:tt {if} $body:tt) => { compile_error!("finch!: an `if` has a condition: `if i <= j { .. }`") };
    ($c:tt {} {$($body:tt)+}) => { $crate::__finch_block!(__finch_statement {inner $c} [] $($body)+) };
    ($c:tt {} {}) => { compile_error!("finch!: a block in braces has a statement in it") };
    ($c:tt {} ;) => { compile_error!("finch!: a `;` stands behind a statement; here is none") };
    ($c:tt {$($s:tt)+} ;) => { $crate::__finch_assignment!($($s)+) };
}

/// A parallel loop: `index {index number variable number} {body} header`, where the first token of the header stands once more as
/// it was written. Further indices are those of loops inside of it.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_parallel {
    ($same:tt {[$($n:tt)*] $v:tt} $body:tt $i:ident $(, $($more:tt)+)?) => {{
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::parallel(
            $same,
            $crate::__finch_parallel!(@inside {[$crate::algebra::nat::Succ<$($n)*>] $v} $body $($($more)+)?),
        )
    }};
    ($same:tt {[$($n:tt)*] $v:tt} $body:tt $i:ident in $range:expr $(, $($more:tt)+)?) => {{
        let range = $crate::notation::loop_range($range);
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::parallel_in(
            $same,
            range,
            $crate::__finch_parallel!(@inside {[$crate::algebra::nat::Succ<$($n)*>] $v} $body $($($more)+)?),
        )
    }};
    (@inside $c:tt {$($body:tt)*}) => { $crate::__finch_block!(__finch_statement {inner $c} [] $($body)*) };
    (@inside $c:tt $body:tt $($more:tt)+) => { $crate::__finch_for!($c $body $($more)+) };
    // What is no header of a parallel loop is none of a serial one.
    ($same:tt $c:tt $body:tt $($header:tt)*) => { $crate::__finch_for!($c $body $($header)*) };
}

/// A loop: `{index number variable number} {body} header`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_for {
    ({[$($n:tt)*] $v:tt} {$($body:tt)*} $i:ident) => {{
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::forall(
            $i,
            $crate::__finch_block!(
                __finch_statement {inner {[$crate::algebra::nat::Succ<$($n)*>] $v}} [] $($body)*
            ),
        )
    }};
    // The index stands once more as it was written, so that what cannot be written by a loop that runs down is reported there.
    (@down $same:tt {[$($n:tt)*] $v:tt} {$($body:tt)*} $i:ident in $range:expr) => {{
        let range = $crate::notation::loop_range($range);
        $crate::indices!(@from $($n)*; $i);
        $crate::notation::down(
            $i,
            range,
            $crate::__finch_block!(
                __finch_statement {inner {[$crate::algebra::nat::Succ<$($n)*>] $v}} [] $($body)*
            ),
            $same,
        )
    }};
    (@down $same:tt $($r:tt)*) => { $crate::__finch_for!($($r)*) };
    // Ranges that data give. What literals name is Rust's.
    ($c:tt $body:tt $i:ident in $x:ident [ $n:literal ] .. $y:ident [ $m:literal ]) => {
        $crate::__finch_for!(@nest $c $body [$i in $x[$n]..$y[$m]])
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ $m:literal ]) => {
        $crate::__finch_for!(@nest $c $body [$i in $lo..$y[$m]])
    };
    ($c:tt $body:tt $i:ident in $x:ident [ $($at:tt)+ ] .. $($hi:tt)+) => {
        $crate::__finch_for!(@data $c $body $i {$x[$($at)+]} {$($hi)+})
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ $($at:tt)+ ]) => {
        $crate::__finch_for!(@data $c $body $i {$lo} {$y[$($at)+]})
    };
    // A sum with an end, and a scalar, which Rust would not write so.
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ $m:literal ] $sign:tt $($r:tt)+) => {
        $crate::__finch_for!(@nest $c $body [$i in $lo..$y[$m] $sign $($r)+])
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ $($at:tt)* ] + $($r:tt)+) => {
        $crate::__finch_for!(@data $c $body $i {$lo} {$y[$($at)*] + $($r)+})
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ $($at:tt)* ] - $($r:tt)+) => {
        $crate::__finch_for!(@data $c $body $i {$lo} {$y[$($at)*] - $($r)+})
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $y:ident [ ]) => {
        $crate::__finch_for!(@data $c $body $i {$lo} {$y[]})
    };
    ($c:tt $body:tt $i:ident in $x:ident [ ] .. $($hi:tt)+) => {
        $crate::__finch_for!(@data $c $body $i {$x[]} {$($hi)+})
    };
    ($c:tt $body:tt $first:ident , $i:ident in $lo:tt .. $y:ident [ ] $($r:tt)*) => {
        $crate::__finch_for!($c {for $i in $lo .. $y[] $($r)* $body} $first)
    };
    ($c:tt $body:tt $first:ident , $i:ident in $x:ident [ ] .. $($hi:tt)+) => {
        $crate::__finch_for!($c {for $i in $x[] .. $($hi)+ $body} $first)
    };
    // Ends by name, which may be indices of loops around.
    ($c:tt $body:tt $i:ident in $lo:tt .. $hi:tt) => { $crate::__finch_for!(@ends $c $body $i {$lo} {$hi}) };
    ($c:tt $body:tt $i:ident in $lo:ident + $n:tt .. $hi:tt) => { $crate::__finch_for!(@ends $c $body $i {$lo + $n} {$hi}) };
    ($c:tt $body:tt $i:ident in $lo:tt .. $hi:ident + $n:tt) => { $crate::__finch_for!(@ends $c $body $i {$lo} {$hi + $n}) };
    ($c:tt $body:tt $first:ident, $i:ident in $lo:tt .. $hi:tt $(, $($more:tt)+)?) => {
        $crate::__finch_for!($c {for $i in $lo .. $hi $(, $($more)+)? $body} $first)
    };
    ($c:tt $body:tt $first:ident, $i:ident in $lo:ident + $n:tt .. $hi:tt $(, $($more:tt)+)?) => {
        $crate::__finch_for!($c {for $i in $lo + $n .. $hi $(, $($more)+)? $body} $first)
    };
    ($c:tt $body:tt $i:ident in $lo:tt .. $hi:tt, $($more:tt)+) => {
        $crate::__finch_for!($c {for $($more)+ $body} $i in $lo .. $hi)
    };
    (@ends {[$($n:tt)*] $v:tt} {$($body:tt)*} $i:ident {$($lo:tt)+} {$($hi:tt)+}) => {{
        let ends = $crate::notation::ends($($lo)+, $($hi)+);
        $crate::indices!(@from $($n)*; $i);
        $crate::notation::ranged(
            $i,
            ends,
            $crate::__finch_block!(
                __finch_statement {inner {[$crate::algebra::nat::Succ<$($n)*>] $v}} [] $($body)*
            ),
        )
    }};
    ($c:tt $body:tt $i:ident in ( $lo:tt .. $x:ident [ ] $($r:tt)* ) . rev ( )) => {
        $crate::__finch_refused!(@data_down $x)
    };
    ($c:tt $body:tt $i:ident in ( $x:ident [ ] $($r:tt)* ) . rev ( )) => {
        $crate::__finch_refused!(@data_down $x)
    };
    ($c:tt $body:tt $first:ident , $i:ident in $x:ident [ $($at:tt)+ ] .. $($hi:tt)+) => {
        $crate::__finch_for!($c {for $i in $x[$($at)+] .. $($hi)+ $body} $first)
    };
    ($c:tt $body:tt $first:ident , $i:ident in $lo:tt .. $y:ident [ $($at:tt)+ ]) => {
        $crate::__finch_for!($c {for $i in $lo .. $y[$($at)+] $body} $first)
    };
    ($c:tt $body:tt $i:ident in ( $x:ident [ $n:literal ] $($r:tt)* ) . rev ( )) => {
        $crate::__finch_for!(@nest $c $body [$i in ($x[$n] $($r)*).rev()])
    };
    ($c:tt $body:tt $i:ident in ( $x:tt [ $($at:tt)+ ] $($r:tt)* ) . rev ( )) => {
        $crate::__finch_refused!(@data_down $x)
    };
    (@data {[$($n:tt)*] $v:tt} {$($body:tt)*} $i:ident {$($lo:tt)+} {$($hi:tt)+}) => {{
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::forall(
            $i,
            $crate::notation::only_if(
                $crate::notation::in_range($i, $crate::__finch_index!($($lo)+), $crate::__finch_index!($($hi)+)),
                $crate::__finch_block!(
                    __finch_statement {inner {[$crate::algebra::nat::Succ<$($n)*>] $v}} [] $($body)*
                ),
            ),
        )
    }};
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident]) => { $crate::__finch_for!({[$($n)*] $v} $body $i) };
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident] $($more:tt)+) => {{
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::forall(
            $i,
            $crate::__finch_for!(@nest {[$crate::algebra::nat::Succ<$($n)*>] $v} $body $($more)+),
        )
    }};
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident in $range:expr] $($more:tt)*) => {{
        let range = $crate::notation::loop_range($range);
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::forall_in(
            $i,
            range,
            $crate::__finch_for!(@nest {[$crate::algebra::nat::Succ<$($n)*>] $v} $body $($more)*),
        )
    }};
    (@nest $c:tt {$($body:tt)*}) => { $crate::__finch_block!(__finch_statement {inner $c} [] $($body)*) };
    ($c:tt $body:tt $($i:ident $(in $range:expr)?),+ $(,)?) => {
        $crate::__finch_for!(@nest $c $body $([$i $(in $range)?])+)
    };
    ($c:tt $body:tt $i:tt = $($r:tt)*) => { $crate::__finch_refused!(@for_equals $i) };
    ($c:tt $body:tt $($i:ident),* , $token:tt $($r:tt)*) => { $crate::__finch_refused!(@for_header $token) };
    ($c:tt $body:tt $i:ident $token:tt $($r:tt)*) => { $crate::__finch_refused!(@for_header $token) };
    ($c:tt $body:tt $token:tt $($r:tt)*) => { $crate::__finch_refused!(@for_header $token) };
    ($c:tt $body:tt) => { compile_error!("finch!: a loop has an index: `for i { .. }`") };
}

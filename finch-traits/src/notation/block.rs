//! Blocks: statements one after the other.
//!
//! A statement is cut out as a whole, up to its `;` or its body in braces, some tokens at a time, before anybody looks
//! into it: so what one statement takes of the recursion limit is not taken from the next, but for two steps.

/// A block: cuts the first statement out of it and calls `callback! { what was given {statement} body {rest} }`, where
/// the body is `;` if there is none. `callback {what is given} [statement so far] tokens`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_block {
    // The first group in braces is the body. Those behind `in` and `..` belong to a range: `for i in {lo[0]}..{n - 1} { .. }`.
    (@body $k:ident $c:tt [$($s:tt)*] { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)*} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7} {$($body)*} {$($r)*})
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt in { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 in { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt .. { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 .. { $($g)* }] $($r)*)
    };
    (@body $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $t8:tt $($r:tt)*) => {
        $crate::__finch_block!(@body $k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8] $($r)*)
    };
    (@body $k:ident $c:tt [$first:tt $second:tt $($s:tt)*] $($r:tt)*) => { $crate::__finch_refused!(@braces $second) };
    (@body $k:ident $c:tt [$first:tt] $second:tt $($r:tt)*) => { $crate::__finch_refused!(@braces $second) };
    (@body $k:ident $c:tt [$first:tt]) => { compile_error!("finch!: a loop or condition ends early") };
    ($k:ident $c:tt []) => { $crate::stmt::null::Null };
    ($k:ident $c:tt [] for $i:tt { $($body:tt)* } $($r:tt)*) => { $crate::$k!($c {for $i} {$($body)*} {$($r)*}) };
    ($k:ident $c:tt [] for $j:tt, $i:tt { $($body:tt)* } $($r:tt)*) => {
        $crate::$k!($c {for $j, $i} {$($body)*} {$($r)*})
    };
    ($k:ident $c:tt [] for $($r:tt)*) => { $crate::__finch_block!(@body $k $c [for] $($r)*) };
    ($k:ident $c:tt [] if $($r:tt)*) => { $crate::__finch_block!(@body $k $c [if] $($r)*) };
    ($k:ident $c:tt [] { $($body:tt)* } $($r:tt)*) => { $crate::$k!($c {} {$($body)*} {$($r)*}) };
    ($k:ident $c:tt [$($s:tt)*] ; $($r:tt)*) => { $crate::$k!($c {$($s)*} ; {$($r)*}) };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $t8:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8} ; {$($r)*})
    };
    ($k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $t8:tt $t9:tt ; $($r:tt)*) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9} ; {$($r)*})
    };
    (
        $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt
        $t7:tt $t8:tt $t9:tt $t10:tt ; $($r:tt)*
    ) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10} ; {$($r)*})
    };
    (
        $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt
        $t7:tt $t8:tt $t9:tt $t10:tt $t11:tt ; $($r:tt)*
    ) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11} ; {$($r)*})
    };
    (
        $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt
        $t7:tt $t8:tt $t9:tt $t10:tt $t11:tt $t12:tt ; $($r:tt)*
    ) => {
        $crate::$k!($c {$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12} ; {$($r)*})
    };
    (
        $k:ident $c:tt [$($s:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt
        $t7:tt $t8:tt $t9:tt $t10:tt $t11:tt $t12:tt $($r:tt)*
    ) => {
        $crate::__finch_block!($k $c [$($s)* $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12] $($r)*)
    };
    ($k:ident $c:tt [$($s:tt)*] $($r:tt)*) => { $crate::$k!($c {$($s)* $($r)*} ; {}) };
}

/// A statement and what follows it: `{place {index number variable number}} {statement} body {rest}`, where the place
/// is `outer` outside of all loops, or `inner`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_statement {
    // Both sides of a condition, which has a name so that it is read once.
    ($c:tt {if $($s:tt)+} {$($body:tt)+} {else {$($other:tt)+} $($r:tt)*}) => {
        $crate::__finch_statement!(
            $c {} {let condition = $($s)+; if condition { $($body)+ } if !condition { $($other)+ }} {$($r)*}
        )
    };
    ($c:tt {if $($s:tt)+} $body:tt {else if $($r:tt)+}) => {
        $crate::__finch_block!(__finch_else {$c {if $($s)+} $body []} [] if $($r)+)
    };
    ($c:tt {if $($s:tt)*} $body:tt {else $next:tt $($r:tt)*}) => { $crate::__finch_refused!(@else $next) };
    // Names.
    ({$p:ident {$i:tt [$($v:tt)*]}} {let $name:tt = $($value:tt)+} ; {$($r:tt)+}) => {{
        let named = $crate::notation::Named::<$($v)*, _>::new(
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
    ($c:tt {for $($s:tt)*} $body:tt) => { $crate::__finch_for!($c $body $($s)*) };
    ($c:tt {if $($condition:tt)+} {$($body:tt)+}) => {
        $crate::notation::only_if(
            $crate::__finch_expr!(@operand value [] [] [] [] $($condition)+),
            $crate::__finch_block!(__finch_statement {inner $c} [] $($body)+),
        )
    };
    ($c:tt {if} $body:tt) => { compile_error!("finch!: an `if` has a condition: `if i <= j { .. }`") };
    ($c:tt {} {$($body:tt)+}) => { $crate::__finch_block!(__finch_statement {inner $c} [] $($body)+) };
    ($c:tt {} {}) => { compile_error!("finch!: a block in braces has a statement in it") };
    ($c:tt {} ;) => { compile_error!("finch!: a `;` stands behind a statement; here is none") };
    ($c:tt {$($s:tt)+} ;) => { $crate::__finch_assignment!($($s)+) };
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
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident]) => { $crate::__finch_for!({[$($n)*] $v} $body $i) };
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident] $($more:tt)+) => {{
        $crate::indices!(@from $($n)*; $i);
        $crate::expr::overload::forall(
            $i,
            $crate::__finch_for!(@nest {[$crate::algebra::nat::Succ<$($n)*>] $v} $body $($more)+),
        )
    }};
    (@nest {[$($n:tt)*] $v:tt} $body:tt [$i:ident in $range:expr] $($more:tt)*) => {{
        let range = $range;
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

//! What stands between the brackets of an access.

/// An access: `[tensor] indices`. The last index is checked against the rank, so that a wrong number of them is
/// reported there.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_access {
    // The indices one by one, each up to its comma: `@list [tensor] [done] [tokens of this one] rest`.
    (@list $t:tt [$a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $($more:tt)*] [] $ninth:tt $($r:tt)*) => {
        $crate::__finch_refused!(@ninth $ninth)
    };
    (@list $t:tt [$($done:tt)*] [$($i:tt)+] , $($r:tt)*) => {
        $crate::__finch_access!(@next $t [$($done)* {$crate::__finch_index!($($i)+)}] , $($r)*)
    };
    (@list $t:tt [$($done:tt)*] [$($i:tt)+]) => {
        $crate::__finch_access!(@next $t [$($done)* {$crate::__finch_index!($($i)+)}])
    };
    (@list $t:tt $done:tt [$($i:tt)*] $token:tt $($r:tt)*) => {
        $crate::__finch_access!(@list $t $done [$($i)* $token] $($r)*)
    };
    (@list $t:tt $done:tt []) => { $crate::__finch_access!(@next $t $done) };
    (@next [$($t:tt)*] [{$($a:tt)*}] $(,)?) => { $($t)*.at1($($a)*) };
    (@next [$($t:tt)*] [{$($a:tt)*} {$($b:tt)*}] $(,)?) => { $($t)*.at2($($a)*, $($b)*) };
    (@next [$($t:tt)*] [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*}] $(,)?) => { $($t)*.at3($($a)*, $($b)*, $($c)*) };
    (@next [$($t:tt)*] [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*} {$($d:tt)*}] $(,)?) => {
        $($t)*.at4($($a)*, $($b)*, $($c)*, $($d)*)
    };
    (@next [$($t:tt)*] [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*} {$($d:tt)*} {$($e:tt)*}] $(,)?) => {
        $($t)*.at5($($a)*, $($b)*, $($c)*, $($d)*, $($e)*)
    };
    (@next [$($t:tt)*] [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*} {$($d:tt)*} {$($e:tt)*} {$($f:tt)*}] $(,)?) => {
        $($t)*.at6($($a)*, $($b)*, $($c)*, $($d)*, $($e)*, $($f)*)
    };
    (
        @next [$($t:tt)*]
        [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*} {$($d:tt)*} {$($e:tt)*} {$($f:tt)*} {$($g:tt)*}] $(,)?
    ) => {
        $($t)*.at7($($a)*, $($b)*, $($c)*, $($d)*, $($e)*, $($f)*, $($g)*)
    };
    (
        @next [$($t:tt)*]
        [{$($a:tt)*} {$($b:tt)*} {$($c:tt)*} {$($d:tt)*} {$($e:tt)*} {$($f:tt)*} {$($g:tt)*} {$($h:tt)*}] $(,)?
    ) => {
        $($t)*.at8($($a)*, $($b)*, $($c)*, $($d)*, $($e)*, $($f)*, $($g)*, $($h)*)
    };
    (@next $t:tt $done:tt , , $($r:tt)*) => { compile_error!("finch!: an index is missing in front of a comma") };
    (@next $t:tt $done:tt , $($r:tt)+) => { $crate::__finch_access!(@list $t $done [] $($r)+) };
    // A protocol is asked of the level by the name of the index, so that one which is not offered is reported there.
    (@asked $name:ident [$($t:tt)*] $how:ident $i:tt $along:ident $at:ident [$($before:tt)*] [$($behind:tt)*]) => {
        match $($t)* {
            tensor => match match $crate::index::$how($i) { $i => tensor.$along($i) } {
                index => tensor.$at($($before)* index $($behind)*),
            },
        }
    };
    (@asked $token:tt $t:tt $how:ident $i:tt $along:ident $at:ident [$($before:tt)*] [$($behind:tt)*]) => {
        $crate::__finch_access!(@list $t [] [] $($before)* $how ($i) $($behind)*)
    };
    // As most accesses are.
    ([$($t:tt)*]) => { $($t)*.at0() };
    ($t:tt ($($group:tt)*)) => { $crate::__finch_access!(@list $t [] [] ($($group)*)) };
    ($t:tt [$first:tt $($group:tt)*]) => { $crate::__finch_refused!(@double_brackets $first) };
    ([$($t:tt)*] $i:tt) => { $($t)*.at1($i) };
    ([$($t:tt)*] $j:tt, $i:tt) => { $($t)*.at2($j, $i) };
    // Handed over twice, as in `__finch_index!`.
    ($t:tt gallop ( $i:tt )) => { $crate::__finch_access!(@asked $i $t gallop $i along0 at1 [] []) };
    ($t:tt follow ( $i:tt )) => { $crate::__finch_access!(@asked $i $t follow $i along0 at1 [] []) };
    ($t:tt gallop ( $j:tt ), $i:tt) => { $crate::__finch_access!(@asked $j $t gallop $j along0 at2 [] [, $i]) };
    ($t:tt follow ( $j:tt ), $i:tt) => { $crate::__finch_access!(@asked $j $t follow $j along0 at2 [] [, $i]) };
    ($t:tt $j:tt, gallop ( $i:tt )) => { $crate::__finch_access!(@asked $i $t gallop $i along1 at2 [$j,] []) };
    ($t:tt $j:tt, follow ( $i:tt )) => { $crate::__finch_access!(@asked $i $t follow $i along1 at2 [$j,] []) };
    ($t:tt $($list:tt)*) => { $crate::__finch_access!(@list $t [] [] $($list)*) };
}

/// What stands in front of the brackets, to be read. It is called by its name, so that what cannot be read is reported there.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_read {
    (self $t:tt) => {
        $t.finch_read(stringify!($t))
    };
    ($same:tt $t:tt) => {
        match $t.finch_name() {
            $t => $crate::notation::read($t, stringify!($t)),
        }
    };
}

/// One index of an access: a sum of terms, each a product of factors, behind `{how the term is joined to the sum so far} {how the
/// factor is joined to the product so far}`.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_index {
    // One factor, behind `{sum operator}` and `{product *}`.
    (@factor $s:tt $p:tt $x:ident [ $($g:tt)* ] as $to:ident $($r:tt)*) => {
        $crate::__finch_index!(
            @then $s $p {$crate::index::gather($crate::__finch_expr!(@operand plain [] [] [] [] $x [$($g)*] as $to))} $($r)*
        )
    };
    (@factor $s:tt $p:tt $x:tt [ $($g:tt)* ] $($r:tt)*) => {
        $crate::__finch_index!(
            @then $s $p
            {match $x.finch_name() {
                $x => $crate::index::gather_named($crate::__finch_access!([$crate::__finch_read!($x $x)] $($g)*), $x),
            }}
            $($r)*
        )
    };
    (@factor $s:tt $p:tt $x:ident as $to:ident $($r:tt)*) => {
        $crate::__finch_index!(
            @then $s $p {$crate::index::gather($crate::__finch_expr!(@operand plain [] [] [] [] $x as $to))} $($r)*
        )
    };
    (@factor $s:tt $p:tt window ( $($i:tt)+ ) $($r:tt)*) => {
        $crate::__finch_index!(@then $s $p {$crate::__finch_index!(@window [] $($i)+)} $($r)*)
    };
    (@factor $s:tt $p:tt gallop ( $i:ident ) $($r:tt)*) => {
        $crate::__finch_index!(@then $s $p {$crate::index::gallop($i)} $($r)*)
    };
    (@factor $s:tt $p:tt follow ( $i:ident ) $($r:tt)*) => {
        $crate::__finch_index!(@then $s $p {$crate::index::follow($i)} $($r)*)
    };
    // A function of values, which `walk` is not.
    // A number that a value of Rust's has.
    (@factor $s:tt $p:tt $x:ident . $m:ident ( ) $($r:tt)*) => { $crate::__finch_index!(@then $s $p {$x.$m()} $($r)*) };
    (@factor $s:tt $p:tt walk $($r:tt)*) => { $crate::__finch_index!(@then $s $p {walk} $($r)*) };
    (@factor $s:tt $p:tt $f:ident ( $($g:tt)+ ) $($r:tt)*) => {
        $crate::__finch_index!(
            @then $s $p {$crate::index::gather($crate::__finch_expr!(@operand plain [] [] [] [] $f ($($g)+)))} $($r)*
        )
    };
    (@factor $s:tt $p:tt ( ~ $first:tt $($i:tt)* ) $($r:tt)*) => { $crate::__finch_refused!(@permissive $first) };
    (@factor $s:tt $p:tt ( $($i:tt)+ ) $($r:tt)*) => {
        $crate::__finch_index!(@then $s $p {$crate::__finch_index!($($i)+)} $($r)*)
    };
    (@factor $s:tt $p:tt - $first:tt $($r:tt)*) => { $crate::__finch_refused!(@negative $first) };
    (@factor $s:tt $p:tt { $i:expr } $($r:tt)*) => { $crate::__finch_index!(@then $s $p {$i} $($r)*) };
    // Handed over twice: an `ident` is known as one, and a `tt` is still where it was written.
    (@factor $s:tt $p:tt $token:tt $($r:tt)*) => { $crate::__finch_index!(@one $token $s $p $token $($r)*) };
    (@factor $s:tt $p:tt) => { compile_error!("finch!: an index is missing at the end of a sum") };
    (@one $i:ident $s:tt $p:tt $same:tt $($r:tt)*) => { $crate::__finch_index!(@then $s $p {$same} $($r)*) };
    (@one $i:literal $s:tt $p:tt $same:tt $($r:tt)*) => { $crate::__finch_index!(@then $s $p {$same} $($r)*) };
    (@one $token:tt $s:tt $p:tt $same:tt $($r:tt)*) => { $crate::__finch_index!(@refuse $token $same) };

    // What follows a factor. Products, quotients and remainders are joined from the left, as in Rust.
    (@then $s:tt {} $f:tt * $($r:tt)+) => { $crate::__finch_index!(@factor $s {times $f} $($r)+) };
    (@then $s:tt {} $f:tt / $($r:tt)+) => { $crate::__finch_index!(@factor $s {over $f} $($r)+) };
    (@then $s:tt {} $f:tt % $($r:tt)+) => { $crate::__finch_index!(@factor $s {modulo $f} $($r)+) };
    (@then $s:tt {$join:ident {$($left:tt)*}} {$($f:tt)*} $($r:tt)*) => {
        $crate::__finch_index!(@then $s {} {$crate::index::arithmetic::$join($($left)*, $($f)*)} $($r)*)
    };
    (@then {} {} $f:tt $sign:tt $($r:tt)*) => { $crate::__finch_index!(@sign $sign $sign $f $($r)*) };
    (@then {} {} {$($f:tt)*}) => { $($f)* };
    (@then {$join:ident {$($left:tt)*}} {} {$($f:tt)*} $($r:tt)*) => {
        $crate::__finch_index!(@then {} {} {$crate::index::arithmetic::$join($($left)*, $($f)*)} $($r)*)
    };
    (@sign + $same:tt $left:tt $($r:tt)+) => { $crate::__finch_index!(@factor {plus $left} {} $($r)+) };
    (@sign - $same:tt $left:tt $($r:tt)+) => { $crate::__finch_index!(@factor {minus $left} {} $($r)+) };
    (@sign + $last:tt $left:tt) => { $crate::__finch_refused!(@unfinished $last) };
    (@sign - $last:tt $left:tt) => { $crate::__finch_refused!(@unfinished $last) };
    (@sign * $last:tt $left:tt) => { $crate::__finch_refused!(@unfinished $last) };
    (@sign / $last:tt $left:tt) => { $crate::__finch_refused!(@unfinished $last) };
    (@sign % $last:tt $left:tt) => { $crate::__finch_refused!(@unfinished $last) };
    (@sign $token:tt $same:tt $s:tt $($r:tt)*) => { $crate::__finch_index!(@refuse $token $same) };
    (@refuse $token:tt ..) => { $crate::__finch_refused!(@slice $token) };
    (@refuse $token:tt ..=) => { $crate::__finch_refused!(@slice $token) };
    (@refuse $token:tt ,) => { $crate::__finch_refused!(@double_brackets $token) };
    (@refuse $token:tt $other:tt) => { $crate::__finch_refused!(@index $token) };

    // `window(i, lo..hi)`.
    (@window [$($i:tt)+] , $range:expr) => { $crate::index::window($crate::__finch_index!($($i)+), $range) };
    (@window [$($i:tt)+] , $lo:tt , $hi:tt) => { $crate::__finch_refused!(@window_of_two $lo) };
    (@window [$($i:tt)*] $token:tt $($r:tt)*) => { $crate::__finch_index!(@window [$($i)* $token] $($r)*) };
    (@window [$first:tt $($i:tt)*]) => { $crate::__finch_refused!(@window $first) };

    // A whole one.
    ($i:ident) => { $i };
    (~ $($i:tt)+) => { $crate::index::permissive($crate::__finch_index!($($i)+)) };
    (($($i:tt)+)) => { $crate::__finch_index!($($i)+) };
    (gallop ( $i:ident )) => { $crate::index::gallop($i) };
    (follow ( $i:ident )) => { $crate::index::follow($i) };
    (walk ( $i:ident )) => { $crate::index::walk($i) };
    (gallop $next:tt $($r:tt)*) => { $crate::__finch_refused!(@protocol $next) };
    (follow $next:tt $($r:tt)*) => { $crate::__finch_refused!(@protocol $next) };
    (walk $next:tt $($r:tt)*) => { $crate::__finch_refused!(@protocol $next) };
    ($($i:tt)+) => { $crate::__finch_index!(@factor {} {} $($i)+) };
}

/// An element of a slice that is a tensor, `xs[k][i]`, where the second token is in brackets: `token {state} name token [indices] rest`.
/// It is left as it was written, so that what is no slice is reported there.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_element {
    ([ $($n:tt)* ] {$k:tt $o:tt $a:tt $c:tt [$($x:tt)*]} $t:tt $same:tt [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $crate::__finch_access!([$t $same.finch_read(stringify!($t $same))] $($i)*)] $($r)*
        )
    };
    ($other:tt $state:tt $t:tt $($r:tt)*) => { $crate::__finch_plain!($t $state $t $($r)*) };
}

//! Expressions: what stands behind `=` and `+=`, behind `let`, and in conditions.
//!
//! Only what Rust cannot overload is rewritten: accesses, comparisons, `&&` and `||`. Everything else stays where it
//! is, so precedence, literals and captured values are Rust's. The tokens are read one operand at a time, in two states:
//! an operand comes next, or an operator does. What is read so far is kept apart by how tightly it binds:
//!
//! * the operand that is being read,
//! * the left side of a comparison,
//! * operands that `&&` joins,
//! * operands that `||` joins.

/// Declares `__finch_expr!` by the rules for operands, and those for operators: what stands between two operands stays there,
/// comparisons are kept apart by their name.
macro_rules! expression {
    ($d:tt [$($compare:tt $name:ident)*] {$($operand:tt)*} {$($operator:tt)*}) => {
        /// An expression: `@operand kind [or] [and] [comparison] [operand so far] tokens`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_expr {
            $($operand)*
            $(
                (@operator $d k:tt $d o:tt $d a:tt [] $d x:tt $compare $d($d r:tt)*) => {
                    $d crate::__finch_expr!(@operand $d k $d o $d a [$name $d x] [] $d($d r)*)
                };
            )*
            $($operator)*
        }
    };
}

expression! { $ [== Eq != Ne < Lt <= Le > Gt >= Ge] {
    // ---- an operand comes next ----
    // A closure, which stands alone.
    (@operand plain [] [] [] [] | $($r:tt)+) => { | $($r)+ };
    (@operand plain [] [] [] [] move | $($r:tt)+) => { move | $($r)+ };
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt) => {
        compile_error!("finch!: a value is missing at the end of an expression")
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] ! $($r:tt)*) => {
        $crate::__finch_expr!(@operand $k $o $a $c [$($x)* !] $($r)*)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] - $($r:tt)*) => {
        $crate::__finch_expr!(@operand $k $o $a $c [$($x)* -] $($r)*)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt $f:ident :: $($r:tt)+) => {
        $crate::__finch_expr!(@path $k $o $a $c $x [$f ::] $($r)+)
    };
    // A power that a literal says, of what is an access or holds one.
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt ( $($g:tt)* ) . $m:ident ( $n:tt ) $($r:tt)*) => {
        $crate::__finch_power!(
            $m $n {$k $o $a $c $x} {($crate::__finch_expr!(@operand plain [] [] [] [] $($g)*))} {$($g)*}
            {$crate::__finch_arguments!({$k $o $a $c $x {. $m ( $n ) $($r)*}} [] [] [] $($g)*)} {$($r)*}
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt [ $($i:tt)* ] . $m:ident ( $n:tt ) $($r:tt)*) => {
        $crate::__finch_power!(
            $m $n {$k $o $a $c [$($x)*]} {$crate::__finch_access!([$crate::__finch_read!($t $t)] $($i)*)} {[]}
            {$crate::__finch_expr!(
                @operator $k $o $a $c [$($x)* $crate::__finch_access!([$crate::__finch_read!($t $t)] $($i)*)] . $m ( $n ) $($r)*
            )}
            {$($r)*}
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c $x {$($r)*}} [] [] [] $($g)*)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt $f:tt ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_function!($f {$k $o $a $c $x} $f ( $($g)* ) $($r)*)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] { $($g:tt)* } $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$($x)* { $($g)* }] $($r)*)
    };
    // Elements and fields that are tensors: `xs[k][i]`, `self.a[j, i]`, `self.xs[k][i]`, `self.part.a[j, i]`, `pairs[k].0[i]`.
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt $t:tt $n:tt [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_element!($n {$k $o $a $c $x} $t $n [ $($i)* ] $($r)*)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt [ $($n:tt)* ] . $f:tt [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $crate::__finch_access!([$t[$($n)*].$f.finch_read(stringify!($t[$($n)*].$f))] $($i)*)] $($r)*
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt . $f:tt [ $($n:tt)* ] [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $crate::__finch_access!([$t.$f[$($n)*].finch_read(stringify!($t.$f[$($n)*]))] $($i)*)] $($r)*
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt . $f:tt [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c [$($x)* $crate::__finch_access!([$t.$f.finch_read(stringify!($t.$f))] $($i)*)] $($r)*
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt . $f:tt . $g:tt [ $($i:tt)* ] $($r:tt)*) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $crate::__finch_access!([$t.$f.$g.finch_read(stringify!($t.$f.$g))] $($i)*)] $($r)*
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt [ $($i:tt)* ]) => {
        $crate::__finch_join!($k $o $a $c [$($x)* $crate::__finch_access!([$crate::__finch_read!($t $t)] $($i)*)])
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt [ $($i:tt)* ] $next:tt $($r:tt)+) => {
        $crate::__finch_operator!(
            $next operator {$k $o $a $c [$($x)* $crate::__finch_access!([$crate::__finch_read!($t $t)] $($i)*)]} $next $($r)+
        )
    };
    (@operand $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] $t:tt [ $($i:tt)* ] $last:tt) => {
        $crate::__finch_unexpected!(@last $last $last)
    };
    (@operand $k:tt $o:tt $a:tt $c:tt $x:tt $token:tt $($r:tt)*) => {
        $crate::__finch_plain!($token {$k $o $a $c $x} $token $($r)*)
    };
    (@path $k:tt $o:tt $a:tt $c:tt $x:tt [$($p:tt)*] $f:ident :: $($r:tt)+) => {
        $crate::__finch_expr!(@path $k $o $a $c $x [$($p)* $f ::] $($r)+)
    };
    (@path $k:tt $o:tt $a:tt $c:tt $x:tt [$($p:tt)*] < $($t:ty),* > ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c $x {$($r)*}} [$($p)* < $($t),* >] [] [] $($g)*)
    };
    (@path $k:tt $o:tt $a:tt $c:tt $x:tt [$($p:tt)*] $f:ident ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c $x {$($r)*}} [$($p)* $f] [] [] $($g)*)
    };
    (@path $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] [$($p:tt)*] $last:ident $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$($x)* $($p)* $last] $($r)*)
    };
    // ---- an operator comes next ----
    (@operator $k:tt $o:tt $a:tt $c:tt $x:tt) => { $crate::__finch_join!($k $o $a $c $x) };
    (@operator $k:tt $o:tt $a:tt $c:tt $x:tt $last:tt) => { $crate::__finch_unexpected!(@last $last $last) };
} {
    (@operator $k:tt $o:tt [$($a:tt)*] $c:tt $x:tt && $($r:tt)*) => {
        $crate::__finch_expr!(@operand $k $o [$($a)* {$c $x}] [] [] $($r)*)
    };
    (@operator $k:tt [$($o:tt)*] [$($a:tt)*] $c:tt $x:tt || $($r:tt)*) => {
        $crate::__finch_expr!(@operand $k [$($o)* [$($a)* {$c $x}]] [] [] [] $($r)*)
    };
    (@operator $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] . $m:ident ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c [$($x)* .] {$($r)*}} [method $m] [] [] $($g)*)
    };
    (@operator $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] . $m:ident :: < $($t:ty),* > ( $($g:tt)* ) $($r:tt)*) => {
        $crate::__finch_arguments!({$k $o $a $c [$($x)* .] {$($r)*}} [method $m :: < $($t),* >] [] [] $($g)*)
    };
    (@operator $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] . $m:tt $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$($x)* . $m] $($r)*)
    };
    // A literal alone has no type of its own.
    (@operator $k:tt $o:tt $a:tt $c:tt [$x:literal] as $t:ident $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$x as $t] $($r)*)
    };
    (@operator $k:tt $o:tt $a:tt $c:tt [$($x:tt)*] as $t:ident $($r:tt)*) => {
        $crate::__finch_expr!(@operator $k $o $a $c [$($x)* .finch_as::<$t>()] $($r)*)
    };
    (@operator $k:tt $o:tt $a:tt $c:tt $x:tt $next:tt $($r:tt)*) => {
        $crate::__finch_operator!($next unexpected {$k $o $a $c $x} $next $($r)*)
    };
} }

/// Declares `__finch_plain!` and `__finch_unexpected!`, which refuse tokens where they cannot stand: keywords and others that are no
/// operand, operators that end an expression, comparisons behind one another.
macro_rules! refusals {
    ($d:tt [$($word:tt $why:ident)*] [$($no_operand:tt)*] [$($dangling:tt)*] [$($chained:tt)*]) => {
        /// An operand of one token, unless the token cannot be one: `token {state} token rest`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_plain {
            $(($word $d state:tt $d token:tt $d($d r:tt)*) => { $d crate::__finch_refused!(@$why $d token) };)*
            ([ $d($d g:tt)* ] $d state:tt $d token:tt $d($d r:tt)*) => { $d crate::__finch_refused!(@brackets $d token) };
            $(($no_operand $d state:tt $d token:tt $d($d r:tt)*) => { $d crate::__finch_refused!(@misplaced $d token) };)*
            ($d same:tt {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d t:tt [ $d($d i:tt)* ] $d($d r:tt)*) => {
                $d crate::__finch_leading!(
                    $d token $d op {$d k $d o $d a $d c []} $d token $d op $d t [ $d($d i)* ] $d($d r)*
                )
            };
            ($d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d t:tt . $d f:tt [ $d($d i:tt)* ] $d($d r:tt)*) => {
                $d crate::__finch_leading!(
                    $d token $d op {$d k $d o $d a $d c []} $d token $d op $d t . $d f [ $d($d i)* ] $d($d r)*
                )
            };
            (
                $d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d n:tt $d times:tt $d t:tt [ $d($d i:tt)* ]
                $d($d r:tt)*
            ) => {
                $d crate::__finch_before_product!(
                    $d op $d times {$d k $d o $d a $d c} $d token $d op $d n $d times $d t [ $d($d i)* ] $d($d r)*
                )
            };
            (
                $d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d n:tt $d times:tt ( $d($d g:tt)* )
                $d($d r:tt)*
            ) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_before_product!(
                        $d op $d times {$d k $d o $d a $d c} $d token $d op $d n $d times ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d token] $d op $d n $d times ( $d($d g)* ) $d($d r)*)}
                )
            };
            (
                $d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d n:tt $d times:tt $d f:ident
                ( $d($d g:tt)* ) $d($d r:tt)*
            ) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_before_product!(
                        $d op $d times {$d k $d o $d a $d c} $d token $d op $d n $d times $d f ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d token] $d op $d n $d times $d f ( $d($d g)* ) $d($d r)*)}
                )
            };
            ($d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt ( $d($d g:tt)* ) $d($d r:tt)*) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_leading!(
                        $d token $d op {$d k $d o $d a $d c []} $d token $d op ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d token] $d op ( $d($d g)* ) $d($d r)*)}
                )
            };
            ($d same:ident {$d k:tt $d o:tt $d a:tt $d c:tt []} $d token:tt $d op:tt $d f:tt ( $d($d g:tt)* ) $d($d r:tt)*) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_leading!(
                        $d token $d op {$d k $d o $d a $d c []} $d token $d op $d f ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d token] $d op $d f ( $d($d g)* ) $d($d r)*)}
                )
            };
            ($d same:tt {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)*]} $d token:tt $d($d r:tt)*) => {
                $d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d($d x)* $d token] $d($d r)*)
            };
        }

        /// What cannot stand behind an operand, said in words: `token token`, or `@last token token` at the end.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_unexpected {
            $((@last $d last:tt $dangling) => { $d crate::__finch_refused!(@dangling $d last) };)*
            (@last $d last:tt $d other:tt) => { $d crate::__finch_unexpected!($d last $d last) };
            ($d next:tt =) => { $d crate::__finch_refused!(@equals $d next) };
            $(($d next:tt $chained) => { $d crate::__finch_refused!(@chain $d next) };)*
            ($d next:tt else) => { $d crate::__finch_refused!(@else $d next) };
            ($d next:tt if) => { $d crate::__finch_refused!(@choice_behind $d next) };
            ($d next:tt ?) => { $d crate::__finch_refused!(@choice_behind $d next) };
            ($d next:tt [ $d($d g:tt)* ]) => { $d crate::__finch_refused!(@brackets $d next) };
            ($d next:tt { $d($d g:tt)* }) => { $d crate::__finch_refused!(@semicolon $d next) };
            ($d next:tt and) => { $d crate::__finch_refused!(@and $d next) };
            ($d next:tt or) => { $d crate::__finch_refused!(@and $d next) };
            ($d next:tt $d name:ident) => { $d crate::__finch_refused!(@semicolon $d next) };
            ($d next:tt $d other:tt) => { $d crate::__finch_refused!(@unexpected $d next) };
        }
    };
}

refusals! { $
    [if choice else else for keyword let keyword match choice | closure || closure move closure & borrow]
    [+ * / % ^ && == != < <= > >= = << >> , ; . .. : => -> ? <<= >>= += -= *= @ # ~]
    [+ - * / % & | ^ << >> && || == != < <= > >= .]
    [== != < <= > >=]
}

/// The arguments of a call, or what stands in parentheses: `{the expression around} [function] [arguments] [tokens so
/// far] tokens`. Each argument is an expression of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_arguments {
    // These take literals that types know; any other function takes what Rust makes of them.
    // They are those of the notation, whatever is in scope under their names.
    (@done $e:tt [min] $done:tt) => {
        $crate::__finch_arguments!(@call value $e [$crate::notation::function::min] $done)
    };
    (@done $e:tt [max] $done:tt) => {
        $crate::__finch_arguments!(@call value $e [$crate::notation::function::max] $done)
    };
    (@done $e:tt [coalesce] $done:tt) => {
        $crate::__finch_arguments!(@call value $e [$crate::notation::function::coalesce] $done)
    };
    (@done $e:tt [select] $done:tt) => {
        $crate::__finch_arguments!(@call value $e [$crate::notation::function::select] $done)
    };
    (@done $e:tt [abs] $done:tt) => {
        $crate::__finch_arguments!(@call plain $e [$crate::notation::function::abs] $done)
    };
    // Not the functions of the notation, which take an index.
    (@done $e:tt [gallop] [[$t:tt [ $($i:tt)* ]]]) => { $crate::__finch_refused!(@protocol_around $t) };
    (@done $e:tt [follow] [[$t:tt [ $($i:tt)* ]]]) => { $crate::__finch_refused!(@protocol_around $t) };
    // Of a single number there is no sum.
    (@done $e:tt [sum] [[$t:tt [ $($i:tt)* ] $($r:tt)*]]) => { $crate::__finch_refused!(@total $t) };
    (@done $e:tt [method $($f:tt)+] $done:tt) => { $crate::__finch_arguments!(@call plain $e [$($f)+] $done) };
    (@done $e:tt [] $done:tt) => { $crate::__finch_arguments!(@call plain $e [] $done) };
    // Functions of one to three values may be functions of numbers.
    (
        @done {$k:tt $o:tt $a:tt $c:tt [$($x:tt)*] {$($r:tt)*}} [$($f:tt)+] [[$($t:tt)*] $([$($u:tt)*] $([$($v:tt)*])?)?]
    ) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $crate::notation::call($($f)+, (
                $crate::__finch_expr!(@operand plain [] [] [] [] $($t)*),
                $($crate::__finch_expr!(@operand plain [] [] [] [] $($u)*),
                $($crate::__finch_expr!(@operand plain [] [] [] [] $($v)*),)?)?
            ))]
            $($r)*
        )
    };
    (@done $e:tt $f:tt $done:tt) => { $crate::__finch_arguments!(@call plain $e $f $done) };
    (
        @call $kind:ident {$k:tt $o:tt $a:tt $c:tt [$($x:tt)*] {$($r:tt)*}} [$($f:tt)*] [$([$($t:tt)*])*]
    ) => {
        $crate::__finch_expr!(
            @operator $k $o $a $c
            [$($x)* $($f)* ($($crate::__finch_expr!(@operand $kind [] [] [] [] $($t)*)),*)]
            $($r)*
        )
    };
    // The comma of a closure separates no arguments.
    ($e:tt $f:tt $done:tt [$($move:ident)?] | $a:ident $(: $at:ty)?, $b:ident $(: $bt:ty)? | $($r:tt)+) => {
        $crate::__finch_arguments!($e $f $done [$($move)? | $a $(: $at)?, $b $(: $bt)? |] $($r)+)
    };
    ($e:tt $f:tt $done:tt [] , $next:tt $($r:tt)*) => { $crate::__finch_refused!(@argument $next) };
    ($e:tt $f:tt $done:tt [] , $($r:tt)*) => { compile_error!("finch!: a value is missing in front of a comma") };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)+] , $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)* [$($t)+]] [] $($r)*)
    };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $t1:tt , $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)* [$($t)* $t1]] [] $($r)*)
    };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $t1:tt $t2:tt , $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)* [$($t)* $t1 $t2]] [] $($r)*)
    };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $t1:tt $t2:tt $t3:tt , $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)* [$($t)* $t1 $t2 $t3]] [] $($r)*)
    };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt , $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)* [$($t)* $t1 $t2 $t3 $t4]] [] $($r)*)
    };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $($r:tt)*) => {
        $crate::__finch_arguments!($e $f [$($done)*] [$($t)* $t1 $t2 $t3 $t4] $t5 $($r)*)
    };
    ($e:tt $f:tt $done:tt []) => { $crate::__finch_arguments!(@done $e $f $done) };
    ($e:tt $f:tt [$($done:tt)*] [$($t:tt)*] $($r:tt)*) => {
        $crate::__finch_arguments!(@done $e $f [$($done)* [$($t)* $($r)*]])
    };
}

/// Joins what was kept apart: `kind [or] [and] [comparison] [operand]`. A `value` may be a literal that types know,
/// what is `plain` stays as it is.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_join {
    (plain [] [] [] [$($x:tt)*]) => { $($x)* };
    (value [] [] [] [$x:tt]) => { $crate::__finch_literal!($x) };
    (value [] [] [] [- $x:tt]) => { $crate::__finch_literal!(- $x) };
    (value [] [] [] [$($x:tt)*]) => { $($x)* };
    ($k:ident [] [] [$op:ident [$left:tt]] [$one:tt $two:tt $($x:tt)*]) => {
        $crate::__finch_compare!($left $left $op [$one $two $($x)*])
    };
    ($k:ident [] [] [$op:ident $left:tt] $x:tt) => {
        $crate::notation::compare(
            $crate::algebra::operators::$op,
            $crate::__finch_join!(value [] [] [] $left),
            $crate::__finch_join!(value [] [] [] $x),
        )
    };
    ($k:ident [] [{$d:tt $y:tt}] $c:tt $x:tt) => {
        $crate::notation::and($crate::__finch_join!(value [] [] $d $y), $crate::__finch_join!(value [] [] $c $x))
    };
    ($k:ident [] [{$d:tt $y:tt} {$e:tt $z:tt} $($more:tt)*] $c:tt $x:tt) => {
        $crate::__finch_join!(
            @and [$crate::notation::and(
                $crate::__finch_join!(value [] [] $d $y),
                $crate::__finch_join!(value [] [] $e $z)
            )] $($more)* {$c $x}
        )
    };
    ($k:ident [[$($first:tt)*] $($o:tt)*] [$($a:tt)*] $c:tt $x:tt) => {
        $crate::__finch_join!(@or [$crate::__finch_join!(@all $($first)*)] $($o)* [$($a)* {$c $x}])
    };
    (@all {$c:tt $x:tt}) => { $crate::__finch_join!(value [] [] $c $x) };
    (@all {$c:tt $x:tt} $($more:tt)+) => {
        $crate::__finch_join!(@and [$crate::__finch_join!(value [] [] $c $x)] $($more)+)
    };
    (@and [$($left:tt)*]) => { $($left)* };
    (@and [$($left:tt)*] {$c:tt $x:tt} $($more:tt)*) => {
        $crate::__finch_join!(
            @and [$crate::notation::and($($left)*, $crate::__finch_join!(value [] [] $c $x))] $($more)*
        )
    };
    (@or [$($left:tt)*]) => { $($left)* };
    (@or [$($left:tt)*] [$($a:tt)*] $($more:tt)*) => {
        $crate::__finch_join!(@or [$crate::notation::or($($left)*, $crate::__finch_join!(@all $($a)*))] $($more)*)
    };
}

/// A literal that types know, if it stands alone.
#[doc(hidden)]
#[macro_export]
macro_rules! __finch_literal {
    (0) => { $crate::notation::Literal::<$crate::algebra::fill::Zero>::VALUE };
    (0.0) => { $crate::notation::Literal::<$crate::algebra::fill::Zero>::VALUE };
    (1) => { $crate::notation::Literal::<$crate::algebra::fill::One>::VALUE };
    (1.0) => { $crate::notation::Literal::<$crate::algebra::fill::One>::VALUE };
    (false) => { $crate::notation::Literal::<$crate::algebra::fill::False>::VALUE };
    (true) => { $crate::notation::Literal::<$crate::algebra::fill::True>::VALUE };
    (inf) => { $crate::notation::Literal::<$crate::algebra::fill::Inf>::VALUE };
    (- inf) => { $crate::notation::Literal::<$crate::algebra::fill::NegInf>::VALUE };
    ($($x:tt)*) => { $($x)* };
}

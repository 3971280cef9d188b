//! Operators between the operands of an [expression](super::expression), and what stands in front of an access.

/// Declares `__finch_operator!` and `__finch_leading!`, which leave operators where they stand: as they were written, so that what
/// types refuse is reported there. A macro cannot know a token and keep it as it is, so each is handed over twice.
macro_rules! operators {
    ($d:tt [$($op:tt)*] [$($sum:tt)*] [$($leading:tt)*]) => {
        /// An operator between two operands: `operator otherwise {state} operator rest`, where anything else is looked at as an
        /// `operator` in another state, or is `unexpected`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_operator {
            // A name in front of a product with an access, as below.
            $((
                $sum $d otherwise:tt {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)*]}
                $d op:tt $d n:ident $d times:tt $d u:tt [ $d($d i:tt)* ] $d($d r:tt)*
            ) => {
                $d crate::__finch_leading!(
                    $d n $d times {$d k $d o $d a $d c [$d($d x)* $d op]} $d n $d times $d u [ $d($d i)* ] $d($d r)*
                )
            };)*
            $((
                $sum $d otherwise:tt {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)*]}
                $d op:tt $d n:ident $d times:tt ( $d($d g:tt)* ) $d($d r:tt)*
            ) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_leading!(
                        $d n $d times {$d k $d o $d a $d c [$d($d x)* $d op]} $d n $d times ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(@operand $d k $d o $d a $d c [$d($d x)* $d op] $d n $d times ( $d($d g)* ) $d($d r)*)}
                )
            };
            (
                $sum $d otherwise:tt {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)*]}
                $d op:tt $d n:ident $d times:tt $d f:ident ( $d($d g:tt)* ) $d($d r:tt)*
            ) => {
                $d crate::__finch_holds!(
                    {$d($d g)*}
                    {$d crate::__finch_leading!(
                        $d n $d times {$d k $d o $d a $d c [$d($d x)* $d op]} $d n $d times $d f ( $d($d g)* ) $d($d r)*
                    )}
                    {$d crate::__finch_expr!(
                        @operand $d k $d o $d a $d c [$d($d x)* $d op] $d n $d times $d f ( $d($d g)* ) $d($d r)*
                    )}
                )
            };)*
            $(($op $d otherwise:tt {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)*]} $d op:tt $d($d r:tt)*) => {
                $d crate::__finch_expr!(@operand $d k $d o $d a $d c [$d($d x)* $d op] $d($d r)*)
            };)*
            ($d next:tt operator {$d($d state:tt)*} $d($d r:tt)*) => {
                $d crate::__finch_expr!(@operator $d($d state)* $d($d r)*)
            };
            ($d next:tt unexpected $d state:tt $d same:tt $d($d r:tt)*) => {
                $d crate::__finch_unexpected!($d next $d same)
            };
        }

        /// A literal or a name in front of an access, with which it must agree: one of a generic type has no operators of its own.
        /// `token operator {state} token operator rest`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_leading {
            $(
                ($d n:literal $leading {$d k:tt $d o:tt $d a:tt $d c:tt []} $d same:tt $d op:tt $d($d r:tt)*) => {
                    $d crate::__finch_expr!(@operand $d k $d o $d a $d c [$d crate::notation::Leading($d n) $d op] $d($d r)*)
                };
                ($d n:ident $leading {$d k:tt $d o:tt $d a:tt $d c:tt []} $d same:tt $d op:tt $d($d r:tt)*) => {
                    $d crate::__finch_expr!(@operand $d k $d o $d a $d c [$d crate::notation::Leading($d n) $d op] $d($d r)*)
                };
            )*
            ($d n:ident * {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)+]} $d same:tt $d op:tt $d($d r:tt)*) => {
                $d crate::__finch_expr!(
                    @operand $d k $d o $d a $d c [$d($d x)+ $d crate::notation::Leading($d n) $d op] $d($d r)*
                )
            };
            ($d n:ident / {$d k:tt $d o:tt $d a:tt $d c:tt [$d($d x:tt)+]} $d same:tt $d op:tt $d($d r:tt)*) => {
                $d crate::__finch_expr!(
                    @operand $d k $d o $d a $d c [$d($d x)+ $d crate::notation::Leading($d n) $d op] $d($d r)*
                )
            };
            ($d n:tt $d other:tt {$d k:tt $d o:tt $d a:tt $d c:tt []} $d same:tt $d($d r:tt)*) => {
                $d crate::__finch_expr!(@operator $d k $d o $d a $d c [$d same] $d($d r)*)
            };
            ($d n:tt $d other:tt {$d($d state:tt)*} $d($d r:tt)*) => {
                $d crate::__finch_expr!(@operand $d($d state)* $d($d r)*)
            };
        }
    };
}

operators! { $ [+ - * / % & | ^ << >>] [+ -] [+ - * /] }

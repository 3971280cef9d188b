//! The macro.

/// A sum of products of tensors.
#[macro_export]
macro_rules! einsum {
    ($($sum:tt)+) => { $crate::__einsum!(@semiring $($sum)+) };
    () => { compile_error!("einsum!: a sum of products, such as `c[i, j] += a[i, k] * b[k, j]`") };
}

/// What [`einsum!`] becomes.
#[doc(hidden)]
#[macro_export]
macro_rules! __einsum {
    // The semiring, and the result.
    (@semiring [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$crate::traits::algebra::semiring::PlusTimes] [] [$($y)*]} [] $($product)+)
    };
    (@semiring $c:ident $(. $field:tt)* [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$crate::traits::algebra::semiring::PlusTimes] [$c $(. $field)*] [$($y)*]} [] $($product)+)
    };
    (@semiring $semiring:path : [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$semiring] [] [$($y)*]} [] $($product)+)
    };
    (@semiring $semiring:path : $c:ident $(. $field:tt)* [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$semiring] [$c $(. $field)*] [$($y)*]} [] $($product)+)
    };
    (@semiring $($other:tt)*) => {
        compile_error!(concat!(
            "einsum!: `", stringify!($($other)*), "` is no sum of products, such as `c[i, j] += a[i, k] * b[k, j]`, \
             `[i, j] += a[i, k] * b[k, j]` for a new tensor, `MinPlus: c[i, j] += a[i, k] * b[k, j]` over a semiring"
        ))
    };
    // The operands, one by one.
    (@operands $to:tt [$($done:tt)*] $a:ident $(. $field:tt)* [$($i:ident),* $(,)?]) => {
        $crate::__einsum!(@all $to [$($done)* {[$a $(. $field)*] [$($i)*]}])
    };
    (@operands $to:tt [$($done:tt)*] $a:ident $(. $field:tt)* [$($i:ident),* $(,)?] * $($product:tt)+) => {
        $crate::__einsum!(@operands $to [$($done)* {[$a $(. $field)*] [$($i)*]}] $($product)+)
    };
    (@operands $to:tt $done:tt $($other:tt)*) => {
        compile_error!(concat!(
            "einsum!: `", stringify!($($other)*), "` is no product of tensors at indices, such as `a[i, k] * b[k, j]`: sums, numbers and \
             functions stand in a `finch!` program"
        ))
    };
    (@all {[$semiring:path] [$($c:tt)*] [$($y:ident)*]} [$({[$($a:tt)+] [$($i:ident)*]})+]) => {
        // Tensors are borrowed before indices take their names.
        match $crate::__einsum!(@list $({$crate::einsum::operand(&$($a)+)})+) {
            operands => {
                let sum = {
                    #[allow(unused_imports)]
                    use $crate::einsum::Place as _;
                    // An index that stands there several times is the one that is declared last.
                    $crate::__einsum!(@indices [$crate::traits::algebra::typenum::U0] $($($i)* )+);
                    $crate::einsum::einsum::<$semiring, _, _>(
                        operands.place($crate::__einsum!(@list $({($crate::__einsum!(@list $({$i})*), stringify!($($a)+))})+)),
                        $crate::__einsum!(@list $({$y})*),
                    )
                };
                $crate::__einsum!(@result sum $($c)*)
            }
        }
    };
    (@result $sum:ident) => { $sum };
    (@result $sum:ident $($c:tt)+) => {{
        use $crate::traits::notation::AsOutput as _;
        $sum.into_output($($c)+.as_output(), stringify!($($c)+))
    }};
    (@list) => { $crate::traits::index::Nil };
    (@list {$($first:tt)*} $({$($more:tt)*})*) => {
        $crate::traits::index::Cons($($first)*, $crate::__einsum!(@list $({$($more)*})*))
    };
    (@indices [$number:ty]) => {};
    (@indices [$number:ty] $i:ident $($more:ident)*) => {
        #[allow(unused_variables)]
        let $i = {
            #[allow(non_camel_case_types)]
            enum $i {}
            impl $crate::traits::algebra::nat::Name for $i {
                const NAME: &'static str = stringify!($i);
            }
            $crate::traits::index::Index::<$crate::traits::algebra::nat::Named<$number, $i>>::new()
        };
        $crate::__einsum!(@indices [$crate::traits::algebra::nat::Succ<$number>] $($more)*);
    };
}

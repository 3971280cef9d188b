//! Operations as types, which hold what they read and write, so that they run under a policy.

/// Declares an operation that is one program with a loop over rows, as a type; [`Serial`](finch_kernels::policy::Serial) can run it, and
/// so can `Parallel` if what it reads can be shared between threads and what it writes can be put together of parts.
macro_rules! operation {
    (
        $(#[$doc:meta])*
        $name:ident reads [$($A:ident: $Read:path),+] $(writes $C:ident: $Written:path)?,
        { $($field:ident: $type:ty),+ }
        $(with { $($with:tt)* })? $(wide if $wide:ty;)?
        { $($head:tt)* } $row:ident { $($body:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<'c, 'a, $($A,)+ $($C)?> {
            $(pub(crate) $field: $type,)+
        }

        impl<'c, 'a, $($A: $Read,)+ $($C: $Written)?> finch_kernels::policy::Policy<$name<'c, 'a, $($A,)+ $($C)?>>
            for finch_kernels::policy::Serial
        {
            fn run(self, operation: $name<'c, 'a, $($A,)+ $($C)?>) -> finch_kernels::Result<()> {
                let $name { $($field),+ } = operation;
                $($($with)*)?
                finch_kernels::traits::finch! { $($head)* for $row { $($body)* } }$(.wide_if::<$wide>())?.run()
            }
        }

        #[cfg(feature = "parallel")]
        impl<'c, 'a, $($A: $Read,)+ $($C: $Written)?> finch_kernels::policy::Policy<$name<'c, 'a, $($A,)+ $($C)?>>
            for finch_kernels::policy::Parallel
        where
            $($A: finch_kernels::traits::level::Level<Fibers<'a>: Send + Sync>,)+
            $($C: finch_kernels::traits::lifecycle::WriteInParts<Splits = finch_kernels::traits::algebra::logic::Yes>
                + Default + Send + Sync,)?
        {
            fn run(self, operation: $name<'c, 'a, $($A,)+ $($C)?>) -> finch_kernels::Result<()> {
                let $name { $($field),+ } = operation;
                $($($with)*)?
                finch_kernels::traits::finch! { $($head)* parallel for $row { $($body)* } }
                    $(.wide_if::<$wide>())?
                    .run_parallel_by(self.values(1))
            }
        }
    };
}
pub(crate) use operation;

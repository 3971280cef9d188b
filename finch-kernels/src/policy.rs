//! How kernels run: on one thread, or on several.
//!
//! Kernels whose names end in `_by` take a policy as their first argument: [`Serial`] or, with the feature `parallel`, `Parallel`.
//! They are `spmv_by`, `spmv_transposed_by`, `spmv_pattern_by`, `symmetric_by`, `spmm_by`, `gustavson_by`, `unsorted_by`, `spgemm_by`, `sddmm_by`, `mttkrp_by`,
//! `mttkrp_4_by`, `transposed_by`, and `add_by`, `multiply_by` and `copy_by` of matrices; `histogram_by`, `histogram_where_by` and `blend_by`
//! of finch-image. Their
//! other forms, such as `spmv` and `spmv_into`, run with [`Serial`]. All other kernels run on the caller's thread.
//!
//! ```
//! use finch_kernels::prelude::*;
//!
//! let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
//! let (x, mut y) = (Vector::from(vec![1.0, 10.0]), Vector::default());
//! spmv::spmv_by(Serial, PlusTimes, &mut y, &a, &x)?;
//! assert_eq!(y, spmv(&a, &x)?);
//! # #[cfg(feature = "parallel")] {
//! // On the threads of the rayon pool that the caller is in.
//! spmv::spmv_by(Parallel::new(), PlusTimes, &mut y, &a, &x)?;
//! assert_eq!(y, spmv(&a, &x)?);
//! # }
//! # Ok::<(), Error>(())
//! ```
//!
//! | policy | formats of operands | of the output |
//! |---|---|---|
//! | [`Serial`] | any | any that can be written |
//! | `Parallel` | any whose arrays can be shared between threads | rows that are `Dense`, `SparseList` or `SparsePairs` levels, over any that [parts can write](crate::traits::lifecycle::WriteInParts) |
//!
//! Both write the same result, to the last bit, but for rounded sums of
//! [`spmv_transposed_by`](crate::spmv::spmv_transposed_by) and [`symmetric_by`](crate::spmv::symmetric_by) over `FastPlusTimes`. `Parallel` cuts a loop over rows by what the operands store; results do not depend on the number of
//! threads. A kernel with little to do runs in one part, on the caller's thread. So does [`spgemm_by`](crate::spgemm::spgemm_by) where
//! it chooses outer products. Where small kernels follow each other, as in the rounds of a solver, `keep_awake` keeps threads from falling
//! asleep in between.

use crate::imports::*;

#[cfg(feature = "parallel")]
pub use finch_formats::traits::program::keep_awake;

/// The policy to run a kernel on one thread, the caller's. Results are those of the kernels without a policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

/// The threads of the rayon pool that the caller is in.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// // Parts of at least 100 values each.
/// let policy = Parallel::new().grain(100);
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
/// let mut c = Csr::default();
/// spgemm::spgemm_by(policy, PlusTimes, &mut c, &a, &a)?;
/// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 6.0]);
/// # Ok::<(), Error>(())
/// ```
#[cfg(feature = "parallel")]
#[derive(Clone, Copy, Debug)]
pub struct Parallel {
    grain: usize,
}

#[cfg(feature = "parallel")]
impl Default for Parallel {
    fn default() -> Self {
        Parallel::new()
    }
}

#[cfg(feature = "parallel")]
impl Parallel {
    /// Parts that are each worth waking a thread.
    pub const fn new() -> Self {
        Parallel {
            grain: finch_formats::traits::program::GRAIN,
        }
    }

    /// Sets how much a part has to do at least, in values that are multiplied or copied: by default
    /// [`GRAIN`](finch_formats::traits::program::GRAIN). For measuring, and for operators of one's
    /// own that take long.
    #[must_use]
    pub const fn grain(mut self, grain: usize) -> Self {
        self.grain = grain;
        self
    }

    /// How many values operands store in a part at least, where each of them takes `work`: what `run_parallel_by` takes.
    pub fn values(self, work: usize) -> usize {
        self.grain.div_ceil(work.max(1))
    }
}

/// A policy under which a kernel can run, which is a type that holds its operands.
#[diagnostic::on_unimplemented(
    message = "this kernel cannot run under the policy `{Self}`",
    label = "not with operands and outputs of these formats",
    note = "under `Serial` it can whatever the formats",
    note = "under `Parallel`, outputs are written in parts that are put together, as those of most formats can be, such as `Csr`, `Matrix` and \
            `Coo`; borrowed arrays cannot; and operands can be shared between threads"
)]
pub trait Policy<K>: Copy {
    /// Runs the kernel.
    ///
    /// # Errors
    ///
    /// Those of the kernel.
    fn run(self, kernel: K) -> Result<()>;
}

/// Declares a kernel that is one program with a loop over rows, as a type that holds what it writes and reads; every policy can run
/// it.
///
/// ```text
/// kernel! {
///     /// What `spmv_by` is.
///     spmv_by over S,
///     Spmv[T: Copy + 'static, S: Semiring<T>] of (T, S),
///     writes y: Y: VectorOutput<T, S::Zero>;
///     reads a: A: MatrixOf<T>, x: X: VectorOf<T>;
///     { y .= _; } j { for i { .. } }
/// }
/// ```
///
/// | clause | says |
/// |---|---|
/// | `over S` | behind the function that runs it: its second argument is a semiring |
/// | `in w: W: VectorOutput<..>;` | behind `writes`: a workspace, which is the last argument |
/// | `with { let .. }` | behind `reads`: what comes before the program |
/// | `work ..;` | behind `reads`: how many values are taken for each that the operands store; 1 if it is not said |
/// | `wide if ..;` | behind that: the loops run on the [widest vectors](finch_formats::traits::program::Program::wide) of the processor, if this type is `Yes`, or `Widest` for those of AVX-512 |
macro_rules! kernel {
    (
        $(#[$doc:meta])*
        $by:ident $(over $S:ident)?,
        $name:ident[$($generics:tt)*] of ($($of:ident),*),
        writes $c:ident: $C:ident: $Written:path; $(in $w:ident: $W:ident: $Work:path;)?
        reads $($a:ident: $A:ident: $Read:path),+;
        $(work $work:expr;)? $(wide if $wide:ty;)? $(with { $($with:tt)* })?
        { $($head:tt)* } $row:ident { $($body:tt)* }
    ) => {
        #[doc = concat!("What [`", stringify!($by), "`] runs under a [policy](crate::policy).")]
        #[derive(Debug)]
        pub struct $name<'c, 'a, $($of,)* $C, $($W,)? $($A),+> {
            pub(crate) $c: &'c mut finch_formats::Tensor<$C>,
            $(pub(crate) $w: &'c mut finch_formats::Tensor<$W>,)?
            $(pub(crate) $a: &'a finch_formats::Tensor<$A>,)+
            pub(crate) of: core::marker::PhantomData<($($of,)*)>,
        }

        impl<'c, 'a, $($generics)*, $C: $Written, $($W: $Work,)? $($A: $Read),+>
            $crate::policy::Policy<$name<'c, 'a, $($of,)* $C, $($W,)? $($A),+>> for $crate::policy::Serial
        {
            #[inline]
            fn run(self, kernel: $name<'c, 'a, $($of,)* $C, $($W,)? $($A),+>) -> finch_formats::Result<()> {
                let $name { $c, $($w,)? $($a,)+ .. } = kernel;
                $($($with)*)?
                finch_formats::traits::finch! { $($head)* for $row { $($body)* } }$(.wide_if::<$wide>())?.run()
            }
        }

        #[cfg(feature = "parallel")]
        impl<'c, 'a, $($generics)*, $C, $($W,)? $($A),+>
            $crate::policy::Policy<$name<'c, 'a, $($of,)* $C, $($W,)? $($A),+>> for $crate::policy::Parallel
        where
            T: Send + Sync,
            $C: $Written
                + finch_formats::traits::lifecycle::WriteInParts<Splits = finch_formats::traits::algebra::logic::Yes>
                + Default + Send + Sync,
            $($W: $Work + Default + Send + Sync,)?
            $($A: $Read + finch_formats::traits::level::Level<Fibers<'a>: Send + Sync>,)+
        {
            fn run(self, kernel: $name<'c, 'a, $($of,)* $C, $($W,)? $($A),+>) -> finch_formats::Result<()> {
                let $name { $c, $($w,)? $($a,)+ .. } = kernel;
                $($($with)*)?
                let work: usize = 1 $(* $work)?;
                finch_formats::traits::finch! { $($head)* parallel for $row { $($body)* } }
                    $(.wide_if::<$wide>())?
                    .run_parallel_by(self.values(work))
            }
        }

        $(#[$doc])*
        #[inline]
        pub fn $by<'a, $($of,)* $C, $($W,)? $($A),+>(
            policy: impl for<'c> $crate::policy::Policy<$name<'c, 'a, $($of,)* $C, $($W,)? $($A),+>>,
            $(_semiring: $S,)?
            $c: &mut finch_formats::Tensor<$C>,
            $($a: &'a finch_formats::Tensor<$A>,)+
            $($w: &mut finch_formats::Tensor<$W>,)?
        ) -> finch_formats::Result<()> {
            policy.run($name {
                $c,
                $($w,)?
                $($a,)+
                of: core::marker::PhantomData,
            })
        }
    };
}
pub(crate) use kernel;

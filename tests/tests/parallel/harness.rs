//! Pools of many sizes, and programs run in them beside the dense oracle.

use finch_algebra::fill::Fill;
use finch_formats::Tensor;
use finch_tests::nest;
use finch_tests::oracle::{Array, Value};
use finch_tests::scalar::{self, fill_value};
use finch_traits::level::Level;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt::Debug;
use std::sync::LazyLock;

/// Pools of 1, 2, 3 and 16 threads, or of as many as the variable `FINCH_POOLS` lists. Programs of debug builds need larger stacks than
/// rayon gives to threads.
pub(crate) static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads: &str| {
        ThreadPoolBuilder::new()
            .num_threads(threads.parse().unwrap())
            .stack_size(8 << 20)
            .build()
    };
    let sizes = std::env::var("FINCH_POOLS");
    let sizes = sizes.as_deref().unwrap_or("1,2,3,16").split(',');
    sizes.map(|threads| pool(threads).unwrap()).collect()
});

/// How often a program runs in each pool: once for each size of its parts, or as often as the variable `FINCH_RUNS` says. What a run leaves
/// behind, such as memory that is used again, the next size may find.
static RUNS: LazyLock<usize> = LazyLock::new(|| {
    let runs = std::env::var("FINCH_RUNS");
    runs.as_deref().unwrap_or("1").parse().unwrap()
});

/// Calls `run` as often as programs run in each pool.
pub(crate) fn in_each_pool(mut run: impl FnMut() + Send) {
    for pool in &*POOLS {
        pool.install(|| (0..*RUNS).for_each(|_| run()))
    }
}

/// What `work` returns, which is the same in all pools, however often.
#[track_caller]
pub(crate) fn in_pools<R: PartialEq + Debug + Send + Sync>(work: impl Fn() -> R + Sync) -> R {
    let first = POOLS[0].install(&work);
    in_each_pool(|| assert_eq!(first, work(), "on {} threads", rayon::current_num_threads()));
    first
}

/// What `run` returns in one go, which is the same as in parts of these sizes, in all pools, however often.
#[track_caller]
pub(crate) fn in_parts<T: Debug + Sync>(
    grains: [usize; 3],
    same: impl Fn(&T, &T) -> bool + Sync,
    run: impl Fn(Option<usize>) -> T + Sync,
) -> T {
    let serial = run(None);
    for grain in grains {
        in_each_pool(|| {
            let (parts, threads) = (run(Some(grain)), rayon::current_num_threads());
            assert!(
                same(&parts, &serial),
                "in parts of {grain}, on {threads} threads: {parts:?}, not {serial:?}"
            )
        })
    }
    serial
}

/// How a program ends, in one go or in parts of a size.
macro_rules! ends {
    ($parts:ident, $($program:tt)*) => {{
        let program = finch_traits::finch! { $($program)* };
        match $parts {
            None => program.run(),
            Some(grain) => program.run_parallel_by(grain),
        }
    }};
}
pub(crate) use ends;

/// What a program reads or writes, as the oracle has it.
pub(crate) trait Operand {
    fn array(&self) -> Array;
    fn background(&self) -> Value;
}

impl<L: Level<T: scalar::Scalar>> Operand for Tensor<L> {
    fn array(&self) -> Array {
        nest::read(self).unwrap()
    }
    fn background(&self) -> Value {
        fill_value::<L::T, L::Fill>()
    }
}

impl<T: scalar::Scalar, F: Fill<T>> Operand for finch_formats::Scalar<T, F> {
    fn array(&self) -> Array {
        Array::scalar(self.get().value())
    }
    fn background(&self) -> Value {
        fill_value::<T, F>()
    }
}

/// A program, as text for the oracle and as one that has parallel loops, agrees with it: run in one go, and in parts of several
/// sizes in all pools. Outputs are made by the expressions behind their names; those behind `mut` are updated. The program stands here once:
/// each place where one stands is compiled.
macro_rules! agrees {
    ($text:literal, [$($input:ident),*], [$($how:ident $output:ident = $made:expr),+], $(with $w:ident = $work:expr,)? { $($program:tt)* }) => {{
        #[allow(unused_imports)]
        use $crate::Operand;
        let mut world = finch_tests::oracle::World::default();
        $( world.insert(stringify!($input), $input.array()); )*
        $( $crate::agrees!(@introduce $how world, stringify!($output), $made); )+
        finch_tests::oracle::Program::parse($text).run(&mut world);
        let compare = |how: &str, found: &[(&str, finch_tests::oracle::Array)]| {
            for (name, found) in found {
                let expected = &world[name];
                assert!(
                    found.shape() == expected.shape() && found.difference(expected).is_none(),
                    "`{}`, {how}: `{name}` is\n  {found}\nwhere the oracle has\n  {expected}",
                    $text
                );
            }
        };
        let run = |parts: Option<usize>| {
            $( let mut $output = $made; )+
            $( let mut $w = $work; )?
            $crate::ends!(parts, $($program)*).unwrap();
            [$((stringify!($output), $output.array())),+]
        };
        compare("in one go", &run(None));
        for grain in [1, 2, 5, usize::MAX] {
            let found = $crate::in_pools(|| format!("{:?}", run(Some(grain))));
            let outside = run(Some(grain));
            assert_eq!(found, format!("{outside:?}"), "outside of pools");
            compare(&format!("in parts of {grain}"), &outside);
        }
    }};
    (@introduce new $world:ident, $name:expr, $made:expr) => {{
        let made = $made;
        $world.declare($name, made.array().shape().to_vec(), made.background());
    }};
    (@introduce old $world:ident, $name:expr, $made:expr) => {{
        let made = $made;
        $world.update($name, made.array(), made.background());
    }};
}
pub(crate) use agrees;

/// A program with parallel loops whose outputs are made by the expressions behind their names: what it stores in parts is what the
/// oracle says, and bit for bit what it stores in one go, whatever the parts and however many the threads.
macro_rules! appends {
    ($text:literal, [$($input:ident),*], [$($output:ident = $made:expr),+], $(with $w:ident = $work:expr,)? { $($program:tt)* }) => {{
        #[allow(unused_imports)]
        use $crate::Operand;
        let mut world = finch_tests::oracle::World::default();
        $( world.insert(stringify!($input), $input.array()); )*
        $( world.declare(stringify!($output), $made.array().shape().to_vec(), $made.background()); )+
        finch_tests::oracle::Program::parse($text).run(&mut world);
        let run = |parts: Option<usize>| {
            $( let mut $output = $made; )+
            $( let mut $w = $work; )?
            $crate::ends!(parts, $($program)*).unwrap();
            ($($output,)+)
        };
        let ($($output,)+) = run(None);
        $(
            let (found, expected) = ($output.array(), &world[stringify!($output)]);
            assert!(
                found.shape() == expected.shape() && found.difference(expected).is_none(),
                "`{}`: `{}` is\n  {found}\nwhere the oracle has\n  {expected}", $text, stringify!($output)
            );
        )+
        let serial = ($($output,)+);
        for grain in [1, 3, 20, usize::MAX] {
            $crate::in_each_pool(|| {
                let ($($output,)+) = run(Some(grain));
                let ($(ref $output,)+) = ($($output,)+);
                let same = {
                    let parts = ($($output,)+);
                    let ($($output,)+) = &serial;
                    $crate::appends!(@same parts; [$($output)+])
                };
                assert!(same, "`{}` in parts of {grain}", $text);
                $( $output.validate().unwrap(); )+
            })
        }
    }};
    (@same $parts:ident; [$a:ident]) => { $a.same_storage($parts.0) };
    (@same $parts:ident; [$a:ident $b:ident]) => { $a.same_storage($parts.0) && $b.same_storage($parts.1) };
}
pub(crate) use appends;

//! There and back.

use super::data;
use finch_formats::tensor::axes::Axes;
use finch_tests::nest::{self, Nest, name};
use finch_tests::prelude::{Data, Tensor};
use finch_traits::Error;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::Shape;
use std::fmt::Debug;

/// A nest that can be written.
pub(crate) trait Writable: WriteLevel<T: PartialEq + Debug, Rank: Axes> + Default + Debug {}

impl<L: WriteLevel<T: PartialEq + Debug, Rank: Axes> + Default + Debug> Writable for L {}

/// The arrays of a level and of those below, as text: all but what is of use only while a level is written.
pub(crate) fn storage(level: &(impl Level + Debug)) -> String {
    let text = format!("{level:?}");
    if text.contains("Separate {") {
        // Which keeps levels for later.
        return format!("{} bytes", level.bytes());
    }
    const ARRAYS: [&str; 9] = [
        " ptr: [",
        " idx: [",
        " left: [",
        " right: [",
        " ofs: [",
        " tbl: [",
        " slot: [",
        "Element([",
        "Bit([",
    ];
    let mut starts: Vec<_> = ARRAYS.iter().flat_map(|array| text.match_indices(array)).collect();
    starts.sort();
    let arrays = starts.into_iter().map(|(start, name)| {
        let mut open = 0;
        let end = text[start + name.len() - 1..].find(|c| {
            open += usize::from(c == '[');
            open -= usize::from(c == ']');
            open == 0
        });
        &text[start..start + name.len() + end.unwrap_or(0)]
    });
    arrays.collect()
}

/// The entries that are not fill.
pub(crate) fn entries<L: Level<T: PartialEq>>(tensor: &Tensor<L>) -> Vec<(Shape<L::Rank>, L::T)> {
    let mut entries = tensor.to_triplets();
    entries.retain(|(_, value)| *value != tensor.fill());
    entries
}

/// That `tensor` is valid and holds what `source` does.
#[track_caller]
pub(crate) fn same<L: Level<T: PartialEq + Debug>, A: Level<T = L::T, Rank = L::Rank>>(
    tensor: &Tensor<L>,
    source: &Tensor<A>,
    what: &str,
) {
    let what = format!("{} of shape {:?}, {what}", name::<L>(), source.shape());
    tensor.validate().unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(tensor.shape(), source.shape(), "{what}");
    // Of large ones the entries will do.
    if source.shape().iter().product::<usize>() <= 10_000 {
        assert_eq!(tensor.to_dense().unwrap(), source.to_dense().unwrap(), "{what}: values")
    }
    let (found, expected) = (entries(tensor), entries(source));
    assert_eq!(found, expected, "{what}: entries");
    for (index, value) in found.into_iter().step_by(7) {
        assert_eq!(tensor.get(index.clone()), Some(value), "{what}: the value at {index:?}")
    }
}

fn failed<L>(what: &str, error: &Error) -> ! {
    panic!("{} {what}: {error:?}", name::<L>())
}

/// From `source` into `L`, out of it by way of `A` and `B`, and back.
#[track_caller]
pub(crate) fn trip<L: Writable, A, B>(source: &Tensor<A>)
where
    A: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug,
    B: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug,
{
    let first = Tensor::<L>::from_tensor(source).unwrap_or_else(|error| failed::<L>("from the source", &error));
    same(&first, source, "from the source");
    // Along with what the nest stores anyway.
    let copy = first
        .convert::<B>()
        .unwrap_or_else(|error| failed::<L>("to a copy", &error));
    same(&copy, source, "to a copy");
    let second = Tensor::<L>::from_tensor(&copy).unwrap_or_else(|error| failed::<L>("from a copy", &error));
    same(&second, source, "from a copy");
    // Runs that stay as they are written are written one by one.
    if !format!("{:?}", first.level()).contains("logic::No>") {
        let (a, b) = (storage(first.level()), storage(second.level()));
        let what = format!(
            "{} of shape {:?}: what a second trip stores",
            name::<L>(),
            source.shape()
        );
        assert_eq!(a, b, "{what}");
        let sizes = |tensor: &Tensor<L>| (tensor.count_stored(), tensor.bytes());
        assert_eq!(sizes(&first), sizes(&second), "{what}")
    }
    // Without fills.
    let back = second
        .drop_fills::<A>()
        .unwrap_or_else(|error| failed::<L>("without fills", &error));
    same(&back, source, "without fills");
    assert_eq!(back.to_triplets(), entries(source), "what is stored without fills");
}

/// What tensors are made of.
pub(crate) trait Makes {
    /// Makes a tensor of nest `L` of what `source` holds.
    fn made<L: Writable>(source: &Tensor<impl Level<T = L::T, Fill = L::Fill, Rank = L::Rank>>);
}

/// All values at once.
pub(crate) struct Values;

/// Entries in any order.
pub(crate) struct Entries;

impl Makes for Values {
    #[track_caller]
    fn made<L: Writable>(source: &Tensor<impl Level<T = L::T, Fill = L::Fill, Rank = L::Rank>>) {
        if source.shape().iter().product::<usize>() > 10_000 {
            return;
        }
        let dense = Tensor::<L>::from_dense(source.shape(), &source.to_dense().unwrap()).unwrap();
        same(&dense, source, "from all values")
    }
}

impl Makes for Entries {
    #[track_caller]
    fn made<L: Writable>(source: &Tensor<impl Level<T = L::T, Fill = L::Fill, Rank = L::Rank>>) {
        if source.shape().iter().product::<usize>() > 10_000 {
            return;
        }
        let mut triplets = source.to_triplets();
        triplets.reverse();
        let listed = Tensor::<L>::from_triplets(source.shape(), triplets, finch_tests::prelude::algebra::Overwrite);
        same(&listed.unwrap(), source, "from entries")
    }
}

/// All trips through `L` from and to `X`, and tensors that `M` makes. `A` is built without any program.
pub(crate) fn all<L: Writable, A, X, M: Makes, const RANK: usize>()
where
    A: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug + Nest,
    X: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug,
{
    let mut fixed = [data::nothing(RANK), data::fixed(RANK)].concat();
    if RANK == 2 {
        // Every third file, which ones depends on the nest: each goes through a third of all nests.
        fixed.extend(data::files().into_iter().skip(name::<L>().len() % 3).step_by(3))
    }
    for data in &fixed {
        tried::<L, A, X, M>(data)
    }
    data::random::<RANK>(|case| tried::<L, A, X, M>(&case.data()))
}

#[track_caller]
fn tried<L: Writable, A, X, M: Makes>(data: &Data)
where
    A: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug + Nest,
    X: WriteLevel<T = L::T, Fill = L::Fill, Rank = L::Rank> + Default + Debug,
{
    let source = nest::tensor::<A>(data).convert::<X>().unwrap();
    trip::<L, X, X>(&source);
    M::made::<L>(&source)
}

/// A test of all trips through each nest, which has a name: `trips!(2, Coo, Csr: Name = Nest, ...)`. By turns they are by way of the first
/// of both, and made of all values too, and by way of the second, and made of entries too.
macro_rules! trips {
    ($rank:literal, $a:ty, $b:ty: $($nests:tt)*) => { trips! { @Values Entries [$rank $a, $a, $b] $($nests)* } };
    (@$made:ident $next:ident $of:tt) => {};
    (@$made:ident $next:ident [$rank:literal $a:ty, $x:ty, $y:ty] $(#[$meta:meta])* $name:ident = $nest:ty; $($nests:tt)*) => {
        $(#[$meta])*
        #[test]
        fn $name() {
            all::<$nest, $a, $x, $made, $rank>()
        }
        trips! { @$next $made [$rank $a, $y, $x] $($nests)* }
    };
}
pub(crate) use trips;

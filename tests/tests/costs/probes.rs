//! How many indices a protocol looks at, told by indices that count.

use finch_formats::tensor::RootFiber;
use finch_formats::width::Width;
use finch_tests::prelude::*;
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::expr::access::Access;
use finch_traits::expr::overload::access;
use finch_traits::index::set::Just;
use finch_traits::index::{Cons, Index, IndexTerm, Nil, walk};
use finch_traits::level::Level;
use std::cell::Cell;
use std::cmp::Ordering;
use typenum::U1;

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
}

/// An index of a level that counts how often it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Probed(pub(crate) u32);

/// How often indices are looked at by `run`.
pub(crate) fn looks_of(run: impl FnOnce()) -> u64 {
    LOOKS.with(|looks| looks.set(0));
    run();
    LOOKS.with(Cell::get)
}

/// Looks at an index.
fn look() {
    LOOKS.with(|looks| looks.set(looks.get() + 1))
}

impl Ord for Probed {
    fn cmp(&self, other: &Self) -> Ordering {
        look();
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Probed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

// SAFETY: what fits a `u32` is given back, and what does not is refused.
unsafe impl Width for Probed {
    const MAX: usize = u32::MAX as usize;
    const NAME: &'static str = "Probed";
    type FiberIndex = u64;
    fn new(number: usize) -> Option<Self> {
        u32::try_from(number).ok().map(Probed)
    }
    fn truncate(number: usize) -> Self {
        Probed(number as u32)
    }
    fn to_usize(self) -> usize {
        look();
        self.0 as usize
    }
}

/// A list whose indices count, and one whose do not.
pub(crate) type List = Tensor<SparseList<Element<f64>, Vec<usize>, Vec<Probed>>>;
type Other = Tensor<SparseList<Element<f64>>>;

/// How many entries the long list has.
pub(crate) const LONG: usize = 1 << 14;
/// How many the short one has.
const SHORT: usize = 8;

/// Every third index.
pub(crate) fn long() -> List {
    let idx = (0..LONG).map(|at| Probed(3 * at as u32)).collect();
    let level = SparseList::new(3 * LONG, vec![0, LONG], idx, Element::new(vec![1.0; LONG]));
    Tensor::new(level).unwrap()
}

/// Spread over all, every other of which the long list has.
fn short() -> Other {
    let step = 3 * LONG / SHORT;
    let indices = (0..SHORT).map(|at| ([at * step + at % 2], 1.0));
    Tensor::from_triplets([3 * LONG], indices, algebra::Add).unwrap()
}

/// A vector along a term, whatever that asks for.
fn along<L: Level<Rank = U1>, I: IndexTerm>(x: &Tensor<L>, term: I) -> Value<Access<RootFiber<'_, L>, Cons<I, Nil>>> {
    access(x, (term,))
}

/// The dot product of both, and how many indices of the long list it looks at.
fn looks<
    A: IndexTerm<Indices = Just<I>, IsStructural = Yes, IsPlain = Yes, IsPermissive = No>,
    B: IndexTerm<Indices = Just<I>, IsStructural = Yes, IsPlain = Yes, IsPermissive = No>,
>(
    a: &List,
    b: &Other,
    first: impl Fn(Index<I>) -> A,
    second: impl Fn(Index<I>) -> B,
) -> (f64, u64) {
    let (mut s, i) = (Scalar::new(0.0), Index::<I>::new());
    LOOKS.with(|looks| looks.set(0));
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(along(a, first(i)) * along(b, second(i)))))
        .run()
        .unwrap();
    (s.get(), LOOKS.with(Cell::get))
}

type I = U0;

#[test]
fn walking_looks_at_every_index() {
    let (dot, looks) = looks(&long(), &short(), walk, walk);
    assert_eq!(dot, SHORT as f64 / 2.0);
    // Behind the last entry of the short list there is nothing to do.
    let needed = (LONG - LONG / SHORT) as u64;
    assert!((needed..4 * needed).contains(&looks), "{looks}");
}

/// For each entry of the short list the long one is searched: exponentially, then binary, in the distance.
#[test]
fn searching_looks_at_logarithmically_many() {
    // From one entry of the short list to the next.
    let distance = (LONG / SHORT) as f64;
    let most = SHORT as u64 * (2 * distance.log2().ceil() as u64 + 12);
    let (a, b) = (long(), short());
    let counts = [
        looks(&a, &b, gallop, gallop),
        looks(&a, &b, gallop, walk),
        looks(&a, &b, walk, gallop),
        looks(&a, &b, follow, walk),
        looks(&a, &b, follow, gallop),
    ];
    for (protocol, (dot, looks)) in counts.into_iter().enumerate() {
        assert_eq!(dot, SHORT as f64 / 2.0);
        assert!(looks <= most, "number {protocol}: {looks} of {most}");
        assert!(looks >= SHORT as u64, "number {protocol}: {looks}");
    }
}

/// A loop over a part finds where that starts and ends, and looks at what is between.
#[test]
fn a_part_is_searched_for() {
    let (a, mut s, i) = (long(), Scalar::new(0.0), Index::<I>::new());
    LOOKS.with(|looks| looks.set(0));
    program()
        .declare(&mut s)
        .body(|(s,)| forall_in(i, 30_000..30_300, s.at(()).add(a.at((i,)))))
        .run()
        .unwrap();
    let looks = LOOKS.with(Cell::get);
    assert_eq!(s.get(), 100.0);
    assert!((100..100 + 4 * 14 + 10).contains(&looks), "{looks}");
}

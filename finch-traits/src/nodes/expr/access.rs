//! An access: a fiber with the indices that are not bound yet.

use crate::count::OneIf;
use crate::description::tree::Source;
use crate::expr::settled;
use crate::index::list::IsGathered;
use crate::index::list::place::IsKnownThere;
use crate::knot::*;
use crate::reads::JustReads;
use crate::scope::{Extents, NamedAccess, When};
use finch_algebra::nat::{Name, Unnamed};

/// What messages call an access. A label is dropped by the first pass, so that loops do not carry it along.
pub trait Label: Copy + Sealed {
    /// The type of this label with a name.
    type Named: Label;
    /// What messages of the compiler call it.
    type Called;
    /// The output that is read, if it is written in what is around the access.
    type Reads<L: Loops>: ReadSet;
    /// Whether it is among the outputs `R`.
    type IsAmong<R: ReadSet>: Bool;
    /// Whether it is a workspace, read in the statement that fills it.
    type IsOwn: Bool;
    /// Whether it is workspace number `N`, read behind the statement that fills it.
    type IsFilled<N: Nat>: Bool;
    /// The number of the output.
    type Output: Nat;
    /// When it can be read.
    const WHEN: When;
    /// What is known of the access if `K` is known of its fiber.
    type Known<K: Known>: Known;
    /// The label when variable `V` is known as `K`.
    type With<V: Nat, K: Known>: Label;
    /// The label when a variable is known.
    fn with<V: Nat, K: Known>(self) -> Self::With<V, K>;
    /// The name, or nothing.
    fn name(self) -> &'static str;
    /// This label with the name `name`.
    fn named(self, name: &'static str) -> Self::Named;
}

/// What labels say of inputs, and of workspaces that are filled.
macro_rules! finished {
    ($output:ty) => {
        type Reads<L: Loops> = NoReads;
        type IsAmong<R: ReadSet> = No;
        type IsOwn = No;
        type Output = $output;
        const WHEN: When = When::Finished;
    };
}

/// What labels say that stay as they are when a variable is known.
macro_rules! knows_nothing {
    () => {
        type Known<K: Known> = K;
        type With<V: Nat, K: Known> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn with<V: Nat, K: Known>(self) -> Self {
            self
        }
    };
}

impl Sealed for &'static str {}

/// The name `M`, a type.
#[derive(Debug)]
pub struct Called<M>(PhantomData<M>);

impl<M> Called<M> {
    /// The name.
    pub(crate) const NAME: Self = Called(PhantomData);
}

copied!([M] Called<M>);

impl<M: Name> Sealed for Called<M> {}

/// Labels that are a name: what messages of the compiler call it, and the name.
macro_rules! names {
    ($($(#[$doc:meta])* [$($generics:tt)*] $of:ty: $called:ty, |$label:ident| $name:expr;)*) => { $(
        $(#[$doc])*
        impl<$($generics)*> Label for $of {
            type Named = &'static str;
            type Called = $called;
            type IsFilled<Number: Nat> = No;
            finished!(U0);
            knows_nothing!();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn name(self) -> &'static str {
                let $label = self;
                $name
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn named(self, name: &'static str) -> &'static str {
                name
            }
        }
    )* };
}

names! {
    /// No name.
    [] (): Unnamed, |_label| "";
    /// A name.
    [] &'static str: Unnamed, |label| label;
    /// A name that is a type.
    [M: Name] Called<M>: M, |_label| M::NAME;
}

/// Output number `N` of the same program, which handle `H` writes, by that name. In passes that write it what is read is what
/// was written before. If `Own`, it is a workspace in the statement that fills it.
#[derive(Clone, Copy, Debug)]
pub struct OfOutput<N, H, Own = No>(&'static str, PhantomData<(N, H, Own)>);

impl<N, H, Own> OfOutput<N, H, Own> {
    /// Output number `N`, called `name`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(name: &'static str) -> Self {
        OfOutput(name, PhantomData)
    }
}

impl<N: Nat, H: Copy, Own: Bool> Sealed for OfOutput<N, H, Own> {}
impl<N: Nat, H: Copy, Own: Bool> Label for OfOutput<N, H, Own> {
    type Named = Self;
    type Called = N::Called;
    type Reads<L: Loops> = JustReads<N, H, Or<Own, L::Write<N>>, Own>;
    type IsAmong<R: ReadSet> = Or<Own, R::Has<N>>;
    type IsOwn = Own;
    type IsFilled<Number: Nat> = No;
    type Output = N;
    const WHEN: When = if Own::VALUE { When::Filling } else { When::Any };
    knows_nothing!();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(self) -> &'static str {
        self.0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn named(self, name: &'static str) -> Self {
        OfOutput::new(name)
    }
}

/// Workspace number `N` of the same program, by that name. `K` is known of it: its fill, where types ask what becomes of
/// the statements that read it if nothing is written.
#[derive(Clone, Copy, Debug)]
pub struct OfWorkspace<N, K = Unknown>(&'static str, PhantomData<(N, K)>);

impl<N> OfWorkspace<N> {
    /// Workspace number `N`, called `name`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(name: &'static str) -> Self {
        OfWorkspace(name, PhantomData)
    }
}

impl<N: Nat, K: Known> Sealed for OfWorkspace<N, K> {}
impl<N: Nat, K: Known> Label for OfWorkspace<N, K> {
    type Named = Self;
    type Called = Unnamed;
    type IsFilled<Number: Nat> = N::Eq<Number>;
    finished!(N);
    type Known<OfFiber: Known> = SelectKnown<K::IsUnknown, OfFiber, K>;
    // Among the numbers of variables, those of workspaces are apart.
    type With<V: Nat, Now: Known> = OfWorkspace<N, SelectKnown<V::Eq<Apart<N>>, Now, K>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, Now: Known>(self) -> Self::With<V, Now> {
        OfWorkspace(self.0, PhantomData)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(self) -> &'static str {
        self.0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn named(self, name: &'static str) -> Self {
        OfWorkspace(name, PhantomData)
    }
}

/// A fiber with the indices that are not bound yet.
#[derive(Clone, Copy, Debug)]
pub struct Access<F, I, M = ()> {
    pub(crate) fiber: F,
    pub(crate) indices: I,
    pub(crate) label: M,
}

/// `K`, which is known of what indices `I` lead to, unless they may lead beyond an extent.
pub(crate) type KnownWithin<K, I> = <I as IndexList>::KnownWithin<K>;

/// What is known of an access: what is of its fiber, unless it may be beyond an extent.
pub(crate) type AccessKnown<F, I> = KnownWithin<<F as Fiber>::Known, I>;

/// Run time may know more of an access than types do.
pub(crate) type AccessRuntimeKnown<F, I> = Or<<F as Fiber>::RuntimeKnown, <I as IndexList>::IsPermissive>;

impl<F: Fiber, I: IndexList> Access<F, I> {
    /// Reads `fiber` at `indices`. What outside stands for an access is made by [`access`](crate::expr::overload::access), which
    /// has as many indices as the tensor has dimensions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(fiber: F, indices: I) -> Self {
        Access {
            fiber,
            indices,
            label: (),
        }
    }
}

impl<F: Fiber, I: IndexList, M: Label> Access<F, I, M> {
    /// Gives the access a name, which error messages and [`explain`](crate::explain) call it by.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn named(self, name: &'static str) -> Access<F, I, M::Named> {
        Access {
            fiber: self.fiber,
            indices: self.indices,
            label: self.label.named(name),
        }
    }

    /// This access with the label `label`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn labelled<N: Label>(self, label: N) -> Access<F, I, N> {
        Access {
            fiber: self.fiber,
            indices: self.indices,
            label,
        }
    }

    /// The access when variable `V` is `value`, or a workspace of one value was filled with it: see [`Fiber::filled`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Access<F, I::Given<V>, M> {
        Access {
            fiber: self.fiber.filled::<V, U>(value),
            indices: self.indices.given::<V, U>(value, known),
            label: self.label,
        }
    }

    /// Whether the places that data name lie inside of the extents when index `N` is `index`. It raises no fault.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_inside<N: Nat>(&self, driver: Driver, index: usize) -> bool {
        let fiber = &self.fiber;
        self.indices
            .bind::<N>(index)
            .is_inside(driver, |axis| fiber.extent(driver, axis))
    }

    /// The access when index `N` is `index`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bind<N: Nat>(self, index: usize) -> Access<F, I::Bind<N>, M> {
        Access {
            fiber: self.fiber,
            indices: self.indices.bind::<N>(index),
            label: self.label,
        }
    }
}

forward_cursor!([F, I, M] Access<F, I, M>);

/// The extents of a fiber, if it has `few` only the first ones.
#[cfg_attr(not(debug_assertions), inline(always))]
fn extents<F: Fiber>(fiber: &F, few: bool) -> Extents {
    let (near, far) = (
        [fiber.dim(0), fiber.dim(1), fiber.dim(2), fiber.dim(3)],
        if few {
            [None; 4]
        } else {
            [fiber.dim(4), fiber.dim(5), fiber.dim(6), fiber.dim(7)]
        },
    );
    [near[0], near[1], near[2], near[3], far[0], far[1], far[2], far[3]]
}

/// A loop over `N` looks up fiber `F` at `I`, or what is below it: once the other indices have values, each place is found by an addition.
type LooksUp<F, I, N> = Or<
    And<<F as Fiber>::Dense, <I as IndexList>::Finds<N>>,
    And<
        <F as Fiber>::DenseBelow,
        And<
            Not<<<<I as IndexList>::Head as IndexTerm>::Indices as IndexSet>::Has<N>>,
            <<I as IndexList>::Tail as IndexList>::Finds<N>,
        >,
    >,
>;

impl<F: Fiber, I: IndexList, M: Label> Expr for Access<F, I, M> {
    type T = F::T;
    type Known = KnownWithin<M::Known<F::Known>, I>;
    type WhenCut = Self::Known;
    type Alive<C: Context> = Not<AccessRuntimeKnown<F, I>>;
    type Met<C: Context, X: Context> = Self::Alive<X>;
    type RuntimeKnown = AccessRuntimeKnown<F, I>;
    type Ordered<L: Loops> = <I::Indices as IndexSet>::BoundBy<L>;
    type Reads<L: Loops> = L::ReadAt<M, I>;
    // Frames do not count: where they are missing, so is what they are around, and nothing is walked over.
    type Beyond<N: Nat> = OneIf<And<I::PermissiveAt<N>, Not<IsKnownThere<F>>>>;
    type Walked<N: Nat> = OneIf<And<<I::Indices as IndexSet>::Has<N>, Not<And<F::Dense, I::HasAlone<N>>>>>;
    type Merged<N: Nat> = OneIf<And<<I::Indices as IndexSet>::Has<N>, Not<LooksUp<F, I, N>>>>;
    type IsGathered = IsGathered<I>;
    // The place that data name may be read in the workspace itself, along which nobody looks.
    type Walks<N: Nat> = Or<IsGathered<I>, And<M::IsFilled<N>, Not<I::Follows>>>;
    type Uses<V: Nat> = Names<I::Indices, V>;
    type With<V: Nat, K: Known> = Access<F, I::Given<V>, M::With<V, K>>;
    type Changed<P: Change> = Access<F, I>;
    settled!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        let label = self.label.with::<V, K>();
        self.given::<V, U>(value, known).labelled(label)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, _pass: P) -> Access<F, I> {
        self.labelled(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, F::T>>(self, pass: P, k: K) {
        pass.access(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> F::T {
        self.indices.look_up(driver, self.fiber).0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        if I::IsEmpty::VALUE {
            self.fiber.sense(driver)
        } else {
            self.indices.look_up(driver, self.fiber).1
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        if I::IsPermissive::VALUE {
            Knowledge::NOTHING
        } else {
            self.fiber.sense(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<N: Nat>(&self, driver: Driver) -> Range<isize> {
        self.indices
            .interior::<N>(driver, |axis| self.fiber.extent(driver, axis))
    }

    fn stored_before<J: Nat>(&self, _driver: Driver, index: usize) -> usize {
        if I::Alone::<J, U0, U0>::VALUE {
            self.fiber.stored_before(index)
        } else {
            0
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(&self, check: &mut C) -> Result<()> {
        self.indices.infer_inside(check)?;
        let access = NamedAccess {
            root: self.fiber.root(),
            output: M::Output::VALUE,
            rank: I::LEN,
            name: self.label.name(),
            plain: const { &I::PLAIN },
            moved_by: self.indices.moved_by(),
            offsets: [0, 1, 2, 3].map(|axis| self.indices.moved_at(axis)),
            places: match I::PLACES {
                Some(places) => Some(places(&self.indices)),
                None => None,
            },
        };
        check.read(access, extents(&self.fiber, const { I::PLAIN.is_simple() }), M::WHEN)
    }

    fn describe(&self) -> Expression {
        let rest = self.indices.describe();
        let names: Vec<&str> = rest.iter().map(|term| term.name()).collect();
        let source = Source {
            dims: (0..rest.len()).map(|axis| self.fiber.dim(axis)).collect(),
            root: self.fiber.root(),
            notation: self.fiber.notation(&names),
        };
        Expression {
            source,
            ..Expression::leaf(ExprNode::Access(FiberFacts::of::<F>()), rest, self.label.name())
        }
    }
}

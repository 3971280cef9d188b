//! A target that takes part in a loop with an index that does not unfurl it, see [`expr::late`](crate::expr::late).

use crate::knot::*;
use crate::pass::lookup::by_fours;
use crate::target::waiting_target;

/// A target whose fiber is not unfurled by the loop over index `N`: it is looked up at each of its indices.
#[derive(Clone, Copy, Debug)]
pub struct LateWrite<N, F, R> {
    write: Write<F, R>,
    index: PhantomData<N>,
}

impl<N: Nat, F: WriteFiber, R: RemainingIndices> LateWrite<N, F, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(write: Write<F, R>) -> Self {
        LateWrite {
            write,
            index: PhantomData,
        }
    }

    /// What it is at the index of the pass.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bind<K: OnTarget<Bind, F::T>>(self, pass: Bind, k: K) {
        let Write { fiber, rest, .. } = self.write;
        rest.bind::<N>(pass.index()).settle(fiber, pass, k)
    }
}

forward_cursor!([N, F, R] LateWrite<N, F, R>);

impl<N: Nat, F: WriteFiber, R: RemainingIndices> Target for LateWrite<N, F, R> {
    type T = F::T;
    type Fill = SelectKnown<R::Declared, F::Fill, Unknown>;
    type Style = style::Lookup;
    type Output = R::Output;
    waiting_target!();
    type Given<V: Nat> = LateWrite<N, F, R::Given<V>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        LateWrite::new(self.write.given::<V, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnTarget<P, F::T>>(self, pass: P, k: K) {
        pass.late_write(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up<O: Reducer<F::T>, E: Expr<T = F::T>>(self, _driver: Driver, op: O, value: E, region: Region) {
        let target = self;
        let stmt = Assign { target, op, value };
        // Vectors are of no use where data name the places, so that LLVM is not given a simple loop to make them of.
        branch!(if And<R::IsGathered, Not<<Assign<Self, O, E> as Stmt>::Exits>> {
            by_fours(stmt, region)
        } else {
            one_by_one(stmt, region)
        })
    }

    fn describe(&self) -> TargetDescription {
        let target = self.write.describe();
        TargetDescription {
            node: match target.node {
                TargetNode::Write(facts) => TargetNode::Late(facts, N::VALUE),
                other => other,
            },
            ..target
        }
    }
}

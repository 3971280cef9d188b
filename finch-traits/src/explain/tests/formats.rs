//! Fibers and outputs of every kind, as small as they can be.

use crate::explain::{FiberDescription, Nest, Protocol};
use crate::fiber::{Fiber, FillFiber, Leaf, LeafOrFill};
use crate::looplet::follow::{Find, Follow};
use crate::looplet::jumper::Jumper;
use crate::looplet::lookup::{At, Lookup};
use crate::looplet::run::Run;
use crate::looplet::sequence::Sequence;
use crate::looplet::spike::Spike;
use crate::looplet::stepper::{GuardedSteps, Stepper, Steps};
use crate::looplet::switch::Switch;
use crate::pass::{OnLeaf, Pass};
use core::cell::Cell;
use finch_algebra::fill::Zero;
use finch_algebra::known::Unknown;
use finch_algebra::logic::{No, Yes};

type Nothing = FillFiber<f64, Zero>;

/// Makes a fiber that unfurls to these looplets, and says so.
macro_rules! fiber {
    ($name:ident<$life:lifetime $(, $param:ident)?>, |$this:ident, $cursor:ident| extents $dims:expr; all $nest:ty = $looplet:expr) => {
        fiber! { $name<$life $(, $param)?>, |$this, $cursor| extents $dims; dense No; all $nest = $looplet }
    };
    (
        $name:ident<$life:lifetime $(, $param:ident)?>, |$this:ident, $cursor:ident| extents $dims:expr;
        dense $dense:ty; all $nest:ty = $looplet:expr
    ) => {
        fiber! {
            @$dense, $name<$life $(, $param)?>, |$this, $cursor| extents $dims;
            unfurl Walk $nest = $looplet;
            unfurl_gallop Gallop $nest = $looplet;
            unfurl_follow Follow $nest = $looplet;
        }
    };
    ($name:ident<$life:lifetime>, $($rest:tt)*) => { fiber! { @No, $name<$life>, $($rest)* } };
    (@$dense:ty, $name:ident<$life:lifetime $(, $param:ident)?>, |$this:ident, $cursor:ident| extents $dims:expr; $(
        $method:ident $protocol:ident $nest:ty = $looplet:expr;
    )*) => {
        // SAFETY: the looplets are made of the fiber's own slices, whose indices ascend below the extent.
        unsafe impl<$life $(, $param: Fiber<T = f64>)?> Fiber for $name<$life $(, $param)?> {
            type T = f64;
            type Known = Unknown;
            type RuntimeKnown = No;
            type Dense = $dense;
            type DenseBelow = No;
            $(
                fn $method<P: Pass, K: OnLeaf<P, f64>>(self, pass: P, k: K) {
                    let ($this, $cursor) = (self, Cell::new(0));
                    let _ = &$cursor;
                    k.looplet(pass, $looplet)
                }
            )*
            fn value(self) -> f64 {
                0.0
            }
            fn dim(&self, axis: usize) -> Option<usize> {
                let $this = *self;
                $dims.get(axis).copied()
            }
            fn describe(protocol: Protocol) -> FiberDescription {
                let nest = match protocol {
                    $(Protocol::$protocol => Nest::of::<$nest>(),)*
                };
                FiberDescription::new(stringify!($name), nest)
            }
        }
    };
}

/// What children say that are counted by the field `at`, and lie in a slice; and what those say that may be cut short as they are.
macro_rules! counted {
    ($slice:ident of $child:ty) => {
        counted!($slice);
        type Child = $child;
        type Trunc = $child;
        type Blend = $child;
        type Stable = Yes;
        fn count(&self) -> usize {
            usize::MAX
        }
        fn trunc(&self) -> $child {
            self.child()
        }
        fn blend(&self, _here: bool) -> $child {
            self.child()
        }
    };
    ($slice:ident) => {
        type T = f64;
        type Guarded = GuardedSteps<Self>;
        fn guarded(self) -> GuardedSteps<Self> {
            GuardedSteps::new(self, self.$slice.len())
        }
        fn next(&mut self) {
            self.at += 1
        }
        fn position(&self) -> usize {
            self.at
        }
        fn leap(&mut self, end: usize) -> usize {
            self.seek(end - 1);
            if self.at < self.$slice.len() {
                self.stop()
            } else {
                usize::MAX
            }
        }
    };
}

/// Every value is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense<'a>(pub(super) &'a [f64]);

// SAFETY: indices are checked.
unsafe impl At for Dense<'_> {
    type F = Leaf<f64>;
    fn at(self, index: usize) -> Leaf<f64> {
        Leaf(self.0[index])
    }
}

fiber! { Dense<'a>, |this, cursor| extents [this.0.len()]; dense Yes; all Lookup<Self> = Lookup(this) }

/// A sorted list of entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    pub(super) extent: usize,
    pub(super) idx: &'a [usize],
    pub(super) at: usize,
}

impl List<'_> {
    fn leaf(&self) -> f64 {
        self.idx.get(self.at).map_or(0.0, |&index| index as f64 + 1.0)
    }
}

// SAFETY: the indices ascend, and are checked.
unsafe impl Steps for List<'_> {
    counted!(idx);
    type Child = Spike<Nothing, Leaf<f64>>;
    type Trunc = Run<Nothing>;
    type Blend = Spike<Nothing, LeafOrFill<f64, Zero>>;
    type Stable = No;
    fn seek(&mut self, index: usize) {
        self.at = self.idx.partition_point(|&stored| stored < index)
    }
    fn count(&self) -> usize {
        self.idx.len() - self.at
    }
    fn stop(&self) -> usize {
        self.idx[self.at] + 1
    }
    fn child(&self) -> Self::Child {
        Spike {
            body: Nothing::new(),
            tail: Leaf(self.leaf()),
        }
    }
    fn trunc(&self) -> Self::Trunc {
        Run(Nothing::new())
    }
    fn blend(&self, here: bool) -> Self::Blend {
        let value = if here { self.leaf() } else { 0.0 };
        Spike {
            body: Nothing::new(),
            tail: LeafOrFill::new(value, here),
        }
    }
    fn last(&self) -> usize {
        self.idx.last().map_or(0, |last| last + 1)
    }
}

// SAFETY: the search looks at every index.
unsafe impl Find for List<'_> {
    type F = Leaf<f64>;
    type Fill = Nothing;
    fn find(mut self, _cursor: &Cell<usize>, index: usize) -> Option<Leaf<f64>> {
        self.at = self.idx.iter().position(|&stored| stored == index)?;
        Some(Leaf(self.leaf()))
    }
    fn fill(self) -> Nothing {
        Nothing::new()
    }
}

fiber! {
    List<'a>, |this, cursor| extents [this.extent];
    unfurl Walk Stepper<Self> = Stepper(this);
    unfurl_gallop Gallop Sequence<Jumper<Self>, Run<Nothing>> = Sequence {
        first: Jumper(this),
        split: this.last(),
        second: Run(Nothing::new()),
    };
    unfurl_follow Follow Follow<Self> =
        // SAFETY: it is handed on from the frame of the cursor.
        unsafe { Follow::new(this, &cursor) };
}

/// Runs that cover every index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs<'a> {
    pub(super) right: &'a [usize],
    pub(super) at: usize,
}

// SAFETY: the ends ascend, and are checked.
unsafe impl Steps for Runs<'_> {
    counted!(right of Run<Leaf<f64>>);
    fn seek(&mut self, index: usize) {
        self.at = self.right.partition_point(|&end| end <= index)
    }
    fn stop(&self) -> usize {
        self.right[self.at]
    }
    fn child(&self) -> Self::Child {
        Run(Leaf(self.at as f64 + 1.0))
    }
}

fiber! {
    Runs<'a>, |this, cursor| extents [this.right.last().copied().unwrap_or(0)];
    unfurl Walk Stepper<Self> = Stepper(this);
    unfurl_gallop Gallop Jumper<Self> = Jumper(this);
    unfurl_follow Follow Stepper<Self> = Stepper(this);
}

/// Runs with gaps between them: where each starts and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gaps<'a> {
    pub(super) runs: &'a [[usize; 2]],
    pub(super) extent: usize,
    pub(super) at: usize,
}

// SAFETY: the runs ascend, and are checked.
unsafe impl Steps for Gaps<'_> {
    counted!(runs of Sequence<Run<Nothing>, Run<Leaf<f64>>>);
    fn seek(&mut self, index: usize) {
        self.at = self.runs.partition_point(|run| run[1] <= index)
    }
    fn stop(&self) -> usize {
        self.runs[self.at][1]
    }
    fn last(&self) -> usize {
        self.runs.last().map_or(0, |run| run[1])
    }
    fn child(&self) -> Self::Child {
        Sequence {
            first: Run(Nothing::new()),
            split: self.runs[self.at][0],
            second: Run(Leaf(self.at as f64 + 1.0)),
        }
    }
}

impl Gaps<'_> {
    fn then_nothing<L>(self, first: L) -> Sequence<L, Run<Nothing>> {
        Sequence {
            first,
            split: self.last(),
            second: Run(Nothing::new()),
        }
    }
}

fiber! {
    Gaps<'a>, |this, cursor| extents [this.extent];
    unfurl Walk Sequence<Stepper<Self>, Run<Nothing>> = this.then_nothing(Stepper(this));
    unfurl_gallop Gallop Sequence<Jumper<Self>, Run<Nothing>> = this.then_nothing(Jumper(this));
    unfurl_follow Follow Sequence<Stepper<Self>, Run<Nothing>> = this.then_nothing(Stepper(this));
}

/// A list, or everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListOrDense<'a>(pub(super) List<'a>, pub(super) Option<Dense<'a>>);

impl ListOrDense<'_> {
    fn switch<L>(self, otherwise: L) -> Switch<Lookup<Self>, L> {
        Switch {
            condition: self.1.is_some(),
            then: Lookup(self),
            otherwise,
        }
    }
}

// SAFETY: indices are checked.
unsafe impl At for ListOrDense<'_> {
    type F = Leaf<f64>;
    fn at(self, index: usize) -> Leaf<f64> {
        Leaf(self.1.map_or(0.0, |dense| dense.0[index]))
    }
}

fiber! {
    ListOrDense<'a>, |this, cursor| extents [this.0.extent];
    unfurl Walk Switch<Lookup<Self>, Stepper<List<'_>>> = this.switch(Stepper(this.0));
    unfurl_gallop Gallop Switch<Lookup<Self>, Jumper<List<'_>>> = this.switch(Jumper(this.0));
    unfurl_follow Follow Switch<Lookup<Self>, Follow<List<'_>>> =
        // SAFETY: it is handed on from the frame of the cursor.
        this.switch(unsafe { Follow::new(this.0, &cursor) });
}

/// Rows, all of them there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a, F>(pub(super) &'a [F]);

// SAFETY: indices are checked.
unsafe impl<F: Fiber<T = f64>> At for Rows<'_, F> {
    type F = F;
    fn at(self, index: usize) -> F {
        self.0[index]
    }
}

fiber! {
    Rows<'a, F>, |this, cursor| extents [this.0.len(), this.0.first().and_then(|row| row.dim(0)).unwrap_or(0)];
    all Lookup<Self> = Lookup(this)
}

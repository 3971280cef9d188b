//! What statements say that hold others.

/// What a statement says that holds two others, `A` and `B`: the steppers of one say nothing about the other.
macro_rules! of_two {
    ($a:ident, $b:ident) => {
        $crate::nodes::of_parts!($a, $b);
        $crate::nodes::sums_no_rows!();
        type Alive = No;
        type Sparse = No;
        type Met = No;
        type Conjunctive = Self::Uncuttable;
        type Gapped = Not<Self::HoldsStable>;
        type ConjunctiveJumpers = Self::NoJumper;
        type Uncuttable = And<$a::Uncuttable, $b::Uncuttable>;
        type NoJumper = And<$a::NoJumper, $b::NoJumper>;
        type Once = And<$a::Once, $b::Once>;
        type SomeOnce = Or<$a::SomeOnce, $b::SomeOnce>;
        type Lanes = No;
        type LanesUnder = No;
        type Writes<Out: Nat> = Or<$a::Writes<Out>, $b::Writes<Out>>;
        type Written = BothWrite<$a::Written, $b::Written>;
        type Overlaps<Other: Stmt> = Or<$a::Overlaps<Other>, $b::Overlaps<Other>>;
        type Disjoint = And<And<$a::Disjoint, $b::Disjoint>, Not<$a::Overlaps<$b>>>;
        type Ordered<L: Loops> = And<$a::Ordered<L>, $b::Ordered<L>>;

        #[inline]
        fn replaces<Other: Stmt>() -> bool {
            $a::replaces::<Other>() && $b::replaces::<Other>()
        }
    };
}
pub(crate) use of_two;

/// What a statement says that does what another one, `B`, does.
macro_rules! of_body {
    ($b:ident) => {
        type Exits = $b::Exits;
        type Once = $b::Once;
        type SomeOnce = $b::SomeOnce;
        type Writes<Out: Nat> = $b::Writes<Out>;
        type Written = $b::Written;
        type WritesOnly<Out: Nat> = $b::WritesOnly<Out>;
        type Overlaps<Other: Stmt> = $b::Overlaps<Other>;
        type UsesEverywhere<Number: Nat> = Self::Uses<Number>;
        type Disjoint = $b::Disjoint;
        type Multiplies = $b::Multiplies;

        #[inline]
        fn replaces<Other: Stmt>() -> bool {
            $b::replaces::<Other>()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn is_done(&self, driver: Driver) -> bool {
            self.body.is_done(driver)
        }

        fn join(&self, driver: Driver, parts: &$crate::parts::Parts, done: &mut u32) {
            self.body.join(driver, parts, done)
        }
    };
}
pub(crate) use of_body;

/// What a statement says that evaluates an expression, `E`, and does what another statement, `B`, does.
macro_rules! of_expr_and_body {
    ($e:ident, $b:ident) => {
        $crate::nodes::of_parts!($e, $b);
        type Uncuttable = And<$e::Conjunctive<$crate::context::Indifferent>, $b::Uncuttable>;
        type NoJumper = And<$e::ConjunctiveJumpers<$crate::context::Indifferent>, $b::NoJumper>;
        type Reads<L: Loops> = ReadsOf<$e::Reads<L::In<Self>>, $b::Reads<L::In<Self>>>;
        $crate::stmt::holding::of_body!($b);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn resolve(&mut self, ends: &mut LoopEnds<'_>) {
            self.body.resolve(ends)
        }
    };
}
pub(crate) use of_expr_and_body;

//! Programs: statements with the outputs they write, ready to run.
//!
//! Every output is introduced once: declared (emptied, and sized by the loops), updated in place, or as a workspace.
//! Introducing borrows the tensor mutably and yields the handle that all accesses name. The statements of a program are its
//! passes: an output is read, by its handle, in those that do not write it, and in those that do if it [can
//! be](ReadWhileWritten).

pub mod bits_of_bytes;
#[cfg(feature = "parallel")]
mod cuts;
#[cfg(feature = "parallel")]
mod done;
mod entries;
mod features;
mod filling;
mod generic;
mod handles;
#[cfg(feature = "parallel")]
mod in_parts;
mod independent;
mod introduced;
mod look;
pub(crate) mod order;
mod outputs;
#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "parallel")]
mod pool;
mod prepared;
mod processor;
mod roots;
mod run;
mod wide;
pub mod writer;

#[cfg(feature = "parallel")]
pub use self::{
    cuts::cut,
    in_parts::{IntroducedInParts, OutputsInParts, PartOf},
    parallel::GRAIN,
    pool::keep_awake,
};
use crate::reads::{BothRead, JustReads};
use crate::target::output::InPlace;
use crate::upper::*;
use finch_algebra::nat::Succ;
pub use handles::{Out, Work};
pub use independent::{IfAtomic, Independent, Parted, ReadsNothingWritten, Unread};
pub use introduced::{Declared, Introduced, IntroducedWorkspace, Updated};
use look::{ResetOnUnwind, fault_around, fault_within, look};
pub use order::LoopOrder;
pub use outputs::{Outputs, Shapes, Which};
pub use prepared::Prepared;
pub use roots::{OutputRoot, ReadRoot, WorkspaceRoot};
pub use run::NotYetRun;
pub use wide::{Here, Vectors, WideLoops, Widest, on_widest, use_vectors_up_to};

/// A tensor that a program can write: `&mut` of it makes a handle.
///
/// # Safety
///
/// A handle can be copied, and each copy writes. An implementer promises that what it is called on is a mutable borrow of the
/// tensor which lives as long as the handle, and that nobody else has got a handle out of that borrow: two outputs of a
/// program, or of two programs that run at the same time, would share their memory.
#[diagnostic::on_unimplemented(
    message = "this cannot be an output of a program",
    label = "not a writable tensor",
    note = "an output is a `&mut Tensor<..>` of levels that can be written, or a `&mut` scalar, which is declared once",
    note = "a single number is a scalar, `let mut s = Scalar::new(0.0);`, and `s.get()` behind the program",
    note = "a `Vec`, an array or a slice `v` is written through a tensor in front of the program, `let mut y = VectorMut::from(&mut v[..]);`, \
            which must be long enough; or let the output be a `Vector::default()`, whose `values()` are a slice"
)]
pub unsafe trait IntoOutput {
    /// The handle.
    type Handle: Output;
    /// The handle.
    fn into_output(self, driver: Driver) -> Self::Handle;
}

/// A program that is being put together: outputs first, then a body.
///
/// See [`program`].
#[must_use = "a builder does nothing until it is given a body that is run"]
#[derive(Debug)]
pub struct Builder<O, H, N> {
    outputs: O,
    handles: H,
    number: PhantomData<N>,
}

/// Starts a program: introduce its outputs, then give it a body.
///
/// ```text
/// program().declare(&mut y).body(|(y,)| ..).run()?;
/// ```
pub fn program() -> Builder<(), (), U0> {
    Builder {
        outputs: (),
        handles: (),
        number: PhantomData,
    }
}

impl<O, H, N> Builder<O, H, N> {
    /// The handles of the outputs so far.
    pub fn handles(&self) -> H
    where
        H: Copy,
    {
        self.handles
    }

    /// The body of the program, a statement made of the handles of its outputs.
    pub fn body<S>(self, body: impl FnOnce(H) -> S) -> Program<NotYetRun, O, S> {
        Program {
            outputs: self.outputs,
            body: body(self.handles),
            wide: PhantomData,
        }
    }
}

macro_rules! output_tuples {
    ([$($o:ident $h:ident $number:tt),*]) => {
        // Of no outputs nothing is used.
        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($o: Introduced),*> Outputs for ($($o,)*) {
            fn introduce(self, scope: &mut Scope) {
                $(self.$number.introduce(scope);)*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn glance(self, glance: &mut Glance) {
                $(self.$number.glance($number, glance);)*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn open(self, shapes: &Shapes<'_>, unfilled: Which) -> Result<()> {
                $(
                    if let Err(error) = self.$number.open($number, shapes, unfilled.has($number)) {
                        let (opened, unfilled) = (Which::first($number).0, unfilled.0 & Self::FILLS);
                        self.empty(Which(opened & unfilled));
                        self.close(Which(opened & !unfilled));
                        return Err(error);
                    }
                )*
                Ok(())
            }
            const FILLS: u32 = 0 $(| ($o::FILLS as u32) << $number)*;
            type Roots = ($(Option<$o::Root>,)*);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn roots(self) -> Self::Roots {
                ($(if $o::FILLS { Some(self.$number.fiber()) } else { None },)*)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn fill(roots: &Self::Roots, which: Which, indices: Range<usize>) {
                $(
                    if let Some(root) = &roots.$number && which.has($number) {
                        // SAFETY: says the caller.
                        unsafe { root.fill(indices.clone()) }
                    }
                )*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn bytes(roots: &Self::Roots, which: Which) -> usize {
                let mut bytes = 0_usize;
                $(
                    if let Some(root) = &roots.$number && which.has($number) {
                        bytes = bytes.saturating_add(root.bytes())
                    }
                )*
                bytes
            }
            fn empty(self, which: Which) {
                $(
                    if which.has($number) {
                        self.$number.reset()
                    }
                )*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn close(self, which: Which) {
                $(
                    if which.has($number) {
                        self.$number.close()
                    }
                )*
            }
            fn thaw(self, which: usize) -> Result<()> {
                match which {
                    $($number => self.$number.thaw(),)*
                    _ => Ok(()),
                }
            }
        }
    };
}

macro_rules! builders {
    ([$($o:ident $h:ident $number:tt),*]) => {
        impl<$($o, $h,)* N: Nat> Builder<($($o,)*), ($($h,)*), N> {
            builders! { @method [$($o $h $number),*]
                /// Introduces an output that is emptied first and sized by the loops: `y .= 0`.
                declare: Declared, Out<X::Handle, N>, Out, Output
            }
            builders! { @method [$($o $h $number),*]
                /// Introduces an output that is updated in place: it keeps its shape and what it holds.
                update: Updated, Out<X::Handle, N, No>, Out, Output
            }
            builders! { @method [$($o $h $number),*]
                /// Introduces a workspace: a temporary tensor, see [`Work::within`].
                workspace: IntroducedWorkspace, Work<X::Handle, N>, Work, Reread
            }
        }
    };
    (
        @method [$($o:ident $h:ident $number:tt),*]
        $(#[$doc:meta])* $method:ident: $how:ident, $named:ty, $handle:ident, $bound:ident
    ) => {
        $(#[$doc])*
        pub fn $method<X: IntoOutput>(self, output: X) -> Builder<($($o,)* $how<X::Handle>,), ($($h,)* $named,), Succ<N>>
        where
            X::Handle: $bound,
        {
            let handle = output.into_output(Driver::new());
            Builder {
                outputs: ($(self.outputs.$number,)* $how(handle),),
                handles: ($(self.handles.$number,)* $handle(handle, PhantomData),),
                number: PhantomData,
            }
        }
    };
}

/// A seventeenth output, which there cannot be.
#[diagnostic::on_unimplemented(
    message = "a program has at most sixteen outputs and workspaces",
    label = "the seventeenth",
    note = "run two programs, each with some of the outputs"
)]
pub trait Seventeenth: Sealed {}

/// Calls `output_tuples!` with none and up to sixteen outputs, `builders!` with up to fifteen.
macro_rules! up_to_sixteen {
    ([$($o:ident $h:ident $number:tt),*]) => {
        output_tuples! { [$($o $h $number),*] }

        impl<$($o, $h,)* N> Builder<($($o,)*), ($($h,)*), N> {
            up_to_sixteen! { @refuse declare update workspace }
        }
    };
    (@refuse $($method:ident)*) => { $(
        /// Refuses a seventeenth output.
        pub fn $method<X: Seventeenth>(self, _output: X) -> Self {
            self
        }
    )* };
    ([$($o:ident $h:ident $number:tt),*] $next:ident $handle:ident $at:tt, $($more:tt)*) => {
        output_tuples! { [$($o $h $number),*] }
        builders! { [$($o $h $number),*] }
        up_to_sixteen! { [$($o $h $number,)* $next $handle $at] $($more)* }
    };
}

up_to_sixteen! {
    [] O0 H0 0, O1 H1 1, O2 H2 2, O3 H3 3, O4 H4 4, O5 H5 5, O6 H6 6, O7 H7 7, O8 H8 8, O9 H9 9, O10 H10 10, O11 H11 11, O12 H12 12,
    O13 H13 13, O14 H14 14, O15 H15 15,
}

/// Outputs that are read while they are written can be: a read sees what was written before it, as in these loops over dense arrays.
#[diagnostic::on_unimplemented(
    message = "a statement of this program reads an output that it writes, which cannot be read while it is written",
    label = "this program cannot run"
)]
pub trait ReadWhileWritten: ReadSet {}

/// The output called `Name`, which this handle writes, can be read while it is written.
#[diagnostic::on_unimplemented(
    message = "`{Name}` is read by the statement that writes it, and cannot be read while it is written",
    label = "`{Name}` is read and written in one statement",
    note = "the format of `{Name}`, `{Self}`, cannot be updated in place. Make `{Name}` a `Vector` or `Matrix`: scalars and nests of `Dense` over \
            `Element` can be read while they are written; or, if little is stored, a `ByteMapVector` or \
            `Tensor::<Dense<SparseByteMap<Element<f64>>>>`. Then `{Name}[i - 1]` is the value already written",
    note = "or, if `{Name}` is to be read as it was before, fill a `Vector` or `Matrix` in one program, `let mut next = Vector::<f64>::default();`, \
            `finch! {{ next .= 0; for i {{ next[i] = .. }} }}.run()?;`, and refill `{Name}` in a second one, \
            `finch! {{ {Name} .= 0; for i {{ {Name}[i] = next[i] }} }}.run()?;`",
    note = "any tensor can be read in another statement of the program than those that write it, in loops of its own"
)]
pub trait ReadAsWritten<Name>: InPlace {}

#[diagnostic::do_not_recommend]
impl<Name, H: InPlace> ReadAsWritten<Name> for H {}

impl ReadWhileWritten for NoReads {}
impl<N: Nat, H, Own: Bool> ReadWhileWritten for JustReads<N, H, No, Own> {}
impl<N: Nat, H: ReadAsWritten<N::Called>, Own: Bool> ReadWhileWritten for JustReads<N, H, Yes, Own> {}
impl<A: ReadWhileWritten, B: ReadWhileWritten> ReadWhileWritten for BothRead<A, B> {}

/// A program: statements with the outputs they write. Run it once, or again and again. `Wide` says whether it runs on the
/// [widest vectors](Program::wide) of the processor. `State` is [`NotYetRun`].
#[must_use = "a program does nothing until it is run: `finch! { .. }.run()?`"]
#[derive(Debug)]
pub struct Program<State, O, S, Wide = No> {
    pub(crate) outputs: O,
    pub(crate) body: S,
    wide: PhantomData<(State, Wide)>,
}

/// Runs `program` by what `run` makes of its outputs and its scope, but for those of `unfilled` which are filled. A macro, so that no program pays for a function more.
macro_rules! run_passes {
    ($program:expr, unfilled $unfilled:expr, |$outputs:ident, $scope:ident| $run:expr) => {{
        let Program { outputs, mut body, .. } = $program;
        let (few, mut looked) = match look(outputs, &mut body) {
            Ok(looked) => looked,
            Err(refused) => return Err(refused),
        };
        $crate::program::run_looked!(looked, few, outputs, body, unfilled $unfilled, |$outputs, $scope, all| {
            let mut run = $run;
            all.each_pass(&mut run);
            run.finish()
        })
    }};
}
use run_passes;

/// Opens the outputs of a program that was looked at, of which those of `$unfilled` are not filled; runs its body; closes the outputs. `$run` is
/// handed the outputs, the scope and the body, and returns which outputs are open, and how the loops ended.
macro_rules! run_looked {
    ($looked:expr, $few:expr, $all:expr, $body:expr, unfilled $unfilled:expr, |$outputs:ident, $scope:ident, $of:ident| $run:expr) => {{
        let outputs = $all;
        let shapes = $looked.shapes($few);
        // Whatever is called from here on, up to the last seal, may panic.
        let mut unwinding = ResetOnUnwind {
            outputs,
            around: fault_around(),
        };
        let outcome = match outputs.open(&shapes, $unfilled) {
            Ok(()) => {
                let ($outputs, $scope, $of) = (outputs, shapes.found, &$body);
                let (open, outcome) = $run;
                outputs.close(open);
                outcome
            }
            refused => refused,
        };
        let around = unwinding.around.take();
        core::mem::forget(unwinding);
        match fault_within(around) {
            None => outcome,
            Some(fault) => Err($looked.named(outputs, &mut { $body }).error_of(fault)),
        }
    }};
}
use run_looked;

impl<O, S, Wide: Vectors> Program<NotYetRun, O, S, Wide> {
    /// Runs the program: checks extents, opens the outputs, runs the loops, freezes the outputs.
    ///
    /// The checks take tens of nanoseconds, and some 0.2 microseconds where places are sums of indices. The loops visit what the levels
    /// store, as loops by hand would; the page of each level says what that takes.
    ///
    /// # Errors
    ///
    /// Before anything is written:
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): accesses disagree about the extent of an index.
    /// * [`Unresolved`](crate::ErrorKind::Unresolved): the extent of an index, or of an output, cannot be inferred.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a sum of indices leads beyond its dimension.
    /// * [`Lifecycle`](crate::ErrorKind::Lifecycle): the program is not well formed, as one that reads an output while it writes it; or an
    ///   output is to be updated whose levels cannot be updated.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the index type of an output, or there is not enough memory.
    ///
    /// While the loops run, after which the outputs are valid and hold what did succeed:
    ///
    /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid): a level refuses an index, since it comes out of order,
    ///   has no room left in its fiber, or is in the half that is not stored.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a place that data name lies beyond its dimension.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are more entries than can be counted, or there is not enough memory.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers are divided by zero; in checked mode they overflow.
    ///
    /// If an operator panics, the outputs are left empty, and the panic goes on.
    // Inlined where the program is put together, so that what is constant there (the positions of roots) stays so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run(self) -> Result<()>
    where
        O: Outputs,
        S: Stmt + LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        run_passes!(self, unfilled Which(S::fills()), |outputs, scope| run::Run::<_, Wide>::new(
            outputs, scope, Which(S::fills())
        ))
    }

    /// Runs the program, which can be run again: what it updates in place goes on from where it was.
    ///
    /// This is for rounds that are all alike: the program borrows its outputs until its last run.
    ///
    /// ```text
    /// let mut round = finch! { mut d; for i, j { d[j] <<min>>= d[i] + w[i, j]; } };
    /// for _ in 0..8 {
    ///     round.run_mut()?
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run), after which the program can be run again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run_mut(&mut self) -> Result<()>
    where
        O: Outputs,
        S: Stmt + LoopOrder<<S as Stmt>::Ordered<Outermost>>,
        S::Reads<Passes>: ReadWhileWritten,
    {
        let Program { outputs, body, wide } = *self;
        Program { outputs, body, wide }.run()
    }

    #[cfg(test)]
    pub(crate) fn body(&self) -> &S {
        &self.body
    }

    /// The name of the type that the program is: loops, operators and formats.
    pub fn type_name(&self) -> &'static str {
        core::any::type_name::<S>()
    }
}

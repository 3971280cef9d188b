//! Runs the oracle and compares.

use crate::nest::name;
use crate::oracle::{Array, Program, Value, World};
use finch_formats::Tensor;
use finch_traits::explain::agree;
use finch_traits::level::{Fibers, Level};
use finch_traits::{Error, ErrorKind, Result};
use std::fmt::Display;

/// What a program reads.
pub trait Given {
    /// What it holds.
    fn array(&self) -> Array;
}

/// What a program has written.
pub trait Made {
    /// What it held before, if it was to be updated.
    fn before(&self) -> Option<Array>;
    /// The shape it had before.
    fn shape(&self) -> Vec<usize>;
    /// Its fill.
    fn fill(&self) -> Value;
    /// What it holds now.
    fn array(&self) -> Result<Array, String>;
}

impl Given for f64 {
    fn array(&self) -> Array {
        Array::scalar(Value::Real(*self))
    }
}

/// A program as the oracle knows it, to be compared with what some nests make of it.
#[derive(Debug)]
pub struct Check {
    program: Program,
    nests: String,
}

impl Check {
    /// The program `text` over `Nests`, a tuple of operands that is named if the check fails.
    pub fn of<Nests>(text: &str) -> Self {
        Check {
            program: Program::parse(text),
            nests: name::<Nests>(),
        }
    }

    /// Compares the outputs of the case called `what` with the oracle's.
    ///
    /// # Panics
    ///
    /// If they differ, or are not valid, or the program failed.
    #[track_caller]
    pub fn case(
        &self,
        what: impl Display,
        inputs: &[(&str, &dyn Given)],
        outcome: Result<()>,
        outputs: &[(&str, &dyn Made)],
    ) {
        self.with_workspaces(what, inputs, outcome, outputs, &[])
    }

    /// The same with workspaces, of which only the fill counts.
    ///
    /// # Panics
    ///
    /// As above.
    #[track_caller]
    pub fn with_workspaces(
        &self,
        what: impl Display,
        inputs: &[(&str, &dyn Given)],
        outcome: Result<()>,
        outputs: &[(&str, &dyn Made)],
        workspaces: &[(&str, &dyn Made)],
    ) {
        let fail = |problem: String| -> ! {
            let inputs: Vec<String> = inputs
                .iter()
                .map(|(name, input)| format!("\n  {name} {}", input.array()))
                .collect();
            panic!(
                "`{}` over {}, case {what}: {problem}{}",
                self.program.text,
                self.nests,
                inputs.concat()
            )
        };
        if let Err(error) = outcome {
            fail(format!("{error:?}"))
        }
        let mut world = World::default();
        for (name, input) in inputs {
            world.insert(name, input.array())
        }
        for (name, output) in outputs.iter().chain(workspaces) {
            match output.before() {
                Some(before) => world.update(name, before, output.fill()),
                None => world.declare(name, output.shape(), output.fill()),
            }
        }
        self.program.run(&mut world);
        for (name, output) in outputs {
            let expected = &world[name];
            let found = match output.array() {
                Ok(found) => found,
                Err(problem) => fail(format!("`{name}` {problem}")),
            };
            if found.shape() != expected.shape() || found.difference(expected).is_some() {
                fail(format!(
                    "`{name}` is\n  {found}\nwhere the oracle has\n  {expected}\nfrom"
                ))
            }
        }
        for (name, workspace) in workspaces {
            if let Err(problem) = workspace.array() {
                fail(format!("the workspace `{name}` {problem}"))
            }
        }
    }
}

/// That this failed with a message that holds all of `words`.
///
/// # Panics
///
/// If it did not.
#[track_caller]
pub fn fails<T>(outcome: Result<T>, words: &[&str]) -> Error {
    let Err(error) = outcome else {
        panic!("this fails: {words:?}")
    };
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "the message `{message}` says `{word}`")
    }
    error
}

/// That this failed for a reason of this kind, with a message that holds all of `words`.
///
/// # Panics
///
/// If it did not.
#[track_caller]
pub fn refused<T>(outcome: Result<T>, kind: ErrorKind, words: &[&str]) -> Error {
    let error = fails(outcome, words);
    assert_eq!(error.kind(), kind, "{error}");
    error
}

/// The root fiber of a tensor unfurls to what it describes, as it is and as one that may be fill.
pub fn hands_out_what_it_describes<L: Level>(tensor: &Tensor<L>) {
    // SAFETY: a tensor holds one root fiber, and is borrowed.
    let (fiber, present, absent) = unsafe {
        let fibers = tensor.level().fibers();
        (
            fibers.fiber(0),
            fibers.fiber_or_fill(0, true),
            fibers.fiber_or_fill(0, false),
        )
    };
    // SAFETY: the tensor is borrowed.
    for outcome in unsafe { [agree(fiber), agree(present), agree(absent)] } {
        outcome.unwrap()
    }
}

//! Outputs and workspaces: how they are introduced, which extents they have, who reads and writes them, and when they are frozen
//! and opened.

use crate::error::{Error, Result, ensure, error};
use crate::scope::check::NamedAccess;
use crate::scope::state::{Introduction, OutputAxis, OutputInfo, Scope, Source, State, Turn};
use finch_algebra::fault::Fault;

/// How messages call an output.
pub(super) fn called(name: &str) -> String {
    match name {
        "" => "an output".into(),
        name => format!("`{name}`"),
    }
}

impl Scope {
    /// Introduces an output by its root, with the extents that it has now.
    pub fn introduce(&mut self, root: *const (), introduction: Introduction, name: &'static str, shape: Vec<usize>) {
        self.is_twice |= self.outputs.iter().any(|output| output.root == root.addr());
        let state = match introduction {
            Introduction::Workspace => State::Closed,
            _ => State::Writing,
        };
        self.shape = shape;
        let first_axis = self.axes.len();
        self.axes.extend(self.shape.iter().map(|&own| OutputAxis {
            exact: (introduction == Introduction::Updated).then_some(own),
            fixed: introduction == Introduction::Updated,
            at_least: None,
            read_up_to: 0,
            own,
        }));
        self.outputs.push(OutputInfo {
            root: root.addr(),
            introduction,
            state,
            name,
            first_axis,
            rank: self.axes.len() - first_axis,
            read_in: None,
            written_in: None,
            reduction: None,
            several: false,
            sealed: false,
            around: 0,
            names: 0,
        });
    }

    /// The pass reads this output while it writes it.
    pub(super) fn is_current(&self, output: usize) -> bool {
        self.current >> output & 1 == 1
    }

    /// What happens to outputs between passes, in order.
    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The current pass reads an output that it does not write, or writes it.
    pub(super) fn use_in_pass(&mut self, number: usize, writes: bool) -> Result<()> {
        let pass = self.passes.saturating_sub(1);
        let output = &mut self.outputs[number];
        if output.introduction == Introduction::Workspace {
            return Ok(());
        }
        let (now, other) = match writes {
            true => (&mut output.written_in, output.read_in),
            false => (&mut output.read_in, output.written_in),
        };
        let again = now.replace(pass) == Some(pass);
        output.several |= writes && again;
        if writes && !again {
            output.reduction = None
        }
        if other == Some(pass) {
            let name = called(output.name);
            return Err(error!(
                Lifecycle,
                "{name} is read by the statement that writes it, where it names a place: read a copy of it there, which a \
                     loop in front makes (`for i {{ w[i] = {}[i]; }}`), or read it in a statement of its own behind the loops \
                     that write it",
                name.trim_matches('`')
            ));
        }
        if output.sealed == writes {
            output.sealed = !writes;
            self.turns.push(Turn {
                pass,
                output: number,
                opens: writes,
            })
        }
        Ok(())
    }

    /// The assignment that is looked at writes an output: as others of its pass do, or of the statement that fills it if it is
    /// a workspace.
    pub(super) fn reduce_in_pass(&mut self, number: usize) -> Result<()> {
        // Where it is read in between, the order of the assignments is that in which they are written.
        if self.is_current(number) {
            return Ok(());
        }
        let reduction = self.reduction;
        let output = &mut self.outputs[number];
        let first = *output.reduction.get_or_insert(reduction);
        if first.reducer == reduction.reducer {
            return Ok(());
        }
        let name = called(output.name);
        let one_of_them = match output.introduction {
            Introduction::Workspace => "give one of them a workspace of its own",
            _ => {
                "give one of them a loop of its own behind this one, or fill a workspace by one and write that by the other"
            }
        };
        Err(error!(
            Lifecycle,
            "{name} is written both by `{}` and by `{}` in one statement of the program: {one_of_them} (in \
                 programs without the macro `interleave(first, second)` says that the order at each index is meant)",
            first.symbol,
            reduction.symbol
        ))
    }

    /// What went wrong while the program ran, with the names that the fault itself does not know.
    #[cold]
    pub(crate) fn error_of(&self, fault: Fault) -> Error {
        let names = match fault {
            Fault::WrittenTwice { .. } => {
                let several = self.outputs.iter().filter(|output| output.several);
                several.map(|output| called(output.name)).collect()
            }
            // Which output it was is not known where it happens.
            Fault::OutOfOrder { .. } => self.outputs.iter().map(|output| called(output.name)).collect(),
            Fault::Beyond { .. } => {
                let mut names: Vec<String> = self.named.iter().map(Source::to_string).collect();
                names.dedup();
                names
            }
            _ => Vec::new(),
        };
        let error = Error::from(fault);
        match &names[..] {
            [] => error,
            names => Error::new(error.kind(), format!("{}: {error}", names.join(" or "))),
        }
    }

    /// An empty list to put the extents of an output in, which are handed back to [`introduce`](Self::introduce).
    pub fn empty_shape(&mut self) -> Vec<usize> {
        let mut shape = core::mem::take(&mut self.shape);
        shape.clear();
        shape
    }

    /// Puts together the shapes that the program gives to its outputs.
    pub(crate) fn shape_all(&mut self) {
        self.shape.clear();
        self.shape.extend(self.axes.iter().map(|axis| axis.extent()))
    }

    /// The shape that the program gives to an output, once all have been put together.
    pub fn shape_of(&self, output: usize) -> &[usize] {
        let shape = |output: &OutputInfo| self.shape.get(output.first_axis..output.first_axis + output.rank);
        self.outputs.get(output).and_then(shape).unwrap_or(&[])
    }

    pub(super) fn axes_of(&self, output: &OutputInfo) -> &[OutputAxis] {
        &self.axes[output.first_axis..output.first_axis + output.rank]
    }

    /// An axis of an output, if it has so many.
    pub(super) fn axis_mut(&mut self, output: usize, axis: usize) -> Option<&mut OutputAxis> {
        let output = self.outputs.get(output)?;
        let place = (axis < output.rank).then_some(output.first_axis + axis)?;
        self.axes.get_mut(place)
    }

    /// An axis of an output has to be as large as this, or larger.
    pub(super) fn at_least(&mut self, output: usize, axis: usize, extent: usize) {
        if let Some(axis) = self.axis_mut(output, axis) {
            axis.at_least = axis.at_least.max(Some(extent))
        }
    }

    /// The addresses of the roots of the outputs, in the order in which they were introduced, and how they were.
    #[cfg(any(feature = "explain", test))]
    pub(crate) fn introductions(&self) -> impl Iterator<Item = (usize, Introduction)> {
        self.outputs.iter().map(|output| (output.root, output.introduction))
    }

    fn output(&self, root: *const (), name: &'static str) -> Result<usize> {
        match self.outputs.iter().position(|output| output.root == root.addr()) {
            Some(output) => Ok(output),
            None => Err(error!(
                Lifecycle,
                "{} is written but was not introduced by this program: declare it, or update it in place",
                called(name)
            )),
        }
    }

    /// The output with the root of an access: it has as many dimensions as the access has places, and the number that types know,
    /// if the access `is_numbered`. Those of another program do not, should roots be alike.
    pub(super) fn output_of(&self, root: *const (), access: &NamedAccess<'_>, is_numbered: bool) -> Result<usize> {
        let output = self.output(root, access.name)?;
        self.is_that(
            output,
            is_numbered.then_some(access.output),
            Some(access.rank),
            access.name,
        )
    }

    /// Output `found` has that number and that rank, where they are known.
    fn is_that(&self, found: usize, number: Option<usize>, rank: Option<usize>, name: &str) -> Result<usize> {
        let own = self.outputs[found].rank;
        if number.is_none_or(|number| number == found) && rank.is_none_or(|rank| rank == own) {
            return Ok(found);
        }
        Err(error!(
            Lifecycle,
            "{} is not the output of this program that is at its address, number {found} of {own} dimensions: a handle is used in the \
             program that it was introduced by",
            called(name)
        ))
    }

    /// Workspace number `number` may be written from here on.
    pub(super) fn workspace_opens(&mut self, root: *const (), number: usize) -> Result<()> {
        let (around, names) = (self.loops.len(), self.variables.len());
        let output = self.output(root, "")?;
        let output = self.is_that(output, Some(number), None, "")?;
        let output = &mut self.outputs[output];
        output.around = around;
        output.names = names;
        output.reduction = None;
        ensure!(output.introduction == Introduction::Workspace && output.state == State::Closed, else Lifecycle,
            "a workspace statement needs a workspace of its own, introduced by `.workspace(&mut w)`");
        output.state = State::Writing;
        Ok(())
    }

    /// A workspace may be read from here on.
    pub(super) fn workspace_is_filled(&mut self, root: *const ()) {
        self.set_state(root, State::Reading)
    }

    /// A workspace is out of scope from here on.
    pub(super) fn workspace_closes(&mut self, root: *const ()) {
        self.set_state(root, State::Closed)
    }

    pub(super) fn set_state(&mut self, root: *const (), state: State) {
        if let Some(output) = self.outputs.iter_mut().find(|output| output.root == root.addr()) {
            output.state = state;
        }
    }
}

//! Places of outputs, and the statements of workspaces, are made by their handles.

use finch_formats::traits::algebra::logic::Yes;
use finch_formats::traits::lifecycle::Output;
use finch_formats::traits::stmt::Stmt;
use finch_formats::traits::stmt::workspace::NewWorkspace;
use finch_formats::traits::target::Place;
use typenum::U7;

fn filled_by<W: Output, S: Stmt>(workspace: W, statement: S) -> NewWorkspace<W, U7, S, S> {
    NewWorkspace::<W, U7, S, S>::new(workspace, statement, statement)
}

fn main() {
    let _ = Place::<U7, Yes, _>::new(());
}

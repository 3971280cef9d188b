//! Places of outputs, and the statements of workspaces, are made by their handles.

use finch_formats::prelude::*;
use finch_formats::traits::stmt::workspace::NewWorkspace;
use finch_formats::traits::target::Place;

fn main() {
    let _ = Place::<typenum::U7, finch_formats::traits::algebra::logic::Yes, _>::new(());
    let (mut y, mut w) = (Vector::<f64>::default(), Vector::<f64>::default());
    let _ = program().declare(&mut y).workspace(&mut w).body(|(y, w)| {
        let write = y.at((0_usize,)).set(constant(1.0));
        NewWorkspace::new(w, write, write)
    });
}

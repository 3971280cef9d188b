//! Scopes: what a program is checked against before it runs.
//!
//! One walk over the tree, in program order: every access tells the extent it has along each of its indices, every
//! loop takes the extent that its accesses agree on, declared outputs take theirs from the loops. The walk also checks
//! that what is written was introduced, and that a workspace is read only after it was written.

pub mod affine;
#[cfg(debug_assertions)]
mod both;
pub(crate) mod check;
mod glance;
mod loops;
mod outputs;
mod pending;
mod places;
mod state;

pub(crate) use affine::AxisPlace;
#[cfg(debug_assertions)]
pub(crate) use both::GlanceAndScope;
pub use check::{Check, Extents, NamedAccess, Places, PlainPlaces};
pub(crate) use glance::FewShapes;
pub use glance::Glance;
pub use state::{Introduction, LoopEnds, Scope, When};
pub(crate) use state::{SpareScope, Turn};

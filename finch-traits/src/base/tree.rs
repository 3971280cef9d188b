//! Drawing a tensor as a tree: a line per fiber, a branch per stored child.

use crate::derived::shown;
use core::fmt;

/// How many children of one fiber are drawn before the rest is only counted.
const SHOWN: usize = 6;

/// A drawing of a level nest as text, to which levels add lines: what `{}` of a tensor shows.
pub struct Tree<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    depth: usize,
}

shown!([] Tree<'_, '_> |it| depth: it.depth);

impl<'a, 'f> Tree<'a, 'f> {
    /// A drawing that starts at the margin.
    pub fn new(out: &'a mut fmt::Formatter<'f>) -> Self {
        Tree { out, depth: 0 }
    }

    /// The value of a leaf.
    pub fn value(&mut self, value: &dyn fmt::Debug) -> fmt::Result {
        write!(self.out, "{value:?}")
    }

    /// The head of a fiber: its level and extent, such as `SparseList [5]`.
    pub fn head(&mut self, level: &str, extent: &dyn fmt::Display) -> fmt::Result {
        write!(self.out, "{level} [{extent}]")
    }

    /// The children of a fiber: `draw` is called with a position and writes its label first, by [`Tree::label`].
    pub fn children(
        &mut self,
        positions: core::ops::Range<usize>,
        draw: &mut dyn FnMut(usize, &mut Tree<'_, '_>) -> fmt::Result,
    ) -> fmt::Result {
        let hidden = positions.len().saturating_sub(SHOWN);
        // One line that says "1 more" would hide no more than it takes.
        let shown = if hidden > 1 { SHOWN } else { positions.len() };
        for position in positions.clone().take(shown) {
            self.indent()?;
            let mut child = Tree {
                out: &mut *self.out,
                depth: self.depth + 1,
            };
            draw(position, &mut child)?;
        }
        if shown < positions.len() {
            self.indent()?;
            write!(self.out, "... {hidden} more")?;
        }
        Ok(())
    }

    /// The label of a child: its index, or the indices it spans.
    pub fn label(&mut self, label: fmt::Arguments<'_>) -> fmt::Result {
        write!(self.out, "[{label}]: ")
    }

    fn indent(&mut self) -> fmt::Result {
        self.out.write_str("\n")?;
        for _ in 0..self.depth {
            self.out.write_str("│  ")?;
        }
        self.out.write_str("├─ ")
    }
}

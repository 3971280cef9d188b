//! What explanations are written as: lines, with those that belong to them.

/// A line of text with the lines that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) text: String,
    pub(crate) below: Vec<Node>,
}

impl Node {
    pub(crate) fn line(text: impl Into<String>) -> Node {
        Node::over(text, Vec::new())
    }

    pub(crate) fn over(text: impl Into<String>, below: Vec<Node>) -> Node {
        Node {
            text: text.into(),
            below,
        }
    }

    /// What happens in a case: on the same line if it is short.
    pub(crate) fn case(when: &str, mut below: Vec<Node>) -> Node {
        match below.as_mut_slice() {
            [only] if when.is_empty() => only.clone(),
            [only] if only.below.is_empty() => Node::line(format!("{when}: {}", only.text)),
            _ => Node::over(when, below),
        }
    }

    /// Writes the line, and those below it further to the right.
    pub(crate) fn write(&self, depth: usize, out: &mut String) {
        for _ in 0..depth {
            out.push_str("  ");
        }
        out.push_str(&self.text);
        out.push('\n');
        for node in &self.below {
            node.write(depth + 1, out)
        }
    }
}

//! Entries of index lists as data, and as text.

use crate::description::nest::Protocol;

/// One index of an access, described as plain data for explanations.
#[derive(Clone, Debug)]
pub struct Term {
    /// How it is written.
    text: String,
    /// Its indices that are not bound, and whether the term grows by one as they do.
    indices: Vec<(usize, bool)>,
    /// The number of the index, if it is one and nothing more.
    pub(crate) number: usize,
    pub(crate) protocol: Protocol,
    pub(crate) permissive: bool,
    /// It is checked before the program runs that it is in bounds.
    pub(crate) checked: bool,
    /// Loops go only where it is in bounds.
    pub(crate) sure: bool,
}

impl Term {
    /// Index number `number`, called `name`, along which a fiber is read by `protocol`.
    pub fn new(number: usize, name: &str, protocol: Protocol) -> Self {
        let text = match protocol {
            Protocol::Walk => name.into(),
            Protocol::Gallop => format!("gallop({name})"),
            Protocol::Follow => format!("follow({name})"),
        };
        Term {
            indices: vec![(number, true)],
            number,
            protocol,
            ..Term::place(text)
        }
    }

    /// A place that has a value.
    pub(crate) fn place(name: impl core::fmt::Display) -> Self {
        Term {
            text: name.to_string(),
            indices: Vec::new(),
            number: usize::MAX,
            protocol: Protocol::Walk,
            permissive: false,
            checked: true,
            sure: false,
        }
    }

    /// Two terms, joined by an operator.
    pub(crate) fn joined(self, operator: &str, other: Term) -> Self {
        let text = match operator {
            "+" => format!("{} + {}", self.text, other.text),
            "-" => format!("{} - {}", self.text, grouped(other.text)),
            _ => format!("{} {operator} {}", grouped(self.text), grouped(other.text)),
        };
        let other_grows = operator == "+";
        let others = other.indices.into_iter();
        let others = others.map(|(index, grows)| (index, grows && other_grows));
        Term {
            indices: self.indices.into_iter().chain(others).collect(),
            protocol: if self.protocol == Protocol::Walk {
                other.protocol
            } else {
                self.protocol
            },
            checked: self.checked && other.checked,
            sure: self.sure || other.sure,
            ..Term::place(text)
        }
    }

    /// This term for a place that is looked up: it does not grow as its indices do, and is not checked before the program runs.
    pub(crate) fn looked_up(self) -> Self {
        Term {
            indices: self.indices.into_iter().map(|(index, _)| (index, false)).collect(),
            checked: false,
            sure: false,
            ..self
        }
    }

    /// A place in a part of what is joined.
    pub(crate) fn of_part(self) -> Self {
        Term {
            number: usize::MAX,
            checked: false,
            sure: self.checked || self.sure,
            ..self
        }
    }

    /// A part of the dimension.
    pub(crate) fn within(self, lo: usize, hi: usize) -> Self {
        Term {
            text: format!("window({}, {lo}..{hi})", self.text),
            number: usize::MAX,
            ..self
        }
    }

    /// This term, permissive: what is read beyond the extent is missing.
    pub(crate) fn permissive(self) -> Self {
        Term {
            text: format!("~{}", grouped(self.text)),
            number: usize::MAX,
            permissive: true,
            checked: false,
            ..self
        }
    }

    /// The number of variable `number` among those of indices.
    pub(crate) fn of_variable(number: usize) -> usize {
        usize::MAX / 2 + number
    }

    /// Variable number `number`, unless it has a value: its number is apart from those of indices.
    pub(crate) fn variable(number: usize, is_bound: bool) -> Self {
        let place = Term::place(format_args!("v{number}"));
        let indices = if is_bound {
            Vec::new()
        } else {
            vec![(Term::of_variable(number), false)]
        };
        Term { indices, ..place }.looked_up()
    }

    /// What an access names.
    pub(crate) fn gathered(text: String, indices: Vec<Term>) -> Self {
        let indices = indices.into_iter().flat_map(|term| term.indices).collect();
        let place = Term::place(text);
        Term { indices, ..place }.looked_up()
    }

    /// How the entry is written.
    pub(crate) fn text(&self) -> String {
        self.text.clone()
    }

    /// How it is written, without a protocol.
    pub(crate) fn name(&self) -> &str {
        let inner = |protocol: &str| self.text.strip_prefix(protocol)?.strip_prefix('(')?.strip_suffix(')');
        match self.number {
            usize::MAX => &self.text,
            _ => inner("gallop").or_else(|| inner("follow")).unwrap_or(&self.text),
        }
    }

    /// Index `number` is part of it, and not bound.
    pub(crate) fn holds(&self, number: usize) -> bool {
        self.indices.iter().any(|&(index, _)| index == number)
    }

    /// Index `number` is part of it, and it is checked before the program runs that it is in bounds.
    pub(crate) fn finds(&self, number: usize) -> bool {
        self.checked && self.holds(number)
    }

    /// All its indices are bound.
    pub(crate) fn is_bound(&self) -> bool {
        self.indices.is_empty()
    }

    /// Index `number` is the one that is left, and moves it: a loop over it unfurls here, if nothing behind it holds the index.
    pub(crate) fn unfurls_at(&self, number: usize) -> bool {
        self.indices == [(number, true)]
    }

    /// A loop over index `number` moves it, and may go where it is not in bounds.
    pub(crate) fn may_lie_beyond(&self, number: usize) -> bool {
        self.permissive && !self.sure && self.unfurls_at(number)
    }

    /// The term where it lies inside.
    pub(crate) fn inside(&self) -> Self {
        Term {
            permissive: false,
            checked: true,
            sure: false,
            ..self.clone()
        }
    }

    /// The term when index `number` has a value.
    pub(crate) fn bind(&self, number: usize) -> Self {
        let mut term = self.clone();
        term.indices.retain(|&(index, _)| index != number);
        if term.number == number {
            term.number = usize::MAX
        }
        term
    }
}

/// An index list, as it is written.
pub(crate) fn list_text(terms: &[Term]) -> String {
    let terms: Vec<String> = terms.iter().map(Term::text).collect();
    format!("[{}]", terms.join(", "))
}

/// In parentheses, unless it stands together without them.
fn grouped(text: String) -> String {
    let mut depth = 0;
    let apart = text.chars().any(|c| {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        depth == 0 && c == ' '
    });
    if apart { format!("({text})") } else { text }
}

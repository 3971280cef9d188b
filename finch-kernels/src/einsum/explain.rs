//! Plans in words.

use super::facts::{Factored, Facts, Way};
use core::fmt::Write;

impl Facts {
    fn list(&self, indices: &[usize]) -> String {
        indices.iter().map(|&i| self.name(i)).collect::<Vec<_>>().join(", ")
    }

    fn access(&self, name: &str, indices: &[usize]) -> String {
        format!("{name}[{}]", self.list(indices))
    }

    /// A way in one line.
    fn line(&self, way: &Way) -> String {
        let mut line = String::new();
        for &at in &way.transposed {
            let operand = &self.operands[at];
            let _ = write!(line, "transpose {}, ", self.access(operand.name, &operand.places));
        }
        match &way.factored {
            None => {
                let _ = write!(line, "for {}", self.list(&way.order));
            }
            Some(factored) => self.factored(&mut line, way, factored),
        }
        let lead = self.output.lead(&way.order);
        let led = || match lead {
            0 => String::new(),
            _ => format!(" for each {}", self.list(&way.order[..lead])),
        };
        let left = self.list(&self.output.places[lead..]);
        let _ = match self.output.workspace(&way.order) {
            None => Ok(()),
            Some(0) => write!(line, ", summed in a scalar{}", led()),
            Some(1) => write!(line, ", summed in a row over {left}{}", led()),
            Some(_) => write!(line, ", summed in a table over {left}{}", led()),
        };
        line
    }

    /// What is multiplied first, and the loops around, inside and behind that.
    fn factored(&self, line: &mut String, way: &Way, factored: &Factored) {
        let lead = factored.lead.unwrap_or(0);
        if lead > 0 {
            let _ = write!(line, "for {}: ", self.list(&way.order[..lead]));
        }
        let [a, b] = factored.pair.map(|at| {
            let operand = &self.operands[at];
            self.access(operand.name, &operand.places)
        });
        let is_copy = factored.pair[0] == factored.pair[1];
        let _ = match is_copy {
            true => write!(line, "a copy of {a} first"),
            false => write!(line, "{a} * {b} first"),
        };
        let inner = |order: &[usize]| match self.list(&order[lead..]) {
            loops if loops.is_empty() => loops,
            loops => format!(" for {loops}"),
        };
        let _ = match (factored.lead, factored.places.len() - lead) {
            (None, _) => write!(line, ", in a temporary tensor over {}", self.list(&factored.places)),
            (_, 0) => write!(line, ", in a scalar"),
            _ => write!(line, ", in a row over {}", self.list(&factored.places[lead..])),
        };
        let _ = write!(line, ",{}; then the others", inner(&factored.order));
        line.push_str(&inner(&way.order));
        if factored.followed {
            line.push_str(", which look it up")
        }
    }

    /// What is computed, how, and how else it could be.
    pub(super) fn explain(&self) -> String {
        let mut text = self.access(self.output.name, &self.output.places);
        text.push_str(" += ");
        let product: Vec<_> = self.operands.iter().map(|o| self.access(o.name, &o.places)).collect();
        text.push_str(&product.join(" * "));
        text.push('\n');
        for operand in &self.operands {
            let extents: Vec<_> = operand.extents.iter().map(usize::to_string).collect();
            let _ = writeln!(
                text,
                "  {}: {}, {} stored",
                operand.name,
                extents.join(" by "),
                operand.stored
            );
        }
        let chosen = self.choose();
        let mut nests = self.ways.iter().filter(|way| way.factored.is_none());
        if nests.all(|way| !way.transposed.is_empty()) {
            text.push_str("no order of loops reads all operands as they are stored: some are transposed first\n")
        }
        let _ = writeln!(
            text,
            "plan: {}: {}",
            self.line(&self.ways[chosen]),
            steps(self.cost(&self.ways[chosen]))
        );
        let mut heading = "alternatives:\n";
        for (number, way) in self.ways.iter().enumerate() {
            let is_allowed = way.factored.as_ref().is_none_or(|factored| factored.allowed);
            if number != chosen && is_allowed {
                let _ = writeln!(text, "{heading}  {}: {}", self.line(way), steps(self.cost(way)));
                heading = ""
            }
        }
        text
    }
}

/// So many steps, in three digits where there are many.
fn steps(count: f64) -> String {
    if count.is_infinite() {
        "does not fit".to_owned()
    } else if count < 1e6 {
        format!("{count:.0} steps")
    } else {
        format!("{count:.2e} steps")
    }
}

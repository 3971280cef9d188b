//! What run time knows of an `einsum!`, and what it makes of it: the cost of each order of loops. Nothing here is generic, so that it
//! is compiled once.

use core::fmt::Write;

/// What a dimension is.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Every place can be looked up.
    pub(super) looked_up: bool,
    /// There is fill wherever nothing is stored.
    pub(super) sparse: bool,
}

/// The dimensions of a matrix that was transposed.
const ROWS: [Dimension; 2] = [
    Dimension {
        looked_up: true,
        sparse: false,
    },
    Dimension {
        looked_up: false,
        sparse: true,
    },
];

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: Vec<usize>,
    pub(super) extents: Vec<usize>,
    pub(super) dimensions: Vec<Dimension>,
    pub(super) stored: usize,
}

impl Operand {
    /// How many children a fiber has along each dimension, on average, if entries are spread evenly.
    fn children(&self) -> Vec<f64> {
        let extents = || self.extents.iter().map(|&n| n as f64);
        let last = self.dimensions.iter().rposition(|d| d.sparse);
        // Entries of the last sparse dimension.
        let behind: f64 = extents().skip(last.map_or(0, |last| last + 1)).product();
        let entries = self.stored as f64 / behind.max(1.0);
        let mut fibers = 1.0;
        let mut children = Vec::new();
        for (axis, n) in extents().enumerate() {
            let places = fibers * n;
            let stored = match last {
                _ if !self.dimensions[axis].sparse => places,
                Some(last) if last == axis => entries.min(places),
                _ => places * (1.0 - (-entries / places.max(1.0)).exp()),
            };
            children.push(if fibers > 0.0 { stored / fibers } else { 0.0 });
            fibers = stored;
        }
        children
    }

    /// This matrix, transposed.
    fn transposed(&self) -> Self {
        let mut operand = self.clone();
        operand.places.reverse();
        operand.extents.reverse();
        operand.dimensions = ROWS.to_vec();
        operand
    }
}

/// The result.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: Vec<usize>,
    /// It is written in any order.
    pub(super) any_order: bool,
}

/// One way to compute the result.
#[derive(Clone, Debug)]
pub struct Way {
    /// The numbers of the indices, outermost loop first.
    pub(super) order: Vec<usize>,
    /// The operand that is transposed first.
    pub(super) transposed: Option<usize>,
}

/// All that run time knows.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) operands: Vec<Operand>,
    pub(super) output: Output,
    pub(super) ways: Vec<Way>,
    /// Indices, by number.
    pub(super) names: Vec<(usize, &'static str)>,
}

// Costs are in steps: one step goes on to the next entry of a list, multiplies, and adds. They were measured on one machine, and serve
// to compare orders of loops.

/// A loop is entered.
const ENTERING: f64 = 4.0;
/// A step of a loop over dense rows, which is vectorised.
const VECTORISED: f64 = 0.15;
/// A step of a sum over dense rows, which has to wait for the one before.
const IN_TURN: f64 = 1.2;
/// A step of merging several lists, each.
const MERGED: f64 = 2.0;
/// A place far from the one before is looked up, in an array that fits into a cache.
const FAR: f64 = 0.3;
/// A place far from the one before is looked up, in an array that does not fit into a cache.
const FURTHER: f64 = 1.5;
/// How many values fit into a cache.
const CACHED: usize = 1 << 17;
/// Adding to a row that is a workspace.
const IN_ROW: f64 = 1.0;
/// Adding to a table.
const IN_TABLE: f64 = 15.0;
/// Moving an entry, where a matrix is transposed.
const MOVED: f64 = 6.0;

impl Facts {
    fn name(&self, number: usize) -> &'static str {
        self.names
            .iter()
            .find(|(n, _)| *n == number)
            .map_or("", |(_, name)| name)
    }

    /// The extent of an index: that of the first operand that has it.
    fn extent(&self, number: usize) -> f64 {
        self.operands
            .iter()
            .find_map(|o| {
                o.places
                    .iter()
                    .position(|&p| p == number)
                    .map(|axis| o.extents[axis] as f64)
            })
            .unwrap_or(0.0)
    }

    /// How many loops go along with places of the result, one by one.
    fn lead(&self, way: &Way) -> usize {
        way.order
            .iter()
            .zip(&self.output.places)
            .take_while(|(a, b)| a == b)
            .count()
    }

    /// How many dimensions the workspace has, if there is one.
    fn workspace(&self, way: &Way) -> Option<usize> {
        let places = self.output.places.len();
        let lead = self.lead(way);
        let direct = self.output.any_order || places == 0 || lead == way.order.len();
        (!direct).then_some(places - lead)
    }

    /// What a way costs, in steps of the innermost loop.
    pub(super) fn cost(&self, way: &Way) -> f64 {
        let mut operands = self.operands.clone();
        let mut cost = 0.0;
        if let Some(at) = way.transposed {
            let operand = &mut operands[at];
            cost += MOVED * operand.stored as f64 + operand.extents.iter().map(|&n| n as f64).sum::<f64>();
            *operand = operand.transposed()
        }
        let children: Vec<_> = operands.iter().map(Operand::children).collect();
        let lead = self.lead(way);
        let (mut times, mut led) = (1.0, 1.0);
        for (depth, &index) in way.order.iter().enumerate() {
            if depth == lead {
                led = times
            }
            let extent = self.extent(index);
            let is_last = depth + 1 == way.order.len();
            let (mut walked, mut walkers, mut iterations) = (0.0, 0, extent);
            let mut strided = 0.0;
            for (operand, children) in operands.iter().zip(&children) {
                for (axis, &place) in operand.places.iter().enumerate() {
                    // A place of an index that stands further out, too, is looked up.
                    if place != index || operand.places[..axis].contains(&index) {
                        continue;
                    }
                    if !operand.dimensions[axis].looked_up {
                        walked += children[axis];
                        walkers += 1;
                        iterations *= (children[axis] / extent.max(1.0)).min(1.0)
                    } else if axis + 1 != operand.places.len() {
                        strided += if operand.stored > CACHED { FURTHER } else { FAR }
                    }
                }
            }
            let steps = match walkers {
                0 => extent,
                1 => walked,
                _ => MERGED * walked,
            };
            let kept = self.output.places.contains(&index);
            let mut step = 1.0;
            if is_last {
                if walkers == 0 && !kept {
                    step = IN_TURN
                } else if walkers == 0 && self.output.any_order {
                    step = VECTORISED
                }
                step += strided;
                if kept && self.output.any_order && self.output.places.last() != Some(&index) {
                    step += FURTHER
                }
            }
            cost += times * (ENTERING + steps * step);
            times *= iterations
        }
        if lead == way.order.len() {
            led = times
        }
        // What the workspace holds each time is read in order.
        if let Some(rank) = self.workspace(way) {
            let places: f64 = self.output.places[lead..].iter().map(|&i| self.extent(i)).product();
            let each = (times / f64::max(led, 1.0)).min(places);
            cost += match rank {
                0 => led,
                1 => times * IN_ROW + led * (ENTERING + each * (each + 1.0).log2()),
                _ => times * IN_TABLE + led * each * (each + 1.0).log2(),
            }
        }
        cost
    }

    /// The number of the cheapest way: the first one, of several that cost as much.
    pub(super) fn choose(&self) -> usize {
        let mut best = (0, f64::INFINITY);
        for (number, way) in self.ways.iter().enumerate() {
            let cost = self.cost(way);
            if cost < best.1 {
                best = (number, cost)
            }
        }
        best.0
    }

    fn list(&self, indices: &[usize]) -> String {
        indices.iter().map(|&i| self.name(i)).collect::<Vec<_>>().join(", ")
    }

    fn access(&self, name: &str, indices: &[usize]) -> String {
        format!("{name}[{}]", self.list(indices))
    }

    /// A way in one line.
    fn line(&self, way: &Way) -> String {
        let mut line = String::new();
        if let Some(at) = way.transposed {
            let operand = &self.operands[at];
            let _ = write!(line, "transpose {}, ", self.access(operand.name, &operand.places));
        }
        let _ = write!(line, "for {}", self.list(&way.order));
        let lead = self.lead(way);
        let left = &self.output.places[lead..];
        let _ = match self.workspace(way) {
            None => Ok(()),
            Some(0) => write!(line, ", summed in a scalar for each {}", self.list(&way.order[..lead])),
            Some(rank) => {
                let _ = write!(line, ", summed in a {}", if rank == 1 { "row" } else { "table" });
                let _ = write!(line, " over {}", self.list(left));
                match lead {
                    0 => Ok(()),
                    _ => write!(line, " for each {}", self.list(&way.order[..lead])),
                }
            }
        };
        line
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
        if self.ways.iter().all(|way| way.transposed.is_some()) {
            text.push_str("no order of loops reads all operands as they are stored: a matrix is transposed first\n")
        }
        let _ = writeln!(
            text,
            "plan: {}: {}",
            self.line(&self.ways[chosen]),
            steps(self.cost(&self.ways[chosen]))
        );
        if self.ways.len() > 1 {
            text.push_str("alternatives:\n");
            for (_, way) in self.ways.iter().enumerate().filter(|(number, _)| *number != chosen) {
                let _ = writeln!(text, "  {}: {}", self.line(way), steps(self.cost(way)));
            }
        }
        text
    }
}

/// So many steps, in three digits where there are many.
fn steps(count: f64) -> String {
    if count < 1e6 {
        format!("{count:.0} steps")
    } else {
        format!("{count:.2e} steps")
    }
}

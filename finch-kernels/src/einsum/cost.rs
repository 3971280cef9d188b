//! What each way to compute a result costs.

use super::facts::{Factored, Facts, List, OperandFacts, OutputFacts, Way};

// Costs are in steps: one step goes on to the next entry of a list, multiplies, and adds. They were measured on one machine, and serve
// to compare orders of loops.

/// A loop is entered.
const ENTERING: f64 = 4.0;
/// A step of a loop over dense rows, which is vectorised.
const VECTORISED: f64 = 0.15;
/// Each further factor that depends on the index of that loop.
const FACTOR: f64 = 0.06;
/// A step of a sum over dense rows, which has to wait for the one before.
const IN_TURN: f64 = 1.2;
/// A step of merging several lists, each.
const MERGED: f64 = 3.0;
/// A place far from the one before is looked up, in an array that fits into a cache.
const FAR: f64 = 0.3;
/// A place far from the one before is looked up, in an array that does not fit into a cache.
const FURTHER: f64 = 1.5;
/// A place far from the one before is written, in a dense tensor that does not fit into a cache and whose rows the loops do not go along.
const WRITTEN: f64 = 10.0;
/// How many values fit into a cache.
const CACHED: usize = 1 << 17;
/// Whether a row that is a workspace stores a place is looked up.
const LOOKED_UP: f64 = 0.5;
/// A row that is a workspace is emptied, and sorted once it is filled.
const OPENING: f64 = 30.0;
/// Adding to a row that is a workspace.
const IN_ROW: f64 = 1.0;
/// Adding to a table.
const IN_TABLE: f64 = 15.0;
/// Moving an entry, where a matrix is transposed.
const MOVED: f64 = 6.0;

/// Writing to a dense tensor that is temporary, and reading it.
const STORED: f64 = 0.5;
/// How many values a temporary tensor has at most, so that it does not ask for memory that one loop nest would do without.
const TEMPORARY: f64 = (1_u64 << 27) as f64;

/// Loops, from number `from` on of all in the order `order`, over some operands.
struct Loops<'a> {
    operands: &'a [&'a OperandFacts],
    order: &'a [usize],
    from: usize,
    /// The last one is the innermost of all.
    innermost: bool,
}

impl OutputFacts {
    /// How many loops go along with its places, one by one.
    pub(super) fn lead(&self, order: &[usize]) -> usize {
        order.iter().zip(&self.places).take_while(|(a, b)| a == b).count()
    }

    /// How many dimensions the workspace of its sums has, if there is one.
    pub(super) fn workspace(&self, order: &[usize]) -> Option<usize> {
        let places = self.places.len();
        let lead = self.lead(order);
        let direct = self.any_order || places == 0 || lead == order.len();
        (!direct).then_some(places - lead)
    }
}

impl Facts {
    /// What loops cost that write to `output`. `times` says how often each loop is entered, and, last, how often what is inside of all:
    /// entries are added to it.
    fn walk(&self, loops: &Loops<'_>, output: &OutputFacts, times: &mut List<f64>) -> f64 {
        let size: f64 = output.places.iter().map(|&i| self.extent(i)).product();
        let is_far = size > CACHED as f64 && loops.order.first() != output.places.first();
        let mut cost = 0.0;
        for (depth, &index) in loops.order.iter().enumerate().skip(loops.from) {
            let extent = self.extent(index);
            let is_last = loops.innermost && depth + 1 == loops.order.len();
            let (mut walked, mut walkers, mut iterations) = (0.0, 0, extent);
            let (mut strided, mut factors, mut followed) = (0.0, 0.0, 0.0);
            for operand in loops.operands {
                let children = &operand.children;
                for (axis, &place) in operand.places.iter().enumerate() {
                    // A place of an index that stands further out, too, is looked up.
                    if place != index || operand.places[..axis].contains(&index) {
                        continue;
                    }
                    factors += 1.0;
                    let is_inner = axis + 1 == operand.places.len();
                    if operand.followed && is_inner {
                        followed += LOOKED_UP + if operand.extents[axis] > CACHED { FURTHER } else { 0.0 };
                        iterations *= (children[axis] / extent.max(1.0)).min(1.0)
                    } else if !operand.dimensions[axis].looked_up {
                        walked += children[axis];
                        walkers += 1;
                        iterations *= (children[axis] / extent.max(1.0)).min(1.0)
                    } else if !is_inner {
                        strided += if operand.stored > CACHED { FURTHER } else { FAR }
                    }
                }
            }
            let steps = match walkers {
                0 => extent,
                1 => walked,
                _ => MERGED * walked,
            };
            let mut step = 1.0 + followed;
            let kept = output.places.contains(&index);
            if is_last {
                if walkers == 0 && !kept {
                    step = IN_TURN
                } else if walkers == 0 && output.any_order {
                    // What does not depend on the index is multiplied outside of the loop.
                    step = VECTORISED + FACTOR * f64::max(factors - 1.0, 0.0)
                }
                step += strided;
                if kept && output.any_order && output.places.last() != Some(&index) {
                    step += FURTHER
                } else if kept && output.any_order && walkers > 0 && is_far {
                    step += WRITTEN
                }
            }
            let entered = times[depth];
            cost += entered * (ENTERING + steps * step);
            times.push(entered * iterations)
        }
        cost
    }

    /// What workspaces of sums of the result cost.
    fn summing(&self, output: &OutputFacts, order: &[usize], times: &[f64]) -> f64 {
        let lead = output.lead(order);
        let (led, times) = (times[lead], times[order.len()]);
        // What the workspace holds each time is read in order.
        let Some(rank) = output.workspace(order) else {
            return 0.0;
        };
        let places: f64 = output.places[lead..].iter().map(|&i| self.extent(i)).product();
        let each = (times / f64::max(led, 1.0)).min(places);
        match rank {
            0 => led,
            1 => times * IN_ROW + led * (ENTERING + each * (each + 1.0).log2()),
            _ => times * IN_TABLE + led * each * (each + 1.0).log2(),
        }
    }

    /// What a way costs, in steps of the innermost loop.
    pub(super) fn cost(&self, way: &Way) -> f64 {
        match &way.factored {
            None => self.nest(way),
            Some(factored) if !factored.allowed => f64::INFINITY,
            Some(factored) => match factored.lead {
                Some(lead) => self.inside(way, factored, lead),
                None => self.before(way, factored),
            },
        }
    }

    /// What one loop nest costs.
    fn nest(&self, way: &Way) -> f64 {
        let mut cost = 0.0;
        let mut transposed = List::<OperandFacts>::new();
        for &at in &way.transposed {
            let operand = &self.operands[at];
            cost += MOVED * operand.stored as f64 + operand.extents.iter().map(|&n| n as f64).sum::<f64>();
            transposed.push(operand.transposed())
        }
        let mut operands: List<_> = self.operands.iter().collect();
        for (&at, transposed) in way.transposed.iter().zip(&transposed) {
            operands[at] = transposed
        }
        cost + self.loops(&operands, &way.order, &self.output).0
    }

    /// What loops in this order cost that add the products of operands to `output`, and how often they do.
    fn loops(&self, operands: &[&OperandFacts], order: &[usize], output: &OutputFacts) -> (f64, f64) {
        let mut times = List::from_iter([1.0]);
        let loops = Loops {
            operands,
            order,
            from: 0,
            innermost: true,
        };
        let cost = self.walk(&loops, output, &mut times) + self.summing(output, order, &times);
        (cost, times[order.len()])
    }

    /// The two operands, and the others.
    fn parts(&self, factored: &Factored) -> (List<&OperandFacts>, List<&OperandFacts>) {
        let of = |first: bool| {
            let operands = self.operands.iter().enumerate();
            operands
                .filter(|(number, _)| factored.pair.contains(number) == first)
                .map(|(_, operand)| operand)
                .collect()
        };
        (of(true), of(false))
    }

    /// What loops cost that keep sums of products of two operands in a row or in a number.
    fn inside(&self, way: &Way, factored: &Factored, lead: usize) -> f64 {
        // Declared before the list that refers to it.
        let row;
        let (pair, mut others) = self.parts(factored);
        let mut times = List::from_iter([1.0]);
        let all: List<_> = self.operands.iter().collect();
        let around = Loops {
            operands: &all,
            order: &way.order[..lead],
            from: 0,
            innermost: false,
        };
        let mut cost = self.walk(&around, &self.output, &mut times);
        let led = times[lead];
        // Sums are added to a row like to a dense output, or to a list of places.
        let rest = &factored.places[lead..];
        let sums = OutputFacts {
            name: "",
            places: rest.into(),
            any_order: factored.is_dense(),
        };
        let mut inner = times.clone();
        let summing = Loops {
            operands: &pair,
            order: &factored.order,
            from: lead,
            innermost: true,
        };
        cost += self.walk(&summing, &sums, &mut inner);
        let products = inner[factored.order.len()];
        let places: f64 = rest.iter().map(|&i| self.extent(i)).product();
        // A row has memory for each index, whether it is a list or dense.
        if places >= TEMPORARY {
            return f64::INFINITY;
        }
        let stored = if factored.is_dense() {
            cost += led * places * VECTORISED;
            places
        } else {
            let each = spread(products / led.max(1.0), places);
            cost += products * IN_ROW + led * (OPENING + each * (each + 1.0).log2());
            each
        };
        if !rest.is_empty() {
            row = OperandFacts {
                followed: factored.followed,
                ..self.sums(factored, lead, stored)
            };
            others.push(&row)
        }
        let multiplying = Loops {
            operands: &others,
            order: &way.order,
            from: lead,
            innermost: true,
        };
        cost += self.walk(&multiplying, &self.output, &mut times);
        cost + self.summing(&self.output, &way.order, &times)
    }

    /// What is stored of the sums of two operands, inside of `lead` loops, as an operand.
    fn sums(&self, factored: &Factored, lead: usize, stored: f64) -> OperandFacts {
        let places = List::from(&factored.places[lead..]);
        let extents = places.iter().map(|&i| self.extent(i) as usize).collect();
        OperandFacts::new("", places, extents, factored.dimensions[lead..].into(), stored as usize)
    }

    /// What it costs to keep sums of products of two operands in a temporary tensor.
    fn before(&self, way: &Way, factored: &Factored) -> f64 {
        let temporary;
        let (pair, mut others) = self.parts(factored);
        let sums = OutputFacts {
            name: "",
            places: factored.places.clone(),
            any_order: factored.is_dense(),
        };
        let (cost, products) = self.loops(&pair, &factored.order, &sums);
        let extents: List<_> = factored.places.iter().map(|&i| self.extent(i)).collect();
        let places: f64 = extents.iter().product();
        let stored = if factored.is_dense() {
            places
        } else {
            spread(products, places)
        };
        let fits = stored < TEMPORARY && extents.iter().all(|&n| n <= f64::from(u32::MAX));
        if !fits {
            return f64::INFINITY;
        }
        temporary = self.sums(factored, 0, stored);
        others.push(&temporary);
        cost + stored * STORED + self.loops(&others, &way.order, &self.output).0
    }

    /// No index has several extents, nor is one empty: else a loop nest that reads all operands says what is wrong, or finds the sum,
    /// which is the zero.
    fn is_regular(&self) -> bool {
        self.operands.iter().all(|operand| {
            let mut places = operand.places.iter().zip(&operand.extents);
            places.all(|(&place, &extent)| extent != 0 && self.extent(place) == extent as f64)
        })
    }

    /// The number of the cheapest way: the first one, of several that cost as much.
    pub(super) fn choose(&self) -> usize {
        let is_regular = self.is_regular();
        let mut best = (0, f64::INFINITY);
        for (number, way) in self.ways.iter().enumerate() {
            if way.factored.is_some() && !is_regular {
                continue;
            }
            let cost = self.cost(way);
            if cost < best.1 {
                best = (number, cost)
            }
        }
        best.0
    }
}

/// How many of so many places there are in `products`, if these are spread evenly.
fn spread(products: f64, places: f64) -> f64 {
    places * -(-products / places.max(1.0)).exp_m1()
}

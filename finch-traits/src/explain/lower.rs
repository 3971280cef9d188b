//! The lowering of a program as data: the same decisions as [`crate::pass`], written down instead of compiled.

use crate::description::tree::{Assign, HeldFacts, Together};
use crate::explain::ask::Meant;
use crate::explain::change::{beyond, hoist, inside, localized, multiplied, slowly};
use crate::explain::facts::Facts;
use crate::explain::looplets::Pass;
use crate::explain::node::Node;
use crate::explain::walk::{labels, statement};
use crate::pass::choice::Question;
use crate::pass::lookup::Indices;
use crate::pass::single::Phase;
use crate::reduction::lanes::{LANES, LIST_LANES, LONG_ROWS, ROWS_ABREAST};
use crate::reduction::tile::{BLOCK, LENS, ROWS};
use crate::upper::*;

/// The indices that a statement is lowered over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Any number of them.
    Many,
    /// A single one.
    One,
}

/// How many statements are lowered before the rest is left out.
const MOST: usize = 500;

/// Where a lowering has reached a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// It is lowered over a region.
    Region(Facts),
    /// It is the body of a loop, which is cut into tiles or not.
    Body {
        /// The number of the loop's index.
        number: usize,
        tiles: bool,
    },
}

/// A lowering that is written down.
pub(crate) struct Lowering<'a> {
    /// Where each loop runs and why, by its place.
    extents: &'a [String],
    count: Cell<usize>,
    /// The numbers of the outputs that are read while they are written.
    current: Vec<usize>,
    /// Told of every statement that is lowered.
    visit: &'a dyn Fn(&Statement, Reached),
}

pub(super) fn joined(labels: &[String]) -> String {
    match labels {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// How the targets are written of those assignments that satisfy a condition.
pub(super) fn targets(stmt: &Statement, is_meant: &dyn Fn(&Statement) -> bool) -> String {
    let mut found = Vec::new();
    stmt.for_each(&mut |stmt| {
        let assign = stmt.assignment().filter(|_| is_meant(stmt));
        found.extend(assign.map(|assign| assign.target.label.clone()))
    });
    joined(&found)
}

fn no_op(stmt: &Statement) -> Vec<Node> {
    vec![Node::line(format!("no-op ({})", stmt.text()))]
}

/// What is done where a condition holds.
fn sieved(condition: &Expression, below: Vec<Node>) -> Vec<Node> {
    if condition.known().is::<tag::True>() {
        below
    } else {
        vec![Node::over(format!("if {}", condition.text()), below)]
    }
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(extents: &'a [String], visit: &'a dyn Fn(&Statement, Reached)) -> Self {
        Lowering {
            extents,
            count: Cell::new(0),
            current: Vec::new(),
            visit,
        }
    }

    /// This lowering, of a statement that reads the outputs of these numbers while it writes them.
    pub(crate) fn reading(mut self, current: Vec<usize>) -> Self {
        self.current = current;
        self
    }

    /// What each of some statements does, unless it is a no-op.
    fn in_order(&self, parts: &[Statement], then: &dyn Fn(&Statement) -> Vec<Node>) -> Vec<Node> {
        parts.iter().filter(|part| !part.noop()).flat_map(then).collect()
    }

    /// A name, and what the statement that uses it does.
    fn named(
        &self,
        number: usize,
        value: &Expression,
        body: &Statement,
        then: &dyn Fn(&Statement) -> Vec<Node>,
    ) -> Vec<Node> {
        let is_unknown = value.known() == Knowledge::NOTHING;
        let name = is_unknown.then(|| Node::line(format!("let v{number} = {}", value.text())));
        let body = then(&body.knowing(number, VariableFacts::of(value)));
        name.into_iter().chain(body).collect()
    }

    /// What a statement does whose indices are all bound.
    pub(crate) fn exec(&self, stmt: &Statement) -> Vec<Node> {
        match stmt.parts() {
            (StmtNode::Assign(Assign { tested, .. }), Some(value), _) => {
                let is_asked = *tested && stmt.dies_of(value.when_absent());
                let unless = if is_asked { ", unless that is a no-op" } else { "" };
                vec![Node::line(stmt.text() + unless)]
            }
            (StmtNode::Block, _, parts) => self.in_order(parts, &|part| self.exec(part)),
            (StmtNode::Sieve, Some(condition), [body]) => sieved(condition, self.exec(body)),
            (StmtNode::Let(number), Some(value), [body]) => self.named(*number, value, body, &|body| self.exec(body)),
            (
                StmtNode::Workspace {
                    label, number, held, ..
                },
                _,
                [producer, consumer],
            ) => self.workspace(stmt, label, *number, *held, [producer, consumer]),
            (
                &StmtNode::Loop {
                    number,
                    name,
                    place,
                    is_down,
                    together,
                    ..
                },
                _,
                [body],
            ) => {
                let extent = self.extents.get(place).map_or("", String::as_str);
                let title = format!("for {name}{extent}");
                let note = match together {
                    Together::Alone => Vec::new(),
                    Together::Abreast => vec![Node::line(format!(
                        "release builds: {ROWS_ABREAST} rows abreast, if {LONG_ROWS} values or more are stored for each on average"
                    ))],
                    Together::InTiles => vec![Node::line(format!(
                        "release builds: tiles of {ROWS} rows, on aarch64, or if the target has AVX2 or the program is `wide`"
                    ))],
                };
                let below = match beyond(body, number) {
                    _ if is_down => vec![Node::over(
                        "down, index by index",
                        self.hoisted(body, Pass::Unfurl(number), Span::One),
                    )],
                    0..3 => self.loop_over(body, number),
                    many => vec![
                        Node::over(
                            format!("where all of the {many} accesses lie inside"),
                            self.hoisted(&inside(body, number), Pass::Unfurl(number), Span::Many),
                        ),
                        Node::over(
                            "before and behind: looked up, index by index",
                            self.hoisted(&slowly(body, number), Pass::Unfurl(number), Span::Many),
                        ),
                    ],
                };
                vec![Node::over(title, [note, below].concat())]
            }
            _ => Vec::new(),
        }
    }

    /// A workspace that is filled, and read.
    fn workspace(
        &self,
        stmt: &Statement,
        label: &str,
        number: usize,
        held: HeldFacts,
        [producer, consumer]: [&Statement; 2],
    ) -> Vec<Node> {
        let in_order = |parts: [&Statement; 2]| {
            let [producer, consumer] =
                parts.map(|part| self.in_order(core::slice::from_ref(part), &|part| self.exec(part)));
            (producer, consumer)
        };
        let line = |text: String| vec![Node::line(text)];
        if held.in_tile {
            let (filled, read) = in_order([&producer.filling_tile(number), consumer]);
            return [line(format!("{label} is a tile of local variables")), filled, read].concat();
        }
        if stmt.runs_by_row() {
            let (filled, read) = in_order([&producer.filling_tile(number), &consumer.added_by_tiles()]);
            let title = format!(
                "{label} by tiles of {BLOCK} values, the last of fewer: local variables, which are never in memory"
            );
            return vec![Node::over(title, [filled, read].concat())];
        }
        let (producer, local) = localized(producer, number);
        if held.is_value {
            let (filled, read) = in_order([&producer, consumer]);
            return [line(format!("{label} is a local variable")), filled, read].concat();
        }
        let local = local.map(|label| Node::line(format!("{label} is a local copy until it is filled")));
        let by_tiles = consumer.tiles(number) && !consumer.replaces(consumer);
        let tiled = if by_tiles { consumer.tiled() } else { consumer.clone() };
        let (filled, read) = in_order([&producer, &tiled]);
        let read = if by_tiles { self.by_tiles(&tiled, read) } else { read };
        [
            line(format!("declare {label}")),
            Vec::from_iter(local),
            filled,
            line(format!("freeze {label}")),
            read,
        ]
        .concat()
    }

    /// What a statement does for one tile after another.
    fn by_tiles(&self, tiled: &Statement, below: Vec<Node>) -> Vec<Node> {
        let rows = targets(tiled, &|stmt| {
            stmt.assignment().is_some_and(|assign| assign.target.is_tile)
        });
        let lens: Vec<String> = LENS.iter().map(usize::to_string).collect();
        let lens = lens.join(", ");
        vec![Node::over(
            format!("{rows} by tiles of {lens} values and of what is left: each is a local copy"),
            below,
        )]
    }

    /// The body of a loop over index `number`.
    fn loop_over(&self, body: &Statement, number: usize) -> Vec<Node> {
        let tiles = body.tiles(number);
        (self.visit)(body, Reached::Body { number, tiles });
        if tiles {
            let tiled = body.tiled();
            return self.by_tiles(&tiled, self.each(Pass::Unfurl(number), &tiled, Span::Many));
        }
        self.hoisted(body, Pass::Unfurl(number), Span::Many)
    }

    /// What a pass makes of the body of a loop whose accumulators are hoisted.
    fn hoisted(&self, body: &Statement, pass: Pass, span: Span) -> Vec<Node> {
        let (body, hoisted) = hoist(body, &self.current);
        let mut nodes: Vec<Node> = hoisted
            .iter()
            .map(|label| Node::line(format!("{label} is hoisted: the loop works on a local copy")))
            .collect();
        nodes.extend(self.each(pass, &body, span));
        nodes
    }

    /// What a statement does over a region in which it does not change.
    fn repeat(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        let in_turns = || vec![Node::over("in turns, for each index", self.exec(stmt))];
        match stmt.parts() {
            (StmtNode::Assign(assign), ..) if !assign.target.once && span == Span::Many => {
                vec![Node::line(format!("{}, for all indices at once", stmt.text()))]
            }
            (StmtNode::Block, _, [first, second]) if span == Span::Many && first.overlaps(second) && !stmt.once() => {
                in_turns()
            }
            (StmtNode::Block, _, parts) => self.in_order(parts, &|part| self.repeat(part, span)),
            (StmtNode::Sieve, Some(condition), [body]) => sieved(condition, self.repeat(body, span)),
            (StmtNode::Let(number), Some(value), [body]) => {
                self.named(*number, value, body, &|body| self.repeat(body, span))
            }
            (StmtNode::Loop { .. }, _, [body]) if !body.once() && !body.multiplies() && span == Span::Many => {
                in_turns()
            }
            (StmtNode::Loop { .. }, _, [body]) if !body.once() => {
                let below = self.exec(&multiplied(stmt));
                match span {
                    Span::Many => vec![Node::over("once, each assignment counting for all indices", below)],
                    Span::One => below,
                }
            }
            _ => self.exec(stmt),
        }
    }

    /// Lowers whatever comes out of a pass.
    pub(super) fn each(&self, pass: Pass, stmt: &Statement, span: Span) -> Vec<Node> {
        self.cases(pass, stmt, &|stmt| self.lower(stmt, span))
    }

    /// What happens in each case that comes out of a pass. Cases in which the same happens are told together.
    pub(super) fn cases(&self, pass: Pass, stmt: &Statement, then: &dyn Fn(&Statement) -> Vec<Node>) -> Vec<Node> {
        let mut cases: Vec<(String, Vec<Node>)> = Vec::new();
        for (when, stmt) in statement(pass, stmt) {
            let (when, below) = (when.join(", "), then(&stmt));
            match cases.iter_mut().find(|(_, known)| *known == below) {
                Some((known, _)) if !when.is_empty() => {
                    known.push_str("; ");
                    known.push_str(&when)
                }
                _ => cases.push((when, below)),
            }
        }
        cases
            .into_iter()
            .flat_map(|(when, below)| {
                if when.is_empty() {
                    below
                } else {
                    vec![Node::case(&when, below)]
                }
            })
            .collect()
    }

    /// Lowers a statement over a region that is not empty.
    pub(super) fn lower(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > MOST {
            return vec![Node::line("...")];
        }
        let facts = self.facts(stmt);
        (self.visit)(stmt, Reached::Region(facts));
        let says = |question| facts.says(question);
        if says(Question::Noop) {
            return no_op(stmt);
        }
        let recurs = says(Question::Recurs);
        if says(Question::Fissions) {
            return self.split(stmt, span);
        }
        let until = if says(Question::Exits) {
            self.until(stmt)
        } else {
            String::new()
        };
        let labels = |is_meant: Meant<'_>| joined(&labels(stmt, is_meant));
        let of_style = |style: Kind| labels(&|nest| nest.facts.style == style);
        match facts.style {
            Kind::Single => match Phase::of(&says) {
                Phase::LookedUp => {
                    let below = self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt));
                    vec![Node::case("Single: looked up", below)]
                }
                Phase::Merged => self.each(Pass::Single, stmt, Span::One),
            },
            Kind::Switch => vec![Node::over(
                format!("Switch: {} by a run-time condition", of_style(Kind::Switch)),
                self.each(Pass::Switch, stmt, span),
            )],
            Kind::Run => {
                let title = format!("Run, one value of {}", of_style(Kind::Run));
                vec![Node::case(&title, self.each(Pass::Run, stmt, span))]
            }
            Kind::Spike => {
                let tail = self.each(Pass::SpikeTail, stmt, Span::One);
                let title = format!("Spike: {}", of_style(Kind::Spike));
                vec![match span {
                    Span::Many => Node::over(
                        title,
                        vec![
                            Node::case("before the last index", self.each(Pass::SpikeBody, stmt, Span::Many)),
                            Node::case("at the last index", tail),
                        ],
                    ),
                    // There is nothing before the only index.
                    Span::One => Node::over(title, tail),
                }]
            }
            Kind::Sequence => vec![Node::over(
                format!("Sequence: one phase of {} after the other", of_style(Kind::Sequence)),
                self.each(Pass::Sequence, stmt, span),
            )],
            Kind::Jumper => self.jump(stmt, facts, span, &of_style(Kind::Jumper), &until),
            Kind::Stepper => self.step(stmt, facts, &of_style(Kind::Stepper), &until),
            Kind::Lookup => {
                let below = self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt));
                if span == Span::One {
                    return vec![Node::case("Lookup", below)];
                }
                let is_target = |is: fn(&TargetDescription) -> bool| stmt.assignments().iter().any(|a| is(&a.target));
                let how = match Indices::of(&says) {
                    Indices::InLanes if is_target(TargetDescription::is_shared) => {
                        format!("index by index, into the {LIST_LANES} shared accumulators at once")
                    }
                    Indices::InLanes => format!("index by index, into {LANES} accumulators in turn"),
                    _ if is_target(TargetDescription::is_unfurled_tile) => "the tile at once".into(),
                    Indices::OneByOne | Indices::AsTargetSays => format!("index by index{until}"),
                };
                vec![Node::over(format!("Lookup: {how}"), below)]
            }
            Kind::AcceptRun | Kind::Invariant if recurs && span == Span::Many && stmt.settles() => vec![
                Node::case(
                    "at the first index",
                    self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt)),
                ),
                Node::case(
                    "at all others at once, for nothing changes behind the first but what was written there",
                    self.cases(Pass::Accept, stmt, &|stmt| self.bound(stmt)),
                ),
            ],
            Kind::AcceptRun | Kind::Invariant if recurs && span == Span::Many => vec![Node::over(
                "index by index, for it reads what it writes",
                self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt)),
            )],
            Kind::AcceptRun => {
                let is_unfurled = |assign: &Assign| matches!(assign.target.node, TargetNode::Unfurled { .. });
                let found = targets(stmt, &|stmt| stmt.assignment().is_some_and(is_unfurled));
                let title = format!("AcceptRun, one run of {found}");
                vec![Node::case(&title, self.each(Pass::Accept, stmt, span))]
            }
            Kind::Invariant => self.repeat(stmt, span),
        }
    }

    /// What decides how a statement is lowered here, where some outputs are read while they are written.
    pub(super) fn facts(&self, stmt: &Statement) -> Facts {
        Facts::of(stmt, stmt.writes().iter().any(|output| self.current.contains(output)))
    }

    /// What is done at one index, or by a whole program.
    pub(crate) fn bound(&self, stmt: &Statement) -> Vec<Node> {
        if stmt.noop() { no_op(stmt) } else { self.exec(stmt) }
    }

    /// A loop each for parts that share no output.
    fn split(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        let (title, parts) = match stmt.parts() {
            (StmtNode::Block, _, [first, second]) => {
                ("split: each statement by itself", [first.clone(), second.clone()])
            }
            (StmtNode::Let(number), Some(value), [body]) if value.is_settled() => {
                return self.named(*number, value, body, &|body| self.lower(body, span));
            }
            (StmtNode::Let(number), _, [body]) => {
                let users = Statement::new(stmt.node.clone(), stmt.expr.clone(), [body.part(*number, true)]);
                (
                    "split: those that read the let, then the others",
                    [users, body.part(*number, false)],
                )
            }
            (StmtNode::Sieve, Some(condition), [body]) => return sieved(condition, self.lower(body, span)),
            _ => return Vec::new(),
        };
        let is_statement = |part: &&Statement| !matches!(part.node, StmtNode::Null);
        let below = parts.iter().filter(is_statement).flat_map(|part| {
            let below = self.lower(part, span);
            if below.iter().all(|node| node.below.is_empty()) {
                below
            } else {
                vec![Node::over(part.text(), below)]
            }
        });
        vec![Node::over(title, below.collect())]
    }

    /// Which targets end a loop early.
    fn until(&self, stmt: &Statement) -> String {
        format!(", until {} cannot change any more", targets(stmt, &Statement::exits))
    }
}

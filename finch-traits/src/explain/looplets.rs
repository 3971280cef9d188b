//! Passes over looplets as data: what each becomes.

use crate::description::nest::{FiberFacts, Nest, Shape, StepsShape, known_text};
use crate::upper::*;

/// The passes, by the question that they ask of looplets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Unfurl(usize),
    Switch,
    Run,
    SpikeBody,
    SpikeTail,
    Sequence,
    Single,
    Step,
    StepAll,
    BehindGap,
    Drive,
    DriveInLanes,
    Blend,
    BlendAlive,
    Cut,
    Guard,
    Trail,
    Bind,
    JumpAll,
    LeapAll,
    Demote,
    Accept,
}

/// What a leaf may become, each with what is the case then.
pub(super) type Alternatives<T> = Vec<(Vec<String>, T)>;

pub(super) fn unchanged<T>(node: T) -> Alternatives<T> {
    vec![(Vec::new(), node)]
}

pub(super) fn map<T, U>(alternatives: Alternatives<T>, f: impl Fn(T) -> U) -> Alternatives<U> {
    alternatives.into_iter().map(|(when, node)| (when, f(node))).collect()
}

/// Every combination of two nodes, the first one varying slowest: in that order passes come to them.
pub(super) fn product<A: Clone, B, C>(
    first: Alternatives<A>,
    second: impl Fn() -> Alternatives<B>,
    f: impl Fn(A, B) -> C,
) -> Alternatives<C> {
    let mut all = Vec::new();
    for (when, a) in first {
        for (also, b) in second() {
            all.push(([when.clone(), also].concat(), f(a.clone(), b)));
        }
    }
    all
}

/// Every combination of what some nodes become.
pub(super) fn each<T: Clone>(nodes: &[T], becomes: impl Fn(&T) -> Alternatives<T>) -> Alternatives<Vec<T>> {
    nodes.iter().fold(unchanged(Vec::new()), |all, node| {
        product(
            all,
            || becomes(node),
            |before: Vec<T>, node| [before, vec![node]].concat(),
        )
    })
}

/// What a looplet has become.
pub(super) enum Becomes {
    Looplet(Nest),
    /// What another looplet has handed out.
    Handed(Nest),
    Fiber(FiberFacts),
}

use Becomes::{Fiber, Handed, Looplet};

/// What is the case where an access is that looplet.
pub(super) fn is(label: &str, nest: &Nest) -> String {
    match known_text(nest.facts.known) {
        Some(known) => format!("{label} is {known}"),
        None => format!("{label} is a {}", nest.head()),
    }
}

/// What becomes of a looplet, and what is the case then.
pub(super) fn looplet(pass: Pass, nest: &Nest, label: &str) -> Vec<(Option<String>, Becomes)> {
    let same = |becomes: Becomes| vec![(None, becomes)];
    let this = |nest: &Nest| same(Looplet(nest.clone()));
    let handed = |nest: &Nest| same(Handed(nest.clone()));
    let stable = nest.facts.stable;
    match (&nest.shape, pass) {
        (Shape::Lookup(fiber) | Shape::Run(fiber), Pass::Bind) => same(Fiber(*fiber)),
        (Shape::Run(fiber), Pass::Run) => same(Fiber(*fiber)),
        (Shape::Spike(body, _), Pass::SpikeBody) => same(Fiber(*body)),
        (Shape::Spike(_, tail), Pass::SpikeTail | Pass::Bind) => same(Fiber(*tail)),
        (Shape::Sequence(a, b), Pass::Sequence) | (Shape::Switch(a, b), Pass::Switch) => [a, b]
            .map(|part| (Some(is(label, part)), Handed(Nest::clone(part))))
            .into(),
        (Shape::Window { outside, inside }, Pass::Sequence) => {
            [(outside, "first,"), (inside, "then"), (outside, "last,")]
                .map(|(phase, place)| {
                    let when = format!("{place} {}", is(label, phase));
                    (Some(when), Handed(Nest::clone(phase)))
                })
                .into()
        }
        (Shape::Sequence(a, b) | Shape::Switch(a, b) | Shape::Window { inside: a, outside: b }, Pass::Bind) => {
            let mut all = Vec::new();
            for part in [a, b] {
                for (when, becomes) in looplet(pass, part, label) {
                    all.push((Some(when.unwrap_or_else(|| is(label, part))), becomes))
                }
            }
            all
        }
        (Shape::Single(inner), Pass::Single) => handed(inner),
        (Shape::Single(inner), Pass::Bind) => looplet(pass, inner, label),
        (Shape::Follow(stored, fill), Pass::Bind) => vec![
            (Some(format!("{label} is stored")), Fiber(*stored)),
            (Some(format!("{label} is not stored")), Fiber(*fill)),
        ],
        (Shape::Trailing(child), Pass::Bind) => looplet(pass, child, label),
        (Shape::Steps(steps), _) if nest.facts.is_stepper => match pass {
            Pass::BehindGap => match &steps.child.shape {
                Shape::Sequence(_, behind) => handed(behind),
                _ => this(&steps.child),
            },
            Pass::StepAll | Pass::LeapAll => handed(&steps.child),
            Pass::Drive | Pass::DriveInLanes if stable => handed(&steps.child),
            Pass::Drive | Pass::DriveInLanes => vec![
                (Some("each child".into()), Handed(Nest::clone(&steps.child))),
                (Some("behind the last child".into()), Handed(Nest::clone(&steps.trunc))),
            ],
            Pass::Step | Pass::Cut if stable => handed(&steps.child),
            Pass::Step => vec![
                (Some(format!("{label} ends there")), Handed(Nest::clone(&steps.child))),
                (Some(format!("{label} is cut short")), Handed(Nest::clone(&steps.trunc))),
            ],
            Pass::Cut => handed(&steps.trunc),
            Pass::Blend | Pass::BlendAlive => handed(&steps.blend),
            Pass::Guard => same(Looplet((steps.guarded)())),
            Pass::Trail if stable => same(Looplet(trailing(&steps.child))),
            Pass::Bind => look_up(steps, stable, label),
            _ => this(nest),
        },
        (Shape::Steps(steps), Pass::JumpAll | Pass::LeapAll) => handed(&steps.child),
        (Shape::Steps(steps), Pass::Bind) => look_up(steps, stable, label),
        (Shape::Steps(steps), Pass::Demote) => same(Looplet((steps.stepper)())),
        (Shape::Shift(inner), _) => looplet(pass, inner, label)
            .into_iter()
            .map(|(when, becomes)| {
                let moved = match becomes {
                    Looplet(nest) => Looplet(nest.shifted()),
                    Handed(nest) if matches!(nest.shape, Shape::Run(_)) => Handed(nest),
                    Handed(nest) => Handed(nest.shifted()),
                    fiber => fiber,
                };
                (when, moved)
            })
            .collect(),
        _ => this(nest),
    }
}

/// What is found at one index of a stepper or jumper.
pub(super) fn look_up(steps: &StepsShape, stable: bool, label: &str) -> Vec<(Option<String>, Becomes)> {
    if stable {
        return looplet(Pass::Bind, &steps.child, label);
    }
    [(&steps.child, "is stored"), (&steps.trunc, "is not stored")]
        .into_iter()
        .flat_map(|(nest, found)| {
            looplet(Pass::Bind, nest, label)
                .into_iter()
                .map(move |(when, becomes)| (Some(when.unwrap_or_else(|| format!("{label} {found}"))), becomes))
        })
        .collect()
}

/// A stable stepper that is looked up, see [`crate::pass::trail`].
pub(super) fn trailing(child: &Nest) -> Nest {
    let mut facts = child.facts;
    facts.style = Kind::Lookup;
    facts.known = Knowledge::NOTHING;
    facts.truncated = Knowledge::NOTHING;
    facts.is_stepper = false;
    facts.is_jumper = false;
    facts.steppers = 0;
    facts.stable = true;
    Nest {
        facts,
        shape: Shape::Trailing(Box::new(child.clone())),
    }
}

impl Nest {
    /// This nest within its extent, and missing values beyond it.
    pub(super) fn within_missing(self) -> Self {
        type Missing = crate::looplet::run::Run<crate::fiber::BeyondExtent<()>>;
        Nest {
            facts: Nest::of::<crate::looplet::window::Window<Missing, Missing>>().facts,
            shape: Shape::Window {
                outside: Box::new(Nest::of::<Missing>()),
                inside: Box::new(self),
            },
        }
    }
}

//! Fibers and looplets as data.

use crate::style::Kind;
use core::fmt;
use finch_algebra::fill::Fill;
use finch_algebra::known::{Knowledge, Known, tag};

/// How a fiber is read along an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// Its children are visited one after the other.
    Walk,
    /// The fiber leads: loops skip to where it has something stored, see [`gallop`](crate::index::gallop).
    Gallop,
    /// The fiber is looked up where others have entries, see [`follow`](crate::index::follow).
    Follow,
}

/// A fiber as data: the level it belongs to, and the looplets that it unfurls to.
#[derive(Clone, Debug)]
pub struct FiberDescription {
    pub(crate) level: String,
    pub(crate) nest: Nest,
    /// Whether this is another dimension of the level above.
    pub(crate) is_continued: bool,
    /// What is known if it is absent, and how that is written.
    pub(crate) absent: Option<(Knowledge, &'static str)>,
}

impl FiberDescription {
    /// A fiber of a level called `level` that unfurls to `nest`.
    pub fn new(level: impl Into<String>, nest: Nest) -> Self {
        FiberDescription {
            level: level.into(),
            nest,
            is_continued: false,
            absent: None,
        }
    }

    /// This fiber, if it may be absent: where it is, all of it is the fill `F`.
    pub fn or_fill<T: Copy + 'static, F: Fill<T>>(self) -> Self {
        let fill = fill_name::<T, F>();
        FiberDescription {
            level: format!("{} or fill {fill}", self.level),
            absent: Some((F::Known::AT_RUN_TIME, fill)),
            ..self
        }
    }

    /// This fiber, if it unfurls to `otherwise` in some cases. This is decided while the fiber is unfurled.
    pub fn or_else(self, otherwise: Nest) -> Self {
        FiberDescription {
            nest: Nest::either(self.nest, otherwise),
            ..self
        }
    }

    /// This fiber, as another dimension of the level above: a level of several dimensions has a fiber for each.
    pub fn continued(self) -> Self {
        FiberDescription {
            is_continued: true,
            ..self
        }
    }

    /// The name of the level.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// The looplets that the fiber unfurls to.
    pub fn nest(&self) -> &Nest {
        &self.nest
    }
}

/// A fiber as its type describes it, and functions that describe it further when they are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FiberFacts {
    pub(crate) known: Knowledge,
    pub(crate) fickle: bool,
    /// It is looked up.
    pub(crate) dense: bool,
    /// The fibers below it are.
    pub(crate) dense_below: bool,
    pub(crate) describe: fn(Protocol) -> FiberDescription,
}

impl FiberFacts {
    /// The level.
    pub(crate) fn level(&self) -> String {
        (self.describe)(Protocol::Walk).level
    }

    /// What is known if it is absent, and how that is written.
    pub(crate) fn absent(&self) -> Option<(Knowledge, &'static str)> {
        (self.describe)(Protocol::Walk).absent
    }
}

/// A nest of looplets as data.
///
/// Made from the type that a fiber hands to its continuation, so that it cannot say anything else:
/// `Nest::of::<Stepper<MySteps>>()`.
#[derive(Clone, Debug)]
pub struct Nest {
    pub(crate) facts: NestFacts,
    pub(crate) shape: Shape,
}

/// What the type of a looplet says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NestFacts {
    pub(crate) style: Kind,
    pub(crate) known: Knowledge,
    pub(crate) truncated: Knowledge,
    pub(crate) is_stepper: bool,
    pub(crate) is_jumper: bool,
    pub(crate) steppers: u8,
    pub(crate) stable: bool,
}

/// What a looplet is made of.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Lookup(FiberFacts),
    Run(FiberFacts),
    Spike(FiberFacts, FiberFacts),
    Sequence(Box<Nest>, Box<Nest>),
    Window {
        outside: Box<Nest>,
        inside: Box<Nest>,
    },
    Single(Box<Nest>),
    Switch(Box<Nest>, Box<Nest>),
    Steps(StepsShape),
    Follow(FiberFacts, FiberFacts),
    Trailing(Box<Nest>),
    Shift(Box<Nest>),
    /// Decided while the fiber is unfurled: one nest or the other.
    Either(Box<Nest>, Box<Nest>),
    Unknown(&'static str),
}

/// The children of a stepper or jumper.
#[derive(Clone, Debug)]
pub(crate) struct StepsShape {
    pub(crate) child: Box<Nest>,
    pub(crate) trunc: Box<Nest>,
    pub(crate) blend: Box<Nest>,
    /// These children as a stepper, which a jumper is demoted to.
    pub(crate) stepper: fn() -> Nest,
    /// The guarded children as a stepper.
    pub(crate) guarded: fn() -> Nest,
}

impl Nest {
    /// A nest that is decided while the fiber is unfurled: `then` or `otherwise`.
    pub(crate) fn either(then: Nest, otherwise: Nest) -> Self {
        Nest {
            facts: then.facts,
            shape: Shape::Either(Box::new(then), Box::new(otherwise)),
        }
    }

    /// The nest of a fiber called `name` that does not describe itself.
    pub(crate) fn unknown(name: &'static str) -> Self {
        Nest {
            facts: NestFacts {
                style: Kind::Invariant,
                known: Knowledge::NOTHING,
                truncated: Knowledge::NOTHING,
                is_stepper: false,
                is_jumper: false,
                steppers: 0,
                stable: true,
            },
            shape: Shape::Unknown(name),
        }
    }

    /// This nest, moved along its dimension.
    pub(crate) fn shifted(self) -> Self {
        Nest {
            facts: self.facts,
            shape: Shape::Shift(Box::new(self)),
        }
    }

    /// The first looplet of the nest, as it is called.
    pub(crate) fn head(&self) -> String {
        let text = self.to_string();
        match &self.shape {
            Shape::Run(_) => text,
            _ => text.split('(').next().unwrap_or(&text).into(),
        }
    }

    /// The fiber that is found where something is stored.
    pub(crate) fn stored(&self) -> Option<FiberFacts> {
        match &self.shape {
            Shape::Lookup(fiber) | Shape::Run(fiber) | Shape::Spike(_, fiber) | Shape::Follow(fiber, _) => Some(*fiber),
            Shape::Sequence(first, second) | Shape::Switch(first, second) | Shape::Either(first, second) => {
                let found = [first.stored(), second.stored()];
                let mut found = found.into_iter().flatten();
                let first = found.next()?;
                if first.known == Knowledge::NOTHING {
                    return Some(first);
                }
                Some(found.find(|fiber| fiber.known == Knowledge::NOTHING).unwrap_or(first))
            }
            Shape::Window { inside, .. } => inside.stored(),
            Shape::Steps(steps) => steps.child.stored(),
            Shape::Trailing(inner) | Shape::Shift(inner) | Shape::Single(inner) => inner.stored(),
            Shape::Unknown(_) => None,
        }
    }
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Lookup(_) => f.write_str("Lookup"),
            Shape::Run(fiber) => write!(f, "Run({})", fiber.level()),
            Shape::Spike(body, tail) => write!(f, "Spike({}, {})", body.level(), tail.level()),
            Shape::Sequence(first, second) => write!(f, "Sequence({first}, {second})"),
            Shape::Window { outside, inside } => write!(f, "Window({outside}, {inside}, {outside})"),
            Shape::Single(inner) => write!(f, "{inner}"),
            Shape::Switch(then, otherwise) => write!(f, "Switch({then}, {otherwise})"),
            Shape::Steps(steps) if self.facts.is_jumper => write!(f, "Jumper({})", steps.child),
            Shape::Steps(steps) => write!(f, "Stepper({})", steps.child),
            Shape::Follow(stored, fill) => write!(f, "Follow({}, {})", stored.level(), fill.level()),
            Shape::Trailing(inner) => write!(f, "Trailing({inner})"),
            Shape::Shift(inner) => write!(f, "Shift({inner})"),
            Shape::Either(then, otherwise) => write!(f, "{then} or {otherwise}"),
            Shape::Unknown(name) => write!(f, "{name} (which does not describe itself)"),
        }
    }
}

/// The value that is known, as it is written.
pub(crate) fn known_text(known: Knowledge) -> Option<&'static str> {
    let names = [
        (known == Knowledge::NOTHING, None),
        (known.is::<tag::Zero>(), Some("0")),
        (known.is::<tag::One>(), Some("1")),
        (known.is::<tag::False>(), Some("false")),
        (known.is::<tag::True>(), Some("true")),
        (known.is::<tag::Inf>(), Some("inf")),
        (known.is::<tag::NegInf>(), Some("-inf")),
        (known.is_missing(), Some("missing")),
    ];
    let found = names.into_iter().find(|(is_it, _)| *is_it);
    found.map_or(Some("fill"), |(_, name)| name)
}

/// A fill, as it is written: `0`, `NoEdge`.
pub(crate) fn fill_name<T: Copy + 'static, F: Fill<T>>() -> &'static str {
    match known_text(F::Known::AT_RUN_TIME) {
        None | Some("fill") => short_name(core::any::type_name::<F>()),
        Some(known) => known,
    }
}

/// The name of a type without its path and parameters.
pub(crate) fn short_name(name: &'static str) -> &'static str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit(':').next().unwrap_or(name)
}

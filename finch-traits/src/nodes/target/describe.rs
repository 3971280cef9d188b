//! Descriptions of what is written, made from its types.

use crate::description::WriteFacts;
use crate::knot::*;

impl WriteDescription {
    /// A fiber of a level called `level`, which unfurls to `L` and hands out fibers `F`.
    pub fn new<L: WriteLooplet, F: WriteFiber>(level: impl Into<String>) -> Self {
        WriteDescription {
            level: level.into(),
            note: "",
            style: L::Style::KIND,
            child: Some(WriteFacts::of::<F>()),
        }
    }

    /// A tile of a row, whose values are local variables.
    pub(crate) fn tile() -> Self {
        WriteDescription {
            level: "Tile".into(),
            note: "",
            style: Kind::Lookup,
            child: Some(WriteFacts {
                short: false,
                asked: false,
                is_row: false,
                describe: WriteDescription::leaf,
            }),
        }
    }

    /// A fiber that does not describe itself.
    pub fn unknown<F: WriteFiber>() -> Self {
        WriteDescription {
            level: short_name(core::any::type_name::<F>()).into(),
            note: "which does not describe itself",
            style: Kind::Lookup,
            child: None,
        }
    }
}

impl TargetDescription {
    /// Target `W`, which is that node.
    pub(crate) fn of<W: Target>(node: TargetNode) -> Self {
        TargetDescription {
            node,
            fill: W::Fill::AT_RUN_TIME,
            is_tile: false,
            rest: Vec::new(),
            output: W::Output::VALUE,
            label: String::new(),
            root: None,
            once: false,
        }
    }
}

impl WriteFacts {
    pub(crate) fn of<F: WriteFiber>() -> Self {
        WriteFacts {
            short: F::Short::VALUE,
            asked: F::Asked::VALUE,
            is_row: F::IsRow::VALUE,
            describe: F::describe,
        }
    }
}

//! Places: what a glance is told of the axes of operands and outputs.

use super::{Glance, INDICES, OUTPUTS};
use crate::scope::check::{NamedAccess, PlainPlace, PlainPlaces};

impl Glance {
    /// Variable `number`, which `let` names, stands along an axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn named(&mut self, number: usize) {
        self.is_well &= self.variables & 1_u32.unbounded_shl(number as u32) != 0
    }

    /// What stands along an axis of an operand, which has that extent if it has one: an index that is moved by `offset`, or the number `offset`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn place(&mut self, plain: &PlainPlaces, axis: usize, extent: Option<usize>, offset: isize) {
        match plain.along(axis) {
            Some(PlainPlace::Index(index)) => match extent {
                Some(extent) => self.constrain(index.number, extent),
                None => self.bound(index.number),
            },
            Some(PlainPlace::Moved(index)) => {
                self.moves = true;
                self.bound(index.number)
            }
            Some(PlainPlace::Sum(index)) => {
                self.moves = true;
                match extent {
                    Some(extent) => self.constrain_sum(index.number, extent, offset),
                    None => self.bound(index.number),
                }
            }
            Some(PlainPlace::Number) => self.is_well &= extent.is_none_or(|extent| (offset as usize) < extent),
            Some(PlainPlace::Variable(number)) => self.named(number),
            Some(PlainPlace::LookedUp | PlainPlace::Other) | None => {}
        }
    }

    /// Index `number`, moved by `offset`, stands along an axis of that extent. The loop goes as far as that leaves room.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constrain_sum(&mut self, number: usize, extent: usize, offset: isize) {
        let given = self.given & 1_u32.unbounded_shl(number as u32) != 0;
        // This may wrap around where numbers are vast, of which a glance says nothing anyway.
        let start = if given && number < INDICES {
            self.starts[number] as isize
        } else {
            0
        };
        let room = (extent as isize).wrapping_sub(offset);
        self.is_well &= start.wrapping_add(offset) >= 0 && room >= 0;
        self.constrain(number, room as usize)
    }

    /// A loop goes over index `number`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bound(&mut self, number: usize) {
        self.is_well &= self.open & 1_u32.unbounded_shl(number as u32) != 0
    }

    /// What stands along an axis of an output. What is named takes an extent that is known. Where loops are around the statement that fills the
    /// output, it might have a value before: a scope finds that out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_in_output(&mut self, plain: &PlainPlaces, output: usize, axis: usize, writes: bool) {
        match plain.along(axis) {
            Some(PlainPlace::Index(index)) => self.constrain_output(output, writes, axis, index.number),
            Some(PlainPlace::Variable(number)) => {
                self.takes_known(output, axis);
                self.named(number)
            }
            Some(PlainPlace::LookedUp) => self.takes_known(output, axis),
            Some(PlainPlace::Moved(_) | PlainPlace::Sum(_) | PlainPlace::Number | PlainPlace::Other) => {
                self.is_well = false
            }
            None => {}
        }
    }

    /// The extent of an output along an axis is known, and no loops are around the statement that fills it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn takes_known(&mut self, output: usize, axis: usize) {
        let seen = &self.outputs[output];
        self.is_well &= seen.known & 1 << axis != 0 && seen.around == 0
    }

    /// The places of an output, of whose axes the loops size those that have no extent yet if it `writes`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn output(&mut self, access: NamedAccess<'_>, writes: bool) {
        let NamedAccess {
            root,
            output,
            rank,
            plain,
            ..
        } = access;
        if !plain.is_simple() || output >= OUTPUTS {
            return self.is_well = false;
        }
        let seen = &self.outputs[output];
        // As many places as dimensions, of which those that are plain are few.
        self.is_well &= seen.all == (1 << rank) - 1;
        self.is_well &= root == Some(seen.root) && if writes { seen.writes } else { seen.filled };
        self.place_in_output(plain, output, 0, writes);
        self.place_in_output(plain, output, 1, writes);
        self.place_in_output(plain, output, 2, writes);
        self.place_in_output(plain, output, 3, writes)
    }
}

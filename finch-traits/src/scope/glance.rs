//! A glance at a program before it runs.

mod places;

use crate::error::Result;
use crate::region::Region;
use crate::scope::affine::{PARTS, SignedIndex};
use crate::scope::check::{Check, Extents, FEW_AXES, NamedAccess};
#[cfg(debug_assertions)]
use crate::scope::state::Scope;
use crate::scope::state::{Introduction, VAST, When};
use crate::sealed::Sealed;

/// How many indices and outputs there may be.
const INDICES: usize = 8;
const OUTPUTS: usize = 6;

/// The extents of few outputs.
pub(crate) type FewShapes = [[usize; FEW_AXES]; OUTPUTS];

/// What is seen of an output.
#[derive(Clone, Copy, Debug)]
struct Seen {
    root: *const (),
    /// It may be written.
    writes: bool,
    /// It is a workspace that is filled.
    filled: bool,
    /// The axes whose extent is known: a bit for each.
    known: u32,
    /// All its axes.
    all: u32,
    /// The indices of the loops around the statement that fills it, if it is a workspace.
    around: u32,
    /// How the current pass combines what it writes to it.
    reducer: &'static str,
}

/// A glance at a program: whether it is as most are, each place an index that stands alone or is moved by numbers, a number, or what a variable
/// or data name, and its extents agree. What is named is compared with the extent where it is looked up.
///
/// It says nothing of what else may be the case, which a [`Scope`](crate::scope::Scope) finds out. Whatever it is told that does
/// not depend on data is constant where the program is put together, so that all that is left of it there is a comparison of two
/// extents for each axis but the first along an index. For that, no place in it is computed: it is taken apart into registers.
///
/// What it finds to be well a scope would, too, with the same ends of loops and the same shapes of outputs.
#[derive(Debug)]
pub struct Glance {
    is_well: bool,
    /// The indices of the loops around, those of them whose extent is known, and those to which it is given: a bit for each.
    open: u32,
    known: u32,
    given: u32,
    /// The extents of the loops, by the number of the index.
    extents: [usize; INDICES],
    /// Where loops start whose ranges are given.
    starts: [usize; INDICES],
    variables: u32,
    /// Some index is moved.
    moves: bool,
    /// In the places of how many accesses what is looked at stands, and how many places there are in those of the outermost one.
    in_places: usize,
    parts: usize,
    /// A loop or a number is so large that a sum might be too large for a number.
    is_vast: bool,
    /// Which outputs the pass reads while it writes them: a bit for the number of each.
    current: u32,
    reducer: &'static str,
    outputs: [Seen; OUTPUTS],
    shapes: FewShapes,
    /// The ends of all loops, in the order in which they are entered, and where in it each is.
    #[cfg(debug_assertions)]
    ends: (Vec<usize>, [usize; INDICES]),
}

impl Glance {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        let none = Seen {
            root: core::ptr::null(),
            writes: false,
            filled: false,
            known: 0,
            all: 0,
            around: 0,
            reducer: "",
        };
        Glance {
            is_well: true,
            open: 0,
            known: 0,
            given: 0,
            extents: [0; INDICES],
            starts: [0; INDICES],
            variables: 0,
            moves: false,
            in_places: 0,
            parts: 0,
            is_vast: false,
            current: 0,
            reducer: "",
            outputs: [none; OUTPUTS],
            shapes: [[0; FEW_AXES]; OUTPUTS],
            #[cfg(debug_assertions)]
            ends: (Vec::new(), [0; INDICES]),
        }
    }

    /// Output number `number` of so many axes is introduced. `extent` returns those that it has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn introduce(
        &mut self,
        number: usize,
        root: *const (),
        introduction: Introduction,
        rank: usize,
        extent: impl Fn(usize) -> Option<usize>,
    ) {
        if number >= OUTPUTS || rank > FEW_AXES {
            return self.is_well = false;
        }
        // Those that were not introduced have no root. Not by a loop: see above.
        let [a, b, c, d, e, f] = &self.outputs;
        let is_twice =
            a.root == root || b.root == root || c.root == root || d.root == root || e.root == root || f.root == root;
        self.is_well &= !is_twice;
        let is_updated = introduction == Introduction::Updated;
        if introduction != Introduction::Workspace {
            let mut take = |axis| {
                if axis < rank {
                    self.take_extent(number, axis, extent(axis), is_updated)
                }
            };
            take(0);
            take(1);
            take(2);
            take(3)
        }
        let output = &mut self.outputs[number];
        output.root = root;
        output.writes = introduction != Introduction::Workspace;
        output.all = (1 << rank) - 1;
        output.known = if is_updated { output.all } else { 0 }
    }

    /// An output has that extent along an axis, and keeps it if it `is_kept`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_extent(&mut self, number: usize, axis: usize, extent: Option<usize>, is_kept: bool) {
        match extent {
            Some(extent) => self.shapes[number][axis] = extent,
            None => self.is_well &= !is_kept,
        }
    }

    /// Whether all is well, so that the outputs have these [shapes](Self::shapes).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_well(&self) -> bool {
        let [a, b, c, d, e, f] = &self.outputs;
        let is_sized = a.known == a.all
            && b.known == b.all
            && c.known == c.all
            && d.known == d.all
            && e.known == e.all
            && f.known == f.all;
        self.is_well && is_sized && !(self.moves && self.is_vast)
    }

    /// The shapes of the outputs, by number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shapes(&self) -> &FewShapes {
        &self.shapes
    }

    /// Panics unless a scope, which has `checked` the same program, has found what was seen.
    #[cfg(debug_assertions)]
    pub(crate) fn assert_agrees(&self, scope: &Scope, checked: &Result<()>) {
        assert_eq!(checked, &Ok(()), "a glance has overlooked it");
        assert_eq!(self.ends.0, scope.ends, "the ends of loops");
        assert_eq!(scope.turns(), [], "outputs are sealed between passes");
        for (number, output) in scope.outputs.iter().enumerate() {
            let seen = &self.shapes[number][..output.rank];
            assert_eq!(seen, scope.shape_of(number), "the shape of output {number}")
        }
    }

    /// Index `number` stands along an axis of that extent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constrain(&mut self, number: usize, extent: usize) {
        let bit = 1_u32.unbounded_shl(number as u32);
        self.is_well &= self.open & bit != 0;
        let Some(known) = self.extents.get_mut(number) else {
            return self.is_well = false;
        };
        if self.given & bit != 0 {
            self.is_well &= *known <= extent
        } else if self.known & bit != 0 {
            self.is_well &= *known == extent
        } else {
            *known = extent;
            self.known |= bit
        }
    }

    /// Index `number` stands along an axis of an output. An extent that the output does not have yet is that of the loop, if
    /// it `writes`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constrain_output(&mut self, output: usize, writes: bool, axis: usize, number: usize) {
        let seen = &self.outputs[output];
        let (own, bit) = (1 << axis, 1_u32.unbounded_shl(number as u32));
        // The first index of a workspace is bound inside of what fills it.
        self.is_well &= axis > 0 || seen.around & bit == 0;
        if seen.known & own != 0 {
            self.constrain(number, self.shapes[output][axis])
        } else if !writes || self.open & !self.given & bit == 0 || number >= INDICES {
            self.is_well = false
        } else {
            if self.known & bit == 0 {
                // That which the output has, unless something behind it says otherwise, and if it is not empty.
                let extent = self.shapes[output][axis];
                self.is_well &= extent > 0;
                self.extents[number] = extent;
                self.known |= bit
            }
            self.shapes[output][axis] = self.extents[number];
            self.outputs[output].known |= own
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forget_reducers(&mut self) {
        let [a, b, c, d, e, f] = &mut self.outputs;
        a.reducer = "";
        b.reducer = "";
        c.reducer = "";
        d.reducer = "";
        e.reducer = "";
        f.reducer = ""
    }
}

impl Sealed for Glance {}
impl Check for Glance {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_pass(&mut self, current: u32) {
        self.current = current;
        self.forget_reducers()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self, index: SignedIndex, is_bound: bool, given: Option<Region>) -> Result<()> {
        let bit = 1_u32.unbounded_shl(index.number as u32);
        self.is_well &= !is_bound && index.number < INDICES;
        self.open |= bit;
        self.known &= !bit;
        self.given &= !bit;
        #[cfg(debug_assertions)]
        if let Some(slot) = self.ends.1.get_mut(index.number) {
            *slot = self.ends.0.len();
            self.ends.0.push(0)
        }
        if let Some(region) = given
            && index.number < INDICES
        {
            self.is_well &= region.lo <= region.hi;
            self.given |= bit;
            self.known |= bit;
            self.extents[index.number] = region.hi;
            self.starts[index.number] = region.lo
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&mut self, index: SignedIndex) -> Result<usize> {
        let bit = 1_u32.unbounded_shl(index.number as u32);
        if index.number >= INDICES || self.known & bit == 0 {
            self.is_well = false;
            return Ok(0);
        }
        let end = self.extents[index.number];
        // Larger ones are refused if they are given or compared.
        self.is_well &= end <= isize::MAX as usize;
        self.is_vast |= end > VAST;
        self.open &= !bit;
        #[cfg(debug_assertions)]
        {
            self.ends.0[self.ends.1[index.number]] = end
        }
        Ok(end)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_end(&mut self) {
        #[cfg(debug_assertions)]
        {
            self.ends.0.pop();
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn boundary(&mut self) {
        self.forget_reducers()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_workspace(&mut self, root: *const (), output: usize) -> Result<()> {
        if output >= OUTPUTS {
            self.is_well = false;
            return Ok(());
        }
        let around = self.open;
        let seen = &mut self.outputs[output];
        self.is_well &= seen.root == root && !seen.writes && !seen.filled;
        seen.writes = true;
        seen.around = around;
        seen.reducer = "";
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_workspace(&mut self, _root: *const (), output: usize) {
        if output < OUTPUTS {
            let seen = &mut self.outputs[output];
            seen.writes = false;
            seen.filled = true
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close_workspace(&mut self, _root: *const (), output: usize) {
        if output < OUTPUTS {
            self.outputs[output].filled = false
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compared(&mut self, index: SignedIndex) -> Result<()> {
        // The end of no loop is too large to be compared.
        self.is_well &= self.open & 1_u32.unbounded_shl(index.number as u32) != 0;
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(&mut self, number: usize) -> Result<()> {
        let bit = 1_u32.unbounded_shl(number as u32);
        self.is_well &= self.variables & bit == 0;
        self.variables |= bit;
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forget(&mut self, number: usize) {
        self.variables &= !1_u32.unbounded_shl(number as u32)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn variable(&mut self, number: usize) -> Result<()> {
        self.is_well &= self.variables & 1_u32.unbounded_shl(number as u32) != 0;
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduces_by<O>(&mut self, _symbol: &'static str) {
        self.reducer = core::any::type_name::<O>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_places(&mut self) {
        if self.in_places == 0 {
            self.parts = 0
        }
        self.in_places += 1
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave_places(&mut self) {
        self.in_places -= 1
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&mut self, access: NamedAccess<'_>, extents: Extents, when: When) -> Result<()> {
        if access.root.is_some() {
            // What is read of an output in a place may not be there yet.
            self.is_well &= self.in_places == 0;
            let is_current = match when {
                When::Any => self.current.unbounded_shr(access.output as u32) & 1 == 1,
                When::Filling => true,
                When::Finished => false,
            };
            // Of outputs that are frozen between passes it knows nothing.
            self.output(access, is_current);
            return Ok(());
        }
        let plain = access.plain;
        self.is_well &= plain.is_simple();
        self.is_vast |= access.moved_by > VAST;
        if self.in_places > 0 {
            // A scope puts all indices that name one place together.
            self.parts += access.rank;
            self.is_well &= self.parts <= PARTS
        }
        let [a, b, c, d] = access.offsets;
        self.place(plain, 0, extents[0], a);
        self.place(plain, 1, extents[1], b);
        self.place(plain, 2, extents[2], c);
        self.place(plain, 3, extents[3], d);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, access: NamedAccess<'_>) -> Result<()> {
        if access.root.is_none() {
            return Ok(());
        }
        let number = access.output;
        self.output(access, true);
        // Where it is read in between, the order of the assignments is that in which they are written.
        if number < OUTPUTS && self.current >> number & 1 == 0 {
            let first = &mut self.outputs[number].reducer;
            self.is_well &= first.is_empty() || *first == self.reducer;
            *first = self.reducer
        }
        Ok(())
    }
}

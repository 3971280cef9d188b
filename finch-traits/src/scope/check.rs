//! What a program is walked over by before it runs.

use crate::error::Result;
use crate::region::Region;
use crate::scope::affine::{AxisPlace, SignedIndex};
use crate::scope::state::{Scope, When};
use crate::sealed::Sealed;

/// How many axes an access may have for a [`Glance`](crate::scope::Glance) to look at it.
pub(crate) const FEW_AXES: usize = 4;

/// The extents of a tensor along its axes, outermost first; `None` for axes that it does not have.
pub type Extents = [Option<usize>; 8];

/// What stands at one place of an access, as far as its type says so.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlainPlace {
    /// An index that stands alone.
    Index(SignedIndex),
    /// An index that is moved by numbers, and may lie beyond the extent.
    Moved(SignedIndex),
    /// An index that is moved by numbers, and has to lie inside.
    Sum(SignedIndex),
    /// A number.
    Number,
    /// The variable of that number, compared with the extent where it is looked up.
    Variable(usize),
    /// What data name, compared with the extent where it is looked up.
    LookedUp,
    /// Anything else.
    Other,
}

/// What the places of an access are, if a [`Glance`](crate::scope::Glance) is enough for them: known by its type.
#[derive(Clone, Copy, Debug)]
pub struct PlainPlaces {
    /// How many places there are.
    len: usize,
    places: [PlainPlace; FEW_AXES],
    /// All places are indices that stand alone.
    is_plain: bool,
    /// No place is anything else, and there are not more than these.
    is_simple: bool,
}

impl PlainPlaces {
    /// No place.
    pub(crate) const NONE: PlainPlaces = PlainPlaces {
        len: 0,
        places: [PlainPlace::Other; FEW_AXES],
        is_plain: true,
        is_simple: true,
    };

    /// `first`, and behind it these.
    pub(crate) const fn behind(self, first: PlainPlace) -> PlainPlaces {
        let mut plain = self;
        plain.is_plain &= matches!(first, PlainPlace::Index(_));
        plain.is_simple &= !matches!(first, PlainPlace::Other) && self.len < FEW_AXES;
        if !plain.is_simple {
            plain.is_plain = false;
            return plain;
        }
        let mut axis = self.len;
        while axis > 0 {
            plain.places[axis] = plain.places[axis - 1];
            axis -= 1
        }
        plain.places[0] = first;
        plain.len += 1;
        plain
    }

    /// Whether all places are indices, so that this is all that there is to know of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn is_all(&self) -> bool {
        self.is_plain
    }

    /// Whether no place is anything else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn is_simple(&self) -> bool {
        self.is_simple
    }

    /// What stands along an axis, if there is a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn along(&self, axis: usize) -> Option<PlainPlace> {
        if axis < self.len { Some(self.places[axis]) } else { None }
    }
}

/// The places of an access, axis by axis, if they are not [`PlainPlaces`]: functions of those that are need not be compiled.
pub trait Places: Sealed {
    /// Calls `see` with the place along each axis, and the number of the axis.
    fn visit(&self, see: &mut dyn FnMut(AxisPlace<'_>, usize));
}

/// An access as the check before a program sees it: the name in front of the brackets, and the places in them.
#[allow(missing_debug_implementations)]
#[derive(Clone, Copy)]
pub struct NamedAccess<'p> {
    /// The root, if the program writes the tensor.
    pub(crate) root: Option<*const ()>,
    /// The number of the output that it is then.
    pub(crate) output: usize,
    /// How many places there are.
    pub(crate) rank: usize,
    /// The name.
    pub(crate) name: &'static str,
    /// What types know of the places.
    pub(crate) plain: &'static PlainPlaces,
    /// How large the numbers are together by which places are moved.
    pub(crate) moved_by: usize,
    /// What the first places add to their indices, or the numbers that they are; 0 for other places.
    pub(crate) offsets: [isize; FEW_AXES],
    /// The places, unless they are plain.
    pub(crate) places: Option<&'p dyn Places>,
}

impl NamedAccess<'_> {
    /// Calls `see` with the place along each axis, and the number of the axis.
    pub(super) fn visit(&self, see: &mut dyn FnMut(AxisPlace<'_>, usize)) {
        match self.places {
            Some(places) => places.visit(see),
            None => {
                for (axis, place) in self.plain.places.iter().enumerate().take(self.plain.len) {
                    if let &PlainPlace::Index(index) = place {
                        see(AxisPlace::Index(index), axis)
                    }
                }
            }
        }
    }
}

/// What a program is walked over by before it runs: a [`Glance`](crate::scope::Glance), which sees whether it is as most are and
/// all is well, and if it is not, a [`Scope`].
///
/// The walk is inlined as a whole: to a glance most of it is known where the program is put together.
pub trait Check: Sealed {
    /// Another statement of the program begins, which reads the outputs of these numbers while it writes them.
    fn begin_pass(&mut self, current: u32);
    /// Enters a loop over `index`, whose extent may be given. Types say whether it `is_bound` by a loop around it.
    fn enter(&mut self, index: SignedIndex, is_bound: bool, given: Option<Region>) -> Result<()>;
    /// Leaves the innermost loop, which is that over `index`. Returns its end.
    fn leave(&mut self, index: SignedIndex) -> Result<usize>;
    /// The loop that was left last stands in an expression, which keeps its end: no statement is handed it.
    fn keep_end(&mut self);
    /// What is behind may combine outputs in other ways than what is in front.
    fn boundary(&mut self);
    /// Workspace number `output` may be written from here on.
    fn open_workspace(&mut self, root: *const (), output: usize) -> Result<()>;
    /// It may be read from here on.
    fn freeze_workspace(&mut self, root: *const (), output: usize);
    /// It is out of scope from here on.
    fn close_workspace(&mut self, root: *const (), output: usize);
    /// An index is compared with another one.
    fn compared(&mut self, index: SignedIndex) -> Result<()>;
    /// Variable `number` is named from here on.
    fn name(&mut self, number: usize) -> Result<()>;
    /// The name that was last given, to variable `number`, is out of scope.
    fn forget(&mut self, number: usize);
    /// Variable `number` is read.
    fn variable(&mut self, number: usize) -> Result<()>;
    /// What is written next is combined by this reducer.
    fn reduces_by<O>(&mut self, symbol: &'static str);
    /// What is read until they are left is read in the places of the access that comes next, which are not all indices.
    fn enter_places(&mut self);
    /// The innermost of them are left.
    fn leave_places(&mut self);
    /// A tensor is read, which has these extents.
    fn read(&mut self, access: NamedAccess<'_>, extents: Extents, when: When) -> Result<()>;
    /// A tensor is written.
    fn write(&mut self, access: NamedAccess<'_>) -> Result<()>;
}

impl Sealed for Scope {}
impl Check for Scope {
    fn begin_pass(&mut self, current: u32) {
        self.passes += 1;
        self.current = current
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self, index: SignedIndex, _is_bound: bool, given: Option<Region>) -> Result<()> {
        self.enter_loop(index.number, index.name, given)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&mut self, _index: SignedIndex) -> Result<usize> {
        self.leave_loop()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_end(&mut self) {
        self.ends.pop();
    }

    fn boundary(&mut self) {
        for output in &mut self.outputs {
            output.reduction = None
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_workspace(&mut self, root: *const (), output: usize) -> Result<()> {
        self.workspace_opens(root, output)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_workspace(&mut self, root: *const (), _output: usize) {
        self.workspace_is_filled(root)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close_workspace(&mut self, root: *const (), _output: usize) {
        self.workspace_closes(root)
    }

    fn compared(&mut self, index: SignedIndex) -> Result<()> {
        for inner in &mut self.loops {
            inner.is_compared |= inner.number == index.number
        }
        self.bound(index.number, index.name)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(&mut self, number: usize) -> Result<()> {
        self.names(number)
    }

    fn forget(&mut self, _number: usize) {
        self.variables.pop();
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn variable(&mut self, number: usize) -> Result<()> {
        self.reads_variable(number)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduces_by<O>(&mut self, symbol: &'static str) {
        self.reduction = crate::scope::state::Reduction {
            reducer: core::any::type_name::<O>(),
            symbol,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_places(&mut self) {
        self.in_places += 1;
        self.named_before.push(core::mem::take(&mut self.named_by))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave_places(&mut self) {
        self.in_places -= 1
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&mut self, access: NamedAccess<'_>, extents: Extents, when: When) -> Result<()> {
        self.reads(access, &extents, when)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, access: NamedAccess<'_>) -> Result<()> {
        self.writes(access)
    }
}

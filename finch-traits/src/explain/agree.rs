//! Whether a fiber hands out what it describes.

use crate::pass::region_field;
use crate::upper::*;
use core::cell::RefCell;

/// A pass that asks looplets nothing.
#[derive(Clone, Copy)]
struct Ask(Region);

impl Sealed for Ask {}

impl Pass for Ask {
    region_field!();
}

/// Notes what a fiber has unfurled to.
#[derive(Clone, Copy)]
struct Note<'a>(&'a RefCell<Vec<String>>);

impl<T> OnLeaf<Ask, T> for Note<'_> {
    fn looplet<L: Looplet<T = T>>(self, _pass: Ask, _looplet: L) {
        self.0.borrow_mut().push(Nest::of::<L>().to_string())
    }
    fn fiber<F: Fiber<T = T>>(self, _pass: Ask, _fiber: F) {
        self.0.borrow_mut().push("a fiber instead of a looplet".into())
    }
}

/// Compares the looplets that `fiber`, which has an index, hands out with those that [`Fiber::describe`] says it does, for
/// each protocol. For the tests of a level: explanations are made of the descriptions.
///
/// # Errors
///
/// Names the protocol, what was handed out and what was described.
///
/// # Safety
///
/// Nobody writes what the fiber is of: it unfurls without being asked by a program, which would know.
pub unsafe fn agree<F: Fiber>(fiber: F) -> Result<(), String> {
    let pass = Ask(Region::new(0, fiber.dim(0).unwrap_or(1)));
    for protocol in [Protocol::Walk, Protocol::Gallop, Protocol::Follow] {
        let handed_out = RefCell::new(Vec::new());
        match protocol {
            Protocol::Walk => fiber.unfurl(pass, Note(&handed_out)),
            Protocol::Gallop => fiber.unfurl_gallop(pass, Note(&handed_out)),
            Protocol::Follow => fiber.unfurl_follow(pass, Note(&handed_out)),
        }
        let described = F::describe(protocol).nest().to_string();
        let is_described =
            |nest: &String| *nest == described || described.split(" or ").any(|alternative| alternative == nest);
        let handed_out = handed_out.into_inner();
        if handed_out.is_empty() || !handed_out.iter().all(is_described) {
            return Err(format!(
                "{protocol:?}: {handed_out:?} is handed out, `{described}` is described"
            ));
        }
    }
    Ok(())
}

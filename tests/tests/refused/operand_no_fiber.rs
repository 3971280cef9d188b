//! What a program reads is a fiber.

use finch_formats::traits::expr::access::Access;
use finch_formats::traits::index::Nil;

fn main() {
    let _ = Access::new(1.0, Nil);
}

//! What a program reads is a fiber.

use finch_formats::traits::expr::overload::access;

fn main() {
    let _ = access(&1.0, ());
}

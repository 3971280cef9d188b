//! The dense oracle: what a program over structured arrays means.
//!
//! A program is text, parsed to an untyped tree and evaluated by plain nested loops over dense arrays of dynamic
//! values. Nothing here knows formats, looplets or laws, and no code is shared with the lowering: that is the point.
//!
//! ```
//! use finch_oracle::{Array, Program, Value, World};
//!
//! let dot = Program::parse("for i { s[] += a[i] * b[i] }");
//! let mut world = World::default();
//! world.insert("a", Array::vector([1, 2, 3].map(Value::Int)));
//! world.insert("b", Array::vector([10, 0, 1].map(Value::Int)));
//! world.declare("s", Vec::new(), Value::Int(0));
//! dot.run(&mut world);
//! assert!(world["s"].get(&[]).same(Value::Int(13)));
//! ```
//!
//! | written | means |
//! |---|---|
//! | `for j, i { .. }`, `for i in 2..5 { .. }` | loops, of inferred or given extent |
//! | `if (i < j) & a[i] { .. }` | a sieve |
//! | `let x = a[i] * 2; ..` | a name for the rest of the block |
//! | `with w { .. } then { .. }` | a workspace: emptied, filled by the first block, read by the second |
//! | `a[i + 1, 5]`, `a[x[i]]`, `a[~(i - j)]` | sums, places, places that data names; beyond the extent, missing or dropped |
//! | `y[i] = e`, `y[i] := e` | set, overwrite |
//! | `y[i] += e`, `*=`, `\|=`, `&=`, `min=`, `max=`, `choose=`, `any=` | reductions |
//! | `+ - * / % << >>`, `== != < <= > >=`, `& \| ^`, `- !` | operators, as tightly binding as in Rust |
//! | `min(a, b)`, `max`, `coalesce`, `select(c, a, b)`, `abs`, `real`, `by(key, value)` | functions |
//! | `i`, `2`, `0.5`, `inf`, `true`, `false`, `missing` | values |

mod array;
mod eval;
mod image;
mod parse;
mod tree;
mod value;

pub use array::Array;
pub use eval::World;
pub use image::{Extreme, Image};
pub use tree::{Expr, Function, Place, Program, Reducer, Stmt};
pub use value::Value;

//! Graphs, their sources and their algorithms. One binary, since its parts instantiate the same ones.

#[macro_use]
mod common;
mod bellman_ford;
mod breadth_first;
mod counted;
mod edge_lists;
#[path = "../../examples/common/mod.rs"]
mod examples;
mod lengths;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/src/memory.rs"]
mod memory;
mod sources;
mod whole_graphs;

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

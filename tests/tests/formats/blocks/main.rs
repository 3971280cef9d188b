//! Levels of blocks, bands, rows of different lengths, points and intervals: their arrays, what comes when, and reading them with others.

mod below_blocks;
mod galloping;
mod lengths;
mod ragged;
mod sparse_band;
mod sparse_block_list;
mod sparse_blocks;
mod sparse_interval;
mod sparse_pairs;
mod sparse_point;

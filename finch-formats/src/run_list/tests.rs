//! Run lists through programs.

//! Graph algorithms as Finch programs.

//! Image processing as Finch programs.

//! What a format is: levels to read and levels to write.

pub mod level;
pub mod lifecycle;
pub mod mirrored;
pub mod root;

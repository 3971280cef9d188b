//! An attack on the library, kept as a test: whatever safe code does, tensors are valid and nothing is read or written beyond
//! arrays, which checked mode would notice.

mod found;

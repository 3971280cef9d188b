//! Morphology in every format, beside the definition pixel by pixel.

mod images;
mod oracle;

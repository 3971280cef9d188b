//! What is computed of the shapes in binary images, in every format, beside definitions pixel by pixel.

mod components;
mod distance;
mod elements;
mod geometry;
mod images;
mod overlap;
mod room;

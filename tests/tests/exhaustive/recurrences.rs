//! What the suite `recurrences` leaves out of programs that read what they write: loops that go down, maps, places, and tables.

#[path = "../recurrences/down.rs"]
mod down;
#[path = "../recurrences/maps.rs"]
mod maps;
#[path = "../recurrences/places.rs"]
mod places;
#[path = "../recurrences/tables.rs"]
mod tables;

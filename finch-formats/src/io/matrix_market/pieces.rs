//! Lines read by several threads. A stretch of the file is cut at line ends, each piece is read by one thread, and what they have
//! found is joined in the order of the file.
//!
//! A piece is either read as a whole or not at all. If a line of it is wrong, the reader reads the piece once more, line by line, and
//! says what is wrong, and where.

use super::reader::{Entry, coordinates, is_listed};
use super::*;
use crate::room::room;
use rayon::prelude::*;

/// How long a piece is at least: less is not worth waking a thread.
const PIECE: usize = 1 << 16;

/// The least that an entry takes in a file: two digits, a blank and a line feed.
const SHORTEST: usize = 4;

/// What some lines list.
pub(super) struct Piece<T> {
    pub(super) entries: Vec<Entry<T>>,
    pub(super) bytes: usize,
    pub(super) lines: usize,
}

/// What the pieces of a text of complete lines list, up to the first in which something is wrong; nothing if there is one piece only.
pub(super) fn read<T: FileValue>(text: &[u8], header: &Header, comment: u8) -> Vec<Option<Piece<T>>> {
    let pieces = cut(text);
    if pieces.len() < 2 {
        return Vec::new();
    }
    let found = pieces.par_iter().with_max_len(1);
    found.map(|piece| read_piece(piece, header, comment)).collect()
}

/// Cuts a text of complete lines at line ends.
fn cut(mut text: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    while let Some(behind) = text.get(PIECE..)
        && let Some(length) = behind.iter().position(|&byte| byte == b'\n')
    {
        let (piece, rest) = text.split_at(PIECE + length + 1);
        pieces.push(piece);
        text = rest
    }
    if !text.is_empty() {
        pieces.push(text)
    }
    pieces
}

/// What the lines list; nothing if one of them is wrong, or if there is no memory.
fn read_piece<T: FileValue>(text: &[u8], header: &Header, comment: u8) -> Option<Piece<T>> {
    let mut entries = room(text.len() / SHORTEST + 1).ok()?;
    let (mut at, mut odd) = (0, 0);
    while at < text.len() {
        at += coordinates(&text[at..], header, usize::MAX, &mut entries);
        let Some(length) = text[at..].iter().position(|&byte| byte == b'\n') else {
            break;
        };
        let line = lines::without_return(&text[at..at + length])?;
        at += length + 1;
        if lines::has_content(line, comment)? {
            let (row, col, value) = careful::coordinate_line(line, header).ok()?;
            if !is_listed(header, row, col, value) {
                return None;
            }
            entries.push((row, col, value))
        } else {
            odd += 1
        }
    }
    Some(Piece {
        bytes: text.len(),
        lines: entries.len() + odd,
        entries,
    })
}

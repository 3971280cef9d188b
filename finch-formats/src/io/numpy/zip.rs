//! Zip archives, as far as npz files need them: members that are stored or deflated.

use super::npy::unreadable;
use super::*;
use crate::room::push;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use flate2::{Compression, Crc};

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const END64: [u8; 4] = *b"PK\x06\x06";
const LOCATOR: [u8; 4] = *b"PK\x06\x07";

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// How long the comment behind an archive may be.
const MAX_COMMENT: usize = 0xffff;

/// An archive in memory.
pub(in crate::io) struct Archive<'a> {
    file: &'a [u8],
    members: Vec<Member<'a>>,
    pub(in crate::io) budget: Budget,
}

struct Member<'a> {
    name: &'a [u8],
    method: u16,
    check: u32,
    packed: u64,
    size: u64,
    at: u64,
}

#[cold]
fn damaged(what: &str) -> Error {
    error!(Parse, "the archive is damaged or cut off: {what}")
}

/// The bytes of an archive. What is none is not read as a whole.
pub(in crate::io) fn read(mut input: impl Read) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let start = input.by_ref().take(2).read_to_end(&mut file);
    start.map_err(unreadable)?;
    if file != b"PK" {
        return Err(none());
    }
    input.read_to_end(&mut file).map_err(unreadable)?;
    Ok(file)
}

#[cold]
fn none() -> Error {
    error!(Parse, "an npz file is a zip archive, and this is none")
}

/// The `N` bytes at `at`.
fn bytes<const N: usize>(file: &[u8], at: usize) -> Result<[u8; N]> {
    let found = file.get(at..).and_then(|rest| rest.first_chunk());
    found.copied().ok_or_else(|| damaged("it ends too early"))
}

fn short(file: &[u8], at: usize) -> Result<u16> {
    Ok(u16::from_le_bytes(bytes(file, at)?))
}

fn word(file: &[u8], at: usize) -> Result<u32> {
    Ok(u32::from_le_bytes(bytes(file, at)?))
}

fn long(file: &[u8], at: usize) -> Result<u64> {
    Ok(u64::from_le_bytes(bytes(file, at)?))
}

/// So many bytes at `at`.
fn part(file: &[u8], at: u64, length: u64) -> Result<&[u8]> {
    let range = usize::try_from(at).ok().zip(usize::try_from(length).ok());
    let range = range.and_then(|(at, length)| Some(at..at.checked_add(length)?));
    range
        .and_then(|range| file.get(range))
        .ok_or_else(|| damaged("it ends too early"))
}

impl<'a> Archive<'a> {
    /// The archive that these bytes are.
    pub(in crate::io) fn new(file: &'a [u8], budget: Budget) -> Result<Self> {
        let first = file.len().saturating_sub(22 + MAX_COMMENT);
        // Behind the end stands a comment, as long as it says, and nothing else.
        let is_end = |&at: &usize| {
            let comment = short(file, at + 20).map(usize::from);
            file[at..].starts_with(&END) && comment.is_ok_and(|comment| at + 22 + comment == file.len())
        };
        let end = (first..file.len()).rev().find(is_end);
        let end = end.ok_or_else(none)?;
        let mut count = u64::from(short(file, end + 10)?);
        let mut at = u64::from(word(file, end + 16)?);
        if at == u64::from(u32::MAX) || count == 0xffff {
            let locator = end.checked_sub(20).filter(|&at| file[at..].starts_with(&LOCATOR));
            let locator = locator.ok_or_else(|| damaged("nothing says where its directory is"))?;
            let end = part(file, long(file, locator + 8)?, 56)?;
            if !end.starts_with(&END64) {
                return Err(damaged("nothing says where its directory is"));
            }
            (count, at) = (long(end, 32)?, long(end, 48)?)
        }
        let mut members = Vec::new();
        for _ in 0..count {
            let entry = part(file, at, 46)?;
            if !entry.starts_with(&CENTRAL) {
                return Err(damaged("its directory is none"));
            }
            let lengths = [short(entry, 28)?, short(entry, 30)?, short(entry, 32)?].map(u64::from);
            let name = part(file, at + 46, lengths[0])?;
            let extra = part(file, at + 46 + lengths[0], lengths[1])?;
            push(&mut members, Member::new(entry, name, extra)?)?;
            at += 46 + lengths.iter().sum::<u64>()
        }
        Ok(Archive { file, members, budget })
    }

    /// What `read` makes of the member of this name, if there is one.
    pub(in crate::io) fn read<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut dyn Read, &mut Budget) -> Result<T>,
    ) -> Result<Option<T>> {
        let file = [name, ".npy"].concat();
        let mut named = self.members.iter().filter(|member| member.name == file.as_bytes());
        let Some(member) = named.next() else {
            return Ok(None);
        };
        ensure!(named.next().is_none(), else Parse, "there are several members of the name {file}");
        let found = member.read(self.file, |input| read(input, &mut self.budget));
        found.map(Some).map_err(|error| error.context(file))
    }
}

impl<'a> Member<'a> {
    fn new(entry: &[u8], name: &'a [u8], extra: &[u8]) -> Result<Self> {
        ensure!(short(entry, 8)? & 1 == 0, else Parse, "the archive is encrypted");
        let mut member = Member {
            name,
            method: short(entry, 10)?,
            check: word(entry, 16)?,
            packed: word(entry, 20)?.into(),
            size: word(entry, 24)?.into(),
            at: word(entry, 42)?.into(),
        };
        // What does not fit 32 bits stands in a block of its own, in this order.
        let mut rest = extra;
        while let Some((head, behind)) = rest.split_at_checked(4) {
            let (tag, length) = (short(head, 0)?, usize::from(short(head, 2)?));
            let (block, behind) = behind
                .split_at_checked(length)
                .ok_or_else(|| damaged("a block is cut off"))?;
            rest = behind;
            if tag != 1 {
                continue;
            }
            let mut at = 0;
            for number in [&mut member.size, &mut member.packed, &mut member.at] {
                if *number == u64::from(u32::MAX) {
                    *number = long(block, at)?;
                    at += 8
                }
            }
        }
        Ok(member)
    }

    fn read<T>(&self, file: &[u8], read: impl FnOnce(&mut dyn Read) -> Result<T>) -> Result<T> {
        let head = part(file, self.at, 30)?;
        if !head.starts_with(&LOCAL) {
            return Err(damaged("no member is where one should be"));
        }
        let lengths = u64::from(short(head, 26)?) + u64::from(short(head, 28)?);
        let packed = part(file, self.at + 30 + lengths, self.packed)?;
        let mut input: Box<dyn Read> = match self.method {
            STORED => Box::new(packed),
            DEFLATED => Box::new(DeflateDecoder::new(packed)),
            method => return Err(error!(Parse, "members that are packed by method {method} are not read")),
        };
        let mut input = Checked {
            // No more comes out than the directory says.
            input: input.by_ref().take(self.size.saturating_add(1)),
            check: Crc::new(),
            size: 0,
        };
        let found = read(&mut input)?;
        let behind = input.read(&mut [0]).map_err(unreadable)?;
        if behind > 0 || input.size != self.size || input.check.sum() != self.check {
            return Err(damaged("its size or check sum is wrong"));
        }
        Ok(found)
    }
}

/// What is read, summed up.
struct Checked<R> {
    input: R,
    check: Crc,
    size: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.check.update(&buffer[..count]);
        self.size += count as u64;
        Ok(count)
    }
}

/// An archive that is being written to memory.
pub(in crate::io) struct ArchiveWriter {
    file: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
    compressed: bool,
}

impl ArchiveWriter {
    pub(in crate::io) fn new(compressed: bool) -> Self {
        ArchiveWriter {
            file: Vec::new(),
            directory: Vec::new(),
            count: 0,
            compressed,
        }
    }

    /// Appends a member.
    pub(in crate::io) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let name = [name, ".npy"].concat();
        let large = |_| error!(TooLarge, "{name} takes 4 GiB or more");
        let mut check = Crc::new();
        check.update(bytes);
        let mut deflated = Vec::new();
        let (method, packed) = if self.compressed {
            DeflateEncoder::new(bytes, Compression::default())
                .read_to_end(&mut deflated)
                .map_err(super::super::files::unwritten)?;
            (DEFLATED, &deflated[..])
        } else {
            (STORED, bytes)
        };
        let at = u32::try_from(self.file.len()).map_err(large)?;
        let lengths = [packed.len(), bytes.len()].map(u32::try_from);
        // What both heads say: version 2.0, no flags, the method, the first day of 1980.
        let mut head = Vec::new();
        for number in [20, 0, method, 0, 0x21] {
            head.extend(u16::to_le_bytes(number))
        }
        head.extend(check.sum().to_le_bytes());
        for length in lengths {
            let length = length.map_err(large)?;
            ensure!(length != u32::MAX, else TooLarge, "{name} takes 4 GiB or more");
            head.extend(length.to_le_bytes())
        }
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0; 2]);
        self.directory.extend(CENTRAL);
        self.directory.extend([20, 0]);
        self.directory.extend(&head);
        // No comment, disk 0, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(name.bytes());
        self.file.extend(LOCAL);
        self.file.extend(head);
        self.file.extend(name.bytes());
        self.file.extend(packed);
        self.count += 1;
        Ok(())
    }

    /// The archive.
    pub(in crate::io) fn finish(mut self) -> Result<Vec<u8>> {
        let at = u32::try_from(self.file.len()).ok().filter(|&at| at < u32::MAX);
        let at = at.ok_or_else(|| error!(TooLarge, "the file takes 4 GiB or more"))?;
        let length = self.directory.len() as u32;
        self.file.append(&mut self.directory);
        self.file.extend(END);
        self.file.extend([0; 4]);
        for _ in 0..2 {
            self.file.extend(self.count.to_le_bytes())
        }
        self.file.extend(length.to_le_bytes());
        self.file.extend(at.to_le_bytes());
        self.file.extend([0; 2]);
        Ok(self.file)
    }
}

//! Divisions of a dimension: which chunk, or which part, an index lies in.

use crate::mask::Within;

/// The left index lies in that chunk of so many indices of which the right one is the number. The last chunk of a dimension
/// may be shorter. Nothing lies in chunks of none.
#[derive(Clone, Copy, Debug)]
pub struct Chunks(pub usize);

/// The left index lies in that of `parts` parts of a dimension of `extent` of which the right one is the number. Part `t` goes
/// from `extent * t / parts` to `extent * (t + 1) / parts`, so that parts differ by one at most.
#[derive(Clone, Copy, Debug)]
pub struct EvenParts {
    /// The extent of the dimension.
    pub extent: usize,
    /// How many parts there are.
    pub parts: usize,
}

/// As an index that is compared; what is beyond all of them is so, too.
#[cfg_attr(not(debug_assertions), inline(always))]
fn border(at: u128) -> isize {
    isize::try_from(at).unwrap_or(isize::MAX)
}

/// Nothing.
const NOWHERE: Within = Within { start: 0, end: 0 };

relations! {
    Chunks {
        right Within = |chunks, left| match (left as usize).checked_div(chunks.0) {
            None => NOWHERE,
            Some(chunk) => Within {
                start: chunk as isize,
                end: chunk as isize + 1,
            },
        },
        left Within = |chunks, right| {
            let start = right as u128 * chunks.0 as u128;
            Within {
                start: border(start),
                end: border(start + chunks.0 as u128),
            }
        },
        written |chunks, left, right| format!("{left}.in_chunk({right}, {})", chunks.0)
    }
    EvenParts {
        right Within = |all, left| {
            if all.parts == 0 || left as usize >= all.extent {
                return NOWHERE;
            }
            // The first part that ends behind it.
            let part = ((left as u128 + 1) * all.parts as u128).div_ceil(all.extent as u128) - 1;
            Within {
                start: border(part),
                end: border(part + 1),
            }
        },
        left Within = |all, right| {
            if right as usize >= all.parts {
                return NOWHERE;
            }
            let start = |part: u128| border(part * all.extent as u128 / all.parts as u128);
            Within {
                start: start(right as u128),
                end: start(right as u128 + 1),
            }
        },
        written |all, left, right| format!("{left}.in_part({right}, {}, {})", all.extent, all.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::compare::Relation;

    fn holds(mask: Within, index: usize) -> bool {
        mask.start <= index as isize && (index as isize) < mask.end
    }

    fn widths(relation: impl Relation<Left = Within>, parts: usize, extent: usize) -> Vec<usize> {
        let width = |part| (0..extent).filter(|&i| holds(relation.left(part as isize), i)).count();
        (0..parts).map(width).collect()
    }

    #[test]
    fn chunks_and_parts_have_these_widths() {
        assert_eq!(widths(Chunks(5), 3, 14), [5, 5, 4]);
        assert_eq!(widths(Chunks(3), 4, 10), [3, 3, 3, 1]);
        assert_eq!(widths(EvenParts { extent: 14, parts: 5 }, 5, 14), [2, 3, 3, 3, 3]);
        assert_eq!(widths(EvenParts { extent: 10, parts: 3 }, 3, 10), [3, 3, 4]);
    }

    /// Whichever index is bound first.
    #[test]
    fn both_ways_say_the_same() {
        for extent in 0..20 {
            for parts in 0..8 {
                for (i, t) in (0..extent + 2).flat_map(|i| (0..parts + 2).map(move |t| (i, t))) {
                    let part = EvenParts { extent, parts };
                    let from_left = holds(part.right(i as isize), t);
                    assert_eq!(
                        from_left,
                        holds(part.left(t as isize), i),
                        "{i} in part {t} of {part:?}"
                    );
                    let chunk = Chunks(parts);
                    let from_left = holds(chunk.right(i as isize), t);
                    assert_eq!(
                        from_left,
                        holds(chunk.left(t as isize), i),
                        "{i} in chunk {t} of {chunk:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn borders_do_not_overflow() {
        let far = isize::MAX;
        assert_eq!(Chunks(usize::MAX).left(far).end, far);
        let most = EvenParts {
            extent: far as usize,
            parts: far as usize,
        };
        assert!(holds(most.left(far - 1), far as usize - 1));
        assert!(holds(most.right(far - 1), far as usize - 1));
    }
}

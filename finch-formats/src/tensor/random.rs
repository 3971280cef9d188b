//! Random tensors: some of all places, each as likely as any other.

use crate::imports::*;
use crate::random::Random;
use crate::tensor::entries::Entries;
use std::collections::HashSet;

/// How many places a nest stores that has these mirrored axes. Six extents may have more than can be counted.
fn places<T>(mirrored: &Mirrored<T>, shape: &[usize]) -> Result<u128> {
    mirrored
        .places(shape)
        .ok_or_else(|| error!(TooLarge, "a tensor of shape {shape:?} has more than 2^128 places"))
}

/// There is no memory for the places that were chosen.
fn too_many(count: impl core::fmt::Display) -> Error {
    error!(TooLarge, "there is no memory for {count} random entries")
}

/// `count` of `places` numbers, in ascending order.
fn choose(random: &mut Random, places: u128, count: usize) -> Result<Vec<u128>> {
    let mut chosen = Vec::new();
    chosen.try_reserve_exact(count).map_err(|_| too_many(count))?;
    if places / 4 <= count as u128 {
        // One place after the other is taken with the chance that is left for it (Knuth, volume 2, 3.4.2, algorithm S).
        let (mut place, mut missing) = (0, count as u128);
        while missing > 0 {
            if random.below(places - place) < missing {
                chosen.push(place);
                missing -= 1
            }
            place += 1
        }
        return Ok(chosen);
    }
    // R. Floyd's way (Bentley and Floyd, "A sample of brilliance", 1987): what was taken before stands for the place that
    // became possible last.
    let mut taken = HashSet::new();
    taken.try_reserve(count).map_err(|_| too_many(count))?;
    for last in places - count as u128..places {
        let place = random.below(last + 1);
        let place = if taken.insert(place) { place } else { last };
        taken.insert(place);
        chosen.push(place)
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// Each of `places` numbers with the chance `density`, in ascending order.
fn toss(random: &mut Random, places: u128, density: f64) -> Result<Vec<u128>> {
    let mut chosen = Vec::new();
    if density <= 0.0 {
        return Ok(chosen);
    }
    let nothing = (-density).ln_1p();
    let mut place = 0_u128;
    loop {
        // How many places come out empty in a row. Of density 1 none does.
        let skipped = ((1.0 - random.unit()).ln() / nothing).floor();
        place = place.saturating_add(skipped as u128);
        if place >= places {
            return Ok(chosen);
        }
        chosen.try_reserve(1).map_err(|_| too_many(density * places as f64))?;
        chosen.push(place);
        place += 1
    }
}

// Bounds stand on the functions, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// A tensor that stores `count` entries at random places. Each set of `count` places is as likely as any other. `value`
    /// is called for the value of each entry, in ascending order of indices.
    ///
    /// Of a triangle these are places of its half; of a symmetric level too, where each that is not on the diagonal stands
    /// for two. A fiber that is a point or an interval stores one of its children, each as likely as any other.
    ///
    /// Equal arguments give equal tensors, on every machine. Takes time linear in the entries (and `n log n` to sort them,
    /// if they are few), however many places there are, and the time of [`Tensor::from_triplets`].
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Dcsr::<f64>::random([1_000_000, 1_000_000], 100, 42, |random| random.unit())?;
    /// assert_eq!(a.count_stored(), 100);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there are fewer places than `count`.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are more than 2^128 places.
    #[doc = include_str!("errors/shape.md")]
    pub fn random(
        shape: impl IntoShape<L::Rank>,
        count: usize,
        seed: u64,
        value: impl FnMut(&mut Random) -> L::T,
    ) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let shape = shape.into();
        let (places, mut random) = (places(&L::MIRRORED, &shape)?, Random::seeded(seed));
        ensure!(places >= count as u128, else Invalid,
            "{count} entries in a tensor of shape {:?}, which has {places} places", &shape[..]);
        let chosen = choose(&mut random, places, count)?;
        Self::at_places(shape, chosen, random, value)
    }

    /// A tensor that stores each of its places with probability `density`, independently of the others: `density` times the
    /// number of places on average. `value` is called for the value of each entry, in ascending order of indices.
    ///
    /// Of a triangle and of a symmetric level these are places of the half that it stores; a fiber that is a point or an
    /// interval is one place.
    ///
    /// Equal arguments give equal tensors on machines that round logarithms alike. Takes time linear in the entries,
    /// however many places there are, and the time of [`Tensor::from_triplets`].
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::random_by_density([1000, 1000], 0.01, 42, |_| 1.0)?;
    /// assert!((9_000..11_000).contains(&a.count_stored()));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the density is not a number from 0 to 1.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are more than 2^128 places.
    #[doc = include_str!("errors/shape.md")]
    pub fn random_by_density(
        shape: impl IntoShape<L::Rank>,
        density: f64,
        seed: u64,
        value: impl FnMut(&mut Random) -> L::T,
    ) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        let shape = shape.into();
        ensure!((0.0..=1.0).contains(&density), else Invalid, "a density of {density} is not between 0 and 1");
        let mut random = Random::seeded(seed);
        let chosen = toss(&mut random, places(&L::MIRRORED, &shape)?, density)?;
        Self::at_places(shape, chosen, random, value)
    }

    /// The tensor that stores values at `chosen` places, which ascend.
    fn at_places(
        shape: Shape<L::Rank>,
        chosen: Vec<u128>,
        mut random: Random,
        mut value: impl FnMut(&mut Random) -> L::T,
    ) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
    {
        super::check_extents(&shape)?;
        let mut last: Option<Shape<L::Rank>> = None;
        let entries = chosen.into_iter().map(|place| {
            let mut index = shape.clone();
            L::MIRRORED.index_of(place, &shape, &mut index);
            L::MIRRORED.choose_children(&shape, last.as_deref(), &mut index, |extent| {
                random.below(extent as u128) as usize
            });
            last = Some(index.clone());
            (index, value(&mut random))
        });
        let entries = Entries::<L::Rank, _>::collect(shape.clone(), entries)?;
        if const { L::MIRRORED.is_none() } {
            Self::from_tensor(&entries.compressed::<L::Fill>()?)
        } else {
            Self::of_half(entries)
        }
    }
}

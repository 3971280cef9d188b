//! Arrays, and sums of products by loops over all values of all indices.

/// An array, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<i64>,
}

/// An array of that shape, of which one in `every` values is not zero.
pub(crate) fn array<const R: usize>(seed: u64, shape: [usize; R], every: u64) -> Array {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let values = (0..shape.iter().product())
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if (state >> 20).is_multiple_of(every) {
                (state >> 40) as i64 % 7 - 3
            } else {
                0
            }
        })
        .collect();
    Array {
        shape: shape.to_vec(),
        values,
    }
}

impl Array {
    fn at(&self, places: &str, names: &str, index: &[usize]) -> i64 {
        let mut position = 0;
        for (axis, place) in places.chars().enumerate() {
            position = position * self.shape[axis] + index[names.find(place).unwrap()];
        }
        self.values[position]
    }
}

/// The sum of products of operands at places that are named by letters, with the result at `to`: values, row by row.
pub(crate) fn sum(to: &str, operands: &[(&Array, &str)]) -> Vec<i64> {
    sum_by(0, |a, b| a + b, |a, b| a * b, to, operands)
}

/// The same over another semiring.
pub(crate) fn sum_by(
    zero: i64,
    plus: impl Fn(i64, i64) -> i64,
    times: impl Fn(i64, i64) -> i64,
    to: &str,
    operands: &[(&Array, &str)],
) -> Vec<i64> {
    let mut names = String::new();
    let mut extents = Vec::new();
    for (array, places) in operands {
        for (axis, place) in places.chars().enumerate() {
            if !names.contains(place) {
                names.push(place);
                extents.push(array.shape[axis]);
            }
        }
    }
    let extent = |place| extents[names.find(place).unwrap()];
    let mut result = vec![zero; to.chars().map(extent).product()];
    for mut flat in 0..extents.iter().product() {
        let mut index = vec![0; extents.len()];
        for axis in (0..extents.len()).rev() {
            index[axis] = flat % extents[axis];
            flat /= extents[axis];
        }
        let product = operands
            .iter()
            .map(|(a, places)| a.at(places, &names, &index))
            .reduce(&times)
            .unwrap();
        let position = to
            .chars()
            .fold(0, |p, place| p * extent(place) + index[names.find(place).unwrap()]);
        result[position] = plus(result[position], product);
    }
    result
}

/// Checks that a result is valid, and what it is.
macro_rules! check {
    ($result:expr, $expected:expr) => {{
        let result = $result?;
        result.validate()?;
        assert_eq!(result.to_dense()?, $expected);
        result
    }};
}
pub(crate) use check;

//! Conversions: what is made may have room to grow, and while an array grows there are two of it.

use finch_formats::prelude::*;
use finch_tests::memory::counted;
use finch_traits::algebra::logic::No;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use typenum::{U2, U4};

type E = Element<f64>;

/// What a few structures of constant size may take.
const SLACK: usize = 1 << 12;

fn converts<L: WriteLevel<T = f64, Rank = U2> + Default + Debug>(a: &Csr<f64>) {
    let (made, most, left) = counted(|| Tensor::<L>::from_tensor(a).expect("a conversion"));
    let name = std::any::type_name::<L>();
    assert!(most <= 2 * left + SLACK, "{name} takes {most} bytes to make {left}");
    assert!(
        left <= 5 * made.bytes() / 2 + SLACK,
        "{name} keeps {left} bytes for {}",
        made.bytes()
    );
    // What there is is used again; a byte map sorts its marks now.
    let mut made = made;
    let ((), most, _) = counted(|| made.copy_from(a).expect("a conversion"));
    assert!(
        most < made.bytes() / 8 + SLACK,
        "{name} takes {most} bytes for a second copy"
    );
}

macro_rules! convert {
    ($a:expr, $($level:ty),* $(,)?) => { $( converts::<$level>($a); )* };
}

#[test]
fn one_copy_is_taken_at_most() {
    let a = Csr::<f64>::random([400, 300], 12_000, 1, |random| 1.0 + random.unit()).expect("a matrix");
    convert! {
        &a, Dense<Dense<E>>, Dense<SparseList<E>>, SparseList<SparseList<E>>, SparseCoo<U2, E>,
        Dense<SparsePairs<f64>>, Dense<SparseBlockList<E>>, Dense<SparseBand<E>>, Dense<Ragged<E>>,
        SparseBlocks<U4, U4, E>, Dense<SparseDict<E>>, Dense<SparseByteMap<E>>, Dense<UnsortedList<E>>,
        Dense<Hybrid<E>>, Dense<Separate<SparseList<E>>>, Dense<RunList<E>>,
        RunList<SparseList<E, Vec<usize>, Vec<u16>>>, Dense<SparseRunList<E, Vec<usize>, Vec<u32>, No>>,
        Dense<PackBits<E>>
    }
    let below = (0..300).flat_map(|row| (0..=row).map(move |column| ([row, column], (1 + row * column) as f64)));
    let lower = Csr::from_triplets([300, 300], below, Add).expect("a matrix");
    convert!(&lower, Triangular<Lower, E>);
    let all = (0..300).flat_map(|row| (0..300).map(move |column| ([row, column], (1 + row * column) as f64)));
    let both = Csr::from_triplets([300, 300], all, Add).expect("a matrix");
    convert!(&both, Symmetric<Lower, E>);
}

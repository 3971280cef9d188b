//! Ranks that are threads: what they find together, and how they end.

mod checks;

use finch_kernels::distributed::{
    Communicator, Exchange, Partition, ThreadCommunicator, all_gather, all_sum, on_threads,
};
use finch_kernels::{ErrorKind, Result};

/// How many ranks there are.
const COUNTS: [usize; 5] = [1, 2, 3, 4, 7];

macro_rules! checks {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let all = checks::all::<ThreadCommunicator>();
            let (_, check) = all.iter().find(|(name, _)| *name == stringify!($name)).unwrap();
            for count in COUNTS {
                on_threads(count, check).unwrap();
            }
        }
    )*

    #[test]
    fn each_check_is_run() {
        let names: Vec<_> = checks::all::<ThreadCommunicator>().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [$(stringify!($name)),*])
    } };
}

checks! {
    products_with_vectors products_over_semirings transposed_products other_formats products_of_matrices rows_for_another_matrix
    other_cuts entries_of_any_rank
    sums_and_gathering what_is_told conjugate_gradients files searches page_ranks mistakes
}

/// A rank that fails ends those that wait for it, and its error is the one that is returned.
#[test]
fn one_rank_fails() {
    let work = |ranks: &ThreadCommunicator| {
        all_sum(ranks, 1.0)?;
        if ranks.rank() == 2 {
            return Err(finch_kernels::Error::new(ErrorKind::Invalid, "no"));
        }
        all_sum(ranks, 1.0)
    };
    let error = on_threads(4, work).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::Invalid, "rank 2: no")
    );
}

/// A rank that returns while others go on.
#[test]
fn one_rank_ends_early() {
    let work = |ranks: &ThreadCommunicator| {
        if ranks.rank() == 0 {
            Ok(0.0)
        } else {
            all_sum(ranks, 1.0)
        }
    };
    let error = on_threads(3, work).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains("rank 0 has ended"), "{error}");
}

#[test]
#[should_panic(expected = "on rank 1")]
fn one_rank_panics() {
    let _ = on_threads(3, |ranks| {
        assert!(ranks.rank() != 1, "on rank 1");
        all_sum(ranks, 1.0)
    });
}

/// Ranks that disagree about what they send.
#[test]
fn more_is_sent_than_expected() {
    let work = |ranks: &ThreadCommunicator| {
        let [sent, expected] = if ranks.rank() == 0 {
            [[0, 3], [0, 2]]
        } else {
            [[2, 0], [2, 0]]
        };
        let (send, mut receive) = (vec![0; sent.iter().sum()], vec![0; expected.iter().sum()]);
        ranks.all_to_all(&send, &sent, &mut receive, &expected)
    };
    let error = on_threads(2, work).unwrap_err();
    assert_eq!(error.to_string(), "rank 1: rank 0 sends 3 bytes where 2 are expected");
}

/// Odd ranks: what another one sends is changed on the way.
struct Forged<'a>(&'a ThreadCommunicator, u8);

impl Communicator for Forged<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn all_to_all(&self, send: &[u8], to: &[usize], receive: &mut [u8], from: &[usize]) -> Result<()> {
        self.0.all_to_all(send, to, receive, from)?;
        // Numbers of entries stay as they are: what would be waited for is not what comes.
        if receive.len() != 8 * self.count() {
            receive.fill(self.1)
        }
        Ok(())
    }

    fn bytes_sent(&self) -> u64 {
        self.0.bytes_sent()
    }
}

#[test]
fn what_others_send_is_checked() {
    for byte in [1, 77, 255] {
        let asked = on_threads(2, |ranks| {
            let cut = Partition::even(10, 2);
            let needed = if ranks.rank() == 0 {
                vec![6, 7, 8]
            } else {
                vec![0, 1, 2]
            };
            Exchange::new(&Forged(ranks, byte), &cut, needed).map(drop)
        });
        assert_eq!(asked.unwrap_err().kind(), ErrorKind::Invalid);
    }
    // A truth value is 0 or 1.
    let flags = on_threads(3, |ranks| all_gather(&Forged(ranks, 2), true));
    assert_eq!(flags.unwrap_err().kind(), ErrorKind::Invalid);
}

//! One operator over a matrix in every format: the format that is inferred, and all values.

use crate::name;
use finch_formats::Error;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::U2;
use finch_formats::traits::lifecycle::WriteLevel;

/// At most one entry in a row, in both halves, and symmetric.
const DIAGONAL: [f64; 16] = [
    2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -4.0,
];

const ANY: [f64; 16] = [
    0.0, 2.0, 2.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0,
];

/// Twice a matrix of each format, in the format that is inferred.
macro_rules! twice {
    ($($values:ident: $format:ty => $expected:literal;)*) => {
        #[test]
        fn twice() -> Result<(), Error> {
            $({
                let a: $format = Matrix::from_dense([4, 4], &$values)?.drop_fills()?;
                check(&a, (&a * 2.0).compute()?, &$values, $expected)?;
            })*
            Ok(())
        }
    };
}

fn check<A, L>(a: &Tensor<A>, twice: Tensor<L>, values: &[f64], expected: &str) -> Result<(), Error>
where
    A: WriteLevel<T = f64, Rank = U2>,
    L: WriteLevel<T = f64, Rank = U2>,
{
    twice.validate()?;
    assert_eq!(name::<L>(), expected, "{}", name::<A>());
    let dense: Vec<f64> = values.iter().map(|value| value * 2.0).collect();
    assert_eq!(twice.to_dense()?, dense, "{}", name::<A>());
    assert_eq!(a.sum()?, values.iter().sum::<f64>(), "{}", name::<A>());
    Ok(())
}

twice! {
    ANY: PackedCsr<f64> => "Csr";
    ANY: Lil<f64> => "Csr";
    ANY: SeparateCsr<f64> => "Csr";
    ANY: HybridCsr<f64> => "Csr";
    ANY: UnsortedCsr<f64> => "Csr";
    ANY: Tensor<Dense<SparseByteMap<Element<f64>>>> => "Csr";
    ANY: Tensor<Counted<Dense<SparseList<Element<f64>>>>> => "Csr";
    ANY: Coo<f64> => "Dcsr";
    ANY: DictMatrix<f64> => "Dcsr";
    ANY: BlockCsr<f64> => "BlockCsr";
    ANY: Bcsr<f64, U2, U2> => "BlockCsr";
    ANY: BandMatrix<f64> => "BandMatrix";
    ANY: RaggedMatrix<f64> => "BandMatrix";
    ANY: PackBitsMatrix<f64> => "RunMatrix";
    DIAGONAL: PointMatrix<f64> => "BandMatrix";
    DIAGONAL: LowerMatrix<f64> => "BandMatrix";
    DIAGONAL: UpperMatrix<f64> => "BandMatrix";
    DIAGONAL: IntervalMatrix<f64> => "SparseRunMatrix";
    DIAGONAL: SymmetricMatrix<f64> => "Matrix";
}

//! The extent that places named by data are compared with is that of the tensor: nobody but the driver says what it is.

use finch_formats::Vector;
use finch_formats::traits::expr::overload::access_by;
use finch_formats::traits::index::{IndexList, IndexTerm, Indices, gather};

fn main() {
    let x = Vector::<f64>::from(vec![1.0; 3]);
    let far = IndexTerm::sized(gather(x.at((0_usize,)).cast::<usize>()), || Some(1 << 40));
    let _ = access_by(&x, IndexList::sized((far,).list(), |_| Some(1 << 40)));
}

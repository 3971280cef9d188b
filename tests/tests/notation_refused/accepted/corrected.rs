//! The programs of the other files, without their mistakes.
use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([3, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::from(vec![0.0; 3]));
    let (mut s, mut w) = (Scalar::<f64, Inf>::default(), ByteMapVector::<f64>::default());

    finch! {
        y .= 0;
        s .= inf;
        mut z;
        for j, i {
            y[j] += a[j, i] * x[i];
            y[j] += x[i];
            z[j] += a[j, gallop(i)] * x[i];
        }
        for i in 0..3 {
            if 0 <= i && i < 2 { s[] <<min>>= x[i]; }
            if !(0 <= i && i < 2) { s[] <<min>>= x[i] }
        }
        for j {
            w .= 0;
            for i { if i == j { w[i] += a[j, i]; } }
            for i { let d = w[i]; y[j] += d; y[j] += -d; }
        }
        for i { if x[i] > 0 { y[i] += 1; } }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [132.0, 113.0, 112.0]);
    assert_eq!((z.values(), s.get()), (&[20.0, 1.0, 0.0][..], 1.0));
}

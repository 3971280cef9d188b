//! What stands behind the declaration of a workspace: another workspace, a name, and nothing that reads it.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let (mut v, mut w) = (ByteMapVector::<f64>::default(), ByteMapVector::<f64>::default());
    let two = finch! {
        y .= 0;
        for j {
            w .= 0;
            v .= 0;
            for i { w[i] += a[j, i]; v[i] += a[j, i]; }
            for i { y[j] += w[i] * v[i]; }
        }
    };
    let named = finch! {
        y .= 0;
        for j {
            w .= 0;
            let d = x[j];
            for i { w[i] += a[j, i] * d; }
            for i { y[j] += w[i]; }
        }
    };
    let unread = finch! {
        y .= 0;
        for j { w .= 0; for i { w[i] += a[j, i]; } }
    };
    let _ = (two.run(), named.run(), unread.run(), &a, &x);
}

//! The longest listing of the papers expands within half of the default recursion limit; so do a block of twenty
//! statements and a sum of twenty terms. Lowering takes more, so the programs are not run here.
#![recursion_limit = "64"]
use finch_formats::prelude::*;

/// Finch paper, appendix B.1, breadth-first search: pulling, visiting and counting.
fn step() {
    let (at, visited) = (CsrPattern::default(), Vector::<bool>::default());
    let (frontier, mut next) = (ByteMapVector::<bool>::default(), ByteMapVector::<bool>::default());
    let (mut parents, mut p) = <(VectorWithFill<usize, Inf>, ShortScalar<usize, Inf>)>::default();
    let (mut now, mut count) = (Vector::<bool>::default(), Scalar::new(0));
    let _ = finch! {
        next .= false;
        now .= false;
        count .= 0;
        mut parents;
        for k {
            if !visited[k] {
                p .= inf;
                for j {
                    if frontier[follow(j)] && at[k, j] {
                        p[] <<choose(inf)>>= j;
                    }
                }
                if p[] != inf {
                    next[k] |= true;
                    parents[k] = p[];
                }
            }
        }
        for k {
            let f = frontier[k];
            now[k] |= f;
            now[k] |= visited[k];
            if f {
                count[] += 1;
            }
        }
    };
}

fn long() {
    let (x, mut s) = (Vector::<f64>::default(), Scalar::new(0.0));
    let _ = finch! {
        s .= 0;
        for i {
            let d = x[i];
            s[] += d; s[] += d; s[] += d; s[] += d; s[] += d;
            s[] += d; s[] += d; s[] += d; s[] += d; s[] += d;
            s[] += d; s[] += d; s[] += d; s[] += d; s[] += d;
            s[] += d; s[] += d; s[] += d; s[] += d; s[] += d;
        }
    };
    let _ = finch! {
        s .= 0;
        for i {
            s[] += x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i]
                + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i] + x[i];
        }
    };
}

#[test]
fn expands() {
    step();
    long()
}

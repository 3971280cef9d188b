use finch_formats::prelude::*;
use finch_formats::*;
use finch_traits::algebra::typenum::{U0, U2};

fn csr() -> Csr<f64> {
    Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap()
}
fn list() -> SparseVector<f64> {
    SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([4], 1.0)], Add).unwrap()
}

#[test]
fn show() {
    let a = csr();
    let x = Vector::<f64>::from(vec![1.0; 3]);
    let u = list();
    let v = list();
    let mut y = Vector::<f64>::default();
    let mut s = Scalar::<f64>::default();
    let mut t = Scalar::<f64>::default();
    indices!(j, k, i);
    let p = program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, when(j.le(i), s.at(()).add(a.at((j, i)))))));
    println!("=== triangle\n{}", p.explain());
    let p = program().declare(&mut s).declare(&mut t).body(|(s, t)| {
        forall(
            i,
            let_in::<U0, _, _>(u.at((i,)), |n| then(s.at(()).add(n * v.at((i,))), t.at(()).add(n * n))),
        )
    });
    println!("=== let\n{}", p.explain());
    let b = Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Csr::<f64>::default();
    let mut w = Tensor::<SparseByteMap<Element<f64>>>::default();
    let p = program().declare(&mut c).workspace(&mut w).body(|(c, w)| {
        forall(
            j,
            w.within(
                forall(
                    k,
                    forall(i, w.at((i,)).add(a.at((j, k)).named("a") * b.at((k, i)).named("b"))),
                ),
                forall(i, c.at((j, i)).set(w.read((i,)))),
            ),
        )
    });
    println!("=== gustavson\n{}", p.explain());
    let r = Tensor::<RunList<Element<f64>>>::from_dense([5], &[1.0, 1.0, 2.0, 2.0, 2.0]).unwrap();
    let q = Tensor::<SparseRunList<Element<f64>>>::from_dense([5], &[1.0, 1.0, 2.0, 2.0, 2.0]).unwrap();
    let p = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(r.at((i,)))));
    println!("=== runs\n{}", p.explain());
    let p = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((i,)) * q.at((i,)))));
    println!("=== runs and lists\n{}", p.explain());
    let mut z = Tensor::<RunList<Element<f64>>>::default();
    let p = program()
        .declare(&mut z)
        .body(|(z,)| forall(i, z.at((i,)).set(r.at((i,)) + q.at((i,)))));
    println!("=== run out\n{}", p.explain());
    let mut q = ShortScalar::<bool>::default();
    let p = program()
        .declare(&mut q)
        .body(|(q,)| forall(i, q.at(()).reduce(Or, u.at((i,)).gt(constant(1.0)))));
    println!("=== early\n{}", p.explain());
    let co = Tensor::<SparseCoo<U2, Element<f64>>>::from_dense([2, 3], &[1.0, 1.0, 2.0, 2.0, 2.0, 0.0]).unwrap();
    let p = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j,)).add(co.at((j, i)) * x.at((i,))))));
    println!("=== coo\n{}", p.explain());
    let h = HybridCsr::<f64>::from_dense([2, 3], &[1.0, 1.0, 2.0, 2.0, 2.0, 0.0]).unwrap();
    let p = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j,)).add(h.at((j, i)) * x.at((i,))))));
    println!("=== hybrid\n{}", p.explain());
    let p = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(u.at((gallop(i),)) + v.at((i,)))));
    println!("=== gallop plus walk\n{}", p.explain());
}

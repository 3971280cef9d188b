//! Products of matrices, summed in dictionaries.

use crate::testing::*;
use finch_formats::prelude::*;

type Dict = SparseDict<Value>;
type Dicts = Dense<Dict>;
type DictDict = SparseDict<Dict>;

/// Rows, inner extent, columns, and how rare entries are.
const SIZES: [(usize, usize, usize, usize); 7] = [
    (5, 7, 6, 2),
    (20, 30, 200, 9),
    (9, 9, 400, 3),
    (40, 40, 40, 4),
    (3, 1, 1, 1),
    (4, 0, 5, 2),
    (0, 3, 4, 1),
];

#[test]
fn multiplies_matrices_as_a_workspace() {
    indices!(j, k, i);
    let mut dice = Dice(1);
    let (mut w, mut c) = (empty::<Dict>(), Csr::<i64>::default());
    for (rows, inner, columns, sides) in SIZES {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let (tb, ta) = (csr(rows, inner, &b), csr(inner, columns, &a));
        program()
            .declare(&mut c)
            .workspace(&mut w)
            .body(|(c, w)| {
                forall(
                    j,
                    w.within(
                        forall(k, forall(i, w.at((i,)).add(tb.at((j, k)) * ta.at((k, i))))),
                        forall(i, c.at((j, i)).set(w.read((i,)))),
                    ),
                )
            })
            .run()
            .unwrap();
        assert_eq!(all(&c), product(&b, &a, rows, inner, columns));
        w.validate().unwrap();
    }
}

#[test]
fn multiplies_matrices_by_outer_products() {
    indices!(k, j, i);
    let mut dice = Dice(2);
    let (mut dicts, mut flat, mut c) = (empty::<DictDict>(), empty::<Dicts>(), Csr::<i64>::default());
    let mut of_dense = empty::<SparseDict<Dense<Value>>>();
    let mut of_maps = empty::<SparseDict<SparseByteMap<Value>>>();
    for (rows, inner, columns, sides) in SIZES {
        let (b, a) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let transposed: Vec<i64> = (0..inner * rows)
            .map(|place| b[place % rows * inner + place / rows])
            .collect();
        let (tb, ta) = (csr(inner, rows, &transposed), csr(inner, columns, &a));
        let expected = product(&b, &a, rows, inner, columns);
        macro_rules! outer {
            ($($c:ident),*) => { $(
                program()
                    .declare(&mut $c)
                    .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(tb.at((k, j)) * ta.at((k, i)))))))
                    .run()
                    .unwrap();
                assert_eq!(all(&$c), expected);
            )* };
        }
        outer!(dicts, flat, of_dense, of_maps);
        // The same into a workspace, which is then copied in order.
        program()
            .declare(&mut c)
            .workspace(&mut dicts)
            .body(|(c, w)| {
                w.within(
                    forall(k, forall(j, forall(i, w.at((j, i)).add(tb.at((k, j)) * ta.at((k, i)))))),
                    forall(j, forall(i, c.at((j, i)).set(w.read((j, i))))),
                )
            })
            .run()
            .unwrap();
        assert_eq!(all(&c), expected);
    }
}

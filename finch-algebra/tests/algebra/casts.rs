//! Floats as whole numbers, beside conversions of the language.

use finch_algebra::operators::CastTo;

/// Each eighth around the ends and halves, with its neighbours, and what is far away.
macro_rules! converts {
    ($from:ident, $($to:ident),*) => { $(
        let most = f64::from($to::MAX) as $from;
        let near = |from: $from| (-320..320).flat_map(move |k| {
            let value = from + k as $from / 8.0;
            [value.next_down(), value, value.next_up()]
        });
        let far = [1e10, $from::MAX, $from::INFINITY, $from::NAN, 0.0, $from::MIN_POSITIVE, 8_388_607.5];
        for value in near(0.0).chain(near(most / 2.0)).chain(near(most)).chain(far).flat_map(|value| [value, -value]) {
            let found: $to = value.cast_to();
            assert_eq!(found, value as $to, "{value}");
        }
    )* };
}

#[test]
fn floats_are_cut_off_as_conversions_do() {
    converts!(f32, u8, u16);
    converts!(f64, u8, u16);
}

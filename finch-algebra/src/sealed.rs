//! What only this crate implements: numbers, booleans and knowledge as types.

use crate::known::{Solid, Tagged, Unknown};
use crate::logic::{No, Yes};
use crate::nat::{Apart, Named};
use typenum::{B0, B1, UInt, UTerm};

/// Keeps a trait to this crate.
///
/// That the answers of these types agree with each other, and with their values, decides which loops are compiled and what
/// is checked before they read unchecked.
pub trait Sealed {}

impl Sealed for Yes {}
impl Sealed for No {}
impl Sealed for Unknown {}
impl Sealed for Solid {}
impl<N> Sealed for Tagged<N> {}
impl Sealed for UTerm {}
impl<Half> Sealed for UInt<Half, B0> {}
impl<Half> Sealed for UInt<Half, B1> {}
impl<N, M> Sealed for Named<N, M> {}
impl<N> Sealed for Apart<N> {}

//! The spike pass: everything but the last index, then the last index.

use crate::pass::looplet_pass;

looplet_pass! {
    /// Replaces spikes by the value before the last index.
    SpikeBody asks spike_body;
    /// Replaces spikes by the value at the last index.
    SpikeTail asks spike_tail;
}

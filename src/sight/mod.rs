//! Sight in terrain: the region that a point sees, and the pixels and cells in it.

//! Shapes in terrain: casts, overlaps, contacts, and the nearest solid pixel.

//! A logarithmic axis.

/// From values to places on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    values: (f64, f64),
    places: (f64, f64),
}

impl Scale {
    pub(super) const fn new(values: (f64, f64), places: (f64, f64)) -> Self {
        Self { values, places }
    }

    /// Where the axis begins and ends.
    pub(super) const fn places(&self) -> (f64, f64) {
        self.places
    }

    /// The place of a value.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value / self.values.0).ln() / (self.values.1 / self.values.0).ln();
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// The powers of a number that the axis holds.
    pub(super) fn powers(&self, base: f64) -> impl Iterator<Item = f64> {
        let (low, high) = self.values;
        (0..40).map(move |power| base.powi(power)).filter(move |value| (low..=high).contains(value))
    }
}

use tileray::HullOptions;
use tileray::hull::{HullMode, OutlineBias};

/// The error bounds that can be chosen, in pixels.
const ERRORS: [f32; 12] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0];
/// The one that is chosen first.
const FIRST_ERROR: usize = 4;
const MODES: [(HullMode, &str); 4] =
    [(HullMode::Pieces, "pieces"), (HullMode::Convex, "convex"), (HullMode::Box, "box"), (HullMode::Circle, "circle")];
const BIASES: [(OutlineBias, &str); 3] =
    [(OutlineBias::Nearest, "nearest"), (OutlineBias::Grow, "grow"), (OutlineBias::Shrink, "shrink")];

/// How hulls are made: places in the lists of what can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    error: usize,
    mode: usize,
    bias: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { error: FIRST_ERROR, mode: 0, bias: 0 }
    }
}

impl Settings {
    pub(super) fn options(&self) -> HullOptions {
        let (mode, bias) = (MODES[self.mode].0, BIASES[self.bias].0);
        HullOptions { mode, bias, max_error: self.max_error(), ..HullOptions::default() }
    }

    pub(super) fn max_error(&self) -> f32 {
        ERRORS[self.error]
    }

    pub(super) fn mode_name(&self) -> &'static str {
        MODES[self.mode].1
    }

    pub(super) fn bias_name(&self) -> &'static str {
        BIASES[self.bias].1
    }

    pub(super) fn coarser(&mut self) {
        self.error = (self.error + 1).min(ERRORS.len() - 1);
    }

    pub(super) fn finer(&mut self) {
        self.error = self.error.saturating_sub(1);
    }

    pub(super) fn next_mode(&mut self) {
        self.mode = (self.mode + 1) % MODES.len();
    }

    pub(super) fn next_bias(&mut self) {
        self.bias = (self.bias + 1) % BIASES.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stop_at_their_ends_and_kinds_go_round() {
        let mut settings = Settings::default();
        assert_eq!(settings.options(), HullOptions::default());
        (0..20).for_each(|_| settings.coarser());
        assert_eq!(settings.max_error(), 8.0);
        (0..20).for_each(|_| settings.finer());
        assert_eq!(settings.max_error(), 0.0);
        let names: Vec<_> = (0..5).map(|_| (settings.mode_name(), settings.next_mode()).0).collect();
        assert_eq!(names, ["pieces", "convex", "box", "circle", "pieces"]);
        let names: Vec<_> = (0..4).map(|_| (settings.bias_name(), settings.next_bias()).0).collect();
        assert_eq!(names, ["nearest", "grow", "shrink", "nearest"]);
    }
}

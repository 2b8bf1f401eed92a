use super::axes::Axes;
use super::body::Body;
use super::encounters::Encounters;
use super::flight::Flight;
use super::projection::Projection;
use tileray::Circle;
use tileray::glam::Vec2;

/// Bodies that lie side by side, and all that is found out about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) bodies: Vec<Body>,
    /// The body that axes, motions and the way out are shown of.
    pub(super) chosen: usize,
    /// A motion of it, if one is looked at.
    pub(super) motion: Option<Vec2>,
    /// Points and circles that are to leave what they are in.
    pub(super) probes: Vec<Circle>,
    pub(super) findings: Findings,
}

/// What is so about the bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) encounters: Encounters,
    /// The body whose axes with the chosen one are shown, and those.
    pub(super) axes: Option<(usize, Axes)>,
    pub(super) flight: Option<Flight>,
    pub(super) projections: Vec<Projection>,
}

impl Table {
    pub(super) fn new(bodies: Vec<Body>) -> Self {
        Self { bodies, ..Self::default() }
    }

    /// Finds out everything anew.
    pub(super) fn look(&mut self) {
        let encounters = Encounters::among(&self.bodies);
        let partner = encounters.deepest_of(self.chosen).map(|deepest| deepest.other(self.chosen));
        let solid = self.bodies.get(self.chosen).map(Body::solid);
        let axes = partner.or_else(|| self.nearest()).and_then(|other| {
            let axes = Axes::between(solid?, self.bodies[other].solid())?;
            Some((other, axes))
        });
        let has_chosen = self.chosen < self.bodies.len();
        let motion = self.motion.filter(|_| has_chosen);
        let flight = motion.map(|motion| Flight::of(&self.bodies, self.chosen, motion));
        let projections = self.probes.iter().filter_map(|&probe| Projection::of(&self.bodies, probe)).collect();
        self.findings = Findings { encounters, axes, flight, projections };
    }

    /// The body whose box is nearest to that of the chosen one.
    fn nearest(&self) -> Option<usize> {
        let own = self.bodies.get(self.chosen)?.solid().bounds();
        let gap = |other: &usize| {
            let bounds = self.bodies[*other].solid().bounds();
            (bounds.min - own.max).max(own.min - bounds.max).max(Vec2::ZERO).length()
        };
        let others = (0..self.bodies.len()).filter(|&other| other != self.chosen);
        others.min_by(|a, b| gap(a).total_cmp(&gap(b)))
    }

    /// The uppermost body under a point.
    pub(super) fn body_at(&self, point: Vec2) -> Option<usize> {
        (0..self.bodies.len()).rev().find(|&body| self.bodies[body].solid().contains(point))
    }
}

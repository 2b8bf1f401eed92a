use super::PLAYERS;
use super::fighter::{Fighter, SIZE};
use tileray::glam::Vec2;
use tileray::{ConvexPolygon, Ray, RayFan, RayHit, Terrain, collide};

/// The radius of a crater, and how far fragments fly, in pixels.
const CRATER: f32 = 13.0;
const REACH: f32 = 56.0;
/// The number of fragments. The library casts so many rays as a batch, in vector code.
const FRAGMENTS: usize = 720;
/// The fragments that take one of a fighter's 100 points of health.
const FRAGMENTS_A_POINT: u32 = 5;
/// The push of each fragment in pixels a second, and the most of all together.
const PUSH: f32 = 1.5;
const MOST_PUSH: f32 = 260.0;

/// The explosion of a shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blast {
    pub(super) center: Vec2,
}

impl Blast {
    /// Throws fragments at the fighters, then carves a crater.
    pub(super) fn explode(self, terrain: &mut Terrain, fighters: &mut [Fighter; PLAYERS]) {
        // The rays are only cast when someone is near; then rock gives cover.
        let is_near =
            |fighter: &Fighter| fighter.center().distance(self.center) < REACH + SIZE.element_sum() as f32 / 2.0;
        if fighters.iter().any(is_near) {
            let fragments = self.fragments(terrain);
            fighters.iter_mut().for_each(|fighter| self.hit(fighter, &fragments));
        }
        terrain.carve_circle(self.center, CRATER);
    }

    /// Returns the ways of the fragments, which end at rock.
    fn fragments(self, terrain: &Terrain) -> Vec<Ray> {
        let fan = RayFan::circle(self.center, REACH);
        let mut hits: [Option<RayHit>; FRAGMENTS] = [None; FRAGMENTS];
        terrain.query().fan(&fan, &mut hits);
        let way = |(ray, hit): (Ray, Option<RayHit>)| hit.map_or(ray, |hit| Ray::between(self.center, hit.point()));
        fan.rays(FRAGMENTS).zip(hits).map(way).collect()
    }

    fn hit(self, fighter: &mut Fighter, fragments: &[Ray]) {
        let body = fighter.body.rect();
        let body = ConvexPolygon::rectangle(body.min.as_vec2(), body.max.as_vec2()).expect("a fighter has pixels");
        let hits = fragments.iter().filter(|way| collide::raycast(&body, way).is_some()).count() as u32;
        let away = (fighter.center() - self.center).normalize_or(Vec2::NEG_Y);
        if hits > 0 {
            fighter.hurt(hits.div_ceil(FRAGMENTS_A_POINT), away * (hits as f32 * PUSH).min(MOST_PUSH));
        }
    }
}

//! Debris: pixels of rock that fly out of a hole and bounce off the terrain. Nothing in the game depends on it.

use super::canvas::Canvas;
use super::painting::Painting;
use crate::game::STEP;
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::solidity::PlacedMask;
use tileray::{Ray, Terrain};

/// The number of pixels of a hole for each piece.
const SPACING: usize = 21;
/// In pixels a second squared.
const GRAVITY: f32 = 420.0;
/// The speed of a piece toward the hero, and the most that is added to it, in pixels a second.
const BACK: f32 = 70.0;
const SPREAD: f32 = 90.0;
/// The part of the speed that a bounce leaves, along the wall and away from it.
const FRICTION: f32 = 0.7;
const BOUNCE: f32 = 0.4;
/// The steps that a piece lives, and the last of them, in which it fades.
const LIFE: u32 = 90;
const FADE: u32 = 20;

struct Piece {
    at: Vec2,
    /// In pixels a second.
    velocity: Vec2,
    color: u32,
    /// The steps that are left.
    life: u32,
}

/// The pieces that fly.
#[derive(Default)]
pub(super) struct Debris(Vec<Piece>);

impl Debris {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Throws some pixels of a hole toward a point, in the colors of the rock.
    pub(super) fn throw(&mut self, hole: &PlacedMask, toward: Vec2, rock: &Painting) {
        for pixel in hole.pixels().step_by(SPACING) {
            let Some(color) = rock.color(pixel) else { continue };
            let at = pixel.as_vec2() + 0.5;
            // A multiplicative hash of the place: a replay looks the same each time.
            let word = (pixel.x as u32 as u64 ^ (pixel.y as u32 as u64) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let [x, y] = [word >> 48, word >> 32 & 0xffff].map(|bits| bits as f32 / 32_768.0 - 1.0);
            let velocity = (toward - at).normalize_or_zero() * BACK + vec2(x, y - 0.5) * SPREAD;
            self.0.push(Piece { at, velocity, color, life: LIFE });
        }
    }

    /// Moves all pieces by one step. A batch of rays finds what they meet.
    pub(super) fn step(&mut self, terrain: &Terrain) {
        let motion = |piece: &mut Piece| {
            piece.velocity.y += GRAVITY * STEP;
            Ray::between(piece.at, piece.at + piece.velocity * STEP)
        };
        let rays: Vec<Ray> = self.0.iter_mut().map(motion).collect();
        let mut hits = vec![None; rays.len()];
        terrain.query().raycast_batch(&rays, &mut hits);
        for ((piece, ray), hit) in self.0.iter_mut().zip(&rays).zip(hits) {
            piece.life -= 1;
            let Some(hit) = hit else {
                piece.at = ray.end().as_vec2();
                continue;
            };
            match hit.previous() {
                Some(free) => piece.at = free.as_vec2() + 0.5,
                None => piece.life = 0,
            }
            let into = piece.velocity.dot(hit.normal()).min(0.0) * hit.normal();
            piece.velocity = (piece.velocity - into) * FRICTION - into * BOUNCE;
        }
        self.0.retain(|piece| piece.life > 0);
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, camera: IVec2) {
        for piece in &self.0 {
            let opacity = 255 * piece.life.min(FADE) / FADE;
            canvas.blend(piece.at.floor().as_ivec2() - camera, piece.color, opacity as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Input, Key, testing};

    #[test]
    fn pieces_have_the_color_of_the_rock_and_are_never_in_it() {
        let mut game = Game::new(testing::hall());
        let rock = Painting::of(&game.level.map, &["ground"]).expect("a painting");
        let (mut debris, mut most) = (Debris::default(), 0);
        for step in 0..250 {
            let keys = Input::default().with(Key::Down).with(Key::Beam);
            game.step(if step < 100 { keys } else { Input::default() });
            if let Some(dug) = &game.dug {
                debris.throw(dug, game.hero.chest(), &rock);
            }
            debris.step(&game.terrain);
            for piece in &debris.0 {
                assert!(!game.terrain.is_solid(piece.at.floor().as_ivec2()), "step {step}: {}", piece.at);
                assert_eq!(piece.color, 0x78_503c);
            }
            most = most.max(debris.0.len());
        }
        assert!(most > 30 && debris.0.is_empty(), "{most}");
    }
}

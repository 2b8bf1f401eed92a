use super::painting::Painting;
use super::particles::{Look, Particle, Particles};
use super::random::Random;
use crate::game::{Event, Game};
use tileray::Terrain;
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::solidity::PlacedMask;

/// The pieces of each hole.
const PIECES: usize = 7;
/// The pixels that the hero runs from one puff to the next.
const STRIDE: u32 = 20;
/// The largest displacement of the picture by a shake, in pixels, and what each step leaves of a shake.
const SHAKE: f32 = 4.0;
const CALM: f32 = 0.88;

const DUST: u32 = 0x9c_8a80;
const GOLD: [u32; 3] = [0xff_d878, 0xef_9c3c, 0xff_f4c8];
const CONFETTI: [u32; 5] = [0xff_d878, 0x5f_9be6, 0xc9_508f, 0x52_a878, 0xff_f4c8];

/// What flies about and shakes, as the events of the game cause it. The game depends on none of it.
#[derive(Debug, Default)]
pub(super) struct Effects {
    pub(super) particles: Particles,
    /// The strength of the shake, of 1.
    shake: f32,
    strides: u32,
    time: u32,
}

impl Effects {
    pub(super) fn clear(&mut self) {
        self.particles.clear();
        (self.shake, self.strides) = (0.0, 0);
    }

    /// Follows a step of the game. `rock` has the colors of what was dug away.
    pub(super) fn step(&mut self, game: &Game, rock: &Painting) {
        let mut burst = Burst {
            particles: &mut self.particles,
            terrain: &game.terrain,
            random: Random::new(u64::from(game.time) << 20),
        };
        let mut shake = 0.0_f32;
        for event in &game.events {
            let strength = match event {
                Event::Dug { pixels, from } => {
                    burst.dig(pixels, *from, rock);
                    0.22
                }
                Event::Landed { feet, speed } => {
                    let strength = ((speed - 90.0) / 230.0).clamp(0.0, 1.0);
                    burst.landing(*feet, strength);
                    if strength > 0.8 { 0.4 } else { 0.0 }
                }
                Event::Jumped(feet) => {
                    burst.dust(feet.as_vec2() - vec2(0.0, 1.5), vec2(0.0, -12.0), 18.0, 5);
                    0.0
                }
                Event::DroneHit(at) => {
                    burst.sparks(*at, 60.0, 3, &[0xff_a060, 0xff_e0a0]);
                    0.1
                }
                Event::DroneFell(at) => {
                    burst.sparks(*at, 150.0, 40, &[0xff_a060, 0xff_e0a0, 0xff_5040]);
                    burst.pieces(*at, Vec2::ZERO, 90.0, 14, &[0x3a_3a4d, 0x6b_7086, 0xb0_b8c4]);
                    burst.dust(*at, vec2(0.0, -20.0), 40.0, 8);
                    0.7
                }
                Event::Hurt(at) => {
                    burst.sparks(*at, 110.0, 16, &[0xff_5060, 0xff_a0a0]);
                    0.8
                }
                Event::Died(at) => {
                    burst.sparks(*at, 140.0, 30, &[0xff_5060, 0xff_a0a0]);
                    burst.pieces(*at, vec2(0.0, -60.0), 100.0, 20, &[0x28_7a64, 0x52_a878, 0xff_d9d4]);
                    1.0
                }
                Event::CoinTaken(center) => {
                    burst.sparks(center.as_vec2(), 70.0, 14, &GOLD);
                    0.0
                }
                Event::Won(feet) => {
                    burst.confetti(feet.as_vec2() - vec2(0.0, 20.0));
                    0.3
                }
            };
            shake = shake.max(strength);
        }
        // Sparks where the beam ends at something.
        if let Some((from, to)) = game.beam.line
            && game.time.is_multiple_of(2)
        {
            let back = to - (to - from).normalize_or_zero() * 1.5;
            burst.sparks(back, 80.0, 2, &[0x80_c0ff, 0xe0_f4ff]);
        }
        let hero = &game.hero;
        let strides = hero.run / STRIDE;
        if hero.on_floor && strides > self.strides {
            let behind = vec2(-4.0 * hero.facing.sign() as f32, -1.5);
            burst.dust(hero.feet().as_vec2() + behind, vec2(-9.0 * hero.facing.sign() as f32, -7.0), 5.0, 2);
        }
        self.strides = strides;
        self.shake = (self.shake * CALM).max(shake);
        self.time = game.time;
        self.particles.step(&game.terrain);
    }

    /// Returns the displacement of the picture, in whole pixels.
    pub(super) fn shake(&self) -> IVec2 {
        if self.shake < 0.05 {
            return IVec2::ZERO;
        }
        let mut random = Random::new(u64::from(self.time) ^ 0x5a_a5a5);
        (random.within(1.0) * SHAKE * self.shake * self.shake.sqrt()).round().as_ivec2()
    }
}

/// Adds many particles of a step.
struct Burst<'a> {
    particles: &'a mut Particles,
    terrain: &'a Terrain,
    random: Random,
}

impl Burst<'_> {
    fn add(&mut self, particle: Particle) {
        self.particles.add(particle, self.terrain);
    }

    /// Throws some of the pixels that were dug away back toward the hero, in their colors.
    fn dig(&mut self, pixels: &PlacedMask, from: Vec2, rock: &Painting) {
        let all: Vec<IVec2> = pixels.pixels().collect();
        for _ in 0..PIECES.min(all.len()) {
            let at = all[self.random.below(all.len())].as_vec2() + 0.5;
            let color = rock.color(at.as_ivec2()).unwrap_or(DUST);
            let away = (from - at).normalize_or_zero() * 70.0;
            self.piece(at, away + vec2(0.0, -45.0), 75.0, color);
        }
        if let Some(at) = all.get(all.len() / 2) {
            self.dust(at.as_vec2(), vec2(0.0, -8.0), 22.0, 2);
        }
    }

    fn landing(&mut self, feet: IVec2, strength: f32) {
        let count = (strength * 9.0) as usize;
        for side in [-1.0, 1.0] {
            let at = feet.as_vec2() + vec2(3.0 * side, -1.5);
            self.dust(at, vec2(side * (16.0 + 34.0 * strength), -8.0), 12.0, count);
        }
    }

    fn piece(&mut self, at: Vec2, velocity: Vec2, spread: f32, color: u32) {
        let velocity = velocity + self.random.within(spread);
        let (life, side) = (self.random.between(50.0, 130.0) as u32, 1 + i32::from(self.random.below(3) == 0));
        let (weight, drag, look) = (1.0, 0.995, Look::Piece);
        self.add(Particle { at, velocity, weight, bounce: 0.42, drag, look, color, side, life, age: 0 });
    }

    fn pieces(&mut self, at: Vec2, velocity: Vec2, spread: f32, count: usize, colors: &[u32]) {
        for _ in 0..count {
            let color = colors[self.random.below(colors.len())];
            self.piece(at, velocity, spread, color);
        }
    }

    fn dust(&mut self, at: Vec2, velocity: Vec2, spread: f32, count: usize) {
        for _ in 0..count {
            let at = at + self.random.within(1.5);
            let velocity = velocity + self.random.within(spread);
            let (life, side) = (self.random.between(14.0, 34.0) as u32, 1 + self.random.below(3) as i32);
            let (weight, drag, look) = (-0.05, 0.92, Look::Dust);
            self.add(Particle { at, velocity, weight, bounce: 0.1, drag, look, color: DUST, side, life, age: 0 });
        }
    }

    fn sparks(&mut self, at: Vec2, spread: f32, count: usize, colors: &[u32]) {
        for _ in 0..count {
            let color = colors[self.random.below(colors.len())];
            let (velocity, life) = (self.random.within(spread), self.random.between(12.0, 34.0) as u32);
            let (weight, drag, look) = (0.35, 0.97, Look::Spark);
            self.add(Particle { at, velocity, weight, bounce: 0.6, drag, look, color, side: 1, life, age: 0 });
        }
    }

    fn confetti(&mut self, at: Vec2) {
        for _ in 0..140 {
            let color = CONFETTI[self.random.below(CONFETTI.len())];
            let velocity = self.random.within(130.0) + vec2(0.0, -150.0);
            let (life, side) = (self.random.between(110.0, 260.0) as u32, 1 + self.random.below(2) as i32);
            let (weight, drag, look) = (0.32, 0.975, Look::Piece);
            self.add(Particle { at, velocity, weight, bounce: 0.2, drag, look, color, side, life, age: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::particles::MOST;
    use super::*;
    use crate::game::{Input, Key, testing};

    /// Plays and follows a game, and returns the particles of each step.
    fn follow(keys: impl Fn(u32) -> Input) -> (Vec<Vec<Particle>>, Effects) {
        let mut game = Game::new(testing::hall());
        let rock = Painting::of(&game.level.map, &["ground"]).expect("a painting");
        let (mut effects, mut steps) = (Effects::default(), Vec::new());
        for step in 0..150 {
            game.step(keys(step));
            effects.step(&game, &rock);
            for particle in effects.particles.list() {
                assert!(!game.terrain.is_solid(particle.at.floor().as_ivec2()), "step {step}: {particle:?}");
            }
            steps.push(effects.particles.list().to_vec());
        }
        (steps, effects)
    }

    fn digging(_: u32) -> Input {
        Input::default().with(Key::Down).with(Key::Beam)
    }

    #[test]
    fn holes_throw_pieces_in_the_colors_of_the_rock() {
        let (steps, effects) = follow(digging);
        let pieces = |step: usize| steps[step].iter().filter(|particle| particle.look == Look::Piece).count();
        assert!(pieces(60) > 30, "{}", pieces(60));
        let mut all = steps.iter().flatten().filter(|particle| particle.look == Look::Piece);
        assert!(all.all(|particle| particle.color == 0x78_503c));
        assert!(steps.iter().all(|particles| particles.len() <= MOST));
        let still = effects.shake();
        assert!(still.abs().max_element() <= SHAKE as i32, "{still}");
    }

    #[test]
    fn the_same_game_looks_the_same() {
        assert_eq!(follow(digging).0, follow(digging).0);
    }

    #[test]
    fn a_jump_and_a_landing_raise_dust_and_rest_raises_none() {
        let (steps, _) = follow(|step| if step < 30 { Input::default() } else { Input::default().with(Key::Jump) });
        let dust = |range: std::ops::Range<usize>| steps[range].iter().map(Vec::len).max().unwrap_or(0);
        assert_eq!(dust(5..30), 0, "the hero stands");
        let jump = dust(30..40);
        let landing = dust(78..100);
        assert!(jump > 0 && landing > jump, "{jump} {landing}");
        assert_eq!(dust(145..150), 0);
    }

    #[test]
    fn a_shake_calms_down() {
        let mut effects = Effects { shake: 1.0, ..Effects::default() };
        let game = Game::new(testing::hall());
        let rock = Painting::of(&game.level.map, &["ground"]).expect("a painting");
        (0..40).for_each(|_| effects.step(&game, &rock));
        assert_eq!(effects.shake(), IVec2::ZERO);
    }
}

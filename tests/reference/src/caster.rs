//! A way to cast rays, held against a walk over every pixel in scenes of every kind.

use super::scenes::{self, RayKind, Scene};
use super::{PlainHit, cases, picture};
use fastrand::Rng;
use std::fmt::Display;
use tileray::glam::{DVec2, IVec2, dvec2, ivec2};
use tileray::{Ray, RayHit, Terrain};

/// What casts rays, what it has to find, and rays that are hard on it.
pub struct Caster {
    pub cast: fn(&Terrain, &Ray) -> Option<RayHit>,
    /// The same by the definitions, pixel by pixel.
    pub walk: fn(&Terrain, &Ray) -> Option<PlainHit>,
    /// The pixels of a ray, for a picture of it.
    pub pixels: fn(&Ray) -> Vec<IVec2>,
    pub ray: RayKind,
}

impl Caster {
    pub fn assert_right(&self, terrain: &Terrain, ray: &Ray, context: impl Display) {
        let expected = (self.walk)(terrain, ray);
        let found = (self.cast)(terrain, ray).map(PlainHit::from);
        if found != expected {
            let picture = picture(|pixel| terrain.is_solid(pixel), &(self.pixels)(ray));
            panic!("{context}\n{ray:?}\nfound    {found:?}\nexpected {expected:?}\n{picture}");
        }
    }

    /// In masks of every kind, so many rays in all, or as many as [`cases`] makes of it.
    pub fn in_every_kind_of_mask(&self, seed: u64, rays: usize) {
        let mut rng = Rng::with_seed(seed);
        let rays_per_mask = 50;
        for case in 0..cases(rays) / rays_per_mask {
            let kind = scenes::KINDS[case % scenes::KINDS.len()];
            let scene = Scene::within(200, scenes::mask(kind, &mut rng), &mut rng);
            for _ in 0..rays_per_mask {
                let ray = scene.ray(self.ray, &mut rng);
                self.assert_right(&scene.terrain, &ray, format_args!("case {case}: {kind} {scene}"));
            }
        }
    }

    /// In masks of many blocks with few solid pixels. Every other ray goes past one of them, through the point that `aim`
    /// adds to its corner, so that most of these rays hit.
    pub fn in_many_blocks(&self, seed: u64, rays: usize, aim: fn(&mut Rng) -> DVec2) {
        let mut rng = Rng::with_seed(seed);
        let rays_per_mask = 100;
        for case in 0..cases(rays) / rays_per_mask {
            let mask = scenes::sparse_and_large(&mut rng);
            let scene = Scene::within(900, mask, &mut rng);
            let solid = scene.solid();
            for index in 0..rays_per_mask {
                let mut ray = scene.ray(self.ray, &mut rng);
                if index % 2 == 0 {
                    let aim = solid[rng.usize(..solid.len())].as_dvec2() + aim(&mut rng);
                    ray = Ray::between_f64(ray.origin(), aim + (aim - ray.origin()) * rng.f64());
                }
                self.assert_right(&scene.terrain, &ray, format_args!("case {case}: {scene}"));
            }
        }
    }

    /// From far outside through a mask, by so many pixels to either side in turn.
    pub fn over_long_ways(&self, seed: u64, rays: usize, reaches: [i32; 3]) {
        let mut rng = Rng::with_seed(seed);
        let mask = scenes::mask("checkerboard", &mut rng);
        for case in 0..rays {
            let reach = f64::from(reaches[case % 3]);
            let scene = Scene::within(5000, mask.clone(), &mut rng);
            let middle = scene.corner.as_dvec2() + mask.size().as_dvec2() / 2.0;
            let (angle, swerve) = (rng.f64() * std::f64::consts::TAU, rng.f64() * 3e-5);
            let (from, to) = (dvec2(angle.cos(), angle.sin()), dvec2((angle + swerve).cos(), (angle + swerve).sin()));
            let ray = Ray::between_f64(middle + from * reach, middle - to * reach);
            self.assert_right(&scene.terrain, &ray, format_args!("case {case}: {reach} pixels to either side"));
        }
    }

    /// In the corners of the world, where coordinates are as large as they may be.
    pub fn at_the_end_of_the_world(&self, seed: u64, rays_per_corner: usize) {
        let mut rng = Rng::with_seed(seed);
        let far = 1 << 24;
        for (x, y) in [(-far, -far), (far - 100, far - 100), (-far, far - 100), (far - 100, 0)] {
            let scene = Scene::at(ivec2(x, y), scenes::mask("half noise", &mut rng));
            for _ in 0..rays_per_corner {
                let ray = scene.ray(self.ray, &mut rng);
                self.assert_right(&scene.terrain, &ray, "at the end of the world");
            }
        }
    }
}

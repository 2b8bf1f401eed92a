//! A way to cast rays, held against a walk over every pixel in scenes of every kind.

use super::scenes::{self, RayKind, Scene};
use super::{PlainHit, cases, picture};
use fastrand::Rng;
use std::fmt::Display;
use tileray::glam::{DVec2, IVec2, dvec2, ivec2};
use tileray::{Ray, RayHit, Rect, SolidityMap, Terrain};

/// A caster of rays, the hits that it must find, and rays of nasty cases.
pub struct Caster {
    pub cast: fn(&Terrain, &Ray) -> Option<RayHit>,
    /// The same by the definitions, pixel by pixel.
    pub walk: fn(&Terrain, &Ray) -> Option<PlainHit>,
    /// The pixels of a ray, for a picture of it.
    pub pixels: fn(&Ray) -> Vec<IVec2>,
    pub ray: RayKind,
}

/// A smallest part of some things with which something still goes wrong: halves are left out, then quarters, and so on to
/// single ones.
fn fewest<T: Clone>(mut all: Vec<T>, is_wrong: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut size = all.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < all.len() {
            let end = (start + size).min(all.len());
            let rest = [&all[..start], &all[end..]].concat();
            if is_wrong(&rest) {
                all = rest;
            } else {
                start = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    all
}

impl Caster {
    pub fn assert_right(&self, terrain: &Terrain, ray: &Ray, context: impl Display) {
        let expected = (self.walk)(terrain, ray);
        let found = (self.cast)(terrain, ray).map(PlainHit::from);
        if found != expected {
            let picture = picture(|pixel| terrain.is_solid(pixel), &(self.pixels)(ray));
            let test = self.regression_test(terrain, ray);
            panic!("{context}\n{ray:?}\nfound    {found:?}\nexpected {expected:?}\n{picture}\n{test}");
        }
    }

    fn is_wrong(&self, terrain: &Terrain, ray: &Ray) -> bool {
        (self.cast)(terrain, ray).map(PlainHit::from) != (self.walk)(terrain, ray)
    }

    /// A test of the fewest solid pixels, of those near the ray, that still go wrong.
    fn regression_test(&self, terrain: &Terrain, ray: &Ray) -> String {
        const LARGEST: u64 = 1 << 22;
        let ends = [ray.origin(), ray.end()].map(|end| end.floor().as_ivec2());
        let near = Rect::new(ends[0].min(ends[1]) - 2, ends[0].max(ends[1]) + 3).intersection(&terrain.bounds());
        if near.is_empty() || near.area() > LARGEST {
            return "(too large to be made smaller)".into();
        }
        let of = |solid: &[IVec2]| {
            let mut mask = SolidityMap::new(near.width(), near.height());
            solid.iter().for_each(|&pixel| mask.set(pixel.x - near.min.x, pixel.y - near.min.y, true));
            Terrain::from_solidity_at(&mask, near.min).expect("a part of a terrain")
        };
        let pixels = (near.min.y..near.max.y).flat_map(|y| (near.min.x..near.max.x).map(move |x| ivec2(x, y)));
        let solid: Vec<IVec2> = pixels.filter(|&pixel| terrain.is_solid(pixel)).collect();
        if !self.is_wrong(&of(&solid), ray) {
            return "(right without what lies farther from the ray)".into();
        }
        let solid = fewest(solid, |solid| self.is_wrong(&of(solid), ray));
        let points: Vec<_> = solid.iter().map(|pixel| (pixel.x - near.min.x, pixel.y - near.min.y)).collect();
        let (width, height) = (near.width(), near.height());
        let [a, b] = [ray.origin(), ray.end()].map(|end| format!("dvec2({:?}, {:?})", end.x, end.y));
        format!(
            "#[test]\nfn regression() {{\n    let mut mask = SolidityMap::new({width}, {height});\n    for (x, y) in {points:?} {{\n        \
             mask.set(x, y, true);\n    }}\n    let terrain = Terrain::from_solidity_at(&mask, ivec2({}, {})).expect(\"a small mask\");\n    \
             CASTER.assert_right(&terrain, &Ray::between_f64({a}, {b}), \"regression\");\n}}",
            near.min.x, near.min.y
        )
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

//! `raycast`: both traversals, single and in batches, and the ranges, against walks over all pixels.

use crate::scene::{AnyMask, Few, NearPoint, Point};
use arbitrary::{Arbitrary, Unstructured};
use reference::PlainHit;
use reference::bits::Bits;
use tileray::glam::IVec2;
use tileray::{Ray, Terrain, Traversal};

#[derive(Debug, Arbitrary)]
struct Scene {
    mask: AnyMask,
    /// The corner of the mask, mostly on no border of a brick.
    corner: NearPoint,
    rays: Few<AnyRay, 12>,
}

#[derive(Debug, Arbitrary)]
enum AnyRay {
    Near(NearPoint, NearPoint),
    Between(Point, Point),
    /// A point.
    Dot(Point),
}

/// The longest line that is walked pixel by pixel.
const LONGEST: f64 = 2000.0;

pub(crate) fn raycast(data: &[u8]) {
    let Ok(scene) = Scene::arbitrary(&mut Unstructured::new(data)) else { return };
    let (mask, corner) = (&scene.mask.0, scene.corner.pixel());
    let terrain = Terrain::from_solidity_at(mask, corner).expect("a small mask");
    let (bits, bounds) = (Bits::from(mask), terrain.bounds());
    let is_solid = |pixel: IVec2| bits.get(pixel.wrapping_sub(corner));
    let ray = |ray: &AnyRay| match ray {
        AnyRay::Near(a, b) => Ray::between(a.get(), b.get()),
        AnyRay::Between(a, b) => Ray::between(a.get(), b.get()),
        AnyRay::Dot(a) => Ray::between(a.get(), a.get()),
    };
    let rays: Vec<Ray> = scene.rays.0.iter().map(ray).collect();
    for traversal in [Traversal::Bresenham, Traversal::Exact] {
        let query = terrain.query().traversal(traversal);
        let mut hits = vec![None; rays.len()];
        query.raycast_batch(&rays, &mut hits);
        let mut ranges = vec![0.0; rays.len()];
        query.no_return(f32::INFINITY).ranges(&rays, f32::INFINITY, &mut ranges);
        for ((ray, hit), range) in rays.iter().zip(&hits).zip(&ranges) {
            assert_eq!(query.raycast(ray), *hit, "{ray:?} in a batch");
            let (origin, end) = (ray.origin(), ray.end());
            assert_eq!(query.raycast_any(ray), hit.is_some(), "{ray:?}");
            if let Some(hit) = hit {
                assert_eq!(range.to_bits(), hit.distance().to_bits(), "the range of {ray:?}");
                assert!(
                    hit.point().is_finite() && hit.distance() >= 0.0 && (0.0..=1.0).contains(&hit.fraction()),
                    "{hit:?}"
                );
                assert!(is_solid(hit.pixel()), "{hit:?} of {ray:?}");
            }
            if (end - origin).abs().max_element() <= LONGEST {
                let plain = reference::walk(is_solid, ray, traversal);
                assert_eq!(hit.map(PlainHit::from), plain, "{ray:?}, {traversal:?}");
            } else if traversal == Traversal::Bresenham && ray.is_valid() {
                let pixel = reference::raycast_near(is_solid, ray, bounds);
                assert_eq!(hit.map(|hit| hit.pixel()), pixel, "{ray:?}, which is long");
            }
        }
    }
}

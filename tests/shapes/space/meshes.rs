use super::layout::{Frame, direction, signed, to_f32, whole_layout};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{DVec3, Vec3, dvec3};
use tileray::space::{MeshHit, PlanarMesh};

fn random_mesh(rng: &mut Rng, center: DVec3) -> PlanarMesh {
    let faces = (0..rng.usize(..12)).filter_map(|_| {
        let (frame, whole) = (Frame::turned(rng, 10.0), Frame::along_axes(rng, 10));
        let frame = if rng.bool() { frame } else { whole };
        let frame = Frame { origin: frame.origin + center, ..frame };
        let layout = whole_layout(rng, 15);
        frame.polygon(&layout).ok()
    });
    let mut faces: Vec<_> = faces.collect();
    // The same face twice is met at the same place.
    faces.extend(faces.first().cloned());
    PlanarMesh::new(faces)
}

#[test]
fn a_mesh_answers_as_its_faces_do_one_by_one() {
    let (mut overlapping, mut hits) = (0, 0);
    for (case, mut rng) in each_case(401, cases(10_000)) {
        let center = dvec3(signed(&mut rng), signed(&mut rng), signed(&mut rng)).round() * [1.0, 1e3, 1e5][case % 3];
        let (first, second) = (random_mesh(&mut rng, center), random_mesh(&mut rng, center));
        let pairs = (0..first.faces().len()).flat_map(|i| (0..second.faces().len()).map(move |j| (i, j)));
        let expected = pairs.into_iter().find(|&(i, j)| first.faces()[i].intersects(&second.faces()[j]));
        assert_eq!(first.first_overlap(&second), expected);
        assert_eq!(first.intersects(&second), expected.is_some());
        assert_eq!(second.intersects(&first), expected.is_some());
        assert_eq!(first.bounds().is_none(), first.faces().is_empty());
        overlapping += usize::from(expected.is_some());
        for _ in 0..8 {
            // Some along an axis, and some of those within a plane.
            let way = if rng.bool() { direction(&mut rng) } else { DVec3::AXES[rng.usize(..3)] } * 50.0;
            let target = rng.choice(first.faces()).map_or(center, |face| face.centroid().as_dvec3().round());
            let (a, b) = (to_f32(target - way), to_f32(target + way * signed(&mut rng)));
            let b = if rng.u8(..50) == 0 { Vec3 { x: f32::NAN, ..b } } else { b };
            let mut plain: Vec<MeshHit> = Vec::new();
            for (face, polygon) in first.faces().iter().enumerate() {
                if let Some(hit) = polygon.intersect_segment(a, b) {
                    plain.push(MeshHit { face, point: hit.point, fraction: hit.fraction });
                }
            }
            let found = first.segment_hits(a, b);
            assert_eq!(found.len(), plain.len());
            assert!(found.iter().all(|hit| plain.contains(hit)));
            assert!(found.is_sorted_by_key(|hit| hit.fraction));
            let place = |face| found.iter().position(|hit| hit.face == face);
            assert!(place(0) <= place(first.faces().len().saturating_sub(1)), "{found:?}");
            assert_eq!(first.intersect_segment(a, b), found.first().copied());
            hits += found.len();
        }
    }
    assert!(overlapping > cases(10_000) / 4 && hits > cases(10_000), "{overlapping} {hits}");
}

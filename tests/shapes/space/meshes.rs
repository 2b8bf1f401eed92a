use super::layout::{Frame, direction, signed, to_f32, whole_layout};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{DVec3, Vec3, dvec3, vec3};
use tileray::space::{MeshHit, PlanarMesh, PlanarPolygon};

/// The six faces of a box.
fn block(min: Vec3, max: Vec3) -> PlanarMesh {
    let corner = |i: usize| {
        vec3(
            if i & 1 == 0 { min.x } else { max.x },
            if i & 2 == 0 { min.y } else { max.y },
            if i & 4 == 0 { min.z } else { max.z },
        )
    };
    let faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    PlanarMesh::new(faces.map(|face| PlanarPolygon::new(face.map(corner).to_vec()).expect("a face")).to_vec())
}

#[test]
fn hits_come_nearest_first() {
    let block = block(Vec3::ZERO, Vec3::splat(4.0));
    let (a, b) = (vec3(2.0, 1.0, -4.0), vec3(2.0, 1.0, 12.0));
    let first = MeshHit { face: 0, point: vec3(2.0, 1.0, 0.0), fraction: 0.25 };
    let second = MeshHit { face: 1, point: vec3(2.0, 1.0, 4.0), fraction: 0.5 };
    assert_eq!(block.intersect_segment(a, b), Some(first));
    assert_eq!(block.segment_hits(a, b), [first, second]);
    assert_eq!(block.segment_hits(b, a).iter().map(|hit| hit.face).collect::<Vec<_>>(), [1, 0]);
    // Three faces meet in a corner: the one that comes first in the list is named.
    let corner = block.segment_hits(vec3(-1.0, -1.0, -1.0), vec3(1.0, 1.0, 1.0));
    assert_eq!(corner.iter().map(|hit| hit.face).collect::<Vec<_>>(), [0, 2, 4]);
    assert!(corner.iter().all(|hit| hit.point == Vec3::ZERO && hit.fraction == 0.5));
    assert_eq!(block.intersect_segment(a, vec3(2.0, 1.0, -0.5)), None);
    assert_eq!(block.intersect_segment(a, vec3(f32::NAN, 0.0, 0.0)), None);
    assert!(block.segment_hits(vec3(0.0, f32::INFINITY, 0.0), b).is_empty());
}

#[test]
fn an_empty_mesh_meets_nothing() {
    let (empty, block) = (PlanarMesh::default(), block(Vec3::ZERO, Vec3::ONE));
    assert_eq!(empty.bounds(), None);
    assert!(!empty.intersects(&block) && !block.intersects(&empty) && !empty.intersects(&empty));
    assert_eq!(empty.intersect_segment(Vec3::ZERO, Vec3::ONE), None);
}

fn random_mesh(rng: &mut Rng, center: DVec3) -> PlanarMesh {
    let faces = (0..rng.usize(1..7)).filter_map(|_| {
        let (frame, whole) = (Frame::turned(rng, 30.0), Frame::along_axes(rng, 30));
        let frame = if rng.bool() { frame } else { whole };
        let frame = Frame { origin: frame.origin + center, ..frame };
        let layout = whole_layout(rng, 15);
        frame.polygon(&layout).ok()
    });
    PlanarMesh::new(faces.collect())
}

#[test]
fn a_mesh_answers_as_its_faces_do_one_by_one() {
    let (mut overlapping, mut hits) = (0, 0);
    for (case, mut rng) in each_case(401, cases(2_000)) {
        let center = dvec3(signed(&mut rng), signed(&mut rng), signed(&mut rng)).round() * [1.0, 1e3, 1e5][case % 3];
        let (first, second) = (random_mesh(&mut rng, center), random_mesh(&mut rng, center));
        let pairs = (0..first.faces().len()).flat_map(|i| (0..second.faces().len()).map(move |j| (i, j)));
        let expected = pairs.into_iter().find(|&(i, j)| first.faces()[i].intersects(&second.faces()[j]));
        assert_eq!(first.first_overlap(&second), expected);
        assert_eq!(first.intersects(&second), expected.is_some());
        assert_eq!(second.intersects(&first), expected.is_some());
        overlapping += usize::from(expected.is_some());
        for _ in 0..4 {
            let start = center + direction(&mut rng) * 50.0;
            // Some along an axis, and some within a plane.
            let end = if rng.bool() { start * dvec3(1.0, 1.0, 0.0) - dvec3(0.0, 0.0, 40.0) } else { center };
            let (a, b) = (to_f32(start), to_f32(end + direction(&mut rng) * 20.0));
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
            assert_eq!(first.intersect_segment(a, b), found.first().copied());
            hits += found.len();
        }
    }
    assert!(overlapping > cases(2_000) / 40 && hits > cases(2_000) / 40, "{overlapping} {hits}");
}

//! Planes, planar polygons and meshes in space.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use tileray::glam::{Vec3, vec3};
use tileray::space::{PlanarMesh, PlanarPolygon, Plane};

fn point(numbers: &mut Numbers, is_nasty: bool) -> Vec3 {
    let mut coordinate = || if is_nasty && numbers.one_in(3) { numbers.nasty() } else { numbers.number(20.0) };
    vec3(coordinate(), coordinate(), coordinate())
}

/// A polygon in the plane of two vectors, which are whole and along axes in half of all cases.
fn polygon(numbers: &mut Numbers) -> Option<PlanarPolygon> {
    let (u, v) = match numbers.below(4) {
        0 => (Vec3::X, Vec3::Y),
        1 => (Vec3::Z, Vec3::X),
        _ => (point(numbers, false) / 20.0, point(numbers, false) / 20.0),
    };
    let corner = point(numbers, false);
    let corners = [(0.0, 0.0), (12.0, 0.0), (16.0, 8.0), (12.0, 16.0), (0.0, 16.0), (4.0, 8.0)];
    PlanarPolygon::new(corners.iter().map(|&(x, y)| corner + u * x + v * y).collect()).ok()
}

pub(crate) fn planes(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..numbers.cases(400, 200) {
        let is_nasty = case % 5 == 4;
        let points: Vec<Vec3> = (0..3 + numbers.below(3)).map(|_| point(numbers, is_nasty)).collect();
        for plane in [Plane::through(&points), Plane::new(points[0], points[1])] {
            let at = point(numbers, false);
            let of = |plane: &Plane| {
                (plane.normal(), plane.signed_distance(at), plane.project(at), plane.flipped().normal())
            };
            answers.add_result(&plane.as_ref().map(of));
        }
        answers.add_result(&PlanarPolygon::new(points));
    }
}

pub(crate) fn polygons(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..numbers.cases(150, 80) {
        let faces: Vec<PlanarPolygon> = (0..4).filter_map(|_| polygon(numbers)).collect();
        let (a, b) = (point(numbers, case % 5 == 4), point(numbers, false));
        for face in &faces {
            answers.add(&(face.normal(), face.area(), face.centroid(), face.bounds(), face.contains(a)));
            answers.add(&face.contains(face.points()[0].midpoint(face.points()[1])));
            answers.add(&face.intersect_segment(a, b));
            for other in &faces {
                answers.add(&face.intersects(other));
            }
        }
        let other: Vec<PlanarPolygon> = (0..4).filter_map(|_| polygon(numbers)).collect();
        let (mesh, other) = (PlanarMesh::new(faces), PlanarMesh::new(other));
        answers.add(&(mesh.bounds(), mesh.intersects(&other), mesh.first_overlap(&other)));
        answers.add(&(mesh.intersect_segment(a, b), mesh.segment_hits(a, b)));
    }
}

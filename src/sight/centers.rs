//! Cells by their centers: visible both ways alike.

use super::cells::checked_size;
use super::corners::add_corners;
use super::pixels::VisiblePixels;
use super::view;
use crate::geometry::{Bound, Ray, Rect};
use crate::raycast::RayHit;
use crate::solidity::{PlacedMask, SolidityMap};
use crate::terrain::TerrainQuery;
use glam::{DVec2, IVec2, UVec2, ivec2};

/// Returns the cells whose centers the center of a cell sees, by the rules of
/// [`TerrainQuery::visible_cells_by_centers`].
pub(super) fn cells_by_centers(query: &TerrainQuery<'_>, origin: IVec2, radius: f32, cell_size: UVec2) -> PlacedMask {
    let (bounds, size) = (query.terrain.known_pixels(), checked_size(cell_size));
    let query = query.exact();
    let mut touching = query;
    touching.leaves_start = false;
    let center = |cell: IVec2| (cell.as_dvec2() + 0.5) * size.as_dvec2();
    // A point that does not see itself lies within solid pixels.
    let is_solid = |point: DVec2| touching.raycast_any(&Ray::between_f64(point, point));
    let own = origin.div_euclid(size);
    let eye = center(own);
    let reach = f64::from(if radius >= 0.0 {
        radius.at_most(VisiblePixels::MAX_RADIUS)
    } else {
        return PlacedMask::default();
    });
    if bounds.is_empty() || (is_solid(eye) && !query.leaves_start) {
        return PlacedMask::default();
    }
    let around = (DVec2::splat(reach) / size.as_dvec2()).as_ivec2() + 1;
    let near = Rect::new(own.saturating_sub(around), own.saturating_add(around + 1));
    let area = Rect::new(bounds.min.div_euclid(size), (bounds.max - 1).div_euclid(size) + 1).intersection(&near);
    let is_near = |cell: IVec2| {
        let way = center(cell) - eye;
        way.dot(way) <= reach * reach && view::holds(query.view, way)
    };
    // The visible cells with a free center, and the other visible cells.
    let [mut free, mut walls] = [(); 2].map(|()| SolidityMap::new(area.width(), area.height()));
    let (mut cells, mut rays, mut hits): (Vec<IVec2>, Vec<Ray>, Vec<Option<RayHit>>) = Default::default();
    for y in area.min.y..area.max.y {
        cells.clear();
        cells.extend((area.min.x..area.max.x).map(|x| ivec2(x, y)).filter(|&cell| is_near(cell)));
        rays.clear();
        rays.extend(cells.iter().map(|&cell| Ray::between_f64(eye, center(cell))));
        hits.clear();
        hits.resize(rays.len(), None);
        query.raycast_batch(&rays, &mut hits);
        for (&cell, hit) in cells.iter().zip(&hits) {
            let reaches = |hit: &RayHit| {
                let (point, corner) = (hit.point().as_dvec2(), (cell * size).as_dvec2());
                point.cmpge(corner).all() && point.cmple(corner + size.as_dvec2()).all() && is_solid(center(cell))
            };
            let at = cell - area.min;
            match hit {
                None => free.set(at.x, at.y, true),
                Some(hit) => walls.set(at.x, at.y, reaches(hit)),
            }
        }
    }
    if !area.is_empty() {
        let is_wall = |at: IVec2| is_near(area.min + at) && is_solid(center(area.min + at));
        add_corners(&free, &mut walls, 0..area.height() as usize, &mut Vec::new(), is_wall);
        free.draw(&walls, IVec2::ZERO);
    }
    PlacedMask { mask: free, at: area.min }
}

//! Shown by the page: contacts, ways out, sweeps.
use tileray::{ConvexPolygon, collide, geometry::PolygonError, glam::Vec2};

pub(super) fn shapes(motion: Vec2) -> Result<Vec2, PolygonError> {
    let block = ConvexPolygon::rectangle((20.0, 3.0), (34.0, 17.0))?;
    let wedge = ConvexPolygon::new(vec![Vec2::new(0.0, 16.0), Vec2::new(64.0, 16.0), Vec2::new(64.0, 32.0)])?;
    if let Some(contact) = collide::contact(&block, &wedge) {
        return Ok(contact.mtv()); // the shortest way out
    }
    let sweep = collide::sweep(&block, &wedge, motion); // does not tunnel
    Ok(sweep.slide(motion))
}

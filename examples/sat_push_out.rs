//! Push-out by the separating axis theorem: a polygon out of two others, and two bodies apart by their masses.
//!
//! `cargo run --example sat_push_out`. Next: `spikes_and_blocks`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, collide};

/// Prints a picture with a letter for each 1×2 pixels: the first polygon that contains their center.
fn show(out: &mut impl Write, polygons: &[(char, &ConvexPolygon)]) -> io::Result<()> {
    for y in 0..16 {
        let letter = |x: i32| {
            let point = vec2(x as f32 + 0.5, y as f32 * 2.0 + 1.0);
            // Normals point outward, so a point inside lies behind every edge.
            let contains = |polygon: &ConvexPolygon| {
                polygon.points().zip(polygon.normals()).all(|(corner, normal)| normal.dot(point - corner) <= 0.0)
            };
            polygons.iter().find(|(_, polygon)| contains(polygon)).map_or(' ', |(letter, _)| *letter)
        };
        writeln!(out, "{}", (0..64).map(letter).collect::<String>().trim_end())?;
    }
    writeln!(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let floor = ConvexPolygon::rectangle((0.0, 26.0), (64.0, 32.0))?;
    let slope = ConvexPolygon::new(vec![vec2(42.0, 26.0), vec2(62.0, 0.0), vec2(62.0, 26.0)])?;
    let mut hero = ConvexPolygon::new(vec![
        vec2(33.0, 14.0),
        vec2(41.0, 14.0),
        vec2(45.0, 19.0),
        vec2(45.0, 30.0),
        vec2(29.0, 30.0),
        vec2(29.0, 19.0),
    ])?;
    writeln!(out, "A hero `h` overlaps the floor `=` and a slope `/`.\n")?;
    show(out, &[('h', &hero), ('=', &floor), ('/', &slope)])?;

    // A push out of one polygon may lead into the other, so iterate, and resolve the deepest contact first.
    for round in 1..=8 {
        let contacts = [("floor", &floor), ("slope", &slope)]
            .map(|(name, other)| collide::contact(&hero, other).map(|contact| (name, contact)));
        let deepest = contacts.into_iter().flatten().max_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth));
        // Depths below a thousandth of a pixel are rounding errors.
        let Some((name, contact)) = deepest.filter(|(_, contact)| contact.depth > 0.001) else { break };
        // Adding 0.0 turns -0.0, which would be printed with its sign, into 0.0.
        let mtv = contact.mtv() + Vec2::ZERO;
        writeln!(out, "{round}. {:.3} px deep in the {name}: pushed by {mtv:.3}", contact.depth)?;
        hero.translate(mtv);
    }
    writeln!(out)?;
    show(out, &[('h', &hero), ('=', &floor), ('/', &slope)])?;

    // Both bodies can move: each moves in proportion to the mass of the other.
    let (mut cart, mut boulder) = (
        ConvexPolygon::rectangle((12.0, 16.0), (32.0, 26.0))?,
        ConvexPolygon::convex_hull((0..8).map(|i| vec2(34.0, 16.0) + Vec2::from(OCTAGON[i]) * 3.0).collect())?,
    );
    writeln!(out, "A cart `c` of mass 1 and a boulder `b` of mass 3 overlap.\n")?;
    show(out, &[('c', &cart), ('b', &boulder), ('=', &floor)])?;
    if let Some(contact) = collide::contact(&cart, &boulder) {
        let (to_cart, to_boulder) = collide::split_mtv(contact.mtv(), 1.0, 3.0);
        writeln!(out, "The cart moves by {to_cart:.2}, the boulder by {to_boulder:.2}.\n")?;
        cart.translate(to_cart);
        boulder.translate(to_boulder);
    }
    show(out, &[('c', &cart), ('b', &boulder), ('=', &floor)])?;
    Ok(())
}

const OCTAGON: [[f32; 2]; 8] =
    [[3.0, 1.0], [1.0, 3.0], [-1.0, 3.0], [-3.0, 1.0], [-3.0, -1.0], [-1.0, -3.0], [1.0, -3.0], [3.0, -1.0]];

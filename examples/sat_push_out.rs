//! A polygon that is pushed out of others by the separating axis theorem, and two that push each other by their masses.
//!
//! `cargo run --example sat_push_out`. Next: `swept_bullet`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, collide};

/// A letter for 1×2 pixels: the first polygon that holds its middle.
fn show(out: &mut impl Write, polygons: &[(char, &ConvexPolygon)]) -> io::Result<()> {
    for y in 0..16 {
        let letter = |x: i32| {
            let point = vec2(x as f32 + 0.5, y as f32 * 2.0 + 1.0);
            // Clockwise on screen, with normals outward: inside is behind every edge.
            let holds = |polygon: &ConvexPolygon| {
                polygon.points().zip(polygon.normals()).all(|(corner, normal)| normal.dot(point - corner) <= 0.0)
            };
            polygons.iter().find(|(_, polygon)| holds(polygon)).map_or(' ', |(letter, _)| *letter)
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
    writeln!(out, "A hero `h` in the floor `=` and in a slope `/`.\n")?;
    show(out, &[('h', &hero), ('=', &floor), ('/', &slope)])?;

    // Out of one may lead into the other, so this is done a few times; each time the deepest contact goes first.
    for round in 1..=8 {
        let contacts = [("floor", &floor), ("slope", &slope)]
            .map(|(name, other)| collide::contact(&hero, other).map(|contact| (name, contact)));
        let deepest = contacts.into_iter().flatten().max_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth));
        // What is left at last is rounding, far below what one could see.
        let Some((name, contact)) = deepest.filter(|(_, contact)| contact.depth > 0.001) else { break };
        // A sum with 0 is never -0, which would be printed with its sign.
        let mtv = contact.mtv() + Vec2::ZERO;
        writeln!(out, "{round}. {:.3} px deep in the {name}: pushed by {mtv:.3}", contact.depth)?;
        hero.translate(mtv);
    }
    writeln!(out)?;
    show(out, &[('h', &hero), ('=', &floor), ('/', &slope)])?;

    // Two that can both move: each goes by the share of the other's mass.
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

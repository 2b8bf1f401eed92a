//! A bat and a drop of slime.

use crate::palette::{AMBER, GRASS, MOSS, ROSE, Rgba, WALL, rgb};
use crate::picture::Picture;

use super::INK;
use super::figure::{Figure, Point, cloth, ellipse, limb};

/// A bat with its wings spread, 64×36.
pub(super) fn bat() -> Picture {
    const FUR: [Rgba; 5] = [WALL[1], WALL[3], WALL[4], WALL[5], WALL[6]];
    const BONE: [Rgba; 4] = [WALL[2], WALL[4], WALL[5], WALL[6]];
    const SKIN: [Rgba; 5] = [WALL[1], ROSE[0], rgb(0x622664), ROSE[1], rgb(0xa8417f)];
    let mut figure = Figure::new(64, 36);
    for side in [-1.0, 1.0] {
        let at = |(x, y): Point| (32.0 + side * x, y);
        wing(&mut figure, &SKIN, &BONE, at);
        figure.part(&FUR, limb(at((3.0, 11.0)), at((6.2, 2.6)), (3.2, 0.9)));
        figure.part(&SKIN[1..4], limb(at((3.8, 9.0)), at((5.2, 5.4)), (1.2, 0.6)));
        figure.part(&FUR, limb(at((2.2, 28.0)), at((2.6, 31.5)), (1.2, 0.8)));
    }
    figure.part(&FUR, ellipse((32.0, 22.5), (6.2, 7.6)));
    figure.part(&FUR, ellipse((32.0, 13.5), (7.0, 6.4)));
    let face = ["y......y", "yy....yy", "yk....ky", "........", "...nn...", ".kkkkkk.", "..w..w..", "..w..w.."];
    let face = Picture::from_art(&face, |letter| match letter {
        'y' => AMBER[3],
        'n' => ROSE[2],
        'w' => rgb(0xffffff),
        _ => INK,
    });
    figure.detail(&face, 28, 11);
    figure.outlined()
}

/// A wing, in pixels from the bat's middle to the side. Its lower edge hangs in arcs between the
/// tips of the fingers.
fn wing(figure: &mut Figure, skin: &[Rgba], bone: &[Rgba], at: impl Fn(Point) -> Point) {
    const SHOULDER: Point = (4.0, 18.0);
    const WRIST: Point = (18.0, 4.5);
    const TIPS: [Point; 4] = [(30.4, 17.0), (24.6, 27.0), (15.0, 30.5), (5.0, 28.0)];
    let mut corners = vec![at(SHOULDER), at((10.0, 10.5)), at(WRIST), at((25.0, 7.5))];
    for pair in TIPS.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        // A quadratic curve between two tips, its middle drawn up toward the wrist.
        let (mx, my) = ((ax + bx) / 2.0, (ay + by) / 2.0);
        let (cx, cy) = (mx + 0.42 * (WRIST.0 - mx), my + 0.42 * (WRIST.1 - my));
        for k in 0..8 {
            let t = f64::from(k) / 8.0;
            let (p, q, r) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            corners.push(at((p * ax + q * cx + r * bx, p * ay + q * cy + r * by)));
        }
    }
    corners.push(at(TIPS[3]));
    figure.part(skin, cloth(corners, |(x, y)| 1.15 - 0.036 * y - 0.004 * (x - 32.0)));
    for tip in &TIPS[..3] {
        figure.part(&bone[..3], limb(at(WRIST), at(*tip), (0.9, 0.6)));
    }
    figure.part(bone, limb(at(SHOULDER), at(WRIST), (1.9, 1.3)));
    figure.part(bone, limb(at(WRIST), at((19.0, 2.2)), (1.1, 0.7)));
}

/// A drop of slime, 40×30, that drips.
pub(super) fn blob() -> Picture {
    const SLIME: [Rgba; 6] = [MOSS[0], GRASS[1], GRASS[2], GRASS[2], GRASS[3], GRASS[4]];
    let mut figure = Figure::new(40, 30);
    let body = ellipse((20.0, 12.0), (18.6, 10.6));
    let drips = [
        limb((5.0, 12.0), (4.0, 20.0), (3.6, 1.9)),
        limb((12.0, 14.0), (11.0, 26.2), (4.6, 2.2)),
        limb((20.0, 14.0), (20.0, 23.8), (5.0, 2.2)),
        limb((28.0, 14.0), (28.5, 25.4), (4.6, 2.1)),
        limb((34.5, 12.0), (35.5, 19.0), (3.8, 1.9)),
    ];
    // One skin over all, as bright as the body is near them: no seam where a drip begins.
    figure.part(&SLIME, |point| {
        let hanging = drips.iter().filter_map(|drip| drip(point)).reduce(f64::max);
        body(point).or(hanging.map(|bright| 0.55 * bright))
    });
    let shine = Picture::from_art(&[".www.", "www..", "w...."], |_| rgb(0xf6ffdc));
    figure.detail(&shine, 8, 5);
    let bubble = Picture::from_art(&[".gg", "g.."], |_| GRASS[3]);
    figure.detail(&bubble, 29, 13);
    let face = [
        ".kk......kk.",
        "kwwk....kwwk",
        "kkwk....kkwk",
        "kkkk....kkkk",
        ".kk......kk.",
        "............",
        "....k..k....",
        ".....kk.....",
    ];
    let face = Picture::from_art(&face, |letter| if letter == 'w' { rgb(0xffffff) } else { INK });
    figure.detail(&face, 15, 8);
    figure.outlined()
}

//! The archer of the demo, larger: with a hood, a cape and a lamp, standing and walking.

use crate::palette::{AMBER, CLAY, IRON, MOSS, Rgba, SLATE, WOOD, rgb};
use crate::picture::Picture;

use super::INK;
use super::figure::{Figure, Point, cloth, ellipse, joint, limb};

/// Width and height of a frame.
pub(super) const FRAME: (i32, i32) = (40, 56);

const SKIN: [Rgba; 4] = [rgb(0x7a3f3f), rgb(0xc98d72), rgb(0xf2c6a0), rgb(0xffe4c4)];
const BOOT: [Rgba; 4] = [WOOD[0], WOOD[1], WOOD[2], WOOD[3]];
const GREEN: [Rgba; 5] = [MOSS[0], MOSS[1], MOSS[2], MOSS[3], MOSS[4]];
const TROUSERS: [Rgba; 4] = [IRON[0], SLATE[0], SLATE[1], SLATE[2]];
/// What is on the far side of the body lies in its shade.
const FAR_TROUSERS: [Rgba; 3] = [INK, IRON[0], SLATE[0]];
const FAR_BOOT: [Rgba; 3] = [INK, WOOD[0], WOOD[1]];

/// Where the parts that move are. Points are relative to the upper left corner of the frame.
struct Pose {
    /// How far the body sinks, in pixels.
    sink: f64,
    /// Ankles of the near and the far leg.
    ankles: [Point; 2],
    /// How far the toes are below the heels.
    toes: [f64; 2],
    /// The near hand, which has the lamp; the other is under the cape.
    hand: Point,
    /// How far the lamp swings forward.
    swing: i32,
    /// How far the cape and the hood's tip fly up.
    flutter: f64,
}

/// The hero standing.
pub(super) fn standing() -> Picture {
    draw(&Pose {
        sink: 0.0,
        ankles: [(25.0, 51.0), (12.5, 51.0)],
        toes: [0.0, 0.0],
        hand: (32.5, 25.5),
        swing: 0,
        flutter: 1.0,
    })
}

/// Six frames of the hero walking to the right, side by side.
pub(super) fn walking() -> Picture {
    let mut sheet = Picture::new(6 * FRAME.0, FRAME.1);
    for frame in 0..6 {
        sheet.draw(&draw(&step(frame)), frame as i32 * FRAME.0, 0);
    }
    sheet
}

/// One of the six phases of walking. The far leg is three phases behind the near one.
fn step(phase: usize) -> Pose {
    /// A foot on its way, ahead of the body and above the ground, and how far its toes hang. It
    /// lands in front, carries the body over it, pushes off behind, and swings forward.
    const WAY: [(f64, f64, f64); 6] =
        [(8.0, 0.0, -1.0), (4.0, 0.0, 0.0), (0.5, 0.0, 0.0), (-7.0, 0.5, 0.5), (-9.0, 4.0, 2.0), (-4.5, 5.0, 1.5)];
    const SINK: [f64; 3] = [0.5, 1.0, 0.0];
    const SWAY: [f64; 6] = [-2.0, -1.0, 0.5, 2.0, 1.0, -0.5];
    const FLUTTER: [f64; 6] = [2.0, 3.0, 2.0, 1.0, 0.0, 1.0];
    let feet = [WAY[phase], WAY[(phase + 3) % 6]];
    let sink = SINK[phase % 3];
    let sway = SWAY[phase];
    Pose {
        sink,
        ankles: feet.map(|(x, height, _)| (19.0 + x, 51.0 - height)),
        toes: feet.map(|(_, _, toes)| toes),
        hand: (32.0 + 0.5 * sway, 27.0 + sink),
        swing: if sway > 1.5 { 1 } else { 0 },
        flutter: FLUTTER[phase],
    }
}

fn draw(pose: &Pose) -> Picture {
    let mut figure = Figure::new(FRAME.0, FRAME.1);
    let down = pose.sink;
    cape(&mut figure, pose);
    leg(&mut figure, pose, 1);
    leg(&mut figure, pose, 0);
    tunic(&mut figure, down);
    head(&mut figure, pose);
    lamp(&mut figure, pose);
    let shoulder = (20.5, 26.5 + down);
    let elbow = joint(pose.hand, shoulder, 6.8);
    figure.part(&GREEN, limb(shoulder, elbow, (3.1, 2.6)));
    figure.part(&GREEN, limb(elbow, pose.hand, (2.6, 2.1)));
    figure.part(&SKIN, ellipse(pose.hand, (2.1, 2.1)));
    figure.outlined()
}

fn leg(figure: &mut Figure, pose: &Pose, side: usize) {
    let (trousers, boot): (&[Rgba], &[Rgba]) = if side == 0 { (&TROUSERS, &BOOT) } else { (&FAR_TROUSERS, &FAR_BOOT) };
    let hip = (if side == 0 { 20.0 } else { 17.5 }, 37.0 + pose.sink);
    let ankle = pose.ankles[side];
    let knee = joint(ankle, hip, 7.8);
    figure.part(trousers, limb(hip, knee, (3.3, 2.4)));
    figure.part(trousers, limb(knee, ankle, (2.4, 2.0)));
    let shin = (0.4 * knee.0 + 0.6 * ankle.0, 0.4 * knee.1 + 0.6 * ankle.1);
    figure.part(boot, limb(shin, ankle, (2.7, 2.1)));
    figure.part(boot, limb((ankle.0, ankle.1 + 1.6), (ankle.0 + 3.2, ankle.1 + 1.8 + pose.toes[side]), (2.1, 1.8)));
}

fn cape(figure: &mut Figure, pose: &Pose) {
    let (down, up) = (pose.sink, pose.flutter);
    let corners = vec![
        (21.0, 23.0 + down),
        (13.5, 23.0 + down),
        (10.0, 28.0 + down),
        (6.0, 35.0 - 0.5 * up),
        (1.5, 42.0 - 1.5 * up),
        (5.0, 42.5 - 0.7 * up),
        (6.5, 45.5 - 1.2 * up),
        (10.0, 43.5 - 0.5 * up),
        (13.0, 46.0 - 0.8 * up),
        (19.0, 41.0),
    ];
    // Folds fan out from the shoulders.
    let fold = move |(x, y): Point| {
        let across = (x - 18.0) / (y - 16.0 - down);
        let wave = 5.0 * across - (5.0 * across).floor();
        0.75 - 0.7 * wave + 0.25 * (36.0 - y) / 14.0
    };
    figure.part(&CLAY[..4], cloth(corners, fold));
}

fn tunic(figure: &mut Figure, down: f64) {
    let corners = vec![
        (15.0, 23.0 + down),
        (22.0, 23.0 + down),
        (24.0, 27.0 + down),
        (23.5, 33.0 + down),
        (25.5, 39.5 + down),
        (21.0, 41.0 + down),
        (17.0, 40.0 + down),
        (13.0, 39.5 + down),
        (14.5, 33.0 + down),
        (13.5, 27.0 + down),
    ];
    let round = move |(x, y): Point| 0.95 - (x - 13.0) / 14.0 - 0.012 * (y - 23.0 - down);
    figure.part(&GREEN, cloth(corners, round));
    let belt = [WOOD[0], WOOD[1], WOOD[2]];
    let (left, right) = (13.9, 24.2);
    let corners =
        vec![(left, 33.0 + down), (right, 33.0 + down), (right + 0.2, 34.7 + down), (left - 0.2, 34.7 + down)];
    figure.part(&belt, cloth(corners, |(x, _)| 1.0 - (x - left) / 11.0));
    let buckle = Picture::from_art(&["yy", "yY"], |letter| if letter == 'y' { AMBER[3] } else { AMBER[2] });
    figure.detail(&buckle, 20, 33 + down as i32);
}

fn head(figure: &mut Figure, pose: &Pose) {
    let down = pose.sink;
    let tip = (5.5, 8.5 + down - pose.flutter);
    figure.part(&GREEN, limb((15.5, 9.0 + down), tip, (5.2, 1.2)));
    figure.part(&GREEN, ellipse((19.5, 12.4 + down), (9.4, 9.6)));
    let face = [MOSS[0], SKIN[1], SKIN[2], SKIN[2], SKIN[3]];
    figure.part(&face, ellipse((23.2, 14.8 + down), (5.8, 5.4)));
    let eyes = ["bb...b", "kw..kw", "kk..kk", "kk..kk"];
    let eyes = Picture::from_art(&eyes, |letter| match letter {
        'w' => rgb(0xffffff),
        'b' => WOOD[1],
        _ => INK,
    });
    figure.detail(&eyes, 21, 12 + down as i32);
    let scarf = [AMBER[0], AMBER[1], AMBER[2], AMBER[3]];
    figure.part(&scarf, limb((15.5, 23.0 + down), (22.0, 23.4 + down), (1.9, 1.7)));
    figure.part(&scarf, limb((14.5, 23.5 + down), (11.5, 27.5 + down - 0.7 * pose.flutter), (1.4, 1.0)));
}

fn lamp(figure: &mut Figure, pose: &Pose) {
    let rows = ["..rr..", ".r..r.", ".qrrq.", "qqqqqq", "qDEEDq", "qEFFEq", "qDEFEq", "qCDEDq", "qqqqqq", ".pqqp."];
    let lamp = Picture::from_art(&rows, |letter| match letter {
        'p' => IRON[0],
        'q' => IRON[1],
        'r' => IRON[2],
        'C' => AMBER[1],
        'D' => AMBER[2],
        'E' => AMBER[3],
        _ => AMBER[4],
    });
    let (x, y) = pose.hand;
    figure.detail(&lamp, x as i32 - 2 + pose.swing, y as i32 + 1);
}

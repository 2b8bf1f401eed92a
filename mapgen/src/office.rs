//! `maps/office.yaml` and `maps/office.pgm`: the floor of an office as a robot maps it, 20 m by 15 m at 5 cm a pixel.
//!
//! The plan is drawn first. Then a laser scanner looks around at each stop of a robot's tour: what it sees is free, what
//! stops it is occupied, and the rest stays unknown, such as the inside of walls and desks, and a room with a closed door.

/// Width and height in pixels.
pub(crate) const SIZE: (i32, i32) = (400, 300);

/// The grays of `map_saver`.
pub(crate) const OCCUPIED: u8 = 0;
pub(crate) const FREE: u8 = 254;
pub(crate) const UNKNOWN: u8 = 205;

/// The world's origin is the dock in the corridor, at pixel (40, 150).
const YAML: &str = "\
image: office.pgm
mode: trinary
resolution: 0.05
origin: [-2.0, -7.5, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
";

/// The stops of the tour: along the corridor, and in each room that is open.
const STOPS: [(i32, i32); 18] = [
    (40, 143),
    (100, 146),
    (165, 143),
    (230, 146),
    (300, 143),
    (360, 146),
    (60, 100),
    (92, 52),
    (150, 96),
    (182, 44),
    (240, 88),
    (60, 200),
    (110, 258),
    (34, 184),
    (138, 206),
    (34, 250),
    (205, 190),
    (232, 262),
];

/// Half the number of beams in a quarter of a scan, and their reach in pixels: 12 m.
const BEAMS: i32 = 512;
const REACH: f64 = 240.0;
/// The step of a beam, in pixels.
const STEP: f64 = 0.25;
/// How far behind a surface beams still end, in pixels.
const NOISE: f64 = 1.5;

/// The files of the map, by their paths below the root.
pub(crate) fn files() -> [(String, Vec<u8>); 2] {
    let (width, height) = SIZE;
    let mut pgm = format!("P5\n# 0.05 m a pixel\n{width} {height}\n255\n").into_bytes();
    pgm.extend(grays());
    [("maps/office.pgm".into(), pgm), ("maps/office.yaml".into(), YAML.into())]
}

/// The grays of the map, row by row.
pub(crate) fn grays() -> Vec<u8> {
    let plan = plan();
    let mut grays = vec![UNKNOWN; plan.solid.len()];
    for (x, y) in STOPS {
        for (dx, dy) in (-BEAMS..BEAMS).flat_map(beams) {
            let (mut distance, mut entered) = (0.0, None);
            while distance <= REACH {
                let at = ((f64::from(x) + 0.5 + dx * distance) as i32, (f64::from(y) + 0.5 + dy * distance) as i32);
                let Some(index) = Plan::index(at) else { break };
                // Noise of the ranges makes walls two pixels thick.
                let is_behind = entered.is_some_and(|entered| distance > entered + NOISE || !plan.solid[index]);
                if is_behind {
                    break;
                }
                grays[index] = if plan.solid[index] { OCCUPIED } else { FREE };
                entered = entered.or(plan.solid[index].then_some(distance));
                distance += STEP;
            }
        }
    }
    grays
}

/// Returns four beams as unit vectors, a quarter turn from each other. Of sums and roots, they are the same everywhere.
fn beams(slope: i32) -> [(f64, f64); 4] {
    let (along, across) = (f64::from(BEAMS), f64::from(slope));
    let length = (along * along + across * across).sqrt();
    let (along, across) = (along / length, across / length);
    [(along, across), (-across, along), (-along, -across), (across, -along)]
}

/// What stands on the floor.
struct Plan {
    solid: Vec<bool>,
}

impl Plan {
    fn index((x, y): (i32, i32)) -> Option<usize> {
        let (width, height) = SIZE;
        ((0..width).contains(&x) && (0..height).contains(&y)).then_some((y * width + x) as usize)
    }

    /// Sets the pixels from one corner up to another.
    fn rect(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32), solid: bool) {
        for at in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            if let Some(index) = Self::index(at) {
                self.solid[index] = solid;
            }
        }
    }

    fn fill(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.rect(from, to, true);
    }

    /// Cuts a door of 90 cm.
    fn door(&mut self, (x, y): (i32, i32), is_in_horizontal_wall: bool) {
        let (width, height) = if is_in_horizontal_wall { (18, 6) } else { (6, 18) };
        self.rect((x, y), (x + width, y + height), false);
    }

    fn disc(&mut self, (x, y): (i32, i32), radius: i32) {
        for (dx, dy) in (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy))) {
            if dx * dx + dy * dy <= radius * radius + radius / 2 {
                self.fill((x + dx, y + dy), (x + dx + 1, y + dy + 1));
            }
        }
    }

    /// A chair: four legs of 10 cm.
    fn chair(&mut self, (x, y): (i32, i32)) {
        for (dx, dy) in [(0, 0), (7, 0), (0, 7), (7, 7)] {
            self.fill((x + dx, y + dy), (x + dx + 2, y + dy + 2));
        }
    }
}

/// Draws the walls, the doors and the furniture.
fn plan() -> Plan {
    let mut plan = Plan { solid: vec![false; (SIZE.0 * SIZE.1) as usize] };
    // The outer walls of an L: the lower right corner is outside.
    plan.fill((16, 16), (384, 284));
    plan.rect((20, 20), (380, 280), false);
    plan.fill((256, 204), (384, 284));
    plan.rect((260, 208), (400, 300), false);
    // The corridor between rooms above and below.
    plan.fill((20, 124), (380, 128));
    plan.fill((20, 160), (380, 164));
    for x in [110, 200, 290] {
        plan.fill((x, 20), (x + 3, 124));
    }
    plan.fill((150, 164), (153, 280));
    plan.fill((256, 164), (260, 208));
    for (x, y) in [(56, 123), (140, 123), (236, 123), (60, 159), (196, 159), (320, 159)] {
        plan.door((x, y), true);
    }
    plan.door((149, 240), false);
    // Columns in the corridor.
    for x in [128, 272] {
        plan.disc((x, 150), 4);
    }
    // Desks, cabinets and chairs of the offices.
    for (left, top) in [(26, 30), (118, 30), (208, 26)] {
        plan.fill((left, top), (left + 32, top + 16));
        plan.chair((left + 10, top + 20));
    }
    plan.fill((100, 66), (110, 110));
    plan.fill((190, 70), (200, 118));
    plan.fill((214, 100), (226, 124));
    plan.fill((262, 40), (286, 56));
    plan.chair((268, 60));
    plan.disc((278, 108), 7);
    // The meeting room: a long table, and chairs around it.
    plan.fill((50, 214), (116, 236));
    for x in [56, 76, 96] {
        plan.chair((x, 200));
        plan.chair((x, 241));
    }
    plan.chair((36, 221));
    plan.chair((122, 221));
    plan.fill((20, 262), (28, 280));
    // The kitchen: a counter, and a round table.
    plan.fill((153, 268), (216, 280));
    plan.disc((222, 222), 10);
    plan.chair((204, 218));
    plan.chair((232, 202));
    // The store: shelves.
    for x in [276, 348] {
        plan.fill((x, 184), (x + 22, 192));
    }
    plan
}

//! Light: the exact region that each lamp sees, brighter near the lamp, soft at the borders, and a rim on the rock.
//!
//! ```text
//! visible region of a lamp ─▶ mask ─▶ levels of its pixels ─ blur, narrow ─▶ soft shadows, on all but rock
//!             └▶ lit edges ─▶ rim of the rock                └ blur, wide ─▶ glow in the rock
//!
//! pixel = color · (ambient + light)
//! ```

mod blur;
mod lamp;
mod map;

pub(super) use lamp::{Lamp, Lamps};
pub(super) use map::LightMap;

use super::sprite::Sprite;
use crate::geometry::{Pose, Rect};
use crate::solidity::{Orientation, PosedMask, SolidityMap, bits_between, steepest_way};
use glam::{DVec2, IVec2, Vec2, ivec2};

/// The pixels of the world that a mask covers where it stands: what [`Sprite::pixels`] gives.
///
/// A pixel is covered where its center, mapped back by the pose into the mask's frame, lies in a solid pixel of the mask. Pixels
/// are half open there, so a center on the border of two comes from the right one, or the lower one: each pixel of the world
/// comes from one place, nothing is smoothed, and two masks that share a pose have no seam between them. Without a turn the mask
/// is moved by whole pixels, `⌈translation − pivot − ½⌉`: to the nearest, from halves toward the top left. Quarter turns are exact,
/// as are the pictures of [`SolidityMap::try_rotated_about`], whose rule and whose sines these are. So answers are the same on
/// every machine.
///
/// Nothing is drawn: two of them look at what their [`bounds`](Self::bounds) have in common. Where neither is turned they ask
/// the masks' words; else a row costs some operations for each pixel that is there in both rectangles. Who asks much of one
/// that keeps its turn is better off with the mask [turned once](SolidityMap::try_rotated_about).
///
/// One whose pose or pivot is NaN, infinite or beyond ±[`MAX_COORDINATE`](Self::MAX_COORDINATE), or that would reach beyond that,
/// covers nothing.
///
/// ```
/// use std::f32::consts::FRAC_PI_4;
/// use tileray::{Pose, SolidityMap, glam::{ivec2, vec2}};
/// use tileray::sprite::SpritePixels;
///
/// let ring = SolidityMap::from_ascii("#####\n#...#\n#...#\n#...#\n#####")?;
/// let dot = SolidityMap::from_ascii("##\n##")?;
/// let ring = SpritePixels::new(&ring, vec2(2.5, 2.5), &Pose::at((100.0, 50.0)));
/// let pixels = |angle| SpritePixels::new(&dot, vec2(1.0, 1.0), &Pose::new((100.0, 50.0), angle));
/// assert_eq!(ring.overlap(&pixels(0.0)), None); // it lies in the hole
/// assert_eq!(ring.overlap(&pixels(FRAC_PI_4).translated(ivec2(-2, 0))), Some(ivec2(97, 49)));
/// # Ok::<(), tileray::solidity::AsciiError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpritePixels<'a> {
    /// `None` where it covers nothing.
    posed: Option<PosedMask<'a>>,
    mask: &'a SolidityMap,
    /// Whole pixels that it was moved by since.
    shift: IVec2,
    bounds: Rect,
}

impl Sprite {
    /// The pixels of the world that its mask covers where it stands; `None` where it has no mask, since a hull has no pixels.
    ///
    /// What a sprite without a mask is to count as is up to who asks: `a.pixels().zip(b.pixels())` says whether both have one.
    #[must_use]
    pub fn pixels(&self) -> Option<SpritePixels<'_>> {
        self.mask.as_ref().map(|mask| SpritePixels::new(mask, self.pivot, &self.pose))
    }
}

impl<'a> SpritePixels<'a> {
    /// How far from the origin of the world pixels may be, in each coordinate: 2^30.
    pub const MAX_COORDINATE: i32 = 1 << 30;

    /// Those of a mask whose point `pivot` lies at the origin of the frame that `pose` turns and moves.
    #[must_use]
    pub fn new(mask: &'a SolidityMap, pivot: impl Into<Vec2>, pose: &Pose) -> Self {
        let most = f64::from(Self::MAX_COORDINATE);
        let is_near = |[min, max]: [DVec2; 2]| min.min_element() >= -most && max.max_element() <= most;
        let (pivot, place) = (pivot.into().as_dvec2(), pose.translation.as_dvec2());
        let is_askable = is_near([pivot.min(place), pivot.max(place)]);
        let posed = PosedMask::new(mask, pose.rotation, pivot, place).filter(|_| is_askable);
        match posed.map(|posed| (posed, posed.frame())) {
            Some((posed, frame)) if is_near(frame) => {
                let [min, max] = frame.map(DVec2::as_ivec2);
                Self { posed: Some(posed), mask, shift: IVec2::ZERO, bounds: Rect::new(min, max) }
            }
            _ => Self::nowhere(mask),
        }
    }

    const fn nowhere(mask: &'a SolidityMap) -> Self {
        Self { posed: None, mask, shift: IVec2::ZERO, bounds: Rect::EMPTY }
    }

    /// A rectangle that holds all of them, [empty](Rect::EMPTY) where there is none; around a mask that is not turned by
    /// quarters it may be up to a pixel too large on each side.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// The same pixels, moved.
    ///
    /// Whole pixels are added to where they lie and nothing is rounded anew, so that a mask keeps its picture.
    #[must_use]
    pub fn translated(&self, by: IVec2) -> Self {
        let most = i64::from(Self::MAX_COORDINATE);
        let [min, max, shift] =
            [self.bounds.min, self.bounds.max, self.shift].map(|at| at.as_i64vec2() + by.as_i64vec2());
        // A shift that leaves i32 would have the pixels beyond the border too.
        if self.bounds.is_empty() || min.min_element() < -most || max.max_element() > most {
            return Self::nowhere(self.mask);
        }
        Self { shift: shift.as_ivec2(), bounds: Rect::new(min.as_ivec2(), max.as_ivec2()), ..*self }
    }

    /// Whether a pixel of the world is one of them.
    #[must_use]
    pub fn is_solid(&self, pixel: IVec2) -> bool {
        self.bounds.contains(pixel) && self.bits(pixel.x.into(), pixel.y.into(), 1) != 0
    }

    /// Whether a point of the world lies in one of them; false where a coordinate is NaN or infinite.
    ///
    /// It is the point's pixel that is asked about, not the point mapped back: what is seen there is what is met.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        point.is_finite() && self.is_solid(point.floor().as_ivec2())
    }

    /// All of them, row by row: from top to bottom, in a row from left to right.
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + use<'a> {
        each_of(self.words(None))
    }

    /// The first pixel of the world that both cover, row by row: the topmost, of these the leftmost. `None` where there is
    /// none.
    ///
    /// Where neither is turned, as [`SolidityMap::overlap`].
    ///
    /// ```
    /// use tileray::{ConvexPolygon, Hull, Pose, SolidityMap, Sprite, glam::ivec2};
    ///
    /// // An L and a block in the corner that it leaves free: boxes overlap, pixels do not.
    /// let l = SolidityMap::from_ascii("#...\n#...\n#...\n####")?;
    /// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (4.0, 4.0))?);
    /// let block = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (2.0, 2.0))?);
    /// let l = Sprite { mask: Some(l.into()), ..Sprite::new(hull) };
    /// let block = Sprite { mask: Some(SolidityMap::from_ascii("##\n##")?.into()), ..Sprite::new(block) };
    /// let shared = |x, y| l.pixels()?.overlap(&Sprite { pose: Pose::at((x, y)), ..block.clone() }.pixels()?);
    /// assert_eq!((shared(1.5, 1.5), shared(1.5, 1.6)), (None, Some(ivec2(1, 3))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Option<IVec2> {
        match self.offset_of(other) {
            Some(offset) => self.mask.overlap(other.mask, offset).map(|pixel| pixel + self.bounds.min),
            None => self.overlap_pixels(other).next(),
        }
    }

    /// All pixels of the world that both cover, row by row.
    pub fn overlap_pixels(&self, other: &Self) -> impl Iterator<Item = IVec2> + use<'a> {
        each_of(self.words(Some(other)))
    }

    /// How many pixels of the world both cover.
    #[must_use]
    pub fn overlap_area(&self, other: &Self) -> u64 {
        match self.offset_of(other) {
            Some(offset) => self.mask.overlap_area(other.mask, offset),
            None => self.words(Some(other)).map(|(_, bits)| u64::from(bits.count_ones())).sum(),
        }
    }

    /// The way out of an overlap: a unit vector along which these pixels have to move for the area that they share with the
    /// others to shrink fastest, as [`SolidityMap::overlap_normal`].
    ///
    /// `None` where nothing is shared, and where no way is better than its opposite. Costs five times
    /// [`overlap_area`](Self::overlap_area).
    #[must_use]
    pub fn overlap_normal(&self, other: &Self) -> Option<Vec2> {
        if let Some(offset) = self.offset_of(other) {
            return self.mask.overlap_normal(other.mask, offset);
        }
        self.overlap(other)?;
        steepest_way(|dx, dy| self.translated(ivec2(dx, dy)).overlap_area(other))
    }

    /// Where the other mask lies in this one's frame, if neither is turned and their boxes overlap.
    fn offset_of(&self, other: &Self) -> Option<IVec2> {
        let both_stand = self.is_upright() && other.is_upright();
        // Boxes that overlap are nearer to each other than i32 reaches.
        let overlap = both_stand && !self.bounds.intersection(&other.bounds).is_empty();
        overlap.then(|| other.bounds.min - self.bounds.min)
    }

    fn is_upright(&self) -> bool {
        self.posed.is_some_and(|posed| matches!(posed.quarter_turn(), Some((Orientation::IDENTITY, _))))
    }

    /// The pixels, or those that another one covers too, up to 64 of a row at a time: the first one's place, and those from
    /// there on, bit 0 first.
    fn words(&self, other: Option<&Self>) -> impl Iterator<Item = (IVec2, u64)> + use<'a> {
        // What is cheap to ask says what is worth asking of the other one.
        let (one, other) = match other {
            Some(other) if other.is_upright() => (*other, Some(*self)),
            other => (*self, other.copied()),
        };
        let window = other.map_or(one.bounds, |other| one.bounds.intersection(&other.bounds));
        (window.min.y..window.max.y).flat_map(move |row| {
            let y = i64::from(row);
            let columns = one.columns(y, [window.min.x.into(), window.max.x.into()]);
            let [first, end] = other.map_or(columns, |other| other.columns(y, columns));
            (first..end).step_by(64).filter_map(move |x| {
                let bits = one.bits(x, y, bits_between(0, end - x));
                let bits = other.map_or(bits, |other| other.bits(x, y, bits));
                (bits != 0).then_some((ivec2(x as i32, row), bits))
            })
        })
    }

    /// [`PosedMask::columns`] where it was moved to.
    fn columns(&self, y: i64, columns: [i64; 2]) -> [i64; 2] {
        let Some(posed) = self.posed else { return [0, 0] };
        let (dx, dy) = (i64::from(self.shift.x), i64::from(self.shift.y));
        posed.columns(y - dy, columns.map(|x| x - dx)).map(|x| x + dx)
    }

    /// [`PosedMask::bits`] where it was moved to.
    fn bits(&self, x: i64, y: i64, wanted: u64) -> u64 {
        match self.posed {
            Some(posed) => posed.bits(x - i64::from(self.shift.x), y - i64::from(self.shift.y), wanted),
            None => 0,
        }
    }
}

/// The pixels of words, one by one.
fn each_of(words: impl Iterator<Item = (IVec2, u64)>) -> impl Iterator<Item = IVec2> {
    words.flat_map(|(first, bits)| {
        // Each time without the lowest bit, until none is left.
        let rests = std::iter::successors(Some(bits), |bits| Some(bits & (bits - 1)).filter(|&bits| bits != 0));
        rests.map(move |bits| first + ivec2(bits.trailing_zeros() as i32, 0))
    })
}

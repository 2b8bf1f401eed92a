use tileray::glam::Vec2;

/// The mouse's hold of a body that it drags.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grip {
    /// Which body, and where that lies from the mouse.
    held: Option<(usize, Vec2)>,
    /// Whether the button was down before.
    was_down: bool,
}

impl Grip {
    /// Takes hold of what lies `under` the cursor, a body and its place, when the button goes down, and lets go when it comes
    /// up; gives a body that it takes hold of right now.
    pub(crate) fn follow(
        &mut self,
        cursor: Option<Vec2>,
        is_down: bool,
        under: Option<(usize, Vec2)>,
    ) -> Option<usize> {
        let goes_down = is_down && !self.was_down;
        self.was_down = is_down;
        if !is_down {
            self.held = None;
        }
        let (cursor, (body, place)) = cursor.zip(under).filter(|_| goes_down)?;
        self.held = Some((body, place - cursor));
        Some(body)
    }

    /// The body that is held.
    pub(crate) fn held(&self) -> Option<usize> {
        self.held.map(|(body, _)| body)
    }

    /// Where the body that is held is to lie.
    pub(crate) fn place(&self, cursor: Option<Vec2>) -> Option<Vec2> {
        let (cursor, (_, offset)) = cursor.zip(self.held)?;
        Some(cursor + offset)
    }

    /// Lets go, whatever the button does.
    pub(crate) fn release(&mut self) {
        self.held = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::vec2;

    #[test]
    fn it_holds_what_was_under_the_mouse_when_the_button_went_down() {
        let mut grip = Grip::default();
        let at = |x: f32| Some(vec2(x, 0.0));
        assert_eq!(grip.follow(at(1.0), false, Some((4, vec2(3.0, 5.0)))), None);
        assert_eq!(grip.follow(at(1.0), true, Some((4, vec2(3.0, 5.0)))), Some(4));
        // Another body that the mouse comes over is not taken.
        assert_eq!(grip.follow(at(9.0), true, Some((2, Vec2::ZERO))), None);
        assert_eq!((grip.held(), grip.place(at(9.0))), (Some(4), Some(vec2(11.0, 5.0))));
        assert_eq!(grip.place(None), None);
        assert_eq!(grip.follow(at(9.0), false, None), None);
        assert_eq!(grip.held(), None);
        // A button that went down beside all bodies takes none on its way.
        assert_eq!(grip.follow(at(0.0), true, None), None);
        assert_eq!(grip.follow(at(9.0), true, Some((2, Vec2::ZERO))), None);
        assert_eq!(grip.held(), None);
    }
}

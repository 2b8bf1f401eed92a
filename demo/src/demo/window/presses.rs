use minifb::{InputCallback, Key};
use std::cell::RefCell;
use std::rc::Rc;

/// The keys that went down since the last look. The window itself only tells which are down at the end of a frame, so
/// it misses those that were up again by then.
#[derive(Clone, Default)]
pub(super) struct Presses(Rc<RefCell<KeyEvents>>);

#[derive(Default)]
struct KeyEvents {
    down: Vec<Key>,
    pressed: Vec<Key>,
}

impl Presses {
    /// The keys that went down; `down` are those that are down now, as a key may come up while another window has the
    /// keyboard.
    pub(super) fn take(&self, down: &[Key]) -> Vec<Key> {
        let events = &mut *self.0.borrow_mut();
        events.down.retain(|key| down.contains(key));
        std::mem::take(&mut events.pressed)
    }
}

impl InputCallback for Presses {
    fn add_char(&mut self, _: u32) {}

    fn set_key_state(&mut self, key: Key, down: bool) {
        let events = &mut *self.0.borrow_mut();
        // Systems that repeat a key report it as going down again.
        if down && !events.down.contains(&key) {
            events.down.push(key);
            events.pressed.push(key);
        } else if !down {
            events.down.retain(|&other| other != key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_presses_count_and_repeats_do_not() {
        let mut presses = Presses::default();
        for down in [true, false, true, true, true] {
            presses.set_key_state(Key::Z, down);
        }
        assert_eq!(presses.0.borrow().pressed, [Key::Z, Key::Z]);
    }
}

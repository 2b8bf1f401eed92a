/// How long a message is shown, in seconds.
const SHOWN: f32 = 4.0;

/// What there is to tell for a while.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    /// The text, and for how many more seconds it is shown.
    told: Option<(String, f32)>,
}

impl Message {
    /// Tells something, in place of what was told before.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.told = Some((text.into(), SHOWN));
    }

    /// What there is to tell right now.
    pub(crate) fn text(&self) -> Option<&str> {
        self.told.as_ref().map(|(text, _)| text.as_str())
    }

    /// Lets time pass.
    pub(crate) fn fade(&mut self, seconds: f32) {
        self.told = self.told.take().filter(|(_, left)| *left > seconds).map(|(text, left)| (text, left - seconds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_away_after_its_time() {
        let mut message = Message::default();
        message.tell("hello");
        message.fade(SHOWN - 0.5);
        assert_eq!(message.text(), Some("hello"));
        message.fade(0.5);
        assert_eq!(message.text(), None);
    }
}

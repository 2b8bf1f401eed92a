use crate::game::{Input, Key};
use std::fmt;

/// The most steps of a replay: three hours.
const MOST_STEPS: usize = 3 * 3600 * 60;

/// Recorded input. Each line has a number of steps and the keys held during them; `#` starts a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    steps: Vec<Input>,
}

impl Replay {
    /// Parses a replay. The error is a line number and a description.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut steps = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let mut words = text.split('#').next().unwrap_or_default().split_whitespace();
            let Some(count) = words.next() else { continue };
            let number = || format!("'{count}' is not a number of steps: write one from 1 to {MOST_STEPS}, then keys");
            let count = count.parse().ok().filter(|count| (1..=MOST_STEPS).contains(count));
            let count = count.ok_or_else(|| (line, number()))?;
            let key = |word: &str| {
                let names = Key::OF_HERO.map(|(name, _)| name).join(", ");
                let key = Key::OF_HERO.into_iter().find(|(name, _)| *name == word);
                key.map(|(_, key)| key).ok_or_else(|| (line, format!("'{word}' is not a key: there are {names}")))
            };
            let input: Input = words.map(key).collect::<Result<Vec<_>, _>>()?.into_iter().collect();
            if steps.len() + count > MOST_STEPS {
                return Err((line, format!("the replay is longer than {MOST_STEPS} steps: shorten it")));
            }
            steps.resize(steps.len() + count, input);
        }
        if steps.is_empty() {
            return Err((1, "the replay has no steps: write a number of them, then keys".to_owned()));
        }
        Ok(Self { steps })
    }

    pub fn steps(&self) -> &[Input] {
        &self.steps
    }

    pub fn push(&mut self, input: Input) {
        self.steps.push(input);
    }
}

/// Writes the format that [`Replay::parse`] reads.
impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for run in self.steps.chunk_by(PartialEq::eq) {
            write!(f, "{}", run.len())?;
            for (name, _) in Key::OF_HERO.iter().filter(|(_, key)| run[0].holds(*key)) {
                write!(f, " {name}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

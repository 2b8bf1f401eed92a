use std::fmt;

/// The most delay and jitter, in milliseconds.
const MOST_DELAY: u32 = 500;
/// The most packets that are lost, in percent.
const MOST_LOSS: u32 = 50;

/// How bad a network is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    delay: u32,
    jitter: u32,
    loss: u32,
}

/// Why there is no such network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionsError {
    /// Too much delay.
    #[error("--delay {0}: write milliseconds from 0 to {MOST_DELAY}")]
    Delay(u32),
    /// Too much jitter.
    #[error("--jitter {0}: write milliseconds from 0 to {MOST_DELAY}")]
    Jitter(u32),
    /// Too much loss.
    #[error("--loss {0}: write a percentage from 0 to {MOST_LOSS}")]
    Loss(u32),
}

impl Conditions {
    /// Creates the conditions of a network: each packet takes `delay` milliseconds and up to `jitter` more, so that
    /// some overtake others, and `loss` percent of them are lost.
    ///
    /// # Errors
    /// Returns an error for a delay or jitter above 500 ms, and for a loss above 50 %.
    pub const fn new(delay: u32, jitter: u32, loss: u32) -> Result<Self, ConditionsError> {
        if delay > MOST_DELAY {
            return Err(ConditionsError::Delay(delay));
        }
        if jitter > MOST_DELAY {
            return Err(ConditionsError::Jitter(jitter));
        }
        if loss > MOST_LOSS {
            return Err(ConditionsError::Loss(loss));
        }
        Ok(Self { delay, jitter, loss })
    }

    /// Returns the shortest time of a packet's way, in milliseconds.
    #[must_use]
    pub const fn delay(&self) -> u32 {
        self.delay
    }

    /// Returns the most milliseconds that are added to it.
    #[must_use]
    pub const fn jitter(&self) -> u32 {
        self.jitter
    }

    /// Returns the percentage of packets that are lost.
    #[must_use]
    pub const fn loss(&self) -> u32 {
        self.loss
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "delay {} ms, jitter {} ms, loss {} %", self.delay, self.jitter, self.loss)
    }
}

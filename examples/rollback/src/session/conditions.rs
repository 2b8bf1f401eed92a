use std::fmt;

/// How bad a network is: each packet takes the delay and up to the jitter more, so that some overtake others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Conditions {
    /// The milliseconds that each packet takes, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u32).range(..=500))]
    pub delay: u32,
    /// The most milliseconds that a packet takes longer, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=500))]
    pub jitter: u32,
    /// The percentage of packets that are lost, from 0 to 50.
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=50))]
    pub loss: u32,
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "delay {} ms, jitter {} ms, loss {} %", self.delay, self.jitter, self.loss)
    }
}

use rollback::session::{ConditionsError, PlanError, SessionError};
use std::io;

/// Why the program ends badly.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    /// A desync that nobody asked for.
    #[error("the states differ from frame {0} on: a step does not depend on the state and the input alone")]
    Desync(i32),
    #[error("the peers end in different states, and GGRS did not notice")]
    Hashes,
    #[error("GGRS did not find the fault that was injected in frame {0}")]
    Missed(u32),
}

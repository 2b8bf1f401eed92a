//! Wrong usage that shows only when arguments are compared: exit code 2.

use std::error::Error;
use std::fmt;

/// Arguments that do not fit together: each is valid alone.
#[derive(Debug)]
pub(crate) struct UsageError(String);

/// Returns an error for arguments that do not fit together, whose exit code is 2.
pub(crate) fn usage_error(message: impl Into<String>) -> anyhow::Error {
    UsageError(message.into()).into()
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

/// How a run of the binary ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The binary, in the root of the repository, where `maps/` is.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tileray"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary.
pub(crate) fn tileray(args: &[&str]) -> Outcome {
    Outcome::from(command(args).output().expect("the binary runs"))
}

/// Runs the binary with these bytes as its standard input.
pub(crate) fn fed(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its standard input is ours");
    let input = input.into();
    // Fed from a thread of its own: the binary answers before it has read everything. It may also refuse to read on.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    output
}

/// Runs the binary with this text as its standard input.
pub(crate) fn tileray_fed(args: &[&str], input: &str) -> Outcome {
    Outcome::from(fed(args, input))
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is text");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Outcome {
    /// The output of a run that must have gone well.
    #[track_caller]
    pub(crate) fn printed(self) -> String {
        assert_eq!((self.code, &*self.stderr), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// The output as a JSON value.
    #[track_caller]
    pub(crate) fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.printed()).expect("the output is one JSON value")
    }

    /// The run failed, and said so in one line that has all these words in it.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        let line = self.stderr.strip_suffix('\n').unwrap_or_default();
        assert!(line.starts_with("error: ") && !line.contains('\n'), "not one line: {:?}", self.stderr);
        for word in words {
            assert!(line.contains(word), "'{word}' is not in: {line}");
        }
    }

    /// The command line was refused as wrong usage, with all these words and nothing on standard output.
    #[track_caller]
    pub(crate) fn misused(&self, words: &[&str]) {
        assert_eq!((self.code, &*self.stdout), (Some(2), ""), "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "'{word}' is not in: {}", self.stderr);
        }
    }
}

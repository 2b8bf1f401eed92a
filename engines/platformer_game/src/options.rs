//! What the programs take from their command line.

use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;

/// The options of a program: `--map FILE`, and `--shot FILE.png --frames N`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// A map to play instead of the cave.
    pub map: Option<PathBuf>,
    /// A picture to take of the recorded course.
    pub shot: Option<Shot>,
}

/// A picture to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The file to write, a PNG.
    pub path: PathBuf,
    /// The number of steps before it, of which each is drawn.
    pub frames: u32,
}

/// The error of a command line that a program does not understand.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// An option lacks its value, or its value is none.
    #[error("{0}")]
    Value(#[from] pico_args::Error),
    /// A picture that is no PNG.
    #[error("--shot {0}: end the name with .png")]
    Picture(String),
    /// A picture that cannot be written.
    #[error("--shot {path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// An unknown word.
    #[error("'{0}' is not an option: there are --map FILE, --shot FILE.png and --frames N")]
    Unknown(String),
}

impl Options {
    /// Reads the words after the program's name. On a web page there are none.
    ///
    /// # Errors
    /// [`OptionsError`] names the word.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, OptionsError> {
        let mut words = pico_args::Arguments::from_vec(words.into_iter().collect());
        let path = |text: &std::ffi::OsStr| Ok::<_, OptionsError>(PathBuf::from(text));
        let map = words.opt_value_from_os_str("--map", path)?;
        let shot = words.opt_value_from_os_str("--shot", path)?;
        let frames = words.opt_value_from_str("--frames")?.unwrap_or(600);
        if let Some(word) = words.finish().first() {
            return Err(OptionsError::Unknown(word.to_string_lossy().into_owned()));
        }
        Ok(Self { map, shot: shot.map(|path| Shot::create(path, frames)).transpose()? })
    }

    /// Reads the command line of the program.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn from_env() -> Result<Self, OptionsError> {
        Self::parse(std::env::args_os().skip(1))
    }
}

impl Shot {
    /// Creates the file, so that what is wrong with its name is said before there is a window.
    fn create(path: PathBuf, frames: u32) -> Result<Self, OptionsError> {
        let name = || path.display().to_string();
        if path.extension().is_none_or(|extension| extension != "png") {
            return Err(OptionsError::Picture(name()));
        }
        match File::create(&path) {
            Ok(_) => Ok(Self { path, frames: frames.max(1) }),
            Err(error) => Err(OptionsError::Write { path: name(), error }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(OsString::from))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse(""), Ok(Options::default()));
        let path = env::temp_dir().join(format!("tileray-{}.png", std::process::id()));
        let line = format!("--frames 30 --map b.tmx --shot {}", path.display());
        let shot = Shot { path: path.clone(), frames: 30 };
        let all = Options { map: Some("b.tmx".into()), shot: Some(shot) };
        assert_eq!(parse(&line), Ok(all));
        std::fs::remove_file(path).expect("the file was created");
    }

    #[test]
    fn an_odd_word_is_named() {
        for (line, expected) in [
            ("--mpa b.tmx", "'--mpa' is not an option"),
            ("--map", "'--map'"),
            ("--shot a.png --frames few", "failed to parse 'few'"),
            ("--shot a.gif", "--shot a.gif: end the name with .png"),
            ("--shot no/such/a.png", "--shot no/such/a.png: "),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(expected), "{error}");
        }
    }
}

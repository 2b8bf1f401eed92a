//! A picture of the recorded course, by the command line.

use std::path::PathBuf;

/// A picture to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    /// The file to write, a PNG.
    pub(crate) path: PathBuf,
    /// The number of steps before it, of which each is drawn.
    pub(crate) frames: u32,
}

impl Shot {
    /// Reads the words after the program's name, none or `--shot FILE.png --frames N`.
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let (mut path, mut frames) = (None, 600);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} lacks its value"));
            match word.as_str() {
                "--shot" => path = Some(PathBuf::from(value()?)),
                "--frames" => {
                    let text = value()?;
                    frames =
                        text.parse().map_err(|_| format!("--frames: '{text}' is not a number"))?;
                }
                _ => {
                    return Err(format!(
                        "'{word}' is not an option: there are --shot FILE.png and --frames N"
                    ));
                }
            }
        }
        Ok(path.map(|path| Self { path, frames }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Shot>, String> {
        Shot::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        assert_eq!(parse(""), Ok(None));
        let shot = Shot { path: "a.png".into(), frames: 30 };
        assert_eq!(parse("--frames 30 --shot a.png"), Ok(Some(shot)));
    }
}

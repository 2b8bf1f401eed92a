mod facts;
mod text;

use super::level::Level;
use crate::args::{InfoArgs, ReportFormat};
use crate::output::{print, print_json};
use facts::Facts;

/// Says what a map or picture holds.
pub(crate) fn info(args: &InfoArgs) -> anyhow::Result<()> {
    let facts = Facts::of(&Level::open(&args.file)?)?;
    match args.format {
        ReportFormat::Text => print(&text::table(&facts)),
        ReportFormat::Json => print_json(&facts),
    }
}

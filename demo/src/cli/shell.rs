//! `tileray completions` and `tileray man`: what a shell and `man` know of this program.

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::output::{note, print};
use crate::output_file::write_file;
use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "tileray", &mut script);
    print(&String::from_utf8(script)?)
}

/// Prints the manual page of the program, or writes that of each command into a folder.
pub(crate) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let mut program = Args::command();
    let Some(folder) = &args.out else {
        return print(&page(program)?);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder cannot be made; name another one", folder.display()))?;
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help").cloned();
    let pages: Vec<_> = [program.clone()].into_iter().chain(commands).collect();
    for command in &pages {
        let path = folder.join(Man::new(command.clone()).get_filename());
        let text = page(command.clone())?;
        write_file(&path, |file| Ok(std::io::Write::write_all(file, text.as_bytes())?))?;
    }
    note(format_args!("wrote {} pages into {}", pages.len(), folder.display()));
    Ok(())
}

fn page(command: clap::Command) -> anyhow::Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}

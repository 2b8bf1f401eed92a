//! `tileray completions` and `tileray man`: completions for shells, and manual pages.

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::output::{note, print, write_text};
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

/// Prints the manual page of the program or of a command, or writes all pages into a folder.
pub(crate) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let mut program = Args::command();
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help").cloned();
    let Some(folder) = &args.out else {
        let named = |command: &clap::Command| args.command.as_deref() == Some(command.get_name());
        let command = commands.into_iter().find(named);
        return print(&page(command.unwrap_or(program))?);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder cannot be made; name another one", folder.display()))?;
    let pages: Vec<_> = [program.clone()].into_iter().chain(commands).collect();
    for command in &pages {
        let text = page(command.clone())?;
        write_text(Some(&folder.join(Man::new(command.clone()).get_filename())), &text)?;
    }
    note(format_args!("wrote {} pages into {}", pages.len(), folder.display()));
    Ok(())
}

fn page(command: clap::Command) -> anyhow::Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}

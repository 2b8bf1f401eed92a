//! Makes the page of Tileray from its WebAssembly module, and serves it.
//!
//! ```sh
//! tileray-web-tools bind MODULE.wasm FOLDER   # the module and its JavaScript, by wasm-bindgen
//! tileray-web-tools serve FOLDER [PORT]       # http://127.0.0.1:PORT/, for this machine alone
//! ```
#![forbid(unsafe_code)]

mod request;
mod serve;

use anyhow::{Context, Result, bail};
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// The port if none is named.
const PORT: u16 = 8080;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["bind", module, folder] => bind(Path::new(module), Path::new(folder)),
        ["serve", folder] => serve::serve(Path::new(folder), PORT),
        ["serve", folder, port] => {
            let number = port.parse().with_context(|| format!("{port}: a port is a number from 0 to 65535"))?;
            serve::serve(Path::new(folder), number)
        }
        _ => bail!("usage: bind MODULE.wasm FOLDER, or serve FOLDER [PORT]"),
    }
}

/// Writes the module and the JavaScript that calls it into a folder.
fn bind(module: &Path, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("tileray").typescript(false).web(true)?;
    bindgen.remove_name_section(std::env::var_os("KEEP_NAMES").is_none()).remove_producers_section(true);
    bindgen.generate(folder).with_context(|| format!("{} cannot be made ready for the page", module.display()))
}

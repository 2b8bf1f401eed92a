//! Makes the page of Tileray from its WebAssembly module, by wasm-bindgen in the version of the page.
//!
//! ```sh
//! tileray-web-tools MODULE.wasm FOLDER   # writes the module and the JavaScript that calls it into a folder
//! ```
#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &args[..] else { bail!("usage: tileray-web-tools MODULE.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("tileray").typescript(false).web(true)?;
    bindgen.remove_name_section(std::env::var_os("KEEP_NAMES").is_none()).remove_producers_section(true);
    bindgen.generate(folder).with_context(|| format!("{module} cannot be made ready for the page"))
}

//! The program `tileray`: its command line, and the demo in a window.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileray_demo::run()
}

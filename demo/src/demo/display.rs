//! The display that the window opens on: X11 where there is one, else Wayland.
//!
//! The crate that opens the window tries Wayland first. On desktops that leave title bars to the programs, such as GNOME,
//! such a window has none. These desktops serve X11 too, and their X11 windows have title bars.

/// The variables that name the displays.
const X11: &str = "DISPLAY";
const WAYLAND: &str = "WAYLAND_DISPLAY";

/// Returns whether a variable names a display.
fn is_named(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|name| !name.is_empty())
}

/// Returns whether the system has no display at all.
pub(super) fn is_missing() -> bool {
    cfg!(all(unix, not(target_os = "macos"))) && !is_named(X11) && !is_named(WAYLAND)
}

/// Starts the program again without the name of the Wayland display where both displays are named; does nothing else.
///
/// A program cannot take a variable out of its own environment without unsafe code. The new program has the same process.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn prefer_x11() {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if let (true, true, Ok(program)) = (is_named(X11), is_named(WAYLAND), std::env::current_exe()) {
        // This returns only where it fails, and then the program goes on with Wayland.
        let _ = Command::new(program).args(std::env::args_os().skip(1)).env_remove(WAYLAND).exec();
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) const fn prefer_x11() {}

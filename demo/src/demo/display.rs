//! The display that the window opens on: X11 where there is one, else Wayland.
//!
//! The crate that opens the window tries Wayland first. On desktops that leave title bars to the programs, such as GNOME,
//! such a window has none. These desktops serve X11 too, and their X11 windows have title bars.

use std::ffi::OsStr;

/// The variables that name the displays.
const X11: &str = "DISPLAY";
const WAYLAND: &str = "WAYLAND_DISPLAY";

/// Returns whether a variable names a display.
fn is_named(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| !value.is_empty())
}

/// Returns whether the system has no display at all.
pub(super) fn is_missing() -> bool {
    let named = |name| is_named(std::env::var_os(name).as_deref());
    cfg!(all(unix, not(target_os = "macos"))) && !named(X11) && !named(WAYLAND)
}

/// Starts the program again without the name of the Wayland display where both displays are named; does nothing else.
///
/// A program cannot take a variable out of its own environment without unsafe code. The new program has the same process.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn prefer_x11() {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if !is_ambiguous(std::env::var_os(X11).as_deref(), std::env::var_os(WAYLAND).as_deref()) {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // This returns only where it fails, and then the program goes on with Wayland.
        let _ = Command::new(program).args(std::env::args_os().skip(1)).env_remove(WAYLAND).exec();
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) const fn prefer_x11() {}

#[cfg(any(test, all(unix, not(target_os = "macos"))))]
fn is_ambiguous(x11: Option<&OsStr>, wayland: Option<&OsStr>) -> bool {
    is_named(x11) && is_named(wayland)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_named_displays_are_ambiguous() {
        let name = |text| Some(OsStr::new(text));
        assert!(is_ambiguous(name(":0"), name("wayland-0")));
        assert!(!is_ambiguous(None, name("wayland-0")) && !is_ambiguous(name(":0"), None));
        assert!(!is_ambiguous(name(""), name("wayland-0")) && !is_ambiguous(name(":0"), name("")));
    }
}

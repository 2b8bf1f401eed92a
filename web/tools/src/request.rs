//! What a browser asks for, and the file that it gets.

use std::path::{Component, Path, PathBuf};

/// Returns the path that the first line of a request asks for; `None` unless it reads a file.
pub(crate) fn path_of(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let method = words.next()?;
    let target = words.next()?;
    matches!(method, "GET" | "HEAD").then(|| target.split(['?', '#']).next().unwrap_or_default())
}

/// Returns the file below a folder that a path names. `None` for a path that leads out of it.
pub(crate) fn file_of(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_plain = path.components().all(|component| matches!(component, Component::Normal(_)));
    is_plain.then(|| folder.join(path))
}

/// Returns the type of a file by its extension.
pub(crate) fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("json" | "tmj" | "tsj" | "ldtk") => "application/json",
        Some("tmx" | "tsx") => "application/xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_given() {
        let site = Path::new("site");
        assert_eq!(file_of(site, "/"), Some(site.join("index.html")));
        assert_eq!(file_of(site, "/js/main.js"), Some(site.join("js/main.js")));
        for path in ["/../a", "/js/../../a", "//etc/passwd", "js/main.js", ""] {
            assert_eq!(file_of(site, path), None, "{path}");
        }
    }

    #[test]
    fn only_reading_is_answered() {
        assert_eq!(path_of("GET /js/main.js?a=1 HTTP/1.1"), Some("/js/main.js"));
        assert_eq!(path_of("HEAD / HTTP/1.1"), Some("/"));
        assert_eq!(path_of("POST / HTTP/1.1"), None);
        assert_eq!(path_of("GET"), None);
    }

    #[test]
    fn modules_have_the_type_that_browsers_stream() {
        assert_eq!(media_type(Path::new("simd/tileray_bg.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("a")), "application/octet-stream");
    }
}

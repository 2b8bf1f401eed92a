//! Links lead to files and headings that exist, also those with the address of the repository. Pages that registries show have
//! only links with addresses.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The pages that crates.io, PyPI and docs.rs show, and whether pictures may lie beside them, where crates.io finds them.
const SHOWN: [(&str, bool); 5] = [
    ("README.md", true),
    ("demo/README.md", true),
    ("engines/bevy_tileray/README.md", true),
    ("docs/platformer.md", false),
    ("python/README.md", false),
];

/// Returns the Markdown pages below a folder, but not those of builds and hidden folders.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_symlink() || name.starts_with('.') || ["target", "node_modules", "venv"].contains(&name) {
            continue;
        } else if path.is_dir() {
            found.extend(pages(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Returns a page's lines outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let anchor: String = heading.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect();
        let twins = found.iter().filter(|other| **other == anchor).count();
        found.push(if twins == 0 { anchor } else { format!("{anchor}-{twins}") });
    }
    found
}

/// Returns the targets of the links of a line: `[text](target)`, and `[label]: target`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let named = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    let named = named.and_then(|(label, target)| (!label.contains(']')).then_some(target));
    inline.chain(named)
}

/// Returns a path without `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        match part {
            Component::ParentDir => _ = whole.pop(),
            part => whole.push(part),
        }
        whole
    })
}

/// Returns the addresses at GitHub in a text of any language.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("https://github.com/").map(|(at, _)| &text[at..]);
    starts.filter_map(|rest| rest.split(|c: char| c.is_whitespace() || ")\"`<>".contains(c)).next())
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let repository = env!("CARGO_PKG_REPOSITORY");
    let name = repository.rsplit('/').next().expect("a name");
    let texts: BTreeMap<PathBuf, String> = pages(root).into_iter().map(|page| (page.clone(), read(&page))).collect();

    // Each link: the page, the target, and the file in this checkout.
    let mut links = Vec::new();
    for (page, text) in &texts {
        for target in prose(text).flat_map(targets).filter(|target| !target.contains("://")) {
            let path = target.split('#').next().unwrap_or_default();
            let file = page.parent().expect("a folder").join(path);
            links.push((page.clone(), target, if path.is_empty() { page.clone() } else { normal(&file) }));
        }
    }
    let mut faults: Vec<String> = Vec::new();
    let others = ["src/lib.rs", "web/page/index.html"].map(|path| (root.join(path), read(&root.join(path))));
    for (page, text) in texts.iter().chain(others.iter().map(|(page, text)| (page, text))) {
        for address in addresses(text) {
            let own = address.strip_prefix(repository).filter(|rest| rest.is_empty() || rest.starts_with('/'));
            let Some(rest) = own else {
                if address.split('/').nth(4) == Some(name) {
                    faults.push(format!("{}: {address} is not below {repository}", page.display()));
                }
                continue;
            };
            let path = ["/blob/main/", "/tree/main/", "/raw/main/"].iter().find_map(|kind| rest.strip_prefix(kind));
            if let Some(path) = path {
                links.push((page.clone(), address, root.join(path.split('#').next().unwrap_or_default())));
            }
        }
    }

    for (page, target, file) in &links {
        let anchor = target.split_once('#').map(|(_, anchor)| anchor);
        let headings = anchor.and_then(|anchor| Some((anchor, texts.get(file)?)));
        if !file.exists() || headings.is_some_and(|(anchor, text)| !anchors(text).iter().any(|found| found == anchor)) {
            faults.push(format!("{}: {target} names no file or heading", page.display()));
        }
        for (shown, has_pictures) in SHOWN {
            let is_picture = has_pictures && [".png", ".gif"].iter().any(|end| target.ends_with(end));
            if *page == root.join(shown) && !target.contains("://") && !target.starts_with('#') && !is_picture {
                faults.push(format!("{shown}: {target} needs an address, because registries show this page"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(links.len() > 200, "{} links were found", links.len());
}

//! Which file imports from which: no two files of the library, and no two files of the demo, import each other, not
//! even by way of further files.

use super::architecture::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path below the crate: `["raycast", "exact", "segment"]`.
type Module = Vec<String>;

#[derive(Debug, Default)]
struct File {
    /// The modules that it declares.
    children: BTreeSet<String>,
    /// Names that it brings in, each with its path as it is written.
    aliases: BTreeMap<String, Vec<String>>,
    /// Every path that its code uses, but for plain re-exports.
    paths: Vec<Vec<String>>,
}

/// The code without comments, text literals and unit tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut plain = String::new();
    for (index, part) in lines.collect::<Vec<_>>().join("\n").split('"').enumerate() {
        plain += if index % 2 == 0 { part } else { "" };
    }
    plain
}

/// The paths of a tree of imports: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    if let Some(inner) = tree.strip_prefix('{').and_then(|tree| tree.strip_suffix('}')) {
        let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
        for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    paths.extend(Some(&inner[start..at]).filter(|part| !part.trim().is_empty()).map(expanded));
                    start = at + 1;
                }
                _ => {}
            }
        }
        return paths.concat();
    }
    match tree.split_once("::") {
        Some((first, rest)) => {
            expanded(rest).into_iter().map(|path| [vec![first.trim().to_owned()], path].concat()).collect()
        }
        // `name as other` is known by both.
        None => vec![vec![tree.to_owned()]],
    }
}

/// The paths in an expression or a signature: `super::a::b(` and the like.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    code.split(|letter: char| !is_path(letter))
        .filter(|word| word.contains("::"))
        .map(|word| word.split("::").map(str::to_owned).collect())
        .collect()
}

fn read(path: &Path) -> File {
    let code = code_of(&fs::read_to_string(path).expect("a source file"));
    let mut file = File::default();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let declares = words.iter().position(|word| *word == "mod").filter(|_| statement.trim_end().ends_with(';'));
        if let Some(at) = declares.filter(|at| words.len() == at + 2) {
            file.children.insert(words[at + 1].trim_end_matches(';').to_owned());
            continue;
        }
        let Some((before, tree)) = statement.split_once("use ").filter(|(before, _)| {
            before.trim_end().is_empty()
                || before.trim_end().ends_with([']', ')', '}'])
                || before.trim_end().ends_with("pub")
        }) else {
            rest += statement;
            continue;
        };
        let is_reexport = before.contains("pub");
        for path in expanded(tree.trim_end_matches(';')) {
            let last = path.last().cloned().unwrap_or_default();
            let (name, alias) = last.split_once(" as ").unwrap_or((&last, &last));
            let mut path = path.clone();
            *path.last_mut().expect("a path has a name") = name.trim().to_owned();
            if name == "self" {
                path.pop();
            }
            let alias = if name == "self" { path.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
            file.aliases.insert(alias, path.clone());
            if !is_reexport {
                file.paths.push(path);
            }
        }
    }
    file.paths.extend(paths_in(&rest));
    file
}

struct Sources(BTreeMap<Module, File>);

impl Sources {
    fn of(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        // A program beside its library, `main.rs`, declares no modules: it would hide those of `lib.rs`.
        for path in sources(root).into_iter().filter(|path| !path.ends_with("main.rs")) {
            let below = path.strip_prefix(root).expect("a path below the root").with_extension("");
            let mut module: Module = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            if module.last().is_some_and(|name| ["mod", "lib"].contains(&name.as_str())) {
                module.pop();
            }
            files.insert(module, read(&path));
        }
        Self(files)
    }

    /// The file that defines what a path names, as it is used in `from`; `None` for what other crates define.
    fn home(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut module, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (from.split_last()?.1.to_vec(), &path[1..]),
            first => {
                let file = self.0.get(from)?;
                match file.aliases.get(first) {
                    _ if file.children.contains(first) => (from.clone(), path),
                    Some(target) if depth < 9 && target != path => {
                        return self.home(from, &[target.clone(), path[1..].to_vec()].concat(), depth + 1);
                    }
                    _ => return None,
                }
            }
        };
        while rest.first().is_some_and(|first| first == "super") {
            module.pop()?;
            rest = &rest[1..];
        }
        while let Some((first, others)) = rest.split_first() {
            let file = self.0.get(&module)?;
            if file.children.contains(first) {
                module.push(first.clone());
                rest = others;
            } else if let Some(target) = file.aliases.get(first).filter(|_| depth < 9) {
                let target = [target.clone(), others.to_vec()].concat();
                return self.home(&module, &target, depth + 1).or(Some(module));
            } else {
                break;
            }
        }
        self.0.contains_key(&module).then_some(module)
    }

    fn imports(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let of = |(module, file): (&'_ Module, &File)| {
            let homes = file.paths.iter().filter_map(|path| self.home(module, path, 0));
            homes.filter(|home| home != module).collect()
        };
        self.0.iter().map(|(module, file)| (module, of((module, file)))).collect()
    }
}

/// The files in circles and between them: what is left where files that import none of the others go, and files that none
/// of the others imports.
fn circles(imports: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<String> {
    let mut left: BTreeSet<&Module> = imports.keys().copied().collect();
    loop {
        let imports_any = |module: &Module| imports[module].iter().any(|other| left.contains(other));
        let is_imported = |module: &Module| left.iter().any(|other| imports[other].contains(module));
        let kept = left.iter().filter(|module| imports_any(module) && is_imported(module));
        let kept: BTreeSet<&Module> = kept.copied().collect();
        if kept.len() == left.len() {
            return left.iter().map(|module| module.join("/")).collect();
        }
        left = kept;
    }
}

/// Asserts that the files below a folder of the repository have at least `least` imports, and no circle of them.
fn assert_no_circles(folder: &str, least: usize) {
    let sources = Sources::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let imports = sources.imports();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > least, "the imports of {folder} are found");
    let circles = circles(&imports);
    assert!(circles.is_empty(), "circles of imports in {folder}: {circles:#?}");
}

#[test]
fn no_files_of_the_library_import_each_other() {
    assert_no_circles("src", 200);
}

#[test]
fn no_files_of_the_demo_import_each_other() {
    assert_no_circles("demo/src", 80);
    assert_no_circles("demo/scenes/src", 120);
}

#[test]
fn a_circle_is_seen() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::B;\n");
    write("a.rs", "use crate::{B, c::{self, C}};\npub struct A(B, C);\n");
    write("b.rs", "pub struct B;\nfn of() -> super::c::C { todo() }\n");
    write("c.rs", "// use super::a::A;\npub struct C;\n");
    assert_eq!(circles(&Sources::of(folder.path()).imports()), BTreeSet::new());
    write("c.rs", "use super::{\n    a::A,\n};\npub struct C;\n");
    let circle = ["a", "b", "c"].map(str::to_owned);
    assert_eq!(circles(&Sources::of(folder.path()).imports()), BTreeSet::from(circle));
}

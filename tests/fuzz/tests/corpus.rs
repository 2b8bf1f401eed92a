//! Runs each target on its corpus, and on the inputs of former finds.

use std::fs;
use std::path::Path;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a quarter of a minute without optimization; .ci/run has it")]
fn the_corpus_is_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, _) in fuzz_targets::TARGETS {
        let files = fs::read_dir(folder.join(name)).unwrap_or_else(|error| panic!("the corpus of {name}: {error}"));
        let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{name} has no corpus");
        for path in paths {
            let data = fs::read(&path).expect("a file");
            println!("{}", path.display());
            fuzz_targets::run(name, &data);
        }
    }
}

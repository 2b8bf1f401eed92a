//! The README's program is the compiled one.

#[test]
fn the_program_in_the_readme_is_compiled() {
    let readme = include_str!("../../README.md");
    let program = readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    assert_eq!(program, include_str!("../../examples/src/hero.rs"));
    assert!(
        program.lines().filter(|line| !line.is_empty()).count() <= 30,
        "a hero in thirty lines, besides blank ones"
    );
}

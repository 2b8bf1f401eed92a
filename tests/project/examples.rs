//! The examples print what the texts next to them say, letter for letter, on every machine.
//!
//! After a change that is meant: `cargo run --example NAME > examples/NAME.txt`.

/// An example as a module, and a test that runs it.
macro_rules! example {
    ($(#[$when:meta])* $name:ident, $source:literal, $printed:literal) => {
        $(#[$when])*
        #[path = $source]
        #[expect(dead_code, reason = "its `main` is the program's")]
        mod $name;

        $(#[$when])*
        #[test]
        fn $name() {
            let mut printed = Vec::new();
            $name::run(&mut printed).expect("an example that runs");
            let printed = String::from_utf8(printed).expect("text");
            // A checkout may end lines with a carriage return.
            let expected = include_str!($printed).replace("\r\n", "\n");
            assert!(printed == expected, "{} is printed now:\n{printed}", $printed);
        }
    };
}

example!(
    #[cfg(feature = "tmx")]
    hello_ray,
    "../../examples/hello_ray.rs",
    "../../examples/hello_ray.txt"
);
example!(line_of_sight, "../../examples/line_of_sight.rs", "../../examples/line_of_sight.txt");
example!(fog_of_war, "../../examples/fog_of_war.rs", "../../examples/fog_of_war.txt");
example!(destructible, "../../examples/destructible.rs", "../../examples/destructible.txt");
example!(falling_debris, "../../examples/falling_debris.rs", "../../examples/falling_debris.txt");
example!(bouncing_grenades, "../../examples/bouncing_grenades.rs", "../../examples/bouncing_grenades.txt");
example!(
    #[cfg(feature = "png")]
    hull_from_sprite,
    "../../examples/hull_from_sprite.rs",
    "../../examples/hull_from_sprite.txt"
);
example!(sat_push_out, "../../examples/sat_push_out.rs", "../../examples/sat_push_out.txt");
example!(spikes_and_blocks, "../../examples/spikes_and_blocks.rs", "../../examples/spikes_and_blocks.txt");
example!(top_down, "../../examples/top_down.rs", "../../examples/top_down.txt");
example!(
    #[cfg(feature = "ldtk")]
    streamed_world,
    "../../examples/streamed_world.rs",
    "../../examples/streamed_world.txt"
);

#![doc = include_str!("../../../docs/physics.md")]

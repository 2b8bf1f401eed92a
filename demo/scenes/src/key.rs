//! The keys of the keyboard, by their places: the same names as in W3C's UI Events, so that browsers' codes become keys.

/// Declares the keys, each with its code in browsers.
macro_rules! keys {
    ($($key:ident $code:literal)*) => {
        /// A key of the keyboard, named by its character on a US keyboard.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Key {
            $(#[doc = concat!("The key whose code in browsers is `", $code, "`.")] $key,)*
        }

        impl Key {
            /// Returns the key of a browser's `KeyboardEvent.code`; `None` for keys that no scene uses.
            pub fn of_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$key),)*
                    _ => None,
                }
            }
        }
    };
}

keys! {
    A "KeyA" B "KeyB" D "KeyD" E "KeyE" F "KeyF" H "KeyH" I "KeyI" J "KeyJ" K "KeyK" L "KeyL" M "KeyM"
    N "KeyN" O "KeyO" P "KeyP" Q "KeyQ" R "KeyR" S "KeyS" T "KeyT" U "KeyU" V "KeyV" W "KeyW" X "KeyX" Y "KeyY" Z "KeyZ"
    F1 "F1" F2 "F2"
    Up "ArrowUp" Down "ArrowDown" Left "ArrowLeft" Right "ArrowRight"
    Home "Home" PageUp "PageUp" PageDown "PageDown"
    Space "Space" Tab "Tab" Enter "Enter" Escape "Escape" Backspace "Backspace"
    Equal "Equal" Minus "Minus" NumPadPlus "NumpadAdd" NumPadMinus "NumpadSubtract"
    LeftBracket "BracketLeft" RightBracket "BracketRight" Slash "Slash"
    LeftShift "ShiftLeft" RightShift "ShiftRight"
}

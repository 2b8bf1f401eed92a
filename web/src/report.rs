//! Panics, which are faults of the program: the browser's console names them.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Makes panics write their text and place to the browser's console.
#[wasm_bindgen]
pub fn report_panics() {
    std::panic::set_hook(Box::new(|fault| error(&fault.to_string())));
}

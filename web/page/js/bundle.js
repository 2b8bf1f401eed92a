// The WebAssembly module: the bundle with vectors where the browser has them, else the plain one.

/** The smallest module that uses a vector of 128 bits. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the browser runs simd128. `?bundle=plain` in the address asks for the other bundle. */
export function hasVectors(address = self.location.search) {
  return new URLSearchParams(address).get("bundle") !== "plain" && WebAssembly.validate(VECTORS);
}

/**
 * Loads the module.
 *
 * @param {boolean} vectors whether to take the bundle with simd128
 * @returns the classes of the module, and its memory
 */
export async function loadModule(vectors) {
  const folder = new URL(`../${vectors ? "simd" : "plain"}/`, import.meta.url);
  const bytes = fetch(new URL("tileray_bg.wasm", folder));
  const glue = await import(new URL("tileray.js", folder));
  const { memory } = await glue.default({ module_or_path: bytes });
  glue.report_panics();
  return { glue, memory };
}

// The WebAssembly modules: those with vectors where the browser has them, else the plain ones.

/** The smallest module that uses a vector of 128 bits. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the browser runs simd128. `?bundle=plain` in the address asks for the other bundle. */
export function hasVectors(address = self.location.search) {
  return new URLSearchParams(address).get("bundle") !== "plain" && WebAssembly.validate(VECTORS);
}

/** The modules that were asked for, by name. */
const loading = new Map();

/**
 * Loads a module once: `first` is the scene of rays for maps of Tiled, `full` has everything.
 *
 * @returns the classes of the module, and its memory
 */
export function loadModule(name, vectors = hasVectors()) {
  if (!loading.has(name)) {
    const module = load(new URL(`../${name}/${vectors ? "simd" : "plain"}/`, import.meta.url));
    // A module that failed may be there the next time.
    module.catch(() => loading.delete(name));
    loading.set(name, module);
  }
  return loading.get(name);
}

async function load(folder) {
  const bytes = fetch(new URL("tileray_bg.wasm", folder));
  const glue = await import(new URL("tileray.js", folder));
  const { memory } = await glue.default({ module_or_path: bytes });
  glue.report_panics();
  return { glue, memory };
}

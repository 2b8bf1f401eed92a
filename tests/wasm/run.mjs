// Runs a module in Node: node run.mjs MODULE
//
// `tileray_wasm.wasm` has rays in a cave. `golden.wasm` has the rows of the golden table, which take minutes without
// optimization.
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const { memory, ...functions } = instance.exports;
const unsigned = (hash) => BigInt.asUintN(64, hash);
const digits = (hash) => hash.toString(16).padStart(16, "0");

let differ = 0;
const compare = (name, hash, expected) => {
  differ += hash === expected ? 0 : 1;
  console.log(`${name.padEnd(28)} ${digits(hash)} ${hash === expected ? "same" : `DIFFERS from ${digits(expected)}`} `);
};
if (functions.cave_hash) {
  compare("rays in the cave", unsigned(functions.cave_hash()), unsigned(functions.expected_hash()));
}
const rows = functions.row_count?.() ?? 0;
for (let row = 0; row < rows; row++) {
  const start = functions.row_name(row);
  const name = new TextDecoder().decode(memory.buffer.slice(start, start + functions.row_name_length(row)));
  compare(name, unsigned(functions.row_hash(row)), unsigned(functions.expected_row_hash(row)));
}
console.log(`${differ} differ`);
process.exit(differ === 0 ? 0 : 1);

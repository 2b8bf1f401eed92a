// Compares the rows of the golden table in Node: node run.mjs MODULE [WORDS]. With words, only the rows whose names contain them:
// without optimization, all take minutes.
import { readFile } from "node:fs/promises";

const [, , module, words = ""] = process.argv;
const { instance } = await WebAssembly.instantiate(await readFile(module), {});
const { memory, ...functions } = instance.exports;
const unsigned = (hash) => BigInt.asUintN(64, hash);
const digits = (hash) => hash.toString(16).padStart(16, "0");

let [asked, differ] = [0, 0];
const compare = (name, hash, expected) => {
  asked += 1;
  differ += hash === expected ? 0 : 1;
  console.log(`${name.padEnd(28)} ${digits(hash)} ${hash === expected ? "same" : `DIFFERS from ${digits(expected)}`}`);
};
for (let row = 0; row < functions.row_count(); row++) {
  const start = functions.row_name(row);
  const name = new TextDecoder().decode(memory.buffer.slice(start, start + functions.row_name_length(row)));
  if (name.includes(words)) compare(name, unsigned(functions.row_hash(row)), unsigned(functions.expected_row_hash(row)));
}
console.log(`${differ} of ${asked} differ`);
process.exit(asked > 0 && differ === 0 ? 0 : 1);

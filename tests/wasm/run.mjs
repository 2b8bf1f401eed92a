// Runs the module in Node: node run.mjs tileray_wasm.wasm
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const [hash, expected] = ["cave_hash", "expected_hash"].map((name) => BigInt.asUintN(64, instance.exports[name]()));
console.log(`the cave in WebAssembly: 0x${hash.toString(16)}, expected 0x${expected.toString(16)}`);
process.exit(hash === expected ? 0 : 1);

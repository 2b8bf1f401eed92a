// The list of checks, and what came of each.

import { cpus, loadavg } from "node:os";

export class Checks {
  passed = 0;
  failed = 0;

  /** Does one check; what it throws is its failure. */
  async check(name, work) {
    try {
      const note = await work();
      this.passed += 1;
      console.log(`ok      ${name}${note ? `: ${note}` : ""}`);
    } catch (error) {
      this.failed += 1;
      console.log(`FAILED  ${name}: ${error.message}`);
    }
  }

  /** Prints the result, and returns whether all is well. */
  end() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0;
  }
}

/**
 * Throws unless a measured speed reaches its target, and returns a text of both.
 *
 * A machine that has more to do than it has processors tells nothing about the page, so a target that is missed there is
 * reported and not judged.
 */
export function expectSpeed(isReached, text) {
  const [load] = loadavg();
  if (isReached) return text;
  expect(load > cpus().length, text);
  return `${text}: NOT REACHED, and not judged at a load of ${load.toFixed(1)}`;
}

/** Throws unless a condition holds. */
export function expect(condition, text) {
  if (!condition) throw new Error(text);
}

// The list of checks, and what came of each.

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

/** Throws unless a condition holds. */
export function expect(condition, text) {
  if (!condition) throw new Error(text);
}

// Work that takes seconds, beside the page: the million hits, the recorded course.

import { loadModule } from "./bundle.js";
import { fetchGame, pageFiles } from "./files.js";

async function million(glue, report) {
  const hits = new glue.MillionHits();
  const start = performance.now();
  while (!hits.done) {
    report({ hits: hits.step(40), wanted: hits.wanted });
  }
  const result = { hash: hits.hash, expected: hits.expected, hits: hits.wanted, seconds: (performance.now() - start) / 1000 };
  hits.free();
  return result;
}

async function course(glue) {
  const files = pageFiles(glue, await fetchGame());
  const start = performance.now();
  const [steps, coins, end, hash, expected] = glue.play_course(files);
  files.free();
  return { steps, coins, won: end === "won", hash, expected, seconds: (performance.now() - start) / 1000 };
}

const tasks = { million, course };
self.onmessage = async ({ data: { task, vectors } }) => {
  try {
    const { glue } = await loadModule("full", vectors);
    const result = await tasks[task](glue, (progress) => self.postMessage({ task, progress }));
    self.postMessage({ task, result });
  } catch (error) {
    self.postMessage({ task, error: String(error?.message ?? error) });
  }
};

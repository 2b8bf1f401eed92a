// Work that takes seconds, beside the page: the race, the million hits, the recorded course.

import { loadModule } from "./bundle.js";
import { CAVE, fetchGame, fetchMap, pageFiles } from "./files.js";
import { castAll } from "./pixel-loop.js";

const RAYS = 100_000;
/** The passes of a contestant; the quickest counts. */
const PASSES = 9;

/** Returns the milliseconds of the quickest pass. */
function quickest(cast) {
  let best = Infinity;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const start = performance.now();
    cast();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function race(glue) {
  const files = pageFiles(glue, await fetchMap(CAVE));
  const contest = new glue.Race(files, CAVE, RAYS);
  const [pixels, ends, answers] = [contest.pixels(), contest.ends(), new Int32Array(RAYS)];
  const library = quickest(() => contest.cast_by_library());
  const loop = quickest(() => contest.cast_by_loop());
  const script = quickest(() => castAll(pixels, contest.width, ends, answers));
  const result = { library, loop, script, rays: RAYS, hits: contest.hit_count, differences: contest.differences(answers) };
  contest.free();
  files.free();
  return result;
}

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
  const end = glue.Course.play(files);
  const { steps, coins, won, hash, expected } = end;
  files.free();
  return { steps, coins, won, hash, expected, seconds: (performance.now() - start) / 1000 };
}

const tasks = { race, million, course };
self.onmessage = async ({ data: { task, vectors } }) => {
  try {
    const { glue } = await loadModule("full", vectors);
    const result = await tasks[task](glue, (progress) => self.postMessage({ task, progress }));
    self.postMessage({ task, result });
  } catch (error) {
    self.postMessage({ task, error: String(error?.message ?? error) });
  }
};

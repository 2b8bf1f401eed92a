// The section that checks the visitor's machine. A worker does the work, so the page stays smooth.

import { hasVectors } from "./bundle.js";

let worker;
/** What waits for the worker, by task. */
const waiting = new Map();

/** Runs a task of the worker. */
function run(task, onProgress = () => {}) {
  worker ??= new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    const asked = waiting.get(data.task);
    if (!asked) return;
    if (data.progress) return asked.onProgress(data.progress);
    waiting.delete(data.task);
    if (data.error) asked.reject(new Error(data.error));
    else asked.resolve(data.result);
  };
  worker.onerror = () => {
    waiting.forEach(({ reject }) => reject(new Error("the worker does not start")));
    waiting.clear();
  };
  return new Promise((resolve, reject) => {
    waiting.set(task, { resolve, reject, onProgress });
    worker.postMessage({ task, vectors: hasVectors() });
  });
}

const count = new Intl.NumberFormat("en-US");

/** Runs a task by its button, which is off meanwhile. */
function onPress(button, status, work) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work();
    } catch (error) {
      status.textContent = `This failed: ${error.message}`;
      status.dataset.state = "bad";
    } finally {
      button.disabled = false;
    }
  });
}

/** Shows two hashes, and whether they are the same. */
function showHash(status, { hash, expected }, text) {
  const same = hash === expected;
  status.dataset.state = same ? "good" : "bad";
  status.dataset.hash = hash;
  status.textContent = same ? `${text} The same as in native code.` : `${text} Native code has ${expected}.`;
}

/** Makes the buttons of the section work. */
export function startChecks(section) {
  const find = (id) => section.querySelector(id);
  onPress(find("#million"), find("#million-status"), async () => {
    const [status, progress] = [find("#million-status"), find("#million-progress")];
    status.textContent = "Casting …";
    progress.hidden = false;
    const result = await run("million", ({ hits, wanted }) => (progress.value = hits / wanted));
    progress.hidden = true;
    showHash(status, result, `Hash ${result.hash}, in ${result.seconds.toFixed(1)} s.`);
  });
  onPress(find("#course"), find("#course-status"), async () => {
    const status = find("#course-status");
    status.textContent = "Playing …";
    const result = await run("course");
    const end = result.won ? `the flag, ${result.coins} coins` : "no flag";
    showHash(status, result, `${count.format(Number(result.steps))} steps, ${end}; hash ${result.hash}.`);
  });
}

// The page: loads the module, shows the first picture, then connects the rest.

import { hasVectors } from "./bundle.js";
import { showCode } from "./code.js";
import { Controls } from "./controls.js";
import { startChecks } from "./check.js";
import { Show } from "./show.js";

const find = (selector) => document.querySelector(selector);

async function start() {
  const vectors = hasVectors();
  const show = new Show(find("#screen"));
  await show.open();
  const first = performance.now();
  document.documentElement.dataset.firstRay = first.toFixed(0);
  find("#loading").remove();
  show.start();
  const controls = new Controls(show, document.body);
  const code = find("#code-text");
  controls.onScene = (scene) => showCode(code, scene);
  await showCode(code, show.scene);
  startChecks(find("#check"));
  find("#facts").textContent =
    `First ray after ${(first / 1000).toFixed(2)} s. ${vectors ? "With" : "Without"} vectors of 128 bits (simd128).`;
  show.canvas.focus({ preventScroll: true });
  document.documentElement.dataset.ready = "yes";
  // Frames may leave the browser no idle time, so this does not wait for any.
  const upgraded = () => {
    document.documentElement.dataset.full = "yes";
    show.greet();
  };
  setTimeout(() => show.upgrade().finally(upgraded), 300);
  // For the test of the page, which looks at the state of the scenes.
  self.tileray = { show, controls };
}

start().catch((error) => {
  find("#loading").textContent = `The page cannot start: ${error?.message ?? error}`;
  find("#loading").dataset.state = "bad";
  console.error(error);
});

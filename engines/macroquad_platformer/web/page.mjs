// Plays the page in Chromium: node page.mjs FOLDER-OF-THE-SITE FOLDER-OF-PICTURES
//
// WebGL is drawn by the processor, as there may be no graphics card.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Browser, Driver, sleep } from "../../../web/tests/browser.mjs";
import { Checks } from "../../../web/tests/checks.mjs";

const [site, pictures] = process.argv.slice(2);
const KINDS = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
const [RIGHT, DOWN] = ["\uE014", "\uE015"];

const server = createServer(async ({ url }, answer) => {
  const name = url === "/" ? "index.html" : url.slice(1);
  const kind = KINDS[name.split(".").pop()];
  try {
    if (!kind || name.includes("/")) throw new Error("no such file");
    answer.writeHead(200, { "content-type": kind }).end(await readFile(join(site, name)));
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const checks = new Checks();
const driver = await Driver.start();
const browser = await Browser.open(driver, { width: 1280, height: 720, flags: ["--enable-unsafe-swiftshader"] });

/** Returns the parts of a rectangle of the window that are not black, and the sum of its colors. */
async function look({ x, y, width, height }) {
  const data = await browser.call("GET", "/screenshot");
  return browser.run(
    async (data, x, y, width, height) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.drawImage(image, -x, -y);
      const bytes = context.getImageData(0, 0, width, height).data;
      let [seen, sum] = [0, 0];
      for (let index = 0; index < bytes.length; index += 4) {
        const color = bytes[index] + bytes[index + 1] + bytes[index + 2];
        seen += color > 0;
        sum += color * (index + 1);
      }
      return { seen: seen / (width * height), sum };
    },
    data, x, y, width, height,
  );
}

const whole = { x: 0, y: 0, width: 1280, height: 720 };
/** Rock alone: it is still unless the view moves. */
const rock = { x: 0, y: 620, width: 1280, height: 100 };
try {
  await browser.go(`http://127.0.0.1:${server.address().port}/`);
  await checks.check("the cave is drawn", async () => {
    const end = Date.now() + 20_000;
    for (;;) {
      const { seen } = await look(whole);
      if (seen > 0.95) break;
      if (Date.now() > end) throw new Error(`only ${seen} of the page has a color`);
      await sleep(200);
    }
    await sleep(1500);
    await browser.shoot(pictures, "start");
  });
  // The hero has left the conveyor, and stands on the ground beside it.
  await checks.check("the hero walks while a key is held", async () => {
    const [before, still] = [await look(rock), await look(rock)];
    if (before.sum !== still.sum) throw new Error("the view moves by itself");
    await browser.press(RIGHT, 700);
    await sleep(500);
    const after = await look(rock);
    if (before.sum === after.sum) throw new Error("the view stands still");
    await browser.shoot(pictures, "walked");
  });
  await checks.check("the beam digs beside the feet", async () => {
    // Four pixels of the page for one of the level; the feet are 7 pixels below the middle.
    const around = { x: 640 + 30, y: 360 + 30, width: 60, height: 60 };
    const before = await look(around);
    const actions = [
      { type: "keyDown", value: DOWN }, { type: "keyDown", value: "x" }, { type: "pause", duration: 300 },
      { type: "keyUp", value: "x" }, { type: "keyUp", value: DOWN },
    ];
    await browser.call("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
    await sleep(300);
    const after = await look(around);
    await browser.shoot(pictures, "dug");
    if (before.sum === after.sum) throw new Error("nothing was dug");
  });
  await checks.check("frames follow each other", async () => {
    const rate = await browser.run(
      () =>
        new Promise((resolve) => {
          let [count, start] = [0, performance.now()];
          const next = () => {
            count += 1;
            const passed = performance.now() - start;
            if (passed > 2000) resolve((1000 * count) / passed);
            else requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }),
    );
    console.log(`${rate.toFixed(0)} frames a second`);
    if (rate < 5) throw new Error(`${rate} frames a second`);
  });
  await checks.check("the console is empty", async () => {
    const complaints = await browser.complaints();
    if (complaints.length > 0) throw new Error(complaints.join("; "));
  });
} finally {
  await browser.close();
  driver.stop();
  server.close();
}
process.exitCode = checks.end() ? 0 : 1;

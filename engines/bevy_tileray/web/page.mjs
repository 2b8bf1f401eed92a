// Plays the example `platformer` in Chromium: node page.mjs FOLDER-OF-THE-SITE FOLDER-OF-PICTURES
//
// WebGL 2 is drawn by the processor, as there may be no graphics card.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { Browser, Driver, sleep } from "../../../web/tests/browser.mjs";
import { Checks } from "../../../web/tests/checks.mjs";

const [site, pictures] = process.argv.slice(2);
const KINDS = { html: "text/html", js: "text/javascript", wasm: "application/wasm", png: "image/png" };
const RIGHT = "\uE014";

/** The files that the page asked for, with what became of each. */
const asked = new Map();
const server = createServer(async ({ url }, answer) => {
  const name = normalize(url === "/" ? "/index.html" : url).slice(1);
  try {
    const file = await readFile(join(site, name));
    answer.writeHead(200, { "content-type": KINDS[name.split(".").pop()] ?? "text/plain" }).end(file);
    asked.set(name, 200);
  } catch {
    answer.writeHead(404).end();
    asked.set(name, 404);
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const checks = new Checks();
const driver = await Driver.start();
const flags = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await Browser.open(driver, { width: 640, height: 360, flags });

/** Returns how many colors the window shows, and a sum that another picture has not. */
async function look() {
  const data = await browser.call("GET", "/screenshot");
  return browser.run(
    async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
      return { colors: new Set(pixels).size, sum: pixels.reduce((sum, pixel, index) => (sum + pixel * (index + 1)) % 1e9, 0) };
    },
    data,
  );
}

try {
  await browser.go(`http://127.0.0.1:${server.address().port}/`);
  await checks.check("the cave is drawn", async () => {
    const end = Date.now() + 120_000;
    for (;;) {
      const { colors } = await look();
      if (colors > 40) break;
      if (Date.now() > end) throw new Error(`only ${colors} colors after two minutes: ${await browser.complaints()}`);
      await sleep(500);
    }
    await sleep(3000);
    await browser.shoot(pictures, "start");
  });
  await checks.check("the level comes over HTTP, file by file", async () => {
    for (const name of ["maps/cave.tmx", "assets/cave.tsx", "assets/cave.png", "assets/machines.png"]) {
      if (asked.get(name) !== 200) throw new Error(`${name}: ${asked.get(name)}; asked for ${[...asked.keys()]}`);
    }
  });
  await checks.check("the hero walks while a key is held", async () => {
    const [before, still] = [await look(), await look()];
    if (before.sum !== still.sum) throw new Error("the view moves by itself");
    await browser.press(RIGHT, 1500);
    await sleep(1500);
    const after = await look();
    await browser.shoot(pictures, "walked");
    if (before.sum === after.sum) throw new Error("the view stands still");
  });
  await checks.check("frames follow each other", async () => {
    const rate = await browser.run(
      () =>
        new Promise((resolve) => {
          let [count, start] = [0, performance.now()];
          const next = () => {
            count += 1;
            const passed = performance.now() - start;
            if (passed > 4000) resolve((1000 * count) / passed);
            else requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }),
    );
    console.log(`${rate.toFixed(1)} frames a second`);
    if (rate < 1) throw new Error(`${rate} frames a second`);
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

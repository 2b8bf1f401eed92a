// Opens the page in Chromium: node page.mjs FOLDER-OF-THE-SITE FOLDER-OF-PICTURES

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { Browser, Driver } from "../../../web/tests/browser.mjs";
import { Checks } from "../../../web/tests/checks.mjs";

const [site, pictures] = process.argv.slice(2);
const expected = [
  "assets/sprites/hero.png: 1120 pixels, hit at [24.5, 3], 1087 pixels left",
  "maps/cave.tmx: 1678479 pixels, hit at [1920.5, 0], 1678440 pixels left",
  "maps/formats/level.ldtk#cellar: 113072 pixels, hit at [320.5, 0], 113033 pixels left",
  "maps/formats/level.ldtk: 113072 pixels, hit at [320.5, 0], 113033 pixels left",
];
const KINDS = { html: "text/html", js: "text/javascript", wasm: "application/wasm", png: "image/png" };

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
const browser = await Browser.open(driver, { width: 900, height: 300 });

try {
  await browser.go(`http://127.0.0.1:${server.address().port}/`);
  let lines = [];
  await checks.check("all levels are told", async () => {
    await browser.until((count) => document.querySelectorAll("p").length >= count, expected.length);
    lines = await browser.run(() => [...document.querySelectorAll("p")].map((line) => line.textContent));
    await browser.shoot(pictures, "levels");
  });
  await checks.check("their pixels and hits are the known ones", async () => {
    const [here, there] = [expected, lines].map((lines) => [...lines].sort().join("\n"));
    if (here !== there) throw new Error(`${there}\ninstead of\n${here}`);
  });
  await checks.check("they come over HTTP, file by file", async () => {
    for (const name of ["maps/cave.tmx", "assets/cave.tsx", "assets/cave.png", "maps/formats/level.ldtk", "maps/formats/tiles.png"]) {
      if (asked.get(name) !== 200) throw new Error(`${name}: ${asked.get(name)}; asked for ${[...asked.keys()]}`);
    }
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

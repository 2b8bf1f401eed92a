// Levels of the visitor, in the bundle without vectors: dropped files and folders, faults that are named.

import { fileURLToPath } from "node:url";
import { readFile } from "node:fs/promises";
import { expect } from "./checks.mjs";
import { checkHashes, lookAt, pointOn } from "./desktop.mjs";
import { sleep } from "./browser.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Does something that opens a level, and waits for its end; returns the fault, or null. */
async function faultAfter(browser, open) {
  const before = await browser.run(() => tileray.controls.attempts);
  await open();
  await browser.until((before) => tileray.controls.attempts > before, before);
  await sleep(200);
  return browser.run(() => {
    const fault = document.querySelector("#fault");
    return fault.hidden ? null : fault.textContent.trim();
  });
}

/** Drops files that are made in the page. */
const dropMade = (browser, files) =>
  browser.run((files) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of files) transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, files);

export async function checkDrops({ browser, checks, shoot }) {
  const middle = await pointOn(browser, 0.5, 0.5);
  const dropped = (...paths) => faultAfter(browser, () => browser.dropFiles(paths.map((path) => root + path), middle));
  const shown = () => browser.run(() => [...document.querySelector("#map").selectedOptions].map(({ text }) => text)[0]);

  await checks.check("the bundle without vectors is taken", async () => {
    const names = await browser.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(names.some((name) => name.endsWith("first/plain/tileray_bg.wasm")), names.join(" "));
  });
  await checks.check("a PNG is a map of one tile", async () => {
    const fault = await dropped("assets/sprites/hero.png");
    expect(fault === null && (await shown()) === "hero.png", fault);
    expect((await lookAt(browser)).colors > 20, "it is not shown");
    await shoot("png");
  });
  await checks.check("a TMX without its picture names the file", async () => {
    const fault = await dropped("maps/formats/level-csv.tmx");
    expect(fault?.includes("tiles.tsx") && fault.includes("folder"), fault ?? "there is no fault");
    await shoot("fault");
    return fault;
  });
  await checks.check("a TMX with its files opens", async () => {
    const fault = await dropped("maps/formats/level-csv.tmx", "maps/formats/tiles.tsx", "maps/formats/tiles.png");
    expect(fault === null && (await shown()) === "level-csv.tmx", fault);
    await shoot("tmx");
  });
  await checks.check("a map and its pictures without their folders open", async () => {
    const sets = ["cave", "cave-back", "cave-props", "machines"].flatMap((set) => [`assets/${set}.tsx`, `assets/${set}.png`]);
    const fault = await dropped("maps/cave.tmx", ...sets);
    expect(fault === null, fault);
  });
  await checks.check("TMJ and LDtk open", async () => {
    for (const level of ["level.tmj", "level.ldtk"]) {
      const sets = ["tiles.tsj", "tiles.tsx", "tiles.png"].map((file) => `maps/formats/${file}`);
      const fault = await dropped(`maps/formats/${level}`, ...sets);
      expect(fault === null && (await shown()) === level, `${level}: ${fault}`);
    }
    await shoot("ldtk");
  });
  await checks.check("a folder opens, with all its levels in the list", async () => {
    const fault = await dropped("maps/formats");
    const count = await browser.run(() => document.querySelectorAll("#own-maps option").length);
    expect(fault === null && count > 5, fault ?? `${count} levels`);
    const second = await faultAfter(browser, () =>
      browser.run(() => {
        const select = document.querySelector("#map");
        select.value = "formats/level-external.ldtk";
        select.dispatchEvent(new Event("change"));
      }),
    );
    expect(second === null, second);
    return `${count} levels`;
  });
  await checks.check("files that are chosen in the dialog open", async () => {
    const fault = await faultAfter(browser, () => browser.type("#files", `${root}assets/sprites/bat.png`));
    expect(fault === null && (await shown()) === "bat.png", fault);
  });
  await checks.check("files that a script drops open too", async () => {
    const picture = (await readFile(`${root}assets/sprites/key.png`)).toString("base64");
    const fault = await faultAfter(browser, () => dropMade(browser, [["key.png", picture]]));
    expect(fault === null && (await shown()) === "key.png", fault);
  });
  await checks.check("a file that is no level is refused, and the map stays", async () => {
    const fault = await dropped("README.md");
    expect(fault?.includes(".tmx"), fault ?? "there is no fault");
    const broken = await faultAfter(browser, () => dropMade(browser, [["broken.png", btoa("not a picture")]]));
    expect(broken?.includes("broken.png"), broken ?? "there is no fault");
    expect((await lookAt(browser)).colors > 20, "the map is gone");
  });
  await checkHashes({ browser, checks });
}

// The page in a window of a desktop: mouse, keys, scenes, hashes.

import { expect, expectSpeed } from "./checks.mjs";
import { sleep } from "./browser.mjs";

/** The milliseconds from the start of loading to the first picture, at most; the best of three loads. */
const FIRST_RAY = 1000;
/** Pictures a second, at least; the browser shows 60. */
const FRAMES = 57;

/** Returns the number of colors in the picture, and a sum of its pixels. */
export const lookAt = (browser) =>
  browser.run(() => {
    const canvas = document.querySelector("#screen");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    let sum = 0;
    for (const pixel of pixels) sum = (Math.imul(sum, 31) + pixel) | 0;
    return { colors: new Set(pixels).size, sum, width: canvas.width, height: canvas.height };
  });

/** Returns a point of the picture, by its part of the width and of the height. */
export const pointOn = (browser, x, y) =>
  browser.run(
    (x, y) => {
      const box = document.querySelector("#screen").getBoundingClientRect();
      return [box.left + x * box.width, box.top + y * box.height];
    },
    x,
    y,
  );

/** Counts the pictures of some seconds, the best of three tries. */
async function countFrames(browser) {
  let best = 0;
  for (let attempt = 0; attempt < 3 && best < FRAMES; attempt += 1) {
    const before = await browser.run(() => [tileray.show.frames, performance.now()]);
    await sleep(3000);
    const after = await browser.run(() => [tileray.show.frames, performance.now()]);
    best = Math.max(best, ((after[0] - before[0]) / (after[1] - before[1])) * 1000);
  }
  return best;
}

const chosen = (browser, scene) => browser.until((scene) => tileray.show.scene === scene, scene);

async function checkRays({ browser, checks, shoot }) {
  await checks.check("the first ray comes within a second", async () => {
    const times = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (attempt > 0) {
        await browser.devTools("Network.clearBrowserCache");
        await browser.call("POST", "/refresh", {});
        await browser.until(() => document.documentElement.dataset.full === "yes");
      }
      times.push(Number(await browser.run(() => document.documentElement.dataset.firstRay)));
    }
    const best = Math.min(...times);
    expect(best > 0, "no first ray was noted");
    return expectSpeed(best < FIRST_RAY, `${times.join(", ")} ms`);
  });
  await checks.check("the bundle with vectors is taken", async () => {
    const names = await browser.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(names.some((name) => name.endsWith("first/simd/tileray_bg.wasm")), names.join(" "));
  });
  await checks.check("the scene of rays is drawn", async () => {
    const { colors } = await lookAt(browser);
    expect(colors > 200, `${colors} colors`);
  });
  await checks.check("the beam follows the mouse", async () => {
    await browser.press(" ");
    await browser.move(await pointOn(browser, 0.3, 0.4));
    await browser.press(" ");
    await sleep(300);
    const first = await lookAt(browser);
    await browser.move(await pointOn(browser, 0.7, 0.6));
    await sleep(300);
    expect((await lookAt(browser)).sum !== first.sum, "the picture is the same");
  });
  await checks.check("a drag carves, the right button fills, undo takes it back", async () => {
    const path = [await pointOn(browser, 0.55, 0.75), await pointOn(browser, 0.7, 0.75)];
    await browser.drag(path);
    await sleep(100);
    await browser.drag(path, 2);
    await sleep(100);
    await shoot("rays");
    for (const expected of ["undid a stroke", "undid a stroke", "there is nothing to undo"]) {
      await browser.run(() => document.querySelector("[data-key=KeyU]").click());
      await sleep(100);
      const message = await browser.run(() => tileray.show.rays.message);
      expect(message === expected, `${message} where it should be: ${expected}`);
    }
  });
  await checks.check("the wheel zooms with Alt, and scrolls the page without", async () => {
    const zoom = () => browser.run(() => Number(document.querySelector("[data-control=zoom]").value));
    const middle = await pointOn(browser, 0.5, 0.5);
    const before = await zoom();
    await browser.wheel(middle, -120, "\uE00A");
    await sleep(300);
    expect((await zoom()) === before + 1, `zoom ${before} becomes ${await zoom()}`);
    await browser.wheel(middle, 120, "\uE00A");
    await sleep(300);
    expect((await zoom()) === before && (await browser.run(() => scrollY)) === 0, `zoom ${await zoom()}`);
    await browser.wheel(middle, 120);
    await browser.until(() => scrollY > 0);
    expect((await zoom()) === before, "the wheel zooms too");
    await browser.run(() => self.scrollTo({ top: 0, behavior: "instant" }));
  });
  await checks.check("keys are listed and turn the maps", async () => {
    await browser.run(() => document.querySelector("#screen").focus());
    for (const [key, map] of [["n", "maps/cave.tmx"], ["\uE003", "maps/town.tmx"]]) {
      await browser.press(key);
      await browser.until((map) => tileray.controls.map === map, map);
    }
    await browser.press("h");
    await sleep(200);
    await shoot("keys");
    await browser.press("h");
  });
  await checks.check("tooltips say what is done, and then the key", async () => {
    const faults = await browser.run(() =>
      [...document.querySelectorAll(".tools button, #knobs button, #knobs input, #knobs select")]
        .map(({ title, textContent }) => [title, textContent])
        .filter(([title]) => !/^[A-Z].{9,}?( \(keys? .+\))?$/.test(title) || /^Keys? /.test(title))
        .map(([title, text]) => `${text}: ${title}`),
    );
    expect(faults.length === 0, faults.join("; "));
  });
  await checks.check("a pixel of the picture is a square of whole pixels of the screen", async () => {
    for (const side of [1, 2, 3, 1]) {
      const [across, down, drawn] = await browser.run((side) => {
        const { screen, canvas } = tileray.show;
        screen.change(side);
        tileray.show.draw(0);
        const box = canvas.getBoundingClientRect();
        return [(box.width * devicePixelRatio) / canvas.width, (box.height * devicePixelRatio) / canvas.height, canvas.width];
      }, side);
      await shoot(`side-${side}`);
      expect(Math.abs(across - side) < 1e-3 && Math.abs(down - side) < 1e-3 && drawn > 99, `${across} and ${down} for ${side}`);
    }
  });
  await checks.check("the slider and the keys change the same number of rays", async () => {
    const rays = (value) => browser.until((value) => document.querySelector("[data-control=rays]").value === value, value);
    await browser.run(() => {
      const slider = document.querySelector("[data-control=rays]");
      slider.value = 6;
      slider.dispatchEvent(new Event("input"));
    });
    await sleep(300);
    await rays("6");
    await browser.run(() => document.querySelector("#screen").focus());
    await browser.press("+");
    await rays("7");
    await browser.run(() => tileray.show.rays.set_control("rays", 20));
  });
  await checks.check("switches show what keys changed", async () => {
    const trace = (pressed) => browser.until((pressed) => document.querySelector("[data-control=trace]").ariaPressed === pressed, pressed);
    await trace("false");
    await browser.press("b");
    await trace("true");
    await shoot("trace");
    await browser.run(() => document.querySelector("[data-control=trace]").click());
    await trace("false");
  });
  await checks.check("other maps are fetched when they are asked for", async () => {
    for (const map of ["maps/open.tmx", "maps/infinite.tmx", "maps/rings.tmx", "maps/cave.tmx", "maps/town.tmx"]) {
      const before = await lookAt(browser);
      await browser.run((map) => {
        const select = document.querySelector("#map");
        select.value = map;
        select.dispatchEvent(new Event("change"));
      }, map);
      await sleep(700);
      expect(await browser.run(() => document.querySelector("#fault").hidden), `${map} has a fault`);
      expect((await lookAt(browser)).sum !== before.sum, `${map} is not shown`);
      if (map.includes("cave")) await shoot("cave");
    }
  });
  await checks.check("60 pictures a second", async () => {
    const rate = await countFrames(browser);
    const size = await browser.run(() => `${tileray.show.screen.width}x${tileray.show.screen.height}`);
    return expectSpeed(rate >= FRAMES, `${rate.toFixed(1)} at ${size}`);
  });
}

async function checkScenes({ browser, checks, shoot }) {
  for (const scene of ["shapes", "sprites"]) {
    await checks.check(`the scene of ${scene} is drawn, and a drag moves a body`, async () => {
      await browser.click(`[data-scene=${scene}]`);
      await chosen(browser, scene);
      await sleep(400);
      expect((await lookAt(browser)).colors > 30, "there is no picture");
      await browser.drag([await pointOn(browser, 0.5, 0.5), await pointOn(browser, 0.6, 0.6)]);
      await sleep(200);
      await shoot(scene);
    });
  }
  await checks.check("the game starts, and the hero runs", async () => {
    await browser.click("[data-scene=game]");
    await chosen(browser, "game");
    await sleep(600);
    await shoot("title");
    await browser.press("\uE007");
    await browser.until(() => tileray.show.game.screen === "playing");
    await browser.press("\uE014", 900);
    await shoot("game");
    expect((await browser.run(() => tileray.show.game.time)) > 30, "no time passes");
    await browser.press("p");
    await browser.until(() => tileray.show.game.screen === "paused");
    await browser.drag([await pointOn(browser, 0.5, 0.5)]);
    await browser.until(() => tileray.show.game.screen === "playing");
  });
  await checks.check("a gamepad pauses the game, goes on, and runs", async () => {
    const hold = (buttons, x) =>
      browser.run(
        (down, x) => {
          const buttons = Array.from({ length: 16 }, (_, index) => ({ pressed: down.includes(index) }));
          navigator.getGamepads = () => [null, { mapping: "standard", buttons, axes: [x, 0, 0, 0] }];
        },
        buttons,
        x,
      );
    for (const screen of ["paused", "playing"]) {
      await hold([9], 0);
      await browser.until((screen) => tileray.show.game.screen === screen, screen);
      await hold([], 0);
      await sleep(100);
    }
    const held = () => browser.run(() => [...tileray.show.pads.held].sort().join(" "));
    for (const [buttons, x, expected] of [
      [[0], 0.4, "Space"],
      [[1], 0.6, "ArrowRight KeyQ KeyX"],
      [[13], 0.4, "ArrowDown ArrowRight"],
      [[], -0.9, "ArrowLeft"],
      [[], 0.1, ""],
    ]) {
      await hold(buttons, x);
      await sleep(100);
      expect((await held()) === expected, `${await held()} where it should be: ${expected}`);
    }
    await browser.run(() => delete navigator.getGamepads);
  });
  await checks.check("the recorded course plays", async () => {
    await browser.click("#watch");
    await browser.until(() => tileray.show.game.screen === "playing" && tileray.show.game.time > 60);
    const rate = await countFrames(browser);
    await shoot("course");
    return expectSpeed(rate >= FRAMES, `${rate.toFixed(1)} pictures a second`);
  });
  await browser.click("[data-scene=rays]");
}

/** Checks the hash of a million hits and of the recorded course. */
export async function checkHashes({ browser, checks }) {
  for (const [id, hash] of [["million", "56e0778314d93b43"], ["course", null]]) {
    await checks.check(`the hash of ${id === "million" ? "1,000,000 hits" : "the recorded course"} is the native one`, async () => {
      await browser.run((id) => document.querySelector(`#${id}`).scrollIntoView({ behavior: "instant", block: "center" }), id);
      await browser.click(`#${id}`);
      const state = await browser.until((id) => document.querySelector(`#${id}-status`).dataset.state, id);
      const text = await browser.run((id) => document.querySelector(`#${id}-status`).textContent, id);
      expect(state === "good" && (hash === null || text.includes(hash)), text);
      return text;
    });
  }
}

async function checkCode({ browser, checks, shoot }) {
  await checks.check("the Rust behind the scene is shown", async () => {
    await browser.run(() => document.querySelector("#code").scrollIntoView({ behavior: "instant" }));
    await shoot("code");
    const lines = await browser.run(() => document.querySelector("#code-text").textContent.split("\n").length);
    expect(lines >= 10 && lines <= 18, `${lines} lines`);
  });
  await browser.run(() => self.scrollTo({ top: 0, behavior: "instant" }));
}

async function checkWindow({ browser, checks, shoot }) {
  await checks.check("the full screen is filled, and left", async () => {
    await browser.click("#full-screen");
    await browser.until(() => document.fullscreenElement?.id === "frame");
    await sleep(300);
    const filled = await browser.run(() => document.querySelector("#screen").clientWidth === innerWidth);
    expect(filled, "the picture is narrower than the screen");
    await shoot("full-screen");
    await browser.click("#leave-screen");
    await browser.until(() => !document.fullscreenElement);
  });
  await checks.check("the picture follows the size of the window", async () => {
    await browser.resize(760, 700);
    await sleep(500);
    const [page, pixels] = await browser.run(() => [document.querySelector("#picture").clientWidth, tileray.show.screen.width]);
    expect(page === 760 - 15 || page === 760, `${page} pixels wide`);
    expect(pixels > 0 && Math.abs(pixels - page * (await browser.run(() => tileray.show.screen.ratio))) < 1, `${pixels} pixels`);
    await shoot("narrow");
    await browser.resize(1280, 800);
    await sleep(500);
  });
  await checks.check("Tab leaves the picture, and what has the focus is seen", async () => {
    await browser.run(() => document.querySelector("#screen").focus());
    await browser.press("\uE004");
    const focus = await browser.run(() => {
      const element = document.activeElement;
      return [element.id, getComputedStyle(element).outlineStyle];
    });
    expect(focus[0] !== "screen" && focus[1] === "solid", focus.join(" "));
  });
  await checks.check("nothing moves by itself where motion is unwanted", async () => {
    const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
    await browser.devTools("Emulation.setEmulatedMedia", { features });
    await browser.click("[data-scene=sprites]");
    await sleep(300);
    // A picture of another size tells nothing: the page looks for the size that the machine can draw.
    let [first, second] = [null, null];
    for (let attempt = 0; attempt < 20 && !(first && first.width === second.width); attempt += 1) {
      first = await lookAt(browser);
      await sleep(400);
      second = await lookAt(browser);
    }
    expect(second.sum === first.sum, "the sprites drift");
    await browser.devTools("Emulation.setEmulatedMedia", { features: [] });
  });
}

export async function checkDesktop(context) {
  await checkRays(context);
  await checkScenes(context);
  await checkHashes(context);
  await checkCode(context);
  await checkWindow(context);
}

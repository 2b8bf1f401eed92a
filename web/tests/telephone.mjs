// The page on a telephone: fingers, a narrow window.

import { expect } from "./checks.mjs";
import { lookAt, pointOn } from "./desktop.mjs";
import { sleep } from "./browser.mjs";

/** Returns the elements that are wider than the window, and buttons that lie on one another. */
const faultsOfLayout = (browser) =>
  browser.run(() => {
    const name = (element) => element.id || element.textContent.trim().slice(0, 20) || element.tagName;
    const all = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
    const wide = all.filter((element) => !element.closest("pre") && element.getBoundingClientRect().right > innerWidth + 1);
    const faults = wide.map((element) => `${name(element)} is too wide`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    const boxes = all.filter((element) => element.matches("button, select, h1, h2, aside p, label"));
    for (const [index, first] of boxes.entries()) {
      for (const second of boxes.slice(index + 1)) {
        if (first.contains(second) || second.contains(first)) continue;
        const [a, b] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) faults.push(`${name(first)} lies on ${name(second)}`);
      }
    }
    return faults;
  });

/** Holds a finger on a button. */
async function hold(browser, selector, milliseconds) {
  const [x, y] = await browser.run((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }, selector);
  await browser.devTools("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await sleep(milliseconds);
  await browser.devTools("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Returns the tools that are shown, but not in the window without scrolling. */
const outOfReach = (browser) =>
  browser.run(() => {
    const tools = [...document.querySelectorAll(".under button, .under label")].filter((tool) => tool.checkVisibility());
    const isIn = ({ top, bottom, left, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return tools.filter((tool) => !isIn(tool.getBoundingClientRect())).map((tool) => tool.textContent.trim());
  });

const value = (browser, id) =>
  browser.run((id) => {
    const control = document.querySelector(`[data-control=${id}]`);
    return control.ariaPressed ?? control.value;
  }, id);

/** Parts two fingers on the picture. */
async function pinch(browser) {
  const [left, right] = [await pointOn(browser, 0.45, 0.5), await pointOn(browser, 0.55, 0.5)];
  for (const [type, by] of [["touchStart", 0], ["touchMove", 20], ["touchMove", 60], ["touchEnd", 0]]) {
    const touchPoints = [
      { id: 0, x: left[0] - by, y: left[1] },
      { id: 1, x: right[0] + by, y: right[1] },
    ];
    await browser.devTools("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : touchPoints });
    await sleep(80);
  }
}

export async function checkTelephone({ browser, checks, shoot }) {
  await checks.check("a finger aims, and carves where that is chosen", async () => {
    const undone = () => browser.run(() => (tileray.show.rays.set_control("undo", 0), tileray.show.rays.message));
    const path = [await pointOn(browser, 0.4, 0.6), await pointOn(browser, 0.6, 0.7), await pointOn(browser, 0.7, 0.5)];
    const before = await lookAt(browser);
    await browser.drag(path);
    await sleep(150);
    expect((await undone()) === "there is nothing to undo", "a finger that aims carves");
    expect((await lookAt(browser)).sum !== before.sum, "the picture is the same");
    await browser.run(() => document.querySelector("[name=brush][value=carve]").click());
    await browser.drag(path);
    await sleep(150);
    await shoot("rays");
    expect((await undone()) === "undid a stroke", "a finger does not carve");
  });
  await checks.check("the texts of the page name no mouse and no keys", async () => {
    const texts = await browser.run(() =>
      [...document.querySelectorAll(".stage p, .stage span, .stage button")]
        .filter((element) => element.checkVisibility() && element.childElementCount === 0)
        .map((element) => element.textContent.trim()),
    );
    const faulty = texts.filter((text) => /mouse|wheel|right button|left button|\bkeys?\b/i.test(text));
    expect(texts.length > 20 && faulty.length === 0, faulty.join("; "));
  });
  await checks.check("two fingers zoom", async () => {
    const before = Number(await value(browser, "zoom"));
    await pinch(browser);
    await sleep(300);
    const after = Number(await value(browser, "zoom"));
    expect(after > before, `zoom ${before} becomes ${after}`);
  });
  for (const scene of ["rays", "shapes", "sprites", "game"]) {
    await checks.check(`the layout of ${scene} fits`, async () => {
      await browser.run((scene) => document.querySelector(`[data-scene=${scene}]`).click(), scene);
      await sleep(700);
      await browser.run(() => self.scrollTo({ top: 0, behavior: "instant" }));
      if (scene !== "rays") await shoot(scene);
      const faults = await faultsOfLayout(browser);
      expect(faults.length === 0, faults.join("; "));
      const far = await outOfReach(browser);
      expect(far.length === 0, `out of reach: ${far.join("; ")}`);
      if (scene === "game") return;
      await browser.run(() => document.querySelector("[data-key=KeyH]").click());
      await sleep(200);
      await shoot(`${scene}-help`);
      await browser.run(() => document.querySelector("[data-key=KeyH]").click());
    });
  }
  await checks.check("a finger sweeps a body, and a button moves it there", async () => {
    await browser.run(() => document.querySelector("[data-scene=shapes]").click());
    await browser.until(() => tileray.show.scene === "shapes");
    await browser.run(() => document.querySelector("[name=grip][value=sweep]").click());
    await browser.drag([await pointOn(browser, 0.4, 0.4), await pointOn(browser, 0.8, 0.3)]);
    await browser.until(() => document.querySelector("[data-control=sweep]").ariaPressed === "true");
    await shoot("sweep");
    const before = (await lookAt(browser)).sum;
    await browser.run(() => document.querySelector("[data-key=Space]").click());
    await sleep(200);
    expect((await lookAt(browser)).sum !== before, "nothing moves");
    await browser.run(() => document.querySelector("[data-scene=game]").click());
    await browser.until(() => tileray.show.scene === "game");
  });
  await checks.check("buttons for fingers play the game", async () => {
    await browser.drag([await pointOn(browser, 0.5, 0.5)]);
    await browser.until(() => tileray.show.game.screen === "playing");
    await browser.run(() => document.querySelector("[data-for=game] [data-key=KeyP]").click());
    await browser.until(() => tileray.show.game.screen === "paused");
    await sleep(100);
    await shoot("paused");
    await browser.run(() => document.querySelector("[data-for=game] [data-key=Enter]").click());
    await browser.until(() => tileray.show.game.screen === "playing");
    await hold(browser, ".cross .right", 700);
    await hold(browser, ".acts [data-hold=Space]", 200);
    await shoot("playing");
    expect((await browser.run(() => tileray.show.game.time)) > 40, "no time passes");
  });
  await checks.check("a telephone on its side has picture and tools side by side", async () => {
    const size = { width: 844, height: 390, deviceScaleFactor: 2, mobile: true };
    await browser.devTools("Emulation.setDeviceMetricsOverride", size);
    for (const scene of ["game", "shapes", "rays"]) {
      await browser.run((scene) => document.querySelector(`[data-scene=${scene}]`).click(), scene);
      await sleep(700);
      await browser.run(() => self.scrollTo({ top: 0, behavior: "instant" }));
      await shoot(`${scene}-side`);
      const far = await outOfReach(browser);
      const [across, down] = await browser.run(() => [document.querySelector("#picture").clientWidth, document.querySelector("#picture").clientHeight]);
      const faults = await faultsOfLayout(browser);
      expect(faults.length === 0, faults.join("; "));
      expect(far.length === 0 && across > 450 && down > 270, `${scene}: ${across}x${down}, out of reach: ${far.join("; ")}`);
    }
    await browser.devTools("Emulation.setDeviceMetricsOverride", { ...size, width: 390, height: 844 });
    await sleep(300);
  });
  for (const section of ["aside", "#check", "#code", "footer"]) {
    await browser.run((selector) => document.querySelector(selector).scrollIntoView({ behavior: "instant" }), section);
    await sleep(500);
    await shoot(section.replace("#", ""));
  }
}

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
  for (const scene of ["rays", "shapes", "sprites", "game"]) {
    await checks.check(`the layout of ${scene} fits`, async () => {
      await browser.run((scene) => document.querySelector(`[data-scene=${scene}]`).click(), scene);
      await sleep(700);
      await browser.run(() => self.scrollTo({ top: 0, behavior: "instant" }));
      if (scene !== "rays") await shoot(scene);
      const faults = await faultsOfLayout(browser);
      expect(faults.length === 0, faults.join("; "));
    });
  }
  await checks.check("buttons for fingers play the game", async () => {
    await browser.run(() => document.querySelector("[data-for=game] [data-key=Enter]").click());
    await browser.until(() => tileray.show.game.screen === "playing");
    await hold(browser, ".cross .right", 700);
    await hold(browser, ".acts [data-hold=Space]", 200);
    await shoot("playing");
    expect((await browser.run(() => tileray.show.game.time)) > 40, "no time passes");
  });
  for (const section of ["aside", "#measure", "#how", "#code", "footer"]) {
    await browser.run((selector) => document.querySelector(selector).scrollIntoView({ behavior: "instant" }), section);
    await sleep(500);
    await shoot(section.replace("#", ""));
  }
}

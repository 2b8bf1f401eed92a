// The first visit, whose tour starts by itself, and later ones.

import { Browser, sleep } from "./browser.mjs";
import { expect } from "./checks.mjs";
import { pointOn } from "./desktop.mjs";

const DESKTOP = { width: 1280, height: 800 };
const TELEPHONE = { width: 390, height: 844, touch: true };

const isTouring = (browser) => browser.run(() => tileray.show.rays.touring);
const isReady = (browser) => browser.until(() => document.documentElement.dataset.full === "yes");

/** Opens the page for the first time; `before` runs in it before its scripts. */
async function visiting({ site, driver }, size, before, work) {
  const browser = await Browser.open(driver, size);
  try {
    if (before) await browser.before(before);
    await browser.go(site);
    await work(browser);
    const complaints = await browser.complaints();
    expect(complaints.length === 0, complaints.join("; "));
  } finally {
    await browser.close();
  }
}

export async function checkVisits({ site, driver, checks, pictures }) {
  const visit = (size, before, work) => visiting({ site, driver }, size, before, work);
  await checks.check("the tour starts by itself at the first visit, and not at the second one", () =>
    visit(DESKTOP, "", async (browser) => {
      await isReady(browser);
      expect(await isTouring(browser), "there is no tour");
      await sleep(700);
      await browser.shoot(pictures, "visit-tour");
      await browser.call("POST", "/refresh", {});
      await isReady(browser);
      await sleep(200);
      expect(!(await isTouring(browser)), "it starts again");
      await browser.run(() => document.querySelector("[data-tour]").click());
      expect(await isTouring(browser), "its button does not start it");
    }),
  );
  await checks.check("a key, a press, another map and another scene end the tour", () =>
    visit(DESKTOP, "", async (browser) => {
      await isReady(browser);
      const start = () => browser.run(() => tileray.show.rays.set_control("tour", 0));
      const ended = async (what) => {
        await sleep(150);
        expect(!(await isTouring(browser)), `it goes on after ${what}`);
      };
      await browser.press("\uE00C");
      await ended("Escape");
      await start();
      await browser.drag([await pointOn(browser, 0.3, 0.3), await pointOn(browser, 0.32, 0.32)]);
      await ended("a press");
      expect((await browser.run(() => document.querySelector("[data-control=pause]").ariaPressed)) === "false", "a key acted");
      await start();
      await browser.run(() => {
        const select = document.querySelector("#map");
        select.selectedIndex = 1;
        select.dispatchEvent(new Event("change"));
      });
      await browser.until(() => tileray.controls.map === "maps/cave.tmx");
      await ended("another map");
      await start();
      await browser.click("[data-scene=shapes]");
      await browser.until(() => tileray.show.scene === "shapes");
      await browser.click("[data-scene=rays]");
      await ended("another scene");
    }),
  );
  await checks.check("the tour waits for no visitor who has begun", () =>
    visit(DESKTOP, "", async (browser) => {
      await browser.until(() => self.tileray);
      await browser.run(() => tileray.show.press("KeyF"));
      await isReady(browser);
      await sleep(200);
      expect(!(await isTouring(browser)), "it starts nevertheless");
    }),
  );
  await checks.check("a browser that remembers nothing shows no tour", () =>
    visit(DESKTOP, `Object.defineProperty(self, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } })`, async (browser) => {
      await isReady(browser);
      await sleep(200);
      expect(!(await isTouring(browser)), "it starts");
    }),
  );
  await checks.check("a finger ends the tour, and aims at once", () =>
    visit(TELEPHONE, "", async (browser) => {
      await isReady(browser);
      await sleep(700);
      await browser.shoot(pictures, "visit-telephone");
      expect(await isTouring(browser), "there is no tour");
      await browser.drag([await pointOn(browser, 0.4, 0.3), await pointOn(browser, 0.5, 0.3)]);
      await sleep(150);
      expect(!(await isTouring(browser)), "it goes on");
    }),
  );
}

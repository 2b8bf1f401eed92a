// What links to the page show: title, description and picture, as hosts of links read them.

import { Browser, sleep } from "./browser.mjs";
import { expect } from "./checks.mjs";
import { pointOn } from "./desktop.mjs";

/** The size of the picture that hosts of links ask for. */
const SIZE = { width: 1200, height: 630 };

export async function checkLinks({ site, driver, checks, pictures }) {
  const browser = await Browser.open(driver, SIZE);
  try {
    await browser.before(`try { localStorage.setItem("tileray-tour", "shown") } catch {}`);
    await browser.go(site);
    await browser.until(() => document.documentElement.dataset.full === "yes");
    await checks.check("links show title, description and picture", async () => {
      const shown = await browser.run(async () => {
        const content = (name) => document.querySelector(`meta[property="og:${name}"]`).content;
        const picture = new Image();
        picture.src = content("image");
        await picture.decode();
        return [content("image"), picture.naturalWidth, picture.naturalHeight, content("title"), content("description")];
      });
      expect(shown[0] === `${site}link.png`, `the picture is at ${shown[0]}`);
      expect(shown[1] === SIZE.width && shown[2] === SIZE.height, `it has ${shown[1]}x${shown[2]} pixels`);
      const [title, description] = await browser.run(() => [document.title, document.querySelector("meta[name=description]").content]);
      expect(title === shown[3] && description === shown[4], "title and description differ from those of the page");
    });
    // A new picture for links. To use it, copy it to `web/page/link.png`.
    await browser.run(() => {
      const style = document.createElement("style");
      style.textContent = `
        html { overflow: hidden }
        #frame { position: fixed; inset: 0; z-index: 9; border: 0; border-radius: 0 }
        #frame * { outline: 0 !important }
        .under { display: none !important }
        .banner { position: absolute; inset: auto 0 0 0; padding: 14px 32px 18px; background: #0d0f16e6; color: #e6e9f2; font-size: 27px }
        .banner b { display: block; color: #ffd27a; font-size: 62px; line-height: 1.15 }`;
      const banner = document.createElement("div");
      banner.className = "banner";
      banner.innerHTML = "<b>Tileray</b>Pixel-exact ray casting in tile maps, for 2D games in Rust";
      document.querySelector("#frame").append(banner, style);
      tileray.show.press("KeyM");
    });
    await sleep(500);
    await browser.move(await pointOn(browser, 0.67, 0.37));
    await sleep(4000);
    await browser.shoot(pictures, "link");
  } finally {
    await browser.close();
  }
}

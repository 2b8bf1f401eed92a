// Drives the page in Chromium: node page.mjs http://127.0.0.1:PORT/ FOLDER-OF-PICTURES
//
// Each check uses the page as a visitor does: mouse, fingers, keys, dropped files.

import { Browser, Driver } from "./browser.mjs";
import { Checks } from "./checks.mjs";
import { checkDesktop } from "./desktop.mjs";
import { checkDrops } from "./drops.mjs";
import { checkLinks } from "./links.mjs";
import { checkTelephone } from "./telephone.mjs";
import { checkVisits } from "./visits.mjs";

const [site, pictures] = process.argv.slice(2);
const checks = new Checks();
const driver = await Driver.start();

/** Opens the page in a window, runs checks, and expects no complaint of the browser at the end. */
async function inWindow(name, size, address, run) {
  const browser = await Browser.open(driver, size);
  try {
    // The tour of the first visit has checks of its own.
    await browser.before(`try { localStorage.setItem("tileray-tour", "shown") } catch {}`);
    await browser.go(site + address);
    await browser.until(() => document.documentElement.dataset.full === "yes");
    await run({ browser, checks, shoot: (picture) => browser.shoot(pictures, `${name}-${picture}`) });
    await checks.check(`${name}: the console is empty`, async () => {
      const complaints = await browser.complaints();
      if (complaints.length > 0) throw new Error(complaints.join("; "));
    });
  } catch (error) {
    await checks.check(`${name}: the page runs`, () => Promise.reject(error));
  } finally {
    await browser.close();
  }
}

try {
  const desktop = { width: 1280, height: 800 };
  await inWindow("desktop", desktop, "", checkDesktop);
  await inWindow("drops", desktop, "?bundle=plain", checkDrops);
  await inWindow("telephone", { width: 390, height: 844, touch: true }, "", checkTelephone);
  await checkLinks({ site, driver, checks, pictures });
  await checkVisits({ site, driver, checks, pictures });
} finally {
  driver.stop();
}
process.exitCode = checks.end() ? 0 : 1;

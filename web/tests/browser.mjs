// A browser that a test drives: WebDriver over HTTP, with what Chromium adds to it.

import { spawn } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** Chromium alone: nothing that it fetches or keeps for itself. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The program that starts browsers. */
export class Driver {
  static async start() {
    const driver = new Driver();
    driver.process = spawn("chromedriver", ["--port=0", "--log-level=SEVERE"], { stdio: ["ignore", "pipe", "ignore"] });
    const port = await new Promise((resolve, reject) => {
      let printed = "";
      driver.process.stdout.on("data", (part) => {
        printed += part;
        const found = printed.match(/successfully on port (\d+)/);
        if (found) resolve(found[1]);
      });
      driver.process.on("exit", () => reject(new Error("chromedriver does not start")));
    });
    driver.url = `http://127.0.0.1:${port}`;
    return driver;
  }

  async call(method, path, body) {
    const answer = await fetch(this.url + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  stop() {
    this.process.kill();
  }
}

/** A window with one page. */
export class Browser {
  /** Opens a window of some size; `touch` makes it a telephone, `flags` are further ones of Chromium. */
  static async open(driver, { width, height, touch = false, flags = [] }) {
    const browser = new Browser();
    browser.profile = await mkdtemp(join(tmpdir(), "tileray-page-"));
    const args = [...FLAGS, ...flags, `--window-size=${width},${height}`, `--user-data-dir=${browser.profile}`];
    const options = { args };
    if (touch) options.mobileEmulation = { deviceMetrics: { width, height, pixelRatio: 2, touch: true } };
    const wanted = { browserName: "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } };
    const made = await driver.call("POST", "/session", { capabilities: { alwaysMatch: wanted } });
    browser.driver = driver;
    browser.path = `/session/${made.sessionId}`;
    browser.touch = touch;
    await browser.call("POST", "/timeouts", { script: 60_000, pageLoad: 60_000 });
    if (!touch) await browser.resize(width, height);
    return browser;
  }

  call(method, path, body) {
    return this.driver.call(method, this.path + path, body);
  }

  /** Gives the inside of the window a size. */
  async resize(width, height) {
    const [across, down] = await this.run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
    await this.call("POST", "/window/rect", { width: width + across, height: height + down });
  }

  go(url) {
    return this.call("POST", "/url", { url });
  }

  /** Runs a text before each page that is opened from now on. */
  before(source) {
    return this.devTools("Page.addScriptToEvaluateOnNewDocument", { source });
  }

  /** Runs a function in the page, and returns what it returns. It must name nothing of its surroundings. */
  run(code, ...args) {
    return this.call("POST", "/execute/sync", { script: `return (${code}).apply(null, arguments)`, args });
  }

  /** Sends a command of the DevTools protocol. */
  devTools(cmd, params = {}) {
    return this.call("POST", "/goog/cdp/execute", { cmd, params });
  }

  /** Waits until a function in the page returns something true, and returns it. */
  async until(code, ...args) {
    const end = Date.now() + 30_000;
    for (;;) {
      const found = await this.run(code, ...args);
      if (found) return found;
      if (Date.now() > end) throw new Error(`waited too long for ${code}`);
      await sleep(50);
    }
  }

  async find(selector) {
    return (await this.call("POST", "/element", { using: "css selector", value: selector }))[ELEMENT];
  }

  async click(selector) {
    return this.call("POST", `/element/${await this.find(selector)}/click`, {});
  }

  /** Types into an element; for an input of files, their paths. */
  async type(selector, text) {
    return this.call("POST", `/element/${await this.find(selector)}/value`, { text });
  }

  /** Drags a finger or the mouse along points of the window. */
  async drag(points, button = 0) {
    const move = ([x, y]) => ({ type: "pointerMove", duration: 40, x: Math.round(x), y: Math.round(y) });
    const [first, ...others] = points;
    const actions = [
      move(first),
      { type: "pointerDown", button },
      ...others.map(move),
      { type: "pause", duration: 80 },
      { type: "pointerUp", button },
    ];
    const parameters = { pointerType: this.touch ? "touch" : "mouse" };
    await this.call("POST", "/actions", { actions: [{ type: "pointer", id: "pointer", parameters, actions }] });
  }

  /** Moves the mouse to a point of the window. */
  async move([x, y]) {
    const actions = [{ type: "pointerMove", duration: 40, x: Math.round(x), y: Math.round(y) }];
    const parameters = { pointerType: "mouse" };
    await this.call("POST", "/actions", { actions: [{ type: "pointer", id: "pointer", parameters, actions }] });
  }

  /** Holds a key for some milliseconds. */
  async press(key, duration = 60) {
    const actions = [{ type: "keyDown", value: key }, { type: "pause", duration }, { type: "keyUp", value: key }];
    await this.call("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Turns the wheel by a notch at a point of the window, with a key held. */
  async wheel([x, y], down, key) {
    const scroll = { type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: down, duration: 0, origin: "viewport" };
    const rest = { type: "pause", duration: 30 };
    const wheel = { type: "wheel", id: "wheel", actions: [rest, scroll, rest] };
    const held = [{ type: "keyDown", value: key }, rest, { type: "keyUp", value: key }];
    const keys = { type: "key", id: "keys", actions: held };
    await this.call("POST", "/actions", { actions: key ? [keys, wheel] : [wheel] });
  }

  /** Drops files and folders of the disk on a point of the window, as a visitor does. */
  async dropFiles(paths, [x, y]) {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.devTools("Input.dispatchDragEvent", { type, x, y, data });
    }
  }

  /** Writes a picture of the window. */
  async shoot(folder, name) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), Buffer.from(await this.call("GET", "/screenshot"), "base64"));
  }

  /** Returns what the page wrote to the console as errors, and what it could not load. */
  async complaints() {
    const lines = await this.call("POST", "/se/log", { type: "browser" });
    return lines.filter(({ level }) => level === "SEVERE").map(({ message }) => message);
  }

  async close() {
    await this.call("DELETE", "");
    await rm(this.profile, { recursive: true, force: true });
  }
}

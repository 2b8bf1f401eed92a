// The controls beside the picture. They press the same keys as a keyboard does, and show the same settings.

import { fetchMap, MAPS } from "./files.js";
import { entriesOf, readEntries } from "./drop.js";
import { controlsOf, Knobs } from "./knobs.js";

/** The pictures after which the controls show the settings again. */
const REFRESH = 6;

/** Connects the controls to what is shown. */
export class Controls {
  constructor(show, page) {
    this.show = show;
    this.page = page;
    this.find = (selector) => page.querySelector(selector);
    /** The levels of the visitor: pairs of path and bytes, by path. */
    this.own = new Map();
    /** How often something was attempted that may fail. */
    this.attempts = 0;
    this.connectScenes();
    this.connectKeys();
    this.connectBrush();
    this.connectMaps();
    this.connectFiles();
    this.connectFullScreen();
    this.knobs = new Knobs(this.find("#knobs"), (id, value) => {
      show.isTouched = true;
      show.stage?.set_control(id, value);
    });
    show.onFrame = () => this.refresh();
    this.mark();
  }

  /** Shows the controls and the code of the scene. */
  mark() {
    const { scene } = this.show;
    for (const tab of this.page.querySelectorAll("[data-scene]")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.scene === scene));
    }
    for (const part of this.page.querySelectorAll("[data-for]")) {
      part.hidden = !part.dataset.for.split(" ").includes(scene);
    }
    this.page.dataset.shown = scene;
    if (this.show.stage) this.knobs.show(controlsOf(this.show.stage));
    this.onScene?.(scene);
  }

  connectScenes() {
    for (const tab of this.page.querySelectorAll("[data-scene]")) {
      tab.addEventListener("click", (event) =>
        this.attempt(async () => {
          await this.show.choose(tab.dataset.scene);
          this.mark();
          // A click, and not a key: the keyboard is the scene's.
          if (event.detail > 0) this.show.canvas.focus({ preventScroll: true });
        }),
      );
    }
    this.find("#watch").addEventListener("click", () =>
      this.attempt(async () => {
        await this.show.watch();
        this.show.canvas.focus({ preventScroll: true });
      }),
    );
  }

  /** Buttons with `data-key` press that key; with `data-hold` they hold it. */
  connectKeys() {
    for (const button of this.page.querySelectorAll("[data-key]")) {
      button.addEventListener("click", () => this.show.press(button.dataset.key));
    }
    this.find("[data-tour]").addEventListener("click", () => {
      this.show.isTouched = true;
      this.show.rays.set_control("tour", 0);
    });
    for (const button of this.page.querySelectorAll("[data-hold]")) {
      const hold = (isDown) => {
        this.show.rays.end_tour();
        this.show.hold(button.dataset.hold, isDown);
      };
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        button.setPointerCapture(event.pointerId);
        hold(true);
      });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        button.addEventListener(end, () => hold(false));
      }
      button.addEventListener("contextmenu", (event) => event.preventDefault());
      button.addEventListener("keydown", (event) => {
        if (event.code === "Enter" || event.code === "Space") hold(true);
      });
      button.addEventListener("keyup", () => hold(false));
    }
  }

  /** What a press of the first button does. */
  connectBrush() {
    for (const brush of this.page.querySelectorAll("[name=brush]")) {
      brush.checked = brush.value === this.show.brush;
      brush.addEventListener("change", () => {
        this.show.brush = brush.value;
        this.show.rays.end_tour();
      });
    }
    for (const grip of this.page.querySelectorAll("[name=grip]")) {
      grip.addEventListener("change", () => (this.show.grip = grip.value));
    }
  }

  /** Shows the settings of the scene, which keys may have changed. */
  refresh() {
    if (this.show.stage && this.show.frames % REFRESH === 0) this.knobs.show(controlsOf(this.show.stage));
  }

  connectMaps() {
    const select = this.find("#map");
    for (const { path, name } of MAPS) select.add(new Option(name, path));
    select.addEventListener("change", () => this.attempt(() => this.openMap(select.value)));
    this.show.onTurnMap = (by) => {
      const count = select.options.length;
      select.selectedIndex = (select.selectedIndex + by + count) % count;
      select.dispatchEvent(new Event("change"));
    };
    /** The map that is shown, which stays where another cannot be opened. */
    this.map = select.value;
  }

  /** Opens a map of the site or of the visitor. */
  async openMap(path) {
    const [select, own] = [this.find("#map"), this.own.get(path)];
    try {
      await this.show.openLevel(own ?? (await fetchMap(path)), path);
      this.map = path;
    } finally {
      select.value = this.map;
    }
  }

  /** Opens files of the visitor. */
  async openEntries(entries) {
    const { pairs, openable } = await readEntries(entries);
    const select = this.find("#map");
    const group = this.find("#own-maps") ?? document.createElement("optgroup");
    [group.id, group.label] = ["own-maps", "Yours"];
    // What was dropped before stays in the list, so that the map that is shown has its name there.
    for (const path of openable) {
      if (!this.own.has(path)) group.append(new Option(path, path));
      this.own.set(path, pairs);
    }
    select.append(group);
    await this.show.choose("rays");
    this.mark();
    await this.openMap(openable[0]);
    this.show.canvas.focus({ preventScroll: true });
  }

  connectFiles() {
    for (const id of ["#files", "#folder"]) {
      const input = this.find(id);
      this.find(`${id}-button`).addEventListener("click", () => input.click());
      input.addEventListener("change", () =>
        this.attempt(async () => {
          await this.openEntries([...input.files]);
          input.value = "";
        }),
      );
    }
    const curtain = this.find("#curtain");
    let inside = 0;
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
    self.addEventListener("dragenter", (event) => {
      if (!hasFiles(event)) return;
      inside += 1;
      curtain.hidden = false;
    });
    self.addEventListener("dragleave", (event) => {
      if (!hasFiles(event)) return;
      inside = Math.max(0, inside - 1);
      curtain.hidden = inside === 0;
    });
    self.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    self.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      inside = 0;
      curtain.hidden = true;
      const entries = entriesOf(event.dataTransfer);
      this.attempt(() => this.openEntries(entries));
    });
  }

  connectFullScreen() {
    const button = this.find("#full-screen");
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", async () => {
      await this.find("#frame").requestFullscreen();
      this.show.canvas.focus({ preventScroll: true });
    });
    this.find("#leave-screen").addEventListener("click", () => document.exitFullscreen());
  }

  /** Does something that may fail, and shows why it did. */
  async attempt(work) {
    const fault = this.find("#fault");
    fault.hidden = true;
    try {
      await work();
    } catch (error) {
      const text = String(error?.message ?? error);
      const isMissing = text.includes("there is no such file");
      this.find("#fault-text").textContent = text;
      this.find("#fault-hint").hidden = !isMissing;
      fault.hidden = false;
      fault.scrollIntoView({ block: "nearest" });
    } finally {
      this.attempts += 1;
    }
  }
}

// What is shown: one of the scenes or the game, its input and its frames.

import { loadModule } from "./bundle.js";
import { fetchGame, fetchMap, MAPS, pageFiles } from "./files.js";
import { controlsOf } from "./knobs.js";
import { Pads } from "./pads.js";
import { Screen } from "./screen.js";
import { isFirstVisit } from "./visit.js";

/** Keys that belong to the browser. */
const BROWSERS = new Set(["Tab", "F1", "F2", "F3", "F5", "F11", "F12"]);
/** Settings that belong to a map, and not to the visitor. */
const OF_MAP = /^(zoom|pause)$/;
const stillness = self.matchMedia("(prefers-reduced-motion: reduce)");
const fingers = self.matchMedia("(pointer: coarse)");

/** Pictures of the page that are too narrow for the panel of values, in pixels. */
const NARROW = 1100;

export class Show {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.screen = new Screen(canvas);
    this.scene = "rays";
    /** The scenes and the game that were made so far, each with the memory of its module. */
    this.actors = {};
    /** What a press of the first button does: in the scene of rays aim, carve or fill, in that of shapes move or sweep. */
    this.brush = fingers.matches ? "aim" : "carve";
    this.grip = "move";
    this.pads = new Pads();
    /** The fingers on the picture, by the numbers of their pointers. */
    this.touches = new Map();
    this.rate = 0;
    this.frames = 0;
    this.visible = true;
    /** Whether the visitor has pressed something in the picture or among its controls. */
    this.isTouched = false;
    this.onFrame = () => {};
    this.onTurnMap = () => {};
  }

  /** Opens the first map, and draws the first picture. */
  async open() {
    // Both come at once; neither waits for the other.
    const [{ glue, memory }, pairs] = await Promise.all([loadModule("first"), fetchMap(MAPS[0].path)]);
    const { width, height } = this.screen;
    const files = pageFiles(glue, pairs);
    this.add("rays", glue.Stage.rays(files, MAPS[0].path, width, height), memory);
    files.free();
    this.draw(0);
  }

  /** Adds the actor of a scene, in place of the one before. */
  add(scene, actor, memory) {
    this.actors[scene]?.actor.free();
    this.actors[scene] = { actor, memory };
    actor.set_touch?.(fingers.matches);
    if (this.canvas.clientWidth < NARROW) actor.hide_values?.();
  }

  /** Starts the frames and the events. */
  start() {
    this.listen();
    new IntersectionObserver(([entry]) => (this.visible = entry.isIntersecting)).observe(this.canvas);
    let before = performance.now();
    const frame = (now) => {
      requestAnimationFrame(frame);
      const seconds = Math.min((now - before) / 1000, 0.25);
      before = now;
      if (!this.visible || seconds <= 0) return;
      this.rate = this.rate > 0 ? 0.95 * this.rate + 0.05 / seconds : Math.min(60, 1 / seconds);
      if (this.scene === "game") this.pads.poll((code, isDown) => this.game.key(code, isDown));
      const start = performance.now();
      this.draw(this.isStill() ? 0 : seconds);
      this.screen.note(performance.now() - start);
      this.frames += 1;
      this.onFrame();
    };
    requestAnimationFrame(frame);
  }

  /** The scene or the game that is shown. */
  get actor() {
    return this.actors[this.scene].actor;
  }

  /** The scene of rays. */
  get rays() {
    return this.actors.rays.actor;
  }

  /** The scene that is shown, or null for the game. */
  get stage() {
    return this.scene === "game" ? null : this.actor;
  }

  /** The game, or null before it was shown. */
  get game() {
    return this.actors.game?.actor ?? null;
  }

  /** Whether nothing should move by itself. */
  isStill() {
    if (!stillness.matches) return false;
    return this.scene === "game" ? this.game.screen === "title" : !this.actor.busy;
  }

  draw(seconds) {
    const { width, height } = this.screen;
    const { actor, memory } = this.actors[this.scene];
    // Other sizes have other pixels under a pointer that rests.
    if (this.place && this.shownWidth !== width) this.pointTo(this.place);
    this.shownWidth = width;
    actor.frame(width, height, seconds, this.rate);
    this.screen.show(memory, actor.pixels);
  }

  /** Shows `rays`, `shapes`, `sprites` or `game`. */
  async choose(scene) {
    if (!this.actors[scene]) {
      const { width, height } = this.screen;
      const { glue, memory } = await loadModule("full");
      if (scene === "game") await this.loadGame((files) => new glue.Play(files, fingers.matches));
      else this.add(scene, glue.Stage[scene](width, height), memory);
    }
    if (scene !== "game") this.game?.pause();
    this.isTouched = true;
    this.rays.end_tour();
    this.release();
    this.scene = scene;
  }

  /** Starts the recorded course. */
  async watch() {
    const { glue } = await loadModule("full");
    await this.loadGame((files) => glue.Play.watch(files, fingers.matches));
  }

  async loadGame(make) {
    const [{ glue, memory }, pairs] = await Promise.all([loadModule("full"), fetchGame()]);
    const files = pageFiles(glue, pairs);
    this.add("game", make(files), memory);
    files.free();
  }

  /** Opens a level in the scene of rays, from pairs of path and bytes. */
  async openLevel(pairs, path) {
    const { glue, memory } = await loadModule("full");
    const files = pageFiles(glue, pairs);
    try {
      if (this.actors.rays.isFull) this.rays.open(files, path);
      else this.takeOver(glue.Stage.rays(files, path, this.screen.width, this.screen.height), memory);
    } finally {
      files.free();
    }
  }

  /** Shows the rays of the full module in place of those of the first one, with the same settings. */
  takeOver(rays, memory) {
    this.rays.end_tour();
    for (const { id, number } of controlsOf(this.rays).filter(({ id, kind }) => kind !== "button" && !OF_MAP.test(id))) {
      rays.set_control(id, Number(number));
    }
    if (this.pointer) rays.point(...this.pointer);
    this.add("rays", rays, memory);
    this.actors.rays.isFull = true;
  }

  /** Loads the full module, which draws faster, and shows its rays unless the visitor has changed something already. */
  async upgrade() {
    if (navigator.connection?.saveData) return;
    const [path, pairs] = [MAPS[0].path, await fetchMap(MAPS[0].path)];
    await loadModule("full");
    if (!this.isTouched && !this.actors.rays.isFull) await this.openLevel(pairs, path);
  }

  /** Starts the tour at the first visit, unless the visitor has begun without it, or wants nothing to move by itself. */
  greet() {
    if (!isFirstVisit() || this.isTouched || stillness.matches) return;
    this.rays.set_control("tour", 0);
  }

  /** Presses a key and lets it go. */
  press(code) {
    this.isTouched = true;
    // The first key would only end the tour.
    this.rays.end_tour();
    this.actor.key(code, true);
    this.actor.key(code, false);
  }

  /** Holds a key down, or lets it go. */
  hold(code, isDown) {
    this.isTouched = true;
    return this.actor.key(code, isDown);
  }

  /** Lets go of everything. */
  release() {
    this.actor.release();
  }

  /** Points at a place of the page. */
  pointTo(place) {
    this.pointer = this.screen.pixelOf(place);
    this.stage?.point(...this.pointer);
  }

  /** Sets the buttons of the scene by those of a pointer. */
  setButtons(buttons) {
    const [first, second] = [(buttons & 1) !== 0, (buttons & 2) !== 0];
    if (this.scene === "shapes" && this.grip === "sweep") return this.stage.buttons(false, first || second);
    if (this.scene !== "rays") return this.stage?.buttons(first, second);
    const isCarved = (first && this.brush === "carve") || (second && this.brush === "fill");
    const isFilled = (first && this.brush === "fill") || (second && this.brush !== "fill");
    return this.rays.buttons(isCarved, isFilled);
  }

  /** Zooms by two fingers: a step for each quarter that they part or come together. */
  pinch() {
    this.setButtons(0);
    const [one, other] = this.touches.values();
    const span = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.span ||= span;
    const grown = span / this.span;
    if (this.scene !== "rays" || (grown < 1.25 && grown > 0.8)) return;
    this.span = span;
    this.rays.wheel(grown > 1 ? 1 : -1);
  }

  listen() {
    const { canvas } = this;
    const move = (event) => {
      this.place = { clientX: event.clientX, clientY: event.clientY };
      this.pointTo(this.place);
    };
    canvas.addEventListener("pointerdown", (event) => {
      this.isTouched = true;
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      this.touches.set(event.pointerId, event);
      if (this.touches.size > 1) return this.pinch();
      // A press that only aims is no press of a button, which would end it.
      if (this.brush === "aim") this.rays.end_tour();
      if (this.scene === "game" && this.game.screen !== "playing") this.press("Enter");
      move(event);
      this.setButtons(event.buttons);
      // What is under the pointer is taken now: before the next frame it may have moved on.
      if (this.stage) this.draw(0);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.touches.has(event.pointerId)) this.touches.set(event.pointerId, event);
      if (this.touches.size > 1) return this.pinch();
      if (!event.isPrimary) return;
      move(event);
      this.setButtons(event.buttons);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => {
        this.touches.delete(event.pointerId);
        this.span = 0;
        this.setButtons(event.type === "pointerup" ? event.buttons : 0);
      });
    }
    canvas.addEventListener("pointerleave", () => {
      this.place = this.pointer = null;
      this.setButtons(0);
      this.stage?.leave();
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener(
      "wheel",
      (event) => {
        // The wheel scrolls the page, unless a key or the whole screen says otherwise.
        const isMeant = event.ctrlKey || event.shiftKey || event.altKey || document.fullscreenElement;
        const turned = event.deltaY || event.deltaX;
        if (!isMeant || turned === 0 || !this.stage) return;
        event.preventDefault();
        this.stage.wheel(turned < 0 ? 1 : -1);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const isBrowsers = BROWSERS.has(event.code) || event.metaKey || (event.ctrlKey && event.code.startsWith("Key"));
      if (isBrowsers || (event.code === "Escape" && this.scene !== "game" && !this.stage.touring)) return;
      if (this.scene === "rays" && (event.code === "KeyN" || event.code === "Backspace")) {
        event.preventDefault();
        this.onTurnMap(event.code === "KeyN" && !event.shiftKey ? 1 : -1);
        return;
      }
      if (this.hold(event.code, true)) event.preventDefault();
    });
    fingers.addEventListener("change", () => {
      for (const { actor } of Object.values(this.actors)) actor.set_touch?.(fingers.matches);
    });
    canvas.addEventListener("keyup", (event) => this.hold(event.code, false));
    canvas.addEventListener("blur", () => this.release());
    self.addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        this.release();
        this.game?.pause();
      }
    });
  }
}

// What is shown: one of the scenes or the game, its input and its frames.

import { fetchGame, fetchMap, MAPS, pageFiles } from "./files.js";
import { Screen } from "./screen.js";

/** Keys that belong to the browser. */
const BROWSERS = new Set(["Tab", "F1", "F2", "F3", "F5", "F11", "F12"]);
const stillness = self.matchMedia("(prefers-reduced-motion: reduce)");

export class Show {
  /**
   * @param {{ glue: object, memory: WebAssembly.Memory }} module
   * @param {HTMLCanvasElement} canvas
   */
  constructor({ glue, memory }, canvas) {
    this.glue = glue;
    this.canvas = canvas;
    this.screen = new Screen(canvas, memory);
    this.scene = "rays";
    /** What a press of the first button does in the scene of rays: aim, carve or fill. */
    this.brush = self.matchMedia("(pointer: coarse)").matches ? "aim" : "carve";
    this.rate = 0;
    this.frames = 0;
    this.visible = true;
    this.onFrame = () => {};
  }

  /** Opens the first map, and draws the first picture. */
  async open() {
    const files = pageFiles(this.glue, await fetchMap(MAPS[0].path));
    this.stage = new this.glue.Stage(files, MAPS[0].path, this.screen.width, this.screen.height);
    files.free();
    if (this.screen.width < 700) this.press("KeyV");
    this.draw(0);
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
      const start = performance.now();
      this.draw(this.isStill() ? 0 : seconds);
      this.screen.note(performance.now() - start);
      this.frames += 1;
      this.onFrame();
    };
    requestAnimationFrame(frame);
  }

  get actor() {
    return this.scene === "game" ? this.play : this.stage;
  }

  /** Whether nothing should move by itself. */
  isStill() {
    if (!stillness.matches) return false;
    return this.scene === "game" ? this.play.screen === "title" : !this.stage.busy;
  }

  draw(seconds) {
    const { width, height } = this.screen;
    this.actor.frame(width, height, seconds, this.rate);
    this.screen.show(this.actor.pixels);
  }

  /** Shows `rays`, `shapes`, `sprites` or `game`. */
  async choose(scene) {
    if (scene === "game") await this.loadGame("new");
    else this.stage.show(scene);
    if (this.scene === "game" && scene !== "game") this.play.pause();
    if (this.screen.width < 700 && scene !== "game" && !(this.hidden ??= new Set(["rays"])).has(scene)) {
      this.hidden.add(scene);
      this.press("KeyV");
    }
    this.scene = scene;
    this.release();
  }

  /** Makes the game if there is none, or anew to watch the recorded course. */
  async loadGame(how) {
    if (this.play && how === "new") return;
    const files = pageFiles(this.glue, await fetchGame());
    const play = how === "watch" ? this.glue.Play.watch(files) : new this.glue.Play(files);
    files.free();
    this.play?.free();
    this.play = play;
  }

  /** Opens a map in the scene of rays, from pairs of path and bytes. */
  openMap(pairs, path) {
    const files = pageFiles(this.glue, pairs);
    try {
      this.stage.open(files, path);
    } finally {
      files.free();
    }
  }

  /** Presses a key and lets it go. */
  press(code) {
    this.actor.key(code, true);
    this.actor.key(code, false);
  }

  /** Holds a key down, or lets it go. */
  hold(code, isDown) {
    return this.actor.key(code, isDown);
  }

  /** Lets go of everything. */
  release() {
    this.stage.release();
    this.play?.release();
  }

  /** Sets the buttons of the scene by those of a pointer. */
  setButtons(buttons) {
    const [first, second] = [(buttons & 1) !== 0, (buttons & 2) !== 0];
    if (this.scene !== "rays") return this.stage.buttons(first, second);
    const isCarved = (first && this.brush === "carve") || (second && this.brush === "fill");
    const isFilled = (first && this.brush === "fill") || (second && this.brush !== "fill");
    return this.stage.buttons(isCarved, isFilled);
  }

  listen() {
    const { canvas } = this;
    const move = (event) => this.stage.point(...this.screen.pixelOf(event));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      move(event);
      this.setButtons(event.buttons);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!event.isPrimary) return;
      move(event);
      this.setButtons(event.buttons);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => this.setButtons(event.type === "pointerup" ? event.buttons : 0));
    }
    canvas.addEventListener("pointerleave", () => {
      this.setButtons(0);
      this.stage.leave();
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener(
      "wheel",
      (event) => {
        // The wheel scrolls the page, unless a key or the whole screen says otherwise.
        const isMeant = event.ctrlKey || event.shiftKey || event.altKey || document.fullscreenElement;
        const turned = event.deltaY || event.deltaX;
        if (!isMeant || turned === 0 || this.scene === "game") return;
        event.preventDefault();
        this.stage.wheel(turned < 0 ? 1 : -1);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const isBrowsers = BROWSERS.has(event.code) || event.metaKey || (event.ctrlKey && event.code.startsWith("Key"));
      if (isBrowsers || (event.code === "Escape" && this.scene !== "game")) return;
      if (this.hold(event.code, true)) event.preventDefault();
    });
    canvas.addEventListener("keyup", (event) => this.hold(event.code, false));
    canvas.addEventListener("blur", () => this.release());
    self.addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        this.release();
        this.play?.pause();
      }
    });
  }
}

// "How it works": the walk of one ray through the tree of squares, step by step.

import { CAVE, fetchMap, pageFiles } from "./files.js";

/** The kinds of steps, as the module numbers them. */
const KINDS = [
  { name: "outside", color: "skip", text: "Outside the map nothing is solid: the ray goes on at its border." },
  { name: "region", color: "skip", text: "An empty region of 4096×4096 pixels is skipped by one test." },
  { name: "region", color: "enter", text: "A region of 4096×4096 pixels has something solid in it: its 16×16 blocks are tested." },
  { name: "block", color: "skip", text: "An empty block of 256×256 pixels is skipped by one test." },
  { name: "block", color: "enter", text: "A block of 256×256 pixels has something solid in it: its 16×16 bricks are tested." },
  { name: "brick", color: "skip", text: "An empty brick of 16×16 pixels is skipped." },
  { name: "brick", color: "enter", text: "A brick of 16×16 pixels has something solid in it: the ray looks at its pixels." },
  { name: "strip", color: "strip", text: "" },
];
const STRIP = 7;
const COLORS = {
  ground: "#0b0d13",
  rock: "#353c4e",
  skip: "#4fb6a8",
  enter: "#e0a458",
  strip: "#f2d27a",
  ray: "#ffffff",
  hit: "#ff6b6b",
  grid: "rgba(255,255,255,.09)",
};
/** The width of the drawn part of the map, in pixels of the map. */
const WIDTH = 416;
/** The middle of that part. */
const MIDDLE = [980, 566];
/** The side of a brick, in pixels. */
const SIDE = 16;

export class Walk {
  constructor(section) {
    this.find = (selector) => section.querySelector(selector);
    this.map = this.find("#walk-map");
    this.near = this.find("#walk-near");
    this.from = [888, 628];
    this.to = [1090, 490];
    this.step = 0;
    this.timer = 0;
  }

  /** Reads the map, once the section is near. */
  async open({ glue }) {
    const files = pageFiles(glue, await fetchMap(CAVE));
    this.walk = new glue.Walk(files, CAVE);
    files.free();
    this.connect();
    this.resize();
    this.cast();
    this.go(this.count - 1);
  }

  connect() {
    const slider = this.find("#walk-step");
    slider.addEventListener("input", () => this.go(slider.valueAsNumber));
    this.find("#walk-back").addEventListener("click", () => this.go(this.step - 1));
    this.find("#walk-on").addEventListener("click", () => this.go(this.step + 1));
    this.find("#walk-play").addEventListener("click", () => this.toggle());
    const aim = (event) => {
      if (event.buttons === 0) return;
      const box = this.map.getBoundingClientRect();
      this.to = [
        Math.floor(this.left + ((event.clientX - box.left) / box.width) * WIDTH),
        Math.floor(this.top + ((event.clientY - box.top) / box.height) * this.height),
      ];
      this.stop();
      this.cast();
      this.go(this.count - 1);
    };
    this.map.addEventListener("pointerdown", (event) => {
      this.map.setPointerCapture(event.pointerId);
      aim(event);
    });
    this.map.addEventListener("pointermove", aim);
    new ResizeObserver(() => {
      this.resize();
      this.draw();
    }).observe(this.map);
  }

  /** Fits both canvases to their elements. */
  resize() {
    const ratio = Math.min(self.devicePixelRatio, 2);
    for (const canvas of [this.map, this.near]) {
      canvas.width = Math.round(canvas.clientWidth * ratio);
      canvas.height = Math.round(canvas.clientHeight * ratio);
    }
    this.height = Math.round((WIDTH * this.map.clientHeight) / Math.max(1, this.map.clientWidth));
    this.left = MIDDLE[0] - Math.round(WIDTH / 2);
    this.top = MIDDLE[1] - Math.round(this.height / 2);
    this.rock = this.picture(this.left, this.top, WIDTH, this.height);
  }

  /** Returns the solid pixels of a part of the map as a picture. */
  picture(left, top, width, height) {
    const solid = this.walk.pixels(left, top, width, height);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.fillStyle = COLORS.rock;
    solid.forEach((bit, at) => bit && context.fillRect(at % width, Math.floor(at / width), 1, 1));
    return canvas;
  }

  cast() {
    this.count = this.walk.cast(...this.from, ...this.to);
    this.hit = this.walk.hit();
    this.find("#walk-step").max = this.count - 1;
  }

  /** Plays the steps one after the other, or stops. */
  toggle() {
    if (this.timer) return this.stop();
    if (this.step >= this.count - 1) this.go(0);
    this.find("#walk-play").textContent = "Pause";
    this.timer = setInterval(() => {
      if (this.step >= this.count - 1) this.stop();
      else this.go(this.step + 1);
    }, 450);
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.find("#walk-play").textContent = "Play";
  }

  /** Shows a step. */
  go(step) {
    this.step = Math.min(Math.max(0, step), this.count - 1);
    this.find("#walk-step").valueAsNumber = this.step;
    this.find("#walk-number").value = `${this.step + 1} of ${this.count}`;
    this.find("#walk-text").textContent = this.textOf(this.step);
    this.draw();
  }

  /** Describes a step. */
  textOf(step) {
    const [kind] = this.walk.step(step);
    const isEnd = step === this.count - 1 && this.hit.length === 0;
    const end = isEnd ? " Here the ray ends, and nothing is hit." : "";
    if (kind !== STRIP) return KINDS[kind].text + end;
    const lanes = this.lanesOf(step);
    const tested = lanes.filter((lane) => lane.isOnRay);
    const first = this.firstOf(lanes);
    const start = `One test reads the ${tested.length} pixels of the ray in this brick, a bit for each.`;
    if (!first) return `${start} No bit is set${isEnd ? `.${end}` : ": the ray goes on at the next brick."}`;
    const distance = this.hit.length > 0 ? `, ${this.hit[6].toFixed(2)} px away` : "";
    return `${start} The first set bit on its way is the hit: pixel ${first.x}, ${first.y}${distance}.`;
  }

  lanesOf(step) {
    const numbers = this.walk.lanes(step);
    const lanes = [];
    for (let at = 0; at < numbers.length; at += 4) {
      lanes.push({ x: numbers[at], y: numbers[at + 1], isSolid: numbers[at + 2] === 1, isOnRay: numbers[at + 3] === 1 });
    }
    return lanes;
  }

  /** Returns the first solid lane on the way of the ray. */
  firstOf(lanes) {
    const [dx, dy] = [this.to[0] - this.from[0], this.to[1] - this.from[1]];
    const isBackward = (Math.abs(dy) > Math.abs(dx) ? dy : dx) < 0;
    const onWay = isBackward ? [...lanes].reverse() : lanes;
    return onWay.find((lane) => lane.isOnRay && lane.isSolid);
  }

  draw() {
    if (!this.walk || this.count === undefined) return;
    this.drawMap();
    this.drawNear();
  }

  drawMap() {
    const context = this.map.getContext("2d");
    const scale = this.map.width / WIDTH;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = COLORS.ground;
    context.fillRect(0, 0, this.map.width, this.map.height);
    context.imageSmoothingEnabled = false;
    context.setTransform(scale, 0, 0, scale, -this.left * scale, -this.top * scale);
    context.drawImage(this.rock, this.left, this.top);
    for (let step = 0; step <= this.step; step += 1) {
      const [kind, left, top, right, bottom] = this.walk.step(step);
      const color = COLORS[KINDS[kind].color];
      const isNow = step === this.step;
      context.globalAlpha = kind === STRIP || KINDS[kind].color === "skip" ? 0.22 : 0.07;
      context.fillStyle = color;
      context.fillRect(left, top, right - left, bottom - top);
      context.globalAlpha = isNow ? 1 : 0.55;
      context.strokeStyle = color;
      context.lineWidth = (isNow ? 2.5 : 1) / Math.min(scale, 2);
      context.strokeRect(left + 0.25, top + 0.25, right - left - 0.5, bottom - top - 0.5);
    }
    context.globalAlpha = 1;
    this.drawRay(context, 1.5 / Math.min(scale, 2));
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  drawRay(context, width) {
    const middle = ([x, y]) => [x + 0.5, y + 0.5];
    const end = this.hit.length > 0 && this.step === this.count - 1 ? [this.hit[0], this.hit[1]] : this.to;
    context.strokeStyle = COLORS.ray;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(...middle(this.from));
    context.lineTo(...middle(end));
    context.stroke();
    context.fillStyle = COLORS.ray;
    context.beginPath();
    context.arc(...middle(this.from), 3 * width, 0, 2 * Math.PI);
    context.fill();
    if (this.hit.length > 0 && this.step === this.count - 1) {
      context.fillStyle = COLORS.hit;
      context.beginPath();
      context.arc(...middle(end), 3.2 * width, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** Draws the brick of the step, enlarged; for larger squares the bricks in them. */
  drawNear() {
    const context = this.near.getContext("2d");
    const [kind, left, top, right, bottom] = this.walk.step(this.step);
    const side = Math.max(right - left, bottom - top, SIDE);
    const scale = this.near.width / side;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = COLORS.ground;
    context.fillRect(0, 0, this.near.width, this.near.height);
    context.imageSmoothingEnabled = false;
    if (side > 256) return this.find("#walk-lanes").replaceChildren();
    const solid = this.picture(left, top, side, side);
    context.drawImage(solid, 0, 0, this.near.width, this.near.height);
    context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    const lanes = kind === STRIP ? this.lanesOf(this.step) : [];
    const first = this.firstOf(lanes);
    for (const lane of lanes.filter(({ isOnRay }) => isOnRay)) {
      // Bits behind the hit are tested too, and do not count.
      context.globalAlpha = lane === first ? 1 : lane.isSolid ? 0.35 : 0.85;
      context.fillStyle = lane === first ? COLORS.hit : COLORS.strip;
      context.fillRect(lane.x + 0.08, lane.y + 0.08, 0.84, 0.84);
    }
    context.globalAlpha = 1;
    context.strokeStyle = COLORS.grid;
    context.lineWidth = 1 / scale;
    const gap = side / SIDE;
    context.beginPath();
    for (let line = 0; line <= SIDE; line += 1) {
      context.moveTo(left + line * gap, top);
      context.lineTo(left + line * gap, top + side);
      context.moveTo(left, top + line * gap);
      context.lineTo(left + side, top + line * gap);
    }
    context.stroke();
    this.drawRay(context, 2 / scale);
    this.showLanes(lanes, first);
    return undefined;
  }

  /** Shows the bits of the strip. */
  showLanes(lanes, first) {
    const bits = lanes.map((lane) => {
      const bit = document.createElement("span");
      bit.textContent = lane.isOnRay ? (lane.isSolid ? "1" : "0") : "·";
      bit.className = lane === first ? "first" : lane.isOnRay && lane.isSolid ? "set" : "";
      return bit;
    });
    this.find("#walk-lanes").replaceChildren(...bits);
  }
}

// The canvas: its size in pixels, and the pictures that the module draws.

/** The most pixels of the canvas for each pixel of the page, along a side. */
const MOST_RATIO = 2;
/** The pixels of a picture: at first, and on machines that are too slow for them. */
const MOST_PIXELS = 1_300_000;
const LEAST_PIXELS = 250_000;
/** The milliseconds of work that leave time for 60 pictures a second. */
const SLOW = 14;
/** The frames between two changes that give more pixels. */
const REST = 60;

export class Screen {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.budget = MOST_PIXELS;
    this.work = 0;
    this.rest = REST;
    this.fit();
    new ResizeObserver(() => this.fit()).observe(canvas);
  }

  /** Sets the size of the canvas to that of its element, within the budget. */
  fit() {
    const { clientWidth, clientHeight } = this.canvas;
    const area = Math.max(1, clientWidth * clientHeight);
    const ratio = Math.min(self.devicePixelRatio, MOST_RATIO, Math.sqrt(this.budget / area));
    this.width = Math.max(1, Math.round(clientWidth * ratio));
    this.height = Math.max(1, Math.round(clientHeight * ratio));
    this.ratio = ratio;
  }

  /** Returns the pixel of the canvas under an event. */
  pixelOf({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const at = (client, start, length, pixels) => Math.floor(((client - start) / length) * pixels);
    return [at(clientX, box.left, box.width, this.width), at(clientY, box.top, box.height, this.height)];
  }

  /** Draws the picture whose pixels begin at an address in the memory of a module. */
  show(memory, address) {
    const { width, height } = this;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const pixels = new Uint8ClampedArray(memory.buffer, address, 4 * width * height);
    this.context.putImageData(new ImageData(pixels, width, height), 0, 0);
  }

  /** Notes the milliseconds of a frame; slow machines get fewer pixels, and more again where there is time for them. */
  note(milliseconds) {
    this.work += 0.05 * (milliseconds - this.work);
    this.rest = Math.max(0, this.rest - 1);
    if (this.work > SLOW && this.budget > LEAST_PIXELS) {
      this.change(Math.max(LEAST_PIXELS, Math.min(this.budget, this.width * this.height) * 0.7));
    } else if (this.work < SLOW / 2 && this.rest === 0 && this.budget < MOST_PIXELS) {
      this.change(Math.min(MOST_PIXELS, this.budget * 1.3));
    }
  }

  /** Changes the budget, and then leaves it for some frames. */
  change(budget) {
    this.budget = budget;
    this.work = SLOW / 2;
    this.rest = REST;
    this.fit();
  }
}

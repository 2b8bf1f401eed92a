// The canvas: its size in pixels, and the pictures that the module draws.

/** The most pixels of the canvas for each pixel of the page, along a side. */
const MOST_RATIO = 2;
/** The most pixels of a picture, and the least that slow machines get. */
const MOST_PIXELS = 2_100_000;
const LEAST_PIXELS = 120_000;
/** The milliseconds of work that leave time for 60 pictures a second. */
const SLOW = 14;
/** The frames before more pixels are tried again, at first and at most: a try that was too much doubles them. */
const FIRST_REST = 60;
const MOST_REST = 7200;

export class Screen {
  constructor(canvas) {
    this.canvas = canvas;
    this.place = canvas.parentElement;
    this.context = canvas.getContext("2d", { alpha: false });
    /** The side of a pixel of the picture that the machine is quick enough for, in pixels of the screen. */
    this.quick = 1;
    this.work = 0;
    this.patience = FIRST_REST;
    this.rest = 0;
    this.fit();
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  /**
   * Sets the size of the picture to that of its place.
   *
   * Each pixel of the picture is a square of whole pixels of the screen, so that all letters look alike.
   */
  fit() {
    const { clientWidth, clientHeight } = this.place;
    const dense = self.devicePixelRatio;
    this.area = clientWidth * clientHeight * dense ** 2;
    const fewest = Math.max(dense / MOST_RATIO, Math.sqrt(this.area / MOST_PIXELS));
    this.side = Math.max(this.quick, Math.ceil(fewest - 1e-6));
    this.ratio = dense / this.side;
    this.width = Math.max(1, Math.ceil(clientWidth * this.ratio));
    this.height = Math.max(1, Math.ceil(clientHeight * this.ratio));
    this.canvas.style.width = `${this.width / this.ratio}px`;
    this.canvas.style.height = `${this.height / this.ratio}px`;
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

  /** Notes the milliseconds of a frame; slow machines get larger pixels, and smaller ones again where there is time. */
  note(milliseconds) {
    this.work += 0.05 * (milliseconds - this.work);
    this.rest = Math.max(0, this.rest - 1);
    if (this.work > SLOW && this.area / (this.side + 1) ** 2 >= LEAST_PIXELS) {
      this.patience = Math.min(2 * this.patience, MOST_REST);
      this.change(this.side + 1);
    } else if (this.work < SLOW / 2 && this.rest === 0 && this.quick > 1) {
      this.change(this.quick - 1);
    }
  }

  /** Changes the side of a pixel, and then leaves it for some frames. */
  change(side) {
    this.quick = side;
    this.work = SLOW / 2;
    this.rest = this.patience;
    this.fit();
  }
}

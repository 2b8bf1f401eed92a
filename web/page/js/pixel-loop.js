// The plain loop: Bresenham's line, one pixel after the other. `src/race/pixel_loop.rs` is the same loop in Rust.

/**
 * Returns the index of the first pixel of a line that is not 0, or -1.
 *
 * @param {Uint8Array} pixels a byte for each pixel of the picture, row by row
 * @param {number} width the pixels of a row
 */
export function firstSolid(pixels, width, x0, y0, x1, y1) {
  const wayX = x1 - x0;
  const wayY = y1 - y0;
  const stepX = Math.sign(wayX);
  const stepY = Math.sign(wayY) * width;
  const steep = Math.abs(wayY) > Math.abs(wayX);
  const steps = Math.abs(steep ? wayY : wayX);
  const aside = Math.abs(steep ? wayX : wayY);
  const along = steep ? stepY : stepX;
  const across = steep ? stepX : stepY;
  let at = (y0 * width + x0) | 0;
  let rest = steps;
  // Ties are rounded as the library does: the same pixels, whichever end is the first.
  if (along >= 0) {
    for (let step = 0; step <= steps; step += 1) {
      if (pixels[at] !== 0) return at;
      at += along;
      rest += 2 * aside;
      if (rest >= 2 * steps) {
        rest -= 2 * steps;
        at += across;
      }
    }
  } else {
    for (let step = 0; step <= steps; step += 1) {
      if (pixels[at] !== 0) return at;
      at += along;
      rest -= 2 * aside;
      if (rest < 0) {
        rest += 2 * steps;
        at += across;
      }
    }
  }
  return -1;
}

/**
 * Casts all rays.
 *
 * @param {Int32Array} ends x and y of the first and of the last pixel of each ray
 * @param {Int32Array} answers takes the index of the pixel that each ray hits, or -1
 */
export function castAll(pixels, width, ends, answers) {
  for (let ray = 0; ray < answers.length; ray += 1) {
    const at = 4 * ray;
    answers[ray] = firstSolid(pixels, width, ends[at], ends[at + 1], ends[at + 2], ends[at + 3]);
  }
}

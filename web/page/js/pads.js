// Gamepads: their buttons press the keys of the game, as on a pad of an Xbox.

/** The codes of the keys of each button, by its number in the standard mapping. */
const BUTTONS = {
  0: ["Space"],
  1: ["KeyX", "KeyQ"],
  2: ["KeyX"],
  3: ["KeyX"],
  5: ["KeyX"],
  7: ["KeyX"],
  8: ["KeyR"],
  9: ["Enter", "KeyP"],
  12: ["ArrowUp"],
  13: ["ArrowDown"],
  14: ["ArrowLeft"],
  15: ["ArrowRight"],
};
/** The keys of the left stick: to the left and to the right, up and down. */
const STICK = [
  ["ArrowLeft", "ArrowRight"],
  ["ArrowUp", "ArrowDown"],
];
/** How far the stick is moved to count as a direction, and how far back until it does not, of 1. */
const PRESS = 0.5;
const RELEASE = 0.35;

/** The pads that are plugged in; none where the page may not see them. */
function plugged() {
  try {
    return [...navigator.getGamepads()].filter((pad) => pad?.mapping === "standard");
  } catch {
    return [];
  }
}

export class Pads {
  /** The codes that are held. */
  held = new Set();

  /** Presses and releases keys by what all pads hold now. */
  poll(key) {
    const now = new Set();
    for (const pad of plugged()) {
      for (const [button, codes] of Object.entries(BUTTONS)) {
        if (pad.buttons[button]?.pressed) codes.forEach((code) => now.add(code));
      }
      STICK.forEach(([low, high], axis) => {
        const place = pad.axes[axis] ?? 0;
        const code = place < 0 ? low : high;
        if (Math.abs(place) >= (this.held.has(code) ? RELEASE : PRESS)) now.add(code);
      });
    }
    for (const code of this.held) if (!now.has(code)) key(code, false);
    for (const code of now) if (!this.held.has(code)) key(code, true);
    this.held = now;
  }
}

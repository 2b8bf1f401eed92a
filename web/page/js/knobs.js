// The controls of a scene, as the scene lists them: switches, sliders, choices, buttons.

/** The texts of a control in the module's list. */
const PARTS = ["id", "label", "key", "hint", "value", "kind", "number", "last"];
/** What the page has elements of its own for. */
const OWN = new Set(["map", "undo", "tour", "go"]);

/** Returns the controls of a stage. */
export function controlsOf(stage) {
  const texts = stage.controls();
  const controls = [];
  for (let at = 0; at < texts.length; at += PARTS.length) {
    const control = Object.fromEntries(PARTS.map((part, index) => [part, texts[at + index]]));
    if (!OWN.has(control.id)) controls.push(control);
  }
  return controls;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a control does, and then its keys. */
const titleOf = ({ hint, key }) => capital(hint) + (key && ` (key${key.includes(" ") ? "s" : ""} ${key})`);

/** Makes an element with properties and children. */
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The elements of the controls of one scene. */
export class Knobs {
  /**
   * @param {HTMLElement} place
   * @param {(id: string, value: number) => void} set
   */
  constructor(place, set) {
    this.place = place;
    this.set = set;
    this.shape = "";
    this.shown = [];
  }

  /** Shows controls. Their elements are made anew only where there are others than before. */
  show(controls) {
    const shape = controls.map(({ id, kind, last }) => `${id} ${kind} ${last}`).join("\n");
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(controls);
    }
    controls.forEach((control, index) => this.shown[index](control));
  }

  build(controls) {
    const of = (...kinds) => controls.filter(({ kind }) => kinds.includes(kind));
    const elements = new Map();
    const update = new Map();
    for (const control of controls) {
      const made = this[control.kind](control);
      elements.set(control, made.element);
      update.set(control, made.update);
    }
    this.shown = controls.map((control) => update.get(control));
    const group = (label, className, list) =>
      list.length === 0
        ? []
        : [make("div", { className: `group ${className}`, role: "group", ariaLabel: label }, ...list.map((one) => elements.get(one)))];
    this.place.replaceChildren(
      ...group("Settings", "", of("slider", "choice")),
      ...group("Switches", "chips", of("toggle")),
      ...group("Actions", "chips", of("button")),
    );
  }

  toggle(control) {
    const { id, label } = control;
    const element = make("button", { type: "button", textContent: capital(label), title: titleOf(control) });
    element.dataset.control = id;
    element.addEventListener("click", () => this.set(id, element.ariaPressed === "true" ? 0 : 1));
    const update = ({ number }) => {
      const pressed = String(number === "1");
      if (element.ariaPressed !== pressed) element.ariaPressed = pressed;
    };
    return { element, update };
  }

  slider(control) {
    const { id, label, last } = control;
    const output = make("output", {});
    const input = make("input", { type: "range", min: 0, max: last, step: 1, title: titleOf(control) });
    input.dataset.control = id;
    input.addEventListener("input", () => this.set(id, input.valueAsNumber));
    const update = ({ number, value }) => {
      if (input.value !== number) input.value = number;
      if (output.value !== value) output.value = value;
    };
    return { element: make("label", { className: "knob" }, make("span", {}, capital(label)), output, input), update };
  }

  choice(control) {
    const { id, label, last } = control;
    const options = last.split("\n").map((name, index) => new Option(capital(name), index));
    const select = make("select", { title: titleOf(control) }, ...options);
    select.dataset.control = id;
    select.addEventListener("change", () => this.set(id, Number(select.value)));
    const update = ({ number }) => {
      if (select.value !== number) select.value = number;
    };
    return { element: make("label", { className: "knob" }, make("span", {}, capital(label)), select), update };
  }

  button(control) {
    const { id, label } = control;
    const element = make("button", { type: "button", textContent: capital(label), title: titleOf(control) });
    element.dataset.control = id;
    element.addEventListener("click", () => this.set(id, 0));
    return { element, update: () => {} };
  }
}

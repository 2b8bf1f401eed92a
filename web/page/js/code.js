// The lines of Rust behind what is shown, with their words in colors.

const WORDS =
  /(\/\/[^\n]*)|("(?:[^"\\]|\\.)*")|\b(use|fn|let|mut|for|in|if|else|pub|match|return|while|as|const|impl|struct|Some|None|Ok)\b|\b([A-Z]\w*)\b|\b(\d[\d_.]*)\b/g;
const KINDS = ["comment", "text", "word", "type", "number"];

/** Puts code into an element. */
function paint(element, code) {
  const parts = [];
  let end = 0;
  for (const match of code.matchAll(WORDS)) {
    parts.push(code.slice(end, match.index));
    const part = document.createElement("span");
    part.className = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    part.textContent = match[0];
    parts.push(part);
    end = match.index + match[0].length;
  }
  element.replaceChildren(...parts, code.slice(end));
}

/** Shows the code of a scene. */
export async function showCode(element, scene) {
  const answer = await fetch(new URL(`../code/${scene}.rs`, import.meta.url));
  const code = await answer.text();
  // The lines above are for the compiler, which the tests of the page run.
  const shown = code.slice(code.indexOf("use tileray")).replace("pub(super) ", "");
  paint(element, shown.trimEnd());
}

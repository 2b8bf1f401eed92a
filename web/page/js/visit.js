// Whether the visitor was here before: remembered by the browser, for the tour alone.

const KEY = "tileray-tour";

/** Whether this is the first visit, and remembers it. Where nothing can be remembered, none is: a tour each time is in the way. */
export function isFirstVisit() {
  try {
    if (localStorage.getItem(KEY) !== null) return false;
    localStorage.setItem(KEY, "shown");
    return true;
  } catch {
    return false;
  }
}

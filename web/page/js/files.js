// The files of maps: fetched from the site, with all that they name.

/** The maps of the site. The first one is shown first: its pictures are small. */
export const MAPS = [
  { path: "maps/town.tmx", name: "Town" },
  { path: "maps/cave.tmx", name: "Cave" },
  { path: "maps/open.tmx", name: "Open sky" },
  { path: "maps/infinite.tmx", name: "Islands" },
  { path: "maps/rings.tmx", name: "Rings" },
];

/** The map of the game. */
const CAVE = "maps/cave.tmx";
/** The pictures of the game's figures. */
const SPRITES = ["coin", "crate", "drone", "hero-moves", "platform", "flag"].map((name) => `assets/sprites/${name}.png`);

const site = new URL("../", import.meta.url);
/** Bytes of fetched files, by path. */
const fetched = new Map();

/** Fetches a file of the site once. */
export function fetchFile(path) {
  if (!fetched.has(path)) {
    const loading = fetch(new URL(path, site)).then(async (answer) => {
      if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    });
    // A file that failed may be there the next time.
    loading.catch(() => fetched.delete(path));
    fetched.set(path, loading);
  }
  return fetched.get(path);
}

/** Returns the paths that a file in XML names, as the library resolves them. */
function namedBy(path, bytes) {
  const text = new TextDecoder().decode(bytes);
  const folder = new URL(path, "file:///");
  const named = [...text.matchAll(/\b(?:source|template)="([^"]+)"/g)];
  return named.map(([, reference]) => decodeURI(new URL(reference, folder).pathname.slice(1)));
}

/** Fetches a map and all files that it names, directly or not; returns pairs of path and bytes. */
export async function fetchMap(path) {
  const found = new Map();
  const visit = async (file) => {
    if (found.has(file)) return;
    found.set(file, null);
    const bytes = await fetchFile(file);
    found.set(file, bytes);
    if (/\.(tmx|tsx|tx)$/.test(file)) await Promise.all(namedBy(file, bytes).map(visit));
  };
  await visit(path);
  return [...found];
}

/** Fetches the files of the game. */
export async function fetchGame() {
  const sprites = Promise.all(SPRITES.map(async (path) => [path, await fetchFile(path)]));
  return [...(await fetchMap(CAVE)), ...(await sprites)];
}

/** Puts files into the memory of the module. */
export function pageFiles(glue, pairs) {
  const files = new glue.PageFiles();
  for (const [path, bytes] of pairs) files.add(path, bytes);
  return files;
}

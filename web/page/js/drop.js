// Files of the visitor: dropped on the page, or chosen in a dialog. They stay in the browser.

/** What the page reads of a folder at most. */
const MOST_FILES = 2000;
const MOST_BYTES = 256 * 2 ** 20;

const MAP = /\.(tmx|tmj|ldtk|world)$/i;
const PICTURE = /\.png$/i;
/** The files that a level may name. Others are not read. */
const USED = /\.(tmx|tmj|tsx|tsj|tx|tj|json|xml|ldtk|ldtkl|world|png)$/i;

/** Takes the entries of a drop, which the browser gives only during the event. */
export function entriesOf(transfer) {
  const items = [...(transfer.items ?? [])].filter((item) => item.kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  return entries.length > 0 ? entries.filter(Boolean) : [...transfer.files];
}

/** Lists the files of entries and of all folders in them, with their paths. */
async function listed(entries) {
  const files = [];
  const visit = async (entry, folder) => {
    if (files.length > MOST_FILES) return;
    if (entry instanceof File) {
      files.push([entry.webkitRelativePath || entry.name, entry]);
    } else if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      files.push([folder + entry.name, file]);
    } else if (entry.isDirectory) {
      const reader = entry.createReader();
      // The reader returns some entries at a time, and none at the end.
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        for (const inner of some) await visit(inner, `${folder}${entry.name}/`);
      }
    }
  };
  for (const entry of entries) await visit(entry, "");
  return files;
}

/**
 * Reads dropped or chosen files.
 *
 * @returns pairs of path and bytes, and the paths that can be opened, the best first
 */
export async function readEntries(entries) {
  const files = (await listed(entries)).filter(([path]) => USED.test(path));
  if (files.length === 0) throw new Error("There is no level in it. Drop a .tmx, .tmj, .ldtk, .world or .png file.");
  if (files.length > MOST_FILES) throw new Error(`There are more than ${MOST_FILES} files in it. Drop the folder of the level.`);
  const size = files.reduce((sum, [, file]) => sum + file.size, 0);
  if (size > MOST_BYTES) throw new Error(`The files have ${Math.round(size / 2 ** 20)} MB; the page reads 256 MB at most.`);
  const pairs = await Promise.all(
    files.map(async ([path, file]) => [path, new Uint8Array(await file.arrayBuffer())]),
  );
  const paths = pairs.map(([path]) => path);
  const depth = (path) => path.split("/").length;
  const byDepth = (a, b) => depth(a) - depth(b) || (a < b ? -1 : 1);
  const maps = paths.filter((path) => MAP.test(path)).sort(byDepth);
  const openable = maps.length > 0 ? maps : paths.filter((path) => PICTURE.test(path)).sort(byDepth);
  if (openable.length === 0) throw new Error(`${paths[0]} is no level by itself. Drop the map that names it, too.`);
  return { pairs, openable };
}

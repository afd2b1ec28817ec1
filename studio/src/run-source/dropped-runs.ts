// SPDX-License-Identifier: MIT
/** Finds runs among files that the user dropped or chose: run folders, and trajectories by themselves. */
import { MANIFEST, type RunFiles, TRAJECTORY } from './file-run.ts';

/** A file with its path from the folder that was dropped. */
export interface PlacedFile {
  readonly path: string;
  readonly file: Blob;
}

export interface FoundRun {
  readonly folder: string;
  readonly files: RunFiles;
}

const TRAJECTORY_NAME = /\.scree$/i;

/** Each folder with a manifest is a run; so is each trajectory outside of these. */
export function findRuns(placed: readonly PlacedFile[]): FoundRun[] {
  const roots = placed
    .filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`))
    .map(({ path }) => path.slice(0, path.length - MANIFEST.length));
  const runs = roots.map((root) => ({
    folder: root.replace(/\/$/, '').replace(/^.*\//, '') || 'run',
    files: new Map(
      placed.flatMap(({ path, file }) => (path.startsWith(root) ? [[path.slice(root.length), file] as const] : [])),
    ),
  }));
  const alone = placed.filter(({ path }) => TRAJECTORY_NAME.test(path) && !roots.some((root) => path.startsWith(root)));
  for (const { path, file } of alone) {
    const name = path.replace(/^.*\//, '').replace(TRAJECTORY_NAME, '');
    runs.push({ folder: name, files: new Map([[TRAJECTORY, file]]) });
  }
  return runs;
}

/** Whether a drop is of runs rather than of a scene; what a folder contains is not known at once. */
export function isRunDrop(transfer: DataTransfer): boolean {
  const hasFolder = [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
  return hasFolder || [...transfer.files].some(({ name }) => TRAJECTORY_NAME.test(name) || name === MANIFEST);
}

/** Call it in the handler of the drop itself: later the browser has forgotten the files. */
export async function droppedFiles(transfer: DataTransfer): Promise<PlacedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  const found = await Promise.all(entries.map((entry) => filesBelow(entry, '')));
  return found.flat();
}

/** Files of a picker for folders, or for single files. */
export function chosenFiles(files: Iterable<File>): PlacedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function filesBelow(entry: FileSystemEntry, above: string): Promise<PlacedFile[]> {
  const path = `${above}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PlacedFile[] = [];
  for (;;) {
    // A call gives some entries at a time, and none after the last.
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return found;
    const files = await Promise.all(some.map((each) => filesBelow(each, `${path}/`)));
    found.push(...files.flat());
  }
}

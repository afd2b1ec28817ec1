// SPDX-License-Identifier: MIT
/** Opens runs that are dropped anywhere on the page: one in the tab Watch, two side by side. */
import { droppedFiles, findRuns, isRunDrop, type PlacedFile } from './dropped-runs.ts';
import { openRunFiles } from './opened-runs.ts';

/** Opens the runs among some files, and shows them. */
export function openRuns(placed: readonly PlacedFile[], announce: (message: string) => void): void {
  const found = findRuns(placed);
  const names = found.map(({ folder, files }) => openRunFiles(files, { folder }));
  const [first, second] = names;
  if (first === undefined) {
    announce('There is no run among these files: a run folder has a manifest.json, a trajectory ends in .scree.');
    return;
  }
  location.hash = second === undefined ? `#/watch/${first}` : `#/compare/${first}/${second}`;
  announce(`Opened ${found.map(({ folder }) => folder).join(', ')}`);
}

export function acceptRunDrops(announce: (message: string) => void): void {
  addEventListener('dragover', (event) => event.preventDefault());
  // Before the views, which take scenes and their files.
  const onDrop = (event: DragEvent): void => {
    const { dataTransfer } = event;
    event.preventDefault();
    if (dataTransfer === null || !isRunDrop(dataTransfer)) return;
    event.stopPropagation();
    droppedFiles(dataTransfer).then(
      (placed) => openRuns(placed, announce),
      (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
    );
  };
  addEventListener('drop', onDrop, { capture: true });
}

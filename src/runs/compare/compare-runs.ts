// SPDX-License-Identifier: MIT
/** Compares two runs on disk, see compare-recordings.ts. */
import { type Comparison, compareRecordings } from './compare-recordings.ts';
import { RecordedStates } from './recorded-states.ts';

/** Throws a RunError if a folder holds no run, or nothing can be compared. */
export async function compareRuns(folderA: string, folderB: string, tolerance: number): Promise<Comparison> {
  const a = await RecordedStates.open(folderA);
  let b: RecordedStates | undefined;
  try {
    b = await RecordedStates.open(folderB);
    return await compareRecordings(a, b, tolerance, [folderA, folderB]);
  } finally {
    a.close();
    b?.close();
  }
}

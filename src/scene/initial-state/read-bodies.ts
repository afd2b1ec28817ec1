// SPDX-License-Identifier: MIT
/** Reads bodies from the bytes of a file: a trajectory, a data or dump file of LAMMPS or LIGGGHTS, or a table. */
import { TRAJECTORY_MAGIC } from '../../io/trajectory/trajectory-header.ts';
import { BodyFileError, type BodyTable } from './body-rows.ts';
import { readCsvBodies } from './csv-bodies.ts';
import { readLammpsData } from './lammps-data.ts';
import { readLammpsDump } from './lammps-dump.ts';
import { readTrajectoryBodies } from './trajectory-bodies.ts';

/** So far the header of a data file reaches at most. */
const HEAD = 4096;

/** The content decides about the format, not the name. `frame` counts from 0; undefined is the last frame. */
export function readBodies(bytes: Uint8Array, file: string, frame?: number): BodyTable {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  if (head.startsWith(TRAJECTORY_MAGIC)) return readTrajectoryBodies(bytes, file, frame);
  if (head.includes('\0')) {
    throw new BodyFileError(
      'not-text',
      `${file}: is neither a trajectory nor a text; expected CSV, or a data or dump file of LAMMPS`,
      { file },
    );
  }
  const text = new TextDecoder().decode(bytes);
  if (/^ITEM: /m.test(head)) return readLammpsDump(text, file, frame);
  if (/^\s*\d+\s+atoms\b/m.test(head)) {
    if (frame !== undefined && frame > 0)
      throw new BodyFileError('no-frame', `${file}: a data file has one frame, number 0`, { file });
    return readLammpsData(text, file);
  }
  return readCsvBodies(text, file, frame);
}

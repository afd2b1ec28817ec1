// SPDX-License-Identifier: MIT
/**
 * Exports frames as two tables: `bodies.csv` with one row for each body and frame, which a scene can read bodies from,
 * and `contacts.csv`.
 */
import { join } from 'node:path';
import type { Frame } from '../../io/trajectory/frame.ts';
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import { exportedContacts } from './exported-contacts.ts';
import type { ExportedRun } from './exported-run.ts';
import { worldPositions } from './world-positions.ts';
import { writeTexts } from './write-texts.ts';

const BODY_HEADINGS = 'time,step,id,shape,material,scale,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n';
const CONTACT_HEADINGS = 'time,step,idA,idB,boundary,x,y,z,fx,fy,fz\n';

function bodyLines(frame: Frame, { shapes, materials }: TrajectoryHeader): string {
  const { time, step, ids, scales, orientations, velocities, angularVelocities } = frame;
  const positions = worldPositions(frame.positions, frame);
  const lines = Array.from(ids, (id, k) => {
    const shape = shapes[frame.shapes[k]]?.name ?? '';
    const material = materials[frame.materials[k]] ?? '';
    const turn = orientations.subarray(4 * k, 4 * k + 4).join(',');
    const vectors = [velocities, angularVelocities].map((values) => values.subarray(3 * k, 3 * k + 3).join(','));
    return `${time},${step},${id},${shape},${material},${scales[k]},${positions.subarray(3 * k, 3 * k + 3).join(',')},${turn},${vectors.join(',')}\n`;
  });
  return lines.join('');
}

/** Forces are on A; `idB` is empty for a half-space or mesh. */
function contactLines(frame: Frame, header: TrajectoryHeader): string {
  const { time, step } = frame;
  const { idA, idB, names, points, forces } = exportedContacts(frame, header);
  const lines = Array.from(idA, (first, k) => {
    const partner = names[k] === '' ? `${idB[k]},` : `,${names[k]}`;
    const vectors = [points, forces].map((values) => values.subarray(3 * k, 3 * k + 3).join(','));
    return `${time},${step},${first},${partner},${vectors.join(',')}\n`;
  });
  return lines.join('');
}

function* tableTexts(run: ExportedRun, headings: string, linesOf: (frame: Frame) => string): Generator<string> {
  yield headings;
  for (const { frame } of run.frames()) yield linesOf(frame);
}

/** Returns the names of the files. */
export function exportCsv(run: ExportedRun, folder: string): string[] {
  const { header } = run.trajectory;
  writeTexts(
    join(folder, 'bodies.csv'),
    tableTexts(run, BODY_HEADINGS, (frame) => bodyLines(frame, header)),
  );
  writeTexts(
    join(folder, 'contacts.csv'),
    tableTexts(run, CONTACT_HEADINGS, (frame) => contactLines(frame, header)),
  );
  return ['bodies.csv', 'contacts.csv'];
}

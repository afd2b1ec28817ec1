// SPDX-License-Identifier: MIT
/** Outputs of scenes with bonds: a table of those that broke, and the present bonds as lines for ParaView. */
import { vtkField, vtkPolyData, vtkTime } from '../../io/vtk/vtk-poly-data.ts';
import { toTriple, type Vector3 } from '../../math/vector.ts';
import type { Scene } from '../../scene/scene.ts';
import { periodsOf } from '../../simulation/neighbour-list/periods.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { readVector } from '../../simulation/walls/half-spaces.ts';
import { nearestImage } from '../../simulation/walls/meshes.ts';
import type { GrowingFile } from '../files/run-store.ts';
import { NEVER } from '../time/schedule.ts';
import type { RunEvent } from '../time/time-loop.ts';
import { quoted } from './csv-output.ts';
import type { Output, OutputTarget } from './output.ts';
import type { Snapshot } from './snapshot.ts';

export const BREAKS_NAME = 'bond-breaks.csv';
const HEADINGS = ['time', 'a', 'b', 'wall', 'rule', 'mode', 'energy', 'x', 'y', 'z'];

/** Whether the scene or one of its stages makes bonds. */
export function hasBonds({ simulation: { bonds = [] }, stages = [] }: Pick<Scene, 'simulation' | 'stages'>): boolean {
  return bonds.length > 0 || stages.some(({ change }) => (change.bonds ?? []).length > 0);
}

/** One row for each bond that broke, in the order of time and of ids. Of a wall the cell `b` is empty. */
export class BondBreaksOutput implements Output {
  readonly schedule = NEVER;
  readonly needs = [];
  readonly #file: GrowingFile;
  readonly #walls: readonly string[];

  constructor({ halfSpaces = [], meshes = [] }: SimulationSpec, { store, donePosition, lengths }: OutputTarget) {
    this.#walls = [...halfSpaces, ...meshes].map(({ name }) => name);
    this.#file = store.grow(BREAKS_NAME, lengths[BREAKS_NAME] ?? 0);
    if (donePosition === undefined) this.#append([HEADINGS.join(',')]);
  }

  write(): void {}

  writeEvents(events: readonly RunEvent[]): void {
    const lines = events.flatMap((event) => {
      if (!('mode' in event)) return [];
      const { time, bodies, rule, mode, energy, place } = event;
      const [a, b] = bodies;
      const partner = b < 0 ? ['', quoted(this.#walls[-1 - b] ?? '')] : [b, ''];
      return [time, a, ...partner, quoted(rule), mode, energy, ...place].join(',');
    });
    if (lines.length > 0) this.#append(lines);
  }

  lengths(): Record<string, number> {
    return { [BREAKS_NAME]: this.#file.length };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #append(lines: readonly string[]): void {
    this.#file.append(new TextEncoder().encode(`${lines.join('\n')}\n`));
  }
}

/**
 * Ends of each bond, 6 numbers: the centres of its bodies, or of one body and the place at a wall; across a seam the
 * image next to the bond.
 */
export function bondEnds({ bonds, bodies }: Snapshot, { domain }: SimulationSpec): Float64Array {
  const rows = new Map<number, number>();
  bodies.ids.forEach((id, k) => {
    rows.set(id, k);
  });
  const ends = new Float64Array(6 * bonds.count);
  for (let k = 0; k < bonds.count; k++) {
    const place = readVector(bonds.place, 3 * k);
    for (let end = 0; end < 2; end++) {
      const row = rows.get(bonds.bodies[2 * k + end]);
      const point: Vector3 =
        row === undefined ? place : nearestImage(readVector(bodies.position, 3 * row), place, periodsOf(domain));
      ends.set(toTriple(point), 6 * k + 3 * end);
    }
  }
  return ends;
}

/** One line a bond; `force` is that on body `idA`, `used` the share of its strength that its load uses. */
export function vtkBonds(snapshot: Snapshot, spec: SimulationSpec): Uint8Array {
  const { bonds } = snapshot;
  const column = (end: number): Int32Array =>
    Int32Array.from({ length: bonds.count }, (_, k) => bonds.bodies[2 * k + end]);
  return vtkPolyData({
    points: bondEnds(snapshot, spec),
    lines: {
      offsets: Int32Array.from({ length: bonds.count + 1 }, (_, k) => 2 * k),
      connectivity: Int32Array.from({ length: 2 * bonds.count }, (_, k) => k),
    },
    cellData: [
      vtkField('idA', 1, column(0)),
      vtkField('idB', 1, column(1)),
      vtkField('force', 3, bonds.force),
      vtkField('energy', 1, bonds.energy),
      vtkField('used', 1, bonds.used),
    ],
    fieldData: vtkTime(snapshot),
  });
}

// SPDX-License-Identifier: MIT
/** Tables as CSV: the bodies of a frame, a body over time, groups of bodies over time, and plotted curves. */
import type { BodyHistory, Frame, TrajectoryHeader } from '../../../src/io.ts';
import type { PlottedCurves } from './export-target.ts';

type Cell = string | number | undefined;

/** Names may contain commas and quotes. */
function cellText(cell: Cell): string {
  if (cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvText(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `${[headings, ...rows].map((row) => row.map(cellText).join(',')).join('\n')}\n`;
}

const XYZ = ['x', 'y', 'z'] as const;
const named = (name: string): string[] => XYZ.map((axis) => `${name}.${axis}`);

/** One row a body; SI units, positions in the world, quaternions w first. */
export function frameCsv(frame: Frame, { shapes, materials }: TrajectoryHeader): string {
  const headings = [
    'id',
    'shape',
    'material',
    'scale',
    ...named('position'),
    ...['w', 'x', 'y', 'z'].map((part) => `orientation.${part}`),
    ...named('velocity'),
    ...named('angularVelocity'),
  ];
  const rows = Array.from(frame.ids, (id, k) => [
    id,
    shapes[frame.shapes[k]]?.name,
    materials[frame.materials[k]],
    frame.scales[k],
    ...[0, 1, 2].map((c) => frame.origin[c] + frame.positions[3 * k + c]),
    ...frame.orientations.subarray(4 * k, 4 * k + 4),
    ...frame.velocities.subarray(3 * k, 3 * k + 3),
    ...frame.angularVelocities.subarray(3 * k, 3 * k + 3),
  ]);
  return csvText(headings, rows);
}

export function historyCsv({ time, position, speed, spin }: BodyHistory): string {
  const rows = time.map((each, k) => [each, ...position.map((column) => column[k]), speed[k], spin[k]]);
  return csvText(['time', ...named('position'), 'speed', 'spin'], rows);
}

export function curvesCsv({ time, series }: PlottedCurves): string {
  const rows = time.map((each, k) => [each, ...series.map(({ values }) => values[k])]);
  return csvText(['time', ...series.map(({ label }) => label)], rows);
}

/** Means of the bodies of a group at a moment. */
export interface GroupMean {
  readonly time: number;
  readonly group: string;
  readonly count: number;
  readonly position: readonly number[];
  readonly speed: number;
  readonly spin: number;
}

/** A group has the bodies of one shape, with its name; in a frame without such bodies it has no row. */
export function groupMeans(frame: Frame, { shapes }: TrajectoryHeader): GroupMean[] {
  return shapes.flatMap(({ name }, shape) => {
    const position = [0, 0, 0];
    let [count, speed, spin] = [0, 0, 0];
    for (let k = 0; k < frame.ids.length; k++) {
      if (frame.shapes[k] !== shape) continue;
      count++;
      for (let c = 0; c < 3; c++) position[c] += frame.origin[c] + frame.positions[3 * k + c];
      speed += Math.hypot(...frame.velocities.subarray(3 * k, 3 * k + 3));
      spin += Math.hypot(...frame.angularVelocities.subarray(3 * k, 3 * k + 3));
    }
    if (count === 0) return [];
    const mean = position.map((value) => value / count);
    return [{ time: frame.time, group: name, count, position: mean, speed: speed / count, spin: spin / count }];
  });
}

export function groupsCsv(means: readonly GroupMean[]): string {
  const rows = means.map(({ time, group, count, position, speed, spin }) => [
    time,
    group,
    count,
    ...position,
    speed,
    spin,
  ]);
  return csvText(['time', 'shape', 'count', ...named('meanPosition'), 'meanSpeed', 'meanSpin'], rows);
}

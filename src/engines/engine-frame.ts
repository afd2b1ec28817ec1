// SPDX-License-Identifier: MIT
/** What input files of both engines have in common: numbers as text, box and boundaries, neighbour lists, gravity. */
import { length, type Vector3, vector3 } from '../math/vector.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { AXES } from './half-space-axis.ts';
import type { StartBodies } from './start-bodies.ts';

/** Names of files in the working folder of an engine. */
export const DATA_FILE = 'scene.data';
export const INPUT_FILE = 'in.scene';

/** Skin of the neighbour lists over the largest radius; both engines check every step whether a list is still good. */
const SKIN_SHARE = 0.3;
/** From this ratio of radii on, lists are made by size class. */
const SIZE_CLASSES_FROM = 3;
/** Around bodies of scenes without a domain, in largest radii; the box then grows with the bodies. */
const ROOM = 4;

export function vectorText({ x, y, z }: Vector3): string {
  return `${x} ${y} ${z}`;
}

/** Smallest and largest radius of all spheres, clumps' included. */
export interface SizeRange {
  readonly smallest: number;
  readonly largest: number;
}

export function boundaryLine({ domain }: SimulationSpec): string {
  // Without a domain the box follows the bodies, but is never smaller than at the start.
  const free = domain === undefined ? 'm' : 'f';
  const sides = [0, 1, 2].map((k) => (domain?.periodic?.[k] === true ? 'p' : free));
  return `boundary ${sides.join(' ')}`;
}

export function boxOf({ domain }: SimulationSpec, bodies: StartBodies, { largest }: SizeRange): [Vector3, Vector3] {
  if (domain !== undefined) return [vector3(domain.min), vector3(domain.max)];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * bodies.count; i++) {
    const room = ROOM * Math.max(largest, bodies.radius[Math.floor(i / 3)]);
    low[i % 3] = Math.min(low[i % 3], bodies.position[i] - room);
    high[i % 3] = Math.max(high[i % 3], bodies.position[i] + room);
  }
  const [x, y, z] = low;
  return [
    { x, y, z },
    { x: high[0], y: high[1], z: high[2] },
  ];
}

export function boxLines([min, max]: readonly [Vector3, Vector3]): string[] {
  return AXES.map((axis) => `${min[axis]} ${max[axis]} ${axis}lo ${axis}hi`);
}

export function listLine({ neighbours }: SimulationSpec, { smallest, largest }: SizeRange): string {
  const style = largest > SIZE_CLASSES_FROM * smallest ? 'multi' : 'bin';
  return `neighbor ${neighbours?.skin ?? SKIN_SHARE * largest} ${style}`;
}

/** Nothing without gravity. `words` follow. */
export function gravityLines({ gravity }: SimulationSpec, words = ''): string[] {
  const g = vector3(gravity);
  const size = length(g);
  return size === 0 ? [] : [`fix gravity all gravity ${size} vector ${vectorText(g)}${words}`];
}

/** Most ranges of one `group` command. */
const RANGES_A_LINE = 40;

/** Commands that put atoms, whose numbers ascend, into a group. */
export function groupLines(name: string, atoms: readonly number[]): string[] {
  const ranges: string[] = [];
  for (let i = 0; i < atoms.length; ) {
    let j = i;
    while (j + 1 < atoms.length && atoms[j + 1] === atoms[j] + 1) j++;
    ranges.push(i === j ? String(atoms[i]) : `${atoms[i]}:${atoms[j]}`);
    i = j + 1;
  }
  const lines: string[] = [];
  for (let i = 0; i < ranges.length; i += RANGES_A_LINE) {
    lines.push(`group ${name} id ${ranges.slice(i, i + RANGES_A_LINE).join(' ')}`);
  }
  return lines;
}

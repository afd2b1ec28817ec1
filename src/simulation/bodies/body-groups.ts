// SPDX-License-Identifier: MIT
/**
 * The bodies of a spec, single ones and groups of equal ones at many positions, counted and listed one by one. Groups
 * keep scenes of millions of bodies free of an object for each body.
 */
import { vector3 } from '../../math/vector.ts';
import type { BodyGroupSpec, BodySpec } from '../simulation-spec.ts';

export type BodyEntry = BodySpec | BodyGroupSpec;

export function isGroup(entry: BodyEntry): entry is BodyGroupSpec {
  return 'positions' in entry;
}

/** Bodies of an entry. */
export function countOf(entry: BodyEntry): number {
  return isGroup(entry) ? Math.floor(entry.positions.length / 3) : 1;
}

/**
 * Number of bodies in a list of bodies and groups of bodies.
 *
 * @example
 * ```ts
 * import { bodyCount } from 'scree/dem';
 *
 * const group = { shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0, 1, 0, 0) };
 * console.log(bodyCount([group, { shape: 'marble', material: 'glass', position: [0, 0, 1] }])); // 3
 * ```
 */
export function bodyCount(bodies: readonly BodyEntry[] = []): number {
  return bodies.reduce((sum, entry) => sum + countOf(entry), 0);
}

/** Body k of a group. */
export function bodyOfGroup({ positions, name, ...rest }: BodyGroupSpec, k: number): BodySpec {
  return {
    ...rest,
    ...(name !== undefined && { name: `${name}[${k}]` }),
    position: { x: positions[3 * k], y: positions[3 * k + 1], z: positions[3 * k + 2] },
  };
}

/**
 * All bodies one by one. Each object lives only as long as its reader keeps it.
 *
 * @example
 * ```ts
 * import { eachBody } from 'scree/dem';
 *
 * const group = { shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0, 1, 0, 0) };
 * console.log([...eachBody([group])].length); // 2
 * ```
 */
export function* eachBody(bodies: readonly BodyEntry[] = []): Generator<BodySpec, void> {
  for (const entry of bodies) {
    if (!isGroup(entry)) yield entry;
    else for (let k = 0; k < countOf(entry); k++) yield bodyOfGroup(entry, k);
  }
}

/** Calls `visit` with the position of each body and its entry: of a group without an object for each body. */
export function eachPosition(
  bodies: readonly BodyEntry[] | undefined,
  visit: (x: number, y: number, z: number, entry: BodyEntry) => void,
): void {
  for (const entry of bodies ?? []) {
    if (isGroup(entry)) {
      const { positions } = entry;
      for (let k = 0; k < 3 * countOf(entry); k += 3) visit(positions[k], positions[k + 1], positions[k + 2], entry);
    } else {
      const { x, y, z } = vector3(entry.position);
      visit(x, y, z, entry);
    }
  }
}

/**
 * Each entry with the id of its first body: bodies without an id get the next free one, those of a group consecutive
 * ones.
 */
export function* entryIds(bodies: readonly BodyEntry[] = []): Generator<readonly [id: number, entry: BodyEntry], void> {
  let next = 0;
  for (const entry of bodies) {
    const id = isGroup(entry) ? next : (entry.id ?? next);
    yield [id, entry];
    next = Math.max(next, id + countOf(entry));
  }
}

/** Ids of the bodies that are fixed or have a prescribed motion. */
export function wallIds(bodies: readonly BodyEntry[] = []): Set<number> {
  const ids = new Set<number>();
  for (const [first, entry] of entryIds(bodies)) {
    if (!isFree(entry)) for (let k = 0; k < countOf(entry); k++) ids.add(first + k);
  }
  return ids;
}

/** True for bodies that forces move. */
export function isFree({ fixed, motion }: Pick<BodySpec, 'fixed' | 'motion'>): boolean {
  return fixed !== true && motion === undefined;
}

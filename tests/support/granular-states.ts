// SPDX-License-Identifier: MIT
/**
 * Moments of granular matter put together by hand: balls on lattices with contacts by a linear spring, for closed
 * forms.
 */

import { solidOf } from '../../src/analysis/body-solid.ts';
import type { GranularState } from '../../src/analysis/granular-state.ts';
import { length, subtract, type Vector3, ZERO_VECTOR } from '../../src/math/vector.ts';

interface BallsSpec {
  readonly centres: readonly Vector3[];
  readonly radius: number;
  readonly velocities?: readonly Vector3[];
  readonly materials?: readonly number[];
  readonly masses?: readonly number[];
  /** N/m */
  readonly stiffness?: number;
  /** The ball at x = y = z = 0 is the corner; 0 is no period. */
  readonly lengths?: Vector3;
  readonly gravity?: Vector3;
  readonly time?: number;
  readonly ids?: readonly number[];
  /** False spares the search for contacts among many. */
  readonly hasContacts?: boolean;
}

function wrapped(offset: Vector3, lengths: Vector3): Vector3 {
  const one = (value: number, period: number): number =>
    period > 0 ? value - period * Math.round(value / period) : value;
  return { x: one(offset.x, lengths.x), y: one(offset.y, lengths.y), z: one(offset.z, lengths.z) };
}

/** Balls of one size; those nearer than two radii (and a rounding) touch. */
export function balls(spec: BallsSpec): GranularState {
  const { centres, radius, stiffness = 1, lengths = ZERO_VECTOR } = spec;
  const count = centres.length;
  const rows: { a: number; b: number; offset: Vector3; distance: number }[] = [];
  for (let a = 0; a < count && spec.hasContacts !== false; a++) {
    for (let b = a + 1; b < count; b++) {
      const offset = wrapped(subtract(centres[b], centres[a]), lengths);
      const distance = length(offset);
      if (distance <= 2 * radius * (1 + 1e-12)) rows.push({ a, b, offset, distance });
    }
  }
  const flat = (vectors: readonly Vector3[]): Float64Array =>
    Float64Array.from(vectors.flatMap(({ x, y, z }) => [x, y, z]));
  const along = (value: (row: (typeof rows)[number], component: 'x' | 'y' | 'z') => number): Float64Array =>
    Float64Array.from(rows.flatMap((row) => [value(row, 'x'), value(row, 'y'), value(row, 'z')]));
  const solid = solidOf({ name: 'ball', sphere: { radius } });
  return {
    time: spec.time ?? 0,
    bodies: {
      count,
      ids: Int32Array.from(spec.ids ?? centres.map((_, k) => k)),
      shape: new Int32Array(count),
      material: Int32Array.from(spec.materials ?? new Array<number>(count).fill(0)),
      radius: new Float64Array(count).fill(radius),
      scale: new Float64Array(count).fill(1),
      position: flat(centres),
      orientation: Float64Array.from(centres.flatMap(() => [1, 0, 0, 0])),
      velocity: flat(spec.velocities ?? centres.map(() => ZERO_VECTOR)),
      mass: Float64Array.from(spec.masses ?? new Array<number>(count).fill(1)),
      isFree: new Uint8Array(count).fill(1),
    },
    contacts: {
      count: rows.length,
      bodyA: Int32Array.from(rows, ({ a }) => a),
      bodyB: Int32Array.from(rows, ({ b }) => b),
      wall: new Int32Array(rows.length).fill(-1),
      point: along(({ a, offset }, key) => centres[a][key] + 0.5 * offset[key]),
      normal: along(({ offset, distance }, key) => offset[key] / distance),
      force: along(({ offset, distance }, key) => (-stiffness * (2 * radius - distance) * offset[key]) / distance),
    },
    solids: [solid],
    periodic: { min: ZERO_VECTOR, lengths },
    gravity: spec.gravity ?? ZERO_VECTOR,
  };
}

/** Lattice points in a periodic box of `cells` cubes of side `side`, with the given places in each. */
export function lattice(cells: number, side: number, positions: readonly Vector3[]): Vector3[] {
  const points: Vector3[] = [];
  for (let k = 0; k < cells; k++)
    for (let j = 0; j < cells; j++)
      for (let i = 0; i < cells; i++)
        for (const { x, y, z } of positions) points.push({ x: side * (i + x), y: side * (j + y), z: side * (k + z) });
  return points;
}

export const SIMPLE_CUBIC: readonly Vector3[] = [{ x: 0.5, y: 0.5, z: 0.5 }];
export const FACE_CENTRED: readonly Vector3[] = [
  { x: 0, y: 0, z: 0 },
  { x: 0, y: 0.5, z: 0.5 },
  { x: 0.5, y: 0, z: 0.5 },
  { x: 0.5, y: 0.5, z: 0 },
];

/** The same bodies and contacts in another order; each contact keeps or swaps its partners. */
export function shuffled(state: GranularState, order: (count: number) => number[]): GranularState {
  const { bodies, contacts } = state;
  const rows = order(bodies.count);
  const newRow = new Int32Array(bodies.count);
  rows.forEach((old, k) => {
    newRow[old] = k;
  });
  const pick = <Values extends Int32Array | Float64Array | Uint8Array>(
    values: Values,
    stride: number,
    from: readonly number[],
    sign = (_: number): number => 1,
  ): Values => {
    const picked = values.slice() as Values;
    from.forEach((old, k) => {
      for (let c = 0; c < stride; c++) picked[stride * k + c] = sign(k) * values[stride * old + c];
    });
    return picked;
  };
  const from = order(contacts.count);
  const isTurned = (k: number): boolean => k % 2 === 1 && contacts.bodyB[from[k]] >= 0;
  const turn = (k: number): number => (isTurned(k) ? -1 : 1);
  const partner = (k: number, first: Int32Array, second: Int32Array): number => {
    const row = (isTurned(k) ? second : first)[from[k]];
    return row < 0 ? row : newRow[row];
  };
  return {
    ...state,
    bodies: {
      count: bodies.count,
      ids: pick(bodies.ids, 1, rows),
      shape: pick(bodies.shape, 1, rows),
      material: pick(bodies.material, 1, rows),
      radius: pick(bodies.radius, 1, rows),
      scale: pick(bodies.scale, 1, rows),
      position: pick(bodies.position, 3, rows),
      orientation: pick(bodies.orientation, 4, rows),
      velocity: pick(bodies.velocity, 3, rows),
      mass: pick(bodies.mass, 1, rows),
      isFree: pick(bodies.isFree, 1, rows),
    },
    contacts: {
      count: contacts.count,
      bodyA: contacts.bodyA.map((_, k) => partner(k, contacts.bodyA, contacts.bodyB)),
      bodyB: contacts.bodyB.map((_, k) => partner(k, contacts.bodyB, contacts.bodyA)),
      wall: pick(contacts.wall, 1, from),
      point: pick(contacts.point, 3, from),
      normal: pick(contacts.normal, 3, from, turn),
      force: pick(contacts.force, 3, from, turn),
    },
  };
}

// SPDX-License-Identifier: MIT
/** Compares two states of the same bodies, number by number. */
import type { RecordedBodies } from './recorded-state.ts';

const QUANTITIES = [
  ['position', 3],
  ['orientation', 4],
  ['velocity', 3],
  ['angularVelocity', 3],
  ['scale', 1],
] as const;
const COMPONENTS: Readonly<Record<number, readonly string[]>> = {
  1: [''],
  3: ['.x', '.y', '.z'],
  4: ['.w', '.x', '.y', '.z'],
};

export interface Difference {
  readonly id: number;
  /** `velocity.x`; `presence` when only one of the runs has the body. */
  readonly quantity: string;
  /** Undefined if that run does not have the body. */
  readonly values: readonly [number | undefined, number | undefined];
}

/** How two states of the same time differ. */
export interface StateDifferences {
  /** Of the body with the lowest id, in the order position, orientation, velocity, angular velocity, scale. */
  readonly first: Difference;
  /** Farthest apart, relative to the largest number of its quantity. */
  readonly largest: Difference;
  /** Bodies that differ, and bodies in either state. */
  readonly differing: number;
  readonly bodies: number;
}

/** Largest magnitude of a quantity in both states, to which differences are compared. */
function sizeOf(a: RecordedBodies, b: RecordedBodies, quantity: (typeof QUANTITIES)[number][0]): number {
  let size = 0;
  for (const values of [a[quantity], b[quantity]]) for (const value of values) size = Math.max(size, Math.abs(value));
  return size;
}

/** Spacing of float32 numbers about 1. */
const FLOAT32_SPACING = 2 ** -23;

/**
 * By how much positions of the same body may differ because the frames measure from different origins: by rounding to
 * float32 in each. Nothing for the same origin.
 */
function positionRounding(a: RecordedBodies, b: RecordedBodies): number {
  const isSame = a.origin === undefined || a.origin.every((value, axis) => value === b.origin?.[axis]);
  if (isSame) return 0;
  let farthest = 0;
  for (const { position, origin } of [a, b]) {
    position.forEach((value, i) => {
      farthest = Math.max(farthest, Math.abs(value - (origin?.[i % 3] ?? 0)));
    });
  }
  return FLOAT32_SPACING * farthest;
}

export interface CompareOptions {
  /** Leaves orientations out: LAMMPS and LIGGGHTS do not follow those of spheres. */
  readonly withoutOrientations?: boolean;
}

/**
 * How two states of the same time differ; undefined when no number differs by more than `tolerance` times the largest
 * of its quantity.
 *
 * @example
 * ```ts
 * import { compareStates } from 'scree/live';
 *
 * const ballAt = (height) => ({
 *   ids: Int32Array.of(0),
 *   position: Float64Array.of(0, 0, height),
 *   orientation: Float64Array.of(1, 0, 0, 0),
 *   velocity: Float64Array.of(0, 0, 0),
 *   angularVelocity: Float64Array.of(0, 0, 0),
 *   scale: Float64Array.of(1),
 * });
 * console.log(compareStates(ballAt(0.5), ballAt(0.5), 0)); // undefined
 * console.log(compareStates(ballAt(0.5), ballAt(0.25), 0)?.first.quantity); // position.z
 * ```
 */
export function compareStates(
  a: RecordedBodies,
  b: RecordedBodies,
  tolerance: number,
  { withoutOrientations = false }: CompareOptions = {},
): StateDifferences | undefined {
  const rowOf = (ids: Int32Array): Map<number, number> => new Map(Array.from(ids, (id, row) => [id, row]));
  const [rowsA, rowsB] = [rowOf(a.ids), rowOf(b.ids)];
  const rounding = positionRounding(a, b);
  const sizes = QUANTITIES.map(([name]) => sizeOf(a, b, name));
  const ids = [...new Set([...a.ids, ...b.ids])].sort((p, q) => p - q);
  let first: Difference | undefined;
  let largest: Difference | undefined;
  let largestRatio = -1;
  let differing = 0;
  const note = (difference: Difference, ratio: number): void => {
    first ??= difference;
    if (ratio <= largestRatio) return;
    largestRatio = ratio;
    largest = difference;
  };
  for (const id of ids) {
    const [rowA, rowB] = [rowsA.get(id), rowsB.get(id)];
    let differs = false;
    if (rowA === undefined || rowB === undefined) {
      differs = true;
      note({ id, quantity: 'presence', values: [rowA, rowB] }, Infinity);
    } else {
      QUANTITIES.forEach(([name, stride], q) => {
        if (withoutOrientations && name === 'orientation') return;
        for (let c = 0; c < stride; c++) {
          const valueA = a[name][stride * rowA + c];
          const valueB = b[name][stride * rowB + c];
          const apart = Math.abs(valueA - valueB);
          if (apart <= tolerance * sizes[q] + (name === 'position' ? rounding : 0)) continue;
          differs = true;
          note({ id, quantity: `${name}${COMPONENTS[stride]?.[c]}`, values: [valueA, valueB] }, apart / sizes[q]);
        }
      });
    }
    if (differs) differing++;
  }
  return first && largest && { first, largest, differing, bodies: ids.length };
}

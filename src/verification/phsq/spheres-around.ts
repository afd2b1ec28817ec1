// SPDX-License-Identifier: MIT
/**
 * Spheres at random positions around a polyhedron at the origin, as in Fig. 11 of Peng & Hanley 2019, queried in
 * batches.
 */
import type { Random } from '../../math/random.ts';
import { PENG_HANLEY_LAYOUT, pengHanleyBatch } from '../../narrow-phase/superquadric/peng-hanley-batch.ts';
import type { Box } from '../../shapes/kinds/box.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';

/** The cube that the centres are in, from -3 to 3 metres. */
export const HALF_WIDTH = 3;
export const RADIUS = 1;

export const CASE_NUMBERS = [1, 2, 3, 4, 5, 6, 8] as const;
export type CaseNumber = (typeof CASE_NUMBERS)[number];

type Solid = Box | ConvexPolyhedron;

const POSE_STRIDE = 7;

/** Three numbers a centre, uniform in the space. */
export function randomCentres(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => random.between(-HALF_WIDTH, HALF_WIDTH));
}

/** Body 0 is the solid, body i + 1 the sphere at centre i; none is rotated. */
export function bodiesAround(solid: Solid, centres: Float64Array): { shapes: Shapes; poses: Float64Array } {
  const ball = sphere({ radius: RADIUS });
  const count = centres.length / 3;
  const poses = new Float64Array(POSE_STRIDE * (count + 1));
  for (let k = 0; k <= count; k++) poses[POSE_STRIDE * k + 3] = 1;
  for (let k = 0; k < count; k++) poses.set(centres.subarray(3 * k, 3 * k + 3), POSE_STRIDE * (k + 1));
  return { shapes: [solid, ...new Array<typeof ball>(count).fill(ball)], poses };
}

type Shapes = readonly (Solid | ReturnType<typeof sphere>)[];

/** The solid against every sphere. */
export function pairsAround(count: number): Int32Array {
  return Int32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0 : (i + 1) / 2));
}

/** The case of each sphere. */
export function casesAround(solid: Solid, centres: Float64Array): Uint8Array {
  const count = centres.length / 3;
  const out = pengHanleyBatch({ ...bodiesAround(solid, centres), pairs: pairsAround(count) });
  const { stride, case: ended } = PENG_HANLEY_LAYOUT;
  return Uint8Array.from({ length: count }, (_, i) => out[stride * i + ended]);
}

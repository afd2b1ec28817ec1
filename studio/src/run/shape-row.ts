// SPDX-License-Identifier: MIT
/** A frame with each shape of a scene once, side by side: what the shapes look like before anything moves. */
import type { Frame, TrajectoryHeader } from '../../../src/live.ts';

/** Between two shapes, relative to the reach of the larger one. */
const GAP = 0.35;
/** Shapes of a row; further ones stand behind. */
const MOST_ABREAST = 6;

/** `reaches` are the distances of the farthest points from the shapes' origins. */
export function shapeRow({ shapes }: TrajectoryHeader, reaches: readonly number[]): Frame {
  const count = shapes.length;
  const positions = new Float32Array(3 * count);
  const orientations = new Float32Array(4 * count);
  const numbers = Int32Array.from({ length: count }, (_, k) => k);
  let y = 0;
  for (let first = 0; first < count; first += MOST_ABREAST) {
    const row = reaches.slice(first, first + MOST_ABREAST);
    const depth = Math.max(...row);
    let x = -row.reduce((sum, reach) => sum + reach * (1 + GAP), 0);
    y += first === 0 ? 0 : depth * (1 + GAP);
    for (const [k, reach] of row.entries()) {
      x += reach * (1 + GAP);
      positions.set([x, y, reach], 3 * (first + k));
      orientations[4 * (first + k)] = 1;
      x += reach * (1 + GAP);
    }
    y += depth * (1 + GAP);
  }
  return {
    time: 0,
    step: 0,
    origin: new Float64Array(3),
    ids: numbers,
    shapes: numbers,
    materials: new Int32Array(count),
    scales: new Float32Array(count).fill(1),
    positions,
    orientations,
    velocities: new Float32Array(3 * count),
    angularVelocities: new Float32Array(3 * count),
    contactBodies: new Int32Array(0),
    contactPoints: new Float32Array(0),
    contactForces: new Float32Array(0),
    contactNormals: new Float32Array(0),
    meshPoses: new Float64Array(0),
  };
}

// SPDX-License-Identifier: MIT
/**
 * Section 6.1.2, Figs. 20 and 21: the force on a sphere that moves over a horizontal facet, around its edge and down a
 * vertical facet, always 0.01 m deep. Here the sphere, too heavy to be moved, is at rest and the boundary moves.
 */

import { Simulation } from '../../../simulation/simulation.ts';
import type { MotionSpec } from '../../../simulation/simulation-spec.ts';
import { spheres } from '../../sphere-scene.ts';
import { tableEdge } from '../h2-meshes.ts';

const RADIUS = 0.3;
const DEPTH = 0.01;
const GRAIN = { density: 1e16, youngsModulus: 1e5, poissonsRatio: 0.2 };
const LENGTH = 0.5;
/** Each of the three parts of the path takes one second. */
const DURATION = 1;

interface PathPoint {
  /** 0 to 3: on the first facet, around the edge, on the second. */
  readonly place: number;
  readonly force: number;
  /** Direction of the force in the frame of the boundary, in degrees from the vertical. */
  readonly direction: number;
}

interface Part {
  /** Initial position of the sphere. */
  readonly position: readonly [number, number, number];
  readonly motion: MotionSpec;
  /** Rotation angle of the boundary at time t. */
  readonly turned: (time: number) => number;
}

const lever = RADIUS - DEPTH;
const PARTS: readonly Part[] = [
  { position: [-LENGTH, 0.03, lever], motion: { velocity: [-LENGTH / DURATION, 0, 0] }, turned: () => 0 },
  {
    position: [0, 0.03, lever],
    // The boundary rotates opposite to the motion of the sphere around the edge.
    motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: -Math.PI / 2 / DURATION } },
    turned: (time) => (-Math.PI / 2) * (time / DURATION),
  },
  { position: [lever, 0.03, 0], motion: { velocity: [0, 0, LENGTH / DURATION] }, turned: () => 0 },
];

export function enforcedPath(steps: number): PathPoint[] {
  return PARTS.flatMap(({ position, motion, turned }, part) => {
    const spec = spheres(RADIUS, GRAIN, [{ position }], { timeStep: DURATION / steps });
    const simulation = new Simulation({
      ...spec,
      meshes: [{ name: 'boundary', mesh: tableEdge(4), material: 'wall', motion }],
    });
    return Array.from({ length: steps }, (_, k): PathPoint => {
      simulation.step();
      const { x, y, z } = simulation.body(0).force;
      const angle = Math.atan2(x, z) - turned(simulation.time);
      return {
        place: part + (k + 1) / steps,
        force: Math.sqrt(x * x + y * y + z * z),
        direction: (180 / Math.PI) * angle,
      };
    });
  });
}

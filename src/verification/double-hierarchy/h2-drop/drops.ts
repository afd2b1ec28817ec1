// SPDX-License-Identifier: MIT
/** Section 6.1.1, Table 6 and Figs. 18 and 19: a soft sphere falls on a facet, an edge or a vertex, and bounces. */
import { Simulation } from '../../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../../simulation/simulation-spec.ts';
import { FLOOR, spheres } from '../../sphere-scene.ts';
import { onePlane, pyramid, roof, triangledPlane } from '../h2-meshes.ts';
import { UNDER_GRAVITY } from '../same-motion.ts';

export const RADIUS = 0.3;
export const START = 1;
const GRAIN = { density: 100, youngsModulus: 1e5, poissonsRatio: 0.2, friction: 0.3 };

/** Target of the drop. */
type Ground = Partial<Pick<SimulationSpec, 'meshes' | 'halfSpaces' | 'shapes'>> & {
  readonly bodies?: readonly BodySpec[];
};

const mesh = (given: ReturnType<typeof roof>): Ground => ({
  meshes: [{ name: 'ground', mesh: given, material: 'wall' }],
});

export const GROUNDS: Readonly<Record<string, Ground>> = {
  'half-space': { halfSpaces: [FLOOR] },
  'one quadrilateral': mesh(onePlane(4, 4)),
  'a facet of a plane': mesh(triangledPlane(5, 5, 2, 2, [0.07, -0.03])),
  'an edge of a plane': mesh(triangledPlane(5, 5, 2, 2)),
  'a vertex of a plane': mesh(triangledPlane(6, 6, 2, 2)),
  'the ridge of a roof': mesh(roof(2)),
  'the apex of a pyramid': mesh(pyramid(4, 2)),
};

interface Drop {
  readonly heights: Float64Array;
  /** Largest vertical and largest horizontal force. */
  readonly force: number;
  readonly sideways: number;
  /** First contact, interpolated; duration of the first contact. */
  readonly start: number;
  readonly duration: number;
  readonly depth: number;
  /** Highest point after each complete bounce. */
  readonly apexes: readonly number[];
}

/** The sphere above the ground; `start` is its initial state. */
export function dropSpec(ground: Ground, timeStep: number, start: Partial<BodySpec>): SimulationSpec {
  const { shapes = [], bodies = [], ...walls } = ground;
  const spec = spheres(RADIUS, GRAIN, [start], {
    timeStep,
    ...UNDER_GRAVITY,
    ...walls,
  });
  return { ...spec, shapes: [...(spec.shapes ?? []), ...shapes], bodies: [...(spec.bodies ?? []), ...bodies] };
}

/** Lets the sphere fall for `steps` steps. */
export function drop(ground: Ground, timeStep: number, steps: number): Drop {
  const simulation = new Simulation(dropSpec(ground, timeStep, { position: [0, 0, START] }));
  const heights = new Float64Array(steps);
  let force = 0;
  let sideways = 0;
  let depth = 0;
  let start = Number.NaN;
  let duration = Number.NaN;
  const apexes: number[] = [];
  let before = START;
  let speedBefore = 0;
  for (let k = 0; k < steps; k++) {
    simulation.step();
    const { position, velocity, force: push } = simulation.body(0);
    heights[k] = position.z;
    force = Math.max(force, push.z);
    sideways = Math.max(sideways, Math.abs(push.x), Math.abs(push.y));
    depth = Math.max(depth, RADIUS - position.z);
    const crossing = simulation.time - (timeStep * (position.z - RADIUS)) / (position.z - before);
    if (Number.isNaN(start) && position.z < RADIUS) start = crossing;
    if (Number.isNaN(duration) && before < RADIUS && position.z >= RADIUS) duration = crossing - start;
    // The highest point follows from the speed and height in flight.
    if (speedBefore > 0 && velocity.z <= 0 && position.z > RADIUS)
      apexes.push(position.z + velocity.z ** 2 / (2 * 9.81));
    before = position.z;
    speedBefore = velocity.z;
  }
  return { heights, force, sideways, start, duration, depth, apexes };
}

// SPDX-License-Identifier: MIT
/** Bodies that slide, roll and spin on a plane, given as a mesh or a half-space. */
import { fromAxisAngle, multiply, type Quaternion, rotate } from '../../../math/quaternion.ts';
import { type Vector3, vector3 } from '../../../math/vector.ts';
import type { FacetMesh } from '../../../meshes/facet-mesh.ts';
import { box } from '../../../shapes/kinds/box.ts';
import { superquadric } from '../../../shapes/kinds/superquadric.ts';
import { Simulation } from '../../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../../simulation/simulation-spec.ts';
import { UNDER_GRAVITY } from '../same-motion.ts';

/** m */
export const SIZE = 0.04;
const GRAIN = { density: 1000, youngsModulus: 1e6, poissonsRatio: 0.3, restitution: 0.6, friction: 0.3 };
const SPEED = 2;
const IDENTITY: Quaternion = { w: 1, x: 0, y: 0, z: 0 };
const ABOUT_Z = { x: 0, y: 0, z: 1 };
const SPHERE: BodyShapeSpec = { name: 'body', sphere: { radius: SIZE } };
const BOX: BodyShapeSpec = { name: 'body', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.5 * SIZE] }) };
const SUPERQUADRIC: BodyShapeSpec = {
  name: 'body',
  convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.5 * SIZE], n1: 4, n2: 3 }),
};

export interface Slider {
  readonly shape: BodyShapeSpec;
  /** On the plane z = 0; the path starts near its left end and goes to the right, across the cells. */
  readonly body: Pick<BodySpec, 'position' | 'velocity' | 'angularVelocity'> & { readonly orientation?: Quaternion };
}

const start = (height: number): readonly [number, number, number] => [-0.97, -0.213, height];
const velocity = [SPEED, 0.21 * SPEED, 0] as const;

export const SLIDERS: Readonly<Record<string, Slider>> = {
  'sphere, sliding to rolling': { shape: SPHERE, body: { position: start(0.999 * SIZE), velocity } },
  'sphere, rolling and twisting': {
    shape: SPHERE,
    body: {
      position: start(0.999 * SIZE),
      velocity,
      angularVelocity: [(-0.21 * SPEED) / SIZE, SPEED / SIZE, 30],
    },
  },
  'sphere, bouncing': {
    shape: SPHERE,
    body: { position: start(1.5 * SIZE), velocity, angularVelocity: [20, -30, 10] },
  },
  'box, flat': {
    shape: BOX,
    body: { position: start(0.4995 * SIZE), velocity, orientation: fromAxisAngle(ABOUT_Z, 0.4) },
  },
  'box, flat and turning': {
    shape: BOX,
    body: { position: start(0.4995 * SIZE), velocity, angularVelocity: [0, 0, 9] },
  },
  'box, on an edge first': {
    shape: BOX,
    body: { position: start(0.9 * SIZE), velocity, orientation: fromAxisAngle({ x: 0, y: 1, z: 0 }, 0.3) },
  },
  superquadric: {
    shape: SUPERQUADRIC,
    body: { position: start(0.4995 * SIZE), velocity, orientation: fromAxisAngle(ABOUT_Z, 0.4) },
  },
};

const triple = ({ x, y, z }: Vector3): [number, number, number] => [x, y, z];

/**
 * The motion on a mesh, or on the equal half-space. At each of `looks` times: position over SIZE, velocity, surface
 * speed of rotation, orientation, friction and damping losses over the initial energy.
 */
export function motionOn(
  { shape, body }: Slider,
  wall: FacetMesh | 'half-space',
  turn: Quaternion,
  timeStep: number,
  steps: number,
  looks: number,
): number[][] {
  const turned = (v: BodySpec['position']): [number, number, number] => triple(rotate(turn, vector3(v)));
  const spec: SimulationSpec = {
    timeStep,
    gravity: turned(UNDER_GRAVITY.gravity),
    law: UNDER_GRAVITY.law,
    materials: [
      { name: 'grain', ...GRAIN },
      { name: 'wall', density: 1, rigid: true },
    ],
    shapes: [shape],
    bodies: [
      {
        shape: 'body',
        material: 'grain',
        position: turned(body.position),
        orientation: multiply(turn, body.orientation ?? IDENTITY),
        ...(body.velocity && { velocity: turned(body.velocity) }),
        ...(body.angularVelocity && { angularVelocity: turned(body.angularVelocity) }),
      },
    ],
    ...(wall === 'half-space'
      ? { halfSpaces: [{ name: 'wall', normal: turned([0, 0, 1]), offset: 0, material: 'wall' }] }
      : { meshes: [{ name: 'wall', mesh: wall, material: 'wall' }] }),
  };
  const simulation = new Simulation(spec);
  const energy = Math.abs(simulation.energy().insertedEnergy);
  const back = { w: turn.w, x: -turn.x, y: -turn.y, z: -turn.z };
  const seen: number[][] = [];
  for (let k = 0; k < looks; k++) {
    simulation.step(Math.round(steps / looks));
    const { position, velocity: v, angularVelocity, orientation } = simulation.body(0);
    const { w, x, y, z } = multiply(back, orientation);
    const { frictionLoss, dampingLoss } = simulation.energy();
    seen.push([
      ...triple(rotate(back, position)).map((at) => at / SIZE),
      ...triple(rotate(back, v)),
      ...triple(rotate(back, angularVelocity)).map((rate) => rate * SIZE),
      w,
      x,
      y,
      z,
      frictionLoss / energy,
      dampingLoss / energy,
    ]);
  }
  return seen;
}

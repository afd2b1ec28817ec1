// SPDX-License-Identifier: MIT
/** Momentum and angular momentum of bodies of every shape that collide with friction and damping, without walls. */
import { inverseRotate, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GASES } from './elastic-gases.ts';

const DENSITY = 2500;
const SIZE = 0.01;
const SIDE = 3;

function swarm(shapes: readonly BodyShapeSpec[], timeStep: number): SimulationSpec {
  const random = new Random(4);
  const middle = (SIDE - 1) / 2;
  return {
    timeStep,
    gravity: [0, 0, 0],
    law: { normal: 'pressure-field', tangential: 'linear' },
    materials: [{ name: 'stone', density: DENSITY, stiffness: 1e10, restitution: 0.5, friction: 0.4 }],
    shapes,
    bodies: Array.from({ length: SIDE ** 3 }, (_, k) => {
      const cell = [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE / SIDE)].map((c) => c - middle);
      const { w, x, y, z } = random.rotation();
      const spin = (): number => random.between(-50, 50);
      return {
        shape: shapes[k % shapes.length].name,
        material: 'stone',
        position: cell.map((c) => 2.6 * SIZE * c) as [number, number, number],
        orientation: [w, x, y, z] as const,
        // Towards the middle.
        velocity: cell.map((c) => -c + random.between(-0.2, 0.2)) as [number, number, number],
        angularVelocity: [spin(), spin(), spin()] as const,
      };
    }),
  };
}

interface Momenta {
  readonly linear: Vector3;
  readonly angular: Vector3;
  /** Sums of the sizes of the parts of single bodies. */
  readonly linearSize: number;
  readonly angularSize: number;
}

function momentaOf(simulation: Simulation, shapes: readonly ConvexShape[]): Momenta {
  const { count, position, orientation, velocity, angularVelocity, shape } = simulation.bodies();
  const at = (values: Float64Array, k: number): Vector3 => ({
    x: values[3 * k],
    y: values[3 * k + 1],
    z: values[3 * k + 2],
  });
  let [linear, angular]: Vector3[] = [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
  ];
  let [linearSize, angularSize] = [0, 0];
  for (let k = 0; k < count; k++) {
    const { volume, inertia } = shapes[shape[k]].massProperties();
    const turn = {
      w: orientation[4 * k],
      x: orientation[4 * k + 1],
      y: orientation[4 * k + 2],
      z: orientation[4 * k + 3],
    };
    const own = inverseRotate(turn, at(angularVelocity, k));
    const spin = {
      x: inertia.xx * own.x + inertia.xy * own.y + inertia.xz * own.z,
      y: inertia.xy * own.x + inertia.yy * own.y + inertia.yz * own.z,
      z: inertia.xz * own.x + inertia.yz * own.y + inertia.zz * own.z,
    };
    const push = scale(at(velocity, k), DENSITY * volume);
    const parts = [cross(at(position, k), push), scale(rotate(turn, spin), DENSITY)];
    linear = add(linear, push);
    linearSize += length(push);
    for (const part of parts) {
      angular = add(angular, part);
      angularSize += length(part);
    }
  }
  return { linear, angular, linearSize, angularSize };
}

export interface MomentumChange {
  /** Changes over the sums of the sizes of the bodies' own. */
  readonly linear: number;
  readonly angular: number;
  /** Part of the energy that was lost in contacts: they did collide. */
  readonly lost: number;
}

export function momentumChange(steps: number): MomentumChange {
  const { shapes } = GASES[GASES.length - 1];
  const solids = shapes.map((shape) =>
    'convex' in shape ? shape.convex : sphere({ radius: 'sphere' in shape ? shape.sphere.radius : 0 }),
  );
  const timeStep = 0.1 * new Simulation(swarm(shapes, 1e-6)).criticalTimeStep();
  const simulation = new Simulation(swarm(shapes, timeStep));
  const before = momentaOf(simulation, solids);
  const energy = simulation.energy().insertedEnergy;
  simulation.step(steps);
  const after = momentaOf(simulation, solids);
  const { frictionLoss, dampingLoss } = simulation.energy();
  return {
    linear: length(subtract(after.linear, before.linear)) / before.linearSize,
    angular: length(subtract(after.angular, before.angular)) / before.angularSize,
    lost: (frictionLoss + dampingLoss) / energy,
  };
}

// SPDX-License-Identifier: MIT
/**
 * A cloud of bodies that move towards its centre and collide, without walls or gravity; and its momentum and angular
 * momentum.
 */
import { unionOfBalls } from '../../bodies/union-of-balls.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { multiplyVector, rotateMatrix } from '../../math/symmetric-matrix.ts';
import { add, cross, scale, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { MassProperties } from '../../shapes/mass/mass-properties.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, ContactLawSpec, MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

const SIZE = 0.005;
const SPACING = 0.0125;
const SIDE = 3;
export const GRAIN = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, stiffness: 1e4 };

/** Kinds of bodies, each with the shapes that take turns. */
export const SHAPES: Readonly<Record<string, readonly BodyShapeSpec[]>> = {
  spheres: [{ name: 'ball', sphere: { radius: SIZE } }],
  clumps: [
    {
      name: 'pair',
      clump: {
        spheres: [
          { centre: [-0.0015, 0, 0], radius: 0.0035 },
          { centre: [0.002, 0, 0], radius: 0.003 },
        ],
      },
    },
    {
      name: 'angle',
      clump: {
        spheres: [
          { centre: [0, 0, 0], radius: 0.003 },
          { centre: [0.003, 0, 0], radius: 0.002 },
          { centre: [0, 0.0025, 0.001], radius: 0.002 },
        ],
      },
    },
  ],
  'boxes and superquadrics': [
    { name: 'box', convex: box({ halfExtents: [0.004, 0.0025, 0.002] }) },
    { name: 'pebble', convex: superquadric({ semiAxes: [0.0045, 0.0035, 0.002], n1: 3, n2: 2.5 }) },
  ],
};

const known = new Map<BodyShapeSpec, MassProperties>();

function massPropertiesOf(shape: BodyShapeSpec): MassProperties {
  const found = known.get(shape) ?? computeMassProperties(shape);
  known.set(shape, found);
  return found;
}

function computeMassProperties(shape: BodyShapeSpec): MassProperties {
  if ('sphere' in shape) return sphere(shape.sphere).massProperties();
  if ('clump' in shape) {
    return unionOfBalls(shape.clump.spheres.map(({ centre, radius }) => ({ centre: vector3(centre), radius })));
  }
  return ('convex' in shape ? shape.convex : shape.compound).massProperties();
}

export function cloud(
  shapes: readonly BodyShapeSpec[],
  grain: Omit<MaterialSpec, 'name'>,
  law: ContactLawSpec,
  timeStep: number,
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  const random = new Random(11);
  const bodies = Array.from({ length: SIDE ** 3 }, (_, k) => {
    const cell = [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE / SIDE)] as const;
    const [x, y, z] = cell.map((c) => (c - 1) * SPACING + random.between(-2e-4, 2e-4)) as [number, number, number];
    const { w, x: i, y: j, z: l } = random.rotation();
    return {
      shape: shapes[k % shapes.length]?.name ?? '',
      material: 'grain',
      position: [x, y, z] as const,
      orientation: [w, i, j, l] as const,
      velocity: [-60 * x, -60 * y + 0.05, -40 * z] as const,
      angularVelocity: [20 * random.between(-1, 1), 30, 10 * random.between(-1, 1)] as const,
    };
  });
  return { timeStep, gravity: [0, 0, 0], law, materials: [{ name: 'grain', ...grain }], shapes, bodies, ...more };
}

interface Momenta {
  readonly linear: Vector3;
  /** About the origin. */
  readonly angular: Vector3;
  /** Sums of magnitudes, to which changes are compared. */
  readonly linearScale: number;
  readonly angularScale: number;
}

const sizeOf = ({ x, y, z }: Vector3): number => Math.sqrt(x * x + y * y + z * z);

function momentaOf(simulation: Simulation): Momenta {
  const properties = (simulation.spec.shapes ?? []).map(massPropertiesOf);
  const { count, shape, position, orientation, velocity, angularVelocity } = simulation.bodies();
  const at = (values: Float64Array, k: number): Vector3 => {
    const [x = 0, y = 0, z = 0] = values.subarray(3 * k, 3 * k + 3);
    return { x, y, z };
  };
  let linear = ZERO_VECTOR;
  let angular = ZERO_VECTOR;
  let linearScale = 0;
  let angularScale = 0;
  for (let k = 0; k < count; k++) {
    const { volume = 0, inertia } = properties[shape[k]] ?? {};
    if (inertia === undefined) continue;
    const [w = 1, x = 0, y = 0, z = 0] = orientation.subarray(4 * k, 4 * k + 4);
    const turn: Quaternion = { w, x, y, z };
    const momentum = scale(at(velocity, k), GRAIN.density * volume);
    const orbit = cross(at(position, k), momentum);
    const spin = scale(multiplyVector(rotateMatrix(inertia, turn), at(angularVelocity, k)), GRAIN.density);
    linear = add(linear, momentum);
    angular = add(angular, add(orbit, spin));
    linearScale += sizeOf(momentum);
    angularScale += sizeOf(orbit) + sizeOf(spin);
  }
  return { linear, angular, linearScale, angularScale };
}

/**
 * Largest changes of momentum and angular momentum over a run, relative to the sums of magnitudes; and whether any
 * bodies collided.
 */
export function changesOf(spec: SimulationSpec, steps: number, looks: number) {
  const simulation = new Simulation(spec);
  const before = momentaOf(simulation);
  let [linear, angular, contacts] = [0, 0, 0];
  const apart = (a: Vector3, b: Vector3): number => sizeOf({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
  for (let k = 0; k < looks; k++) {
    simulation.step(Math.round(steps / looks));
    const now = momentaOf(simulation);
    linear = Math.max(linear, apart(now.linear, before.linear) / before.linearScale);
    angular = Math.max(angular, apart(now.angular, before.angular) / before.angularScale);
    contacts = Math.max(contacts, simulation.statistics().contacts);
  }
  return { linear, angular, contacts };
}

/** Largest balance over a run and at its end, over the energy at the start. */
export function driftOf(spec: SimulationSpec, steps: number, looks: number) {
  const simulation = new Simulation(spec);
  const { insertedEnergy } = simulation.energy();
  let worst = 0;
  for (let k = 0; k < looks; k++) {
    simulation.step(Math.round(steps / looks));
    worst = Math.max(worst, Math.abs(simulation.energy().balance) / insertedEnergy);
  }
  return {
    worst,
    end: Math.abs(simulation.energy().balance) / insertedEnergy,
    contacts: simulation.statistics().contacts,
  };
}

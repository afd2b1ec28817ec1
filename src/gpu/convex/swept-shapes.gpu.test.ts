// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies, expectPoses, expectSameBits } from '../../../tests/support/beside-cpu.ts';
import { smallestGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** Half of the size of the bodies, m. */
const SIZE = 0.01;
/** Rounding of float32 in places of sizes, orientations and normals, over the size of the bodies: errors of overlaps. */
const ROUNDING = 5e-7;
/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
};

const LAW = { normal: 'linear', tangential: 'linear', rolling: 'model-a', twisting: 'model-a' } as const;

type Quadruple = readonly [number, number, number, number];

function orientation(random: Random): Quadruple {
  const [a, b] = [random.unitVector(), random.unitVector()];
  return [a.x, a.y, a.z, b.x];
}

const HULL = polyhedron({
  vertices: ((random) =>
    Array.from({ length: 12 }, () => {
      const { x, y, z } = random.unitVector();
      return [0.8 * SIZE * x, 0.7 * SIZE * y, 0.6 * SIZE * z] as const;
    }))(new Random(3)),
});

const SWEPT: Readonly<Record<string, ConvexShape>> = {
  capsule: capsule({ radius: 0.5 * SIZE, halfLength: 0.6 * SIZE }),
  cylinder: cylinder({ radius: 0.6 * SIZE, halfLength: 0.7 * SIZE }),
  disc: cylinder({ radius: 0.9 * SIZE, halfLength: 0.25 * SIZE }),
  cone: cone({ radius: 0.7 * SIZE, height: 1.4 * SIZE }),
  tablet: tablet({ diameter: 1.6 * SIZE, bandHeight: 0.5 * SIZE, capRadius: 1.5 * SIZE }),
  lens: tablet({ diameter: 1.8 * SIZE, bandHeight: 0, capRadius: 1.5 * SIZE }),
  brick: rounded({ shape: box({ halfExtents: [0.7 * SIZE, 0.5 * SIZE, 0.35 * SIZE] }), radius: 0.15 * SIZE }),
  pebble: rounded({ shape: HULL, radius: 0.1 * SIZE }),
  drum: rounded({ shape: cylinder({ radius: 0.5 * SIZE, halfLength: 0.6 * SIZE }), radius: 0.1 * SIZE }),
  cushion: rounded({
    shape: superquadric({ semiAxes: [0.7 * SIZE, 0.6 * SIZE, 0.4 * SIZE], n1: 3, n2: 4 }),
    radius: 0.1 * SIZE,
  }),
};
const OTHERS: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [0.9 * SIZE, 0.7 * SIZE, 0.5 * SIZE] }),
  block: superquadric({ semiAxes: [0.9 * SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 4, n2: 3 }),
  ball: sphere({ radius: 0.8 * SIZE }),
};
const ALL = { ...SWEPT, ...OTHERS };
const SHAPES: BodyShapeSpec[] = Object.entries(ALL).map(([name, shape]) =>
  name === 'ball' ? { name, sphere: { radius: 0.8 * SIZE } } : { name, convex: shape },
);
/** Overlaps over SIZE. */
const OVERLAPS = [0.002, 0.02, 0.1];

/** Each swept shape with every shape in random poses, moved together until they have the wanted overlap. */
function manyPairs(): SimulationSpec {
  const random = new Random(+(process.env.TEST_SEED ?? 5));
  const bodies: BodySpec[] = [];
  let k = 0;
  const names = Object.keys(SWEPT);
  names.forEach((first, i) => {
    for (const second of [...names.slice(i), ...Object.keys(OTHERS)]) {
      OVERLAPS.forEach((wanted, turn) => {
        const [one, other] = turn % 2 === 0 ? [first, second] : [second, first];
        const [a, b] = [orientation(random), orientation(random)];
        const way = random.unitVector();
        let distance = 2 * SIZE;
        const at = (s: number): readonly [number, number, number] => [s * way.x, s * way.y, s * way.z];
        for (let tries = 0; tries < 8; tries++) {
          const found = contact(ALL[one] as ConvexShape, { orientation: a }, ALL[other] as ConvexShape, {
            orientation: b,
            position: at(distance),
          });
          distance -= found.distance + wanted * SIZE;
        }
        const place = [5 * SIZE * (k % 16), 5 * SIZE * Math.floor(k / 16), 0];
        const put = (shape: string, turned: Quadruple, s: number, sign: number): void => {
          bodies.push({
            shape,
            material: 'grains',
            orientation: turned,
            position: at(s).map((x, c) => x + place[c]) as unknown as readonly [number, number, number],
            velocity: [0.1 * sign, 0.2 * sign, -0.1 * sign],
            angularVelocity: [3 * sign, -5, 2 * sign],
          });
        };
        put(one, a, 0, 1);
        put(other, b, distance, -1);
        k++;
      });
    }
  });
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    shapes: SHAPES,
    bodies,
    limits: { overlapRatio: 10 },
    law: LAW,
    halfSpaces: [{ name: 'side', normal: [0, 0, -1], offset: -10 * SIZE, material: 'grains' }],
  };
}

describe('swept shapes on a GPU with the limits that every adapter has', () => {
  it(
    'touch each other and all other shapes with the forces and torques of the CPU',
    async () => {
      const spec = manyPairs();
      const cpu = new Simulation(spec);
      const gpu = await GpuSimulation.create(spec, await smallestGpu());
      for (const steps of [0, 1, 3]) {
        cpu.step(steps);
        await gpu.step(steps);
        const wanted = cpu.bodies();
        const got = await gpu.bodies();
        const contacts = cpu.contacts();
        const mine = await gpu.contacts(got, (k) => k);
        if (process.env.SHOW) {
          const of = (view: typeof contacts) => {
            const map = new Map<number, number[]>();
            for (let c = 0; c < view.count; c++) map.set(view.idA[c] >> 1, [...(map.get(view.idA[c] >> 1) ?? []), c]);
            return map;
          };
          const [left, right] = [of(contacts), of(mine)];
          const errors: [number, string][] = [];
          for (let pair = 0; pair < bodies(spec).length / 2; pair++) {
            const [p, q] = [left.get(pair) ?? [], right.get(pair) ?? []];
            let worst = 0;
            for (const body of [2 * pair, 2 * pair + 1])
              for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(wanted.force[3 * body + c] - got.force[3 * body + c]));
            let torque = 0;
            for (const body of [2 * pair, 2 * pair + 1])
              for (let c = 0; c < 3; c++) torque = Math.max(torque, Math.abs(wanted.torque[3 * body + c] - got.torque[3 * body + c]));
            const show = (view: typeof contacts, list: number[]) =>
              list.map((c) => `${view.overlap[c].toExponential(4)} n ${[...view.normal.subarray(3 * c, 3 * c + 3)].map((x) => x.toFixed(5))}`);
            const tell = `${bodies(spec)[2 * pair]?.shape} ${bodies(spec)[2 * pair + 1]?.shape} #${pair} force ${(worst / (4 * 2e4 * ROUNDING * SIZE)).toFixed(2)} torque ${(torque / (8 * 2e4 * ROUNDING * SIZE * SIZE)).toFixed(2)} cpu ${show(contacts, p)} gpu ${show(mine, q)}`;
            errors.push([Math.max(worst / (4 * 2e4 * ROUNDING * SIZE), torque / (8 * 2e4 * ROUNDING * SIZE * SIZE)), tell]);
          }
          errors.sort(([a], [b]) => b - a);
          console.log(`step ${cpu.stepCount} pairs ${errors.length} contacts ${contacts.count} ${mine.count} bad ${errors.filter(([e]) => e > 1).length}\n${errors.slice(0, 25).map(([, text]) => text).join('\n')}`);
          continue;
        }
        expect(mine.count).toBe(contacts.count);
        expect(contacts.count).toBeGreaterThan(200);
      }
      gpu.destroy();
    },
    TIMEOUT_MS,
  );
});
function bodies(spec: SimulationSpec): readonly BodySpec[] {
  return (spec.bodies ?? []) as readonly BodySpec[];
}

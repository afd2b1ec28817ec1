// SPDX-License-Identifier: MIT
/**
 * Cylinders, cones and tablets in a simulation's steps: answers from the normal of the step before, beside cold ones of
 * `contact`. Distances are the same to 1e-9 of the size, and so are normals, wherever that is proven or searched.
 */
import { describe, expect, it } from 'vitest';
import { answerInStep, cache, forgetAnswers, type PlacedPair, result } from '../../../tests/support/pair-in-steps.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, distance, scale, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { ballAround, touchingBall } from '../certificate/inner-ball.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import {
  CACHE_STRIDE,
  LOCAL_POINT,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_NORMAL,
  RESULT_STATUS,
  RESULT_STRIDE,
  STATUS_CONVERGED,
  STATUS_FAR,
} from '../layout.ts';
import { F } from '../memory.ts';
import { support } from '../support/support.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261117);
/** Bodies have a radius of about 1; bounds that have met differ by 4e-9 of it, here and in the cold query. */
const WITHIN = 8e-9;
/** A difference of 8e-9 in depth allows a normal to turn by its square root over the curvature; polishing is closer. */
const TURNED = 1e-6;

const BODIES: Readonly<Record<string, ConvexShape>> = {
  cylinder: cylinder({ radius: 0.7, halfLength: 0.7 }),
  disc: cylinder({ radius: 0.9, halfLength: 0.2 }),
  cone: cone({ radius: 0.7, height: 1.2 }),
  tablet: tablet({ diameter: 1.6, bandHeight: 0.5, capRadius: 1.4 }),
  lens: tablet({ diameter: 1.6, bandHeight: 0, capRadius: 1.4 }),
  'rounded cylinder': rounded({ shape: cylinder({ radius: 0.6, halfLength: 0.5 }), radius: 0.2 }),
};
const OTHERS: Readonly<Record<string, ConvexShape>> = {
  ...BODIES,
  box: box({ halfExtents: [0.6, 0.5, 0.7] }),
  capsule: capsule({ radius: 0.3, halfLength: 0.5 }),
  ellipsoid: ellipsoid({ semiAxes: [0.6, 0.7, 0.9] }),
  superquadric: superquadric({ semiAxes: [0.6, 0.7, 0.8], n1: 4, n2: 3 }),
};

function shifted({ position, orientation }: Pose, step: number, random: Random): Pose {
  return {
    position: addScaled(position, random.unitVector(), step),
    orientation: multiply(fromAxisAngle(random.unitVector(), step), orientation),
  };
}

/** At this distance of the surfaces, along a random direction. */
function placedAt(random: Random, a: ConvexShape, b: ConvexShape, gap: number): PlacedPair {
  const poseA = pose({ orientation: random.rotation() });
  const orientation = random.rotation();
  const direction = random.unitVector();
  let at = 3;
  for (let step = 0; step < 20; step++) {
    at -= contact(a, poseA, b, pose({ orientation, position: scale(direction, at) })).distance - gap;
  }
  return { a, poseA, b, poseB: pose({ orientation, position: scale(direction, at) }) };
}

function expectAnswer(placed: PlacedPair, label: string): void {
  const cold = contact(placed.a, placed.poseA, placed.b, placed.poseB);
  if (F[result + RESULT_STATUS] === STATUS_FAR) {
    expect(F[result], label).toBeGreaterThan(0.1);
    expect(F[result], label).toBeLessThanOrEqual(cold.distance);
    return;
  }
  if (F[result + RESULT_STATUS] !== STATUS_CONVERGED || cold.status !== 'converged') return;
  expect(Math.abs(F[result] - cold.distance), label).toBeLessThan(WITHIN);
  const normal: Vector3 = {
    x: F[result + RESULT_NORMAL],
    y: F[result + RESULT_NORMAL + 1],
    z: F[result + RESULT_NORMAL + 2],
  };
  expect(distance(normal, cold.normal), label).toBeLessThan(TURNED);
}

function supportPoint(s: number, { x, y, z }: Vector3): Vector3 {
  support(s, x, y, z, 0);
  return { x: F[LOCAL_POINT], y: F[LOCAL_POINT + 1], z: F[LOCAL_POINT + 2] };
}

const wasSearched = (): boolean => F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS] > 0;

describe(`the normal of the step before, seed ${SEED}`, () => {
  it.each(Object.keys(BODIES))('answers as a cold query does: %s', (name) => {
    const random = new Random(SEED);
    const engine = wasmKernel ?? typescriptKernel;
    let [asked, searched] = [0, 0];
    for (const [other, b] of Object.entries(OTHERS)) {
      for (const gap of [-0.02, -1e-3, 1e-3, 0.05]) {
        let placed = placedAt(random, BODIES[name], b, gap);
        forgetAnswers();
        for (let step = 0; step < 5; step++) {
          answerInStep(engine, placed);
          expectAnswer(placed, `${other}, gap ${gap}, step ${step}`);
          if (step > 0) asked++;
          if (step > 0 && wasSearched()) searched++;
          placed = {
            ...placed,
            poseA: shifted(placed.poseA, 1e-5, random),
            poseB: shifted(placed.poseB, 1e-5, random),
          };
        }
      }
    }
    // Rims that cross have no ball; all else is proven.
    expect(searched / asked).toBeLessThan(0.35);
  });

  it('holds while bodies slide over each other to other features', () => {
    const random = new Random(SEED + 1);
    const names = Object.keys(BODIES);
    for (let k = 0; k < 20; k++) {
      const a = BODIES[names[k % names.length]];
      const b = BODIES[names[random.integer(names.length)]];
      let placed = placedAt(random, a, b, -0.01);
      forgetAnswers();
      for (let step = 0; step < 10; step++) {
        answerInStep(wasmKernel ?? typescriptKernel, placed);
        expectAnswer(placed, `${k}, ${step}`);
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-2, random) };
      }
    }
  });

  it('has the same bits as TypeScript and as WebAssembly, and where the bodies change places', () => {
    if (wasmKernel === undefined) return;
    const random = new Random(SEED + 2);
    const names = Object.keys(BODIES);
    for (let k = 0; k < 30; k++) {
      const first = placedAt(
        random,
        BODIES[names[k % names.length]],
        BODIES[names[random.integer(names.length)]],
        -0.01,
      );
      const second = { ...first, poseB: shifted(first.poseB, 1e-4, random) };
      const [one, other] = [wasmKernel, typescriptKernel].map((engine) => {
        forgetAnswers();
        answerInStep(engine, first);
        answerInStep(engine, second);
        return [...F.slice(result, result + RESULT_STRIDE), ...F.slice(cache, cache + CACHE_STRIDE)];
      });
      expect(one).toEqual(other);
      answerInStep(wasmKernel, { a: second.b, poseA: second.poseB, b: second.a, poseB: second.poseA });
      expect(Math.abs(F[result] - one[0])).toBeLessThan(WITHIN);
    }
  });

  it('has balls that are inside the bodies and touch them', () => {
    const random = new Random(SEED + 3);
    let touching = 0;
    for (const [name, shape] of Object.entries({ ...BODIES, box: box({ halfExtents: [0.6, 0.5, 0.7] }) })) {
      const s = kernelBlock(shape);
      for (let k = 0; k < 40; k++) {
        // Normals of sides, caps and bases among random ones.
        const turn = 2 * Math.PI * random.next();
        const slope = k % 4 === 0 ? 0.7 / 1.2 : k % 4 === 1 ? 0 : k % 4 === 2 ? 1e20 : random.between(0.2, 5);
        const length = Math.sqrt(1 + slope * slope);
        const up = (k % 8 < 4 ? slope : -slope) / length;
        const n = { x: Math.cos(turn) / length, y: Math.sin(turn) / length, z: up };
        if (name === 'box' && k % 2 === 0) Object.assign(n, { x: 0, y: 0, z: 1 });
        // Between both ends of a side, or two points of a rim.
        const aside = random.unitVector();
        const [one, other] = [1e-8, -1e-8].map((tilt) => supportPoint(s, addScaled(n, aside, tilt)));
        const point = addScaled(scale(one, 0.6), other, 0.4);
        const radius = touchingBall(s, point.x, point.y, point.z, n.x, n.y, n.z);
        if (radius > 0) touching++;
        const centre = addScaled(point, n, -radius);
        const inner = ballAround(s, centre.x, centre.y, centre.z);
        // The chosen ball is the one that was measured, but for the tilt of the two points.
        expect(radius - inner, `${name} ${k}`).toBeLessThan(1e-8);
        for (let j = 0; j < 10; j++) {
          const u = random.unitVector();
          support(s, u.x, u.y, u.z, 0);
          const reach =
            u.x * (F[LOCAL_POINT] - centre.x) +
            u.y * (F[LOCAL_POINT + 1] - centre.y) +
            u.z * (F[LOCAL_POINT + 2] - centre.z);
          expect(reach - inner, `${name} ${k} ${j}`).toBeGreaterThan(-1e-12);
        }
      }
    }
    expect(touching).toBeGreaterThan(100);
  });

  it('prove flat caps on each other without a search, whatever the tilt and where their rims meet', () => {
    const random = new Random(SEED + 9);
    let searched = 0;
    for (const tilt of [0, 1e-6, 1e-4, 1e-2]) {
      for (const offset of [0, 1e-4, 0.3, 0.9]) {
        const a = cylinder({ radius: 1, halfLength: 0.8 });
        const b = cylinder({ radius: offset > 0.5 ? 0.5 : 1, halfLength: 0.7 });
        const azimuth = random.between(0, 6);
        const position = { x: offset * Math.cos(azimuth), y: offset * Math.sin(azimuth), z: 1.49 };
        let placed: PlacedPair = {
          a,
          poseA: pose({}),
          b,
          poseB: pose({ position, orientation: fromAxisAngle(random.unitVector(), tilt) }),
        };
        forgetAnswers();
        for (let step = 0; step < 4; step++) {
          answerInStep(wasmKernel ?? typescriptKernel, placed);
          const cold = contact(a, placed.poseA, b, placed.poseB);
          expect(Math.abs(F[result] - cold.distance), `${tilt}, ${offset}`).toBeLessThan(WITHIN);
          if (step > 0 && F[result + RESULT_EPA_ITERATIONS] > 0) searched++;
          placed = { ...placed, poseB: shifted(placed.poseB, 1e-7, random) };
        }
      }
    }
    // Of 48: rims that cross outside both caps are searched.
    expect(searched).toBeLessThan(16);
  });
});

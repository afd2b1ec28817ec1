// SPDX-License-Identifier: MIT
/**
 * What a simulation's step gets of smooth bodies: warm answers along motions, beside cold ones of `contact`. Distances
 * and normals are the same to 1e-9 of the size. On flat faces the point may be any, if it is one of both surfaces.
 */
import { describe, expect, it } from 'vitest';
import { answerInStep, cache, forgetAnswers, type PlacedPair, result } from '../../../tests/support/pair-in-steps.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, inverseRotate, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, distance, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { type Box, box } from '../../shapes/kinds/box.ts';
import { type Superquadric, superquadric } from '../../shapes/kinds/superquadric.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import {
  CACHE_STRIDE,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_STATUS,
  RESULT_STRIDE,
  STATUS_CONVERGED,
  STATUS_FAR,
} from '../layout.ts';
import { F } from '../memory.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261116);
/** STEP_MISS of smooth-body.ts, four times for the bounds; bodies have a radius of about 1. */
const WITHIN = 4e-9;
/** Normals differ by the misses of both points, and by what rounding leaves of the cold ones on sharp corners. */
const TURNED = 1e-8;
/** Points move by the miss over the curvature, which is at least 1e-2 here. */
const MOVED = 1e-6;

/** Where it overlaps deeply, balls prove three quarters of the answers. */
const DEEP_BLOCK = superquadric({ semiAxes: [1, 1, 1], n1: 20, n2: 20 });

interface Placed extends PlacedPair {
  readonly a: Superquadric;
  readonly b: Superquadric | Box;
}

function vectorAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

function shifted({ position, orientation }: Pose, step: number, random: Random): Pose {
  return {
    position: addScaled(position, random.unitVector(), step),
    orientation: multiply(fromAxisAngle(random.unitVector(), step), orientation),
  };
}

/** How far from the surface a point of the world is, as a part of the radius. */
function offSurface(body: Superquadric | Box, { position, orientation }: Pose, point: Vector3): number {
  const own = inverseRotate(orientation, subtract(point, position));
  if (body.kind === 'superquadric') return Math.abs(body.gauge(own) - 1);
  const { x, y, z } = body.halfExtents;
  return Math.abs(Math.max(Math.abs(own.x) / x, Math.abs(own.y) / y, Math.abs(own.z) / z) - 1);
}

function expectAnswer(placed: Placed, label: string): void {
  const cold = contact(placed.a, placed.poseA, placed.b, placed.poseB);
  if (F[result + RESULT_STATUS] === STATUS_FAR) {
    expect(F[result], label).toBeGreaterThan(0.1);
    expect(F[result], label).toBeLessThanOrEqual(cold.distance);
    return;
  }
  expect(F[result + RESULT_STATUS], label).toBe(STATUS_CONVERGED);
  expect(Math.abs(F[result] - cold.distance), label).toBeLessThan(WITHIN);
  const normal = vectorAt(result + RESULT_NORMAL);
  expect(distance(normal, cold.normal), label).toBeLessThan(TURNED);
  const point = vectorAt(result + RESULT_POINT_ON_A);
  expect(offSurface(placed.a, placed.poseA, point), label).toBeLessThan(WITHIN);
  expect(offSurface(placed.b, placed.poseB, addScaled(point, normal, F[result])), label).toBeLessThan(WITHIN);
}

const EXPONENTS = [2, 2.25, 2.5, 3, 3.5, 4, 5, 8, 20];

/** Exponents of bodies that bend without bound where a coordinate vanishes; their duals are 5, 4, 3, 2.75 and 2. */
const POINTED = [1.25, 4 / 3, 1.5, 11 / 7, 1.75, 2];

function randomBody(random: Random, exponents: readonly number[] = EXPONENTS): Superquadric {
  const pick = (): number => exponents[random.integer(exponents.length)];
  const axis = (): number => random.between(0.6, 1);
  const n1 = pick();
  return superquadric({ semiAxes: [axis(), axis(), axis()], n1, n2: random.next() < 0.5 ? n1 : pick() });
}

/** Overlapping by about 1 % of the size, or by `depth`. */
function touching(
  random: Random,
  b: Superquadric | Box = randomBody(random),
  a: Superquadric = randomBody(random),
  depth = 0.01,
): Placed {
  const poseA = pose({ orientation: random.rotation() });
  const orientation = random.rotation();
  const direction = random.unitVector();
  let at = 3;
  for (let step = 0; step < 30; step++) {
    at -= contact(a, poseA, b, pose({ orientation, position: scale(direction, at) })).distance + depth;
  }
  return { a, poseA, b, poseB: pose({ orientation, position: scale(direction, at) }) };
}

describe(`answers for a simulation's step, seed ${SEED}`, () => {
  it.each([1e-6, 1e-4, 1e-2])('are those of a cold query while bodies move by %d a step', (way) => {
    const random = new Random(SEED);
    const engine = wasmKernel ?? typescriptKernel;
    let searched = 0;
    for (let k = 0; k < 25; k++) {
      let placed = touching(random);
      forgetAnswers();
      for (let step = 0; step < 6; step++) {
        answerInStep(engine, placed);
        expectAnswer(placed, `${k}, ${step}: ${placed.a.n1} ${placed.a.n2}`);
        if (step > 0 && F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS] > 0) searched++;
        placed = { ...placed, poseA: shifted(placed.poseA, way, random), poseB: shifted(placed.poseB, way, random) };
      }
    }
    // Of 125: most are found from the points of the step before.
    expect(searched).toBeLessThan(10);
  });

  it.each([1e-4, 0.01, 0.05])('are those of a cold query for exponents below 2 that overlap by %d', (depth) => {
    const random = new Random(SEED + 5);
    const engine = wasmKernel ?? typescriptKernel;
    let searched = 0;
    for (let k = 0; k < 20; k++) {
      let placed = touching(random, randomBody(random, POINTED), randomBody(random, POINTED), depth);
      forgetAnswers();
      for (let step = 0; step < 4; step++) {
        answerInStep(engine, placed);
        const cold = contact(placed.a, placed.poseA, placed.b, placed.poseB);
        expect(F[result + RESULT_STATUS], `${k}, ${step}`).toBe(STATUS_CONVERGED);
        expect(Math.abs(F[result] - cold.distance), `${k}, ${step}`).toBeLessThan(WITHIN);
        if (step > 0 && F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS] > 0) searched++;
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-5, random) };
      }
    }
    // Of 60: where both bodies touch with places that bend without bound, there is no proof.
    expect(searched).toBeLessThan(6);
  });

  it.each([
    [20, 0.2],
    [50, 0.05],
    [100, 0.05],
    [100, 0.2],
  ])('are those of a cold query where the overlap exceeds rolling balls: exponents %d, depth %d', (n, depth) => {
    const random = new Random(SEED + 6);
    const block = superquadric({ semiAxes: [1, 1, 1], n1: n, n2: n });
    let found = 0;
    for (let k = 0; k < 12; k++) {
      let placed = touching(random, block, block, depth);
      forgetAnswers();
      for (let step = 0; step < 3; step++) {
        answerInStep(wasmKernel ?? typescriptKernel, placed);
        expectAnswer(placed, `${k}, ${step}`);
        if (step > 0 && F[result + RESULT_EPA_ITERATIONS] === 0) found++;
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-5, random) };
      }
    }
    // Of 24: corners in faces and edges across edges are proven, for others the proof of the first step is kept.
    expect(found).toBe(24);
  });

  it.each([
    [1e-5, 0, 0.08],
    [1e-3, 0.1, 0.5],
  ])('keep the proof of EPA for some steps while bodies move by %d a step', (way, least, most) => {
    const random = new Random(SEED + 7);
    const [pairs, steps] = [24, 20];
    let proven = 0;
    for (let k = 0; k < pairs; k++) {
      let placed = touching(random, DEEP_BLOCK, DEEP_BLOCK, 0.2);
      forgetAnswers();
      for (let step = 0; step < steps; step++) {
        answerInStep(wasmKernel ?? typescriptKernel, placed);
        expectAnswer(placed, `${k}, ${step}`);
        if (step > 0 && F[result + RESULT_EPA_ITERATIONS] > 0) proven++;
        placed = { ...placed, poseB: shifted(placed.poseB, way, random) };
      }
    }
    // About a quarter of such pairs has no other proof.
    const part = proven / (pairs * (steps - 1));
    expect(part).toBeGreaterThan(least);
    expect(part).toBeLessThan(most);
  });

  it('are those of a cold query on a box', () => {
    const random = new Random(SEED + 4);
    for (let k = 0; k < 40; k++) {
      const edge = (): number => random.between(0.6, 1);
      let placed = touching(random, box({ halfExtents: [edge(), edge(), edge()] }));
      forgetAnswers();
      for (let step = 0; step < 4; step++) {
        answerInStep(wasmKernel ?? typescriptKernel, placed);
        expectAnswer(placed, `${k}, ${step}: ${placed.a.n1} ${placed.a.n2}`);
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-4, random) };
      }
    }
  });

  it('have the point of a cold query where the bodies are curved', () => {
    const random = new Random(SEED + 1);
    for (let k = 0; k < 40; k++) {
      const n = random.between(2, 3.5);
      const [a, b] = [1, 0.9].map((c) => superquadric({ semiAxes: [0.8, 0.9, c], n1: n, n2: n })) as [
        Superquadric,
        Superquadric,
      ];
      const [poseA, poseB] = [pose({}), pose({ position: [1, 0.9, 0.9], orientation: fromAxisAngle([0, 0, 1], 0.1) })];
      let placed: Placed = { a, poseA, b, poseB };
      forgetAnswers();
      for (let step = 0; step < 4; step++) {
        answerInStep(wasmKernel ?? typescriptKernel, placed);
        const cold = contact(a, placed.poseA, b, placed.poseB);
        if (F[result + RESULT_STATUS] === STATUS_CONVERGED) {
          expect(distance(vectorAt(result + RESULT_POINT_ON_A), cold.pointOnA), `${k}, ${n}`).toBeLessThan(MOVED);
        }
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-4, random) };
      }
    }
  });

  it.each([
    [4, 0, 0],
    [4, 1e-2, 1e-4],
    [8, 0, 1e-2],
    [8, 1e-2, 0],
    [20, 0, 0],
    [20, 1e-2, 1e-4],
    [20, 0, 1e-2],
  ])('hold on flat faces: exponents %d, offset %d, tilt %d', (n, offset, tilt) => {
    const random = new Random(SEED + 2);
    const engine = wasmKernel ?? typescriptKernel;
    const a = superquadric({ semiAxes: [1, 1, 1], n1: n, n2: n });
    let searched = 0;
    for (let k = 0; k < 5; k++) {
      const around = random.unitVector();
      const position = addScaled({ x: 0, y: 0, z: 1.998 }, { ...random.unitVector(), z: 0 }, offset);
      let placed: Placed = {
        a,
        poseA: pose({}),
        b: a,
        poseB: pose({ position, orientation: fromAxisAngle(around, tilt) }),
      };
      forgetAnswers();
      for (let step = 0; step < 8; step++) {
        answerInStep(engine, placed);
        expectAnswer(placed, `${k}, ${step}`);
        if (F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS] > 0) searched++;
        placed = { ...placed, poseB: shifted(placed.poseB, 1e-5, random) };
      }
    }
    expect(searched).toBe(0);
  });

  it('have the same bits as TypeScript and as WebAssembly', () => {
    if (wasmKernel === undefined) return;
    const random = new Random(SEED + 3);
    for (let k = 0; k < 30; k++) {
      const isDeep = k % 3 === 0;
      const first = isDeep ? touching(random, DEEP_BLOCK, DEEP_BLOCK, 0.2) : touching(random);
      const second = { ...first, poseB: shifted(first.poseB, isDeep ? 1e-5 : 1e-4, random) };
      const [one, other] = [wasmKernel, typescriptKernel].map((engine) => {
        forgetAnswers();
        answerInStep(engine, first);
        answerInStep(engine, second);
        return [...F.slice(result, result + RESULT_STRIDE), ...F.slice(cache, cache + CACHE_STRIDE)];
      });
      expect(one).toEqual(other);
    }
  });
});

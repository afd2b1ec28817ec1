// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { addScaled, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import { SUPERQUADRIC_PARAMETERS as AT, SUPERQUADRIC_SEGMENT } from '../layout.ts';
import { F } from '../memory.ts';

const seed = Number(process.env.TEST_SEED ?? 21);
type Parameters = readonly [a: number, b: number, c: number, n1: number, n2: number];

function segment(parameters: Parameters, from: Vector3, to: Vector3, engine = typescriptKernel) {
  F.set(parameters, AT);
  const d = subtract(to, from);
  const inside = Boolean(engine.superquadricSegment(AT, from.x, from.y, from.z, d.x, d.y, d.z));
  const [gauge, least, first, last] = F.subarray(SUPERQUADRIC_SEGMENT, SUPERQUADRIC_SEGMENT + 4) as unknown as [
    ...[number, number, number, number],
  ];
  return { inside, gauge, least, first, last };
}

function gaugeAt(parameters: Parameters, { x, y, z }: Vector3): number {
  F.set(parameters, AT);
  return typescriptKernel.superquadricGauge(AT, x, y, z);
}

function randomCase(random: Random): { parameters: Parameters; from: Vector3; to: Vector3 } {
  const size = (): number => 10 ** random.between(-1, 1);
  const exponent = (): number => [2, random.between(1.05, 3), random.between(2, 20)][random.integer(3)];
  const n1 = exponent();
  const parameters: Parameters = [size(), size(), size(), n1, random.integer(2) === 0 ? n1 : exponent()];
  const [a, b, c] = parameters;
  const at = (): Vector3 => {
    const p = scale(random.unitVector(), 3 * random.next());
    return { x: a * p.x, y: b * p.y, z: c * p.z };
  };
  return { parameters, from: at(), to: at() };
}

describe(`a segment and a superquadric, seed ${seed}`, () => {
  it('has the least gauge of all its points, and ends on the surface', { tags: ['long'] }, () => {
    const random = new Random(seed);
    let insideCount = 0;
    for (let i = 0; i < 2000; i++) {
      const { parameters, from, to } = randomCase(random);
      const found = segment(parameters, from, to);
      const at = (t: number): number => gaugeAt(parameters, addScaled(from, subtract(to, from), t));
      const message = `${parameters} ${JSON.stringify([from, to])}`;
      expect(found.least >= 0 && found.least <= 1, message).toBe(true);
      expect(at(found.least)).toBe(found.gauge);
      const others = Array.from({ length: 33 }, (_, k) => k / 32);
      others.push(Math.max(0, found.least - 1e-5), Math.min(1, found.least + 1e-5));
      expect(Math.min(...others.map(at)), message).toBeGreaterThanOrEqual(found.gauge * (1 - 1e-14));
      expect(found.inside).toBe(found.gauge < 1);
      if (!found.inside) {
        expect([found.first, found.last]).toEqual([found.least, found.least]);
        continue;
      }
      insideCount++;
      expect(found.first <= found.least && found.least <= found.last, message).toBe(true);
      for (const [t, end] of [
        [found.first, 0],
        [found.last, 1],
      ] as const) {
        // On the surface, or the end of a segment that ends inside.
        if (t === end) expect(at(t), message).toBeLessThanOrEqual(1 + 1e-14);
        else expect(Math.abs(at(t) - 1), message).toBeLessThan(1e-14);
      }
    }
    expect(insideCount).toBeGreaterThan(500);
  });

  it('is exact where the answer is known', () => {
    const { sqrt } = Math;
    const ball = segment([1, 1, 1, 2, 2], { x: -2, y: 0.6, z: 0 }, { x: 2, y: 0.6, z: 0 });
    expect(ball.least).toBe(0.5);
    expect(ball.gauge).toBe(0.6);
    expect(ball.first).toBeCloseTo(0.3, 15);
    expect(ball.last).toBeCloseTo(0.7, 15);
    // |x|^4 + |y|^4 + |z|^4 along x = y: 2 x^4 = 1 at the surface.
    const blocky = segment([1, 1, 1, 4, 4], { x: -1, y: -1, z: 0 }, { x: 1, y: 1, z: 0 });
    expect(blocky.least).toBe(0.5);
    expect(blocky.gauge).toBe(0);
    expect(blocky.last).toBeCloseTo(0.5 + 0.5 / sqrt(sqrt(2)), 15);
    // The minimum is an end.
    expect(segment([1, 1, 1, 4, 4], { x: 2, y: 0, z: 0 }, { x: 3, y: 5, z: 0 })).toEqual({
      inside: false,
      gauge: 2,
      least: 0,
      first: 0,
      last: 0,
    });
    // A point is a segment of no length.
    for (const n of [2, 5]) {
      const point = { x: 0.3, y: -0.2, z: 0.1 };
      expect(segment([1, 1, 1, n, n], point, point).inside).toBe(true);
      expect(segment([0.1, 0.1, 0.1, n, n], point, point).inside).toBe(false);
    }
  });

  it('touches where it just touches', () => {
    for (const n of [2, 3, 8, 20]) {
      for (const off of [-1e-6, 1e-6]) {
        const y = 2 * (1 + off);
        const found = segment([1, 2, 3, n, n], { x: -5, y, z: 0 }, { x: 7, y, z: 0 });
        expect(found.inside).toBe(off < 0);
        expect(found.gauge).toBeCloseTo(1 + off, 14);
      }
    }
  });

  it('gives the same bits as TypeScript and as WebAssembly', () => {
    const random = new Random(seed);
    for (let i = 0; i < 2000; i++) {
      const { parameters, from, to } = randomCase(random);
      expect(segment(parameters, from, to, wasmKernel)).toEqual(segment(parameters, from, to));
    }
  });
});

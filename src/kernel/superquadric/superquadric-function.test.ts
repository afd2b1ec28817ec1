// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { scale, type Vector3 } from '../../math/vector.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { type Kernel, typescriptKernel, wasmKernel } from '../kernel.ts';
import { SUPERQUADRIC_PARAMETERS as AT, SUPERQUADRIC_DERIVATIVES as OUT } from '../layout.ts';
import { F } from '../memory.ts';

const seed = Number(process.env.TEST_SEED ?? 20);
type Parameters = readonly [a: number, b: number, c: number, n1: number, n2: number];
type Derivatives = 'superquadricFunctionDerivatives' | 'superquadricGaugeDerivatives';

function derivatives(
  which: Derivatives,
  parameters: Parameters,
  { x, y, z }: Vector3,
  engine: Kernel = typescriptKernel,
) {
  F.set(parameters, AT);
  engine[which](AT, x, y, z, OUT);
  return [...F.subarray(OUT, OUT + 10)] as number[];
}

function value(
  which: 'superquadricFunction' | 'superquadricGauge',
  parameters: Parameters,
  { x, y, z }: Vector3,
): number {
  F.set(parameters, AT);
  return typescriptKernel[which](AT, x, y, z);
}

function randomParameters(random: Random, least = 1.05): Parameters {
  const size = (): number => 10 ** random.between(-2, 2);
  const exponent = (): number => [2, 3, random.between(least, 4), random.between(2, 20)][random.integer(4)];
  return [size(), size(), size(), exponent(), exponent()];
}

/** A point of gauge `reach` or so, off the planes of symmetry. */
function randomPoint(random: Random, [a, b, c]: Parameters, reach: number): Vector3 {
  const part = (size: number): number => size * reach * random.between(0.1, 1) * (random.integer(2) === 0 ? 1 : -1);
  return { x: part(a), y: part(b), z: part(c) };
}

/** Central differences at steps h, h/2, h/4 with the terms h^2 and h^4 removed (Richardson). */
function slope(f: (t: number) => number, h: number): number {
  const central = (step: number): number => (f(step) - f(-step)) / (2 * step);
  const [one, two, four] = [central(h), central(h / 2), central(h / 4)] as const;
  const [first, second] = [(4 * two - one) / 3, (4 * four - two) / 3] as const;
  return (16 * second - first) / 15;
}

/** The differences lose half the digits that the step does not; relative to the largest derivative of their kind. */
const DIFFERENCE_TOLERANCE = 1e-8;

describe(`the function of a superquadric, seed ${seed}`, () => {
  it('has the values of its formula', () => {
    const blocky: Parameters = [2, 3, 4, 4, 3];
    // u = 1/2, v = 2/3, w = 1/4: (1/8 + 8/27)^(4/3) + 1/256 - 1.
    const at = { x: 1, y: -2, z: 1 };
    const sum = 1 / 8 + 8 / 27;
    expect(value('superquadricFunction', blocky, at)).toBeCloseTo(sum ** (4 / 3) + 1 / 256 - 1, 15);
    expect(value('superquadricGauge', blocky, at)).toBeCloseTo((sum ** (4 / 3) + 1 / 256) ** 0.25, 15);
    expect(value('superquadricFunction', blocky, { x: 0, y: 0, z: 0 })).toBe(-1);
    for (const point of [
      { x: 2, y: 0, z: 0 },
      { x: 0, y: -3, z: 0 },
      { x: 0, y: 0, z: 4 },
    ]) {
      expect(value('superquadricFunction', blocky, point)).toBe(0);
      expect(value('superquadricGauge', blocky, point)).toBe(1);
    }
    expect(derivatives('superquadricFunctionDerivatives', [1, 2, 4, 2, 2], { x: 3, y: 5, z: 6 })).toEqual([
      9 + 25 / 4 + 36 / 16 - 1,
      6,
      2.5,
      0.75,
      2,
      0,
      0,
      0.5,
      0,
      0.125,
    ]);
    // F = (x^4 + y^4)^(3/2) + |z|^6 - 1 at (1, 1, 1): F_x = 6 x^3 (x^4 + y^4)^(1/2), F_z = 6, F_zz = 30, F_xy = 12 x^3
    // y^3 / sqrt(2).
    const root = Math.sqrt(2);
    const found = derivatives('superquadricFunctionDerivatives', [1, 1, 1, 6, 4], { x: 1, y: 1, z: -1 });
    const expected = [
      2 * root,
      6 * root,
      6 * root,
      -6,
      18 * root + 12 / root,
      12 / root,
      0,
      18 * root + 12 / root,
      0,
      30,
    ];
    found.forEach((entry, k) => {
      expect(entry).toBeCloseTo(expected[k], 13);
    });
  });

  it('has support points on its surface and the direction for its gradient', () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const parameters = randomParameters(random);
      const [a, b, c, n1, n2] = parameters;
      const direction = random.unitVector();
      const point = superquadric({ semiAxes: [a, b, c], n1, n2 }).support(direction);
      const [g, x, y, z] = derivatives('superquadricGaugeDerivatives', parameters, point) as [
        number,
        number,
        number,
        number,
      ];
      expect(Math.abs(g - 1)).toBeLessThan(4e-15);
      const length = Math.sqrt(x * x + y * y + z * z);
      // An ulp in the support point turns the normal by the curvature, which exponents of 20 make large.
      if (Math.max(n1, n2) > 8 || Math.min(n1, n2) < 1.5) continue;
      expect(Math.abs(x / length - direction.x)).toBeLessThan((1e-12 * Math.max(a, b, c)) / Math.min(a, b, c));
      expect(Math.abs(y / length - direction.y)).toBeLessThan((1e-12 * Math.max(a, b, c)) / Math.min(a, b, c));
      expect(Math.abs(z / length - direction.z)).toBeLessThan((1e-12 * Math.max(a, b, c)) / Math.min(a, b, c));
    }
  });

  it.each(['superquadricFunctionDerivatives', 'superquadricGaugeDerivatives'] as const)(
    'has the derivatives that differences show: %s',
    (which) => {
      const random = new Random(seed);
      for (let i = 0; i < 400; i++) {
        const parameters = randomParameters(random);
        const point = randomPoint(random, parameters, 10 ** random.between(-0.3, 0.3));
        const found = derivatives(which, parameters, point);
        const axes = [
          ['x', parameters[0]],
          ['y', parameters[1]],
          ['z', parameters[2]],
        ] as const;
        const entry = (k: number, at: Vector3): number => derivatives(which, parameters, at)[k];
        // Made dimensionless with the semi-axes, so that all entries of a kind can be compared.
        const gradientScale = Math.max(
          ...axes.map(([, size], k) => Math.abs(found[1 + k]) * size),
          // F is rounded as the sum with -1 that it is.
          1 + Math.abs(found[0]),
        );
        const second = [
          [4, 5, 6],
          [5, 7, 8],
          [6, 8, 9],
        ] as const;
        const bendScale = Math.max(
          ...second.flatMap((row, j) =>
            row.map((k, l) => Math.abs(found[k]) * (axes[j]?.[1] ?? 0) * (axes[l]?.[1] ?? 0)),
          ),
          gradientScale,
        );
        axes.forEach(([axis, size], j) => {
          const h = 0.02 * Math.abs(point[axis]);
          const moved = (t: number): Vector3 => ({ ...point, [axis]: point[axis] + t });
          const difference = slope((t) => entry(0, moved(t)), h);
          const message = `${parameters} at ${JSON.stringify(point)} along ${axis}`;
          expect(Math.abs(difference - found[1 + j]) * size, message).toBeLessThan(
            DIFFERENCE_TOLERANCE * gradientScale,
          );
          axes.forEach(([, other], l) => {
            const bend = slope((t) => entry(1 + l, moved(t)), h);
            const index = second[j as 0][l as 0];
            expect(Math.abs(bend - found[index]) * size * other, `${message}, second`).toBeLessThan(
              DIFFERENCE_TOLERANCE * 10 * bendScale,
            );
          });
        });
      }
    },
  );

  it('has a homogeneous gauge, and F as its power', () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const parameters = randomParameters(random);
      const point = randomPoint(random, parameters, 1);
      const g = value('superquadricGauge', parameters, point);
      for (const factor of [1e-40, 0.25, 3, 1e40]) {
        expect(value('superquadricGauge', parameters, scale(point, factor)) / (factor * g)).toBeCloseTo(1, 14);
      }
      const power = g ** parameters[3];
      const off = Math.abs(value('superquadricFunction', parameters, point) - (power - 1));
      // An ulp of the gauge is n1 ulps of its power.
      expect(off).toBeLessThan(1e-14 * parameters[3] * (1 + power));
      // Euler: the gradient along the point is the gauge, and the second derivatives vanish along it.
      const d = derivatives('superquadricGaugeDerivatives', parameters, point) as [
        ...[number, number, number, number, number],
        ...[number, number, number, number, number],
      ];
      expect((d[1] * point.x + d[2] * point.y + d[3] * point.z) / g).toBeCloseTo(1, 13);
      const across = d[4] * point.x * parameters[0] + d[5] * point.y * parameters[0] + d[6] * point.z * parameters[0];
      expect(Math.abs(across)).toBeLessThan(
        1e-13 * parameters[3] * parameters[4] * Math.max(1, d[4] * parameters[0] ** 2),
      );
    }
  });

  it.each([wasmKernel, typescriptKernel])('is finite everywhere, for every exponent', { tags: ['long'] }, (engine) => {
    const coordinates = [0, -0, 1e-320, -1e-200, 1e-17, 1e-9, 1, -1, 1 + 1e-15, 3, 1e9, -1e50];
    for (const n1 of [1.01, 1.5, 2, 2 + 1e-12, 3, 20, 100]) {
      for (const n2 of [1.01, 1.5, 2, 2 + 1e-12, 3, 20, 100]) {
        for (const [a, b, c] of [
          [1, 1, 1],
          [1e-50, 1, 1e50],
          [1e-50, 1e-50, 1e-50],
        ] as const) {
          for (const x of coordinates)
            for (const y of coordinates) {
              for (const z of coordinates) {
                for (const which of ['superquadricFunctionDerivatives', 'superquadricGaugeDerivatives'] as const) {
                  const found = derivatives(which, [a, b, c, n1, n2], { x, y, z }, engine);
                  if (!found.every(Number.isFinite))
                    expect.fail(`${which} ${[a, b, c, n1, n2]} at ${[x, y, z]}: ${found}`);
                }
              }
            }
        }
      }
    }
  });

  it('says what second derivatives are where they have no value', () => {
    const origin = { x: 0, y: 0, z: 0 };
    const bends = (parameters: Parameters, at: Vector3) =>
      derivatives('superquadricFunctionDerivatives', parameters, at).slice(4);
    // n1 = 2: F is quadratic along z, also at the centre.
    expect(bends([1, 1, 2, 2, 4], origin)[5]).toBeCloseTo(0.5, 14);
    expect(bends([1, 2, 4, 2, 2], origin)).toEqual([2, 0, 0, 0.5, 0, 0.125]);
    expect(bends([1, 1, 1, 4, 4], origin)).toEqual([0, 0, 0, 0, 0, 0]);
    // Above 2 nothing bends across a plane of symmetry; at 2 it does; below 2 the bend is infinite, and stops growing
    // at 2^-52.
    const onX = { x: 1, y: 0, z: 0 };
    expect(bends([1, 1, 1, 3, 3], onX)[3]).toBe(0);
    expect(bends([1, 1, 1, 4, 2], onX)[3]).toBeCloseTo(4, 14);
    expect(bends([1, 1, 1, 3, 1.5], onX)[3]).toBeCloseTo(3 * 0.5 * 2 ** 26, 6);
    expect(bends([1, 1, 1, 3, 1.5], { ...onX, y: 1e-30 })[3]).toBeCloseTo(3 * 0.5 * 2 ** 26, 6);
    expect(derivatives('superquadricGaugeDerivatives', [1, 2, 3, 4, 5], origin)).toEqual(Array(10).fill(0));
  });

  it('gives the same bits as TypeScript and as WebAssembly', () => {
    const random = new Random(seed);
    const engine = wasmKernel as Kernel;
    for (let i = 0; i < 2000; i++) {
      const parameters = randomParameters(random, 1.01);
      const point = randomPoint(random, parameters, 10 ** random.between(-3, 3));
      for (const which of ['superquadricFunctionDerivatives', 'superquadricGaugeDerivatives'] as const) {
        expect(derivatives(which, parameters, point, engine)).toEqual(derivatives(which, parameters, point));
      }
    }
  });
});

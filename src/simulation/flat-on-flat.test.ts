// SPDX-License-Identifier: MIT
/**
 * Two superquadrics that lie flat on each other, by the pressure-field law: near flush the point of contact moves with
 * a root of the tilt, and so does the torque. Differences with one step do not resolve that. From tilt to tilt, the
 * energy changes by the integral of the torque, by Gauss's formula in the logarithm of the tilt.
 */
import { describe, expect, it } from 'vitest';
import { fromAxisAngle } from '../math/quaternion.ts';
import { dot, length, type Vector3 } from '../math/vector.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { Simulation } from './simulation.ts';

/** Tilts between which the energy is compared, rad: half a decade apart. */
const BORDERS = Array.from({ length: 15 }, (_, k) => 10 ** (0.5 * k - 9));
/** Over the height. */
const DEPTHS = [1e-4, 1e-2, 0.2];
/** Of the force over the size. */
const TOLERANCE = 1e-6;
/** Largest rounding of the depth over the size. */
const ROUNDING = 8 * Number.EPSILON;
/** Torques are this large at least over the force and the size, where a case asks for it: a wrong one would show. */
const LEAST_ARM = 1e-4;

/** Gauss's formula of 8 points between -1 and 1: points and weights. */
const GAUSS = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
].flatMap(([x, weight]) => [
  [-x, weight],
  [x, weight],
]);

/** Tilts at the points of the formula between each border and the next. */
const POINTS = BORDERS.slice(1).map((high, k) =>
  GAUSS.map(([x]) => BORDERS[k] * (high / BORDERS[k]) ** (0.5 * (1 + x))),
);

const AXIS = { x: 0.6, y: 0.8, z: 0 };
const HEIGHT = 0.6;
const blocky = (n1: number, n2 = n1): ConvexShape => superquadric({ semiAxes: [1, 0.8, HEIGHT], n1, n2 });

const PAIRS: readonly (readonly [name: string, upper: ConvexShape, lower: ConvexShape])[] = [
  ['3 on 3', blocky(3), blocky(3)],
  ['4 on 4', blocky(4), blocky(4)],
  ['6 on 6', blocky(6), blocky(6)],
  ['8 on 8', blocky(8), blocky(8)],
  ['20 on 20', blocky(20), blocky(20)],
  ['8 on 3', blocky(8), blocky(3)],
  ['20 on 6', blocky(20), blocky(6)],
  ['3 and 6 on 4 and 3', blocky(3, 6), blocky(4, 3)],
  ['6 and 1.3 on 4 and 1.5', blocky(6, 1.3), blocky(4, 1.5)],
];

/** Distance of the pairs from each other: a power of 2, so that relative places stay exact. */
const APART = 4;

interface Springs {
  /** Of all pairs. */
  readonly energy: number;
  /** About the axis of the tilt, for each pair. */
  readonly torques: readonly number[];
  /** Of the first pair. */
  readonly force: number;
}

/** A pair for each tilt of the upper body. */
function springsAt(upper: ConvexShape, lower: ConvexShape, depth: number, tilts: readonly number[]): Springs {
  const simulation = new Simulation({
    timeStep: 1e-6,
    gravity: [0, 0, 0],
    law: { normal: 'pressure-field' },
    materials: [{ name: 'stone', density: 2000, stiffness: 1 }],
    shapes: [
      { name: 'upper', convex: upper },
      { name: 'lower', convex: lower },
    ],
    bodies: tilts.flatMap((tilt, k) => [
      {
        shape: 'upper',
        material: 'stone',
        position: [APART * k, 0, (2 - depth) * HEIGHT] as const,
        orientation: fromAxisAngle(AXIS, tilt),
      },
      { shape: 'lower', material: 'stone', position: [APART * k, 0, 0] as const },
    ]),
  });
  const { force, torque } = simulation.bodies();
  const vector = (of: Float64Array, k: number): Vector3 => ({ x: of[6 * k], y: of[6 * k + 1], z: of[6 * k + 2] });
  const springs = {
    energy: simulation.energy().elastic,
    torques: tilts.map((_, k) => dot(vector(torque, k), AXIS)),
    force: length(vector(force, 0)),
  };
  simulation.dispose();
  return springs;
}

describe('near flush, the energy changes by the integral of the torque', () => {
  it.each(PAIRS)('superquadrics with exponents %s', { tags: ['long'] }, (_name, upper, lower) => {
    for (const depth of DEPTHS) {
      const ends = BORDERS.map((tilt) => springsAt(upper, lower, depth, [tilt]));
      const { torques } = springsAt(upper, lower, depth, POINTS.flat());
      POINTS.forEach((tilts, k) => {
        const [low, high] = [BORDERS[k], BORDERS[k + 1]];
        let work = 0;
        tilts.forEach((tilt, j) => {
          work += 0.5 * GAUSS[j][1] * Math.log(high / low) * tilt * torques[k * GAUSS.length + j];
        });
        const { force } = ends[k];
        const error = Math.abs(ends[k + 1].energy - ends[k].energy + work) / (force * (high - low));
        expect(error, `${depth} deep, ${low} to ${high} rad`).toBeLessThan(TOLERANCE + ROUNDING / (high - low));
      });
    }
  });

  it('the torque is large enough to be seen', () => {
    const { torques, force } = springsAt(blocky(6), blocky(6), 1e-2, BORDERS);
    for (const torque of torques) expect(-torque / force).toBeGreaterThan(LEAST_ARM);
  });
});

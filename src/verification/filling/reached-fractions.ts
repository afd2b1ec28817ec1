// SPDX-License-Identifier: MIT
/** How densely bodies of several shapes fill a periodic cell. */
import { SceneError } from '../../errors.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { fillRegions } from '../../simulation/filling/fill.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';

export interface ReachedFraction {
  readonly name: string;
  readonly bodies: number;
  readonly fraction: number;
  readonly published: string;
  /** Below this the check fails. */
  readonly least: number;
}

const CUBE: BodyShapeSpec = { name: 'cube', convex: box({ halfExtents: [0.8, 0.8, 0.8] }) };
const EGG: BodyShapeSpec = { name: 'ellipsoid', convex: ellipsoid({ semiAxes: [0.8, 1, 1.25] }) };
const ROD: BodyShapeSpec = { name: 'capsule', convex: capsule({ radius: 0.5, halfLength: 1 }) };
const BALL: BodyShapeSpec = { name: 'ball', sphere: { radius: 1 } };
const TWIN: BodyShapeSpec = {
  name: 'twin',
  clump: {
    spheres: [
      { centre: [0, 0, 0], radius: 0.8 },
      { centre: [0.8, 0, 0], radius: 0.6 },
    ],
  },
};

const MIXES = [
  { name: 'cubes', shapes: [CUBE], side: 12, published: '0.637 at least order (Liu et al. 2017)', least: 0.6 },
  {
    name: 'ellipsoids 0.8 : 1 : 1.25',
    shapes: [EGG],
    side: 13,
    published: '0.74 ± 0.005, middle of a vessel (Man et al. 2005)',
    least: 0.69,
  },
  {
    name: 'cubes, ellipsoids, capsules, clumps and spheres',
    shapes: [CUBE, EGG, ROD, TWIN, BALL],
    side: 12,
    published: '',
    least: 0.6,
  },
] as const;
/** More than any of them reaches. */
const ASKED = 0.8;

export async function reachedFractions(onStart: (name: string) => void): Promise<ReachedFraction[]> {
  const found: ReachedFraction[] = [];
  for (const { name, shapes, side, published, least } of MIXES) {
    onStart(name);
    const corner = [side, side, side] as const;
    try {
      await fillRegions({
        timeStep: 1,
        gravity: [0, 0, 0],
        law: { normal: 'linear', tangential: 'none' },
        materials: [{ name: 'grain', density: 1, stiffness: 1, restitution: 0.5, friction: 0 }],
        shapes,
        domain: { min: [0, 0, 0], max: corner, periodic: [true, true, true] },
        insertions: [
          {
            name: 'all',
            shapes: shapes.map((shape) => ({ shape: shape.name, material: 'grain', weight: 1 })),
            region: { box: { min: [0, 0, 0], max: corner } },
            fill: { fraction: ASKED },
          },
        ],
      });
    } catch (error) {
      if (!(error instanceof SceneError) || error.code !== 'fill-jammed') throw error;
      const { reached, bodies } = error.details as { reached: number; bodies: number };
      found.push({ name, bodies, fraction: reached, published, least });
    }
  }
  return found;
}

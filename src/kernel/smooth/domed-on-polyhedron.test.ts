// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromAxisAngle, inverseRotate, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, dot, negate, normalise, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { writePose } from '../../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { randomHull } from '../../shapes/random-shapes.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import {
  DOMES,
  LOCAL_POINT,
  POSE_STRIDE,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_STRIDE,
  SHAPE_PARAMETERS,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportDomed } from '../support/domed-superquadric.ts';
import { kernelLoaded } from '../wasm-kernel.ts';

const AXES = [1, 0.8, 0.6] as const;
const BODIES: Readonly<Record<string, ConvexShape>> = {
  'n = 3': superquadric({ semiAxes: AXES, n1: 3, n2: 3 }),
  'n = 6': superquadric({ semiAxes: AXES, n1: 6, n2: 6 }),
  'n1 = 3, n2 = 2.5': superquadric({ semiAxes: AXES, n1: 3, n2: 2.5 }),
  'n1 = 2.5, n2 = 6': superquadric({ semiAxes: AXES, n1: 2.5, n2: 6 }),
};
const PARTNERS: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [1, 0.7, 0.5] }),
  rock: randomHull(new Random(3), 14),
  capsule: capsule({ radius: 0.3, halfLength: 0.9 }),
};
/** Semi-axes, n1 and n2: needles, plates, nearly ellipsoids and nearly boxes. */
const EXTREMES: readonly (readonly [readonly [number, number, number], number, number])[] = [
  [[1, 0.001, 0.001], 2.2, 20],
  [[1, 1, 0.001], 20, 3],
  [[1, 0.8, 0.6], 2.001, 2],
  [[1, 1, 0.02], 100, 100],
];

/** Prism of 64 sides. */
function prism(unit: number): ConvexShape {
  const vertices = Array.from({ length: 128 }, (_, k) => {
    const angle = (Math.PI * (k >> 1)) / 32;
    return [unit * Math.cos(angle), unit * Math.sin(angle), k % 2 === 0 ? -unit : unit] as const;
  });
  return polyhedron({ vertices });
}

function plate(unit: number): ConvexShape {
  return box({ halfExtents: [unit, unit, 0.001 * unit] });
}

const STILL = fromAxisAngle({ x: 0, y: 0, z: 1 }, 0);

interface Placed {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

const poses = allocateCells(2 * POSE_STRIDE);
const result = allocateCells(RESULT_STRIDE);
const at = (cell: number): Vector3 => ({ x: F[cell], y: F[cell + 1], z: F[cell + 2] });

/** Answer for the body at the pose and the partner at the origin: the depth, and the normal from body to partner. */
function ask(body: ConvexShape, pose: Placed, partner: ConvexShape, kernel = typescriptKernel) {
  writePose(poses, pose);
  writePose(poses + POSE_STRIDE, { position: { x: 0, y: 0, z: 0 }, orientation: STILL });
  kernel.contactPair(kernelBlock(body), poses, kernelBlock(partner), poses + POSE_STRIDE, 0, Infinity, result);
  return {
    depth: -F[result],
    normal: at(result + RESULT_NORMAL),
    onBody: at(result + RESULT_POINT_ON_A),
    onPartner: at(result + RESULT_POINT_ON_B),
  };
}

/** Sum of the support functions along m and -m: the least of all m is the depth. */
function depthAlong(body: ConvexShape, { position, orientation }: Placed, partner: ConvexShape, m: Vector3): number {
  const own = inverseRotate(orientation, m);
  supportDomed(kernelBlock(body) + SHAPE_PARAMETERS, own.x, own.y, own.z, false);
  return dot(own, at(LOCAL_POINT)) + dot(m, position) - dot(m, partner.support(negate(m)));
}

/** Poses of the body that overlaps the partner a little, above a face, an edge or a corner of it, and beside them. */
function overlaps(body: ConvexShape, partner: ConvexShape, count: number): Placed[] {
  const random = new Random(5);
  const found: Placed[] = [];
  const axes = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: -1 },
  ];
  for (let k = 0; k < count; k++) {
    // Flat sides and lines of the body, and normals near those of the box's faces, edges and corners.
    const tilt = [0, 1e-6, 1e-4, 1e-3, 0.02, 3][k % 6];
    const orientation = fromAxisAngle(random.unitVector(), tilt);
    const away = [0, 1e-4, 2e-3, 0.5][Math.floor(k / 6) % 4];
    const n = normalise(
      add(add(axes[k % 3], k % 4 > 0 ? scale(axes[(k + 1) % 3], k % 4 > 2 ? 1 : 1e-3) : { x: 0, y: 0, z: 0 }), {
        ...scale(random.unitVector(), away),
      }),
    );
    const side = scale(cross(n, random.unitVector()), random.between(0, 0.9));
    const up = add(partner.support(n), side);
    const low = inverseRotate(orientation, negate(n));
    const position = subtract(up, rotate(orientation, body.support(low)));
    const depth = random.between(1e-4, 0.02);
    const { depth: open } = ask(body, { position, orientation }, partner);
    found.push({ position: add(position, scale(n, open - depth)), orientation });
  }
  return found.filter((pose) => {
    const { depth } = ask(body, pose, partner);
    return depth > 1e-5 && depth < 0.05;
  });
}

const PAIRS = Object.keys(BODIES).flatMap((body) => Object.keys(PARTNERS).map((partner) => [body, partner] as const));

describe('a domed superquadric on a polyhedron', () => {
  beforeEach(() => {
    I[DOMES] = 1;
  });
  afterEach(() => {
    I[DOMES] = 0;
  });

  it.each(PAIRS)(
    '%s on a %s: the depth is the least sum of both support functions',
    { tags: ['long'] },
    (bodyName, partnerName) => {
      const [body, partner] = [BODIES[bodyName], PARTNERS[partnerName]];
      const random = new Random(8);
      const all = overlaps(body, partner, 96);
      expect(all.length).toBeGreaterThan(40);
      for (const pose of all) {
        const { depth, normal } = ask(body, pose, partner);
        expect(depthAlong(body, pose, partner, normal)).toBeCloseTo(depth, 13);
        for (let k = 0; k < 30; k++) {
          const far = 10 ** -random.between(0, 7);
          const m = normalise(add(normal, scale(random.unitVector(), far)));
          expect(depthAlong(body, pose, partner, m)).toBeGreaterThan(depth - 2e-14);
        }
      }
    },
  );

  it.each(PAIRS)(
    '%s on a %s: normal and point are derivatives of the depth',
    { tags: ['long'] },
    (bodyName, partnerName) => {
      const [body, partner] = [BODIES[bodyName], PARTNERS[partnerName]];
      const h = 1e-5;
      for (const pose of overlaps(body, partner, 96)) {
        const { normal, onBody, onPartner } = ask(body, pose, partner);
        const lever = cross(subtract(onBody, pose.position), normal);
        for (const c of ['x', 'y', 'z'] as const) {
          const axis = { x: 0, y: 0, z: 0, [c]: 1 };
          const moved = (by: number) => ask(body, { ...pose, position: add(pose.position, scale(axis, by)) }, partner);
          const turned = (by: number) =>
            ask(body, { ...pose, orientation: multiply(fromAxisAngle(axis, by), pose.orientation) }, partner);
          const [up, down, more, less] = [moved(h), moved(-h), turned(h), turned(-h)];
          // Differences are off by the change of the force over the step: up to half the radius of a dome times it.
          const slack = (u: Vector3, v: Vector3) => 1e-7 + 0.1 * Math.abs(u[c] - v[c]);
          const leverOf = ({ onBody: p, normal: n }: typeof up) => cross(subtract(p, pose.position), n);
          expect(Math.abs((up.depth - down.depth) / (2 * h) - normal[c])).toBeLessThan(slack(up.normal, down.normal));
          expect(Math.abs((more.depth - less.depth) / (2 * h) - lever[c])).toBeLessThan(
            slack(leverOf(more), leverOf(less)),
          );
        }
        expect(cross(subtract(onPartner, onBody), normal).x).toBeCloseTo(0, 13);
      }
    },
  );

  it('gives the same bits in both builds and for exchanged bodies', async () => {
    await kernelLoaded();
    for (const [bodyName, partnerName] of PAIRS) {
      const [body, partner] = [BODIES[bodyName], PARTNERS[partnerName]];
      for (const pose of overlaps(body, partner, 48)) {
        const own = ask(body, pose, partner);
        expect(ask(body, pose, partner, wasmKernel as typeof typescriptKernel)).toEqual(own);
        const kernel = typescriptKernel;
        kernel.contactPair(kernelBlock(partner), poses + POSE_STRIDE, kernelBlock(body), poses, 0, Infinity, result);
        expect(-F[result]).toBe(own.depth);
        expect(at(result + RESULT_NORMAL)).toEqual(negate(own.normal));
      }
    }
  });

  it.each([
    ['a body of a nanometre', 2 ** -30],
    ['a body of a kilometre', 2 ** 10],
  ])('has the depth of %s in its unit, thin or nearly a box, on prisms and plates', { tags: ['long'] }, (_, unit) => {
    const random = new Random(11);
    for (const [semiAxes, n1, n2] of EXTREMES) {
      const scaled = superquadric({ semiAxes: semiAxes.map((a) => a * unit) as [number, number, number], n1, n2 });
      const body = superquadric({ semiAxes, n1, n2 });
      for (const partnerOf of [prism, plate]) {
        const [partner, scaledPartner] = [partnerOf(1), partnerOf(unit)];
        for (let k = 0; k < 12; k++) {
          const up = random.unitVector();
          const orientation = fromAxisAngle(random.unitVector(), [1e-6, 1e-3, 3][k % 3]);
          const low = rotate(orientation, body.support(inverseRotate(orientation, negate(up))));
          const position = scale(subtract(partner.support(up), low), 1 - 1e-4);
          const { depth, normal } = ask(body, { position, orientation }, partner);
          expect(depthAlong(body, { position, orientation }, partner, normal)).toBeCloseTo(depth, 12);
          const other = ask(scaled, { position: scale(position, unit), orientation }, scaledPartner);
          expect(Math.abs(other.depth / unit - depth)).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('finds the depth where the arc that it starts on ends at the normal of a face', () => {
    const body = superquadric({ semiAxes: [1, 1, 0.028], n1: 50, n2: 50 });
    const needle = box({ halfExtents: [0.0264, 0.0264, 0.324] });
    const orientation = fromAxisAngle({ x: 0, y: 0, z: -1 }, 2.9229);
    const low = rotate(orientation, body.support(inverseRotate(orientation, { x: 0, y: -1, z: 0 })));
    for (let k = 0; k < 40; k++) {
      // The normal without domes passes that of the face.
      const position = { x: 0.0264 + 5e-8 * (k - 20) - low.x, y: 0.0264 - 0.0016 - low.y, z: 0.324 };
      const { depth, normal } = ask(body, { position, orientation }, needle);
      expect(depthAlong(body, { position, orientation }, needle, normal)).toBeCloseTo(depth, 12);
      expect(depth).toBeGreaterThan(0.001);
    }
  });

  it('has no domes by other laws', () => {
    const body = BODIES['n = 6'];
    const flush = { position: { x: 0, y: 0, z: 1.09 }, orientation: fromAxisAngle({ x: 1, y: 1, z: 0 }, 1e-3) };
    const { depth } = ask(body, flush, PARTNERS.box);
    I[DOMES] = 0;
    expect(ask(body, flush, PARTNERS.box).depth).toBeGreaterThan(depth + 1e-6);
  });
});

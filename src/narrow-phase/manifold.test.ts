// SPDX-License-Identifier: MIT
/** The contact patch as points: their number and places in closed form, and what holds for every pair. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { fastestKernel, typescriptKernel } from '../kernel/kernel.ts';
import { type PoseLike, pose } from '../math/pose.ts';
import { fromAxisAngle } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { addScaled, distance, dot, subtract, type Vector3 } from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { point } from '../shapes/kinds/point.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { segment } from '../shapes/kinds/segment.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { Shape } from '../shapes/shape.ts';
import { contact, type ManifoldPoint } from './contact.ts';
import { closeExactly, POSE_A, POSE_B, RESULT, writePose } from './kernel-query.ts';
import { readManifold } from './manifold.ts';

const kernel = fastestKernel(typescriptKernel);

const cube = box({ halfExtents: [1, 1, 1] });
const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
const lying = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2);

function manifoldOf(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike): readonly ManifoldPoint[] {
  return contact(a, poseA, b, poseB, { manifold: true }).manifold as readonly ManifoldPoint[];
}

/** The points in space as sorted text, rounded to 12 digits. */
function sortedPoints(points: readonly Vector3[]): string[] {
  const digits = (x: number): string => (Math.round(x * 1e12) / 1e12 + 0).toString();
  return points.map((p) => `${digits(p.x)} ${digits(p.y)} ${digits(p.z)}`).sort();
}

describe('the manifold', () => {
  it('is there only on request', () => {
    expect(contact(cube, {}, cube, { position: [0, 0, 2] }).manifold).toBeUndefined();
  });

  it.each([0.1, 0, -0.1])('has the corners of the common part of two faces at distance %s', (gap) => {
    const manifold = manifoldOf(cube, {}, cube, { position: [0.5, 0.25, 2 + gap] });
    expect(sortedPoints(manifold.map((p) => p.pointOnA))).toEqual(['-0.5 -0.75 1', '-0.5 1 1', '1 -0.75 1', '1 1 1']);
    for (const p of manifold) {
      expect(p.distance).toBeCloseTo(gap, 14);
      expect(distance(p.pointOnB, addScaled(p.pointOnA, { x: 0, y: 0, z: 1 }, gap))).toBeLessThan(1e-14);
    }
  });

  it('has eight corners where a square lies on one that is turned by 45 degrees', () => {
    const orientation = fromAxisAngle({ x: 0, y: 0, z: 1 }, Math.PI / 4);
    const manifold = manifoldOf(cube, {}, cube, { position: [0, 0, 2], orientation });
    expect(manifold).toHaveLength(8);
    // In order around the patch: neighbours are 2 (sqrt(2) - 1) apart.
    manifold.forEach((p, k) => {
      const next = manifold[(k + 1) % 8];
      expect(distance(p.pointOnA, next.pointOnA)).toBeCloseTo(2 * (Math.SQRT2 - 1), 13);
    });
  });

  it('has the two ends of an edge on a face', () => {
    const orientation = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4);
    const manifold = manifoldOf(cube, {}, cube, { position: [0.5, 0, 1 + Math.SQRT2], orientation });
    expect(sortedPoints(manifold.map((p) => p.pointOnA))).toEqual(['-0.5 0 1', '1 0 1']);
  });

  it('has the two ends of the common part of parallel edges, and one point of crossing ones', () => {
    const orientation = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4);
    const long = box({ halfExtents: [3, 1, 1] });
    const above = [0.5, 0, 2 * Math.SQRT2 + 0.1] as const;
    const along = manifoldOf(cube, { orientation }, long, { position: above, orientation });
    expect(sortedPoints(along.map((p) => p.pointOnB))).toEqual(['-1 0 1.514213562373', '1 0 1.514213562373']);
    const across = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 4);
    expect(manifoldOf(cube, { orientation }, cube, { position: [0, 0, 3], orientation: across })).toHaveLength(1);
  });

  it.each<[string, Shape, PoseLike, number]>([
    ['a cube', cube, { position: [0, 0, 1] }, 4],
    [
      'a cube on an edge',
      cube,
      { position: [0, 0, Math.SQRT2], orientation: fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4) },
      2,
    ],
    ['a cube on a corner', cube, { position: [0, 0, 2], orientation: [1, 0.3, 0.2, 0] }, 1],
    ['a ball', sphere({ radius: 1 }), { position: [0, 0, 1] }, 1],
    ['a standing cylinder', cylinder({ radius: 1, halfLength: 2 }), { position: [0, 0, 2] }, 4],
    ['a lying cylinder', cylinder({ radius: 1, halfLength: 2 }), { position: [0, 0, 1], orientation: lying }, 2],
    ['a lying capsule', capsule({ radius: 1, halfLength: 2 }), { position: [0, 0, 1], orientation: lying }, 2],
    ['a cone on its base', cone({ radius: 1, height: 2 }), {}, 4],
    ['a rounded cube', rounded({ shape: cube, radius: 0.5 }), { position: [0, 0, 1.5] }, 4],
    [
      'a facet',
      facet({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      }),
      {},
      3,
    ],
    ['a segment', segment({ from: [0, 0, 0], to: [1, 0, 0] }), {}, 2],
    ['a point', point(), {}, 1],
  ])('of %s on a plane has as many points as it stands on', (_, shape, at, count) => {
    const manifold = manifoldOf(shape, at, floor, {});
    expect(manifold).toHaveLength(count);
    for (const p of manifold) {
      expect(Math.abs(p.distance)).toBeLessThan(0.4);
      expect(p.pointOnB.z).toBeCloseTo(0, 13);
      if (count > 1) expect(p.pointOnA.z).toBeCloseTo(0, 13);
    }
  });

  it('clips the cap of a cylinder by the face it stands on', () => {
    const manifold = manifoldOf(cylinder({ radius: 1, halfLength: 1 }), { position: [1, 0, 2] }, cube, {});
    expect(manifold.length).toBeGreaterThan(4);
    for (const { pointOnA } of manifold) {
      expect(pointOnA.x).toBeLessThanOrEqual(1 + 1e-14);
      expect((pointOnA.x - 1) ** 2 + pointOnA.y ** 2).toBeLessThanOrEqual(1 + 1e-14);
    }
  });

  it('of a compound is that of the pair reported', () => {
    const pair = compound([
      { shape: cube, pose: { position: [3, 0, 0] } },
      { shape: cube, pose: { position: [-3, 0, 0] } },
    ]);
    const manifold = manifoldOf(pair, { position: [0, 0, 1] }, cube, { position: [3.5, 0, -1.01] });
    expect(sortedPoints(manifold.map((p) => p.pointOnA))).toEqual(['2.5 -1 0', '2.5 1 0', '4 -1 0', '4 1 0']);
  });

  it('of two half-spaces is empty', () => {
    expect(manifoldOf(floor, {}, floor, {})).toEqual([]);
  });

  it('follows from the exact answer as from the kernel', () => {
    writePose(POSE_A, pose());
    writePose(POSE_B, pose({ position: [0.5, 0.25, 1.9] }));
    closeExactly(kernel, kernelBlock(cube), POSE_A, kernelBlock(cube), POSE_B, RESULT);
    const corners = readManifold(kernel, RESULT).map((p) => p.pointOnA);
    expect(sortedPoints(corners)).toEqual(['-0.5 -0.75 1', '-0.5 1 1', '1 -0.75 1', '1 1 1']);
  });
});

const KINDS = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace');
const PAIRS = SHAPE_KINDS.flatMap((a) => KINDS.map((b): [string, string] => [a, b]));

describe.each(PAIRS)('the manifold of %s and %s', (kindA, kindB) => {
  it('has points on both bodies along the normal, and is exchanged with the bodies to the bit', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (n, aligned) => {
        const random = new Random(n);
        const a = randomConvexShape(kindA, random);
        const b = randomConvexShape(kindB, random);
        // Aligned bodies meet in faces and edges, others hardly ever.
        const orientation = aligned ? fromAxisAngle({ x: 0, y: 0, z: 1 }, random.next()) : random.rotation();
        const start = contact(a, {}, b, { position: [0, 0, 3], orientation });
        const gap = random.between(-0.05, 0.05);
        const position = addScaled({ x: 0, y: 0, z: 3 }, start.normal, gap - start.distance);
        const found = contact(a, {}, b, { position, orientation }, { manifold: true });
        const manifold = found.manifold as readonly ManifoldPoint[];
        expect(manifold.length).toBeGreaterThan(0);
        for (const p of manifold) {
          const off = subtract(p.pointOnB, addScaled(p.pointOnA, found.normal, p.distance));
          expect(Math.sqrt(dot(off, off))).toBeLessThan(1e-9);
          expect(p.distance).toBeGreaterThanOrEqual(found.distance - 1e-9);
          const onA = contact(point(), { position: p.pointOnA }, a, {});
          const onB = contact(point(), { position: p.pointOnB }, b, { position, orientation });
          // Curved normals are good to 1e-7, and so far a point of an edge chosen by them may be off the other body.
          expect(Math.abs(onA.distance)).toBeLessThan(2e-7);
          expect(Math.abs(onB.distance)).toBeLessThan(2e-7);
        }
        const exchanged = contact(b, { position, orientation }, a, {}, { manifold: true }).manifold;
        expect(exchanged).toEqual(
          manifold.map((p) => ({ pointOnA: p.pointOnB, pointOnB: p.pointOnA, distance: p.distance })),
        );
      }),
      { numRuns: 12 },
    );
  });
});

describe('an edge no longer than rounding', () => {
  it('is parallel to none: it is a point of the crossing edge', () => {
    // A box whose corners have split into vertices 1e-14 apart, far from the origin.
    const split = polyhedron({
      vertices: [
        [-0.5987031385967245, -0.3033122407290658, -0.5597502744939009],
        [-0.5987031385967185, -0.3033122407290556, 0.5597502744939218],
        [-0.5987031385967163, 0.303312240729062, -0.5597502744939183],
        [-0.5987031385967156, -0.3033122407290638, -0.5597502744939173],
        [-0.5987031385967004, 0.30331224072904733, 0.5597502744938991],
        [-0.5987031385966893, 0.30331224072906743, 0.5597502744939246],
        [-0.598703138596665, -0.3033122407290605, 0.5597502744939203],
        [-0.5987031385966629, -0.30331224072906776, 0.5597502744938758],
        [0.598703138596681, -0.3033122407290522, 0.5597502744939158],
        [0.5987031385966951, 0.3033122407290563, -0.5597502744939258],
        [0.5987031385967143, -0.3033122407290447, 0.5597502744939105],
        [0.5987031385967166, -0.3033122407290715, -0.5597502744939141],
        [0.5987031385967178, -0.30331224072906016, 0.559750274493875],
        [0.5987031385967193, -0.3033122407290708, -0.559750274493874],
        [0.5987031385967203, 0.30331224072906693, 0.5597502744938941],
      ],
    });
    const other = box({ halfExtents: [0.41752589575904747, 0.5487587234254466, 0.7864735513674295] });
    const poseA: PoseLike = {
      position: [932961.033937984, 309880.1047474127, 183188.50901489513],
      orientation: [0.5977104015288615, -0.32456414559080193, -0.581764639256777, -0.44603844656212316],
    };
    const poseB: PoseLike = {
      position: [932961.1161370155, 309879.92856523703, 183189.25797643897],
      orientation: [0.677815494894872, 0.7276537442895024, -0.06383406100354287, 0.08373407883104245],
    };
    const c = contact(split, poseA, other, poseB, { manifold: true });
    expect(c.type).toBe('e-e');
    expect(c.manifold).toEqual([{ pointOnA: c.pointOnA, pointOnB: c.pointOnB, distance: c.distance }]);
  });
});

// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, type Pose } from '../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, type Quaternion } from '../math/quaternion.ts';
import { addScaled, dot, length, type Vector3 } from '../math/vector.ts';
import { bodyLoads, bodyMotion } from '../motion/mechanical-system.ts';
import { distance } from '../narrow-phase/distance.ts';
import { box } from '../shapes/kinds/box.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { point } from '../shapes/kinds/point.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { Shape } from '../shapes/shape.ts';
import { ContactPieces } from './contact-pieces.ts';
import { contactSolid } from './contact-solid.ts';
import { addVolumeContact, areaOfPair } from './volume-contact.ts';

const STIFFNESS = { volume: 5e6, line: undefined };
const SIZE = 0.1;
const FLOOR = halfSpace({ normal: [0, 0, 1], offset: 0 });
const BLOCK = box({ halfExtents: [0.2, 0.2, 0.1] });
const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };
const Z = { x: 0, y: 0, z: 1 };
const BLOCK_POSE: Pose = { position: { x: 0, y: 0, z: -0.1 }, orientation: { w: 1, x: 0, y: 0, z: 0 } };

const CYLINDER = cylinder({ radius: 0.08, halfLength: 0.1 });
const BODIES: Record<string, Exclude<Shape, { kind: 'compound' | 'halfSpace' }>> = {
  cylinder: CYLINDER,
  cone: cone({ radius: 0.1, height: 0.15 }),
  'rounded box': rounded({ shape: box({ halfExtents: [0.08, 0.06, 0.04] }), radius: 0.02 }),
  'rounded cylinder': rounded({ shape: cylinder({ radius: 0.06, halfLength: 0.08 }), radius: 0.02 }),
  'rounded tetrahedron': rounded({
    shape: polyhedron({
      vertices: [
        [0, 0, 0],
        [0.1, 0, 0],
        [0, 0.1, 0],
        [0, 0, 0.1],
      ],
    }),
    radius: 0.02,
  }),
  superquadric: superquadric({ semiAxes: [0.1, 0.08, 0.06], n1: 20, n2: 20 }),
};

interface Answer {
  readonly energy: number;
  readonly force: Vector3;
  /** About the body's origin. */
  readonly torque: Vector3;
}

/** Loads on a body at rest at a pose, from a fixed one. */
function loadsOn(shape: Shape, at: Pose, other: Shape, otherPose: Pose): Answer {
  const pieces = new ContactPieces([
    { name: 'fixed', shape: other, pose: otherPose },
    { name: 'moving', shape, body: 0 },
  ]);
  const motion = bodyMotion(1);
  const { position, orientation } = at;
  motion.positions.set([position.x, position.y, position.z]);
  motion.orientations.set([orientation.w, orientation.x, orientation.y, orientation.z]);
  pieces.place(motion);
  const loads = bodyLoads(1);
  const numbers = { damping: 0, friction: 0, slipSpeed: 1, rollingFriction: 0, twistingFriction: 0, radius: 1 };
  const pair = { a: 0, b: 1, ...numbers };
  const energy = addVolumeContact(pieces, pair, STIFFNESS, areaOfPair(pieces, 0, 1), loads);
  const vectorOf = ([x = 0, y = 0, z = 0]: Float64Array): Vector3 => ({ x, y, z });
  return { energy, force: vectorOf(loads.forces), torque: vectorOf(loads.torques) };
}

/** The body at this orientation, its lowest point `overlap` below the surface at z = 0. */
function laid(
  shape: Exclude<Shape, { kind: 'compound' | 'halfSpace' }>,
  orientation: Quaternion,
  overlap: number,
): Pose {
  const high = { position: { x: 0.03, y: 0.02, z: 1 }, orientation };
  const height = 1 - distance(shape, high, FLOOR, {}) - overlap;
  return { position: { ...high.position, z: height }, orientation };
}

const turnedBy = (q: Quaternion, axis: Vector3, angle: number): Quaternion =>
  normaliseQuaternion(multiply(fromAxisAngle(axis, angle), q));

/** Flat, and on every side of a body that is straight. */
const REST: readonly Quaternion[] = [
  { w: 1, x: 0, y: 0, z: 0 },
  fromAxisAngle(X, Math.PI / 2),
  fromAxisAngle(X, Math.PI),
  fromAxisAngle(X, Math.PI / 2 + Math.atan2(0.1, 0.15)),
  fromAxisAngle(Y, Math.PI / 4),
];

describe.each(Object.entries(BODIES))('loads of the common volume of a %s', (_name, shape) => {
  it('are continuous in the tilt through every flat position: steps ten times smaller change them ten times less', {
    tags: ['long'],
  }, () => {
    const overlap = 0.003 * SIZE;
    for (const rest of REST) {
      for (const [other, at] of [
        [FLOOR, IDENTITY_POSE],
        [BLOCK, BLOCK_POSE],
      ] as const) {
        const { position } = laid(shape, rest, overlap);
        const sweep = (count: number): { readonly change: number; readonly most: number } => {
          let change = 0;
          let most = 0;
          let before: Answer | undefined;
          for (let i = 0; i <= count; i++) {
            const tilt = 0.01 * (i / count - 0.5);
            const answer = loadsOn(shape, { position, orientation: turnedBy(rest, Y, tilt) }, other, at);
            most = Math.max(most, length(answer.force), length(answer.torque) / SIZE);
            if (before !== undefined) {
              const force = length(addScaled(answer.force, before.force, -1));
              const torque = length(addScaled(answer.torque, before.torque, -1)) / SIZE;
              change = Math.max(change, force, torque);
            }
            before = answer;
          }
          return { change, most };
        };
        const coarse = sweep(8);
        const fine = sweep(80);
        expect(fine.most).toBeGreaterThan(0);
        // A jump would stay as it is. Twice the share of a smooth function: the largest slope is found better by the
        // finer sweep.
        expect(fine.change).toBeLessThan(0.2 * coarse.change + 1e-9 * fine.most);
        // Lipschitz: tilts are of the order of the overlap over the size, so that loads change by no more than some of
        // their size.
        expect(coarse.change).toBeLessThan(coarse.most);
      }
    }
  });

  it('are the derivatives of its energy', () => {
    const step = 1e-6;
    for (const rest of REST) {
      const base = laid(shape, turnedBy(turnedBy(rest, Y, 0.004), X, 0.003), 0.005 * SIZE);
      const { energy, force, torque } = loadsOn(shape, base, FLOOR, IDENTITY_POSE);
      expect(energy).toBeGreaterThan(0);
      const slope = (moved: (share: number) => Pose): number => {
        const [low, high] = [-step, step].map((share) => loadsOn(shape, moved(share), FLOOR, IDENTITY_POSE).energy);
        return (low - high) / (2 * step);
      };
      const size = length(force);
      const lifted = (share: number): Pose => ({ ...base, position: addScaled(base.position, Z, share) });
      // Differences of this step have an error of its square over that of the overlap; rods are integrated by eight
      // points.
      expect(Math.abs(slope(lifted) - force.z)).toBeLessThan(1e-3 * size);
      for (const axis of [X, Y, Z]) {
        const turning = (share: number): Pose => ({ ...base, orientation: turnedBy(base.orientation, axis, share) });
        expect(Math.abs(slope(turning) - dot(torque, axis))).toBeLessThan(2e-3 * size * SIZE);
      }
    }
  });
});

describe('a cylinder', () => {
  it('rolls without a bump: its loads do not depend on how it is turned about its axis', () => {
    const lying = fromAxisAngle(X, Math.PI / 2);
    const upright: Quaternion = { w: 1, x: 0, y: 0, z: 0 };
    for (const rest of [lying, turnedBy(lying, X, 0.2), upright, turnedBy(upright, Y, 0.3)]) {
      const base = laid(CYLINDER, rest, 0.001 * SIZE);
      const first = loadsOn(CYLINDER, base, FLOOR, IDENTITY_POSE);
      for (let i = 1; i < 20; i++) {
        const orientation = normaliseQuaternion(multiply(rest, fromAxisAngle(Z, 0.31 * i)));
        const { energy, force } = loadsOn(CYLINDER, { ...base, orientation }, FLOOR, IDENTITY_POSE);
        // Rounding of the common volume, which is 1e-4 of the body's.
        expect(Math.abs(energy / first.energy - 1)).toBeLessThan(1e-8);
        expect(length(addScaled(force, first.force, -1)) / length(first.force)).toBeLessThan(1e-8);
      }
    }
  });

  it('has the volume of its segment along its side', () => {
    const overlap = 0.01 * 0.08;
    const base = laid(CYLINDER, fromAxisAngle(X, Math.PI / 2), overlap);
    const { energy } = loadsOn(CYLINDER, base, FLOOR, IDENTITY_POSE);
    const half = Math.acos(1 - 0.01);
    const volume = 0.2 * 0.08 ** 2 * (half - Math.sin(half) * Math.cos(half));
    const area = (2 * Math.PI * 0.08 ** 2 * 0.1) ** (2 / 3);
    // Chords in place of the arc, seven of them across it.
    expect(Math.sqrt((2 * energy * area) / STIFFNESS.volume) / volume).toBeCloseTo(1, 1);
  });

  it('has no torque when it stands flat', () => {
    const { force, torque } = loadsOn(CYLINDER, laid(CYLINDER, REST[0], 1e-4), BLOCK, BLOCK_POSE);
    // Its origin is above the middle of the face.
    expect(length(torque)).toBeLessThan(1e-9 * length(force) * SIZE);
  });
});

describe('a solid for contacts', () => {
  it('has its corners on the body, and misses its volume by little', () => {
    for (const [name, shape] of Object.entries(BODIES)) {
      const solid = contactSolid(shape);
      expect(solid, name).toBeDefined();
      const inner = solid?.polyhedron as ReturnType<typeof polyhedron>;
      for (const corner of inner.vertices) {
        expect(Math.abs(distance(point(), { position: corner }, shape, {})), name).toBeLessThan(1e-12);
      }
      const isWithRods = (solid?.rods.length ?? 0) > 0;
      const share = inner.massProperties().volume / shape.massProperties().volume;
      expect(share, name).toBeLessThanOrEqual(1 + 1e-12);
      expect(share, name).toBeGreaterThan(isWithRods ? 0.5 : 0.98);
    }
  });

  it('is not needed for bodies that are round on all sides', () => {
    expect(contactSolid(superquadric({ semiAxes: [1, 1, 1], n1: 2, n2: 2 }))).toBeUndefined();
  });
});

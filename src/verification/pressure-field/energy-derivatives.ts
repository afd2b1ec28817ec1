// SPDX-License-Identifier: MIT
/**
 * Force and torque of every pair of shapes by the pressure-field law against differences of the energy: corners, edges,
 * faces, flush faces and poses next to them, shallow and deep.
 */
import { DOMES } from '../../kernel/layout.ts';
import { I } from '../../kernel/memory.ts';
import { conjugate, fromAxisAngle, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, dot, length, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { pressureField } from '../../narrow-phase/patch/pressure-field.ts';
import { fieldSolid, hasField } from '../../shapes/field-solid.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import { randomHull } from '../../shapes/random-shapes.ts';
import { rollingRadius } from '../../shapes/rolling-radius.ts';
import type { ConvexShape } from '../../shapes/shape.ts';

const FLOOR = 'half-space';

/** About 1 in size. */
const SHAPES: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [1, 0.8, 0.6] }),
  rock: randomHull(new Random(3), 14),
  cylinder: cylinder({ radius: 0.8, halfLength: 0.7 }),
  cone: cone({ radius: 0.9, height: 1.5 }),
  tablet: tablet({ diameter: 1.8, bandHeight: 0.5, capRadius: 1.6 }),
  sphere: sphere({ radius: 0.9 }),
  ellipsoid: ellipsoid({ semiAxes: [1, 0.8, 0.6] }),
  superquadric: superquadric({ semiAxes: [1, 0.8, 0.6], n1: 4, n2: 3 }),
};

interface Placed {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** For a stiffness of 1 N/m3: energy, force and torque about its own origin on the body at the pose. */
interface Spring {
  readonly energy: number;
  readonly force: Vector3;
  readonly torque: Vector3;
}

/** What the body at the pose feels from the other one, which is at the origin. */
type Law = (pose: Placed) => Spring;

/** Radius of the sphere of equal volume. */
function radiusOf(shape: ConvexShape): number {
  return Math.cbrt((3 * shape.massProperties().volume) / (4 * Math.PI));
}

function fieldLaw(body: ConvexShape, other: ConvexShape | undefined): Law {
  const partner = other ?? halfSpace({ normal: [0, 0, 1], offset: 0 });
  return (pose) => {
    const { energy, force, moment, point } = pressureField(partner, {}, body, pose);
    return { energy, force, torque: add(moment, cross(subtract(point, pose.position), force)) };
  };
}

/** The law by depth: a ball of radius R* pressed into a bed. On what is flat, superquadrics are domed. */
function depthLaw(body: ConvexShape, other: ConvexShape | undefined): Law {
  const isDomed = body.kind === 'superquadric' || other?.kind === 'superquadric';
  const touching = (shape: ConvexShape): ConvexShape => (isDomed ? fieldSolid(shape) : undefined) ?? shape;
  const partner = other === undefined ? halfSpace({ normal: [0, 0, 1], offset: 0 }) : touching(other);
  const [a, b] = [radiusOf(body), other === undefined || hasField(other) ? Infinity : radiusOf(other)];
  const radius = hasField(body) ? b : b === Infinity ? a : (a * b) / (a + b);
  return (pose) => {
    I[DOMES] = 1;
    const { distance, normal, pointOnB } = contact(partner, {}, touching(body), pose);
    I[DOMES] = 0;
    const depth = Math.max(0, -distance);
    const force = scale(normal, Math.PI * radius * depth * depth);
    const energy = (Math.PI * radius * depth * depth * depth) / 3;
    return { energy, force, torque: cross(subtract(pointOnB, pose.position), force) };
  };
}

/** Farthest value of n.x over the body at the orientation, around its origin; that of its field where it has one. */
function reach(shape: ConvexShape, orientation: Quaternion, n: Vector3): number {
  const own = rotate(conjugate(orientation), n);
  return dot(own, (fieldSolid(shape) ?? shape).support(own));
}

const Z = { x: 0, y: 0, z: 1 };
const STILL = fromAxisAngle(Z, 0);

interface Turn {
  readonly feature: string;
  readonly n: Vector3;
  readonly turn: Quaternion;
  /** From flush, where it is small. */
  readonly angle?: number;
}

/** Orientations by what touches; the body is above the other one, along z, but for `count` that are `any`. */
function turns(random: Random, count: number): readonly Turn[] {
  const axis = random.unitVector();
  const level = { x: Math.cos(1), y: Math.sin(1), z: 0 };
  const any = Array.from({ length: count }, () => ({
    feature: 'any',
    n: random.unitVector(),
    turn: fromAxisAngle(axis, random.between(0, 3)),
  }));
  const near = [1e-9, 1e-6, 1e-3].map((angle) => ({
    feature: 'next to flush',
    n: Z,
    turn: fromAxisAngle(level, angle),
    angle,
  }));
  return [
    ...any,
    ...near,
    { feature: 'flush', n: Z, turn: STILL },
    { feature: 'flush', n: Z, turn: fromAxisAngle(Z, 0.3) },
    { feature: 'edge', n: Z, turn: fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4) },
  ];
}

/** Depths over the size; over the radius of a rolling ball for smooth bodies, if that is less. */
const DEPTHS = [1e-4, 1e-2, 0.2];
/**
 * Between two superquadrics that lie flat on each other the point of contact moves with a root of the angle from flush,
 * and so does the torque: differences resolve it only where the angle is larger.
 */
const LEAST_ANGLE = 1e-2;
/** Largest turn of the differences for domed bodies, in rad: a small part of the angle that the dome takes. */
const PART_OF_DOME = 1e-5;
/** Step of the differences over the depth; theirs is the fourth order. */
const STEP = 5e-3;

/** Derivatives by differences of fourth order, with steps of h and of h / 2. */
function slopes(energyAt: (x: number) => number, h: number): readonly [coarse: number, fine: number] {
  const [half, whole, twice] = [0.5 * h, h, 2 * h].map((x) => energyAt(x) - energyAt(-x));
  return [(8 * whole - twice) / (12 * h), (8 * half - whole) / (6 * h)];
}

export interface PairError {
  readonly pair: string;
  /** Largest difference of a component of force or torque, relative to the force, by what touches. */
  readonly worst: number;
  readonly feature: string;
  readonly poses: number;
}

/** Errors of one pair, beyond the error of the differences, which two steps show. */
function pairError(name: string, other: string, count: number): PairError {
  const body = SHAPES[name];
  const partner = SHAPES[other];
  const byField = hasField(body) && (partner === undefined || hasField(partner));
  const law = byField ? fieldLaw(body, partner) : depthLaw(body, partner);
  const rolling = partner === undefined ? 1 : rollingRadius(body) + rollingRadius(partner);
  const isFlattened = [body, partner].some((shape) => shape?.kind === 'superquadric');
  const isFlatOnFlat = body.kind === 'superquadric' && partner?.kind === 'superquadric';
  const random = new Random(11);
  let worst = 0;
  let feature = '';
  let poses = 0;
  for (const depth of DEPTHS) {
    const d = byField ? depth : depth * Math.min(1, rolling);
    for (const { feature: kind, n, turn, angle = 1 } of turns(random, count)) {
      if (isFlatOnFlat && angle < LEAST_ANGLE) continue;
      const [way, bend] = [STEP * d, isFlattened ? Math.min(STEP * d, PART_OF_DOME) : STEP * d];
      const up = partner === undefined ? Z : n;
      const gap = (partner === undefined ? 0 : reach(partner, STILL, up)) + reach(body, turn, negate(up));
      const at = scale(up, gap - d);
      const { energy, force, torque } = law({ position: at, orientation: turn });
      if (!(energy > 0)) continue;
      poses++;
      const size = length(force);
      for (const axis of [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, Z]) {
        const moved = (x: number): number => law({ position: add(at, scale(axis, x)), orientation: turn }).energy;
        const turned = (x: number): number =>
          law({ position: at, orientation: multiply(fromAxisAngle(axis, x), turn) }).energy;
        for (const [energyAt, value, h] of [
          [moved, dot(force, axis), way],
          [turned, dot(torque, axis), bend],
        ] as const) {
          const [coarse, fine] = slopes(energyAt, h);
          const error = Math.max(0, Math.abs(fine + value) - 2 * Math.abs(fine - coarse)) / size;
          if (!(error <= worst)) [worst, feature] = [error, `${kind}, depth ${d.toPrecision(1)}`];
        }
      }
    }
  }
  return { pair: `${name}, ${other}`, worst, feature, poses };
}

/** Errors of every pair of shapes, and of every shape on a half-space, with `count` arbitrary orientations each. */
export function derivativeErrors(count: number): PairError[] {
  const names = Object.keys(SHAPES);
  return names.flatMap((name, k) => [...names.slice(k), FLOOR].map((other) => pairError(name, other, count)));
}

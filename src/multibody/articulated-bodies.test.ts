// SPDX-License-Identifier: MIT
/**
 * Accelerations of random trees against a dense method that shares nothing with them but the poses: six-dimensional
 * vectors about the world's origin, inverse dynamics, and the mass matrix column by column from unit accelerations.
 */
import { describe, expect, it } from 'vitest';
import { compose, IDENTITY_POSE, type Pose, pose, transformPoint } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { multiplyVector, rotateMatrix, type SymmetricMatrix3 } from '../math/symmetric-matrix.ts';
import { add, cross, dot, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { RealFactors } from '../motion/dense-factors.ts';
import { bodyLoads, bodyMotion } from '../motion/mechanical-system.ts';
import { JOINT_KINDS, type JointKind } from './joint-spec.ts';
import { JointTree, type Link, type TreeBody, type TreeJoint } from './joint-tree.ts';
import { MultibodySystem } from './multibody-system.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
/** Both methods solve with matrices whose condition is below about 1e3. */
const TOLERANCE = 1e-12;

type Twist = readonly [angular: Vector3, linear: Vector3];
const STILL: Twist = [ZERO_VECTOR, ZERO_VECTOR];
const plus = (a: Twist, b: Twist, factor = 1): Twist => [
  add(a[0], scale(b[0], factor)),
  add(a[1], scale(b[1], factor)),
];
/** Rate of change of a motion b that is carried along by a. */
const carried = (a: Twist, b: Twist): Twist => [cross(a[0], b[0]), add(cross(a[0], b[1]), cross(a[1], b[0]))];
/** The same for a force (torque, force). */
const carriedForce = (a: Twist, f: Twist): Twist => [add(cross(a[0], f[0]), cross(a[1], f[1])), cross(a[0], f[1])];
const power = (a: Twist, f: Twist): number => dot(a[0], f[0]) + dot(a[1], f[1]);

const vectorAt = (values: Float64Array, at: number): Vector3 => ({
  x: values[at],
  y: values[at + 1],
  z: values[at + 2],
});

function randomVector(random: Random, size: number): Vector3 {
  return scale(random.unitVector(), random.between(0.2, 1) * size);
}

function randomBody(random: Random): TreeBody {
  const a = random.between(0.5, 2);
  const b = random.between(0.5, 2);
  const c = random.between(0.5, 2);
  const diagonal: SymmetricMatrix3 = { xx: b + c, yy: a + c, zz: a + b, xy: 0, xz: 0, yz: 0 };
  return {
    mass: random.between(1, 5),
    centre: randomVector(random, 0.4),
    inertia: rotateMatrix(diagonal, random.rotation()),
    size: 1,
  };
}

function randomPose(random: Random): Pose {
  return pose({ position: randomVector(random, 0.7), orientation: random.rotation() });
}

function randomSystem(random: Random, kinds: readonly JointKind[], parentOf: (i: number) => number) {
  const bodies = kinds.map(() => randomBody(random));
  const joints: TreeJoint[] = kinds.map((kind, i) => ({
    kind,
    parent: parentOf(i),
    child: i,
    onParent: randomPose(random),
    onChild: randomPose(random),
    axis: random.unitVector(),
  }));
  const tree = new JointTree(bodies, joints);
  const gravity = randomVector(random, 9);
  const system = new MultibodySystem(tree, { gravity, speed: 1 });
  const y = Float64Array.from({ length: system.size }, () => random.between(-1, 1));
  system.project(0, y);
  return { tree, joints, system, y, gravity };
}

/**
 * Forces of the joints for given accelerations of the coordinates: one twist a degree of freedom about the world's
 * origin, summed over the tree.
 */
function inverseDynamics(
  tree: JointTree,
  joints: readonly TreeJoint[],
  poses: readonly Pose[],
  y: Float64Array,
  accelerations: Float64Array,
  loads: readonly Twist[],
): Float64Array {
  const columnsOf = (link: Link): readonly { twist: Twist; isOfParent: boolean }[] => {
    const { parent, child, onParent, onChild, axis = ZERO_VECTOR } = joints[link.joint];
    const outer = compose(parent < 0 ? IDENTITY_POSE : poses[parent], onParent);
    const inner = compose(poses[child], onChild);
    const about = (e: Vector3): Twist => [e, cross(inner.position, e)];
    const unit = [0, 1, 2].map((i) => ({ x: i === 0 ? 1 : 0, y: i === 1 ? 1 : 0, z: i === 2 ? 1 : 0 }));
    const u = rotate(outer.orientation, axis);
    const turns = unit.map((e) => ({ twist: about(rotate(inner.orientation, e)), isOfParent: false }));
    const slides = unit.map((e) => ({
      twist: [ZERO_VECTOR, rotate(outer.orientation, e)] as const,
      isOfParent: true,
    }));
    switch (link.kind) {
      case 'fixed':
        return [];
      case 'revolute':
        return [{ twist: about(u), isOfParent: false }];
      case 'prismatic':
        return [{ twist: [ZERO_VECTOR, u], isOfParent: false }];
      case 'spherical':
        return turns;
      case 'free':
        return [...turns, ...slides];
    }
  };
  const columns = tree.links.map(columnsOf);
  const velocity: Twist[] = [];
  const acceleration: Twist[] = [];
  const force: Twist[] = [];
  tree.links.forEach((link, k) => {
    const outer = link.parent < 0 ? STILL : velocity[link.parent];
    const rate = (j: number): number => y[tree.coordinateCount + link.velocityAt + j];
    velocity[k] = columns[k].reduce((sum, { twist }, j) => plus(sum, twist, rate(j)), outer);
    acceleration[k] = columns[k].reduce(
      (sum, { twist, isOfParent }, j) =>
        plus(
          plus(sum, twist, accelerations[link.velocityAt + j]),
          carried(isOfParent ? outer : velocity[k], twist),
          rate(j),
        ),
      link.parent < 0 ? STILL : acceleration[link.parent],
    );
    const { mass, centre, inertia } = tree.bodies[link.body];
    const at = transformPoint(poses[link.body], centre);
    const turned = rotateMatrix(inertia, poses[link.body].orientation);
    const momentum = ([w, v]: Twist): Twist => {
      const linear = scale(add(v, cross(w, at)), mass);
      return [add(multiplyVector(turned, w), cross(at, linear)), linear];
    };
    const inertial = plus(momentum(acceleration[k]), carriedForce(velocity[k], momentum(velocity[k])));
    force[k] = plus(inertial, loads[link.body], -1);
  });
  const out = new Float64Array(tree.velocityCount);
  for (let k = tree.links.length - 1; k >= 0; k--) {
    const { parent, velocityAt } = tree.links[k];
    columns[k].forEach(({ twist }, j) => {
      out[velocityAt + j] = power(twist, force[k]);
    });
    if (parent >= 0) force[parent] = plus(force[parent], force[k]);
  }
  return out;
}

/** Largest difference of accelerations over the largest acceleration. */
function disagreement(random: Random, { tree, joints, system, y, gravity }: ReturnType<typeof randomSystem>): number {
  const motion = bodyMotion(system.bodyCount);
  system.place(0, y, motion);
  const poses = tree.bodies.map((_, i) => ({
    position: vectorAt(motion.positions, 3 * i),
    orientation: {
      w: motion.orientations[4 * i],
      ...vectorAt(motion.orientations, 4 * i + 1),
    },
  }));
  const loads = bodyLoads(system.bodyCount);
  for (let i = 0; i < loads.forces.length; i++) {
    loads.forces[i] = random.between(-10, 10);
    loads.torques[i] = random.between(-10, 10);
  }
  const out = new Float64Array(system.size);
  system.derivatives(0, y, loads, out);
  const applied = tree.bodies.map(({ mass, centre }, i): Twist => {
    const force = vectorAt(loads.forces, 3 * i);
    const weight = scale(gravity, mass);
    const torque = add(vectorAt(loads.torques, 3 * i), cross(poses[i].position, force));
    return [add(torque, cross(transformPoint(poses[i], centre), weight)), add(force, weight)];
  });
  const n = tree.velocityCount;
  const solve = (accelerations: Float64Array): Float64Array =>
    inverseDynamics(tree, joints, poses, y, accelerations, applied);
  const rest = solve(new Float64Array(n));
  const matrix = new RealFactors(n);
  for (let j = 0; j < n; j++) {
    const unit = new Float64Array(n);
    unit[j] = 1;
    const column = solve(unit);
    for (let i = 0; i < n; i++) matrix.matrix[i * n + j] = column[i] - rest[i];
  }
  matrix.factor();
  const dense = rest.map((value) => -value);
  matrix.solve(dense);
  const largest = dense.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return dense.reduce((most, value, i) => Math.max(most, Math.abs(value - out[tree.coordinateCount + i])), 0) / largest;
}

describe(`the articulated-body algorithm (seed ${SEED})`, () => {
  it.each(JOINT_KINDS.filter((kind) => kind !== 'fixed'))(
    'agrees with the dense mass matrix for one %s joint',
    (kind) => {
      const random = new Random(SEED);
      expect(
        disagreement(
          random,
          randomSystem(random, [kind], () => -1),
        ),
      ).toBeLessThan(TOLERANCE);
    },
  );

  it('agrees with the dense mass matrix for chains and for branched trees of all joints', () => {
    const random = new Random(SEED);
    for (let round = 0; round < 20; round++) {
      const kinds = Array.from({ length: 12 }, () => JOINT_KINDS[random.integer(JOINT_KINDS.length)]);
      const isChain = round % 2 === 0;
      const parents = kinds.map((_, i) => (isChain ? i - 1 : random.integer(i + 1) - 1));
      const system = randomSystem(random, kinds, (i) => parents[i]);
      expect(disagreement(random, system), `round ${round}`).toBeLessThan(TOLERANCE);
    }
  });

  it('visits every body four times, however many there are and however they hang together', () => {
    const random = new Random(SEED);
    for (const count of [10, 100, 1000]) {
      for (const parentOf of [(i: number) => i - 1, (i: number) => Math.floor((i - 1) / 2)]) {
        const kinds = Array.from({ length: count }, () => 'revolute' as const);
        const { system, y } = randomSystem(random, kinds, (i) => (i === 0 ? -1 : parentOf(i)));
        const before = system.visits;
        system.derivatives(1, y, bodyLoads(count), new Float64Array(system.size));
        expect(system.visits - before).toBe(4 * count);
      }
    }
  });

  it('gives forces in the joints that balance every body', () => {
    const random = new Random(SEED);
    const { system, joints, tree, y, gravity } = randomSystem(
      random,
      ['revolute', 'fixed', 'spherical', 'prismatic', 'revolute'],
      (i) => [-1, 0, 0, 1, 2][i],
    );
    const loads = bodyLoads(5);
    system.derivatives(0, y, loads, new Float64Array(system.size));
    // Sum over all bodies: what goes through the root less the weight is the rate of the momentum, here by a difference
    // in time.
    const step = 1e-6;
    const momentum = (at: number): Vector3 => {
      const moved = y.slice();
      const rates = new Float64Array(system.size);
      system.derivatives(0, y, loads, rates);
      for (let i = 0; i < y.length; i++) moved[i] += at * rates[i];
      return tree.bodies.reduce(
        (sum, { mass }, body) => add(sum, scale(system.centreOf(0, moved, body).velocity, mass)),
        ZERO_VECTOR,
      );
    };
    const rate = scale(subtract(momentum(step), momentum(-step)), 0.5 / step);
    system.derivatives(0, y, loads, new Float64Array(system.size));
    const { force } = system.joint(0, 0, y);
    const weight = scale(
      gravity,
      tree.bodies.reduce((sum, { mass }) => sum + mass, 0),
    );
    const error = subtract(add(force, weight), rate);
    expect(joints[0].parent).toBe(-1);
    // Of the difference: the square of the step, and rounding over it.
    expect(Math.hypot(error.x, error.y, error.z) / Math.hypot(force.x, force.y, force.z)).toBeLessThan(1e-8);
  });
});

// SPDX-License-Identifier: MIT
/**
 * Bodies, joints and springs by their names to a tree, with everything checked: one joint a body, no loops, places that
 * fit. Poses of bodies are those of the drawn configuration, in which all joints have the coordinate zero.
 */
import { SceneError } from '../errors.ts';
import { compose, IDENTITY_POSE, inverse, type Pose, type PoseLike, pose, transformPoint } from '../math/pose.ts';
import { conjugate, IDENTITY_QUATERNION, multiply } from '../math/quaternion.ts';
import { distance, length, type Vector3 } from '../math/vector.ts';
import {
  axisOf,
  checkJoint,
  forcesOf,
  limitsOf,
  motionOf,
  requireKeys,
  requireNumber,
  requireVector,
} from './joint-checks.ts';
import type { JointForces } from './joint-efforts.ts';
import type { JointLimit } from './joint-limits.ts';
import { type JointSpec, type PointSpringSpec, WORLD } from './joint-spec.ts';
import { JointTree, type TreeBody, type TreeJoint } from './joint-tree.ts';
import type { PointSpring } from './point-springs.ts';

interface JoinableBody {
  readonly name: string;
  /** Where it is drawn. */
  readonly pose: Pose;
  /** False where the pose is only a default. */
  readonly isPosed: boolean;
  /** Undefined for a fixed body. */
  readonly tree: TreeBody | undefined;
}

interface JoinedBodies {
  readonly tree: JointTree;
  readonly jointNames: readonly string[];
  readonly springNames: readonly string[];
  readonly forces: readonly (JointForces | undefined)[];
  readonly limits: readonly JointLimit[];
  readonly springs: readonly PointSpring[];
  /** Drawn poses of all bodies of the list; those of children may follow from their joints. */
  readonly poses: readonly Pose[];
}

const SPRING_KEYS = ['name', 'bodies', 'points', 'stiffness', 'rest', 'damping'];
/**
 * How far a given pose may be from what the joint says, in sizes of the body and in turns: typed numbers have some six
 * digits.
 */
const FIT_TOLERANCE = 1e-6;

/** Throws a SceneError for whatever does not make a forest. `tolerance` is that of the integration. */
export function joinBodies(
  bodies: readonly JoinableBody[],
  joints: readonly JointSpec[],
  springs: readonly PointSpringSpec[],
  tolerance: number,
): JoinedBodies {
  const indexOf = bodyIndex(bodies);
  const jointNames = uniqueNames(joints, 'joints');
  const springNames = uniqueNames(springs, 'springs');
  joints.forEach((joint, i) => {
    checkJoint(joint, jointNames[i]);
  });
  const parents = joints.map(({ parent = WORLD }, i) => indexOf(parent, `${jointNames[i]}.parent`));
  const children = joints.map(({ child }, i) => indexOf(child, `${jointNames[i]}.child`));
  const jointOf = requireForest(bodies, jointNames, parents, children);
  const numbers = movingNumbers(bodies);
  const poses = bodies.map((body) => body.pose);
  const treeJoints: TreeJoint[] = [];
  for (const i of outwards(joints, jointOf, parents)) {
    const path = jointNames[i];
    const child = children[i];
    const parent = parents[i];
    const outer = parent < 0 ? IDENTITY_POSE : poses[parent];
    const frames = framesOf(joints[i], path, outer, poses[child]);
    const drawn = compose(compose(outer, frames.onParent), inverse(frames.onChild));
    if (joints[i].onParent !== undefined || joints[i].onChild !== undefined) {
      if (bodies[child].isPosed) requireFit(bodies[child], drawn, path);
      poses[child] = drawn;
    }
    const isOnFixed = parent >= 0 && bodies[parent].tree === undefined;
    const axis = axisOf(joints[i], path);
    const motion = motionOf(joints[i], path);
    treeJoints[i] = {
      kind: joints[i].kind,
      parent: parent < 0 || isOnFixed ? -1 : numbers[parent],
      child: numbers[child],
      onParent: isOnFixed ? compose(outer, frames.onParent) : frames.onParent,
      onChild: frames.onChild,
      ...(axis && { axis }),
      ...(motion && { motion }),
    };
  }
  const tree = new JointTree(
    bodies.flatMap((body) => body.tree ?? []),
    treeJoints,
  );
  return {
    tree,
    jointNames,
    springNames,
    poses,
    forces: joints.map((joint, i) => forcesOf(joint, jointNames[i])),
    limits: joints.flatMap((joint, i) => jointLimits(joint, i, bodies[children[i]], tolerance, jointNames[i])),
    springs: springs.map((spring, i) => pointSpring(spring, springNames[i], bodies, poses, numbers, indexOf)),
  };
}

/** Numbers of the bodies that move, in the order of the list; -1 for others. */
function movingNumbers(bodies: readonly JoinableBody[]): readonly number[] {
  let count = 0;
  return bodies.map(({ tree }) => (tree === undefined ? -1 : count++));
}

function bodyIndex(bodies: readonly JoinableBody[]): (name: string, path: string) => number {
  const indices = new Map<string, number>();
  const twice = new Set<string>();
  bodies.forEach(({ name }, i) => {
    if (name === WORLD) {
      const message = `bodies[${i}].name: "${WORLD}" is what joints call the world; give the body another name`;
      throw new SceneError('reserved-name', message, { name });
    }
    if (indices.has(name)) twice.add(name);
    indices.set(name, i);
  });
  return (name, path) => {
    if (name === WORLD) return -1;
    if (twice.has(name)) {
      const message = `${path}: more than one body is called "${name}"; give them names of their own`;
      throw new SceneError('ambiguous-body', message, { name });
    }
    const index = indices.get(name);
    if (index !== undefined) return index;
    throw new SceneError('unknown-body', `${path}: no body is called "${name}"`, { name });
  };
}

function uniqueNames(given: readonly { readonly name?: string }[], list: string): readonly string[] {
  const names = given.map(({ name }, i) => name ?? `${list}[${i}]`);
  names.forEach((name, i) => {
    if (names.indexOf(name) === i) return;
    const message = `${list}[${i}].name: ${list}[${names.indexOf(name)}] is called "${name}" too`;
    throw new SceneError('ambiguous-name', message, { name });
  });
  return names;
}

/** Joint of each body, -1 for none. */
function requireForest(
  bodies: readonly JoinableBody[],
  names: readonly string[],
  parents: readonly number[],
  children: readonly number[],
): readonly number[] {
  const jointOf = bodies.map(() => -1);
  children.forEach((child, i) => {
    if (child < 0) {
      throw new SceneError('fixed-child', `${names[i]}.child: the world cannot hang on a joint; make it the parent`);
    }
    const { name, tree } = bodies[child];
    if (tree === undefined) {
      const message = `${names[i]}.child: ${name} is fixed and cannot hang on a joint; make it the parent`;
      throw new SceneError('fixed-child', message, { body: name });
    }
    if (jointOf[child] >= 0) {
      const other = names[jointOf[child]];
      const message =
        `${names[i]}.child: ${name} hangs on ${other} already; closed loops are not supported: take a spring for ` +
        'one of the joints, or turn one round';
      throw new SceneError('two-parents', message, { body: name, joints: [other, names[i]] });
    }
    jointOf[child] = i;
  });
  for (const start of children) {
    const loop: string[] = [];
    for (let body = start; body >= 0 && jointOf[body] >= 0; body = parents[jointOf[body]]) {
      // A body that hangs on a loop does not come back to itself; one of the loop does.
      if (loop.length === children.length) break;
      loop.push(names[jointOf[body]]);
      if (parents[jointOf[body]] !== start) continue;
      const message =
        `joints ${loop.join(', ')} form a closed loop through ${bodies[start].name}; only trees are supported: ` +
        'take a spring for one of them';
      throw new SceneError('closed-loop', message, { joints: loop });
    }
  }
  return jointOf;
}

/** Indices of the joints, parents before children. */
function outwards(
  joints: readonly JointSpec[],
  jointOf: readonly number[],
  parents: readonly number[],
): readonly number[] {
  const order: number[] = [];
  const isDone = new Uint8Array(joints.length);
  for (let start = 0; start < joints.length; start++) {
    const path: number[] = [];
    for (let i = start; i >= 0 && isDone[i] === 0; i = parents[i] < 0 ? -1 : jointOf[parents[i]]) {
      isDone[i] = 1;
      path.push(i);
    }
    order.push(...path.reverse());
  }
  return order;
}

/** The joint's frame on both bodies: as given, or that of the world moved to `at`. */
function framesOf(joint: JointSpec, path: string, outer: Pose, inner: Pose): { onParent: Pose; onChild: Pose } {
  if (joint.onParent !== undefined || joint.onChild !== undefined) {
    return {
      onParent: checkedPose(joint.onParent, `${path}.onParent`),
      onChild: checkedPose(joint.onChild, `${path}.onChild`),
    };
  }
  const position = joint.at === undefined ? inner.position : requireVector(joint.at, `${path}.at`);
  const frame = { position, orientation: IDENTITY_QUATERNION };
  return { onParent: compose(inverse(outer), frame), onChild: compose(inverse(inner), frame) };
}

function checkedPose(given: PoseLike | undefined, path: string): Pose {
  try {
    return pose(given);
  } catch (error) {
    throw new SceneError('invalid-pose', `${path}: ${(error as Error).message}`, { path });
  }
}

function requireFit({ name, pose: given, tree }: JoinableBody, drawn: Pose, path: string): void {
  const turned = multiply(conjugate(given.orientation), drawn.orientation);
  const angle = 2 * length(turned);
  const off = distance(given.position, drawn.position);
  if (off <= FIT_TOLERANCE * (tree?.size ?? 1) && angle <= FIT_TOLERANCE) return;
  const { x, y, z } = drawn.position;
  const message =
    `${path}: puts ${name} at (${x}, ${y}, ${z}), which is ${off} m and ${angle} rad from its own pose; leave the ` +
    'pose of the body out, or place the joint by at';
  throw new SceneError('pose-misfit', message, { body: name, off, angle });
}

function jointLimits(
  joint: JointSpec,
  index: number,
  child: JoinableBody,
  tolerance: number,
  path: string,
): readonly JointLimit[] {
  if ((joint.kind !== 'revolute' && joint.kind !== 'prismatic') || joint.limits === undefined) return [];
  const start = joint.kind === 'revolute' ? joint.initial?.angle : joint.initial?.displacement;
  const hysteresis = tolerance * (joint.kind === 'revolute' ? 1 : (child.tree?.size ?? 1));
  return limitsOf(joint.limits, index, start ?? 0, hysteresis, `${path}.limits`);
}

function pointSpring(
  spring: PointSpringSpec,
  path: string,
  bodies: readonly JoinableBody[],
  poses: readonly Pose[],
  numbers: readonly number[],
  indexOf: (name: string, path: string) => number,
): PointSpring {
  requireKeys(spring, SPRING_KEYS, path);
  const indices = spring.bodies.map((name, side) => indexOf(name, `${path}.bodies[${side}]`));
  const [a, b] = indices.map((index) => (index < 0 ? -1 : numbers[index]));
  if (indices.length !== 2 || a === b) {
    const names = indices.map((index) => (index < 0 ? WORLD : bodies[index].name)).join(' and ');
    const message = `${path}.bodies: expected two bodies of which at least one moves, got ${names}`;
    throw new SceneError('useless-spring', message, { path });
  }
  const points = indices.map((index, side): Vector3 => {
    const point = requireVector(spring.points?.[side] ?? [0, 0, 0], `${path}.points[${side}]`);
    return index >= 0 && numbers[index] < 0 ? transformPoint(poses[index], point) : point;
  });
  return {
    bodies: [a, b],
    points: [points[0], points[1]],
    stiffness: requireNumber(spring.stiffness, `${path}.stiffness`, 0),
    damping: requireNumber(spring.damping ?? 0, `${path}.damping`, 0),
    ...(spring.rest !== undefined && { rest: requireNumber(spring.rest, `${path}.rest`, 0) }),
  };
}

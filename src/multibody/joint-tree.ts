// SPDX-License-Identifier: MIT
/**
 * A forest of rigid bodies and joints, parents first: what the recursions run over. Every body has one joint to its
 * parent or to the world; without one in the list it has a free joint whose frame on the body is at the centre of mass,
 * so that its coordinates are those of free bodies.
 */
import { InvalidOptionError } from '../errors.ts';
import { IDENTITY_POSE, type Pose } from '../math/pose.ts';
import { IDENTITY_QUATERNION } from '../math/quaternion.ts';
import type { SymmetricMatrix3 } from '../math/symmetric-matrix.ts';
import { length, subtract, type Vector3 } from '../math/vector.ts';
import type { JointKind } from './joint-spec.ts';

/** Mass properties of a body of a tree of joints. */
export interface TreeBody {
  /** kg, > 0 */
  readonly mass: number;
  /** Centre of mass in the own frame. */
  readonly centre: Vector3;
  /** About the centre of mass, along the own axes, kg m2. */
  readonly inertia: SymmetricMatrix3;
  /** m: what errors of position are measured by. */
  readonly size: number;
}

/** Value, speed and acceleration of a coordinate that is prescribed. */
export type PrescribedMotion = (t: number) => readonly [number, number, number];

/** A joint of a tree, by the numbers of its bodies. */
export interface TreeJoint {
  readonly kind: JointKind;
  /** Index of the parent body; -1 for the world. */
  readonly parent: number;
  readonly child: number;
  /** Frame of the joint in the own frame of the parent, or in the world. */
  readonly onParent: Pose;
  readonly onChild: Pose;
  /** Unit, in the joint's frame; of revolute and prismatic joints. */
  readonly axis?: Vector3;
  readonly motion?: PrescribedMotion;
}

/** A body with the joint that it hangs on, and where its numbers are in the state. */
export interface Link {
  readonly body: number;
  /** Index of the joint in the list; -1 for the free joint of a body without one. */
  readonly joint: number;
  /** Index of the parent's link, which is lower; -1 for the world. */
  readonly parent: number;
  readonly kind: JointKind;
  readonly axis: Vector3;
  readonly motion: PrescribedMotion | undefined;
  /** Degrees of freedom: 0, 1, 3 or 6; 0 for a prescribed motion, which has one coordinate all the same. */
  readonly freedom: number;
  readonly coordinateCount: number;
  readonly coordinateAt: number;
  /** Counted from the first velocity. */
  readonly velocityAt: number;
  readonly onParent: Pose;
  readonly onChild: Pose;
  /** Of errors: the body, or its distance from the joint where that is larger, m. */
  readonly size: number;
}

const FREEDOM: Readonly<Record<JointKind, number>> = { fixed: 0, revolute: 1, prismatic: 1, spherical: 3, free: 6 };
const COORDINATES: Readonly<Record<JointKind, number>> = { fixed: 0, revolute: 1, prismatic: 1, spherical: 4, free: 7 };

/** Bodies connected by joints without closed loops, with one set of coordinates. */
export class JointTree {
  readonly bodies: readonly TreeBody[];
  readonly links: readonly Link[];
  /** Link of each body. */
  readonly linkOf: Int32Array;
  /** y has `coordinateCount` coordinates, then `velocityCount` velocities. */
  readonly coordinateCount: number;
  readonly velocityCount: number;

  /**
   * `joints` must be a forest over the bodies: src/multibody/joined-bodies.ts sees to it.
   *
   * @throws InvalidOptionError for masses, sizes and moments of inertia that are not positive.
   */
  constructor(bodies: readonly TreeBody[], joints: readonly TreeJoint[]) {
    this.bodies = bodies;
    bodies.forEach(({ mass, size, inertia }, i) => {
      for (const value of [mass, size, inertia.xx, inertia.yy, inertia.zz]) {
        if (value > 0 && value < Infinity) continue;
        throw new InvalidOptionError('out-of-range', `bodies[${i}]: mass, size and inertia must be > 0, got ${value}`);
      }
    });
    const jointOf = new Int32Array(bodies.length).fill(-1);
    joints.forEach(({ child }, i) => {
      jointOf[child] = i;
    });
    this.linkOf = new Int32Array(bodies.length).fill(-1);
    const links: Link[] = [];
    let coordinateAt = 0;
    let velocityAt = 0;
    const place = (body: number): void => {
      const joint = jointOf[body];
      const given = joints[joint] ?? rootJoint(bodies[body], body);
      const { kind, motion, onParent, onChild, axis = { x: 0, y: 0, z: 1 } } = given;
      const freedom = motion === undefined ? FREEDOM[kind] : 0;
      const coordinateCount = motion === undefined ? COORDINATES[kind] : 1;
      const arm = length(subtract(bodies[body].centre, onChild.position));
      this.linkOf[body] = links.length;
      links.push({
        body,
        joint,
        kind,
        axis,
        motion,
        freedom,
        coordinateCount,
        coordinateAt,
        velocityAt,
        onParent,
        onChild,
        parent: given.parent < 0 ? -1 : this.linkOf[given.parent],
        size: Math.max(bodies[body].size, arm),
      });
      coordinateAt += coordinateCount;
      velocityAt += freedom;
    };
    for (const body of parentsFirst(bodies.length, joints, jointOf)) place(body);
    this.links = links;
    this.coordinateCount = coordinateAt;
    this.velocityCount = velocityAt;
  }
}

function rootJoint({ centre }: TreeBody, child: number): TreeJoint {
  const onChild = { position: centre, orientation: IDENTITY_QUATERNION };
  return { kind: 'free', parent: -1, child, onParent: IDENTITY_POSE, onChild };
}

/** In the order of the list, but for parents, which come before their first child. */
function parentsFirst(count: number, joints: readonly TreeJoint[], jointOf: Int32Array): readonly number[] {
  const order: number[] = [];
  const isPlaced = new Uint8Array(count);
  for (let start = 0; start < count; start++) {
    const path: number[] = [];
    for (let body = start; body >= 0 && isPlaced[body] === 0; body = joints[jointOf[body]]?.parent ?? -1) {
      isPlaced[body] = 1;
      path.push(body);
    }
    order.push(...path.reverse());
  }
  return order;
}

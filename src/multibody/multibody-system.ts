// SPDX-License-Identifier: MIT
/**
 * Trees of rigid bodies as a mechanical system (src/motion/mechanical-system.ts): y has the coordinates of all joints,
 * then their velocities, parents before children.
 *
 *   revolute, prismatic   angle or displacement | its rate
 *   spherical             quaternion, w first | angular velocity of the child against the parent, in the axes of the
 *                         joint's frame on the child
 *   free                  displacement in the axes of the joint's frame on the parent, quaternion | angular velocity as
 *                         above, rate of the displacement
 *
 * Fixed joints have neither. A prescribed motion is a function of the time; its coordinate in y is integrated from the
 * speed but read by nothing: it lets the control of errors see how the motion changes, so that no step passes over it.
 */
import { length, toTriple, type Vector3 } from '../math/vector.ts';
import { type BodyLoads, type BodyMotion, bodyLoads, type MechanicalSystem } from '../motion/mechanical-system.ts';
import { ArticulatedBodies } from './articulated-bodies.ts';
import { addCross, makeUnit, turn } from './flat-rotation.ts';
import { JointEfforts, type JointForces } from './joint-efforts.ts';
import { type JointLimit, JointLimits } from './joint-limits.ts';
import { type JointState, jointState } from './joint-state.ts';
import type { JointTree } from './joint-tree.ts';
import { type PointSpring, type PointSpringState, PointSprings } from './point-springs.ts';
import { TreeKinematics } from './tree-kinematics.ts';

/** Gravity, forces, stops and springs of a multibody system. */
export interface MultibodyOptions {
  /** m/s2 */
  readonly gravity: Vector3;
  /** m/s: what errors of velocity are measured by. */
  readonly speed: number;
  /** In the order of the joints. */
  readonly forces?: readonly (JointForces | undefined)[];
  readonly limits?: readonly JointLimit[];
  readonly springs?: readonly PointSpring[];
}

/**
 * Bodies in a tree of joints with springs, drives and stops, as a system for an integrator.
 *
 * @example
 * ```ts
 * import { pose } from 'scree/contact';
 * import { DormandPrince, Integration, JointTree, MultibodySystem } from 'scree/dem';
 *
 * const inertia = { xx: 1e-3, yy: 1e-3, zz: 1e-3, xy: 0, xz: 0, yz: 0 };
 * const bob = { mass: 1, centre: { x: 1, y: 0, z: 0 }, inertia, size: 1 };
 * const [onParent, onChild] = [pose({}), pose({})];
 * const axis = { x: 0, y: 1, z: 0 };
 * const tree = new JointTree([bob], [{ kind: 'revolute', parent: -1, child: 0, onParent, onChild, axis }]);
 * const pendulum = new MultibodySystem(tree, { gravity: { x: 0, y: 0, z: -10 }, speed: 1 });
 * const loads = { forces: new Float64Array(3), torques: new Float64Array(3) };
 * const swing = {
 *   size: pendulum.size,
 *   derivatives: (t, y, out) => pendulum.derivatives(t, y, loads, out),
 * };
 * const integration = new Integration(new DormandPrince(swing), 0, new Float64Array(pendulum.size));
 * integration.advance(0.5);
 * const [angle, speed] = integration.state;
 * console.log(Math.abs(0.5 * 1.001 * speed ** 2 - 10 * Math.sin(angle)) < 1e-4); // true
 * ```
 */
export class MultibodySystem implements MechanicalSystem {
  readonly size: number;
  readonly bodyCount: number;
  readonly tree: JointTree;
  readonly limits: JointLimits;
  readonly #kinematics: TreeKinematics;
  readonly #dynamics: ArticulatedBodies;
  readonly #efforts: JointEfforts;
  readonly #springs: PointSprings;
  readonly #gravity: readonly [number, number, number];
  readonly #speed: number;
  /** Centres of mass in the own frames; torques and forces of the links; efforts of the joints. */
  readonly #centres: Float64Array;
  readonly #loads: Float64Array;
  readonly #effort: Float64Array;
  readonly #noLoads: BodyLoads;
  readonly #rates: Float64Array;
  readonly #scratch = new Float64Array(6);
  readonly #placedState: Float64Array;
  #placedTime = Number.NaN;

  constructor(tree: JointTree, { gravity, speed, forces = [], limits = [], springs = [] }: MultibodyOptions) {
    const { links, bodies } = tree;
    this.tree = tree;
    this.bodyCount = bodies.length;
    this.size = tree.coordinateCount + tree.velocityCount;
    this.limits = new JointLimits(tree, limits);
    this.#kinematics = new TreeKinematics(tree);
    this.#dynamics = new ArticulatedBodies(this.#kinematics);
    this.#efforts = new JointEfforts(tree, forces);
    this.#springs = new PointSprings(this.#kinematics, springs);
    this.#gravity = [gravity.x, gravity.y, gravity.z];
    this.#speed = speed;
    this.#centres = Float64Array.from(links.flatMap(({ body }) => toTriple(bodies[body].centre)));
    this.#loads = new Float64Array(6 * links.length);
    this.#effort = new Float64Array(tree.velocityCount);
    this.#noLoads = bodyLoads(this.bodyCount);
    this.#rates = new Float64Array(this.size);
    this.#placedState = new Float64Array(this.size);
  }

  /** Visits of bodies by all recursions so far: four for an evaluation, whatever the tree. */
  get visits(): number {
    return this.#kinematics.visits;
  }

  /** True for the coordinates in y, which have no natural zero. */
  isCoordinate(index: number): boolean {
    return index < this.tree.coordinateCount;
  }

  /** The state at time zero in which all joints have the coordinate zero, or the one prescribed, and are at rest. */
  drawnState(): Float64Array {
    const y = new Float64Array(this.size);
    for (const { freedom, coordinateAt, coordinateCount } of this.tree.links) {
      if (freedom >= 3) y[coordinateAt + coordinateCount - 4] = 1;
    }
    this.project(0, y);
    return y;
  }

  /** Springs whose rest length is not given get the one they have here. */
  settleSprings(t: number, y: Float64Array): void {
    this.#update(t, y);
    this.#springs.settle();
  }

  place(t: number, y: Float64Array, motion: BodyMotion): void {
    this.#update(t, y);
    const { tree, orientations, rotations, centres, velocities } = this.#kinematics;
    const s = this.#scratch;
    tree.links.forEach(({ body }, k) => {
      // s: from the centre of mass to the origin of the own frame, and the velocity there.
      turn(s, 0, rotations, 9 * k, this.#centres, 3 * k);
      for (let i = 0; i < 3; i++) {
        s[i] = -s[i];
        s[3 + i] = velocities[6 * k + 3 + i];
      }
      addCross(s, 3, velocities, 6 * k, s, 0);
      for (let i = 0; i < 3; i++) {
        motion.positions[3 * body + i] = centres[3 * k + i] + s[i];
        motion.velocities[3 * body + i] = s[3 + i];
        motion.angularVelocities[3 * body + i] = velocities[6 * k + i];
      }
      for (let i = 0; i < 4; i++) motion.orientations[4 * body + i] = orientations[4 * k + i];
    });
  }

  derivatives(t: number, y: Float64Array, loads: BodyLoads, out: Float64Array): void {
    this.#update(t, y);
    const { tree } = this.#kinematics;
    this.#gatherLoads(loads);
    this.#springs.addLoads(this.#loads);
    this.#efforts.write(t, y, this.#effort);
    this.limits.addEfforts(y, this.#effort);
    this.#dynamics.solve(this.#loads, this.#effort, out, tree.coordinateCount);
    for (const { kind, freedom, motion, coordinateAt: q, velocityAt } of tree.links) {
      const v = tree.coordinateCount + velocityAt;
      if (motion !== undefined) out[q] = motion(t)[1];
      else if (freedom === 1) out[q] = y[v];
      else if (kind === 'spherical') writeQuaternionRate(out, y, q, v);
      else if (kind === 'free') {
        for (let i = 0; i < 3; i++) out[q + i] = y[v + 3 + i];
        writeQuaternionRate(out, y, q + 3, v);
      }
    }
  }

  project(t: number, y: Float64Array): void {
    for (const { freedom, motion, coordinateAt, coordinateCount } of this.tree.links) {
      if (motion !== undefined) y[coordinateAt] = motion(t)[0];
      if (freedom >= 3) makeUnit(y, coordinateAt + coordinateCount - 4);
    }
  }

  scales(out: Float64Array): void {
    for (const { kind, freedom, size, coordinateAt: q, coordinateCount, velocityAt } of this.tree.links) {
      const v = this.tree.coordinateCount + velocityAt;
      out.fill(1, q, q + coordinateCount);
      out.fill(this.#speed / size, v, v + freedom);
      if (kind === 'prismatic' || kind === 'free') out.fill(size, q, q + (kind === 'free' ? 3 : 1));
      if (kind === 'prismatic' && freedom === 1) out[v] = this.#speed;
      if (kind === 'free') out.fill(this.#speed, v + 3, v + 6);
    }
  }

  /** Kinetic, of gravity, springs and stops, J; drives have none. */
  energy(t: number, y: Float64Array): number {
    this.#update(t, y);
    const { tree, centres, velocities, rotations } = this.#kinematics;
    const [gx, gy, gz] = this.#gravity;
    let sum = this.#efforts.energy(y) + this.limits.energy(y) + this.#springs.energy();
    tree.links.forEach(({ body }, k) => {
      const { mass, inertia } = tree.bodies[body];
      const [wx, wy, wz, vx, vy, vz] = velocities.subarray(6 * k, 6 * k + 6);
      const r = rotations.subarray(9 * k, 9 * k + 9);
      const a = r[0] * wx + r[3] * wy + r[6] * wz;
      const b = r[1] * wx + r[4] * wy + r[7] * wz;
      const c = r[2] * wx + r[5] * wy + r[8] * wz;
      const { xx, yy, zz, xy, xz, yz } = inertia;
      const turning = xx * a * a + yy * b * b + zz * c * c + 2 * (xy * a * b + xz * a * c + yz * b * c);
      const height = gx * centres[3 * k] + gy * centres[3 * k + 1] + gz * centres[3 * k + 2];
      sum += 0.5 * mass * (vx * vx + vy * vy + vz * vz) + 0.5 * turning - mass * height;
    });
    return sum;
  }

  /** Centre of mass of a body and its velocity, world axes. */
  centreOf(t: number, y: Float64Array, body: number): { readonly position: Vector3; readonly velocity: Vector3 } {
    this.#update(t, y);
    const k = this.tree.linkOf[body];
    const { centres, velocities } = this.#kinematics;
    return { position: vectorAt(centres, 3 * k), velocity: vectorAt(velocities, 6 * k + 3) };
  }

  /** Of the joint at an index of the list, with the forces of the last `derivatives`. */
  joint(joint: number, t: number, y: Float64Array): JointState {
    this.#update(t, y);
    return jointState(this.#kinematics, this.#dynamics, this.#effort, joint, t, y);
  }

  /** Of the spring at an index of the list. */
  spring(spring: number, t: number, y: Float64Array): PointSpringState {
    this.#update(t, y);
    return this.#springs.state(spring);
  }

  /** Of the centres of mass, and by turning over the sizes of the links. */
  largestAcceleration(t: number, y: Float64Array): number {
    this.derivatives(t, y, this.#noLoads, this.#rates);
    const a = this.#dynamics.accelerations;
    return this.tree.links.reduce((most, { size }, k) => {
      const turning = size * lengthAt(a, 6 * k);
      return Math.max(most, lengthAt(a, 6 * k + 3) + turning);
    }, 0);
  }

  #update(t: number, y: Float64Array): void {
    let isSame = t === this.#placedTime;
    for (let i = 0; isSame && i < this.size; i++) isSame = y[i] === this.#placedState[i];
    if (isSame) return;
    this.#placedTime = t;
    this.#placedState.set(y.length === this.size ? y : y.subarray(0, this.size));
    this.#kinematics.update(t, y);
  }

  /** Loads about the centres of mass, with gravity. */
  #gatherLoads({ forces, torques }: BodyLoads): void {
    const { tree, rotations } = this.#kinematics;
    const s = this.#scratch;
    tree.links.forEach(({ body }, k) => {
      const o = 6 * k;
      const { mass } = tree.bodies[body];
      turn(s, 0, rotations, 9 * k, this.#centres, 3 * k);
      for (let i = 0; i < 3; i++) {
        s[i] = -s[i];
        this.#loads[o + i] = torques[3 * body + i];
        this.#loads[o + 3 + i] = forces[3 * body + i] + mass * this.#gravity[i];
      }
      addCross(this.#loads, o, s, 0, forces, 3 * body);
    });
  }
}

/**
 * q' = q (0, w) / 2, of the quaternion itself and not of the unit one: then its length is a constant of the equations.
 */
function writeQuaternionRate(out: Float64Array, y: Float64Array, q: number, v: number): void {
  const wx = 0.5 * y[v];
  const wy = 0.5 * y[v + 1];
  const wz = 0.5 * y[v + 2];
  out[q] = -y[q + 1] * wx - y[q + 2] * wy - y[q + 3] * wz;
  out[q + 1] = y[q] * wx + y[q + 2] * wz - y[q + 3] * wy;
  out[q + 2] = y[q] * wy - y[q + 1] * wz + y[q + 3] * wx;
  out[q + 3] = y[q] * wz + y[q + 1] * wy - y[q + 2] * wx;
}

function vectorAt(values: Float64Array, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}

function lengthAt(values: Float64Array, at: number): number {
  return length({ x: values[at], y: values[at + 1], z: values[at + 2] });
}

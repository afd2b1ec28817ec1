// SPDX-License-Identifier: MIT
/**
 * Rigid bodies without joints as a mechanical system: 13 numbers a body in y, which are the centre of mass (3), the
 * orientation of the principal axes as a quaternion (4, w first), the velocity (3, world axes) and the angular velocity
 * (3, principal axes; Euler's equations).
 */
import { InvalidOptionError } from '../errors.ts';
import type { Pose } from '../math/pose.ts';
import { conjugate, inverseRotate, multiply, type Quaternion, rotate } from '../math/quaternion.ts';
import { add, cross, dot, scale, subtract, type Vector3 } from '../math/vector.ts';
import type { BodyLoads, BodyMotion, MechanicalSystem } from './mechanical-system.ts';

/** Numbers of the state of one free body: position, orientation, velocity, angular velocity. */
export const FREE_BODY_STRIDE = 13;

/** Mass properties of a rigid body that moves freely. */
export interface FreeBody {
  /** kg, > 0 */
  readonly mass: number;
  /** Moments about the principal axes through the centre of mass, kg m2. */
  readonly inertia: readonly [number, number, number];
  /** Centre of mass and principal axes in the body's own frame. */
  readonly principal: Pose;
  /** m: what errors of position are measured by. */
  readonly size: number;
}

/**
 * Rigid bodies that move freely, as a system for an integrator: 13 numbers of the state a body.
 *
 * @example
 * ```ts
 * import { pose } from 'scree/contact';
 * import { DormandPrince, FREE_BODY_STRIDE, FreeBodies, Integration } from 'scree/dem';
 *
 * const gravity = { x: 0, y: 0, z: -10 };
 * const principal = pose({});
 * const bodies = new FreeBodies([{ mass: 1, inertia: [4e-3, 4e-3, 4e-3], principal, size: 0.1 }], gravity, 1);
 * const start = new Float64Array(FREE_BODY_STRIDE);
 * bodies.setBody(start, 0, pose({}), { x: 1, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
 * const loads = { forces: new Float64Array(3), torques: new Float64Array(3) };
 * const fall = {
 *   size: bodies.size,
 *   derivatives: (t, y, out) => bodies.derivatives(t, y, loads, out),
 * };
 * const integration = new Integration(new DormandPrince(fall), 0, start);
 * integration.advance(1);
 * console.log(integration.state[2].toFixed(6)); // -5.000000
 * ```
 */
export class FreeBodies implements MechanicalSystem {
  readonly size: number;
  readonly bodyCount: number;
  readonly bodyStride = FREE_BODY_STRIDE;
  /** In ascending order. */
  readonly members: readonly number[];
  readonly #bodies: readonly FreeBody[];
  readonly #gravity: Vector3;
  readonly #speed: number;

  /**
   * `speed` (m/s) is what errors of velocity are measured by; `members` are the bodies that are moved, by default all.
   *
   * @throws InvalidOptionError for masses (kg), sizes (m) and moments of inertia (kg m2) that are not positive.
   */
  constructor(bodies: readonly FreeBody[], gravity: Vector3, speed: number, members?: readonly number[]) {
    bodies.forEach(({ mass, inertia, size }, i) => {
      for (const value of [mass, size, ...inertia]) {
        if (value > 0 && value < Infinity) continue;
        throw new InvalidOptionError('out-of-range', `bodies[${i}]: mass, size and inertia must be > 0, got ${value}`);
      }
    });
    this.#bodies = bodies;
    this.bodyCount = bodies.length;
    this.members = members ?? bodies.map((_, i) => i);
    this.size = FREE_BODY_STRIDE * this.members.length;
    this.#gravity = gravity;
    this.#speed = speed;
  }

  /** The same bodies, of which only some are moved. */
  part(members: readonly number[]): FreeBodies {
    return new FreeBodies(this.#bodies, this.#gravity, this.#speed, members);
  }

  /**
   * Writes one body's part of y, of a system that moves all, from the pose of its own frame, the velocity of its centre
   * of mass and its angular velocity, all in world axes.
   */
  setBody(y: Float64Array, body: number, pose: Pose, velocity: Vector3, angularVelocity: Vector3): void {
    const { principal } = this.#bodies[body];
    const at = FREE_BODY_STRIDE * body;
    const centre = add(pose.position, rotate(pose.orientation, principal.position));
    const q = multiply(pose.orientation, principal.orientation);
    const omega = inverseRotate(q, angularVelocity);
    y.set([centre.x, centre.y, centre.z, q.w, q.x, q.y, q.z], at);
    y.set([velocity.x, velocity.y, velocity.z, omega.x, omega.y, omega.z], at + 7);
  }

  place(_t: number, y: Float64Array, motion: BodyMotion): void {
    for (let k = 0; k < this.members.length; k++) {
      const body = this.members[k];
      const { principal } = this.#bodies[body];
      const at = FREE_BODY_STRIDE * k;
      const q = unitQuaternion(y, at + 3);
      const own = multiply(q, conjugate(principal.orientation));
      const omega = rotate(q, vectorAt(y, at + 10));
      const arm = rotate(own, principal.position);
      const swing = cross(omega, arm);
      const p = 3 * body;
      motion.positions[p] = y[at] - arm.x;
      motion.positions[p + 1] = y[at + 1] - arm.y;
      motion.positions[p + 2] = y[at + 2] - arm.z;
      motion.orientations[4 * body] = own.w;
      motion.orientations[4 * body + 1] = own.x;
      motion.orientations[4 * body + 2] = own.y;
      motion.orientations[4 * body + 3] = own.z;
      motion.velocities[p] = y[at + 7] - swing.x;
      motion.velocities[p + 1] = y[at + 8] - swing.y;
      motion.velocities[p + 2] = y[at + 9] - swing.z;
      motion.angularVelocities[p] = omega.x;
      motion.angularVelocities[p + 1] = omega.y;
      motion.angularVelocities[p + 2] = omega.z;
    }
  }

  derivatives(_t: number, y: Float64Array, loads: BodyLoads, out: Float64Array): void {
    const g = this.#gravity;
    for (let k = 0; k < this.members.length; k++) {
      const body = this.members[k];
      const { mass, inertia, principal } = this.#bodies[body];
      const at = FREE_BODY_STRIDE * k;
      const q = unitQuaternion(y, at + 3);
      const force = vectorAt(loads.forces, 3 * body);
      const arm = rotate(multiply(q, conjugate(principal.orientation)), principal.position);
      // Loads are about the origin of the own frame, the equations about the centre of mass.
      const torque = inverseRotate(q, subtract(vectorAt(loads.torques, 3 * body), cross(arm, force)));
      const wx = y[at + 10];
      const wy = y[at + 11];
      const wz = y[at + 12];
      out[at] = y[at + 7];
      out[at + 1] = y[at + 8];
      out[at + 2] = y[at + 9];
      // The quaternion itself and not the unit one: then its length is a constant of the equations.
      const [w, x, yq, z] = [y[at + 3], y[at + 4], y[at + 5], y[at + 6]];
      out[at + 3] = 0.5 * (-x * wx - yq * wy - z * wz);
      out[at + 4] = 0.5 * (w * wx + yq * wz - z * wy);
      out[at + 5] = 0.5 * (w * wy - x * wz + z * wx);
      out[at + 6] = 0.5 * (w * wz + x * wy - yq * wx);
      out[at + 7] = g.x + force.x / mass;
      out[at + 8] = g.y + force.y / mass;
      out[at + 9] = g.z + force.z / mass;
      out[at + 10] = (torque.x + (inertia[1] - inertia[2]) * wy * wz) / inertia[0];
      out[at + 11] = (torque.y + (inertia[2] - inertia[0]) * wz * wx) / inertia[1];
      out[at + 12] = (torque.z + (inertia[0] - inertia[1]) * wx * wy) / inertia[2];
    }
  }

  project(_t: number, y: Float64Array): void {
    for (let k = 0; k < this.members.length; k++) {
      const at = FREE_BODY_STRIDE * k + 3;
      const q = unitQuaternion(y, at);
      y[at] = q.w;
      y[at + 1] = q.x;
      y[at + 2] = q.y;
      y[at + 3] = q.z;
    }
  }

  scales(out: Float64Array): void {
    for (let k = 0; k < this.members.length; k++) {
      const body = this.members[k];
      const { size } = this.#bodies[body];
      const at = FREE_BODY_STRIDE * k;
      out.fill(size, at, at + 3);
      out.fill(1, at + 3, at + 7);
      out.fill(this.#speed, at + 7, at + 10);
      out.fill(this.#speed / size, at + 10, at + 13);
    }
  }

  energy(_t: number, y: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.members.length; k++) {
      const body = this.members[k];
      const { mass, inertia } = this.#bodies[body];
      const at = FREE_BODY_STRIDE * k;
      const v = vectorAt(y, at + 7);
      const turning = inertia[0] * y[at + 10] ** 2 + inertia[1] * y[at + 11] ** 2 + inertia[2] * y[at + 12] ** 2;
      sum += 0.5 * (mass * dot(v, v) + turning) - mass * dot(this.#gravity, vectorAt(y, at));
    }
    return sum;
  }

  /** Velocity of the centre of mass, world axes. */
  velocity(y: Float64Array, body: number): Vector3 {
    return vectorAt(y, FREE_BODY_STRIDE * body + 7);
  }

  centreOfMass(y: Float64Array, body: number): Vector3 {
    return vectorAt(y, FREE_BODY_STRIDE * body);
  }
}

function vectorAt(values: Float64Array, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}

function unitQuaternion(y: Float64Array, at: number): Quaternion {
  const factor = 1 / Math.sqrt(y[at] ** 2 + y[at + 1] ** 2 + y[at + 2] ** 2 + y[at + 3] ** 2);
  const { x, y: j, z } = scale(vectorAt(y, at + 1), factor);
  return { w: y[at] * factor, x, y: j, z };
}

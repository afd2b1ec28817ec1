// SPDX-License-Identifier: MIT
/**
 * Stops of joints: beyond a limit a spring pushes back with Hunt & Crossley's damping, like a contact, and like a
 * contact it begins and ends at events only, so that the equations are smooth between. Zero-crossing functions are the
 * distances to the limits, in rad or m.
 */
import { impactDamping } from '../contact-laws/hunt-crossley.ts';
import type { ZeroCrossings } from '../motion/ode-system.ts';
import type { JointTree } from './joint-tree.ts';

/** One stop of a joint. */
export interface JointLimit {
  /** Index of the joint in the list. */
  readonly joint: number;
  readonly isLow: boolean;
  readonly bound: number;
  /** N m/rad or N/m */
  readonly stiffness: number;
  readonly restitution: number;
  /** Stops that are met more slowly are damped as if met at this speed, rad/s or m/s. */
  readonly slowestImpact: number;
  /** A stop ends at this distance, rad or m. */
  readonly hysteresis: number;
}

/** Which stops are met, and the damping of each. */
export interface LimitsState {
  readonly isMet: readonly number[];
  readonly dampings: Float64Array;
}

export class JointLimits implements ZeroCrossings {
  readonly limits: readonly JointLimit[];
  readonly #coordinates: readonly number[];
  readonly #velocities: readonly number[];
  readonly #efforts: readonly number[];
  readonly #isMet: Uint8Array;
  readonly #dampings: Float64Array;

  constructor(tree: JointTree, limits: readonly JointLimit[]) {
    this.limits = limits;
    const links = limits.map(({ joint }) => tree.links.find((link) => link.joint === joint));
    this.#coordinates = links.map((link) => link?.coordinateAt ?? -1);
    this.#efforts = links.map((link) => link?.velocityAt ?? -1);
    this.#velocities = this.#efforts.map((at) => tree.coordinateCount + at);
    this.#isMet = new Uint8Array(limits.length);
    this.#dampings = new Float64Array(limits.length);
  }

  get count(): number {
    return this.limits.length;
  }

  /** Stops that are met now. */
  get metCount(): number {
    return this.#isMet.reduce((sum, met) => sum + met, 0);
  }

  prepare(): number {
    return Infinity;
  }

  evaluate(_t: number, y: Float64Array, z: Float64Array): void {
    for (let i = 0; i < Math.min(this.count, z.length); i++) {
      z[i] = this.#gap(i, y) - (this.#isMet[i] === 1 ? this.limits[i].hysteresis : 0);
    }
  }

  slopeBounds(_t: number, y: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.count; i++) out[i] = Math.abs(y[this.#velocities[i]]);
  }

  hasKink(index: number): boolean {
    return this.#isMet[index] === 1;
  }

  /** Meets or leaves a stop, in state y. */
  set(index: number, isMet: boolean, y: Float64Array): void {
    this.#isMet[index] = isMet ? 1 : 0;
    if (!isMet) return;
    const { restitution, slowestImpact } = this.limits[index];
    this.#dampings[index] = impactDamping(restitution) / Math.max(slowestImpact, this.#approach(index, y));
  }

  save(): LimitsState {
    return { isMet: [...this.#isMet], dampings: this.#dampings.slice() };
  }

  /** Stops that those of the same joints have saved. */
  restore({ isMet, dampings }: LimitsState): void {
    this.#isMet.set(isMet);
    this.#dampings.set(dampings);
  }

  /** Adds the forces of the stops that are met to the efforts of the joints. */
  addEfforts(y: Float64Array, efforts: Float64Array): void {
    for (let i = 0; i < this.count; i++) {
      const depth = -this.#gap(i, y);
      if (this.#isMet[i] === 0 || !(depth > 0)) continue;
      const push = this.limits[i].stiffness * depth * Math.max(0, 1 + this.#dampings[i] * this.#approach(i, y));
      efforts[this.#efforts[i]] += this.limits[i].isLow ? push : -push;
    }
  }

  /** J */
  energy(y: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const depth = -this.#gap(i, y);
      if (this.#isMet[i] === 1 && depth > 0) sum += 0.5 * this.limits[i].stiffness * depth * depth;
    }
    return sum;
  }

  #gap(i: number, y: Float64Array): number {
    const { isLow, bound } = this.limits[i];
    const value = y[this.#coordinates[i]];
    return isLow ? value - bound : bound - value;
  }

  #approach(i: number, y: Float64Array): number {
    const speed = y[this.#velocities[i]];
    return this.limits[i].isLow ? -speed : speed;
  }
}

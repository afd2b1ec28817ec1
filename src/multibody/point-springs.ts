// SPDX-License-Identifier: MIT
/**
 * Springs and dampers along the lines between points of bodies. At length zero the line has no direction, and there is
 * no force but that of a spring at rest length 0, which vanishes.
 */
import { subtract, type Vector3 } from '../math/vector.ts';
import { turn } from './flat-rotation.ts';
import type { TreeKinematics } from './tree-kinematics.ts';

/** A spring with a damper between points of two bodies. */
export interface PointSpring {
  /** Bodies; -1 for the world. */
  readonly bodies: readonly [number, number];
  /** In the own frames, or in the world. */
  readonly points: readonly [Vector3, Vector3];
  /** N/m */
  readonly stiffness: number;
  /** m; undefined: that of the first state it is asked about. */
  readonly rest?: number;
  /** N s/m */
  readonly damping: number;
}

/** Length and tension of a spring at the present time. */
export interface PointSpringState {
  /** m */
  readonly length: number;
  /** Rate of the length, m/s. */
  readonly speed: number;
  /** Pull between the bodies, N; negative for a push. */
  readonly tension: number;
}

export class PointSprings {
  readonly #kinematics: TreeKinematics;
  readonly #springs: readonly PointSpring[];
  readonly #links: readonly (readonly [number, number])[];
  /** From the centres of mass: six numbers a spring. */
  readonly #points: Float64Array;
  readonly #rests: Float64Array;
  /** Ends of the spring at hand from the centres of mass (3 + 3), the line between them (3) and its rate (3). */
  readonly #scratch = new Float64Array(12);

  constructor(kinematics: TreeKinematics, springs: readonly PointSpring[]) {
    this.#kinematics = kinematics;
    this.#springs = springs;
    const { tree } = kinematics;
    this.#links = springs.map(({ bodies: [a, b] }) => [a < 0 ? -1 : tree.linkOf[a], b < 0 ? -1 : tree.linkOf[b]]);
    this.#points = new Float64Array(6 * springs.length);
    springs.forEach(({ bodies, points }, i) => {
      points.forEach((point, side) => {
        const body = bodies[side];
        const { x, y, z } = body < 0 ? point : subtract(point, tree.bodies[body].centre);
        this.#points.set([x, y, z], 6 * i + 3 * side);
      });
    });
    this.#rests = Float64Array.from(springs, ({ rest }) => rest ?? Number.NaN);
  }

  /** Springs without a rest length get the one they have now. */
  settle(): void {
    this.#springs.forEach((_, i) => {
      if (Number.isNaN(this.#rests[i])) this.#rests[i] = this.#measure(i);
    });
  }

  /** Adds torques about the centres of mass and forces to six numbers a link. */
  addLoads(loads: Float64Array): void {
    const s = this.#scratch;
    this.#springs.forEach((_, i) => {
      const length = this.#measure(i);
      if (!(length > 0)) return;
      const pull = this.#tension(i, length) / length;
      this.#links[i].forEach((link, side) => {
        if (link < 0) return;
        const factor = side === 0 ? pull : -pull;
        const o = 6 * link;
        const x = factor * s[6];
        const y = factor * s[7];
        const z = factor * s[8];
        const e = 3 * side;
        loads[o] += s[e + 1] * z - s[e + 2] * y;
        loads[o + 1] += s[e + 2] * x - s[e] * z;
        loads[o + 2] += s[e] * y - s[e + 1] * x;
        loads[o + 3] += x;
        loads[o + 4] += y;
        loads[o + 5] += z;
      });
    });
  }

  /** J */
  energy(): number {
    let sum = 0;
    this.#springs.forEach(({ stiffness }, i) => {
      sum += 0.5 * stiffness * (this.#measure(i) - this.#rests[i]) ** 2;
    });
    return sum;
  }

  state(i: number): PointSpringState {
    const length = this.#measure(i);
    return { length, speed: this.#speed(length), tension: length > 0 ? this.#tension(i, length) : 0 };
  }

  #tension(i: number, length: number): number {
    const { stiffness, damping } = this.#springs[i];
    return stiffness * (length - this.#rests[i]) + damping * this.#speed(length);
  }

  #speed(length: number): number {
    const s = this.#scratch;
    return length > 0 ? (s[6] * s[9] + s[7] * s[10] + s[8] * s[11]) / length : 0;
  }

  /** Length of a spring; its ends, line (from the first to the second) and rate are in the scratch. */
  #measure(i: number): number {
    const s = this.#scratch;
    const { rotations, centres, velocities } = this.#kinematics;
    s.fill(0);
    for (let side = 0; side < 2; side++) {
      const link = this.#links[i][side];
      const sign = side === 0 ? -1 : 1;
      const e = 3 * side;
      if (link < 0) {
        for (let k = 0; k < 3; k++) s[6 + k] += sign * this.#points[6 * i + e + k];
        continue;
      }
      turn(s, e, rotations, 9 * link, this.#points, 6 * i + e);
      const v = 6 * link;
      for (let k = 0; k < 3; k++) {
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        s[6 + k] += sign * (centres[3 * link + k] + s[e + k]);
        s[9 + k] +=
          sign * (velocities[v + 3 + k] + velocities[v + next] * s[e + last] - velocities[v + last] * s[e + next]);
      }
    }
    return Math.sqrt(s[6] * s[6] + s[7] * s[7] + s[8] * s[8]);
  }
}

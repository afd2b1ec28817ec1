// SPDX-License-Identifier: MIT
/**
 * Springs, dampers and drives of joints: forces along the joints' own coordinates, N for displacements and N m for
 * angles.
 */
import type { JointTree, Link } from './joint-tree.ts';

/** What acts in a joint besides what constrains it. */
export interface JointForces {
  /** N/m or N m/rad */
  readonly stiffness: number;
  /** m or rad */
  readonly rest: number;
  /** N s/m or N m s/rad */
  readonly damping: number;
  /** N or N m at time, coordinate and speed; of joints with one coordinate. */
  readonly drive?: (t: number, value: number, speed: number) => number;
}

export class JointEfforts {
  readonly #tree: JointTree;
  readonly #forces: readonly (JointForces | undefined)[];

  /** `forces` in the order of the joints. */
  constructor(tree: JointTree, forces: readonly (JointForces | undefined)[]) {
    this.#tree = tree;
    this.#forces = tree.links.map(({ joint }) => forces[joint]);
  }

  /** Sets the efforts of all joints, one for each velocity. */
  write(t: number, y: Float64Array, efforts: Float64Array): void {
    efforts.fill(0);
    const { links, coordinateCount } = this.#tree;
    links.forEach((link, k) => {
      const forces = this.#forces[k];
      if (forces === undefined || link.motion !== undefined) return;
      const { stiffness, rest, damping, drive } = forces;
      const speedAt = coordinateCount + link.velocityAt;
      if (link.freedom === 1) {
        const value = y[link.coordinateAt];
        const speed = y[speedAt];
        efforts[link.velocityAt] = -stiffness * (value - rest) - damping * speed + (drive?.(t, value, speed) ?? 0);
      } else if (link.kind === 'spherical') {
        // -dE/dangle for E = 2 stiffness (1 - w^2) = stiffness (1 - cos angle), w of the unit quaternion.
        const factor = (-2 * stiffness * y[link.coordinateAt]) / lengthSquared(y, link);
        for (let i = 0; i < 3; i++) {
          efforts[link.velocityAt + i] = factor * y[link.coordinateAt + 1 + i] - damping * y[speedAt + i];
        }
      }
    });
  }

  /** Of the springs, J. */
  energy(y: Float64Array): number {
    let sum = 0;
    this.#tree.links.forEach((link, k) => {
      const forces = this.#forces[k];
      if (forces === undefined || forces.stiffness === 0 || link.motion !== undefined) return;
      if (link.freedom === 1) sum += 0.5 * forces.stiffness * (y[link.coordinateAt] - forces.rest) ** 2;
      else if (link.kind === 'spherical') {
        sum += 2 * forces.stiffness * (1 - y[link.coordinateAt] ** 2 / lengthSquared(y, link));
      }
    });
    return sum;
  }
}

/** Of the quaternion, which is unit but for the error of integration. */
function lengthSquared(y: Float64Array, { coordinateAt: at }: Link): number {
  return y[at] ** 2 + y[at + 1] ** 2 + y[at + 2] ** 2 + y[at + 3] ** 2;
}

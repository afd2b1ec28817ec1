// SPDX-License-Identifier: MIT
/**
 * Tests whether a body fits at a position: without overlap with other balls, in front of all half-spaces, and inside
 * the domain.
 */
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { addScaled, dot, largestComponent, type Vector3 } from '../../math/vector.ts';
import type { Ball } from '../union-of-balls.ts';
import { BallGrid, gapFor, type Periods } from './ball-grid.ts';

interface Wall {
  /** Unit vector into the free space. */
  readonly normal: Vector3;
  readonly offset: number;
}

/** Everything that inserted bodies must not overlap, as balls and walls. */
export interface Surroundings {
  readonly walls: readonly Wall[];
  readonly periods: Periods;
  /** Bounds for centres of mass; infinite where there is no bound. */
  readonly min: Vector3;
  readonly max: Vector3;
  /** True if a ball overlaps none of the obstacles that are neither balls nor flat walls. */
  isClear(centre: Vector3, radius: number): boolean;
  /** Calls `visit` with every ball present; a part that is not a ball is represented by its bounding ball. */
  forEachBall(visit: (centre: Vector3, radius: number) => void): void;
}

/** A body to insert, as balls: spheres as they are, other parts by their bounding balls. */
export interface Candidate {
  /** Relative to the centre of mass, at size 1, along the axes of the shape's own frame. */
  readonly balls: readonly Ball[];
  /** Radius of the ball about the centre of mass that contains them all. */
  readonly radius: number;
}

export class FreeSpace {
  readonly #surroundings: Surroundings;
  readonly #grid: BallGrid;

  /** Collects the obstacles that a body of radius `reach` may touch with its centre of mass between `min` and `max`. */
  constructor(surroundings: Surroundings, min: Vector3, max: Vector3, reach: number) {
    this.#surroundings = surroundings;
    this.#grid = new BallGrid(surroundings.periods);
    const { period } = surroundings.periods;
    const isNear = (value: number, low: number, high: number, length: number, radius: number): boolean =>
      length < Infinity || (value + radius + reach >= low && value - radius - reach <= high);
    surroundings.forEachBall((centre, radius) => {
      if (!isNear(centre.x, min.x, max.x, period.x, radius)) return;
      if (!isNear(centre.y, min.y, max.y, period.y, radius)) return;
      if (!isNear(centre.z, min.z, max.z, period.z, radius)) return;
      this.#grid.add(centre, radius);
    });
  }

  /** True if the body, scaled by `scale`, fits with its centre of mass at this position. */
  hasRoom({ balls }: Candidate, scale: number, position: Vector3, orientation: Quaternion): boolean {
    const { walls, min, max } = this.#surroundings;
    const isInside =
      position.x >= min.x &&
      position.x <= max.x &&
      position.y >= min.y &&
      position.y <= max.y &&
      position.z >= min.z &&
      position.z <= max.z;
    if (!isInside) return false;
    const centres = balls.map((ball) => ballCentre(ball, scale, position, orientation));
    const isWithinWalls = balls.every((ball, k) => {
      const centre = centres[k] ?? position;
      const radius = scale * ball.radius;
      const gap = gapFor(radius, largestComponent(centre));
      return walls.every(({ normal, offset }) => dot(normal, centre) - offset >= radius + gap);
    });
    if (!isWithinWalls) return false;
    if (balls.some((ball, k) => this.#grid.overlaps(centres[k] ?? position, scale * ball.radius))) return false;
    return balls.every((ball, k) => this.#surroundings.isClear(centres[k] ?? position, scale * ball.radius));
  }

  /** Occupies the space of an inserted body. */
  occupy({ balls }: Candidate, scale: number, position: Vector3, orientation: Quaternion): void {
    for (const ball of balls) this.#grid.add(ballCentre(ball, scale, position, orientation), scale * ball.radius);
  }
}

function ballCentre({ centre }: Ball, scale: number, position: Vector3, orientation: Quaternion): Vector3 {
  return addScaled(position, rotate(orientation, centre), scale);
}

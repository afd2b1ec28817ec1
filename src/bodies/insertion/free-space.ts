// SPDX-License-Identifier: MIT
/** Where there is room for a body: clear of all balls present, in front of all half-spaces, within the domain. */
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { addScaled, dot, largestComponent, type Vector3 } from '../../math/vector.ts';
import type { Ball } from '../union-of-balls.ts';
import { BallGrid, gapFor, type Periods } from './ball-grid.ts';

interface Wall {
  /** Unit, into the free space. */
  readonly normal: Vector3;
  readonly offset: number;
}

/** Everything that bodies must keep clear of, as balls and walls. */
export interface Surroundings {
  readonly walls: readonly Wall[];
  readonly periods: Periods;
  /** Centres of mass must be within; infinite where there is no bound. */
  readonly min: Vector3;
  readonly max: Vector3;
  /** Says whether a ball keeps clear of what is neither ball nor flat wall. */
  isClear(centre: Vector3, radius: number): boolean;
  /** Calls `visit` with every ball present; parts that are not balls are the balls around them. */
  forEachBall(visit: (centre: Vector3, radius: number) => void): void;
}

/**
 * A body that seeks a place, as balls: spheres and spheres of clumps as they are, others by the balls around their
 * parts.
 */
export interface Candidate {
  /** About the centre of mass, at size 1, along the axes of the shape's own frame. */
  readonly balls: readonly Ball[];
  /** Of a ball about the centre of mass that holds them all. */
  readonly radius: number;
}

export class FreeSpace {
  readonly #surroundings: Surroundings;
  readonly #grid: BallGrid;

  /** Sees what may touch a body of radius `reach` whose centre of mass is between `min` and `max`. */
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

  /** True when the body, `scale` times as large, has room at a place of its centre of mass. */
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

  /** Takes the place of a body for good. */
  occupy({ balls }: Candidate, scale: number, position: Vector3, orientation: Quaternion): void {
    for (const ball of balls) this.#grid.add(ballCentre(ball, scale, position, orientation), scale * ball.radius);
  }
}

function ballCentre({ centre }: Ball, scale: number, position: Vector3, orientation: Quaternion): Vector3 {
  return addScaled(position, rotate(orientation, centre), scale);
}

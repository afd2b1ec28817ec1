// SPDX-License-Identifier: MIT
/**
 * Tests whether a body fits at a position: without overlap with other balls, in front of all half-spaces, and inside
 * the domain.
 */
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { addScaled, dot, largestComponent, type Vector3 } from '../../math/vector.ts';
import type { Ball } from '../union-of-balls.ts';
import { BallGrid, gapFor, type Periods } from './ball-grid.ts';

export interface Wall {
  /** Unit vector into the free space. */
  readonly normal: Vector3;
  readonly offset: number;
}

/** A part of a body with its true shape; what it is, the one who asks about it knows. */
export type PlacedPart = object;

/** Questions about parts with their true shapes, each about the centre of the ball around it. */
export interface ExactPlaces {
  /** Part `k` of a body to insert. */
  place(candidate: Candidate, k: number, scale: number, orientation: Quaternion): PlacedPart;
  /** The part that the ball of this number stands for. */
  present(ball: number): PlacedPart;
  /** `radii` is the sum of the radii of their balls. */
  areApart(a: PlacedPart, atA: Vector3, b: PlacedPart, atB: Vector3, radii: number): boolean;
  /** Whether it is in front of the flat walls and clear of meshes. */
  isClear(part: PlacedPart, at: Vector3, radius: number): boolean;
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
  /**
   * Calls `visit` with every ball present and its number; a part that is not a ball is represented by its bounding
   * ball.
   */
  forEachBall(visit: (centre: Vector3, radius: number, ball?: number) => void): void;
  /** Of the true shapes, where they can be asked about. */
  readonly exact?: ExactPlaces;
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
  readonly #exact: ExactPlaces | undefined;
  /** With true shapes: what each ball of the grid stands for, or its number in the surroundings. */
  readonly #parts: (PlacedPart | number)[] = [];

  /**
   * Collects the obstacles that a body of radius `reach` may touch with its centre of mass between `min` and `max`.
   * `byShape`: true shapes decide where balls overlap.
   */
  constructor(surroundings: Surroundings, min: Vector3, max: Vector3, reach: number, byShape = false) {
    this.#exact = byShape ? surroundings.exact : undefined;
    this.#surroundings = surroundings;
    this.#grid = new BallGrid(surroundings.periods);
    const { period } = surroundings.periods;
    const isNear = (value: number, low: number, high: number, length: number, radius: number): boolean =>
      length < Infinity || (value + radius + reach >= low && value - radius - reach <= high);
    surroundings.forEachBall((centre, radius, ball = -1) => {
      if (!isNear(centre.x, min.x, max.x, period.x, radius)) return;
      if (!isNear(centre.y, min.y, max.y, period.y, radius)) return;
      if (!isNear(centre.z, min.z, max.z, period.z, radius)) return;
      this.#grid.add(centre, radius, this.#parts.length);
      if (this.#exact !== undefined) this.#parts.push(ball);
    });
  }

  /** True if the body, scaled by `scale`, fits with its centre of mass at this position. */
  hasRoom(candidate: Candidate, scale: number, position: Vector3, orientation: Quaternion): boolean {
    const { balls } = candidate;
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
    const exact = this.#exact;
    if (exact !== undefined) {
      return balls.every((ball, k) => {
        const part = exact.place(candidate, k, scale, orientation);
        return this.#hasRoomFor(exact, part, centres[k] ?? position, scale * ball.radius);
      });
    }
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
  occupy(candidate: Candidate, scale: number, position: Vector3, orientation: Quaternion): void {
    candidate.balls.forEach((ball, k) => {
      this.#grid.add(ballCentre(ball, scale, position, orientation), scale * ball.radius, this.#parts.length);
      if (this.#exact !== undefined) this.#parts.push(this.#exact.place(candidate, k, scale, orientation));
    });
  }

  #hasRoomFor(exact: ExactPlaces, part: PlacedPart, centre: Vector3, radius: number): boolean {
    if (!exact.isClear(part, centre, radius)) return false;
    return !this.#grid.overlaps(centre, radius, (number, at, other, radii) => {
      const known = this.#parts[number] ?? -1;
      const found = typeof known === 'number' ? exact.present(known) : known;
      this.#parts[number] = found;
      return !exact.areApart(part, at, found, other, radii);
    });
  }
}

function ballCentre({ centre }: Ball, scale: number, position: Vector3, orientation: Quaternion): Vector3 {
  return addScaled(position, rotate(orientation, centre), scale);
}

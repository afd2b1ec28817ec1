// SPDX-License-Identifier: MIT
/** All points with normal . x <= offset: floors and walls. The normal points out of the material. */
import { InvalidShapeError } from '../../errors.ts';
import { HALF_SPACE } from '../../kernel/layout.ts';
import {
  addScaled,
  dot,
  largestComponent,
  lengthSquared,
  toTriple,
  type Vector3,
  type Vector3Like,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore } from '../kernel-memory/kernel-core.ts';
import { readCoordinate, readParameters, readVector, SMALLEST_SIZE } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';

/** How far |n|^2 of a vector divided by its own length can be from 1; within it a normal keeps its bits. */
const UNIT_TOLERANCE = 8 * 2 ** -53;

/** A direction this close to the normal (the rounding of two unit vectors) counts as the normal. */
const PARALLEL_TOLERANCE = 4 * 2 ** -52;

/** Parameters of a half-space. */
export interface HalfSpaceParameters {
  /** Of any length but zero. */
  readonly normal: Vector3Like;
  /** normal . x at the surface, for the normal as given. */
  readonly offset: number;
}

/** All points on the inner side of a plane, a wall without end; `halfSpace` makes one. */
export class HalfSpace extends BlockHolder implements ShapeQueries {
  static {
    markShapes(HalfSpace, 'halfSpace');
  }

  readonly kind = 'halfSpace';
  /** Unit. */
  readonly normal: Vector3;
  /** Signed distance of the surface from the origin along the unit normal. */
  readonly offset: number;

  constructor(parameters: HalfSpaceParameters, path = 'halfSpace') {
    super();
    const given = readParameters(parameters, path, ['normal', 'offset']);
    const normal = readVector(given.normal, `${path}.normal`);
    const offset = readCoordinate(given.offset, `${path}.offset`);
    if (!(largestComponent(normal) >= SMALLEST_SIZE)) {
      const got = toTriple(normal).join(', ');
      const message = `${path}.normal: expected a vector with a component >= ${SMALLEST_SIZE}, got [${got}]`;
      throw new InvalidShapeError('zero-normal', message, { path, normal });
    }
    const squared = lengthSquared(normal);
    const isUnit = Math.abs(squared - 1) <= UNIT_TOLERANCE;
    this.normal = Object.freeze(isUnit ? normal : unitDirection(normal));
    this.offset = isUnit ? offset : readCoordinate(offset / Math.sqrt(squared), `${path}.offset / |normal|`);
    Object.freeze(this);
  }

  /** Infinite, but for the side of a normal along an axis. */
  boundingBox(): BoundingBox {
    const { x, y, z } = this.normal;
    const min = { x: -Infinity, y: -Infinity, z: -Infinity };
    const max = { x: Infinity, y: Infinity, z: Infinity };
    if (y === 0 && z === 0)
      return x > 0 ? { min, max: { ...max, x: this.offset } } : { min: { ...min, x: -this.offset }, max };
    if (x === 0 && z === 0)
      return y > 0 ? { min, max: { ...max, y: this.offset } } : { min: { ...min, y: -this.offset }, max };
    if (x === 0 && y === 0)
      return z > 0 ? { min, max: { ...max, z: this.offset } } : { min: { ...min, z: -this.offset }, max };
    return { min, max };
  }

  /** Throws: a half-space has no finite volume. */
  massProperties(): never {
    throw new InvalidShapeError(
      'infinite-volume',
      'halfSpace: has infinite volume and no mass properties; use it as a fixed boundary, or take a box',
      { kind: this.kind },
    );
  }

  /**
   * The surface point nearest to the origin along the normal; along any other direction a point at infinity.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const unit = unitDirection(direction);
    const along = dot(unit, this.normal);
    const foot = addScaled(ZERO_VECTOR, this.normal, this.offset);
    const rest = addScaled(unit, this.normal, -along);
    const isParallel = largestComponent(rest) <= PARALLEL_TOLERANCE;
    if (isParallel && along > 0) return foot;
    // Against the normal the way to infinity is straight, otherwise along the surface.
    const way = isParallel ? unit : rest;
    const far = (start: number, component: number) => (component === 0 ? start : component * Infinity);
    return { x: far(foot.x, way.x), y: far(foot.y, way.y), z: far(foot.z, way.z) };
  }

  kernelCore(): KernelCore {
    const { x, y, z } = this.normal;
    const { offset } = this;
    return curvedCore(HALF_SPACE, Number.MAX_VALUE, 0, [x, y, z], { x: x * offset, y: y * offset, z: z * offset });
  }

  toJson() {
    return { halfSpace: { normal: toTriple(this.normal), offset: this.offset } };
  }
}

/**
 * All points with normal . x <= offset. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for a normal of zero length and numbers that are not finite.
 *
 * @example
 * ```ts
 * import { contact, halfSpace, sphere } from 'scree/contact';
 *
 * const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
 * console.log(contact(sphere({ radius: 1 }), { position: [0, 0, 3] }, floor, {}).distance); // 2
 * ```
 */
export function halfSpace(parameters: HalfSpaceParameters, path = 'halfSpace'): HalfSpace {
  return new HalfSpace(parameters, path);
}

export const HALF_SPACE_FORM: ShapeForm = {
  read: (given, path) => halfSpace(given as HalfSpaceParameters, path),
  example: { normal: [0, 0, 1], offset: -1 },
};

// SPDX-License-Identifier: MIT
/** A wall that is a shape, in the memory of the contact kernel. */
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/walls/wall-layout.ts';
import { toTriple, vector3 } from '../../math/vector.ts';
import { kernelBlock } from '../kernel-memory/kernel-block.ts';
import { allocateCells, blockGeneration } from '../kernel-memory/kernel-heap.ts';
import { Box } from '../kinds/box.ts';
import { Cone } from '../kinds/cone.ts';
import { Cylinder } from '../kinds/cylinder.ts';
import { Sphere } from '../kinds/sphere.ts';
import type { ConvexShape } from '../shape.ts';
import { isEndless, type WallShapeSpec } from './wall-shape.ts';

/** A cylinder without ends stands for itself by a part of this length over its radius, which moves with the body. */
const PART_OF_ENDLESS = 1e3;

export class WallBlock {
  /** Of the wall's record (src/kernel/walls/wall-layout.ts). */
  readonly address = allocateCells(at.WALL_STRIDE);
  /** What bodies touch from outside; a torus, and a cone without its apex, have none. */
  readonly #solid: ConvexShape | undefined;
  #generation = -1;

  constructor(shape: WallShapeSpec) {
    this.#solid = solidOf(shape);
    writeWall(this.address, shape);
  }

  /** The record, with the solid in the kernel's memory. */
  refresh(): number {
    if (this.#generation !== blockGeneration() && this.#solid !== undefined) {
      I[2 * this.address + at.WALL_BLOCK] = kernelBlock(this.#solid);
      this.#generation = blockGeneration();
    }
    return this.address;
  }
}

/**
 * The convex solid whose surface is the side of the wall: the wall itself, or, of a sheet, the cylinder or cone of
 * which it is a part, so that bodies find its side and not its ends.
 */
function solidOf(shape: WallShapeSpec): ConvexShape | undefined {
  if ('sphere' in shape) return new Sphere(shape.sphere);
  if ('box' in shape) return new Box({ halfExtents: shape.box.halfExtents });
  if ('torus' in shape) return undefined;
  if ('cylinder' in shape) {
    const { radius, length } = shape.cylinder;
    const isWhole = length !== undefined && shape.open === undefined;
    return new Cylinder({ radius, halfLength: isWhole ? length / 2 : PART_OF_ENDLESS * radius + (length ?? 0) });
  }
  const { bottomRadius, topRadius, height } = shape.cone;
  if (bottomRadius === topRadius) {
    return new Cylinder({ radius: topRadius, halfLength: PART_OF_ENDLESS * topRadius + height });
  }
  const radius = Math.max(bottomRadius, topRadius);
  const whole = (height * radius) / Math.abs(bottomRadius - topRadius);
  return new Cone({ radius, height: whole });
}

function writeWall(wall: number, shape: WallShapeSpec): void {
  F.fill(0, wall, wall + at.WALL_STRIDE);
  const integers = 2 * wall;
  const { side, open } = shape;
  I[integers + at.WALL_SOLID] = open !== undefined ? at.SHEET : side === 'inside' ? at.SOLID_REST : at.SOLID_SHAPE;
  I[integers + at.WALL_OPEN] =
    (open === 'bottom' || open === 'both' ? at.OPEN_LOW : 0) | (open === 'top' || open === 'both' ? at.OPEN_HIGH : 0);
  I[integers + at.WALL_ENDLESS] = isEndless(shape) ? 1 : 0;
  if ('sphere' in shape) {
    I[integers + at.WALL_KIND] = at.WALL_SPHERE;
    F[wall + at.WALL_RADIUS] = shape.sphere.radius;
    return;
  }
  if ('box' in shape) {
    I[integers + at.WALL_KIND] = at.WALL_BOX;
    F.set(toTriple(vector3(shape.box.halfExtents)), wall + at.WALL_HALF);
    return;
  }
  if ('torus' in shape) {
    I[integers + at.WALL_KIND] = at.WALL_TORUS;
    F[wall + at.WALL_RADIUS] = shape.torus.ringRadius;
    F[wall + at.WALL_UPPER_RADIUS] = shape.torus.tubeRadius;
    return;
  }
  const isCylinder = 'cylinder' in shape;
  const { bottomRadius, topRadius, height } = isCylinder
    ? { bottomRadius: shape.cylinder.radius, topRadius: shape.cylinder.radius, height: shape.cylinder.length ?? 1 }
    : shape.cone;
  I[integers + at.WALL_KIND] = at.WALL_ROUND;
  F[wall + at.WALL_RADIUS] = bottomRadius;
  F[wall + at.WALL_UPPER_RADIUS] = topRadius;
  F[wall + at.WALL_LOW] = isCylinder ? -height / 2 : 0;
  F[wall + at.WALL_HIGH] = isCylinder ? height / 2 : height;
  const wider = topRadius - bottomRadius;
  I[integers + at.WALL_FLIPPED] = wider > 0 ? 1 : 0;
  const slant = Math.sqrt(wider * wider + height * height);
  F[wall + at.WALL_SLANT] = slant;
  F[wall + at.WALL_NORMAL] = height / slant;
  F[wall + at.WALL_NORMAL + 1] = -wider / slant;
}

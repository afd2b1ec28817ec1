// SPDX-License-Identifier: MIT
/** A wall that is a shape, in the memory of the contact kernel. */
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/walls/wall-layout.ts';
import { toTriple, vector3 } from '../../math/vector.ts';
import { kernelBlock } from '../kernel-memory/kernel-block.ts';
import { blockGeneration } from '../kernel-memory/kernel-heap.ts';
import { OwnedCells } from '../kernel-memory/owned-cells.ts';
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
  readonly address: number;
  readonly #cells: OwnedCells;
  /** What bodies touch from outside; a torus, and a cone without its apex, have none. */
  readonly #solid: ConvexShape | undefined;
  #generation = -1;

  /** `cells` own the record. */
  constructor(shape: WallShapeSpec, cells = new OwnedCells()) {
    this.#cells = cells;
    this.address = this.#cells.allocate(at.WALL_STRIDE);
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

/** A wall in numbers; lengths in m, about the origin of its frame. */
export interface WallRecord {
  /** WALL_SPHERE and the like. */
  readonly kind: number;
  /** SHEET, SOLID_REST or SOLID_SHAPE. */
  readonly solid: number;
  /** OPEN_LOW and OPEN_HIGH: ends that are open. */
  readonly open: number;
  readonly isEndless: boolean;
  /** Of the sphere, at the lower end, or of the ring of a torus. */
  readonly radius: number;
  /** At the upper end, or of the tube of a torus. */
  readonly upperRadius: number;
  /** z of the ends. */
  readonly low: number;
  readonly high: number;
  /** Half extents of a box. */
  readonly half: readonly [number, number, number];
  /** Length of the side from end to end, and its outward normal: across the axis, along it. */
  readonly slant: number;
  readonly normal: readonly [number, number];
}

export function wallRecord(shape: WallShapeSpec): WallRecord {
  const { side, open } = shape;
  const record = {
    kind: at.WALL_SPHERE,
    solid: open !== undefined ? at.SHEET : side === 'inside' ? at.SOLID_REST : at.SOLID_SHAPE,
    open:
      (open === 'bottom' || open === 'both' ? at.OPEN_LOW : 0) | (open === 'top' || open === 'both' ? at.OPEN_HIGH : 0),
    isEndless: isEndless(shape),
    radius: 0,
    upperRadius: 0,
    low: 0,
    high: 0,
    half: [0, 0, 0],
    slant: 0,
    normal: [0, 0],
  } as const;
  if ('sphere' in shape) return { ...record, radius: shape.sphere.radius };
  if ('box' in shape) return { ...record, kind: at.WALL_BOX, half: toTriple(vector3(shape.box.halfExtents)) };
  if ('torus' in shape) {
    const { ringRadius: radius, tubeRadius: upperRadius } = shape.torus;
    return { ...record, kind: at.WALL_TORUS, radius, upperRadius };
  }
  const isCylinder = 'cylinder' in shape;
  const { bottomRadius, topRadius, height } = isCylinder
    ? { bottomRadius: shape.cylinder.radius, topRadius: shape.cylinder.radius, height: shape.cylinder.length ?? 1 }
    : shape.cone;
  const wider = topRadius - bottomRadius;
  const slant = Math.sqrt(wider * wider + height * height);
  return {
    ...record,
    kind: at.WALL_ROUND,
    radius: bottomRadius,
    upperRadius: topRadius,
    low: isCylinder ? -height / 2 : 0,
    high: isCylinder ? height / 2 : height,
    slant,
    normal: [height / slant, -wider / slant],
  };
}

function writeWall(wall: number, shape: WallShapeSpec): void {
  F.fill(0, wall, wall + at.WALL_STRIDE);
  const record = wallRecord(shape);
  const integers = 2 * wall;
  I[integers + at.WALL_KIND] = record.kind;
  I[integers + at.WALL_SOLID] = record.solid;
  I[integers + at.WALL_OPEN] = record.open;
  I[integers + at.WALL_ENDLESS] = record.isEndless ? 1 : 0;
  I[integers + at.WALL_FLIPPED] = record.kind === at.WALL_ROUND && record.upperRadius > record.radius ? 1 : 0;
  F[wall + at.WALL_RADIUS] = record.radius;
  F[wall + at.WALL_UPPER_RADIUS] = record.upperRadius;
  F[wall + at.WALL_LOW] = record.low;
  F[wall + at.WALL_HIGH] = record.high;
  F[wall + at.WALL_SLANT] = record.slant;
  F.set(record.normal, wall + at.WALL_NORMAL);
  F.set(record.half, wall + at.WALL_HALF);
}

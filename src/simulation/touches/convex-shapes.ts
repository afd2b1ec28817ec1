// SPDX-License-Identifier: MIT
/**
 * The parts of bodies that are not spheres, and half-spaces, as one thread's contact kernel knows them. Every thread
 * makes its own from the same plain description, in the same order. Blocks are written once; only when others have
 * filled the kernel's memory and all blocks were forgotten are they written again.
 */
import { SHAPE_CENTRE, SHAPE_HEADER, SHAPE_PARAMETERS } from '../../kernel/layout.ts';
import { F as K, I as KI } from '../../kernel/memory.ts';
import { scaledBlockCells, writeScaledBlock } from '../../kernel/scaled-block.ts';
import { hasFlatPoints } from '../../kernel/support/domed-superquadric.ts';
import { toTriple } from '../../math/vector.ts';
import type { ConvexHull } from '../../meshes/convex-hull.ts';
import { fieldSolid, hasField } from '../../shapes/field-solid.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { blockGeneration } from '../../shapes/kernel-memory/kernel-heap.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { polyhedronOfHull } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { rollingRadius } from '../../shapes/rolling-radius.ts';
import type { ConvexShape, Shape, ShapeJson } from '../../shapes/shape.ts';
import { shapeFromJson } from '../../shapes/shape-from-json.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { bodyForm } from '../bodies/body-form.ts';
import { solidPairFinders } from '../checks/solid-pair-laws.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** Plain data, see ConvexPart of body-form.ts. */
interface PartSpec {
  /** Hulls are handed over: every finder of every thread would compute them again. */
  readonly shape: { readonly json: ShapeJson } | { readonly hull: ConvexHull };
  readonly origin: readonly [number, number, number];
  readonly turn: readonly [number, number, number, number];
  readonly radius: number;
  /** Radius of the ball around it. */
  readonly ball: number;
  /** Radius of a ball that rolls freely inside it; 0 for bodies with edges, or if none is known. */
  readonly rolling: number;
  readonly hasField: boolean;
}

/** Of each shape of the spec the parts of its body; undefined for what is a sphere. */
export interface ConvexSpec {
  readonly parts: readonly (readonly (PartSpec | undefined)[])[];
  readonly halfSpaces: number;
}

export function convexSpec(spec: SimulationSpec): ConvexSpec {
  const { shapes = [], halfSpaces = [] } = spec;
  const { byField } = solidPairFinders(spec);
  const parts = shapes.map((shape) => {
    const form = bodyForm(shape, byField);
    return (form?.parts ?? []).map((part, k) => {
      if (part === undefined) return undefined;
      const { x, y, z } = part.origin;
      const { turn, radius } = part;
      return {
        shape: part.shape.kind === 'polyhedron' ? { hull: part.shape.hull } : { json: part.shape.toJson() },
        origin: [x, y, z] as const,
        turn: [turn.w, turn.x, turn.y, turn.z] as const,
        radius,
        ball: form?.spheres[k]?.radius ?? 0,
        rolling: rollingRadius(part.shape),
        hasField: hasField(part.shape),
      };
    });
  });
  return { parts, halfSpaces: halfSpaces.length };
}

/** Number of the first part of each shape. */
function firstParts(parts: ConvexSpec['parts']): Int32Array {
  const first = new Int32Array(parts.length);
  for (let k = 1; k < parts.length; k++) first[k] = first[k - 1] + (parts[k - 1]?.length ?? 0);
  return first;
}

/** Writes the parts to the memory of the simulation, for the step kernel. */
export function writeParts(memory: StepMemory, { parts }: ConvexSpec): void {
  memory.I.set(firstParts(parts), 2 * memory.address(layout.SHAPE_PART));
  parts.flat().forEach((part, k) => {
    if (part === undefined) return;
    const at = memory.address(layout.PART) + layout.PART_STRIDE * k;
    memory.F.set(part.origin, at + layout.PART_ORIGIN);
    memory.F.set(part.turn, at + layout.PART_TURN);
    memory.F[at + layout.PART_RADIUS] = part.radius;
    memory.F[at + layout.PART_BALL] = part.ball;
    memory.F[at + layout.PART_ROLLING] = part.rolling;
    memory.F[at + layout.PART_HAS_FIELD] = part.hasField ? 1 : 0;
  });
}

function shapeOf(given: PartSpec['shape']): Shape {
  return 'hull' in given ? polyhedronOfHull(given.hull) : shapeFromJson(given.json);
}

export class ConvexShapes {
  readonly #cells: OwnedCells;
  /** Number of the first part of each shape. */
  readonly #first: Int32Array;
  readonly #shapes: readonly Shape[];
  readonly #sphere = sphere({ radius: 1 });
  readonly #wall = halfSpace({ normal: [0, 0, 1], offset: 0 });
  /** Address of the blocks of all parts, then of the polyhedra of their fields (registerSolids), integers. */
  readonly blocks: number;
  readonly #origins: Float64Array;
  readonly #turns: Float64Array;
  readonly #radii: Float64Array;
  readonly #balls: Float64Array;
  readonly #haveFields: readonly boolean[];
  /** Blocks of the polyhedra of their fields, written when first needed; 0 before. */
  readonly #solidBlocks: Int32Array;
  /** Centre and factor on the size of the element that is placed: numbers as arguments would be on the heap. */
  readonly #place = new Float64Array(4);
  #centroids: Float64Array | undefined;
  /** Copies of shapes in other sizes: address, room, and what is there (part, factor, generation). */
  readonly #copies: { address: number; cells: number; part: number; factor: number; generation: number }[] = [];
  readonly #walls: number;
  readonly #wallCount: number;
  #generation = -1;

  constructor({ parts, halfSpaces }: ConvexSpec, cells: OwnedCells) {
    this.#cells = cells;
    const all = parts.flat();
    this.#first = firstParts(parts);
    this.#shapes = all.map((part) => (part === undefined ? this.#sphere : shapeOf(part.shape)));
    this.blocks = cells.allocate(all.length);
    this.#origins = Float64Array.from(all.flatMap((part) => part?.origin ?? [0, 0, 0]));
    this.#turns = Float64Array.from(all.flatMap((part) => part?.turn ?? [1, 0, 0, 0]));
    this.#radii = Float64Array.from(all.map((part) => part?.radius ?? 0));
    this.#balls = Float64Array.from(all.map((part) => part?.ball ?? 0));
    this.#haveFields = all.map((part) => part?.hasField === true);
    this.#solidBlocks = new Int32Array(all.length);
    this.#wallCount = halfSpaces;
    this.#walls = cells.allocate(SHAPE_HEADER * Math.max(1, halfSpaces));
  }

  /**
   * Makes sure that all blocks are in the kernel's memory, and puts the half-spaces where they are. Returns whether the
   * blocks had to be written.
   */
  refresh(F: Float64Array, I: Int32Array): boolean {
    const isOld = this.#generation !== blockGeneration();
    if (isOld) this.#register();
    for (let k = 0; k < this.#wallCount; k++) {
      const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
      const offset = F[wall + layout.HALF_SPACE_OFFSET];
      const block = this.wallBlock(k);
      for (let c = 0; c < 3; c++) {
        const normal = F[wall + layout.HALF_SPACE_NORMAL + c];
        K[block + SHAPE_PARAMETERS + c] = normal;
        K[block + SHAPE_CENTRE + c] = normal * offset;
      }
    }
    return isOld;
  }

  #register(): void {
    this.#generation = blockGeneration();
    this.#shapes.forEach((shape, k) => {
      KI[2 * this.blocks + k] = kernelBlock(shape);
    });
    KI.fill(0, 2 * this.blocks + this.count, 2 * (this.blocks + this.count));
    this.#solidBlocks.fill(0);
    const plane = kernelBlock(this.#wall);
    for (let k = 0; k < this.#wallCount; k++) {
      K.copyWithin(this.#walls + SHAPE_HEADER * k, plane, plane + SHAPE_HEADER);
    }
  }

  /** Block of half-space k. */
  wallBlock(k: number): number {
    return this.#walls + SHAPE_HEADER * k;
  }

  /** Number of all parts. */
  get count(): number {
    return this.#shapes.length;
  }

  /**
   * Writes the polyhedra that stand for cylinders, cones and tablets behind the blocks of all parts, where
   * superquadrics with flat points may touch them; 0 for other parts.
   */
  registerSolids(): void {
    const isNeeded = this.#shapes.some((shape) => hasFlatPoints(kernelBlock(shape)));
    this.#shapes.forEach((shape, part) => {
      const isOther = isNeeded && this.#haveFields[part] && this.solidOf(part) !== shape;
      KI[2 * this.blocks + this.count + part] = isOther ? this.solidBlockOf(part, 1, 0) : 0;
    });
  }

  /** The largest value of a function of these blocks. */
  mostCells(cellsOf: (block: number) => number): number {
    const blocks = KI.subarray(2 * this.blocks, 2 * (this.blocks + this.count));
    return blocks.reduce((most, block) => Math.max(most, block === 0 ? 0 : cellsOf(block)), 0);
  }

  /** Number of the part that element e is. */
  partOf(I: Int32Array, e: number): number {
    const tag = 2 * I[layout.TAG] + 4 * e;
    const body = I[layout.BODY] + layout.BODY_STRIDE * I[tag + layout.TAG_OWNER];
    const first = I[2 * (body + layout.BODY_INTEGERS) + layout.BODY_MEMBERS];
    return this.#first[I[tag + layout.TAG_SHAPE]] + I[tag + layout.TAG_MEMBER] - first;
  }

  /** Factor on the size of its part that element e has, from the radius of its ball. */
  factorOf(F: Float64Array, I: Int32Array, e: number, part: number): number {
    return F[I[layout.POSITION] + 4 * e + 3] / this.#balls[part];
  }

  /** The block of element e, which is this part; see `blockOf`. */
  blockOfElement(part: number, F: Float64Array, I: Int32Array, e: number, slot: number): number {
    return this.blockOf(part, F[I[layout.POSITION] + 4 * e + 3] / this.#balls[part], slot);
  }

  /**
   * Block of a part in this size; that of another size is copy number `slot`, and good until the next in this place.
   */
  blockOf(part: number, factor: number, slot: number): number {
    if (this.#generation !== blockGeneration()) this.#register();
    const own = KI[2 * this.blocks + part];
    return factor === 1 ? own : this.#copy(part, own, factor, slot);
  }

  /** Block of the polyhedron of a part's pressure field in this size; as `blockOf`. */
  solidBlockOf(part: number, factor: number, slot: number): number {
    if (this.#generation !== blockGeneration()) this.#register();
    if (this.#solidBlocks[part] === 0) {
      this.#solidBlocks[part] = kernelBlock(this.solidOf(part));
    }
    const own = this.#solidBlocks[part];
    // Numbers behind those of the parts mark copies of these polyhedra.
    return factor === 1 ? own : this.#copy(this.#shapes.length + part, own, factor, slot);
  }

  #copy(part: number, own: number, factor: number, slot: number): number {
    const cells = scaledBlockCells(own);
    let copy = this.#copies[slot];
    if (copy === undefined || copy.cells < cells) {
      if (copy !== undefined) this.#cells.free(copy.address);
      copy = { address: this.#cells.allocate(cells), cells, part: -1, factor: 0, generation: -1 };
      this.#copies[slot] = copy;
    }
    if (copy.part !== part || copy.factor !== factor || copy.generation !== this.#generation) {
      writeScaledBlock(own, factor, copy.address);
      copy.part = part;
      copy.factor = factor;
      copy.generation = this.#generation;
    }
    return copy.address;
  }

  /** Centres of mass of the parts at size 1, in their frames. */
  get centroids(): Float64Array {
    this.#centroids ??= Float64Array.from(
      this.#shapes.flatMap((shape) => toTriple((shape as ConvexShape).massProperties().centroid)),
    );
    return this.#centroids;
  }

  /** Whether the part has flat faces or rims, and so a pressure field. */
  hasField(part: number): boolean {
    return this.#haveFields[part];
  }

  shapeOf(part: number): ConvexShape {
    return this.#shapes[part] as ConvexShape;
  }

  /** The polyhedron of a part's pressure field; the part itself if it has no other. */
  solidOf(part: number): ConvexShape {
    return fieldSolid(this.#shapes[part]) ?? this.shapeOf(part);
  }

  /** Radius of the sphere of equal volume, at size 1. */
  radiusOf(part: number): number {
    return this.#radii[part];
  }

  /** Writes the pose of a part that is element e, where it is, to the kernel's memory. */
  writeElementPose(to: number, part: number, F: Float64Array, I: Int32Array, e: number): void {
    const position = I[layout.POSITION] + 4 * e;
    const place = this.#place;
    for (let c = 0; c < 3; c++) place[c] = F[position + c];
    place[3] = F[position + 3] / this.#balls[part];
    this.#writePlaced(to, part, F, I, e);
  }

  /** Writes the pose of a part of this size whose element e has the centre (x, y, z) to the kernel's memory. */
  writePose(
    to: number,
    part: number,
    factor: number,
    F: Float64Array,
    I: Int32Array,
    e: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const place = this.#place;
    place[0] = x;
    place[1] = y;
    place[2] = z;
    place[3] = factor;
    this.#writePlaced(to, part, F, I, e);
  }

  /** The same for the centre and size at #place. */
  #writePlaced(to: number, part: number, F: Float64Array, I: Int32Array, e: number): void {
    const place = this.#place;
    const factor = place[3];
    const owner = I[2 * I[layout.TAG] + 4 * e + layout.TAG_OWNER];
    const body = I[layout.BODY] + layout.BODY_STRIDE * owner;
    const m = body + layout.BODY_MATRIX;
    const ox = factor * this.#origins[3 * part];
    const oy = factor * this.#origins[3 * part + 1];
    const oz = factor * this.#origins[3 * part + 2];
    K[to] = place[0] + (F[m] * ox + F[m + 1] * oy + F[m + 2] * oz);
    K[to + 1] = place[1] + (F[m + 3] * ox + F[m + 4] * oy + F[m + 5] * oz);
    K[to + 2] = place[2] + (F[m + 6] * ox + F[m + 7] * oy + F[m + 8] * oz);
    const aw = F[body + layout.BODY_ORIENTATION];
    const ax = F[body + layout.BODY_ORIENTATION + 1];
    const ay = F[body + layout.BODY_ORIENTATION + 2];
    const az = F[body + layout.BODY_ORIENTATION + 3];
    const bw = this.#turns[4 * part];
    const bx = this.#turns[4 * part + 1];
    const by = this.#turns[4 * part + 2];
    const bz = this.#turns[4 * part + 3];
    const qw = aw * bw - ax * bx - ay * by - az * bz;
    const qx = aw * bx + ax * bw + ay * bz - az * by;
    const qy = aw * by - ax * bz + ay * bw + az * bx;
    const qz = aw * bz + ax * by - ay * bx + az * bw;
    const unit = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    K[to + 3] = unit * qw;
    K[to + 4] = unit * qx;
    K[to + 5] = unit * qy;
    K[to + 6] = unit * qz;
  }
}

/** Writes the pose of a sphere or half-space. */
export function writePosition(to: number, x: number, y: number, z: number): void {
  K[to] = x;
  K[to + 1] = y;
  K[to + 2] = z;
  K[to + 3] = 1;
  K[to + 4] = 0;
  K[to + 5] = 0;
  K[to + 6] = 0;
}

export function isNotSphere(I: Int32Array, e: number): boolean {
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  return (I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] & layout.NOT_SPHERE) !== 0;
}

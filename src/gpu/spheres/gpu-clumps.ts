// SPDX-License-Identifier: MIT
/**
 * The clumps of a simulation on the GPU: which slot of the buffers belongs to which body, and what is written there.
 * The slot of a removed clump is reused by a new clump with as many spheres.
 */

import { SceneError } from '../../errors.ts';
import { ceilLog2, power } from '../../math/elementary.ts';
import { multiply, type Quaternion } from '../../math/quaternion.ts';
import { add, cross, subtract, toTriple, type Vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type ConvexArrays, momentumOf, quaternionAt, TURN_QUANTA, vectorAt } from '../convex/convex-arrays.ts';
import type { Present } from '../engine/body-exchange.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { FIXED, FRESH, LEAST_MASS_BITS, MASS_SHIFT, MEMBER, tagBits } from '../kernels/prelude.ts';
import { CLUMP } from '../kernels/records.ts';
import { ballsOf, presentClump, type SpheresShape } from './clump-table.ts';
import type { ClumpBuffers, ClumpCounts } from './gpu-clump-memory.ts';
import { emptySpheres, type SphereArrays } from './sphere-arrays.ts';
import type { UploadPlace } from './sphere-bodies.ts';

/** Offsets from a centre are whole numbers below this. */
const MOST_OFFSET = 2 ** 30;
/** Clumps written at once. */
const PIECE = 1 << 16;
const NOBODY = -1;
/** Bits of a word with a mass that say who a sphere is. */
const TAG = tagBits({ clumps: 0 });

/**
 * The clumps, by slot: the number of the body, or none, its shape and the factor on its size, the first of its spheres
 * and how many it has.
 */
export interface ClumpSlots {
  readonly names: readonly number[];
  readonly kinds: readonly number[];
  readonly scales: readonly number[];
  readonly firsts: readonly number[];
  readonly counts: readonly number[];
}

/** A slot, the body in it by its index in the arrays, and the index of the first of its spheres. */
interface TakenSlot {
  readonly slot: number;
  readonly body: number;
  readonly sphere: number;
}

export class GpuClumps {
  /** By their numbers in the spec. */
  readonly shapes: readonly SpheresShape[];
  /** Masses are floats of it, kg: a power of two, and none is larger. */
  readonly massUnit: number;
  readonly #densities: readonly number[];
  #names: number[] = [];
  #kinds: number[] = [];
  #scales: number[] = [];
  #firsts: number[] = [];
  #counts: number[] = [];
  /** Slots without a body, by the number of spheres. */
  #free = new Map<number, number[]>();
  #members = 0;
  #isStarted = false;
  /** Initial slots, if they have changed since. */
  #atStart: ClumpSlots | undefined;
  /** Binary digits of an offset's unit above a quantum; known when there are cells. */
  #shift = 0;

  constructor({ materials }: SimulationSpec, shapes: readonly SpheresShape[], largestScale: number) {
    this.shapes = shapes;
    const largest =
      Math.max(...materials.map(({ density }) => density)) * Math.max(...shapes.map(({ volume }) => volume));
    this.massUnit = 2 ** ceilLog2(largest * largestScale * largestScale * largestScale);
    this.#densities = materials.map(({ density }) => density);
  }

  get counts(): ClumpCounts {
    return { clumps: this.#names.length, members: this.#members };
  }

  get slots(): ClumpSlots {
    const [names, kinds, scales] = [this.#names, this.#kinds, this.#scales];
    return { names, kinds, scales, firsts: this.#firsts, counts: this.#counts };
  }

  get shift(): number {
    return this.#shift;
  }

  /** `farthest` is the largest distance from a centre to a sphere that there will be, m. */
  useCells({ unit }: CellGrid, farthest: number): void {
    this.#shift = 0;
    while (farthest / (unit * 2 ** this.#shift) >= MOST_OFFSET) this.#shift++;
  }

  present(arrays: ConvexArrays): Present[] {
    return Array.from({ length: arrays.count }, (_, i) =>
      presentClump(this.#shapeOf(arrays, i), arrays.scale[i], vectorAt(arrays.position, i), this.#turnOf(arrays, i)),
    );
  }

  /** Mass of the free bodies, kg. */
  massOf(arrays: ConvexArrays): number {
    let sum = 0;
    for (let i = 0; i < arrays.count; i++) if (arrays.isFixed[i] !== 1) sum += this.#bodyMass(arrays, i);
    return sum;
  }

  /** The spheres of bodies, whose numbers are `name` and those after it. */
  elements(arrays: ConvexArrays, name: number): SphereArrays {
    let count = 0;
    for (let i = 0; i < arrays.count; i++) count += this.#shapeOf(arrays, i).spheres.length;
    const names = new Uint32Array(count);
    const tags = new Uint32Array(count);
    const spheres = { ...emptySpheres(count), names, tags };
    let e = 0;
    for (let i = 0; i < arrays.count; i++) {
      const shape = this.#shapeOf(arrays, i);
      const slot = vectorAt(arrays.position, i);
      const isFixed = arrays.isFixed[i] === 1;
      const tag = this.#tagOf(arrays, i);
      for (const { centre, radius } of ballsOf(shape, arrays.scale[i], slot, this.#turnOf(arrays, i))) {
        spheres.position.set([centre.x, centre.y, centre.z], 3 * e);
        const spin = arrays.angularVelocity.subarray(3 * i, 3 * i + 3);
        spheres.velocity.set(velocityAt(arrays, i, centre, slot), 3 * e);
        spheres.angularVelocity.set(spin, 3 * e);
        spheres.radius[e] = radius;
        spheres.material[e] = arrays.material[i];
        spheres.isFixed[e] = isFixed ? 1 : 0;
        names[e] = name + i;
        tags[e] = tag;
        e++;
      }
    }
    return spheres;
  }

  /** Takes slots for the clumps among bodies whose spheres are at index `first` and after it. */
  take(arrays: ConvexArrays, { first, name }: UploadPlace): TakenSlot[] {
    if (this.#isStarted) this.#change();
    this.#isStarted = true;
    const given: TakenSlot[] = [];
    let sphere = first;
    for (let i = 0; i < arrays.count; i++) {
      const { isSphere, spheres } = this.#shapeOf(arrays, i);
      if (!isSphere) given.push({ slot: this.#take(name, arrays, i), body: i, sphere });
      sphere += spheres.length;
    }
    return given;
  }

  /** Writes clumps into their slots. Throws a SceneError for one whose centre is in no cell. */
  async write(
    device: GPUDevice,
    { clumps, offsets, members, paths }: ClumpBuffers,
    grid: CellGrid,
    arrays: ConvexArrays,
    given: readonly TakenSlot[],
  ): Promise<void> {
    for (let from = 0; from < given.length; ) {
      const start = given[from]?.slot ?? 0;
      let end = from + 1;
      while (end < given.length && end - from < PIECE && given[end]?.slot === start + end - from) end++;
      const few = given.slice(from, end);
      const firstMember = this.#firsts[start];
      const words = new Uint32Array(CLUMP.words * few.length);
      const total = few.reduce((sum, { slot }) => sum + this.#counts[slot], 0);
      const offset = new Int32Array(4 * total);
      const indices = new Uint32Array(total);
      few.forEach(({ slot, body, sphere }, k) => {
        this.#writeRecord(grid, arrays, body, slot, words, CLUMP.words * k);
        const at = this.#firsts[slot] - firstMember;
        this.#shapeOf(arrays, body).spheres.forEach(({ centre: { x, y, z } }, j) => {
          const unit = (grid.unit * 2 ** this.#shift) / arrays.scale[body];
          offset.set([Math.round(x / unit), Math.round(y / unit), Math.round(z / unit)], 4 * (at + j));
          indices[at + j] = sphere + j;
        });
      });
      device.queue.writeBuffer(clumps, CLUMP.bytes * start, words);
      device.queue.writeBuffer(offsets, 16 * firstMember, offset);
      device.queue.writeBuffer(members, 4 * firstMember, indices);
      device.queue.writeBuffer(paths, 4 * start, new Uint32Array(few.length));
      device.queue.submit([]);
      await device.queue.onSubmittedWorkDone();
      from = end;
    }
  }

  /** Takes clumps out of their slots; their spheres are still there. */
  remove(device: GPUDevice, clumps: GPUBuffer, slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.#change();
    for (const slot of slots) {
      this.#names[slot] = NOBODY;
      const at = CLUMP.bytes * slot + 4 * CLUMP.at.memberCount;
      device.queue.writeBuffer(clumps, at, new Uint32Array(1));
    }
    this.#findFree();
  }

  /** Undefined if no body was inserted or removed. */
  save(): ClumpSlots | undefined {
    return this.#atStart && this.slots;
  }

  restore(saved: ClumpSlots | undefined): void {
    if (saved !== undefined) this.#change();
    const slots = saved ?? this.#atStart;
    if (saved === undefined) this.#atStart = undefined;
    if (slots === undefined) return;
    this.#names = [...slots.names];
    this.#kinds = [...slots.kinds];
    this.#scales = [...slots.scales];
    this.#firsts = [...slots.firsts];
    this.#counts = [...slots.counts];
    this.#members = this.#counts.reduce((sum, count) => sum + count, 0);
    this.#findFree();
  }

  /** Before slots become others than those of the start. */
  #change(): void {
    const { names, kinds, scales, firsts, counts } = this.slots;
    this.#atStart ??= {
      names: [...names],
      kinds: [...kinds],
      scales: [...scales],
      firsts: [...firsts],
      counts: [...counts],
    };
  }

  /** Notes which slots are free; the lowest are taken first, so that sums over slots are the same after a restore. */
  #findFree(): void {
    this.#free = new Map();
    this.#names.forEach((name, slot) => {
      if (name !== NOBODY) return;
      const count = this.#counts[slot];
      const known = this.#free.get(count) ?? [];
      this.#free.set(count, known);
      known.push(slot);
    });
  }

  /** A slot for body `i` of the arrays, the numbers of which begin with `name`. */
  #take(name: number, arrays: ConvexArrays, i: number): number {
    const count = this.#shapeOf(arrays, i).spheres.length;
    let slot = this.#free.get(count)?.shift();
    if (slot === undefined) {
      slot = this.#names.length;
      this.#firsts.push(this.#members);
      this.#counts.push(count);
      this.#members += count;
    }
    this.#names[slot] = name + i;
    this.#kinds[slot] = arrays.shape[i];
    this.#scales[slot] = arrays.scale[i];
    return slot;
  }

  #shapeOf(arrays: ConvexArrays, i: number): SpheresShape {
    return this.shapes[arrays.shape[i]];
  }

  /** Orientation of the principal axes. */
  #turnOf(arrays: ConvexArrays, i: number): Quaternion {
    return multiply(quaternionAt(arrays.orientation, i), this.#shapeOf(arrays, i).principal);
  }

  /** What says who the spheres of a body are. */
  #tagOf(arrays: ConvexArrays, i: number): number {
    const material = arrays.material[i];
    const { isSphere } = this.#shapeOf(arrays, i);
    if (arrays.isFixed[i] === 1) return material | FIXED | (isSphere ? 0 : MEMBER);
    if (isSphere) return material | FRESH;
    return (material | MEMBER | massBits(this.#bodyMass(arrays, i), this.massUnit)) >>> 0;
  }

  #bodyMass(arrays: ConvexArrays, i: number): number {
    return this.#densities[arrays.material[i]] * this.#shapeOf(arrays, i).volume * power(arrays.scale[i], 3);
  }

  #writeRecord(grid: CellGrid, arrays: ConvexArrays, i: number, slot: number, words: Uint32Array, at: number): void {
    const cell = grid.pack(arrays.position, 3 * i, words, at + CLUMP.at.position);
    if (cell < 0) {
      const { x, y, z } = vectorAt(arrays.position, i);
      throw new SceneError('outside-domain', `bodies[${i}].position: [${x}, ${y}, ${z}] is outside the domain`);
    }
    const shape = this.#shapeOf(arrays, i);
    const density = this.#densities[arrays.material[i]];
    const factor = density * power(arrays.scale[i], 5);
    const [inertiaX, inertiaY, inertiaZ] = shape.inertia.map((moment) => factor * moment);
    const turn = this.#turnOf(arrays, i);
    CLUMP.write(words, at, {
      cell,
      velocity: [...arrays.velocity.subarray(3 * i, 3 * i + 3)],
      tag: arrays.material[i] | (arrays.isFixed[i] === 1 ? FIXED : FRESH),
      angularVelocity: [...arrays.angularVelocity.subarray(3 * i, 3 * i + 3)],
      firstMember: this.#firsts[slot],
      turn: [turn.w, turn.x, turn.y, turn.z].map((x) => Math.round(x * TURN_QUANTA)),
      momentum: toTriple(momentumOf(arrays, i, turn, shape, density)),
      memberCount: this.#counts[slot],
      mass: this.#bodyMass(arrays, i),
      inertiaX,
      inertiaY,
      inertiaZ,
    });
  }
}

/** Velocity of a point of body `i`. */
function velocityAt(arrays: ConvexArrays, i: number, point: Vector3, slot: Vector3): number[] {
  const { x, y, z } = add(
    vectorAt(arrays.velocity, i),
    cross(vectorAt(arrays.angularVelocity, i), subtract(point, slot)),
  );
  return [x, y, z];
}

/** A mass as stored in the word with the tag of a sphere: a rounded float of `unit` with fewer bits. */
function massBits(mass: number, unit: number): number {
  const [bits = 0] = new Uint32Array(Float32Array.of(mass / unit).buffer);
  const cut = (TAG + 1) >> MASS_SHIFT;
  if (bits < LEAST_MASS_BITS) {
    throw new SceneError(
      'not-on-gpu',
      `device gpu: clumps have masses from ${mass} to about ${unit} kg: more than 2e9 to 1; run with --device cpu`,
      { mass, unit },
    );
  }
  return (((bits - LEAST_MASS_BITS + (cut >> 1)) & ~(cut - 1)) << MASS_SHIFT) >>> 0;
}

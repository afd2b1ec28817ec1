// SPDX-License-Identifier: MIT
/**
 * The clumps of a simulation on the GPU: which place in their buffers belongs to which body, and what is written there.
 * Places of clumps that are gone are given to new ones with as many spheres.
 */

import { SceneError } from '../../errors.ts';
import { ceilLog2, power } from '../../math/elementary.ts';
import { multiply, type Quaternion } from '../../math/quaternion.ts';
import { add, cross, subtract, type Vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { CellGrid } from '../cell-grid.ts';
import { type ConvexBed, momentumOf, quaternionAt, TURN_QUANTA, vectorAt } from '../convex/convex-bed.ts';
import type { ClumpCounts } from '../gpu-clump-memory.ts';
import type { GpuEngine } from '../gpu-engine.ts';
import type { Present } from '../residents.ts';
import { emptyBed, type SphereBed } from '../sphere-bed.ts';
import { CLUMP_VECTORS } from '../wgsl/clump-motion.ts';
import { FIXED, FRESH, LEAST_MASS_BITS, MASS_SHIFT, MEMBER, tagBits } from '../wgsl/prelude.ts';
import { ballsOf, presentClump, type SpheresShape } from './clump-table.ts';

export const CLUMP_WORDS = 4 * CLUMP_VECTORS;
/** Where a clump's record has the number of its spheres; 0 for one that is gone. */
const COUNT_WORD = 19;
/** Ways from a centre are whole numbers below this. */
const MOST_WAY = 2 ** 30;
/** Clumps written at once. */
const PIECE = 1 << 16;
const NOBODY = -1;
/** Bits of a word with a mass that say who a sphere is. */
const TAG = tagBits({ clumps: 0 });

/**
 * Where the clumps are, by place: the number of the body, or none, its shape and the factor on its size, the first of
 * its spheres and how many it has.
 */
export interface ClumpPlaces {
  readonly names: readonly number[];
  readonly kinds: readonly number[];
  readonly scales: readonly number[];
  readonly firsts: readonly number[];
  readonly counts: readonly number[];
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
  /** Places without a body, by the number of spheres. */
  #free = new Map<number, number[]>();
  #members = 0;
  #isStarted = false;
  /** Places of the start, where they are no longer those. */
  #atStart: ClumpPlaces | undefined;
  /** Binary digits of a way's unit above a quantum; known when there are cells. */
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

  get places(): ClumpPlaces {
    const [names, kinds, scales] = [this.#names, this.#kinds, this.#scales];
    return { names, kinds, scales, firsts: this.#firsts, counts: this.#counts };
  }

  get shift(): number {
    return this.#shift;
  }

  /** `farthest` is the largest way from a centre to a sphere that there will be, m. */
  useCells({ unit }: CellGrid, farthest: number): void {
    this.#shift = 0;
    while (farthest / (unit * 2 ** this.#shift) >= MOST_WAY) this.#shift++;
  }

  present(bed: ConvexBed): Present[] {
    return Array.from({ length: bed.count }, (_, i) =>
      presentClump(this.#shapeOf(bed, i), bed.scale[i] ?? 1, vectorAt(bed.position, i), this.#turnOf(bed, i)),
    );
  }

  /** kg of those that move. */
  massOf(bed: ConvexBed): number {
    let sum = 0;
    for (let i = 0; i < bed.count; i++) if (bed.isFixed[i] !== 1) sum += this.#bodyMass(bed, i);
    return sum;
  }

  /** The spheres of bodies, whose numbers are `name` and those after it. */
  elements(bed: ConvexBed, name: number): SphereBed {
    let count = 0;
    for (let i = 0; i < bed.count; i++) count += this.#shapeOf(bed, i).spheres.length;
    const names = new Uint32Array(count);
    const tags = new Uint32Array(count);
    const spheres = { ...emptyBed(count), names, tags };
    let e = 0;
    for (let i = 0; i < bed.count; i++) {
      const shape = this.#shapeOf(bed, i);
      const place = vectorAt(bed.position, i);
      const isFixed = bed.isFixed[i] === 1;
      const tag = this.#tagOf(bed, i);
      for (const { centre, radius } of ballsOf(shape, bed.scale[i] ?? 1, place, this.#turnOf(bed, i))) {
        spheres.position.set([centre.x, centre.y, centre.z], 3 * e);
        const spin = bed.angularVelocity.subarray(3 * i, 3 * i + 3);
        spheres.velocity.set(velocityAt(bed, i, centre, place), 3 * e);
        spheres.angularVelocity.set(spin, 3 * e);
        spheres.radius[e] = radius;
        spheres.material[e] = bed.material[i] ?? 0;
        spheres.isFixed[e] = isFixed ? 1 : 0;
        names[e] = name + i;
        tags[e] = tag;
        e++;
      }
    }
    return spheres;
  }

  /**
   * Writes the clumps among bodies whose spheres are at index `first` and after it. Throws a SceneError for one whose
   * centre is in no cell.
   */
  async add(
    device: GPUDevice,
    engine: GpuEngine,
    grid: CellGrid,
    bed: ConvexBed,
    { first, name }: { first: number; name: number },
  ): Promise<void> {
    if (this.#isStarted) this.#change();
    this.#isStarted = true;
    const given: { place: number; body: number; sphere: number }[] = [];
    let sphere = first;
    for (let i = 0; i < bed.count; i++) {
      const { isSphere, spheres } = this.#shapeOf(bed, i);
      if (!isSphere) given.push({ place: this.#take(name, bed, i), body: i, sphere });
      sphere += spheres.length;
    }
    await engine.makeRoomForClumps(this.counts);
    const { clumps, offsets, members, ways } = engine.clumps;
    for (let from = 0; from < given.length; ) {
      const start = given[from]?.place ?? 0;
      let end = from + 1;
      while (end < given.length && end - from < PIECE && given[end]?.place === start + end - from) end++;
      const few = given.slice(from, end);
      const firstMember = this.#firsts[start] ?? 0;
      const words = new Uint32Array(CLUMP_WORDS * few.length);
      const total = few.reduce((sum, { place }) => sum + (this.#counts[place] ?? 0), 0);
      const way = new Int32Array(4 * total);
      const indices = new Uint32Array(total);
      few.forEach(({ place, body, sphere }, k) => {
        this.#writeRecord(grid, bed, body, place, words, CLUMP_WORDS * k);
        const at = (this.#firsts[place] ?? 0) - firstMember;
        this.#shapeOf(bed, body).spheres.forEach(({ centre: { x, y, z } }, j) => {
          const unit = (grid.unit * 2 ** this.#shift) / (bed.scale[body] ?? 1);
          way.set([Math.round(x / unit), Math.round(y / unit), Math.round(z / unit)], 4 * (at + j));
          indices[at + j] = sphere + j;
        });
      });
      device.queue.writeBuffer(clumps, 4 * CLUMP_WORDS * start, words);
      device.queue.writeBuffer(offsets, 16 * firstMember, way);
      device.queue.writeBuffer(members, 4 * firstMember, indices);
      device.queue.writeBuffer(ways, 4 * start, new Uint32Array(few.length));
      device.queue.submit([]);
      await device.queue.onSubmittedWorkDone();
      from = end;
    }
  }

  /** Takes clumps out of their places; their spheres are still there. */
  remove(device: GPUDevice, engine: GpuEngine, places: readonly number[]): void {
    if (places.length === 0) return;
    this.#change();
    for (const place of places) {
      this.#names[place] = NOBODY;
      const at = 4 * (CLUMP_WORDS * place + COUNT_WORD);
      device.queue.writeBuffer(engine.clumps.clumps, at, new Uint32Array(1));
    }
    this.#findFree();
  }

  /** Undefined where nothing has come or gone. */
  save(): ClumpPlaces | undefined {
    return this.#atStart && this.places;
  }

  restore(saved: ClumpPlaces | undefined): void {
    if (saved !== undefined) this.#change();
    const places = saved ?? this.#atStart;
    if (saved === undefined) this.#atStart = undefined;
    if (places === undefined) return;
    this.#names = [...places.names];
    this.#kinds = [...places.kinds];
    this.#scales = [...places.scales];
    this.#firsts = [...places.firsts];
    this.#counts = [...places.counts];
    this.#members = this.#counts.reduce((sum, count) => sum + count, 0);
    this.#findFree();
  }

  /** Before places become others than those of the start. */
  #change(): void {
    const { names, kinds, scales, firsts, counts } = this.places;
    this.#atStart ??= {
      names: [...names],
      kinds: [...kinds],
      scales: [...scales],
      firsts: [...firsts],
      counts: [...counts],
    };
  }

  /**
   * Notes which places have nobody; the lowest are taken first, so that sums over places are the same after a restore.
   */
  #findFree(): void {
    this.#free = new Map();
    this.#names.forEach((name, place) => {
      if (name !== NOBODY) return;
      const count = this.#counts[place] ?? 0;
      const known = this.#free.get(count) ?? [];
      this.#free.set(count, known);
      known.push(place);
    });
  }

  /** A place for body `i` of a bed, the numbers of which begin with `name`. */
  #take(name: number, bed: ConvexBed, i: number): number {
    const count = this.#shapeOf(bed, i).spheres.length;
    let place = this.#free.get(count)?.shift();
    if (place === undefined) {
      place = this.#names.length;
      this.#firsts.push(this.#members);
      this.#counts.push(count);
      this.#members += count;
    }
    this.#names[place] = name + i;
    this.#kinds[place] = bed.shape[i] ?? 0;
    this.#scales[place] = bed.scale[i] ?? 1;
    return place;
  }

  #shapeOf(bed: ConvexBed, i: number): SpheresShape {
    return this.shapes[bed.shape[i] ?? 0];
  }

  /** Orientation of the principal axes. */
  #turnOf(bed: ConvexBed, i: number): Quaternion {
    return multiply(quaternionAt(bed.orientation, i), this.#shapeOf(bed, i).principal);
  }

  /** What says who the spheres of a body are. */
  #tagOf(bed: ConvexBed, i: number): number {
    const material = bed.material[i] ?? 0;
    const { isSphere } = this.#shapeOf(bed, i);
    if (bed.isFixed[i] === 1) return material | FIXED | (isSphere ? 0 : MEMBER);
    if (isSphere) return material | FRESH;
    return (material | MEMBER | massBits(this.#bodyMass(bed, i), this.massUnit)) >>> 0;
  }

  #bodyMass(bed: ConvexBed, i: number): number {
    return (this.#densities[bed.material[i] ?? 0] ?? 0) * this.#shapeOf(bed, i).volume * power(bed.scale[i] ?? 1, 3);
  }

  #writeRecord(grid: CellGrid, bed: ConvexBed, i: number, place: number, words: Uint32Array, at: number): void {
    const floats = new Float32Array(words.buffer);
    const cell = grid.pack(bed.position, 3 * i, words, at);
    if (cell < 0) {
      const { x, y, z } = vectorAt(bed.position, i);
      throw new SceneError('outside-domain', `bodies[${i}].position: [${x}, ${y}, ${z}] is outside the domain`);
    }
    words[at + 3] = cell;
    const shape = this.#shapeOf(bed, i);
    const density = this.#densities[bed.material[i] ?? 0] ?? 0;
    const factor = density * power(bed.scale[i] ?? 1, 5);
    const turn = this.#turnOf(bed, i);
    const momentum = momentumOf(bed, i, turn, shape, density);
    floats.set(bed.velocity.subarray(3 * i, 3 * i + 3), at + 4);
    words[at + 7] = (bed.material[i] ?? 0) | (bed.isFixed[i] === 1 ? FIXED : FRESH);
    floats.set(bed.angularVelocity.subarray(3 * i, 3 * i + 3), at + 8);
    words[at + 11] = this.#firsts[place] ?? 0;
    new Int32Array(words.buffer).set(
      [turn.w, turn.x, turn.y, turn.z].map((x) => Math.round(x * TURN_QUANTA)),
      at + 12,
    );
    floats.set([momentum.x, momentum.y, momentum.z], at + 16);
    words[at + COUNT_WORD] = this.#counts[place] ?? 0;
    floats.set([this.#bodyMass(bed, i), ...shape.inertia.map((moment) => factor * moment)], at + 20);
  }
}

/** Velocity of a point of body `i`. */
function velocityAt(bed: ConvexBed, i: number, point: Vector3, place: Vector3): number[] {
  const { x, y, z } = add(vectorAt(bed.velocity, i), cross(vectorAt(bed.angularVelocity, i), subtract(point, place)));
  return [x, y, z];
}

/** A mass as what it is in the word with a sphere's tag: a float of `unit` with fewer bits, rounded. */
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

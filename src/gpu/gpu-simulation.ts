// SPDX-License-Identifier: MIT
/** A simulation of spheres on the GPU, from the same spec as the CPU's. What it reads back has the form of the CPU's views. */
import { SceneError } from '../errors.ts';
import { normalise, type Vector3, vector3 } from '../math/vector.ts';
import { checkEverything } from '../simulation/check-everything.ts';
import { massOfSphere, materialNumber } from '../simulation/set-up.ts';
import { defaultSkin } from '../simulation/simulation-room.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { ContactView, EnergyBalance } from '../simulation/simulation-views.ts';
import { type Box, CellGrid } from './cell-grid.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import { gpuContactView } from './gpu-contacts.ts';
import { GpuEngine } from './gpu-engine.ts';
import { gpuLawTable } from './gpu-law-table.ts';
import { gpuRefusals } from './gpu-refusals.ts';
import { WALL_NOW_WORDS, WALL_WORDS, writeWall, writeWallNow } from './gpu-walls.ts';
import { downloadBed, emptyBed, type ProbedBed, type SphereBed, uploadBed } from './sphere-bed.ts';
import { LAW_FLOATS } from './wgsl/contact-law.ts';
import type { KernelForm } from './wgsl/prelude.ts';

/** Up to this ratio of radii the narrow rows hold all partners of a dense bed. */
const NARROW_RATIO = 1.3;
const EQUAL_RATIO = 1.12;
/** Beside an open domain, bodies may go this many diameters before they have escaped. */
const OPEN_DIAMETERS = 50;
/** Offsets of uniform bindings are multiples of it. */
const MOMENT_UNIT = 256;

export interface GpuOptions {
  /** Adds up losses for the energy balance; default true. */
  readonly accounts?: boolean;
}

export class GpuSimulation {
  readonly spec: SimulationSpec;
  readonly #gpu: GpuDevice;
  readonly #engine: GpuEngine;
  readonly #grid: CellGrid;
  readonly #count: number;
  readonly #form: KernelForm;
  readonly #potentialAtCorner: number;
  #startEnergy: number | undefined;

  /** Throws a SceneError that names everything in the spec that the GPU cannot do. */
  static async create(spec: SimulationSpec, gpu: GpuDevice, options: GpuOptions = {}): Promise<GpuSimulation> {
    checkEverything(spec);
    const refusals = gpuRefusals(spec);
    if (refusals.length > 0) {
      const list = refusals.map(({ path, problem }) => `${path}: not on the GPU yet: ${problem}`).join('\n');
      throw new SceneError('not-on-gpu', `${list}\nrun with --device cpu`);
    }
    const others = (spec.shapes ?? []).filter((shape) => !('sphere' in shape)).map(({ name }) => name);
    if (others.length > 0) throw new SceneError('not-on-gpu', `shapes: ${others.join(', ')}: not spheres`);
    return GpuSimulation.fromBed(spec, bedOf(spec), gpu, options);
  }

  /** The same with bodies given as flat arrays instead of `spec.bodies`: for beds of millions. */
  static async fromBed(
    spec: SimulationSpec,
    bed: SphereBed,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuSimulation> {
    let [smallest, largest] = [Infinity, 0];
    for (const radius of bed.radius) {
      if (radius < smallest) smallest = radius;
      if (radius > largest) largest = radius;
    }
    const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
    const grid = new CellGrid(boxOf(spec, bed, largest), 2 * largest + skin);
    const materials = spec.materials.length;
    const walls = spec.halfSpaces ?? [];
    const table = gpuLawTable(
      spec,
      new Set(bed.material),
      new Set(walls.map(({ material }, k) => materialNumber(spec, material, `halfSpaces[${k}].material`))),
    );
    const ratio = largest / smallest;
    const { global = 0, viscous = 0 } = spec.damping ?? {};
    const form: KernelForm = {
      maskWords: ratio <= NARROW_RATIO ? 1 : 3,
      partners: ratio <= EQUAL_RATIO ? 22 : ratio <= NARROW_RATIO ? 26 : 96,
      contacts: ratio <= EQUAL_RATIO ? 13 : ratio <= NARROW_RATIO ? 16 : 64,
      halfSpaces: walls.length,
      materials,
      law: table.law,
      isDamped: global > 0 || viscous > 0,
      hasAccounts: options.accounts ?? true,
    };
    const tables = new Uint32Array(
      LAW_FLOATS * materials ** 2 + 4 * materials + WALL_WORDS * Math.max(1, walls.length),
    );
    tables.set(table.words);
    const floats = new Float32Array(tables.buffer);
    spec.materials.forEach(({ density }, k) => {
      floats[LAW_FLOATS * materials ** 2 + 4 * k] = massOfSphere(1, density);
    });
    walls.forEach((wall, k) => {
      const at = LAW_FLOATS * materials ** 2 + 4 * materials + WALL_WORDS * k;
      writeWall(wall, materialNumber(spec, wall.material, `halfSpaces[${k}].material`), grid, tables, at);
    });
    const moment = 16 + 4 * WALL_NOW_WORDS * Math.max(1, walls.length);
    const { x, y, z } = vector3(spec.gravity);
    const engine = await GpuEngine.create(gpu, form, grid, {
      count: bed.count,
      timeStep: spec.timeStep,
      skin,
      gravity: [x, y, z],
      localDamping: global,
      viscousKept: Math.exp(-viscous * spec.timeStep),
      tables,
      momentBytes: Math.ceil(moment / MOMENT_UNIT) * MOMENT_UNIT,
      writeWalls: (step, words, at) => {
        walls.forEach((wall, k) => {
          writeWallNow(wall, grid, step * spec.timeStep, spec.timeStep, words, at + WALL_NOW_WORDS * k);
        });
      },
    });
    await uploadBed(gpu.device, engine, grid, bed);
    let mass = 0;
    for (let i = 0; i < bed.count; i++) {
      const density = spec.materials[bed.material[i] ?? 0]?.density ?? 0;
      if (bed.isFixed[i] !== 1) mass += massOfSphere(bed.radius[i] ?? 0, density);
    }
    const corner = -mass * (x * grid.origin[0] + y * grid.origin[1] + z * grid.origin[2]);
    return new GpuSimulation(spec, gpu, engine, grid, form, bed.count, corner);
  }

  private constructor(
    spec: SimulationSpec,
    gpu: GpuDevice,
    engine: GpuEngine,
    grid: CellGrid,
    form: KernelForm,
    count: number,
    corner: number,
  ) {
    this.#form = form;
    this.#potentialAtCorner = corner;
    this.spec = spec;
    this.#gpu = gpu;
    this.#engine = engine;
    this.#grid = grid;
    this.#count = count;
  }

  get stepCount(): number {
    return this.#engine.stepCount;
  }

  /** s */
  get time(): number {
    return this.#engine.stepCount * this.spec.timeStep;
  }

  /** Bytes on the GPU. */
  get bytes(): number {
    return this.#engine.memory.room.bytes;
  }

  /** Largest overlap over the smaller radius so far, where it was above 0.05; else 0. */
  get deepest(): number {
    return this.#engine.deepest;
  }

  get lists(): number {
    return this.#engine.lists;
  }

  /** Moves everything on by `count` steps. */
  async step(count = 1): Promise<void> {
    if (this.#startEnergy === undefined && count > 0) await this.#start();
    await this.#engine.advance(count);
  }

  /** All bodies, in the order of the spec. */
  async bodies(): Promise<ProbedBed> {
    return downloadBed(this.#gpu.device, this.#engine, this.#grid, this.#count);
  }

  /** All contacts of this bed, which is that of the present; `ids` are those of bodies by their place in the spec. */
  async contacts(bed: ProbedBed, ids: (place: number) => number): Promise<ContactView> {
    const words = await this.#engine.contactWords();
    return gpuContactView(this.spec, this.#form, words, await this.#engine.readNames(), bed, ids, this.time);
  }

  async contactCount(): Promise<number> {
    return (await this.#engine.counts()).contacts;
  }

  /** The balance of energies, to the rounding of float32; of a bed that is that of the present, without looking at it again. */
  async energy(bed?: ProbedBed): Promise<EnergyBalance> {
    if (this.#startEnergy === undefined) await this.#start();
    const [kinetic, rotational, potential, elastic] = await this.#energies(bed);
    const { damping, friction, rolling, wallWork, global } = this.#engine.losses;
    const insertedEnergy = this.#startEnergy ?? 0;
    const present = kinetic + rotational + potential + elastic;
    return {
      ...{ kinetic, rotational, potential, elastic },
      ...{ frictionLoss: friction, dampingLoss: damping, rollingLoss: rolling, globalDampingLoss: global },
      ...{ wallWork, insertedEnergy, outletEnergy: 0 },
      balance: present + damping + friction + rolling + global - wallWork - insertedEnergy,
    };
  }

  /** The whole state; `restore` goes on from it with the same bits on the same device. */
  async save(): Promise<Uint8Array> {
    return this.#engine.save({ startEnergy: this.#startEnergy });
  }

  /** Takes a saved state over. The spec must be the one it was saved with. */
  restore(bytes: Uint8Array): void {
    this.#startEnergy = this.#engine.restore<{ startEnergy?: number }>(bytes).startEnergy;
  }

  destroy(): void {
    this.#engine.destroy();
  }

  async #start(): Promise<void> {
    this.#startEnergy = (await this.#energies()).reduce((sum, energy) => sum + energy, 0);
  }

  /** Kinetic, rotational, potential and elastic energy at the present time. */
  async #energies(bed?: ProbedBed): Promise<[number, number, number, number]> {
    const { energies } = bed ?? (await this.#engine.probe());
    const [kinetic = 0, rotational = 0, potential = 0, elastic = 0] = energies;
    // The GPU measures heights from the corner of the cells.
    return [kinetic, rotational, potential + this.#potentialAtCorner, elastic];
  }
}

/** The bodies of a spec as flat arrays. */
function bedOf(spec: SimulationSpec): SphereBed {
  const bodies = spec.bodies ?? [];
  const count = bodies.length;
  const radii = new Map((spec.shapes ?? []).map((shape) => [shape.name, 'sphere' in shape ? shape.sphere.radius : 0]));
  const bed = emptyBed(count);
  const put = (to: Float64Array, i: number, { x, y, z }: Vector3): void => to.set([x, y, z], 3 * i);
  bodies.forEach((body, i) => {
    put(bed.position, i, vector3(body.position));
    if (body.velocity !== undefined) put(bed.velocity, i, vector3(body.velocity));
    if (body.angularVelocity !== undefined) put(bed.angularVelocity, i, vector3(body.angularVelocity));
    bed.radius[i] = (radii.get(body.shape) ?? 0) * (body.scale ?? 1);
    bed.material[i] = materialNumber(spec, body.material, `bodies[${i}].material`);
    bed.isFixed[i] = body.fixed === true ? 1 : 0;
  });
  return bed;
}

/** The domain, or room around the bodies as far as walls across the axes let them go. */
export function boxOf(spec: SimulationSpec, bed: Pick<SphereBed, 'count' | 'position'>, largest: number): Box {
  if (spec.domain !== undefined) {
    const { min, max, periodic = [false, false, false] } = spec.domain;
    return { min: vector3(min), max: vector3(max), periodic };
  }
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 3 * bed.count; k++) {
    const x = bed.position[k] ?? 0;
    const axis = k % 3;
    if (x < (min[axis] ?? 0)) min[axis] = x;
    if (x > (max[axis] ?? 0)) max[axis] = x;
  }
  const open = 2 * largest * OPEN_DIAMETERS;
  const low = min.map((x) => x - open);
  const high = max.map((x) => x + open);
  for (const { normal, offset, motion } of spec.halfSpaces ?? []) {
    if (motion !== undefined) continue;
    const { x, y, z } = normalise(vector3(normal));
    [x, y, z].forEach((n, axis) => {
      // A diameter beyond the wall: overlaps are smaller.
      if (n === 1) low[axis] = Math.max(low[axis] ?? 0, offset - 2 * largest);
      if (n === -1) high[axis] = Math.min(high[axis] ?? 0, -offset + 2 * largest);
    });
  }
  const corner = ([x = 0, y = 0, z = 0]: number[]): Vector3 => ({ x, y, z });
  return { min: corner(low), max: corner(high), periodic: [false, false, false] };
}

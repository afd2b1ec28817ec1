// SPDX-License-Identifier: MIT
/** A simulation of convex bodies on the GPU: polyhedra, superquadrics, ellipsoids and spheres among them. From the same spec as the CPU's, read back in the form of its views. */
import { vector3 } from '../../math/vector.ts';
import { materialNumber } from '../../simulation/set-up.ts';
import { defaultSkin } from '../../simulation/simulation-room.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
  type EnergyBalance,
} from '../../simulation/simulation-views.ts';
import { CellGrid } from '../cell-grid.ts';
import { CONVEX_BUFFERS, type GpuDevice, needBuffers } from '../gpu-adapter.ts';
import { gpuLawTable } from '../gpu-law-table.ts';
import { readBuffer } from '../gpu-program.ts';
import { GpuRoster } from '../gpu-roster.ts';
import type { GpuOptions } from '../gpu-simulation.ts';
import { WALL_WORDS, wallNowWords, wallPlane, writeWall, writeWallNow } from '../gpu-walls.ts';
import { boxOf } from '../scene-bed.ts';
import { LAW_FLOATS } from '../wgsl/contact-law.ts';
import { type ConvexForm, RECORD_FLOATS, WALL_BIT } from '../wgsl/convex-prelude.ts';
import {
  type ConvexBed,
  convexBedOf,
  downloadConvexBed,
  downloadPlaces,
  type ProbedConvexBed,
  uploadConvexBed,
} from './convex-bed.ts';
import { ConvexEngine } from './convex-engine.ts';
import { POLYHEDRON, type ShapeTable, SUPERQUADRIC, shapeTable, type TableShape } from './shape-table.ts';

const MOMENT_UNIT = 256;
/** Room for points of one pair. */
const MOST_POINTS = 8;
/** Pairs of like bodies in a dense bed, with room to spare; of those that lie flat on each other. */
const PAIRS_PER_BODY = 16;
const FLAT_SHARE = 0.25;
const LEAST_PAIRS = 1024;
/** Of the spare words of a wall: above 0 for one that moves. */
const WALL_MOVES = 14;

export class GpuConvexSimulation {
  readonly spec: SimulationSpec;
  /** Nobody comes or goes. */
  readonly population: { readonly roster: GpuRoster; readonly insertions: []; readonly outlets: [] };
  readonly #gpu: GpuDevice;
  readonly #engine: ConvexEngine;
  readonly #grid: CellGrid;
  readonly #shapes: readonly TableShape[];
  readonly #potentialAtCorner: number;
  #startEnergy: number | undefined;

  /** What the GPU cannot do must have been refused. */
  static async create(spec: SimulationSpec, gpu: GpuDevice, options: GpuOptions = {}): Promise<GpuConvexSimulation> {
    const table = shapeTable(spec.shapes ?? []);
    return GpuConvexSimulation.#fromTable(
      spec,
      convexBedOf(spec, table.shapes),
      table,
      new GpuRoster(spec),
      gpu,
      options,
    );
  }

  /** The same with bodies given as flat arrays instead of `spec.bodies`: for beds of millions. */
  static async fromBed(
    spec: SimulationSpec,
    bed: ConvexBed,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuConvexSimulation> {
    const roster = new GpuRoster(spec, bed.count);
    return GpuConvexSimulation.#fromTable(spec, bed, shapeTable(spec.shapes ?? []), roster, gpu, options);
  }

  static async #fromTable(
    spec: SimulationSpec,
    bed: ConvexBed,
    table: ShapeTable,
    roster: GpuRoster,
    gpu: GpuDevice,
    options: GpuOptions,
  ): Promise<GpuConvexSimulation> {
    needBuffers(gpu.device, CONVEX_BUFFERS, 'convex bodies');
    const { shapes } = table;
    let [smallest, largest] = [Infinity, 0];
    for (let i = 0; i < bed.count; i++) {
      const radius = (shapes[bed.shape[i] ?? 0]?.radius ?? 0) * (bed.scale[i] ?? 1);
      if (radius < smallest) smallest = radius;
      if (radius > largest) largest = radius;
    }
    if (bed.count === 0) [smallest, largest] = [1, 1];
    const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
    const grid = new CellGrid(boxOf(spec, bed, largest), singlePrecision(2 * largest + skin));
    const materials = spec.materials.length;
    const walls = spec.halfSpaces ?? [];
    const law = gpuLawTable(
      spec,
      new Set(bed.material),
      new Set(walls.map(({ material }, k) => materialNumber(spec, material, `halfSpaces[${k}].material`))),
    );
    const form = formOf(spec, bed, table, law.law, largest / smallest, options);
    const lawWords = LAW_FLOATS * materials ** 2;
    const tables = new Uint32Array(lawWords + 4 * materials + WALL_WORDS * Math.max(1, walls.length));
    tables.set(law.words);
    const floats = new Float32Array(tables.buffer);
    spec.materials.forEach(({ density }, k) => {
      floats[lawWords + 4 * k] = density;
    });
    walls.forEach((wall, k) => {
      const at = lawWords + 4 * materials + WALL_WORDS * k;
      const material = materialNumber(spec, wall.material, `halfSpaces[${k}].material`);
      writeWall(wallPlane(wall, 0).normal, material, grid, tables, at);
      floats[at + WALL_MOVES] = wall.motion === undefined ? 0 : 1;
    });
    const perWall = wallNowWords(false);
    const moment = 16 + 4 * perWall * Math.max(1, walls.length);
    const { x, y, z } = vector3(spec.gravity);
    const { global = 0, viscous = 0 } = spec.damping ?? {};
    const settings = {
      ...{ count: bed.count, timeStep: spec.timeStep, skin, gravity: [x, y, z] as const },
      ...{ localDamping: global, viscousKept: 1 - viscous * spec.timeStep, tables },
      momentBytes: Math.ceil(moment / MOMENT_UNIT) * MOMENT_UNIT,
      writeWalls: (step: number, words: Uint32Array, at: number) => {
        walls.forEach((wall, k) => {
          writeWallNow(wall, grid, step * spec.timeStep, spec.timeStep, words, at + perWall * k);
        });
      },
    };
    const engine = await ConvexEngine.create(gpu, form, grid, settings, table.words);
    const densities = spec.materials.map(({ density }) => density);
    await uploadConvexBed(gpu.device, engine, grid, bed, shapes, densities);
    let mass = 0;
    for (let i = 0; i < bed.count; i++) {
      const volume = (shapes[bed.shape[i] ?? 0]?.volume ?? 0) * (bed.scale[i] ?? 1) ** 3;
      if (bed.isFixed[i] !== 1) mass += volume * (densities[bed.material[i] ?? 0] ?? 0);
    }
    const corner = -mass * (x * grid.origin[0] + y * grid.origin[1] + z * grid.origin[2]);
    return new GpuConvexSimulation(spec, gpu, engine, grid, shapes, roster, corner);
  }

  private constructor(
    spec: SimulationSpec,
    gpu: GpuDevice,
    engine: ConvexEngine,
    grid: CellGrid,
    shapes: readonly TableShape[],
    roster: GpuRoster,
    corner: number,
  ) {
    this.spec = spec;
    this.#gpu = gpu;
    this.#engine = engine;
    this.#grid = grid;
    this.#shapes = shapes;
    this.population = { roster, insertions: [], outlets: [] };
    this.#potentialAtCorner = corner;
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
    return this.#engine.memory.bytes;
  }

  /** Largest overlap over the smaller radius so far, where it was above 0.05; else 0. */
  get deepest(): number {
    return this.#engine.deepest;
  }

  get count(): number {
    return this.population.roster.count;
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
  async bodies(): Promise<ProbedConvexBed> {
    return downloadConvexBed(this.#gpu.device, this.#engine, this.#grid, this.count, this.#shapes);
  }

  /** Where they are, stride 3: for looks that are taken often. */
  async places(): Promise<Float64Array> {
    return downloadPlaces(this.#gpu.device, this.#engine, this.#grid, this.count);
  }

  /** Of this bed. */
  async orientations(bed: ProbedConvexBed): Promise<Float64Array> {
    return bed.orientation;
  }

  /** There are no meshes. */
  meshLoads(): [] {
    return [];
  }

  /** All contact points of this bed, which is that of the present; `ids` are those of bodies by their place in the spec. */
  async contacts(bed: ProbedConvexBed, ids: (place: number) => number): Promise<ContactView> {
    const floats = await this.#engine.contactRecords();
    const words = new Uint32Array(floats.buffer);
    const names = new Uint32Array(await readBuffer(this.#gpu.device, this.#engine.state.names, 4 * this.count));
    const count = floats.length / RECORD_FLOATS;
    const view = {
      count,
      idA: new Int32Array(count),
      idB: new Int32Array(count),
      kind: new Int32Array(count),
      facet: new Int32Array(count).fill(-1),
      feature: new Int32Array(count).fill(-1),
      featureId: new Int32Array(count).fill(-1),
      point: new Float64Array(3 * count),
      normal: new Float64Array(3 * count),
      overlap: new Float64Array(count),
      force: new Float64Array(3 * count),
    };
    for (let k = 0; k < count; k++) {
      const at = RECORD_FLOATS * k;
      const first = names[words[at + 1] ?? 0] ?? 0;
      const second = words[at + 2] ?? 0;
      const isWall = second >= WALL_BIT;
      view.idA[k] = ids(first);
      view.idB[k] = isWall ? second - WALL_BIT : ids(names[second] ?? 0);
      view.kind[k] = isWall ? CONTACT_HALF_SPACE : CONTACT_BODY;
      view.overlap[k] = floats[at + 7] ?? 0;
      for (let c = 0; c < 3; c++) {
        view.point[3 * k + c] = (bed.position[3 * first + c] ?? 0) + (floats[at + 4 + c] ?? 0);
        view.force[3 * k + c] = floats[at + 8 + c] ?? 0;
        view.normal[3 * k + c] = floats[at + 12 + c] ?? 0;
      }
    }
    return view;
  }

  async contactCount(): Promise<number> {
    return (await this.#engine.probe()).points;
  }

  /** Pairs in the present list, half-spaces included. */
  async pairCount(): Promise<number> {
    return this.#engine.pairCount();
  }

  /** The balance of energies, to the rounding of float32; of a bed that is that of the present, without looking at it again. */
  async energy(bed?: ProbedConvexBed): Promise<EnergyBalance> {
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

  async #energies(bed?: ProbedConvexBed): Promise<[number, number, number, number]> {
    const { energies } = bed ?? (await this.#engine.probe());
    const [kinetic = 0, rotational = 0, potential = 0, elastic = 0] = energies;
    return [kinetic, rotational, potential + this.#potentialAtCorner, elastic];
  }
}

function formOf(
  spec: SimulationSpec,
  bed: ConvexBed,
  { words, shapes }: ShapeTable,
  law: number | undefined,
  ratio: number,
  options: GpuOptions,
): ConvexForm {
  const walls = spec.halfSpaces ?? [];
  const used = new Set(bed.shape);
  const kinds = new Set([...used].map((k) => shapes[k]?.kind));
  const corners = Math.max(1, ...[...used].map((k) => shapes[k]?.corners ?? 1));
  const most = (word: number): number =>
    Math.max(1, ...shapes.map((_, k) => (shapes[k]?.kind === POLYHEDRON ? (words[24 * k + word] ?? 1) : 1)));
  const { global = 0, viscous = 0 } = spec.damping ?? {};
  const moving = walls.filter(({ motion }) => motion !== undefined).length;
  const all = (bed.count * (bed.count - 1)) / 2 + walls.length * bed.count;
  const perBody = spec.capacity?.pairsPerBody ?? Math.ceil(PAIRS_PER_BODY * Math.max(1, ratio / 1.3) ** 2);
  const pairCapacity = Math.max(1, Math.min(all, (perBody + moving) * bed.count + LEAST_PAIRS));
  return {
    ...{ hasTurningWalls: false, meshes: 0, isTurning: false, regions: 0 },
    ...{
      maskWords: 1,
      partners: 1,
      contacts: 1,
      levels: 0,
      halfSpaces: walls.length,
      materials: spec.materials.length,
      law,
    },
    isDamped: global > 0 || viscous > 0,
    hasAccounts: options.accounts ?? true,
    points: Math.min(MOST_POINTS, corners > 1 ? 2 * corners : 1),
    ...{ faces: most(2), edges: most(3) },
    hasPolyhedra: kinds.has(POLYHEDRON),
    hasSmooth: [...kinds].some((kind) => kind !== POLYHEDRON),
    hasSuperquadrics: kinds.has(SUPERQUADRIC),
    pairCapacity,
    poolCapacity: Math.max(1, Math.min(pairCapacity, Math.ceil(FLAT_SHARE * pairCapacity) + LEAST_PAIRS)),
  };
}

/** The next number above of those that float32 has: quanta of such cells are exact on the GPU. */
function singlePrecision(x: number): number {
  const rounded = Math.fround(x);
  return rounded >= x ? rounded : Math.fround(rounded * (1 + 2 ** -23));
}

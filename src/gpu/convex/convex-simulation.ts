// SPDX-License-Identifier: MIT
/**
 * A simulation of convex bodies on the GPU: polyhedra, superquadrics, ellipsoids and spheres. It takes the same spec as
 * the CPU and returns the same views.
 */
import { power } from '../../math/elementary.ts';
import { vector3 } from '../../math/vector.ts';
import { materialNumber, overlapLimit } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type SpecFingerprint, simulationFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import {
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
  type EnergyBalance,
} from '../../simulation/views/simulation-views.ts';
import type { MeshLoad } from '../../simulation/walls/meshes.ts';
import { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { CONVEX_BUFFERS, type GpuDevice, needBuffers } from '../engine/gpu-adapter.ts';
import { gpuEnergyBalance } from '../engine/gpu-energy.ts';
import { gpuLawTable } from '../engine/gpu-law-table.ts';
import { GpuPopulation, type SavedPopulation } from '../engine/gpu-population.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { outsideBit, regionWords } from '../engine/gpu-regions.ts';
import type { Found } from '../engine/gpu-settings.ts';
import type { GpuOptions } from '../engine/gpu-simulation.ts';
import { withFastBody } from '../engine/gpu-travel.ts';
import { WALL_WORDS, wallNowWords, wallPlane, writeWall, writeWallNow } from '../engine/gpu-walls.ts';
import { RECORD_FLOATS, WALL_BIT } from '../kernels/convex-prelude.ts';
import { LAW_FLOATS } from '../kernels/wgsl-contact-force.ts';
import { ConvexMeshes } from '../meshes/convex-meshes.ts';
import { MESH_NOW_WORDS } from '../meshes/gpu-mesh-motion.ts';
import { loadsOfMeshes, type MeshTouch, withMeshTouches } from '../meshes/mesh-touches.ts';
import { insertedMaterials, roomFor } from '../spheres/scene-spheres.ts';
import {
  type ConvexArrays,
  convexBodiesOf,
  downloadConvexBodies,
  downloadPositions,
  joinConvexBodies,
  type ProbedConvexBodies,
  uploadConvexBodies,
} from './convex-arrays.ts';
import { ConvexEngine } from './convex-engine.ts';
import { convexForm, convexGrid, convexReach, convexRoom } from './convex-form.ts';
import { convexBodiesOfNewcomers, GpuConvexBodies, presentBodies } from './gpu-convex-bodies.ts';
import { type ShapeTable, shapeTable, type TableShape } from './shape-table.ts';

const STEP_INPUT_UNIT = 256;
/** Of the spare words of a wall: above 0 for one that moves. */
const WALL_MOVES = 14;

/** Saved data besides the state of the engine. */
interface SavedHost {
  readonly startEnergy: number | undefined;
  readonly population: SavedPopulation;
}

export class GpuConvexSimulation {
  readonly spec: SimulationSpec;
  /** Bodies that come and go, and who they are. */
  readonly population: GpuPopulation;
  readonly #gpu: GpuDevice;
  readonly #engine: ConvexEngine;
  readonly #grid: CellGrid;
  readonly #shapes: readonly TableShape[];
  readonly #meshes: ConvexMeshes | undefined;
  #touches: readonly MeshTouch[] = [];
  #startEnergy: number | undefined;
  #fingerprint: SpecFingerprint | undefined;

  /** Unsupported specs must have been refused before. */
  static async create(spec: SimulationSpec, gpu: GpuDevice, options: GpuOptions = {}): Promise<GpuConvexSimulation> {
    const table = shapeTable(spec.shapes ?? []);
    return GpuConvexSimulation.#fromTable(
      spec,
      convexBodiesOf(spec, table.shapes),
      table,
      new BodyIds(spec),
      gpu,
      options,
    );
  }

  /** The same with bodies given as flat arrays instead of `spec.bodies`: for millions of bodies. */
  static async fromArrays(
    spec: SimulationSpec,
    arrays: ConvexArrays,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuConvexSimulation> {
    const bodyIds = new BodyIds(spec, arrays.count);
    return GpuConvexSimulation.#fromTable(spec, arrays, shapeTable(spec.shapes ?? []), bodyIds, gpu, options);
  }

  static async #fromTable(
    spec: SimulationSpec,
    given: ConvexArrays,
    table: ShapeTable,
    bodyIds: BodyIds,
    gpu: GpuDevice,
    options: GpuOptions,
  ): Promise<GpuConvexSimulation> {
    needBuffers(gpu.device, CONVEX_BUFFERS, 'convex bodies');
    const { shapes } = table;
    const reach = convexReach(spec, given, shapes);
    const population = new GpuPopulation(spec, bodyIds, reach.largest);
    const born = await population.startWith(() => presentBodies(given, shapes));
    const arrays = born.length === 0 ? given : joinConvexBodies(given, convexBodiesOfNewcomers(born));
    const { smallest, largest } = reach;
    const { grid, skin } = convexGrid(spec, arrays, reach);
    const materials = spec.materials.length;
    const walls = spec.halfSpaces ?? [];
    const wallMaterials = walls.map(({ material }, k) => materialNumber(spec, material, `halfSpaces[${k}].material`));
    const meshes = ConvexMeshes.of(spec, grid, largest, skin);
    const law = gpuLawTable(
      spec,
      new Set([...new Set(arrays.material), ...insertedMaterials(spec)]),
      new Set([...wallMaterials, ...(meshes?.materials ?? [])]),
    );
    const form = convexForm(spec, arrays, table, law.law, options);
    const lawWords = LAW_FLOATS * materials ** 2;
    const tables = new Uint32Array(lawWords + 4 * materials + WALL_WORDS * Math.max(1, walls.length));
    tables.set(law.words);
    const floats = new Float32Array(tables.buffer);
    spec.materials.forEach(({ density }, k) => {
      floats[lawWords + 4 * k] = density;
    });
    walls.forEach((wall, k) => {
      const at = lawWords + 4 * materials + WALL_WORDS * k;
      writeWall(wallPlane(wall, 0).normal, wallMaterials[k], grid, tables, at);
      floats[at + WALL_MOVES] = wall.motion === undefined ? 0 : 1;
    });
    const perWall = wallNowWords(form.hasTurningWalls);
    const wallWords = perWall * Math.max(1, walls.length);
    const inputBytes = 16 + 4 * (wallWords + MESH_NOW_WORDS * form.meshes);
    const { x, y, z } = vector3(spec.gravity);
    const { global = 0, viscous = 0 } = spec.damping ?? {};
    const settings = {
      count: arrays.count,
      timeStep: spec.timeStep,
      skin,
      overlapLimit: overlapLimit(spec),
      gravity: [x, y, z] as const,
      localDamping: global,
      viscousKept: 1 - viscous * spec.timeStep,
      tables,
      stepInputBytes: Math.ceil(inputBytes / STEP_INPUT_UNIT) * STEP_INPUT_UNIT,
      regions: regionWords(spec, grid),
      atLists: spec.domain?.onEscape === 'delete' ? outsideBit(spec) : 0,
      outletsAt: (step: number) => population.outletsAt(step),
      onFound: (found: readonly Found[]) => population.takeOut(found),
      writeWalls: (step: number, words: Uint32Array, at: number) => {
        walls.forEach((wall, k) => {
          const material = form.hasTurningWalls ? wallMaterials[k] : undefined;
          writeWallNow(wall, grid, step * spec.timeStep, spec.timeStep, words, at + perWall * k, material);
        });
        meshes?.motions.write(step, words, at + wallWords);
      },
      meshes,
    };
    const room = convexRoom(spec, roomFor(spec, arrays.count), largest / smallest);
    const engine = await ConvexEngine.create(gpu, form, grid, settings, room, table.words);
    const densities = spec.materials.map(({ density }) => density);
    await uploadConvexBodies(gpu.device, engine, grid, arrays, shapes, densities);
    for (let i = 0; i < given.count; i++) {
      const volume = (shapes[given.shape[i]]?.volume ?? 0) * power(given.scale[i], 3);
      if (given.isFixed[i] !== 1) population.mass += volume * densities[given.material[i]];
    }
    population.attach(new GpuConvexBodies(spec, gpu.device, engine, grid, bodyIds, shapes));
    return new GpuConvexSimulation(spec, gpu, engine, grid, shapes, population, meshes);
  }

  private constructor(
    spec: SimulationSpec,
    gpu: GpuDevice,
    engine: ConvexEngine,
    grid: CellGrid,
    shapes: readonly TableShape[],
    population: GpuPopulation,
    meshes: ConvexMeshes | undefined,
  ) {
    this.spec = spec;
    this.#gpu = gpu;
    this.#engine = engine;
    this.#grid = grid;
    this.#shapes = shapes;
    this.population = population;
    this.#meshes = meshes;
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

  /** Largest overlap over the smaller radius so far, if above 0.05; otherwise 0. */
  get deepest(): number {
    return this.#engine.deepest;
  }

  /**
   * Largest travel of a body in one step so far, relative to half its smallest thickness, if above 0.1; otherwise 0.
   */
  get fastest(): number {
    return this.#engine.fastest;
  }

  get count(): number {
    return this.population.bodyIds.count;
  }

  get lists(): number {
    return this.#engine.lists;
  }

  /** Moves everything on by `count` steps. */
  async step(count = 1): Promise<void> {
    if (this.#startEnergy === undefined && count > 0) await this.#start();
    const end = this.stepCount + count;
    await this.population.insert();
    try {
      while (this.stepCount < end) {
        await this.#engine.advance(Math.min(end, this.population.nextStep) - this.stepCount);
        await this.population.insert();
      }
    } catch (error) {
      throw await withFastBody(error, this, this.spec);
    }
  }

  /** All bodies, in the order of the spec and then of their coming. */
  async bodies(): Promise<ProbedConvexBodies> {
    const { indices } = this.population.bodyIds;
    return downloadConvexBodies(this.#gpu.device, this.#engine, this.#grid, this.#shapes, indices);
  }

  /** Positions, stride 3, for frequent queries. */
  async positions(): Promise<Float64Array> {
    return downloadPositions(this.#gpu.device, this.#engine, this.#grid, this.count);
  }

  /** Of these bodies. */
  async orientations(arrays: ProbedConvexBodies): Promise<Float64Array> {
    return arrays.orientation;
  }

  /** Load on each mesh from the contacts that were last read back. */
  meshLoads(): MeshLoad[] {
    return loadsOfMeshes(this.spec, this.#touches, this.time);
  }

  /**
   * All contact points of these bodies, which are those of the present time; `ids` gives the id of a body by its index.
   */
  async contacts(arrays: ProbedConvexBodies, ids: (index: number) => number): Promise<ContactView> {
    const floats = await this.#engine.contactRecords();
    const words = new Uint32Array(floats.buffer);
    const named = new Uint32Array(await readBuffer(this.#gpu.device, this.#engine.state.names, 4 * this.count));
    const { indices } = this.population.bodyIds;
    const names = indices === undefined ? named : named.map((name) => indices[name]);
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
      const first = names[words[at + 1]];
      const second = words[at + 2];
      const isWall = second >= WALL_BIT;
      view.idA[k] = ids(first);
      view.idB[k] = isWall ? second - WALL_BIT : ids(names[second]);
      view.kind[k] = isWall ? CONTACT_HALF_SPACE : CONTACT_BODY;
      view.overlap[k] = floats[at + 7];
      for (let c = 0; c < 3; c++) {
        view.point[3 * k + c] = arrays.position[3 * first + c] + floats[at + 4 + c];
        view.force[3 * k + c] = floats[at + 8 + c];
        view.normal[3 * k + c] = floats[at + 12 + c];
      }
    }
    if (this.#meshes === undefined) return view;
    this.#touches = this.#meshes.touches(
      await this.#engine.meshRows(),
      (index) => names[index],
      (name) => {
        const [x = 0, y = 0, z = 0] = arrays.position.subarray(3 * name, 3 * name + 3);
        return { x, y, z };
      },
    );
    return withMeshTouches(view, this.#touches, ids);
  }

  async contactCount(): Promise<number> {
    return (await this.#engine.probe()).points;
  }

  /** Pairs in the present list, half-spaces included. */
  async pairCount(): Promise<number> {
    return this.#engine.pairCount();
  }

  /** The balance of energies, to the rounding of float32; of bodies of the present time, without reading them again. */
  async energy(arrays?: ProbedConvexBodies): Promise<EnergyBalance> {
    if (this.#startEnergy === undefined) await this.#start();
    return gpuEnergyBalance(await this.#energies(arrays), this.#engine.losses, this.#startEnergy ?? 0, this.population);
  }

  /** The whole state; `restore` continues from it with the same bits on the same device. */
  async save(): Promise<Uint8Array> {
    this.#fingerprint ??= simulationFingerprint(this.spec);
    const host: SavedHost = { startEnergy: this.#startEnergy, population: this.population.save() };
    return this.#engine.save(host, this.#fingerprint);
  }

  /**
   * Restores a saved state. Throws a SimulationError that names the differences if the spec is not the saved one; see
   * `Simulation.restore`.
   */
  restore(bytes: Uint8Array, options: RestoreOptions = {}): void {
    const given = simulationFingerprint(this.spec);
    const { host, spec: fingerprint } = this.#engine.restore<SavedHost>(bytes, given, options);
    const { startEnergy, population } = host;
    this.#fingerprint = fingerprint;
    this.#startEnergy = startEnergy;
    this.population.restore(population);
  }

  destroy(): void {
    this.#engine.destroy();
  }

  async #start(): Promise<void> {
    this.#startEnergy = (await this.#energies()).reduce((sum, energy) => sum + energy, 0);
  }

  async #energies(arrays?: ProbedConvexBodies): Promise<[number, number, number, number]> {
    const { energies } = arrays ?? (await this.#engine.probe());
    const [kinetic = 0, rotational = 0, potential = 0, elastic = 0] = energies;
    const { x, y, z } = vector3(this.spec.gravity);
    const [ox, oy, oz] = this.#grid.origin;
    // The GPU measures heights from the corner of the cells.
    return [kinetic, rotational, potential - this.population.mass * (x * ox + y * oy + z * oz), elastic];
  }
}

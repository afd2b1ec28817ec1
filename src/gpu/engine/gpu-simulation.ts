// SPDX-License-Identifier: MIT
/** A simulation of spheres and clumps on the GPU. It takes the same spec as the CPU and returns the same views. */
import { vector3 } from '../../math/vector.ts';
import { checkEverything } from '../../simulation/checks/check-everything.ts';
import { massOfSphere, materialNumber, overlapLimit } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type SpecFingerprint, simulationFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import { defaultSkin } from '../../simulation/time-loop/simulation-room.ts';
import type { ContactView, EnergyBalance } from '../../simulation/views/simulation-views.ts';
import type { MeshLoad } from '../../simulation/walls/meshes.ts';
import type { ConvexArrays } from '../convex/convex-arrays.ts';
import type { KernelForm } from '../kernels/prelude.ts';
import { LAW_FLOATS } from '../kernels/wgsl-contact-force.ts';
import { MESH_NOW_WORDS } from '../meshes/gpu-mesh-motion.ts';
import { GpuMeshes } from '../meshes/gpu-meshes.ts';
import { loadsOfMeshes, type MeshTouch, withMeshTouches } from '../meshes/mesh-touches.ts';
import { downloadBodies, type ProbedBodies } from '../spheres/clump-arrays.ts';
import { gpuContactView } from '../spheres/contact-readback.ts';
import { type GivenBodies, givenBodies, givenClumps, givenSpheres } from '../spheres/given-bodies.ts';
import type { ClumpSlots, GpuClumps } from '../spheres/gpu-clumps.ts';
import { rowsFor } from '../spheres/gpu-rows.ts';
import type { SavedEngine } from '../spheres/gpu-saved-engine.ts';
import { boxOf, insertedMaterials, roomFor } from '../spheres/scene-spheres.ts';
import { downloadSpheres, type ProbedSpheres, type SphereArrays } from '../spheres/sphere-arrays.ts';
import { BodyIds } from './body-ids.ts';
import { CellGrid } from './cell-grid.ts';
import { type GpuDevice, MESH_BUFFERS, needBuffers, SPHERE_BUFFERS } from './gpu-adapter.ts';
import { gpuEnergyBalance } from './gpu-energy.ts';
import { GpuEngine } from './gpu-engine.ts';
import { gpuLawTable } from './gpu-law-table.ts';
import { GpuPopulation, type SavedPopulation } from './gpu-population.ts';
import { readBuffer } from './gpu-program.ts';
import { gpuRefusals, notOnGpu } from './gpu-refusals.ts';
import { outsideBit, regionCount, regionWords } from './gpu-regions.ts';
import { openGpuState } from './gpu-state.ts';
import { travelLimit, withFastBody } from './gpu-travel.ts';
import { hasTurningWalls, WALL_WORDS, wallNowWords, wallPlane, writeWall, writeWallNow } from './gpu-walls.ts';

/** Offsets of uniform bindings are multiples of it. */
const STEP_INPUT_UNIT = 256;

export interface GpuOptions {
  /** Adds up losses for the energy balance; default true. */
  readonly accounts?: boolean;
  /**
   * Integrates the orientations of spheres, which do not affect their motion. Default false: they keep their initial
   * values.
   */
  readonly orientations?: boolean;
}

/** Saved data besides the state of the engine. */
interface SavedHost {
  readonly startEnergy: number | undefined;
  readonly population: SavedPopulation;
  readonly clumps?: ClumpSlots | undefined;
}

export class GpuSimulation {
  readonly spec: SimulationSpec;
  readonly #gpu: GpuDevice;
  readonly #engine: GpuEngine;
  readonly #grid: CellGrid;
  readonly #form: KernelForm;
  readonly #population: GpuPopulation;
  readonly #meshes: GpuMeshes | undefined;
  readonly #clumps: GpuClumps | undefined;
  #touches: readonly MeshTouch[] = [];
  #startEnergy: number | undefined;
  #fingerprint: SpecFingerprint | undefined;

  /** Throws a SceneError that names everything in the spec that the GPU cannot do. */
  static async create(spec: SimulationSpec, gpu: GpuDevice, options: GpuOptions = {}): Promise<GpuSimulation> {
    checkEverything(spec);
    const refusals = gpuRefusals(spec);
    if (refusals.length > 0) throw notOnGpu(refusals);
    return GpuSimulation.#setUp(spec, givenBodies(spec), new BodyIds(spec), gpu, options);
  }

  /** The same with bodies given as flat arrays instead of `spec.bodies`: for millions of bodies. */
  static async fromArrays(
    spec: SimulationSpec,
    arrays: SphereArrays,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuSimulation> {
    return GpuSimulation.#setUp(spec, givenSpheres(spec, arrays), new BodyIds(spec, arrays.count), gpu, options);
  }

  /** The same where clumps are among the bodies. */
  static async fromClumps(
    spec: SimulationSpec,
    arrays: ConvexArrays,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuSimulation> {
    return GpuSimulation.#setUp(spec, givenClumps(spec, arrays), new BodyIds(spec, arrays.count, arrays), gpu, options);
  }

  static async #setUp(
    spec: SimulationSpec,
    given: GivenBodies,
    bodyIds: BodyIds,
    gpu: GpuDevice,
    options: GpuOptions,
  ): Promise<GpuSimulation> {
    const { smallest, largest, clumps } = given;
    const population = new GpuPopulation(spec, bodyIds, given.reach);
    const born = await population.startWith(() => given.present());
    const { arrays, upload } = given.withNewcomers(born);
    population.mass += given.mass;
    const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
    const grid = new CellGrid(boxOf(spec, arrays, largest, given.farthest), 2 * largest + skin);
    clumps?.useCells(grid, given.farthest);
    const materials = spec.materials.length;
    const walls = spec.halfSpaces ?? [];
    const wallMaterials = walls.map(({ material }, k) => materialNumber(spec, material, `halfSpaces[${k}].material`));
    const meshes = GpuMeshes.of(spec, grid, largest, skin);
    if (meshes !== undefined) needBuffers(gpu.device, MESH_BUFFERS, 'meshes');
    const table = gpuLawTable(
      spec,
      new Set([...new Set(arrays.material), ...insertedMaterials(spec)]),
      new Set([...wallMaterials, ...(meshes?.materials ?? [])]),
    );
    const { global = 0, viscous = 0 } = spec.damping ?? {};
    const capacity = roomFor(spec, arrays.count);
    const form: KernelForm = {
      ...rowsFor(grid, { smallest, largest, skin, spheres: capacity }),
      travelLimit: travelLimit(smallest, largest),
      halfSpaces: walls.length,
      hasTurningWalls: hasTurningWalls(spec),
      meshes: meshes?.count ?? 0,
      materials,
      law: table.law,
      isDamped: global > 0 || viscous > 0,
      hasAccounts: options.accounts ?? true,
      isTurning: options.orientations ?? false,
      regions: regionCount(spec),
      isPacked: gpu.device.limits.maxStorageBuffersPerShaderStage < SPHERE_BUFFERS,
      ...(clumps && { clumps: clumps.shift }),
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
      writeWall(wallPlane(wall, 0).normal, wallMaterials[k], grid, tables, at);
    });
    const perWall = wallNowWords(form.hasTurningWalls);
    const wallWords = perWall * Math.max(1, walls.length);
    const inputBytes = 16 + 4 * (wallWords + MESH_NOW_WORDS * form.meshes);
    const { x, y, z } = vector3(spec.gravity);
    const engine = await GpuEngine.create(gpu, form, grid, {
      count: arrays.count,
      capacity,
      regions: regionWords(spec, grid),
      outletsAt: (step) => population.outletsAt(step),
      atLists: spec.domain?.onEscape === 'delete' ? outsideBit(spec) : 0,
      onFound: (found) => population.takeOut(found),
      timeStep: spec.timeStep,
      skin,
      overlapLimit: overlapLimit(spec),
      gravity: [x, y, z],
      localDamping: global,
      viscousKept: 1 - viscous * spec.timeStep,
      tables,
      stepInputBytes: Math.ceil(inputBytes / STEP_INPUT_UNIT) * STEP_INPUT_UNIT,
      writeWalls: (step, words, at) => {
        walls.forEach((wall, k) => {
          const material = form.hasTurningWalls ? wallMaterials[k] : undefined;
          writeWallNow(wall, grid, step * spec.timeStep, spec.timeStep, words, at + perWall * k, material);
        });
        meshes?.motions.write(step, words, at + wallWords);
      },
      meshes,
      ...(clumps && { clumps: { clumps: 0, members: arrays.count }, massUnit: clumps.massUnit }),
    });
    population.attach(await upload(gpu.device, engine, grid, bodyIds, form.isTurning));
    return new GpuSimulation(spec, gpu, engine, grid, form, population, meshes, clumps);
  }

  private constructor(
    spec: SimulationSpec,
    gpu: GpuDevice,
    engine: GpuEngine,
    grid: CellGrid,
    form: KernelForm,
    population: GpuPopulation,
    meshes: GpuMeshes | undefined,
    clumps: GpuClumps | undefined,
  ) {
    this.#clumps = clumps;
    this.#meshes = meshes;
    this.#form = form;
    this.#population = population;
    this.spec = spec;
    this.#gpu = gpu;
    this.#engine = engine;
    this.#grid = grid;
  }

  /** Bodies that come and go, and who they are. */
  get population(): GpuPopulation {
    return this.#population;
  }

  get stepCount(): number {
    return this.#engine.stepCount;
  }

  /** s */
  get time(): number {
    return this.#engine.stepCount * this.spec.timeStep;
  }

  /** Of bodies. */
  get count(): number {
    return this.#population.bodyIds.count;
  }

  /** Number of chunks of rows and springs, because the adapter limits the size of a binding. */
  get chunks(): number {
    return this.#engine.memory.room.chunks;
  }

  /** Bytes on the GPU. */
  get bytes(): number {
    return this.#engine.bytes;
  }

  /** Largest overlap over the smaller radius so far, if above 0.05; otherwise 0. */
  get deepest(): number {
    return this.#engine.report.deepest;
  }

  /**
   * Largest travel of a body in one step so far, relative to half its smallest thickness, if above 0.1; otherwise 0.
   */
  get fastest(): number {
    return this.#engine.report.fastest;
  }

  get lists(): number {
    return this.#engine.lists;
  }

  /** Moves everything on by `count` steps. */
  async step(count = 1): Promise<void> {
    if (this.#startEnergy === undefined && count > 0) await this.#start();
    const end = this.stepCount + count;
    await this.#population.insert();
    try {
      while (this.stepCount < end) {
        await this.#engine.advance(Math.min(end, this.#population.nextStep) - this.stepCount);
        await this.#population.insert();
      }
    } catch (error) {
      throw await withFastBody(error, this, this.spec);
    }
  }

  /** All bodies, in the order of the spec and then of their coming. */
  async bodies(): Promise<ProbedSpheres | ProbedBodies> {
    const { bodyIds } = this.#population;
    if (this.#clumps === undefined) return downloadSpheres(this.#gpu.device, this.#engine, this.#grid, bodyIds.indices);
    return downloadBodies(this.#gpu.device, this.#engine, this.#grid, this.#clumps, bodyIds);
  }

  /** All contacts of these bodies, which are those of the present time; `ids` gives the id of a body by its index. */
  async contacts(arrays: ProbedSpheres | ProbedBodies, ids: (index: number) => number): Promise<ContactView> {
    const words = await this.#engine.contactWords();
    const overflow = await this.#engine.overflowContacts();
    const { elements, present, idOf } = await this.#spheresOf(arrays, ids);
    const view = gpuContactView(this.spec, this.#form, words, overflow, present, elements, idOf, this.time);
    if (this.#meshes === undefined) return view;
    this.#touches = this.#meshes.touches(await this.#engine.meshSlots(), present, elements);
    return withMeshTouches(view, this.#touches, idOf);
  }

  /** The spheres of these bodies, the index of the body of each, and the id by index. */
  async #spheresOf(
    arrays: ProbedSpheres | ProbedBodies,
    ids: (index: number) => number,
  ): Promise<{ elements: ProbedSpheres; present: Uint32Array; idOf: (index: number) => number }> {
    if ('elements' in arrays) {
      const present = Uint32Array.from({ length: arrays.elements.count }, (_, k) => k);
      return { elements: arrays.elements, present, idOf: (k) => ids(arrays.bodyOf[k]) };
    }
    const names = await this.#engine.readNames();
    const { indices } = this.#population.bodyIds;
    return {
      elements: arrays,
      present: indices === undefined ? names : names.map((name) => indices[name]),
      idOf: ids,
    };
  }

  /** Load on each mesh from the contacts that were last read back, of the same bodies. */
  meshLoads(): MeshLoad[] {
    return loadsOfMeshes(this.spec, this.#touches, this.time);
  }

  /**
   * Orientations of all bodies, in the order of `bodies`, w first; undefined if they are not integrated. Those of
   * clumps always are; spheres among them then have their initial ones.
   */
  async orientations(arrays: ProbedSpheres | ProbedBodies): Promise<Float64Array | undefined> {
    const { bodyIds } = this.#population;
    const { indices } = bodyIds;
    const ofClumps = 'elements' in arrays ? arrays : undefined;
    if (!this.#form.isTurning) {
      return ofClumps?.orientation.map((x, k) => {
        const { w, x: i, y: j, z } = bodyIds.at(k >> 2).orientation;
        return ofClumps.isClump[k >> 2] === 1 ? x : [w, i, j, z][k & 3];
      });
    }
    const { turned } = this.#engine.state;
    const names = await this.#engine.readNames();
    const four = new Float32Array(await readBuffer(this.#gpu.device, turned, 16 * names.length));
    const sorted = ofClumps?.orientation.slice() ?? new Float64Array(four.length);
    names.forEach((name, k) => {
      const index = indices?.[name] ?? name;
      if (ofClumps?.isClump[index] !== 1) sorted.set(four.subarray(4 * k, 4 * k + 4), 4 * index);
    });
    return sorted;
  }

  /** Spheres within the skin of a mesh when the list was made. */
  async nearMeshCount(): Promise<number> {
    return this.#engine.nearMeshCount();
  }

  /** Spheres with more others near them than a row holds. */
  async overflowCount(): Promise<number> {
    return this.#engine.overflowCount();
  }

  /** Spheres near each other, of the present list. */
  async pairCount(): Promise<number> {
    return (await this.#engine.counts()).partners;
  }

  /** Contacts with other spheres and half-spaces. */
  async contactCount(): Promise<number> {
    return (await this.#engine.counts()).contacts;
  }

  /** The balance of energies, to the rounding of float32; of bodies of the present time, without reading them again. */
  async energy(arrays?: ProbedSpheres): Promise<EnergyBalance> {
    if (this.#startEnergy === undefined) await this.#start();
    return gpuEnergyBalance(
      await this.#energies(arrays),
      this.#engine.report.losses,
      this.#startEnergy ?? 0,
      this.#population,
    );
  }

  /** The whole state; `restore` continues from it with the same bits on the same device. */
  async save(): Promise<Uint8Array> {
    const [population, clumps] = [this.#population.save(), this.#clumps?.save()];
    this.#fingerprint ??= simulationFingerprint(this.spec);
    return this.#engine.save<SavedHost>({ startEnergy: this.#startEnergy, population, clumps }, this.#fingerprint);
  }

  /**
   * Restores a saved state. Throws a SimulationError that names the differences if the spec is not the saved one; see
   * `Simulation.restore`.
   */
  restore(bytes: Uint8Array, options: RestoreOptions = {}): void {
    const opened = openGpuState<SavedEngine<SavedHost>>(bytes, simulationFingerprint(this.spec), options);
    const { startEnergy, population, clumps } = this.#engine.restore(opened);
    this.#fingerprint = opened.spec;
    this.#startEnergy = startEnergy;
    this.#population.restore(population);
    this.#clumps?.restore(clumps);
  }

  destroy(): void {
    this.#engine.destroy();
  }

  async #start(): Promise<void> {
    this.#startEnergy = (await this.#energies()).reduce((sum, energy) => sum + energy, 0);
  }

  /** Kinetic, rotational, potential and elastic energy at the present time. */
  async #energies(arrays?: ProbedSpheres): Promise<[number, number, number, number]> {
    const { energies } = arrays ?? (await this.#engine.probe());
    const [kinetic = 0, rotational = 0, potential = 0, elastic = 0] = energies;
    const { x, y, z } = vector3(this.spec.gravity);
    const [ox, oy, oz] = this.#grid.origin;
    // The GPU measures heights from the corner of the cells.
    return [kinetic, rotational, potential - this.#population.mass * (x * ox + y * oy + z * oz), elastic];
  }
}

// SPDX-License-Identifier: MIT
/**
 * A simulation on the GPU: of spheres and clumps, or of convex bodies (polyhedra, superquadrics, ellipsoids, spheres).
 * It takes the same spec as the CPU and returns the same views.
 */
import { joinedBytes } from '../../math/joined-bytes.ts';
import { vector3 } from '../../math/vector.ts';
import { checkEverything } from '../../simulation/checks/check-everything.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type SpecFingerprint, simulationFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import type { ContactView, EnergyBalance } from '../../simulation/views/simulation-views.ts';
import type { MeshLoad } from '../../simulation/walls/meshes.ts';
import type { ConvexArrays } from '../convex/convex-arrays.ts';
import { openConvex } from '../convex/open-convex.ts';
import { loadsOfMeshes, type MeshTouch, withMeshTouches } from '../meshes/mesh-touches.ts';
import { givenBodies, givenClumps, givenSpheres } from '../spheres/given-bodies.ts';
import { openSpheres } from '../spheres/open-spheres.ts';
import { isOfSpheres } from '../spheres/scene-spheres.ts';
import type { SphereArrays } from '../spheres/sphere-arrays.ts';
import {
  BodyExchange,
  type CopiedBodies,
  type GpuBodyArrays,
  type GpuCounts,
  type HostBodies,
} from './body-exchange.ts';
import { BodyIds } from './body-ids.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import { gpuEnergyBalance } from './gpu-energy.ts';
import type { GpuEngine, ProbeSums } from './gpu-engine.ts';
import { GpuPopulation, type SavedPopulation } from './gpu-population.ts';
import { gpuRefusals, notOnGpu } from './gpu-refusals.ts';
import { withFastBody } from './gpu-travel.ts';
import type { GivenForGpu, GpuOptions, OpenedBodies } from './opened-bodies.ts';
import type { Species } from './species.ts';

/** Saved data besides the state of the engine. */
interface SavedHost {
  readonly startEnergy: number | undefined;
  readonly population: SavedPopulation;
  readonly bodies?: unknown;
}

/** Sums over all bodies after a step. */
export interface GpuSums extends Omit<ProbeSums, 'energies'> {
  readonly energy: EnergyBalance;
}

export class GpuSimulation {
  readonly spec: SimulationSpec;
  /** Insertion and removal of bodies, and their ids. */
  readonly population: GpuPopulation;
  readonly #engine: GpuEngine;
  readonly #species: Species;
  readonly #bodies: HostBodies;
  #touches: readonly MeshTouch[] = [];
  #startEnergy: number | undefined;
  #fingerprint: SpecFingerprint | undefined;

  /** Throws a SceneError that names everything in the spec that the GPU cannot do. */
  static async create(spec: SimulationSpec, gpu: GpuDevice, options: GpuOptions = {}): Promise<GpuSimulation> {
    checkEverything(spec);
    const refusals = gpuRefusals(spec);
    if (refusals.length > 0) throw notOnGpu(refusals);
    const given = isOfSpheres(spec) ? openSpheres(spec, givenBodies(spec)) : openConvex(spec);
    return GpuSimulation.#setUp(spec, given, new BodyIds(spec), gpu, options);
  }

  /**
   * The same with bodies given as flat arrays instead of `spec.bodies`: for millions of bodies. What `bodies` returns
   * may be given again. Spheres may be given by their radii, without shapes.
   */
  static async fromArrays(
    spec: SimulationSpec,
    arrays: SphereArrays | ConvexArrays,
    gpu: GpuDevice,
    options: GpuOptions = {},
  ): Promise<GpuSimulation> {
    if (!hasShapes(arrays)) {
      const given = openSpheres(spec, givenSpheres(spec, arrays));
      return GpuSimulation.#setUp(spec, given, new BodyIds(spec, arrays.count), gpu, options);
    }
    const given = isOfSpheres(spec) ? openSpheres(spec, givenClumps(spec, arrays)) : openConvex(spec, arrays);
    return GpuSimulation.#setUp(spec, given, new BodyIds(spec, arrays.count, arrays), gpu, options);
  }

  static async #setUp(
    spec: SimulationSpec,
    given: GivenForGpu,
    bodyIds: BodyIds,
    gpu: GpuDevice,
    options: GpuOptions,
  ): Promise<GpuSimulation> {
    const population = new GpuPopulation(spec, bodyIds, given.reach);
    const born = await population.startWith(() => given.present());
    population.mass += given.mass;
    const opened = await given.open(gpu, born, population, options);
    population.attach(new BodyExchange(spec, opened.engine, opened.bodies));
    return new GpuSimulation(spec, population, opened);
  }

  private constructor(spec: SimulationSpec, population: GpuPopulation, { engine, species, bodies }: OpenedBodies) {
    this.spec = spec;
    this.population = population;
    this.#engine = engine;
    this.#species = species;
    this.#bodies = bodies;
  }

  /** Steps asked for; after `runAhead` the last may still be under way. */
  get stepCount(): number {
    return this.#engine.goal;
  }

  /** s */
  get time(): number {
    return this.stepCount * this.spec.timeStep;
  }

  /** Of bodies. */
  get count(): number {
    return this.population.bodyIds.count;
  }

  /** Bytes on the GPU. */
  get bytes(): number {
    return this.#species.bytes;
  }

  /** Number of chunks of rows and springs, because the adapter limits the size of a binding. */
  get chunks(): number {
    return this.#species.chunks;
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

  /** Neighbour lists made so far. */
  get lists(): number {
    return this.#engine.cursor.lists;
  }

  /** Runs `count` steps. */
  async step(count = 1): Promise<void> {
    await this.runAhead(count);
    await this.finish();
  }

  /** The same without waiting for the last of them: all that reads the state does. */
  async runAhead(count: number): Promise<void> {
    if (this.#startEnergy === undefined && count > 0) await this.#start();
    const end = this.stepCount + count;
    await this.#insertDue();
    while (this.stepCount < end) {
      const steps = Math.min(end, this.population.nextStep) - this.stepCount;
      await this.#withFastBody(() => this.#engine.advance(steps));
      await this.#insertDue();
    }
  }

  /** Waits for the steps that were asked for. */
  async finish(): Promise<void> {
    await this.#withFastBody(() => this.#engine.finish());
  }

  async #insertDue(): Promise<void> {
    if (this.population.nextStep > this.stepCount) return;
    await this.finish();
    await this.population.insert();
  }

  async #withFastBody(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw await withFastBody(error, this, this.spec);
    }
  }

  /** All bodies, in the order of the spec and then of insertion. */
  async bodies(): Promise<GpuBodyArrays> {
    await this.#engine.finish();
    return this.#bodies.download();
  }

  /** Positions of all bodies, stride 3, for frequent queries. */
  async positions(): Promise<Float64Array> {
    await this.#engine.finish();
    return this.#bodies.positions();
  }

  /**
   * Orientations of all bodies, in the order of `bodies`, w first; undefined if they are not integrated. Those of
   * clumps always are; spheres among them then have their initial ones.
   */
  async orientations(arrays: GpuBodyArrays): Promise<Float64Array | undefined> {
    await this.#engine.finish();
    return this.#bodies.orientations(arrays);
  }

  /** All contacts of these bodies, which are those of the present time; `ids` gives the id of a body by its index. */
  async contacts(arrays: GpuBodyArrays, ids: (index: number) => number): Promise<ContactView> {
    await this.#engine.finish();
    const { view, touches } = await this.#bodies.contacts(arrays, ids);
    this.#touches = touches;
    return touches.length === 0 ? view : withMeshTouches(view, touches, ids);
  }

  /** Load on each mesh from the contacts that were last read back, of the same bodies. */
  meshLoads(): MeshLoad[] {
    return loadsOfMeshes(this.spec, this.#touches, this.time);
  }

  /** See `HostBodies.copyState`. */
  async copyState(withContacts: boolean): Promise<CopiedBodies | undefined> {
    await this.#engine.finish();
    return this.#bodies.copyState?.(withContacts);
  }

  /** Numbers of pairs and contacts. */
  async counts(): Promise<GpuCounts> {
    await this.#engine.finish();
    return this.#bodies.counts();
  }

  /** The balance of energies, to the rounding of float32; of bodies of the present time, without reading them again. */
  async energy(arrays?: GpuBodyArrays): Promise<EnergyBalance> {
    await this.#engine.finish();
    if (arrays === undefined) return (await this.sums()).energy;
    if (this.#startEnergy === undefined) await this.#start();
    return this.#balance(arrays.energies);
  }

  /** Which sums probes make; for the others contacts must be read back. */
  get summed(): Readonly<Record<'contacts' | 'loads', boolean>> {
    return { contacts: this.#species.countsContacts === true, loads: this.#species.wallLoads !== undefined };
  }

  /** Sums over all bodies, without reading bodies or contacts back. */
  async sums(): Promise<GpuSums> {
    await this.#engine.finish();
    if (this.#startEnergy === undefined) await this.#start();
    return this.#sumsOf(await this.#engine.probeSums());
  }

  /**
   * The same of the present step without waiting for it: they come, in the order in which they were asked for, while
   * further steps are run. Bodies and outlets are then as they were after that step. There must have been sums before.
   */
  sumsLater(read: (sums: GpuSums) => void): void {
    this.#engine.sumsLater((sums) => read(this.#sumsOf(sums)));
  }

  #sumsOf({ energies, ...others }: ProbeSums): GpuSums {
    return { ...others, energy: this.#balance(energies) };
  }

  /** The whole state; `restore` continues from it with the same bits on the same device. */
  async save(): Promise<Uint8Array> {
    return joinedBytes(await this.saveParts());
  }

  /** The same in parts. */
  async saveParts(): Promise<readonly Uint8Array[]> {
    await this.#engine.finish();
    this.#fingerprint ??= simulationFingerprint(this.spec);
    const [population, bodies] = [this.population.save(), this.#bodies.save()];
    const host: SavedHost = { startEnergy: this.#startEnergy, population, bodies };
    return this.#engine.save(host, this.#fingerprint);
  }

  /**
   * Restores a saved state. Throws a SimulationError that names the differences if the spec is not the saved one; see
   * `Simulation.restore`.
   */
  restore(bytes: Uint8Array, options: RestoreOptions = {}): void {
    const given = simulationFingerprint(this.spec);
    const { host, spec } = this.#engine.restore<SavedHost>(bytes, given, options);
    this.#fingerprint = spec;
    this.#startEnergy = host.startEnergy;
    this.population.restore(host.population);
    this.#bodies.restore(host.bodies);
  }

  destroy(): void {
    this.#bodies.destroy?.();
    this.#engine.destroy();
  }

  async #start(): Promise<void> {
    this.#startEnergy = this.#energies(await this.#engine.probe()).reduce((sum, energy) => sum + energy, 0);
  }

  #balance(energies: Float32Array): EnergyBalance {
    const { losses } = this.#engine.report;
    return gpuEnergyBalance(this.#energies(energies), losses, this.#startEnergy ?? 0, this.population);
  }

  /** Kinetic, rotational, potential and elastic energy of a probe. */
  #energies([kinetic = 0, rotational = 0, potential = 0, elastic = 0]: Float32Array): [number, number, number, number] {
    const { x, y, z } = vector3(this.spec.gravity);
    const [ox, oy, oz] = this.#engine.settings.grid.origin;
    // The GPU measures heights from the corner of the cells.
    return [kinetic, rotational, potential - this.population.mass * (x * ox + y * oy + z * oz), elastic];
  }
}

/** Bodies that were read back have radii too, whatever their shapes. */
function hasShapes(arrays: SphereArrays | ConvexArrays): arrays is ConvexArrays {
  return 'shape' in arrays;
}

// SPDX-License-Identifier: MIT
/**
 * A discrete-element simulation: bodies, walls and contact laws, moved through time by central differences (H2 section 2.1).
 * Spheres against each other and against half-spaces, fixed bodies and bodies that follow a motion. All state is in one memory that
 * the step kernel works on; the results have the same bits for any number of threads.
 */
import { SimulationError } from '../errors.ts';
import { type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/layout.ts';
import { type StepKernel, stepModule, typescriptStepKernel, wasmStepKernel } from '../step-kernel/step-kernel.ts';
import { type BodyState, type BodyView, bodyOfView, elementsById, viewBodies } from './body-view.ts';
import { checkSpec, checkVector, refuse } from './check-spec.ts';
import { type ContactView, viewContacts } from './contact-view.ts';
import { appendElement, energyOf, idOf, isDead, markDead, materialOf, setMotion, shapeOf } from './elements.ts';
import { type EnergyBalance, readEnergy } from './energy-balance.ts';
import { escapedElements, largestDistance } from './escape.ts';
import { escapedError, notFiniteError, tooDeepError, undoStep } from './failures.ts';
import { halfSpaceLoad, moveHalfSpaces } from './half-spaces.ts';
import { finishList, sizes } from './list-room.ts';
import { type PrescribedBody, steer } from './prescribed-bodies.ts';
import { readSavedHeader, readSavedState, writeSavedState } from './saved-state.ts';
import { criticalStep, materialNumber, newElement, writeLaws, writeSettings } from './set-up.ts';
import { GROWTH, roomFor, roomForElements } from './simulation-room.ts';
import type { BodySpec, SimulationSpec } from './simulation-spec.ts';
import * as loop from './step-loop.ts';
import { StepMemory } from './step-memory.ts';
import { ThreadTeam } from './thread-team.ts';

export interface SimulationOptions {
  /** `typescript` runs the same text without WebAssembly, on one thread: slower, same bits. Default `wasm` where it can be had. */
  readonly kernel?: 'wasm' | 'typescript';
}

export interface SimulationStatistics {
  /** Pairs in the neighbour list, half-spaces included. */
  readonly pairs: number;
  readonly contacts: number;
  /** How often the list has been made. */
  readonly rebuilds: number;
  /** Largest overlap over the smaller radius, at the last step. */
  readonly maxOverlapRatio: number;
  readonly bytes: number;
}

export class Simulation {
  readonly spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #kernel: StepKernel;
  readonly #threads: number;
  readonly #team: ThreadTeam | undefined;
  readonly #bodyMaterials = new Set<number>();
  #prescribed: readonly PrescribedBody[] = [];
  #stepCount = 0;
  #nextId = 0;
  #insertedEnergy = 0;
  /** The first step has been asked for: the elastic energy of the start is in the balance. */
  #isStarted = false;
  /** Numbers of elements by id, for the order of elements numbered `#indexSort`. */
  #index = new Map<number, number>();
  #indexSort = 0;
  #isDisposed = false;
  /** True while PROBE and the energies are those of the present state. */
  #isProbed = false;
  /** Half-space turning within this distance of the origin may touch something. */
  #extent = 0;

  /** Throws a SceneError that starts with the path of the entry when the spec is wrong. */
  constructor(spec: SimulationSpec, options: SimulationOptions = {}) {
    checkSpec(spec);
    this.spec = spec;
    this.#threads = options.kernel === 'typescript' ? 1 : (spec.threads ?? 1);
    const isShared = this.#threads > 1;
    this.#memory = new StepMemory(roomFor(spec), isShared);
    const module = options.kernel === 'typescript' ? undefined : stepModule(isShared);
    const { memory } = this.#memory;
    if (module === undefined) this.#threads = 1;
    this.#kernel = module === undefined ? typescriptStepKernel(() => memory.buffer) : wasmStepKernel(module, memory);
    writeSettings(this.#memory, spec, 0);
    for (const [k, body] of (spec.bodies ?? []).entries()) this.#append(body, `bodies[${k}]`);
    writeLaws(this.#memory, spec, this.#bodyMaterials);
    this.#team = this.#threads > 1 && module !== undefined ? new ThreadTeam(module, memory, this.#threads) : undefined;
  }

  /** A simulation that goes on from a saved state with the same bits. The spec must be the one it was saved with; the number of threads may differ. */
  static restore(spec: SimulationSpec, state: Uint8Array, options: SimulationOptions = {}): Simulation {
    const header = readSavedHeader(state);
    const { bodies: _, ...rest } = spec;
    const count = header.integers[layout.ELEMENT_COUNT] ?? 0;
    const simulation = new Simulation(
      { ...rest, capacity: { ...spec.capacity, bodies: Math.max(count, spec.capacity?.bodies ?? 0) } },
      options,
    );
    simulation.#takeOver(state);
    return simulation;
  }

  /** s */
  get time(): number {
    return this.#stepCount * this.spec.timeStep;
  }

  /** Steps done so far. */
  get stepCount(): number {
    return this.#stepCount;
  }

  get bodyCount(): number {
    return (this.#memory.I[layout.ELEMENT_COUNT] ?? 0) - (this.#memory.I[layout.DEAD_COUNT] ?? 0);
  }

  /** Moves everything on by `count` time steps. Throws a SimulationError, with the state before the failing step readable. */
  step(count = 1): void {
    if (!(Number.isSafeInteger(count) && count >= 0)) refuse('step', 'a whole number of steps', count);
    if (this.#isDisposed) throw new SimulationError('disposed', 'step: the simulation has been disposed of');
    if (!this.#isStarted) this.#start();
    let left = count;
    while (left > 0) {
      this.#isProbed = false;
      this.#steerBodies(this.time);
      this.#team?.start(left);
      const status = loop.runSteps(this.#loop(this.#threads), left);
      const done = this.#memory.I[loop.STEPS_DONE] ?? 0;
      this.#stepCount += done;
      left -= done;
      if (status !== loop.DONE) this.#handle(status);
    }
  }

  /** All bodies, as flat copies in the order of their ids. */
  bodies(): BodyView {
    this.#probe();
    return viewBodies(this.#memory, elementsById(this.#memory));
  }

  /** One body. Throws a SimulationError for an id that no body has. */
  body(id: number): BodyState {
    this.#probe();
    return bodyOfView(viewBodies(this.#memory, Int32Array.of(this.#element(id))), 0);
  }

  /** Adds a body at the present time and returns its id. It must not be inside another one. */
  addBody(body: BodySpec): number {
    const id = this.#append(body, 'body');
    writeLaws(this.#memory, this.spec, this.#bodyMaterials);
    return id;
  }

  removeBody(id: number): void {
    this.#remove(this.#element(id));
  }

  /** Sets a body's velocity and, where given, its angular velocity (world axes) at the present time. */
  setVelocity(id: number, velocity: Vector3Like, angularVelocity?: Vector3Like): void {
    checkVector(velocity, 'velocity');
    if (angularVelocity !== undefined) checkVector(angularVelocity, 'angularVelocity');
    const before = this.body(id);
    const element = this.#element(id);
    const after = {
      v: vector3(velocity),
      w: angularVelocity === undefined ? before.angularVelocity : vector3(angularVelocity),
    };
    this.#insertedEnergy += energyOf(this.#memory, element, after.v, after.w);
    this.#insertedEnergy -= energyOf(this.#memory, element, before.velocity, before.angularVelocity);
    setMotion(this.#memory, element, after.v, after.w);
    this.#isProbed = false;
  }

  /** All contacts, as flat copies. */
  contacts(): ContactView {
    this.#refreshList();
    this.#isProbed = false;
    return viewContacts(this.#memory, this.#kernel);
  }

  energy(): EnergyBalance {
    if (!this.#isStarted) this.#start();
    this.#probe();
    return readEnergy(this.#memory, this.#insertedEnergy);
  }

  statistics(): SimulationStatistics {
    this.#probe();
    const { F, I, bytes } = this.#memory;
    const total = (place: number): number => sizes(this.#memory, place).reduce((sum, size) => sum + size, 0);
    const pairs = total(layout.BLOCK_PAIRS);
    const contacts = total(layout.BLOCK_CONTACTS);
    const maxOverlapRatio = loop.largestOfBlocks(F, I, layout.BLOCK_OVERLAP);
    return { pairs, contacts, rebuilds: I[layout.SORT_COUNT] ?? 0, maxOverlapRatio, bytes };
  }

  /** Force on each half-space in the last step, N, in the order of the spec. */
  halfSpaceLoads(): Vector3[] {
    return (this.spec.halfSpaces ?? []).map((_, k) => halfSpaceLoad(this.#memory, k));
  }

  /**
   * Shortest of the times that bound the time step: Rayleigh time (Hertz) or contact time (linear law) of the smallest, stiffest,
   * lightest bodies; infinite without bodies. Steps of 0.1 to 0.2 of it are usual.
   */
  criticalTimeStep(): number {
    const used = new Map<string, [number, number]>();
    for (let e = 0; e < (this.#memory.I[layout.ELEMENT_COUNT] ?? 0); e++) {
      const pair: [number, number] = [shapeOf(this.#memory, e), materialOf(this.#memory, e)];
      used.set(pair.join(), pair);
    }
    return criticalStep(this.spec, used.values());
  }

  /** The whole state; `Simulation.restore` goes on from it with the same bits. */
  save(): Uint8Array {
    return writeSavedState(this.#memory, {
      stepCount: this.#stepCount,
      nextId: this.#nextId,
      insertedEnergy: this.#insertedEnergy,
      isStarted: this.#isStarted,
      prescribed: this.#prescribed,
    });
  }

  /** Ends the threads. The simulation can still be read, but not stepped. */
  dispose(): void {
    if (!this.#isDisposed) this.#team?.stop();
    this.#isDisposed = true;
  }

  #takeOver(state: Uint8Array): void {
    const header = readSavedHeader(state);
    const pairs = (header.integers[layout.BLOCK_COUNT] ?? 0) * (header.integers[layout.PAIRS_PER_BLOCK] ?? 0);
    this.#memory.grow({ pairs, slots: header.integers[layout.SLOT_COUNT] ?? 0, blocks: header.blocks });
    const saved = readSavedState(this.#memory, state, this.#kernel.linkSlots);
    this.#stepCount = saved.stepCount;
    this.#nextId = saved.nextId;
    this.#insertedEnergy = saved.insertedEnergy;
    this.#isStarted = saved.isStarted;
    this.#prescribed = saved.prescribed;
    this.#indexSort = -1;
    for (let e = 0; e < (this.#memory.I[layout.ELEMENT_COUNT] ?? 0); e++)
      this.#bodyMaterials.add(materialOf(this.#memory, e));
    const isInvalid = this.#memory.I[layout.LIST_INVALID] ?? 0;
    writeLaws(this.#memory, this.spec, this.#bodyMaterials);
    this.#memory.I[layout.LIST_INVALID] = isInvalid;
    this.#extent = largestDistance(this.#memory);
  }

  #loop(threads: number): loop.LoopThread {
    const { F, I } = this.#memory;
    const base = { kernel: this.#kernel, F, I, thread: 0, threads, beforeSort: () => this.#beforeSort() };
    const hasMotion =
      this.#prescribed.length > 0 || (this.spec.halfSpaces ?? []).some(({ motion }) => motion !== undefined);
    if (!hasMotion) return base;
    const before = this.#stepCount;
    return { ...base, afterStep: (step) => this.#afterStep((before + step) * this.spec.timeStep) };
  }

  #afterStep(time: number): void {
    const walls = this.spec.halfSpaces ?? [];
    const materials = walls.map(({ material }) => materialNumber(this.spec, material, 'halfSpaces'));
    moveHalfSpaces(this.#memory, walls, materials, time, this.#extent);
    this.#steerBodies(time);
  }

  #steerBodies(time: number): void {
    for (const body of this.#prescribed) steer(this.#memory, this.#element(body.id), body, time);
  }

  #beforeSort(): number {
    if (this.#hasEscaped()) return loop.ESCAPED;
    this.#noteExtent();
    return loop.DONE;
  }

  #hasEscaped(): boolean {
    return this.spec.domain !== undefined && escapedElements(this.#memory).length > 0;
  }

  #noteExtent(): void {
    if (!(this.spec.halfSpaces ?? []).some(({ motion }) => motion !== undefined)) return;
    this.#extent = largestDistance(this.#memory) + (this.#memory.F[layout.SKIN] ?? 0);
  }

  /** Makes room, deletes what escaped, or throws. */
  #handle(status: number): void {
    const moment = { time: this.time, step: this.#stepCount };
    switch (status) {
      case loop.CELLS_FULL:
        this.#memory.grow({ cells: Math.ceil(GROWTH * this.#memory.capacities.cells) });
        return;
      case loop.PAIRS_FULL:
      case loop.SLOTS_FULL:
        finishList(this.#memory, this.#kernel, status);
        return;
      case loop.ESCAPED: {
        const escaped = escapedElements(this.#memory);
        if (this.spec.domain?.onEscape !== 'delete') throw escapedError(this.#memory, moment, escaped);
        for (const e of escaped) this.#remove(e);
        return;
      }
      case loop.NOT_FINITE: {
        const error = notFiniteError(this.#memory, moment, this.criticalTimeStep());
        this.#stepCount -= 1;
        undoStep(this.#memory);
        throw error;
      }
      default:
        throw tooDeepError(
          this.#memory,
          moment,
          loop.largestOfBlocks(this.#memory.F, this.#memory.I, layout.BLOCK_OVERLAP),
        );
    }
  }

  /** Makes sure that the list is that of the present positions, exactly as the next step would. */
  #refreshList(): void {
    if (!loop.isListDue(this.#memory)) return;
    this.#noteExtent();
    const { F, I } = this.#memory;
    let status = loop.makeList({ kernel: this.#kernel, F, I, thread: 0, threads: 1 });
    while (status !== loop.DONE) {
      this.#handle(status);
      if (status !== loop.CELLS_FULL) break;
      status = loop.makeList({ kernel: this.#kernel, F: this.#memory.F, I: this.#memory.I, thread: 0, threads: 1 });
    }
    // What escaped is for the next step to deal with, when it makes the list once more.
    if (this.#hasEscaped()) this.#memory.I[layout.LIST_INVALID] = 1;
  }

  #probe(): void {
    if (this.#isProbed) return;
    this.#refreshList();
    this.#kernel.probeForces();
    this.#kernel.sumEnergies();
    this.#isProbed = true;
  }

  #start(): void {
    this.#isStarted = true;
    this.#probe();
    this.#insertedEnergy += readEnergy(this.#memory, 0).elastic;
  }

  /** Number of the element of a body. */
  #element(id: number): number {
    const { I } = this.#memory;
    if (this.#indexSort !== I[layout.SORT_COUNT]) {
      this.#index = new Map();
      for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); e++)
        if (!isDead(this.#memory, e)) this.#index.set(idOf(this.#memory, e), e);
      this.#indexSort = I[layout.SORT_COUNT] ?? 0;
    }
    const element = this.#index.get(id);
    if (element !== undefined) return element;
    throw new SimulationError('no-such-body', `body ${id}: there is no such body; there are ${this.bodyCount}`, { id });
  }

  #append(body: BodySpec, path: string): number {
    const id = body.id ?? this.#nextId;
    const element = newElement(this.spec, body, id, path);
    const count = this.#memory.I[layout.ELEMENT_COUNT] ?? 0;
    if (body.id !== undefined && this.#has(id)) refuse(`${path}.id`, 'a number that no other body has', id);
    if (count >= this.#memory.capacities.elements) this.#memory.grow(roomForElements(Math.ceil(GROWTH * (count + 1))));
    appendElement(this.#memory, element);
    if (this.#indexSort === this.#memory.I[layout.SORT_COUNT]) this.#index.set(id, count);
    this.#bodyMaterials.add(element.material);
    this.#insertedEnergy += energyOf(this.#memory, count, element.velocity, element.angularVelocity);
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#isProbed = false;
    if (body.motion !== undefined) {
      this.#prescribed = [...this.#prescribed, { id, motion: body.motion, origin: element.position }];
    }
    return id;
  }

  #has(id: number): boolean {
    if (id >= this.#nextId) return false;
    try {
      this.#element(id);
      return true;
    } catch {
      return false;
    }
  }

  #remove(element: number): void {
    const id = idOf(this.#memory, element);
    const { velocity, angularVelocity } = this.#motionOf(element);
    this.#insertedEnergy -= energyOf(this.#memory, element, velocity, angularVelocity);
    markDead(this.#memory, element);
    this.#index.delete(id);
    this.#prescribed = this.#prescribed.filter((body) => body.id !== id);
    this.#isProbed = false;
  }

  /** Velocities at the half step before, which is all that is known while a list is being made. */
  #motionOf(element: number): { velocity: Vector3; angularVelocity: Vector3 } {
    const at = this.#memory.address(layout.MOTION) + layout.MOTION_STRIDE * element;
    const [x = 0, y = 0, z = 0, wx = 0, wy = 0, wz = 0] = this.#memory.F.subarray(at, at + 6);
    return { velocity: { x, y, z }, angularVelocity: { x: wx, y: wy, z: wz } };
  }
}

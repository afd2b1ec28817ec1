// SPDX-License-Identifier: MIT
/**
 * A discrete-element simulation: bodies, walls and contact laws, moved through time by central differences (H2 section 2.1).
 * Spheres, alone or against half-spaces, fixed and prescribed bodies. All state is in one memory that the step kernel works on; the results
 * have the same bits for any number of threads.
 */
import { rayleighTime } from '../contact-laws/critical-step.ts';
import { SimulationError } from '../errors.ts';
import { pose } from '../math/pose.ts';
import { type Vector3, vector3, ZERO_VECTOR } from '../math/vector.ts';
import { CELLS_PER_ELEMENT, CELLS_PER_LEVEL } from '../step-kernel/grid.ts';
import * as layout from '../step-kernel/layout.ts';
import { type StepKernel, stepModule, typescriptStepKernel, wasmStepKernel } from '../step-kernel/step-kernel.ts';
import { mostBlocks } from './block-size.ts';
import { checkBody, checkSpec, refuse } from './check-spec.ts';
import { appendElement } from './elements.ts';
import { moveHalfSpaces, placeHalfSpace, writeVector } from './half-spaces.ts';
import { writeLawTable } from './law-table.ts';
import type { BodySpec, SimulationSpec } from './simulation-spec.ts';
import {
  CELLS_FULL,
  DONE,
  isListDue,
  type LoopThread,
  makeList,
  PAIRS_FULL,
  runSteps,
  SLOTS_FULL,
  STEPS_DONE,
  shareOutBlocks,
} from './step-loop.ts';
import { type Capacities, StepMemory } from './step-memory.ts';
import { ThreadTeam } from './thread-team.ts';

const PAIRS_PER_BODY = 10;
const LEAST_BODIES = 16;
const GROWTH = 1.5;

export interface SimulationOptions {
  /** `typescript` runs the same text without WebAssembly, on one thread: slower, same bits. Default `wasm` where it can be had. */
  readonly kernel?: 'wasm' | 'typescript';
}

export class Simulation {
  readonly spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #kernel: StepKernel;
  readonly #threads: number;
  readonly #team: ThreadTeam | undefined;
  #stepCount = 0;

  constructor(spec: SimulationSpec, options: SimulationOptions = {}) {
    checkSpec(spec);
    this.spec = spec;
    this.#threads = options.kernel === 'typescript' ? 1 : (spec.threads ?? 1);
    const isShared = this.#threads > 1;
    this.#memory = new StepMemory(roomFor(spec), isShared);
    const module = options.kernel === 'typescript' ? undefined : stepModule(isShared);
    const { memory } = this.#memory;
    this.#kernel = module === undefined ? typescriptStepKernel(() => memory.buffer) : wasmStepKernel(module, memory);
    this.#team = module !== undefined && isShared ? new ThreadTeam(module, memory, this.#threads) : undefined;
    this.#writeSettings();
    for (const [k, body] of (spec.bodies ?? []).entries()) this.#add(body, `bodies[${k}]`);
    this.#writeLaws();
  }

  /** Steps done so far. */
  get stepCount(): number {
    return this.#stepCount;
  }

  /** s */
  get time(): number {
    return this.#stepCount * this.spec.timeStep;
  }

  get bodyCount(): number {
    return (this.#memory.I[layout.ELEMENT_COUNT] ?? 0) - (this.#memory.I[layout.DEAD_COUNT] ?? 0);
  }

  /** The memory, for benchmarks and tests. */
  get memory(): StepMemory {
    return this.#memory;
  }

  get kernel(): StepKernel {
    return this.#kernel;
  }

  /** Moves everything on by `count` time steps. */
  step(count = 1): void {
    let left = count;
    while (left > 0) {
      this.#team?.start(left);
      const status = runSteps(this.#loop(this.#threads), left);
      const done = this.#memory.I[STEPS_DONE] ?? 0;
      this.#stepCount += done;
      left -= done;
      if (status !== DONE) this.#handle(status);
    }
  }

  /** Ends the threads. The simulation can be read but not stepped any more. */
  dispose(): void {
    this.#team?.stop();
  }

  #loop(threads: number): LoopThread {
    const { F, I } = this.#memory;
    const base = { kernel: this.#kernel, F, I, thread: 0, threads };
    const isMoving = (this.spec.halfSpaces ?? []).some(({ motion }) => motion !== undefined);
    if (!isMoving) return base;
    const before = this.#stepCount;
    return { ...base, afterStep: (step) => this.#moveWalls((before + step) * this.spec.timeStep) };
  }

  #moveWalls(time: number): void {
    const walls = this.spec.halfSpaces ?? [];
    moveHalfSpaces(
      this.#memory,
      walls,
      walls.map(({ material }) => this.#material(material, 'halfSpaces')),
      time,
      1,
    );
  }

  #handle(status: number): void {
    const room = this.#memory.capacities;
    if (status === CELLS_FULL) this.#memory.grow({ cells: Math.ceil(GROWTH * room.cells) });
    else if (status === PAIRS_FULL || status === SLOTS_FULL) this.#finishList(status);
    else throw new SimulationError('step-failed', `step ${this.#stepCount}: status ${status}`);
  }

  /** Makes room and makes the rest of the list, alone. */
  #finishList(first: number): void {
    let status = first;
    while (status !== DONE) {
      const { I } = this.#memory;
      if (status === PAIRS_FULL) {
        const blocks = I[layout.BLOCK_COUNT] ?? 0;
        let most = 0;
        for (let b = 0; b < blocks; b++) {
          const at = 2 * (this.#memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b + layout.BLOCK_INTEGERS);
          most = Math.max(most, I[at + layout.BLOCK_PAIRS] ?? 0);
        }
        this.#memory.grow({ pairs: Math.ceil(GROWTH * most * blocks) });
        shareOutBlocks(this.#memory);
        for (let b = 0; b < blocks; b++) this.#kernel.makeRows(b);
      } else this.#memory.grow({ slots: Math.ceil(GROWTH * (I[layout.SLOT_COUNT] ?? 0)) });
      status = this.#kernel.linkSlots();
    }
  }

  /** Makes sure that the list is that of the present positions, as the next step would. */
  refreshList(): void {
    const loop = this.#loop(1);
    while (isListDue(loop)) {
      const status = makeList(loop);
      if (status !== DONE) this.#handle(status);
    }
  }

  #writeSettings(): void {
    const { F, I } = this.#memory;
    const { spec } = this;
    F[layout.TIME_STEP] = spec.timeStep;
    writeVector(F, layout.GRAVITY, vector3(spec.gravity));
    F[layout.SKIN] = spec.neighbours?.skin ?? defaultSkin(spec);
    F[layout.OVERLAP_LIMIT] = spec.limits?.overlapRatio ?? 1;
    F[layout.LOCAL_DAMPING] = spec.damping?.global ?? 0;
    F[layout.VISCOUS_KEPT] = 1 - (spec.damping?.viscous ?? 0) * spec.timeStep;
    I[layout.MATERIAL_COUNT] = spec.materials.length;
    I[layout.HALF_SPACE_COUNT] = spec.halfSpaces?.length ?? 0;
    I[layout.TURNING] = 0;
    const { domain } = spec;
    if (domain !== undefined) {
      writeVector(F, layout.DOMAIN_MIN, vector3(domain.min));
      writeVector(F, layout.DOMAIN_MAX, vector3(domain.max));
      I[layout.PERIODIC] = (domain.periodic ?? []).reduce((bits, on, axis) => bits | (on ? 1 << axis : 0), 0);
    }
    spec.halfSpaces?.forEach((wall, k) => {
      placeHalfSpace(this.#memory, k, wall, this.#material(wall.material, `halfSpaces[${k}].material`), 0);
    });
    I[layout.LIST_INVALID] = 1;
  }

  #material(name: string, path: string): number {
    const index = this.spec.materials.findIndex((material) => material.name === name);
    return index >= 0 ? index : refuse(path, `one of the materials`, name);
  }

  #add(body: BodySpec, path: string): number {
    checkBody(body, path);
    const shapes = this.spec.shapes ?? [];
    const shape = shapes.findIndex(({ name }) => name === body.shape);
    const found = shapes[shape];
    if (found === undefined) return refuse(`${path}.shape`, 'one of the shapes', body.shape);
    if (!('sphere' in found))
      return refuse(`${path}.shape`, 'a sphere: other shapes are not supported yet', body.shape);
    const { radius } = found.sphere;
    const material = this.#material(body.material, `${path}.material`);
    const density = this.spec.materials[material]?.density ?? 1;
    const mass = (4 / 3) * Math.PI * radius ** 3 * density;
    const isHeld = body.fixed === true || body.motion !== undefined;
    const { orientation } = pose(body.orientation === undefined ? {} : { orientation: body.orientation });
    const count = this.#memory.I[layout.ELEMENT_COUNT] ?? 0;
    if (count >= this.#memory.capacities.elements) this.#memory.grow(roomForElements(Math.ceil(GROWTH * count)));
    const id = body.id ?? count;
    appendElement(this.#memory, {
      id,
      shape,
      material,
      position: vector3(body.position),
      radius,
      velocity: given(body.velocity),
      angularVelocity: given(body.angularVelocity),
      orientation: [orientation.w, orientation.x, orientation.y, orientation.z],
      inverseMass: isHeld ? 0 : 1 / mass,
    });
    return id;
  }

  #writeLaws(): void {
    const bodies = new Set((this.spec.bodies ?? []).map(({ material }) => this.#material(material, 'bodies')));
    const walls = new Set((this.spec.halfSpaces ?? []).map(({ material }) => this.#material(material, 'halfSpaces')));
    const radii = (this.spec.shapes ?? []).map((shape) => ('sphere' in shape ? shape.sphere.radius : 0));
    writeLawTable(this.#memory, this.spec, { bodies, walls }, Math.max(0, ...radii));
  }

  criticalTimeStep(): number {
    void rayleighTime;
    return 0;
  }
}

function given(value: BodySpec['velocity']): Vector3 {
  return value === undefined ? ZERO_VECTOR : vector3(value);
}

/** A third of the smallest radius, at least 2 % of the largest. */
function defaultSkin(spec: SimulationSpec): number {
  const radii = (spec.shapes ?? []).map((shape) => ('sphere' in shape ? shape.sphere.radius : 1));
  if (radii.length === 0) return 1;
  return Math.max(0.3 * Math.min(...radii), 0.02 * Math.max(...radii));
}

function roomForElements(
  elements: number,
  pairsPerBody = PAIRS_PER_BODY,
): Omit<Capacities, 'halfSpaces' | 'materials'> {
  const pairs = pairsPerBody * elements + 1024;
  return {
    elements,
    blocks: mostBlocks(elements),
    pairs,
    slots: Math.ceil(pairs / 3),
    cells: CELLS_PER_ELEMENT * elements + CELLS_PER_LEVEL * layout.MOST_LEVELS,
  };
}

function roomFor(spec: SimulationSpec): Capacities {
  const elements = Math.max(spec.capacity?.bodies ?? 0, spec.bodies?.length ?? 0, LEAST_BODIES);
  return {
    ...roomForElements(elements, spec.capacity?.pairsPerBody),
    halfSpaces: spec.halfSpaces?.length ?? 0,
    materials: spec.materials.length,
  };
}

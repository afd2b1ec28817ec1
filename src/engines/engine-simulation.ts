// SPDX-License-Identifier: MIT
/**
 * A simulation in an outside engine, driven slice by slice. Bodies of insertions and outlets change between two slices,
 * decided by our own code from the state that was read. A restart file is written by the engine itself; the next slice
 * then starts from it in a new process, so a run that was stopped there goes on with the same numbers as one that was
 * not, on the same number of ranks. That also avoids a second initialisation, which changes the damping of walls in
 * LAMMPS before 2024.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InserterState } from '../bodies/insertion/inserter.ts';
import type { InsertionProgress } from '../bodies/insertion/insertion-spec.ts';
import { containment, type DepartedBodies, NONE_DEPARTED, type OutletProgress } from '../bodies/outlet.ts';
import { SimulationError } from '../errors.ts';
import { conjugate, multiply, type Quaternion } from '../math/quaternion.ts';
import { countOf, entryIds } from '../simulation/bodies/body-groups.ts';
import { escapedError } from '../simulation/failures.ts';
import { DueBodies, type Newcomer, type Present } from '../simulation/population/due-bodies.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { liggghtsKinds, typeOf } from './atom-kinds.ts';
import { BodyTable, type SavedTable } from './body-table.ts';
import { readBinaryDump, readTextDump } from './dump-file.ts';
import { INPUT_FILE, vectorText } from './engine-frame.ts';
import type { EngineInput, EngineScene } from './engine-input.ts';
import type { Engine } from './engine-name.ts';
import { type EngineLaunch, EngineProcess } from './engine-process.ts';
import { type EngineState, engineState, type StateFiles } from './engine-state.ts';
import { LAMMPS_STATE, lammpsInput, NEVER_WRITTEN } from './lammps-input.ts';
import { LIGGGHTS_STATE, liggghtsInput, liggghtsStateLines } from './liggghts-input.ts';
import { OUTLET_STEPS } from './outlet-interval.ts';
import { sizeRange } from './size-range.ts';
import { clumpShapes, quaternionAt, startBodies, vectorAt } from './start-bodies.ts';
import { usedMaterials } from './used-materials.ts';

const RESTART_FILE = 'present.restart';
/** LAMMPS writes the clumps beside it. */
const RESTART_CLUMPS = `${RESTART_FILE}.rigid`;

/** What a checkpoint has before the files of the engine. */
interface SavedHead {
  readonly step: number;
  readonly table: SavedTable;
  readonly inserters: readonly InserterState[];
  readonly outlets: readonly DepartedBodies[];
  readonly escaped: DepartedBodies;
  /** Orientations of the clumps, by index. */
  readonly turned: readonly (readonly [number, Quaternion])[];
  readonly files: readonly { readonly name: string; readonly length: number }[];
}

export interface EngineSetting {
  readonly spec: SimulationSpec;
  readonly engine: Engine;
  readonly launch: EngineLaunch;
  /** Where the engine works: its input, log and the files of its states. */
  readonly folder: string;
}

export class EngineSimulation {
  readonly engine: Engine;
  readonly table: BodyTable;
  readonly #spec: SimulationSpec;
  readonly #scene: EngineScene;
  readonly #launch: EngineLaunch;
  readonly #folder: string;
  readonly #due: DueBodies;
  readonly #clumpTurns = new Map<number, Quaternion>();
  #process: EngineProcess | undefined;
  #input: EngineInput;
  #stepCount = 0;
  #state: EngineState | undefined;
  #outlets: DepartedBodies[];
  #escaped = NONE_DEPARTED;
  /** A restart file of the present step exists: the next slice starts from it. */
  #isParked = false;

  private constructor({ spec, engine, launch, folder }: EngineSetting) {
    this.#spec = spec;
    this.engine = engine;
    this.#launch = launch;
    this.#folder = folder;
    const bodies = startBodies(spec);
    const clumps = clumpShapes(spec);
    this.#scene = { spec, engine, bodies, clumps };
    this.table = new BodyTable(spec, bodies, clumps);
    this.#due = new DueBodies(spec, sizeRange(spec, bodies, clumps).largest);
    this.#outlets = (spec.outlets ?? []).map(() => NONE_DEPARTED);
    this.#input = this.#inputFrom(undefined);
  }

  /** At the start of a spec, which the engine can do, or at a saved state of it. */
  static async open(setting: EngineSetting, saved?: Uint8Array): Promise<EngineSimulation> {
    const simulation = new EngineSimulation(setting);
    // After the bodies have found their places: a scene that cannot start leaves no folder.
    mkdirSync(setting.folder, { recursive: true });
    try {
      if (saved === undefined) await simulation.#start();
      else await simulation.#resume(saved);
    } catch (error) {
      simulation.dispose();
      throw error;
    }
    return simulation;
  }

  get stepCount(): number {
    return this.#stepCount;
  }

  get time(): number {
    return this.#stepCount * this.#spec.timeStep;
  }

  /** Of the last reading. */
  get state(): EngineState {
    if (this.#state === undefined) throw new Error('the state of the engine has not been read');
    return this.#state;
  }

  get insertions(): InsertionProgress[] {
    return this.#due.inserters.map(({ progress }) => progress);
  }

  get outlets(): OutletProgress[] {
    return this.#outlets.map((state, k) => ({ name: this.#spec.outlets?.[k]?.name ?? '', ...state }));
  }

  get escaped(): DepartedBodies {
    return this.#escaped;
  }

  /** Moves on by at most `count` steps, up to the next change of the bodies; returns how many. */
  async step(count: number, isRead: boolean): Promise<number> {
    if (this.#isParked) await this.#reopen();
    const change = this.#nextChange();
    const steps = Math.min(count, change - this.#stepCount);
    const end = this.#stepCount + steps;
    await this.#run(steps, isRead || end === change);
    if (end === change) await this.#change();
    return steps;
  }

  /**
   * The present state as bytes: what our code knows, and the restart file. The state has been read at the present step.
   */
  async save(): Promise<Uint8Array> {
    if (!this.#isParked) {
      await this.#ask([`write_restart ${RESTART_FILE}`]);
      await this.#process?.end();
      this.#process = undefined;
      this.#isParked = true;
    }
    const names = [RESTART_FILE, RESTART_CLUMPS].filter((name) => existsSync(join(this.#folder, name)));
    const files = names.map((name) => ({ name, bytes: readFileSync(join(this.#folder, name)) }));
    const head: SavedHead = {
      step: this.#stepCount,
      table: this.table.save(),
      inserters: this.#due.inserters.map((inserter) => inserter.save()),
      outlets: this.#outlets,
      escaped: this.#escaped,
      turned: this.#turnedClumps(),
      files: files.map(({ name, bytes }) => ({ name, length: bytes.length })),
    };
    const text = new TextEncoder().encode(JSON.stringify(head));
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, text.length, true);
    return Buffer.concat([size, text, ...files.map(({ bytes }) => bytes)]);
  }

  /** Ends the engine. */
  dispose(): void {
    this.#process?.stop();
    this.#process = undefined;
  }

  #inputFrom(restart: string | undefined): EngineInput {
    const start = restart === undefined ? {} : { restart };
    return this.engine.name === 'lammps' ? lammpsInput(this.#scene, start) : liggghtsInput(this.#scene, start);
  }

  async #start(): Promise<void> {
    // Bodies at the start have been placed by our own simulation; the inserters here place the same ones.
    await this.#due.at(0, async () => this.#given());
    await this.#launchWith(this.#input);
  }

  async #resume(saved: Uint8Array): Promise<void> {
    const size = new DataView(saved.buffer, saved.byteOffset).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(saved.subarray(4, 4 + size))) as SavedHead;
    let at = 4 + size;
    for (const { name, length } of head.files) {
      if (name !== RESTART_FILE && name !== RESTART_CLUMPS) throw new RangeError(`unknown file ${name}`);
      writeFileSync(join(this.#folder, name), saved.subarray(at, at + length));
      at += length;
    }
    this.#stepCount = head.step;
    this.table.restore(head.table);
    head.inserters.forEach((state, k) => {
      this.#due.inserters[k]?.restore(state);
    });
    this.#outlets = [...head.outlets];
    this.#escaped = head.escaped;
    await this.#reopen(new Map(head.turned));
  }

  /** Starts a new process from the restart file of the present step. */
  async #reopen(turned = new Map(this.#turnedClumps())): Promise<void> {
    this.#isParked = false;
    this.#clumpTurns.clear();
    await this.#launchWith(this.#inputFrom(RESTART_FILE), turned);
  }

  async #launchWith(input: EngineInput, turned?: ReadonlyMap<number, Quaternion>): Promise<void> {
    this.#input = input;
    for (const [name, text] of input.files) writeFileSync(join(this.#folder, name), text);
    const lines = [...input.lines, 'run 0 post no'];
    writeFileSync(join(this.#folder, INPUT_FILE), `${lines.join('\n')}\n`);
    this.#process = new EngineProcess(this.#launch, this.#folder);
    await this.#ask(lines);
    await this.#read(turned ?? new Map());
  }

  async #ask(lines: readonly string[]): Promise<void> {
    if (this.#process === undefined) throw new Error('the engine does not run');
    try {
      await this.#process.ask(lines);
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      const { code, message, details } = error;
      throw new SimulationError(code, `after step ${this.#stepCount}, time ${this.time} s: ${message}`, {
        ...details,
        step: this.#stepCount,
        time: this.time,
      });
    }
  }

  async #run(steps: number, isRead: boolean): Promise<void> {
    const end = this.#stepCount + steps;
    if (steps > 0) {
      const files = this.engine.name === 'lammps' ? this.#writtenAt(isRead ? end : NEVER_WRITTEN) : [];
      await this.#ask([...files, `run ${steps} pre no post no`]);
      this.#stepCount = end;
    }
    if (isRead) await this.#read();
  }

  /** LAMMPS writes states at multiples of a number: the next multiple of a later step is that step. */
  #writtenAt(step: number): string[] {
    const names = ['atoms', 'pairs', ...(this.#hasClumps ? ['clumps'] : [])];
    return names.map((name) => `dump_modify ${name} every ${step}`);
  }

  get #hasClumps(): boolean {
    return this.#scene.clumps.some((clump) => clump !== undefined);
  }

  async #read(turned?: ReadonlyMap<number, Quaternion>): Promise<void> {
    if (this.engine.name === 'liggghts') await this.#ask(liggghtsStateLines(this.#input.readings));
    const files = this.#stateFiles();
    if (turned !== undefined) this.#noteTurns(files, turned);
    const state = engineState(files, {
      spec: this.#spec,
      engine: this.engine.name,
      table: this.table,
      readings: this.#input.readings,
      clumpTurns: this.#clumpTurns,
      time: this.time,
    });
    this.#state = state;
    this.#noteLost(state);
  }

  #stateFiles(): StateFiles {
    const isLammps = this.engine.name === 'lammps';
    const named = (name: string): string => join(this.#folder, name.replace('*', String(this.#stepCount)));
    const take = (name: string | undefined): Uint8Array => {
      if (name === undefined) return new Uint8Array();
      const path = named(name);
      const bytes = readFileSync(path);
      rmSync(path);
      return bytes;
    };
    const text = (name: string | undefined): number[][] => readTextDump(new TextDecoder().decode(take(name)));
    const names = isLammps ? LAMMPS_STATE : LIGGGHTS_STATE;
    const { meshes, triangleHalfSpaces, clumps } = this.#input.readings;
    // LAMMPS has the index in its numbers of clumps, LIGGGHTS counts them.
    const numbered = ([number = 0, ...values]: readonly number[]): number[] => [
      isLammps ? number : (clumps[number - 1] ?? -1) + 1,
      ...values,
    ];
    const hasWalls = !isLammps && meshes + triangleHalfSpaces.length > 0;
    return {
      atoms: readBinaryDump(take(names.atoms)),
      pairs: text(names.pairs),
      walls: text(hasWalls ? LIGGGHTS_STATE.walls : undefined),
      clumps: text(clumps.length > 0 ? names.clumps : undefined).map(numbered),
    };
  }

  /** The engine chooses principal axes of its own in each process; from them to our frame. */
  #noteTurns({ clumps }: StateFiles, turned: ReadonlyMap<number, Quaternion>): void {
    for (const row of clumps) {
      const index = (row[0] ?? 0) - 1;
      const [w = 1, x = 0, y = 0, z = 0] = row.slice(10, 14);
      const own = turned.get(index) ?? this.table.bodies[index]?.orientation ?? { w: 1, x: 0, y: 0, z: 0 };
      this.#clumpTurns.set(index, multiply(conjugate({ w, x, y, z }), own));
    }
  }

  #turnedClumps(): (readonly [number, Quaternion])[] {
    if (!this.#hasClumps || this.#state === undefined) return [];
    const { indices, bodies } = this.#state;
    return [...indices].flatMap((index, k) =>
      this.table.isClump(index) ? [[index, quaternionAt(bodies.orientation, k)] as const] : [],
    );
  }

  /** Bodies that left the domain, which the engine deletes when it makes its lists anew. */
  #noteLost({ lost }: EngineState): void {
    if (lost.size === 0) return;
    const all = [...lost].map((index) => this.table.bodies[index]);
    if (this.#spec.domain?.onEscape !== 'delete') {
      const nowhere = { x: Number.NaN, y: Number.NaN, z: Number.NaN };
      const bodies = all.map((body) => ({ id: body?.id ?? -1, position: nowhere }));
      throw escapedError({ time: this.time, step: this.#stepCount }, bodies);
    }
    this.#escaped = {
      count: this.#escaped.count + lost.size,
      mass: all.reduce((sum, body) => sum + (body?.mass ?? 0), this.#escaped.mass),
      energy: Number.NaN,
    };
    this.table.remove(lost);
  }

  /** The next step after which bodies appear or outlets look; infinite without either. */
  #nextChange(): number {
    const hasOutlets = (this.#spec.outlets?.length ?? 0) > 0;
    const look = hasOutlets ? (Math.floor(this.#stepCount / OUTLET_STEPS) + 1) * OUTLET_STEPS : Infinity;
    return Math.max(this.#stepCount, Math.min(look, this.#nextBirth));
  }

  /** LAMMPS starts anew for each change of its bodies, so those of some steps appear together. */
  get #nextBirth(): number {
    const due = this.#due.nextStep;
    return this.engine.name === 'lammps' ? Math.ceil(due / OUTLET_STEPS) * OUTLET_STEPS : due;
  }

  /** Removes what is in outlets and adds what is due, and reads again if something changed. */
  async #change(): Promise<void> {
    const lines = [...this.#removals()];
    const born =
      this.#nextBirth > this.#stepCount ? [] : await this.#due.at(this.#stepCount, async () => this.#present());
    lines.push(...this.#births(born));
    // Groups hold the atoms that are there when they are defined; again, they take the new ones in.
    if (born.length > 0) lines.push(...this.#input.lines.filter((line) => line.startsWith('group ')));
    if (lines.length === 0) return;
    if (this.engine.name === 'liggghts') {
      await this.#ask([...lines, 'run 0 post no']);
      await this.#read();
      return;
    }
    // LAMMPS creates no atoms between reading a restart file and the first step, so the old process does.
    const turned = new Map(this.#turnedClumps());
    await this.#ask([...lines, `write_restart ${RESTART_FILE}`]);
    await this.#process?.end();
    await this.#reopen(turned);
  }

  #removals(): string[] {
    const { outlets = [], shapes = [], materials } = this.#spec;
    if (outlets.length === 0 || this.#stepCount % OUTLET_STEPS !== 0) return [];
    const { bodies, indices } = this.state;
    const leaving = new Set<number>();
    outlets.forEach((outlet, k) => {
      if (this.time < (outlet.from ?? 0) || this.time >= (outlet.until ?? Infinity)) return;
      const contains = containment(outlet.region);
      indices.forEach((index, row) => {
        const body = this.table.bodies[index];
        if (body === undefined || body.isFixed || leaving.has(index)) return;
        const isMeant =
          (outlet.shapes?.includes(shapes[body.shape]?.name ?? '') ?? true) &&
          (outlet.materials?.includes(materials[body.material]?.name ?? '') ?? true);
        const { x, y, z } = vectorAt(bodies.position, row);
        if (!isMeant || !contains(x, y, z)) return;
        leaving.add(index);
        const before = this.#outlets[k] ?? NONE_DEPARTED;
        this.#outlets[k] = { count: before.count + 1, mass: before.mass + body.mass, energy: Number.NaN };
      });
    });
    if (leaving.size === 0) return [];
    const atoms = this.table.atomsOfBodies(leaving);
    this.table.remove(leaving);
    return [...deletionLines(atoms)];
  }

  #births(born: readonly Newcomer[]): string[] {
    return born.flatMap((newcomer) => {
      const { position, velocity, material, balls } = newcomer;
      const { density = 0 } = this.#spec.materials[material] ?? {};
      const radius = balls[0]?.radius ?? 0;
      const atom = this.table.lastAtom + 1;
      this.table.add(newcomer, density, atom);
      const type =
        this.engine.name === 'lammps'
          ? [...usedMaterials(this.#spec).bodies].indexOf(material) + 1
          : typeOf(liggghtsKinds(this.#spec), material, massOfSphere(radius, density));
      return [
        `create_atoms ${type} single ${vectorText(position)} units box`,
        `set atom ${atom} diameter ${2 * radius} density ${density} vx ${velocity.x} vy ${velocity.y} vz ${velocity.z}`,
      ];
    });
  }

  /** The bodies of the spec at the start, without those of insertions. */
  #given(): Present[] {
    const { bodies } = this.#scene;
    const given = new Set<number>();
    for (const [first, entry] of entryIds(this.#spec.bodies)) {
      for (let k = 0; k < countOf(entry); k++) given.add(first + k);
    }
    return Array.from(bodies.ids).flatMap((id, k) => {
      const position = vectorAt(bodies.position, k);
      const volume = this.table.bodies[k]?.volume ?? 0;
      return given.has(id) ? [{ position, volume, balls: [{ centre: position, radius: bodies.radius[k] }] }] : [];
    });
  }

  /** All bodies of the last reading, as insertion sees them. */
  #present(): Present[] {
    const { bodies, indices } = this.state;
    return [...indices].flatMap((index, k) => {
      const body = this.table.bodies[index];
      if (body === undefined || this.table.isGone(index)) return [];
      const position = vectorAt(bodies.position, k);
      return [{ position, volume: body.volume, balls: [{ centre: position, radius: body.radius }] }];
    });
  }
}

/** Numbers of one `group` command: lines must not grow without end. */
const IDS_A_LINE = 60;

function deletionLines(atoms: readonly number[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < atoms.length; i += IDS_A_LINE) {
    lines.push(`group leaving id ${atoms.slice(i, i + IDS_A_LINE).join(' ')}`);
  }
  return [...lines, 'delete_atoms group leaving compress no', 'group leaving delete'];
}

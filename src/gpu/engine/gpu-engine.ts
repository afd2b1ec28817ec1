// SPDX-License-Identifier: MIT
/**
 * Runs bodies of one species on the GPU. The steps that were asked for last may still be under way, and so may probes
 * between steps, whose sums are read later. A submission is one neighbour-list rebuild and the steps that use the list.
 * Their number follows from how far bodies travelled with the list three rebuilds before, so no decision waits for the
 * GPU. If bodies move faster, or memory runs out, the GPU stops at the first invalid step, and the host repeats the
 * rest with a new list: no contact is missed.
 */

import type { Vector3 } from '../../math/vector.ts';
import type { SpecFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import { MOST_TAKEN, TAKEN_VECTORS } from '../kernels/pick.ts';
import {
  CONTACT_SUM,
  CONTACTS_WANTED,
  ENERGY_SUMS,
  OVERFLOW_WANTED,
  PARTNERS_WANTED,
  PICKED,
  STATUS_WORDS,
  TAKEN,
} from '../kernels/prelude.ts';
import { type Cursor, cursorAfter, listMade, other, START, stepsDone } from './cursor.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import { checkMemory } from './gpu-failures.ts';
import { readBuffer } from './gpu-program.ts';
import type { EngineSettings, Found } from './gpu-settings.ts';
import { gpuStateParts, openGpuState, writePieces } from './gpu-state.ts';
import { checkTravel } from './gpu-travel.ts';
import { LOOK } from './kernel-runner.ts';
import type { Species } from './species.ts';
import { looksAtEnd, NEVER, type ProbeReader, type Settled, Submissions, WORDS } from './submissions.ts';

/** The number of threads is reduced once one body in this many has been removed on the GPU. */
const LARGEST_SHARE_GONE = 16;

/** Sums over all bodies at one time. */
export interface ProbeSums {
  readonly step: number;
  /** Lists made until then. */
  readonly lists: number;
  /** Kinetic, rotational, potential, elastic. */
  readonly energies: Float32Array;
  /** Undefined where only a list of contacts can count them. */
  readonly contacts: number | undefined;
  /** Force on each half-space; undefined where only a list of contacts has it. */
  readonly loads: readonly Vector3[] | undefined;
}

/** Takes the sums of a step when all steps until then, and none after, have been recorded. */
export type SumsReader = (sums: ProbeSums) => void;

export class GpuEngine {
  readonly #device: GPUDevice;
  readonly #species: Species;
  readonly #settings: EngineSettings;
  readonly #submissions: Submissions;
  /** After what has been submitted. */
  #cursor: Cursor = { ...START };
  /** The step that was asked for. */
  #goal = 0;
  /** Probes that have not been submitted, in the order of their steps. */
  #wanted: { readonly step: number; readonly probe: ProbeReader }[] = [];
  /** Bodies removed on the GPU that still have a place in its buffers; those that a list put behind all others. */
  #gone = 0;
  #behind = 0;

  constructor({ device, lost }: GpuDevice, species: Species, settings: EngineSettings) {
    this.#device = device;
    this.#species = species;
    this.#settings = settings;
    this.#submissions = new Submissions(device, species.memory, lost, settings);
  }

  get device(): GPUDevice {
    return this.#device;
  }

  /** Which copies of the buffers are valid. */
  get cursor(): Readonly<Cursor> {
    return this.#cursor;
  }

  get settings(): EngineSettings {
    return this.#settings;
  }

  /** Losses, and the largest overlap and travel so far. */
  get report(): Pick<Submissions, 'losses' | 'deepest' | 'fastest'> {
    return this.#submissions;
  }

  /** The step that was asked for, which is the present one once `finish` is done. */
  get goal(): number {
    return this.#goal;
  }

  /**
   * Asks for this many steps more, and submits them; the last may still be under way then. Throws a SimulationError;
   * the state is then that before the list in which it happened, and nothing more is asked for.
   */
  async advance(steps: number): Promise<void> {
    this.#goal += steps;
    await this.#work(() => this.#isSubmitted);
  }

  /** Waits for all that was asked for. Throws as `advance` does. */
  async finish(): Promise<void> {
    await this.#work(() => this.#isSubmitted && this.#submissions.count === 0);
  }

  /** Asks for the sums of the step that was asked for; there must be a list. They come while other steps are done. */
  sumsLater(read: SumsReader): void {
    this.#wanted.push({ step: this.#goal, probe: this.#probeReader(read) });
  }

  get #isSubmitted(): boolean {
    return this.#cursor.step === this.#goal && this.#wanted.length === 0;
  }

  async #work(isDone: () => boolean): Promise<void> {
    try {
      await this.#species.compile();
      while (!isDone()) if (!this.#submitNext()) await this.#settle();
      this.#forgetBehind();
    } catch (error) {
      this.#goal = this.#cursor.step;
      this.#wanted = [];
      this.#submissions.dropProbes();
      throw error;
    }
  }

  /** False if nothing is left to submit, or there is no room for it. */
  #submitNext(): boolean {
    const [cursor, [wanted]] = [this.#cursor, this.#wanted];
    if (LARGEST_SHARE_GONE * this.#behind > this.#species.memory.count) {
      if (this.#submissions.count > 0) return false;
      this.#forgetBehind();
    }
    const end = Math.min(this.#goal, wanted?.step ?? Infinity);
    if (cursor.step < end) {
      const hasList = cursor.lists === 0 || cursor.served >= cursor.serves;
      if (!this.#submissions.hasRoom(hasList)) return false;
      this.#submit(end, hasList);
      return true;
    }
    if (wanted === undefined || !this.#submissions.hasRoom(false)) return false;
    this.#wanted.shift();
    this.#submitProbe(wanted.probe);
    return true;
  }

  /** The energies of `probeSums`. */
  async probe(): Promise<Float32Array> {
    return (await this.probeSums()).energies;
  }

  /** Computes forces and velocities of the present time, which the species keeps, and their sums. */
  async probeSums(): Promise<ProbeSums> {
    await this.ready();
    const read: ProbeSums[] = [];
    this.#submitProbe(this.#probeReader((sums) => read.push(sums)));
    await this.settleAll();
    return read[0];
  }

  /** With a list and without pending submissions: the inputs of the present step are written. */
  async ready(): Promise<void> {
    await this.settleAll();
    while (this.#cursor.lists === 0) await this.#makeList();
    this.#writePresentInputs();
  }

  #writePresentInputs(): void {
    const { step, springs, list } = this.#cursor;
    this.#species.runner.writeStepInputs(step, 1, springs, list);
  }

  #submitProbe(probe: ProbeReader): void {
    const { memory, wallSums } = this.#species;
    this.#writePresentInputs();
    this.#device.queue.writeBuffer(memory.status, 4 * CONTACT_SUM, new Uint32Array(1));
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#species.step(pass, this.#cursor, 'probe', 0);
    this.#species.fold(pass);
    pass.end();
    this.#submissions.submit(encoder, { before: { ...this.#cursor }, hasList: false, probe }, wallSums);
  }

  #probeReader(read: SumsReader): ProbeReader {
    return (words, { step, lists }) => {
      const [species, floats] = [this.#species, new Float32Array(words.buffer)];
      const energies = floats.slice(STATUS_WORDS + ENERGY_SUMS, WORDS);
      const contacts = species.countsContacts ? words[CONTACT_SUM] : undefined;
      read({ step, lists, energies, contacts, loads: species.wallLoads?.(floats.subarray(WORDS)) });
    };
  }

  async settleAll(): Promise<void> {
    await this.#species.compile();
    while (this.#submissions.count > 0) await this.#settle();
    this.#forgetBehind();
  }

  /** Removed bodies cost a thread each. No submission that uses their number may be in flight. */
  #forgetBehind(): void {
    if (this.#behind === 0 || this.#submissions.count > 0) return;
    this.#species.memory.count -= this.#behind;
    this.#gone -= this.#behind;
    this.#behind = 0;
    this.#species.runner.changed();
  }

  get #takesAtLists(): boolean {
    return this.#settings.atLists !== 0 && this.#settings.takesAtLists && this.#species.taken !== undefined;
  }

  /** Encodes and submits a pass whose results are not steps, after `before`. */
  run(encode: (pass: GPUComputePassEncoder) => void, before?: (encoder: GPUCommandEncoder) => void): void {
    const encoder = this.#device.createCommandEncoder();
    before?.(encoder);
    const pass = encoder.beginComputePass();
    encode(pass);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
  }

  /** Bodies in these regions, by index. */
  async look(regions: number): Promise<Found[]> {
    await this.settleAll();
    this.#species.runner.writeLook(this.#cursor.step, regions, false);
    this.run((pass) => this.#species.pick(pass, this.#cursor, LOOK));
    return this.#readFound();
  }

  /** Other regions, from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#species.runner.writeRegions(at, words);
  }

  /** Removes bodies, and makes a list of the others. */
  async remove(indices: readonly number[]): Promise<void> {
    this.#species.markGone(indices, this.#cursor);
    const { lists } = this.#cursor;
    // A list without room for all partners must be rebuilt.
    while (this.#cursor.lists === lists) await this.#makeList();
    this.#species.memory.count -= indices.length;
    this.#species.runner.changed();
  }

  /** Appends `count` bodies and returns the index of the first. The caller must write their states. */
  async append(count: number): Promise<number> {
    const { memory } = this.#species;
    const first = memory.count;
    if (first + count > memory.capacity) await this.grow(() => this.#species.makeRoom(first + count));
    memory.count = first + count;
    this.#species.runner.changed();
    await this.#species.emptyRows(first, this.#cursor);
    this.#cursor.serves = this.#cursor.served;
    return first;
  }

  /** Makes room, and throws a DeviceError if the adapter has none. */
  async grow(makeRoom: () => void): Promise<void> {
    this.#device.pushErrorScope('out-of-memory');
    makeRoom();
    await checkMemory(this.#device, this.#species.memory.count, this.#species.bytes);
    this.#species.runner.changed();
  }

  /** The whole state in parts; `restore` continues from it with the same bits on the same device. `host` is in it. */
  async save<Host>(host: Host, spec: SpecFingerprint): Promise<readonly Uint8Array[]> {
    await this.settleAll();
    const cursor = this.#cursor;
    const sizes = await this.#species.sizes(cursor);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (const { buffer, offset, bytes } of this.#species.pieces(sizes, cursor)) {
      parts.push(new Uint8Array(await readBuffer(this.#device, buffer, bytes, offset)));
    }
    this.#species.inOrder?.(parts, sizes);
    return gpuStateParts({ cursor, sizes, host, submissions: this.#submissions.save() }, parts, spec);
  }

  /**
   * Returns the host part, and the fingerprint for later saves. Throws a SimulationError for bytes that are not a state
   * of this spec.
   */
  restore<Host>(
    bytes: Uint8Array,
    given: SpecFingerprint,
    options: RestoreOptions,
  ): { host: Host; spec: SpecFingerprint } {
    const { header, start, spec } = openGpuState<Host>(bytes, given, options);
    const { cursor, sizes, host, submissions } = header;
    this.#species.useSizes(sizes, cursor);
    writePieces(this.#device, this.#species.pieces(sizes, cursor), bytes, start);
    this.#species.afterRestore?.(sizes);
    this.#species.runner.changed();
    this.#cursor = cursor;
    this.#goal = cursor.step;
    this.#wanted = [];
    this.#gone = 0;
    this.#behind = 0;
    this.#submissions.restore(submissions);
    return { host, spec };
  }

  destroy(): void {
    this.#submissions.destroy();
    this.#species.destroy();
    this.#species.runner.destroy();
  }

  /** The steps of one list, or as many of them as are requested. */
  #submit(end: number, hasList: boolean): void {
    const [cursor, before, species] = [this.#cursor, { ...this.#cursor }, this.#species];
    const { runner } = species;
    if (hasList) cursor.serves = this.#stepsOfList();
    const steps = Math.min(end - cursor.step, hasList ? cursor.serves : cursor.serves - cursor.served);
    // The springs change halves with every step, and when a list is made.
    const parity = hasList && cursor.lists > 0 ? other(cursor.springs) : cursor.springs;
    const { atLists, outletsAt } = this.#settings;
    const takes = this.#takesAtLists;
    const atEnd = takes ? 0 : looksAtEnd(cursor, hasList, steps, atLists);
    runner.writeStepInputs(before.step, steps, parity, hasList ? other(cursor.list) : cursor.list, atEnd);
    const encoder = this.#device.createCommandEncoder();
    if (hasList) this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    if (hasList && atLists !== 0) {
      runner.writeLook(before.step, atLists, !takes);
      if (takes) species.take?.(pass, cursor, LOOK);
      else species.pick(pass, cursor, LOOK);
    }
    if (hasList) this.#encodeList(pass);
    for (let k = 0; k < steps; k++) {
      species.step(pass, cursor, 'step', k);
      stepsDone(cursor);
      if (outletsAt(cursor.step) !== 0 || (atEnd !== 0 && k === steps - 1)) species.pick(pass, cursor, k);
    }
    if (species.hasAccounts) species.fold(pass);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList }, takes && hasList ? species.taken : undefined);
  }

  #encodeList(pass: GPUComputePassEncoder): void {
    this.#species.list(pass, this.#cursor);
    listMade(this.#cursor);
  }

  /** Steps that the next list is to serve: as bodies move, and meshes. */
  #stepsOfList(): number {
    const steps = this.#submissions.intervals.next(this.#cursor.lists);
    return this.#settings.meshes?.motions.stepsFrom(this.#cursor.step, steps) ?? steps;
  }

  /** A list without steps; one that finds too little room is not there afterwards. */
  async #makeList(): Promise<void> {
    const before = { ...this.#cursor };
    this.#species.runner.writeStepInputs(before.step, 1, before.springs, other(before.list));
    this.#cursor.serves = this.#stepsOfList();
    const encoder = this.#device.createCommandEncoder();
    this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    this.#encodeList(pass);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList: true });
    await this.#settle();
  }

  /** Waits for the oldest submission and handles its status. */
  async #settle(): Promise<void> {
    const settled = await this.#submissions.settle(this.#cursor.step);
    if (settled === undefined) return;
    const { before, words, stopAt } = settled;
    const isFound = stopAt !== NEVER && words[PICKED] > 0;
    const makeRoom = this.#species.roomWanted(words, this.#cursor.step);
    const hasMore = this.#noteTaken(settled);
    const isPlanned = isFound || makeRoom !== undefined || hasMore;
    if (stopAt !== NEVER) await this.#goBack(settled, isPlanned);
    if (makeRoom !== undefined) await this.#makeMoreRoom(makeRoom);
    this.#species.check(words, before.step);
    checkTravel(words, this.#species.travelLimit, this.#cursor.step, this.#settings.timeStep);
    if (isFound) await this.#settings.onFound(await this.#readFound());
  }

  /** True if there were more bodies to remove than records: the list is tried again. */
  #noteTaken({ hasList, stopAt, before, words }: Settled): boolean {
    if (!hasList || !this.#takesAtLists) return false;
    const taken = Math.min(words[TAKEN], MOST_TAKEN);
    if (taken > 0) this.#settings.onTaken(words.subarray(WORDS, WORDS + 4 * TAKEN_VECTORS * taken));
    this.#gone += taken;
    if (stopAt > before.step) this.#behind = this.#gone;
    return words[TAKEN] > MOST_TAKEN;
  }

  /** The list is rebuilt from the same state, so the bits are those of a list with enough room. */
  async #makeMoreRoom(makeRoom: () => void): Promise<void> {
    for (const word of [PARTNERS_WANTED, CONTACTS_WANTED, OVERFLOW_WANTED]) {
      this.#device.queue.writeBuffer(this.#species.memory.status, 4 * word, new Uint32Array(1));
    }
    await this.grow(makeRoom);
    await this.#species.compile();
  }

  /** A body left the margin, or bodies must be removed: all later submissions have done nothing. */
  async #goBack({ before, hasList, stopAt }: Settled, isPlanned: boolean): Promise<void> {
    const probes = await this.#submissions.forgetRest();
    this.#wanted.unshift(...probes.map(({ before: { step }, probe = () => {} }) => ({ step, probe })));
    // Bodies that must be removed before a list is made stop the list too.
    this.#cursor = cursorAfter(before, hasList && stopAt > before.step, stopAt - before.step);
    const { lists, served } = this.#cursor;
    if (!isPlanned) this.#submissions.intervals.shorten(lists, served);
  }

  /** Bodies found by the last query, sorted by index; clears the list. */
  async #readFound(): Promise<Found[]> {
    const { status, picked } = this.#species.memory;
    const [count = 0] = new Uint32Array(await readBuffer(this.#device, status, 4, 4 * PICKED));
    if (count === 0) return [];
    const words = new Uint32Array(await readBuffer(this.#device, picked, 8 * count));
    this.#device.queue.writeBuffer(status, 4 * PICKED, new Uint32Array(1));
    const found = Array.from({ length: count }, (_, k) => ({ index: words[2 * k], regions: words[2 * k + 1] }));
    return found.sort((a, b) => a.index - b.index);
  }
}

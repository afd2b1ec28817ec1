// SPDX-License-Identifier: MIT
/**
 * Queue of GPU submissions, and the results of the finished ones: losses, deepest overlap, how long lists serve. A
 * submission is one neighbour-list rebuild and the steps that use the list, or a part of these steps, or a probe
 * between them. Its status words are copied when it ends, so reading them waits for nothing else.
 */
import { SimulationError } from '../../errors.ts';
import {
  DEEPEST,
  ESCAPED,
  FASTEST,
  GROUP_SUMS,
  LONGEST_PATH,
  NOT_FINITE,
  STATUS_WORDS,
  STOP_AT,
  TAKEN,
} from '../kernels/prelude.ts';
import type { Cursor } from './cursor.ts';
import { mapped } from './gpu-failures.ts';
import type { EngineSettings } from './gpu-settings.ts';
import { type KnownList, ListIntervals } from './list-intervals.ts';

export const NEVER = 0xffffffff;
/** Steps that one list may serve: the inputs of all of them are written at once. */
export const MOST_STEPS = 256;
/**
 * Lists under way: a second keeps the GPU busy while the first is read. Not more, since the length of a list follows
 * from the list three before, which must be known then.
 */
const MOST_LISTS = 2;
/** With the parts of lists and probes between them: as a row every 50 steps makes of two lists. */
const MOST_SUBMISSIONS = 24;
/** Of a submission: the status, and the sums of all workgroups. */
export const WORDS = STATUS_WORDS + GROUP_SUMS;
const NOTHING: readonly number[] = Array.from({ length: GROUP_SUMS }, () => 0);

interface Submission {
  /** Location of the data before it. */
  readonly before: Cursor;
  readonly hasList: boolean;
  /** A probe: it changes nothing, and its words go to this reader. */
  readonly probe?: ProbeReader | undefined;
}

/** Called when all submissions before the probe have been settled, and none after it. */
export type ProbeReader = (words: Uint32Array, before: Readonly<Cursor>) => void;

/** One that has been done. `stopAt` is the first step that must not be done, or NEVER. */
export interface Settled extends Submission {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly stopAt: number;
}

/** A part of a buffer that is copied behind the words of a submission. */
type Extra = Readonly<Record<'offset' | 'bytes', number>> & { readonly buffer: GPUBuffer };

/** The buffers that report; they may be replaced by larger ones. */
interface StatusBuffers {
  readonly status: GPUBuffer;
  readonly folded: GPUBuffer;
  /** Workgroups with separate sums. */
  readonly groups: number;
}

/**
 * Regions that are queried after the last of `steps`. Bodies that must be removed before a rebuild are found at the end
 * of the last list, so at most one further submission is wasted.
 */
export function looksAtEnd({ served, serves }: Cursor, hasList: boolean, steps: number, atLists: number): number {
  return (hasList ? 0 : served) + steps >= serves ? atLists : 0;
}

/** Sums over everything since the start, J. */
export interface Losses {
  readonly damping: number;
  readonly friction: number;
  readonly rolling: number;
  readonly wallWork: number;
  readonly global: number;
}

export interface SavedSubmissions {
  readonly closed: readonly number[];
  readonly open: readonly number[];
  readonly known: readonly (readonly [number, KnownList])[];
  readonly deepest: number;
}

export class Submissions {
  readonly intervals: ListIntervals;
  readonly #device: GPUDevice;
  readonly #buffers: StatusBuffers;
  readonly #lost: Promise<string>;
  readonly #overlapLimit: number;
  #inFlight: (Submission & { readonly copy: GPUBuffer })[] = [];
  /** Buffers for the words of submissions, by their size. */
  readonly #unused = new Map<number, GPUBuffer[]>();
  #hasStopped = false;
  #deepest = 0;
  #fastest = 0;
  /**
   * Losses of all lists before the present one, and of the present one: summed list by list, independent of how steps
   * are requested.
   */
  #closed: readonly number[] = NOTHING;
  #open: readonly number[] = NOTHING;

  constructor(
    device: GPUDevice,
    buffers: StatusBuffers,
    lost: Promise<string>,
    { skin, overlapLimit }: Pick<EngineSettings, 'skin' | 'overlapLimit'>,
  ) {
    this.#overlapLimit = overlapLimit;
    this.#device = device;
    this.#buffers = buffers;
    this.#lost = lost;
    this.intervals = new ListIntervals(0.5 * skin, MOST_STEPS);
    this.#forgetStop();
  }

  /** Number of pending submissions. */
  get count(): number {
    return this.#inFlight.length;
  }

  /** Whether another one may be submitted, with a list or without; after a stop it would probably do nothing. */
  hasRoom(hasList: boolean): boolean {
    if (this.#inFlight.length >= (this.#hasStopped ? 1 : MOST_SUBMISSIONS)) return false;
    return !hasList || this.#inFlight.filter((each) => each.hasList).length < MOST_LISTS;
  }

  get losses(): Losses {
    const [damping = 0, friction = 0, rolling = 0, wallWork = 0, global = 0] = this.#sums;
    return { damping, friction, rolling, wallWork, global };
  }

  /** Largest overlap over the smaller radius so far, if above 0.05. */
  get deepest(): number {
    return this.#deepest;
  }

  /** Largest travel of a body in one step, relative to half its smallest thickness, if above 0.1. */
  get fastest(): number {
    return this.#fastest;
  }

  get #sums(): number[] {
    return this.#closed.map((x, k) => x + this.#open[k]);
  }

  /** A list has its own longest path and its own losses. */
  clearForList(encoder: GPUCommandEncoder): void {
    const { status, folded, groups } = this.#buffers;
    encoder.clearBuffer(status, 4 * LONGEST_PATH, 4);
    encoder.clearBuffer(status, 4 * TAKEN, 4);
    encoder.clearBuffer(status, 4 * STATUS_WORDS, 4 * GROUP_SUMS * groups);
    encoder.clearBuffer(folded);
  }

  /** The words of a submission are the status words, the sums of all workgroups, and `extra`. */
  submit(encoder: GPUCommandEncoder, submission: Submission, extra?: Extra): void {
    const { status, folded } = this.#buffers;
    const copy = this.#bufferOf(4 * WORDS + (extra?.bytes ?? 0));
    encoder.copyBufferToBuffer(status, 0, copy, 0, 4 * STATUS_WORDS);
    encoder.copyBufferToBuffer(folded, 0, copy, 4 * STATUS_WORDS, 4 * GROUP_SUMS);
    if (extra !== undefined && extra.bytes > 0) {
      encoder.copyBufferToBuffer(extra.buffer, extra.offset, copy, 4 * WORDS, extra.bytes);
    }
    this.#device.queue.submit([encoder.finish()]);
    this.#inFlight.push({ ...submission, copy });
  }

  /**
   * Waits for the oldest submission and records its results; undefined if none is pending, or if it was a probe. `step`
   * is for messages. Throws a SimulationError if bodies overlap too much.
   */
  async settle(step: number): Promise<Settled | undefined> {
    const oldest = this.#inFlight.shift();
    if (oldest === undefined) return undefined;
    const { before, hasList, copy, probe } = oldest;
    await mapped(copy, this.#lost, step);
    const words = new Uint32Array(copy.getMappedRange().slice(0));
    this.#release(copy);
    if (probe !== undefined) {
      probe(words, before);
      return undefined;
    }
    const floats = new Float32Array(words.buffer);
    if (hasList) this.#closed = this.#sums;
    this.#open = [...floats.subarray(STATUS_WORDS, STATUS_WORDS + GROUP_SUMS)];
    this.#deepest = Math.max(this.#deepest, floats[DEEPEST]);
    this.#fastest = Math.max(this.#fastest, floats[FASTEST]);
    if (words[FASTEST] > 0) this.#forget([FASTEST]);
    if (words[NOT_FINITE] === 0) this.#checkOverlap(before.step);
    const stopAt = words[STOP_AT] ?? NEVER;
    this.#hasStopped = stopAt !== NEVER;
    if (hasList && stopAt > before.step) {
      const { served: steps, serves: planned } = before;
      this.intervals.note(before.lists - 1, { steps, planned, path: floats[LONGEST_PATH] });
    }
    return { before, hasList, words, stopAt };
  }

  /**
   * After a stop all that was submitted beyond has done nothing: it is forgotten, and so is the stop. Returns the
   * probes among it.
   */
  async forgetRest(): Promise<Submission[]> {
    const rest = this.#inFlight;
    for (const { copy } of rest) {
      await copy.mapAsync(GPUMapMode.READ);
      this.#release(copy);
    }
    this.#inFlight = [];
    this.#forgetStop();
    return rest.filter(({ probe }) => probe !== undefined);
  }

  /** After an error nobody wants to know what was probed beyond it. */
  dropProbes(): void {
    this.#inFlight = this.#inFlight.map((each) => (each.probe === undefined ? each : { ...each, probe: () => {} }));
  }

  destroy(): void {
    for (const { copy } of this.#inFlight) copy.destroy();
    for (const copies of this.#unused.values()) for (const copy of copies) copy.destroy();
  }

  save(): SavedSubmissions {
    return { closed: this.#closed, open: this.#open, known: this.intervals.save(), deepest: this.#deepest };
  }

  restore({ closed, open, known, deepest }: SavedSubmissions): void {
    // After an error, later submissions have no reader.
    for (const { copy } of this.#inFlight) copy.destroy();
    this.#inFlight = [];
    this.#hasStopped = false;
    this.#forgetStop();
    this.intervals.restore(known);
    this.#deepest = deepest;
    this.#forget([DEEPEST, ESCAPED, NOT_FINITE, FASTEST]);
    this.#closed = closed;
    this.#open = open;
  }

  #bufferOf(bytes: number): GPUBuffer {
    const unused = this.#unused.get(bytes)?.pop();
    if (unused !== undefined) return unused;
    return this.#device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  /** Of a submission that has been read. */
  #release(copy: GPUBuffer): void {
    copy.unmap();
    const unused = this.#unused.get(copy.size);
    if (unused === undefined) this.#unused.set(copy.size, [copy]);
    else unused.push(copy);
  }

  #forget(words: readonly number[]): void {
    for (const word of words) this.#device.queue.writeBuffer(this.#buffers.status, 4 * word, new Uint32Array(1));
  }

  #checkOverlap(step: number): void {
    const [ratio, limit] = [this.#deepest, this.#overlapLimit];
    if (!(ratio > limit)) return;
    throw new SimulationError(
      'overlap-too-deep',
      `a body overlaps a partner by ${ratio.toPrecision(3)} of the smaller radius, the limit is ${limit}: take ` +
        `a smaller time step or a stiffer material, or raise limits.overlapRatio (after step ${step})`,
      { step, ratio, limit },
    );
  }

  #forgetStop(): void {
    this.#device.queue.writeBuffer(this.#buffers.status, 4 * STOP_AT, new Uint32Array([NEVER]));
  }
}

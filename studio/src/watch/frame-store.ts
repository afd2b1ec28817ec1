// SPDX-License-Identifier: MIT
/** Cache of frames, fetched on demand. The least recently used frames are dropped, so memory is bounded. */
import type { Frame } from '../../../src/io.ts';
import FrameWorker from './frame-worker.ts?worker';

export interface FrameRequest {
  readonly index: number;
  /** The address of the bytes, or the bytes. */
  readonly place: string | Blob;
  /** Of the generation of the trajectory; answers to older ones are void. */
  readonly ticket: number;
}

export type FrameAnswer =
  | { readonly index: number; readonly ticket: number; readonly frame: Frame; readonly size: number }
  | { readonly index: number; readonly ticket: number; readonly problem: string };

const MOST_BYTES = 256 << 20;
/** Number of simultaneous requests. */
const MOST_REQUESTS = 3;

export class FrameStore {
  readonly #worker: Worker = new FrameWorker();
  readonly #kept = new Map<number, { frame: Frame; size: number }>();
  readonly #asked = new Set<number>();
  readonly #place: (index: number) => string | Blob;
  readonly #onFrame: (index: number) => void;
  readonly #onProblem: (index: number, message: string) => void;
  readonly #waiting = new Map<number, { resolve: (frame: Frame) => void; reject: (error: Error) => void }[]>();
  #bytes = 0;
  #ticket = 0;

  constructor(
    place: (index: number) => string | Blob,
    onFrame: (index: number) => void,
    onProblem: (index: number, message: string) => void,
  ) {
    this.#place = place;
    this.#onFrame = onFrame;
    this.#onProblem = onProblem;
    this.#worker.onmessage = ({ data }: MessageEvent<FrameAnswer>) => this.#take(data);
  }

  /** Bytes held now. */
  get size(): number {
    return this.#bytes;
  }

  /** Whether frames are on their way. */
  get isBusy(): boolean {
    return this.#asked.size > 0;
  }

  /** The frame if it is here. */
  peek(index: number): Frame | undefined {
    const found = this.#kept.get(index);
    if (found === undefined) return undefined;
    this.#kept.delete(index);
    this.#kept.set(index, found);
    return found.frame;
  }

  /**
   * Requests a frame unless it is cached or requested. Requests for later frames are postponed in favour of the one
   * needed now.
   */
  want(index: number, isUrgent: boolean): void {
    if (this.#kept.has(index) || this.#asked.has(index)) return;
    if (!isUrgent && this.#asked.size >= MOST_REQUESTS) return;
    this.#asked.add(index);
    this.#worker.postMessage({ index, place: this.#place(index), ticket: this.#ticket } satisfies FrameRequest);
  }

  /** The frame once it is here. */
  load(index: number): Promise<Frame> {
    const found = this.peek(index);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      this.#waiting.set(index, [...(this.#waiting.get(index) ?? []), { resolve, reject }]);
      this.want(index, true);
    });
  }

  /** Forgets everything: the trajectory was begun again. */
  clear(): void {
    this.#ticket++;
    for (const waiting of this.#waiting.values()) {
      for (const { reject } of waiting) reject(new Error('the trajectory was begun again'));
    }
    this.#waiting.clear();
    this.#kept.clear();
    this.#asked.clear();
    this.#bytes = 0;
  }

  dispose(): void {
    this.clear();
    this.#worker.terminate();
  }

  #take(answer: FrameAnswer): void {
    if (answer.ticket !== this.#ticket) return;
    this.#asked.delete(answer.index);
    const waiting = this.#waiting.get(answer.index) ?? [];
    this.#waiting.delete(answer.index);
    if ('problem' in answer) {
      for (const { reject } of waiting) reject(new Error(answer.problem));
      this.#onProblem(answer.index, answer.problem);
      return;
    }
    this.#kept.set(answer.index, answer);
    this.#bytes += answer.size;
    for (const [index, { size }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES || index === answer.index) break;
      this.#kept.delete(index);
      this.#bytes -= size;
    }
    for (const { resolve } of waiting) resolve(answer.frame);
    this.#onFrame(answer.index);
  }
}

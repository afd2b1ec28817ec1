// SPDX-License-Identifier: MIT
/**
 * Index of the frames in a trajectory. It skips damaged bytes up to the next valid frame header, so damage loses only
 * the frames that contain it. The index can be extended while a run writes the file.
 */
import { decodeNumberedFrame, FRAME_HEADER_SIZE, FRAME_MARK_BYTES, type FrameHead, readFrameHead } from './frame.ts';

/** Bytes with random access, such as a file. */
export interface ByteSource {
  readonly size: number;
  /** Returns fewer bytes at the end of the source. */
  read(at: number, length: number): Uint8Array;
  close?(): void;
}

/** Facts about a frame from its header. */
export interface FrameEntry {
  readonly at: number;
  readonly length: number;
  /** s */
  readonly time: number;
  readonly step: number;
  readonly bodies: number;
  /** From 0; counts lost frames. */
  readonly number: number;
}

/** A range of bytes without a valid frame. */
export interface DamagedPart {
  readonly at: number;
  readonly end: number;
  /** Number of the first lost frame. */
  readonly first: number;
  /** Number of lost frames; undefined at the end of the file and in files of versions 1 and 2. */
  readonly count: number | undefined;
}

/** Bytes searched at a time. */
const CHUNK = 1 << 20;

export class FrameIndex {
  readonly #frames: FrameEntry[] = [];
  #damaged: DamagedPart[] = [];
  /** End of the last whole frame. `extend` searches from here again, since the run may have written more. */
  #end: number;
  #unfinishedAt: number | undefined;

  /** `start` is the byte at which the search for the first frame starts. */
  constructor(start: number) {
    this.#end = start;
  }

  get frames(): readonly FrameEntry[] {
    return this.#frames;
  }

  get damaged(): readonly DamagedPart[] {
    return this.#damaged;
  }

  /** First byte of a frame that the end of the file truncates; undefined if there is none. */
  get unfinishedAt(): number | undefined {
    return this.#unfinishedAt;
  }

  /** End of the last whole frame. */
  get end(): number {
    return this.#end;
  }

  /** Number of the next frame if no further frame is lost. */
  get nextNumber(): number {
    const last = this.#frames.at(-1);
    return last === undefined ? 0 : last.number + 1;
  }

  /** Extends the index to the present end of the file. */
  extend(source: ByteSource): void {
    const { size } = source;
    this.#damaged = this.#damaged.filter(({ end }) => end <= this.#end);
    this.#unfinishedAt = undefined;
    let number = this.nextNumber;
    for (let at = this.#end; at < size; ) {
      const head = readFrameHead(source.read(at, FRAME_HEADER_SIZE));
      if (head !== undefined && at + head.length <= size) {
        this.#add(at, head, number);
        number++;
        at = this.#end;
        continue;
      }
      // If bytes are missing from the previous frame, the next one begins within its length.
      const start = head === undefined && this.#dropDamaged(source) ? this.#end : at;
      const next = findFrame(source, start + FRAME_MARK_BYTES.length);
      const first = this.nextNumber;
      if (next === undefined) {
        if (start === at && (head !== undefined || beginsFrame(source, at))) this.#unfinishedAt = at;
        else this.#damaged.push({ at: start, end: size, first, count: undefined });
        return;
      }
      const known = numberAt(source, next);
      this.#damaged.push({ at: start, end: next, first, count: known === undefined ? undefined : known - first });
      number = known ?? first + 1;
      at = next;
    }
  }

  /** Drops the last frame if its checksum does not match, since its length may be wrong too. */
  #dropDamaged(source: ByteSource): boolean {
    const last = this.#frames.at(-1);
    if (last === undefined || last.at + last.length !== this.#end) return false;
    if (decodeNumberedFrame(source.read(last.at, last.length), 0) !== undefined) return false;
    this.#frames.pop();
    this.#end = last.at;
    return true;
  }

  #add(at: number, { length, time, step, bodies }: FrameHead, number: number): void {
    this.#frames.push({ at, length, time, step, bodies, number });
    this.#end = at + length;
  }
}

/** Whether the rest of the file begins like a frame but is too short for a frame header. */
function beginsFrame(source: ByteSource, at: number): boolean {
  if (source.size - at >= FRAME_HEADER_SIZE) return false;
  return source.read(at, FRAME_MARK_BYTES.length).every((byte, k) => byte === FRAME_MARK_BYTES[k]);
}

/**
 * First byte of the first valid frame header at or after `from`. It may be at any byte, since bytes may have been lost.
 */
export function findFrame(source: ByteSource, from: number): number | undefined {
  const [first = 0] = FRAME_MARK_BYTES;
  for (let start = from; start + FRAME_HEADER_SIZE <= source.size; start += CHUNK) {
    const bytes = source.read(start, CHUNK + FRAME_HEADER_SIZE - 1);
    for (let k = bytes.indexOf(first); k >= 0 && k < CHUNK; k = bytes.indexOf(first, k + 1))
      if (readFrameHead(bytes, k) !== undefined) return start + k;
  }
  return undefined;
}

/**
 * Number of the frame at `start`, computed from the first whole frame after it; undefined if frames have no numbers.
 */
function numberAt(source: ByteSource, start: number): number | undefined {
  let at = start;
  for (let ahead = 0; ; ahead++) {
    const head = readFrameHead(source.read(at, FRAME_HEADER_SIZE));
    if (head === undefined || at + head.length > source.size) return undefined;
    const number = decodeNumberedFrame(source.read(at, head.length), 0)?.number;
    if (number !== undefined) return number - ahead;
    at += head.length;
  }
}

// SPDX-License-Identifier: MIT
/**
 * Where the frames of a trajectory are. Damaged bytes are stepped over: behind them the next sound header of a frame is sought, so that damage costs the frames it
 * is in and no others. The index can be extended while a run writes the file.
 */
import { decodeNumberedFrame, FRAME_HEADER_SIZE, FRAME_MARK_BYTES, type FrameHead, readFrameHead } from './frame.ts';

/** Bytes of a file that can be read anywhere. */
export interface ByteSource {
  readonly size: number;
  /** As many of these bytes as there are. */
  read(at: number, length: number): Uint8Array;
  close?(): void;
}

/** What is known of a frame before it is read. */
export interface FrameEntry {
  readonly at: number;
  readonly length: number;
  /** s */
  readonly time: number;
  readonly step: number;
  readonly bodies: number;
  /** From 0; frames that are lost count. */
  readonly number: number;
}

/** Bytes in which there is no sound frame. */
export interface DamagedPart {
  readonly at: number;
  readonly end: number;
  /** Number of the first frame that is lost, and how many are; undefined where files of versions 1 and 2, or the end of the file, do not tell. */
  readonly first: number;
  readonly count: number | undefined;
}

/** Bytes looked through at a time. */
const CHUNK = 1 << 20;

export class FrameIndex {
  readonly #frames: FrameEntry[] = [];
  #damaged: DamagedPart[] = [];
  /** Damage behind this byte is at the end of the file, where more may be written: it is looked at again. */
  #end: number;
  #unfinishedAt: number | undefined;

  /** `start` is where the first frame begins, or where to look for it. */
  constructor(start: number) {
    this.#end = start;
  }

  get frames(): readonly FrameEntry[] {
    return this.#frames;
  }

  get damaged(): readonly DamagedPart[] {
    return this.#damaged;
  }

  /** Where the frame begins that is cut off by the end of the file; undefined when there is none. */
  get unfinishedAt(): number | undefined {
    return this.#unfinishedAt;
  }

  /** End of the last whole frame. */
  get end(): number {
    return this.#end;
  }

  /** Number of the next frame, as far as is known. */
  get nextNumber(): number {
    const last = this.#frames.at(-1);
    return last === undefined ? 0 : last.number + 1;
  }

  /** Goes on to the present end of the file. */
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
      // Where bytes are missing from the frame before, the next one begins within it.
      const start = head === undefined && this.#dropSpoilt(source) ? this.#end : at;
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

  /** Drops the last frame if its checksum does not match; then its length may be wrong as well. */
  #dropSpoilt(source: ByteSource): boolean {
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

/** Whether what is left of the file is too short for the header of a frame, and begins as one. */
function beginsFrame(source: ByteSource, at: number): boolean {
  if (source.size - at >= FRAME_HEADER_SIZE) return false;
  return source.read(at, FRAME_MARK_BYTES.length).every((byte, k) => byte === FRAME_MARK_BYTES[k]);
}

/** Where the first sound header of a frame begins at `from` or behind it: at any byte, since bytes may have been lost. */
export function findFrame(source: ByteSource, from: number): number | undefined {
  const [first = 0] = FRAME_MARK_BYTES;
  for (let start = from; start + FRAME_HEADER_SIZE <= source.size; start += CHUNK) {
    const bytes = source.read(start, CHUNK + FRAME_HEADER_SIZE - 1);
    for (let k = bytes.indexOf(first); k >= 0 && k < CHUNK; k = bytes.indexOf(first, k + 1))
      if (readFrameHead(bytes, k) !== undefined) return start + k;
  }
  return undefined;
}

/** Number of the frame at `at`, by the first one from there on that is whole; undefined where frames have none. */
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

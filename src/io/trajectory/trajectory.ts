// SPDX-License-Identifier: MIT
/**
 * A trajectory, finished or still being written: the one reader of all that show, export, analyse, compare or begin with its frames. What is damaged is left out
 * and told by `problem`; everything else can be read.
 */
import { decodeFrame, type Frame } from './frame.ts';
import { type ByteSource, type DamagedPart, type FrameEntry, FrameIndex, findFrame } from './frame-index.ts';
import { readHeader, TrajectoryError, type TrajectoryHeader } from './trajectory-header.ts';

export interface TrajectoryReading {
  /** What to take where the header in the file is damaged; without it such a file is refused. */
  readonly header?: () => TrajectoryHeader;
  /** Frames that the run has recorded, where that is known from elsewhere. */
  readonly recorded?: number | undefined;
  /** A program is writing it now: a frame that is not all there is left for later. */
  readonly isBeingWritten?: boolean;
}

/** Bytes of a file in memory. */
function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

export class Trajectory {
  /** What messages call the file. */
  readonly path: string;
  readonly header: TrajectoryHeader;
  readonly #index: FrameIndex;
  #reading: TrajectoryReading;
  readonly #headerProblem: string | undefined;
  /** Frames whose checksum did not match when they were read, by their numbers. */
  readonly #spoilt = new Map<number, DamagedPart>();
  #source: ByteSource;

  /** Throws a TrajectoryError for what is no trajectory. */
  constructor(bytes: Uint8Array | ByteSource, path = 'trajectory', reading: TrajectoryReading = {}) {
    this.path = path;
    this.#reading = reading;
    this.#source = bytes instanceof Uint8Array ? memorySource(bytes) : bytes;
    const found = this.#readHeader();
    this.header = found.header;
    this.#headerProblem = found.problem;
    this.#index = new FrameIndex(found.end);
    this.#index.extend(this.#source);
  }

  /** Frames whose headers are sound, in the order of the file. */
  get frames(): readonly FrameEntry[] {
    return this.#index.frames;
  }

  /** Frames that the run has recorded, as far as is known; those that are lost count. */
  get frameCount(): number {
    return Math.max(this.#reading.recorded ?? 0, this.#index.nextNumber);
  }

  /** Whether it is known that frames are lost at the end: the last that can be read is not the last that was recorded. */
  get isCutOff(): boolean {
    const { damaged, unfinishedAt, nextNumber, end } = this.#index;
    const isUnfinished = unfinishedAt !== undefined && this.#reading.isBeingWritten !== true;
    return isUnfinished || damaged.some(({ at }) => at >= end) || (this.#reading.recorded ?? 0) > nextNumber;
  }

  /** The frame of that place in `frames`; undefined when there is none or its checksum does not match. */
  frame(place: number): Frame | undefined {
    const entry = this.frames[place];
    if (entry === undefined) return undefined;
    const { at, length, number } = entry;
    const found = decodeFrame(this.#source.read(at, length), 0);
    if (found === undefined) this.#spoilt.set(number, { at, end: at + length, first: number, count: 1 });
    return found;
  }

  /** Place in `frames` of the frame with a number; undefined when it is lost. */
  placeOf(number: number): number | undefined {
    const place = this.frames.findIndex((entry) => entry.number === number);
    return place < 0 ? undefined : place;
  }

  /** Looks for frames that were added since; a run that is being written may have ended. */
  extend(source: ByteSource, reading: TrajectoryReading): void {
    this.#source = source;
    this.#reading = reading;
    this.#index.extend(source);
  }

  close(): void {
    this.#source.close?.();
  }

  /** What is damaged and which frames are lost, as far as the file was read; undefined when nothing is. */
  get problem(): string | undefined {
    const { damaged, unfinishedAt, nextNumber } = this.#index;
    const { recorded, isBeingWritten = false } = this.#reading;
    const { size } = this.#source;
    const lines: string[] = this.#headerProblem === undefined ? [] : [this.#headerProblem];
    const parts = [...damaged, ...this.#spoilt.values()].sort((a, b) => a.at - b.at);
    for (const part of parts) lines.push(lossText(part));
    const isUnfinished = unfinishedAt !== undefined && !isBeingWritten;
    if (isUnfinished)
      lines.push(`frame ${nextNumber} is truncated: it begins at byte ${unfinishedAt}, the file ends at byte ${size}`);
    if (recorded !== undefined && recorded > nextNumber) {
      const missing = framesText(nextNumber, recorded - nextNumber);
      lines.push(`${missing} missing: the run recorded ${recorded} frames, the file ends at byte ${size}`);
    } else if (recorded !== undefined && recorded < nextNumber) {
      lines.push(
        `the run recorded ${recorded} frames, but the file has more: it does not belong to this state of the run`,
      );
    }
    if (lines.length === 0) return undefined;
    const readable = this.frames.length - this.#spoilt.size;
    const all = this.frameCount > readable ? ` of ${this.frameCount}` : '';
    return [`${this.path}: damaged; ${readable}${all} frames can be read`, ...lines].join('\n  ');
  }

  #readHeader(): { header: TrajectoryHeader; end: number; problem?: string } {
    try {
      return readHeader(this.#source, this.path);
    } catch (error) {
      if (!(error instanceof TrajectoryError) || error.code === 'version') throw error;
      const first = findFrame(this.#source, 0);
      // Without a frame there is nothing to save, and no proof that it is a trajectory at all.
      if (first === undefined) throw error;
      const { header } = this.#reading;
      if (header === undefined) {
        const remedy =
          'its frames cannot be used without it; open the run folder instead, which has a copy of the scene';
        throw new TrajectoryError(
          'damaged-header',
          `${this.path}: the header, bytes 0 to ${first - 1}, is damaged; ${remedy}`,
        );
      }
      const problem = `the header, bytes 0 to ${first - 1}, is damaged: shapes and boundaries come from the copy of the scene`;
      return { header: header(), end: first, problem };
    }
  }
}

function framesText(first: number, count: number): string {
  return count === 1 ? `frame ${first} is` : `frames ${first} to ${first + count - 1} are`;
}

function lossText({ at, end, first, count }: DamagedPart): string {
  const bytes = `bytes ${at} to ${end - 1} are damaged`;
  if (count === undefined) return `${bytes}: frame ${first}, and any others that were there, are lost`;
  return count <= 0 ? `${bytes}: they hold no frame` : `${bytes}: ${framesText(first, count)} lost`;
}

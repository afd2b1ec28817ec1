// SPDX-License-Identifier: MIT
/**
 * A trajectory, finished or still being written. All code that shows, exports, analyses, compares or starts from frames
 * uses this reader. It skips damaged frames and reports them in `problem`.
 */
import { decodeFrame, type Frame } from './frame.ts';
import { type ByteSource, type DamagedPart, type FrameEntry, FrameIndex, findFrame } from './frame-index.ts';
import { readHeader, TrajectoryError, type TrajectoryHeader } from './trajectory-header.ts';

/** How a trajectory is read if it is damaged or still being written. */
export interface TrajectoryReading {
  /** Replacement for a damaged header; without it a file with a damaged header is refused. */
  readonly header?: () => TrajectoryHeader;
  /** Number of frames that the run recorded, if the manifest has it. */
  readonly recorded?: number | undefined;
  /** True while a program writes the file: an incomplete last frame is not damage then. */
  readonly isBeingWritten?: boolean;
}

/** Bytes of a file in memory. */
function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

/**
 * Reads the frames of a `trajectory.scree`, from bytes or from a source that is read in parts.
 *
 * @example
 * ```ts no-run
 * import { readFileSync } from 'node:fs';
 * import { Trajectory, TrajectoryError } from 'scree/io';
 *
 * try {
 *   const { frames } = new Trajectory(readFileSync('runs/heap/trajectory.scree'), 'runs/heap/trajectory.scree');
 *   console.log(frames.length);
 * } catch (error) {
 *   if (error instanceof TrajectoryError) console.error(error.message);
 * }
 * ```
 */
export class Trajectory {
  /** Name of the file in messages. */
  readonly path: string;
  readonly header: TrajectoryHeader;
  readonly #index: FrameIndex;
  #reading: TrajectoryReading;
  readonly #headerProblem: string | undefined;
  /** Frames whose checksum did not match when they were read, by their numbers. */
  readonly #spoilt = new Map<number, DamagedPart>();
  #source: ByteSource;

  /** @throws TrajectoryError if the bytes are not a trajectory. */
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

  /** Frames with a valid header, in the order of the file. */
  get frames(): readonly FrameEntry[] {
    return this.#index.frames;
  }

  /** Known number of frames that the run recorded; counts lost frames. */
  get frameCount(): number {
    return Math.max(this.#reading.recorded ?? 0, this.#index.nextNumber);
  }

  /** Whether frames at the end are known to be lost. */
  get isCutOff(): boolean {
    const { damaged, unfinishedAt, nextNumber, end } = this.#index;
    const isUnfinished = unfinishedAt !== undefined && this.#reading.isBeingWritten !== true;
    return isUnfinished || damaged.some(({ at }) => at >= end) || (this.#reading.recorded ?? 0) > nextNumber;
  }

  /** The frame at an index of `frames`; undefined if there is none or its checksum does not match. */
  frame(index: number): Frame | undefined {
    const entry = this.frames[index];
    if (entry === undefined) return undefined;
    const { at, length, number } = entry;
    const found = decodeFrame(this.#source.read(at, length), 0);
    if (found === undefined) this.#spoilt.set(number, { at, end: at + length, first: number, count: 1 });
    return found;
  }

  /** Index in `frames` of the frame with a number; undefined if it is lost. */
  placeOf(number: number): number | undefined {
    const index = this.frames.findIndex((entry) => entry.number === number);
    return index < 0 ? undefined : index;
  }

  /** Reads frames that were added since. */
  extend(source: ByteSource, reading: TrajectoryReading): void {
    this.#source = source;
    this.#reading = reading;
    this.#index.extend(source);
  }

  close(): void {
    this.#source.close?.();
  }

  /** Message about damaged bytes and lost frames found so far; undefined if there are none. */
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
      // Without a frame nothing proves that the file is a trajectory.
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

// SPDX-License-Identifier: MIT
/**
 * A trajectory: a header that says what the bodies look like, then frames one after another. It can be read while it is written: a
 * frame that is not all there yet is left for later.
 */
import { ScreeError } from '../../errors.ts';
import type { ShapeJson } from '../../shapes/shape.ts';
import { decodeFrame, FRAME_VERSION, type Frame, frameLength } from './frame.ts';

/** What is not a trajectory, or one of another version. */
export class TrajectoryError extends ScreeError {}

export interface TrajectoryShape {
  readonly name: string;
  /** The JSON form of a convex body or compound; a clump is a compound of spheres. */
  readonly shape: ShapeJson;
}

export interface TrajectoryBoundary {
  readonly name: string;
  readonly halfSpace?: { readonly normal: readonly number[]; readonly offset: number };
  readonly mesh?: { readonly vertices: readonly number[]; readonly facets: readonly (readonly number[])[] };
}

export interface TrajectoryHeader {
  readonly title: string;
  readonly shapes: readonly TrajectoryShape[];
  readonly materials: readonly string[];
  /** Half-spaces and meshes; the poses in a frame are those of the meshes, in this order. */
  readonly boundaries: readonly TrajectoryBoundary[];
}

const MAGIC = 'SCREETRJ';
const PREFIX_SIZE = 16;

/** The bytes that a trajectory starts with; padded, so that frames start at multiples of 8. */
export function encodeHeader(header: TrajectoryHeader): Uint8Array {
  const json = JSON.stringify(header);
  const plain = new TextEncoder().encode(json);
  const text = new TextEncoder().encode(json + ' '.repeat((8 - (plain.length % 8)) % 8));
  const bytes = new Uint8Array(PREFIX_SIZE + text.length);
  bytes.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, FRAME_VERSION, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, PREFIX_SIZE);
  return bytes;
}

/** The version that a trajectory says it has; undefined when the bytes are too few. */
export function trajectoryVersion(bytes: Uint8Array): number | undefined {
  if (bytes.length < PREFIX_SIZE) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, PREFIX_SIZE).getUint32(8, true);
}

export interface FramePlace {
  readonly at: number;
  readonly length: number;
}

/** Where the header's JSON is, in a file of `size` bytes that begins with these. Throws a TrajectoryError for what is no trajectory. */
export function readHeader(bytes: Uint8Array, file: string, size: number): { start: number; end: number } {
  const refuse = (code: string, problem: string): never => {
    throw new TrajectoryError(code, `${file}: ${problem}`, { file });
  };
  if (bytes.length < PREFIX_SIZE) refuse('truncated', `${bytes.length} bytes are too few for a trajectory`);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) refuse('not-a-trajectory', 'not a trajectory');
  const view = new DataView(bytes.buffer, bytes.byteOffset, PREFIX_SIZE);
  const version = view.getUint32(8, true);
  if (!(version >= 1 && version <= FRAME_VERSION)) {
    refuse('version', `trajectory version ${version}; this program reads versions 1 to ${FRAME_VERSION}`);
  }
  const end = PREFIX_SIZE + view.getUint32(12, true);
  if (end > size) refuse('truncated', `the header ends at byte ${end}, the file at ${size}`);
  return { start: PREFIX_SIZE, end };
}

/** What a file holds so far. `file` is what error messages call it. */
export class Trajectory {
  readonly header: TrajectoryHeader;
  /** Where each whole frame is. */
  readonly frames: readonly FramePlace[];
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, file = 'trajectory') {
    const { start, end } = readHeader(bytes, file, bytes.length);
    this.header = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))) as TrajectoryHeader;
    this.#bytes = bytes;
    this.frames = [...framesFrom(bytes, end)];
  }

  /** The frame of that number; undefined when there is none or its checksum does not match. */
  frame(index: number): Frame | undefined {
    const place = this.frames[index];
    return place && decodeFrame(this.#bytes, place.at);
  }
}

function* framesFrom(bytes: Uint8Array, start: number): Generator<FramePlace> {
  for (let at = start; ; ) {
    const length = frameLength(bytes, at);
    if (length === undefined || at + length > bytes.length) return;
    yield { at, length };
    at += length;
  }
}

// SPDX-License-Identifier: MIT
/**
 * One moment of a run for the eye: where every body is, how it moves, what touches. Whole numbers are int32; lengths are float32 about the
 * frame's own origin, which is float64, so that a scene far from the world's origin is as sharp as one at it. Every
 * section starts at a multiple of 8 bytes.
 */
import { crc32 } from './crc32.ts';

/** Sections of a frame in the order of the file: array type and values for each body, contact or mesh. */
const SECTIONS = [
  ['origin', Float64Array, 3, 'frame'],
  ['ids', Int32Array, 1, 'bodies'],
  ['shapes', Int32Array, 1, 'bodies'],
  ['materials', Int32Array, 1, 'bodies'],
  ['scales', Float32Array, 1, 'bodies'],
  ['positions', Float32Array, 3, 'bodies'],
  ['orientations', Float32Array, 4, 'bodies'],
  ['velocities', Float32Array, 3, 'bodies'],
  ['angularVelocities', Float32Array, 3, 'bodies'],
  ['contactBodies', Int32Array, 2, 'contacts'],
  ['contactPoints', Float32Array, 3, 'contacts'],
  ['contactForces', Float32Array, 3, 'contacts'],
  ['meshPoses', Float64Array, 7, 'meshes'],
  ['contactNormals', Float32Array, 3, 'contacts'],
] as const;

/** In which version of the format a section came; the others are in all. */
const SINCE: Readonly<Partial<Record<(typeof SECTIONS)[number][0], number>>> = { contactNormals: 2 };

/** What encodeFrame writes. */
export const FRAME_VERSION = 2;

const sectionsOf = (version: number) => SECTIONS.filter(([name]) => (SINCE[name] ?? 1) <= version);

export interface Frame {
  /** s */
  readonly time: number;
  readonly step: number;
  /** What positions and contact points are measured from. */
  readonly origin: Float64Array;
  readonly ids: Int32Array;
  /** Numbers of shape and material in the header's lists. */
  readonly shapes: Int32Array;
  readonly materials: Int32Array;
  /** Factor on the shape's size. */
  readonly scales: Float32Array;
  /** Of the shape's own frame. */
  readonly positions: Float32Array;
  readonly orientations: Float32Array;
  readonly velocities: Float32Array;
  readonly angularVelocities: Float32Array;
  /** Ids of both bodies; -1 - k stands for the k-th boundary of the header. */
  readonly contactBodies: Int32Array;
  readonly contactPoints: Float32Array;
  /** On the second body. */
  readonly contactForces: Float32Array;
  /** 7 a mesh: position, orientation w first. */
  readonly meshPoses: Float64Array;
  /** Unit, from the first body to the second; NaN in files of version 1, which lack them. */
  readonly contactNormals: Float32Array;
}

/** "FRAM" as a little-endian number. */
const FRAME_MARK = 0x4d415246;
/** Mark, checksum, length of the sections, time, step, and three counts. */
export const FRAME_HEADER_SIZE = 48;

type Counts = Readonly<Record<'frame' | 'bodies' | 'contacts' | 'meshes', number>>;

const padded = (size: number): number => 8 * Math.ceil(size / 8);

function sizeOf(counts: Counts, version: number): number {
  return sectionsOf(version).reduce(
    (size, [, type, components, per]) => size + padded(type.BYTES_PER_ELEMENT * components * counts[per]),
    0,
  );
}

/** `version` is that of the file which the frame is added to. */
export function encodeFrame(
  frame: Frame,
  { version = FRAME_VERSION }: { readonly version?: number | undefined } = {},
): Uint8Array {
  const counts: Counts = {
    frame: 1,
    bodies: frame.ids.length,
    contacts: frame.contactBodies.length / 2,
    meshes: frame.meshPoses.length / 7,
  };
  const size = sizeOf(counts, version);
  const bytes = new Uint8Array(FRAME_HEADER_SIZE + size);
  const view = new DataView(bytes.buffer);
  let at = FRAME_HEADER_SIZE;
  for (const [name, type, components, per] of sectionsOf(version)) {
    const values = frame[name];
    const length = components * counts[per];
    if (values.length !== length) throw new RangeError(`${name}: expected ${length} values, got ${values.length}`);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += padded(type.BYTES_PER_ELEMENT * length);
  }
  view.setUint32(0, FRAME_MARK, true);
  view.setBigUint64(8, BigInt(size), true);
  view.setFloat64(16, frame.time, true);
  view.setBigUint64(24, BigInt(frame.step), true);
  view.setUint32(32, counts.bodies, true);
  view.setUint32(36, counts.contacts, true);
  view.setUint32(40, counts.meshes, true);
  view.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

/** Length of the frame whose header starts at `at`; undefined when the header is not all there or is none. */
export function frameLength(bytes: Uint8Array, at: number): number | undefined {
  if (at + FRAME_HEADER_SIZE > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER_SIZE);
  if (view.getUint32(0, true) !== FRAME_MARK) return undefined;
  return FRAME_HEADER_SIZE + Number(view.getBigUint64(8, true));
}

/** What the header of a frame says, without its sections. */
export function frameCounts(head: Uint8Array): { time: number; step: number; bodies: number } {
  const view = new DataView(head.buffer, head.byteOffset, FRAME_HEADER_SIZE);
  return {
    time: view.getFloat64(16, true),
    step: Number(view.getBigUint64(24, true)),
    bodies: view.getUint32(32, true),
  };
}

/** Name of a section. */
export type FrameSection = (typeof SECTIONS)[number][0];

/** Byte at which each section begins, from the start of the frame, and values for each body, contact or mesh; of the frame with this header. */
export function sectionPlaces(head: Uint8Array): ReadonlyMap<FrameSection, { at: number; components: number }> {
  const counts = countsOf(new DataView(head.buffer, head.byteOffset, FRAME_HEADER_SIZE));
  let at = FRAME_HEADER_SIZE;
  const places = new Map<FrameSection, { at: number; components: number }>();
  // Sections of later versions are behind those of earlier ones, so that places do not depend on the version.
  for (const [name, type, components, per] of SECTIONS) {
    places.set(name, { at, components });
    at += padded(type.BYTES_PER_ELEMENT * components * counts[per]);
  }
  return places;
}

function countsOf(view: DataView): Counts {
  return {
    frame: 1,
    bodies: view.getUint32(32, true),
    contacts: view.getUint32(36, true),
    meshes: view.getUint32(40, true),
  };
}

/** The frame at `at`, which must be a multiple of 8; undefined when it is not all there or damaged. */
export function decodeFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const length = frameLength(bytes, at);
  if (length === undefined || at + length > bytes.length) return undefined;
  // A copy, so that the arrays are aligned whatever the file was read into; `slice` of Node's buffers would be none.
  const own = new Uint8Array(bytes.subarray(at, at + length));
  const view = new DataView(own.buffer);
  if (view.getUint32(4, true) !== crc32(own.subarray(8))) return undefined;
  const counts = countsOf(view);
  // The versions differ by sections at the end, so that the length tells which it is.
  const version = [FRAME_VERSION, 1].find((each) => sizeOf(counts, each) === length - FRAME_HEADER_SIZE);
  if (version === undefined) return undefined;
  let start = FRAME_HEADER_SIZE;
  const sections = sectionsOf(version).map(([name, type, components, per]) => {
    const values = new type(own.buffer, start, components * counts[per]);
    start += padded(values.byteLength);
    return [name, values];
  });
  return {
    time: view.getFloat64(16, true),
    step: Number(view.getBigUint64(24, true)),
    contactNormals: new Float32Array(3 * counts.contacts).fill(Number.NaN),
    ...Object.fromEntries(sections),
  } as Frame;
}

// SPDX-License-Identifier: MIT
/**
 * One frame of a trajectory: positions, motion and contacts of all bodies, for display and analysis. Integers are
 * int32. Lengths are float32 relative to the float64 origin of the frame, so precision does not depend on the distance
 * from the world origin. Every section starts at a multiple of 8 bytes.
 */
import { crc32 } from '../../math/crc32.ts';
import { atOnce, ranges, type Work } from '../../math/work-in-parts.ts';

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
  ['number', Int32Array, 1, 'frame'],
  ['bondBodies', Int32Array, 2, 'bonds'],
  ['bondPlaces', Float32Array, 3, 'bonds'],
  ['bondForces', Float32Array, 3, 'bonds'],
  ['bondUsed', Float64Array, 1, 'bonds'],
] as const;

/** In which version of the format a section came; the others are in all. */
const SINCE: Readonly<Partial<Record<FrameSection, number>>> = {
  contactNormals: 2,
  number: 3,
  bondBodies: 4,
  bondPlaces: 4,
  bondForces: 4,
  bondUsed: 4,
};
/** Bytes of a bond, more than all padding: the header has no number of bonds, so the length of the frame gives it. */
const BOND_BYTES = 40;

/** What encodeFrame writes at most; frames without bonds have the version before, which older programs read. */
export const FRAME_VERSION = 4;
/** First version whose frame headers have a checksum. */
const CHECKED_HEAD_VERSION = 3;

const sectionsOf = (version: number) => SECTIONS.filter(([name]) => (SINCE[name] ?? 1) <= version);

/** One recorded moment of a run: bodies, walls and contacts in flat arrays, SI units. */
export interface Frame {
  /** s */
  readonly time: number;
  readonly step: number;
  /** What positions and contact points are measured from, m. */
  readonly origin: Float64Array;
  readonly ids: Int32Array;
  /** Numbers of shape and material in the header's lists. */
  readonly shapes: Int32Array;
  readonly materials: Int32Array;
  /** Factor on the shape's size. */
  readonly scales: Float32Array;
  /** Of the shape's own frame, m. */
  readonly positions: Float32Array;
  /** w, x, y, z */
  readonly orientations: Float32Array;
  /** m/s */
  readonly velocities: Float32Array;
  /** In world axes, rad/s. */
  readonly angularVelocities: Float32Array;
  /** Ids of both bodies; -1 - k is the k-th boundary of the header. */
  readonly contactBodies: Int32Array;
  /** m */
  readonly contactPoints: Float32Array;
  /** On the second body, N. */
  readonly contactForces: Float32Array;
  /** 7 a mesh: position, orientation w first. */
  readonly meshPoses: Float64Array;
  /** Unit, from the first body to the second; NaN in files of version 1, which lack them. */
  readonly contactNormals: Float32Array;
  /** Ids of both bodies of each bond; -1 - k is the k-th boundary of the header. Undefined without bonds. */
  readonly bondBodies?: Int32Array;
  /** m */
  readonly bondPlaces?: Float32Array;
  /** On the first body, N. */
  readonly bondForces?: Float32Array;
  /** Share of its strength that the load of the bond uses. */
  readonly bondUsed?: Float64Array;
}

/** "FRAM" as a little-endian number. */
const FRAME_MARK = 0x4d415246;
/** The bytes of the mark. */
export const FRAME_MARK_BYTES = Uint8Array.of(0x46, 0x52, 0x41, 0x4d);
/** Mark, checksum, length of the sections, time, step, three counts, and the checksum of the header. */
export const FRAME_HEADER_SIZE = 48;
/** First byte under the checksum of the header, which covers all bytes after the checksum of the frame. */
const HEAD_START = 8;
const HEAD_CHECKSUM = 44;

type Counts = Readonly<Record<'frame' | 'bodies' | 'contacts' | 'meshes' | 'bonds', number>>;

const padded = (size: number): number => 8 * Math.ceil(size / 8);

function sizeOf(counts: Counts, version: number): number {
  let size = 0;
  for (const [name, type, components, per] of SECTIONS)
    if ((SINCE[name] ?? 1) <= version) size += padded(type.BYTES_PER_ELEMENT * components * counts[per]);
  return size;
}

/** Bytes that are copied without a rest. */
const BYTES_AT_ONCE = 1 << 23;

interface FrameOptions {
  readonly number: number;
  readonly version?: number | undefined;
}

/** `number` counts the frames of the run from 0; `version` is the version of the file. */
export function encodeFrame(frame: Frame, options: FrameOptions): Uint8Array {
  return atOnce(encodeFrameInParts(frame, options));
}

export function* encodeFrameInParts(frame: Frame, { number, version = FRAME_VERSION }: FrameOptions): Work<Uint8Array> {
  const counts: Counts = {
    frame: 1,
    bodies: frame.ids.length,
    contacts: frame.contactBodies.length / 2,
    meshes: frame.meshPoses.length / 7,
    bonds: (frame.bondBodies?.length ?? 0) / 2,
  };
  const size = sizeOf(counts, version);
  const bytes = new Uint8Array(FRAME_HEADER_SIZE + size);
  const view = new DataView(bytes.buffer);
  let at = FRAME_HEADER_SIZE;
  for (const [name, type, components, per] of sectionsOf(version)) {
    const values = name === 'number' ? Int32Array.of(number) : (frame[name] ?? new type(0));
    const length = components * counts[per];
    if (values.length !== length) throw new RangeError(`${name}: expected ${length} values, got ${values.length}`);
    const own = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const start = at;
    yield* ranges(own.length, BYTES_AT_ONCE, (from, end) => bytes.set(own.subarray(from, end), start + from));
    at += padded(type.BYTES_PER_ELEMENT * length);
  }
  view.setUint32(0, FRAME_MARK, true);
  view.setBigUint64(8, BigInt(size), true);
  view.setFloat64(16, frame.time, true);
  view.setBigUint64(24, BigInt(frame.step), true);
  view.setUint32(32, counts.bodies, true);
  view.setUint32(36, counts.contacts, true);
  view.setUint32(40, counts.meshes, true);
  if (version >= CHECKED_HEAD_VERSION)
    view.setUint32(HEAD_CHECKSUM, crc32(bytes.subarray(HEAD_START, HEAD_CHECKSUM)), true);
  let checksum = 0;
  yield* ranges(bytes.length - HEAD_START, BYTES_AT_ONCE, (from, end) => {
    checksum = crc32(bytes.subarray(HEAD_START + from, HEAD_START + end), checksum);
  });
  view.setUint32(4, checksum, true);
  return bytes;
}

/** Content of a frame header. */
export interface FrameHead {
  /** Bytes of the whole frame. */
  readonly length: number;
  readonly version: number;
  /** s */
  readonly time: number;
  readonly step: number;
  readonly bodies: number;
}

/**
 * The frame header at `at`; undefined if it is incomplete, damaged or not a header. Headers of versions 1 and 2 have no
 * checksum, so their length must agree with their counts.
 */
export function readFrameHead(bytes: Uint8Array, at = 0): FrameHead | undefined {
  if (at + FRAME_HEADER_SIZE > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER_SIZE);
  if (view.getUint32(0, true) !== FRAME_MARK) return undefined;
  const size = Number(view.getBigUint64(8, true));
  const counts = countsOf(view);
  const checksum = view.getUint32(HEAD_CHECKSUM, true);
  let version = [2, 1].find((each) => checksum === 0 && sizeOf(counts, each) === size);
  if (version === undefined && sizeOf(counts, FRAME_VERSION) === size) {
    const isSound = crc32(bytes.subarray(at + HEAD_START, at + HEAD_CHECKSUM)) === checksum;
    // Without bonds both versions have the same bytes.
    version = isSound ? (counts.bonds === 0 ? CHECKED_HEAD_VERSION : FRAME_VERSION) : undefined;
  }
  if (version === undefined) return undefined;
  const [time, step] = [view.getFloat64(16, true), Number(view.getBigUint64(24, true))];
  return { length: FRAME_HEADER_SIZE + size, version, time, step, bodies: counts.bodies };
}

/** Name of a section. */
type FrameSection = (typeof SECTIONS)[number][0];

/**
 * Byte at which each section begins, from the start of the frame, and values for each body, contact or mesh; of the
 * frame with this header.
 */
export function sectionOffsets(head: Uint8Array): ReadonlyMap<FrameSection, { at: number; components: number }> {
  const counts = countsOf(new DataView(head.buffer, head.byteOffset, FRAME_HEADER_SIZE));
  let at = FRAME_HEADER_SIZE;
  const offsets = new Map<FrameSection, { at: number; components: number }>();
  // Sections of later versions follow those of earlier ones, so offsets do not depend on the version.
  for (const [name, type, components, per] of SECTIONS) {
    offsets.set(name, { at, components });
    at += padded(type.BYTES_PER_ELEMENT * components * counts[per]);
  }
  return offsets;
}

function countsOf(view: DataView): Counts {
  const counts = {
    frame: 1,
    bodies: view.getUint32(32, true),
    contacts: view.getUint32(36, true),
    meshes: view.getUint32(40, true),
    bonds: 0,
  };
  const others = sizeOf(counts, CHECKED_HEAD_VERSION);
  return { ...counts, bonds: Math.max(0, Math.floor((Number(view.getBigUint64(8, true)) - others) / BOND_BYTES)) };
}

/** A frame, with its number if the file version has frame numbers. */
interface NumberedFrame {
  readonly frame: Frame;
  readonly number: number | undefined;
}

/** The frame at `at`; undefined if it is incomplete or damaged. */
export function decodeNumberedFrame(bytes: Uint8Array, at: number): NumberedFrame | undefined {
  const head = readFrameHead(bytes, at);
  if (head === undefined || at + head.length > bytes.length) return undefined;
  // A copy, so that the arrays are aligned in any buffer; `slice` of Node's buffers would not copy.
  const own = new Uint8Array(bytes.subarray(at, at + head.length));
  const view = new DataView(own.buffer);
  if (view.getUint32(4, true) !== crc32(own.subarray(HEAD_START))) return undefined;
  const counts = countsOf(view);
  let start = FRAME_HEADER_SIZE;
  const sections = sectionsOf(head.version).map(([name, type, components, per]) => {
    const values = new type(own.buffer, start, components * counts[per]);
    start += padded(values.byteLength);
    return [name, values] as const;
  });
  const { number, ...arrays } = Object.fromEntries(sections);
  const frame = {
    time: head.time,
    step: head.step,
    contactNormals: new Float32Array(3 * counts.contacts).fill(Number.NaN),
    ...arrays,
  } as unknown as Frame;
  return { frame, number: number?.[0] };
}

/**
 * The frame at `at`; undefined if it is incomplete or damaged.
 *
 * @example
 * ```ts no-run
 * import { readFileSync } from 'node:fs';
 * import { decodeFrame, Trajectory } from 'scree/io';
 *
 * const bytes = readFileSync('runs/heap/trajectory.scree');
 * for (const { at } of new Trajectory(bytes).frames) console.log(decodeFrame(bytes, at)?.time);
 * ```
 */
export function decodeFrame(bytes: Uint8Array, at: number): Frame | undefined {
  return decodeNumberedFrame(bytes, at)?.frame;
}

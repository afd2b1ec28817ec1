// SPDX-License-Identifier: MIT
/** The header of a trajectory: shapes, materials and boundaries. The frames follow it. */
import { ScreeError } from '../../errors.ts';
import { crc32 } from '../../math/crc32.ts';
import type { ShapeJson } from '../../shapes/shape.ts';
import { FRAME_VERSION } from './frame.ts';
import type { ByteSource } from './frame-index.ts';

/** A file that is not a trajectory, is damaged, or has an unknown version. */
export class TrajectoryError extends ScreeError {}

/** A shape of the scene, by its name. */
export interface TrajectoryShape {
  readonly name: string;
  /** The JSON form of a convex body or compound; a clump is a compound of spheres. */
  readonly shape: ShapeJson;
}

/** A half-space or mesh of the scene, as a trajectory stores it; m. */
export interface TrajectoryBoundary {
  readonly name: string;
  readonly halfSpace?: { readonly normal: readonly number[]; readonly offset: number };
  readonly mesh?: { readonly vertices: readonly number[]; readonly facets: readonly (readonly number[])[] };
}

/** What all frames of a trajectory share: title, shapes, materials and walls. */
export interface TrajectoryHeader {
  readonly title: string;
  readonly shapes: readonly TrajectoryShape[];
  readonly materials: readonly string[];
  /** Half-spaces and meshes; the poses in a frame are those of the meshes, in this order. */
  readonly boundaries: readonly TrajectoryBoundary[];
}

export const TRAJECTORY_MAGIC = 'SCREETRJ';
/**
 * Magic, version, length of the JSON; since version 3 also the checksum of all other bytes up to the first frame, and
 * four zero bytes.
 */
const PREFIX_SIZE = 24;
const OLD_PREFIX_SIZE = 16;
const CHECKED_HEADER_VERSION = 3;
const CHECKSUM_AT = 16;

/** Bytes of the header, padded so that frames start at multiples of 8. */
export function encodeHeader(header: TrajectoryHeader, version = FRAME_VERSION): Uint8Array {
  const json = JSON.stringify(header);
  const plain = new TextEncoder().encode(json);
  const text = new TextEncoder().encode(json + ' '.repeat((8 - (plain.length % 8)) % 8));
  const bytes = new Uint8Array(PREFIX_SIZE + text.length);
  bytes.set(new TextEncoder().encode(TRAJECTORY_MAGIC));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, PREFIX_SIZE);
  view.setUint32(CHECKSUM_AT, headerChecksum(bytes), true);
  return bytes;
}

/** Checksum of all bytes except those of the checksum itself. */
function headerChecksum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(CHECKSUM_AT + 4), crc32(bytes.subarray(0, CHECKSUM_AT)));
}

/** Version in the header of a trajectory; undefined if there are too few bytes. */
export function trajectoryVersion(bytes: Uint8Array): number | undefined {
  if (bytes.length < OLD_PREFIX_SIZE) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, OLD_PREFIX_SIZE).getUint32(8, true);
}

interface ReadHeader {
  readonly header: TrajectoryHeader;
  /** Offset of the first frame. */
  readonly end: number;
}

/**
 * Throws a TrajectoryError unless the file is a trajectory of a known version. Its code is `truncated` or
 * `damaged-header` for a damaged header.
 */
export function readHeader(source: ByteSource, file: string): ReadHeader {
  const { size } = source;
  const refuse = (code: string, problem: string): never => {
    throw new TrajectoryError(code, `${file}: ${problem}`, { file });
  };
  const damaged = (reason: string): never => refuse('damaged-header', `the header is damaged: ${reason}`);
  const prefix = source.read(0, PREFIX_SIZE);
  if (prefix.length < OLD_PREFIX_SIZE) refuse('truncated', `${size} bytes are too few for a trajectory`);
  if (new TextDecoder().decode(prefix.subarray(0, 8)) !== TRAJECTORY_MAGIC)
    refuse('not-a-trajectory', 'not a trajectory');
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.length);
  const version = view.getUint32(8, true);
  const isChecked = version >= CHECKED_HEADER_VERSION;
  const start = isChecked ? PREFIX_SIZE : OLD_PREFIX_SIZE;
  const end = start + view.getUint32(12, true);
  if (end > size)
    refuse(
      'truncated',
      `the header ends at byte ${end}, but the file ends at byte ${size}: it is truncated or damaged`,
    );
  const bytes = source.read(0, end);
  if (isChecked && headerChecksum(bytes) !== view.getUint32(CHECKSUM_AT, true))
    damaged(`the checksum of its bytes 0 to ${end - 1} does not match`);
  // Later versions keep the checksum at this offset, so a valid checksum means a newer version and not a damaged
  // number.
  if (version === 0) damaged('version 0 does not exist');
  if (version > FRAME_VERSION) {
    refuse('version', `trajectory version ${version}; this program reads versions 1 to ${FRAME_VERSION}`);
  }
  let header: TrajectoryHeader | undefined;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(start))) as TrajectoryHeader;
  } catch (error) {
    damaged(`its bytes ${start} to ${end - 1} are not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { shapes, materials, boundaries } = header ?? {};
  if (![shapes, materials, boundaries].every(Array.isArray)) damaged('shapes, materials or boundaries are missing');
  return { header: header as TrajectoryHeader, end };
}

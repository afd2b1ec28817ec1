// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { encodeFrame, type Frame } from './frame.ts';
import { encodeHeader, Trajectory, type TrajectoryHeader } from './trajectory.ts';

const HEADER: TrajectoryHeader = {
  title: 'two grains, ½ a mesh',
  shapes: [{ name: 'grain', shape: { sphere: { radius: 0.5 } } }],
  materials: ['glass'],
  boundaries: [{ name: 'floor', halfSpace: { normal: [0, 0, 1], offset: 0 } }],
};

function frameOf(bodies: number, contacts: number, meshes: number): Frame {
  const ramp = (length: number): Float32Array => Float32Array.from({ length }, (_, i) => i / 4);
  return {
    time: 0.1,
    step: 2 ** 40,
    origin: Float64Array.of(1e6, 0.1, -3),
    ids: Int32Array.from({ length: bodies }, (_, i) => 7 * i),
    shapes: new Int32Array(bodies),
    materials: new Int32Array(bodies),
    scales: ramp(bodies),
    positions: ramp(3 * bodies),
    orientations: ramp(4 * bodies),
    velocities: ramp(3 * bodies),
    angularVelocities: ramp(3 * bodies),
    contactBodies: Int32Array.from({ length: 2 * contacts }, (_, i) => i - 1),
    contactPoints: ramp(3 * contacts),
    contactForces: ramp(3 * contacts),
    meshPoses: Float64Array.from({ length: 7 * meshes }, (_, i) => i / 3),
    contactNormals: ramp(3 * contacts),
  };
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const FRAMES = [frameOf(3, 1, 1), frameOf(0, 0, 0), frameOf(2, 5, 2)];
const FILE = joined(encodeHeader(HEADER), ...FRAMES.map((frame) => encodeFrame(frame)));

describe('a trajectory', () => {
  it('is read back as it was written', () => {
    const read = new Trajectory(FILE);
    expect(read.header).toEqual(HEADER);
    expect(read.frames.length).toBe(3);
    expect(FRAMES.map((_, i) => read.frame(i))).toEqual(FRAMES);
    expect(read.frame(3)).toBeUndefined();
  });

  it('of version 1 is read without the normals of contacts, and one of a later version refused', () => {
    const whole = FRAMES[0] as Frame;
    const first = joined(encodeHeader(HEADER), encodeFrame(whole, { version: 1 }));
    first[8] = 1;
    expect(new Trajectory(first).frame(0)).toEqual({ ...whole, contactNormals: new Float32Array(3).fill(Number.NaN) });
    first[8] = 3;
    expect(() => new Trajectory(first)).toThrow('trajectory version 3; this program reads versions 1 to 2');
  });

  it('can be read at any moment while it is written', () => {
    const start = encodeHeader(HEADER).length;
    let whole = 0;
    for (let length = start; length <= FILE.length; length++) {
      const read = new Trajectory(FILE.subarray(0, length));
      expect(read.frames.length).toBeGreaterThanOrEqual(whole);
      whole = read.frames.length;
    }
    expect(whole).toBe(3);
  });

  it('gives no frame that is damaged', () => {
    const start = encodeHeader(HEADER).length;
    for (let at = start; at < start + encodeFrame(FRAMES[0] as Frame).length; at++) {
      const altered = FILE.slice();
      altered[at] = (altered[at] as number) ^ 4;
      expect(new Trajectory(altered).frame(0)).toBeUndefined();
    }
  });

  it('is refused when it is something else', () => {
    expect(() => new Trajectory(new Uint8Array(3), 'a.bin')).toThrow('a.bin: 3 bytes are too few for a trajectory');
    expect(() => new Trajectory(new Uint8Array(100), 'a.bin')).toThrow('a.bin: not a trajectory');
    expect(() => new Trajectory(FILE.subarray(0, 40))).toThrow(/the header ends at byte \d+, the file at 40/);
  });

  it('takes only frames whose arrays agree', () => {
    expect(() => encodeFrame({ ...frameOf(2, 0, 0), scales: new Float32Array(3) })).toThrow(
      'scales: expected 2 values, got 3',
    );
  });
});

describe('the checksum', () => {
  it('is that of zip files', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });
});

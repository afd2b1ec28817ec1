// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ScreeError } from '../../errors.ts';
import { encodeFrame, type Frame } from './frame.ts';
import { Trajectory } from './trajectory.ts';
import { encodeHeader, type TrajectoryHeader } from './trajectory-header.ts';

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

/** As versions 1 and 2 had it: without a checksum. */
function oldHeader(version: number): Uint8Array {
  const bytes = encodeHeader(HEADER);
  bytes[8] = version;
  return joined(bytes.subarray(0, 16), bytes.subarray(24));
}

const FRAMES = [frameOf(3, 1, 1), frameOf(0, 0, 0), frameOf(2, 5, 2)];
const FILE = joined(encodeHeader(HEADER), ...FRAMES.map((frame, number) => encodeFrame(frame, { number })));

describe('a trajectory', () => {
  it('is read back as it was written', () => {
    const read = new Trajectory(FILE);
    expect(read.header).toEqual(HEADER);
    expect(read.frames.length).toBe(3);
    expect(FRAMES.map((_, i) => read.frame(i))).toEqual(FRAMES);
    expect(read.frame(3)).toBeUndefined();
  });

  it('of version 1 is read without the normals of contacts, and one of a later version refused', () => {
    const whole = FRAMES[0];
    const first = joined(oldHeader(1), encodeFrame(whole, { number: 0, version: 1 }));
    expect(new Trajectory(first).frame(0)).toEqual({ ...whole, contactNormals: new Float32Array(3).fill(Number.NaN) });
    first[8] = 0;
    expect(() => new Trajectory(first, 'a.bin')).toThrow('a.bin: the header, bytes 0 to');
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

  it('is refused when it is something else', () => {
    expect(() => new Trajectory(new Uint8Array(3), 'a.bin')).toThrow('a.bin: 3 bytes are too few for a trajectory');
    expect(() => new Trajectory(new Uint8Array(100), 'a.bin')).toThrow('a.bin: not a trajectory');
    expect(() => new Trajectory(FILE.subarray(0, 40))).toThrow(
      /the header ends at byte \d+, but the file ends at byte 40/,
    );
  });

  it('takes only frames whose arrays agree', () => {
    expect(() => encodeFrame({ ...frameOf(2, 0, 0), scales: new Float32Array(3) }, { number: 0 })).toThrow(
      'scales: expected 2 values, got 3',
    );
  });
});

/** Frames of several sizes. */
const RECORDED = [0, 1, 2, 3, 4].map((k) => ({ ...frameOf(k, 2 - (k % 3), k % 2), time: k / 10, step: k }));

/** A file with these frames, and where each of them begins. */
function written(version: number): { file: Uint8Array; starts: number[] } {
  const parts = [
    version < 3 ? oldHeader(version) : encodeHeader(HEADER),
    ...RECORDED.map((frame, number) => encodeFrame(frame, { number, version })),
  ];
  const starts = parts.map((_, k) => parts.slice(0, k + 1).reduce((sum, part) => sum + part.length, 0));
  return { file: joined(...parts), starts };
}

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, k) => byte === b[k]);
const BYTES = RECORDED.map((frame, number) => encodeFrame(frame, { number }));

/**
 * What a reader says of these bytes: the frames that are as they were recorded, by their numbers, `altered` for any
 * other, and the problem.
 */
function reading(bytes: Uint8Array): { numbers: readonly (number | 'altered')[]; problem: string } {
  const trajectory = new Trajectory(bytes, 'a.scree', { header: () => HEADER, recorded: RECORDED.length });
  const numbers = trajectory.frames.flatMap(({ number }, index): (number | 'altered')[] => {
    const frame = trajectory.frame(index);
    if (frame === undefined) return [];
    return [isSameBytes(encodeFrame(frame, { number }), BYTES[number]) ? number : 'altered'];
  });
  return { numbers, problem: trajectory.problem ?? '' };
}

/** Numbers that a message says are lost, cut off or missing. */
function named(problem: string): number[] {
  return [...problem.matchAll(/frames? (\d)(?: to (\d))? (?:is|are) /g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, k) => Number(first) + k),
  );
}

/**
 * Undefined when exactly these frames are lost and the message says so; else what is wrong. Plain comparisons, since
 * there are thousands.
 */
function wrongLoss(bytes: Uint8Array, lost: readonly number[], what: string): string | undefined {
  const { numbers, problem } = reading(bytes);
  const kept = RECORDED.flatMap((_, k) => (lost.includes(k) ? [] : [k]));
  const reported = [...new Set(named(problem))].sort();
  const isRight =
    String(numbers) === String(kept) &&
    String(reported) === String(lost) &&
    problem.startsWith(`a.scree: damaged; ${kept.length}${lost.length === 0 ? '' : ' of 5'} frames can be read`);
  return isRight ? undefined : `${what}: expected to lose ${lost}, read ${numbers}: ${problem}`;
}

describe('a damaged trajectory', () => {
  const { file, starts } = written(3);

  it('loses the frame that an altered byte is in and no other, and says which', () => {
    const wrong = Array.from(file.keys()).map((at) => {
      const altered = file.slice();
      altered[at] = altered[at] ^ (1 << (at % 8));
      const hit = starts.findIndex((start, k) => at >= start && at < starts[k + 1]);
      return wrongLoss(altered, hit < 0 ? [] : [hit], `byte ${at}`);
    });
    expect(wrong.filter((each) => each !== undefined)).toEqual([]);
  });

  it('that is cut at any byte names the frames that are missing', () => {
    const first = starts[1];
    const wrong = Array.from({ length: file.length - first }, (_, k) => {
      const length = first + k;
      const lost = RECORDED.flatMap((_, frame) => (starts[frame + 1] <= length ? [] : [frame]));
      return wrongLoss(file.subarray(0, length), lost, `cut at ${length}`);
    });
    expect(wrong.filter((each) => each !== undefined)).toEqual([]);
    const headerOnly = new Trajectory(file.subarray(0, starts[0]), 'a.scree', { recorded: 5 });
    expect(headerOnly.problem).toContain('frames 0 to 4 are missing');
  });

  it('goes on behind bytes that were taken out, put in or set to zero at any place', { tags: ['long'] }, () => {
    const wrong: (string | undefined)[] = [];
    for (let at = starts[1]; at < starts[3]; at++) {
      const frame = at < starts[2] ? 1 : 2;
      const out = joined(file.subarray(0, at), file.subarray(at + 3));
      const isBoth = at + 3 > starts[frame + 1];
      wrong.push(wrongLoss(out, isBoth ? [frame, frame + 1] : [frame], `three bytes taken out at ${at}`));
      const more = joined(file.subarray(0, at), file.subarray(0, 7), file.subarray(at));
      wrong.push(wrongLoss(more, at === starts[frame] ? [] : [frame], `seven bytes put in at ${at}`));
    }
    const zeros = file.slice();
    zeros.fill(0, starts[1] + 5, starts[3] + 5);
    wrong.push(wrongLoss(zeros, [1, 2, 3], 'zeros over three frames'));
    expect(wrong.filter((each) => each !== undefined)).toEqual([]);
  });

  it('names file, bytes and frames in one message', () => {
    const altered = file.slice();
    altered[starts[2] + 8] = 1;
    const { problem } = reading(altered.subarray(0, starts[4] + 60));
    expect(problem).toBe(
      [
        'a.scree: damaged; 3 of 5 frames can be read',
        `bytes ${starts[2]} to ${starts[3] - 1} are damaged: frame 2 is lost`,
        `frame 4 is truncated: it begins at byte ${starts[4]}, the file ends at byte ${starts[4] + 60}`,
        `frame 4 is missing: the run recorded 5 frames, the file ends at byte ${starts[4] + 60}`,
      ].join('\n  '),
    );
  });

  it('of an older version loses no more, and is never an internal error', () => {
    const old = written(2);
    const wrong = Array.from(old.file.keys()).map((at) => {
      const altered = old.file.slice();
      altered[at] = altered[at] ^ (1 << (at % 8));
      try {
        const trajectory = new Trajectory(altered, 'a.scree');
        const whole = trajectory.frames.filter((_, index) => trajectory.frame(index) !== undefined).length;
        const isRight = at < old.starts[0] ? whole === 5 : whole === 4 && trajectory.problem !== undefined;
        return isRight ? undefined : `byte ${at}: ${whole} frames, ${trajectory.problem}`;
      } catch (error) {
        return error instanceof ScreeError ? undefined : `byte ${at}: ${error}`;
      }
    });
    expect(wrong.filter((each) => each !== undefined)).toEqual([]);
  });

  it('without its header is refused where nothing else says what bodies look like', () => {
    const altered = file.slice();
    altered[30] = 0;
    expect(() => new Trajectory(altered, 'a.scree')).toThrow(
      `a.scree: the header, bytes 0 to ${starts[0] - 1}, is damaged`,
    );
  });
});

it.each([0, 1, 2, 3, 4])('a frame with %s bonds is read back', (count) => {
  const bonds = {
    bondBodies: Int32Array.from({ length: 2 * count }, (_, i) => 7 * ((i + 1) >> 1)),
    bondPlaces: Float32Array.from({ length: 3 * count }, (_, i) => i / 8),
    bondForces: Float32Array.from({ length: 3 * count }, (_, i) => -i),
    bondUsed: Float64Array.from({ length: count }, (_, i) => i / 10),
  };
  const frame = { ...frameOf(6, 2, 1), ...bonds };
  const read = new Trajectory(joined(encodeHeader(HEADER), encodeFrame(frame, { number: 0 })));
  expect(read.problem).toBeUndefined();
  const found = read.frame(0);
  expect(found).toMatchObject(count === 0 ? frameOf(6, 2, 1) : frame);
});

// SPDX-License-Identifier: MIT
/** Files of every version of a format that Scree has written open as they did; fixtures/formats holds them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FRAME_VERSION } from '../src/io/trajectory/frame.ts';
import { Trajectory } from '../src/io/trajectory/trajectory.ts';
import { MANIFEST_FORMAT, parseManifest } from '../src/runs/folder/manifest.ts';
import { ROOT } from './source-files.ts';

const FORMATS = join(ROOT, 'fixtures/formats');
const versions = (newest: number): number[] => Array.from({ length: newest }, (_, k) => k + 1);

describe('a trajectory', () => {
  it.each(versions(FRAME_VERSION))('of version %i opens', (version) => {
    const bytes = new Uint8Array(readFileSync(join(FORMATS, `trajectory-${version}.scree`)));
    const run = new Trajectory(bytes, 'old.scree', { recorded: 3 });
    expect(run.problem).toBeUndefined();
    expect(run.header).toMatchObject({ title: 'two grains, ½ a mesh', materials: ['glass', 'steel'] });
    expect(run.header.shapes.map(({ name }) => name)).toEqual(['grain', 'brick']);
    expect(run.header.boundaries.map(({ name }) => name)).toEqual(['floor', 'chute']);
    const [, second, last] = [0, 1, 2].map((k) => run.frame(k));
    expect(second).toMatchObject({
      time: 0.1,
      step: 2 ** 40 + 1,
      origin: Float64Array.of(1e6, 0.1, -3),
      ids: Int32Array.of(0, 7),
      shapes: Int32Array.of(0, 1),
      materials: Int32Array.of(1, 0),
      scales: Float32Array.of(1, 1.1),
      positions: Float32Array.of(0.1, 0.2, 1.3, -1, 2, 1e-7),
      orientations: Float32Array.of(1, 0, 0, 0, 0.6, 0, 0.8, 0),
      velocities: Float32Array.of(0, 0, -9.81, 1, 2, 3),
      angularVelocities: Float32Array.of(0, 0, 0, -0.1, 0, 0.1),
      contactBodies: Int32Array.of(0, 7, 7, -1, 0, -2),
      contactForces: Float32Array.of(1, 2, 3, 0, 0, -9.81, 0.5, 0, 0),
      meshPoses: Float64Array.of(0, 0, 1 / 3, 1, 0, 0, 0),
    });
    const normals = Float32Array.of(1, 0, 0, 0, 0, -1, 0.6, 0.8, 0);
    expect(second?.contactNormals).toEqual(version === 1 ? normals.fill(Number.NaN) : normals);
    expect(second?.bondBodies).toEqual(version >= 4 ? Int32Array.of(0, 7, 7, -1) : undefined);
    expect(second?.bondUsed).toEqual(version >= 4 ? Float64Array.of(0.25, 1 / 3) : undefined);
    expect(last?.ids).toHaveLength(0);
  });
});

describe('the manifest of a run', () => {
  it.each(versions(MANIFEST_FORMAT.formatVersion))(
    'of version %i opens, also without keys that came later',
    (version) => {
      const path = join(FORMATS, `manifest-${version}.json`);
      const { title, scene, outputs, trajectoryFrames } = parseManifest(readFileSync(path, 'utf8'), path);
      expect({ title, outputs, trajectoryFrames }).toEqual({
        title: 'Sample',
        outputs: ['speeds.csv', 'trajectory.scree'],
        trajectoryFrames: undefined,
      });
      expect(scene).toMatchObject({ settings: [], includes: [], bodies: [], tables: [] });
    },
  );

  it('of a later version is refused with both numbers', () => {
    const later = JSON.stringify({ ...MANIFEST_FORMAT, formatVersion: 2 });
    expect(() => parseManifest(later, 'm.json')).toThrow('version 2 of the format; this program reads version 1');
  });
});

// SPDX-License-Identifier: MIT
/** A run folder written by hand, frame by frame, for tests of what reads runs: three balls that move along x. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFrame, type Frame } from '../../src/io/trajectory/frame.ts';
import { encodeHeader } from '../../src/io/trajectory/trajectory-header.ts';
import { MANIFEST_FORMAT } from '../../src/runs/folder/manifest.ts';

const SAMPLE_TITLE = 'Sample';

/** Frame k: at time k / 10 s the bodies 0, 2 and 5, each 0.1 m further at 1, 2 and 3 m/s; bodies 0 and 2 touch. */
export function sampleFrame(k: number): Frame {
  const ids = Int32Array.of(0, 2, 5);
  const speeds = [1, 2, 3];
  return {
    time: k / 10,
    step: 10 * k,
    origin: Float64Array.of(1000, 0, 0),
    ids,
    shapes: Int32Array.of(0, 0, 0),
    materials: Int32Array.of(0, 0, 0),
    scales: Float32Array.of(1, 1, 1),
    positions: Float32Array.from(speeds.flatMap((speed, body) => [0.1 * k * speed, body, 0])),
    orientations: Float32Array.from(ids.length === 3 ? [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] : []),
    velocities: Float32Array.from(speeds.flatMap((speed) => [speed, 0, 0])),
    angularVelocities: new Float32Array(9),
    contactBodies: Int32Array.of(0, 2),
    contactPoints: Float32Array.of(0, 0.5, 0),
    contactForces: Float32Array.of(0, 3, 0),
    contactNormals: Float32Array.of(0, 1, 0),
    meshPoses: new Float64Array(0),
  };
}

export function addSampleFrames(folder: string, from: number, count: number): void {
  for (let k = from; k < from + count; k++)
    appendFileSync(join(folder, 'trajectory.scree'), encodeFrame(sampleFrame(k), { number: k }));
}

export function writeSampleRun(folder: string, frameCount: number): void {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    ...MANIFEST_FORMAT,
    program: '0.0.0',
    title: SAMPLE_TITLE,
    seed: 1,
    threads: 1,
    timeStep: 0.01,
    until: 2,
    steps: 200,
    scene: { file: 'scene.yaml', original: 'sample.yaml', sha256: '', meshes: [], modules: [] },
    shapes: ['ball'],
    materials: ['steel'],
    halfSpaces: [],
    meshes: [],
    outputs: ['speeds.csv', 'trajectory.scree'],
    machine: {},
    started: '2026-01-01T00:00:00Z',
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const header = {
    title: SAMPLE_TITLE,
    materials: ['steel'],
    boundaries: [],
    shapes: [{ name: 'ball', shape: { sphere: { radius: 0.5 } } }],
  };
  writeFileSync(join(folder, 'trajectory.scree'), encodeHeader(header));
  addSampleFrames(folder, 0, frameCount);
  writeFileSync(join(folder, 'speeds.csv'), 'time,step,body.a.velocity.x\n0,0,1\n0.1,10,1.5\n');
}

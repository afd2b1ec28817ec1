// SPDX-License-Identifier: MIT
/**
 * The inputs of examples/import in LIGGGHTS itself, and the scenes that they become in our own code: a settled bed, a
 * discharge, a chute and a drum agree within the spread of seeds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readMeshFile } from '../../io/mesh-file.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { readScene } from '../read-scene.ts';
import { importInput } from './import-input.ts';

const EXAMPLES = 'examples/import';
const root = mkdtempSync(join(tmpdir(), 'scree-import-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Seeds of insertions; LIGGGHTS asks for primes. */
const SEEDS = [32452867, 49979687, 67867967];

/** Positions, flat, by step; those that the input dumps. */
type Frames = ReadonlyMap<number, Float64Array>;

/** The input as it is, with another seed of its insertion. */
function inLiggghts(name: string, seed: number): Frames {
  const folder = join(root, `${name}-${seed}`);
  cpSync(EXAMPLES, folder, { recursive: true });
  mkdirSync(join(folder, 'post'));
  const input = join(folder, `in.${name}`);
  writeFileSync(input, readFileSync(input, 'utf8').replaceAll(String(SEEDS[0]), String(seed)));
  const { status, stdout } = spawnSync(process.env.LIGGGHTS ?? 'liggghts', ['-in', `in.${name}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stdout.slice(-500));
  const dumps = readdirSync(join(folder, 'post')).filter((file) => file.endsWith(`.${name}`));
  return new Map(dumps.map((file) => [Number(/\d+/.exec(file)?.[0]), positionsOf(join(folder, 'post', file))]));
}

function positionsOf(path: string): Float64Array {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const head = lines.findIndex((line) => line.startsWith('ITEM: ATOMS'));
  const columns = (lines[head] ?? '').split(/\s+/).slice(2);
  const [x, y, z] = ['x', 'y', 'z'].map((key) => columns.indexOf(key));
  return Float64Array.from(
    lines.slice(head + 1).flatMap((line) => {
      const cells = line.trim().split(/\s+/).map(Number);
      return [cells[x ?? 0] ?? 0, cells[y ?? 0] ?? 0, cells[z ?? 0] ?? 0];
    }),
  );
}

/** In place of those of the run before, which are put into the simulation. */
const ONE_BODY = '\nbodies: { one: { shape: pts1, material: type1, position: [0, 0, 0] } }\n';

/** The scenes of the input in our own code, one after the other, at the steps of the dumps. */
function inScree(name: string, seed: number, every: number): Frames {
  const files = { readMesh: (path: string) => readMeshFile(join(EXAMPLES, path)), modulePath: (path: string) => path };
  const text = readFileSync(join(EXAMPLES, `in.${name}`), 'utf8');
  const { scenes } = importInput(text, {
    ...{ input: name, title: name, runFolder: () => 'before' },
    files: { ...files, readText: (path) => readFileSync(path, 'utf8'), named: (path) => path },
  });
  const frames = new Map<number, Float64Array>();
  let steps = 0;
  let before: SimulationSpec['bodies'];
  for (const scene of scenes) {
    // Bodies of a run before are put in its place.
    const own = before === undefined ? scene : scene.replace(/\nbodies:\n(?: .*\n)+/, ONE_BODY);
    const { simulation: spec, duration } = readScene(own, { files });
    const simulation = new Simulation({ ...spec, seed, threads: 1, ...(before && { bodies: before }) });
    const end = steps + Math.round(duration / spec.timeStep);
    while (steps < end) {
      const next = Math.min(end, (Math.floor(steps / every) + 1) * every);
      simulation.step(next - steps);
      steps = next;
      if (steps % every === 0) frames.set(steps, simulation.bodies().position.slice());
    }
    const { count, position, velocity, angularVelocity } = simulation.bodies();
    before = Array.from({ length: count }, (_, k) => ({
      ...{ shape: 'pts1', material: 'type1' },
      position: [position[3 * k] ?? 0, position[3 * k + 1] ?? 0, position[3 * k + 2] ?? 0],
      velocity: [velocity[3 * k] ?? 0, velocity[3 * k + 1] ?? 0, velocity[3 * k + 2] ?? 0],
      angularVelocity: [angularVelocity[3 * k] ?? 0, angularVelocity[3 * k + 1] ?? 0, angularVelocity[3 * k + 2] ?? 0],
    }));
    simulation.dispose();
  }
  return frames;
}

interface Sample {
  readonly mean: number;
  readonly deviation: number;
}

function sampleOf(values: readonly number[]): Sample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

/** A quantity in both agrees within the spread of seeds, of which three show about two thirds. */
function expectSame(name: string, every: number, measure: (frames: Frames) => number): void {
  const theirs = sampleOf(SEEDS.map((seed) => measure(inLiggghts(name, seed))));
  const ours = sampleOf(SEEDS.map((seed) => measure(inScree(name, seed, every))));
  const spread = 3 * Math.max(theirs.deviation, ours.deviation);
  expect(ours.mean).toBeGreaterThan(theirs.mean - spread);
  expect(ours.mean).toBeLessThan(theirs.mean + spread);
  // The spread itself is a small part of the quantity, so that this says something.
  expect(spread / Math.abs(theirs.mean)).toBeLessThan(0.25);
}

function meanOf(positions: Float64Array | undefined, axis: number): number {
  const values = positions ?? new Float64Array();
  let sum = 0;
  for (let k = axis; k < values.length; k += 3) sum += values[k] ?? 0;
  return sum / (values.length / 3);
}

/** Bodies whose centres are below a height: those of a stream above its face have not come yet. */
function countBelow(positions: Float64Array | undefined, height: number): number {
  let count = 0;
  for (let k = 2; k < (positions?.length ?? 0); k += 3) if ((positions?.[k] ?? 0) < height) count++;
  return count;
}

const countAt = (frames: Frames, step: number): number => (frames.get(step)?.length ?? 0) / 3;

/** ms; several simulations of seconds each. */
const LONG = 900_000;

describe('an imported input gives the results of LIGGGHTS within the spread of seeds', { timeout: LONG }, () => {
  it('in the height of a settled packing', () => {
    expectSame('packing', 2000, (frames) => meanOf(frames.get(30_000), 2));
  });

  it('in the number of bodies that leave a hopper in 0.2 s', () => {
    expectSame('hopper', 1000, (frames) => countAt(frames, 25_000) - countAt(frames, 35_000));
  });

  it('in the number of bodies on a chute', () => {
    expectSame('chute', 1000, (frames) => countBelow(frames.get(40_000), 0.12));
  });

  it('in the place of the bodies in a drum that turns', () => {
    expectSame('drum', 2500, (frames) => meanOf(frames.get(35_000), 0));
  });
});

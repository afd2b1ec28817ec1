// SPDX-License-Identifier: MIT
/**
 * The benchmarks of steps run through the real program, from beds that settle the same way every time; how fast is not
 * tested here.
 */
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drumMesh } from '../../src/bench/step/drum-mesh.ts';
import { writeSceneFiles } from '../../src/bench/step/scene-files.ts';
import { PACKING_STRIDE, packingFile, providePacking, readPacking } from '../../src/bench/step/settled-packing.ts';
import { flowScene, SPHERE_RADIUS, sphereScene } from '../../src/bench/step/sphere-scenes.ts';
import { summarise } from '../../src/bench/step/step-benchmark.ts';
import { stepReport } from '../../src/bench/step/step-report.ts';
import { createScene, SCENE_NAMES } from '../../src/bench/step/step-scene.ts';
import { tiledSpec, tilingFor } from '../../src/bench/step/tiled-packing.ts';
import { facetCountOf } from '../../src/meshes/facet-mesh.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { scree } from '../support/built-program.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-bench-step-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of the full bed: 300 spheres, which settle in a second. */
const SHARE = 0.01;
const MACHINE = { processor: 'p', cores: 2, node: 'v', platform: 'x', date: 'd', load: 0 };

/** A bed that has not settled: what the tests of the program need is its size. */
function hastyPacking(name: string): void {
  const scene = createScene(name, true);
  renameSync(providePacking(folder, { ...scene, settlingSteps: 1 }), packingFile(folder, scene));
}

describe('a settled bed', () => {
  it('is made once, the same every time, and rests', () => {
    const scene = sphereScene(SHARE);
    const file = providePacking(folder, scene);
    const { mtimeMs } = statSync(file);
    expect(statSync(providePacking(folder, scene)).mtimeMs).toBe(mtimeMs);
    const packing = readPacking(file);
    expect(packing.length).toBe(PACKING_STRIDE * scene.count);
    expect(readPacking(providePacking(join(folder, 'again'), scene))).toEqual(packing);
    const simulation = new Simulation(scene.measured(packing, 1));
    const { kinetic, potential } = simulation.energy();
    const fallen = new Simulation(scene.settling()).energy().potential - potential;
    // Nearly all of the energy of the fall is gone.
    expect(kinetic).toBeLessThan(1e-3 * fallen);
    expect(simulation.statistics().contacts).toBeGreaterThan(2 * scene.count);
  });

  it('starts where another has come to, if the scene says so', () => {
    const base = { ...sphereScene(SHARE), settlingSteps: 10 };
    const packing = readPacking(providePacking(folder, { ...flowScene(SHARE), settlingSteps: 1, startsFrom: base }));
    const start = readPacking(providePacking(folder, base));
    expect(
      Math.max(...packing.map((value, k) => (k % PACKING_STRIDE < 3 ? Math.abs(value - start[k]) : 0))),
    ).toBeLessThan(0.01 * SPHERE_RADIUS);
  });
});

describe('the drum', () => {
  it('is a mesh of 3712 triangles whose shell is closed', () => {
    const mesh = drumMesh(0.2);
    expect(facetCountOf(mesh)).toBe(3712);
    // Four lifters of four strips have free edges at their tips and their two ends only.
    expect(mesh.extent).toBeCloseTo(0.4, 12);
  });
});

describe('the files for other engines', () => {
  it('have all numbers of the scene and a line for each sphere', () => {
    const scene = { ...sphereScene(SHARE), settlingSteps: 10 };
    const packing = readPacking(providePacking(folder, scene));
    const files = join(folder, 'files');
    writeSceneFiles(files, scene, packing, 7);
    const written = JSON.parse(readFileSync(join(files, 'scene.json'), 'utf8'));
    expect(written).toMatchObject({ name: 'spheres', count: 300, steps: 7, radius: SPHERE_RADIUS, skin: 1e-3 });
    expect(written.halfSpaces).toHaveLength(5);
    const [head = '', ...lines] = readFileSync(join(files, 'bodies.csv'), 'utf8').trim().split('\n');
    expect(head.split(',')).toHaveLength(10);
    expect(lines).toHaveLength(300);
    expect(lines[3]?.split(',').map(Number).slice(0, 3)).toEqual([
      ...packing.subarray(3 * PACKING_STRIDE, 3 * PACKING_STRIDE + 3),
    ]);
  });

  it('have the vertices of polyhedra and which of them each body is, and how it is turned', () => {
    const scene = { ...createScene('cells', true), settlingSteps: 1 };
    const packing = readPacking(providePacking(folder, scene));
    const files = join(folder, 'cells');
    writeSceneFiles(files, scene, packing, 7);
    const { polyhedra } = JSON.parse(readFileSync(join(files, 'scene.json'), 'utf8'));
    const counts: number[] = polyhedra.map((vertices: number[]) => vertices.length / 3);
    expect(counts).toHaveLength(500);
    // A typical cell of random points has 27; these are of points that keep a distance.
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(20);
    expect(mean).toBeLessThan(30);
    const [head = '', ...lines] = readFileSync(join(files, 'bodies.csv'), 'utf8').trim().split('\n');
    expect(head.split(',')).toEqual('x,y,z,shape,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz'.split(','));
    const numbers = lines[7]?.split(',').map(Number) ?? [];
    expect(numbers[3]).toBe(7);
    expect(Math.hypot(...numbers.slice(10))).toBeCloseTo(1, 12);
  });
});

describe('the report', () => {
  const timing = (wallSeconds: number) => ({ steps: 10, wallSeconds, cpuSeconds: wallSeconds });
  const variants = [
    summarise('scree', 1, 1000, [timing(4), timing(2), timing(3)]),
    summarise('scree', 2, 1000, [timing(1.5)]),
    summarise('liggghts', 1, 1000, [timing(6)]),
    summarise('lammps', 1, 1000, [{ missing: 'not installed: lmp' }]),
  ];

  it('takes medians', () => {
    expect(variants[0]).toMatchObject({
      nanoseconds: 3e5,
      fastest: 2e5,
      slowest: 4e5,
      particleStepsPerSecond: 1e9 / 3e5,
    });
  });

  it('compares with the other engines and with one thread, and says what is missing', () => {
    const scene = { scene: 's', title: 't', count: 1000, steps: 10, repetitions: 3, machine: MACHINE, variants };
    const text = stepReport({ scenes: [scene] });
    expect(text).toMatch(/\| scree +\| +2 \| +150000 .*\| +2\.00 \|/);
    expect(text).toMatch(/\| liggghts +\| +1 \| +600000 .*\| +2\.00 \| +\|/);
    expect(text).toContain('- lammps, 1 threads: not installed: lmp');
  });
});

describe('scree bench step', () => {
  it('times a scene beside a driver, and keeps the results of other scenes', () => {
    hastyPacking('spheres');
    const driver = join(folder, 'engine.mjs');
    writeFileSync(
      driver,
      `console.log(JSON.stringify({ engine: 'E 1', steps: Number(process.argv[3]), wallSeconds: 1 }));`,
    );
    const json = join(folder, 'step.json');
    writeFileSync(
      json,
      JSON.stringify({ scenes: [{ scene: 'other', title: 'o', count: 1, machine: MACHINE, variants: [] }] }),
    );
    const args = ['--quick', '--scenes', 'spheres', '--steps', '3', '--beds', folder, '--driver', driver];
    const { status, stdout } = scree(['bench', 'step', ...args, '--json', json, '--merge']);
    expect(status).toBe(0);
    expect(stdout).toContain('- engine: E 1');
    const { scenes } = JSON.parse(readFileSync(json, 'utf8'));
    expect(scenes.map(({ scene }: { scene: string }) => scene)).toEqual(['other', 'spheres']);
    expect(scenes[1]).toMatchObject({ count: 3000, steps: 3, machine: { node: process.version } });
    const names = scenes[1].variants.map(({ variant, threads }: { variant: string; threads: number }) => [
      variant,
      threads,
    ]);
    expect(names).toEqual([
      ['scree', 1],
      ['scree', 2],
      ['engine', 1],
      ['engine', 2],
    ]);
    expect(scenes[1].variants[0].bytesPerBody).toBeGreaterThan(100);
  });

  it('prints one table with the target times, the peers of each scene and profiles', () => {
    hastyPacking('spheres');
    const targets = join(folder, 'targets.json');
    const [slow, other] = ['slow.mjs', 'other.mjs'].map((name) => join(folder, name));
    const timing = { engine: 'E 1', steps: 3, wallSeconds: 1, cpuSeconds: 1, contacts: 6000 };
    for (const file of [slow, other]) writeFileSync(file, `console.log(${JSON.stringify(JSON.stringify(timing))});`);
    const scene = { scene: 'spheres', microseconds: 0.2, peers: ['slow'], times: 2, profile: true };
    writeFileSync(targets, JSON.stringify({ title: 'Spheres', scenes: [scene] }));
    const args = ['--quick', '--threads', '1', '--steps', '3', '--beds', folder, '--targets', targets];
    const { status, stdout } = scree(['bench', 'step', ...args, '--driver', slow, '--driver', other]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\| spheres +\| +scree \| +3,000 \| .*\| +0\.2 \|/);
    expect(stdout).toMatch(/\| spheres +\| +slow \| +3,000 \| .*\| +2 \| +2\.00 \|/);
    expect(stdout).not.toContain('- other: E 1');
    expect(stdout).toMatch(/## Profile of spheres[^#]*\| stage +\| +% \|/);
  });

  it('names the scenes when one does not exist', () => {
    const { status, stderr } = scree(['bench', 'step', '--scenes', 'sand']);
    expect(status).toBe(2);
    expect(stderr).toContain(SCENE_NAMES[0]);
  });
});

describe('copies of a packing', () => {
  it('form a rectangle close to a square, with about the requested number of bodies', () => {
    expect(tilingFor(100_000, { count: 5000 })).toEqual([5, 4]);
    expect(tilingFor(100_000, { count: 30_000 })).toEqual([3, 1]);
    expect(tilingFor(1, { count: 500 })).toEqual([1, 1]);
  });

  it('lie against each other where their walls were, and move as one', () => {
    const scene = sphereScene(SHARE);
    const packing = readPacking(providePacking(folder, scene));
    const spec = tiledSpec(scene.measured(packing, 1), scene, [2, 1]);
    const simulation = new Simulation(spec);
    expect(simulation.bodyCount).toBe(2 * scene.count);
    simulation.step(50);
    const { position, radius } = simulation.bodies();
    const [width = 0] = scene.bounds.max;
    // The copies are the same and periodic, so each has the motion of the other.
    for (let k = 0; k < scene.count; k++) {
      const shift = position[3 * (k + scene.count)] - position[3 * k];
      expect(Math.abs(Math.abs(shift) - width)).toBeLessThan(1e-6 * radius[0]);
    }
    // Half a per cent of the radius: no body was pushed into another.
    expect(simulation.firstDeepOverlap()).toBeUndefined();
  });

  it('in a mesh have a copy of the mesh each', () => {
    const scene = createScene('hopper', true);
    const bodies = scene.settling().bodies ?? [];
    const spec = tiledSpec({ ...scene.settling(), bodies: bodies.slice(0, 3) }, scene, [2, 2]);
    expect(spec.bodies).toHaveLength(12);
    const [before, after] = [scene.settling(), spec].map(({ meshes = [] }) =>
      meshes.map(({ mesh }) => facetCountOf(mesh)),
    );
    expect(after).toEqual(before?.map((facets) => 4 * facets));
  });
});

describe('scree bench scaling', () => {
  it('times large beds of any scene, and reports whether all numbers of threads gave the same bits', {
    tags: ['thorough'],
  }, () => {
    hastyPacking('spheres');
    hastyPacking('cells');
    const json = join(folder, 'scaling.json');
    const sizes = ['--bodies', '30000', '--threads', '1,2', '--steps', '2', '--warm-up', '1'];
    const args = ['--quick', '--scenes', 'spheres,cells', ...sizes, '--beds', folder, '--json', json];
    const { status, stdout } = scree(['bench', 'scaling', ...args]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\| spheres, 3,000 +\| +2 \|.*\| same \|/);
    expect(stdout).toMatch(/has the speed-ups 1\.0 \(1\), \d+\.\d \(2\) on this machine/);
    const result = JSON.parse(readFileSync(json, 'utf8'));
    expect(result.sizes.map(({ scene, count }: { scene: string; count: number }) => [scene, count])).toEqual([
      ['spheres', 3000],
      ['cells', 3000],
    ]);
    for (const { variants } of result.sizes) {
      expect(variants[0].nanoseconds).toBeGreaterThan(0);
      expect(variants[1].stateHash).toBe(variants[0].stateHash);
    }
  });

  it('refuses a scene that cannot be repeated', () => {
    const { status, stderr } = scree(['bench', 'scaling', '--scenes', 'P16,drum']);
    expect(status).toBe(2);
    expect(stderr).toContain('The drum cannot be repeated');
  });
});

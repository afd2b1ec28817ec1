// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { sceneSummary } from './scene-summary.ts';
import { sceneWarnings } from './scene-warnings.ts';

const GOOD = {
  title: 'Two balls',
  time: { duration: 1, timeStep: 'auto' },
  gravity: [0, 0, -9.81],
  materials: { glass: { density: 2500, stiffness: 1e6 } },
  law: { normal: 'linear' },
  shapes: { ball: { sphere: { radius: '1 cm' } } },
  bodies: {
    a: { shape: 'ball', material: 'glass', position: [0, 0, 0.02] },
    b: { shape: 'ball', material: 'glass', position: [0.1, 0, 0.02] },
  },
  halfSpaces: { floor: { normal: [0, 0, 1], material: 'glass' } },
};
const scene = (part: object = {}): Scene => readScene(JSON.stringify({ ...GOOD, ...part }), { file: 'scene.json' });
const warnings = (part: object): string[] => sceneWarnings(scene(part));

describe('a scene without fault', () => {
  it('has no warnings', () => {
    expect(warnings({})).toEqual([]);
  });
});

describe('a warning', () => {
  it('names bodies that overlap at the start, with their depth', () => {
    const bodies = { ...GOOD.bodies, c: { shape: 'ball', material: 'glass', position: [0.118, 0, 0.02] } };
    expect(warnings({ bodies })).toEqual([
      'b and c overlap by 2 mm at the start, 20 % of the smaller radius; they will fly apart, so move them',
    ]);
  });

  it('counts those it does not name', () => {
    const lattice = { count: [4, 4, 1], spacing: '19 mm' };
    const bodies = { a: { ...GOOD.bodies.a, lattice } };
    const warned = warnings({ bodies });
    expect(warned).toHaveLength(6);
    expect(warned[5]).toBe('19 more pairs overlap at the start, by less');
  });

  it('tells a time step that is too long', () => {
    const critical = scene().criticalTimeStep?.seconds ?? 0;
    expect(warnings({ time: { duration: 1, timeStep: 0.15 * critical } })).toEqual([]);
    expect(warnings({ time: { duration: 1, timeStep: 0.17 * critical } })).toHaveLength(1);
    expect(warnings({ time: { duration: 1, timeStep: 0.5 * critical } })).toEqual([
      expect.stringMatching(
        /^the time step is 50 % of the critical one; above 15 % stiff stacks vibrate and energy is lost or gained: take at most .* us, or auto$/,
      ),
    ]);
  });

  it('tells outputs that are asked for more often than steps are made', () => {
    const time = { duration: 1, timeStep: '1 us' };
    expect(warnings({ time, outputs: { vtk: { every: '0.5 us' } } })).toEqual([
      'outputs.vtk asks for values every 500 ns, less than a time step of 1 us',
    ]);
  });

  it('names what is outside the domain', () => {
    const domain = { min: [-1, -1, 0], max: [0.05, 1, 1] };
    const insertions = {
      rain: {
        shapes: [{ shape: 'ball', material: 'glass' }],
        region: { box: { min: [0, 0, 0.5], max: [0.02, 0.02, 2] } },
        count: 1,
      },
    };
    expect(warnings({ domain, insertions, gravity: [0, 0, 0] })).toEqual([
      'outside the domain at the start: b',
      'insertion regions reach out of the domain: rain',
    ]);
  });

  it('does not mind what is outside in a direction in which the domain repeats itself', () => {
    const domain = { min: [-1, -1, 0], max: [0.05, 1, 1], periodic: ['x'] };
    const shapes = [{ shape: 'ball', material: 'glass' }];
    const along = { shapes, region: { cylinder: { from: [-2, 0, 0.5], to: [2, 0, 0.5], radius: 0.4 } }, count: 1 };
    const across = { shapes, region: { cylinder: { from: [-2, 0, 0.5], to: [2, 0, 0.5], radius: 0.6 } }, count: 1 };
    expect(warnings({ domain, insertions: { along }, gravity: [0, 0, 0] })).toEqual([]);
    expect(warnings({ domain, insertions: { along, across }, gravity: [0, 0, 0] })).toEqual([
      'insertion regions reach out of the domain: across',
    ]);
  });

  it('names what is not used', () => {
    const materials = { ...GOOD.materials, steel: { density: 7850 }, wood: { density: 600 } };
    const shapes = { ...GOOD.shapes, cube: { box: { halfExtents: [1, 1, 1] } } };
    expect(warnings({ materials, shapes })).toEqual(['materials not used: steel, wood', 'shapes not used: cube']);
  });
});

describe('the summary', () => {
  it('has the scene in a few lines', () => {
    const more = {
      domain: { min: [-1, -1, 0], max: [1, 1, 1], periodic: ['x'] },
      outputs: { vtk: { every: '10 ms' } },
      checkpoints: { every: '0.5 s', everyWallTime: '10 min' },
      threads: 2,
    };
    const lines = sceneSummary(scene(more)).split('\n');
    expect(lines).toEqual([
      'Two balls',
      '  bodies        2 at the start',
      '  shape         ball: sphere, radius 10 mm',
      '  material      glass: 2500 kg/m3, stiffness 1 MN/m',
      '  law           normal linear, tangential none, attraction cut',
      '  gravity       (0, 0, -9.81) m/s2',
      '  wall          1 half-space',
      '  domain        (-1, -1, 0) to (1, 1, 1) m, periodic in x; else stop on escape',
      expect.stringMatching(/^ {2}time {10}1 s in [\d ]+ steps of [\d.]+ us$/),
      expect.stringMatching(
        /^ {2}critical step [\d.]+ us: linear spring at ball of glass, smallest radius 10 mm; the step is 10 % of it$/,
      ),
      expect.stringMatching(/^ {2}memory {8}about [\d.]+ KiB$/),
      expect.stringMatching(/^ {2}outputs {7}vtk every 10 ms: about [\d.]+ KiB$/),
      '  checkpoints   every 500 ms of simulated time, every 10 min on the clock; 2 kept',
      '  run           2 threads, seed 1',
      '',
    ]);
  });
});

describe('the summary of polyhedra', () => {
  const lineOf = (normal: string, shape: object, more = {}): string | undefined =>
    sceneSummary(scene({ law: { normal }, shapes: { ball: shape }, ...more }))
      .split('\n')
      .find((line) => line.startsWith('  other law'));
  const brick = { box: { halfExtents: [0.01, 0.01, 0.02] } };

  it('names the law that the scene could have instead, with its price', () => {
    expect(lineOf('linear', brick)).toMatch(/pressure-field conserves the energy.*; about 2 times the time/);
    expect(lineOf('pressure-field', brick)).toMatch(/linear takes about 1\/2 of the time/);
  });

  it('suggests a stiffness of the other law that gives a face the same force', () => {
    const glass = { density: 2500, stiffness: 1e6 };
    // A cube as large as the box of 2 x 2 x 4 cm has a face of 635 mm2.
    expect(lineOf('linear', brick, { materials: { glass } })).toMatch(
      /stiffness is in N\/m3; 1 MN\/m on a face of 635 mm2 is about 2e9 N\/m3$/,
    );
    const soft = { glass: { density: 2500, stiffness: 2e9 } };
    expect(lineOf('pressure-field', brick, { materials: soft })).toMatch(
      /stiffness is in N\/m; 2e9 N\/m3 on a face of 635 mm2 is about 1 MN\/m$/,
    );
  });

  it('names none for a law of polyhedra alone, and for other bodies', () => {
    expect(lineOf('overlap-volume', brick)).toBeUndefined();
    expect(lineOf('linear', { sphere: { radius: 0.01 } })).toBeUndefined();
  });
});

describe('the summary of insertions', () => {
  it('has their numbers, times and sizes', () => {
    const region = { sphere: { centre: [0, 0, 1], radius: 0.1 } };
    const shape = { shape: 'ball', material: 'glass' };
    const insertions = {
      heap: { shapes: [{ ...shape, scale: { constant: 0.5 } }], region, count: 20, from: '0.5 s' },
      rain: { shapes: [shape, { ...shape, scale: { uniform: [0.5, 2] } }], region, count: 60, rate: 50, until: 2 },
    };
    const text = sceneSummary(scene({ insertions }), {
      trial: { parts: [] },
      runTime: { least: 300, most: 900 },
      threads: 2,
    });
    expect(text).toContain('  bodies        2 at the start, 71 inserted\n');
    expect(text).toContain('  insertion     heap: 20 at 500 ms: ball scaled by 0.5\n');
    expect(text).toContain('  insertion     rain: 60, 50 a second from 0 s until 2 s: ball, ball scaled by 0.5 to 2\n');
    expect(text).toContain('  run           threads auto: 2 here, seed 1\n');
    expect(text).toMatch(
      /\n {2}run time {6}about 5 to 15 min on this machine, estimated: [\d ]+ particle-steps, outputs not counted\n/,
    );
  });
});

describe('the estimates', () => {
  it('count bodies, their parts and steps', () => {
    const insertions = {
      rain: {
        shapes: [{ shape: 'pair', material: 'glass' }],
        region: { sphere: { centre: [0, 0, 1], radius: 0.1 } },
        rate: 50,
        until: 0.5,
      },
    };
    const pair = {
      clump: {
        spheres: [
          { centre: [0, 0, 0], radius: 0.01 },
          { centre: [0.01, 0, 0], radius: 0.01 },
        ],
      },
    };
    const found = estimates(
      scene({ insertions, shapes: { ...GOOD.shapes, pair }, time: { duration: 1, timeStep: 1e-4 } }),
    );
    expect(found).toMatchObject({ bodiesAtStart: 2, bodiesInserted: 25, elements: 52, steps: 10_000, outputs: 0 });
  });

  it('grow with the number of bodies and of outputs', () => {
    const lattice = { count: [10, 10, 10], spacing: '3 cm' };
    const many = (every: number): ReturnType<typeof estimates> =>
      estimates(scene({ bodies: { a: { ...GOOD.bodies.a, lattice } }, outputs: { trajectory: { every } } }));
    expect(many(0.1).memory).toBeGreaterThan(3 * estimates(scene()).memory);
    expect(many(0.01).outputs / many(0.1).outputs).toBeCloseTo(101 / 11, 12);
  });
});

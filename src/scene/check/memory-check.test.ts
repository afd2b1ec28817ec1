// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { opened } from '../../../tests/support/simulations.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { memoryCheck } from './memory-check.ts';
import { sceneSummary } from './scene-summary.ts';

function lattice(count: readonly number[], shape = '{ sphere: { radius: 1 mm } }', more = ''): Scene {
  return readScene(`
time: { duration: 1 ms, timeStep: 1 us }
gravity: [0, 0, 0]
shapes: { ball: { sphere: { radius: 1 mm } } }
materials: { glass: { density: 2500, stiffness: 1e5 } }
law: { normal: linear, tangential: linear }
bodies:
  grain: { shape: ${shape}, material: glass, position: [0, 0, 0], lattice: { count: [${count}], spacing: 2 mm } }
${more}`);
}

describe('the estimated memory of a scene', () => {
  it.each([
    ['spheres', '{ sphere: { radius: 1 mm } }', [20, 20, 15], 0.8],
    // Face to face they touch at twelve points each, those of a heap at three to four.
    ['boxes', '{ box: { halfExtents: [1 mm, 1 mm, 1 mm] } }', [8, 8, 8], 0.4],
  ] as const)('is that of the simulation, when they touch each other: %s', (_, shape, count, least) => {
    const scene = lattice(count, shape);
    const simulation = opened(new Simulation(scene.simulation));
    const { bytes } = simulation.statistics();
    const account = simulation.memoryAccount().reduce((sum, [, part]) => sum + part, 0);
    // Pages of 64 KiB, the header, and the start of each array on a cache line.
    expect(bytes - account).toBeGreaterThanOrEqual(0);
    expect(bytes - account).toBeLessThan(2 * 65536);
    // Denser and looser scenes have lists of other lengths.
    expect(estimates(scene).memory / bytes).toBeGreaterThan(least);
    expect(estimates(scene).memory / bytes).toBeLessThan(1.6);
  });

  it('is at most 650 bytes a sphere', () => {
    expect(estimates(lattice([100, 100, 20])).memory / 200_000).toBeLessThan(650);
    expect(sceneSummary(lattice([100, 100, 20]))).toMatch(
      /memory {8}about \d+ MiB, \d{3} bytes a body; a simulation on the CPU has at most 4 GiB/,
    );
  });
});

describe('a scene that is too large for the CPU', () => {
  it('is refused before anything is made, with numbers and remedies', () => {
    const balls = Array.from({ length: 200 }, (_, k) => `{ centre: [${0.1 * k} mm, 0, 0], radius: 1 mm }`);
    const huge = lattice([40, 40, 40], `{ clump: { spheres: [${balls}] } }`);
    const start = '64 000 bodies need about \\d\\.\\d GiB of memory, \\d{3} \\d{3} bytes each; ';
    const limit = 'a simulation on the CPU has at most 4.0 GiB, enough for about \\d+ 000 of them: ';
    const engines = 'over MPI \\(--engine lammps --ranks N\\)';
    const remedy = `take fewer bodies, run it on a GPU \\(--device gpu, or GpuSimulation\\), .* ${engines}`;
    expect(memoryCheck(huge).refusal).toMatch(new RegExp(`^${start}${limit}${remedy}`));
    expect(() => new Simulation(huge.simulation)).toThrow(new RegExp(`^bodies: ${start}`));
  });

  it('is only warned of when insertions would make it so', () => {
    const rain = `insertions:
  rain:
    shapes: [{ shape: ball, material: glass }]
    region: { box: { min: [0, 0, 1], max: [1, 1, 2] } }
    count: 9000000`;
    const { refusal, warning } = memoryCheck(lattice([10, 10, 10], undefined, rain));
    expect(refusal).toBeUndefined();
    expect(warning).toMatch(
      /^once all bodies are inserted and packed, the run would end: 9 001 000 bodies need about 5\.\d GiB/,
    );
    expect(memoryCheck(lattice([10, 10, 10]))).toEqual({});
  });
});

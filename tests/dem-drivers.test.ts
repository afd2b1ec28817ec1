// SPDX-License-Identifier: MIT
/** Drivers of other engines: the output that they read. */
import { describe, expect, it } from 'vitest';
import { lastSnapshot, timingOfLoop } from '../benchmarks/dem/engine-output.mjs';
import { stateOf } from '../benchmarks/dem/superquadric-state.mjs';
import { fromAxisAngle } from '../src/math/quaternion.ts';
import { superquadric } from '../src/shapes/kinds/superquadric.ts';

const SHAPE = { semiAxes: [0.003, 0.0026, 0.0022], n1: 3.5, n2: 2.5, volume: 1e-7 };
const SCENE = {
  count: 1,
  reach: 0.0035,
  gravity: [0, 0, -9.81],
  superquadrics: [SHAPE],
  halfSpaces: [{ normal: [0, 0, 1], offset: 0 }],
};

describe('the output of LAMMPS and LIGGGHTS', () => {
  it('gives the time, CPU time and list rebuilds of the timed loop, not those before and after it', () => {
    const loop = (seconds: number, builds: number) =>
      `Loop time of ${seconds} on 1 procs for 50 steps with 5000 atoms\nNeighbor list builds = ${builds}\n`;
    const output = `${loop(1, 9)}scree-cpu 100\n${loop(2.5, 3)}scree-cpu 345\n${loop(0.1, 1)}`;
    expect(timingOfLoop(output, { steps: 100, processes: 2, engine: 'E' })).toEqual({
      engine: 'E',
      steps: 100,
      wallSeconds: 2.5,
      cpuSeconds: 4.9,
      rebuilds: 3,
    });
    expect(() => timingOfLoop(loop(1, 9), { steps: 100, processes: 1, engine: 'E' })).toThrow('printed no time');
  });

  it('has the rows of the last snapshot of a dump, which may be empty', () => {
    const snapshot = (rows: string) =>
      `ITEM: TIMESTEP\n1\nITEM: NUMBER OF ENTRIES\n2\nITEM: ENTRIES c_a[1] c_a[2] \n${rows}`;
    expect(lastSnapshot(snapshot('1 2 \n') + snapshot('3 4.5 \n5 -6e-3 \n'))).toEqual([
      [3, 4.5],
      [5, -6e-3],
    ]);
    expect(lastSnapshot(snapshot('1 2 \n') + snapshot(''))).toEqual([]);
  });
});

describe('superquadrics for LIGGGHTS', () => {
  it('touch a wall that their support point reaches, and have the agitation of their speed', () => {
    const { w, x, y, z } = fromAxisAngle({ x: 0.6, y: 0, z: 0.8 }, 1.1);
    const { x: a, y: b, z: c } = { x: SHAPE.semiAxes[0] ?? 0, y: SHAPE.semiAxes[1] ?? 0, z: SHAPE.semiAxes[2] ?? 0 };
    const body = superquadric({ semiAxes: [a, b, c], n1: SHAPE.n1, n2: SHAPE.n2 });
    // The direction up in the frame of the body: the third row of its rotation.
    const up = { x: 2 * (x * z - w * y), y: 2 * (y * z + w * x), z: 1 - 2 * (x * x + y * y) };
    const point = body.support(up);
    const height = up.x * point.x + up.y * point.y + up.z * point.z;
    const at = (above: number) => stateOf(SCENE, [[1, 2]], [[0.05, 0.05, above, 0.1, 0, 0, w, x, y, z]]);
    expect(at(height * (1 - 1e-9)).contacts).toBe(2);
    expect(at(height * (1 + 1e-9)).contacts).toBe(1);
    expect(at(height).agitation).toBeCloseTo(0.1 / Math.sqrt(9.81 * 0.0035), 12);
    expect(() => stateOf(SCENE, [], [])).toThrow('0 of 1 bodies are left');
  });
});

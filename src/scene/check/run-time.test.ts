// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { readScene } from '../read-scene.ts';
import { measureRun, measureStepCost, runTime } from './run-time.ts';
import { sceneSummary } from './scene-summary.ts';
import { tryRun } from './trial-run.ts';

const COST = { perElement: 1e-6, perBodyAtMesh: 0, roomAtMeshes: 1000 };
const EXPECTED = { steps: 1e6, elementSteps: 1e8, meanBodies: 100 };
const part = (bodies: number, secondsPerStep: number) => {
  return { time: 1, steps: 1000, bodies, events: 0, elapsed: 1000 * secondsPerStep };
};
/** The first half of a trial does not count. */
const trial = (bodies: number, secondsPerStep: number) => ({ parts: [part(1, 1), part(bodies, secondsPerStep)] });

describe('the time of a run', () => {
  it('lies between that of the trial and that of a dense bed', () => {
    const { least = 0, most = 0 } = runTime(EXPECTED, trial(50, 1e-5), COST, 1) ?? {};
    // 100 bodies cost twice what 50 did: 20 us a step; in a bed 100 us.
    expect(least).toBeCloseTo(20 / 1.25, 9);
    expect(most).toBeCloseTo(100 * 1.5 * 1.25, 9);
  });

  it('is that of the bed where the trial had too few bodies, and longer where it had many that cost more', () => {
    expect(runTime(EXPECTED, trial(2, 1e-5), COST, 1)?.least).toBeCloseTo(30 / 1.25, 9);
    expect(runTime(EXPECTED, trial(100, 1e-3), COST, 1)?.most).toBeCloseTo(1000 * 1.25, 9);
  });

  it('is longer with meshes and shorter with threads', () => {
    const alone = runTime(EXPECTED, trial(100, 1e-5), COST, 1);
    const atMeshes = runTime(EXPECTED, trial(100, 1e-5), { ...COST, perBodyAtMesh: 1e-5 }, 1);
    expect(atMeshes?.most).toBeGreaterThan(3 * (alone?.most ?? Infinity));
    const small = runTime(EXPECTED, trial(100, 1e-5), { ...COST, perBodyAtMesh: 1e-5, roomAtMeshes: 1 }, 1);
    expect(small?.most).toBeLessThan(1.2 * (alone?.most ?? 0));
    const shared = runTime(EXPECTED, trial(100, 1e-5), COST, 4);
    expect(shared?.least).toBeCloseTo((alone?.least ?? 0) / 4, 9);
    expect(shared?.most).toBeLessThan(alone?.most ?? 0);
    expect(shared?.most).toBeGreaterThan((alone?.most ?? 0) / 4);
  });

  it('is known where the trial came to the end, and not where nothing could be measured', () => {
    expect(runTime({ ...EXPECTED, steps: 2000 }, trial(100, 0.001), COST, 1)).toEqual({
      least: 1001 / 1.25,
      most: 1001 * 1.25,
    });
    expect(runTime(EXPECTED, trial(100, 1), undefined, 1)).toBeUndefined();
  });
});

describe('what a step costs', () => {
  const spec = (shapes: SimulationSpec['shapes']): SimulationSpec => ({
    timeStep: 1e-5,
    gravity: [0, 0, 0],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: shapes ?? [],
    materials: [{ name: 'm', density: 1000, youngsModulus: 1e7, poissonsRatio: 0.3, friction: 0.5 }],
  });
  const kinds = [{ shape: 's', material: 'm', count: 10 }];
  it('is measured with the shapes of the scene, with meshes and without', () => {
    // A clock that goes on by 20 ms whenever it is asked.
    let time = 0;
    const now = (): number => {
      time += 20;
      return time;
    };
    for (const shape of [{ sphere: { radius: 0.01 } }, { convex: box({ halfExtents: [0.01, 0.01, 0.02] }) }]) {
      const plain = spec([{ name: 's', ...shape }]);
      const alone = measureStepCost(plain, kinds, now);
      expect(alone?.perElement).toBeGreaterThan(0);
      expect(alone).toMatchObject({ perBodyAtMesh: 0, roomAtMeshes: 0 });
      const square = facetMesh({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
          [0, 1, 0],
        ],
        facets: [[0, 1, 2, 3]],
      });
      const floor = { name: 'floor', material: 'm', mesh: square };
      const atMesh = measureStepCost({ ...plain, meshes: [floor] }, kinds, now);
      expect(atMesh?.perBodyAtMesh).toBeGreaterThan(0);
      // Half of a square metre, in squares of about the size of a body.
      expect(atMesh?.roomAtMeshes).toBeGreaterThan(200);
      expect(atMesh?.roomAtMeshes).toBeLessThan(2000);
    }
  });

  it('has a range where a filling leaves the trial to the run, beside the time of the filling', async () => {
    const scene = readScene(`
time: { duration: 1 s, timeStep: 10 us }
gravity: [0, 0, -9.81]
materials: { stone: { density: 2500, stiffness: 1e4 N/m, restitution: 0.5 } }
law: { normal: linear }
shapes: { block: { box: { halfExtents: [1 mm, 1 mm, 1 mm] } } }
halfSpaces: { floor: { normal: [0, 0, 1], material: stone } }
insertions:
  blocks:
    shapes: [{ shape: block, material: stone }]
    fill: { region: { box: { min: [-1 cm, -1 cm, 0], max: [1 cm, 1 cm, 4 cm] } }, fraction: 0.5 }
`);
    const clock = () => performance.now();
    const trial = await tryRun(scene, clock);
    // 1,000 blocks in half of 16 cm3.
    expect(trial.filling).toBeCloseTo(10, 0);
    const measured = measureRun(scene, trial, clock);
    expect(measured.runTime?.most).toBeGreaterThan(measured.runTime?.least ?? Infinity);
    expect(sceneSummary(scene, measured)).toMatch(/ on this machine after about 10 s of filling, estimated: /);
  });

  it('is not known where nothing moves', () => {
    expect(measureStepCost(spec([]), [], () => 0)).toBeUndefined();
  });
});

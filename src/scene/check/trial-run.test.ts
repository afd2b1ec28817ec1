// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { sceneSummary } from './scene-summary.ts';
import { sceneWarnings } from './scene-warnings.ts';
import { tryRun } from './trial-run.ts';

const BALL = { shape: 'ball', material: 'm', position: [0, 0, 0.5] };

function scene(part: object, stiffness = 1e6): Scene {
  return readScene(
    JSON.stringify({
      time: { duration: 1 },
      gravity: [0, 0, -9.81],
      materials: { m: { density: 2500, stiffness, restitution: 0.5 } },
      law: { normal: 'linear' },
      shapes: { ball: { sphere: { radius: '1 cm' } } },
      halfSpaces: { floor: { normal: [0, 0, 1], material: 'm' } },
      ...part,
    }),
  );
}

/** A clock that advances by this number of ms with each call. */
function clock(step: number): () => number {
  let time = 0;
  return () => {
    time += step;
    return time;
  };
}
const FAST = 0.01;
const overlapsOf = async (tried: Scene, now: () => number): Promise<string[]> =>
  sceneWarnings(tried, undefined, await tryRun(tried, now)).filter((warning) => warning.includes('overlaps a partner'));

const rain = (count: number) => ({
  insertions: {
    rain: {
      shapes: [{ shape: 'ball', material: 'm' }],
      region: { box: { min: [0, 0, 0.2], max: [0.2, 0.2, 0.6] } },
      count,
    },
  },
});

describe('a trial of the first steps', () => {
  it('finds the error that would end a run', { tags: ['long'] }, async () => {
    expect((await tryRun(scene(rain(50)), clock(FAST * 100))).problem).toBeUndefined();
    expect((await tryRun(scene(rain(10_000)), clock(FAST))).problem).toMatch(
      /^a run would end at once: insertions\[0\] "rain": \d+ of 10000 bodies fitted, porosity 0\.\d+/,
    );
    const outside = { domain: { min: [-1, -1, 0.1], max: [1, 1, 2] }, bodies: { BALL }, halfSpaces: {} };
    expect((await tryRun(scene(outside), clock(FAST))).problem).toMatch(
      /^a run would end early: step \d+, time 0\.2\d+ s: body 0 .*domain/,
    );
  });

  it('ends a filling that takes long, since its fraction is close to that of jamming', async () => {
    const region = { box: { min: [0, 0, 0], max: [0.1, 0.1, 0.1] } };
    const bed = { shapes: [{ shape: 'ball', material: 'm' }], fill: { region, fraction: 0.5 } };
    // The clock advances by 2 s with each look at it; the filling takes more than five rounds.
    const trial = await tryRun(scene({ insertions: { bed } }), clock(2000));
    expect(trial).toMatchObject({ parts: [], filling: 10 });
    expect(trial.notTried).toMatch(/^the first steps are not tried, since filling takes more than 10 s: its fraction/);
    expect((await tryRun(scene({ insertions: { bed } }), clock(FAST * 1000))).parts).not.toEqual([]);
  });

  it('counts the bonds of each rule, and warns of a rule that bonds nothing', async () => {
    const bodies = [0, 0.02, 0.0401].map((x) => ({ ...BALL, position: [x, 0, 0.5] }));
    const tried = scene({
      bodies,
      bonds: {
        touching: { youngsModulus: 1e6, at: '1 ms' },
        near: { youngsModulus: 1e6, gap: '1 mm' },
        glue: { youngsModulus: 1e6, walls: ['floor'], gap: '1 cm' },
      },
    });
    const trial = await tryRun(tried, clock(FAST * 1000));
    expect(trial.bonds).toEqual([0, 2, 0]);
    expect(sceneWarnings(tried, undefined, trial)).toContain(
      'bonds.glue bonds nothing at the start: no body is within its gap of 10 mm of floor; set a larger gap (bodies ' +
        'of a filling do not touch at the start)',
    );
    expect(sceneWarnings(tried, undefined, trial).filter((text) => text.startsWith('bonds.'))).toHaveLength(1);
    const measured = { trial, runTime: undefined, threads: 1 };
    expect(sceneSummary(tried, measured).match(/^ {2}bonds .*$/gm)).toEqual([
      '  bonds         touching: at 1 ms',
      '  bonds         near: 2 at the start',
      '  bonds         glue: 0 at the start, to floor',
    ]);
  });

  it('is skipped if there are too many bodies', async () => {
    expect(await tryRun(scene(rain(1_000_000)), clock(FAST))).toEqual({ parts: [] });
  });

  it('reports an overlap that is too deep', async () => {
    const bodies = { BALL };
    expect(await overlapsOf(scene({ bodies }), clock(FAST))).toEqual([]);
    expect(await overlapsOf(scene({ bodies }, 1e4), clock(FAST))).toEqual([
      expect.stringMatching(
        /^step \d+, time 0\.31\d* s: body 0 overlaps a partner by \d+(\.\d+)? % of the smaller radius/,
      ),
    ]);
  });

  it('lets the lowest body fall alone if the time is too short for all', async () => {
    // The clock allows for some twenty steps of all bodies, and for the fall of one.
    const slowThenFast = (): (() => number) => {
      let [time, calls] = [0, 0];
      return () => {
        time += calls++ < 22 ? 30 : FAST;
        return time;
      };
    };
    const tried = (stiffness: number) => overlapsOf(scene(rain(300), stiffness), slowThenFast());
    expect(await tried(1e6)).toEqual([]);
    expect(await tried(100)).toEqual([
      expect.stringMatching(/^step \d+, time 0\.2\d* s: body \d+ overlaps a partner by/),
    ]);
  });

  it('does not warn of a wall that moves away, however fast', async () => {
    const plug = { normal: [0, 0, 1], material: 'm', motion: { velocity: [0, 0, -5] } };
    expect(
      await overlapsOf(
        scene({ bodies: { a: { ...BALL, position: [0, 0, 0.01] } }, halfSpaces: { plug } }, 1e4),
        clock(FAST),
      ),
    ).toEqual([]);
  });

  it('reports why variable steps cannot continue', async () => {
    const variable = { integrator: { variable: { mostSteps: 3 } }, law: { point: { stiffness: 1e5 } } };
    const { time, bodies } = { time: { duration: 1 }, bodies: { BALL } };
    const tried = readScene(
      JSON.stringify({
        time,
        bodies,
        gravity: [0, 0, -9.81],
        materials: { m: { density: 2500 } },
        ...variable,
        shapes: { ball: { sphere: { radius: '1 cm' } } },
        halfSpaces: { floor: { normal: [0, 0, 1], material: 'm' } },
      }),
    );
    expect((await tryRun(tried, clock(FAST))).problem).toMatch(/the limit of steps was reached/);
  });
});

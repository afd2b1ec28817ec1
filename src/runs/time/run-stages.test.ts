// SPDX-License-Identifier: MIT
/** Runs of scenes with stages: conditions, tables, and the same bytes after a stop in any stage. */
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../files/memory-store.ts';
import { TRAJECTORY_NAME } from '../outputs/trajectory-output.ts';
import { Run } from '../run.ts';
import { findScene } from '../scenes/scene-copy.ts';
import { siteInMemory } from '../scenes/scene-in-memory.ts';
import { runToEnd } from './run-loop.ts';

/** Six balls between a floor and a piston: they fall, settle, are pressed to a force, then released. */
const SCENE = `
time: { timeStep: 20 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500, stiffness: 1e4 N/m, tangentialStiffnessRatio: 0.8, restitution: 0.5, friction: 0.5 }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
bodies:
  left: { shape: ball, material: glass, position: [1 mm, 0, 1.2 cm], lattice: { count: [1, 1, 3], spacing: 2.1 cm } }
  right: { shape: ball, material: glass, position: [2.2 cm, 2 mm, 1.4 cm], lattice: { count: [1, 1, 3], spacing: 2.1 cm } }
halfSpaces:
  floor: { normal: [0, 0, 1], material: glass }
  west: { normal: [1, 0, 0], offset: -1 cm, material: glass }
  east: { normal: [-1, 0, 0], offset: -3.3 cm, material: glass }
  south: { normal: [0, 1, 0], offset: -1.3 cm, material: glass }
  north: { normal: [0, -1, 0], offset: -1.3 cm, material: glass }
  piston: { normal: [0, 0, -1], offset: -7.5 cm, material: glass }
stages:
  fall: { duration: 50 ms }
  settle:
    until: { quantity: energy.kinetic, below: 1 uJ, every: 2 ms }
    atMost: 1 s
    set: { damping: { viscous: 30 Hz }, outputs: { forces: 5 ms } }
  press:
    until: { quantity: halfSpace.piston.force.z, above: 3 N }
    atMost: 1 s
    set:
      materials: { glass: { friction: 0.1 } }
      halfSpaces: { piston: { motion: { velocity: [0, 0, -10 cm/s] } } }
  hold:
    duration: 100 ms
    set:
      halfSpaces: { piston: { servo: { force: 3 N, maxSpeed: 2 cm/s } } }
  release: { duration: 10 ms, set: { gravity: [0, 0, 0], halfSpaces: { piston: { servo: none } } } }
outputs:
  csv:
    forces: { every: 10 ms, quantities: [halfSpace.piston.force.z, energy.parameterWork, energy.balance] }
    servo: { every: 10 ms, quantities: [servo.piston.force] }
  trajectory: { every: 10 ms }
checkpoints: { every: 1 h }
`;

const OPTIONS = { threads: 1, program: 'test', date: () => 'now' };
const MACHINE = { processor: 'one', cores: 1, platform: 'none', node: 'none' };

interface Finished {
  readonly store: MemoryStore;
  readonly warnings: readonly string[];
  readonly progress: readonly string[];
  readonly endings: readonly string[];
}

/** Runs a scene; `stops` are steps after which it is stopped and resumed from its checkpoint. */
async function finished(text: string, stops: readonly number[] = [], threads = 1): Promise<Finished> {
  const store = new MemoryStore('run');
  const found = findScene(siteInMemory('scene.yaml', text, new Map()));
  const warnings: string[] = [];
  const progress = new Set<string>();
  let run = await Run.start(found, () => store, { ...OPTIONS, threads, machine: MACHINE });
  const toEnd = async (stop: number): Promise<void> => {
    await runToEnd(run, {
      now: () => 0,
      onSlice: ({ stages }) => progress.add(stages?.present.name ?? ''),
      onCheckpoint: () => {},
      onWarning: (warning) => warnings.push(warning),
      isStopWanted: () => run.loop.position >= stop,
      rest: async () => {},
      mostSteps: () => 37,
    });
    run.close();
  };
  for (const stop of stops) {
    await toEnd(stop);
    run = await Run.resume({ manifest: run.manifest, scene: found.scene }, () => store, {
      ...OPTIONS,
      threads: threads === 2 ? 1 : 2,
    });
  }
  await toEnd(Infinity);
  return { store, warnings, progress: [...progress], endings: run.stages?.endings ?? [] };
}

const textOf = (store: MemoryStore, name: string): string => new TextDecoder().decode(store.read(name));
const rowsOf = (store: MemoryStore, name: string): string[][] =>
  textOf(store, name)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
const stageOf = ([, , stage = '']: readonly string[]): string => stage;

describe('a stage whose condition holds at its first check', () => {
  const scene = (least: string): string => `
time: { timeStep: 20 us }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 1e4 N/m, restitution: 0.5 } }
law: { normal: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
bodies: { ball: { shape: ball, material: glass, position: [0, 0, 2 cm] } }
halfSpaces: { floor: { normal: [0, 0, 1], material: glass } }
stages:
  settle: { until: { quantity: energy.kinetic, below: 1 J }, atMost: 10 ms${least} }
  end: { duration: 1 ms }
`;

  it('is warned of, and reported at the end', async () => {
    const { warnings, endings } = await finished(scene(''), [120]);
    expect(warnings).toEqual([
      'stage settle ended at its first check, after 2 ms: energy.kinetic is 2.02 uJ, below 1 J. If that held only ' +
        'because nothing moved yet, give the stage a shortest duration, atLeast; with any atLeast this warning is ' +
        'not given',
    ]);
    expect(endings).toEqual(['settle: to 2 ms; energy.kinetic is 2.02 uJ, below 1 J', 'end: to 3 ms; 1 ms']);
  });

  it('is not where it has a shortest duration', async () => {
    const { warnings, endings } = await finished(scene(', atLeast: 4 ms'));
    expect(warnings).toEqual([]);
    expect(endings[0]).toMatch(/^settle: to 4 ms; /);
  });
});

it('two stages without a change are one, to the last bit', async () => {
  const scene = (stages: string): string => `
time: { timeStep: 20 us }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 1e4 N/m, restitution: 0.5, friction: 0.5 } }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
bodies:
  ball: { shape: ball, material: glass, position: [0, 0, 1.01 cm], velocity: [5 cm/s, 0, 0] }
  other: { shape: ball, material: glass, position: [2.01 cm, 1 mm, 1.02 cm] }
halfSpaces: { floor: { normal: [0, 0, 1], material: glass } }
stages: ${stages}
outputs: { trajectory: { every: 5 ms } }
`;
  const [one, two] = await Promise.all([
    finished(scene('{ all: { duration: 40 ms } }')),
    finished(scene('{ first: { duration: 17 ms }, second: { duration: 23 ms } }')),
  ]);
  expect(two.store.read(TRAJECTORY_NAME)).toEqual(one.store.read(TRAJECTORY_NAME));
});

describe('a run with stages', { tags: ['long'] }, () => {
  it('goes from stage to stage by durations and conditions, which tables and progress show', async () => {
    const { store, warnings, progress } = await finished(SCENE);
    expect(warnings).toEqual([]);
    const [headings, ...rows] = rowsOf(store, 'forces.csv');
    expect(headings?.slice(0, 3)).toEqual(['time', 'step', 'stage']);
    expect([...new Set(rows.map(stageOf))]).toEqual(['fall', 'settle', 'press', 'hold', 'release']);
    expect(progress).toEqual(['fall', 'settle', 'press', 'hold', 'release']);
    const log = textOf(store, 'log.txt');
    expect(log).toMatch(/stage fall ended at step 2500, time 0\.05 s: 50 ms/);
    expect(log).toMatch(/stage settle ended at step \d+, time [\d.]+ s: energy\.kinetic is [\d.e-]+ [mun]?J, below/);
    // The interval of the table is 5 ms from the beginning of the second stage on.
    const settling = rows.filter((row) => stageOf(row) === 'settle').map(([time]) => Number(time));
    expect((settling[1] ?? 0) - (settling[0] ?? 0)).toBeCloseTo(5e-3, 12);
    // The servo has taken the piston over at the force that ended the stage before.
    const held = rowsOf(store, 'servo.csv').filter((row) => stageOf(row) === 'hold');
    expect(Number(held.at(-1)?.[3])).toBeCloseTo(3, 1);
    expect(rowsOf(store, 'servo.csv').find((row) => stageOf(row) === 'press')?.[3]).toBe('');
    // Gravity has gone at the end, which the ledger has as work of the parameter.
    const [parameterWork, balance] = (rows.at(-1) ?? []).slice(4).map(Number) as [number, number];
    expect(parameterWork).toBeLessThan(-0.001);
    expect(Math.abs(balance)).toBeLessThan(1e-3 * Math.abs(parameterWork));
    const { until, steps } = JSON.parse(textOf(store, 'manifest.json')) as { until: number; steps: number };
    expect(until).toBeCloseTo(steps * 2e-5, 12);
  });

  it('has the same bytes after stops in every stage, with other numbers of threads', async () => {
    const whole = await finished(SCENE);
    const log = textOf(whole.store, 'log.txt');
    const starts = [...log.matchAll(/stage \w+ began at step (\d+)/g)].map(([, step]) => Number(step));
    expect(starts).toHaveLength(4);
    // At the very step at which a stage begins, and some steps later.
    const stops = starts.flatMap((step, k) => [step, step + 100 + 37 * k]);
    const broken = await finished(SCENE, [1000, ...stops], 2);
    for (const name of ['forces.csv', 'servo.csv', TRAJECTORY_NAME]) {
      expect(Buffer.compare(broken.store.read(name), whole.store.read(name)), name).toBe(0);
    }
  });

  it('with two stages that change nothing is the run without stages, to the bit', async () => {
    const [before] = SCENE.split('stages:') as [string];
    const outputs = `outputs: { csv: { all: { every: 10 ms, quantities: ['body.left[0].position', energy.kinetic] } } }\n`;
    const two = await finished(`${before}stages: { a: { duration: 50 ms }, b: { duration: 50 ms } }\n${outputs}`);
    const one = await finished(`${before.replace('timeStep', 'duration: 0.1 s, timeStep')}${outputs}`);
    const without = rowsOf(two.store, 'all.csv').map((row) => [...row.slice(0, 2), ...row.slice(3)]);
    expect(without).toEqual(rowsOf(one.store, 'all.csv'));
  });

  it('warns of a stage that does not reach its condition, or fails if it has to', async () => {
    const [before] = SCENE.split('stages:') as [string];
    const slow = (end: string): string =>
      `${before}stages: { a: { until: { quantity: energy.kinetic, above: 1 kJ }, atMost: 5 ms${end} } }\n`;
    const { warnings } = await finished(slow(''));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^stage a: energy\.kinetic is .*J, not above 1 kJ after 5 ms, the longest duration/);
    await expect(finished(slow(', onTimeout: stop'))).rejects.toThrow(/stage a: energy\.kinetic .* atMost/);
  });
});

/** Balls rain onto a plate that moves, with another time step in each stage, one of them chosen by the program. */
const STEPPED = `
time: { timeStep: 50 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500, stiffness: 5e4 N/m, tangentialStiffnessRatio: 0.8, restitution: 0.5, friction: 0.5 }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
insertions:
  rain:
    shapes: [{ shape: ball, material: glass }]
    region: { box: { min: [-2 cm, -2 cm, 8 cm], max: [20 cm, 20 cm, 10 cm] } }
    rate: 100 Hz
    count: 12
halfSpaces:
  plate: { normal: [0, 0, 1], material: glass, motion: { oscillation: { amplitude: 2 mm, direction: [0, 0, 1], frequency: 20 Hz } } }
stages:
  coarse: { duration: 33 ms }
  fine: { duration: 50 ms, set: { timeStep: 17 us } }
  auto:
    until: { quantity: insertion.rain.count, above: 10, every: 1 ms }
    atMost: 100 ms
    set: { timeStep: auto, outputs: { all: 5 ms } }
  same: { duration: 20 ms, set: { gravity: [0, 0, -5] } }
outputs:
  csv:
    all: { every: 10 ms, quantities: [halfSpace.plate.force.z, energy.balance, insertion.rain.count] }
    rest: { every: 3 ms, quantities: [energy.kinetic] }
  trajectory: { every: 10 ms }
  vtk: { every: 20 ms }
checkpoints: { every: 20 ms }
`;

describe('a run with a time step a stage', { tags: ['long'] }, () => {
  it('writes at its times, and has the same bytes after stops in every stage and for 1, 2 and 4 threads', async () => {
    const whole = await finished(STEPPED);
    expect(whole.warnings).toEqual([]);
    const { stageTimeSteps, timeStep, until } = JSON.parse(textOf(whole.store, 'manifest.json'));
    const rows = rowsOf(whole.store, 'rest.csv').slice(1);
    const timesIn = (stage: string): number[] =>
      rows.filter((row) => stageOf(row) === stage).map(([time]) => Number(time));
    expect(timesIn('coarse')).toHaveLength(12);
    // The output goes on at multiples of 3 ms from the start of the run, at the nearest of its steps.
    rows.forEach(([time], k) => {
      expect(Math.abs(Number(time) - 3e-3 * k)).toBeLessThan(0.5001 * timeStep);
    });
    for (const time of timesIn('fine'))
      expect(Math.abs(time / 3e-3 - Math.round(time / 3e-3))).toBeLessThan(8.6e-6 / 3e-3);
    // 33 ms of 50 us, then 50 ms in steps of 17 us: 660 and 2942 steps.
    const log = textOf(whole.store, 'log.txt');
    expect(log).toMatch(/stage fine ended at step 3602, time 0\.08301\d*/);
    const counts = rowsOf(whole.store, 'all.csv').slice(1);
    for (const [time, , , , , count] of counts)
      expect(Number(count)).toBe(Math.min(12, 1 + Math.floor(100 * Number(time) + 1e-9)));
    const starts = [...log.matchAll(/stage \w+ began at step (\d+)/g)].map(([, step]) => Number(step));
    expect(starts).toHaveLength(3);
    expect([timeStep, stageTimeSteps.slice(0, 2)]).toEqual([Math.max(...stageTimeSteps), [5e-5, 1.7e-5]]);
    expect(stageTimeSteps[3]).toBe(stageTimeSteps[2]);
    expect(until).toBeCloseTo(0.12, 2);
    const stops = starts.flatMap((step, k) => [step, step + 1 + 37 * k]);
    for (const [cuts, threads] of [
      [[300, ...stops], 1],
      [[], 2],
      [[], 4],
    ] as const) {
      const other = await finished(STEPPED, cuts, threads);
      const names = ['all.csv', 'rest.csv', TRAJECTORY_NAME, 'vtk/bodies-000005.vtp', 'bodies.pvd'];
      for (const name of names) expect(Buffer.compare(other.store.read(name), whole.store.read(name)), name).toBe(0);
    }
  });
});

/** Eight balls are bonded to each other and to two plates in a stage, pulled by a table, turned and torn off. */
const BONDED = `
time: { timeStep: 0.5 us }
gravity: [0, 0, 0]
materials: { rock: { density: 2500, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.5, friction: 0.5 } }
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies:
  grains: { shape: ball, material: rock, position: [0, 0, 5 mm], lattice: { count: [2, 2, 2], spacing: 1 cm } }
halfSpaces:
  floor: { normal: [0, 0, 1], material: rock }
  top: { normal: [0, 0, -1], offset: -2 cm, material: rock }
stages:
  rest: { duration: 50 us }
  cement:
    duration: 100 us
    set:
      bonds:
        cement: { groups: [grains], youngsModulus: 1 GPa, tensileStrength: 3 MPa, shearStrength: 3 MPa, scatter: 0.3 }
        glue: { walls: [floor, top], youngsModulus: 1 GPa }
      halfSpaces:
        top: { motion: { table: { displacement: [[0 us, 0, 0, 0], [40 us, 0, 0, 5 um], [80 us, 2 um, 0, 5 um]] } } }
  turn:
    duration: 200 us
    set:
      bonds: { cement: { damping: 0.2 } }
      halfSpaces:
        top:
          motion:
            - { rotation: { axis: [0, 0, 1], through: [5 mm, 5 mm, 0], rate: 20 }, ramp: 40 us, until: 100 us }
            - { velocity: [0, 0, 1 m/s], from: 100 us, ramp: 20 us }
  off:
    until: { quantity: count.largestFragment, below: 3, every: 5 us }
    atMost: 300 us
    set: { bonds: { glue: remove }, outputs: { all: 10 us } }
outputs:
  csv:
    all:
      every: 20 us
      quantities: [count.bonds, count.breaks, count.fragments, halfSpace.top.force.z, energy.bondEnergy, energy.balance,
                   energy.wallWork]
  trajectory: { every: 50 us }
  vtk: { every: 200 us }
checkpoints: { every: 1 h }
`;

describe('a run with bonds in stages', { tags: ['long'] }, () => {
  const NAMES = ['all.csv', 'bond-breaks.csv', TRAJECTORY_NAME, 'vtk/bonds-000001.vtp', 'vtk/bodies-000001.vtp'];

  it('writes what broke, with a balance that closes, and the same bytes after stops in every stage', async () => {
    const whole = await finished(BONDED);
    const breaks = rowsOf(whole.store, 'bond-breaks.csv');
    expect(breaks[0]?.join()).toBe('time,a,b,wall,rule,mode,energy,x,y,z');
    expect(breaks.length).toBeGreaterThan(2);
    const [, ...rows] = rowsOf(whole.store, 'all.csv');
    const bondsIn = (stage: string): number => Number(rows.filter((row) => stageOf(row) === stage).at(-1)?.[3]);
    // 12 between the balls and 8 to the plates.
    expect([bondsIn('rest'), bondsIn('cement')]).toEqual([0, 20]);
    expect(Number(rows.at(-1)?.[4])).toBe(breaks.length - 1);
    const [balance, work] = (rows.at(-1) ?? []).slice(8).map(Number) as [number, number];
    expect(Math.abs(balance)).toBeLessThan(0.01 * work);
    const log = textOf(whole.store, 'log.txt');
    const starts = [...log.matchAll(/stage \w+ began at step (\d+)/g)].map(([, step]) => Number(step));
    const stops = starts.flatMap((step, k) => [step, step + 60 + 37 * k]);
    const broken = await finished(BONDED, [50, ...stops, 700], 2);
    for (const name of NAMES) {
      expect(Buffer.compare(broken.store.read(name), whole.store.read(name)), name).toBe(0);
    }
  });
});

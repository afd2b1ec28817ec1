// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { DeepOverlap } from '../simulation/tunnelling/overlap-watch.ts';
import type { FastBody } from '../simulation/tunnelling/travel-watch.ts';
import { RunWarnings } from './run-warnings.ts';

describe('the warnings of a run', () => {
  it('are told once each, with body, time and numbers, and written to the log', () => {
    const log: string[] = [];
    let overlaps: DeepOverlap[] = [];
    let fast: FastBody | undefined;
    let waiting = 0;
    const simulation = {
      time: 0.5,
      deepOverlaps: () => overlaps,
      firstFastBody: () => fast,
      bentContacts: () => [{ time: 0.25, step: 1000, body: 7, shape: 'egg', partner: 'slab', ratio: 0.9 }],
      insertions: () => [{ name: 'rain', inserted: 1200, mass: 1, waiting, kinds: [] }],
    };
    const warnings = new RunWarnings({ loop: { view: simulation }, log: (text) => log.push(text) });
    expect(warnings.news()).toEqual([]);
    overlaps = [{ time: 0.25, step: 1000, body: 7, ratio: 0.0712 }];
    const deep =
      'step 1000, time 0.25 s: body 7 overlaps a partner by 7.12 % of the smaller radius; above 5 % the contact ' +
      'laws are inaccurate: use a stiffer material or slower impacts';
    expect(warnings.news()).toEqual([deep]);
    fast = { time: 0.26, step: 1040, body: 3, ratio: 0.25, speed: 12.5, travel: 0.0025, size: 0.01 };
    const quick =
      'step 1040, time 0.26 s: body 3 travels 25 % of half its smallest thickness in one step (12.5 m/s, 0.01 ' +
      'm); above 10 % contacts start too deep and may be missed: use a smaller time step or lower speeds';
    expect(warnings.news()).toEqual([quick]);
    overlaps = [...overlaps, { time: 0.27, step: 1080, body: 8, ratio: 0.4 }];
    const deeper =
      'step 1080, time 0.27 s: body 8 overlaps a partner by 40 % of the smaller radius; above 5 % the contact ' +
      'laws are inaccurate: use a stiffer material or slower impacts';
    expect(warnings.news()).toEqual([deeper]);
    waiting = 3;
    const [text, ...others] = warnings.news();
    expect(text).toMatch(
      /^time 0.5 s: insertion rain: 3 bodies wait for a place, 1.200 inserted so far; enlarge the region/,
    );
    expect(others).toEqual([]);
    waiting = 5;
    expect(warnings.news()).toEqual([]);
    expect(log).toEqual([`warning: ${deep}`, `warning: ${quick}`, `warning: ${deeper}`, `warning: ${text}`]);
  });

  it('name each pair of shapes whose overlap exceeds the least radius of curvature', () => {
    const contact = { time: 0.25, step: 1000, body: 7, shape: 'egg', partner: 'slab' };
    let contacts = [{ ...contact, ratio: 1.25 }];
    const view = {
      time: 0.5,
      deepOverlaps: () => [],
      firstFastBody: () => undefined,
      bentContacts: () => contacts,
      insertions: () => [],
    };
    const warnings = new RunWarnings({ loop: { view }, log: () => {} });
    const rest =
      ' the force by the depth of the overlap may jump, and energy is not conserved: use a stiffer material, slower ' +
      'impacts, a rounder shape, or a polyhedron';
    expect(warnings.news()).toEqual([
      'step 1000, time 0.25 s: body 7 (egg) overlaps slab by 1.25 times the least radius of curvature of the two; ' +
        `above 1${rest}`,
    ]);
    contacts = [
      { ...contact, ratio: 2 },
      { ...contact, shape: 'block', ratio: Infinity },
    ];
    expect(warnings.news()).toEqual([
      `step 1000, time 0.25 s: body 7 (block) overlaps slab and has no known least radius of curvature;${rest}`,
    ]);
  });

  it('name servo walls whose mean force is more than 5 % off its target at the end of a stage', () => {
    const servo = {
      name: 'lid',
      displacement: 0,
      velocity: 0.005,
      force: 90,
      target: 100,
      missing: 10,
      turning: 0,
      steps: 4000,
    };
    const quiet = { ...servo, name: 'east', missing: -4 };
    const young = { ...servo, name: 'west', steps: 20 };
    const above = { ...servo, name: 'base', target: -100, missing: 10 };
    const view = {
      time: 0.5,
      deepOverlaps: () => [],
      firstFastBody: () => undefined,
      bentContacts: () => [],
      insertions: () => [],
      servos: () => [servo, quiet, young, above],
    };
    const log: string[] = [];
    const warnings = new RunWarnings({ loop: { view }, log: (text) => log.push(text) });
    const [text, ...others] = warnings.servoNews('stage shear');
    expect(text).toMatch(
      /^at the end of stage shear the mean force of servo lid, 90 N, is 10 % below its target of 100 N; that of base, -110 N, is 10 % above its target of -100 N: a servo wall .* v \/ gain; with 10 times its gain \(default: maxSpeed over the force\) it misses by 1 % at/,
    );
    expect(others).toEqual([]);
    expect(log).toEqual([`warning: ${text}`]);
    // Walls in the air need no gain.
    servo.missing = 99;
    above.missing = 99;
    expect(warnings.servoNews('stage hold')[0]).toMatch(
      /misses its force by v \/ gain; one that misses most of its force has not reached its bodies: give it a larger maxSpeed/,
    );
    servo.turning = 0.9;
    expect(warnings.servoNews('the run')[0]).toMatch(
      /^at the end of the run servo walls chattered: lid turned back in 90 % of the steps\. .* take a smaller gain/,
    );
  });

  it('say at the end how far the balance of energies is off, if that is more than a few percent of what was exchanged', () => {
    const nothing = {
      kinetic: 0,
      rotational: 0,
      potential: 2,
      elastic: 0,
      bondEnergy: 0,
      fieldEnergy: 0,
      fieldWork: 0,
    };
    const losses = { frictionLoss: 0.05, dampingLoss: 0.03, rollingLoss: 0, globalDampingLoss: 0, bondDampingLoss: 0 };
    const given = { breakageLoss: 0, dragLoss: 0, fluidWork: 0, insertedEnergy: 2, outletEnergy: 0, escapedEnergy: 0 };
    let [balance, wallWork] = [0.003, -0.02];
    const view = {
      time: 0.5,
      deepOverlaps: () => [],
      firstFastBody: () => undefined,
      insertions: () => [],
      energy: () => ({ ...nothing, ...losses, ...given, wallWork, parameterWork: 0, balance }),
    };
    const log: string[] = [];
    const warnings = new RunWarnings({ loop: { view }, log: (text) => log.push(text) });
    expect(warnings.energyNews()).toEqual([]);
    balance = -0.008;
    const [text] = warnings.energyNews();
    expect(text).toMatch(/^at the end of the run energy.balance is -0.008 J, 8 % of the 0.1 J .*pressure-field.*step/);
    expect(log).toEqual([`warning: ${text}`]);
    // Said once; and rounding of a potential energy of 2 J is no error.
    expect(warnings.energyNews()).toEqual([]);
    const still = new RunWarnings({ loop: { view }, log: () => {} });
    wallWork = 0;
    balance = 1e-9;
    Object.assign(losses, { frictionLoss: 1e-9, dampingLoss: 0 });
    expect(still.energyNews()).toEqual([]);
  });
});

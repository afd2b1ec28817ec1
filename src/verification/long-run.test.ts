// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type LongRun, runLong } from './long-run.ts';
import { FLOOR, spheres } from './sphere-scene.ts';
import type { RunSetup, StateStore } from './verification-case.ts';

const GRAIN = { density: 1000, youngsModulus: 1e6, poissonsRatio: 0.3, restitution: 0.6, friction: 0.4 };

function run(steps = 300, timeStep = 1e-4): LongRun<number[]> {
  const bodies = [
    { position: [0, 0, 0.06] as const, velocity: [1, 0, 0] as const },
    { position: [0.2, 0, 0.051] as const },
  ];
  return {
    name: 'two balls',
    spec: spheres(0.05, GRAIN, bodies, {
      timeStep,
      gravity: [0, 0, -9.81],
      law: { normal: 'hertz', tangential: 'mindlin' },
      halfSpaces: [FLOOR],
    }),
    steps,
    lookEvery: 50,
    seen: [],
    look: (simulation, seen) => void seen.push(simulation.body(0).position.x),
  };
}

/** Every look takes a thousand seconds, so that a state is kept after each. */
function setupWith(store?: StateStore): RunSetup {
  let seconds = 0;
  const clock = (): number => (seconds += 1000);
  return { full: true, progress: () => {}, cpuSeconds: clock, wallSeconds: clock, cores: 1, ...(store && { store }) };
}

describe('a long run', () => {
  it('goes on from the kept state with the same bits and all that was seen', () => {
    const states: Uint8Array[] = [];
    const whole = runLong(run(), setupWith({ read: () => undefined, write: (_, bytes) => void states.push(bytes) }));
    expect(whole.seen).toHaveLength(7);
    expect(states).toHaveLength(6);
    for (const state of [states[0], states[3], states[5]]) {
      const resumed = runLong(run(), setupWith({ read: () => state, write: () => {} }));
      expect(resumed.seen).toEqual(whole.seen);
      expect(resumed.simulation.bodies()).toEqual(whole.simulation.bodies());
      expect(resumed.cpuSeconds).toBeGreaterThan(0);
    }
  });

  it('sees the same without a store', () => {
    const kept = runLong(run(), setupWith({ read: () => undefined, write: () => {} }));
    expect(runLong(run(), setupWith()).seen).toEqual(kept.seen);
  });

  it('refuses the state of another set-up', () => {
    const states: Uint8Array[] = [];
    runLong(run(50), setupWith({ read: () => undefined, write: (_, bytes) => void states.push(bytes) }));
    const other = setupWith({ read: () => states[0], write: () => {} });
    expect(() => runLong(run(100, 2e-4), other)).toThrow(
      /two balls: the kept state belongs to another set-up; remove it/,
    );
  });
});

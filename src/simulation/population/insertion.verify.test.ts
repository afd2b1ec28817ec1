// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bitsWithInsertions, RAIN, rainScene } from '../../../tests/support/rain-scene.ts';
import { restore, start } from '../../../tests/support/simulations.ts';
import { Simulation } from '../simulation.ts';
import type { InsertionSpec, SimulationSpec } from '../simulation-spec.ts';

describe('insertion has the same bits', () => {
  const both = (): SimulationSpec => {
    const spec = rainScene({ rate: 20_000, count: 400 });
    const second: InsertionSpec = {
      ...RAIN,
      name: 'second',
      count: 40,
      from: 0.004,
      region: { sphere: { centre: [0, 0, 0.2], radius: 0.05 } },
    };
    return { ...spec, insertions: [...(spec.insertions ?? []), second] };
  };

  it.each([2, 3])('on one thread and on %i', (threads) => {
    const alone = start(both());
    const together = start({ ...both(), threads });
    for (const steps of [1, 130, 2000]) {
      alone.step(steps);
      together.step(steps);
      expect(bitsWithInsertions(together)).toEqual(bitsWithInsertions(alone));
    }
    expect(alone.bodyCount).toBeGreaterThan(300);
    expect(alone.statistics().contacts).toBeGreaterThan(10);
  });

  it('in TypeScript and in WebAssembly', () => {
    const wasm = start(both());
    const typescript = start(both(), { kernel: 'typescript' });
    wasm.step(400);
    typescript.step(400);
    expect(bitsWithInsertions(typescript)).toEqual(bitsWithInsertions(wasm));
  });

  it('after saving and restoring, at any step', () => {
    const whole = start(both());
    const saved: [number, Uint8Array][] = [[0, whole.save()]];
    for (const steps of [1, 2, 7, 190, 33]) {
      whole.step(steps);
      saved.push([whole.stepCount, whole.save()]);
    }
    whole.step(600);
    for (const [k, [step, state]] of saved.entries()) {
      const resumed = restore({ ...both(), threads: k % 2 === 0 ? 1 : 2 }, state);
      expect(resumed.stepCount).toBe(step);
      resumed.step(whole.stepCount - step);
      expect(bitsWithInsertions(resumed)).toEqual(bitsWithInsertions(whole));
    }
  });

  it('whether or not somebody looks', () => {
    const seen = start(both());
    const unseen = start(both());
    for (let k = 0; k < 50; k++) {
      seen.step(10);
      seen.contacts();
      seen.energy();
      seen.save();
    }
    unseen.step(500);
    expect(bitsWithInsertions(seen)).toEqual(bitsWithInsertions(unseen));
  });

  it('other for another seed, and refuses the state of other insertions', () => {
    const one = start(rainScene({ count: 5 }));
    const other = start(rainScene({ count: 5 }, { seed: 2 }));
    expect(bitsWithInsertions(other)).not.toEqual(bitsWithInsertions(one));
    expect(() => Simulation.restore(both(), one.save())).toThrow('insertions: 1 saved, 2 given');
  });
});

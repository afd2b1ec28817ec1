// SPDX-License-Identifier: MIT
/**
 * Who waits for whom in the time loop. A thread that is said to have failed ends every wait, which tells where one is.
 */
import { expect, it } from 'vitest';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import { THREAD_FAILED } from '../../step-kernel/step-layout.ts';
import { BodyTable } from '../bodies/body-table.ts';
import { ListUpkeep } from '../neighbour-list/list-upkeep.ts';
import { Equipment } from '../population/equipment.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { motionHooks } from '../walls/motion-hooks.ts';
import { stepEngine } from './step-engine.ts';
import { makeList } from './step-loop.ts';

const CELLS = 1000;

it('sorts nothing before all threads know that a list is due: margins and blocks, which change then, tell them', {
  tags: ['long'],
}, () => {
  const I = new Int32Array(new SharedArrayBuffer(8 * CELLS));
  I[THREAD_FAILED] = 1;
  const done: string[] = [];
  const kernel = { sortShare: () => done.push('sorted') } as unknown as StepKernel;
  const beforeSort = (): number => done.push('looked');
  const alone = { kernel, F: new Float64Array(I.buffer), I, thread: 0, threads: 2, beforeSort };
  expect(() => makeList(alone)).toThrow('a thread of the simulation has failed');
  expect(done).toEqual([]);
});

it('adds the work of moving walls to sums that no other thread is writing', () => {
  const spec: SimulationSpec = {
    timeStep: 1e-4,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'stone', density: 1000, stiffness: 1e4, restitution: 1 }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone', motion: { velocity: [0, 0, 1] } }],
  };
  const { memory, kernel } = stepEngine(spec, undefined);
  const [bodies, list] = [new BodyTable(spec, memory, kernel), new ListUpkeep(spec, memory, kernel)];
  expect(
    motionHooks(
      { memory, spec, bodies, list, equipment: new Equipment(spec, memory), bonds: { placeWalls: () => {} } },
      0,
    ).readsBodies,
  ).toBe(true);
});

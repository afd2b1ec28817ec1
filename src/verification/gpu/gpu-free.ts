// SPDX-License-Identifier: MIT
/**
 * Free collisions on the GPU: momentum, the energy balance, and the same bits when repeated, in parts and from a saved
 * state.
 */

import type { GpuBodyArrays } from '../../gpu/engine/body-exchange.ts';
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { check, count, plain, type RunSetup, type Section, text } from '../verification-case.ts';
import { type GasOf, gas } from './gpu-scene.ts';

const GAS = { short: { side: 4, steps: 200 }, full: { side: 10, steps: 5000 } };
/**
 * Relative to the sum of the magnitudes of all momenta. A pair is computed from both sides, with different rounding.
 */
const MOMENTUM = 1e-5;
/**
 * Relative to the initial kinetic energy, in addition to twice the CPU's error: rounding of sums over workgroups and
 * steps.
 */
const BALANCE = 1e-4;

/** Bodies are equal, so velocities suffice. */
function momentum({ count: bodies, velocity }: GpuBodyArrays): { sum: number[]; sizes: number } {
  const sum = [0, 0, 0];
  let sizes = 0;
  for (let k = 0; k < bodies; k++) {
    const v = velocity.subarray(3 * k, 3 * k + 3);
    v.forEach((x, axis) => {
      sum[axis] = sum[axis] + x;
    });
    sizes += Math.hypot(...v);
  }
  return { sum, sizes };
}

function different(a: GpuBodyArrays, b: GpuBodyArrays): number {
  const keys = ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const;
  return keys.reduce((sum, key) => sum + a[key].filter((x, k) => !Object.is(x, b[key][k])).length, 0);
}

export async function gpuFree(gpu: GpuDevice, setup: RunSetup): Promise<Section[]> {
  return [await freeSection(gpu, setup, 'spheres'), await freeSection(gpu, setup, 'clumps')];
}

async function freeSection(gpu: GpuDevice, { full, progress }: RunSetup, of: GasOf): Promise<Section> {
  const { side, steps } = full ? GAS.full : GAS.short;
  const spec = gas(side, of);
  progress(`free collisions: ${of}`);
  const whole = await GpuSimulation.create(spec, gpu);
  const before = momentum(await whole.bodies());
  const { kinetic, rotational } = await whole.energy();
  await whole.step(steps);
  const end = await whole.bodies();
  const after = momentum(end);
  const { balance, dampingLoss, frictionLoss } = await whole.energy(end);
  const { lists } = whole;
  const cpu = new Simulation(spec);
  cpu.step(steps);
  const due = Math.abs(cpu.bookedEnergy().balance);
  cpu.dispose();
  const again = await GpuSimulation.create(spec, gpu);
  await again.step(Math.floor(0.37 * steps));
  const saved = await again.save();
  await again.step(steps - Math.floor(0.37 * steps));
  const repeated = different(end, await again.bodies());
  again.restore(saved);
  await again.step(steps - Math.floor(0.37 * steps));
  const resumed = different(end, await again.bodies());
  for (const simulation of [whole, again]) simulation.destroy();
  const drift = Math.hypot(...after.sum.map((x, axis) => x - before.sum[axis])) / before.sizes;
  const start = kinetic + rotational;
  const lost = dampingLoss + frictionLoss;
  return {
    title: of === 'spheres' ? 'Free collisions, and the same bits' : 'The same of clumps',
    blocks: [
      text(
        `${count(side ** 3)} ${of === 'spheres' ? of : 'clumps of three spheres'} fly about in a periodic box ` +
          `for ${count(steps)} steps, with ${count(lists)} lists, and lose ${plain(lost / start)} of their energy ` +
          'in collisions.',
        'Once more in two pieces, and from the state that was saved between them.',
      ),
      check({
        what: 'Momentum is kept',
        published: 'the same',
        ours: `changed by ${plain(drift)} of the sum of all sizes`,
        tolerance: plain(MOMENTUM),
        reason: 'each sphere computes its own contacts: the two sides of a pair round by themselves',
        passed: drift <= MOMENTUM && lost > 0.01 * start,
      }),
      check({
        what: 'The energy balance closes',
        published: `${plain(due / start)} of the energy of the start on the processor, by the length of the step`,
        ours: `${plain(Math.abs(balance) / start)} of it`,
        tolerance: `twice that, and ${plain(BALANCE)}`,
        reason: 'collisions at other moments, and rounding of float32 in sums over spheres and steps',
        passed: Math.abs(balance) <= 2 * due + BALANCE * start,
      }),
      check({
        what: 'The same bits in two pieces, and from a saved state',
        published: 'the same',
        ours: `${count(repeated)} and ${count(resumed)} of ${count(15 * side ** 3)} numbers differ`,
        tolerance: '0',
        reason: 'no sum depends on the order of threads',
        passed: repeated === 0 && resumed === 0,
      }),
    ],
  };
}

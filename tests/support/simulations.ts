// SPDX-License-Identifier: MIT
/** Simulations that are disposed of after each test, and everything that can be seen of one, as bits. */
import { afterEach, expect } from 'vitest';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { SimulationOptions, SimulationSpec } from '../../src/simulation/simulation-spec.ts';

const open: Simulation[] = [];

afterEach(() => {
  for (const simulation of open.splice(0)) simulation.dispose();
});

/** Has the simulation disposed of after the test. */
export function opened(simulation: Simulation): Simulation {
  open.push(simulation);
  return simulation;
}

export function start(spec: SimulationSpec, options?: SimulationOptions): Simulation {
  return opened(new Simulation(spec, options));
}

export function restore(spec: SimulationSpec, state: Uint8Array): Simulation {
  return opened(Simulation.restore(spec, state));
}

/** Everything that can be seen of bodies, energies and meshes, as bits. */
export function bitsOf(simulation: Simulation): bigint[] {
  const { ids, shape, radius, position, velocity, angularVelocity, orientation, force, torque } = simulation.bodies();
  const loads = simulation.meshLoads().flatMap(({ force: f, moment: m }) => [f.x, f.y, f.z, m.x, m.y, m.z]);
  const numbers = Float64Array.of(...ids, ...shape, ...Object.values(simulation.energy()), ...loads);
  const arrays = [radius, position, velocity, angularVelocity, orientation, force, torque, numbers];
  return arrays.flatMap((array) => [...new BigUint64Array(array.buffer)]);
}

/**
 * Asks for the same bits on one thread, on two, and by the TypeScript kernel up to `savedAt` and from there on from its
 * saved state. Returns the simulation on one thread. `bits` tells what is compared; `look` sees what was saved and what
 * came of it.
 */
export function expectSameBits(
  spec: SimulationSpec,
  steps: number,
  savedAt: number,
  bits: (simulation: Simulation) => unknown = bitsOf,
  look: (saved: Simulation, restored: Simulation) => void = () => {},
): Simulation {
  const whole = start(spec);
  whole.step(steps);
  const shared = start({ ...spec, threads: 2 });
  shared.step(steps);
  expect(bits(shared)).toEqual(bits(whole));
  const first = start(spec, { kernel: 'typescript' });
  first.step(savedAt);
  const second = restore(spec, first.save());
  look(first, second);
  second.step(steps - savedAt);
  expect(bits(second)).toEqual(bits(whole));
  return whole;
}

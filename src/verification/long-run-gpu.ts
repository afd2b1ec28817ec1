// SPDX-License-Identifier: MIT
/**
 * `runLong` on a GPU: keeps states together with the record. The next call on the same device continues from them with
 * the same bits.
 */

import type { GpuDevice } from '../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../gpu/engine/gpu-simulation.ts';
import { bodyCount, eachBody } from '../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { decodeState, encodeState, keyOf } from './long-run.ts';
import { plain, type RunSetup } from './verification-case.ts';

interface GpuLongRun<Seen> {
  /** In the store. */
  readonly name: string;
  readonly spec: SimulationSpec;
  readonly steps: number;
  /** Steps between two samples. */
  readonly lookEvery: number;
  /** The record before the first step; plain data that JSON can represent. */
  readonly seen: Seen;
  look(simulation: GpuSimulation, seen: Seen): Promise<void>;
}

interface GpuLongRunEnd<Seen> {
  readonly seen: Seen;
  /** Of all calls together, in wall-clock time. */
  readonly seconds: number;
}

/** Between two saved states and two progress lines, s. */
const SECONDS_BETWEEN_STATES = 60;
const SECONDS_BETWEEN_LINES = 10;

/** Large packings are identified by the number of bodies and the sum of their positions. */
function shortKey({ bodies = [], ...rest }: SimulationSpec): string {
  let sum = 0;
  for (const { position } of eachBody(bodies)) sum += (position as readonly number[]).reduce((a, b) => a + b);
  return `${bodyCount(bodies)} ${sum} ${keyOf(rest)}`;
}

/**
 * Continues from a kept state of the same set-up; starts from the beginning if the kept state is of another one.
 * Releases its GPU memory.
 */
export async function runLongOnGpu<Seen>(
  run: GpuLongRun<Seen>,
  gpu: GpuDevice,
  setup: RunSetup,
): Promise<GpuLongRunEnd<Seen>> {
  const { name, spec, steps, lookEvery } = run;
  const key = shortKey(spec);
  const kept = setup.store?.read(name);
  const decoded = kept && decodeState<Seen>(kept);
  const found = decoded?.header.key === key ? decoded : undefined;
  const simulation = await GpuSimulation.create(spec, gpu, { accounts: false });
  try {
    if (found !== undefined) simulation.restore(found.state);
    const seen = found?.header.seen ?? run.seen;
    const start = setup.wallSeconds();
    const spent = (): number => (found?.header.cpuSeconds ?? 0) + setup.wallSeconds() - start;
    const keep = async (): Promise<void> => {
      setup.store?.write(name, encodeState({ key, cpuSeconds: spent(), seen }, await simulation.save()));
    };
    const tell = (): void => {
      const { stepCount, time, count } = simulation;
      setup.progress(
        `${name}: step ${stepCount} of ${steps}, ${plain(time, 4)} s, ${count} bodies, ${spent().toFixed(0)} s ` +
          `on the GPU, ${plain((1e6 * spent()) / stepCount)} µs a step`,
      );
    };
    let [lastKept, lastReported] = [start, start];
    while (simulation.stepCount < steps) {
      await simulation.step(Math.min(lookEvery - (simulation.stepCount % lookEvery), steps - simulation.stepCount));
      await run.look(simulation, seen);
      const now = setup.wallSeconds();
      if (now - lastReported > SECONDS_BETWEEN_LINES) {
        tell();
        lastReported = now;
      }
      if (now - lastKept > SECONDS_BETWEEN_STATES) {
        await keep();
        lastKept = now;
      }
    }
    if (simulation.stepCount > 0) tell();
    await keep();
    return { seen, seconds: spent() };
  } finally {
    simulation.destroy();
  }
}

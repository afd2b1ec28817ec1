// SPDX-License-Identifier: MIT
/** A spec in an engine for as long as it is looked at: in a temporary folder, without a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { type EngineChoice, engineLaunch, findEngine } from './engine-launch.ts';
import type { Engine } from './engine-name.ts';
import { EngineSimulation } from './engine-simulation.ts';
import { EngineView } from './engine-view.ts';

/** The version of an installed engine. Throws a DeviceError if there is none. */
export function installedEngine(name: EngineChoice['name']): Engine {
  return findEngine(engineLaunch({ name, ranks: 1 }, process.env));
}

/** The states of a spec, which the engine can do, after each of these numbers of steps, ascending. */
export async function statesInEngine<State>(
  spec: SimulationSpec,
  choice: EngineChoice,
  steps: readonly number[],
  look: (view: EngineView) => State,
): Promise<State[]> {
  const launch = engineLaunch(choice, process.env);
  const folder = mkdtempSync(join(tmpdir(), 'scree-engine-'));
  const simulation = await EngineSimulation.open({ spec, engine: findEngine(launch), launch, folder });
  try {
    const view = new EngineView(simulation, spec);
    const states: State[] = [];
    for (const end of steps) {
      while (simulation.stepCount < end) await simulation.step(end - simulation.stepCount, true);
      states.push(look(view));
    }
    return states;
  } finally {
    simulation.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

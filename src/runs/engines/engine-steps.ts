// SPDX-License-Identifier: MIT
/** The time loop of a run in an outside engine, and what is refused of a scene before anything starts. */
import { join } from 'node:path';
import type { EngineChoice } from '../../engines/engine-launch.ts';
import { engineLaunch, findEngine } from '../../engines/engine-launch.ts';
import type { Engine } from '../../engines/engine-name.ts';
import { type EngineRefusal, engineRefusals, notOnEngine } from '../../engines/engine-refusals.ts';
import { EngineSimulation } from '../../engines/engine-simulation.ts';
import { EngineView } from '../../engines/engine-view.ts';
import { formulaDifferences } from '../../engines/formula-differences.ts';
import { superquadricShapes } from '../../engines/liggghts-superquadrics.ts';
import { expectedOverlap } from '../../scene/check/expected-overlap.ts';
import type { Scene } from '../../scene/scene.ts';
import type { StatePart } from '../../simulation/views/simulation-views.ts';
import { ENGINE_FOLDER } from '../folder/run-files.ts';
import type { TimeLoop } from '../time/time-loop.ts';
import type { OutsideEngine } from './outside-engine.ts';

/** Throws a SceneError that names all that the engine cannot do, or a DeviceError if it is not installed. */
export function planOnEngine(scene: Scene, choice: EngineChoice): OutsideEngine & { readonly engine: Engine } {
  const hasSuperquadrics = superquadricShapes(scene.simulation).length > 0;
  const launch = engineLaunch({ ...choice, hasSuperquadrics }, process.env);
  const engine = findEngine(launch);
  const refusals = sceneRefusals(scene, engine);
  if (refusals.length > 0) throw notOnEngine(refusals, engine);
  const ratio = expectedOverlap(scene.simulation)?.ratio;
  const differences = formulaDifferences(scene.simulation, engine, { ratio });
  const { name, ranks, launcher } = choice;
  return {
    engine,
    entry: { name, version: engine.version, ranks, ...(launcher !== undefined && { launcher }), differences },
    notes: [
      `engine ${name}: ${engine.version}, ${ranks === 1 ? 'one rank' : `${ranks} ranks`}`,
      ...differences.map((difference) => `differs from ours: ${difference}`),
    ],
    open: async (folder, state) => {
      const setting = { spec: scene.simulation, engine, launch, folder: join(folder, ENGINE_FOLDER) };
      return new EngineSteps(await EngineSimulation.open(setting, state), ranks, scene);
    },
  };
}

/** Energies that follow from positions and velocities; no engine tells the others. */
const KNOWN_ENERGIES: ReadonlySet<string> = new Set(['kinetic', 'rotational', 'potential']);

/** All of a scene that the engine cannot do. */
export function sceneRefusals({ events, simulation, outputs, stages }: Scene, engine: Engine): EngineRefusal[] {
  if (events !== undefined) return [{ path: 'integrator', problem: 'variable steps' }];
  const staged = stages === undefined ? [] : [{ path: 'stages', problem: 'stages' }];
  const tables = outputs.csv.flatMap(({ name, quantities }): EngineRefusal[] =>
    quantities.flatMap((quantity) => {
      const isUnknown =
        (quantity.kind === 'energy' && !KNOWN_ENERGIES.has(quantity.part)) ||
        ((quantity.kind === 'outlet' || quantity.kind === 'escaped') && quantity.value === 'energy') ||
        (quantity.kind === 'count' && (quantity.of === 'pairs' || quantity.of === 'rebuilds'));
      const problem = `${quantity.columns[0]}, which the engine does not tell`;
      return isUnknown ? [{ path: `outputs.csv.${name}.quantities`, problem }] : [];
    }),
  );
  return [...staged, ...engineRefusals(simulation, engine), ...tables];
}

export class EngineSteps implements TimeLoop {
  readonly threads: number;
  readonly view: EngineView;
  /** A slice shorter than this costs more than it computes. */
  readonly leastSteps = 100;
  /** Ranks that wait for the next slice keep their cores busy, so slices are longer than those of our own loop. */
  readonly sliceTime = 500;
  readonly #simulation: EngineSimulation;
  #saved: { readonly step: number; readonly state: Uint8Array } | undefined;

  constructor(simulation: EngineSimulation, ranks: number, scene: Scene) {
    this.#simulation = simulation;
    this.threads = ranks;
    this.view = new EngineView(simulation, scene.simulation);
  }

  get position(): number {
    return this.#simulation.stepCount;
  }

  async advance(to: number, mostSteps: number): Promise<number> {
    const before = this.position;
    const count = Math.min(mostSteps, to - before);
    const isRead = before + count === to;
    let left = count;
    while (left > 0) left -= await this.#simulation.step(left, isRead);
    return count;
  }

  /** The state at a position that was asked for has been read with the last slice. */
  async prepare(what: 'view' | 'save' | readonly StatePart[]): Promise<void> {
    if (what === 'save' && this.#saved?.step !== this.position) {
      this.#saved = { step: this.position, state: await this.#simulation.save() };
    }
  }

  takeEvents(): undefined {
    return undefined;
  }

  save(): readonly Uint8Array[] {
    if (this.#saved?.step !== this.position) throw new Error('save: the present state has not been prepared');
    return [this.#saved.state];
  }

  dispose(): void {
    this.#simulation.dispose();
  }
}

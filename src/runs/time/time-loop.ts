// SPDX-License-Identifier: MIT
/** The interface between a run and its simulation, for fixed steps on the CPU or on a GPU and for variable steps. */

import { ScreeError, SimulationError } from '../../errors.ts';
import type { ContactEvent } from '../../events/contact-system.ts';
import type { Work } from '../../math/work-in-parts.ts';
import type { Scene } from '../../scene/scene.ts';
import type { BondBreak } from '../../simulation/bonds/bonds.ts';
import type { ChangePoint, SimulationChange } from '../../simulation/changes/simulation-change.ts';
import { eventFailure } from '../../simulation/event-driven/event-failure.ts';
import { eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation, type LimitEvent } from '../../simulation/event-driven/event-simulation.ts';
import type { EventSimulationSpec } from '../../simulation/event-driven/event-simulation-spec.ts';
import { EventView } from '../../simulation/event-driven/event-view.ts';
import { fillRegions } from '../../simulation/filling/fill.ts';
import type { FillOptions } from '../../simulation/filling/fill-regions.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { ThreadCount } from '../../simulation/threads/auto-threads.ts';
import type { StatePart } from '../../simulation/views/simulation-views.ts';
import { GpuSteps } from '../gpu/gpu-steps.ts';

/** Device of a run; `auto` is the GPU if there is one that supports the scene, otherwise the CPU. */
export type RunDevice = 'cpu' | 'gpu' | 'auto';

/** Why `auto` does not select a GPU. */
const NOT_ON_GPU: ReadonlySet<string> = new Set(['no-gpu', 'not-on-gpu', 'gpu-too-small', 'gpu-out-of-memory']);

/** Queries at the present time. */
export type SimulationView = Pick<
  Simulation,
  | 'time'
  | 'stepCount'
  | 'bodyCount'
  | 'bodies'
  | 'body'
  | 'contacts'
  | 'energy'
  | 'statistics'
  | 'halfSpaceLoads'
  | 'meshLoads'
  | 'meshPose'
  | 'insertions'
  | 'outlets'
  | 'escapes'
  | 'servos'
  | 'deepOverlaps'
  | 'firstFastBody'
> & {
  /** Contacts of smooth bodies by the pressure-field law; undefined if they are not recorded. */
  readonly bentContacts?: Simulation['bentContacts'];
  /** Number of contact begins and ends so far; undefined if they are not recorded. */
  readonly eventCount?: number;
  /** The state of the bodies in parts, where that takes less memory than `bodies`. */
  readonly stateColumns?: Simulation['stateColumns'];
  /** Where a wall is; undefined where forces move no walls. */
  readonly wallPlace?: Simulation['wallPlace'];
  /** Bonds, those that broke, and fragments; undefined if there can be none. */
  readonly bonds?: Simulation['bonds'];
  readonly bondBreaks?: Simulation['bondBreaks'];
  readonly fragments?: Simulation['fragments'];
  /** A joint by its name; undefined if there are none. */
  readonly joint?: EventView['joint'];
};

/** A contact or a stop of a joint begins or ends, or a bond breaks. */
export type RunEvent = ContactEvent | LimitEvent | BondBreak;

export interface TimeLoop {
  readonly view: SimulationView;
  /** Steps done, or the present time in s: what schedules count in. */
  readonly position: number;
  /**
   * Advances to at most a position by at most this many steps; returns the number of steps. Throws a SimulationError if
   * the simulation fails; it then stays where it failed. The steps may still be under way: then whatever waits for them
   * throws it.
   */
  advance(to: number, mostSteps: number): number | Promise<number>;
  /** Changes parameters at the present position, for the next stage; undefined where stages are refused. */
  change?(change: SimulationChange): Promise<ChangePoint>;
  /** Steps to ask for at once at least, where asking takes longer than a step. */
  readonly leastSteps?: number;
  /** Time of a slice, ms, where it is not the default. */
  readonly sliceTime?: number;
  /**
   * Prepares these parts of the view, or all of them, or the data for `save`, if reading them takes time; awaited
   * before they are used.
   */
  prepare?(what: 'view' | 'save' | readonly StatePart[]): Promise<void>;
  /**
   * Calls `use` with these parts of the present state once they are there, and does not wait for it; false if they must
   * be prepared instead. Those with the same parts are called in the order of their steps.
   */
  later?(parts: readonly StatePart[], use: (view: SimulationView) => Work<void>): Promise<boolean>;
  /** Waits for the steps that `advance` has begun, where it does not, and for all that was to come later. */
  finish?(): Promise<void>;
  /** Begins and ends of contacts and stops since the last call; undefined if they are not recorded. */
  takeEvents(): readonly RunEvent[] | undefined;
  /** That work on it. */
  readonly threads: number;
  /** The whole state as bytes, in parts that are valid until the next step. */
  save(): readonly Uint8Array[];
  /** Ends the threads. */
  dispose(): void;
}

class FixedSteps implements TimeLoop {
  readonly view: Simulation;
  /** Breakages of bonds that were taken already. */
  #taken: number;

  constructor(simulation: Simulation) {
    this.view = simulation;
    this.#taken = simulation.bondBreaks().length;
  }

  get position(): number {
    return this.view.stepCount;
  }

  advance(to: number, mostSteps: number): number {
    const count = Math.min(mostSteps, to - this.position);
    this.view.step(count);
    return count;
  }

  async change(change: SimulationChange): Promise<ChangePoint> {
    const point = this.view.change(change);
    await this.view.whenStarted();
    return point;
  }

  get threads(): number {
    return this.view.threads;
  }

  takeEvents(): readonly RunEvent[] {
    const breaks = this.view.bondBreaks();
    const news = breaks.slice(this.#taken);
    this.#taken = breaks.length;
    return news;
  }

  save(): readonly Uint8Array[] {
    return this.view.saveParts();
  }

  dispose(): void {
    this.view.dispose();
  }
}

class VariableSteps implements TimeLoop {
  readonly threads = 1;
  readonly view: EventView;
  readonly #simulation: EventSimulation;
  readonly #spec: EventSimulationSpec;
  /** Events that were taken already. */
  #taken = { contacts: 0, limits: 0 };

  constructor(simulation: EventSimulation, spec: EventSimulationSpec, scene: Scene) {
    this.#simulation = simulation;
    this.#spec = spec;
    this.view = new EventView(simulation, scene.simulation, spec);
  }

  get position(): number {
    return this.#simulation.time;
  }

  advance(to: number, mostSteps: number): number {
    const before = this.view.stepCount;
    const end = this.#simulation.advanceThrough(to, mostSteps);
    if (end.kind !== 'end') throw eventFailure(end, this.#simulation, this.#spec);
    return this.view.stepCount - before;
  }

  takeEvents(): readonly RunEvent[] {
    const { events, limitEvents } = this.#simulation;
    const news = [...events.slice(this.#taken.contacts), ...limitEvents.slice(this.#taken.limits)];
    this.#taken = { contacts: events.length, limits: limitEvents.length };
    return news.sort((a, b) => a.time - b.time);
  }

  save(): readonly Uint8Array[] {
    return [this.#simulation.save()];
  }

  dispose(): void {}
}

function eventSpec({ simulation, events }: Scene): EventSimulationSpec | undefined {
  return events && eventSpecOf(simulation, events);
}

/**
 * At the start of a scene. Throws a SceneError or SimulationError if it cannot be simulated. `onNote` receives the
 * needs on the GPU, or why the CPU was chosen. Regions are filled first, which `filling` watches.
 */
export async function startTimeLoop(
  scene: Scene,
  threads: ThreadCount,
  device: RunDevice = 'cpu',
  onNote: (note: string) => void = () => {},
  filling: FillOptions = {},
): Promise<TimeLoop> {
  // Whatever runs it then takes the bodies that were found here.
  await fillRegions(scene.simulation, filling);
  const open = async (isFast: boolean): Promise<GpuSteps> => {
    const steps = await GpuSteps.open(scene, { isFast });
    for (const note of steps.notes) onNote(note);
    return steps;
  };
  if (device === 'gpu') return open(false);
  if (device === 'auto') {
    try {
      return await open(true);
    } catch (error) {
      if (!(error instanceof ScreeError && NOT_ON_GPU.has(error.code))) throw error;
      onNote(`device auto: on the processor, since the GPU cannot be used: ${error.message}`);
    }
  }
  const spec = eventSpec(scene);
  if (spec !== undefined) return new VariableSteps(new EventSimulation(spec), spec, scene);
  const simulation = { ...scene.simulation, threads };
  const { carried } = scene;
  if (carried === undefined) return new FixedSteps(await Simulation.create(simulation));
  try {
    const continued = Simulation.continueFrom(simulation, carried);
    await continued.whenStarted();
    onNote('the springs of contacts and the bonds of the run carry on');
    return new FixedSteps(continued);
  } catch (error) {
    if (!(error instanceof SimulationError && error.code === 'not-carried')) throw error;
    onNote(`contacts begin anew: ${error.message}`);
    return new FixedSteps(await Simulation.create(simulation));
  }
}

/** At a saved state of the same scene, whose modules have been loaded. */
export function restoreTimeLoop(scene: Scene, state: Uint8Array | undefined, threads: ThreadCount): TimeLoop {
  const spec = eventSpec(scene);
  if (spec !== undefined) {
    const simulation = state === undefined ? new EventSimulation(spec) : EventSimulation.restore(spec, state);
    return new VariableSteps(simulation, spec, scene);
  }
  const fixed = { ...scene.simulation, threads };
  return new FixedSteps(state === undefined ? new Simulation(fixed) : Simulation.restore(fixed, state));
}

/** The same, after the threads have started, which a browser needs before the first step. */
export async function resumeTimeLoop(
  scene: Scene,
  state: Uint8Array | undefined,
  threads: ThreadCount,
): Promise<TimeLoop> {
  const loop = restoreTimeLoop(scene, state, threads);
  if (loop instanceof FixedSteps) await loop.view.whenStarted();
  return loop;
}

// SPDX-License-Identifier: MIT
/**
 * The stages of a run: the present stage and its end. All decisions are made at steps that are counted from the
 * beginning of the stage, and depend only on the state at that step.
 */
import { formatColumnValue } from '../../scene/column-unit.ts';
import { formatTime } from '../../scene/format-quantity.ts';
import type { Scene } from '../../scene/scene.ts';
import {
  STEPS_BETWEEN_CHECKS,
  type StageCondition,
  type StageSpec,
  specOfStage,
} from '../../scene/stages/stage-spec.ts';
import type { ChangePoint } from '../../simulation/changes/simulation-change.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { idsByName, quantityReader, type ReadQuantity } from '../outputs/csv-columns.ts';
import type { Snapshot } from '../outputs/snapshot.ts';
import type { Schedule } from './schedule.ts';
import { StageSchedule } from './stage-schedule.ts';
import { lastStepOf } from './step-schedule.ts';

/** What a checkpoint keeps of the stages. */
export interface SavedStages {
  /** Step at which each stage so far began. */
  readonly starts: readonly number[];
  /** Of each change so far: the second stage and later ones. */
  readonly points: readonly ChangePoint[];
  /** Step at which the last stage ended. */
  readonly end?: number;
}

/** How a stage ended. */
export interface StageEnd {
  readonly stage: StageSpec;
  /** Whether its condition did not hold within its longest duration. */
  readonly isTimeout: boolean;
  /** In words, with the value of its condition. */
  readonly reason: string;
  /** The stage that follows; undefined after the last. */
  readonly next: StageSpec | undefined;
}

/** The spec of the simulation in the stage that a checkpoint was written in. */
export function specAtCheckpoint({ simulation, stages }: Scene, saved: SavedStages | undefined): SimulationSpec {
  return stages === undefined || saved === undefined ? simulation : specOfStage(simulation, stages, saved.points);
}

export class RunStages {
  readonly stages: readonly StageSpec[];
  readonly #timeStep: number;
  readonly #readers: readonly (ReadQuantity | undefined)[];
  readonly #schedules = new Map<string, StageSchedule[]>();
  #starts: readonly number[];
  #points: readonly ChangePoint[];
  #end: number | undefined;

  constructor(stages: readonly StageSpec[], scene: Scene, saved?: SavedStages) {
    this.stages = stages;
    this.#timeStep = scene.simulation.timeStep;
    const ids = idsByName(scene.simulation);
    const measured = { regions: scene.outputs.analysis.regions, flows: new Map() };
    this.#readers = stages.map(
      ({ condition }) => condition && quantityReader(condition.quantity, scene.simulation, ids, measured),
    );
    this.#starts = saved?.starts ?? [0];
    this.#points = saved?.points ?? [];
    this.#end = saved?.end;
  }

  /** Number of the present stage, from 0; after the end that of the last. */
  get index(): number {
    return this.#starts.length - 1;
  }

  get present(): StageSpec {
    return this.stages[this.index] as StageSpec;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Step at which the run ends at the latest. */
  get lastPosition(): number {
    if (this.#end !== undefined) return this.#end;
    return this.stages
      .slice(this.index)
      .reduce((step, { longest }) => step + lastStepOf(longest, this.#timeStep), this.#start);
  }

  /** The next step after this one at which `endAt` must be asked. */
  nextDecision(position: number): number {
    if (this.#end !== undefined) return Infinity;
    const last = this.#start + lastStepOf(this.present.longest, this.#timeStep);
    const interval = this.#checkSteps;
    if (interval === undefined) return last;
    const first = Math.max(1, Math.ceil(lastStepOf(this.present.shortest, this.#timeStep) / interval));
    const next = Math.max(first, Math.floor((position - this.#start) / interval) + 1);
    return Math.min(last, this.#start + next * interval);
  }

  /** Whether the present stage is over at a step that `nextDecision` gave. */
  endAt(snapshot: Snapshot): StageEnd | undefined {
    const stage = this.present;
    const { condition, longest, name } = stage;
    const next = this.stages[this.index + 1];
    const isLast = snapshot.position >= this.#start + lastStepOf(longest, this.#timeStep);
    if (condition === undefined)
      return isLast ? { stage, next, isTimeout: false, reason: `${formatTime(longest)}` } : undefined;
    const value = this.#readers[this.index]?.(snapshot)[0];
    const isMet =
      value !== undefined && (condition.comparison === 'below' ? value < condition.value : value > condition.value);
    if (!isMet && !isLast) return undefined;
    const text = conditionText(condition, value);
    const reason = isMet ? text : `${text} after ${formatTime(longest)}, the longest duration of ${name}`;
    return { stage, next, isTimeout: !isMet, reason };
  }

  /** The next stage begins at this step, with the change made at this point. */
  begin(position: number, point: ChangePoint): void {
    this.#starts = [...this.#starts, position];
    this.#points = [...this.#points, point];
    for (const [name, schedules] of this.#schedules) {
      const every = this.present.outputs[name];
      if (every !== undefined) for (const schedule of schedules) schedule.setInterval(position, every);
    }
  }

  /** The last stage has ended at this step. */
  end(position: number): void {
    this.#end = position;
  }

  /** Of an output by its name in the stages; `every` is its interval in the scene, s. */
  schedule(name: string, every: number): Schedule {
    const [first] = this.stages;
    const schedule = new StageSchedule(first?.outputs[name] ?? every, this.#timeStep);
    this.#starts.forEach((start, k) => {
      const interval = k === 0 ? undefined : this.stages[k]?.outputs[name];
      if (interval !== undefined) schedule.setInterval(start, interval);
    });
    this.#schedules.set(name, [...(this.#schedules.get(name) ?? []), schedule]);
    return schedule;
  }

  save(): SavedStages {
    return { starts: this.#starts, points: this.#points, ...(this.#end !== undefined && { end: this.#end }) };
  }

  get #start(): number {
    return this.#starts.at(-1) ?? 0;
  }

  /** Steps between two checks of the present condition; undefined without one. */
  get #checkSteps(): number | undefined {
    const { condition } = this.present;
    if (condition === undefined) return undefined;
    return condition.every === undefined
      ? STEPS_BETWEEN_CHECKS
      : Math.max(1, Math.round(condition.every / this.#timeStep));
  }
}

/** `energy.kinetic is 2 J, below 3 J`. */
function conditionText({ quantity, comparison, value: bound }: StageCondition, value: number | undefined): string {
  const [name = ''] = quantity.columns;
  const withUnit = (number: number): string => formatColumnValue(number, name);
  if (value === undefined) return `${name} has no value`;
  const isMet = comparison === 'below' ? value < bound : value > bound;
  return `${name} is ${withUnit(value)}, ${isMet ? '' : 'not '}${comparison} ${withUnit(bound)}`;
}

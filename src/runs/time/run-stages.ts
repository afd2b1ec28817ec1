// SPDX-License-Identifier: MIT
/**
 * The stages of a run: the present stage and its end. All decisions are made at steps that are counted from the
 * beginning of the stage, and depend only on the state at that step.
 */
import { StepClock } from '../../math/step-clock.ts';
import { formatColumnPair } from '../../scene/column-unit.ts';
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
  /** How each stage so far ended, in words; absent in checkpoints of older versions. */
  readonly endings?: readonly string[];
}

/** How a stage ended. */
export interface StageEnd {
  readonly stage: StageSpec;
  /** Whether its condition did not hold within its longest duration. */
  readonly isTimeout: boolean;
  /** Whether its condition held when it was first checked, and no shortest duration was given. */
  readonly isAtOnce: boolean;
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
  readonly #readers: readonly (ReadQuantity | undefined)[];
  readonly #schedules = new Map<string, StageSchedule[]>();
  #starts: readonly number[];
  /** Of each stage so far; stages with the same time step share one. */
  readonly #clocks: StepClock[] = [];
  #points: readonly ChangePoint[];
  #end: number | undefined;
  #endings: readonly string[];

  constructor(stages: readonly StageSpec[], scene: Scene, saved?: SavedStages) {
    this.stages = stages;
    const ids = idsByName(scene.simulation);
    const measured = { regions: scene.outputs.analysis.regions, flows: new Map() };
    this.#readers = stages.map(
      ({ condition }) => condition && quantityReader(condition.quantity, scene.simulation, ids, measured),
    );
    this.#starts = saved?.starts ?? [0];
    this.#points = saved?.points ?? [];
    this.#end = saved?.end;
    this.#endings = saved?.endings ?? [];
    this.#starts.forEach((_, k) => {
      this.#clocks.push(this.#clockFrom(k));
    });
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
      .reduce((step, { longest, timeStep }) => step + lastStepOf(longest, timeStep), this.#start);
  }

  /** First step whose time is not before this one, if the present stage and later ones last as long as they may. */
  positionAt(time: number): number {
    let clock = this.#clock;
    let end = this.#start;
    for (const { longest, timeStep } of this.stages.slice(this.index)) {
      if (timeStep !== clock.timeStep) clock = new StepClock(timeStep, { step: end, time: clock.timeOf(end) });
      end += lastStepOf(longest, timeStep);
      if (clock.firstStepAt(time) <= end) break;
    }
    return clock.firstStepAt(time);
  }

  /** The next step after this one at which `endAt` must be asked. */
  nextDecision(position: number): number {
    if (this.#end !== undefined) return Infinity;
    const { longest, shortest, timeStep } = this.present;
    const last = this.#start + lastStepOf(longest, timeStep);
    const interval = this.#checkSteps;
    if (interval === undefined) return last;
    const first = Math.max(1, Math.ceil(lastStepOf(shortest, timeStep) / interval));
    const next = Math.max(first, Math.floor((position - this.#start) / interval) + 1);
    return Math.min(last, this.#start + next * interval);
  }

  /** Whether the present stage is over at a step that `nextDecision` gave. */
  endAt(snapshot: Snapshot): StageEnd | undefined {
    const stage = this.present;
    const { condition, longest, timeStep, name } = stage;
    const next = this.stages[this.index + 1];
    const isLast = snapshot.position >= this.#start + lastStepOf(longest, timeStep);
    if (condition === undefined)
      return isLast ? { stage, next, isTimeout: false, isAtOnce: false, reason: formatTime(longest) } : undefined;
    const value = this.#readers[this.index]?.(snapshot)[0];
    const isMet =
      value !== undefined && (condition.comparison === 'below' ? value < condition.value : value > condition.value);
    if (!isMet && !isLast) return undefined;
    const text = conditionText(condition, value);
    const reason = isMet ? text : `${text} after ${formatTime(longest)}, the longest duration of ${name}`;
    const isFirst = snapshot.position === this.#start + (this.#checkSteps ?? 0);
    return { stage, next, isTimeout: !isMet, isAtOnce: isMet && isFirst && stage.shortest === 0, reason };
  }

  /** The next stage begins at this step, with the change made at this point. */
  begin(position: number, point: ChangePoint): void {
    this.#starts = [...this.#starts, position];
    this.#points = [...this.#points, point];
    this.#clocks.push(this.#clockFrom(this.index));
    for (const [name, schedules] of this.#schedules)
      for (const schedule of schedules) this.#beginStage(schedule, name, this.index);
  }

  /** How each stage so far ended, in words. */
  get endings(): readonly string[] {
    return this.#endings;
  }

  /** Notes how the present stage ends. */
  noteEnding(text: string): void {
    this.#endings = [...this.#endings, text];
  }

  /** The last stage has ended at this step. */
  end(position: number): void {
    this.#end = position;
  }

  /** Of an output by its name in the stages; `every` is its interval in the scene, s. */
  schedule(name: string, every: number): Schedule {
    const [first] = this.stages;
    const schedule = new StageSchedule(first?.outputs[name] ?? every, this.#clocks[0] as StepClock);
    for (let k = 1; k <= this.index; k++) this.#beginStage(schedule, name, k);
    this.#schedules.set(name, [...(this.#schedules.get(name) ?? []), schedule]);
    return schedule;
  }

  save(): SavedStages {
    const [starts, points, endings] = [this.#starts, this.#points, this.#endings];
    return { starts, points, endings, ...(this.#end !== undefined && { end: this.#end }) };
  }

  get #start(): number {
    return this.#starts.at(-1) ?? 0;
  }

  get #clock(): StepClock {
    return this.#clocks.at(-1) as StepClock;
  }

  /** The clock of a stage that has begun; the same as that of its simulation. */
  #clockFrom(k: number): StepClock {
    const { timeStep } = this.stages[k] as StageSpec;
    const before = this.#clocks[k - 1];
    if (before?.timeStep === timeStep) return before;
    const [step = 0, time = 0] = [this.#starts[k], this.#points[k - 1]?.time];
    return new StepClock(timeStep, { step, time });
  }

  /** An output goes on in stage `k`: with another interval, with steps of another length, or as before. */
  #beginStage(schedule: StageSchedule, name: string, k: number): void {
    const every = this.stages[k]?.outputs[name];
    const [from = 0, clock] = [this.#starts[k], this.#clocks[k] as StepClock];
    if (every !== undefined) schedule.setInterval(from, every, clock);
    else if (clock !== this.#clocks[k - 1]) schedule.setClock(from, clock);
  }

  /** Steps between two checks of the present condition; undefined without one. */
  get #checkSteps(): number | undefined {
    const { condition, timeStep } = this.present;
    if (condition === undefined) return undefined;
    return condition.every === undefined ? STEPS_BETWEEN_CHECKS : Math.max(1, Math.round(condition.every / timeStep));
  }
}

/** `energy.kinetic is 2 J, below 3 J`. */
function conditionText({ quantity, comparison, value: bound }: StageCondition, value: number | undefined): string {
  const [name = ''] = quantity.columns;
  if (value === undefined) return `${name} has no value`;
  const isMet = comparison === 'below' ? value < bound : value > bound;
  const [present, limit] = formatColumnPair(value, bound, name);
  return `${name} is ${present}, ${isMet ? '' : 'not '}${comparison} ${limit}`;
}
